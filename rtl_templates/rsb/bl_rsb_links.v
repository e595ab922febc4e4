// SPDX-License-Identifier: ISC
`default_nettype none
// The links of one node of bl_endpoint, carried in packets over one connector of the ring segmented
// bus; the link to itself is a wire of its own.
// Contract: s_flit_*, m_flit_credit join the mesh's m_link_*, and m_flit_*, s_flit_credit its
// s_link_*, by peer. A word is {source, credits, valid, flit}: credits[3:0] flits that the source
// has freed, and a flit if valid. Words go to bl_rsb_connector and come from it; what comes is
// taken at once, as the mesh's credits promise its place. A packet has up to PACKET_WORDS words,
// all for one peer: it goes to a peer, in turn, for which there are flits or as many credits as a
// quarter of its buffer, and to one with any credits when there is nothing else. It ends when
// nothing is left that it would have begun for. `node` does not change while anything is under way.
// Cut: m_word_*, m_flit_credit and what comes from the node itself are registers; s_word_* reaches
// m_flit_*.
// Latency: 3 cycles to a word, none from a word, 1 to itself. Throughput: a word in 3 cycles; to
// itself a flit a cycle.
module bl_rsb_links #(
    // nodes: 2..16
    parameter NODES = 4,
    // bits of a node number: log2(NODES)..4
    parameter NODE_W = 2,
    // bits of a flit: 1 or more
    parameter FLIT_W = 270,
    // log2 of the flits in a link's receive buffer: 4..12
    parameter LOG_BUFFER = 8,
    // words of a packet at most: 2..256
    parameter PACKET_WORDS = 16,
    // derived, leave alone: bits of a word
    parameter WORD_W = FLIT_W + 5 + NODE_W
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [NODE_W-1:0]       node,
    // mesh
    input  wire [NODES-1:0]        s_flit_tvalid,
    output wire [NODES-1:0]        s_flit_tready,
    input  wire [NODES*FLIT_W-1:0] s_flit_tdata,
    output reg  [NODES*4-1:0]      m_flit_credit,
    output wire [NODES-1:0]        m_flit_tvalid,
    output wire [NODES*FLIT_W-1:0] m_flit_tdata,
    input  wire [NODES*4-1:0]      s_flit_credit,
    // connector
    output reg                     m_word_tvalid,
    input  wire                    m_word_tready,
    output reg  [WORD_W-1:0]       m_word_tdata,
    output reg  [NODE_W-1:0]       m_word_tdest,
    output reg                     m_word_tlast,
    input  wire                    s_word_tvalid,
    input  wire [WORD_W-1:0]       s_word_tdata
);
    localparam OWED_W = LOG_BUFFER + 2;

    generate
        if (NODES < 2 || NODES > 16 || NODES > (1 << NODE_W)) begin : g_check_nodes
            bl_rsb_links_illegal_NODES illegal();
        end
        if (NODE_W < 1 || NODE_W > 4) begin : g_check_node_w
            bl_rsb_links_illegal_NODE_W illegal();
        end
        if (FLIT_W < 1) begin : g_check_flit_w
            bl_rsb_links_illegal_FLIT_W illegal();
        end
        if (LOG_BUFFER < 4 || LOG_BUFFER > 12) begin : g_check_log_buffer
            bl_rsb_links_illegal_LOG_BUFFER illegal();
        end
        if (PACKET_WORDS < 2 || PACKET_WORDS > 256) begin : g_check_packet_words
            bl_rsb_links_illegal_PACKET_WORDS illegal();
        end
    endgenerate

    localparam [1:0] CHOOSE = 2'd0, LOAD = 2'd1, LOOK = 2'd2, OFFER = 2'd3;
    reg  [1:0]        state;
    reg  [7:0]        words;                     // of the packet, before this one
    wire [NODES-1:0]  self, urgent, some, full, granted;
    reg  [NODES-1:0]  to;                        // one-hot: the peer of the packet
    wire              load = state == LOAD;

    // ---- by peer ----
    reg               loop_valid;
    reg  [FLIT_W-1:0] loop;
    wire [FLIT_W-1:0] in_flit;
    wire              in_valid;
    wire [3:0]        in_credits;
    wire [NODE_W-1:0] in_source;
    wire [NODES*4-1:0] giving;                   // credits that go with a word to this peer
    assign {in_source, in_credits, in_valid, in_flit} = s_word_tdata;
    genvar p;
    generate
        for (p = 0; p < NODES; p = p + 1) begin : g_peer
            localparam [NODE_W-1:0] PEER = p;
            reg  [OWED_W-1:0] owed;              // flits freed and not reported yet
            wire [3:0]        freed = s_flit_credit[p*4 +: 4];
            wire [3:0]        give  = full[p] ? 4'd15 : owed[3:0];
            wire              from  = s_word_tvalid & (in_source == PEER);
            assign self[p]   = node == PEER;
            assign full[p]   = |owed[OWED_W-1:4];
            assign some[p]   = |owed;
            assign urgent[p] = |owed[OWED_W-1:LOG_BUFFER-2];
            assign giving[p*4 +: 4] = give;
            assign s_flit_tready[p] = self[p] | (load & to[p]);
            assign m_flit_tvalid[p] = self[p] ? loop_valid : from & in_valid;
            assign m_flit_tdata[p*FLIT_W +: FLIT_W] = self[p] ? loop : in_flit;
            always @(posedge clk) begin
                if (rst) begin
                    owed <= {OWED_W{1'b0}};
                    m_flit_credit[p*4 +: 4] <= 4'd0;
                end else begin
                    if (~self[p])
                        owed <= owed + {{(OWED_W-4){1'b0}}, freed}
                            - ((load & to[p]) ? {{(OWED_W-4){1'b0}}, give} : {OWED_W{1'b0}});
                    m_flit_credit[p*4 +: 4] <= self[p] ? freed : from ? in_credits : 4'd0;
                end
            end
        end
    endgenerate

    // ---- the packet ----
    reg  [FLIT_W-1:0] own_flit, flit;
    reg  [3:0]        give;
    reg  [NODE_W-1:0] dest;
    always @* begin : choose
        integer j;
        own_flit = {FLIT_W{1'b0}};
        flit     = {FLIT_W{1'b0}};
        give     = 4'd0;
        dest     = {NODE_W{1'b0}};
        for (j = 0; j < NODES; j = j + 1) begin
            own_flit = own_flit | (s_flit_tdata[j*FLIT_W +: FLIT_W] & {FLIT_W{self[j]}});
            flit     = flit | (s_flit_tdata[j*FLIT_W +: FLIT_W] & {FLIT_W{to[j]}});
            give     = give | (giving[j*4 +: 4] & {4{to[j]}});
            dest     = dest | (j[NODE_W-1:0] & {NODE_W{to[j]}});
        end
    end
    wire [NODES-1:0]  due   = (s_flit_tvalid | urgent) & ~self;
    wire [NODES-1:0]  asks  = (|due) ? due : some & ~self;
    wire              valid = |(s_flit_tvalid & to);
    wire              more  = valid | (|(full & to));
    // The grant moves on while it points at nobody who asks, and with every packet.
    wire              begins = (state == CHOOSE) & (|(asks & granted));
    bl_rotor #(.REQUESTS(NODES)) rotor (
        .clk(clk), .rst(rst), .request(asks), .move((state == CHOOSE) & (|asks)), .grant(granted));

    always @(posedge clk) begin
        loop <= own_flit;
        if (begins) to <= granted;
        if (load) begin
            m_word_tdata <= {node, give, valid, flit};
            m_word_tdest <= dest;
        end
        // The mesh shows its next flit one cycle after it has given one.
        if (state == LOOK) m_word_tlast <= ~more | ({24'd0, words} == PACKET_WORDS - 1);
        if (rst) begin
            loop_valid    <= 1'b0;
            m_word_tvalid <= 1'b0;
            words         <= 8'd0;
            state         <= CHOOSE;
        end else begin
            loop_valid <= |(s_flit_tvalid & self);
            case (state)
                CHOOSE: if (begins) state <= LOAD;
                LOAD: state <= LOOK;
                LOOK: begin
                    m_word_tvalid <= 1'b1;
                    state         <= OFFER;
                end
                default: if (m_word_tready) begin      // OFFER
                    m_word_tvalid <= 1'b0;
                    words         <= m_word_tlast ? 8'd0 : words + 1'b1;
                    state         <= m_word_tlast ? CHOOSE : LOAD;
                end
            endcase
        end
    end

`ifdef FORMAL
    // Rule 1: a flit that is taken goes out in the next word, unchanged, to its peer, or to the
    // node itself one cycle later.
    // Rule 2: the credits reported, owed and under way to a peer are those that it freed: none are
    // lost or made.
    // Rule 3: a word that is offered and not taken stays. Rule 4: no word goes to the node itself,
    // and a packet has one destination and at most PACKET_WORDS words. Rule 5: a word that comes in
    // is one flit and its credits for its source and nobody else.
    (* anyconst *) wire [NODE_W-1:0] f_peer;
    (* anyconst *) wire [NODE_W-1:0] f_node;
    reg                f_reset = 1'b0, f_held, f_took, f_inside, f_came;
    reg [WORD_W+NODE_W:0] f_shown;
    reg [FLIT_W-1:0]   f_flit;
    reg [NODE_W-1:0]   f_dest;
    reg [8:0]          f_words;
    reg [OWED_W-1:0]   f_freed, f_reported;      // of f_peer
    reg [3:0]          f_credits;
    wire [OWED_W-1:0]  f_owed [0:NODES-1];
    wire               f_taken = m_word_tvalid & m_word_tready;
    generate
        for (p = 0; p < NODES; p = p + 1) begin : f_list
            assign f_owed[p] = g_peer[p].owed;
        end
    endgenerate
    wire [3:0] f_under = (m_word_tvalid | state == LOOK) && m_word_tdest == f_peer
            ? m_word_tdata[FLIT_W+1 +: 4]
        : 4'd0;
    always @(posedge clk) begin
        f_reset <= 1'b1;
        f_held  <= m_word_tvalid & ~m_word_tready;
        f_shown <= {m_word_tlast, m_word_tdest, m_word_tdata};
        f_took  <= s_flit_tvalid[f_peer] & s_flit_tready[f_peer];
        f_flit  <= s_flit_tdata[f_peer*FLIT_W +: FLIT_W];
        f_freed <= f_freed + s_flit_credit[f_peer*4 +: 4];
        if (f_taken && m_word_tdest == f_peer)
            f_reported <= f_reported + m_word_tdata[FLIT_W+1 +: 4];
        if (f_taken) begin
            f_inside <= ~m_word_tlast;
            f_dest   <= m_word_tdest;
            f_words  <= m_word_tlast ? 9'd0 : f_words + 1'b1;
        end
        f_came    <= s_word_tvalid && in_source == f_peer;
        f_credits <= in_credits;
        if (rst) {f_held, f_took, f_inside, f_came, f_words, f_freed, f_reported} <= 0;
    end
    always @* begin
        if (!f_reset) assume (rst);
        if (f_reset) assume (!rst);
        assume (node == f_node && node < NODES && f_peer < NODES);
        assume (!(s_word_tvalid && in_source == node));
        assume (s_flit_credit[f_peer*4 +: 4] + f_freed - f_reported <= (1 << LOG_BUFFER) + 1);
        if (f_reset) begin
            if (f_took && f_peer != node)
                assert (state == LOOK && m_word_tdest == f_peer
                        && m_word_tdata[FLIT_W:0] == {1'b1, f_flit}
                        && m_word_tdata[WORD_W-1 -: NODE_W] == node);
            if (f_peer == node)
                assert (m_flit_tvalid[f_peer] == f_took
                        && (!f_took || m_flit_tdata[f_peer*FLIT_W +: FLIT_W] == f_flit));
            if (f_peer != node) assert (f_freed == f_reported + f_owed[f_peer] + f_under);
            if (f_held)
                assert (m_word_tvalid && {m_word_tlast, m_word_tdest, m_word_tdata} == f_shown);
            if (m_word_tvalid)
                assert (m_word_tdest != node && f_words < PACKET_WORDS
                        && (!f_inside || m_word_tdest == f_dest));
            if (f_peer != node) begin
                assert (m_flit_credit[f_peer*4 +: 4] == (f_came ? f_credits : 4'd0));
                assert (m_flit_tvalid[f_peer]
                        == (s_word_tvalid & in_valid & (in_source == f_peer)));
                if (m_flit_tvalid[f_peer])
                    assert (m_flit_tdata[f_peer*FLIT_W +: FLIT_W] == in_flit);
            end
        end
    end
`endif
endmodule
`default_nettype wire
