// SPDX-License-Identifier: ISC
`default_nettype none
// Lets one offer of a node pass in the node's own slot of a shared medium; slots are a cycle long
// and go round all nodes from the end of the reset on.
// Contract: peers take turns; an offer that passes is taken in that cycle. Latency: 0 cycles.
module bl_shared_slot #(
    // number of nodes: 2..16
    parameter NODES = 4,
    // bits of a node's number: max(1, log2(NODES)) or more
    parameter NODE_W = 2
) (
    input  wire              clk,
    input  wire              rst,
    input  wire [NODE_W-1:0] node,
    // by peer: what is offered, and what passes
    input  wire [NODES-1:0]  s_tvalid,
    output wire [NODES-1:0]  s_tready,
    output wire [NODES-1:0]  m_tvalid,
    input  wire [NODES-1:0]  m_tready
);
    localparam [NODE_W-1:0] LAST = NODES - 1, ONE = 1;

    reg  [NODE_W-1:0] slot;
    // peers above the one that sent last, which come first
    reg  [NODES-1:0]  above;
    wire [NODES-1:0]  offers = (slot == node) ? s_tvalid & m_tready : {NODES{1'b0}};
    wire [NODES-1:0]  first  = |(offers & above) ? offers & above : offers;
    wire [NODES-1:0]  one    = first & (~first + 1'b1);

    assign m_tvalid = one;
    assign s_tready = one;

    always @(posedge clk) begin
        slot <= (rst || slot == LAST) ? {NODE_W{1'b0}} : slot + ONE;
        if (rst) above <= {NODES{1'b0}};
        else if (|one) above <= ~(one | (one - 1'b1));
    end
endmodule
`default_nettype wire
