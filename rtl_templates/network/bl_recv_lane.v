// SPDX-License-Identifier: ISC
`default_nettype none
// One lane of the receiving side of an exchange: one stream out of what its sources send, ended
// when all of them have ended.
// Contract: s_* is one lane of the network port, `s_index` the number of the beat's source within
// the lane, `s_wrong` a beat that does not belong here. A source ends with its end mark, or, with
// use_sizes=1, when as many elements as its first word says have come. The stream out has no empty
// beat but possibly the last one; after it the lane is ready for the next epoch. `select`: the
// source whose turn it is in order. `invalid` is high in the cycle after a beat that its sender has
// marked as not to be trusted: with use_sizes the end mark itself, else an end mark on a word
// without elements whose data has bit 0 set. `error` stays set after a beat of an ended source or
// epoch, of another epoch, of another lane, or with more elements than announced.
// Cut: all outputs but s_tready are registers, s_tready follows from registers.
// Latency: 2 cycles. Throughput: 1 word a cycle.
module bl_recv_lane #(
    // sources of the lane: 1..64
    parameter SOURCES = 1,
    // bits in a word: COUNT_W or more
    parameter WORD_W = 256,
    // elements in a word: 1..16
    parameter ELEMS = 8,
    // bits of a size in elements: 1..64
    parameter COUNT_W = 32,
    // derived, leave alone: bits of a source's number within the lane
    parameter INDEX_W =
        (SOURCES <= 2) ? 1 : (SOURCES <= 4) ? 2 : (SOURCES <= 8) ? 3 : (SOURCES <= 16) ? 4
        : (SOURCES <= 32) ? 5 : 6
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               epoch,
    input  wire               use_sizes,
    input  wire               s_tvalid,
    output wire               s_tready,
    input  wire [WORD_W-1:0]  s_tdata,
    input  wire [ELEMS-1:0]   s_tkeep,
    input  wire [1:0]         s_tuser,
    input  wire [INDEX_W-1:0] s_index,
    input  wire               s_wrong,
    output reg  [INDEX_W-1:0] select,
    output wire               m_tvalid,
    input  wire               m_tready,
    output wire [WORD_W-1:0]  m_tdata,
    output wire [ELEMS-1:0]   m_tkeep,
    output wire               m_tlast,
    output reg                error,
    output reg                invalid
);
    generate
        if (SOURCES < 1 || SOURCES > 64) begin : g_check_sources
            bl_recv_lane_illegal_SOURCES illegal();
        end
        if (COUNT_W < 1 || COUNT_W > 64) begin : g_check_count_w
            bl_recv_lane_illegal_COUNT_W illegal();
        end
        if (WORD_W < COUNT_W) begin : g_check_word_w
            bl_recv_lane_illegal_WORD_W illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_recv_lane_illegal_ELEMS illegal();
        end
    endgenerate
    // Only the low bits of what remains are compared with the elements of a beat; `near` says that
    // the rest is zero. It may be one beat old, which does no harm: a beat takes at most a quarter
    // of what the low bits can count.
    localparam LOW_W  = (ELEMS <= 8) ? 6 : 7;
    localparam LEFT_W = (COUNT_W > LOW_W) ? COUNT_W : LOW_W + 1;

    // ---- the beat in hand, its elements counted ----
    // some: it has an element; empty: taken as a size, it is zero
    reg               valid, some, empty, wrong;
    reg [WORD_W-1:0]  data;
    reg [ELEMS-1:0]   keep;
    reg [1:0]         user;
    reg [INDEX_W-1:0] index;
    reg [LOW_W-1:0]   count, arriving;
    wire              ready;
    wire              step = valid & ready;

    always @* begin : popcount
        integer e;
        arriving = {LOW_W{1'b0}};
        for (e = 0; e < ELEMS; e = e + 1) arriving = arriving + {{(LOW_W-1){1'b0}}, s_tkeep[e]};
    end

    assign s_tready = ~valid | ready;

    always @(posedge clk) begin
        if (s_tready) begin
            data  <= s_tdata;
            keep  <= s_tkeep;
            user  <= s_tuser;
            index <= s_index;
            wrong <= s_wrong;
            count <= arriving;
            some  <= |s_tkeep;
            empty <= ~|s_tdata[COUNT_W-1:0];
        end
    end
    always @(posedge clk) begin
        if (rst)           valid <= 1'b0;
        else if (s_tready) valid <= s_tvalid;
    end

    // ---- what is known of every source ----
    wire [SOURCES-1:0]       mine, ended, sized, near;
    wire [SOURCES*LOW_W-1:0] lows;
    reg  [LOW_W-1:0]         low;
    always @* begin : choose
        integer n;
        low = {LOW_W{1'b0}};
        for (n = 0; n < SOURCES; n = n + 1) low = low | (lows[n*LOW_W +: LOW_W] & {LOW_W{mine[n]}});
    end
    wire [LEFT_W-1:0] size    = {{(LEFT_W-COUNT_W){1'b0}}, data[COUNT_W-1:0]};
    wire              is_size = use_sizes & ~(|(sized & mine));
    wire              is_near = |(near & mine);
    wire              ends    = use_sizes ? (is_size ? empty : is_near & (low == count)) : user[0];
    wire              finish  = ends & (&(ended | mine));   // the last source of the lane ends
    wire              over    = use_sizes & ~is_size & is_near & (low < count);

    // the lane has ended in that epoch and nothing has come since
    reg               closed, closed_epoch;

    genvar j;
    generate
        for (j = 0; j < SOURCES; j = j + 1) begin : g_source
            localparam [31:0] NUMBER = j;
            reg              has_ended, has_size, is_close;
            reg [LEFT_W-1:0] left;
            if (SOURCES == 1) begin : g_alone
                assign mine[j] = 1'b1;
            end else begin : g_among
                assign mine[j] = index == NUMBER[INDEX_W-1:0];
            end
            assign ended[j] = has_ended;
            assign sized[j] = has_size;
            assign near[j]  = is_close;
            assign lows[j*LOW_W +: LOW_W] = left[LOW_W-1:0];
            always @(posedge clk) begin
                if (rst | (step & finish)) begin
                    has_ended <= 1'b0;
                    has_size  <= 1'b0;
                end else if (step & mine[j]) begin
                    has_ended <= has_ended | ends;
                    has_size  <= 1'b1;
                end
            end
            always @(posedge clk) begin
                if (step & mine[j]) left <= is_size ? size : left - {{(LEFT_W-LOW_W){1'b0}}, count};
                is_close <= (step & mine[j] & is_size) ? ~|size[LEFT_W-1:LOW_W]
                    : ~|left[LEFT_W-1:LOW_W];
            end
        end
    endgenerate

    always @(posedge clk) invalid <= ~rst & step & user[0] & (use_sizes | (~some & data[0]));

    always @(posedge clk) begin
        if (rst) begin
            select <= {INDEX_W{1'b0}};
            error  <= 1'b0;
            closed <= 1'b0;
        end else if (step) begin
            if (finish)    select <= {INDEX_W{1'b0}};
            else if (ends) select <= index + 1'b1;
            error  <= error | wrong | (user[1] != epoch) | (|(ended & mine)) | over
                | (closed & (closed_epoch == epoch));
            closed <= finish;
            closed_epoch <= epoch;
        end
    end

    bl_skid #(.WIDTH(WORD_W + ELEMS + 1)) stage (
        .clk(clk), .rst(rst), .s_tvalid(valid & (finish | (some & ~is_size))), .s_tready(ready),
        .s_tdata({finish, keep & {ELEMS{~is_size}}, data}),
        .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tdata({m_tlast, m_tkeep, m_tdata}));
`ifdef FORMAL
    // Given a network and sources that keep to the protocol:
    // Rule 1: every word with elements leaves, unchanged and in order; sizes and empty words do
    // not, but for an empty last one.
    // Rule 2: the last beat is the one with which the last source of the lane ends; there is one
    // per epoch, and it comes.
    // Rule 3: `error` is never set, `invalid` as often as a beat says so. Rule 4: a beat that is
    // offered and not taken stays.
    (* anyseq *) wire f_pick;
    reg               f_reset = 1'b0, f_track = 1'b0, f_held = 1'b0, f_last, f_sizes, f_epoch;
    reg [2:0]         f_count, f_ahead;
    reg [1:0]         f_owed;          // beats that say so, less those that were reported
    wire              f_says = s_tuser[0] & (use_sizes | (s_tkeep == 0 & s_tdata[0]));
    reg [WORD_W+ELEMS:0] f_shown;
    reg [WORD_W-1:0]  f_value;
    reg [ELEMS-1:0]   f_keep;
    reg               f_closed, f_closed_epoch;
    reg [SOURCES-1:0] f_ended, f_sized;
    reg [COUNT_W-1:0] f_left [0:SOURCES-1];
    reg [COUNT_W-1:0] f_elements, f_rest;
    wire              f_in = s_tvalid & s_tready, f_out = m_tvalid & m_tready;
    wire [SOURCES-1:0] f_mine = (SOURCES == 1) ? 1 : 1 << s_index;
    wire              f_is_size = use_sizes && !(|(f_sized & f_mine));
    wire [COUNT_W-1:0] f_size = s_tdata[COUNT_W-1:0];
    wire              f_ends =
        use_sizes ? (f_is_size ? f_size == 0 : f_rest == f_elements) : s_tuser[0];
    wire              f_finish = f_ends && &(f_ended | f_mine);
    wire              f_emit = f_in && (f_finish || (!f_is_size && s_tkeep != 0));
    always @* begin : f_look
        integer f_j;
        f_elements = 0;
        f_rest     = 0;
        for (f_j = 0; f_j < ELEMS; f_j = f_j + 1) f_elements = f_elements + s_tkeep[f_j];
        for (f_j = 0; f_j < SOURCES; f_j = f_j + 1) if (f_mine[f_j]) f_rest = f_left[f_j];
    end
    always @(posedge clk) begin : f_rules
        integer f_j;
        f_reset <= 1'b1;
        f_sizes <= use_sizes;
        f_epoch <= epoch;
        f_held  <= !rst && m_tvalid && !m_tready;
        f_shown <= {m_tlast, m_tkeep, m_tdata};
        if (rst) begin
            f_count <= 0;
            f_owed  <= 0;
            f_track <= 1'b0;
            f_ended <= 0;
            f_sized <= 0;
            f_closed <= 1'b0;
        end else begin
            f_count <= f_count + f_emit - f_out;
            f_owed  <= f_owed + (f_in & f_says) - invalid;
            if (f_in) begin
                f_closed <= f_finish;
                f_closed_epoch <= epoch;
                f_ended <= f_finish ? 0 : f_ended | (f_ends ? f_mine : 0);
                f_sized <= f_finish ? 0 : f_sized | f_mine;
                for (f_j = 0; f_j < SOURCES; f_j = f_j + 1)
                    if (f_mine[f_j]) f_left[f_j] <= f_is_size ? f_size : f_left[f_j] - f_elements;
            end
            if (f_track && f_out) begin
                f_ahead <= f_ahead - 1'b1;
                if (f_ahead == 0) f_track <= 1'b0;
            end
            if (!f_track && f_pick && f_emit) begin
                f_track <= 1'b1;
                f_value <= s_tdata;
                f_keep  <= f_is_size ? 0 : s_tkeep;
                f_last  <= f_finish;
                f_ahead <= f_count - f_out;
            end
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        if (f_reset) begin
            assume (use_sizes == f_sizes);
            if (f_epoch != epoch) assume (f_ended == 0 && f_sized == 0 && !valid && !m_tvalid);
            if (s_tvalid) begin
                assume (!f_closed || f_closed_epoch != epoch);
                assume (!s_wrong && s_tuser[1] == epoch && !(|(f_ended & f_mine))
                        && s_index < SOURCES);
                if (use_sizes && !f_is_size) assume (f_rest >= f_elements);
            end
            assert (!error);
            assert (f_owed <= 2 && (!invalid || f_owed != 0));
            if (!valid) assert (f_owed == invalid);
            assert (f_count <= 3 && (!m_tvalid || f_count != 0)
                    && (valid || m_tvalid || f_count == 0));
            if (!valid) assert (m_tvalid == (f_count != 0));
            if (f_held) assert (m_tvalid && {m_tlast, m_tkeep, m_tdata} == f_shown);
            if (m_tvalid && !m_tlast) assert (m_tkeep != 0);
            if (f_track && f_ahead == 0 && m_tvalid)
                assert (m_tdata == f_value && m_tkeep == f_keep && m_tlast == f_last);
            if (f_track) assert (f_ahead < f_count);
        end
    end
`endif
endmodule
`default_nettype wire
