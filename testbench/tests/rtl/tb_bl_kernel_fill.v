// config: -Ptb_bl_kernel_fill.DATA_W=256
// config: -Ptb_bl_kernel_fill.DATA_W=64 -Ptb_bl_kernel_fill.SEED=2
// config: -Ptb_bl_kernel_fill.DATA_W=1024 -Ptb_bl_kernel_fill.SEED=3
// Moves of random values and lengths with random stalls: every word is full but the last, has the
// value in all of its granules, and tlast where the move ends. Then without stalls: a move of n
// words takes n cycles, and one more for its command at most. First of all, while nothing leaves,
// five commands are taken.
module tb_bl_kernel_fill;
    parameter DATA_W = 256;
    parameter MOVES  = 4000;
    parameter SEED   = 1;

    localparam LANES = DATA_W / 32;

    reg               clk = 0, rst = 1, c_valid = 0, m_ready = 0, stalls = 1, held = 1;
    wire              c_ready, m_valid, m_last;
    reg               c_ready_seen = 0;
    reg  [31:0]       c_value = 0, c_length = 1;
    wire [DATA_W-1:0] m_data;
    wire [LANES-1:0]  m_keep;
    reg  [31:0]       values [0:1023], lengths [0:1023];
    integer           seed, taken, ended, got, l, failed, cycles, words;

    bl_kernel_fill #(.DATA_W(DATA_W)) dut (
        .clk(clk), .rst(rst), .s_tvalid(c_valid), .s_tready(c_ready), .s_value(c_value),
        .s_length(c_length), .m_axis_tvalid(m_valid), .m_axis_tready(m_ready),
        .m_axis_tdata(m_data), .m_axis_tkeep(m_keep), .m_axis_tlast(m_last));

    always #5 clk = ~clk;

    task fail(input [8*40-1:0] what);
        begin
            if (failed < 5) $display("FAIL move %0d: %0s", ended, what);
            failed = failed + 1;
        end
    endtask

    task word;
        begin
            for (l = 0; l < LANES; l = l + 1) begin
                if (m_keep[l] !== (got + l < lengths[ended & 1023])) fail("keep");
                if (m_keep[l] && m_data[32*l +: 32] !== values[ended & 1023]) fail("value");
            end
            got = got + LANES;
            words = words + 1;
            if (m_last !== (got >= lengths[ended & 1023])) fail("last");
            if (m_last) begin
                ended = ended + 1;
                got = 0;
            end
        end
    endtask

    always @(posedge clk) begin
        cycles = cycles + 1;
        if (c_valid && c_ready) begin
            values[taken & 1023] = c_value;
            lengths[taken & 1023] = c_length;
            taken = taken + 1;
        end
        if (m_valid && m_ready) word;
        if (taken < ended) fail("more than was asked for");
    end

    always @(negedge clk) begin
        m_ready = !held && (!stalls || $random(seed) % 3 != 0);
        if (!c_valid || c_ready_seen) begin
            c_valid = !rst && taken < MOVES && (!stalls || $random(seed) % 3 != 0);
            c_value = $random(seed);
            c_length = 1 + ($random(seed) & (($random(seed) & 7) == 0 ? 255 : 15));
        end
    end
    always @(posedge clk) c_ready_seen <= c_valid && c_ready;

    initial begin
        seed = SEED; taken = 0; ended = 0; got = 0; failed = 0; words = 0; cycles = 0;
        repeat (4) @(posedge clk);
        rst = 0;
        repeat (60) @(posedge clk);
        if (taken != 5) fail("commands that wait");
        held = 0;
        while (taken < MOVES / 2) @(posedge clk);
        stalls = 0;
        while (ended < taken) @(posedge clk);
        words = 0; cycles = 0;
        while (ended < MOVES) @(posedge clk);
        if (cycles > words + MOVES / 2 + 10) fail("slower than a word a cycle");
        if (failed == 0) $display("PASS");
        $finish(0);
    end
    initial begin
        #20000000 $display("FAIL time");
        $finish(0);
    end
endmodule
