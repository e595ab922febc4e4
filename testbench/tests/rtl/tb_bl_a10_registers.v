// config: -Ptb_bl_a10_registers.HALF=2247
// config: -Ptb_bl_a10_registers.HALF=900 -Ptb_bl_a10_registers.SEED=2
// The registers behind the IP's BAR, against a slave that stalls at random: every write arrives
// once, with its bytes, and every read has what was written. Then the interrupt: a message when the
// level rises, again while it stays, none while messages are off.
module tb_bl_a10_registers;
    parameter HALF = 2247;              // ps of half a period of the node's clock
    parameter SEED = 1;

    reg clk = 1'b0, m_clk = 1'b0, rst = 1'b1, m_rst = 1'b1;
    always #2000 clk = ~clk;
    always #HALF m_clk = ~m_clk;

    reg  [63:0] address;
    reg  [3:0]  enable;
    reg  [31:0] data;
    reg         write, read;
    wire        waits, valid;
    wire [31:0] said;
    wire [15:0] awaddr, araddr;
    wire        awvalid, wvalid, bready, arvalid, rready;
    reg         awready, wready, bvalid, arready, rvalid;
    wire [31:0] wdata;
    wire [3:0]  wstrb;
    reg  [31:0] rdata;

    bl_a10_registers dut (
        .clk(clk), .rst(rst), .RxmAddress(address), .RxmByteEnable(enable), .RxmWriteData(data),
        .RxmWrite(write), .RxmRead(read), .RxmWaitRequest(waits), .RxmReadData(said),
        .RxmReadDataValid(valid), .m_clk(m_clk), .m_rst(m_rst), .m_axil_awaddr(awaddr),
        .m_axil_awvalid(awvalid), .m_axil_awready(awready), .m_axil_wdata(wdata),
        .m_axil_wstrb(wstrb), .m_axil_wvalid(wvalid), .m_axil_wready(wready),
        .m_axil_bresp(2'b00), .m_axil_bvalid(bvalid), .m_axil_bready(bready),
        .m_axil_araddr(araddr), .m_axil_arvalid(arvalid), .m_axil_arready(arready),
        .m_axil_rdata(rdata), .m_axil_rresp(2'b00), .m_axil_rvalid(rvalid),
        .m_axil_rready(rready));

    reg         irq, wait_tx;
    reg  [81:0] msi;
    wire [63:0] tx_address;
    wire [31:0] tx_data;
    wire [3:0]  tx_enable;
    wire        tx_select, tx_write, tx_read;
    bl_a10_interrupt #(.LOG_AGAIN(6)) interrupt (
        .clk(clk), .rst(rst), .irq(irq), .MSIIntfc(msi), .TxsAddress(tx_address),
        .TxsByteEnable(tx_enable), .TxsChipSelect(tx_select), .TxsWrite(tx_write),
        .TxsRead(tx_read), .TxsWriteData(tx_data), .TxsWaitRequest(wait_tx));

    // ---- the slave
    integer    seed, wrong, i, j, writes, messages;
    reg [31:0] kept [0:15], wanted [0:15];
    reg [15:0] at;
    reg [35:0] word;
    reg        has_at, has_word;
    always @(posedge m_clk) if (!m_rst) begin
        awready <= $random(seed) % 3 == 0;
        wready  <= $random(seed) % 3 == 0;
        arready <= $random(seed) % 3 == 0;
        if (awvalid & awready) {has_at, at} = {1'b1, awaddr};
        if (wvalid & wready) {has_word, word} = {1'b1, wstrb, wdata};
        if (bvalid & bready) bvalid <= 1'b0;
        if (rvalid & rready) rvalid <= 1'b0;
        if (has_at & has_word & ~bvalid & $random(seed) % 2 == 0) begin
            for (i = 0; i < 4; i = i + 1)
                if (word[32+i]) kept[at[5:2]][8*i +: 8] = word[8*i +: 8];
            {has_at, has_word} = 2'b00;
            writes = writes + 1;
            bvalid <= 1'b1;
        end
        if (arvalid & arready) begin
            rvalid <= 1'b1;
            rdata  <= kept[araddr[5:2]];
        end
    end

    // ---- messages
    always @(posedge clk) if (!rst) begin
        wait_tx <= $random(seed) % 2 == 0;
        if (tx_write & ~wait_tx) begin
            messages = messages + 1;
            if (tx_address != msi[63:0] || tx_data != {16'd0, msi[79:64]} || tx_enable != 4'hf
                || !tx_select || tx_read) wrong = wrong + 1;
        end
    end

    task request;
        input is_write;
        input [3:0] number;
        begin
            address = {$random(seed), 26'd0, number, 2'b00};
            address[15:6] = 0;
            {write, read} = {is_write, ~is_write};
            data   = $random(seed);
            enable = is_write ? $random(seed) : 4'hf;
            @(posedge clk);
            while (waits) @(posedge clk);
            #1 {write, read} = 2'b00;
            if (is_write)
                for (j = 0; j < 4; j = j + 1)
                    if (enable[j]) wanted[number][8*j +: 8] = data[8*j +: 8];
            if (!is_write) begin
                @(posedge clk);
                while (!valid) @(posedge clk);
                if (said !== wanted[number]) begin
                    wrong = wrong + 1;
                    $display("register %0d: %h, wanted %h", number, said, wanted[number]);
                end
                #1 ;
            end
        end
    endtask

    integer k, count;
    initial begin
        seed = SEED; wrong = 0; writes = 0; messages = 0;
        {awready, wready, bvalid, arready, rvalid, write, read, irq, wait_tx} = 0;
        {has_at, has_word, msi, address, enable, data} = 0;
        for (k = 0; k < 16; k = k + 1) begin
            kept[k] = 0;
            wanted[k] = 0;
        end
        #40000 rst = 1'b0;
        m_rst = 1'b0;
        #40000 @(posedge clk);
        #1 count = 0;
        for (k = 0; k < 400; k = k + 1)
            if ($random(seed) % 2 == 0) begin
                request(1'b1, $random(seed));
                count = count + 1;
            end else request(1'b0, $random(seed));
        for (k = 0; k < 16; k = k + 1) request(1'b0, k);
        if (writes != count) wrong = wrong + 1;
        // the interrupt
        irq = 1'b1;
        repeat (200) @(posedge clk);
        if (messages != 0) wrong = wrong + 1;
        msi = {2'b11, 16'h4321, 64'hfee0_0000};
        repeat (40) @(posedge clk);
        if (messages != 1) wrong = wrong + 1;
        repeat (64) @(posedge clk);
        if (messages != 2) wrong = wrong + 1;
        irq = 1'b0;
        repeat (200) @(posedge clk);
        if (messages != 2) wrong = wrong + 1;
        irq = 1'b1;
        repeat (20) @(posedge clk);
        if (messages != 3) wrong = wrong + 1;
        $display("%0d writes, %0d messages, %0d wrong", writes, messages, wrong);
        $display("%0s", wrong == 0 ? "PASS" : "FAIL");
        $finish(0);
    end
endmodule
