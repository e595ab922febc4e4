// SPDX-License-Identifier: ISC
// For simulation only, never part of a project: how the cells of the 7 series behave that the
// modules in boards/common/ use, with the pins that they use. Vivado has the cells themselves.
`timescale 1ps/1ps
`default_nettype none
/* verilator lint_off DECLFILENAME */

// A differential input: x unless the two wires are opposite.
module IBUFDS (
    input  wire I,
    input  wire IB,
    output wire O
);
    assign O = (I ^ IB) === 1'b1 ? I : 1'bx;
endmodule

// buffers of single lines
module IBUF (
    input wire I,
    output wire O
);
    assign O = I;
endmodule
module OBUF (
    input wire I,
    output wire O
);
    assign O = I;
endmodule


module OBUFDS (
    input  wire I,
    output wire O,
    output wire OB
);
    assign O = I;
    assign OB = ~I;
endmodule

module BUFG (
    input  wire I,
    output wire O
);
    assign O = I;
endmodule

// The mixed-mode clock manager. It measures the period of CLKIN1, whatever CLKIN1_PERIOD says.
// LOCKED rises after LOCK periods of one length, with the feedback connected; it falls when the
// period changes by more than a hundredth and 1 ps, when the clock stops, and with RST or PWRDWN.
// The outputs run already before LOCKED. They have no certain phase, and no duty cycle but one
// half; the limits of the oscillator are not checked.
module MMCME2_BASE #(
    /* verilator lint_off UNUSED */
    // period of CLKIN1, ns
    parameter real CLKIN1_PERIOD = 0.0,
    /* verilator lint_on UNUSED */
    // divider of CLKIN1
    parameter DIVCLK_DIVIDE = 1,
    // factor from there to the oscillator
    parameter real CLKFBOUT_MULT_F = 5.0,
    // dividers from the oscillator to the outputs
    parameter real CLKOUT0_DIVIDE_F = 1.0,
    parameter CLKOUT1_DIVIDE = 1,
    parameter CLKOUT2_DIVIDE = 1
) (
    input  wire CLKIN1,
    input  wire RST,
    input  wire PWRDWN,
    input  wire CLKFBIN,
    output wire CLKFBOUT,
    output wire CLKOUT0,
    output wire CLKOUT1,
    output wire CLKOUT2,
    output wire LOCKED
);
    // periods of CLKIN1 until the outputs run, and until they are locked
    localparam RUN = 4;
    localparam LOCK = 16;

    integer periods; // of one length so far; -1: not even an edge
    real first, last, period;
    reg fed;
    reg stopped; // CLKIN1 has stopped
    wire off = RST || PWRDWN || stopped;
    wire running = periods >= RUN;
    initial periods = -1;
    initial fed = 1'b0;

    function same(input real now, input real was);
        same = now - was <= 1.0 + was / 100.0 && was - now <= 1.0 + was / 100.0;
    endfunction

    always @(posedge CLKIN1 or posedge off) begin
        if (off) periods <= -1;
        else if (periods < 0 || (periods > 0 && !same($realtime - last, period))) begin
            periods <= 0;
            first <= $realtime;
        end else if (periods < LOCK) begin
            periods <= periods + 1;
            period <= ($realtime - first) / (periods + 1);
        end
        last <= $realtime;
    end
    initial begin
        stopped = 1'b0;
        forever begin
            wait (running);
            #(2.0 * period);
            stopped = running && $realtime - last > 2.0 * period;
            wait (!stopped || !running);
            stopped = 1'b0;
        end
    end
    always @(posedge CLKFBIN) fed <= 1'b1;
    assign LOCKED = periods >= LOCK && fed;

    wire [3:0] clocks;
    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_clock
            // periods of CLKIN1 in half a period of the output
            localparam HALF = 0.5 * DIVCLK_DIVIDE / CLKFBOUT_MULT_F *
                (i == 0 ? CLKOUT0_DIVIDE_F : i == 1 ? 1.0 * CLKOUT1_DIVIDE
                : i == 2 ? 1.0 * CLKOUT2_DIVIDE : CLKFBOUT_MULT_F);
            // in 1/65536 of a time unit, so that what is rounded does not add up
            reg [63:0] half, due;
            reg clock;
            initial begin
                clock = 1'b0;
                forever begin
                    wait (running);
                    /* verilator lint_off REALCVT */
                    half = HALF * period * 65536.0;
                    /* verilator lint_on REALCVT */
                    due = 64'd0;
                    while (running) begin
                        due = due + half;
                        #(due >> 16) clock = ~clock;
                        due = due & 64'hFFFF;
                    end
                    clock = 1'b0;
                end
            end
            assign clocks[i] = clock;
        end
    endgenerate
    assign {CLKFBOUT, CLKOUT2, CLKOUT1, CLKOUT0} = clocks;
endmodule
// no timescale for the files behind this one
`resetall
`default_nettype wire
