// The full mesh as a carrier: bl_link_loop in every node, and a link for every pair, DELAY cycles
// one way, that pauses in a few random cycles and, with REST > 0, in every REST-th one.
`timescale 1ns/1ps
`default_nettype none
module carrier_mesh #(parameter NODES = 4, NODE_W = 2, FLIT_W = 16, LOG_BUFFER = 7, DELAY = 30,
                      PAUSE = 2 /* percent of the cycles */, REST = 0) (
`include "carrier_ports.vh"
);
    reg [NODES*NODES-1:0] ready = 0;
    integer               seed = 7, phase = 0;
    wire [NODES*NODES-1:0]        leaves, comes;
    wire [NODES*NODES*FLIT_W-1:0] leaving, coming;
    wire [NODES*NODES*4-1:0]      frees, freed;
    assign stopped = {NODES{1'b0}};
    wire unused_stop = &{1'b0, stop};
    always @(posedge clk) phase <= (phase + 1 >= REST) ? 0 : phase + 1;
    genvar n, d;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : g_node
            localparam [31:0] NODE = n;
            bl_link_loop #(.NODES(NODES), .NODE_W(NODE_W), .FLIT_W(FLIT_W)) port (
                .clk(clk), .rst(rst), .node(NODE[NODE_W-1:0]),
                .s_tvalid(s_flit_tvalid[n*NODES +: NODES]),
                .s_tready(s_flit_tready[n*NODES +: NODES]),
                .s_tdata(s_flit_tdata[n*NODES*FLIT_W +: NODES*FLIT_W]),
                .s_credit(s_credit[n*NODES*4 +: NODES*4]),
                .m_tvalid(m_flit_tvalid[n*NODES +: NODES]),
                .m_tdata(m_flit_tdata[n*NODES*FLIT_W +: NODES*FLIT_W]),
                .m_credit(m_credit[n*NODES*4 +: NODES*4]),
                .m_link_tvalid(leaves[n*NODES +: NODES]),
                .m_link_tready(ready[n*NODES +: NODES]),
                .m_link_tdata(leaving[n*NODES*FLIT_W +: NODES*FLIT_W]),
                .m_link_credit(freed[n*NODES*4 +: NODES*4]),
                .s_link_tvalid(comes[n*NODES +: NODES]),
                .s_link_tdata(coming[n*NODES*FLIT_W +: NODES*FLIT_W]),
                .s_link_credit(frees[n*NODES*4 +: NODES*4]));
            for (d = 0; d < NODES; d = d + 1) begin : g_link
                localparam LEAVE = n * NODES + d, ARRIVE = d * NODES + n;
                reg [FLIT_W+4:0] pipe [0:DELAY-1];
                integer i;
                initial for (i = 0; i < DELAY; i = i + 1) pipe[i] = 0;
                always @(posedge clk) begin
                    pipe[0] <= rst ? 0
                        : {frees[LEAVE*4 +: 4], leaves[LEAVE] & ready[LEAVE],
                           leaving[LEAVE*FLIT_W +: FLIT_W]};
                    for (i = 1; i < DELAY; i = i + 1) pipe[i] <= pipe[i-1];
                    ready[LEAVE] <= ($random(seed) & 32'h7fffffff) % 100 >= PAUSE
                        && (REST == 0 || phase != 0);
                end
                // what node n has freed of node d's flits goes the same way as its flits to d
                assign {freed[ARRIVE*4 +: 4], comes[ARRIVE], coming[ARRIVE*FLIT_W +: FLIT_W]} =
                    pipe[DELAY-1];
            end
        end
    endgenerate
endmodule
`default_nettype wire
