// SPDX-License-Identifier: ISC
`default_nettype none
// Memory for frames whose two sides differ in width: banks of the narrower side's words in block
// RAM, of which the wider side has all at once.
// Contract: side by side in order, the first narrow word in the low bits of the wide one. Addresses
// count words of their own side. `rdata` holds the word last read until the next `read`. Reading
// what is written in the same cycle is not allowed.
// Latency: 1 cycle. Throughput: one write and one read a cycle.
module bl_eth_memory #(
    // bits of a word that is written: 8 or more, a power of two
    parameter IN_W = 256,
    // bits of a word that is read: 8 or more, a power of two
    parameter OUT_W = 256,
    // log2 of the words of the wider side: 1..20
    parameter LOG_ROWS = 9,
    // derived, leave alone: log2 of how many words of a side are one of the other's
    parameter IN_LOG = (OUT_W / IN_W >= 64) ? 6 : (OUT_W / IN_W >= 32) ? 5
        : (OUT_W / IN_W >= 16) ? 4 : (OUT_W / IN_W >= 8) ? 3 : (OUT_W / IN_W >= 4) ? 2
        : (OUT_W / IN_W >= 2) ? 1 : 0,
    parameter OUT_LOG = (IN_W / OUT_W >= 64) ? 6 : (IN_W / OUT_W >= 32) ? 5
        : (IN_W / OUT_W >= 16) ? 4 : (IN_W / OUT_W >= 8) ? 3 : (IN_W / OUT_W >= 4) ? 2
        : (IN_W / OUT_W >= 2) ? 1 : 0
) (
    input  wire                        clk,
    input  wire                        write,
    input  wire [LOG_ROWS+IN_LOG-1:0]  waddr,
    input  wire [IN_W-1:0]             wdata,
    input  wire                        read,
    input  wire [LOG_ROWS+OUT_LOG-1:0] raddr,
    output wire [OUT_W-1:0]            rdata
);
    localparam BANK_W = (IN_W < OUT_W) ? IN_W : OUT_W, BANKS = 1 << (IN_LOG + OUT_LOG);

    generate
        if (IN_W < 8 || (IN_W & (IN_W - 1)) != 0) begin : g_check_in_w
            bl_eth_memory_illegal_IN_W illegal();
        end
        if (OUT_W < 8 || (OUT_W & (OUT_W - 1)) != 0) begin : g_check_out_w
            bl_eth_memory_illegal_OUT_W illegal();
        end
        if (LOG_ROWS < 1 || LOG_ROWS > 20) begin : g_check_log_rows
            bl_eth_memory_illegal_LOG_ROWS illegal();
        end
    endgenerate

    wire [BANKS*BANK_W-1:0] row;
    genvar b;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : g_bank
            wire hit;
            if (IN_LOG == 0) begin : g_all
                assign hit = 1'b1;
            end else begin : g_one
                localparam [31:0] BANK = b;
                assign hit = waddr[IN_LOG-1:0] == BANK[IN_LOG-1:0];
            end
            bl_block_ram #(.WIDTH(BANK_W), .LOG_DEPTH(LOG_ROWS)) ram (
                .clk(clk), .write(write & hit), .waddr(waddr[IN_LOG +: LOG_ROWS]),
                .wdata(wdata[(IN_LOG == 0 ? b : 0) * BANK_W +: BANK_W]), .read(read),
                .raddr(raddr[OUT_LOG +: LOG_ROWS]), .rdata(row[b*BANK_W +: BANK_W]));
        end
        if (OUT_LOG == 0) begin : g_row
            assign rdata = row;
        end else begin : g_select
            reg [OUT_LOG-1:0] bank;
            always @(posedge clk) if (read) bank <= raddr[OUT_LOG-1:0];
            assign rdata = row[bank*BANK_W +: BANK_W];
        end
    endgenerate
endmodule
`default_nettype wire
