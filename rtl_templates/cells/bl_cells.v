// SPDX-License-Identifier: ISC
`default_nettype none
// A node's network interface with a switch for cells: two links out and two links in, each one
// direction of a cable to another node, and the node's own flits.
// Contract: the carrier's rules of docs/networks.md; cells and links: docs/cells.md. Where a cell
// goes on stands in the table (bl_route_table), which the host writes; port 1 is link 0 out, 2 link
// 1 out, 3 the node. A node's cells are for nodes that the table knows a way to. The carrier stops
// with a cause: 1 + k, over link k out nothing comes back, or no cell gets over; without REPAIR,
// 3 + k, over link k in a cell came damaged or one was missed. Then it says and sends nothing, so
// that its neighbours stop, too. Flits to the node itself stay in it. Barriers: bl_cell_barrier.
// `sent`, `again`: cells that came over a link, and those that came damaged or were missed, modulo
// 2^32.
// With CROSSES the links have clocks of their own: bl_cell_cross and bl_cell_said stand in front of
// what comes, in this clock, with s_cell_tvalid and m_cell_says; s_cell_parity is then m_good.
// Latency: 7 cycles from a flit that completes a cell, 3 through the router, 3 to the link; a cell
// goes on 8 cycles after its first word with FORWARD, or else 5 after its last one; with CROSSES 1
// less.
// Throughput: a word a cycle of each link, and of the node, both ways.
module bl_cells #(
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
    // words of a cell, those of the header and of a flit at least:
    // max(17, (2 * NODE_W + CHAN_W + ELEMS + 24 + WORD_W) / WORD_W
    // + (ELEMS * ELEM_W + WORD_W - 1) / WORD_W)..1025
    parameter CELL_WORDS = 17,
    // virtual channels of a link: 1..4
    parameter VCS = 2,
    // log2 of the cells of a virtual channel's buffer: 1..4
    parameter LOG_CELLS = 3,
    // 0: a channel's first cell goes first; 1: the oldest for each port: 0..1
    parameter ORDER = 1,
    // 1: a cell goes on before it has come whole: 0..1
    parameter FORWARD = 1,
    // log2 of the flits in a link's receive buffer: 4..15
    parameter LOG_BUFFER = 8,
    // cycles until cells are sent again: 16..65535
    parameter TIMEOUT = 256,
    // times in a row, until a link has failed: 1..65535
    parameter RETRIES = 1000,
    // cycles without a word of the other end, until a link has failed: 64..1048575
    parameter SILENCE = 100000,
    // cycles between cells of a link, at least: 0..8
    parameter IDLE = 0,
    // 1: what was damaged is sent again; 0: it is a cause: 0..1
    parameter REPAIR = 1,
    // 1: links have clocks of their own; what comes is that of bl_cell_cross and bl_cell_said: 0..1
    parameter CROSSES = 0,
    // barriers in hardware: 0..2 ^ CHAN_W
    parameter BARRIERS = 0,
    // derived, leave alone: bits of a flit, of the barriers' ports
    parameter FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3,
    parameter BARRIERS_W = (BARRIERS > 0) ? BARRIERS : 1
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [NODE_W-1:0]       node,
    // the endpoint, by peer
    input  wire [NODES-1:0]        s_tvalid,
    output wire [NODES-1:0]        s_tready,
    input  wire [NODES*FLIT_W-1:0] s_tdata,
    input  wire [NODES*4-1:0]      s_credit,
    output wire [NODES-1:0]        m_tvalid,
    output wire [NODES*FLIT_W-1:0] m_tdata,
    output wire [NODES*4-1:0]      m_credit,
    // barriers: a cycle when the node's kernel is there, and when it is let go
    input  wire [BARRIERS_W-1:0]   barrier_enters,
    output wire [BARRIERS_W-1:0]   barrier_leaves,
    output reg                     stopped,
    output reg  [7:0]              cause,
    // the host
    input  wire [31:0]             table_word,
    output wire [31:0]             table_taken,
    output reg  [31:0]             sent,
    output reg  [31:0]             again,
    // links out, and what their other ends say
    output wire [1:0]              m_cell_first,
    output wire [2*WORD_W-1:0]     m_cell_word,
    output wire [1:0]              m_cell_parity,
    input  wire [1:0]              m_cell_says,
    input  wire [1:0]              m_cell_said,
    // links in
    input  wire [1:0]              s_cell_tvalid,
    input  wire [1:0]              s_cell_first,
    input  wire [2*WORD_W-1:0]     s_cell_word,
    input  wire [1:0]              s_cell_parity,
    output wire [1:0]              s_cell_said
);
    localparam LINKS = 2, SOURCES = LINKS * VCS + 2, PORTS = 3, OWN = 3;
    localparam VC_W = (VCS <= 2) ? 1 : 2, CELL_HEADER_VC_AT = 4, COPIES = (BARRIERS > 0) ? 1 : 0;

    generate
        if (NODES < 2 || NODES > 64 || NODES > (1 << NODE_W)) begin : g_check_nodes
            bl_cells_illegal_NODES illegal();
        end
        if (NODE_W < 1 || NODE_W > 6) begin : g_check_node_w
            bl_cells_illegal_NODE_W illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_cells_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1 || ELEM_W > 1024) begin : g_check_elem_w
            bl_cells_illegal_ELEM_W illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 4) begin : g_check_chan_w
            bl_cells_illegal_CHAN_W illegal();
        end
        if (WORD_W < 16 || WORD_W > 1024) begin : g_check_word_w
            bl_cells_illegal_WORD_W illegal();
        end
        if (CELL_WORDS < 17 || CELL_WORDS > 1025
            || CELL_WORDS < (2 * NODE_W + CHAN_W + ELEMS + 24 + WORD_W) / WORD_W
            + (ELEMS * ELEM_W + WORD_W - 1) / WORD_W) begin : g_check_cell_words
            bl_cells_illegal_CELL_WORDS illegal();
        end
        if (VCS < 1 || VCS > 4) begin : g_check_vcs
            bl_cells_illegal_VCS illegal();
        end
        if (LOG_CELLS < 1 || LOG_CELLS > 4) begin : g_check_log_cells
            bl_cells_illegal_LOG_CELLS illegal();
        end
        if (ORDER < 0 || ORDER > 1) begin : g_check_order
            bl_cells_illegal_ORDER illegal();
        end
        if (FORWARD < 0 || FORWARD > 1) begin : g_check_forward
            bl_cells_illegal_FORWARD illegal();
        end
        if (LOG_BUFFER < 4 || LOG_BUFFER > 15) begin : g_check_log_buffer
            bl_cells_illegal_LOG_BUFFER illegal();
        end
        if (BARRIERS < 0 || BARRIERS > (1 << CHAN_W)) begin : g_check_barriers
            bl_cells_illegal_BARRIERS illegal();
        end
        if (TIMEOUT < 16 || TIMEOUT > 65535) begin : g_check_timeout
            bl_cells_illegal_TIMEOUT illegal();
        end
        if (RETRIES < 1 || RETRIES > 65535) begin : g_check_retries
            bl_cells_illegal_RETRIES illegal();
        end
        if (SILENCE < 64 || SILENCE > 1048575) begin : g_check_silence
            bl_cells_illegal_SILENCE illegal();
        end
        if (IDLE < 0 || IDLE > 8) begin : g_check_idle
            bl_cells_illegal_IDLE illegal();
        end
        if (REPAIR < 0 || REPAIR > 1) begin : g_check_repair
            bl_cells_illegal_REPAIR illegal();
        end
        if (CROSSES < 0 || CROSSES > 1) begin : g_check_crosses
            bl_cells_illegal_CROSSES illegal();
        end
    endgenerate

    wire                          lives = ~(|cause);
    wire                          known;
    wire [SOURCES*PORTS-1:0]      some, take;
    wire [SOURCES*PORTS*VC_W-1:0] vc;
    wire [SOURCES-1:0]            read, next, bad;
    wire [SOURCES*WORD_W-1:0]     words;
    wire [PORTS*VCS-1:0]          room;
    wire [PORTS-1:0]              grant, p_valid, p_first, p_last, p_bad;
    wire [PORTS*VC_W-1:0]         grant_vc, p_vc;
    wire [PORTS*WORD_W-1:0]       p_word;
    wire [LINKS-1:0]              failed, came, damaged;
    wire [LINKS*NODE_W-1:0]       dest;
    wire [LINKS*VC_W-1:0]         dest_vc, to_vc;
    wire [LINKS*2-1:0]            port;
    wire [NODES*2-1:0]            paths;
    wire [1:0]                    own_some, own_take;
    wire [2*NODE_W-1:0]           own_dest;
    wire [2*VC_W-1:0]             own_vc;
    wire [LINKS-1:0]              copies;
    wire [LINKS*VC_W-1:0]         copy_vc;

    // ---- links ----
    genvar k, q;
    generate
        for (k = 0; k < LINKS; k = k + 1) begin : g_link
            bl_cell_receive #(.WORD_W(WORD_W), .CELL_WORDS(CELL_WORDS), .NODE_W(NODE_W),
                .LOG_CELLS(LOG_CELLS), .VCS(VCS), .ORDER(ORDER), .FORWARD(FORWARD),
                .CROSSES(CROSSES), .PORTS(PORTS), .OWN(OWN), .COPIES(COPIES)) receive (
                .clk(clk), .rst(rst), .hush(~lives), .known(known), .s_tvalid(s_cell_tvalid[k]),
                .s_first(s_cell_first[k]),
                .s_word(s_cell_word[k*WORD_W +: WORD_W]), .s_parity(s_cell_parity[k]),
                .m_say(s_cell_said[k]), .came(came[k]), .damaged(damaged[k]),
                .dest(dest[NODE_W*k +: NODE_W]), .dest_vc(dest_vc[VC_W*k +: VC_W]),
                .port(port[2*k +: 2]), .vc(to_vc[VC_W*k +: VC_W]),
                .copies({1'b0, copies}), .copy_vc({{VC_W{1'b0}}, copy_vc}),
                .m_some(some[VCS*PORTS*k +: VCS*PORTS]),
                .m_vc(vc[VCS*PORTS*VC_W*k +: VCS*PORTS*VC_W]),
                .m_take(take[VCS*PORTS*k +: VCS*PORTS]), .m_read(read[VCS*k +: VCS]),
                .m_tdata(words[VCS*WORD_W*k +: VCS*WORD_W]), .m_next(next[VCS*k +: VCS]),
                .m_bad(bad[VCS*k +: VCS]));
            if (REPAIR == 1) begin : g_repair
                bl_cell_send #(.WORD_W(WORD_W), .CELL_WORDS(CELL_WORDS), .VCS(VCS), .LOG_CELLS(3),
                    .TIMEOUT(TIMEOUT), .RETRIES(RETRIES), .SILENCE(SILENCE), .IDLE(IDLE)) send (
                    .clk(clk), .rst(rst), .hold(~lives), .room(room[VCS*k +: VCS]),
                    .take(grant[k]), .take_vc(grant_vc[VC_W*k +: VC_W]), .s_write(p_valid[k]),
                    .s_first(p_first[k]), .s_last(p_last[k]), .s_bad(p_bad[k]),
                    .s_vc(p_vc[VC_W*k +: VC_W]), .s_tdata(p_word[k*WORD_W +: WORD_W]),
                    .m_first(m_cell_first[k]), .m_word(m_cell_word[k*WORD_W +: WORD_W]),
                    .m_parity(m_cell_parity[k]), .s_says((CROSSES == 0) | m_cell_says[k]),
                    .s_say(m_cell_said[k]), .failed(failed[k]));
            end else begin : g_report
                bl_cell_direct #(.WORD_W(WORD_W), .CELL_WORDS(CELL_WORDS), .VCS(VCS),
                    .SILENCE(SILENCE), .IDLE(IDLE)) send (
                    .clk(clk), .rst(rst), .hold(~lives), .room(room[VCS*k +: VCS]),
                    .take(grant[k]), .take_vc(grant_vc[VC_W*k +: VC_W]), .s_write(p_valid[k]),
                    .s_first(p_first[k]), .s_last(p_last[k]), .s_bad(p_bad[k]),
                    .s_vc(p_vc[VC_W*k +: VC_W]), .s_tdata(p_word[k*WORD_W +: WORD_W]),
                    .m_first(m_cell_first[k]), .m_word(m_cell_word[k*WORD_W +: WORD_W]),
                    .m_parity(m_cell_parity[k]), .s_says((CROSSES == 0) | m_cell_says[k]),
                    .s_say(m_cell_said[k]), .failed(failed[k]));
            end
        end
    endgenerate

    // ---- the switch: the links' cells, then the node's, a source for each link out (`ways`) ----
    localparam OWNS = LINKS * VCS;
    assign room[VCS*LINKS +: VCS] = {VCS{1'b1}};   // the endpoint's credits promise it
    assign bad[OWNS +: 2] = 2'b00;
    generate
        for (k = 0; k < 2; k = k + 1) begin : g_own
            assign own_take[k] = |take[PORTS*(OWNS+k) +: PORTS];
            // one for itself is for all nodes: it goes as their copies do
            wire   all = (COPIES == 1) & (own_dest[NODE_W*k +: NODE_W] == node);
            for (q = 0; q < PORTS; q = q + 1) begin : g_port
                assign some[PORTS*(OWNS+k)+q] = (q == k) ? own_some[k] : 1'b0;
                assign vc[VC_W*(PORTS*(OWNS+k)+q) +: VC_W] = all ? copy_vc[VC_W*k +: VC_W]
                    : own_vc[VC_W*k +: VC_W];
            end
        end
    endgenerate
    bl_route_table #(.NODES(NODES), .NODE_W(NODE_W), .LINKS(LINKS), .VCS(VCS)) routes (
        .clk(clk), .rst(rst), .table_word(table_word), .table_taken(table_taken), .known(known),
        .dest(dest), .dest_vc(dest_vc), .port(port), .vc(to_vc), .own_dest(own_dest),
        .own_vc(own_vc), .ways(paths), .copies(copies),
        .copy_vc(copy_vc));
    bl_router #(.SOURCES(SOURCES), .TRANSIT(OWNS), .PORTS(PORTS), .WORD_W(WORD_W),
        .PACKET_WORDS(CELL_WORDS), .VCS(VCS), .VC_AT(CELL_HEADER_VC_AT)) router (
        .clk(clk), .rst(rst), .some(some), .vc(vc), .take(take), .read(read), .next(next),
        .bad(bad), .words(words), .room(room), .grant(grant), .grant_vc(grant_vc),
        .m_valid(p_valid), .m_first(p_first), .m_last(p_last), .m_bad(p_bad), .m_vc(p_vc),
        .m_word(p_word));

    // ---- the node's cells ----
    wire [NODES-1:0]   self, ways, arrived;
    wire [FLIT_W-1:0]  flit;
    wire [NODES*4-1:0] gives;
    wire               b_leaves, came_enter, came_leave;
    wire [1:0]         b_valid, b_take;
    wire [CHAN_W-1:0]  b_number, came_number;
    bl_cell_make #(.NODES(NODES), .NODE_W(NODE_W), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
        .CHAN_W(CHAN_W), .WORD_W(WORD_W), .CELL_WORDS(CELL_WORDS), .LOG_BUFFER(LOG_BUFFER)) make (
        .clk(clk), .rst(rst), .node(node), .s_tvalid(s_tvalid & ~self & {NODES{lives}}),
        .s_tready(ways), .s_tdata(s_tdata), .s_credit(s_credit), .ways(paths),
        .b_valid(b_valid), .b_leaves(b_leaves), .b_number(b_number), .b_take(b_take),
        .m_some(own_some), .m_dest(own_dest), .m_take(own_take), .m_read(read[OWNS +: 2]),
        .m_tdata(words[OWNS*WORD_W +: 2*WORD_W]), .m_next(next[OWNS +: 2]));
    bl_cell_open #(.NODES(NODES), .NODE_W(NODE_W), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
        .CHAN_W(CHAN_W), .WORD_W(WORD_W)) open (
        .clk(clk), .rst(rst), .s_valid(p_valid[2]), .s_first(p_first[2]),
        .s_word(p_word[2*WORD_W +: WORD_W]), .m_tvalid(arrived), .m_tdata(flit),
        .m_credit(gives), .b_enter(came_enter), .b_leave(came_leave), .b_number(came_number));

    // ---- barriers ----
    generate
        if (BARRIERS > 0) begin : g_barriers
            bl_cell_barrier #(.NODES(NODES), .NODE_W(NODE_W), .CHAN_W(CHAN_W),
                .BARRIERS(BARRIERS_W)) barrier (
                .clk(clk), .rst(rst), .node(node), .way(paths[1:0]), .copies(copies),
                .enters(barrier_enters),
                .leaves(barrier_leaves), .s_enter(came_enter), .s_leave(came_leave),
                .s_number(came_number), .m_valid(b_valid), .m_leaves(b_leaves),
                .m_number(b_number), .m_take(b_take));
        end else begin : g_none
            assign {b_valid, b_leaves} = 3'b000;
            assign b_number       = {CHAN_W{1'b0}};
            assign barrier_leaves = {BARRIERS_W{1'b0}};
            wire unused = &{1'b0, barrier_enters, b_take, came_enter, came_leave, came_number};
        end
    endgenerate

    // ---- to itself, and what the endpoint sees ----
    reg                loop_valid;
    reg  [FLIT_W-1:0]  loop, own_flit;
    reg  [3:0]         loop_credit, own_credit;
    always @* begin : own_peer
        integer i;
        own_flit   = {FLIT_W{1'b0}};
        own_credit = 4'd0;
        for (i = 0; i < NODES; i = i + 1) if (self[i]) begin
            own_flit   = own_flit | s_tdata[i*FLIT_W +: FLIT_W];
            own_credit = own_credit | s_credit[i*4 +: 4];
        end
    end
    genvar p;
    generate
        for (p = 0; p < NODES; p = p + 1) begin : g_peer
            localparam [31:0] PEER = p;
            assign self[p]     = node == PEER[NODE_W-1:0];
            assign s_tready[p] = lives & (self[p] | ways[p]);
            assign m_tvalid[p] = lives & (self[p] ? loop_valid : arrived[p]);
            assign m_tdata[p*FLIT_W +: FLIT_W] = self[p] ? loop : flit;
            assign m_credit[p*4 +: 4] = self[p] ? loop_credit : gives[p*4 +: 4];
        end
    endgenerate
    always @(posedge clk) begin
        loop_valid  <= |(s_tvalid & self) & lives;
        loop        <= own_flit;
        loop_credit <= own_credit;
        if (lives) cause <= failed[0] ? 8'd1 : failed[1] ? 8'd2
            : (REPAIR == 0 && damaged[0]) ? 8'd3 : (REPAIR == 0 && damaged[1]) ? 8'd4 : 8'd0;
        stopped <= |cause;
        sent    <= sent + {30'd0, &came, ^came};
        again   <= again + {30'd0, &damaged, ^damaged};
        if (rst) begin
            loop_valid  <= 1'b0;
            loop_credit <= 4'd0;
            cause       <= 8'd0;
            stopped     <= 1'b0;
            sent        <= 32'd0;
            again       <= 32'd0;
        end
    end
    wire unused = &{1'b0, grant[2], grant_vc, p_last, p_bad, p_vc, 1'b0};
endmodule
`default_nettype wire
