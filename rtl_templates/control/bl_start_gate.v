// SPDX-License-Identifier: ISC
// Holds a start back until the units that it needs are ready.
//
// Contract: a `start` pulse gives one `go` pulse, in the same cycle when `ready` is high, else in
// the first cycle in which it is. `start` is not repeated before `go`. `waiting` is high from the
// cycle after `start` to `go`. `go` is a gate behind `start` and `ready`. Latency 0 cycles and
// more.
`default_nettype none

module bl_start_gate (
    input  wire clk,
    input  wire rst,
    input  wire start,
    input  wire ready,
    output wire go,
    output wire waiting
);

    reg pending;

    assign go = (start | pending) & ready;
    assign waiting = pending;

    always @(posedge clk)
        if (rst) pending <= 1'b0;
        else pending <= (start | pending) & ~ready;

endmodule

`default_nettype wire
