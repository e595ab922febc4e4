`default_nettype none
// Adds a histogram's counts up per group and node.
// Contract: takes every beat of the counts of bl_histogram (no tready), bins in rising order; a bin is {node, channel}. From the beat with
// tlast on `valid` is high and `sizes` holds, group-major, the elements of group g for node n at index g * 2^NODE_W + n, until the next
// `clear` (or the next counts, which replace them). `sizes` and `valid` are registers. Latency: 1 clock.
module bl_sizes #(
    // bits in a node number, 1 or more
    parameter NODE_W = 3,
    // bits in a bin number: NODE_W + CHANNEL_W
    parameter BIN_W = 6,
    // bits in a channel number, 0 or more
    parameter CHANNEL_W = 3,
    // bits in a count, 1 or more; wraps
    parameter COUNT_W = 32,
    // number of groups, 1 or more
    parameter GROUPS = 8
) (
    input  wire                                clk,
    input  wire                                rst,
    input  wire                                clear,
    input  wire                                s_count_tvalid,
    input  wire [BIN_W-1:0]                    s_count_bin,
    input  wire [GROUPS*COUNT_W-1:0]           s_count_tdata,
    input  wire                                s_count_tlast,
    output reg  [GROUPS*(1<<NODE_W)*COUNT_W-1:0] sizes,
    output reg                                 valid
);
    generate
        if (NODE_W < 1 || CHANNEL_W < 0 || BIN_W != NODE_W + CHANNEL_W || GROUPS < 1) begin : g_check
            bl_sizes_illegal_parameter illegal();
        end
    endgenerate

    localparam [BIN_W-1:0] CHANNELS = (1 << CHANNEL_W) - 1;
    wire              first = (s_count_bin & CHANNELS) == {BIN_W{1'b0}};
    wire [NODE_W-1:0] node  = s_count_bin[CHANNEL_W +: NODE_W];

    genvar g, n;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : g_group
            // elements in the bins of this node so far
            reg  [COUNT_W-1:0] so_far;
            wire [COUNT_W-1:0] total = s_count_tdata[g*COUNT_W +: COUNT_W] + (so_far & {COUNT_W{~first}});
            always @(posedge clk) if (s_count_tvalid) so_far <= total;
            for (n = 0; n < (1 << NODE_W); n = n + 1) begin : g_node
                always @(posedge clk)
                    if (s_count_tvalid && node == n[NODE_W-1:0]) sizes[(g*(1<<NODE_W)+n)*COUNT_W +: COUNT_W] <= total;
            end
        end
    endgenerate

    always @(posedge clk) begin
        if (rst | clear) valid <= 1'b0;
        else if (s_count_tvalid) valid <= s_count_tlast;
    end

`ifdef FORMAL
    // Rule 1: when `valid` is high the size of group f_group and node f_node is the sum of that node's counts since the last tlast.
    // Rule 2: `valid` is high from the tlast beat to the next beat or clear.
    (* anyconst *) wire [3:0]        f_group;
    (* anyconst *) wire [NODE_W-1:0] f_node;
    reg               f_reset = 1'b0, f_valid;
    reg [BIN_W-1:0]   f_next;
    reg [COUNT_W-1:0] f_sum, f_size;
    wire [COUNT_W-1:0] f_total = f_sum + ((s_count_bin >> CHANNEL_W) == f_node ? s_count_tdata[f_group*COUNT_W +: COUNT_W] : 0);
    always @(posedge clk) begin
        f_reset <= 1'b1;
        if (rst) begin
            f_next  <= 0;
            f_sum   <= 0;
            f_valid <= 1'b0;
        end else begin
            if (s_count_tvalid) begin
                f_next  <= f_next + 1'b1;
                f_sum   <= s_count_tlast ? 0 : f_total;
                f_size  <= f_total;
                f_valid <= s_count_tlast;
            end
            if (clear) f_valid <= 1'b0;
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        assume (f_group < GROUPS);
        if (f_reset) begin
            if (s_count_tvalid) assume (s_count_bin == f_next && s_count_tlast == &f_next);
            assert (valid == f_valid);
            if (valid) assert (sizes[(f_group*(1<<NODE_W)+f_node)*COUNT_W +: COUNT_W] == f_size);
        end
    end
`endif
endmodule
`default_nettype wire
