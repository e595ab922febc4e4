// SPDX-License-Identifier: ISC
`default_nettype none
// When a memory port passes requests: while the memory is calibrated, but not before the port was
// shut for the first time.
// Contract: `calibrated` may come from any clock, `shut` belongs to clk. `open` is low from the
// device's configuration to the first cycle in which `shut` is high, so that a port that clears
// itself while it is shut and not open does so once, also where the memory is calibrated from the
// first cycle. Latency: 2 cycles from `calibrated`, or one more. Throughput: does not apply.
module bl_port_open (
    input  wire clk,
    input  wire shut,
    input  wire calibrated,
    output wire open
);
    wire seen;
    bl_synchroniser #(.WIDTH(1)) gate (.clk(clk), .s(calibrated), .m(seen));

    reg begun = 1'b0;
    always @(posedge clk) if (shut) begun <= 1'b1;
    assign open = seen & begun;

`ifdef FORMAL
    // Rule 1: there is a cycle in which the port is shut and not open, and none before it in which
    // it is open. Rule 2: from then on `open` is the calibration.
    reg f_cleared = 1'b0;
    always @(posedge clk) if (shut & ~open) f_cleared <= 1'b1;
    always @* begin
        if (open) assert (f_cleared);
        if (f_cleared) assert (open == seen);
    end
`endif
endmodule
`default_nettype wire
