// SPDX-License-Identifier: ISC
`default_nettype none
// Frames out of the memory become flits: a peer's next frame, its slot, its words.
// Contract: in a cycle with `turn` the lane uses the tables and the memory, which it may share with
// another; where ROW_WORDS is above 1 no two turns follow each other. It `takes` a frame then:
// `peer` (none: 0), its number, and its place in the peer's ring. Frames leave in that order.
// ring_at is looked up for ring_slot, meta_at for what is known of the frame, {words, epoch, end,
// channel, keep}; `read` asks for a row, which stands at `rdata` in the next cycle. The slot is
// given back with its last row. The words of a frame leave as a packet, those of a longer one as
// packets of 128.
// `busy`: peers of which frames are here; `latest`: that of the frame that was taken last, if one
// is here.
// Latency: 3 turns from `takes` to the first row's `read`, 2 cycles from there to the flit.
// Throughput: a flit a cycle if every ROW_WORDS-th cycle has a turn.
module bl_eth_deliver #(
    // nodes: 2..16
    parameter NODES = 4,
    // bits of a node's number: log2(NODES)..4
    parameter NODE_W = 2,
    // elements in a word: 1..16
    parameter ELEMS = 8,
    // bits in an element: 1..1024
    parameter ELEM_W = 32,
    // bits of a channel's number: 1..4
    parameter CHAN_W = 2,
    // bits of a word in memory: max(8, ELEMS * ELEM_W)..16384, a power of two
    parameter WORD_W = 256,
    // words in a row: 1..64, a power of two
    parameter ROW_WORDS = 1,
    // bits of a slot's number: 1..11
    parameter SLOT_W = 6,
    // log2 of the frames of a peer in the memory: 2..6
    parameter LOG_WINDOW = 4,
    // derived, leave alone: bits of a flit, of what is known of a frame
    parameter FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3,
    parameter META_W = 13 + CHAN_W + ELEMS
) (
    input  wire                         clk,
    input  wire                         rst,
    input  wire                         turn,
    // frames
    output wire                         takes,
    input  wire [NODES-1:0]             peer,
    input  wire [NODE_W-1:0]            number,
    input  wire [LOG_WINDOW-1:0]        place,
    output wire [NODES-1:0]             busy,
    output wire [NODES-1:0]             latest,
    // tables
    output wire [NODE_W+LOG_WINDOW-1:0] ring_at,
    input  wire [SLOT_W-1:0]            ring_slot,
    output wire [SLOT_W-1:0]            meta_at,
    input  wire [META_W-1:0]            meta,
    // memory
    output wire                         read,
    output wire [SLOT_W-1:0]            rslot,
    output wire [10:0]                  rrow,
    input  wire [ROW_WORDS*WORD_W-1:0]  rdata,
    output wire                         give,
    // flits by peer
    output reg  [NODES-1:0]             m_tvalid,
    output wire [FLIT_W-1:0]            m_tdata
);
    localparam DATA_W = ELEMS * ELEM_W;
    localparam REST = (ROW_WORDS == 1) ? 1 : ROW_WORDS - 1;
    localparam [31:0] ROW = ROW_WORDS, MASK = 127 / ROW_WORDS;

    generate
        if (NODES < 2 || NODES > 16 || NODES > (1 << NODE_W)) begin : g_check_nodes
            bl_eth_deliver_illegal_NODES illegal();
        end
        if (NODE_W < 1 || NODE_W > 4) begin : g_check_node_w
            bl_eth_deliver_illegal_NODE_W illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_eth_deliver_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1 || ELEM_W > 1024) begin : g_check_elem_w
            bl_eth_deliver_illegal_ELEM_W illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 4) begin : g_check_chan_w
            bl_eth_deliver_illegal_CHAN_W illegal();
        end
        if (WORD_W < DATA_W || WORD_W < 8 || WORD_W > 16384 || (WORD_W & (WORD_W - 1)) != 0)
            begin : g_check_word_w
            bl_eth_deliver_illegal_WORD_W illegal();
        end
        if (ROW_WORDS < 1 || ROW_WORDS > 64 || (ROW_WORDS & (ROW_WORDS - 1)) != 0)
            begin : g_check_row_words
            bl_eth_deliver_illegal_ROW_WORDS illegal();
        end
        if (SLOT_W < 1 || SLOT_W > 11) begin : g_check_slot_w
            bl_eth_deliver_illegal_SLOT_W illegal();
        end
        if (LOG_WINDOW < 2 || LOG_WINDOW > 6) begin : g_check_log_window
            bl_eth_deliver_illegal_LOG_WINDOW illegal();
        end
    endgenerate

    // ---- a peer, its slot, its rows ----
    reg                   p_valid, s_valid, d_valid;
    reg  [NODES-1:0]      p_peer, s_peer, d_peer;
    reg  [NODE_W-1:0]     p_number;
    reg  [LOG_WINDOW-1:0] p_place;
    reg  [SLOT_W-1:0]     s_slot, d_slot;
    reg  [META_W-1:0]     d_meta;
    reg  [10:0]           row;
    reg  [6:0]            left;                  // words of the row behind the one at m_tdata
    wire [10:0]           d_words;
    wire                  d_epoch, d_end;
    wire [CHAN_W-1:0]     d_channel;
    wire [ELEMS-1:0]      d_keep;
    assign {d_words, d_epoch, d_end, d_channel, d_keep} = d_meta;
    wire [16:0]           passed = {6'd0, row} * ROW[16:0];     // words of the rows before
    wire [16:0]           remain = {6'd0, d_words} - passed;
    wire                  ends   = remain <= ROW[16:0];
    wire                  d_next = turn & (~d_valid | (read & ends));
    wire                  s_next = turn & (~s_valid | d_next);
    assign takes   = turn & (~p_valid | s_next);
    assign ring_at = {p_number, p_place};
    assign meta_at = s_slot;
    assign read    = turn & d_valid & ((ROW_WORDS == 1) | (left <= 7'd1));
    assign rslot   = d_slot;
    assign rrow    = row;
    assign give    = read & ends;

    // ---- a row, its words ----
    reg                   r_valid;
    reg  [NODES-1:0]      r_peer;
    reg  [6:0]            r_words;
    reg                   r_epoch;
    reg  [CHAN_W-1:0]     r_channel;
    reg                   r_end, r_last;         // of its last word
    reg  [ELEMS-1:0]      r_keep;
    reg  [REST*DATA_W-1:0] rest;                 // words that wait
    wire                  waits  = (ROW_WORDS > 1) & (left != 7'd0);
    wire                  closing = (ROW_WORDS == 1)
        | (r_valid ? r_words == 7'd1 : left == 7'd1);
    wire [DATA_W-1:0]     word   = r_valid ? rdata[DATA_W-1:0] : rest[DATA_W-1:0];
    // the flit's fields
    reg  [DATA_W-1:0]     m_data;
    reg  [ELEMS-1:0]      m_keep;
    reg  [CHAN_W-1:0]     m_channel;
    reg                   m_last, m_end, m_epoch;
    bl_flit_pack #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W)) pack (
        .data(m_data), .keep(m_keep), .channel(m_channel), .is_last(m_last), .is_end(m_end),
        .epoch(m_epoch), .flit(m_tdata));
    assign busy   = (p_valid ? p_peer : {NODES{1'b0}}) | (s_valid ? s_peer : {NODES{1'b0}})
        | (d_valid ? d_peer : {NODES{1'b0}}) | ((r_valid | waits) ? r_peer : {NODES{1'b0}});
    assign latest = p_valid ? p_peer : s_valid ? s_peer : d_valid ? d_peer
        : (r_valid | waits) ? r_peer : {NODES{1'b0}};
    wire [REST*DATA_W-1:0] behind;
    genvar k;
    generate
        if (ROW_WORDS == 1) begin : g_word
            assign behind = {DATA_W{1'b0}};
        end
        for (k = 1; k < ROW_WORDS; k = k + 1) begin : g_behind
            assign behind[(k-1)*DATA_W +: DATA_W] = rdata[k*WORD_W +: DATA_W];
        end
    endgenerate
    always @(posedge clk) begin
        if (takes) begin
            p_valid  <= |peer;
            p_peer   <= peer;
            p_number <= number;
            p_place  <= place;
        end
        if (s_next) begin
            s_valid <= p_valid;
            s_peer  <= p_peer;
            s_slot  <= ring_slot;
        end
        if (d_next) begin
            d_valid <= s_valid;
            d_peer  <= s_peer;
            d_slot  <= s_slot;
            d_meta  <= meta;
        end
        if (read) row <= ends ? 11'd0 : row + 1'b1;

        r_valid <= read;
        if (read) begin
            r_peer    <= d_peer;
            r_words   <= ends ? remain[6:0] : ROW[6:0];
            r_epoch   <= d_epoch;
            r_channel <= d_channel;
            r_end     <= ends & d_end;
            r_last    <= ends | (&(row[6:0] | ~MASK[6:0]));
            r_keep    <= {ELEMS{~ends}} | d_keep;
        end
        if (r_valid) left <= r_words - 1'b1;
        else if (waits) left <= left - 1'b1;
        rest <= r_valid ? behind : rest >> DATA_W;
        m_tvalid <= (r_valid | waits) ? r_peer : {NODES{1'b0}};
        m_data    <= word;
        m_keep    <= {ELEMS{~closing}} | r_keep;
        m_channel <= r_channel;
        m_last    <= closing & r_last;
        m_end     <= closing & r_end;
        m_epoch   <= r_epoch;
        if (rst) begin
            p_valid  <= 1'b0;
            s_valid  <= 1'b0;
            d_valid  <= 1'b0;
            row      <= 11'd0;
            r_valid  <= 1'b0;
            left     <= 7'd0;
            m_tvalid <= {NODES{1'b0}};
        end
    end
    wire unused = &{1'b0, rdata, remain, 1'b0};
endmodule
`default_nettype wire
