// config: -Ptb_bl_eth_streams.CHANNELS=2 -Ptb_bl_eth_streams.WORD_BYTES=4 -Ptb_bl_eth_streams.WIDTH=256
// long config: -Ptb_bl_eth_streams.CHANNELS=3 -Ptb_bl_eth_streams.WORD_BYTES=3 -Ptb_bl_eth_streams.WIDTH=128
// long config: -Ptb_bl_eth_streams.CHANNELS=1 -Ptb_bl_eth_streams.WORD_BYTES=16 -Ptb_bl_eth_streams.WIDTH=512
// Packets of all channels go out through the MAC's port, around, and back; frames have no gap, some
// are damaged and dropped whole, and all others arrive word by word. Rates and latency are measured
// by testbench/bench/ethernet_streams.
`timescale 1ns/1ps
module tb_bl_eth_streams;
    parameter CHANNELS = 2;
    parameter WORD_BYTES = 4;
    parameter WIDTH = 256;
    localparam BYTES = WIDTH / 8, W = 8 * WORD_BYTES, PACKETS = 60, ROOM = 8192;

    wire [23:0]           ids = 24'h020100;
    reg                   clk, k_clk, rst;
    reg  [CHANNELS-1:0]   s_tvalid, s_tlast, m_tready;
    reg  [W*CHANNELS-1:0] s_tdata;
    reg  [WORD_BYTES*CHANNELS-1:0] s_tkeep;
    wire [CHANNELS-1:0]   s_tready, m_tvalid, m_tlast, m_first, lost;
    wire [44*CHANNELS-1:0] m_tag;
    wire [W*CHANNELS-1:0] m_tdata;
    wire [WORD_BYTES*CHANNELS-1:0] m_tkeep;
    wire                  event_valid, o_tvalid, o_tlast;
    wire [2:0]            event_code;
    reg                   o_tready, i_tvalid, i_tlast, i_tuser;
    wire [WIDTH-1:0]      o_tdata;
    wire [BYTES-1:0]      o_tkeep;
    reg  [WIDTH-1:0]      i_tdata;
    reg  [BYTES-1:0]      i_tkeep;

    bl_eth_streams #(
        .CHANNELS(CHANNELS), .WORD_BYTES(WORD_BYTES), .WIDTH(WIDTH), .LOG_ROWS(8)) dut (
        .clk(clk), .rst(rst), .k_clk({CHANNELS{k_clk}}), .k_rst({CHANNELS{rst}}),
        .payload(16'd240), .timeout(16'hffff), .address(48'h02626c000001), .ethertype(16'h88b5),
        .session(16'd1), .to_address({CHANNELS{48'h02626c000001}}), .to_id(ids[8*CHANNELS-1:0]),
        .open({CHANNELS{~rst}}), .from_number({CHANNELS{4'd5}}),
        .m_axis_tfirst(m_first), .m_axis_ttag(m_tag),
        .from_address({CHANNELS{48'h02626c000001}}), .s_axis_tvalid(s_tvalid),
        .s_axis_tready(s_tready), .s_axis_tdata(s_tdata), .s_axis_tkeep(s_tkeep),
        .s_axis_tlast(s_tlast), .s_axis_tuser({CHANNELS{1'b0}}), .m_axis_tvalid(m_tvalid),
        .m_axis_tready(m_tready), .m_axis_tdata(m_tdata), .m_axis_tkeep(m_tkeep),
        .m_axis_tlast(m_tlast), .event_valid(event_valid), .event_code(event_code), .lost(lost),
        .m_mac_tvalid(o_tvalid), .m_mac_tready(o_tready), .m_mac_tdata(o_tdata),
        .m_mac_tkeep(o_tkeep), .m_mac_tlast(o_tlast), .s_mac_tvalid(i_tvalid),
        .s_mac_tdata(i_tdata), .s_mac_tkeep(i_tkeep), .s_mac_tlast(i_tlast),
        .s_mac_tuser(i_tuser), .s_mac_up(1'b1));

    always #1.6 clk = ~clk;
    always #2.247 k_clk = ~k_clk;

    // ---- kernels: what was sent, where its packets begin, which of them were damaged ----
    reg  [W+WORD_BYTES:0] sent [0:CHANNELS*ROOM-1];
    integer               starts [0:CHANNELS*PACKETS], left [0:CHANNELS-1], wr [0:CHANNELS-1];
    integer               begun [0:CHANNELS-1], rd [0:CHANNELS-1], got [0:CHANNELS-1];
    reg  [CHANNELS*PACKETS-1:0] dropped;
    reg                   inner [0:CHANNELS-1];  // in a packet that is received
    integer               seed, failed, c, b, all;
    reg  [W+WORD_BYTES:0] word;

    task fail; input integer kind; begin
        if (failed == 0) $display("FAIL kind %0d of channel %0d at %0t", kind, c, $time);
        failed = kind;
    end endtask

    task offer; begin
        if (left[c] == 0 && begun[c] < PACKETS) begin
            left[c] = 1 + ($random(seed) & 32'h7fffffff) % 240;
            starts[c*PACKETS+begun[c]] = wr[c];
            begun[c] = begun[c] + 1;
        end
        s_tvalid[c] <= left[c] != 0 && $random(seed) % 8 != 0;
        for (b = 0; b < WORD_BYTES; b = b + 1) begin
            s_tdata[W*c+8*b +: 8] <= $random(seed);
            s_tkeep[WORD_BYTES*c+b] <= b < left[c];
        end
        s_tlast[c] <= left[c] <= WORD_BYTES;
    end endtask

    task check; begin
        if (!inner[c]) begin
            while (dropped[c*PACKETS+got[c]] && got[c] < PACKETS - 1) got[c] = got[c] + 1;
            rd[c] = starts[c*PACKETS+got[c]];
        end
        word = sent[c*ROOM+rd[c]];
        if (m_tlast[c] !== word[W+WORD_BYTES]) fail(1);
        if (m_tkeep[WORD_BYTES*c +: WORD_BYTES] !== word[W +: WORD_BYTES]) fail(2);
        for (b = 0; b < WORD_BYTES; b = b + 1)
            if (word[W+b] && m_tdata[W*c+8*b +: 8] !== word[8*b +: 8]) fail(3);
        rd[c] = rd[c] + 1;
        inner[c] = !m_tlast[c];
        if (m_tlast[c]) got[c] = got[c] + 1;
    end endtask

    always @(posedge k_clk) if (!rst) for (c = 0; c < CHANNELS; c = c + 1) begin
        if (m_tvalid[c] !== 1'b0 && m_tready[c]) check;
        if (s_tvalid[c] && s_tready[c]) begin
            sent[c*ROOM+wr[c]] = {s_tlast[c], s_tkeep[WORD_BYTES*c +: WORD_BYTES],
                                  s_tdata[W*c +: W]};
            wr[c] = wr[c] + 1;
            left[c] = s_tlast[c] ? 0 : left[c] - WORD_BYTES;
        end
        if (!s_tvalid[c] || s_tready[c]) offer;
        m_tready[c] <= $random(seed) % 8 != 0;
    end

    // ---- MAC: half the port's rate, a frame in sixteen damaged ----
    reg  [WIDTH+BYTES:0] wires [0:63];
    integer              w_wr, w_rd, beat, id, frames [0:CHANNELS-1], bad, events;
    reg                  within_frame, flip;
    always @(posedge clk) if (!rst) begin
        if (event_valid && event_code == 3'd1) events = events + 1;
        else if (event_valid && event_code !== 3'd0) fail(8);
        if (lost !== {CHANNELS{1'b0}}) fail(4);
        if (o_tready && within_frame && o_tvalid !== 1'b1) fail(5);
        if (o_tready && o_tvalid) begin
            wires[w_wr%64] = {o_tlast, o_tkeep, o_tdata};
            w_wr = w_wr + 1;
            within_frame = !o_tlast;
        end
        o_tready <= w_wr - w_rd < 60 && $random(seed) % 2 != 0;
        i_tvalid <= w_wr != w_rd;
        if (w_wr != w_rd) begin
            flip = wires[w_rd%64] >> (WIDTH + BYTES) && $random(seed) % 16 == 0;
            {i_tlast, i_tkeep, i_tdata} <= wires[w_rd%64] ^ (flip ? 8'h10 : 0);
            i_tuser <= flip;
            if (beat == 25 / BYTES) id = wires[w_rd%64] >> 8 * (25 % BYTES) & 255;
            beat = beat + 1;
            if (wires[w_rd%64] >> (WIDTH + BYTES)) begin
                dropped[id*PACKETS+frames[id]] = flip;
                frames[id] = frames[id] + 1;
                bad = bad + flip;
                beat = 0;
            end
            w_rd = w_rd + 1;
        end
    end

    initial begin
        {clk, k_clk, s_tvalid, s_tlast, s_tkeep, m_tready, o_tready, i_tvalid} = 0;
        {within_frame, dropped} = 0;
        rst = 1;
        for (c = 0; c < CHANNELS; c = c + 1) begin
            left[c] = 0;
            wr[c] = 0;
            begun[c] = 0;
            rd[c] = 0;
            got[c] = 0;
            inner[c] = 0;
            frames[c] = 0;
        end
        failed = 0;
        seed = 5;
        w_wr = 0;
        w_rd = 0;
        beat = 0;
        bad = 0;
        events = 0;
        #100 rst = 0;
        #150000 all = 0;
        for (c = 0; c < CHANNELS; c = c + 1) begin
            // packets behind the last one received were damaged
            while (got[c] < PACKETS && dropped[c*PACKETS+got[c]]) got[c] = got[c] + 1;
            if (got[c] != PACKETS || frames[c] != PACKETS) fail(6);
        end
        if (bad == 0 || events != bad) fail(7);
        if (failed != 0)
            $display("FAIL (1 end, 2 keep, 3 data, 4 loss, 5 gap, 6 few packets, 7, 8 fates)");
        else $display("PASS");
        $finish(0);
    end
endmodule
