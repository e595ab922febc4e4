// SPDX-License-Identifier: ISC
`default_nettype none
// The buffer of a clock that comes as a pair of pins, Xilinx devices. (Intel's tool puts it in
// itself.)
// Contract: `clk` follows pin_p. No latency in cycles.
module bl_clock_pair (
    input  wire pin_p,
    input  wire pin_n,
    output wire clk
);
    IBUFDS buffer (.I(pin_p), .IB(pin_n), .O(clk));
endmodule
`default_nettype wire
