// config: -Ptb_bl_rsb_connector.DOMAINS=4 -Ptb_bl_rsb_connector.WIDTH=40 -Ptb_bl_rsb_connector.LINES=16
// config: -Ptb_bl_rsb_connector.DOMAINS=4 -Ptb_bl_rsb_connector.WIDTH=40 -Ptb_bl_rsb_connector.LINES=40
// config: -Ptb_bl_rsb_connector.DOMAINS=5 -Ptb_bl_rsb_connector.WIDTH=41 -Ptb_bl_rsb_connector.LINES=8
// Domains with clocks of their own send packets of random length to random others over a ring of
// arbiter cells and data switches, whose gates take random times; receivers pause. Every word comes
// once, in order, where it is for, and `last` with it.
`timescale 1ns / 1ps
`define BL_RANDOM_DELAY 2
module tb_bl_rsb_connector;
    parameter DOMAINS = 4;
    parameter WIDTH = 40;
    parameter LINES = 16;
    parameter WORDS = 150;          // that each domain sends
    localparam N = 3, W = LINES + 2;

    reg                  rst = 1'b1;
    wire [DOMAINS-1:0]   request, notified, busy, own_cw, own_ccw, grant_cw, grant_ccw, end_cw,
    end_ccw,
        pass_cw, pass_ccw;
    wire [DOMAINS*N-1:0] number;
    bl_rarb_ring #(.DOMAINS(DOMAINS), .NUMBER(N), .MARGIN(5)) ring (
        .rst(rst), .s_request(request), .s_number(number), .s_outer_number({DOMAINS*N{1'b0}}),
        .m_notified(notified), .m_busy(busy), .m_own_cw(own_cw), .m_own_ccw(own_ccw),
        .m_grant_cw(grant_cw), .m_grant_ccw(grant_ccw),
        .m_end_cw(end_cw), .m_end_ccw(end_ccw), .m_pass_cw(pass_cw), .m_pass_ccw(pass_ccw));

    wire [DOMAINS*W-1:0] to_left, to_right;
    reg  [DOMAINS-1:0]   done = 0;
    integer              failed = 0, refused = 0, together = 0;
    // the next number of the words from a source to a destination: sent, and come
    integer              sent [0:DOMAINS*DOMAINS-1], come [0:DOMAINS*DOMAINS-1];
    integer              c;
    initial for (c = 0; c < DOMAINS * DOMAINS; c = c + 1) begin
        sent[c] = 0;
        come[c] = 0;
    end

    genvar k;
    generate
        for (k = 0; k < DOMAINS; k = k + 1) begin : g_domain
            localparam LEFT = (k + DOMAINS - 1) % DOMAINS, RIGHT = (k + 1) % DOMAINS;
            reg              clk = 1'b0, s_tvalid = 1'b0, s_tlast, m_tready = 1'b0;
            reg  [WIDTH-1:0] s_tdata;
            reg  [N-1:0]     s_tdest;
            wire             s_tready, m_tvalid, m_tlast, ack, bus_ack;
            wire [WIDTH-1:0] m_tdata;
            wire [W-1:0]     line, bus_line, from_left, from_right;
            integer          seed = 10 + k, left = 0, total = 0, inside = -1, index;
            assign #4.45 from_left  = to_right[LEFT*W +: W];
            assign #4.45 from_right = to_left[RIGHT*W +: W];

            bl_rsb_connector #(.NUMBER(N), .WIDTH(WIDTH), .LINES(LINES)) dut (
                .clk(clk), .rst(rst), .s_tvalid(s_tvalid), .s_tready(s_tready), .s_tdata(s_tdata),
                .s_tdest(s_tdest), .s_tlast(s_tlast),
                .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tdata(m_tdata), .m_tlast(m_tlast),
                .m_number(number[k*N +: N]), .m_request(request[k]), .s_notified(notified[k]),
                .s_busy(busy[k]), .s_path((own_cw[k] & grant_cw[k]) | (own_ccw[k] & grant_ccw[k])),
                .m_line(line), .s_ack(bus_ack), .s_line(bus_line), .m_ack(ack));
            bl_rsb_switch #(.LINES(LINES)) switch (
                .own_cw(own_cw[k]), .own_ccw(own_ccw[k]), .end_cw(end_cw[k]), .end_ccw(end_ccw[k]),
                .pass_cw(pass_cw[k]), .pass_ccw(pass_ccw[k]), .s_line(line), .m_ack(bus_ack),
                .m_line(bus_line), .s_ack(ack), .s_left(from_left), .m_left(to_left[k*W +: W]),
                .s_right(from_right), .m_right(to_right[k*W +: W]));

            always #(4 + 0.7 * k) clk = ~clk;

            // a word: {source, what is left of the packet, number}
            always @(posedge clk) if (!rst) begin
                m_tready <= ($random(seed) & 3) != 0;
                if (s_tvalid && s_tready) s_tvalid <= 1'b0;
                if ((!s_tvalid || s_tready) && total < WORDS
                    && (left > 0 || ($random(seed) & 31) == 0)) begin
                    if (left == 0) begin
                        s_tdest = (k + 1 + ($random(seed) & 15) % (DOMAINS - 1)) % DOMAINS;
                        left = 1 + ($random(seed) & 7);
                    end
                    left = left - 1;
                    total = total + 1;
                    s_tvalid <= 1'b1;
                    s_tlast  <= left == 0 || total == WORDS;
                    s_tdata
                        <= {k[7:0], left[7:0], s_tdest[2:0],
                            sent[k*DOMAINS+s_tdest][20:0] ^ 21'h155555};
                    sent[k*DOMAINS+s_tdest] = sent[k*DOMAINS+s_tdest] + 1;
                end
                if (total == WORDS && !s_tvalid) done[k] <= 1'b1;
                if (m_tvalid && m_tready) begin
                    index = m_tdata[39:32] * DOMAINS + k;
                    if (m_tdata[39:32] >= DOMAINS || m_tdata[23:21] !== k[2:0]) failed = 1;
                    else if (m_tdata[20:0] !== (come[index][20:0] ^ 21'h155555)) failed = 2;
                    else begin
                        if (inside >= 0 && inside !== m_tdata[39:32]) failed = 3;
                        if (m_tlast !== (m_tdata[31:24] == 0)
                            && !(m_tlast === 1'b1 && come[index] + 1 == sent[index]))
                            failed = 4;
                        inside = m_tlast ? -1 : m_tdata[39:32];
                        come[index] = come[index] + 1;
                    end
                end
            end
            always @(posedge notified[k]) begin
                if (!((own_cw[k] & grant_cw[k]) | (own_ccw[k] & grant_ccw[k])))
                    refused = refused + 1;
                else if (|((own_cw & grant_cw | own_ccw & grant_ccw) & ~(1 << k)))
                    together = together + 1;
            end
        end
    endgenerate

    integer i, missing;
    initial begin
        #200 rst = 1'b0;
        for (i = 0; i < 4000 && !(&done) && !failed; i = i + 1) #1000;
        #2000 missing = 0;
        for (i = 0; i < DOMAINS * DOMAINS; i = i + 1) missing = missing + sent[i] - come[i];
        if (failed || missing != 0 || !(&done) || refused < 5 || together < 5)
            $display("FAIL kind %0d, %0d words missing, done %b, %0d refused, %0d beside others",
                     failed, missing, done, refused, together);
        else $display("PASS");
        $finish(0);
    end
endmodule
