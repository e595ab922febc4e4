// SPDX-License-Identifier: ISC
`default_nettype none
// Adds a histogram's counts up to the sizes of an exchange's flows, for each group of lanes.
// Contract: takes every beat of the counts of bl_histogram (no tready), bins in rising order from
// 0; a bin counts for the flow whose number is bits [LSB +: FLOW_W] of it. All bins come. From the
// beat with tlast on `valid` is high and `sizes` holds, group-major, the elements of group g for
// flow f at index g * 2^FLOW_W + f, until the next `clear` (or the next counts, which replace
// them). `sizes` and `valid` are registers. Latency: 1 cycle.
module bl_sizes #(
    // bits in the number of a flow: 1 or more
    parameter FLOW_W = 3,
    // bits in a bin number: LSB + FLOW_W or more
    parameter BIN_W = 6,
    // lowest bit of the flow's number in the bin's: 0 or more
    parameter LSB = 3,
    // bits in a count, which wraps: 1 or more
    parameter COUNT_W = 32,
    // number of groups: 1 or more
    parameter GROUPS = 8
) (
    input  wire                                clk,
    input  wire                                rst,
    input  wire                                clear,
    input  wire                                s_count_tvalid,
    input  wire [BIN_W-1:0]                    s_count_bin,
    input  wire [GROUPS*COUNT_W-1:0]           s_count_tdata,
    input  wire                                s_count_tlast,
    output reg  [GROUPS*(1<<FLOW_W)*COUNT_W-1:0] sizes,
    output reg                                 valid
);
    generate
        if (FLOW_W < 1 || LSB < 0 || BIN_W < LSB + FLOW_W) begin : g_check_bits
            bl_sizes_illegal_BIN_W illegal();
        end
        if (COUNT_W < 1 || GROUPS < 1) begin : g_check_groups
            bl_sizes_illegal_COUNT_W illegal();
        end
    endgenerate

    // The sizes go round in a ring: a flow's bins come in rising order and its turn comes again
    // after 2^FLOW_W runs of 2^LSB bins, so that the flow whose bins come is always at the head,
    // and one adder a group does.
    localparam FLOWS = 1 << FLOW_W;
    localparam [BIN_W-1:0] RUN = (1 << LSB) - 1;

    wire run_begins = (s_count_bin & RUN) == {BIN_W{1'b0}};
    wire run_ends   = (s_count_bin & RUN) == RUN;
    wire fresh      = s_count_bin >> LSB < FLOWS;  // the first run of each flow

    genvar g;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : g_group
            reg  [COUNT_W-1:0] run;  // of this run so far, and of the flow before it
            wire [COUNT_W-1:0] head  = sizes[g*FLOWS*COUNT_W +: COUNT_W] & {COUNT_W{~fresh}};
            wire [COUNT_W-1:0] total =
                s_count_tdata[g*COUNT_W +: COUNT_W] + (run_begins ? head : run);
            always @(posedge clk) begin
                if (s_count_tvalid) run <= total;
                if (s_count_tvalid & run_ends)
                    sizes[g*FLOWS*COUNT_W +: FLOWS*COUNT_W] <=
                        {total, sizes[g*FLOWS*COUNT_W+COUNT_W +: (FLOWS-1)*COUNT_W]};
            end
        end
    endgenerate

    always @(posedge clk) begin
        if (rst | clear) valid <= 1'b0;
        else if (s_count_tvalid) valid <= s_count_tlast;
    end

`ifdef FORMAL
    // Rule 1: when `valid` is high the size of group f_group and flow f_flow is the sum of that
    // flow's counts since the last tlast.
    // Rule 2: `valid` is high from the tlast beat to the next beat or clear.
    (* anyconst *) wire [3:0]        f_group;
    (* anyconst *) wire [FLOW_W-1:0] f_flow;
    reg               f_reset = 1'b0, f_valid;
    reg [BIN_W-1:0]   f_next;
    reg [COUNT_W-1:0] f_sum, f_size;
    wire [COUNT_W-1:0] f_total = f_sum
        + (s_count_bin[LSB +: FLOW_W] == f_flow ? s_count_tdata[f_group*COUNT_W +: COUNT_W] : 0);
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
            if (valid) assert (sizes[(f_group*(1<<FLOW_W)+f_flow)*COUNT_W +: COUNT_W] == f_size);
        end
    end
`endif
endmodule
`default_nettype wire
