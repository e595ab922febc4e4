// config: -Ptb_bl_unzip.TURN=4
// config: -Ptb_bl_unzip.TURN=1
// config: -Ptb_bl_unzip.TURN=16 -Ptb_bl_unzip.ELEM_W=64 -Ptb_bl_unzip.RECORDS=2
// long config: -Ptb_bl_unzip.TURN=8 -Ptb_bl_unzip.DATA_W=128 -Ptb_bl_unzip.ELEM_W=64 -Ptb_bl_unzip.RECORDS=1
// config: -Ptb_bl_unzip.TURN=8 -Ptb_bl_unzip.DATA_W=128 -Ptb_bl_unzip.ELEM_W=64 -Ptb_bl_unzip.RECORDS=2 -Ptb_bl_unzip.COLUMNS=3
// long config: -Ptb_bl_unzip.COLUMNS=3
// long config: -Ptb_bl_unzip.COLUMNS=4 -Ptb_bl_unzip.RECORDS=2 -Ptb_bl_unzip.TURN=2
// long config: -Ptb_bl_unzip.COLUMNS=5 -Ptb_bl_unzip.RECORDS=2
// long config: -Ptb_bl_unzip.COLUMNS=8 -Ptb_bl_unzip.RECORDS=2 -Ptb_bl_unzip.TURN=16
// long config: -Ptb_bl_unzip.COLUMNS=3 -Ptb_bl_unzip.ELEM_W=8 -Ptb_bl_unzip.RECORDS=16
`default_nettype none
// Streams of random length with random stalls, with and without a last beat of its own: all columns
// come once, in order and in turns; then the rate without stalls.
module tb_bl_unzip;
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
    reg [WORD_W-1:0] s_data = 0;
    reg [RECORDS-1:0] s_keep = 0;
    wire s_ready, m_valid, m_last;
    wire [TID_W-1:0] m_id;
    wire [DATA_W-1:0] m_data;
    wire [ELEMS-1:0] m_keep;
    bl_unzip #(.DATA_W(DATA_W), .ELEM_W(ELEM_W), .COLUMNS(COLUMNS), .RECORDS(RECORDS),
               .TID_W(TID_W), .BURST_BEATS(TURN)) dut (
        .clk(clk), .rst(rst), .s_axis_tvalid(s_valid),
        .s_axis_tready(s_ready), .s_axis_tdata(s_data), .s_axis_tkeep(s_keep),
        .s_axis_tlast(s_last), .m_axis_tvalid(m_valid), .m_axis_tready(m_ready),
        .m_axis_tdata(m_data), .m_axis_tkeep(m_keep), .m_axis_tlast(m_last), .m_axis_tid(m_id));

    integer seed = 23, stall_s = 0, stall_m = 0, n = 0, cycles = 0, run_number = 0, turn = 0,
        got = 0;
    integer have [0:COLUMNS-1];
    reg failed = 0;
    reg [TID_W-1:0] now_id = 0;
    reg [COLUMNS-1:0] ended = 0;
    task fail;
        input [8*40-1:0] reason;
        begin if (!failed) $display("FAIL %0s at %0t", reason, $time); failed = 1; $finish(0); end
    endtask

    function [ELEM_W-1:0] element; input integer column, index;
        element = (run_number * 65536 + index + 1) * (32'h9E3779B1 + column * 32'h05EBCA6A);
    endfunction

    integer r, kept;
    reg held = 0;
    reg [DATA_W+ELEMS+TID_W:0] was;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        m_ready <= ($random(seed) & 15) >= stall_m;
        if (!rst) begin
            if (held && (!m_valid || was !== {m_data, m_keep, m_last, m_id}))
                fail("output changed while waiting");
            held <= m_valid & ~m_ready;
            was <= {m_data, m_keep, m_last, m_id};
            if (m_valid && m_ready) begin
                if (m_id !== now_id) fail("turn");
                if (ended[m_id]) fail("a word after the last");
                got = have[m_id];
                kept = 0;
                for (r = 0; r < ELEMS; r = r + 1) if (m_keep[r]) begin
                    if (r != kept) fail("elements not contiguous");
                    if (m_data[r*ELEM_W +: ELEM_W] !== element(m_id, got + r)) fail("element");
                    kept = kept + 1;
                end
                got = got + kept;
                if (m_last && got != n) fail("tlast");
                if (!m_last && kept != ELEMS && got != n) fail("not dense");
                have[m_id] = got;
                ended[m_id] = m_last;
                turn = turn + 1;
                if (m_last || turn == TURN) begin
                    now_id = now_id == COLUMNS - 1 ? 0 : now_id + 1;
                    turn = 0;
                end
            end
        end
    end

    integer w, e, k, words, own_last;
    task send; // n records; own_last: the end comes on a beat without records
        begin
            words = (n + RECORDS - 1) / RECORDS;
            if (words == 0) own_last = 1;
            for (k = 0; k < COLUMNS; k = k + 1) have[k] = 0;
            ended = 0; now_id = 0; turn = 0;
            for (w = 0; w < words + own_last; w = w + 1) begin
                while (($random(seed) & 15) < stall_s) @(negedge clk);
                s_valid = 1; s_last = w == words + own_last - 1;
                for (e = 0; e < RECORDS; e = e + 1) begin
                    s_keep[e] = w * RECORDS + e < n;
                    for (k = 0; k < COLUMNS; k = k + 1)
                        s_data[e*RECORD_W+k*ELEM_W +: ELEM_W] =
                            s_keep[e] ? element(k, w * RECORDS + e) : {ELEM_W{1'bx}};
                end
                @(posedge clk);
                while (!s_ready) @(posedge clk);
                @(negedge clk);
                s_valid = 0; s_data = {WORD_W{1'bx}}; s_last = 1'bx; s_keep = {RECORDS{1'bx}};
            end
            while (ended != {COLUMNS{1'b1}}) @(negedge clk);
            for (k = 0; k < COLUMNS; k = k + 1) if (have[k] != n) fail("elements missing");
            run_number = run_number + 1;
        end
    endtask

    integer i, begun;
    initial begin
        repeat (3) @(negedge clk);
        rst = 0;
        @(negedge clk);
        for (i = 0; i < 120 && !failed; i = i + 1) begin
            n = i < 50 ? i / 2 : $random(seed) & 511;
            own_last = i & 1;
            stall_s = (i & 2) ? 0 : $random(seed) & 15;
            stall_m = (i & 4) ? 0 : $random(seed) & 15;
            send;
        end
        stall_s = 0; stall_m = 0; n = 500 * ELEMS; own_last = 0;
        begun = cycles;
        send;
        if (RECORDS * COLUMNS >= ELEMS && cycles - begun > 500 * COLUMNS + COLUMNS * TURN + 6)
            fail("less than one word a cycle");
        if (!failed) $display("PASS");
        $finish(0);
    end
    initial begin #5000000 fail("time out"); end
endmodule
`default_nettype wire
