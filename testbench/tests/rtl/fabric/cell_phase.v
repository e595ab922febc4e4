// What comes over a link with the clock that comes with it: that of the bench, or with CROSSES the
// same PHASE sixteenths of a cycle of 10 ns later; what comes changes 2 ns behind its clock. With
// WANDER, 1/1000 ns a cycle, it becomes later and later up to 3 cycles, then earlier again.
`timescale 1ns/1ps
`default_nettype none
module cell_phase #(parameter WIDTH = 1, CROSSES = 0, PHASE = 0, WANDER = 0) (
    input wire clk, input wire rst, input wire [WIDTH-1:0] s
);
    reg               clock = 0, back = 0;
    reg  [WIDTH-1:0]  m = 0;
    reg  [1:0]        resets = 2'b11;
    wire              reset = resets[1];
    real              late;
    initial late = CROSSES ? PHASE * 10.0 / 16 : 0;
    generate
        if (CROSSES) begin : g_crosses
            always @(clk) clock <= #(late) clk;
            always @(s) m <= #(late + 2) s;
            always @(posedge clk) if (WANDER != 0) begin
                late = late + (back ? -WANDER : WANDER) / 1000.0;
                if (late > 30 || late < WANDER / 1000.0) back = !back;
            end
            always @(posedge clock) resets <= {resets[0], rst};
        end else begin : g_same
            always @* clock = clk;
            always @* m = s;
            always @* resets = {2{rst}};
        end
    endgenerate
endmodule
`default_nettype wire
