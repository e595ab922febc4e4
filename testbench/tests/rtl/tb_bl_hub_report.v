// Losses at random of all sources, alone and several at once. Every source hears of its losses in
// one write, which names this hub and the worse code, and of nothing else; a write of each report
// is taken for one by the hub that it is for (bl_hub_drop), and for a loss without a source
// elsewhere. Between them writes that are lost, each with its source.
`timescale 1ns/1ps
`default_nettype none
module tb_bl_hub_report;
    localparam PACE = 8, LOG_SLICE = 38, LOG_WINDOW = 46, EVENTS = 3, COUNT = 4000;
    reg                 clk = 0, rst = 1;
    reg  [EVENTS-1:0]   lost = 0, down = 0;
    reg  [6*EVENTS-1:0] source = 0;
    wire                m_tvalid, m_tlast;
    reg                 m_tready = 0;
    wire [127:0]        m_tdata;
    wire [23:0]         place;
    always #2 clk = ~clk;
    bl_hub_report #(.EVENTS(EVENTS), .LOG_SLICE(LOG_SLICE), .LOG_WINDOW(LOG_WINDOW), .PACE(PACE))
        report (.clk(clk), .rst(rst), .node(16'd5), .place(place), .lost(lost), .down(down),
                .source(source), .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tdata(m_tdata),
                .m_tlast(m_tlast));

    // what arrives where nobody has it: here, or at the hub that it is for
    reg          moves = 0, last = 0;
    reg  [127:0] word = 0;
    reg  [23:0]  at = 0;
    wire         gone, reported;
    wire [5:0]   gone_source, header_source;
    wire [31:0]  report_word;
    bl_hub_drop drop (.clk(clk), .rst(rst), .place(at), .moves(moves), .nobody(1'b1),
                      .s_tdata(word), .s_tlast(last), .s_tuser(1'b0), .lost(gone),
                      .lost_source(gone_source), .reported(reported), .report(report_word));
    bl_hub_source of_it (.header(word), .source(header_source));

    integer seed = 3, failures = 0, i, cycle, reports = 0;
    reg [31:0] nobodys = 0, cuts = 0;   // what has yet to be heard of, by {engine, node}
    reg         was = 0;
    reg [127:0] header;
    reg [4:0]   whose;
    reg [5:0]   wanted;
    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    task fail;
        input [8*40-1:0] what;
        begin
            failures = failures + 1;
            if (failures < 10) $display("cycle %0d: %0s", cycle, what);
        end
    endtask
    task lose; // at the next edge
        for (i = 0; i < EVENTS; i = i + 1) begin
            lost[i] = cycle < COUNT && draw(12) == 0;
            down[i] = draw(2);
            source[6*i +: 6] = draw(64);
        end
    endtask
    task heard; // of the cycle before
        for (i = 0; i < EVENTS; i = i + 1) begin
            if (lost[i] && !source[6*i+5] && !down[i]) nobodys[source[6*i +: 5]] = 1;
            if (lost[i] && !source[6*i+5] && down[i]) cuts[source[6*i +: 5]] = 1;
        end
    endtask
    // A TLP of two words comes to drop at a place; what it was taken for.
    task comes;
        input [127:0] first, second;
        input [23:0]  here;
        begin
            at = here;
            word = first;
            {moves, last} = 2'b10;
            #1 wanted = header_source;
            @(negedge clk);
            word = second;
            last = 1;
            @(negedge clk) moves = 0;
        end
    endtask
    // A report begins: what was lost until the cycle before is heard of by it.
    reg [7:0] code;
    task begins;
        begin
            whose = {report.of_engine, report.to};
            if (!nobodys[whose] && !cuts[whose]) fail("of no loss");
            code = cuts[whose] ? 8'd2 : 8'd1;
            {nobodys[whose], cuts[whose]} = 2'b00;
            reports = reports + 1;
        end
    endtask
    task look; // at a word that goes
        if (!m_tlast) begin
            header = m_tdata;
            if (header[47:40] !== 8'd255 || header[30:29] !== 2'd3 || header[9:0] !== 10'd1)
                fail("the header");
            if (header[64 + LOG_SLICE - 32 +: 4] !== whose[3:0]) fail("the node");
        end else if (m_tdata[31:0] !== {code, 8'd5, 15'd0, whose[4]}) fail("the word");
    endtask

    initial begin
        repeat (4) @(negedge clk);
        rst = 0;
        for (cycle = 0; cycle < COUNT + 80 * PACE; cycle = cycle + 1) begin
            @(negedge clk);
            if (m_tvalid && !was) begins;
            was = m_tvalid;
            heard;
            lose;
            m_tready = draw(2);
            if (m_tvalid && m_tready) look;
            if (m_tvalid && m_tready && m_tlast) was = 0;
        end
        if (nobodys != 0 || cuts != 0) fail("somebody was not notified");
        if (reports < 100) fail("too few");

        // a report for this hub, which another one does not take for its own; then lost writes
        header = {{place[7:0], 24'd0}, {16'd0, place[23:8]}, 16'h0100, 8'd255, 8'h0f,
                  1'b0, 2'd3, 5'd0, 14'd0, 10'd1};
        comes(header, 128'h02030001, place);
        if (!reported || gone || report_word !== 32'h02030001) fail("a report is not taken");
        comes(header, 128'h02030001, place ^ 24'h4000);
        if (reported || !gone || !gone_source[5]) fail("a report of another hub");
        for (i = 0; i < 200; i = i + 1) begin
            header[47:40] = draw(255);
            header[63:48] = draw(65536);
            header[30:29] = draw(4);
            comes(header, {4{$random(seed)}}, place);
            if (reported || !gone || gone_source !== wanted) fail("a lost write");
            if (wanted !== {header[30:29] !== 2'd3, header[56], header[51:48]}) fail("the source");
        end
        $display("%0d reports", reports);
        if (failures == 0) $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
