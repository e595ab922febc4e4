// SPDX-License-Identifier: ISC
`default_nettype none
// One flow of an exchange: looks one word ahead, so that a packet is closed when no next word is
// there, and puts the size in front where sizes are used.
// Contract: consumes one stream (ends with s_tlast) per epoch and takes nothing of the next one
// before `turn` (one cycle: a new epoch begins). Offers words: o_valid stays until `take` (take
// only while o_valid); o_end: the last word of the flow; o_more: the next word is offered in the
// cycle after `take` for certain. use_sizes=1: the first word offered is the size (low COUNT_W
// bits), words without elements are left out. use_sizes and size must not change from the first
// s_tvalid to `ended`.
// Cut: o_valid, o_data, o_keep, o_end, ended are registers or follow from them; s_tvalid reaches
// o_more, take reaches s_tready.
// Latency: 1 cycle. Throughput: 1 word a cycle.
module bl_send_flow #(
    // bits in a word: COUNT_W or more
    parameter WORD_W = 256,
    // elements in a word: 1..16
    parameter ELEMS = 8,
    // bits of a size in elements: 1..64
    parameter COUNT_W = 32
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               turn,
    input  wire               use_sizes,
    input  wire [COUNT_W-1:0] size,
    input  wire               s_tvalid,
    output wire               s_tready,
    input  wire [WORD_W-1:0]  s_tdata,
    input  wire [ELEMS-1:0]   s_tkeep,
    input  wire               s_tlast,
    output wire               o_valid,
    input  wire               take,
    output wire [WORD_W-1:0]  o_data,
    output wire [ELEMS-1:0]   o_keep,
    output wire               o_end,
    output wire               o_more,
    output reg                ended
);
    generate
        if (COUNT_W < 1 || COUNT_W > 64) begin : g_check_count_w
            bl_send_flow_illegal_COUNT_W illegal();
        end
        if (WORD_W < COUNT_W) begin : g_check_word_w
            bl_send_flow_illegal_WORD_W illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_send_flow_illegal_ELEMS illegal();
        end
    endgenerate

    reg              valid, last, some;   // the word in hand; some: it has an element
    reg [WORD_W-1:0] data;
    reg [ELEMS-1:0]  keep;
    reg              sized;               // the size has been sent

    wire size_turn = use_sizes & ~sized;              // what is offered is the size, not the word
    wire skip      = valid & use_sizes & sized & ~some;
    wire used      = skip | (take & ~size_turn);      // the word in hand goes
    wire load      = s_tvalid & s_tready;

    assign s_tready = ~ended & (~valid | (used & ~last));
    assign o_valid  = valid & ~skip;
    assign o_keep   = size_turn ? {ELEMS{1'b1}} : keep;
    assign o_end    = last & ~size_turn;
    assign o_more   = size_turn ? some : s_tvalid & ~last & (~use_sizes | (|s_tkeep));

    generate
        if (WORD_W > COUNT_W) begin : g_wide
            assign o_data = {data[WORD_W-1:COUNT_W], size_turn ? size : data[COUNT_W-1:0]};
        end else begin : g_tight
            assign o_data = size_turn ? size : data;
        end
    endgenerate

    always @(posedge clk) begin
        if (load) begin
            data <= s_tdata;
            keep <= s_tkeep;
            last <= s_tlast;
            some <= |s_tkeep;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            valid <= 1'b0;
            sized <= 1'b0;
            ended <= 1'b0;
        end else begin
            if (load)      valid <= 1'b1;
            else if (used) valid <= 1'b0;
            if (used & last)           sized <= 1'b0;
            else if (take & size_turn) sized <= 1'b1;
            if (used & last) ended <= 1'b1;
            else if (turn)   ended <= 1'b0;
        end
    end

`ifdef FORMAL
    // Rule 1: what o_more promises is kept: in the cycle after that take the next word is offered.
    // Rule 2: a word that is offered stays until it is taken. Rule 3: nothing of the next stream is
    // taken before `turn`.
    // Rule 4: every word of the stream is offered, unchanged and in order (all words without sizes;
    // those with elements with sizes).
    // Rule 5: with sizes the first word of an epoch is the size, and only the first; without them
    // the last word offered has o_end.
    (* anyseq *) wire f_pick;
    reg              f_reset = 1'b0, f_track = 1'b0, f_promised = 1'b0, f_held = 1'b0,
        f_waits = 1'b0, f_first, f_whole;
    reg [WORD_W-1:0] f_value, f_data, f_shown;
    reg [ELEMS-1:0]  f_keep, f_s_keep;
    reg              f_last, f_s_last, f_sizes;
    reg [COUNT_W-1:0] f_size;
    always @(posedge clk) begin
        f_reset    <= 1'b1;
        f_promised <= !rst && o_valid && take && o_more;
        f_held     <= !rst && o_valid && !take;
        f_shown    <= o_data;
        f_waits    <= !rst && s_tvalid && !s_tready;
        f_data     <= s_tdata;
        f_s_keep   <= s_tkeep;
        f_s_last   <= s_tlast;
        f_sizes    <= use_sizes;
        f_size     <= size;
        if (rst) begin
            f_track <= 1'b0;
            f_first <= 1'b1;
            f_whole <= 1'b0;
        end else begin
            if (turn) f_whole <= 1'b0;
            if (s_tvalid && s_tready && s_tlast) f_whole <= 1'b1;
            if (o_valid && take) f_first <= 1'b0;
            if (ended) f_first <= 1'b1;
            if (f_track && o_valid && take && !(use_sizes && f_first)) f_track <= 1'b0;
            if (s_tvalid && s_tready && f_pick && (!use_sizes || s_tkeep != 0)) begin
                f_track <= 1'b1;
                f_value <= s_tdata;
                f_keep  <= s_tkeep;
                f_last  <= s_tlast;
            end
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        assume (!take || o_valid);
        assume (!turn || ended || (f_first && !valid && !s_tvalid));
        if (f_reset) begin
            assume (use_sizes == f_sizes && size == f_size);
            if (f_waits)
                assume (s_tvalid && s_tdata == f_data && s_tkeep == f_s_keep
                        && s_tlast == f_s_last);
            if (f_promised) assert (o_valid);
            if (f_held) assert (o_valid && o_data == f_shown);
            if (f_whole) assert (!s_tready);
            if (ended) assert (f_whole && !o_valid);
            if (use_sizes && o_valid) assert (f_first == size_turn);
            if (use_sizes && f_first && o_valid) assert (o_data[COUNT_W-1:0] == size && !o_end);
            if (f_track) assert (valid && o_valid);
            if (f_track && !(use_sizes && f_first))
                assert (o_data == f_value && o_keep == f_keep && o_end == f_last);
        end
    end
`endif
endmodule
`default_nettype wire
