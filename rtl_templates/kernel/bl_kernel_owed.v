// SPDX-License-Identifier: ISC
`default_nettype none
// What the ends of a kernel still wait for: granules of 32 bits of the moves that have begun.
// Contract: an end begins a move of `length` granules with `begins`; in each cycle with tvalid and
// tready granules pass it, one for each bit of tkeep, of a move that begins later too. SENDS has a
// bit for each end that gives words to another node; it waits while it has a word that is not
// taken, the others while moves are owed granules and no word is there. `waits`: {1, the number of
// the first end that waits}; `missing`: granules that it is owed, all ones from 2^32 on. `marked`:
// who is at the other end has failed. `starved`: nothing has passed the ends that are marked and
// wait for 2^LOG_PATIENCE cycles.
// Cut: waits, missing and starved are registers.
// Latency: 2 cycles. Throughput: a word a cycle and end.
module bl_kernel_owed #(
    // ends: 1..128
    parameter ENDS = 2,
    // bits in a word: 32..1024, a multiple of 32
    parameter DATA_W = 256,
    // ends that send
    parameter [ENDS-1:0] SENDS = {ENDS{1'b0}},
    // log2 of the cycles after which an end starves: 2..20
    parameter LOG_PATIENCE = 12
) (
    input  wire                      clk,
    input  wire                      rst,
    // moves
    input  wire [ENDS-1:0]           begins,
    input  wire [31:0]               length,
    // words
    input  wire [ENDS-1:0]           tvalid,
    input  wire [ENDS-1:0]           tready,
    input  wire [ENDS*DATA_W/32-1:0] tkeep,
    input  wire [ENDS-1:0]           marked,
    output reg  [7:0]                waits,
    output reg  [31:0]               missing,
    output reg                       starved
);
    localparam LANES = DATA_W / 32;
    localparam OWED_W = 37;                // moves of 2^32 in queues, and granules that come early
    localparam [LOG_PATIENCE:0] PATIENCE = 1 << LOG_PATIENCE;

    generate
        if (ENDS < 1 || ENDS > 128) begin : g_check_ends
            bl_kernel_owed_illegal_ENDS illegal();
        end
        if (DATA_W < 32 || DATA_W > 1024 || DATA_W % 32 != 0) begin : g_check_data_w
            bl_kernel_owed_illegal_DATA_W illegal();
        end
        if (LOG_PATIENCE < 2 || LOG_PATIENCE > 20) begin : g_check_log_patience
            bl_kernel_owed_illegal_LOG_PATIENCE illegal();
        end
    endgenerate

    // ---- by end: what it is owed, below 0 where words have come before their move
    reg  [ENDS*OWED_W-1:0] owed;
    reg  [ENDS-1:0]        began, passed, stands;
    reg  [ENDS*6-1:0]      count, counts;
    reg  [31:0]            asked;
    wire [ENDS-1:0]        is_owed, waiting;
    genvar e;
    generate
        for (e = 0; e < ENDS; e = e + 1) begin : g_end
            assign is_owed[e] = ~owed[e*OWED_W+OWED_W-1] & (|owed[e*OWED_W +: OWED_W]);
            assign waiting[e] = is_owed[e] & stands[e];
        end
    endgenerate
    always @* begin : keeps
        integer i, l;
        counts = {ENDS*6{1'b0}};
        for (i = 0; i < ENDS; i = i + 1)
            for (l = 0; l < LANES; l = l + 1)
                counts[i*6 +: 6] = counts[i*6 +: 6] + {5'd0, tkeep[i*LANES+l]};
    end
    always @(posedge clk) begin : sums
        integer i;
        asked  <= length;
        began  <= begins;
        passed <= tvalid & tready;
        stands <= (SENDS & tvalid & ~tready) | (~SENDS & ~tvalid);
        count  <= counts;
        for (i = 0; i < ENDS; i = i + 1)
            owed[i*OWED_W +: OWED_W] <= owed[i*OWED_W +: OWED_W]
                + (began[i] ? {{OWED_W-32{1'b0}}, asked} : {OWED_W{1'b0}})
                - (passed[i] ? {{OWED_W-6{1'b0}}, count[i*6 +: 6]} : {OWED_W{1'b0}});
        if (rst) begin
            owed   <= {ENDS*OWED_W{1'b0}};
            began  <= {ENDS{1'b0}};
            passed <= {ENDS{1'b0}};
            stands <= {ENDS{1'b0}};
        end
    end

    // ---- the first that waits
    reg [7:0]        first;
    reg [OWED_W-1:0] its;
    always @* begin : choice
        integer i;
        first = 8'd0;
        its   = {OWED_W{1'b0}};
        for (i = ENDS - 1; i >= 0; i = i - 1)
            if (waiting[i]) begin
                first = {1'b1, i[6:0]};
                its   = owed[i*OWED_W +: OWED_W];
            end
    end
    always @(posedge clk) begin
        waits   <= rst ? 8'd0 : first;
        missing <= (|its[OWED_W-1:32]) ? 32'hffffffff : its[31:0];
    end

    // ---- patience with ends that are marked
    reg  [LOG_PATIENCE:0] still;
    wire                  hopeless = |(waiting & marked);
    wire                  moves    = |(passed & marked);
    always @(posedge clk) begin
        still   <= (rst | ~hopeless | moves) ? {(LOG_PATIENCE+1){1'b0}}
            : (still == PATIENCE) ? still : still + 1'b1;
        starved <= ~rst & (still == PATIENCE);
    end

`ifdef FORMAL
    // Rule 1: what an end is owed is what its moves have asked, less what has passed, and the first
    // that waits for some is shown with it. Rule 2: it starves behind 2^LOG_PATIENCE cycles in
    // which a marked end waited and nothing passed one, and only then.
    (* anyconst *) reg [6:0] f_end;
    reg                 f_reset = 1'b0;
    reg [OWED_W-1:0]    f_owed, f_due;    // up to this cycle, and the one before
    reg [LOG_PATIENCE+1:0] f_still;
    reg                 f_starves, f_stands, f_waits;  // the latter two as f_due
    reg [OWED_W-1:0]    f_last;                        // f_due, a cycle before
    reg [5:0]           f_count;
    integer             f_lane;
    always @* begin
        f_count = 0;
        for (f_lane = 0; f_lane < LANES; f_lane = f_lane + 1)
            f_count = f_count + tkeep[f_end*LANES+f_lane];
    end
    always @(posedge clk) begin
        f_reset <= 1'b1;
        if (rst) f_owed <= 0;
        else f_owed <= f_owed + (begins[f_end] ? length : 0)
            - ((tvalid[f_end] & tready[f_end]) ? f_count : 0);
        f_due   <= rst ? 0 : f_owed;
        f_last  <= f_due;
        f_stands  <= !rst && (SENDS[f_end] ? tvalid[f_end] & ~tready[f_end] : ~tvalid[f_end]);
        f_waits   <= !rst && f_stands && !f_due[OWED_W-1] && f_due != 0;
        f_starves <= !rst && f_still >= PATIENCE;
        f_still <= (rst || !hopeless || moves) ? 0
            : f_still[LOG_PATIENCE+1] ? f_still : f_still + 1;
    end
    always @* begin
        if (!f_reset) assume (rst);
        assume (f_end < ENDS);
        if (f_reset) begin
            assert (owed[f_end*OWED_W +: OWED_W] == f_due);
            if (waits[7] && waits[6:0] == f_end)
                assert (f_waits && missing == (|f_last[OWED_W-1:32] ? 32'hffffffff : f_last[31:0]));
            if (f_waits) assert (waits[7] && waits[6:0] <= f_end);
            assert (starved == f_starves);
            assert ((still == PATIENCE) == (f_still >= PATIENCE));
            assert (still == PATIENCE || still == f_still);
        end
    end
`endif
endmodule
`default_nettype wire
