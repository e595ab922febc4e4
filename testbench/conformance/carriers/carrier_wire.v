// Serial cores as a carrier: bl_wire_links in every node, and a core for every pair, DELAY cycles
// one way, that takes no word in a few random cycles. FLIP words in 100,000 are damaged in one to
// four bits, tlast included; with DOWN, at times a channel goes down for 40 to 140 cycles, in
// which it takes words and loses them and those under way. Told to stop, the cores let nothing
// pass any more.
`timescale 1ns/1ps
`default_nettype none
module carrier_wire #(parameter NODES = 4, NODE_W = 2, FLIT_W = 40, LOG_BUFFER = 7, WIDTH = 64,
                      ELEMS = 1, CHAN_W = 4, RUN = 12, LOG_RING = 7, DELAY = 25, TIMEOUT = 200,
                      SILENCE = 1000, FLIP = 0, DOWN = 0) (
`include "carrier_ports.vh"
);
    localparam PAIRS = NODES * NODES, ELEM_W = (FLIT_W - ELEMS - CHAN_W - 3) / ELEMS;
    wire [PAIRS-1:0]       out_valid, out_last, in_valid, in_last;
    reg  [PAIRS-1:0]       ready = 0, up = 0;
    wire [PAIRS*WIDTH-1:0] out, in;
    integer                seed = 11, damaged = 0, lost = 0;
    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    genvar n, d;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : g_node
            localparam [31:0] NODE = n;
            wire [7:0] unused_cause;
            bl_wire_links #(.NODES(NODES), .NODE_W(NODE_W), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
                .CHAN_W(CHAN_W), .WIDTH(WIDTH), .RUN(RUN), .LOG_RING(LOG_RING),
                .TIMEOUT(TIMEOUT), .SILENCE(SILENCE)) port (
                .clk(clk), .rst(rst), .node(NODE[NODE_W-1:0]),
                .s_tvalid(s_flit_tvalid[n*NODES +: NODES]),
                .s_tready(s_flit_tready[n*NODES +: NODES]),
                .s_tdata(s_flit_tdata[n*NODES*FLIT_W +: NODES*FLIT_W]),
                .s_credit(s_credit[n*NODES*4 +: NODES*4]),
                .m_tvalid(m_flit_tvalid[n*NODES +: NODES]),
                .m_tdata(m_flit_tdata[n*NODES*FLIT_W +: NODES*FLIT_W]),
                .m_credit(m_credit[n*NODES*4 +: NODES*4]), .stopped(stopped[n]),
                .cause(unused_cause), .up(up[n*NODES +: NODES]),
                .m_wire_tvalid(out_valid[n*NODES +: NODES]),
                .m_wire_tready(ready[n*NODES +: NODES]),
                .m_wire_tdata(out[n*NODES*WIDTH +: NODES*WIDTH]),
                .m_wire_tlast(out_last[n*NODES +: NODES]),
                .s_wire_tvalid(in_valid[n*NODES +: NODES]),
                .s_wire_tdata(in[n*NODES*WIDTH +: NODES*WIDTH]),
                .s_wire_tlast(in_last[n*NODES +: NODES]));
            for (d = 0; d < NODES; d = d + 1) begin : g_core
                localparam LEAVE = n * NODES + d, ARRIVE = d * NODES + n;
                reg [WIDTH+1:0] pipe [0:DELAY-1];
                reg [WIDTH:0]   flaw;
                integer         i, down = 30;
                initial for (i = 0; i < DELAY; i = i + 1) pipe[i] = 0;
                always @(posedge clk) begin
                    flaw = 0;
                    if (FLIP != 0 && draw(100000) < FLIP) repeat (1 + draw(4))
                        flaw[draw(WIDTH + 1)] = 1;
                    pipe[0] <= rst || stop || down != 0 || !(out_valid[LEAVE] & ready[LEAVE]) ? 0
                        : {1'b1, {out_last[LEAVE], out[LEAVE*WIDTH +: WIDTH]} ^ flaw};
                    if (flaw != 0 && out_valid[LEAVE] & ready[LEAVE]) damaged = damaged + 1;
                    if (down != 0 && out_valid[LEAVE] & ready[LEAVE]) lost = lost + 1;
                    for (i = 1; i < DELAY; i = i + 1) pipe[i] <= pipe[i-1] & {(WIDTH+2){down == 0}};
                    if (down != 0) down = down - 1;
                    else if (DOWN != 0 && draw(DOWN) == 0) down = 40 + draw(100);
                    up[LEAVE]    <= down == 0;
                    ready[LEAVE] <= draw(50) != 0;
                end
                assign {in_valid[ARRIVE], in_last[ARRIVE], in[ARRIVE*WIDTH +: WIDTH]} =
                    pipe[DELAY-1];
            end
        end
    endgenerate
endmodule
`default_nettype wire
