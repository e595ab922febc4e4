// SPDX-License-Identifier: ISC
`default_nettype none
// A sum of products of any size as one asynchronous gate, for gates that no look-up table holds.
// Contract: o = 1 when for some product all bits of i under its CARE are as in its VALUE. It is
// taken to be one gate: that nothing inside it is late is an assumption that the circuit's sign-off
// list names; where tables are available, make the circuit of them instead. Unknown inputs that do
// not matter do not show. BL_RANDOM_DELAY as in bl_lut. Every path through it is cut.
// Latency: one gate. Throughput: as the circuit around it does.
module bl_cover #(
    // number of inputs, 1..65
    parameter INPUTS = 2,
    // number of products, 1 or more
    parameter CUBES = 1,
    // per product, lowest first: inputs that it looks at
    parameter [CUBES*INPUTS-1:0] CARE = {CUBES*INPUTS{1'b1}},
    // per product: their values, 0 for the others
    parameter [CUBES*INPUTS-1:0] VALUE = {CUBES*INPUTS{1'b1}}
) (
    input  wire [INPUTS-1:0] i,
    output wire              o
);
    generate
        if (INPUTS < 1 || INPUTS > 65) begin : g_check_inputs
            bl_cover_illegal_INPUTS illegal();
        end
        if (CUBES < 1) begin : g_check_cubes
            bl_cover_illegal_CUBES illegal();
        end
    endgenerate

    // a function, so that simulators see no glitch
    function sum(input [INPUTS-1:0] code);
        integer k;
        begin
            sum = 1'b0;
            for (k = 0; k < CUBES; k = k + 1)
                sum = sum | &(~CARE[k*INPUTS +: INPUTS] | ~(code ^ VALUE[k*INPUTS +: INPUTS]));
        end
    endfunction

    (* keep = "true", DONT_TOUCH = "true", S = "TRUE" *)
    wire next /* synthesis keep */;
    assign next = sum(i);
`ifdef BL_RANDOM_DELAY
    reg moved;
    always begin
        wait (next !== moved);
        #(1 + {$random} % `BL_RANDOM_DELAY);
        if (next === moved && moved !== 1'bx) begin
            $display("FAIL hazard in %m at %0t", $time);
            $finish(0);
        end
        moved = next;
    end
    assign o = moved;
`else
    assign o = next;
`endif
endmodule
`default_nettype wire
