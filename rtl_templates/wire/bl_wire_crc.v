// SPDX-License-Identifier: ISC
`default_nettype none
// CRC-32 (polynomial 0x04C11DB7, begun with ones) over frames of words, bit WIDTH - 1 first.
// Contract: with `en` a word is taken where `s_tvalid`; `s_first`: it begins a frame. `sum` is that
// of the frame up to the word that was taken two cycles with `en` before, and stays until the next.
// Cut: `sum` and what is between are registers.
// Latency: 2 cycles. Throughput: 1 word a cycle.
module bl_wire_crc #(
    // bits in a word: 64..512, a power of two
    parameter WIDTH = 256
) (
    input  wire             clk,
    input  wire             en,
    input  wire             s_tvalid,
    input  wire             s_first,
    input  wire [WIDTH-1:0] s_tdata,
    output reg  [31:0]      sum
);
    localparam [31:0] ONES = 32'hffffffff;
    // [b * 512 + i]: whether bit i of a word, x^(i + 32), counts for bit b of what is left; bit 31
    // first, two lines for each. The same for all widths.
    localparam [32*512-1:0] MATRIX = {
        256'hee387fa7d8a9b20b881b00a6a9d8e9ee12a9a6711db770c3f4b16feae45b1995,
        256'h4884122e80abc773ea600f632c50c1e8f47b62d7e05f418f5a72d812fb808b20,
        256'h771c3fd3ec54d905c40d805354ec74f70954d3388edbb861fa58b7f5722d8cca,
        256'ha44209174055e3b9f53007b1962860f47a3db16bf02fa0c7ad396c097dc04590,
        256'hbb8e1fe9f62a6c82e206c029aa763a7b84aa699c476ddc30fd2c5bfab916c665,
        256'h5221048ba02af1dcfa9803d8cb14307a3d1ed8b5f817d063d69cb604bee022c8,
        256'h5dc70ff4fb15364171036014d53b1d3dc25534ce23b6ee187e962dfd5c8b6332,
        256'ha9108245d01578ee7d4c01ec658a183d1e8f6c5afc0be831eb4e5b025f701164,
        256'haee387fa7d8a9b20b881b00a6a9d8e9ee12a9a6711db770c3f4b16feae45b199,
        256'h54884122e80abc773ea600f632c50c1e8f47b62d7e05f418f5a72d812fb808b2,
        256'h5771c3fd3ec54d905c40d805354ec74f70954d3388edbb861fa58b7f5722d8cc,
        256'haa44209174055e3b9f53007b1962860f47a3db16bf02fa0c7ad396c097dc0459,
        256'h45809e5947cb14c3a63b6ca4337f8a49aae300e8d9c1ad00fb63aa554fca75f3,
        256'h1da602663aa9686e25c98f5ea0e182ef57aa8f5cbfde3c89671b1372b06e890c,
        256'ha2c04f2ca3e58a61d31db65219bfc524d57180746ce0d6807db1d52aa7e53af9,
        256'h8ed301331d54b43712e4c7af5070c177abd547ae5fef1e44b38d89b958374486,
        256'hd160279651f2c530e98edb290cdfe2926ab8c03a36706b403ed8ea9553f29d7c,
        256'hc76980998eaa5a1b897263d7a83860bbd5eaa3d72ff78f2259c6c4dcac1ba243,
        256'h06886c6cf050d093fcdc6d322fb718a727f5c66c068f4563ebdd1aa04da2572b,
        256'h2b30d26247feea7e2ed93e88f84cf1b51e8e333c77a4861e7691ba7cad8d5a01,
        256'hed7c4991a081da427675363fbe0365bd815345471ef0d272015fe2bac28a3200,
        256'hdd1c7b1fa354b24cfd0c90275076b9327b3c7b49db8d0280613a052cad462620,
        256'hf6be24c8d040ed213b3a9b1fdf01b2dec0a9a2a38f78693900aff15d61451900,
        256'h6e8e3d8fd1aa59267e864813a83b5c993d9e3da4edc68140309d029656a31310,
        256'h7b5f1264682076909d9d4d8fef80d96f6054d151c7bc349c8057f8aeb0a28c80,
        256'h37471ec7e8d52c933f432409d41dae4c9ecf1ed276e340a0184e814b2b518988,
        256'hbdaf893234103b484ecea6c7f7c06cb7b02a68a8e3de1a4e402bfc5758514640,
        256'h1ba38f63f46a96499fa19204ea0ed7264f678f693b71a0500c2740a595a8c4c4,
        256'h5ed7c4991a081da427675363fbe0365bd815345471ef0d272015fe2bac28a320,
        256'h0dd1c7b1fa354b24cfd0c90275076b9327b3c7b49db8d0280613a052cad46262,
        256'h2f6be24c8d040ed213b3a9b1fdf01b2dec0a9a2a38f78693900aff15d6145190,
        256'h06e8e3d8fd1aa59267e864813a83b5c993d9e3da4edc68140309d029656a3131,
        256'hf98d8e819e2bb56281c2d47e5720e478e4aceb6401ccb38a3cb410600f51315d,
        256'h4bf063c2fe2695bad9943d23b1111b0c3d97933ac73175855bf63006493593b8,
        256'h7cc6c740cf15dab140e16a3f2b90723c725675b200e659c51e5a083007a898ae,
        256'ha5f831e17f134add6cca1e91d8888d861ecbc99d6398bac2adfb1803249ac9dc,
        256'hbe6363a0678aed58a070b51f95c8391e392b3ad900732ce28f2d041803d44c57,
        256'h52fc18f0bf89a56eb6650f48ec4446c30f65e4ceb1cc5d6156fd8c01924d64ee,
        256'h5f31b1d033c576ac50385a8fcae41c8f1c959d6c803996714796820c01ea262b,
        256'ha97e0c785fc4d2b75b3287a47622236187b2f26758e62eb0ab7ec600c926b277,
        256'hc1a0a74fc14b095da0072de14caae7a99ce368c75dabbbfb577a2eece4ae0a80,
        256'h9c3b1412af49ae2847f94cb11741d05837a21be44c2c56d70fcdbb129f13d21b,
        256'h8ee82c00380c36a5581896560f8d9a3adcd81212b362ad3e5f0c789c960c1cd5,
        256'h06999827d70f1067c99ca93ba7f029c4efaa6f25c6496ae4dd94059bb409622d,
        256'h294c69a7c4afa95924174b8dae1e24f37cc5af784406265cdb3753a4af5d17ff,
        256'hcbc8de3d6b2c4f400eae5bfeffa8d50a83ae5545037bf4fd34b8dadf21843a36,
        256'h14a634d3e257d4ac920ba5c6d70f1279be62d7bc2203132e6d9ba9d257ae8bff,
        256'he5e46f1eb59627a007572dff7fd46a8541d72aa281bdfa7e9a5c6d6f90c21d1b,
        256'he46b65ce2982585dc11ed245c25f60d2cd98cdaf0cb6f954c27cbb03cf8c5c6a,
        256'hba7625a1da60d4a3e9cb999c93baf4aa5490f786a081bcb0175ceea533e185ad,
        256'h9c0dcd40cc689e256894698448f759877465c0a69bec0c69958f326b039d37a0,
        256'h15bf00fe6d9bad221e85c3ad658dbbbdde331914b01f9fd751dcaf40627049f6,
        256'hce06e6a066344f12b44a34c2247bacc3ba32e0534df60634cac7993581ce9bd0,
        256'h0adf807f36cdd6910f42e1d6b2c6dddeef198c8a580fcfeba8ee57a0313824fb,
        256'h893b0cf7ebb39582d23e1ac7bbe53f8fcfb0d658bb4c73d991d2a37024bc547d,
        256'h4debd2111bcd2c3b6dc17f887533af0783f7a492cc58a67a8e05f3c2e31c995d,
        256'h2aa5f9dc2d7078cae1040dc5742a7629f571cd5d4011492f3c583e52f60533ab,
        256'hee71fb260d4d516e5c80b0a716c9166b3580b09e867312b21d7021f38a0ec78e,
        256'h1552fcee16b83c65708206e2ba153b14fab8e6aea008a4979e2c1f297b0299d5,
        256'hf738fd9306a6a8b72e4058538b648b359ac0584f433989590eb810f9c50763c7,
        256'h649101d0d3f5ac39305a03d7f4d274646ff5d5264db322883ba7607e59da557f,
        256'hb3186ce703f893287d40234ae9e28472391b4ef041c38523dd2ed06e19033ac3,
        256'hdc70ff4fb15364171036014d53b1d3dc25534ce23b6ee187e962dfd5c8b6332a,
        256'h9108245d01578ee7d4c01ec658a183d1e8f6c5afc0be831eb4e5b025f7011641};

    generate
        if (WIDTH != 64 && WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_wire_crc_illegal_WIDTH illegal();
        end
    endgenerate

    // What came before is added to the word's upper bits; it and the word go through apart.
    reg  [31:0] part;
    reg         valid, first;
    wire [31:0] base = first ? ONES : sum;
    wire [31:0] of_word, of_base;
    genvar b;
    generate
        for (b = 0; b < 32; b = b + 1) begin : g_bit
            assign of_word[b] = ^(s_tdata & MATRIX[b*512 +: WIDTH]);
            assign of_base[b] = ^(base & MATRIX[b*512+WIDTH-32 +: 32]);
        end
    endgenerate
    always @(posedge clk) if (en) begin
        part  <= of_word;
        first <= s_first;
        valid <= s_tvalid;
        if (valid) sum <= part ^ of_base;
    end
endmodule
`default_nettype wire
