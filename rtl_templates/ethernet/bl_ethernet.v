// SPDX-License-Identifier: ISC
`default_nettype none
// A node's reliable Ethernet port as a carrier: flits of every peer in frames, that arrive once and
// in order whatever the wire loses, damages, repeats or overtakes.
// Contract: the carrier's rules of docs/networks.md; frames and their header: docs/ethernet.md. The
// port is closed while `session` is 0. It opens when the host writes one, behind the addresses:
// the node greets its peers, and sends to each that has greeted it. Of the host's registers, select
// names a peer, or 255 this node; a change of address_write stores its address. count is counter
// {received, event[3:0], peer[3:0]}, numbers of bl_eth_send_event and bl_eth_receive_event, and of
// `count_shown`, which follows count_select.
// The carrier stops with a cause: 1 + p peer p does not answer, 17 + p it was restarted, 33 + p it
// has another build. Flits to the node itself do not touch the wire.
// MAC: frames leave without a gap; what comes cannot wait. s_mac_up low: nothing is sent.
// Latency: a flit that ends a run is a frame's first word after 8 cycles, a frame's last word the
// first flit after 9. Throughput: a flit and a word of the MAC a cycle, both ways. With more than
// two nodes and a port wider than a word: 9 and up to 13 cycles; a row of as many words as the port
// takes a cycle from the peers, up to two flits a cycle, of different peers, to them.
module bl_ethernet #(
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
    // bits of the MAC's port: 64..512, a power of two
    parameter WIDTH = 256,
    // words in a frame: 1..2047
    parameter RUN_WORDS = 46,
    // log2 of the frames of a peer in a memory: 3..6
    parameter LOG_WINDOW = 4,
    // frames to a peer that are not acknowledged: 1..2 ^ LOG_WINDOW - 1
    parameter WINDOW = 14,
    // frames in the memory of what was sent: NODES + 2..2048
    parameter SEND_FRAMES = 16,
    // frames in the memory of what comes: (NODES - 1) * WINDOW + 7 + 3 * min(1, NODES - 2)..2048
    parameter RECV_FRAMES = 52,
    // cycles without an acknowledge after which a peer is asked: 64..4194240
    parameter TIMEOUT = 3072,
    // questions in a row after which it does not answer: 1..65535
    parameter RETRIES = 100,
    // cycles from a report to what it asks for, at most, usually: 64..4194240
    parameter PATIENCE = 1536,
    // log2 of the flits in a link's receive buffer: 4..15
    parameter LOG_BUFFER = 10,
    // of the header's table and the program, upper half
    parameter [31:0] HASH_HIGH = 32'd0,
    // and lower half
    parameter [31:0] HASH_LOW = 32'd0,
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
    input  wire [15:0]             session,
    input  wire [15:0]             ethertype,
    input  wire [7:0]              select,
    input  wire [31:0]             address_low,
    input  wire [15:0]             address_high,
    input  wire                    address_write,
    input  wire [15:0]             count_select,
    output wire [31:0]             count,
    output reg  [15:0]             count_shown,
    // the MAC
    output wire                    m_mac_tvalid,
    input  wire                    m_mac_tready,
    output wire [WIDTH-1:0]        m_mac_tdata,
    output wire [WIDTH/8-1:0]      m_mac_tkeep,
    output wire                    m_mac_tlast,
    input  wire                    s_mac_up,
    input  wire                    s_mac_tvalid,
    input  wire [WIDTH-1:0]        s_mac_tdata,
    input  wire [WIDTH/8-1:0]      s_mac_tkeep,
    input  wire                    s_mac_tlast,
    input  wire                    s_mac_tuser
);
    localparam DATA_W = ELEMS * ELEM_W, RING = 1 << LOG_WINDOW;
    localparam WORD_W = (DATA_W <= 8) ? 8 : (DATA_W <= 16) ? 16 : (DATA_W <= 32) ? 32
        : (DATA_W <= 64) ? 64 : (DATA_W <= 128) ? 128 : (DATA_W <= 256) ? 256
        : (DATA_W <= 512) ? 512 : (DATA_W <= 1024) ? 1024 : (DATA_W <= 2048) ? 2048
        : (DATA_W <= 4096) ? 4096 : (DATA_W <= 8192) ? 8192 : 16384;
    localparam SEND_W = (SEND_FRAMES <= 4) ? 2 : (SEND_FRAMES <= 8) ? 3 : (SEND_FRAMES <= 16) ? 4
        : (SEND_FRAMES <= 32) ? 5 : (SEND_FRAMES <= 64) ? 6 : (SEND_FRAMES <= 128) ? 7
        : (SEND_FRAMES <= 256) ? 8 : (SEND_FRAMES <= 512) ? 9 : (SEND_FRAMES <= 1024) ? 10 : 11;
    localparam RECV_W = (RECV_FRAMES <= 4) ? 2 : (RECV_FRAMES <= 8) ? 3 : (RECV_FRAMES <= 16) ? 4
        : (RECV_FRAMES <= 32) ? 5 : (RECV_FRAMES <= 64) ? 6 : (RECV_FRAMES <= 128) ? 7
        : (RECV_FRAMES <= 256) ? 8 : (RECV_FRAMES <= 512) ? 9 : (RECV_FRAMES <= 1024) ? 10 : 11;
    // words of a row, for peers that together give more than a flit a cycle
    localparam ROW_WORDS = (NODES > 2 && WIDTH > WORD_W && WIDTH <= RUN_WORDS * WORD_W)
        ? WIDTH / WORD_W : 1;
    localparam TICKS = TIMEOUT / 64;
    localparam [31:0] HIGH = HASH_HIGH, LOW = HASH_LOW;
    localparam [39:0] PREFIX = 40'h02_62_6c_00_00;

    generate
        if (NODES < 2 || NODES > 16 || NODES > (1 << NODE_W)) begin : g_check_nodes
            bl_ethernet_illegal_NODES illegal();
        end
        if (NODE_W < 1 || NODE_W > 4) begin : g_check_node_w
            bl_ethernet_illegal_NODE_W illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_ethernet_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1 || ELEM_W > 1024) begin : g_check_elem_w
            bl_ethernet_illegal_ELEM_W illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 4) begin : g_check_chan_w
            bl_ethernet_illegal_CHAN_W illegal();
        end
        if (WIDTH != 64 && WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_ethernet_illegal_WIDTH illegal();
        end
        if (RUN_WORDS < 1 || RUN_WORDS > 2047) begin : g_check_run_words
            bl_ethernet_illegal_RUN_WORDS illegal();
        end
        if (LOG_WINDOW < 3 || LOG_WINDOW > 6) begin : g_check_log_window
            bl_ethernet_illegal_LOG_WINDOW illegal();
        end
        if (WINDOW < 1 || WINDOW >= (1 << LOG_WINDOW)) begin : g_check_window
            bl_ethernet_illegal_WINDOW illegal();
        end
        if (SEND_FRAMES < NODES + 2 || SEND_FRAMES > 2048) begin : g_check_send_frames
            bl_ethernet_illegal_SEND_FRAMES illegal();
        end
        if (RECV_FRAMES < (NODES - 1) * WINDOW + (NODES > 2 ? 10 : 7) || RECV_FRAMES > 2048)
            begin : g_check_recv_frames
            bl_ethernet_illegal_RECV_FRAMES illegal();
        end
        if (TIMEOUT < 64 || TIMEOUT > 4194240) begin : g_check_timeout
            bl_ethernet_illegal_TIMEOUT illegal();
        end
        if (RETRIES < 1 || RETRIES > 65535) begin : g_check_retries
            bl_ethernet_illegal_RETRIES illegal();
        end
        if (PATIENCE < 64 || PATIENCE > 4194240) begin : g_check_patience
            bl_ethernet_illegal_PATIENCE illegal();
        end
        if (LOG_BUFFER < 4 || LOG_BUFFER > 15) begin : g_check_log_buffer
            bl_ethernet_illegal_LOG_BUFFER illegal();
        end
    endgenerate

    // ---- time, and whether the port is open ----
    reg [5:0] fine;
    reg       tick, open;
    always @(posedge clk) begin
        fine <= fine + 1'b1;
        tick <= &fine;
        open <= (|session) & s_mac_up & ~(|cause);
        if (rst) begin
            fine <= 6'd0;
            open <= 1'b0;
        end
    end

    // ---- who is who ----
    wire [NODES-1:0]    self;
    wire [NODES*48-1:0] addresses;
    reg  [47:0]         own;
    reg                 wrote, own_written;
    wire                stores = address_write ^ wrote;
    wire [47:0]         stored = {address_high, address_low};
    genvar p;
    generate
        for (p = 0; p < NODES; p = p + 1) begin : g_peer
            localparam [31:0] PEER = p;
            reg [47:0] address;
            assign self[p] = node == PEER[NODE_W-1:0];
            assign addresses[p*48 +: 48] = address;
            always @(posedge clk)
                if (rst) address <= {PREFIX, PEER[7:0]};
                else if (stores && select == PEER[7:0]) address <= stored;
        end
    endgenerate
    always @(posedge clk) begin
        wrote <= address_write;
        if (stores && (&select)) own <= stored;
        else if (~own_written) own <= {PREFIX, {(8-NODE_W){1'b0}}, node};
        own_written <= own_written | (stores & (&select));
        if (rst) begin
            wrote       <= 1'b0;
            own_written <= 1'b0;
        end
    end

    // ---- both halves ----
    wire [NODES-1:0]      known, ready, greet, greeted, peer_alive, ack_valid, due, urgent,
                          ack_sent,
                          report_sent, failed, restarted, build_mismatch, ways, came;
    wire [NODES*16-1:0]   sessions, credit;
    wire [NODES*24-1:0]   expected;
    wire [NODES*RING-1:0] missing;
    wire [RING-1:0]       missing_sent, report;
    wire [23:0]           ack;
    wire                  report_valid;
    wire [NODES*FLIT_W-1:0] flits;
    wire [NODES*4-1:0]    gives;
    wire                  out_happens, in_happens;
    wire [2:0]            out_what;
    wire [3:0]            in_what;
    wire [NODE_W-1:0]     out_peer, in_peer;
    bl_eth_send #(.NODES(NODES), .NODE_W(NODE_W), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
        .CHAN_W(CHAN_W), .WORD_W(WORD_W), .WIDTH(WIDTH), .RUN_WORDS(RUN_WORDS),
        .SLOTS(SEND_FRAMES), .SLOT_W(SEND_W), .LOG_WINDOW(LOG_WINDOW), .WINDOW(WINDOW),
        .TIMEOUT(TICKS), .RETRIES(RETRIES), .ROW_WORDS(ROW_WORDS)) send (
        .clk(clk), .rst(rst), .tick(tick), .open(open), .self(self),
        .s_tvalid(s_tvalid), .s_tready(ways), .s_tdata(s_tdata), .address(own),
        .addresses(addresses), .ethertype(ethertype), .session(session), .hash({HIGH, LOW}),
        .known(known), .sessions(sessions), .ready(ready), .greet(greet), .greeted(greeted),
        .peer_alive(peer_alive), .ack_valid(ack_valid), .ack(ack), .report_valid(report_valid),
        .report(report), .expected(expected), .missing(missing), .credit(credit), .due(due),
        .urgent(urgent), .ack_sent(ack_sent), .report_sent(report_sent),
        .missing_sent(missing_sent), .failed(failed), .event_valid(out_happens),
        .event_code(out_what), .event_peer(out_peer), .m_mac_tvalid(m_mac_tvalid),
        .m_mac_tready(m_mac_tready), .m_mac_tdata(m_mac_tdata), .m_mac_tkeep(m_mac_tkeep),
        .m_mac_tlast(m_mac_tlast));
    bl_eth_receive #(.NODES(NODES), .NODE_W(NODE_W), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
        .CHAN_W(CHAN_W), .WORD_W(WORD_W), .WIDTH(WIDTH), .RUN_WORDS(RUN_WORDS),
        .SLOTS(RECV_FRAMES), .SLOT_W(RECV_W), .LOG_WINDOW(LOG_WINDOW), .WINDOW(WINDOW),
        .PATIENCE(PATIENCE / 64), .LOG_BUFFER(LOG_BUFFER), .ROW_WORDS(ROW_WORDS)) receive (
        .clk(clk), .rst(rst), .tick(tick), .open(open), .self(self), .address(own),
        .addresses(addresses), .ethertype(ethertype), .session(session), .hash({HIGH, LOW}),
        .known(known), .sessions(sessions), .ready(ready), .greet(greet), .greeted(greeted),
        .restarted(restarted), .build_mismatch(build_mismatch), .peer_alive(peer_alive),
        .ack_valid(ack_valid), .ack(ack),
        .report_valid(report_valid), .report(report), .expected(expected), .missing(missing),
        .credit(credit), .due(due), .urgent(urgent), .ack_sent(ack_sent),
        .report_sent(report_sent), .missing_sent(missing_sent), .m_tvalid(came),
        .m_tdata(flits), .leaves(s_tvalid & s_tready & ~self), .m_credit(gives),
        .s_credit(s_credit), .event_valid(in_happens), .event_code(in_what),
        .event_peer(in_peer), .s_mac_tvalid(s_mac_tvalid),
        .s_mac_tdata(s_mac_tdata), .s_mac_tkeep(s_mac_tkeep), .s_mac_tlast(s_mac_tlast),
        .s_mac_tuser(s_mac_tuser));

    // ---- to itself, and what the endpoint sees ----
    reg               loop_valid;
    reg  [FLIT_W-1:0] loop;
    reg  [3:0]        loop_credit;
    reg  [FLIT_W-1:0] own_flit;
    reg  [3:0]        own_credit;
    always @* begin : own_peer
        integer i;
        own_flit   = {FLIT_W{1'b0}};
        own_credit = 4'd0;
        for (i = 0; i < NODES; i = i + 1) if (self[i]) begin
            own_flit   = own_flit | s_tdata[i*FLIT_W +: FLIT_W];
            own_credit = own_credit | s_credit[i*4 +: 4];
        end
    end
    wire lives = ~(|cause);
    always @(posedge clk) begin
        loop_valid  <= |(s_tvalid & self) & lives;
        loop        <= own_flit;
        loop_credit <= own_credit;
        if (rst) begin
            loop_valid  <= 1'b0;
            loop_credit <= 4'd0;
        end
    end
    assign s_tready = {NODES{lives}} & (self | ways);
    generate
        for (p = 0; p < NODES; p = p + 1) begin : g_out
            assign m_tvalid[p] = lives & (self[p] ? loop_valid : came[p]);
            assign m_tdata[p*FLIT_W +: FLIT_W] = self[p] ? loop
                : flits[p*FLIT_W +: FLIT_W];
            assign m_credit[p*4 +: 4] = self[p] ? loop_credit : gives[p*4 +: 4];
        end
    endgenerate

    // ---- why it stops ----
    reg [7:0] why;
    always @* begin : next_lane
        integer i;
        why = 8'd0;
        for (i = NODES - 1; i >= 0; i = i - 1) begin
            if (failed[i])    why = 8'd1 + i[7:0];
            if (restarted[i]) why = 8'd17 + i[7:0];
            if (build_mismatch[i])  why = 8'd33 + i[7:0];
        end
    end
    always @(posedge clk) begin
        if (lives) cause <= why;
        stopped <= |cause;
        if (rst) begin
            cause   <= 8'd0;
            stopped <= 1'b0;
        end
    end

    // ---- counters ----
    wire [31:0] out_count, in_count;
    // what a node counts without a peer is at 0, whichever peer is asked for
    wire              of_node = &count_select[7:6];
    wire [NODE_W-1:0] of_peer = of_node ? {NODE_W{1'b0}} : count_select[NODE_W-1:0];
    bl_eth_counters #(.INDEX_W(3 + NODE_W)) out_counters (
        .clk(clk), .rst(rst), .event_valid(out_happens), .which({out_what, out_peer}),
        .select({count_select[6:4], count_select[NODE_W-1:0]}), .count(out_count));
    bl_eth_counters #(.INDEX_W(4 + NODE_W)) in_counters (
        .clk(clk), .rst(rst), .event_valid(in_happens), .which({in_what, in_peer}),
        .select({count_select[7:4], of_peer}), .count(in_count));
    assign count = count_shown[8] ? in_count : out_count;
    always @(posedge clk) count_shown <= count_select;
endmodule
`default_nettype wire
