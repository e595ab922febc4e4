// SPDX-License-Identifier: ISC
`default_nettype none
// The links of a full mesh as a node's pins: what the node sends to itself stays in it.
// Contract: s_* and m_* are the endpoint's links by peer (docs/networks.md, "The carrier"),
// m_link_* and s_link_* the pins by peer. Those of the node's own number stay, idle: nothing is
// offered there, and what comes in is not looked at. The number stands before a flit leaves.
// Cut: to and from the pins nothing; what the node sends to itself is a register.
// Latency: 0, to itself 1 cycle. Throughput: 1 flit a cycle and link, each way.
module bl_link_loop #(
    // nodes: 2..64
    parameter NODES = 8,
    // bits of a node's number: log2(NODES)..6
    parameter NODE_W = 3,
    // bits of a flit: 6..16407
    parameter FLIT_W = 270
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [NODE_W-1:0]       node,
    // the endpoint, by peer
    input  wire [NODES-1:0]        s_tvalid,
    output wire [NODES-1:0]        s_tready,
    input  wire [NODES*FLIT_W-1:0] s_tdata,
    input  wire [NODES*4-1:0]      s_credit,
    output wire [NODES-1:0]        m_tvalid,
    output wire [NODES*FLIT_W-1:0] m_tdata,
    output wire [NODES*4-1:0]      m_credit,
    // the pins, by peer
    output wire [NODES-1:0]        m_link_tvalid,
    input  wire [NODES-1:0]        m_link_tready,
    output wire [NODES*FLIT_W-1:0] m_link_tdata,
    input  wire [NODES*4-1:0]      m_link_credit,
    input  wire [NODES-1:0]        s_link_tvalid,
    input  wire [NODES*FLIT_W-1:0] s_link_tdata,
    output wire [NODES*4-1:0]      s_link_credit
);
    generate
        if (NODES < 2 || NODES > 64 || NODES > (1 << NODE_W)) begin : g_check_nodes
            bl_link_loop_illegal_NODES illegal();
        end
        if (NODE_W < 1 || NODE_W > 6) begin : g_check_node_w
            bl_link_loop_illegal_NODE_W illegal();
        end
        if (FLIT_W < 6 || FLIT_W > 16407) begin : g_check_flit_w
            bl_link_loop_illegal_FLIT_W illegal();
        end
    endgenerate

    assign m_link_tdata = s_tdata;
    genvar p;
    generate
        for (p = 0; p < NODES; p = p + 1) begin : g_peer
            localparam [31:0] PEER = p;
            wire              self = node == PEER[NODE_W-1:0];
            reg               loop_valid;
            reg [3:0]         loop_credit;
            reg [FLIT_W-1:0]  loop;
            always @(posedge clk) begin
                loop_valid  <= s_tvalid[p];
                loop_credit <= s_credit[p*4 +: 4];
                loop        <= s_tdata[p*FLIT_W +: FLIT_W];
                if (rst) begin
                    loop_valid  <= 1'b0;
                    loop_credit <= 4'd0;
                end
            end
            assign m_link_tvalid[p] = s_tvalid[p] & ~self;
            assign s_link_credit[p*4 +: 4] = s_credit[p*4 +: 4] & {4{~self}};
            assign s_tready[p] = self | m_link_tready[p];
            assign m_tvalid[p] = self ? loop_valid : s_link_tvalid[p];
            assign m_tdata[p*FLIT_W +: FLIT_W] = self ? loop : s_link_tdata[p*FLIT_W +: FLIT_W];
            assign m_credit[p*4 +: 4] = self ? loop_credit : m_link_credit[p*4 +: 4];
        end
    endgenerate
endmodule
`default_nettype wire
