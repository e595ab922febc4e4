// SPDX-License-Identifier: ISC
`default_nettype none
// Joins lanes whose records all go to the same node: everything leaves through lane 0, one lane
// after the other.
// Contract: LANES streams in and out, each with one last beat (which may be empty). The elements of
// lane 0, then those of lane 1, and so on, leave in lane 0 as one dense stream; the other lanes
// leave as streams of one empty beat. The order depends on nothing else, so what is joined in every
// pass of a record's columns stays paired. m_count holds the sum of `count` for lane 0 and 0 for
// the others.
// Cut: all outputs but s_axis_tready are registers; m_axis_tready reaches no output.
// Latency: 4 + ceil(log2(ELEMS) / 2) cycles; m_count log2(LANES) cycles behind `count`. Throughput:
// 1 word a cycle.
module bl_lane_join #(
    // lanes: 2..16, a power of two
    parameter LANES = 2,
    // elements in a word: 2..16, a power of two
    parameter ELEMS = 8,
    // bits in an element: 1 or more
    parameter ELEM_W = 32,
    // bits in a count, which wraps: 1 or more
    parameter COUNT_W = 32
) (
    input  wire                          clk,
    input  wire                          rst,
    input  wire [LANES*COUNT_W-1:0]      count,
    output wire [LANES*COUNT_W-1:0]      m_count,
    input  wire [LANES-1:0]              s_axis_tvalid,
    output wire [LANES-1:0]              s_axis_tready,
    input  wire [LANES*ELEMS*ELEM_W-1:0] s_axis_tdata,
    input  wire [LANES*ELEMS-1:0]        s_axis_tkeep,
    input  wire [LANES-1:0]              s_axis_tlast,
    output wire [LANES-1:0]              m_axis_tvalid,
    input  wire [LANES-1:0]              m_axis_tready,
    output wire [LANES*ELEMS*ELEM_W-1:0] m_axis_tdata,
    output wire [LANES*ELEMS-1:0]        m_axis_tkeep,
    output wire [LANES-1:0]              m_axis_tlast
);
    localparam WORD_W = ELEMS * ELEM_W;
    localparam TURN_W = (LANES <= 2) ? 1 : (LANES <= 4) ? 2 : (LANES <= 8) ? 3 : 4;

    generate
        if (LANES < 2 || LANES > 16 || (LANES & (LANES - 1)) != 0) begin : g_check_lanes
            bl_lane_join_illegal_LANES illegal();
        end
        if (ELEMS < 2 || ELEMS > 16 || (ELEMS & (ELEMS - 1)) != 0
            || ELEM_W < 1) begin : g_check_word
            bl_lane_join_illegal_ELEMS illegal();
        end
        if (COUNT_W < 1) begin : g_check_count
            bl_lane_join_illegal_COUNT_W illegal();
        end
    endgenerate

    // whose turn it is, and its word
    reg  [TURN_W-1:0] turn;
    wire              ending  = turn == {TURN_W{1'b1}};
    wire              valid  = s_axis_tvalid[turn];
    wire              last   = s_axis_tlast[turn];
    wire [ELEMS-1:0]  keep   = s_axis_tkeep[turn*ELEMS +: ELEMS];
    wire [WORD_W-1:0] data   = s_axis_tdata[turn*WORD_W +: WORD_W];
    // an empty end of a lane in the middle is left out
    wire              worth  = (|keep) | (last & ending);
    wire              ready, offered;
    wire              taken  = valid & (ready | ~worth);

    assign s_axis_tready = {{(LANES-1){1'b0}}, ready | ~worth} << turn;

    always @(posedge clk) begin
        if (rst) turn <= {TURN_W{1'b0}};
        else if (taken & last) turn <= turn + 1'b1;
    end

    wire [WORD_W-1:0] slice_data;
    wire [ELEMS-1:0]  slice_keep;
    wire              slice_last, pack_ready;
    bl_skid #(.WIDTH(WORD_W + ELEMS + 1)) slice (
        .clk(clk), .rst(rst), .s_tvalid(valid & worth), .s_tready(ready),
        .s_tdata({data, keep, last & ending}),
        .m_tvalid(offered), .m_tready(pack_ready), .m_tdata({slice_data, slice_keep, slice_last}));

    bl_packer #(.ELEMS(ELEMS), .ELEM_W(ELEM_W)) packer (
        .clk(clk), .rst(rst), .s_axis_tvalid(offered), .s_axis_tready(pack_ready),
        .s_axis_tdata(slice_data), .s_axis_tkeep(slice_keep), .s_axis_tlast(slice_last),
        .m_axis_tvalid(m_axis_tvalid[0]), .m_axis_tready(m_axis_tready[0]),
        .m_axis_tdata(m_axis_tdata[WORD_W-1:0]), .m_axis_tkeep(m_axis_tkeep[ELEMS-1:0]),
        .m_axis_tlast(m_axis_tlast[0]));

    // an empty beat of each other lane, once its stream has been taken
    reg [LANES-1:1] owed;
    genvar          l;
    generate
        for (l = 1; l < LANES; l = l + 1) begin : g_empty
            always @(posedge clk) begin
                if (rst) owed[l] <= 1'b0;
                else if (s_axis_tvalid[l] & s_axis_tready[l] & s_axis_tlast[l]) owed[l] <= 1'b1;
                else if (m_axis_tready[l]) owed[l] <= 1'b0;
            end
            assign m_axis_tvalid[l] = owed[l];
            assign m_axis_tlast[l] = 1'b1;
            assign m_axis_tkeep[l*ELEMS +: ELEMS] = {ELEMS{1'b0}};
            assign m_axis_tdata[l*WORD_W +: WORD_W] = {WORD_W{1'b0}};
            assign m_count[l*COUNT_W +: COUNT_W] = {COUNT_W{1'b0}};
        end
    endgenerate

    // the sum as a tree of registers: 1 is its root, LANES and above are its leaves
    genvar i;
    generate
        for (i = 1; i < 2 * LANES; i = i + 1) begin : g_sum
            wire [COUNT_W-1:0] value;
            if (i >= LANES) begin : g_leaf
                assign value = count[(i-LANES)*COUNT_W +: COUNT_W];
            end else begin : g_inner
                reg [COUNT_W-1:0] sum;
                always @(posedge clk) sum <= g_sum[2*i].value + g_sum[2*i+1].value;
                assign value = sum;
            end
        end
        assign m_count[COUNT_W-1:0] = g_sum[1].value;
    endgenerate

`ifdef FORMAL
    // Rule 1: any element that is kept leaves lane 0 after exactly the elements that were taken
    // before it, unchanged.
    // Rule 2: lane l is taken only when the lanes before it have ended; lane 0 ends when all have
    // been taken and everything has left.
    // Rule 3: each other lane gives one empty beat for each stream that it took. Rule 4: what is
    // offered stays until it is taken.
    // Rule 5: counts that do not change are summed log2(LANES) cycles later.
    // Rule 6: while the elements of a word are inside, or the end of all lanes, and lane 0 is
    // taken, a beat of it is offered within 4 + ceil(log2(ELEMS) / 2) cycles.
    (* anyconst *) wire [3:0] f_place;
    (* anyseq *)   wire       f_pick;
    reg               f_reset = 1'b0, f_track = 1'b0;
    reg [9:0]         f_inside, f_ahead;
    reg [ELEM_W-1:0]  f_value;
    reg [5:0]         f_rank, f_in, f_out;
    reg [LANES-1:0]   f_over, f_wait, f_held;
    reg               f_ended;
    reg [LANES-1:0]   f_last;
    reg [LANES*ELEMS-1:0] f_keep;
    reg [LANES*COUNT_W-1:0] f_count;
    reg [COUNT_W-1:0] f_sum;
    reg [2:0]         f_same;
    reg [3:0]         f_waits;
    wire [LANES-1:0]  f_beat = s_axis_tvalid & s_axis_tready;
    wire              f_left = m_axis_tvalid[0] & m_axis_tready[0];
    always @* begin : f_look
        integer f_i;
        f_rank = 0;
        f_in   = 0;
        f_out  = 0;
        f_sum  = 0;
        for (f_i = 0; f_i < ELEMS; f_i = f_i + 1) begin
            if (taken && f_i < f_place) f_rank = f_rank + keep[f_i];
            if (taken) f_in = f_in + keep[f_i];
            if (f_left) f_out = f_out + m_axis_tkeep[f_i];
        end
        for (f_i = 0; f_i < LANES; f_i = f_i + 1) f_sum = f_sum + count[f_i*COUNT_W +: COUNT_W];
    end
    always @(posedge clk) begin
        f_reset <= 1'b1;
        f_count <= count;
        f_same  <= rst || count != f_count ? 0 : f_same == 7 ? 7 : f_same + 1;
        f_wait  <= rst ? 0 : s_axis_tvalid & ~s_axis_tready;
        f_held  <= rst ? 0 : m_axis_tvalid & ~m_axis_tready;
        f_waits <= rst || m_axis_tvalid[0] || f_ended || !m_axis_tready[0]
            || !(f_inside >= ELEMS || (&f_over)) ? 0 : f_waits + !(&f_waits);
        f_last  <= s_axis_tlast;
        f_keep  <= s_axis_tkeep;
        if (rst) begin
            f_inside <= 0;
            f_track  <= 1'b0;
            f_over   <= 0;
            f_ended  <= 1'b0;
        end else begin
            f_inside <= f_inside + f_in - f_out;
            f_over   <= (f_ended && owed == 0) ? 0 : f_over | (f_beat & s_axis_tlast);
            f_ended  <= (f_left && m_axis_tlast[0]) || (f_ended && owed != 0);
            if (f_track) begin
                if (f_ahead < f_out) f_track <= 1'b0;
                f_ahead <= f_ahead - f_out;
            end else if (f_pick && taken && f_place < ELEMS && keep[f_place]) begin
                f_track <= 1'b1;
                f_value <= data[f_place*ELEM_W +: ELEM_W];
                f_ahead <= f_inside - f_out + f_rank;
            end
        end
    end
    always @* begin : f_rules
        integer f_i;
        if (!f_reset) assume (rst);
        // The streams of the next exchange come when those of this one have left: the sender's
        // `done`.
        if (f_reset) assume ((s_axis_tvalid & f_over) == 0);
        if (f_reset) begin
            assume ((f_wait & ~s_axis_tvalid) == 0 && (f_wait & (f_last ^ s_axis_tlast)) == 0);
            for (f_i = 0; f_i < LANES; f_i = f_i + 1) begin
                if (f_wait[f_i])
                    assume (s_axis_tkeep[f_i*ELEMS +: ELEMS] == f_keep[f_i*ELEMS +: ELEMS]);
                if (f_i > 0 && f_beat[f_i]) assert (f_over[(f_i+LANES-1)%LANES]);
                if (f_i > 0 && m_axis_tvalid[f_i])
                    assert (m_axis_tlast[f_i] && m_axis_tkeep[f_i*ELEMS +: ELEMS] == 0);
                if (f_held[f_i]) assert (m_axis_tvalid[f_i]);
            end
            assert ((owed & ~f_over[LANES-1:1]) == 0);
            assert (f_waits <= 5);
            if (f_left && m_axis_tlast[0]) assert ((&f_over) && f_inside == f_out);
            if (f_track && f_ahead < f_out)
                assert (m_axis_tdata[f_ahead[3:0]*ELEM_W +: ELEM_W] == f_value);
            if (f_same >= 5 && count == f_count) assert (m_count[COUNT_W-1:0] == f_sum);
        end
    end
`endif
endmodule
`default_nettype wire
