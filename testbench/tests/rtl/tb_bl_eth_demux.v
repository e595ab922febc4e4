// The frames that come and the channels they are for: a model of the contract says of each what
// becomes of it, and the channel that keeps it gets its bytes, its rows and its mark; all of it 3
// cycles behind the frame's last word.
// config: -Ptb_bl_eth_demux.WIDTH=128 -Ptb_bl_eth_demux.CHANNELS=3
// config: -Ptb_bl_eth_demux.WIDTH=256 -Ptb_bl_eth_demux.CHANNELS=1
// config: -Ptb_bl_eth_demux.WIDTH=512 -Ptb_bl_eth_demux.CHANNELS=16
`timescale 1ns/1ps
module tb_bl_eth_demux;
    parameter WIDTH = 128, CHANNELS = 3, FRAMES = 200;
    localparam B = WIDTH / 8;
    localparam [47:0] ADDRESS = 48'h02_11_22_33_44_55;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg                    valid = 0, last = 0, user = 0;
    reg  [WIDTH-1:0]       data;
    reg  [B-1:0]           keep;
    reg  [48*CHANNELS-1:0] peers;
    wire                   write, close, m_last, event_valid;
    wire [WIDTH-1:0]       wdata;
    wire [CHANNELS-1:0]    m_keep;
    wire [15:0]            m_bytes;
    wire [11:0]            m_rows;
    wire [2:0]             what;
    wire [43:0]           tag;
    reg  [4*CHANNELS-1:0] numbers;
    bl_eth_demux #(.CHANNELS(CHANNELS), .WIDTH(WIDTH)) dut (
        .clk(clk), .rst(rst), .address(ADDRESS), .ethertype(16'h88b5), .from_address(peers),
        .from_number(numbers), .m_tag(tag), .s_mac_tvalid(valid), .s_mac_tdata(data),
        .s_mac_tkeep(keep),
        .s_mac_tlast(last),
        .s_mac_tuser(user), .m_write(write), .m_wdata(wdata), .m_close(close), .m_keep(m_keep),
        .m_bytes(m_bytes), .m_rows(m_rows), .m_last(m_last), .event_valid(event_valid),
        .event_code(what));
    integer seed = 6, now = 0, failed = 0, i, length, at, made = 0, ended = 0, got = 0, pad;
    integer channel;
    integer fates [0:7], fate_of [0:1023], bytes_of [0:1023], keep_of [0:1023], said;
    reg     last_of [0:1023];
    reg [43:0] tag_of [0:1023];
    reg [2:0]   way = 0;
    reg [239:0] head;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    function [7:0] payload; input integer f, at; payload = f * 53 + at * 7 + at / 256; endfunction
    function [47:0] turned; input [47:0] a;
        turned = {a[7:0], a[15:8], a[23:16], a[31:24], a[39:32], a[47:40]}; endfunction
    task fail;
        input [8*48-1:0] why;
        begin
            if (!failed) $display("FAIL %0s cycle %0d frame %0d", why, now, ended);
            failed = 1;
            $finish(0);
        end
    endtask
    task frame; begin
        channel = draw(CHANNELS);
        length = draw(5) == 0 ? 1 + draw(60) : 1 + draw(300);
        pad = draw(3) == 0 ? 1 + draw(50) : 0;
        said = length;
        fate_of[made%1024] = 0;
        head = 0;
        for (i = 0; i < 8; i = i + 1) head = {head, $random(seed)};
        head[47:0] = turned(ADDRESS);
        head[95:48] = turned(peers[48*channel +: 48]);
        head[111:96] = 16'hb588;
        head[115:112] = 4;
        head[112+88 +: 8] = channel;
        last_of[made%1024] = head[112+6];
        tag_of[made%1024] = {numbers[4*channel +: 4], head[112+16 +: 8], head[112+80 +: 8],
                             head[112+24 +: 8], head[112+32 +: 8], head[112+40 +: 8]};
        // one thing is wrong, or several: the first counts
        if (draw(8) == 0) begin
            if (draw(2)) said = 0;
            else said = length + pad + 1 + draw(3);
            fate_of[made%1024] = 5;
        end
        if (draw(8) == 0) begin
            // a peer of another channel, or nobody
            head[48 +: 8] = head[48 +: 8] ^ 8'd64;
            if (CHANNELS > 1 && draw(2)) head[95:48] = turned(peers[48*((channel+1)%CHANNELS) +:
                48]);
            fate_of[made%1024] = 4;
        end
        if (draw(8) == 0) begin
            if (draw(2)) head[115:112] = draw(2) ? draw(4) : 5 + draw(11);
            else head[112+88 +: 8] = CHANNELS + draw(250 - CHANNELS);
            fate_of[made%1024] = 3;
        end
        if (draw(8) == 0) begin
            i = draw(64);
            if (i < 48) head[i] = ~head[i];
            else head[i+48] = ~head[i+48];
            fate_of[made%1024] = 2;
        end
        if (draw(8) == 0) fate_of[made%1024] = 1;
        head[112+112 +: 16] = {said[7:0], said[15:8]};
        bytes_of[made%1024] = said;
        keep_of[made%1024] = fate_of[made%1024] == 0 ? 1 << channel : 0;
    end endtask
    initial begin
        for (i = 0; i < 8; i = i + 1) fates[i] = 0;
        for (i = 0; i < CHANNELS; i = i + 1) begin
            peers[48*i +: 48] = 48'h0200_0000_1000 + 77 * i;
            numbers[4*i +: 4] = 3 + 5 * i;
        end
        repeat (4) @(posedge clk);
        rst <= 0;
        @(negedge clk);
        for (made = 0; made < FRAMES && !failed; made = made + 1) begin
            frame;
            for (at = 0; at < 30 + length + pad; at = at + B) begin
                valid = 1;
                last = at + B >= 30 + length + pad;
                user = last && fate_of[made%1024] == 1;
                for (i = 0; i < B; i = i + 1) begin
                    keep[i] = at + i < 30 + length + pad;
                    data[8*i +: 8] = at + i < 30 ? head >> (8 * (at + i))
                        : payload(made % 1024, at + i - 30);
                end
                @(negedge clk);
            end
            valid = 0;
            if (draw(2)) repeat (draw(6)) @(negedge clk);
        end
        repeat (6) @(posedge clk);
        if (!failed) begin
            for (i = 0; i < 6; i = i + 1) if (fates[i] < 5) fail("a fate was too rare");
            if (!failed) begin
                if (ended != FRAMES) $display("FAIL %0d of %0d frames", ended, FRAMES);
                else $display("PASS");
            end
        end
        $finish(0);
    end
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        if (close !== way[2] || event_valid !== way[2]) fail("an end at a wrong time");
        way = {way[1:0], valid & last};
        if (write) begin
            for (i = 0; i < B; i = i + 1) if (got * B + i < bytes_of[ended%1024])
                if (fate_of[ended%1024] == 0
                    && wdata[8*i +: 8] !== payload(ended % 1024, got * B + i)) fail("a byte");
            got = got + 1;
        end
        if (close) begin
            if (what !== fate_of[ended%1024]) fail("a fate");
            if (m_keep !== keep_of[ended%1024]) fail("the channel");
            if (fate_of[ended%1024] == 0) begin
                if (m_bytes !== bytes_of[ended%1024] || m_rows !== (m_bytes + B - 1) / B
                    || m_last !== last_of[ended%1024] || tag !== tag_of[ended%1024])
                    fail("what is reported of a frame");
                if (got < m_rows) fail("rows");
            end
            fates[fate_of[ended%1024]] = fates[fate_of[ended%1024]] + 1;
            ended = ended + 1;
            got = 0;
        end
    end
endmodule
