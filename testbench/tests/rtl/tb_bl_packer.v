// config: -Ptb_bl_packer.ELEMS=2
// long config: -Ptb_bl_packer.ELEMS=4
// long config: -Ptb_bl_packer.ELEMS=8
// config: -Ptb_bl_packer.ELEMS=16
// Sparse streams of random length under random stalls must leave dense and in order; a full stream
// without stalls at one word a cycle.
module tb_bl_packer;
    parameter ELEMS = 8;
    localparam ELEM_W = 16;
    reg                     clk, rst, s_tvalid, s_tlast, m_tready;
    reg  [ELEMS*ELEM_W-1:0] s_tdata;
    reg  [ELEMS-1:0]        s_tkeep;
    wire                    s_tready, m_tvalid, m_tlast;
    wire [ELEMS*ELEM_W-1:0] m_tdata;
    wire [ELEMS-1:0]        m_tkeep;
    integer                 seed, stream, words, word, stall, cycles, failed, p, kept, ends;
    reg [ELEM_W-1:0]        number, expected;

    bl_packer #(.ELEMS(ELEMS), .ELEM_W(ELEM_W)) dut (.clk(clk), .rst(rst),
        .s_axis_tvalid(s_tvalid), .s_axis_tready(s_tready), .s_axis_tdata(s_tdata),
        .s_axis_tkeep(s_tkeep), .s_axis_tlast(s_tlast), .m_axis_tvalid(m_tvalid),
        .m_axis_tready(m_tready), .m_axis_tdata(m_tdata), .m_axis_tkeep(m_tkeep),
        .m_axis_tlast(m_tlast));

    always #5 clk = ~clk;

    function integer below(input integer number, input integer limit);
        below = (number & 32'h7FFFFFFF) % limit;
    endfunction

    task step;
        begin
            @(posedge clk);
            cycles = cycles + 1;
            if (m_tvalid & m_tready) begin
                kept = 0;
                for (p = 0; p < ELEMS; p = p + 1)
                    if (m_tkeep[p]) begin
                        if (kept != p || m_tdata[p*ELEM_W +: ELEM_W] !== expected) failed = 1;
                        expected = expected + 1'b1;
                        kept = kept + 1;
                    end
                if (kept == ELEMS ? m_tlast : !m_tlast) failed = 2;
                if (m_tlast && expected !== number) failed = 3;
                if (m_tlast) ends = ends + 1;
            end
            if (s_tvalid & s_tready) begin
                word = word + 1;
                s_tvalid <= 0;
            end
            #1;
            if (!s_tvalid && word < words && below($random(seed), 100) >= stall) begin
                s_tvalid = 1;
                s_tlast = word == words - 1;
                s_tkeep = (stream % 3 == 0) ? {ELEMS{1'b1}} : $random(seed);
                if (stream % 7 == 1) s_tkeep = 0;
                for (p = 0; p < ELEMS; p = p + 1) begin
                    s_tdata[p*ELEM_W +: ELEM_W] = number;
                    if (s_tkeep[p]) number = number + 1'b1;
                end
            end
            m_tready = below($random(seed), 100) >= ((stream == 60) ? 0 : (stream * 29) % 90);
        end
    endtask

    initial begin
        {clk, s_tvalid, s_tlast, m_tready, number, expected} = 0;
        rst = 1;
        seed = 5;
        failed = 0;
        ends = 0;
        repeat (4) @(posedge clk);
        #1 rst = 0;
        for (stream = 0; stream <= 60 && failed == 0; stream = stream + 1) begin
            words = (stream == 60) ? 1000 : 1 + below($random(seed), 80);
            stall = (stream == 60) ? 0 : (stream * 17) % 80;
            word = 0;
            cycles = 0;
            while (ends <= stream && cycles < 20000) step;
            if (ends != stream + 1) failed = 4;
        end
        if (failed != 0)
            $display("FAIL stream %0d kind %0d (1 order or gap, 2 last, 3 lost, 4 hang)", stream,
                     failed);
        else if (cycles > 1020) $display("FAIL %0d cycles for 1000 words", cycles);
        else $display("PASS");
        $finish(0);
    end
endmodule
