// SPDX-License-Identifier: ISC
`default_nettype none
// Simple dual-port memory with registered read: the one place where block RAM of one clock is
// inferred.
// Contract: a write takes effect at the clock edge; `rdata` holds the word last read until the next
// `read`. Reading an address in the cycle in which it is written is not allowed (the result differs
// between devices). All paths are cut by registers. Latency: 1 cycle. Throughput: one write and one
// read a cycle.
module bl_block_ram #(
    // bits in a word: 1 or more
    parameter WIDTH = 32,
    // log2 of the number of words: 1..20
    parameter LOG_DEPTH = 9,
    // derived, unless fewer are enough: words, 2..2^LOG_DEPTH
    parameter WORDS = 1 << LOG_DEPTH
) (
    input  wire                 clk,
    input  wire                 write,
    input  wire [LOG_DEPTH-1:0] waddr,
    input  wire [WIDTH-1:0]     wdata,
    input  wire                 read,
    input  wire [LOG_DEPTH-1:0] raddr,
    output reg  [WIDTH-1:0]     rdata
);
    generate
        if (WIDTH < 1) begin : g_check_width
            bl_block_ram_illegal_WIDTH illegal();
        end
        if (LOG_DEPTH < 1 || LOG_DEPTH > 20) begin : g_check_log_depth
            bl_block_ram_illegal_LOG_DEPTH illegal();
        end
        if (WORDS < 2 || WORDS > (1 << LOG_DEPTH)) begin : g_check_words
            bl_block_ram_illegal_WORDS illegal();
        end
    endgenerate

    (* ramstyle = "no_rw_check", ram_style = "block" *)
    reg [WIDTH-1:0] ram [0:WORDS-1];

    always @(posedge clk) begin
        if (write) ram[waddr] <= wdata;
        if (read)  rdata <= ram[raddr];
    end

`ifdef FORMAL
    // Rule 1: a word read is the word last written to that address.
    // Rule 2: without a read the output does not change.
    (* anyconst *) reg [LOG_DEPTH-1:0] f_addr;
    reg             f_written = 1'b0, f_shown = 1'b0, f_past = 1'b0;
    reg [WIDTH-1:0] f_value, f_expect, f_before;
    reg             f_read_before;
    always @(posedge clk) begin
        f_past        <= 1'b1;
        f_before      <= rdata;
        f_read_before <= read;
        if (write && waddr == f_addr) begin
            f_written <= 1'b1;
            f_value   <= wdata;
        end
        if (read) begin
            f_shown  <= raddr == f_addr && f_written;
            f_expect <= f_value;
        end
    end
    always @* begin
        assume (!(read && write && raddr == waddr));
        assume (waddr < WORDS && raddr < WORDS && f_addr < WORDS);
        if (f_written) assert (ram[f_addr] == f_value);
        if (f_shown) assert (rdata == f_expect);
        if (f_past && !f_read_before) assert (rdata == f_before);
    end
`endif
endmodule
`default_nettype wire
