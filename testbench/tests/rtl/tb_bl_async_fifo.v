// config: -Ptb_bl_async_fifo.S_HALF=5 -Ptb_bl_async_fifo.M_HALF=5
// config: -Ptb_bl_async_fifo.S_HALF=3 -Ptb_bl_async_fifo.M_HALF=11
// config: -Ptb_bl_async_fifo.S_HALF=13 -Ptb_bl_async_fifo.M_HALF=4
// Words cross between clocks of several ratios under random stalls, in order; without stalls at the
// rate of the slower clock.
module tb_bl_async_fifo;
    parameter S_HALF = 5;
    parameter M_HALF = 5;
    localparam SLOW = (S_HALF > M_HALF) ? S_HALF : M_HALF;
    reg         s_clk, m_clk, rst, s_tvalid, m_tready, stalls;
    reg  [15:0] s_tdata, expected;
    wire        s_tready, s_empty, m_tvalid;
    wire [15:0] m_tdata;
    integer     s_seed, m_seed, failed, begun, moved, emptied;

    bl_async_fifo #(.WIDTH(16), .LOG_DEPTH(4)) dut (
        .s_clk(s_clk), .s_rst(rst), .s_tvalid(s_tvalid), .s_tready(s_tready),
        .s_tdata(s_tdata), .s_empty(s_empty), .m_clk(m_clk), .m_rst(rst), .m_tvalid(m_tvalid),
        .m_tready(m_tready), .m_tdata(m_tdata));

    always #S_HALF s_clk = ~s_clk;
    always #M_HALF m_clk = ~m_clk;

    always @(posedge s_clk) if (!rst) begin
        if (s_empty && s_tdata !== expected) failed <= 4;
        if (s_empty) emptied <= emptied + 1;
        if (s_tvalid && s_tready) s_tdata <= s_tdata + 16'd1;
        if (!(s_tvalid && !s_tready)) s_tvalid <= !stalls || ($random(s_seed) & 1);
    end

    always @(posedge m_clk) if (!rst) begin
        if (m_tvalid && m_tready) begin
            if (m_tdata !== expected) failed <= 1;
            expected <= expected + 16'd1;
        end
        m_tready <= !stalls || ($random(m_seed) & 1);
    end

    initial begin
        {s_clk, m_clk, s_tvalid, m_tready, s_tdata, expected} = 0;
        rst = 1;
        stalls = 1;
        s_seed = 21;
        m_seed = 22;
        failed = 0;
        emptied = 0;
        #(SLOW * 20 + 1) rst = 0;
        #(SLOW * 2 * 3000);
        if (expected < 500) failed = 2;
        if (emptied == 0) failed = 5;
        stalls = 0;
        #(SLOW * 2 * 40) begun = expected;
        #(SLOW * 2 * 1000) moved = expected - begun;
        if (moved < 999) failed = 3;
        if (failed != 0)
            $display("FAIL kind %0d (1 order, 2 few words, 3 rate: %0d in 1000 cycles, 4, 5 empty)",
                     failed, moved);
        else $display("PASS");
        $finish(0);
    end
endmodule
