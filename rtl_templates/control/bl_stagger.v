// SPDX-License-Identifier: ISC
// The word at which each lane begins to read, so that the lanes of all nodes spread evenly over a
// sorted input.
//
// Lane i of node s begins (i * N + s) / (N * LANES) of the way into its words, rounded down to a
// burst; N is the power of two that is not below NODES.
// Contract: `offset` follows `count` and `node` after 3 cycles; they are stable long before a
// reader starts. Always below the number of words.
`default_nettype none

module bl_stagger #(
    // number of nodes: 1..64
    parameter NODES = 8,
    // bits of a node number: max(1, log2(NODES)) or more
    parameter NODE_W = 3,
    // number of lanes: 1..32, a power of two
    parameter LANES = 8,
    // bits of a lane number: max(1, log2(LANES)) or more
    parameter LANE_W = 3,
    // bits of a count: 1 or more
    parameter COUNT_W = 32,
    // bits of an offset: 1..COUNT_W
    parameter OFFSET_W = 28,
    // log2 of the elements of a word: 0 or more
    parameter LOG_ELEMS = 3,
    // log2 of the words of a burst: 0 or more
    parameter LOG_BURST = 2
) (
    input  wire                      clk,
    input  wire [NODE_W-1:0]         node,
    input  wire [LANES*COUNT_W-1:0]  count,  // elements of every lane
    output wire [LANES*OFFSET_W-1:0] offset  // words
);

    generate
        if (NODES < 1 || NODES > 64 || NODE_W < 1
            || NODES > (1 << NODE_W) || LANES < 1 || LANES > 32 || (LANES & (LANES - 1)) != 0
            || LANE_W < 1 || LANES > (1 << LANE_W) || OFFSET_W < 1 || OFFSET_W > COUNT_W
            || LOG_ELEMS < 0 || LOG_BURST < 0) begin : illegal
            bl_stagger_NODE_W_LANE_W_and_OFFSET_W_must_fit error ();
        end
    endgenerate

    localparam PLACE_W = NODE_W + LANE_W;
    // A node that is alone has number 0.
    wire [NODE_W-1:0] number = NODES == 1 ? {NODE_W{1'b0}} : node;

    genvar i;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : lane
            localparam [LANE_W-1:0] NUMBER = i;
            reg  [COUNT_W-1:0]         bursts;
            reg  [COUNT_W+PLACE_W-1:0] scaled;
            reg  [COUNT_W-1:0]         first;
            wire [PLACE_W-1:0]         place = {NUMBER, number};
            wire [COUNT_W+PLACE_W-1:0] quotient = scaled >> (LANES == 1 ? NODE_W : PLACE_W);

            always @(posedge clk) begin
                bursts <= count[i*COUNT_W +: COUNT_W] >> (LOG_ELEMS + LOG_BURST);
                scaled <= bursts * place;
                first  <= quotient[COUNT_W-1:0];
            end
            wire [COUNT_W-1:0]         words = first << LOG_BURST;
            assign offset[i*OFFSET_W +: OFFSET_W] = words[OFFSET_W-1:0];

            wire unused_high = &{1'b0, quotient, words};
        end
    endgenerate

endmodule

`default_nettype wire
