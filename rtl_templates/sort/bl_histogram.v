// SPDX-License-Identifier: ISC
`default_nettype none
// Counts the elements of several lane streams by bin, for each group of lanes, and hands the counts
// out at the end of the streams.
// Contract: taps only, the streams are never stalled: `start` (one cycle, while not busy) says that
// streams come; `tap_valid[l]` means that a beat of lane l is transferred now, `tap_keep` and
// `tap_bin` say which of its elements count and where. After the last beats (`tap_last`) of all
// lanes the counts leave once, bins in rising order, one a cycle: `m_count_tdata` holds group 0
// lowest; lane l is in group l / (LANES / GROUPS). The counters are then clear. `busy`: from rst
// until the counters are clear, and from `start` to the last count, however long the beats are on
// their way; no beat may come between the last beat of the last lane and the end of `busy`. All
// outputs are registers, all paths are cut.
// Latency: 2 + (1 + BLOCK) * LANES * ELEMS / GROUPS cycles from the last beat to the first count,
// 2^BIN_W cycles more to the last.
module bl_histogram #(
    // number of lanes: 1 or more
    parameter LANES = 8,
    // elements in a word: 1 or more
    parameter ELEMS = 8,
    // bits in a bin number: 1..16
    parameter BIN_W = 6,
    // bits in a count, which wraps: 2 or more
    parameter COUNT_W = 32,
    // number of groups of lanes: 1..LANES, a divisor of LANES
    parameter GROUPS = 1,
    // 1: the counters are in block RAM: 0..1
    parameter BLOCK = 0
) (
    input  wire                         clk,
    input  wire                         rst,
    input  wire                         start,
    input  wire [LANES-1:0]             tap_valid,
    input  wire [LANES-1:0]             tap_last,
    input  wire [LANES*ELEMS-1:0]       tap_keep,
    input  wire [LANES*ELEMS*BIN_W-1:0] tap_bin,
    output wire                         busy,
    output wire                         m_count_tvalid,
    output wire [BIN_W-1:0]             m_count_bin,
    output wire [GROUPS*COUNT_W-1:0]    m_count_tdata,
    output wire                         m_count_tlast
);
    localparam CELLS = LANES * ELEMS / GROUPS;
    localparam [BIN_W-1:0] LAST_BIN = {BIN_W{1'b1}};

    generate
        if (LANES < 1 || LANES % GROUPS != 0) begin : g_check_lanes
            bl_histogram_illegal_LANES illegal();
        end
        if (ELEMS < 1) begin : g_check_elems
            bl_histogram_illegal_ELEMS illegal();
        end
        if (GROUPS < 1) begin : g_check_groups
            bl_histogram_illegal_GROUPS illegal();
        end
        if (BIN_W < 1 || BIN_W > 16) begin : g_check_bin_w
            bl_histogram_illegal_BIN_W illegal();
        end
        if (COUNT_W < 2) begin : g_check_count_w
            bl_histogram_illegal_COUNT_W illegal();
        end
        if (BLOCK < 0 || BLOCK > 1) begin : g_check_block
            bl_histogram_illegal_BLOCK illegal();
        end
    endgenerate

    // the taps, one cycle late
    reg [LANES*ELEMS-1:0]       count;
    reg [LANES*ELEMS*BIN_W-1:0] bin;
    integer lane;
    always @(posedge clk) begin
        bin <= tap_bin;
        for (lane = 0; lane < LANES; lane = lane + 1)
            count[lane*ELEMS +: ELEMS] <= tap_keep[lane*ELEMS +: ELEMS] & {ELEMS{tap_valid[lane]}};
    end

    // sweeps once after rst (its counts are not shown) and once after the last beats
    reg              clearing, counting, sweep;
    reg [LANES-1:0]  ended;
    reg [BIN_W-1:0]  sweep_bin;
    wire             swept;
    wire [BIN_W-1:0] swept_bin;
    wire             finished = swept & (swept_bin == LAST_BIN);

    always @(posedge clk) begin
        if (rst) begin
            clearing  <= 1'b1;
            counting  <= 1'b0;
            ended     <= {LANES{1'b0}};
            sweep     <= 1'b1;
            sweep_bin <= {BIN_W{1'b0}};
        end else begin
            if (finished) clearing <= 1'b0;
            if (start) counting <= 1'b1;
            else if (finished) counting <= 1'b0;
            ended <= (&ended) ? {LANES{1'b0}} : ended | (tap_valid & tap_last);
            if (&ended) sweep <= 1'b1;
            else if (sweep_bin == LAST_BIN) sweep <= 1'b0;
            if (sweep) sweep_bin <= sweep_bin + 1'b1;
        end
    end

    // a chain of cells for each group
    genvar g, c;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : g_group
            for (c = 0; c < CELLS; c = c + 1) begin : g_cell
                wire               sweep_in, sweep_out;
                wire [BIN_W-1:0]   bin_in, bin_out;
                wire [COUNT_W-1:0] sum_in, sum_out;
                if (c == 0) begin : g_first
                    assign sweep_in = sweep;
                    assign bin_in   = sweep_bin;
                    assign sum_in   = {COUNT_W{1'b0}};
                end else begin : g_next
                    assign sweep_in = g_cell[c-1].sweep_out;
                    assign bin_in   = g_cell[c-1].bin_out;
                    assign sum_in   = g_cell[c-1].sum_out;
                end
                bl_histogram_cell #(.BIN_W(BIN_W), .COUNT_W(COUNT_W), .BLOCK(BLOCK)) tally (
                    .clk(clk), .rst(rst), .count(count[g*CELLS+c]),
                    .bin(bin[(g*CELLS+c)*BIN_W +: BIN_W]), .sweep(sweep_in), .sweep_bin(bin_in),
                    .s_sum(sum_in), .m_sweep(sweep_out), .m_bin(bin_out), .m_sum(sum_out));
            end
            assign m_count_tdata[g*COUNT_W +: COUNT_W] = g_cell[CELLS-1].sum_out;
            if (g == 0) begin : g_end
                assign swept     = g_cell[CELLS-1].sweep_out;
                assign swept_bin = g_cell[CELLS-1].bin_out;
            end else begin : g_same
                wire unused = &{1'b0, g_cell[CELLS-1].sweep_out, g_cell[CELLS-1].bin_out};
            end
        end
    endgenerate

    assign busy           = clearing | counting;
    assign m_count_tvalid = swept & ~clearing;
    assign m_count_bin    = swept_bin;
    assign m_count_tlast  = swept_bin == LAST_BIN;

`ifdef FORMAL
    // Rule 1: the count shown for bin f_bin of group f_group is the number of kept elements of that
    // bin in the group's lanes.
    // Rule 2: every bin is shown once, in rising order, the last with tlast; nothing is shown
    // before the last beat of the last lane.
    // Rule 3: `busy` is high from `start` to the last count.
    (* anyconst *) wire [BIN_W-1:0] f_bin;
    (* anyconst *) wire [3:0]       f_group;
    reg               f_reset = 1'b0;
    reg               f_open;
    reg [LANES-1:0]   f_ended;
    reg [COUNT_W-1:0] f_count, f_new;
    reg [BIN_W-1:0]   f_next;
    integer           f_i;
    always @* begin
        f_new = 0;
        for (f_i = 0; f_i < LANES * ELEMS; f_i = f_i + 1)
            if (tap_valid[f_i/ELEMS] && tap_keep[f_i] && tap_bin[f_i*BIN_W +: BIN_W] == f_bin
                && f_i / CELLS == f_group)
                f_new = f_new + 1'b1;
    end
    always @(posedge clk) begin
        f_reset <= 1'b1;
        if (rst || (m_count_tvalid && m_count_tlast)) begin
            f_ended <= 0;
            f_count <= 0;
            f_next  <= 0;
            f_open  <= 1'b0;
        end else begin
            f_ended <= f_ended | (tap_valid & tap_last);
            f_count <= f_count + f_new;
            f_next  <= f_next + m_count_tvalid;
            if (start) f_open <= 1'b1;
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        assume (f_group < GROUPS);
        if (f_reset) begin
            assume ((tap_valid & f_ended) == 0);
            if (!f_open) assume (tap_valid == 0);
            if (busy) assume (!start);
            if (f_open) assert (busy);
            if (m_count_tvalid) begin
                assert (f_ended == {LANES{1'b1}});
                assert (m_count_bin == f_next && m_count_tlast == (f_next == LAST_BIN));
                if (m_count_bin == f_bin)
                    assert (m_count_tdata[f_group*COUNT_W +: COUNT_W] == f_count);
            end
        end
    end
`endif
endmodule
`default_nettype wire
