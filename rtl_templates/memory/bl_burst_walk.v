// SPDX-License-Identifier: ISC
`default_nettype none
// Walks over the bursts of one column, from a given burst to the end and then from the beginning.
// Contract: `load` (one cycle) starts a walk of last+1 bursts at burst number `first` (<= last);
// `first_addr` is that burst's byte address, `base` that of burst 0. The outputs describe the
// current burst; `step` goes to the next. `base` and `last` must be held until the walk is over.
// Outputs are registers, group_end is two gates behind them; no output sees an input of the same
// cycle.
// Latency: 1 cycle after load or step. Throughput: 1 burst a cycle.
module bl_burst_walk #(
    // width of a byte address, bits: 4..64
    parameter ADDR_W = 29,
    // width of a burst number, bits: 1..31
    parameter NUMBER_W = 20,
    // log2 of the bytes from one burst to the next: 0..min(16, ADDR_W - 1)
    parameter LOG_BYTES = 7,
    // log2 of the bursts of a group: 0..16
    parameter LOG_GROUP = 0
) (
    input  wire                clk,
    input  wire                load,
    input  wire [ADDR_W-1:0]   base,
    input  wire [ADDR_W-1:0]   first_addr,
    input  wire [NUMBER_W-1:0] first,
    input  wire [NUMBER_W-1:0] last,
    input  wire                step,
    output reg  [ADDR_W-1:0]   addr,
    // this is burst number `last`, which holds the column's last word
    output reg                 at_last,
    output wire                group_end, // the last burst of its group
    output reg                 at_end     // the last burst of the walk
);
    generate
        if (ADDR_W < 4 || ADDR_W > 64) begin : g_check_addr_w
            bl_burst_walk_illegal_ADDR_W illegal();
        end
        if (NUMBER_W < 1 || NUMBER_W > 31) begin : g_check_number_w
            bl_burst_walk_illegal_NUMBER_W illegal();
        end
        if (LOG_BYTES < 0 || LOG_BYTES > 16 || LOG_BYTES >= ADDR_W) begin : g_check_log_bytes
            bl_burst_walk_illegal_LOG_BYTES illegal();
        end
        if (LOG_GROUP < 0 || LOG_GROUP > 16) begin : g_check_log_group
            bl_burst_walk_illegal_LOG_GROUP illegal();
        end
    endgenerate

    localparam [31:0]         GROUP_MASK = (1 << LOG_GROUP) - 1;
    localparam [ADDR_W-1:0]   STEP_BYTES = {{(ADDR_W-1){1'b0}}, 1'b1} << LOG_BYTES;
    localparam [NUMBER_W-1:0] ZERO       = {NUMBER_W{1'b0}};
    localparam [NUMBER_W-1:0] ONE        = ZERO + 1'b1;

    // number and its successor, so that the comparisons start from registers; bursts that follow
    // this one
    reg [NUMBER_W-1:0] number, next, left;

    wire [31:0] number_wide = {{(32 - NUMBER_W){1'b0}}, number};
    assign group_end = at_last | at_end | ((number_wide & GROUP_MASK) == GROUP_MASK);

    always @(posedge clk) begin
        if (load) begin
            addr    <= first_addr;
            number  <= first;
            next    <= first + ONE;
            left    <= last;
            at_last <= first == last;
            at_end  <= last == ZERO;
        end else if (step) begin
            addr    <= at_last ? base : addr + STEP_BYTES;
            number  <= at_last ? ZERO : next;
            next    <= at_last ? ONE : next + ONE;
            left    <= left - ONE;
            at_last <= at_last ? last == ZERO : next == last;
            at_end  <= left == ONE;
        end
    end

`ifdef FORMAL
    // Rule 1: burst k of a walk is number (first + k) mod (last + 1), and its address is base +
    // (number << LOG_BYTES).
    // Rule 2: at_end is set on exactly the last of the last+1 bursts, at_last on burst number
    // `last`.
    (* anyconst *) reg [ADDR_W-1:0]   f_base;
    (* anyconst *) reg [NUMBER_W-1:0] f_first, f_last;
    reg [NUMBER_W-1:0] f_step;
    reg                f_loaded = 1'b0;
    wire [NUMBER_W:0]  f_sum    = {1'b0, f_first} + {1'b0, f_step};
    wire [NUMBER_W:0]  f_number = f_sum > {1'b0, f_last} ? f_sum - {1'b0, f_last} - 1'b1 : f_sum;
    wire [ADDR_W+NUMBER_W+63:0] f_offset = f_number << LOG_BYTES;
    wire [ADDR_W-1:0]  f_addr   = f_base + f_offset[ADDR_W-1:0];
    wire [ADDR_W+NUMBER_W+63:0] f_start = f_first << LOG_BYTES;
    always @(posedge clk) begin
        if (load) f_step <= ZERO;
        else if (step) f_step <= f_step + ONE;
        f_loaded <= load | (f_loaded & ~(step & at_end));
    end
    always @* begin
        assume (base == f_base && first == f_first && last == f_last && f_first <= f_last);
        assume (first_addr == f_base + f_start[ADDR_W-1:0]);
        if (f_loaded) begin
            assert (f_step <= f_last && left == f_last - f_step);
            assert (number == f_number[NUMBER_W-1:0] && next == number + ONE && addr == f_addr);
            assert (at_last == (number == last) && at_end == (f_step == f_last));
        end
    end
`endif
endmodule
`default_nettype wire
