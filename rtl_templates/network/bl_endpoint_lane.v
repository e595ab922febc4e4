// SPDX-License-Identifier: ISC
`default_nettype none
// One lane from an endpoint to the pipeline: takes the words of one or more sources' receive
// buffers, packet by packet where they are there.
// Contract: `request[j]`: source j offers a word for this lane (may only fall after `take[j]`);
// `take[j]`: the lane takes it if it is offered. Changes to another source after the last word of a
// packet, or when the one that it serves has nothing (packets of different sources may alternate
// word by word). `m_id` is the number of the source, from the constant table `ids`.
// Cut: with several sources m_* are registers and m_tready reaches no output; with one source it is
// a wire (the buffer has the register).
// Latency: 1 cycle, or 0 with one source. Throughput: 1 word a cycle; going on to another source
// costs none when its word waits.
module bl_endpoint_lane #(
    // sources of this lane: 1..64
    parameter SOURCES = 2,
    // bits of a word with everything that travels with it: 2 or more
    parameter WIDTH = 267,
    // the bit of it that marks the last word of a packet: 0..WIDTH - 1
    parameter LAST_BIT = 264,
    // bits of a source number: 1..6
    parameter ID_W = 3
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire [SOURCES-1:0]       request,
    input  wire [SOURCES*WIDTH-1:0] offer,
    input  wire [SOURCES*ID_W-1:0]  ids,
    output wire [SOURCES-1:0]       take,
    output wire                     m_tvalid,
    input  wire                     m_tready,
    output wire [WIDTH-1:0]         m_tdata,
    output wire [ID_W-1:0]          m_tid
);
    generate
        if (SOURCES < 1 || SOURCES > 64) begin : g_check_sources
            bl_endpoint_lane_illegal_SOURCES illegal();
        end
        if (WIDTH < 2) begin : g_check_width
            bl_endpoint_lane_illegal_WIDTH illegal();
        end
        if (LAST_BIT < 0 || LAST_BIT >= WIDTH) begin : g_check_last_bit
            bl_endpoint_lane_illegal_LAST_BIT illegal();
        end
        if (ID_W < 1 || ID_W > 6) begin : g_check_id_w
            bl_endpoint_lane_illegal_ID_W illegal();
        end
        if (SOURCES == 1) begin : g_one
            assign take     = m_tready;
            assign m_tvalid = request;
            assign m_tdata  = offer;
            assign m_tid    = ids;
            // A single source needs no state.
            wire unused = &{1'b0, clk, rst, 1'b0};
        end else begin : g_many
            wire [SOURCES-1:0] granted;
            wire               ready;
            wire               asked = |(request & granted);
            reg  [WIDTH-1:0]   word;
            reg  [ID_W-1:0]    id;
            always @* begin : choose
                integer j;
                word = {WIDTH{1'b0}};
                id   = {ID_W{1'b0}};
                for (j = 0; j < SOURCES; j = j + 1) begin
                    word = word | (offer[j*WIDTH +: WIDTH] & {WIDTH{granted[j]}});
                    id   = id | (ids[j*ID_W +: ID_W] & {ID_W{granted[j]}});
                end
            end
            assign take = granted & {SOURCES{ready}};
            bl_rotor #(.REQUESTS(SOURCES)) rotor (
                .clk(clk), .rst(rst), .request(request),
                .move((asked & ready & word[LAST_BIT]) | ~asked), .grant(granted));
            bl_skid #(.WIDTH(WIDTH + ID_W)) stage (
                .clk(clk), .rst(rst), .s_tvalid(asked), .s_tready(ready), .s_tdata({id, word}),
                .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tdata({m_tid, m_tdata}));
        end
    endgenerate

`ifdef FORMAL
    // Rule 1: every word taken leaves, unchanged, with its source's number, after exactly those
    // that were taken before it.
    // Rule 2: at most one source is taken from in a cycle. Rule 3: a word that is offered and not
    // taken stays (given that requests do).
    // Rule 4: a source that keeps asking is served after at most SOURCES-1 packets or pauses of
    // others (bl_rotor).
    (* anyseq *) wire f_pick;
    reg                    f_reset = 1'b0, f_track = 1'b0, f_held = 1'b0;
    reg [1:0]              f_count, f_ahead;
    reg [WIDTH-1:0]        f_value, f_word;
    reg [ID_W-1:0]         f_from, f_id;
    reg [WIDTH+ID_W-1:0]   f_shown;
    reg [SOURCES-1:0]      f_asked;
    wire [SOURCES-1:0]     f_taken = request & take;
    wire                   f_in    = |f_taken;
    wire                   f_out   = m_tvalid & m_tready;
    integer                f_j;
    always @* begin
        f_word = 0;
        f_id   = 0;
        for (f_j = 0; f_j < SOURCES; f_j = f_j + 1) if (f_taken[f_j]) begin
            f_word = offer[f_j*WIDTH +: WIDTH];
            f_id   = ids[f_j*ID_W +: ID_W];
        end
    end
    always @(posedge clk) begin
        f_reset <= 1'b1;
        f_held  <= !rst && m_tvalid && !m_tready;
        f_shown <= {m_tid, m_tdata};
        if (rst) begin
            f_count <= 0;
            f_track <= 1'b0;
        end else begin
            f_count <= f_count + f_in - f_out;
            if (f_track && f_out) begin
                f_ahead <= f_ahead - 1'b1;
                if (f_ahead == 0) f_track <= 1'b0;
            end
            if (!f_track && f_pick && f_in) begin
                f_track <= 1'b1;
                f_value <= f_word;
                f_from  <= f_id;
                f_ahead <= f_count - f_out;
            end
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        if (f_reset && SOURCES > 1) begin
            assert ((f_taken & (f_taken - 1'b1)) == 0);
            assert (f_count <= 2 && m_tvalid == (f_count != 0));
            if (f_held) assert (m_tvalid && {m_tid, m_tdata} == f_shown);
            if (f_track) begin
                assert (f_ahead < f_count);
                if (f_ahead == 0) assert (m_tvalid && m_tdata == f_value && m_tid == f_from);
            end
        end
    end
`endif
endmodule
`default_nettype wire
