// SPDX-License-Identifier: ISC
`default_nettype none
// The receiving end of a wire link: of the frames that come (bl_wire_send), passes on each block
// once and in order, and knows what to tell the peer.
// Contract: s_wire_* has no tready. A frame counts if its CRC is right and there was room for it. A
// block is passed on if its number is the expected one: its words at m_word_*, its tail's `flits`
// and `block` (tail.def) at m_block_*, at most a cycle before the first word. Else the peer is
// asked: `asks` until the block comes, and `urgent` for a cycle, once in each round of the peer's;
// a block that has come before and a greeting are `urgent`, too. `open` after a greeting that says
// that the peer has heard this end, or a frame that only such a peer sends; `heard`: a greeting
// came. `restarted`: the peer begins anew, `silent`: nothing has come for SILENCE cycles since
// `open`; both stay. What every good frame says after `open` stands at ack_valid, ack, nak,
// nak_round and credit for a cycle.
// Cut: all outputs are registers; m_*_tready reach read enables only.
// Latency: 6 cycles from a frame's last word to m_block_tvalid. Throughput: 1 word a cycle.
module bl_wire_receive #(
    // bits in a word: 64..512, a power of two
    parameter WIDTH = 256,
    // log2 of the words that there is room for: 6..14
    parameter LOG_RING = 9,
    // cycles: 64..1073741823
    parameter SILENCE = 20000000,
    // derived, leave alone: where a block's bits begin in a tail, how many they are
    parameter WIRE_TAIL_BLOCK_AT = 96,
    parameter BLOCK_W = ((WIDTH > 256) ? WIDTH : 256) - WIRE_TAIL_BLOCK_AT
) (
    input  wire               clk,
    input  wire               rst,
    // the wire
    input  wire               s_wire_tvalid,
    input  wire [WIDTH-1:0]   s_wire_tdata,
    input  wire               s_wire_tlast,
    // blocks
    output wire               m_word_tvalid,
    input  wire               m_word_tready,
    output wire [WIDTH-1:0]   m_word_tdata,
    output wire               m_block_tvalid,
    input  wire               m_block_tready,
    output wire [5:0]         m_block_flits,
    output wire [BLOCK_W-1:0] m_block_tdata,
    // what the peer says
    output reg                ack_valid,
    output reg  [15:0]        ack,
    output reg                nak,
    output reg  [1:0]         nak_round,
    output reg  [15:0]        credit,
    // what to tell it
    output reg                heard,
    output reg                open,
    output reg                urgent,
    output reg                asks,
    output reg  [1:0]         asked_round,
    output reg  [15:0]        expected,
    // its end
    output reg                restarted,
    output reg                silent
);
    localparam TAIL_W = (WIDTH > 256) ? WIDTH : 256, TAILS = TAIL_W / WIDTH;
    localparam LOG_BLOCKS = (LOG_RING > 8) ? LOG_RING - 3 : 5;
    localparam [31:0] LEAST_WORDS = TAILS;
    localparam [2:0] LEAST = LEAST_WORDS[2:0];
    localparam [15:0] TAIL_WORDS = LEAST_WORDS[15:0];
    localparam [29:0] PATIENCE = SILENCE;
    localparam WIRE_TAIL_SUM_AT = 0, WIRE_TAIL_SUM_W = 32;
    localparam [WIDTH-1:0] SUM = {{(WIDTH-WIRE_TAIL_SUM_W){1'b0}}, {WIRE_TAIL_SUM_W{1'b1}}}
        << WIRE_TAIL_SUM_AT;

    generate
        if (WIDTH != 64 && WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_wire_receive_illegal_WIDTH illegal();
        end
        if (LOG_RING < 6 || LOG_RING > 14) begin : g_check_log_ring
            bl_wire_receive_illegal_LOG_RING illegal();
        end
        if (SILENCE < 64 || SILENCE > 1073741823) begin : g_check_silence
            bl_wire_receive_illegal_SILENCE illegal();
        end
    endgenerate

    // ---- the wire, and the CRC of a frame up to the word in the third register ----
    reg  [2:0]       valid, last;
    reg              first;
    reg  [WIDTH-1:0] a, b, c;
    wire [31:0]      sum;
    bl_wire_crc #(.WIDTH(WIDTH)) check (
        .clk(clk), .en(1'b1), .s_tvalid(valid[0]), .s_first(first),
        .s_tdata(a & ~({WIDTH{last[0]}} & SUM)), .sum(sum));
    always @(posedge clk) begin
        valid <= {valid[1:0], s_wire_tvalid};
        last  <= {last[1:0], s_wire_tlast};
        a     <= s_wire_tdata;
        b     <= a;
        c     <= b;
        if (valid[0]) first <= last[0];
        if (rst) begin
            valid <= 3'd0;
            first <= 1'b1;
        end
    end
    wire comes = valid[2], ends = valid[2] & last[2];

    // ---- the last words of a frame wait: they may be its tail; those before are written ----
    reg  [2:0]             waiting;
    reg  [15:0]            words;       // of the frame before this one
    reg                    over;
    reg  [TAILS*WIDTH-1:0] wait_words;
    wire                   full;
    wire                   falls = comes & waiting == LEAST;
    wire                   keep, drop;
    bl_wire_store #(.WIDTH(WIDTH), .LOG_DEPTH(LOG_RING)) store (
        .clk(clk), .rst(rst), .write(falls & ~full),
        .s_tdata(wait_words[(TAILS-1)*WIDTH +: WIDTH]), .keep(keep), .drop(drop), .full(full),
        .m_tvalid(m_word_tvalid), .m_tready(m_word_tready), .m_tdata(m_word_tdata));
    generate
        if (TAILS == 1) begin : g_tail
            always @(posedge clk) if (comes) wait_words <= c;
        end else begin : g_tails
            always @(posedge clk)
                if (comes) wait_words <= {wait_words[(TAILS-1)*WIDTH-1:0], c};
        end
    endgenerate
    reg        ended, good;             // a frame has ended, wait_words is its tail
    reg [15:0] length;
    always @(posedge clk) begin
        if (comes) begin
            waiting <= last[2] ? 3'd0 : (waiting == LEAST) ? waiting : waiting + 3'd1;
            words   <= last[2] ? 16'd0 : words + 16'd1;
            over    <= ~last[2] & (over | (falls & full));
        end
        ended  <= ends;
        good   <= ends & sum == c[WIRE_TAIL_SUM_AT +: WIRE_TAIL_SUM_W] & waiting + 3'd1 >= LEAST
            & ~over & ~(falls & full);
        length <= words + 16'd1;
        if (rst) begin
            waiting <= 3'd0;
            words   <= 16'd0;
            over    <= 1'b0;
            ended   <= 1'b0;
            good    <= 1'b0;
        end
    end

    // ---- what the frame is ----
    wire [31:0] unused_sum;
    wire [15:0] says_credit, says_expected, number;
    wire [5:0]  flits;
    wire [1:0]  kind, round, says_asked_round, unused_reserved;
    wire        says_asks, says_heard;
    wire [BLOCK_W-1:0] block;
    bl_wire_tail_unpack #(.BLOCK_W(BLOCK_W)) unpack (
        .tail(wait_words), .sum(unused_sum), .credit(says_credit), .expected(says_expected),
        .number(number), .flits(flits), .kind(kind), .round(round), .asks(says_asks),
        .asked_round(says_asked_round), .heard(says_heard), .reserved(unused_reserved),
        .block(block));
    wire [15:0] beyond = number - expected;
    wire        greeting = kind == 2'd2;
    wire        opened = open | (good & heard & ~greeting);
    wire        block_room;
    wire        is_block = good & opened & kind == 2'd0;
    wire        accept = is_block & beyond == 16'd0 & length != TAIL_WORDS & block_room;
    wire        lacks = good & opened & ~greeting & ~accept
        & ((beyond != 16'd0) ? ~beyond[15] : kind == 2'd0);
    wire        again = is_block & beyond[15];
    assign      keep = accept;
    assign      drop = ended & ~accept;
    bl_fifo #(.WIDTH(BLOCK_W + 6), .LOG_DEPTH(LOG_BLOCKS)) blocks (
        .clk(clk), .rst(rst), .s_tvalid(accept), .s_tready(block_room), .s_tdata({block, flits}),
        .m_tvalid(m_block_tvalid), .m_tready(m_block_tready),
        .m_tdata({m_block_tdata, m_block_flits}));

    always @(posedge clk) begin
        ack_valid <= good & opened & ~greeting;
        ack       <= says_expected;
        credit    <= says_credit;
        nak       <= says_asks;
        nak_round <= says_asked_round;
        if (accept) expected <= expected + length;
        if (good & opened & ~greeting) asked_round <= round;
        if (accept) asks <= 1'b0;
        else if ((ended & ~good & opened) | lacks) asks <= 1'b1;
        else if (good & opened & ~greeting & round != asked_round) asks <= 1'b0;
        urgent <= (ended & ~good & opened & ~asks) | (lacks & (~asks | round != asked_round))
            | again | (good & greeting);
        heard <= heard | (good & greeting);
        open  <= open | (good & (greeting ? says_heard : heard));
        restarted <= restarted | (good & greeting & open & ~says_heard);
        if (rst) begin
            ack_valid   <= 1'b0;
            expected    <= 16'd0;
            asked_round <= 2'd0;
            asks        <= 1'b0;
            urgent      <= 1'b0;
            heard       <= 1'b0;
            open        <= 1'b0;
            restarted   <= 1'b0;
        end
    end

    // ---- since when nothing has come ----
    reg [29:0] quiet;
    always @(posedge clk) begin
        quiet  <= (good | ~open) ? 30'd0 : quiet + {29'd0, ~silent};
        silent <= silent | quiet == PATIENCE;
        if (rst) begin
            quiet  <= 30'd0;
            silent <= 1'b0;
        end
    end
endmodule
`default_nettype wire
