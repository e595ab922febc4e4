// A ring of boards, each with a domain of its own clock behind a connector: packets of random
// lengths to random others arrive once, in order and unchanged, over parallel lines and serial
// ones; no fault is reported, the probe shows what there is, paths do not overlap, and nobody waits
// for ever. Tables take 1 or 2 units.
// config: -Ptb_bl_rsb_board.SERIAL=0
// config: -Ptb_bl_rsb_board.SERIAL=1 -Ptb_bl_rsb_board.PACKETS=8
// config: -Ptb_bl_rsb_board.DOMAINS=3 -Ptb_bl_rsb_board.PACKETS=16
`define BL_RANDOM_DELAY 2
`timescale 1ns/1ns
module tb_bl_rsb_board;
    parameter DOMAINS = 4, SERIAL = 0, PACKETS = 24;
    localparam NUMBER = 2, LINES = 8, WIDTH = 20, LINE_W = SERIAL != 0 ? 2 : LINES + 2;
    reg rst = 1;
    wire [DOMAINS-1:0]        notified, busy, path, request, to_left, to_left_na, to_right,
    to_right_na,
        token, fault;
    wire [DOMAINS*NUMBER-1:0] number_left, number_right;
    wire [DOMAINS*LINE_W-1:0] line_left, line_right;
    wire [DOMAINS*9-1:0]      probe;
    integer sent [0:63], got [0:63], failed = 0, packets = 0, come = 0, i;
    integer begun [0:7];
    task fail;
        input [8*48-1:0] why;
        begin
            if (!failed) $display("FAIL %0s at %0t, packets %0d of %0d", why, $time, come, packets);
            failed = 1;
            $finish(0);
        end
    endtask
    // word `n` of the stream from one domain to another
    function [WIDTH-1:0] word; input integer from, to, n;
        word = (n * 64'h9E3779B97F4A7C15 >> 7) + from * 4097 + to * 65; endfunction
    genvar k;
    generate
        for (k = 0; k < DOMAINS; k = k + 1) begin : g_domain
            localparam BEHIND = (k + DOMAINS - 1) % DOMAINS, AHEAD = (k + 1) % DOMAINS;
            reg              clk = 0, s_valid = 0, s_last = 0, m_ready = 0;
            reg  [WIDTH-1:0] s_data = 0;
            reg  [1:0]       dest = 0;
            wire             s_ready, m_valid, m_last, line_ack, ack;
            wire [WIDTH-1:0] m_data;
            wire [1:0]       number;
            wire [LINES+1:0] line, bus_line;
            integer          dice = 10 + k, words = 0, from = -1, to = 0, d;
            always #(5 + k) clk = ~clk;
            bl_rsb_connector #(.NUMBER(NUMBER), .WIDTH(WIDTH), .LINES(LINES), .REST(20),
                .SETTLE(16)) connector (
                .clk(clk), .rst(rst), .s_tvalid(s_valid), .s_tready(s_ready), .s_tdata(s_data),
                .s_tdest(dest), .s_tlast(s_last), .m_tvalid(m_valid), .m_tready(m_ready),
                .m_tdata(m_data), .m_tlast(m_last), .m_number(number), .m_request(request[k]),
                .s_notified(notified[k]), .s_busy(busy[k]), .s_path(path[k]), .m_line(line),
                .s_ack(line_ack), .s_line(bus_line), .m_ack(ack));
            bl_rsb_board #(.NUMBER(NUMBER), .DOMAIN(k), .DELAY(18), .LINES(LINES),
                .SERIAL(SERIAL), .BITS(2)) dut (
                .clk(clk), .rst(rst), .cell_rst(rst), .s_number(number), .s_request(request[k]),
                .m_notified(notified[k]), .m_busy(busy[k]), .m_path(path[k]), .s_line(line),
                .m_ack(line_ack), .m_line(bus_line), .s_ack(ack),
                .s_left(to_right[BEHIND]), .s_left_na(to_right_na[BEHIND]),
                .s_left_token(token[BEHIND]),
                .s_left_number(k == 0 ? 2'd0 : number_right[BEHIND*NUMBER +: NUMBER]),
                .s_left_line(line_right[BEHIND*LINE_W +: LINE_W]),
                .m_left(to_left[k]), .m_left_na(to_left_na[k]),
                .m_left_number(number_left[k*NUMBER +: NUMBER]),
                .m_left_line(line_left[k*LINE_W +: LINE_W]),
                .s_right(to_left[AHEAD]), .s_right_na(to_left_na[AHEAD]),
                .s_right_number(k == DOMAINS - 1 ? 2'd0 : number_left[AHEAD*NUMBER +: NUMBER]),
                .s_right_line(line_left[AHEAD*LINE_W +: LINE_W]),
                .m_right(to_right[k]), .m_right_na(to_right_na[k]), .m_right_token(token[k]),
                .m_right_number(number_right[k*NUMBER +: NUMBER]),
                .m_right_line(line_right[k*LINE_W +: LINE_W]),
                .m_fault(fault[k]), .m_probe(probe[9*k +: 9]));
            // a path that stands goes one way
            always @(posedge clk) if (!rst && !failed) begin
                if (fault[k] !== 0) fail("a fault");
                if (probe[9*k +: 3] !== {busy[k], notified[k], request[k]}) fail("the probe");
                if (notified[k] && !busy[k] && path[k] !== ((probe[9*k+3] & to_left[AHEAD])
                    ^ (probe[9*k+4] & to_right[BEHIND]))) fail("a path of no way");
            end
            always @(posedge clk) if (!rst && !failed) begin
                m_ready <= ($random(dice) & 7) != 0;
                if (s_valid && s_ready) begin
                    s_valid <= 0;
                    sent[8*k+dest] = sent[8*k+dest] + 1;
                    if (s_last) begun[k] = $time;
                end
                if ((!s_valid || s_ready) && (words > 0 || packets < PACKETS)) begin
                    if (words == 0) begin
                        packets = packets + 1;
                        words = 1 + ($random(dice) & 3);
                        d = ($random(dice) & 32'hffff) % (DOMAINS - 1);
                        dest <= (k + 1 + d) % DOMAINS;
                        to = (k + 1 + d) % DOMAINS;
                        begun[k] = $time;
                    end
                    words = words - 1;
                    s_valid <= 1;
                    s_last  <= words == 0;
                    s_data  <= word(k, to, sent[8*k+to]);
                end
                if (s_valid && $time - begun[k] > 3000000) fail("a packet waits");
                if (m_valid && m_ready) begin
                    // whose it is, by its first word; they do not mix in a packet
                    if (from < 0) for (d = 0; d < DOMAINS; d = d + 1)
                        if (d != k && m_data === word(d, k, got[8*d+k])) from = d;
                    if (from < 0 || m_data !== word(from, k, got[8*from+k])) fail("a word");
                    else begin
                        got[8*from+k] = got[8*from+k] + 1;
                        if (m_last) begin
                            from = -1;
                            come = come + 1;
                        end
                    end
                end
            end
        end
    endgenerate
    initial begin
        for (i = 0; i < 64; i = i + 1) begin
            sent[i] = 0;
            got[i] = 0;
        end
        for (i = 0; i < 8; i = i + 1) begun[i] = 0;
        #600 rst = 0;
        for (i = 0; i < 40000 && come < PACKETS && !failed; i = i + 1) #1000;
        #4000;
        if (!failed) begin
            if (come < PACKETS) fail("packets that do not come");
            for (i = 0; i < 64; i = i + 1) if (sent[i] != got[i]) fail("words that do not come");
            if (!failed && busy != 0) fail("a domain stays busy");
        end
        if (!failed) $display("PASS");
        $finish(0);
    end
endmodule
