// config: -Ptb_bl_fifo_block.LOG_DEPTH=1
// config: -Ptb_bl_fifo_block.LOG_DEPTH=6
// Random stalls in three phases (balanced, source faster, sink faster), then full rate: order,
// capacity and throughput of bl_fifo_block.
module tb_bl_fifo_block;
    parameter LOG_DEPTH = 6;
    localparam CAPACITY = ((1 << LOG_DEPTH) + 1);
    reg         clk, rst, s_tvalid, m_tready;
    reg  [15:0] s_tdata, expected;
    wire        s_tready, m_tvalid;
    wire [15:0] m_tdata;
    integer     seed, cycles, inside, most, moved, bad;

    bl_fifo_block #(.WIDTH(16), .LOG_DEPTH(LOG_DEPTH)) dut (
        .clk(clk), .rst(rst), .s_tvalid(s_tvalid), .s_tready(s_tready), .s_tdata(s_tdata),
        .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tdata(m_tdata));

    always #5 clk = ~clk;

    function chance(input integer percent, input integer number);
        chance = ((number & 32'h7FFFFFFF) % 100) < percent;
    endfunction

    always @(posedge clk) if (!rst) begin
        cycles <= cycles + 1;
        if (m_tvalid && m_tready && m_tdata !== expected) bad <= 1;
        if (m_tvalid && m_tready) expected <= expected + 16'd1;
        if (cycles >= 6100 && cycles < 7100) moved <= moved + (m_tvalid && m_tready);
        if (s_tvalid && s_tready) s_tdata <= s_tdata + 16'd1;
        inside <= inside + (s_tvalid && s_tready) - (m_tvalid && m_tready);
        if (inside > most) most <= inside;
        if (inside > CAPACITY || inside < 0) bad <= 2;
        if (!(s_tvalid && !s_tready))
            s_tvalid <= cycles >= 6000
                || chance((cycles < 2000) ? 60 : (cycles < 4000) ? 90 : 20, $random(seed));
        m_tready <= cycles >= 6000
            || chance((cycles < 2000) ? 60 : (cycles < 4000) ? 15 : 90, $random(seed));
    end

    initial begin
        {clk, s_tvalid, m_tready, s_tdata, expected} = 0;
        {rst, seed, cycles, inside, most, moved, bad} = {1'b1, 32'd11, 160'd0};
        repeat (4) @(posedge clk);
        rst <= 0;
        while (cycles < 7200) @(posedge clk);
        if (bad != 0) $display("FAIL word %0d or count, kind %0d", expected, bad);
        else if (most != CAPACITY)
            $display("FAIL held at most %0d words instead of %0d", most, CAPACITY);
        else if (moved != 1000) $display("FAIL moved %0d words in 1000 cycles", moved);
        else $display("PASS");
        $finish(0);
    end
endmodule
