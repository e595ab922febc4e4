// Ethernet as a carrier: bl_ethernet in every node, the MACs and the switch of ethernet_switch.v.
// Told to stop, the switch lets nothing pass any more.
// Cuts packets anew.
`timescale 1ns/1ps
`default_nettype none
module carrier_ethernet #(parameter NODES = 4, NODE_W = 2, FLIT_W = 40, LOG_BUFFER = 7, WIDTH = 64,
                          ELEMS = 1, CHAN_W = 4, RUN_WORDS = 12, LOG_WINDOW = 3, WINDOW = 6,
                          SENT = NODES + WINDOW + 2, RETRIES = 3, DROP = 0, FLIP = 0, REPEAT = 0,
                          REORDER = 0) (
`include "carrier_ports.vh"
);
    localparam BYTES = WIDTH / 8, ELEM_W = (FLIT_W - ELEMS - CHAN_W - 3) / ELEMS;
    wire [NODES-1:0]       to_valid, to_ready, to_last, of_valid, of_last, of_user;
    wire [NODES*WIDTH-1:0] to_data, of_data;
    wire [NODES*BYTES-1:0] to_keep, of_keep;
    ethernet_switch #(.NODES(NODES), .WIDTH(WIDTH), .DROP(DROP), .FLIP(FLIP), .REPEAT(REPEAT),
        .REORDER(REORDER)) switch (
        .clk(clk), .rst(rst), .cut(stop), .s_tvalid(to_valid), .s_tlast(to_last),
        .s_tready(to_ready), .s_tdata(to_data), .s_tkeep(to_keep), .m_tvalid(of_valid),
        .m_tlast(of_last), .m_tuser(of_user), .m_tdata(of_data), .m_tkeep(of_keep));
    genvar n;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : g_node
            localparam [31:0] NODE = n;
            wire [31:0] unused_count;
            wire [7:0]  unused_cause;
            wire [15:0] unused_shown;
            bl_ethernet #(.NODES(NODES), .NODE_W(NODE_W), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
                .CHAN_W(CHAN_W), .WIDTH(WIDTH), .RUN_WORDS(RUN_WORDS), .LOG_WINDOW(LOG_WINDOW),
                .WINDOW(WINDOW), .SEND_FRAMES(SENT), .RECV_FRAMES((NODES - 1) * WINDOW + 10),
                .TIMEOUT(320), .RETRIES(RETRIES), .LOG_BUFFER(LOG_BUFFER)) port (
                .clk(clk), .rst(rst), .node(NODE[NODE_W-1:0]),
                .s_tvalid(s_flit_tvalid[n*NODES +: NODES]),
                .s_tready(s_flit_tready[n*NODES +: NODES]),
                .s_tdata(s_flit_tdata[n*NODES*FLIT_W +: NODES*FLIT_W]),
                .s_credit(s_credit[n*NODES*4 +: NODES*4]),
                .m_tvalid(m_flit_tvalid[n*NODES +: NODES]),
                .m_tdata(m_flit_tdata[n*NODES*FLIT_W +: NODES*FLIT_W]),
                .m_credit(m_credit[n*NODES*4 +: NODES*4]), .stopped(stopped[n]),
                .cause(unused_cause), .session(NODE[15:0] + 16'd100), .ethertype(16'h88b5),
                .select(8'd0), .address_low(32'd0), .address_high(16'd0), .address_write(1'b0),
                .count_select(16'd0), .count(unused_count), .count_shown(unused_shown),
                .m_mac_tvalid(to_valid[n]), .m_mac_tready(to_ready[n]),
                .m_mac_tdata(to_data[n*WIDTH +: WIDTH]),
                .m_mac_tkeep(to_keep[n*BYTES +: BYTES]), .m_mac_tlast(to_last[n]),
                .s_mac_up(1'b1), .s_mac_tvalid(of_valid[n]),
                .s_mac_tdata(of_data[n*WIDTH +: WIDTH]),
                .s_mac_tkeep(of_keep[n*BYTES +: BYTES]), .s_mac_tlast(of_last[n]),
                .s_mac_tuser(of_user[n]));
        end
    endgenerate
endmodule
`default_nettype wire
