// SPDX-License-Identifier: ISC
`default_nettype none
// A node's end of a medium that all nodes share: in its own turn a node sends one flit to one peer.
// Contract: the carrier's rules of docs/networks.md, by peer. In a cycle with `turn` a flit leaves
// as m_shared_send; peers take turns. m_shared_freed are the credits given to every peer, beside
// the flits, as s_shared_credits those that come. What the medium calls a peer is its address,
// which a word of the table gives, {31: changes, 30..16 0, 15..8 peer, 7..0 address}: without it
// nothing is sent to the peer. A barrier that the node enters, a cycle, the medium hears of, and it
// says, a cycle too, when all nodes have. With s_shared_jammed the carrier stops, cause 1, until
// reset: nothing is sent or delivered from then on. `sent` counts flits, modulo 2^32.
// Latency: 0 cycles. Throughput: a flit in every cycle with `turn`.
module bl_shared_port #(
    // number of nodes: 2..16
    parameter NODES = 4,
    // bits of a node's number: max(1, log2(NODES)) or more
    parameter NODE_W = 2,
    // bits of a flit: 1 or more
    parameter FLIT_W = 32,
    // barriers: 1..4
    parameter BARRIERS = 1
) (
    input  wire                    clk,
    input  wire                    rst,
    // the endpoint, by peer
    input  wire [NODES-1:0]        s_tvalid,
    output wire [NODES-1:0]        s_tready,
    input  wire [NODES*FLIT_W-1:0] s_tdata,
    input  wire [NODES*4-1:0]      s_credit,
    output wire [NODES-1:0]        m_tvalid,
    output wire [NODES*FLIT_W-1:0] m_tdata,
    output wire [NODES*4-1:0]      m_credit,
    output reg                     stopped,
    output reg  [7:0]              cause,
    output reg  [31:0]             sent,
    input  wire [BARRIERS-1:0]     barrier_enters,
    output wire [BARRIERS-1:0]     barrier_leaves,
    // the host's table
    input  wire [31:0]             table_word,
    output reg  [31:0]             table_taken,
    // the medium
    input  wire                    s_shared_turn,
    input  wire                    s_shared_jammed,
    output wire                    m_shared_send,
    output reg  [NODE_W-1:0]       m_shared_to,
    output reg  [FLIT_W-1:0]       m_shared_flit,
    output wire [NODES*4-1:0]      m_shared_freed,
    output wire [3:0]              m_shared_enters,
    input  wire [3:0]              s_shared_leaves,
    input  wire                    s_shared_came,
    input  wire [NODE_W-1:0]       s_shared_from,
    input  wire [FLIT_W-1:0]       s_shared_flit,
    input  wire [NODES*4-1:0]      s_shared_credits
);
    generate
        if (NODES < 2 || NODES > 16) begin : g_check_nodes
            bl_shared_port_illegal_NODES illegal();
        end
        if (NODE_W < 1 || (1 << NODE_W) < NODES) begin : g_check_node_w
            bl_shared_port_illegal_NODE_W illegal();
        end
        if (FLIT_W < 1) begin : g_check_flit_w
            bl_shared_port_illegal_FLIT_W illegal();
        end
        if (BARRIERS < 1 || BARRIERS > 4) begin : g_check_barriers
            bl_shared_port_illegal_BARRIERS illegal();
        end
    endgenerate

    localparam [31:0] NONE = 32'd0;

    // peers above the one that was sent to last, which come first
    reg  [NODES-1:0] above;
    wire             open   = ~(stopped | (|cause));
    wire [NODES-1:0] known;
    wire [NODES-1:0] offers = (s_shared_turn & open) ? s_tvalid & known : NONE[NODES-1:0];
    wire [NODES-1:0] first  = |(offers & above) ? offers & above : offers;
    wire [NODES-1:0] one    = first & (~first + 1'b1);

    assign s_tready       = one;
    assign m_shared_send  = |one;
    assign m_shared_freed = s_credit;
    assign m_credit       = s_shared_credits;
    wire [BARRIERS+3:0] enters = {4'd0, barrier_enters};
    assign m_shared_enters = enters[3:0];
    assign barrier_leaves  = s_shared_leaves[BARRIERS-1:0];
    assign m_tdata        = {NODES{s_shared_flit}};

    wire [NODES*NODE_W-1:0] addresses;
    integer                 i;
    always @* begin
        m_shared_to   = {NODE_W{1'b0}};
        m_shared_flit = {FLIT_W{1'b0}};
        for (i = 0; i < NODES; i = i + 1)
            if (one[i]) begin
                m_shared_to   = addresses[i*NODE_W +: NODE_W];
                m_shared_flit = s_tdata[i*FLIT_W +: FLIT_W];
            end
    end

    genvar p;
    generate
        for (p = 0; p < NODES; p = p + 1) begin : g_peer
            localparam [31:0] PEER = p;
            reg [NODE_W-1:0] address;
            reg              is_known;
            assign known[p] = is_known;
            assign addresses[p*NODE_W +: NODE_W] = address;
            assign m_tvalid[p] = s_shared_came & open & (s_shared_from == address);
            always @(posedge clk) begin
                if (table_word[31] != table_taken[31] && table_word[15:8] == PEER[7:0]) begin
                    address  <= table_word[NODE_W-1:0];
                    is_known <= 1'b1;
                end
                if (rst) is_known <= 1'b0;
            end
        end
    endgenerate

    always @(posedge clk) begin
        if (|one) above <= ~(one | (one - 1'b1));
        if (|one) sent <= sent + 1'b1;
        if (s_shared_jammed) cause <= 8'd1;
        stopped <= |cause;
        if (table_word[31] != table_taken[31]) table_taken <= table_word;
        if (rst) begin
            table_taken <= 32'd0;
            above   <= NONE[NODES-1:0];
            sent    <= 32'd0;
            cause   <= 8'd0;
            stopped <= 1'b0;
        end
    end
    wire unused = &{1'b0, enters, s_shared_leaves, 1'b0};
endmodule
`default_nettype wire
