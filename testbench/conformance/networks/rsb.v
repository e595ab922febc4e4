// The mesh's links over the ring segmented bus, for the conformance bench: behind each node's
// bl_mesh a connector, and around them the ring of arbiter cells, whose tables take 1 or 2 ns, and
// of data switches, with 4.45 ns a segment. A word is one beat of LINES data lines. The
// asynchronous parts are the templates themselves, gate by gate. A ring has at least three domains,
// so there are four nodes or more.
`timescale 1ns/1ps
`default_nettype none
`define BL_RANDOM_DELAY 2
module network #(parameter NODES = 4, LANES = 4, ELEMS = 4, ELEM_W = 32, PACKET_WORDS = 8,
                 NODE_W = 2, CHAN_W = 2) (
    output wire                                   any_lane, selects,
    output wire [9:0]                             promised,
`include "network_ports.vh"
);
    localparam WORD_W = ELEMS * ELEM_W, DEST_W = NODE_W + CHAN_W,
        FLIT_W = WORD_W + ELEMS + CHAN_W + 3;
    localparam BUS_W = FLIT_W + 5 + NODE_W, LINES = BUS_W, LINE_W = LINES + 2, LOG_BUFFER = 7;
    assign any_lane = 1'b0;
    assign selects  = 1'b1;
    // Three paths at a time, 11 clocks a word and 25 a packet of 16 more; a fourth of all words
    // stays at its node.
    assign promised = 48 / LANES;

    wire [NODES-1:0]        wish, told, busy, own_cw, own_ccw, grant_cw, grant_ccw, end_cw, end_ccw,
        pass_cw, pass_ccw;
    wire [NODES*NODE_W-1:0] number;
    wire [NODES*LINE_W-1:0] to_left, to_right;
    bl_rarb_ring #(.DOMAINS(NODES), .NUMBER(NODE_W), .MARGIN(5)) ring (
        .rst(rst), .s_wish(wish), .s_number(number),
        .s_outer_number({NODES*NODE_W{1'b0}}),
        .m_told(told), .m_busy(busy), .m_own_cw(own_cw), .m_own_ccw(own_ccw), .m_grant_cw(grant_cw),
        .m_grant_ccw(grant_ccw),
        .m_end_cw(end_cw), .m_end_ccw(end_ccw), .m_pass_cw(pass_cw), .m_pass_ccw(pass_ccw));

    genvar n;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : g_node
            localparam LEFT = (n + NODES - 1) % NODES, RIGHT = (n + 1) % NODES;
            wire [NODES-1:0]        leave_valid, leave_ready, arrive_valid;
            wire [NODES*FLIT_W-1:0] leave_data, arrive_data;
            wire [NODES*4-1:0]      freed, credit;
            wire                    out_valid, out_ready, out_last, in_valid, in_last, ack, bus_ack;
            wire [BUS_W-1:0]        out_data, in_data;
            wire [NODE_W-1:0]       out_dest;
            wire [LINE_W-1:0]       line, bus_line, from_left, from_right;
            assign #4.45 from_left  = to_right[LEFT*LINE_W +: LINE_W];
            assign #4.45 from_right = to_left[RIGHT*LINE_W +: LINE_W];
            bl_mesh #(.NODES(NODES), .LANES(LANES), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
                      .LOG_BUFFER(LOG_BUFFER), .LANE_REACH(1), .PACKET_WORDS(PACKET_WORDS)) mesh (
`include "network_node.vh"
                .m_link_tvalid(leave_valid), .m_link_tready(leave_ready), .m_link_tdata(leave_data),
                .m_link_credit(credit),
                .s_link_tvalid(arrive_valid), .s_link_tdata(arrive_data), .s_link_credit(freed));
            bl_rsb_links #(.NODES(NODES), .NODE_W(NODE_W), .FLIT_W(FLIT_W),
                           .LOG_BUFFER(LOG_BUFFER)) links (
                .clk(clk), .rst(rst), .node(n[NODE_W-1:0]), .s_flit_tvalid(leave_valid),
                .s_flit_tready(leave_ready), .s_flit_tdata(leave_data), .m_flit_credit(credit),
                .m_flit_tvalid(arrive_valid), .m_flit_tdata(arrive_data), .s_flit_credit(freed),
                .m_word_tvalid(out_valid), .m_word_tready(out_ready), .m_word_tdata(out_data),
                .m_word_tdest(out_dest), .m_word_tlast(out_last), .s_word_tvalid(in_valid),
                .s_word_tdata(in_data));
            bl_rsb_connector #(.NUMBER(NODE_W), .WIDTH(BUS_W), .LINES(LINES), .REST(64)) connector (
                .clk(clk), .rst(rst), .s_tvalid(out_valid), .s_tready(out_ready),
                .s_tdata(out_data), .s_tdest(out_dest), .s_tlast(out_last), .m_tvalid(in_valid),
                .m_tready(1'b1), .m_tdata(in_data), .m_tlast(in_last),
                .m_number(number[n*NODE_W +: NODE_W]), .m_wish(wish[n]), .s_told(told[n]),
                .s_busy(busy[n]),
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
