`default_nettype none
// Counters of one element place: counts one bin a clock, and hands its counts down a chain of cells when they are swept.
// Contract: `count` adds one to counter `bin`. `sweep` adds counter `sweep_bin` to `s_sum`, shows the sum in `m_sum` one clock later beside
// `m_sweep` and `m_bin` (inputs of the next cell), and clears the counter. `count` and `sweep` are never high together. The counters are
// undefined until the first sweep. One clock reads, adds and writes, so equal bins may follow each other.
// Latency: 1 clock. Throughput: 1 element a clock.
module bl_histogram_cell #(
    // bits in a bin number, 1..10
    parameter BIN_W = 6,
    // bits in a counter, 2 or more; wraps
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
endmodule
`default_nettype wire
