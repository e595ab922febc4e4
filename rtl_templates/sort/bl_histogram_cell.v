`default_nettype none
// Counters of one element place: counts one bin a clock, and hands its counts down a chain of cells when they are swept.
// Contract: `count` adds one to counter `bin`. `sweep` adds counter `sweep_bin` to `s_sum`, shows the sum in `m_sum` one clock later beside
// `m_sweep` and `m_bin` (inputs of the next cell), and clears the counter. `count` and `sweep` are never high together. The counters are
// undefined until the first sweep. One clock reads, adds and writes, so equal bins may follow each other.
// Latency: 1 clock. Throughput: 1 element a clock.
module bl_histogram_cell #(
    // bits in a bin number: 1..10
    parameter BIN_W = 6,
    // bits in a counter, which wraps: 2 or more
    parameter COUNT_W = 32
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
        if (BIN_W < 1 || BIN_W > 10 || COUNT_W < 2) begin : g_check
            bl_histogram_cell_illegal_parameter illegal();
        end
    endgenerate

    (* ramstyle = "MLAB, no_rw_check", ram_style = "distributed" *)
    reg [COUNT_W-1:0] counters [0:(1<<BIN_W)-1];

    wire [BIN_W-1:0]   place = sweep ? sweep_bin : bin;
    wire [COUNT_W-1:0] one   = {{(COUNT_W-1){1'b0}}, 1'b1};
    wire [COUNT_W-1:0] total = counters[place] + (sweep ? s_sum : one);

    always @(posedge clk) begin
        if (count | sweep) counters[place] <= total & {COUNT_W{~sweep}};
        m_sweep <= sweep & ~rst;
        m_bin   <= sweep_bin;
        m_sum   <= total;
    end

`ifdef FORMAL
    // Rule 1: a sweep adds to the sum the number of counts of its bin since that bin's last sweep.
    // Rule 2: every sweep shows one clock later, with its bin.
    (* anyconst *) wire [BIN_W-1:0] f_bin;
    reg               f_reset = 1'b0, f_known = 1'b0, f_due = 1'b0, f_swept = 1'b0;
    reg [COUNT_W-1:0] f_count, f_sum;
    reg [BIN_W-1:0]   f_swept_bin;
    always @(posedge clk) begin
        f_reset     <= 1'b1;
        f_swept     <= !rst && sweep;
        f_swept_bin <= sweep_bin;
        f_due       <= !rst && sweep && sweep_bin == f_bin && f_known;
        f_sum       <= s_sum + f_count;
        if (sweep && sweep_bin == f_bin) begin
            f_known <= 1'b1;
            f_count <= 0;
        end else if (count && bin == f_bin) f_count <= f_count + 1'b1;
    end
    always @* begin
        if (!f_reset) assume (rst);
        assume (!(count && sweep));
        if (f_known) assert (counters[f_bin] == f_count);
        if (f_reset) begin
            assert (m_sweep == f_swept);
            if (m_sweep) assert (m_bin == f_swept_bin);
            if (f_due) assert (m_sum == f_sum);
        end
    end
`endif
endmodule
`default_nettype wire
