`default_nettype none
// One lane from the mesh to the pipeline: takes the words of one or more sources' receive buffers, packet by packet where they are there.
// Contract: `request[j]`: source j offers a word for this lane (may only fall after `take[j]`); `take[j]`: the lane takes it if it is offered.
// Changes to another source after the last word of a packet, or when the one that it serves has nothing (packets of different sources may
// alternate word by word). `m_id` is the number of the source, from the constant table `ids`.
// Cut: with several sources m_* are registers and m_tready reaches no output; with one source it is a wire (the buffer has the register).
// Latency: 1 clock, or 0 with one source. Throughput: 1 word a clock; going on to another source costs none when its word waits.
module bl_mesh_lane #(
    // sources of this lane, 1..64
    parameter SOURCES = 2,
    // bits of a word with everything that travels with it, 2 or more
    parameter WIDTH = 267,
    // the bit of it that marks the last word of a packet, below WIDTH
    parameter LAST_BIT = 264,
    // bits of a source number, 1..6
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
        if (SOURCES < 1 || SOURCES > 64 || WIDTH < 2 || LAST_BIT < 0 || LAST_BIT >= WIDTH || ID_W < 1 || ID_W > 6) begin : g_check
            bl_mesh_lane_illegal_parameter illegal();
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
                .clk(clk), .rst(rst), .request(request), .move((asked & ready & word[LAST_BIT]) | ~asked), .grant(granted));
            bl_skid #(.WIDTH(WIDTH + ID_W)) stage (
                .clk(clk), .rst(rst), .s_tvalid(asked), .s_tready(ready), .s_tdata({id, word}),
                .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tdata({m_tid, m_tdata}));
        end
    endgenerate
endmodule
`default_nettype wire
