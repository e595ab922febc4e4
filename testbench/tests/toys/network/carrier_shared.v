// The shared medium as a carrier: the flits of all nodes on the same wires, which one node drives
// in a cycle; DELAY cycles to every node. Credits have wires of their own.
`timescale 1ns/1ps
`default_nettype none
module carrier_shared #(parameter NODES = 4, NODE_W = 2, FLIT_W = 16, LOG_BUFFER = 7, DELAY = 30) (
`include "carrier_ports.vh"
);
    wire [NODES*NODES-1:0] sent;
    reg  [FLIT_W-1:0]      wires;
    reg  [FLIT_W-1:0]      flit [0:DELAY-1];
    reg  [NODES*NODES-1:0] from [0:DELAY-1];
    reg  [NODES*NODES*4-1:0] credits [0:DELAY-1];
    integer                i;

    always @* begin
        wires = 0;
        for (i = 0; i < NODES * NODES; i = i + 1)
            if (sent[i]) wires = wires | s_flit_tdata[i*FLIT_W +: FLIT_W];
    end
    initial for (i = 0; i < DELAY; i = i + 1) {from[i], credits[i]} = 0;
    always @(posedge clk) begin
        if (!rst && (sent & (sent - 1'b1)) != 0) begin
            $display("FAIL two words at a time on the medium");
            $finish(0);
        end
        flit[0]    <= wires;
        from[0]    <= rst ? 0 : sent;
        credits[0] <= rst ? 0 : s_credit;
        for (i = 1; i < DELAY; i = i + 1)
            {flit[i], from[i], credits[i]} <= {flit[i-1], from[i-1], credits[i-1]};
    end

    genvar n, d;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : g_node
            bl_shared_slot #(.NODES(NODES), .NODE_W(NODE_W)) slots (
                .clk(clk), .rst(rst), .node(n[NODE_W-1:0]),
                .s_tvalid(s_flit_tvalid[n*NODES +: NODES]),
                .s_tready(s_flit_tready[n*NODES +: NODES]),
                .m_tvalid(sent[n*NODES +: NODES]), .m_tready({NODES{1'b1}}));
            for (d = 0; d < NODES; d = d + 1) begin : g_pair
                localparam LEAVE = n * NODES + d, ARRIVE = d * NODES + n;
                assign m_flit_tvalid[ARRIVE] = from[DELAY-1][LEAVE];
                assign m_flit_tdata[ARRIVE*FLIT_W +: FLIT_W] = flit[DELAY-1];
                assign m_credit[ARRIVE*4 +: 4] = credits[DELAY-1][LEAVE*4 +: 4];
            end
        end
    endgenerate
endmodule
`default_nettype wire
