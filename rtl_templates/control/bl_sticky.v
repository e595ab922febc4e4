// Flags that stay: a bit of q is set by a one in d and remains until `clear`.
//
// Contract: in a clock with `clear` the flags become d. Latency 1 clock.
`default_nettype none

module bl_sticky #(
    // number of flags, 1 or more
    parameter WIDTH = 1
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             clear,
    input  wire [WIDTH-1:0] d,
    output reg  [WIDTH-1:0] q
);

    generate
        if (WIDTH < 1) begin : illegal
            bl_sticky_WIDTH_must_be_at_least_1 error ();
        end
    endgenerate

    always @(posedge clk)
        if (rst) q <= {WIDTH{1'b0}};
        else q <= (clear ? {WIDTH{1'b0}} : q) | d;

endmodule

`default_nettype wire
