// SPDX-License-Identifier: ISC
`default_nettype none
// On-chip memory behind AXI4: what a memory channel is on a board that has none.
// Contract: one write burst and one read burst at a time, INCR, whole words with byte strobes, no
// ids. Addresses are bytes and wrap at the end of the memory. A word that is read while it is
// written is undefined. All paths are cut by registers, but rready reaches the read address and
// wready is high for a whole burst.
// Latency: arvalid to the first rvalid 2 cycles, last wvalid to bvalid 1 cycle. Throughput: 1 word
// a cycle each way inside a burst.
module bl_ice40_memory #(
    // width of a byte address, bits: more than LOG_WORDS + log2(DATA_W / 8)
    parameter ADDR_W = 12,
    // width of a word, bits: 8 times a power of two
    parameter DATA_W = 16,
    // log2 of the words: 1..11
    parameter LOG_WORDS = 8
) (
    input  wire                clk,
    input  wire                rst,
    // write
    input  wire [ADDR_W-1:0]   s_axi_awaddr,
    input  wire                s_axi_awvalid,
    output wire                s_axi_awready,
    input  wire [DATA_W-1:0]   s_axi_wdata,
    input  wire [DATA_W/8-1:0] s_axi_wstrb,
    input  wire                s_axi_wlast,
    input  wire                s_axi_wvalid,
    output wire                s_axi_wready,
    output reg                 s_axi_bvalid,
    input  wire                s_axi_bready,
    // read
    input  wire [ADDR_W-1:0]   s_axi_araddr,
    input  wire [7:0]          s_axi_arlen,
    input  wire                s_axi_arvalid,
    output wire                s_axi_arready,
    output wire [DATA_W-1:0]   s_axi_rdata,
    output reg                 s_axi_rlast,
    output reg                 s_axi_rvalid,
    input  wire                s_axi_rready
);
    function integer log2;
        input integer value;
        begin
            log2 = 0;
            while ((1 << log2) < value) log2 = log2 + 1;
        end
    endfunction

    localparam LOW = log2(DATA_W / 8);

    generate
        if (LOG_WORDS < 1 || LOG_WORDS > 11) begin : g_check_log_words
            bl_ice40_memory_illegal_LOG_WORDS illegal();
        end
        if (ADDR_W <= LOG_WORDS + LOW) begin : g_check_addr_w
            bl_ice40_memory_illegal_ADDR_W illegal();
        end
        if (DATA_W != (8 << LOW)) begin : g_check_data_w
            bl_ice40_memory_illegal_DATA_W illegal();
        end
    endgenerate

    // ---- writes
    reg                  writing;
    reg  [LOG_WORDS-1:0] waddr;
    wire                 write = writing & s_axi_wvalid;

    assign s_axi_awready = ~writing & ~s_axi_bvalid;
    assign s_axi_wready  = writing;

    always @(posedge clk) begin
        if (s_axi_awvalid & s_axi_awready) waddr <= s_axi_awaddr[LOW +: LOG_WORDS];
        else if (write) waddr <= waddr + 1'b1;
        if (rst) begin
            writing      <= 1'b0;
            s_axi_bvalid <= 1'b0;
        end else begin
            if (s_axi_awvalid & s_axi_awready) writing <= 1'b1;
            else if (write & s_axi_wlast) writing <= 1'b0;
            if (write & s_axi_wlast) s_axi_bvalid <= 1'b1;
            else if (s_axi_bready) s_axi_bvalid <= 1'b0;
        end
    end

    // ---- reads: a word is fetched when the one before has been taken
    reg                  reading;
    reg  [LOG_WORDS-1:0] raddr;
    reg  [7:0]           left;
    wire                 read = reading & (~s_axi_rvalid | s_axi_rready);

    assign s_axi_arready = ~reading;

    always @(posedge clk) begin
        if (s_axi_arvalid & s_axi_arready) begin
            raddr <= s_axi_araddr[LOW +: LOG_WORDS];
            left  <= s_axi_arlen;
        end else if (read) begin
            raddr <= raddr + 1'b1;
            left  <= left - 1'b1;
        end
        if (read) s_axi_rlast <= left == 8'd0;
        if (rst) begin
            reading      <= 1'b0;
            s_axi_rvalid <= 1'b0;
        end else begin
            if (s_axi_arvalid & s_axi_arready) reading <= 1'b1;
            else if (read & (left == 8'd0)) reading <= 1'b0;
            if (read) s_axi_rvalid <= 1'b1;
            else if (s_axi_rready) s_axi_rvalid <= 1'b0;
        end
    end

    // ---- one memory a byte, for the strobes
    genvar b;
    generate
        for (b = 0; b < DATA_W / 8; b = b + 1) begin : g_byte
            bl_block_ram #(.WIDTH(8), .LOG_DEPTH(LOG_WORDS)) bytes (
                .clk(clk), .write(write & s_axi_wstrb[b]), .waddr(waddr),
                .wdata(s_axi_wdata[8*b +: 8]),
                .read(read), .raddr(raddr), .rdata(s_axi_rdata[8*b +: 8]));
        end
    endgenerate

    wire unused = &{1'b0, s_axi_awaddr, s_axi_araddr};
endmodule
`default_nettype wire
