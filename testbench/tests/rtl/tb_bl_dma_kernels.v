// config: -Ptb_bl_dma_kernels.PORTS=5
// config: -Ptb_bl_dma_kernels.PORTS=1 -Ptb_bl_dma_kernels.SEED=2
// config: -Ptb_bl_dma_kernels.PORTS=3 -Ptb_bl_dma_kernels.SEED=3 -Ptb_bl_dma_kernels.ERRORS=1
// Copies of kernels in front of a module of the DMA, which takes their descriptors at random
// moments and completes them in order with random clocks: each command is one descriptor with its
// addresses, length and id, in the order of its copy, ends once, behind its completion, and offers
// one move. One that waits is among the next PORTS; all ports together give a descriptor a cycle
// where they are two or more. With ERRORS completions of the last port are errors of reading, then
// of writing.
module tb_bl_dma_kernels;
    parameter PORTS  = 5;
    parameter MOVES  = 3000;          // commands of a port
    parameter ERRORS = 0;
    parameter SEED   = 1;

    localparam ADDR_W = 28, ASKED = 64;

    reg                  clk = 0, rst = 1, m_ready = 0, done_valid = 0, stalls = 1, all = 0;
    wire                 m_valid, done_ready;
    wire [159:0]         m_data;
    reg  [47:0]          done_data = 0;
    reg  [PORTS-1:0]     c_valid = 0, token_ready = 0, taken_now = 0;
    wire [PORTS-1:0]     c_ready, ended, read_failed, write_failed, active, token, d_valid, d_ready,
                         done;
    reg  [64*PORTS-1:0]  c_source = 0, c_target = 0;
    reg  [32*PORTS-1:0]  c_length = 0;
    wire [160*PORTS-1:0] d_data;
    wire [32*PORTS-1:0]  cycles;
    wire [31:0]          clocks;
    wire [7:0]           result;
    // commands of a port by number; descriptors in the order in which they were taken
    reg  [63:0]          sources [0:PORTS*ASKED-1], targets [0:PORTS*ASKED-1];
    reg  [31:0]          lengths [0:PORTS*ASKED-1];
    integer              given [0:PORTS-1], begun [0:PORTS-1], over [0:PORTS-1],
                         tokens [0:PORTS-1], passed [0:PORTS-1];
    reg  [47:0]          queue [0:1023], last;
    integer              head, tail, seed, failed, p, place, total, turns, least;
    reg                  last_done;

    bl_dma_kernels #(.PORTS(PORTS), .FIRST(130)) dut (
        .clk(clk), .rst(rst), .s_tvalid(d_valid), .s_tready(d_ready), .s_tdata(d_data),
        .done(done), .clocks(clocks), .result(result), .m_tvalid(m_valid), .m_tready(m_ready),
        .m_tdata(m_data), .s_done_tvalid(done_valid), .s_done_tready(done_ready),
        .s_done_tdata(done_data));

    genvar g;
    generate
        for (g = 0; g < PORTS; g = g + 1) begin : g_copy
            bl_kernel_descriptor #(.ID(130 + g), .ADDR_W(ADDR_W), .SOURCE_CHANNEL(g & 1 ? g : 0),
                                   .TARGET_CHANNEL(g & 1 ? 0 : g)) copy (
                .clk(clk), .rst(rst), .s_tvalid(c_valid[g]), .s_tready(c_ready[g]),
                .s_source(c_source[64*g +: 64]), .s_target(c_target[64*g +: 64]),
                .s_length(c_length[32*g +: 32]), .m_tvalid(d_valid[g]), .m_tready(d_ready[g]),
                .m_tdata(d_data[160*g +: 160]), .done(done[g]), .clocks(clocks), .result(result),
                .ended(ended[g]), .read_failed(read_failed[g]), .write_failed(write_failed[g]),
                .active(active[g]), .last_clocks(cycles[32*g +: 32]), .m_axis_tvalid(token[g]),
                .m_axis_tready(token_ready[g]));
        end
    endgenerate

    always #5 clk = ~clk;

    task fail(input [8*40-1:0] what);
        begin
            if (failed < 5) $display("FAIL copy %0d, descriptor %0d: %0s", p, total, what);
            failed = failed + 1;
        end
    endtask

    function [7:0] result_of(input integer port, input integer number);
        result_of = (ERRORS == 0 || port != PORTS - 1 || number < MOVES / 2) ? 8'd0
            : (number < 3 * MOVES / 4) ? 8'd4 : 8'd5;
    endfunction

    task descriptor;
        begin
            p = m_data[153:146] - 130;
            if (p < 0 || p >= PORTS) fail("id");
            place = ASKED * p + begun[p] % ASKED;
            if (begun[p] >= given[p]) fail("more than was asked for");
            if (m_data[63:0] !== (sources[place] + ((p & 1 ? p : 0) << ADDR_W))) fail("source");
            if (m_data[127:64] !== (targets[place] + ((p & 1 ? 0 : p) << ADDR_W))) fail("target");
            if (m_data[145:128] !== lengths[place][17:0]) fail("length");
            queue[tail & 1023] = {$random(seed), result_of(p, begun[p]), m_data[153:146]};
            tail = tail + 1;
            begun[p] = begun[p] + 1;
            total = total + 1;
            for (p = 0; p < PORTS; p = p + 1) passed[p] = passed[p] + 1;
        end
    endtask

    always @(posedge clk) if (!rst) begin
        turns = turns + 1;
        // completions: `ended` is two cycles behind, as is the port's `active`
        for (p = 0; p < PORTS; p = p + 1) begin
            if (d_valid[p] && !d_ready[p] && passed[p] > PORTS) fail("waits for too many");
            if (!d_valid[p] || d_ready[p]) passed[p] = 0;
            if (ended[p]) begin
                over[p] = over[p] + 1;
                if (over[p] > begun[p]) fail("ended twice");
            end
            if (active[p] === 1'b0 && over[p] + ended[p] < given[p] - taken_now[p]) fail("active");
            if (c_valid[p] && c_ready[p]) begin
                place = ASKED * p + given[p] % ASKED;
                sources[place] = c_source[64*p +: 64];
                targets[place] = c_target[64*p +: 64];
                lengths[place] = c_length[32*p +: 32];
                given[p] = given[p] + 1;
            end
            taken_now[p] = c_valid[p] && c_ready[p];
            if (token[p] && token_ready[p]) begin
                tokens[p] = tokens[p] + 1;
                if (tokens[p] > given[p]) fail("moves");
            end
            if (p < PORTS - 1 || ERRORS == 0)
                if (read_failed[p] || write_failed[p]) fail("an error that was none");
        end
        if (m_valid && m_ready) descriptor;
        if (last_done) begin
            p = last[7:0] - 130;
            if (done !== ({{(PORTS){1'b0}}, 1'b1} << p)) fail("completion");
            if (clocks !== last[47:16] || result !== last[15:8]) fail("clocks");
        end else if (|done) fail("completion of nothing");
        last_done = done_valid;
        last = done_data;
    end

    always @(negedge clk) begin
        m_ready = !stalls || $random(seed) % 3 == 0;
        token_ready = stalls ? $random(seed) : {PORTS{1'b1}};
        done_valid = head != tail && (!stalls || $random(seed) % 4 == 0);
        if (done_valid) begin
            done_data = queue[head & 1023];
            head = head + 1;
        end
        for (p = 0; p < PORTS; p = p + 1)
            if (!c_valid[p] || taken_now[p]) begin
                c_valid[p] = !rst && given[p] < MOVES && (!stalls || all || $random(seed) % 4 == 0);
                c_source[64*p +: 64] = {32'd0, $random(seed)};
                c_target[64*p +: 64] = {32'd0, $random(seed)};
                // an address in a channel has ADDR_W bits
                if (p & 1) c_source[64*p+ADDR_W +: 64-ADDR_W] = 0;
                else c_target[64*p+ADDR_W +: 64-ADDR_W] = 0;
                c_length[32*p +: 32] = {14'd0, $random(seed)} & 32'h3ffff;
            end
    end

    initial begin
        seed = SEED; failed = 0; head = 0; tail = 0; total = 0; turns = 0; last_done = 0;
        for (p = 0; p < PORTS; p = p + 1) begin
            given[p] = 0; begun[p] = 0; over[p] = 0; tokens[p] = 0; passed[p] = 0;
        end
        repeat (4) @(posedge clk);
        @(negedge clk) rst = 0;
        while (total < PORTS * MOVES / 2) @(posedge clk);
        all = 1;
        while (total < 5 * PORTS * MOVES / 8) @(posedge clk);
        stalls = 0;
        repeat (40) @(posedge clk);
        least = total; turns = 0;
        repeat (400) @(posedge clk);
        if (PORTS > 1 && total - least < 398) fail("slower than a descriptor a cycle");
        while (total < PORTS * MOVES) @(posedge clk);
        repeat (200) @(posedge clk);
        for (p = 0; p < PORTS; p = p + 1)
            if (over[p] != MOVES || tokens[p] != MOVES || active[p]) fail("not all have ended");
        p = PORTS - 1;
        if (read_failed[p] !== (ERRORS != 0) || write_failed[p] !== (ERRORS != 0)) fail("errors");
        if (failed == 0) $display("PASS");
        $finish(0);
    end
    initial begin
        #20000000 $display("FAIL time");
        $finish(0);
    end
endmodule
