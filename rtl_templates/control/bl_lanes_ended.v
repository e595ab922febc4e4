// Watches a lane stream: `ended` is high once every lane has transferred its beat with tlast, until `clear`.
//
// Contract: only looks, never stalls. `clear` comes before the first beat of a stream, never in the clock of a tlast beat.
// Latency 1 clock after the last lane's tlast beat.
`default_nettype none

module bl_lanes_ended #(
    // number of lanes, 1 or more
    parameter LANES = 8
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             clear,
    input  wire [LANES-1:0] tap_tvalid,
    input  wire [LANES-1:0] tap_tready,
    input  wire [LANES-1:0] tap_tlast,
    output wire             ended
);

    generate
        if (LANES < 1) begin : illegal
            bl_lanes_ended_LANES_must_be_at_least_1 error ();
        end
    endgenerate

    reg [LANES-1:0] lane_ended;

    assign ended = &lane_ended;

    always @(posedge clk)
        if (rst || clear) lane_ended <= {LANES{1'b0}};
        else lane_ended <= lane_ended | (tap_tvalid & tap_tready & tap_tlast);

endmodule

`default_nettype wire
