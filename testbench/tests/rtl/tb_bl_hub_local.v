// config:
// config: -Ptb_bl_hub_local.STALL=1
// Writes of a hub's memory, reads of it by its host and by the engine, reads and writes of
// registers, and reads of nobody, at random: the host and the engine each get the completions of
// their own reads, with the words that were written before; an engine's read of another place goes
// on to the host, whose completion comes back to the engine whole, between those of the memory.
`timescale 1ns/1ps
`default_nettype none
module tb_bl_hub_local;
    parameter STALL = 0, COUNT = 3000;
    localparam [23:0] MASK = 24'hfffff0, LOW = 24'h400130;
    reg          clk = 0, rst = 1;
    reg          s_tvalid = 0, s_tlast = 0, m_tready = 0, r_tvalid = 0, n_tready = 0, s_freed = 0;
    reg          a_tvalid = 0, a_tlast = 0, s_asked = 0, s_load = 0, r_own = 0;
    reg  [127:0] s_tdata = 0, r_tdata = 0, a_tdata = 0;
    wire         s_tready, beyond, m_tvalid, m_tlast, r_tready, n_tvalid, freed, e_tvalid,
                 e_tlast;
    wire [127:0] m_tdata, n_tdata, e_tdata;
    wire [15:0]  araddr;
    wire [31:0]  wdata;
    wire [1:0]   refused;
    wire         awvalid, arvalid;
    reg          bvalid = 0, rvalid = 0;
    reg  [31:0]  rdata = 0, register = 0;
    always #2 clk = ~clk;
    bl_hub_local #(.LOG_MEMORY(6), .LOG_PAYLOAD(6)) itself (
        .clk(clk), .rst(rst), .hub(16'h0100), .mask(MASK), .s_tvalid(s_tvalid),
        .s_tready(s_tready), .s_tdata(s_tdata), .s_tlast(s_tlast), .s_asked(s_asked),
        .s_load(s_load), .beyond(beyond), .refused(refused),
        .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tdata(m_tdata), .m_tlast(m_tlast),
        .s_read_tvalid(r_tvalid), .s_read_tready(r_tready), .s_read_tdata(r_tdata),
        .s_read_own(r_own), .m_read_tvalid(n_tvalid), .m_read_tready(n_tready),
        .m_read_tdata(n_tdata),
        .s_answer_tvalid(a_tvalid), .s_answer_tdata(a_tdata), .s_answer_tlast(a_tlast),
        .s_freed(s_freed), .freed(freed), .m_answer_tvalid(e_tvalid),
        .m_answer_tdata(e_tdata), .m_answer_tlast(e_tlast), .m_axil_awvalid(awvalid),
        .m_axil_awready(1'b1), .m_axil_wready(1'b1), .m_axil_wdata(wdata), .m_axil_bresp(2'd0),
        .m_axil_bvalid(bvalid), .m_axil_arvalid(arvalid), .m_axil_araddr(araddr),
        .m_axil_arready(1'b1), .m_axil_rdata(rdata), .m_axil_rresp(2'd0),
        .m_axil_rvalid(rvalid));
    always @(posedge clk) begin
        bvalid <= awvalid;
        rvalid <= arvalid;
        if (awvalid) register <= wdata;
        rdata <= register ^ {16'd0, araddr};
    end

    integer seed = 13, failures = 0, n;
    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    task fail;
        input [8*40-1:0] what;
        begin
            failures = failures + 1;
            if (failures < 10) $display("access %0d: %0s", n, what);
        end
    endtask

    // ---- words of 4 bytes of the memory, and of the register, as they are to be
    reg  [31:0] kept [0:255];
    reg  [31:0] set = 0;
    reg  [31:0] h_due [0:63], e_due [0:63];  // the first word of a completion, or none
    reg         h_none [0:63];
    reg  [63:0] h_open = 0;
    integer     h_tag = 0;
    reg         stops = 0;
    integer     h_head = 0, h_tail = 0, e_head = 0, e_tail = 0, gone = 0, back = 0, i;
    integer     h_word = 0, e_word = 0, from_host = 0, forth = 0, ended = 0, given = 0, places = 0;
    always @(posedge clk) if (!rst) begin
        if (freed) places = places + 1;
        if (places > back) fail("a place of a completion of the host's");
        if (m_tvalid & m_tready) begin
            if (h_head == h_tail) fail("a completion to the host");
            if (h_word == 0) h_tag = m_tdata[79:72] % 64;
            if (h_word == 0 && !h_open[h_tag]) fail("the host's tag");
            if (h_word == 0 && m_tlast !== h_none[h_tag]) fail("supported or not");
            if (h_word == 1 && m_tdata[31:0] !== h_due[h_tag]) fail("the host's word");
            if (m_tlast) h_open[h_tag] = 0;
            h_word = m_tlast ? 0 : h_word + 1;
            if (m_tlast) h_head = h_head + 1;
        end
        if (e_tvalid) begin
            if (e_word == 0) from_host = e_tdata[63:48] == 16'haaaa;
            if (e_word > 0 && from_host && e_tdata !== {4{e_word[31:0]}}) fail("the host's answer");
            if (e_word == 0 && !from_host && e_tdata[79:72] !== e_head[7:0]) fail("the tag");
            if (e_word == 1 && !from_host && e_tdata[31:0] !== e_due[e_head % 64])
                fail("the engine's word");
            e_word = e_tlast ? 0 : e_word + 1;
            if (e_tlast) ended = ended + 1;
            if (e_tlast && from_host) back = back + 1;
            if (e_tlast && !from_host) e_head = e_head + 1;
        end
        if (n_tvalid & n_tready) begin
            if (n_tdata[127:96] !== 32'h12340000) fail("a read on its way to the host");
            gone = gone + 1;
        end
    end
    always @(negedge clk) begin
        m_tready = !STALL || draw(3) == 0;
        n_tready = !STALL || draw(3) == 0;
        // places of the engine's completions become free some time later
        s_freed = ended > given && draw(4) == 0;
        if (s_freed) given = given + 1;
    end

    task put;                                // a word of what ends here
        input [127:0] value;
        input         last;
        begin
            s_tvalid = 1;
            s_tdata = value;
            s_tlast = last;
            @(posedge clk);
            while (!s_tready) @(posedge clk);
            @(negedge clk) s_tvalid = 0;
        end
    endtask
    reg [127:0] header;
    reg [31:0]  value;
    integer     at, kind;
    task access;
        begin
            kind = draw(5);
            at = draw(256);
            value = $random(seed);
            header = 0;
            {header[9:0], header[35:32]} = {10'd1, 4'd15};
            header[30:29] = kind < 2 ? 3 : 1;
            header[47:40] = h_tail;
            // writes of the memory are at addresses from 0 on by then
            {header[95:64], header[127:96]} = kind == 0 ? 64'd0 + 4 * at
                : kind == 1 || kind == 2 ? 64'h800000000040
                : kind == 3 ? {16'd0, LOW, 24'd0} + 4 * at : 64'h400000000000 + 4 * at;
            if (kind == 0) kept[at] = value;
            if (kind == 1) set = value;
            if (kind > 1) begin
                h_due[h_tail % 64] = kind == 2 ? set ^ 32'h40 : kept[at];
                h_none[h_tail % 64] = kind == 4;
                h_open[h_tail % 64] = 1;
                h_tail = h_tail + 1;
            end
            {s_load, s_asked} = {kind == 3, kind != 0};
            put(header, kind > 1);
            if (kind < 2) put({96'd0, value}, 1'b1);
        end
    endtask
    // The engine reads what does not change any more: the bench waits for its answer.
    task engine;
        begin
            at = draw(256);
            header = 0;
            {header[9:0], header[35:32], header[30:29]} = {10'd1, 4'd15, 2'd1};
            header[47:40] = e_tail;
            {header[95:64], header[127:96]} = draw(3) == 0 ? 64'h0000000112340000
                                                           : {16'd0, LOW, 24'd0} + 4 * at;
            r_tvalid = 1;
            r_tdata = header;
            r_own = header[127:96] != 32'h12340000;
            if (r_own) begin
                e_due[e_tail % 64] = kept[at];
                e_tail = e_tail + 1;
            end else forth = forth + 1;
            @(posedge clk);
            while (!r_tready) @(posedge clk);
            @(negedge clk) r_tvalid = 0;
            while (e_tail - e_head > 2) @(negedge clk);
        end
    endtask
    initial begin : host
        integer k, words;
        forever begin
            while (rst) @(negedge clk);
            @(negedge clk);
            words = draw(6);
            for (k = 0; k <= words; k = k + 1) begin
                a_tvalid = 1;
                a_tdata = k == 0 ? {64'd0, 16'haaaa, 48'd0} : {4{k[31:0]}};
                a_tlast = k == words;
                @(posedge clk);
                @(negedge clk) a_tvalid = 0;
            end
            repeat (draw(20)) @(negedge clk);
            while (stops) @(negedge clk);
        end
    end
    always @(posedge clk) if (!rst) begin
        if (beyond) fail("a write beyond the memory");
        if (refused != 2'd0) fail("a write that no register takes");
    end
    initial begin
        n = 0;
        for (i = 0; i < 256; i = i + 1) kept[i] = 0;
        repeat (4) @(negedge clk);
        rst = 0;
        for (i = 0; i < 256; i = i + 1) begin
            header = 0;
            {header[9:0], header[35:32], header[30:29], header[105:98]} =
                {10'd1, 4'd15, 2'd3, i[7:0]};
            put(header, 1'b0);
            put(128'd0, 1'b1);
        end
        for (n = 0; n < COUNT; n = n + 1) begin
            if (draw(3) == 0) begin
                repeat (3) @(negedge clk);
                engine;
                while (e_tail != e_head) @(negedge clk);
            end else access;
            while (h_tail - h_head > 20) @(negedge clk);
        end
        stops = 1;
        repeat (1000) @(negedge clk);
        if (h_head != h_tail || e_head != e_tail) fail("a read without an answer");
        if (gone != forth || forth == 0 || back < 100) fail("what goes to the host, and back");
        if (places != back) fail("places that are not given back");
        if (failures != 0) $display("FAIL %0d", failures);
        else $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
