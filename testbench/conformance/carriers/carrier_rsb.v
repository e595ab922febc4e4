// The ring segmented bus as a carrier: behind each node's flits bl_rsb_links and a connector, and
// around them the ring of arbiter cells, whose tables take 1 or 2 ns, and of data switches, with
// 4.45 ns a segment. A word is one beat of LINES data lines. The asynchronous parts are the
// templates themselves, gate by gate. A ring has at least three domains, so there are four nodes or
// more.
`timescale 1ns/1ps
`default_nettype none
module carrier_rsb #(parameter NODES = 4, NODE_W = 2, FLIT_W = 16, LOG_BUFFER = 7) (
`include "carrier_ports.vh"
);
    localparam BUS_W = FLIT_W + 5 + NODE_W, LINES = BUS_W, LINE_W = LINES + 2;
    wire [NODES-1:0]        request, notified, busy, own_cw, own_ccw, grant_cw, grant_ccw, end_cw,
        end_ccw, pass_cw, pass_ccw;
    wire [NODES*NODE_W-1:0] number;
    wire [NODES*LINE_W-1:0] to_left, to_right;
    bl_rarb_ring #(.DOMAINS(NODES), .NUMBER(NODE_W), .MARGIN(5)) ring (
        .rst(rst), .s_request(request), .s_number(number),
        .s_outer_number({NODES*NODE_W{1'b0}}),
        .m_notified(notified), .m_busy(busy), .m_own_cw(own_cw), .m_own_ccw(own_ccw),
        .m_grant_cw(grant_cw), .m_grant_ccw(grant_ccw),
        .m_end_cw(end_cw), .m_end_ccw(end_ccw), .m_pass_cw(pass_cw), .m_pass_ccw(pass_ccw));

    assign stopped = {NODES{1'b0}};
    wire unused_stop = &{1'b0, stop};
    genvar n;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : g_node
            localparam LEFT = (n + NODES - 1) % NODES, RIGHT = (n + 1) % NODES;
            wire              out_valid, out_ready, out_last, in_valid, in_last, ack, bus_ack;
            wire [BUS_W-1:0]  out_data, in_data;
            wire [NODE_W-1:0] out_dest;
            wire [LINE_W-1:0] line, bus_line, from_left, from_right;
            assign #4.45 from_left  = to_right[LEFT*LINE_W +: LINE_W];
            assign #4.45 from_right = to_left[RIGHT*LINE_W +: LINE_W];
            bl_rsb_links #(.NODES(NODES), .NODE_W(NODE_W), .FLIT_W(FLIT_W),
                           .LOG_BUFFER(LOG_BUFFER)) links (
                .clk(clk), .rst(rst), .node(n[NODE_W-1:0]),
                .s_flit_tvalid(s_flit_tvalid[n*NODES +: NODES]),
                .s_flit_tready(s_flit_tready[n*NODES +: NODES]),
                .s_flit_tdata(s_flit_tdata[n*NODES*FLIT_W +: NODES*FLIT_W]),
                .m_flit_credit(m_credit[n*NODES*4 +: NODES*4]),
                .m_flit_tvalid(m_flit_tvalid[n*NODES +: NODES]),
                .m_flit_tdata(m_flit_tdata[n*NODES*FLIT_W +: NODES*FLIT_W]),
                .s_flit_credit(s_credit[n*NODES*4 +: NODES*4]),
                .m_word_tvalid(out_valid), .m_word_tready(out_ready), .m_word_tdata(out_data),
                .m_word_tdest(out_dest), .m_word_tlast(out_last), .s_word_tvalid(in_valid),
                .s_word_tdata(in_data));
            bl_rsb_connector #(.NUMBER(NODE_W), .WIDTH(BUS_W), .LINES(LINES), .REST(64)) connector (
                .clk(clk), .rst(rst), .s_tvalid(out_valid), .s_tready(out_ready),
                .s_tdata(out_data), .s_tdest(out_dest), .s_tlast(out_last), .m_tvalid(in_valid),
                .m_tready(1'b1), .m_tdata(in_data), .m_tlast(in_last),
                .m_number(number[n*NODE_W +: NODE_W]), .m_request(request[n]),
                .s_notified(notified[n]), .s_busy(busy[n]),
                .s_path((own_cw[n] & grant_cw[n]) | (own_ccw[n] & grant_ccw[n])),
                .m_line(line), .s_ack(bus_ack), .s_line(bus_line), .m_ack(ack));
            bl_rsb_switch #(.LINES(LINES)) switch (
                .own_cw(own_cw[n]), .own_ccw(own_ccw[n]), .end_cw(end_cw[n]), .end_ccw(end_ccw[n]),
                .pass_cw(pass_cw[n]), .pass_ccw(pass_ccw[n]), .s_line(line), .m_ack(bus_ack),
                .m_line(bus_line), .s_ack(ack), .s_left(from_left),
                .m_left(to_left[n*LINE_W +: LINE_W]), .s_right(from_right),
                .m_right(to_right[n*LINE_W +: LINE_W]));
        end
    endgenerate
endmodule
`default_nettype wire
