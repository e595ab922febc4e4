// SPDX-License-Identifier: ISC
`default_nettype none
// Which end of its cable port S is: of two hubs that it joins one is the root complex. The project
// has a revision for each, and that of the root complex defines BL_S_ROOT.
// Contract: `root` is a constant.
// Latency: none. Throughput: does not apply.
module bl_s4_side (
    output wire root
);
`ifdef BL_S_ROOT
    assign root = 1'b1;
`else
    assign root = 1'b0;
`endif
endmodule
`default_nettype wire
