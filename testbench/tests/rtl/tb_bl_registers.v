// config: -Ptb_bl_registers.READ_WORDS=1 -Ptb_bl_registers.WRITE_WORDS=1
// long config: -Ptb_bl_registers.READ_WORDS=16 -Ptb_bl_registers.WRITE_WORDS=16
// long config: -Ptb_bl_registers.READ_WORDS=83 -Ptb_bl_registers.WRITE_WORDS=37
// config: -Ptb_bl_registers.READ_WORDS=257 -Ptb_bl_registers.WRITE_WORDS=130
// long config: -Ptb_bl_registers.READ_WORDS=512 -Ptb_bl_registers.WRITE_WORDS=448
`default_nettype none
// Random reads and writes with address and data apart and stalled answers, against an array of the
// register map. What is offered while the node is in reset is answered after it.
module tb_bl_registers;
    parameter READ_WORDS = 83;
    parameter WRITE_WORDS = 37;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg [15:0] awaddr = 0, araddr = 0;
    reg [31:0] wdata = 0, read_errors = 0, write_errors = 0;
    reg [6:0] faults = 0;
    reg [7:0] network_cause = 0;
    wire was_reset;
    reg [3:0] wstrb = 4'hF;
    reg [1:0] want_b = 0; // the answer that a write must have
    wire [1:0] bresp, rresp;
    reg awvalid = 0, wvalid = 0, bready = 0, arvalid = 0, rready = 0, busy = 0, done = 0;
    reg [63:0] clocks = 64'h0123456789ABCDEF;
    reg [READ_WORDS*32-1:0] status_words = 0;
    wire awready, wready, bvalid, arready, rvalid, start;
    wire [31:0] rdata, node;
    wire [WRITE_WORDS*32-1:0] settings;

    bl_registers #(.READ_WORDS(READ_WORDS), .WRITE_WORDS(WRITE_WORDS), .VERSION(32'h10203)) dut (
        .clk(clk), .rst(rst),
        .s_axil_awaddr(awaddr), .s_axil_awvalid(awvalid), .s_axil_awready(awready),
        .s_axil_wdata(wdata),
        .s_axil_wstrb(wstrb), .s_axil_bresp(bresp), .s_axil_rresp(rresp), .s_axil_wvalid(wvalid),
        .s_axil_wready(wready), .s_axil_bvalid(bvalid), .s_axil_bready(bready),
        .s_axil_araddr(araddr), .s_axil_arvalid(arvalid), .s_axil_arready(arready),
        .s_axil_rdata(rdata), .s_axil_rvalid(rvalid), .s_axil_rready(rready), .start(start),
        .node(node),
        .settings(settings), .busy(busy), .done(done), .was_reset(was_reset), .faults(faults),
        .read_errors(read_errors), .write_errors(write_errors),
        .network_cause(network_cause), .clocks(clocks),
        .status_words(status_words));

    integer seed = 5, starts = 0, b_count = 0;
    reg failed = 0;
    task fail;
        input [8*40-1:0] reason;
        begin if (!failed) $display("FAIL %0s at %0t", reason, $time); failed = 1; $finish(0); end
    endtask
    always @(posedge clk) if (rst) begin
        if (awready !== 0 || wready !== 0 || arready !== 0) fail("ready in reset");
    end else begin
        if (start) begin starts = starts + 1; if (!bvalid) fail("start without bvalid"); end
        if (bvalid && bready) b_count = b_count + 1;
    end

    reg b_held = 0, r_held = 0;
    reg [33:0] r_was;
    reg [1:0] b_was;
    always @(posedge clk) if (!rst) begin
        if (b_held && (!bvalid || bresp !== b_was)) fail("bvalid dropped");
        b_was <= bresp;
        if (r_held && (!rvalid || {rresp, rdata} !== r_was)) fail("R changed while waiting");
        b_held <= bvalid & ~bready;
        r_held <= rvalid & ~rready;
        r_was <= {rresp, rdata};
    end

    task write; input [15:0] address; input [31:0] value; integer answers;
        begin
            answers = b_count;
            fork
                begin
                    repeat ($random(seed) & 3) @(negedge clk);
                    awaddr = address; awvalid = 1;
                    @(posedge clk); while (!awready) @(posedge clk);
                    @(negedge clk); awvalid = 0; awaddr = 16'hxxxx;
                end
                begin
                    repeat ($random(seed) & 3) @(negedge clk);
                    wdata = value; wvalid = 1;
                    @(posedge clk); while (!wready) @(posedge clk);
                    @(negedge clk); wvalid = 0; wdata = 32'hxxxxxxxx;
                end
                begin
                    repeat ($random(seed) & 7) @(negedge clk);
                    bready = 1;
                    @(posedge clk); while (!bvalid) @(posedge clk);
                    if (bresp !== want_b) begin
                        $display("%h answers %b, not %b", address, bresp, want_b);
                        fail("write's answer");
                    end
                    @(negedge clk); bready = 0;
                end
            join
            if (b_count != answers + 1) fail("one answer per write");
        end
    endtask

    function [3:0] partial; input unused; partial = $unsigned($random(seed)) % 15; endfunction

    task write_to;
        input [15:0] address;
        input [31:0] value;
        input [3:0] strobes;
        input [1:0] answer;
        begin
            want_b = answer;
            wstrb = strobes;
            write(address, value);
            want_b = 2'b00;
            wstrb = 4'hF;
        end
    endtask

    task check; input [15:0] address; input [31:0] value; check_as(address, value, 2'b00); endtask

    task check_as; input [15:0] address; input [31:0] value; input [1:0] answer;
        begin
            araddr = address; arvalid = 1;
            @(posedge clk); while (!arready) @(posedge clk);
            @(negedge clk); arvalid = 0; araddr = 16'hxxxx;
            repeat ($random(seed) & 7) @(negedge clk);
            rready = 1;
            @(posedge clk); while (!rvalid) @(posedge clk);
            if (rresp !== answer) begin
                $display("%h answers %b, not %b", address, rresp, answer);
                fail("read's answer");
            end
            if (rdata !== value) begin
                $display("%h reads %h, not %h", address, rdata, value);
                fail("read");
            end
            @(negedge clk); rready = 0;
        end
    endtask

    reg [31:0] want [0:447], want_node, value;
    integer r, i;
    initial begin
        repeat (3) @(negedge clk);
        rst = 0;
        for (i = 0; i < 448; i = i + 1) want[i] = 0;
        want_node = 0;
        @(negedge clk);
        check(16'h000C, 32'h8004);
        write_to(16'h0008, 2, 4'h7, 2'b10);
        check(16'h000C, 32'h8004);
        write(16'h0008, 2);
        if (starts != 0 || was_reset) fail("was_reset is not cleared, or starts");
        check(16'h000C, 0);
        check(16'h0000, 32'h4D4F4C42);
        check(16'h0004, 32'h10203);
        check(16'h0014, 32'h89ABCDEF);
        check(16'h0018, 32'h01234567);
        for (r = 0; r < (READ_WORDS > 100 ? 40 : 300) && !failed; r = r + 1) begin
            i = $random(seed) & 511;
            value = $random(seed);
            for (i = r % 64; i < READ_WORDS; i = i + 64) status_words[32*i +: 32] = $random(seed);
            {busy, done, faults} = $random(seed);
            if (r % 4 != 0) faults = 0;
            read_errors = $random(seed);
            write_errors = $random(seed);
            network_cause = $random(seed);
            i = ($random(seed) & 16'h7FFF) % (WRITE_WORDS + 1);
            if (i < WRITE_WORDS) begin
                write(16'h0100 + 4 * i, value);
                want[i] = value;
                if (settings[32*i +: 32] !== value) fail("settings");
            end else begin
                write(16'h0010, value);
                want_node = value;
            end
            if (starts != 0) fail("start without command");
            i = ($random(seed) & 16'h7FFF) % WRITE_WORDS;
            check(16'h0100 + 4 * i, want[i]);
            i = ($random(seed) & 16'h7FFF) % READ_WORDS;
            check(16'h0800 + 4 * i, status_words[32*i +: 32]);
            check(16'h000C, {17'd0, faults, 5'd0, faults != 0, done, busy});
            check(16'h001C, read_errors);
            check(16'h0020, write_errors);
            check(16'h0024, network_cause);
            check(16'h0008, 0);
            check(16'h0010, want_node);
            if (node !== want_node) fail("node");
            write(16'h0008, {value[31:1], 1'b1});
            if (starts != 1) fail("one start per command");
            starts = 0;
            write(16'h0008, {value[31:2], 2'b00});
            if (r == 100) begin // a reset is seen by a host that did not ask for it
                for (i = 0; i < 40; i = i + 1) begin
                    write(16'h0010, ~i);
                    rst = 1;
                    fork
                        begin repeat (1 + i / 4) @(negedge clk); rst = 0; end
                        if (i[0]) write(16'h0010, i); else check(16'h0010, 0);
                    join
                    check(16'h0010, i[0] ? i : 0);
                end
                rst = 1;
                @(negedge clk);
                rst = 0;
                for (i = 0; i < 448; i = i + 1) want[i] = 0;
                want_node = 0;
                check(16'h000C, {16'd0, 1'b1, faults, 5'd0, 1'b1, done, busy});
                write(16'h0008, 2);
            end
            write_to(16'h0000, value, 4'hF, 2'b10);
            write_to(16'h4000 + 16'h0100, value, 4'hF, 2'b11);
            write_to(16'h0020, value, 4'hF, 2'b10);
            write_to(16'h0028, value, 4'hF, 2'b11);
            write_to(16'h0800, value, 4'hF, 2'b10);
            // a part of a word is refused, wherever it would go
            write_to(16'h0010, ~want_node, partial(0), 2'b10);
            write_to(16'h0100, ~want[0], partial(0), 2'b10);
            write_to(16'h0008, 1, 4'h1, 2'b10);
            if (starts != 0 || node !== want_node || settings[31:0] !== want[0])
                fail("a partial write had an effect");
        end
        check_as(16'h0028, 0, 2'b11);
        check_as(16'h00FC, 0, 2'b11);
        check_as(16'h1000, 0, 2'b11);
        check_as(16'hFFFC, 0, 2'b11);
        if (WRITE_WORDS < 448) check_as(16'h0100 + 4 * WRITE_WORDS, 0, 2'b11);
        if (WRITE_WORDS < 448) write_to(16'h0100 + 4 * WRITE_WORDS, 1, 4'hF, 2'b11);
        if (READ_WORDS < 512) check_as(16'h0800 + 4 * READ_WORDS, 0, 2'b11);
        for (i = 0; i < WRITE_WORDS; i = i + 1)
            if (settings[32*i +: 32] !== want[i]) fail("settings at the end");
        if (!failed) $display("PASS");
        $finish(0);
    end
    initial begin #20000000 fail("time out"); end
endmodule
`default_nettype wire
