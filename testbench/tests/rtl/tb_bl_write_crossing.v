// config: -Ptb_bl_write_crossing.HALF=5 -Ptb_bl_write_crossing.MEM_HALF=5
// config: -Ptb_bl_write_crossing.HALF=10 -Ptb_bl_write_crossing.MEM_HALF=7
// config: -Ptb_bl_write_crossing.HALF=4 -Ptb_bl_write_crossing.MEM_HALF=13
// A writer offers numbered requests and words, a memory takes them and answers a response for each
// request that it has the words of: everything comes once, in order and unchanged, under random
// stalls on both sides; without stalls a word in every cycle of the slower side.
module tb_bl_write_crossing;
    parameter HALF = 5;
    parameter MEM_HALF = 5;
    localparam SLOW = (HALF > MEM_HALF) ? HALF : MEM_HALF;
    reg         clk, mem_clk, rst, mem_rst, stalls;
    reg  [15:0] awaddr, wdata, m_request, m_word;
    reg         awvalid, wvalid, bready, m_awready, m_wready, m_bvalid;
    wire        awready, wready, bvalid, m_awvalid, m_wvalid, m_wlast, m_bready;
    wire [15:0] m_awaddr, m_wdata;
    wire [7:0]  m_awlen;
    wire [1:0]  m_wstrb, bresp;
    integer     seed, m_seed, requested, answers, answered, sent, failed, from, rate;

    // request i: address i, length {i[3:0], i[3:0]}; word i: data i, strobes i[1:0], last when i %
    // 4 == 3
    bl_write_crossing #(.ADDR_W(16), .DATA_W(16), .LOG_DEPTH(4)) dut (
        .clk(clk), .rst(rst), .mem_clk(mem_clk), .mem_rst(mem_rst),
        .s_axi_awaddr(awaddr), .s_axi_awlen({awaddr[3:0], awaddr[3:0]}), .s_axi_awvalid(awvalid),
        .s_axi_awready(awready), .s_axi_wdata(wdata), .s_axi_wstrb(wdata[1:0]),
        .s_axi_wlast(wdata[1:0] == 2'd3), .s_axi_wvalid(wvalid), .s_axi_wready(wready),
        .s_axi_bvalid(bvalid), .s_axi_bready(bready), .s_axi_bresp(bresp), .m_axi_bresp(sent[2:1]),
        .m_axi_awaddr(m_awaddr), .m_axi_awlen(m_awlen), .m_axi_awvalid(m_awvalid),
        .m_axi_awready(m_awready), .m_axi_wdata(m_wdata), .m_axi_wstrb(m_wstrb),
        .m_axi_wlast(m_wlast), .m_axi_wvalid(m_wvalid), .m_axi_wready(m_wready),
        .m_axi_bvalid(m_bvalid), .m_axi_bready(m_bready));

    always #HALF clk = ~clk;
    always #MEM_HALF mem_clk = ~mem_clk;

    always @(posedge clk) if (!rst) begin
        if (awvalid && awready) awaddr <= awaddr + 16'd1;
        if (!(awvalid && !awready))
            awvalid <= stalls ? ($random(seed) & 1) : awaddr < wdata[15:2] + 16'd4;
        if (wvalid && wready) wdata <= wdata + 16'd1;
        if (!(wvalid && !wready)) wvalid <= !stalls || ($random(seed) & 1);
        bready <= !stalls || ($random(seed) & 1);
        if (bvalid && bready && bresp !== answered[2:1]) failed <= 7;
        if (bvalid && bready) answered <= answered + 1;
    end

    always @(posedge mem_clk) if (!mem_rst) begin
        m_awready <= !stalls || ($random(m_seed) & 1);
        m_wready  <= !stalls || ($random(m_seed) & 1);
        if (m_awvalid && m_awready) begin
            if (m_awaddr !== m_request || m_awlen !== {m_request[3:0], m_request[3:0]}) failed <= 1;
            m_request <= m_request + 16'd1;
        end
        if (m_wvalid && m_wready) begin
            if (m_wdata !== m_word || m_wstrb !== m_word[1:0] || m_wlast !== (m_word[1:0] == 2'd3))
                failed <= 2;
            m_word <= m_word + 16'd1;
        end
        // as many responses as requests and bursts are complete; none is withdrawn
        if (m_bvalid && m_bready) sent <= sent + 1;
        if (!(m_bvalid && !m_bready))
            m_bvalid <= (sent + (m_bvalid && m_bready) < m_request)
                && (sent + (m_bvalid && m_bready) < m_word[15:2])
                && (!stalls || ($random(m_seed) & 1));
    end

    // never more responses than were given, and in the end all of them
    always @(posedge clk) if (answered > sent + 1) failed <= 3;

    initial begin
        {clk, mem_clk, awaddr, wdata, m_request, m_word, awvalid, wvalid, bready, m_awready,
         m_wready, m_bvalid} = 0;
        {rst, mem_rst, stalls} = 3'b111;
        {answered, sent, failed} = 0;
        seed = 41; m_seed = 42;
        #(SLOW * 20 + 1) rst = 0;
        #(SLOW * 3) mem_rst = 0;
        #(SLOW * 2 * 3000);
        if (m_word < 500 || m_request < 500 || answered < 100) failed = 4;
        stalls = 0;
        #(SLOW * 2 * 100) from = m_word;
        #(SLOW * 2 * 1000) rate = m_word - from;
        if (rate < 999) failed = 5;
        @(posedge clk) force dut.s_axi_wvalid = 1'b0;
        force dut.s_axi_awvalid = 1'b0;
        #(SLOW * 2 * 200);
        if (answered != sent || sent == 0) failed = 6;
        if (failed != 0)
            $display("FAIL kind %0d (1 request, 2 word, 3 and 6 responses, 4 few, ", failed,
                     "5 rate: %0d in 1000 cycles, 7 a response's kind)", rate);
        else $display("PASS");
        $finish(0);
    end
endmodule
