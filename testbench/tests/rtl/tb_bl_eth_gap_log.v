// config: -Ptb_bl_eth_gap_log.CHANNELS=1
// config: -Ptb_bl_eth_gap_log.CHANNELS=5
// Gaps of all channels, each shown once, those of a channel in order, however slow the host is;
// without `on` none is taken.
`timescale 1ns/1ps
module tb_bl_eth_gap_log;
    parameter CHANNELS = 5, GAPS = 400;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg                    on = 0;
    reg  [15:0]            taken = 7;
    reg  [CHANNELS-1:0]    s_valid = 0;
    reg  [32*CHANNELS-1:0] s_at = 0, s_count = 0;
    wire [CHANNELS-1:0]    s_ready;
    wire [31:0]            channel, at, count;
    bl_eth_gap_log #(.CHANNELS(CHANNELS)) dut (
        .clk(clk), .rst(rst), .on(on), .taken(taken), .s_tvalid(s_valid), .s_tready(s_ready),
        .s_at(s_at), .s_count(s_count), .channel(channel), .at(at), .count(count));
    integer seed = 4, now = 0, failed = 0, c, made = 0, shown = 0, since = 0, waits = 0;
    integer next [0:15], seen [0:15];
    reg [CHANNELS-1:0] went = 0;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    task fail;
        input [8*48-1:0] why;
        begin
            if (!failed) $display("FAIL %0s cycle %0d", why, now);
            failed = 1;
            $finish(0);
        end
    endtask
    initial begin
        for (c = 0; c < 16; c = c + 1) begin next[c] = 0; seen[c] = 0; end
        repeat (4) @(posedge clk);
        rst <= 0;
        repeat (30) @(posedge clk);
        if (made != 0 || count !== 0) fail("a gap without on");
        on <= 1;
        while (shown < GAPS && now < 40000 && !failed) @(posedge clk);
        if (!failed && shown < GAPS) $display("FAIL %0d of %0d gaps", shown, GAPS);
        else if (!failed) $display("PASS");
        $finish(0);
    end
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        went = s_valid & s_ready;
        for (c = 0; c < CHANNELS; c = c + 1) if (went[c]) made = made + 1;
        waits = count === 0 && made > shown ? waits + 1 : 0;
        if (waits > 5) fail("a gap is not shown");
    end
    always @(negedge clk) if (!rst && !failed) begin
        for (c = 0; c < CHANNELS; c = c + 1) begin
            if (went[c]) begin
                s_valid[c] = 0;
                next[c] = next[c] + 1;
            end
            if (!s_valid[c] && draw(30) == 0) begin
                s_valid[c] = 1;
                s_at[32*c +: 32] = 1000 * next[c] + c;
                s_count[32*c +: 32] = 1 + next[c];
            end
        end
        went = 0;
        // a gap stands until it is taken
        since = since + 1;
        if (count !== 0 && since > 4 && draw(now < 8000 ? 40 : 4) == 0) begin
            if (channel >= CHANNELS || at !== 1000 * seen[channel] + channel
                || count !== 1 + seen[channel]) fail("a gap");
            seen[channel] = seen[channel] + 1;
            shown = shown + 1;
            taken = taken + 1 + draw(3);
            since = 0;
        end
    end
endmodule
