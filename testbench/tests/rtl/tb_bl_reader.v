// config: -Ptb_bl_reader.STREAMS=1
// config: -Ptb_bl_reader.STREAMS=2
// long config: -Ptb_bl_reader.STREAMS=2 -Ptb_bl_reader.STREAM_WORDS=32 -Ptb_bl_reader.ELEM_W=64
// long config: -Ptb_bl_reader.STREAMS=3
// long config: -Ptb_bl_reader.STREAMS=5 -Ptb_bl_reader.STREAM_WORDS=16 -Ptb_bl_reader.ELEM_W=64
// long config: -Ptb_bl_reader.STREAMS=8
// config: -Ptb_bl_reader.STREAMS=1 -Ptb_bl_reader.BURST_BEATS=1 -Ptb_bl_reader.STREAM_WORDS=1 -Ptb_bl_reader.LOG_QUEUE=5
// config: -Ptb_bl_reader.STREAMS=2 -Ptb_bl_reader.BURST_BEATS=16 -Ptb_bl_reader.STREAM_WORDS=16
// config: -Ptb_bl_reader.STREAMS=2 -Ptb_bl_reader.BURST_BEATS=1 -Ptb_bl_reader.STREAM_WORDS=1 -Ptb_bl_reader.LOG_QUEUE=9
`default_nettype none
// Random columns, offsets and stalls against a list of the words to come; then the latencies, and
// the rate at 150 ns of memory latency.
module tb_bl_reader;
    parameter STREAMS = 1;
    parameter STREAM_WORDS = 4;
    parameter BURST_BEATS = 4;
    parameter ELEM_W = 32;
    parameter LOG_QUEUE = 6;
    function integer log2;
        input integer value;
        begin log2 = 0; while ((1 << log2) < value) log2 = log2 + 1; end
    endfunction
    localparam TID_W = STREAMS > 1 ? log2(STREAMS) : 1;
    localparam ADDR_W = 24, DATA_W = 256, COUNT_W = 20, ELEMS = DATA_W / ELEM_W, WORD = DATA_W / 8;

    reg clk = 0, rst = 1, start = 0;
    reg [TID_W-1:0] last_column = STREAMS - 1; // of this run
    always #5 clk = ~clk;
    reg  [STREAMS*ADDR_W-1:0] base = 0;
    reg  [COUNT_W-1:0] count = 0, offset = 0;
    wire busy, read_failed, stray, arvalid, rready, tvalid, tlast;
    wire [TID_W-1:0] tid;
    wire [ADDR_W-1:0] araddr;
    wire [7:0] arlen;
    reg  arready = 0, tready = 0, rvalid = 0, rlast = 0;
    reg  [DATA_W-1:0] rdata = 0;
    reg  [1:0] rresp = 0;
    wire [DATA_W-1:0] tdata;
    wire [ELEMS-1:0] tkeep;

    bl_reader #(.ADDR_W(ADDR_W), .DATA_W(DATA_W), .BURST_BEATS(BURST_BEATS), .COUNT_W(COUNT_W),
                .LOG_QUEUE(LOG_QUEUE), .STREAMS(STREAMS), .TID_W(TID_W),
                .STREAM_WORDS(STREAM_WORDS), .ELEM_W(ELEM_W)) dut (
        .clk(clk), .rst(rst), .start(start), .base(base), .last_column(last_column), .count(count),
        .offset(offset), .busy(busy),
        .failed(read_failed), .stray(stray), .m_axi_rresp(rresp),
        .m_axi_araddr(araddr), .m_axi_arlen(arlen), .m_axi_arvalid(arvalid),
        .m_axi_arready(arready),
        .m_axi_rdata(rdata), .m_axi_rlast(rlast), .m_axi_rvalid(rvalid), .m_axi_rready(rready),
        .m_axis_tvalid(tvalid), .m_axis_tready(tready), .m_axis_tdata(tdata), .m_axis_tkeep(tkeep),
        .m_axis_tlast(tlast), .m_axis_tid(tid));

    integer seed = 7, cycles = 0, stall_ar = 0, stall_r = 0, stall_m = 0, latency = 3;
    reg failed = 0;
    task fail;
        input [8*40-1:0] reason;
        begin if (!failed) $display("FAIL %0s at %0t", reason, $time); failed = 1; $finish(0); end
    endtask

    function [DATA_W-1:0] content; input [ADDR_W-1:0] address; integer i;
        for (i = 0; i < DATA_W/32; i = i + 1)
            content[32*i +: 32] = (address * 32'h9E3779B1) ^ (i * 32'h01234567);
    endfunction

    // memory: beats owed, each with the cycle from which it may be given
    reg [ADDR_W-1:0] owed_addr [0:4095];
    reg owed_last [0:4095];
    integer owed_time [0:4095];
    integer owed_in = 0, owed_out = 0, i;
    integer ar_clock = 0, r_clock = 0, m_clock = 0, first_ar = 1, first_m = 1, first_r = 1;

    // the words to come
    reg [ADDR_W-1:0] want_addr [0:65535];
    reg [ELEMS-1:0] want_keep [0:65535];
    reg want_last [0:65535], want_null [0:65535];
    reg [TID_W-1:0] want_id [0:65535];
    integer want_in = 0, want_out = 0;

    integer start_clock = 0;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (!rst) begin
            arready <= $random(seed) % 16 >= stall_ar || stall_ar == 0;
            tready <= ($random(seed) & 15) >= stall_m;
            if (arvalid && first_ar) begin first_ar = 0; ar_clock = cycles; end
            if (arvalid && arready) begin
                if (araddr % (BURST_BEATS * WORD) + (arlen + 1) * WORD > BURST_BEATS * WORD)
                    fail("burst crosses a boundary");
                for (i = 0; i <= arlen; i = i + 1) begin
                    owed_addr[owed_in % 4096] = araddr + i * WORD;
                    owed_last[owed_in % 4096] = i == arlen;
                    owed_time[owed_in % 4096] = cycles + latency - 1;
                    owed_in = owed_in + 1;
                end
            end
            if (rvalid && !rready) fail("rready low for a beat asked for");
            rvalid <= 0;
            rresp <= 2'bxx;
            rdata <= {DATA_W{1'bx}};
            rlast <= 1'bx;
            if (owed_in != owed_out && owed_time[owed_out % 4096] <= cycles
                && ($random(seed) & 15) >= stall_r) begin
                rvalid <= 1;
                rresp <= $random(seed) & 31 ? 2'b00 : $random(seed);
                rdata <= content(owed_addr[owed_out % 4096]);
                rlast <= owed_last[owed_out % 4096];
                owed_out = owed_out + 1;
            end
            if (rvalid && first_r) begin first_r = 0; r_clock = cycles; end
            if (tvalid && first_m) begin first_m = 0; m_clock = cycles; end
            if (tvalid && tready) begin
                if (want_out == want_in) fail("a word too many");
                if (tlast !== want_last[want_out]) fail("tlast");
                if (tid !== want_id[want_out]) fail("tid");
                if (tkeep !== want_keep[want_out]) fail("tkeep");
                if (!want_null[want_out] && tdata !== content(want_addr[want_out])) fail("data");
                want_out = want_out + 1;
            end
            if (!busy && want_in != want_out && !start && cycles > start_clock + 1)
                fail("busy too short");
        end
    end

    // what a beat's answer was is reported in the cycle after it, before the beat is on m_axis
    reg was_error = 0, unasked = 0;
    integer errors = 0, strays = 0;
    always @(posedge clk) if (!rst) begin
        if (read_failed !== was_error) fail("failed");
        if (read_failed) errors = errors + 1;
        if (stray) strays = strays + 1;
        was_error <= rvalid && rready && want_in != 0 && rresp != 0 && !unasked;
    end

    // valid stays and the payload holds until ready
    reg held = 0, ar_held = 0;
    reg [DATA_W+ELEMS+TID_W:0] was;
    reg [ADDR_W+7:0] ar_was;
    always @(posedge clk) if (!rst) begin
        if (held && (!tvalid || was !== {tdata, tkeep, tlast, tid}))
            fail("m_axis changed while waiting");
        if (ar_held && (!arvalid || ar_was !== {araddr, arlen})) fail("AR changed while waiting");
        held <= tvalid & ~tready;
        was <= {tdata, tkeep, tlast, tid};
        ar_held <= arvalid & ~arready;
        ar_was <= {araddr, arlen};
    end

    integer words, w, s, done_words, from, turn_end;
    task expect_run; // the words of a run in the order in which they must come
        begin
            words = (count + ELEMS - 1) / ELEMS;
            from = offset < ((words + BURST_BEATS - 1) / BURST_BEATS) * BURST_BEATS ? offset : 0;
            want_in = 0;
            want_out = 0;
            if (words == 0) for (s = 0; s <= last_column; s = s + 1) begin
                want_keep[s] = 0;
                want_last[s] = 1;
                want_id[s] = s;
                want_null[s] = 1;
                want_in = s + 1;
            end
            done_words = 0;
            while (done_words < words) begin
                turn_end = (from / STREAM_WORDS + 1) * STREAM_WORDS;
                if (turn_end > words) turn_end = words;
                if (turn_end - from > words - done_words) turn_end = from + words - done_words;
                for (s = 0; s <= last_column; s = s + 1)
                    for (w = from; w < turn_end; w = w + 1) begin
                        want_addr[want_in] = base[s*ADDR_W +: ADDR_W] + w * WORD;
                        want_keep[want_in] = w == words - 1 && count % ELEMS != 0
                                ? (1 << (count % ELEMS)) - 1
                            : {ELEMS{1'b1}};
                        want_last[want_in] = w - from + done_words == words - 1;
                        want_id[want_in] = s;
                        want_null[want_in] = 0;
                        want_in = want_in + 1;
                    end
                done_words = done_words + turn_end - from;
                from = turn_end == words ? 0 : turn_end;
            end
        end
    endtask

    task run;
        begin
            @(negedge clk);
            expect_run;
            first_ar = 1; first_m = 1; first_r = 1;
            start = 1;
            @(negedge clk);
            start_clock = cycles;
            start = 0;
            wait (!busy);
            @(negedge clk);
            if (want_in != want_out) fail("words missing");
            if (owed_in != owed_out) fail("beats left over");
        end
    endtask

    integer r, begun;
    initial begin
        repeat (3) @(negedge clk);
        rst = 0;
        for (r = 0; r < 120 && !failed; r = r + 1) begin
            for (s = 0; s < STREAMS; s = s + 1)
                base[s*ADDR_W +: ADDR_W] =
                    s * 24'h100000 + ($random(seed) & 63) * BURST_BEATS * WORD;
            count = r < 40 ? r : $random(seed) & 1023;
            offset = (r & 1) ? 0 : ($random(seed) & 15) * BURST_BEATS;
            stall_ar = $random(seed) & 15;
            stall_r = (r & 2) ? 0 : $random(seed) & 15;
            stall_m = (r & 4) ? 0 : $random(seed) & 15;
            latency = $random(seed) & 31;
            last_column = r % 5 != 4 ? STREAMS - 1 : ({$random(seed)} % STREAMS);
            run;
        end
        // latencies and rate without stalls; 150 ns are 23 cycles at 150 MHz
        stall_ar = 0; stall_r = 0; stall_m = 0; latency = 23; offset = 0; last_column = STREAMS - 1;
        count = 2048 * ELEMS;
        begun = cycles;
        run;
        if (ar_clock - start_clock > 2) fail("start to arvalid above 3 cycles");
        if (m_clock - r_clock > 2) fail("rvalid to tvalid above 2 cycles");
        if (LOG_QUEUE >= 6 && cycles - begun > STREAMS * 2048 + 36)
            fail("less than one word a cycle");
        $display("start to arvalid %0d, rvalid to tvalid %0d, %0d words in %0d cycles",
                 ar_clock - start_clock + 1, m_clock - r_clock, STREAMS * 2048, cycles - begun);
        if (errors == 0 || strays != 0) fail("no error was reported, or a stray one");
        // a beat that nobody asked for is dropped and reported, and the next run is right
        @(negedge clk);
        force rvalid = 1; force rlast = 1; force rresp = 2'b10; unasked = 1;
        @(negedge clk);
        release rvalid; release rlast; release rresp; rvalid = 0; unasked = 0;
        repeat (6) begin @(negedge clk); if (tvalid) fail("a word that nobody asked for"); end
        if (strays != 1) fail("a stray beat was not reported");
        count = 100;
        run;
        if (!failed) $display("PASS");
        $finish(0);
    end
    initial begin #20000000 fail("time out"); end
endmodule
`default_nettype wire
