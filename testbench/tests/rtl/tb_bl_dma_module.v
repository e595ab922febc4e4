// One half of a DMA by itself: descriptors of a host's table and of kernels, moved between two
// memories. Every one's words stand at its target when its completion comes, nothing else is
// written, completions of each side come in its order, the host's as records in its ring; done,
// irq and failed follow. All of it within a bound.
// config:
// config: -Ptb_bl_dma_module.DATA_W=128 -Ptb_bl_dma_module.LOG_PIECE=7 -Ptb_bl_dma_module.BAD=1
`timescale 1ns/1ps
module tb_bl_dma_module;
    // BAD: the last read of the table fails
    parameter DATA_W = 64, LOG_PIECE = 6, BAD = 0, COUNT = 60;
    localparam BYTES = DATA_W / 8, S_W = 20, D_W = 20, SIZE = 1 << 16, SLOTS = 512;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg  [63:0]         table_at = 64'h100000, status_at = 64'h200000;
    reg  [7:0]          posted = 0, seen = 0;
    wire [7:0]          done;
    wire                failed_out, irq, k_ready, kd_valid;
    reg                 k_valid = 0, kd_ready = 0;
    reg  [159:0]        k_data;
    wire [47:0]         kd_data;
    // 0: the table, 1: words that are moved
    wire [63:0]         f_araddr, st_awaddr;
    wire [S_W-1:0]      m_araddr;
    wire [D_W-1:0]      m_awaddr;
    wire [7:0]          arlen [0:1], awlen [0:1];
    wire [1:0]          arvalid, rready, awvalid, wlast, wvalid, bready;
    reg  [1:0]          arready = 0, rlast = 0, rvalid = 0, awready = 0, wready = 0, bvalid = 0;
    reg  [DATA_W-1:0]   rdata [0:1];
    reg  [1:0]          fresp = 0;
    wire [DATA_W-1:0]   wdata [0:1];
    wire [DATA_W/8-1:0] wstrb [0:1];
    bl_dma_module #(.S_ADDR_W(S_W), .D_ADDR_W(D_W), .DATA_W(DATA_W), .LOG_PIECE(LOG_PIECE),
        .LOG_QUEUE(6)) dut (
        .clk(clk), .rst(rst), .table_address(table_at), .status_address(status_at),
        .posted(posted), .seen(seen), .done(done), .failed(failed_out), .irq(irq),
        .s_kernel_tvalid(k_valid), .s_kernel_tready(k_ready), .s_kernel_tdata(k_data),
        .m_kernel_tvalid(kd_valid), .m_kernel_tready(kd_ready), .m_kernel_tdata(kd_data),
        .fetch_araddr(f_araddr), .fetch_arlen(arlen[0]), .fetch_arvalid(arvalid[0]),
        .fetch_arready(arready[0]), .fetch_rdata(rdata[0]), .fetch_rresp(fresp),
        .fetch_rlast(rlast[0]), .fetch_rvalid(rvalid[0]), .fetch_rready(rready[0]),
        .status_awaddr(st_awaddr), .status_awlen(awlen[0]), .status_awvalid(awvalid[0]),
        .status_awready(awready[0]), .status_wdata(wdata[0]), .status_wstrb(wstrb[0]),
        .status_wlast(wlast[0]), .status_wvalid(wvalid[0]), .status_wready(wready[0]),
        .status_bresp(2'd0), .status_bvalid(bvalid[0]), .status_bready(bready[0]),
        .m_axi_araddr(m_araddr), .m_axi_arlen(arlen[1]), .m_axi_arvalid(arvalid[1]),
        .m_axi_arready(arready[1]), .m_axi_rdata(rdata[1]), .m_axi_rresp(2'd0),
        .m_axi_rlast(rlast[1]), .m_axi_rvalid(rvalid[1]), .m_axi_rready(rready[1]),
        .m_axi_awaddr(m_awaddr), .m_axi_awlen(awlen[1]), .m_axi_awvalid(awvalid[1]),
        .m_axi_awready(awready[1]), .m_axi_wdata(wdata[1]), .m_axi_wstrb(wstrb[1]),
        .m_axi_wlast(wlast[1]), .m_axi_wvalid(wvalid[1]), .m_axi_wready(wready[1]),
        .m_axi_bresp(2'd0), .m_axi_bvalid(bvalid[1]), .m_axi_bready(bready[1]));

    integer seed = 9, now = 0, failed = 0, i, n, s, rests = 0;
    integer made = 0, put [0:1], ended [0:1], owned [0:2047];
    integer which [0:2047];                      // by side and order: descriptor
    reg [63:0] from [0:SLOTS-1], to [0:SLOTS-1];
    integer words [0:SLOTS-1], result [0:SLOTS-1];
    reg [7:0]  ids [0:SLOTS-1];
    reg [159:0] posts [0:127];
    reg [31:0] memory [0:SIZE/4-1];
    reg [63:0] r_at [0:1], w_at [0:1];
    integer r_left [0:1], w_open [0:1], b_due [0:1];
    integer place = 0;
    reg [1:0] r_went = 0, b_went = 0;
    reg       is_bad = 0;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    function [31:0] stored; input [63:0] at; stored = at[31:0] * 32'h9E3779B1 + 32'h7654321;
    endfunction
    task fail;
        input [8*48-1:0] why;
        begin
            if (!failed) $display("FAIL %0s cycle %0d", why, now);
            failed = 1;
            $finish(0);
        end
    endtask
    // a descriptor of a side, its target by itself, its id as the contract of the queue has it
    task make;
        input integer side;
        begin
            words[made] = 1 + draw(60);
            from[made] = 4 * draw(1000);
            place = place + (BYTES - place % BYTES) % BYTES;
            to[made] = place + from[made] % BYTES;
            place = to[made] + 4 * words[made];
            result[made] = 0;
            ids[made] = (side ? 128 : 0) + draw(127);
            case (draw(12))
                0: begin
                    from[made] = from[made] + 2;
                    result[made] = 2;
                end
                1: begin
                    ids[made] = draw(2) ? 255 : side ? draw(128) : 128 + draw(128);
                    result[made] = 6;
                end
                default: ;
            endcase
            which[side*1024+put[side]] = made;
            put[side] = put[side] + 1;
            made = made + 1;
        end
    endtask
    function [159:0] descriptor; input integer d; reg [17:0] length; begin
        length = words[d];
        descriptor = {6'd0, ids[d], length, to[d], from[d]};
    end endfunction
    task ends;
        input integer side;
        input [39:0]  low;                       // result, id
        integer d, k;
        begin
            d = which[side*1024+ended[side]];
            if (ended[side] >= put[side] || low[7:0] !== ids[d] || low[15:8] !== result[d])
                fail("a completion");
            else if (result[d] == 0) for (k = 0; k < words[d]; k = k + 1)
                if (memory[to[d]/4+k] !== stored(from[d] + 4 * k)) fail("a word is not there");
            ended[side] = ended[side] + 1;
            rests = 0;
        end
    endtask
    initial begin
        for (i = 0; i < SIZE / 4; i = i + 1) memory[i] = 32'hffffffff;
        for (i = 0; i < 2; i = i + 1) begin
            put[i] = 0; ended[i] = 0; r_left[i] = 0; w_open[i] = 0; b_due[i] = 0;
        end
        repeat (4) @(posedge clk);
        rst <= 0;
        while ((ended[0] < COUNT || ended[1] < COUNT) && now < 60000 && !failed) @(posedge clk);
        if (!failed && failed_out) fail("failed");
        // every other word is as it was
        n = 0;
        for (s = 0; s < made; s = s + 1) if (result[s] == 0) n = n + words[s];
        for (i = 0; i < SIZE / 4; i = i + 1) if (memory[i] !== 32'hffffffff) n = n - 1;
        if (!failed && n != 0) fail("words beside the targets");
        repeat (12) @(posedge clk);
        if (!failed && (done !== COUNT % 256 || irq)) fail("done or irq");
        if (BAD != 0) begin
            @(negedge clk) is_bad = 1;
            posted = posted + 1;
            repeat (60) @(posedge clk);
            if (!failed && !(failed_out && irq)) fail("an error is not reported");
        end
        if (!failed) $display("PASS");
        $finish(0);
    end
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        rests = rests + 1;
        for (s = 0; s < 2; s = s + 1) begin
            if (arvalid[s] && arready[s]) begin
                r_left[s] = arlen[s] + 1;
                r_at[s] = s ? m_araddr : f_araddr;
            end
            if (rvalid[s] && rready[s]) begin
                r_left[s] = r_left[s] - 1;
                r_at[s] = r_at[s] + BYTES;
                r_went[s] = 1;
            end
            if (awvalid[s] && awready[s]) begin
                w_open[s] = 1;
                w_at[s] = s ? m_awaddr : st_awaddr;
            end
            if (wvalid[s] && wready[s]) begin
                if (s) begin
                    for (i = 0; i < BYTES / 4; i = i + 1) if (wstrb[1][4*i])
                        memory[w_at[1][15:2]+i] = wdata[1][32*i +: 32];
                end else begin
                    if (wdata[0][15:0] !== ended[0] + 1
                        || w_at[0] !== status_at + BYTES * (ended[0] % 128)) fail("a record");
                    ends(0, wdata[0][31:16]);
                end
                w_at[s] = w_at[s] + BYTES;
                if (wlast[s]) begin
                    w_open[s] = 0;
                    b_due[s] = b_due[s] + 1;
                end
            end
            if (bvalid[s] && bready[s]) begin
                b_due[s] = b_due[s] - 1;
                b_went[s] = 1;
            end
        end
        if (kd_valid && kd_ready) ends(1, kd_data[15:0]);
        if (k_valid && k_ready) k_valid <= 0;
        if (ended[0] < put[0] && rests > 1200) fail("nothing moves");
    end
    always @(negedge clk) if (!rst && !failed) begin
        if (!k_valid && put[1] < COUNT && draw(20) == 0) begin
            make(1);
            k_data = descriptor(made - 1);
            k_valid = 1;
        end
        if (put[0] < COUNT && put[0] - ended[0] < 100 && draw(30) == 0) repeat (1 + draw(4))
            if (put[0] < COUNT) begin
                make(0);
                posts[(put[0]-1)%128] = descriptor(made - 1);
                posted = posted + 1;
            end
        kd_ready = draw(3) == 0;
        seen = done;
        for (s = 0; s < 2; s = s + 1) begin
            arready[s] = r_left[s] == 0 && draw(3) != 0;
            awready[s] = !w_open[s] && draw(3) != 0;
            wready[s] = w_open[s] != 0 && draw(4) != 0;
            if (r_went[s] || !rvalid[s]) begin
                r_went[s] = 0;
                rvalid[s] = r_left[s] != 0 && draw(4) != 0;
                rlast[s] = r_left[s] == 1;
                for (i = 0; i < BYTES; i = i + 4)
                    if (s) rdata[1][8*i +: 32] = stored(r_at[1] + i);
                    else rdata[0][8*i +: 32] = posts[(r_at[0]-table_at)/32]
                        >> (8 * ((r_at[0] - table_at) % 32 + i));
            end
            if (b_went[s] || !bvalid[s]) begin
                b_went[s] = 0;
                bvalid[s] = b_due[s] != 0 && draw(3) == 0;
            end
        end
        fresp = is_bad ? 2 : 0;
    end
endmodule
