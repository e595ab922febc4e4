// SPDX-License-Identifier: ISC
`default_nettype none
// Small queue in distributed RAM without handshake, for places where hundreds are needed: two
// counters and little else.
// Contract: words leave in the order in which they came. `push` is allowed in cycles in which
// `full` is low, `pop` when `some` is high. `some` (holds a word) and `m_data` (the oldest word)
// depend on registers alone. `full` is a register that looks at the counters only in cycles in
// which `step` is high, and only at their upper bits: it rises when the block of words behind the
// one that is being read is entered, with room for one push that may follow; 25 to 28 of 32 words
// are inside. `step` must be high in every cycle with a push or a pop; low in others, it makes the
// queue a function of the steps alone. All outputs depend on registers alone.
// Latency: 1 cycle. Throughput: 1 word a cycle.
module bl_queue #(
    // bits in a word: 1 or more
    parameter WIDTH = 32,
    // log2 of the words: 2..5
    parameter LOG_DEPTH = 5
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             step,
    input  wire             push,
    input  wire [WIDTH-1:0] s_data,
    output reg              full,
    output wire             some,
    input  wire             pop,
    output wire [WIDTH-1:0] m_data
);
    generate
        if (WIDTH < 1) begin : g_check_width
            bl_queue_illegal_WIDTH illegal();
        end
        if (LOG_DEPTH < 2 || LOG_DEPTH > 5) begin : g_check_log_depth
            bl_queue_illegal_LOG_DEPTH illegal();
        end
    endgenerate

    (* ramstyle = "MLAB, no_rw_check", ram_style = "distributed" *)
    reg [WIDTH-1:0]     ram [0:(1<<LOG_DEPTH)-1];
    reg [LOG_DEPTH-1:0] wr, rd;

    // the upper bits of the counters number blocks of words: eight of four words when there are 32;
    // `flips` are the bits in which a block differs from the next one (written out because a carry
    // chain would cost more)
    localparam BLOCK_W = (LOG_DEPTH > 4) ? LOG_DEPTH - 3 : 1;
    localparam [LOG_DEPTH-1:0] ALL = {LOG_DEPTH{1'b1}};
    localparam [LOG_DEPTH-1:0] BLOCKS = ALL >> BLOCK_W;
    wire [LOG_DEPTH-1:0] wr_block = wr >> BLOCK_W;
    wire [LOG_DEPTH-1:0] rd_block = rd >> BLOCK_W;
    wire [LOG_DEPTH-1:0] flips    = BLOCKS
        & (wr_block[0] ? (wr_block[1] ? ALL : ALL >> (LOG_DEPTH - 2)) : ALL >> (LOG_DEPTH - 1));

    assign some   = wr != rd;
    assign m_data = ram[rd];

    always @(posedge clk) begin
        if (push) ram[wr] <= s_data;
    end

    always @(posedge clk) begin
        if (rst) begin
            wr   <= {LOG_DEPTH{1'b0}};
            rd   <= {LOG_DEPTH{1'b0}};
            full <= 1'b0;
        end else begin
            if (push) wr <= wr + 1'b1;
            if (pop)  rd <= rd + 1'b1;
            if (step) full <= (wr_block ^ rd_block) == flips;
        end
    end

`ifdef FORMAL
    // Rule 1: `some` is high exactly when words are inside, and never more than 2^LOG_DEPTH - 1
    // are.
    // Rule 2: any word, once pushed, leaves after exactly the words that were in front of it,
    // unchanged.
    // Rule 3: `full` is high when there is no room left, and low again two steps after the queue
    // has become empty.
    localparam DEPTH = 1 << LOG_DEPTH;
    (* anyseq *) wire f_pick;
    reg                  f_reset = 1'b0, f_track = 1'b0, f_empty = 1'b0;
    reg [LOG_DEPTH:0]    f_count, f_ahead;
    reg [WIDTH-1:0]      f_value;
    wire [LOG_DEPTH-1:0] f_place = rd + f_ahead[LOG_DEPTH-1:0];
    wire [LOG_DEPTH-1:0] f_level = wr - rd;
    always @(posedge clk) begin
        f_reset <= 1'b1;
        if (rst) begin
            f_count <= 0;
            f_track <= 1'b0;
            f_empty <= 1'b0;
        end else begin
            f_count <= f_count + push - pop;
            if (step) f_empty <= f_count == 0;
            if (f_track && pop) begin
                f_ahead <= f_ahead - 1'b1;
                if (f_ahead == 0) f_track <= 1'b0;
            end
            if (!f_track && f_pick && push) begin
                f_track <= 1'b1;
                f_value <= s_data;
                f_ahead <= f_count - pop;
            end
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        if (f_reset) begin
            assume (!(push && full) && !(pop && !some) && !((push || pop) && !step));
            assert (some == (f_count != 0));
            assert (f_count < DEPTH && f_level == f_count[LOG_DEPTH-1:0]);
            if (!full) assert (f_count < DEPTH - 1);
            if (f_empty) assert (!full);
            if (f_track) begin
                assert (f_ahead < f_count && ram[f_place] == f_value);
                if (f_ahead == 0) assert (m_data == f_value);
            end
        end
    end
`endif
endmodule
`default_nettype wire
