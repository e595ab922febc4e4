// A lane toward the pipeline: every source's words in order, none lost, all sources served.
// config: -Ptb_bl_endpoint_lane.SOURCES=1
// config: -Ptb_bl_endpoint_lane.SOURCES=4
// config: -Ptb_bl_endpoint_lane.SOURCES=3 -Ptb_bl_endpoint_lane.STALL=0
`timescale 1ns/1ps
module tb_bl_endpoint_lane;
    parameter SOURCES = 4, STALL = 40, WORDS = 500;
    // word: {last, source[2:0], number[15:0]}
    localparam W = 20, LAST = 19, ID_W = 3;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg  [SOURCES-1:0] request = 0;
    reg  [SOURCES*W-1:0] offer = 0;
    reg  [SOURCES*ID_W-1:0] ids;
    wire [SOURCES-1:0] take;
    wire valid;
    reg  ready = 0;
    wire [W-1:0] word;
    wire [ID_W-1:0] id;
    bl_endpoint_lane #(.SOURCES(SOURCES), .WIDTH(W), .LAST_BIT(LAST), .ID_W(ID_W)) dut (
        .clk(clk), .rst(rst), .request(request), .offer(offer), .ids(ids), .take(take),
        .m_tvalid(valid), .m_tready(ready), .m_tdata(word), .m_tid(id));
    integer seed = 9, now = 0, k, got = 0, number [0:SOURCES-1], expect [0:SOURCES-1],
        waited [0:SOURCES-1], failed = 0;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    task fail;
        input [8*40-1:0] why;
        begin if (!failed) $display("FAIL %0s cycle %0d", why, now); failed = 1; $finish(0); end
    endtask
    initial begin
        for (k = 0; k < SOURCES; k = k + 1) begin
            number[k] = 0;
            expect[k] = 0;
            waited[k] = 0;
            ids[k*ID_W +: ID_W] = 7 - k;
        end
        repeat (4) @(posedge clk);
        rst <= 0;
        while (got < SOURCES * WORDS && now < 20000 && !failed) @(posedge clk);
        if (!failed) begin
            if (got < SOURCES * WORDS) $display("FAIL %0d of %0d words", got, SOURCES * WORDS);
            else if (STALL == 0 && now > SOURCES * WORDS + 8)
                $display("FAIL %0d cycles for %0d words", now, got);
            else $display("PASS");
        end
        $finish(0);
    end
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        if (valid && ready) begin
            got = got + 1;
            k = 7 - id;
            if (k >= SOURCES || word[18:16] != k) fail("wrong source");
            else if (word[15:0] != expect[k]) fail("word lost or out of order");
            else expect[k] = expect[k] + 1;
        end
        ready <= draw(100) >= STALL;
        for (k = 0; k < SOURCES; k = k + 1) begin
            waited[k] = (request[k] && !take[k]) ? waited[k] + 1 : 0;
            if (waited[k] > 200) fail("a source is not served");
            if (request[k] && take[k]) request[k] <= 0;
            if ((!request[k] || take[k]) && number[k] < WORDS && draw(100) >= STALL) begin
                request[k] <= 1;
                offer[k*W +: W] <= {draw(4) == 0, k[2:0], number[k][15:0]};
                number[k] = number[k] + 1;
            end
        end
    end
endmodule
