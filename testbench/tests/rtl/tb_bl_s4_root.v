// config:
// config: -Ptb_bl_s4_root.LOG_WINDOW=27 -Ptb_bl_s4_root.LOG_PAYLOAD=7
// A root complex writes its own configuration and the endpoint's, register by register; what is not
// answered is written again, and nothing else goes before it; then it is done and sends no more.
`default_nettype none
module tb_bl_s4_root;
    parameter LOG_WINDOW = 39, LOG_PAYLOAD = 8;
    reg          clk = 0, rst = 1, answered = 0, m_tready = 0;
    wire         m_tvalid, m_tlast, done;
    wire [127:0] m_tdata;
    always #2 clk = ~clk;
    bl_s4_root #(.LOG_WINDOW(LOG_WINDOW), .LOG_PAYLOAD(LOG_PAYLOAD), .LOG_PATIENCE(8)) dut (
        .clk(clk), .rst(rst), .answered(answered), .m_tvalid(m_tvalid), .m_tready(m_tready),
        .m_tdata(m_tdata), .m_tlast(m_tlast), .done(done));
    integer      step = 0, failures = 0, seed = 1, wait_for = 0, asked = 0;
    // {of the endpoint, its byte address in the space, value}
    wire [63:0]  last = 64'h400000000000 + (64'd1 << LOG_WINDOW) - 1;
    wire [31:0]  control = LOG_PAYLOAD == 8 ? 32'h20 : 32'h00;
    reg  [44:0]  want;
    always @* case (step)
        0: want = {1'b0, 12'h018, 32'h00010100};
        1: want = {1'b0, 12'h024, last[31:20], 20'h10001};
        2: want = {1'b0, 12'h028, 32'h00004000};
        3: want = {1'b0, 12'h02c, last[63:32]};
        4: want = {1'b0, 12'h088, control};
        5: want = {1'b0, 12'h004, 32'h00000006};
        6: want = {1'b1, 12'h010, 32'h00000000};
        7: want = {1'b1, 12'h014, 32'h00004000};
        8: want = {1'b1, 12'h088, control};
        9: want = {1'b1, 12'h004, 32'h00000006};
        default: want = 0;
    endcase
    reg  [127:0] header;
    reg          second = 0;
    task fail;
        input [8*40-1:0] what;
        begin
            failures = failures + 1;
            if (failures < 10) $display("%0t: %0s at %0d", $time, what, step);
        end
    endtask
    always @(posedge clk) if (!rst) begin
        m_tready <= #1 ($random(seed) & 3) != 0;
        answered <= #1 1'b0;
        if (m_tvalid && m_tready) begin
            if (m_tlast != second) fail("the words of a TLP");
            if (!second) header = m_tdata;
            else begin
                asked = asked + 1;
                if (header[31:0] !== (want[44] ? 32'h45000001 : 32'h44000001)) fail("its kind");
                if (header[63:32] !== 32'h0000000f) fail("its requester, tag and bytes");
                if (header[95:64] !== {7'd0, want[44], 12'd0, want[43:32]}) fail("its target");
                if (m_tdata[31:0] !== want[31:0]) fail("its value");
                if (wait_for != 0) fail("two at once");
                wait_for = ($random(seed) & 3) == 0 ? 1000 : 10 + ($random(seed) & 31);
            end
            second = ~second;
        end
        if (wait_for > 0) wait_for = wait_for == 1000 - 256 ? 0 : wait_for - 1;
        if (wait_for == 1) begin
            answered <= #1 1'b1;
            wait_for = 0;
            step = step + 1;
        end
    end
    initial begin
        #20 rst = 0;
        repeat (10000) @(posedge clk) if (done) begin
            repeat (600) @(posedge clk) if (m_tvalid || !done) fail("more than was asked");
            if (step != 10 || asked == 10) fail("the writes");
            if (failures != 0) $display("FAIL %0d", failures);
            else $display("PASS");
            $finish(0);
        end
        $display("FAIL it is not done: %0d", step);
        $finish(0);
    end
endmodule
`default_nettype wire
