// SPDX-License-Identifier: ISC
`default_nettype none
// A node's network interface with a switch for cells: two links out and two links in, each one
// direction of a cable to another node, and the node's own flits.
// Contract: the carrier's rules of docs/networks.md; cells and links: docs/cells.md. Where a cell
// goes on stands in the table (bl_route_table), which the host writes: source 0 is link 0 in,
// virtual channel 0, 1 its channel 1, 2 and 3 those of link 1, 4 the node's cells for link 0 out, 5
// those for link 1, which are one table twice; port 1 is link 0 out, 2 link 1 out, 3 the node. A
// node's cells are for nodes that the table knows a way to. The carrier stops with a cause: 1 + k,
// over link k out nothing comes back, or no cell gets over. Then it says and sends nothing, so that
// its neighbours stop, too. Flits to the node itself stay in it. `sent`, `again`, `full`: cells
// that came over a link, words that came damaged, cells that found no room, modulo 2^32.
// Latency: 7 cycles from a flit that completes a cell, 4 through the router, 5 to the link; a cell
// that has come whole goes on after 3 + 4 + 5. Throughput: a word a cycle of each link, and of the
// node, both ways.
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
    // words of a cell: 17..1025
    parameter CELL_WORDS = 17,
    // log2 of the cells of a virtual channel's buffer: 1..4
    parameter LOG_CELLS = 3,
    // log2 of the flits in a link's receive buffer: 4..15
    parameter LOG_BUFFER = 8,
    // cycles until cells are sent again: 16..65535
    parameter TIMEOUT = 256,
    // times in a row, until a link has failed: 1..65535
    parameter RETRIES = 1000,
    // cycles without a word of the other end, until a link has failed: 64..1048575
    parameter SILENCE = 100000,
    // derived, leave alone: bits of a flit
    parameter FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3
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
    output reg                     stopped,
    output reg  [7:0]              cause,
    // the host
    input  wire [31:0]             table_word,
    output wire [31:0]             table_taken,
    output reg  [31:0]             sent,
    output reg  [31:0]             again,
    output reg  [31:0]             full,
    // links out, and what their other ends say
    output wire [1:0]              m_cell_first,
    output wire [2*WORD_W-1:0]     m_cell_word,
    output wire [1:0]              m_cell_parity,
    input  wire [1:0]              m_cell_said,
    // links in
    input  wire [1:0]              s_cell_first,
    input  wire [2*WORD_W-1:0]     s_cell_word,
    input  wire [1:0]              s_cell_parity,
    output wire [1:0]              s_cell_said
);
    localparam SOURCES = 6, PORTS = 3;
    localparam CELL_HEADER_VC_AT = 4;

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
        if (CELL_WORDS < 17 || CELL_WORDS > 1025) begin : g_check_cell_words
            bl_cells_illegal_CELL_WORDS illegal();
        end
        if (LOG_CELLS < 1 || LOG_CELLS > 4) begin : g_check_log_cells
            bl_cells_illegal_LOG_CELLS illegal();
        end
        if (LOG_BUFFER < 4 || LOG_BUFFER > 15) begin : g_check_log_buffer
            bl_cells_illegal_LOG_BUFFER illegal();
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
    endgenerate

    wire                        lives = ~(|cause);
    wire [SOURCES-1:0]          some, take, read, next, vc;
    wire [SOURCES*NODE_W-1:0]   dest;
    wire [SOURCES*2-1:0]        port;
    wire [SOURCES*WORD_W-1:0]   words;
    wire [PORTS*2-1:0]          room;
    wire [PORTS-1:0]            grant, grant_vc, p_valid, p_first, p_last, p_vc;
    wire [PORTS*WORD_W-1:0]     p_word;
    wire [1:0]                  failed, came, damaged, no_room;
    wire [NODES*2-1:0]          paths;

    // ---- links ----
    genvar k;
    generate
        for (k = 0; k < 2; k = k + 1) begin : g_link
            bl_cell_receive #(.WORD_W(WORD_W), .CELL_WORDS(CELL_WORDS), .NODE_W(NODE_W),
                .LOG_CELLS(LOG_CELLS), .CROSSES(0)) receive (
                .s_clk(clk), .s_rst(rst), .hush(~lives), .s_first(s_cell_first[k]),
                .s_word(s_cell_word[k*WORD_W +: WORD_W]), .s_parity(s_cell_parity[k]),
                .m_say(s_cell_said[k]), .came(came[k]), .damaged(damaged[k]),
                .no_room(no_room[k]), .m_clk(clk), .m_rst(rst), .m_some(some[2*k +: 2]),
                .m_dest(dest[2*k*NODE_W +: 2*NODE_W]), .m_take(take[2*k +: 2]),
                .m_read(read[2*k +: 2]), .m_tdata(words[2*k*WORD_W +: 2*WORD_W]),
                .m_next(next[2*k +: 2]));
            bl_cell_send #(.WORD_W(WORD_W), .CELL_WORDS(CELL_WORDS), .LOG_CELLS(3),
                .TIMEOUT(TIMEOUT), .RETRIES(RETRIES), .SILENCE(SILENCE)) send (
                .clk(clk), .rst(rst), .hold(~lives), .room(room[2*k +: 2]), .take(grant[k]),
                .take_vc(grant_vc[k]), .s_write(p_valid[k]), .s_first(p_first[k]),
                .s_last(p_last[k]), .s_vc(p_vc[k]), .s_tdata(p_word[k*WORD_W +: WORD_W]),
                .m_first(m_cell_first[k]), .m_word(m_cell_word[k*WORD_W +: WORD_W]),
                .m_parity(m_cell_parity[k]), .s_say(m_cell_said[k]), .failed(failed[k]));
        end
    endgenerate

    // ---- the switch ----
    assign room[5:4] = 2'b11;                    // the endpoint's credits promise it
    bl_route_table #(.NODES(NODES), .NODE_W(NODE_W), .SOURCES(SOURCES)) routes (
        .clk(clk), .rst(rst), .table_word(table_word), .table_taken(table_taken), .dest(dest),
        .port(port), .vc(vc), .ways(paths));
    bl_router #(.SOURCES(SOURCES), .PORTS(PORTS), .WORD_W(WORD_W), .PACKET_WORDS(CELL_WORDS),
        .VC_AT(CELL_HEADER_VC_AT)) router (
        .clk(clk), .rst(rst), .some(some), .port(port), .vc(vc), .take(take), .read(read),
        .next(next), .words(words), .room(room), .grant(grant), .grant_vc(grant_vc),
        .m_valid(p_valid), .m_first(p_first), .m_last(p_last), .m_vc(p_vc), .m_word(p_word));

    // ---- the node's cells ----
    wire [NODES-1:0]   self, ways, arrived;
    wire [FLIT_W-1:0]  flit;
    wire [NODES*4-1:0] gives;
    bl_cell_make #(.NODES(NODES), .NODE_W(NODE_W), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
        .CHAN_W(CHAN_W), .WORD_W(WORD_W), .CELL_WORDS(CELL_WORDS), .LOG_BUFFER(LOG_BUFFER)) make (
        .clk(clk), .rst(rst), .node(node), .s_tvalid(s_tvalid & ~self & {NODES{lives}}),
        .s_tready(ways), .s_tdata(s_tdata), .s_credit(s_credit), .ways(paths),
        .m_some(some[5:4]), .m_dest(dest[4*NODE_W +: 2*NODE_W]), .m_take(take[5:4]),
        .m_read(read[5:4]), .m_tdata(words[4*WORD_W +: 2*WORD_W]), .m_next(next[5:4]));
    bl_cell_open #(.NODES(NODES), .NODE_W(NODE_W), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
        .CHAN_W(CHAN_W), .WORD_W(WORD_W), .LOG_BUFFER(LOG_BUFFER)) open (
        .clk(clk), .rst(rst), .s_valid(p_valid[2]), .s_first(p_first[2]),
        .s_word(p_word[2*WORD_W +: WORD_W]), .m_tvalid(arrived), .m_tdata(flit),
        .m_credit(gives));

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
        if (lives) cause <= failed[0] ? 8'd1 : failed[1] ? 8'd2 : 8'd0;
        stopped <= |cause;
        sent    <= sent + {31'd0, came[0]} + {31'd0, came[1]};
        again   <= again + {31'd0, damaged[0]} + {31'd0, damaged[1]};
        full    <= full + {31'd0, no_room[0]} + {31'd0, no_room[1]};
        if (rst) begin
            loop_valid  <= 1'b0;
            loop_credit <= 4'd0;
            cause       <= 8'd0;
            stopped     <= 1'b0;
            sent        <= 32'd0;
            again       <= 32'd0;
            full        <= 32'd0;
        end
    end
    wire unused = &{1'b0, grant, grant_vc, p_last, p_vc, 1'b0};
endmodule
`default_nettype wire
