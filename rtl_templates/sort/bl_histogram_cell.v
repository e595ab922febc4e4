// SPDX-License-Identifier: ISC
`default_nettype none
// Counters of one element place: counts one bin a cycle, and hands its counts down a chain of cells
// when they are swept.
// Contract: `count` adds one to counter `bin`. `sweep` adds counter `sweep_bin` to `s_sum`, shows
// the sum in `m_sum` beside `m_sweep` and `m_bin` (inputs of the next cell), and clears the
// counter. `count` and `sweep` are never high together. The counters are undefined until the first
// sweep. Equal bins may follow each other. With BLOCK = 0 the counters are distributed RAM, which
// is read, added to and written in one cycle; with BLOCK = 1 they are block RAM, and the sum of the
// cycle before stands in for what that has not written yet.
// Latency: 1 + BLOCK cycles. Throughput: 1 element a cycle.
module bl_histogram_cell #(
    // bits in a bin number: 1..16
    parameter BIN_W = 6,
    // bits in a counter, which wraps: 2 or more
    parameter COUNT_W = 32,
    // 1: the counters are in block RAM: 0..1
    parameter BLOCK = 0
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               count,
    input  wire [BIN_W-1:0]   bin,
    input  wire               sweep,
    input  wire [BIN_W-1:0]   sweep_bin,
    input  wire [COUNT_W-1:0] s_sum,
    output reg                m_sweep,
    output reg  [BIN_W-1:0]   m_bin,
    output reg  [COUNT_W-1:0] m_sum
);
    generate
        if (BIN_W < 1 || BIN_W > 16) begin : g_check_bin_w
            bl_histogram_cell_illegal_BIN_W illegal();
        end
        if (COUNT_W < 2) begin : g_check_count_w
            bl_histogram_cell_illegal_COUNT_W illegal();
        end
        if (BLOCK < 0 || BLOCK > 1) begin : g_check_block
            bl_histogram_cell_illegal_BLOCK illegal();
        end
    endgenerate

    wire [BIN_W-1:0]   place = sweep ? sweep_bin : bin;
    wire [COUNT_W-1:0] one   = {{(COUNT_W-1){1'b0}}, 1'b1};

    generate
        if (BLOCK == 0) begin : g_distributed
            (* ramstyle = "MLAB, no_rw_check", ram_style = "distributed" *)
            reg [COUNT_W-1:0]  counters [0:(1<<BIN_W)-1];
            wire [COUNT_W-1:0] total = counters[place] + (sweep ? s_sum : one);
            always @(posedge clk) begin
                if (count | sweep) counters[place] <= total & {COUNT_W{~sweep}};
                m_sweep <= sweep & ~rst;
                m_bin   <= sweep_bin;
                m_sum   <= total;
            end
        end else begin : g_block
            // the counter that was asked for in the last cycle, and what is written to it now
            // same: the cycle before wrote it, too late to be read
            reg                counted, swept, same;
            reg  [BIN_W-1:0]   last;
            reg  [COUNT_W-1:0] sum, newest;
            wire [COUNT_W-1:0] stored;
            wire               active = counted | swept;
            wire [COUNT_W-1:0] total  = (same ? newest : stored) + (swept ? sum : one);
            wire [COUNT_W-1:0] next   = total & {COUNT_W{~swept}};
            wire               again  = active & (place == last);
            bl_block_ram #(.WIDTH(COUNT_W), .LOG_DEPTH(BIN_W)) counters (
                .clk(clk), .write(active), .waddr(last), .wdata(next),
                .read((count | sweep) & ~again), .raddr(place), .rdata(stored));
            always @(posedge clk) begin
                counted <= count & ~rst;
                swept   <= sweep & ~rst;
                same    <= again;
                last    <= place;
                sum     <= s_sum;
                newest  <= next;
                m_sweep <= swept & ~rst;
                m_bin   <= last;
                m_sum   <= total;
            end
        end
    endgenerate

`ifdef FORMAL
    // Rule 1: a sweep adds to the sum the number of counts of its bin since that bin's last sweep.
    // Rule 2: every sweep shows 1 + BLOCK cycles later, with its bin.
    (* anyconst *) wire [BIN_W-1:0] f_bin;
    reg               f_reset = 1'b0, f_known = 1'b0;
    reg [COUNT_W-1:0] f_count;
    reg [1:0]         f_due = 2'b00, f_swept = 2'b00;
    reg [COUNT_W-1:0] f_sum, f_sum_before;
    reg [BIN_W-1:0]   f_swept_bin, f_bin_before;
    always @(posedge clk) begin
        f_reset      <= 1'b1;
        f_swept      <= {f_swept[0] & !rst, !rst && sweep};
        f_due        <= {f_due[0] & !rst, !rst && sweep && sweep_bin == f_bin && f_known};
        f_swept_bin  <= sweep_bin;
        f_bin_before <= f_swept_bin;
        f_sum        <= s_sum + f_count;
        f_sum_before <= f_sum;
        if (sweep && sweep_bin == f_bin) begin
            f_known <= 1'b1;
            f_count <= 0;
        end else if (count && bin == f_bin) f_count <= f_count + 1'b1;
    end
    generate
        if (BLOCK == 0) begin : f_distributed
            always @* if (f_known) assert (g_distributed.counters[f_bin] == f_count);
        end
    endgenerate
    always @* begin
        if (!f_reset) assume (rst);
        if (rst) assume (!count && !sweep);
        assume (!(count && sweep));
        if (f_reset) begin
            assert (m_sweep == f_swept[BLOCK]);
            if (m_sweep) assert (m_bin == (BLOCK ? f_bin_before : f_swept_bin));
            if (f_due[BLOCK]) assert (m_sum == (BLOCK ? f_sum_before : f_sum));
        end
    end
`endif
endmodule
`default_nettype wire
