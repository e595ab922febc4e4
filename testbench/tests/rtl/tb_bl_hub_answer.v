// config:
// config: -Ptb_bl_hub_answer.STALL=1
// Random writes and reads of a host against a slave of AXI4-Lite that takes its time with STALL and
// answers some with errors. A write of one word comes once, at its register and with its bytes, in
// order, and a longer one or one elsewhere not at all; each read has one completion, in order: the
// register as it is behind the writes before it, or "unsupported request" for all else. Each write
// that no register takes is reported. Without STALL 32 writes take 2 cycles each.
`timescale 1ns/1ps
`default_nettype none
module tb_bl_hub_answer;
    parameter STALL = 0, COUNT = 2000;
    reg          clk = 0, rst = 1;
    reg          s_tvalid = 0, s_tlast = 0, m_tready = 0;
    reg  [127:0] s_tdata = 0;
    wire         s_tready, m_tvalid, m_tlast;
    wire [127:0] m_tdata;
    wire [15:0]  awaddr, araddr;
    wire         awvalid, wvalid, bready, arvalid, rready;
    wire [31:0]  wdata;
    wire [3:0]   wstrb;
    wire [1:0]   refused;
    reg  [1:0]   bresp = 0;
    reg          awready = 0, wready = 0, bvalid = 0, arready = 0, rvalid = 0;
    reg  [31:0]  rdata = 0;
    reg  [1:0]   rresp = 0;
    always #2 clk = ~clk;
    bl_hub_answer answer (
        .clk(clk), .rst(rst), .hub(16'h0100), .s_tvalid(s_tvalid), .s_tready(s_tready),
        .s_tdata(s_tdata), .s_tlast(s_tlast), .m_tvalid(m_tvalid), .m_tready(m_tready),
        .m_tdata(m_tdata), .m_tlast(m_tlast), .m_axil_awaddr(awaddr), .m_axil_awvalid(awvalid),
        .m_axil_awready(awready), .m_axil_wdata(wdata), .m_axil_wstrb(wstrb),
        .m_axil_wvalid(wvalid), .m_axil_wready(wready), .m_axil_bresp(bresp),
        .refused(refused), .m_axil_bvalid(bvalid), .m_axil_bready(bready), .m_axil_araddr(araddr),
        .m_axil_arvalid(arvalid), .m_axil_arready(arready), .m_axil_rdata(rdata),
        .m_axil_rresp(rresp), .m_axil_rvalid(rvalid), .m_axil_rready(rready));

    integer seed = 5, failures = 0, i, n, k, cycle = 0, begun;
    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    task fail;
        input [8*40-1:0] what;
        begin
            failures = failures + 1;
            if (failures < 10) $display("access %0d: %0s", n, what);
        end
    endtask

    // ---- the slave: 16 registers, those of bit 12 are none
    reg [31:0] held [0:15], kept [0:15];  // in the slave; as they are to be
    integer    performed = 0, wanted = 0, b_owed = 0, r_wait = -1, reported = 0, untaken = 0;
    reg [1:0]  answer_of [0:3];           // to a write, in order
    reg        aw_taken = 0, w_taken = 0;
    reg [15:0] aw, ar;
    reg [31:0] w;
    reg [3:0]  strobes;
    always @(posedge clk) begin
        cycle <= cycle + 1;
        if (!rst) reported = reported + refused[0] + refused[1];
        if (awvalid & awready) begin aw = awaddr; aw_taken = 1; end
        if (wvalid & wready) begin w = wdata; strobes = wstrb; w_taken = 1; end
        if (arvalid & arready) begin ar = araddr; r_wait = STALL ? draw(5) : 0; end
        if (bvalid & bready) bvalid <= 1'b0;
        if (rvalid & rready) rvalid <= 1'b0;
        if (aw_taken & w_taken) begin
            aw_taken = 0;
            w_taken = 0;
            answer_of[performed % 4] = aw[12] ? 2 + draw(2) : 0;
            b_owed = b_owed + 1;
            performed = performed + 1;
            for (i = 0; i < 4; i = i + 1)
                if (strobes[i] && !aw[12]) held[aw[5:2]][8*i +: 8] = w[8*i +: 8];
        end
        if (b_owed > 0 && (!bvalid || bready) && (!STALL || draw(3) == 0)) begin
            bresp <= answer_of[(performed - b_owed) % 4];
            b_owed = b_owed - 1;
            bvalid <= 1'b1;
        end
        if (r_wait > 0) r_wait = r_wait - 1;
        else if (r_wait == 0) begin
            r_wait = -1;
            rvalid <= 1'b1;
            rdata <= held[ar[5:2]];
            rresp <= ar[12] ? 2'd3 : 2'd0;
        end
    end
    always @(negedge clk) begin
        awready = !aw_taken && (!STALL || draw(3) == 0);
        wready = !w_taken && (!STALL || draw(3) == 0);
        arready = r_wait < 0 && (!STALL || draw(3) == 0);
        m_tready = !STALL || draw(2) == 0;
    end

    // ---- completions that are to come, and those that do
    reg [127:0] due [0:63];
    reg [31:0]  data_due [0:63];
    integer     head = 0, tail = 0, word = 0;
    always @(posedge clk) if (m_tvalid & m_tready & ~rst) begin
        if (head == tail) fail("a completion of nothing");
        else if (word == 0) begin
            if (m_tdata !== due[head % 64]) fail("the header of a completion");
            if (m_tlast !== (due[head % 64][47:45] != 0)) fail("the length of a completion");
        end else begin
            if (m_tdata[31:0] !== data_due[head % 64]) fail("the value of a register");
            if (!m_tlast) fail("a word behind the last");
        end
        word = m_tlast ? 0 : word + 1;
        if (m_tlast) head = head + 1;
    end

    task put;
        input [127:0] value;
        input         last;
        begin
            s_tvalid = 1;
            s_tdata = value;
            s_tlast = last;
            @(posedge clk);
            while (!s_tready) @(posedge clk);
            @(negedge clk) s_tvalid = 0;
        end
    endtask
    reg [127:0] header;
    reg [9:0]   length;
    reg [31:0]  value;
    reg [3:0]   keep;
    reg         reads, ours;
    task access;
        begin
            header = 0;
            length = draw(6) == 0 ? 2 + draw(7) : 1;
            keep = draw(6) == 0 ? draw(16) : 15;
            ours = draw(6) != 0;
            header[9:0] = length;
            header[30:29] = reads ? 1 : 3;
            header[35:32] = keep;
            header[47:40] = draw(256);
            header[63:48] = draw(65536);
            header[79:64] = ours ? 16'h8000 : draw(65536);
            header[127:112] = ours ? 0 : 1 + draw(1000);
            header[111:98] = draw(16) | (draw(8) == 0 ? 1024 : 0);
            value = $random(seed);
            if (!reads && !(ours && length == 1 && !header[108])) untaken = untaken + 1;
            if (!reads && ours && length == 1) begin
                wanted = wanted + 1;
                for (i = 0; i < 4; i = i + 1)
                    if (keep[i] && !header[108])
                        kept[header[101:98]][8*i +: 8] = value[8*i +: 8];
            end
            if (reads) begin
                ours = ours && length == 1 && !header[108];
                due[tail % 64] = {32'd0, header[63:48], header[47:40], 1'b0, header[102:98],
                                  2'b00, 16'h0100, ours ? 3'd0 : 3'd1, 1'b0, length, 2'b00,
                                  1'b0, ours ? 2'd2 : 2'd0, 5'd10, 14'd0,
                                  ours ? 10'd1 : 10'd0};
                data_due[tail % 64] = kept[header[101:98]];
                tail = tail + 1;
            end
            put(header, reads);
            for (k = 0; !reads && k < (length + 3) / 4; k = k + 1)
                put({96'd0, value}, k == (length + 3) / 4 - 1);
        end
    endtask
    initial begin
        for (i = 0; i < 16; i = i + 1) begin held[i] = i; kept[i] = i; end
        n = 0;
        repeat (4) @(negedge clk);
        rst = 0;
        for (n = 0; n < COUNT; n = n + 1) begin
            reads = draw(2);
            access;
            if (draw(4) == 0) repeat (draw(4)) @(negedge clk);
        end
        repeat (40) @(negedge clk);
        if (head != tail) fail("a read without an answer");
        if (performed != wanted) fail("the count of writes");
        if (reported != untaken) fail("the count of writes that nothing took");
        for (i = 0; i < 16; i = i + 1) if (held[i] !== kept[i]) fail("a register");
        begun = cycle;
        reads = 0;
        for (k = 0; k < 64; k = k + 1) begin
            header = 128'd0;
            {header[9:0], header[30:29], header[35:32], header[79:64]} =
                {10'd1, 2'd3, 4'd15, 16'h8000};
            put(k % 2 ? 128'd7 : header, k[0]);
        end
        if (!STALL && cycle - begun > 64) fail("writes take longer than 2 cycles");
        if (failures != 0) $display("FAIL %0d", failures);
        else $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
