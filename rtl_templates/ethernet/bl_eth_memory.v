// SPDX-License-Identifier: ISC
`default_nettype none
// Memory for frames whose two sides differ in width: banks of the narrower side's words in block
// RAM, of which the wider side has all at once.
// Contract: a word is given by its slot and its number in it, both in words of its own side; the
// first narrow word is in the low bits of the wide one. A word is written in the cycle behind
// `write`. `rdata` holds the word last read until the next `read`. Reading what is written in the
// same cycle is not allowed.
// It has at most 2^20 rows, words of the wider side.
// Latency: 1 cycle. Throughput: one write and one read a cycle.
module bl_eth_memory #(
    // bits of a word that is written: 8 or more, a power of two
    parameter IN_W = 256,
    // bits of a word that is read: 8 or more, a power of two
    parameter OUT_W = 256,
    // slots: 2..2048
    parameter SLOTS = 16,
    // bits of a slot's number: log2(SLOTS)..11
    parameter SLOT_W = 4,
    // bytes of a slot that are in use: 1..65535
    parameter BYTES = 1472
) (
    input  wire              clk,
    input  wire              write,
    input  wire [SLOT_W-1:0] wslot,
    input  wire [15:0]       wword,
    input  wire [IN_W-1:0]   wdata,
    input  wire              read,
    input  wire [SLOT_W-1:0] rslot,
    input  wire [15:0]       rword,
    output wire [OUT_W-1:0]  rdata
);
    // words of the wider side are rows
    localparam WIDE = (IN_W > OUT_W) ? IN_W : OUT_W, BANK_W = (IN_W > OUT_W) ? OUT_W : IN_W,
        BANKS = WIDE / BANK_W, ROWS = (8 * BYTES + WIDE - 1) / WIDE, ALL = SLOTS * ROWS;
    localparam BANK_LOG = (BANKS >= 256) ? 8 : (BANKS >= 128) ? 7 : (BANKS >= 64) ? 6
        : (BANKS >= 32) ? 5 : (BANKS >= 16) ? 4 : (BANKS >= 8) ? 3 : (BANKS >= 4) ? 2
        : (BANKS >= 2) ? 1 : 0;
    localparam IN_LOG = (IN_W < OUT_W) ? BANK_LOG : 0, OUT_LOG = (IN_W > OUT_W) ? BANK_LOG : 0;
    localparam LOG_ROWS = (ALL <= 16) ? 4 : (ALL <= 32) ? 5 : (ALL <= 64) ? 6 : (ALL <= 128) ? 7
        : (ALL <= 256) ? 8 : (ALL <= 512) ? 9 : (ALL <= 1024) ? 10 : (ALL <= 2048) ? 11
        : (ALL <= 4096) ? 12 : (ALL <= 8192) ? 13 : (ALL <= 16384) ? 14 : (ALL <= 32768) ? 15
        : (ALL <= 65536) ? 16 : (ALL <= 131072) ? 17 : (ALL <= 262144) ? 18
        : (ALL <= 524288) ? 19 : (ALL <= 1048576) ? 20 : 21;
    localparam [31:0] IN_STRIDE = ROWS << IN_LOG, OUT_STRIDE = ROWS << OUT_LOG;

    generate
        if (IN_W < 8 || (IN_W & (IN_W - 1)) != 0 || BANKS > 256) begin : g_check_in_w
            bl_eth_memory_illegal_IN_W illegal();
        end
        if (OUT_W < 8 || (OUT_W & (OUT_W - 1)) != 0) begin : g_check_out_w
            bl_eth_memory_illegal_OUT_W illegal();
        end
        if (SLOTS < 2 || SLOTS > 2048) begin : g_check_slots
            bl_eth_memory_illegal_SLOTS illegal();
        end
        if (SLOT_W < 1 || SLOT_W > 11 || (1 << SLOT_W) < SLOTS) begin : g_check_slot_w
            bl_eth_memory_illegal_SLOT_W illegal();
        end
        if (BYTES < 1 || BYTES > 65535) begin : g_check_bytes
            bl_eth_memory_illegal_BYTES illegal();
        end
    endgenerate

    wire [31:0]                 to   = {{(32-SLOT_W){1'b0}}, wslot} * IN_STRIDE + {16'd0, wword};
    wire [31:0]                 from = {{(32-SLOT_W){1'b0}}, rslot} * OUT_STRIDE + {16'd0, rword};
    reg                         writes;
    reg  [LOG_ROWS+IN_LOG-1:0]  waddr;
    reg  [IN_W-1:0]             word;
    wire [LOG_ROWS+OUT_LOG-1:0] raddr = from[LOG_ROWS+OUT_LOG-1:0];
    always @(posedge clk) begin
        writes <= write;
        waddr  <= to[LOG_ROWS+IN_LOG-1:0];
        word   <= wdata;
    end

    wire [WIDE-1:0] row;
    genvar b;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : g_bank
            wire hit;
            if (IN_LOG == 0) begin : g_all
                assign hit = 1'b1;
            end else begin : g_one
                localparam [31:0] BANK = b;
                assign hit = waddr[(IN_LOG == 0 ? 1 : IN_LOG)-1:0]
                    == BANK[(IN_LOG == 0 ? 1 : IN_LOG)-1:0];
            end
            bl_block_ram #(.WIDTH(BANK_W), .LOG_DEPTH(LOG_ROWS), .WORDS(ALL < 2 ? 2 : ALL)) bank (
                .clk(clk), .write(writes & hit), .waddr(waddr[IN_LOG +: LOG_ROWS]),
                .wdata(word[(IN_LOG == 0 ? b : 0) * BANK_W +: BANK_W]), .read(read),
                .raddr(raddr[OUT_LOG +: LOG_ROWS]), .rdata(row[b*BANK_W +: BANK_W]));
        end
        if (OUT_LOG == 0) begin : g_row
            assign rdata = row;
        end else begin : g_select
            reg [(OUT_LOG == 0 ? 1 : OUT_LOG)-1:0] shown;
            always @(posedge clk)
                if (read) shown <= raddr[(OUT_LOG == 0 ? 1 : OUT_LOG)-1:0];
            assign rdata = row[shown*BANK_W +: BANK_W];
        end
    endgenerate
    wire unused = &{1'b0, to, from, 1'b0};
endmodule
`default_nettype wire
