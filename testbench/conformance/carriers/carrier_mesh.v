// The full mesh as a carrier: a link for every pair, DELAY cycles one way, that pauses in a few
// random cycles and, with REST > 0, in every REST-th one.
`timescale 1ns/1ps
`default_nettype none
module carrier_mesh #(parameter NODES = 4, NODE_W = 2, FLIT_W = 16, LOG_BUFFER = 7, DELAY = 30,
                      PAUSE = 2 /* percent of the cycles */, REST = 0) (
`include "carrier_ports.vh"
);
    reg [NODES*NODES-1:0] ready = 0;
    integer               seed = 7, phase = 0;
    assign s_flit_tready = ready;
    assign stopped = {NODES{1'b0}};
    wire unused_stop = &{1'b0, stop};
    always @(posedge clk) phase <= (phase + 1 >= REST) ? 0 : phase + 1;
    genvar n, d;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : g_node
            for (d = 0; d < NODES; d = d + 1) begin : g_link
                localparam LEAVE = n * NODES + d, ARRIVE = d * NODES + n;
                reg [FLIT_W+4:0] pipe [0:DELAY-1];
                integer i;
                initial for (i = 0; i < DELAY; i = i + 1) pipe[i] = 0;
                always @(posedge clk) begin
                    pipe[0] <= rst ? 0
                        : {s_credit[LEAVE*4 +: 4], s_flit_tvalid[LEAVE] & ready[LEAVE],
                           s_flit_tdata[LEAVE*FLIT_W +: FLIT_W]};
                    for (i = 1; i < DELAY; i = i + 1) pipe[i] <= pipe[i-1];
                    ready[LEAVE] <= ($random(seed) & 32'h7fffffff) % 100 >= PAUSE
                        && (REST == 0 || phase != 0);
                end
                // what node n has freed of node d's flits goes the same way as its flits to d
                assign {m_credit[ARRIVE*4 +: 4], m_flit_tvalid[ARRIVE],
                        m_flit_tdata[ARRIVE*FLIT_W +: FLIT_W]} = pipe[DELAY-1];
            end
        end
    endgenerate
endmodule
`default_nettype wire
