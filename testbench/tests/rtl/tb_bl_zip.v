// config: -Ptb_bl_zip.TURN=4
// config: -Ptb_bl_zip.TURN=1
// config: -Ptb_bl_zip.TURN=16 -Ptb_bl_zip.ELEM_W=64 -Ptb_bl_zip.RECORDS=2
// long config: -Ptb_bl_zip.TURN=8 -Ptb_bl_zip.DATA_W=128 -Ptb_bl_zip.ELEM_W=64 -Ptb_bl_zip.RECORDS=1
// config: -Ptb_bl_zip.TURN=8 -Ptb_bl_zip.DATA_W=128 -Ptb_bl_zip.ELEM_W=64 -Ptb_bl_zip.RECORDS=2 -Ptb_bl_zip.COLUMNS=3
// config: -Ptb_bl_zip.COLUMNS=3
// long config: -Ptb_bl_zip.COLUMNS=4 -Ptb_bl_zip.RECORDS=2 -Ptb_bl_zip.TURN=2
// long config: -Ptb_bl_zip.COLUMNS=5 -Ptb_bl_zip.RECORDS=2
// long config: -Ptb_bl_zip.COLUMNS=8 -Ptb_bl_zip.RECORDS=2 -Ptb_bl_zip.TURN=16
// config: -Ptb_bl_zip.COLUMNS=3 -Ptb_bl_zip.ELEM_W=8 -Ptb_bl_zip.RECORDS=16
`default_nettype none
// Streams of random length with random stalls: every record comes once and in order, tlast once;
// then the rate without stalls.
module tb_bl_zip;
    parameter TURN = 4;
    parameter DATA_W = 256;
    parameter ELEM_W = 32;
    parameter COLUMNS = 2;
    parameter RECORDS = 4;
    function integer log2;
        input integer value;
        begin log2 = 0; while ((1 << log2) < value) log2 = log2 + 1; end
    endfunction
    localparam ELEMS = DATA_W / ELEM_W, TID_W = log2(COLUMNS), RECORD_W = COLUMNS * ELEM_W,
        WORD_W = RECORDS * RECORD_W;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg s_valid = 0, s_last = 0, m_ready = 0;
    reg [TID_W-1:0] s_id = 0;
    reg [DATA_W-1:0] s_data = 0;
    reg [ELEMS-1:0] s_keep = 0;
    wire s_ready, m_valid, m_last;
    wire [WORD_W-1:0] m_data;
    wire [RECORDS-1:0] m_keep;
    bl_zip #(.DATA_W(DATA_W), .ELEM_W(ELEM_W), .COLUMNS(COLUMNS), .RECORDS(RECORDS),
             .TID_W(TID_W)) dut (
        .clk(clk), .rst(rst), .s_axis_tvalid(s_valid), .s_axis_tready(s_ready),
        .s_axis_tdata(s_data), .s_axis_tkeep(s_keep), .s_axis_tlast(s_last), .s_axis_tid(s_id),
        .m_axis_tvalid(m_valid), .m_axis_tready(m_ready), .m_axis_tdata(m_data),
        .m_axis_tkeep(m_keep), .m_axis_tlast(m_last));

    integer seed = 21, stall_s = 0, stall_m = 0, n = 0, got = 0, beats = 0, cycles = 0,
        run_number = 0;
    reg failed = 0, ended = 0;
    task fail;
        input [8*40-1:0] reason;
        begin if (!failed) $display("FAIL %0s at %0t", reason, $time); failed = 1; $finish(0); end
    endtask

    function [ELEM_W-1:0] element; input integer column, index;
        element = (run_number * 65536 + index + 1) * (32'h9E3779B1 + column * 32'h05EBCA6A);
    endfunction

    integer r, k, kept;
    reg held = 0;
    reg [WORD_W+RECORDS:0] was;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        m_ready <= ($random(seed) & 15) >= stall_m;
        if (!rst) begin
            if (held && (!m_valid || was !== {m_data, m_keep, m_last}))
                fail("output changed while waiting");
            held <= m_valid & ~m_ready;
            was <= {m_data, m_keep, m_last};
            if (m_valid && m_ready) begin
                if (ended) fail("a word after the last");
                beats = beats + 1;
                kept = 0;
                for (r = 0; r < RECORDS; r = r + 1) if (m_keep[r]) begin
                    if (r != kept) fail("records not contiguous");
                    for (k = 0; k < COLUMNS; k = k + 1)
                        if (m_data[r*RECORD_W+k*ELEM_W +: ELEM_W] !== element(k, got))
                            fail("column");
                    got = got + 1;
                    kept = kept + 1;
                end
                if (m_last !== (got == n)) fail("tlast");
                if (!m_last && kept != RECORDS) fail("not dense");
                ended = m_last;
            end
        end
    end

    integer w, c, e, words, turn;
    task send; // n records as columns in turns
        begin
            words = (n + ELEMS - 1) / ELEMS;
            got = 0; beats = 0; ended = 0;
            for (turn = 0; turn == 0 || turn < words; turn = turn + TURN)
                for (c = 0; c < COLUMNS; c = c + 1)
                    for (w = turn; w < turn + TURN && (w < words || w == 0); w = w + 1) begin
                        while (($random(seed) & 15) < stall_s) @(negedge clk);
                        s_valid = 1; s_id = c; s_last = w >= words - 1;
                        for (e = 0; e < ELEMS; e = e + 1) begin
                            s_keep[e] = w * ELEMS + e < n;
                            s_data[e*ELEM_W +: ELEM_W] =
                                s_keep[e] ? element(c, w * ELEMS + e) : {ELEM_W{1'bx}};
                        end
                        @(posedge clk);
                        while (!s_ready) @(posedge clk);
                        @(negedge clk);
                        s_valid = 0;
                        s_data = {DATA_W{1'bx}};
                        s_last = 1'bx;
                        s_id = {TID_W{1'bx}};
                        s_keep = {ELEMS{1'bx}};
                    end
            while (!ended) @(negedge clk);
            if (got != n) fail("records missing");
            run_number = run_number + 1;
        end
    endtask

    integer i, begun;
    initial begin
        repeat (3) @(negedge clk);
        rst = 0;
        @(negedge clk);
        for (i = 0; i < 100 && !failed; i = i + 1) begin
            n = i < 40 ? i : $random(seed) & 511;
            stall_s = (i & 1) ? 0 : $random(seed) & 15;
            stall_m = (i & 2) ? 0 : $random(seed) & 15;
            send;
        end
        stall_s = 0; stall_m = 0; n = 500 * ELEMS;
        begun = cycles;
        send;
        if (RECORDS * COLUMNS >= ELEMS && cycles - begun > 500 * COLUMNS + 2 * TURN + 6 + COLUMNS)
            fail("less than one word a cycle");
        if (!failed) $display("PASS");
        $finish(0);
    end
    initial begin #5000000 fail("time out"); end
endmodule
`default_nettype wire
