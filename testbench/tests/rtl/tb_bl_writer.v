// config: -Ptb_bl_writer.STREAMS=1
// config: -Ptb_bl_writer.STREAMS=2
// long config: -Ptb_bl_writer.STREAMS=2 -Ptb_bl_writer.BURST_BEATS=16 -Ptb_bl_writer.ELEM_W=64 -Ptb_bl_writer.MAX_OUTSTANDING=2
// long config: -Ptb_bl_writer.STREAMS=3
// long config: -Ptb_bl_writer.STREAMS=5 -Ptb_bl_writer.BURST_BEATS=2
// long config: -Ptb_bl_writer.STREAMS=8
// config: -Ptb_bl_writer.STREAMS=1 -Ptb_bl_writer.BURST_BEATS=1 -Ptb_bl_writer.LOG_QUEUE=5 -Ptb_bl_writer.MAX_OUTSTANDING=32
// config: -Ptb_bl_writer.STREAMS=1 -Ptb_bl_writer.BURST_BEATS=2 -Ptb_bl_writer.MAX_OUTSTANDING=128
`default_nettype none
// Random streams, capacities and stalls against a memory by elements; then the latencies, and the
// rate with late responses.
module tb_bl_writer;
    parameter STREAMS = 1;
    parameter BURST_BEATS = 4;
    parameter ELEM_W = 32;
    parameter LOG_QUEUE = 6;
    parameter MAX_OUTSTANDING = 16;
    function integer log2;
        input integer value;
        begin log2 = 0; while ((1 << log2) < value) log2 = log2 + 1; end
    endfunction
    localparam TID_W = STREAMS > 1 ? log2(STREAMS) : 1;
    localparam ADDR_W = 20, DATA_W = 256, COUNT_W = 18, ELEMS = DATA_W / ELEM_W, WORD = DATA_W / 8;

    reg clk = 0, rst = 1, start = 0, clear = 0;
    reg  [TID_W-1:0] last_column = 0, tid = 0;
    always #5 clk = ~clk;
    reg  [STREAMS*ADDR_W-1:0] base = 0;
    reg  [COUNT_W-1:0] capacity = 0;
    wire busy, write_failed, stray, overflow, tready, awvalid, wvalid, wlast, bready;
    wire [COUNT_W-1:0] count;
    reg  tvalid = 0, tlast = 0, awready = 0, wready = 0, bvalid = 0;
    reg  [DATA_W-1:0] tdata = 0;
    reg  [1:0] bresp = 0;
    reg  [ELEMS-1:0] tkeep = 0;
    wire [ADDR_W-1:0] awaddr;
    wire [7:0] awlen;
    wire [DATA_W-1:0] wdata;
    wire [WORD-1:0] wstrb;

    bl_writer #(.ADDR_W(ADDR_W), .DATA_W(DATA_W), .BURST_BEATS(BURST_BEATS), .COUNT_W(COUNT_W),
                .LOG_QUEUE(LOG_QUEUE), .STREAMS(STREAMS), .TID_W(TID_W), .ELEM_W(ELEM_W),
                .MAX_OUTSTANDING(MAX_OUTSTANDING)) dut (
        .clk(clk), .rst(rst), .start(start), .clear(clear), .base(base), .last_column(last_column),
        .capacity(capacity),
        .busy(busy), .count(count), .failed(write_failed), .stray(stray), .m_axi_bresp(bresp),
        .overflow(overflow), .s_axis_tvalid(tvalid), .s_axis_tready(tready), .s_axis_tdata(tdata),
        .s_axis_tkeep(tkeep), .s_axis_tlast(tlast), .s_axis_tid(tid), .m_axi_awaddr(awaddr),
        .m_axi_awlen(awlen), .m_axi_awvalid(awvalid), .m_axi_awready(awready), .m_axi_wdata(wdata),
        .m_axi_wstrb(wstrb), .m_axi_wlast(wlast), .m_axi_wvalid(wvalid),
        .m_axi_wready(wready), .m_axi_bvalid(bvalid), .m_axi_bready(bready));

    integer seed = 11, cycles = 0, stall_s = 0, stall_aw = 0, stall_w = 0, late = 3;
    reg failed = 0;
    task fail;
        input [8*40-1:0] reason;
        begin if (!failed) $display("FAIL %0s at %0t", reason, $time); failed = 1; $finish(0); end
    endtask

    // memory by words with byte enables; AW and W are joined in order, responses come `late` cycles
    // after both
    reg [DATA_W-1:0] memory [0:32767];
    reg [WORD-1:0] written [0:32767];
    reg [ADDR_W-1:0] aw_addr [0:255];
    reg [7:0] aw_len [0:255];
    reg [DATA_W-1:0] w_data [0:1023];
    reg [WORD-1:0] w_strb [0:1023];
    reg w_last [0:1023];
    integer b_time [0:255];
    integer aw_in = 0, aw_out = 0, w_in = 0, w_out = 0, b_in = 0, b_out = 0, beat = 0, i,
            aw_clock = 0, w_clock = 0, s_clock = 0, start_clock = 0;
    reg in_burst = 0, first_aw = 1, first_w = 1;

    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (!rst) begin
            awready <= ($random(seed) & 15) >= stall_aw;
            wready <= ($random(seed) & 15) >= stall_w;
            if (in_burst && !wvalid) fail("WVALID drops inside a burst");
            if (awvalid && first_aw) begin first_aw = 0; aw_clock = cycles; end
            if (wvalid && first_w) begin first_w = 0; w_clock = cycles; end
            if (awvalid && awready) begin
                aw_addr[aw_in % 256] = awaddr;
                aw_len[aw_in % 256] = awlen;
                aw_in = aw_in + 1;
            end
            if (wvalid && wready) begin
                w_data[w_in % 1024] = wdata;
                w_strb[w_in % 1024] = wstrb;
                w_last[w_in % 1024] = wlast;
                w_in = w_in + 1;
            end
            in_burst <= wvalid ? !(wready && wlast) : in_burst;
            bvalid <= 0;
            bresp <= 2'bxx;
            if (b_in != b_out && b_time[b_out % 256] <= cycles) begin
                bvalid <= 1;
                bresp <= $random(seed) & 15 ? 2'b00 : $random(seed);
                b_out = b_out + 1;
            end
            if (bvalid && !bready) fail("BREADY low");
            while (aw_in != aw_out && w_in != w_out) begin
                i = (aw_addr[aw_out % 256] / WORD + beat) % 32768;
                if (w_last[w_out % 1024] !== (beat == aw_len[aw_out % 256])) fail("WLAST");
                if (written[i] & w_strb[w_out % 1024]) fail("written twice");
                memory[i] = w_data[w_out % 1024];
                written[i] = written[i] | w_strb[w_out % 1024];
                beat = w_last[w_out % 1024] ? 0 : beat + 1;
                if (w_last[w_out % 1024]) begin
                    aw_out = aw_out + 1;
                    b_time[b_in % 256] = cycles + late + (($random(seed) & 15) < stall_w ? 5 : 0);
                    b_in = b_in + 1;
                end
                w_out = w_out + 1;
            end
            if (b_in + (aw_in - aw_out) - b_out > MAX_OUTSTANDING) fail("too many outstanding");
            if (!busy && cycles > start_clock + 1
                && (b_in != b_out || aw_in != aw_out || w_in != w_out))
                fail("busy too short");
        end
    end

    // what the answer was is reported in the cycle after it
    reg was_error = 0, unasked = 0;
    integer errors = 0, strays = 0;
    always @(posedge clk) if (!rst) begin
        if (write_failed !== was_error) fail("failed");
        if (write_failed) errors = errors + 1;
        if (stray) strays = strays + 1;
        was_error <= bvalid && bready && bresp != 0 && !unasked;
    end

    reg aw_held = 0, w_held = 0;
    reg [ADDR_W+7:0] aw_was;
    reg [DATA_W+WORD:0] w_was;
    always @(posedge clk) if (!rst) begin
        if (aw_held && (!awvalid || aw_was !== {awaddr, awlen})) fail("AW changed while waiting");
        if (w_held && (!wvalid || w_was !== {wdata, wstrb, wlast})) fail("W changed while waiting");
        aw_held <= awvalid & ~awready;
        aw_was <= {awaddr, awlen};
        w_held <= wvalid & ~wready;
        w_was <= {wdata, wstrb, wlast};
    end

    function [ELEM_W-1:0] element; input integer run_number, column, index;
        element = (run_number * 65536 + index + 1) * (32'h9E3779B1 + column * 32'h05EBCA6A);
    endfunction

    integer run_number = 0, n, e, c, k, words, turn, w, null_last, wide, columns = STREAMS;
    task beat_out; input integer column, first, kept; input last;
        begin
            while (($random(seed) & 15) < stall_s) @(negedge clk);
            tvalid = 1; tid = columns == 1 ? $random(seed) : column; tlast = last;
            for (e = 0; e < ELEMS; e = e + 1) begin
                tkeep[e] = e < kept;
                tdata[e*ELEM_W +: ELEM_W] = element(run_number, column, first + e);
            end
            @(posedge clk);
            while (!tready) @(posedge clk);
            s_clock = cycles;
            @(negedge clk);
            tvalid = 0; tdata = {DATA_W{1'bx}}; tlast = 1'bx; tkeep = {ELEMS{1'bx}};
        end
    endtask

    task run; // n elements a column; null_last: the end comes on a beat of its own
        begin
            run_number = run_number + 1;
            for (i = 0; i < 32768; i = i + 1) begin written[i] = 0; end
            @(negedge clk);
            start = 1;
            first_aw = 1;
            first_w = 1;
            last_column = STREAMS == 1 ? $random(seed) : columns - 1;
            @(negedge clk);
            start_clock = cycles;
            start = 0; last_column = {TID_W{1'bx}};
            words = (n + ELEMS - 1) / ELEMS;
            turn = 0;
            while (turn == 0 || turn < words) begin
                for (c = 0; c < columns; c = c + 1)
                    for (w = turn; w < turn + BURST_BEATS && (w < words || w == 0); w = w + 1) begin
                        k = n - w * ELEMS > ELEMS ? ELEMS : n - w * ELEMS;
                        beat_out(c, w * ELEMS, k, w >= words - 1 && !(null_last && words != 0));
                        if (w >= words - 1 && null_last && words != 0) beat_out(c, 0, 0, 1'b1);
                    end
                turn = turn + BURST_BEATS;
            end
            wait (!busy);
            @(negedge clk);
            wide = capacity / ELEMS * ELEMS;
            if (overflow !== (n > wide)) fail("overflow");
            if (count !== (n > wide ? wide : n)) fail("count");
            for (c = 0; c < columns; c = c + 1)
                for (i = 0; i < words + 3; i = i + 1)
                    for (e = 0; e < ELEMS; e = e + 1) begin
                        w = base[c*ADDR_W +: ADDR_W] / WORD + i;
                        k = i * ELEMS + e;
                        if (k < n && k < wide) begin
                            if (written[w][e*(ELEM_W/8) +: ELEM_W/8] !== {(ELEM_W/8){1'b1}})
                                fail("element not written");
                            if (memory[w][e*ELEM_W +: ELEM_W] !== element(run_number, c, k))
                                fail("wrong element");
                        end else if (written[w][e*(ELEM_W/8) +: ELEM_W/8] != 0)
                            fail("written beyond the end");
                    end
            clear = 1;
            @(negedge clk);
            clear = 0;
            @(negedge clk);
            if (overflow) fail("overflow not cleared");
        end
    endtask

    integer r, begun;
    initial begin
        repeat (3) @(negedge clk);
        rst = 0;
        for (r = 0; r < 60 && !failed; r = r + 1) begin
            for (c = 0; c < STREAMS; c = c + 1)
                base[c*ADDR_W +: ADDR_W] =
                    c * 20'h20000 + ($random(seed) & 15) * BURST_BEATS * WORD;
            n = r < 20 ? r : $random(seed) & 511;
            capacity = (r & 3) == 3 ? $random(seed) & 255 : 1024;
            null_last = r >> 2 & 1;
            stall_s = (r & 1) ? 0 : $random(seed) & 15;
            stall_aw = $random(seed) & 15;
            stall_w = (r & 2) ? 0 : $random(seed) & 15;
            late = $random(seed) & 31;
            columns = (r % 5) == 4 ? 1 + {$random(seed)} % STREAMS : STREAMS;
            run;
        end
        stall_s = 0; stall_aw = 0; stall_w = 0; null_last = 0; late = 3; capacity = 65536;
        columns = STREAMS;
        n = (BURST_BEATS > 1 ? BURST_BEATS - 1 : 1) * ELEMS;
        if (STREAMS == 1) begin
            run;
            if (aw_clock - s_clock > 1) fail("last word to AWVALID above 1 cycle");
            if (w_clock - s_clock > 2) fail("last word to WVALID above 2 cycles");
            $display("last word to AWVALID %0d, to WVALID %0d", aw_clock - s_clock,
                     w_clock - s_clock);
        end
        // addresses are taken much later than their data
        n = 300 * ELEMS;
        stall_aw = 15;
        run;
        stall_aw = 0;
        // responses as late as the bursts cover, 200 cycles at most
        late = MAX_OUTSTANDING * BURST_BEATS - BURST_BEATS - 4;
        late = late < 24 ? 1 : late < 200 ? 24 : 200;
        n = 1024 * ELEMS;
        begun = cycles;
        run;
        $display("%0d words in %0d cycles", STREAMS * 1024, cycles - begun);
        if (cycles - begun > STREAMS * 1024 + 18 + late && MAX_OUTSTANDING * BURST_BEATS > 30
            && MAX_OUTSTANDING > 2)
            fail("less than one word a cycle");
        if (errors == 0 || strays != 0) fail("no error was reported, or a stray one");
        // a response that nobody asked for is reported, and the next run is right
        @(negedge clk);
        force bvalid = 1; force bresp = 2'b10; unasked = 1;
        @(negedge clk);
        release bvalid; release bresp; bvalid = 0; unasked = 0;
        repeat (3) @(negedge clk);
        if (strays != 1 || busy) fail("a stray response was not reported");
        n = 10 * ELEMS;
        run;
        if (!failed) $display("PASS");
        $finish(0);
    end
    initial begin #20000000 fail("time out"); end
endmodule
`default_nettype wire
