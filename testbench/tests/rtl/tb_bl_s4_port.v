// config:
// config: -Ptb_bl_s4_port.PAUSES=0 -Ptb_bl_s4_port.SLOTS=2
// config: -Ptb_bl_s4_port.READY_LATENCY=3 -Ptb_bl_s4_port.PAUSES=8
// Two hubs' ports on models of the vendor's IP, joined as by a cable, with four clocks that differ:
// TLPs of all lengths, with headers of three and four double words, odd and even addresses and
// without a payload, come to the other end once, in their order, without gaps, and never more than
// there is room for; all places are heard of again, also those of void ones, which do not come.
// The models look at the protocol of the IP.
`timescale 1ns/1ps
`default_nettype none
module tb_bl_s4_port;
    parameter PAUSES = 4, SLOTS = 5, READY_LATENCY = 2, COUNT = 400;
    reg [1:0] clk = 0, pld = 0, rst = 3, pld_rst = 3;
    always #2.0   clk[0] = ~clk[0];
    always #2.003 clk[1] = ~clk[1];
    always #1.998 pld[0] = ~pld[0];
    always #2.001 pld[1] = ~pld[1];
    integer failures = 0, seed = 3;
    function integer draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    task fail;
        input [8*40-1:0] what;
        begin
            failures = failures + 1;
            if (failures < 10) $display("%0t: %0s", $time, what);
        end
    endtask

    // ---- TLP number n of a side: as a word of the hub's
    function [31:0] mix;
        input integer a, b;
        mix = (a * 32'h9e3779b1) ^ (b * 32'h85ebca6b) ^ ((a + b) << 7);
    endfunction
    function [127:0] word_of;
        input integer side, n, at;
        reg [31:0]  h;
        reg [9:0]   length;
        reg [1:0]   format;
        integer     i, has;
        begin
            h = mix(n, side);
            format = h[1:0] == 0 ? 2'd1 : h[1:0] == 1 ? 2'd2 : 2'd3;  // 3: four and a payload
            length = h[4] ? 1 + h[10:8] : 1 + h[13:8];
            has = format[1] ? length : 0;
            if (at == 0) begin
                word_of = {mix(n, 7), mix(n, 8), n[15:0], 16'h0fff, 1'b0, format,
                           5'd0, 14'd0, length};
                if (!format[0]) word_of[127:96] = 0;
            end else
                for (i = 0; i < 4; i = i + 1)
                    word_of[32*i +: 32] = 4 * (at - 1) + i < has ? mix(n + 4096 * side, 4 * at + i)
                                                                 : 0;
        end
    endfunction
    function integer last_of;
        input integer side, n;
        reg [127:0] header;
        begin
            header = word_of(side, n, 0);
            last_of = header[30] ? (header[9:0] + 3) / 4 : 0;
        end
    endfunction
    function is_void;
        input integer side, n;
        is_void = mix(n, 9 + side) % 8 == 0;
    endfunction
    // What has no place in a TLP is not compared.
    function [127:0] mask_of;
        input integer side, n, at;
        reg [127:0] header;
        integer i;
        begin
            header = word_of(side, n, 0);
            mask_of = at == 0 && !header[29] ? {32'd0, {96{1'b1}}} : {128{1'b1}};
            for (i = 0; i < 4; i = i + 1)
                if (at > 0 && 4 * (at - 1) + i >= header[9:0]) mask_of[32*i +: 32] = 0;
        end
    endfunction

    wire [1:0]   toggle;
    wire [6:0]   count [0:1];
    wire [2175:0] tlp [0:1];
    wire [1:0]   over;
    wire [31:0]  faults [0:1];
    genvar s;
    generate
        for (s = 0; s < 2; s = s + 1) begin : g_side
            reg          s_tvalid = 0, s_tlast = 0, s_tuser = 0, m_freed = 0;
            reg  [127:0] s_tdata = 0;
            wire         s_tready, s_freed, m_tvalid, m_tlast, m_tuser, answered, rx_ready;
            wire         rx_valid, rx_sop, rx_eop, rx_empty, tx_err, tx_ready, tx_valid, tx_sop;
            wire         tx_eop, tx_empty;
            wire [127:0] m_tdata, rx_data, tx_data;
            bl_s4_port #(.CABLE(1), .SLOTS(SLOTS), .READY_LATENCY(READY_LATENCY)) port (
                .clk(clk[s]), .rst(rst[s]), .pld_clk(pld[s]), .pld_rst(pld_rst[s]), .up(1'b1),
                .s_tvalid(s_tvalid), .s_tready(s_tready), .s_tdata(s_tdata), .s_tlast(s_tlast),
                .s_tuser(s_tuser), .s_freed(s_freed), .m_tvalid(m_tvalid), .m_tdata(m_tdata),
                .m_tlast(m_tlast), .m_tuser(m_tuser), .m_freed(m_freed), .answered(answered),
                .rx_st_err0(1'b0), .tx_st_err0(tx_err), .rx_st_ready0(rx_ready),
                .rx_st_valid0(rx_valid),
                .rx_st_data0(rx_data), .rx_st_sop0(rx_sop), .rx_st_eop0(rx_eop),
                .rx_st_empty0(rx_empty), .tx_st_ready0(tx_ready), .tx_st_valid0(tx_valid),
                .tx_st_data0(tx_data), .tx_st_sop0(tx_sop), .tx_st_eop0(tx_eop),
                .tx_st_empty0(tx_empty));
            bl_s4_pcie_model #(.READY_LATENCY(READY_LATENCY), .PAUSES(PAUSES), .SEED(s + 1)) ip (
                .pld_clk(pld[s]), .rst(pld_rst[s]), .rx_st_ready0(rx_ready),
                .rx_st_valid0(rx_valid),
                .rx_st_data0(rx_data), .rx_st_sop0(rx_sop), .rx_st_eop0(rx_eop),
                .rx_st_empty0(rx_empty), .tx_st_ready0(tx_ready), .tx_st_valid0(tx_valid),
                .tx_st_data0(tx_data), .tx_st_sop0(tx_sop), .tx_st_eop0(tx_eop),
                .tx_st_empty0(tx_empty), .tx_st_err0(tx_err), .link_toggle(toggle[s]),
                .link_tlp(tlp[s]),
                .link_count(count[s]), .peer_toggle(toggle[1-s]), .peer_tlp(tlp[1-s]),
                .peer_count(count[1-s]));
            assign faults[s] = ip.faults;

            // ---- the hub: it sends as far as the other has room
            integer n = 0, at = 0, room = SLOTS, got = 0, got_at = 0, held = 0;
            reg     frees;
            assign over[s] = got == COUNT && n == COUNT && room == SLOTS;
            always @(posedge clk[s]) if (!rst[s]) begin
                if (s_tvalid && s_tready) begin
                    at = at + 1;
                    if (s_tlast) begin
                        at = 0;
                        n = n + 1;
                    end
                end
                if (s_freed) room = room + 1;
                if (room > SLOTS) fail("a place is given back twice");
                if (at == 0 && (!s_tvalid || s_tready)
                    && (n == COUNT || room == 0 || (PAUSES != 0 && draw(3) == 0)))
                    s_tvalid <= #0.1 1'b0;
                else if (!s_tvalid || s_tready) begin
                    if (at == 0) room = room - 1;
                    s_tvalid <= #0.1 1'b1;
                    s_tdata  <= #0.1 word_of(s, n, at);
                    s_tlast  <= #0.1 at == last_of(s, n);
                    s_tuser  <= #0.1 at == last_of(s, n) && is_void(s, n);
                end
                // ---- and takes what comes, as long as it has places
                if (got_at != 0 && !m_tvalid) fail("a gap");
                while (got_at == 0 && got < COUNT && is_void(1 - s, got)) got = got + 1;
                if (answered) fail("an answer to nothing");
                if (m_tvalid && m_tuser) fail("void");
                if (m_tvalid) begin
                    if (got_at == 0) held = held + 1;
                    if (held > SLOTS) fail("no room for it");
                    if ((m_tdata ^ word_of(1 - s, got, got_at)) & mask_of(1 - s, got, got_at))
                        fail("another word");
                    if (m_tlast !== (got_at == last_of(1 - s, got))) fail("the last word");
                    got_at = m_tlast ? 0 : got_at + 1;
                    if (m_tlast) got = got + 1;
                end
                frees = held > 0 && got_at == 0 && draw(8) == 0;
                m_freed <= #0.1 frees;
                if (frees) held = held - 1;
            end
        end
    endgenerate
    initial begin
        #40 rst = 0;
        pld_rst = 0;
        repeat (100000) @(posedge clk[0]) if (&over) begin
            repeat (100) @(posedge clk[0]);
            if (faults[0] + faults[1] != 0) fail("the protocol of the IP");
            if (failures != 0) $display("FAIL %0d", failures);
            else $display("PASS");
            $finish(0);
        end
        $display("FAIL it stands still: %0d and %0d of %0d", g_side[0].got, g_side[1].got, COUNT);
        $finish(0);
    end
endmodule
`default_nettype wire
