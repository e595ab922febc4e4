// config: -Ptb_bl_larb_domain.CONNECTORS=2 -Ptb_bl_larb_domain.PACKETS=3
// config: -Ptb_bl_larb_domain.CONNECTORS=1 -Ptb_bl_larb_domain.PACKETS=3
// long config: -Ptb_bl_larb_domain.CONNECTORS=2
// long config: -Ptb_bl_larb_domain.CONNECTORS=1
// long config: -Ptb_bl_larb_domain.CENTRAL=1 -Ptb_bl_larb_domain.PACKETS=3
// Four domains of four elements with clocks of their own on an outer ring whose tables take 1 or 2
// units. First C12 to C13, C11 to C41 and C14 to C21: with two connectors all three flow at once.
// Then random packets between all elements, one element slow to take them: every word arrives once,
// in order, at its destination, packets are not mixed, and all come to an end.
`timescale 1ns / 1ns
`define BL_RANDOM_DELAY 2
module tb_bl_larb_domain;
    parameter CONNECTORS = 2;
    parameter CENTRAL = 0;
    parameter PACKETS = 8;
    localparam DOMAINS = 4, ELEMENTS = 4, CELLS = DOMAINS * CONNECTORS, NUMBER = CONNECTORS + 1,
        WIDTH = 32, W = WIDTH + 2;

    reg                       rst = 1'b1;
    wire [CELLS-1:0]          request, notified, busy, own_cw, own_ccw, grant_cw, grant_ccw, end_cw,
        end_ccw, pass_cw, pass_ccw;
    wire [CELLS*NUMBER-1:0]   number;
    generate
        if (CENTRAL != 0) begin : g_central
            bl_garb #(.DOMAINS(CELLS), .NUMBER(NUMBER), .DELAY(4 * CELLS + 20)) ring (
                .rst(rst), .s_request(request), .s_number(number), .m_notified(notified),
                .m_busy(busy), .m_own_cw(own_cw), .m_own_ccw(own_ccw),
                .m_grant_cw(grant_cw), .m_grant_ccw(grant_ccw),
                .m_end_cw(end_cw), .m_end_ccw(end_ccw), .m_pass_cw(pass_cw), .m_pass_ccw(pass_ccw));
        end else begin : g_ring
            bl_rarb_ring #(.DOMAINS(CELLS), .NUMBER(NUMBER), .MARGIN(5)) ring (
                .rst(rst), .s_request(request), .s_number(number),
                .s_outer_number({CELLS*NUMBER{1'b0}}),
                .m_notified(notified), .m_busy(busy), .m_own_cw(own_cw), .m_own_ccw(own_ccw),
                .m_grant_cw(grant_cw), .m_grant_ccw(grant_ccw),
                .m_end_cw(end_cw), .m_end_ccw(end_ccw), .m_pass_cw(pass_cw), .m_pass_ccw(pass_ccw));
        end
    endgenerate

    // the lines of the cells: data, and beside them the refusals
    wire [CELLS*W-1:0] line_out, line_in, right, left;
    wire [CELLS*3-1:0] right_no, left_no, none;
    wire [CELLS-1:0]   ack_out, ack_in, no_out, no_in;
    genvar k, e;
    generate
        for (k = 0; k < CELLS; k = k + 1) begin : g_cell
            localparam BEHIND = (k + CELLS - 1) % CELLS, AHEAD = (k + 1) % CELLS;
            bl_rsb_switch #(.LINES(WIDTH)) data (
                .own_cw(own_cw[k]), .own_ccw(own_ccw[k]), .end_cw(end_cw[k]), .end_ccw(end_ccw[k]),
                .pass_cw(pass_cw[k]), .pass_ccw(pass_ccw[k]), .s_line(line_out[k*W +: W]),
                .m_ack(ack_in[k]), .m_line(line_in[k*W +: W]), .s_ack(ack_out[k]),
                .s_left(right[BEHIND*W +: W]), .m_left(left[k*W +: W]),
                .s_right(left[AHEAD*W +: W]), .m_right(right[k*W +: W]));
            bl_rsb_switch #(.LINES(1)) no (
                .own_cw(own_cw[k]), .own_ccw(own_ccw[k]), .end_cw(end_cw[k]), .end_ccw(end_ccw[k]),
                .pass_cw(pass_cw[k]), .pass_ccw(pass_ccw[k]), .s_line(3'd0), .m_ack(no_in[k]),
                .m_line(none[k*3 +: 3]), .s_ack(no_out[k]),
                .s_left(right_no[BEHIND*3 +: 3]), .m_left(left_no[k*3 +: 3]),
                .s_right(left_no[AHEAD*3 +: 3]), .m_right(right_no[k*3 +: 3]));
        end
    endgenerate

    integer seed = 3;
    integer received = 0, sent = 0, words = 0, together = 0;
    reg     random = 1'b0;
    integer next_out [0:255];        // packets from a to b, a * 16 + b
    integer next_in [0:255];
    integer i;
    initial for (i = 0; i < 256; i = i + 1) begin
        next_out[i] = 0;
        next_in[i]  = 0;
    end

    generate
        for (k = 0; k < DOMAINS; k = k + 1) begin : g_domain
            reg clk = 1'b0;
            always #(20 + 3 * k) clk = !clk;
            reg  [ELEMENTS-1:0]       s_valid = 0, s_last = 0;
            reg  [ELEMENTS*WIDTH-1:0] s_data;
            reg  [ELEMENTS*2-1:0]     s_domain, s_element;
            wire [ELEMENTS-1:0]       s_ready, m_valid, m_last;
            reg  [ELEMENTS-1:0]       m_ready = 0;
            wire [ELEMENTS*WIDTH-1:0] m_data;
            bl_larb_domain #(.DOMAIN(k), .CONNECTORS(CONNECTORS), .NUMBER(NUMBER), .WIDTH(WIDTH),
                             .PATIENCE(40)) dut (
                .clk(clk), .rst(rst), .s_tvalid(s_valid), .s_tready(s_ready), .s_tdata(s_data),
                .s_tlast(s_last), .s_tdomain(s_domain), .s_telement(s_element), .m_tvalid(m_valid),
                .m_tready(m_ready), .m_tdata(m_data), .m_tlast(m_last),
                .m_number(number[k*CONNECTORS*NUMBER +: CONNECTORS*NUMBER]),
                .m_request(request[k*CONNECTORS +: CONNECTORS]),
                .s_notified(notified[k*CONNECTORS +: CONNECTORS]),
                .s_busy(busy[k*CONNECTORS +: CONNECTORS]),
                .s_own((own_cw[k*CONNECTORS +: CONNECTORS] & grant_cw[k*CONNECTORS +: CONNECTORS])
                       | (own_ccw[k*CONNECTORS +: CONNECTORS]
                          & grant_ccw[k*CONNECTORS +: CONNECTORS])),
                .m_line(line_out[k*CONNECTORS*W +: CONNECTORS*W]),
                .s_ack(ack_in[k*CONNECTORS +: CONNECTORS]),
                .s_refused(no_in[k*CONNECTORS +: CONNECTORS]),
                .s_line(line_in[k*CONNECTORS*W +: CONNECTORS*W]),
                .m_ack(ack_out[k*CONNECTORS +: CONNECTORS]),
                .m_refuse(no_out[k*CONNECTORS +: CONNECTORS]));

            for (e = 0; e < ELEMENTS; e = e + 1) begin : g_element
                localparam ME = k * ELEMENTS + e;
                integer place, to, j, from, at;
                // one packet: word = {from, to, number, words, place}
                task send(input integer target, input integer count);
                    begin
                        for (place = 0; place < count; place = place + 1) begin
                            s_valid[e] <= 1'b1;
                            s_last[e]  <= place == count - 1;
                            s_data[e*WIDTH +: WIDTH] <= ME << 28 | target << 24
                                | (next_out[ME*16+target] & 255) << 16 | count << 8 | place;
                            s_domain[e*2 +: 2]  <= target / ELEMENTS;
                            s_element[e*2 +: 2] <= target % ELEMENTS;
                            @(posedge clk);
                            while (!s_ready[e]) @(posedge clk);
                        end
                        s_valid[e] <= 1'b0;
                        next_out[ME*16+target] = next_out[ME*16+target] + 1;
                        sent = sent + 1;
                    end
                endtask
                initial begin
                    wait (!rst);
                    @(posedge clk);
                    if (ME == 1) send(2, 100);
                    if (ME == 0) send(12, 16);
                    if (ME == 3) send(4, 16);
                    wait (random);
                    for (j = 0; j < PACKETS; j = j + 1) begin
                        repeat ({$random(seed)} % 40) @(posedge clk);
                        to = (ME + 1 + {$random(seed)} % 15) % 16;
                        send(to, 1 + {$random(seed)} % 9);
                    end
                end

                initial at = 0;
                always @(posedge clk) begin
                    m_ready[e] <= !random || {$random(seed)} % (ME == 7 ? 6 : 2) == 0;
                    if (m_valid[e] && m_ready[e]) begin
                        if (at == 0) from = m_data[e*WIDTH+28 +: 4];
                        if (m_data[e*WIDTH+28 +: 4] != from || m_data[e*WIDTH+24 +: 4] != ME
                            || m_data[e*WIDTH +: 8] != at
                            || m_data[e*WIDTH+16 +: 8] != (next_in[from*16+ME] & 255)
                            || m_last[e] != (m_data[e*WIDTH+8 +: 8] == at + 1)) begin
                            $display("FAIL word %h at %0d of %0d, last %b",
                                     m_data[e*WIDTH +: WIDTH], at, ME, m_last[e]);
                            $finish(0);
                        end
                        words = words + 1;
                        at    = at + 1;
                        if (m_last[e]) begin
                            at = 0;
                            next_in[from*16+ME] = next_in[from*16+ME] + 1;
                            received = received + 1;
                        end
                    end
                end
            end
        end
    endgenerate

    always @(posedge g_domain[0].clk)
        if (!random && g_domain[0].dut.path[1] && g_domain[0].dut.m_flow == 2'b11)
            together = together + 1;

    initial begin
        #800 rst = 1'b0;
        wait (received == 3);
        if ((together > 0) != (CONNECTORS == 2))
            $display("FAIL the three were together for %0d cycles", together);
        #2000 random = 1'b1;
        wait (received == 3 + 16 * PACKETS);
        #5000;
        if (received != sent || words < 3 + 16 * PACKETS)
            $display("FAIL %0d packets sent, %0d received", sent, received);
        else if ((together > 0) == (CONNECTORS == 2)) begin
            $display("%0d packets, %0d words, three at once for %0d cycles, %0d ns", received,
                     words, together, $time);
            $display("PASS");
        end
        $finish(0);
    end
    initial begin
        #(400000 * PACKETS);
        $display("FAIL the bus stands: %0d packets sent, %0d received", sent, received);
        $finish(0);
    end
endmodule
