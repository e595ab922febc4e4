// SPDX-License-Identifier: ISC
// Numbers the exchanges modulo 2: `epoch` changes with every `exchange` pulse.
//
// Contract: reset gives 0, so all nodes of a cluster agree after the same number of exchanges.
// Latency 1 cycle.
`default_nettype none

module bl_epoch (
    input  wire clk,
    input  wire rst,
    input  wire exchange,
    output reg  epoch
);

    always @(posedge clk)
        if (rst) epoch <= 1'b0;
        else epoch <= epoch ^ exchange;

endmodule

`default_nettype wire
