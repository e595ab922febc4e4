// long config: -Ptb_bl_rsb_serial_in.PACKETS=1000 -Ptb_bl_rsb_serial_in.LINES=16
// long config: -Ptb_bl_rsb_serial_in.LINES=32 -Ptb_bl_rsb_serial_in.WIDTH=64 -Ptb_bl_rsb_serial_in.BITS=4 -Ptb_bl_rsb_serial_in.DELAY=12 -Ptb_bl_rsb_serial_in.SKEW=15
// config: -Ptb_bl_rsb_serial_in.LINES=1 -Ptb_bl_rsb_serial_in.WIDTH=5 -Ptb_bl_rsb_serial_in.DELAY=12 -Ptb_bl_rsb_serial_in.SKEW=-7
// config: -Ptb_bl_rsb_serial_in.LINES=6 -Ptb_bl_rsb_serial_in.WIDTH=18 -Ptb_bl_rsb_serial_in.BITS=16 -Ptb_bl_rsb_serial_in.PACKETS=20
// long config: -Ptb_bl_rsb_serial_in.LINES=128 -Ptb_bl_rsb_serial_in.WIDTH=64 -Ptb_bl_rsb_serial_in.SKEW=7
// config: -Ptb_bl_rsb_serial_in.SKEW=9 -Ptb_bl_rsb_serial_in.NOTICED=1
// config: -Ptb_bl_rsb_serial_in.SKEW=-9 -Ptb_bl_rsb_serial_in.NOTICED=1
// config: -Ptb_bl_rsb_serial_in.LINES=32 -Ptb_bl_rsb_serial_in.WIDTH=64 -Ptb_bl_rsb_serial_in.BITS=4 -Ptb_bl_rsb_serial_in.DELAY=12 -Ptb_bl_rsb_serial_in.SKEW=17 -Ptb_bl_rsb_serial_in.NOTICED=1
// config: -Ptb_bl_rsb_serial_in.BREAK=1 -Ptb_bl_rsb_serial_in.NOTICED=1
// Two domains, their connectors, bl_rsb_serial_out and _in and narrow data switches, with one
// segment between them: its two lines each way bring frames or the acknowledge, as the paths go.
// Clocks 0.1 % apart; SKEW is what the serial line comes later than the clock, in ns, half a bit is
// 4 * BITS. NOTICED: m_fault has to rise. BREAK: a line is cut for one bit now and then.
`timescale 1ns / 1ps
module tb_bl_rsb_serial_in;
    parameter WIDTH = 16;
    parameter LINES = 8;
    parameter BITS = 2;
    parameter PACKETS = 40;         // both domains together
    parameter integer DELAY = 1, SKEW = 5;
    parameter NOTICED = 0, BREAK = 0;

    reg        rst = 1'b1, stop = 1'b0, cut = 1'b0;
    reg  [1:0] notified = 0, busy = 0, own = 0, ends = 0, path = 0;
    wire [1:0] request, fault;
    // the segment; wires[k]: from domain k to the other one
    wire [1:0] to_segment [0:1];
    reg  [1:0] of_segment [0:1];
    integer    failed = 0, refused = 0, packets = 0, come = 0, seed = 1, w;
    wire [3:0] all_lines = {to_segment[0], to_segment[1]} | {of_segment[0], of_segment[1]};

    genvar k;
    generate
        for (k = 0; k < 2; k = k + 1) begin : g_domain
            reg              clk = 1'b0, s_tvalid = 1'b0, s_tlast = 1'b0, m_tready = 1'b0;
            reg  [WIDTH-1:0] s_tdata = 0;
            wire             s_tready, m_tvalid, m_tlast, ack, bus_ack;
            wire [WIDTH-1:0] m_tdata;
            wire [LINES+1:0] line, bus_line;
            wire [1:0]       narrow, bus_narrow, left, right;
            wire             number;
            integer          dice = 10 + k, words = 0, sent = 0, got = 0;

            bl_rsb_connector #(
                .NUMBER(1), .WIDTH(WIDTH), .LINES(LINES), .REST(3), .SETTLE(4)
            ) connector (
                .clk(clk), .rst(rst), .s_tvalid(s_tvalid), .s_tready(s_tready), .s_tdata(s_tdata),
                .s_tdest(1'b1), .s_tlast(s_tlast),
                .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tdata(m_tdata), .m_tlast(m_tlast),
                .m_number(number), .m_request(request[k]), .s_notified(notified[k]),
                .s_busy(busy[k]), .s_path(path[k]),
                .m_line(line), .s_ack(bus_ack), .s_line(bus_line), .m_ack(ack));
            bl_rsb_serial_out #(.LINES(LINES), .BITS(BITS)) out (
                .clk(clk), .rst(rst), .s_line(line), .s_path(path[k]), .m_line(narrow));
            bl_rsb_serial_in #(.LINES(LINES)) dut (
                .clk(clk), .rst(rst), .s_end(ends[k]), .s_line(bus_narrow), .m_line(bus_line),
                .m_fault(fault[k]));
            bl_rsb_switch #(.LINES(0)) switch (
                .own_cw(own[k] & k == 0), .own_ccw(own[k] & k == 1), .end_cw(ends[k] & k == 1),
                .end_ccw(ends[k] & k == 0), .pass_cw(1'b0), .pass_ccw(1'b0), .s_line(narrow),
                .m_ack(bus_ack), .m_line(bus_narrow), .s_ack(ack),
                .s_left(k == 1 ? of_segment[0] : 2'd0), .m_left(left),
                .s_right(k == 0 ? of_segment[1] : 2'd0), .m_right(right));
            assign to_segment[k] = (k == 0) ? right : left;
            // wires pass every pulse
            initial of_segment[k] = 2'd0;
            always @(to_segment[k][1])
                of_segment[k][1] <= #(DELAY + (SKEW < 0 ? -SKEW : 0)) to_segment[k][1];
            always @(to_segment[k][0] or cut)
                of_segment[k][0] <= #(DELAY + (SKEW > 0 ? SKEW : 0)) to_segment[k][0] & ~cut;

            if (k == 0) begin : g_clock
                always #4 clk = ~clk;
            end else begin : g_clock
                always #4.004 clk = ~clk;
            end
            always @(posedge clk) if (!rst) begin
                m_tready <= ($random(dice) & 7) != 0;
                if (s_tvalid && s_tready) s_tvalid <= 1'b0;
                if ((!s_tvalid || s_tready) && !stop && (words > 0 || packets < PACKETS)) begin
                    if (words == 0) begin
                        packets = packets + 1;
                        words = 1 + ($random(dice) & 63);
                    end
                    words = words - 1;
                    s_tvalid <= 1'b1;
                    s_tlast  <= words == 0;
                    s_tdata  <= (sent * 64'h9E3779B97F4A7C15) >> 7;
                    sent = sent + 1;
                end
                if (m_tvalid && m_tready) begin
                    if (m_tdata !== (((got * 64'h9E3779B97F4A7C15) >> 7) & {WIDTH{1'b1}}))
                        failed = 1;
                    got = got + 1;
                    if (m_tlast) come = come + 1;
                end
            end
        end
    endgenerate

    // the arbiter: one path at a time
    task answer(input which);
        begin
            busy[which] = 1'b1;
            #(10 + ($random(seed) & 31));
            if (request[which] && path == 0) begin
                if (all_lines != 0) failed = 2;
                own[which] = 1'b1;
                ends[~which] = 1'b1;
                #(2 * DELAY) path[which] = 1'b1;
            end else if (request[which]) refused = refused + 1;
            else if (path[which]) begin
                if (all_lines != 0) failed = 3;
                path[which] = 1'b0;
                own[which] = 1'b0;
                ends[~which] = 1'b0;
            end
            notified[which] = request[which];
            #($random(seed) & 15) busy[which] = 1'b0;
        end
    endtask
    always begin
        wait (request != notified);
        if (request[0] != notified[0]) answer(1'b0);
        if (request[1] != notified[1]) answer(1'b1);
    end
    initial if (BREAK) forever begin
        #(20000 + ($random(seed) & 8191)) cut = 1'b1;
        #(8 * BITS) cut = 1'b0;
    end

    integer i;
    initial begin
        #200 rst = 1'b0;
        for (i = 0; i < 300000 && come < PACKETS && !(failed != 0) && fault == 0; i = i + 1) #1000;
        stop = 1'b1;
        #2000;
        if (NOTICED) begin
            if (fault == 0) $display("FAIL nothing was noticed, kind %0d", failed);
            else $display("PASS");
        end else if (failed != 0 || fault != 0 || come != PACKETS || refused < 5 || all_lines != 0
                     || request != 0 || g_domain[0].sent != g_domain[1].got
                     || g_domain[1].sent != g_domain[0].got)
            $display("FAIL kind %0d, fault %b, %0d packets of %0d, %0d refused, lines %b", failed,
                     fault, come, PACKETS, refused, all_lines);
        else $display("PASS");
        $finish(0);
    end
endmodule
