// config: -Ptb_bl_read_crossing.HALF=5 -Ptb_bl_read_crossing.MEM_HALF=5
// config: -Ptb_bl_read_crossing.HALF=10 -Ptb_bl_read_crossing.MEM_HALF=7
// config: -Ptb_bl_read_crossing.HALF=4 -Ptb_bl_read_crossing.MEM_HALF=13
// A reader asks for bursts of random length, a memory answers each word with address and place: all
// of it comes, in order, with its last marks, under random stalls on both sides; without stalls a
// word in every cycle of the slower side.
module tb_bl_read_crossing;
    parameter HALF = 5;
    parameter MEM_HALF = 5;
    localparam SLOW = (HALF > MEM_HALF) ? HALF : MEM_HALF, BURSTS = 400;
    reg         clk, mem_clk, rst, mem_rst, stalls;
    reg  [15:0] araddr, expected, m_address;
    reg  [7:0]  arlen, m_left, s_left;
    reg         arvalid, rready, m_arready, m_rvalid, m_busy;
    wire        arready, rvalid, rlast, m_arvalid, m_rready;
    wire [15:0] m_araddr, rdata;
    wire [7:0]  m_arlen;
    wire [1:0]  rresp;
    integer     seed, m_seed, s_seed, asked, begun, got, failed, last_got, rate, from;

    bl_read_crossing #(.ADDR_W(16), .DATA_W(16), .LOG_DEPTH(4)) dut (
        .clk(clk), .rst(rst), .mem_clk(mem_clk), .mem_rst(mem_rst),
        .s_axi_araddr(araddr), .s_axi_arlen(arlen), .s_axi_arvalid(arvalid),
        .s_axi_arready(arready),
        .s_axi_rdata(rdata), .s_axi_rlast(rlast), .s_axi_rvalid(rvalid), .s_axi_rready(rready),
        .s_axi_rresp(rresp), .m_axi_rresp(m_address[2:1]),
        .m_axi_araddr(m_araddr), .m_axi_arlen(m_arlen), .m_axi_arvalid(m_arvalid),
        .m_axi_arready(m_arready), .m_axi_rdata(m_address), .m_axi_rlast(m_left == 8'd0),
        .m_axi_rvalid(m_rvalid), .m_axi_rready(m_rready));

    always #HALF clk = ~clk;
    always #MEM_HALF mem_clk = ~mem_clk;

    // the reader: bursts of 4 words, one behind the other, of 1 to 8 words while there are stalls
    // the bounds of the bursts, as they were asked for: the last word of each
    reg [15:0] lasts [0:65535];
    integer    put, taken;
    wire       dut_last = expected == lasts[taken];

    always @(posedge clk) if (!rst) begin
        if (arvalid && arready) begin
            araddr <= araddr + arlen + 16'd1;
            arlen  <= stalls ? ($random(seed) & 7) : 8'd3;
            asked  <= asked + 1;
        end
        if (!(arvalid && !arready)) arvalid <= !stalls || ($random(seed) & 1);
        rready <= !stalls || ($random(s_seed) & 1);
        if (rvalid && rready) begin
            if (rdata !== expected || rresp !== expected[2:1]) failed <= 1;
            if (rlast !== dut_last) failed <= 2;
            expected <= expected + 16'd1;
            got      <= got + 1;
        end
    end

    always @(posedge clk) if (!rst) begin
        if (arvalid && arready) begin
            lasts[put] <= araddr + arlen;
            put        <= put + 1;
        end
        if (rvalid && rready && dut_last) taken <= taken + 1;
    end

    // the memory: one burst at a time
    always @(posedge mem_clk) if (!mem_rst) begin
        if (m_arvalid && m_arready) begin
            m_address <= m_araddr;
            m_left    <= m_arlen;
            m_busy    <= 1'b1;
            m_arready <= 1'b0;
            m_rvalid  <= !stalls;
        end else if (m_busy && m_rvalid && m_rready) begin
            m_address <= m_address + 16'd1;
            m_left    <= m_left - 8'd1;
            m_rvalid  <= !stalls || ($random(m_seed) & 1);
            if (m_left == 8'd0) begin
                m_busy    <= 1'b0;
                m_rvalid  <= 1'b0;
                m_arready <= 1'b1;
            end
        end else if (m_busy && !m_rvalid) m_rvalid <= !stalls || ($random(m_seed) & 1);
        else if (!m_busy) m_arready <= 1'b1;
    end

    initial begin
        {clk, mem_clk, araddr, expected, m_address, arlen, m_left, arvalid, rready, m_arready,
         m_rvalid, m_busy} = 0;
        {rst, mem_rst, stalls} = 3'b111;
        {put, taken, asked, got, failed} = 0;
        seed = 31; m_seed = 32; s_seed = 33;
        #(SLOW * 20 + 1) rst = 0;
        #(SLOW * 3) mem_rst = 0;
        #(SLOW * 2 * 3000);
        if (got < 500) failed = 3;
        stalls = 0;
        #(SLOW * 2 * 100) from = got;
        #(SLOW * 2 * 1000) rate = got - from;
        // the memory of this bench rests two cycles in a burst of four words; the reader, when it
        // is slower, hides some of that
        if (rate < 600) failed = 4;
        if (failed != 0)
            $display("FAIL kind %0d (1 content, 2 last, 3 few words, 4 rate: %0d in 1000 cycles)",
                     failed, rate);
        else $display("PASS");
        $finish(0);
    end
endmodule
