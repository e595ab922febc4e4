// SPDX-License-Identifier: ISC
`default_nettype none
// The receiving side of an all-to-all exchange: the lanes of the network port become LANES streams,
// each ended when its sources have ended.
// Contract: lane r receives from every node n with n mod D = r mod D, D being the greatest common
// divisor of NODES and LANES; see bl_alltoallv_send for the flows. Each lane gives one stream per
// epoch; with several sources words may be partly filled anywhere. ordered=1: a lane's sources one
// after another, lowest number first (needs a network that selects the source); 0: as they come.
// `epoch` changes between two exchanges (while `done`, or before the first); the network holds what
// belongs to the next one until then. use_sizes and ordered must not change during an exchange.
// `done`: the last beat of every lane has been taken in this epoch. `error` (sticky): a beat broke
// the protocol: after its source's end, of another epoch or lane, more elements than announced.
// `invalid` (one cycle for each): a source has said that its data is not to be trusted.
// Cut: m_axis_*, error and invalid are registers, done follows from one and epoch; m_axis_tready
// reaches no output, rx_* follow from registers.
// Latency: 2 cycles. Throughput: 1 word a cycle and lane.
module bl_alltoallv_recv #(
    // nodes: 2..64
    parameter NODES = 8,
    // network lanes: 1..16, a power of two
    parameter LANES = 8,
    // elements in a word: 1..16
    parameter ELEMS = 8,
    // bits in an element: 1..1024
    parameter ELEM_W = 32,
    // bits of a size in elements: 1..min(64, ELEMS * ELEM_W)
    parameter COUNT_W = 32,
    // derived, leave alone: bits of a node number
    parameter NODE_W = (NODES <= 2) ? 1 : (NODES <= 4) ? 2 : (NODES <= 8) ? 3 : (NODES <= 16) ? 4
        : (NODES <= 32) ? 5 : 6
) (
    input  wire                          clk,
    input  wire                          rst,
    input  wire                          epoch,
    input  wire                          use_sizes,
    input  wire                          ordered,
    output wire                          done,
    output reg                           error,
    output reg                           invalid,
    input  wire [LANES-1:0]              s_net_tvalid,
    output wire [LANES-1:0]              s_net_tready,
    input  wire [LANES*ELEMS*ELEM_W-1:0] s_net_tdata,
    input  wire [LANES*ELEMS-1:0]        s_net_tkeep,
    input  wire [LANES*NODE_W-1:0]       s_net_tid,
    input  wire [LANES*2-1:0]            s_net_tuser,
    output wire [LANES-1:0]              rx_epoch,
    output wire [LANES-1:0]              rx_any,
    output wire [LANES*NODE_W-1:0]       rx_source,
    output wire [LANES-1:0]              m_axis_tvalid,
    input  wire [LANES-1:0]              m_axis_tready,
    output wire [LANES*ELEMS*ELEM_W-1:0] m_axis_tdata,
    output wire [LANES*ELEMS-1:0]        m_axis_tkeep,
    output wire [LANES-1:0]              m_axis_tlast
);
    localparam WORD_W  = ELEMS * ELEM_W;
    // D: 2^LANE_W
    localparam LANE_W  = (NODES % 16 == 0 && LANES >= 16) ? 4 : (NODES % 8 == 0 && LANES >= 8) ? 3
        : (NODES % 4 == 0 && LANES >= 4) ? 2 : (NODES % 2 == 0 && LANES >= 2) ? 1 : 0;
    localparam SOURCES = NODES >> LANE_W;
    localparam INDEX_W =
        (SOURCES <= 2) ? 1 : (SOURCES <= 4) ? 2 : (SOURCES <= 8) ? 3 : (SOURCES <= 16) ? 4
        : (SOURCES <= 32) ? 5 : 6;

    generate
        if (NODES < 2 || NODES > 64) begin : g_check_nodes
            bl_alltoallv_recv_illegal_NODES illegal();
        end
        if (LANES < 1 || LANES > 16 || (LANES & (LANES - 1)) != 0) begin : g_check_lanes
            bl_alltoallv_recv_illegal_LANES illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_alltoallv_recv_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1 || ELEM_W > 1024) begin : g_check_elem_w
            bl_alltoallv_recv_illegal_ELEM_W illegal();
        end
        if (COUNT_W < 1 || COUNT_W > 64 || COUNT_W > WORD_W) begin : g_check_count_w
            bl_alltoallv_recv_illegal_COUNT_W illegal();
        end
    endgenerate

    reg              epoch_before, all_over;
    reg  [LANES-1:0] over;                   // the lane has given its last beat
    wire [LANES-1:0] errors, invalids;
    wire             turn = epoch != epoch_before;

    assign done     = all_over & ~turn;
    assign rx_epoch = {LANES{epoch}};
    assign rx_any   = {LANES{~ordered}};

    always @(posedge clk) begin
        if (rst) begin
            epoch_before <= 1'b0;
            over         <= {LANES{1'b0}};
            all_over     <= 1'b0;
            error        <= 1'b0;
            invalid      <= 1'b0;
        end else begin
            epoch_before <= epoch;
            over         <= (turn ? {LANES{1'b0}} : over)
                | (m_axis_tvalid & m_axis_tready & m_axis_tlast);
            all_over     <= (&over) & ~turn;
            error        <= |errors;
            invalid      <= |invalids;
        end
    end

    genvar r;
    generate
        for (r = 0; r < LANES; r = r + 1) begin : g_lane
            localparam [31:0] NUMBER = r % (1 << LANE_W);
            localparam [31:0] LAST = SOURCES - 1;
            wire [NODE_W-1:0]  source = s_net_tid[r*NODE_W +: NODE_W];
            wire [INDEX_W-1:0] index, select;
            wire               wrong;
            if (SOURCES == 1) begin : g_one
                assign index = 1'b0;
                assign wrong = source != NUMBER[NODE_W-1:0];
                assign rx_source[r*NODE_W +: NODE_W] = NUMBER[NODE_W-1:0];
                wire unused = &{1'b0, select, 1'b0};
            end else begin : g_several
                wire above = {1'b0, index} > LAST[INDEX_W:0]; // there is no such node
                assign index = source[NODE_W-1:LANE_W];
                if (LANE_W == 0) begin : g_sole
                    assign wrong = above;
                    assign rx_source[r*NODE_W +: NODE_W] = select;
                end else begin : g_shared
                    assign wrong = above | (source[LANE_W-1:0] != NUMBER[LANE_W-1:0]);
                    assign rx_source[r*NODE_W +: NODE_W] = {select, NUMBER[LANE_W-1:0]};
                end
            end
            bl_recv_lane #(.SOURCES(SOURCES), .WORD_W(WORD_W), .ELEMS(ELEMS),
                           .COUNT_W(COUNT_W)) lane (
                .clk(clk), .rst(rst), .epoch(epoch), .use_sizes(use_sizes),
                .s_tvalid(s_net_tvalid[r]), .s_tready(s_net_tready[r]),
                .s_tdata(s_net_tdata[r*WORD_W +: WORD_W]), .s_tkeep(s_net_tkeep[r*ELEMS +: ELEMS]),
                .s_tuser(s_net_tuser[r*2 +: 2]), .s_index(index), .s_wrong(wrong), .select(select),
                .m_tvalid(m_axis_tvalid[r]), .m_tready(m_axis_tready[r]),
                .m_tdata(m_axis_tdata[r*WORD_W +: WORD_W]),
                .m_tkeep(m_axis_tkeep[r*ELEMS +: ELEMS]), .m_tlast(m_axis_tlast[r]),
                .error(errors[r]),
                .invalid(invalids[r]));
        end
    endgenerate
`ifdef FORMAL
    // Rule 1: `done` is set only when every lane's last beat of this epoch has been taken. Rule 2:
    // what is offered stays until it is taken.
    // Rule 3: with ordered=0 all sources are open; the source that a lane selects is always one of
    // its own.
    // Rule 4: a word that is not taken waits 3 cycles at most while all lanes are taken and none
    // has anything to give.
    reg                   f_reset = 1'b0, f_epoch, f_done;
    reg [LANES-1:0]       f_over, f_held, f_last;
    reg [LANES*WORD_W-1:0] f_data;
    integer               f_r;
    localparam COMMON = 1 << LANE_W;
    reg [2:0]             f_rests;
    always @(posedge clk) begin
        f_reset  <= 1'b1;
        f_epoch  <= epoch;
        f_done   <= done;
        f_held   <= rst ? 0 : m_axis_tvalid & ~m_axis_tready;
        f_data   <= m_axis_tdata;
        f_last   <= m_axis_tlast;
        f_rests  <= rst || turn || (|m_axis_tvalid) || !(&m_axis_tready)
            || !(|(s_net_tvalid & ~s_net_tready)) ? 0 : f_rests + !(&f_rests);
        if (rst || turn) f_over <= 0;
        else f_over <= f_over | (m_axis_tvalid & m_axis_tready & m_axis_tlast);
    end
    always @* begin
        if (!f_reset) assume (rst);
        if (f_reset) begin
            assume (epoch == f_epoch || f_done);
            if (turn) assume (m_axis_tvalid == 0);
            if (done) assert (&f_over);
            assert (f_rests <= 3);
            assert (rx_any == {LANES{!ordered}} && rx_epoch == {LANES{epoch}});
            for (f_r = 0; f_r < LANES; f_r = f_r + 1) begin
                assert ((rx_source[f_r*NODE_W +: NODE_W] % COMMON) == (f_r % COMMON));
                if (f_held[f_r])
                    assert (m_axis_tvalid[f_r] && m_axis_tlast[f_r] == f_last[f_r]
                            && m_axis_tdata[f_r*WORD_W +: WORD_W] == f_data[f_r*WORD_W +: WORD_W]);
            end
        end
    end
`endif
endmodule
`default_nettype wire
