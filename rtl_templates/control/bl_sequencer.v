// SPDX-License-Identifier: ISC
`default_nettype none
// Runs the steps of a plan one after the other and counts the cycles.
// Contract: `start` (one cycle; ignored while busy) runs steps 0..STEPS-1. `step` is stable from
// step_start (one cycle) to the end of the step; `step_done` is a level that says that all units of
// the step are idle; it is not looked at in the clock of step_start and the one after, so that
// units may take two cycles to show that they are busy. `stop` is a level: while it is high a run
// ends in the next cycle, wherever it is; what its units hold then is lost. `done` stays from the
// end of the last step to the next start; `clocks` counts from the cycle of start to the first
// cycle of `done`, both included (its upper half is a cycle late). All outputs are registers.
// Latency: start to step_start 1 cycle; step_done to the next step_start or `done` 1 cycle.
// Throughput: a step takes 3 cycles at least.
module bl_sequencer #(
    // steps of the plan: 1..2 ^ STEP_W
    parameter STEPS = 1,
    // width of a step number, bits: 1..16
    parameter STEP_W = 4,
    // width of the cycle counter, bits: 8..64
    parameter CLOCK_W = 64
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               start,
    output reg  [STEP_W-1:0]  step,
    output reg                step_start,
    input  wire               step_done,
    input  wire               stop,
    output reg                busy,
    output reg                done,
    output reg  [CLOCK_W-1:0] clocks
);
    generate
        if (CLOCK_W < 8 || CLOCK_W > 64) begin : g_check_clocks
            bl_sequencer_illegal_CLOCK_W illegal();
        end
        if (STEPS < 1 || STEP_W < 1 || STEP_W > 16 || STEPS > (1 << STEP_W)) begin : g_check
            bl_sequencer_illegal_STEPS illegal();
        end
    endgenerate

    localparam [31:0]       FINAL = STEPS - 1;
    localparam [STEP_W-1:0] LAST  = FINAL[STEP_W-1:0];

    reg  young;                                    // the cycle after step_start
    wire over = busy & ~step_start & ~young & step_done;

    always @(posedge clk) begin
        step_start <= 1'b0;
        young      <= step_start;
        if (over) begin
            if (step == LAST) begin
                busy <= 1'b0;
                done <= 1'b1;
            end else begin
                step       <= step + 1'b1;
                step_start <= 1'b1;
            end
        end
        if (stop & busy) begin
            busy       <= 1'b0;
            done       <= 1'b1;
            step_start <= 1'b0;
        end
        if (start & ~busy) begin
            step       <= {STEP_W{1'b0}};
            step_start <= 1'b1;
            busy       <= 1'b1;
            done       <= 1'b0;
        end
        if (rst) begin
            step       <= {STEP_W{1'b0}};
            step_start <= 1'b0;
            young      <= 1'b0;
            busy       <= 1'b0;
            done       <= 1'b0;
        end
    end

    // The counter is in two halves, so that its carry is short; the upper one follows a cycle
    // later, after the end as well.
    localparam LOW_W = CLOCK_W > 16 ? CLOCK_W / 2 : CLOCK_W - 1;
    reg carry;

    always @(posedge clk) begin
        carry <= 1'b0;
        if (start & ~busy) begin
            clocks <= {{(CLOCK_W-2){1'b0}}, 2'd2};
        end else begin
            if (busy) {carry, clocks[LOW_W-1:0]} <= {1'b0, clocks[LOW_W-1:0]} + 1'b1;
            if (carry) clocks[CLOCK_W-1:LOW_W] <= clocks[CLOCK_W-1:LOW_W] + 1'b1;
        end
        if (rst) clocks <= {CLOCK_W{1'b0}};
    end

`ifdef FORMAL
    // Rule 1: steps come in order, each with one step_start, and a step ends only on a step_done
    // from the second cycle after its start on.
    // Rule 2: `done` comes after the last step, or when the run was stopped; it stays until the
    // next start, and excludes `busy`. No run goes on behind a cycle of `stop`.
    // Rule 3: the count is that of the cycles from start to done (low half).
    reg              f_past = 1'b0, f_ran;
    reg              f_was_busy, f_was_done, f_was_start, f_was_step_start, f_was_young,
        f_was_step_done, f_was_stop;
    reg [STEP_W-1:0] f_was_step;
    reg [LOW_W-1:0]  f_cycles;
    always @(posedge clk) begin
        f_past           <= 1'b1;
        f_was_busy       <= busy & ~rst;
        f_was_done       <= done & ~rst;
        f_was_start      <= start & ~busy & ~rst;
        f_was_step_start <= step_start & ~rst;
        f_was_young      <= young & ~rst;
        f_was_step_done  <= step_done;
        f_was_stop       <= stop & busy & ~rst;
        f_was_step       <= step;
        if (start & ~busy) f_cycles <= 2;
        else if (busy) f_cycles <= f_cycles + 1'b1;
        if (rst) f_cycles <= 0;
    end
    always @* begin
        if (!f_past) assume (rst);
        if (f_past) begin
            assert (!(busy & done) && (!step_start | busy) && step <= LAST);
            assert (f_cycles == clocks[LOW_W-1:0]);
            assert (young == f_was_step_start);
            if (step_start & f_was_start) assert (step == 0);
            if (step_start & ~f_was_start)
                assert (f_was_busy && f_was_step_done && !f_was_step_start && !f_was_young
                        && step == f_was_step + 1'b1);
            if (f_was_busy & busy & ~step_start) assert (step == f_was_step);
            if (f_was_stop) assert (done & ~busy);
            if (f_was_busy & ~busy & f_past & done & ~f_was_stop)
                assert (f_was_step == LAST && f_was_step_done && !f_was_step_start && !f_was_young);
            if (done) assert (f_was_done | f_was_busy);
            if (f_was_start) assert (busy & step_start & ~done);
        end
    end
`endif
endmodule
`default_nettype wire
