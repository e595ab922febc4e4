// config: -Ptb_bl_table.LOG_STRIP=1
// config: -Ptb_bl_table.LOG_STRIP=4
// Table and data words come alternating by strips, under random stalls; each data word must leave
// with the destinations of its number. The table may run two strips ahead and no further than two
// words more; strips in turn must flow at one word a cycle.
module tb_bl_table;
    parameter LOG_STRIP = 4;
    localparam STRIP = 1 << LOG_STRIP;
    localparam WORDS = 2000;
    reg         clk, rst, t_valid, d_valid, m_ready;
    reg  [15:0] t_number, d_number, m_number;
    wire        t_ready, d_ready, m_valid, m_last;
    wire [31:0] m_data;
    wire [1:0]  m_keep;
    wire [15:0] m_dest;
    integer     seed, cycles, failed, ahead, most, stall, finish;

    // destinations of a word: two of eight bits, made from its number
    function [15:0] dest(input [15:0] number);
        dest = (number * 16'd40503) ^ {number[7:0], number[15:8]};
    endfunction

    bl_table #(.ELEMS(2), .DEST_W(8), .LOG_STRIP(LOG_STRIP), .WORD_W(32)) dut (.clk(clk), .rst(rst),
        .s_table_tvalid(t_valid), .s_table_tready(t_ready), .s_table_dest(dest(t_number)),
        .s_table_tlast(t_number == WORDS - 1), .s_data_tvalid(d_valid), .s_data_tready(d_ready),
        .s_data_tdata({16'd7, d_number}), .s_data_tkeep(d_number[1:0]),
        .s_data_tlast(d_number == WORDS - 1), .m_axis_tvalid(m_valid), .m_axis_tready(m_ready),
        .m_axis_tdata(m_data),
        .m_axis_tkeep(m_keep), .m_axis_tlast(m_last), .m_axis_tdest(m_dest));

    always #5 clk = ~clk;

    function chance(input integer number, input integer percent);
        chance = ((number & 32'h7FFFFFFF) % 100) < percent;
    endfunction

    task step;
        begin
            @(posedge clk);
            cycles = cycles + 1;
            if (m_valid & m_ready) begin
                if (m_data !== {16'd7, m_number} || m_keep !== m_number[1:0]
                    || m_last !== (m_number == WORDS - 1))
                    failed = 1;
                if (m_dest !== dest(m_number)) failed = 2;
                m_number = m_number + 1'b1;
                finish = cycles;
            end
            ahead = ahead + (t_valid & t_ready) - (d_valid & d_ready);
            if (ahead > most) most = ahead;
            if (t_valid & t_ready) begin t_number <= t_number + 1'b1; t_valid <= 0; end
            if (d_valid & d_ready) begin d_number <= d_number + 1'b1; d_valid <= 0; end
            #1;
            if (!t_valid) t_valid = t_number < WORDS && chance($random(seed), 100 - stall);
            if (!d_valid)
                d_valid = d_number < WORDS && cycles > 3 * STRIP + 10
                    && chance($random(seed), 100 - stall);
            m_ready = chance($random(seed), 100 - stall);
        end
    endtask

    task run(input integer percent);
        begin
            {t_valid, d_valid, t_number, d_number, m_number} = 0;
            stall = percent;
            cycles = 0;
            ahead = 0;
            most = 0;
            while (m_number != WORDS && cycles < 100000) step;
            if (m_number != WORDS) failed = 3;
        end
    endtask

    initial begin
        {clk, m_ready, t_valid, d_valid, t_number, d_number, m_number} = 0;
        rst = 1;
        seed = 3;
        failed = 0;
        repeat (4) @(posedge clk);
        #1 rst = 0;
        run(60);
        run(30);
        run(0);
        if (failed != 0)
            $display("FAIL word %0d kind %0d (1 data, 2 destinations, 3 hang)", m_number, failed);
        else if (most < 2 * STRIP || most > 2 * STRIP + 2)
            $display("FAIL table ran %0d words ahead", most);
        else if (finish > WORDS + 3 * STRIP + 20)
            $display("FAIL %0d cycles for %0d words", finish, WORDS);
        else $display("PASS");
        $finish(0);
    end
endmodule
