// Frames of several channels at one MAC port: every one leaves once, in the order of its channel,
// with its header and its bytes, without a gap; its rows are read once each. Channels that always
// wait get as many bytes of the wire. Nothing is begun without `up`; a frame waits for no other
// reason.
// config: -Ptb_bl_eth_mux.WIDTH=128 -Ptb_bl_eth_mux.CHANNELS=3
// config: -Ptb_bl_eth_mux.WIDTH=256 -Ptb_bl_eth_mux.CHANNELS=1
// config: -Ptb_bl_eth_mux.WIDTH=256 -Ptb_bl_eth_mux.CHANNELS=4 -Ptb_bl_eth_mux.FULL=1
// config: -Ptb_bl_eth_mux.WIDTH=512 -Ptb_bl_eth_mux.CHANNELS=2 -Ptb_bl_eth_mux.FULL=1
`timescale 1ns/1ps
module tb_bl_eth_mux;
    // FULL: all channels always wait, and the port never does
    parameter WIDTH = 128, CHANNELS = 3, FULL = 0, FRAMES = 150;
    localparam B = WIDTH / 8, QUANTUM = 512, LONGEST = 700;
    reg clk = 0, rst = 1, up = 1;
    always #5 clk = ~clk;
    reg  [CHANNELS-1:0]       f_valid = 0, f_last = 0;
    wire [CHANNELS-1:0]       f_ready, read;
    reg  [16*CHANNELS-1:0]    f_bytes;
    reg  [12*CHANNELS-1:0]    f_rows;
    reg  [WIDTH*CHANNELS-1:0] rdata;
    reg  [48*CHANNELS-1:0]    to;
    reg  [8*CHANNELS-1:0]     ids;
    reg                       m_ready = 0;
    wire                      m_valid, m_last;
    wire [WIDTH-1:0]          m_data;
    wire [B-1:0]              m_keep;
    localparam [47:0] ADDRESS = 48'h02_11_22_33_44_55;
    reg  [CHANNELS-1:0] open = 0;
    bl_eth_mux #(.CHANNELS(CHANNELS), .WIDTH(WIDTH), .QUANTUM(QUANTUM)) dut (
        .clk(clk), .rst(rst), .up(up), .address(ADDRESS), .ethertype(16'h88b5),
        .session(16'h1234), .to_address(to), .to_id(ids), .open(open), .s_frame_tvalid(f_valid),
        .s_frame_tready(f_ready), .s_frame_bytes(f_bytes), .s_frame_rows(f_rows),
        .s_frame_last(f_last), .read(read), .rdata(rdata), .m_mac_tvalid(m_valid),
        .m_mac_tready(m_ready), .m_mac_tdata(m_data), .m_mac_tkeep(m_keep),
        .m_mac_tlast(m_last));
    integer seed = 6, now = 0, failed = 0, c, i, k, n, at = 0, taken = 0, ended = 0, words = 0;
    integer down = 0, rests = 0, begun_down = 0, first = -1, least, most, fast = 0;
    // by channel: frames offered and taken, rows read of all, frames that left; of the wire
    integer made [0:15], took [0:15], went [0:15], wire_bytes [0:15];
    integer r_frame [0:15], r_row [0:15], s_row [0:15], s_frame [0:15];
    integer bytes [0:4095];                      // 256 by channel
    reg     lasts [0:4095];
    integer units [0:15], joins [0:15];          // of the channel until now
    reg [23:0] unit_of [0:4095];
    reg [7:0]  join_of [0:4095];
    integer rejoined = 0;
    reg [CHANNELS-1:0] f_went = 0, r_went = 0;
    reg     midst = 0, known = 0;
    reg [239:0] head;
    reg [127:0] header;
    integer channel = 0;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    function [7:0] stored; input integer c, f, at; stored = c * 101 + f * 53 + at * 7 + at / 256;
    endfunction
    function [7:0] head_byte; input integer c, f, at; integer d; begin
        d = bytes[256*c+f%256];
        head_byte = at < 6 ? to[48*c +: 48] >> (8 * (5 - at)) : at < 12 ? ADDRESS >> (8 * (11 - at))
            : at == 12 ? 8'h88 : at == 13 ? 8'hb5 : at == 14 ? 4 + 64 * lasts[256*c+f%256]
            : at == 15 ? 8'h12 : at == 16 ? 8'h34 : at == 25 ? ids[8*c +: 8]
            : at == 17 ? unit_of[256*c+f%256] >> 16 : at == 18 ? unit_of[256*c+f%256] >> 8
            : at == 19 ? unit_of[256*c+f%256] : at == 24 ? join_of[256*c+f%256]
            : at == 28 ? d / 256 : at == 29 ? d % 256 : 0;
    end endfunction
    task fail;
        input [8*48-1:0] why;
        begin
            if (!failed) $display("FAIL %0s cycle %0d frame %0d", why, now, ended);
            failed = 1;
            $finish(0);
        end
    endtask
    initial begin
        for (c = 0; c < 16; c = c + 1) begin
            made[c] = 0; took[c] = 0; went[c] = 0; wire_bytes[c] = 0;
            r_frame[c] = 0; r_row[c] = 0; s_row[c] = 0; s_frame[c] = 0;
            units[c] = 0; joins[c] = 0;
        end
        for (c = 0; c < CHANNELS; c = c + 1) begin
            to[48*c +: 48] = 48'h0200_0000_1000 + 48'h10_0001 * c;
            ids[8*c +: 8] = 200 + 7 * c;
        end
        repeat (4) @(posedge clk);
        rst <= 0;
        while (ended < FRAMES && now < 60000 && !failed) @(posedge clk);
        if (!failed) begin
            least = wire_bytes[0];
            most = wire_bytes[0];
            for (c = 1; c < CHANNELS; c = c + 1) begin
                if (wire_bytes[c] < least) least = wire_bytes[c];
                if (wire_bytes[c] > most) most = wire_bytes[c];
            end
            if (ended < FRAMES) $display("FAIL %0d of %0d frames", ended, FRAMES);
            else if (FULL && most - least > 2 * QUANTUM + 4 * (LONGEST + 54))
                $display("FAIL from %0d to %0d bytes by channel", least, most);
            else if (FULL && now > words + words / 20 + 60)
                $display("FAIL %0d words in %0d cycles", words, now);
            else if (!FULL && rejoined < 5) $display("FAIL %0d joinings", rejoined);
            else if (fast < 1) $display("FAIL no latency was measured");
            else $display("PASS");
        end
        $finish(0);
    end
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        if (first >= 0 && m_valid) begin
            if (now - first != 7) fail("the first frame is late");
            fast = fast + 1;
            first = -1;
        end
        if (|f_valid && f_ready != 0 && taken == ended && !m_valid && first < 0) first = now;
        for (c = 0; c < CHANNELS; c = c + 1) begin
            if (f_ready[c]) begin
                if (!f_valid[c]) fail("a frame that is not there");
                if (!up) fail("a frame without a link");
                if (!open[c]) fail("a frame of a channel that is not open");
                unit_of[256*c+took[c]%256] = units[c];
                join_of[256*c+took[c]%256] = joins[c];
                units[c] = units[c] + bytes[256*c+took[c]%256] / 4;
                took[c] = took[c] + 1;
                taken = taken + 1;
                f_went[c] = 1;
            end
            if (read[c]) begin
                // the row that is read stands at rdata in the next cycle
                s_frame[c] = r_frame[c];
                s_row[c] = r_row[c];
                r_went[c] = 1;
                if (r_frame[c] >= took[c]) fail("a row that is not there");
                r_row[c] = r_row[c] + 1;
                if (r_row[c] * B >= bytes[256*c+r_frame[c]%256]) begin
                    r_row[c] = 0;
                    r_frame[c] = r_frame[c] + 1;
                end
            end
        end
        if (midst && !m_valid) fail("a gap in a frame");
        if (m_valid) begin
            if (at == 0 && !known) begin
                // whose it is, by its address
                known = 1;
                channel = -1;
                for (c = 0; c < CHANNELS; c = c + 1) begin
                    k = 1;
                    for (i = 0; i < 6; i = i + 1)
                        if (m_data[8*i +: 8] !== head_byte(c, went[c], i)) k = 0;
                    if (k) channel = c;
                end
                if (channel < 0) fail("a frame to nobody");
                else if (went[channel] >= took[channel]) fail("a frame that was not taken");
            end
            if (channel >= 0) begin
                n = 30 + bytes[256*channel+went[channel]%256];
                for (i = 0; i < B; i = i + 1) begin
                    if (m_keep[i] !== (at + i < n)) fail("tkeep");
                    if (at + i < n && m_data[8*i +: 8] !== (at + i < 30
                        ? head_byte(channel, went[channel], at + i)
                        : stored(channel, went[channel], at + i - 30))) fail("a byte");
                end
                if (m_last !== (at + B >= n)) fail("tlast");
            end
            midst = !m_last || !m_ready;
            if (m_ready) begin
                words = words + 1;
                at = at + B;
                if (m_last) begin
                    wire_bytes[channel] = wire_bytes[channel] + (n < 60 ? 84 : n + 24);
                    went[channel] = went[channel] + 1;
                    ended = ended + 1;
                    at = 0;
                    known = 0;
                end
            end
        end
        // debts of the longest frame fall in 2 cycles
        rests = up && |f_valid && !m_valid ? rests + 1 : 0;
        if (rests > 16) fail("a frame waits");
    end
    always @(negedge clk) if (!rst && !failed) begin
        m_ready = FULL || draw(4) != 0;
        for (c = 0; c < CHANNELS; c = c + 1) begin
            if (r_went[c]) for (i = 0; i < B; i = i + 1)
                rdata[WIDTH*c+8*i +: 8] = stored(c, s_frame[c], s_row[c] * B + i);
            r_went[c] = 0;
            if (f_went[c]) begin
                f_went[c] = 0;
                f_valid[c] = 0;
            end
            // it is joined anew while nothing of it waits
            if (!open[c] && now > 2) begin
                open[c] = 1;
                units[c] = 0;
                joins[c] = joins[c] + 1;
                rejoined = rejoined + 1;
            end else if (!FULL && !f_valid[c] && took[c] == made[c] && now > 40 && draw(40) == 0)
                open[c] = 0;
            else if (!f_valid[c] && (FULL || (now > 40 && draw(60) == 0)
                || (now == 5 && c == 0))) begin
                f_valid[c] = 1;
                n = FULL ? (c == 0 ? 100 : LONGEST - 150 * c) : 1 + draw(draw(2) ? 60 : LONGEST);
                f_bytes[16*c +: 16] = n;
                f_rows[12*c +: 12] = (n + B - 1) / B;
                f_last[c] = draw(2);
                bytes[256*c+made[c]%256] = n;
                lasts[256*c+made[c]%256] = f_last[c];
                made[c] = made[c] + 1;
            end
        end
        if (!FULL && draw(200) == 0) up = 0;
        else if (draw(50) == 0) up = 1;
    end
endmodule
