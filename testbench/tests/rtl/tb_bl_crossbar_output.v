// One output lane of a crossbar: every element that is pushed leaves once, those of a lane in
// order, in words that are dense but the last, which ends the stream; then `done`. An element
// leaves within a bound, and all lanes, those of one input, or one place of all inputs alone fill
// the output.
// config: -Ptb_bl_crossbar_output.INPUTS=4 -Ptb_bl_crossbar_output.ELEMS=4
// config: -Ptb_bl_crossbar_output.INPUTS=2 -Ptb_bl_crossbar_output.ELEMS=2 -Ptb_bl_crossbar_output.LOG_DEPTH=2
// config: -Ptb_bl_crossbar_output.INPUTS=1 -Ptb_bl_crossbar_output.ELEMS=8 -Ptb_bl_crossbar_output.STEPS=1
// config: -Ptb_bl_crossbar_output.INPUTS=4 -Ptb_bl_crossbar_output.ELEMS=4 -Ptb_bl_crossbar_output.FULL=1
// config: -Ptb_bl_crossbar_output.INPUTS=4 -Ptb_bl_crossbar_output.ELEMS=4 -Ptb_bl_crossbar_output.FULL=2
// config: -Ptb_bl_crossbar_output.INPUTS=4 -Ptb_bl_crossbar_output.ELEMS=4 -Ptb_bl_crossbar_output.FULL=3
`timescale 1ns/1ps
module tb_bl_crossbar_output;
    // STEPS: `step` falls now and then; FULL: 1 all lanes push, 2 those of one input, 3 one place
    // of all inputs, and the reader never waits; RUNS: streams
    parameter INPUTS = 4, ELEMS = 4, LOG_DEPTH = 5, STEPS = 0, FULL = 0, RUNS = FULL != 0 ? 2 : 8,
        MOST = 800;
    localparam LANES = INPUTS * ELEMS, W = 24, DEPTH = 1 << LOG_DEPTH;
    // the way through a queue, a port, the concentrator and the collector
    localparam PORTS = ELEMS * (INPUTS == 1 ? 1 : 2);
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg  [LANES-1:0]   push = 0;
    reg  [LANES*W-1:0] data;
    wire [LANES-1:0]   full;
    reg                step = 1, all_ended = 0, m_ready = 0, may = 1;
    wire               go, done, m_valid, m_last;
    wire [ELEMS*W-1:0] m_data;
    wire [ELEMS-1:0]   m_keep;
    bl_crossbar_output #(.INPUTS(INPUTS), .ELEMS(ELEMS), .ELEM_W(W), .LOG_DEPTH(LOG_DEPTH)) dut (
        .clk(clk), .rst(rst), .push(push), .data(data), .full(full), .step(step),
        .pop(go & step & may), .all_ended(all_ended), .go(go), .done(done),
        .m_axis_tvalid(m_valid), .m_axis_tready(m_ready), .m_axis_tdata(m_data),
        .m_axis_tkeep(m_keep), .m_axis_tlast(m_last));
    integer seed = 6, now = 0, failed = 0, l, i, run, pushed, left, words, since, waits;
    integer in [0:LANES-1], out [0:LANES-1], target, ended, first, latency = 0, k;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    function integer log2; input integer n; begin
        log2 = 0;
        while ((1 << log2) < n) log2 = log2 + 1;
    end endfunction
    task fail;
        input [8*48-1:0] why;
        begin
            if (!failed) $display("FAIL %0s cycle %0d stream %0d", why, now, run);
            failed = 1;
            $finish(0);
        end
    endtask
    task clear; begin
        for (l = 0; l < LANES; l = l + 1) begin in[l] = 0; out[l] = 0; end
        pushed = 0; left = 0; words = 0; since = 0; ended = 0; waits = 0; first = -1;
    end endtask
    initial begin
        run = 0;
        clear;
        for (run = 0; run < RUNS && !failed; run = run + 1) begin
            rst = 1;
            push = 0;
            all_ended = 0;
            repeat (3) @(posedge clk);
            @(negedge clk);
            clear;
            target = FULL != 0 ? (FULL == 1 ? 2 * MOST : MOST) : run == 0 ? 0 : 1 + draw(MOST);
            rst = 0;
            while (pushed < target && now < 100000 && !failed) @(posedge clk);
            first = -1;
            since = 0;
            @(negedge clk) all_ended = 1;
            while (!done && since < 400 + DEPTH * LANES && !failed) begin
                @(posedge clk);
                since = since + 1;
            end
            if (!failed && !(done && left == target && ended)) fail("a stream without an end");
            repeat (5) @(posedge clk);
            if (!failed && !done) fail("done does not stay");
        end
        if (!failed) begin
            if (latency == 0) $display("FAIL no latency was measured");
            else $display("PASS");
        end
        $finish(0);
    end
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        if (push != 0 && first < 0 && pushed == 0 && ELEMS == 1 << log2(ELEMS)) first = now;
        for (l = 0; l < LANES; l = l + 1) if (push[l]) begin
            in[l] = in[l] + 1;
            pushed = pushed + 1;
        end
        if (m_valid) begin
            if (ended) fail("a word behind the end");
            if (!m_last && m_keep !== {ELEMS{1'b1}}) fail("a word that is not dense");
            if (m_last && (&m_keep)) fail("a last word that is full");
            k = 0;
            for (i = 0; i < ELEMS; i = i + 1) if (m_keep[i]) begin
                if (k) fail("a gap in a word");
                // {lane, number}
                l = m_data[i*W+16 +: 8];
                if (m_ready) begin
                    if (l >= LANES) fail("an element of nobody");
                    else begin
                        if (m_data[i*W +: 16] !== out[l] || out[l] >= in[l]) fail("an element");
                        out[l] = out[l] + 1;
                        left = left + 1;
                    end
                end
            end else k = 1;
            if (m_ready) begin
                if (words == 0 && first >= 0 && FULL == 1) begin
                    // from a push to its word
                    if (now - first > 5 + (log2(PORTS) + 1) / 2 + 1) fail("the first word is late");
                    latency = latency + 1;
                end
                words = words + 1;
                if (m_last) ended = 1;
            end
        end
        if (FULL != 1) latency = 1;
        // but for the first words, one leaves in every cycle
        if (FULL != 0 && pushed < target && words > 8 && !m_valid) waits = waits + 1;
        if (waits > MOST / ELEMS / 10) fail("the output is not filled");
        // what has left the queues is soon gone
        if (FULL == 0 && now % 500 > 470 && m_valid) fail("an element leaves that may not");
        // a whole word is here and may leave
        since = all_ended ? since : pushed - left >= 2 * ELEMS && !m_valid && step && go && may
            ? since + 1 : 0;
        if (!all_ended && since > 12 + 2 * DEPTH) fail("words do not leave");
    end
    always @(negedge clk) begin
        m_ready = FULL != 0 || draw(run % 2 ? 2 : 8) != 0;
        step = STEPS == 0 || draw(4) != 0;
        may = FULL != 0 || (draw(5) != 0 && now % 500 < 400);
        if (now % 500 >= 400) m_ready = 1;
        push = 0;
        if (!rst && !all_ended && !failed) for (l = 0; l < LANES; l = l + 1)
            if (step && !full[l] && pushed + k_pushes(push) < target && (FULL == 0 ? draw(3) == 0
                : FULL == 1 || (FULL == 2 ? l / ELEMS == 1 : l % ELEMS == 1))) begin
                push[l] = 1;
                data[l*W +: W] = {l[7:0], in[l][15:0]};
            end
    end
    function integer k_pushes; input [LANES-1:0] p; integer j; begin
        k_pushes = 0;
        for (j = 0; j < LANES; j = j + 1) k_pushes = k_pushes + p[j];
    end endfunction
endmodule
