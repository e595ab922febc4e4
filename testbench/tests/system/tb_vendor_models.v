// The pairs and clocks of boards/common with the models of the vendor's cells: lines come through
// pairs of pins, clocks have their ratios and are locked only when they are stable.
// BAD breaks what is between the pins: 1 a pair is the wrong way round, 2 two pairs have each
// other's negative wire, 3 a negative wire is cut, 4 the clock's pair has two equal wires.
`timescale 1ps/1ps
module tb_vendor_models;
    parameter PAIRS = 5;
    parameter BAD = 0;
    parameter PERIOD = 5000, MULTIPLY = 5, DIVIDE = 1, OUT_0 = 5, OUT_1 = 10, OUT_2 = 3;

    task fail(input [8*40-1:0] why); begin
        $display("FAIL %0s", why);
        $finish(0);
    end endtask

    // ---- pairs
    reg  [PAIRS-1:0] line = {PAIRS{1'b0}};
    wire [PAIRS-1:0] p, n, got, p_in, n_in;
    bl_pair_out #(.PAIRS(PAIRS)) out (.s_line(line), .pin_p(p), .pin_n(n));
    bl_pair_in #(.PAIRS(PAIRS)) in (.pin_p(p_in), .pin_n(n_in), .m_line(got));
    genvar g;
    generate
        for (g = 0; g < PAIRS; g = g + 1) begin : g_wires
            localparam OTHER = g < 2 && PAIRS > 1 ? 1 - g : g;
            assign p_in[g] = BAD == 1 && g == PAIRS - 1 ? n[g] : p[g];
            assign n_in[g] = BAD == 1 && g == PAIRS - 1 ? p[g] : BAD == 2 ? n[OTHER]
                : BAD == 3 && g == 0 ? 1'bz : n[g];
        end
    endgenerate
    integer i;
    task lines; for (i = 0; i < 4 * PAIRS; i = i + 1) begin
        line = i < PAIRS ? {{PAIRS-1{1'b0}}, 1'b1} << i
            : i < 2 * PAIRS ? ~({{PAIRS-1{1'b0}}, 1'b1} << (i - PAIRS)) : {$random, $random};
        #10 if (n !== ~line) fail("a pair that goes out is none");
        if (got !== line) fail("a line does not come through");
    end endtask

    // ---- clocks
    reg beat = 1'b0, on = 1'b1, slow = 1'b0;
    wire ref_clk, locked;
    wire [2:0] clk;
    wire beat_p, beat_n;
    always begin
        #(slow ? PERIOD : PERIOD / 2) beat = on & ~beat;
        #(slow ? PERIOD : PERIOD - PERIOD / 2) beat = on & ~beat;
    end
    bl_pair_out clock_out (.s_line(beat), .pin_p(beat_p), .pin_n(beat_n));
    bl_clock_pair pair (.pin_p(beat_p), .pin_n(BAD == 4 ? beat_p : beat_n), .clk(ref_clk));
    bl_clock_mmcm #(.PERIOD_PS(PERIOD), .MULTIPLY(MULTIPLY), .DIVIDE(DIVIDE), .OUT_0(OUT_0),
                    .OUT_1(OUT_1), .OUT_2(OUT_2)) made (
        .ref_clk(ref_clk), .locked(locked), .clk_0(clk[0]), .clk_1(clk[1]), .clk_2(clk[2]));

    integer edges_0 = 0, edges_1 = 0, edges_2 = 0, beats = 0;
    always @(posedge clk[0]) edges_0 = edges_0 + 1;
    always @(posedge clk[1]) edges_1 = edges_1 + 1;
    always @(posedge clk[2]) edges_2 = edges_2 + 1;
    always @(posedge ref_clk) beats = beats + 1;

    // Edges in 1200 periods of the reference: at most one more or less.
    task count(input integer edges, input integer divide);
        if (edges * DIVIDE * divide > 1200 * MULTIPLY + DIVIDE * divide ||
            edges * DIVIDE * divide < 1200 * MULTIPLY - DIVIDE * divide) fail("a clock's ratio");
    endtask
    task ratios(input integer scale); begin
        edges_0 = 0; edges_1 = 0; edges_2 = 0;
        #(1200 * PERIOD * scale);
        count(edges_0, OUT_0); count(edges_1, OUT_1); count(edges_2, OUT_2);
        if (locked !== 1'b1) fail("the lock does not hold");
    end endtask
    task lock; begin
        if (locked !== 1'b0) fail("locked too early");
        beats = 0;
        #(8 * PERIOD) if (locked !== 1'b0) fail("locked before clocks are stable");
        #(60 * PERIOD) if (locked !== 1'b1) fail("never locked");
    end endtask

    initial begin
        lines;
        lock;
        ratios(1);
        on = 1'b0;
        #(10 * PERIOD) if (locked !== 1'b0) fail("locked without a clock");
        #(100 * PERIOD) edges_0 = 0;
        #(100 * PERIOD) if (edges_0 != 0) fail("clocks from nothing");
        on = 1'b1;
        lock;
        ratios(1);
        slow = 1'b1;
        #(6 * PERIOD) if (locked !== 1'b0) fail("locked to another clock");
        lock;
        ratios(2);
        $display("PASS");
        $finish(0);
    end
endmodule
