// SPDX-License-Identifier: ISC
`default_nettype none
// Takes cells apart that have come to their node: flits by peer, and credits.
// Contract: a cell's words come as s_valid, the header in front, its first word with s_first; they
// may have gaps, and are taken in every cycle, 17 or more of a cell. Its flits leave for the peer
// that it is from, as one packet; its credits, up to 255, up to 15 a cycle. b_enter, b_leave: it
// says so of barrier b_number.
// Latency: 1 cycle from the first word, or if it does not say it the header, to what it says of a
// barrier; 2 cycles from a flit's last word. Throughput: a word a cycle.
module bl_cell_open #(
    // nodes: 2..64
    parameter NODES = 4,
    // bits of a node's number: log2(NODES)..6
    parameter NODE_W = 2,
    // elements in a word: 1..16
    parameter ELEMS = 1,
    // bits in an element: 1..1024
    parameter ELEM_W = 32,
    // bits of a channel's number: 1..4
    parameter CHAN_W = 2,
    // bits of a word of a cell: 16..1024
    parameter WORD_W = 64,
    // derived, leave alone: bits of a flit
    parameter FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                s_valid,
    input  wire                s_first,
    input  wire [WORD_W-1:0]   s_word,
    output reg  [NODES-1:0]    m_tvalid,
    output wire [FLIT_W-1:0]   m_tdata,
    output reg  [NODES*4-1:0]  m_credit,
    // what it says of a barrier
    output reg                 b_enter,
    output reg                 b_leave,
    output reg  [CHAN_W-1:0]   b_number
);
    localparam CELL_HEADER_W = NODE_W + CHAN_W + NODE_W + ELEMS + 25;
    localparam CELL_HEADER_KIND_AT = NODE_W + 6, CELL_HEADER_CHANNEL_AT = NODE_W + 8;
    localparam CELL_HEADER_SOURCE_AT = NODE_W + CHAN_W + 8;
    localparam DATA_W = ELEMS * ELEM_W;
    localparam PARTS = (DATA_W + WORD_W - 1) / WORD_W;
    localparam PART_W = (PARTS <= 2) ? 1 : (PARTS <= 32) ? 5 : 10;
    localparam HEADS = (CELL_HEADER_W + WORD_W - 1) / WORD_W;    // words of the header
    localparam [31:0] PART = PARTS - 1, HEAD = HEADS - 1;

    generate
        if (NODES < 2 || NODES > 64 || NODES > (1 << NODE_W)) begin : g_check_nodes
            bl_cell_open_illegal_NODES illegal();
        end
        if (NODE_W < 1 || NODE_W > 6) begin : g_check_node_w
            bl_cell_open_illegal_NODE_W illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_cell_open_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1 || ELEM_W > 1024) begin : g_check_elem_w
            bl_cell_open_illegal_ELEM_W illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 4) begin : g_check_chan_w
            bl_cell_open_illegal_CHAN_W illegal();
        end
        if (WORD_W < 16 || WORD_W > 1024) begin : g_check_word_w
            bl_cell_open_illegal_WORD_W illegal();
        end
    endgenerate

    // ---- its header ----
    wire [HEADS*WORD_W-1:0] heads;
    wire              head;                      // all of it is there
    reg  [2:0]        missing;                   // words of it behind the first
    generate
        if (HEADS == 1) begin : g_one
            assign heads = s_word;
            assign head  = s_valid & s_first;
        end else begin : g_several
            reg [(HEADS-1)*WORD_W-1:0] held;     // those that have come, the first lowest
            assign heads = {s_word, held};
            assign head  = s_valid & ~s_first & (missing == 3'd1);
            always @(posedge clk)
                if (s_valid) held <= heads[HEADS*WORD_W-1:WORD_W];
        end
    endgenerate
    always @(posedge clk) begin
        if (s_valid) missing <= s_first ? HEAD[2:0] : missing - {2'd0, |missing};
        if (rst) missing <= 3'd0;
    end
    wire [3:0]        h_number;
    wire [1:0]        h_vc, h_kind;
    wire              h_epoch, h_end;
    wire [NODE_W-1:0] h_dest, h_source;
    wire [CHAN_W-1:0] h_channel;
    wire [6:0]        h_flits;
    wire [ELEMS-1:0]  h_keep;
    wire [7:0]        h_credits;
    bl_cell_header_unpack #(.NODE_W(NODE_W), .ELEMS(ELEMS), .CHAN_W(CHAN_W)) unpack (
        .header(heads[CELL_HEADER_W-1:0]), .number(h_number), .vc(h_vc), .dest(h_dest),
        .kind(h_kind), .source(h_source), .channel(h_channel), .epoch(h_epoch), .is_end(h_end),
        .flits(h_flits), .keep(h_keep), .credits(h_credits));

    // ---- what it says of a barrier: in its first word, or known with all of the header ----
    wire              known;
    wire [1:0]        b_kind;
    wire [CHAN_W-1:0] b_channel;
    generate
        if (CELL_HEADER_SOURCE_AT <= WORD_W) begin : g_at_once
            assign known     = s_valid & s_first;
            assign b_kind    = s_word[CELL_HEADER_KIND_AT +: 2];
            assign b_channel = s_word[CELL_HEADER_CHANNEL_AT +: CHAN_W];
            wire   unused    = &{1'b0, h_kind};
        end else begin : g_later
            assign known     = head;
            assign b_kind    = h_kind;
            assign b_channel = h_channel;
        end
    endgenerate

    // ---- the cell ----
    reg               epoch, ends;
    reg  [NODES-1:0]  source, from;
    reg  [CHAN_W-1:0] channel;
    reg  [6:0]        left;                      // flits
    reg  [ELEMS-1:0]  keep;
    reg  [PART_W-1:0] part;
    reg  [PARTS*WORD_W-1:0] parts;               // of the flit
    wire              word  = s_valid & ~s_first & ~(|missing) & (|left);
    wire              whole = word & (part == PART[PART_W-1:0]);
    wire              closing = left == 7'd1;
    always @* begin : who
        integer i;
        from = {NODES{1'b0}};
        for (i = 0; i < NODES; i = i + 1) from[i] = h_source == i[NODE_W-1:0];
    end
    reg  [ELEMS-1:0]  m_keep;
    reg  [CHAN_W-1:0] m_channel;
    reg               m_last, m_end, m_epoch;
    bl_flit_pack #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W)) pack (
        .data(parts[DATA_W-1:0]), .keep(m_keep), .channel(m_channel), .is_last(m_last),
        .is_end(m_end), .epoch(m_epoch), .flit(m_tdata));
    always @(posedge clk) begin : steps
        integer i;
        b_enter  <= known & (b_kind == 2'd1);
        b_leave  <= known & (b_kind == 2'd2);
        b_number <= b_channel;
        if (head) begin
            source  <= from;
            channel <= h_channel;
            epoch   <= h_epoch;
            ends    <= h_end;
            keep    <= h_keep;
            left    <= h_flits;
            part    <= {PART_W{1'b0}};
        end
        if (word) begin
            part <= whole ? {PART_W{1'b0}} : part + 1'b1;
            left <= left - {6'd0, whole};
            for (i = 0; i < PARTS; i = i + 1)
                if (part == i[PART_W-1:0]) parts[i*WORD_W +: WORD_W] <= s_word;
        end
        m_tvalid  <= whole ? source : {NODES{1'b0}};
        m_keep    <= {ELEMS{~closing}} | keep;
        m_channel <= channel;
        m_last    <= closing;
        m_end     <= closing & ends;
        m_epoch   <= epoch;
        if (rst) begin
            left     <= 7'd0;
            m_tvalid <= {NODES{1'b0}};
            b_enter  <= 1'b0;
            b_leave  <= 1'b0;
        end
    end

    // ---- credits: a cell's are given before the next one's header is there ----
    reg  [7:0]       owed;                       // to be given,
    reg  [NODES-1:0] giver;                      // of that peer
    wire [3:0]       gives = (|owed[7:4]) ? 4'd15 : owed[3:0];
    always @(posedge clk) begin : give
        integer i;
        owed <= head ? h_credits : owed - {4'd0, gives};
        if (head) giver <= from;
        for (i = 0; i < NODES; i = i + 1) m_credit[4*i +: 4] <= gives & {4{giver[i]}};
        if (rst) begin
            owed     <= 8'd0;
            m_credit <= {NODES*4{1'b0}};
        end
    end
    wire unused = &{1'b0, h_number, h_vc, h_dest, heads, parts, 1'b0};
endmodule
`default_nettype wire
