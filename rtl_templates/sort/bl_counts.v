// SPDX-License-Identifier: ISC
`default_nettype none
// Keeps the counts of a histogram for the host, which reads them in rows of 16.
// Contract: takes every beat of the counts of bl_histogram (no tready), bins in rising order from
// 0. `counts` holds the counts of bins 16 * row to 16 * row + 15, the lowest in the low bits, from
// 3 cycles after the beat with tlast, and 1 cycle after `row` has changed, to the next beat. Where
// there are fewer than 16 bins there is one row, whose other counts are undefined.
// All outputs are registers. Latency: 3 cycles. Throughput: 1 beat a cycle.
module bl_counts #(
    // bits in a bin number: 1..20
    parameter BIN_W = 8,
    // bits in a count: 1 or more
    parameter COUNT_W = 32,
    // derived, leave alone: bits of a row's number
    parameter ROW_W = (BIN_W > 5) ? BIN_W - 4 : 1
) (
    input  wire                  clk,
    input  wire                  s_count_tvalid,
    input  wire [BIN_W-1:0]      s_count_bin,
    input  wire [COUNT_W-1:0]    s_count_tdata,
    input  wire [ROW_W-1:0]      row,
    output wire [16*COUNT_W-1:0] counts
);
    generate
        if (BIN_W < 1 || BIN_W > 20) begin : g_check_bins
            bl_counts_illegal_BIN_W illegal();
        end
        if (COUNT_W < 1) begin : g_check_count
            bl_counts_illegal_COUNT_W illegal();
        end
    endgenerate

    wire [BIN_W+3:0]      bin = {4'd0, s_count_bin};
    reg  [16*COUNT_W-1:0] line;  // the row that comes
    genvar i;
    generate
        for (i = 0; i < 16; i = i + 1) begin : g_place
            always @(posedge clk)
                if (s_count_tvalid && bin[3:0] == i) line[i*COUNT_W +: COUNT_W] <= s_count_tdata;
        end
        if (BIN_W <= 4) begin : g_one_row
            assign counts = line;
            wire unused = &{1'b0, row, bin};
        end else begin : g_rows
            reg             whole;
            reg [ROW_W-1:0] place;
            always @(posedge clk) begin
                whole <= s_count_tvalid & (&bin[3:0]);
                place <= bin[4 +: ROW_W];
            end
            bl_block_ram #(.WIDTH(16 * COUNT_W), .LOG_DEPTH(ROW_W)) rows (
                .clk(clk), .write(whole), .waddr(place), .wdata(line),
                .read(1'b1), .raddr(row), .rdata(counts));
            wire unused = &{1'b0, bin};
        end
    endgenerate

`ifdef FORMAL
    // Rule 1: 3 cycles after the last beat, and a cycle after `row` has changed, the count shown
    // for bin f_bin is the last that came for it.
    (* anyconst *) wire [BIN_W-1:0] f_bin;
    wire [BIN_W+3:0]  f_place = {4'd0, f_bin};
    reg               f_known = 1'b0, f_past = 1'b0;
    reg [BIN_W-1:0]   f_next = {BIN_W{1'b0}};
    reg [1:0]         f_quiet = 2'd0, f_chosen = 2'd0;
    reg [COUNT_W-1:0] f_count;
    always @(posedge clk) begin
        f_past <= 1'b1;
        if (s_count_tvalid) f_next <= f_next + 1'b1;
        f_quiet  <= s_count_tvalid ? 2'd0 : f_quiet == 2'd3 ? 2'd3 : f_quiet + 1'b1;
        f_chosen <= (BIN_W > 4 && row != f_place[4 +: ROW_W]) ? 2'd0 : 2'd1;
        if (s_count_tvalid && s_count_bin == f_bin) begin
            f_known <= 1'b1;
            f_count <= s_count_tdata;
        end
    end
    always @* begin
        if (s_count_tvalid) assume (s_count_bin == f_next);
        if (f_past && f_known && f_next == 0 && f_quiet >= 2 && f_chosen != 0)
            assert (counts[f_place[3:0]*COUNT_W +: COUNT_W] == f_count);
    end
`endif
endmodule
`default_nettype wire
