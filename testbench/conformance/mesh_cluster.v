// NODES nodes of bl_mesh and the links between them: DELAY clocks one way, every link pauses in a
// few random clocks and, with REST > 0, in every REST-th one.
`timescale 1ns/1ps
`default_nettype none
module mesh_cluster #(parameter NODES = 4, LANES = 4, ELEMS = 4, ELEM_W = 32, PACKET_WORDS = 8,
                      NODE_W = 2, CHAN_W = 2, LANE_REACH = 1, LOG_BUFFER = 7, DELAY = 30,
                      PAUSE = 2 /* percent of the clocks */, REST = 0) (
`include "network_ports.vh"
);
    localparam FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3, WORD_W = ELEMS * ELEM_W,
        DEST_W = NODE_W + CHAN_W;
    wire [NODES*NODES-1:0]        leave_valid, arrive_valid;
    reg  [NODES*NODES-1:0]        leave_ready = 0;
    wire [NODES*NODES*FLIT_W-1:0] leave_data, arrive_data;
    wire [NODES*NODES*4-1:0]      freed, credit;
    integer                       seed = 7, phase = 0;
    always @(posedge clk) phase <= (phase + 1 >= REST) ? 0 : phase + 1;
    genvar n, d;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : g_node
            bl_mesh #(.NODES(NODES), .LANES(LANES), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
                      .LOG_BUFFER(LOG_BUFFER), .LANE_REACH(LANE_REACH),
                      .PACKET_WORDS(PACKET_WORDS)) mesh (
`include "network_node.vh"
                .m_link_tvalid(leave_valid[n*NODES +: NODES]),
                .m_link_tready(leave_ready[n*NODES +: NODES]),
                .m_link_tdata(leave_data[n*NODES*FLIT_W +: NODES*FLIT_W]),
                .m_link_credit(credit[n*NODES*4 +: NODES*4]),
                .s_link_tvalid(arrive_valid[n*NODES +: NODES]),
                .s_link_tdata(arrive_data[n*NODES*FLIT_W +: NODES*FLIT_W]),
                .s_link_credit(freed[n*NODES*4 +: NODES*4]));
            for (d = 0; d < NODES; d = d + 1) begin : g_link
                reg [FLIT_W+4:0] pipe [0:DELAY-1];
                integer i;
                initial for (i = 0; i < DELAY; i = i + 1) pipe[i] = 0;
                always @(posedge clk) begin
                    pipe[0] <= rst ? 0
                        : {freed[(n*NODES+d)*4 +: 4],
                           leave_valid[n*NODES+d] & leave_ready[n*NODES+d],
                           leave_data[(n*NODES+d)*FLIT_W +: FLIT_W]};
                    for (i = 1; i < DELAY; i = i + 1) pipe[i] <= pipe[i-1];
                    leave_ready[n*NODES+d] <=
                        ($random(seed) & 32'h7fffffff) % 100 >= PAUSE && (REST == 0 || phase != 0);
                end
                assign {credit[(d*NODES+n)*4 +: 4], arrive_valid[d*NODES+n],
                        arrive_data[(d*NODES+n)*FLIT_W +: FLIT_W]} = pipe[DELAY-1];
            end
        end
    endgenerate
endmodule
`default_nettype wire
