// SPDX-License-Identifier: ISC
`default_nettype none
// The sending end of a wire link: keeps the words of blocks until they are acknowledged, sends
// them, again where the peer asks for it or says nothing, and what the receiving end has to say.
// Contract: words are numbered from 0 on, modulo 2^16, tails included. A block goes out as a frame,
// tlast with its last word, when its first word is there; into its tail, 256 bits or WIDTH where
// that is more (bl_wire_pack), come the fields of tail.def but `flits` and `block`.
// `ack_valid`: the peer expects number `ack` next; `nak`, with it: and lacks that, as of what it
// has seen of round `nak_round`. Then everything from `ack` on is sent again, in the next round. A
// tail alone goes out when there is news and no block, after `urgent` at once, without news TIMEOUT
// cycles after the last one: its number shows the peer when a block before it was lost. Before
// `open` only greetings do, while not `up` nothing is begun. `idle`: all words are sent. At most
// 2^LOG_RING words are kept; `room`: there is some for a flit and a tail.
// Cut: all outputs are registers.
// Latency: 6 cycles. Throughput: 1 word a cycle.
module bl_wire_send #(
    // bits in a word: 64..512, a power of two
    parameter WIDTH = 256,
    // log2 of the words that are kept: 6..14
    parameter LOG_RING = 9,
    // cycles: 64..65535
    parameter TIMEOUT = 1024,
    // words of a flit: 1..min(256, 2 ^ LOG_RING - 32)
    parameter PARTS = 1
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             up,
    input  wire             open,
    input  wire             stop,
    // words of blocks
    input  wire             s_tvalid,
    output reg              room,
    input  wire             s_tail,
    input  wire [WIDTH-1:0] s_tdata,
    output reg              idle,
    // what the peer has said
    input  wire             ack_valid,
    input  wire [15:0]      ack,
    input  wire             nak,
    input  wire [1:0]       nak_round,
    // what to say
    input  wire             heard,
    input  wire             urgent,
    input  wire             asks,
    input  wire [1:0]       asked_round,
    input  wire [15:0]      expected,
    input  wire [15:0]      credit,
    // the wire
    output wire             m_wire_tvalid,
    input  wire             m_wire_tready,
    output wire [WIDTH-1:0] m_wire_tdata,
    output wire             m_wire_tlast
);
    localparam TAIL_W = (WIDTH > 256) ? WIDTH : 256, TAILS = TAIL_W / WIDTH;
    localparam WIRE_TAIL_BLOCK_AT = 96, WIRE_TAIL_SUM_AT = 0, WIRE_TAIL_SUM_W = 32;
    localparam SPARE = PARTS + TAILS + 6, SPACING = 32;
    localparam [31:0] END_OF_TAIL = TAILS - 1, MOST = (1 << LOG_RING) - SPARE;
    localparam [15:0] ROOM = MOST[15:0], PATIENCE = TIMEOUT;
    localparam [2:0] LAST_TAIL = END_OF_TAIL[2:0];

    generate
        if (WIDTH != 64 && WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_wire_send_illegal_WIDTH illegal();
        end
        if (LOG_RING < 6 || LOG_RING > 14) begin : g_check_log_ring
            bl_wire_send_illegal_LOG_RING illegal();
        end
        if (TIMEOUT < 64 || TIMEOUT > 65535) begin : g_check_timeout
            bl_wire_send_illegal_TIMEOUT illegal();
        end
        if (PARTS < 1 || PARTS > 256 || PARTS > (1 << LOG_RING) - 32) begin : g_check_parts
            bl_wire_send_illegal_PARTS illegal();
        end
    endgenerate

    // ---- the ring: words from `oldest` to `wr` are kept, that at `rd` is read next ----
    reg  [15:0]      oldest, wr, rd;
    reg              row_valid, row_tail;
    wire [WIDTH-1:0] row;
    wire             row_taken, jump;
    wire             fetch = (rd != wr) & (~row_valid | row_taken) & ~jump;
    wire [WIDTH:0]   read;
    wire [15:0]      kept = wr - oldest;
    bl_block_ram #(.WIDTH(WIDTH + 1), .LOG_DEPTH(LOG_RING)) ring (
        .clk(clk), .write(s_tvalid), .waddr(wr[LOG_RING-1:0]), .wdata({s_tail, s_tdata}),
        .read(fetch), .raddr(rd[LOG_RING-1:0]), .rdata(read));
    assign row = read[WIDTH-1:0];
    always @* row_tail = read[WIDTH];

    // ---- where it is: the number of the row, that of its frame, and who sends ----
    reg  [15:0] at, begun, latest;      // latest: the last acknowledge
    reg         in_frame, own, back;
    reg  [1:0]  round;
    reg  [2:0]  turn;
    wire        ready;                  // of the register behind
    wire [15:0] gained = latest - oldest, done = (in_frame ? begun : at) - oldest;
    wire        ahead  = gained > done;
    assign      jump   = ~in_frame & ~own & (back | ahead);
    wire        row_go = row_valid & ~own & open & ~jump & (in_frame | (up & ~stop));
    assign      row_taken = row_go & ready;
    wire        step   = ready & (row_go | own);
    wire        tail   = own | row_tail;
    wire        ends   = tail & (turn == LAST_TAIL);
    wire [15:0] acked    = ack - oldest;
    wire        ack_fits = ack_valid & acked <= kept;

    // ---- when to send a tail alone, and when to go back ----
    reg  [15:0] since, said_expected, said_credit;
    reg         pressing, news;
    wire        asked  = pressing | (news & since >= SPACING) | since >= PATIENCE;
    always @(posedge clk) begin
        news <= open & (said_expected != expected || said_credit != credit);
        if (step & tail) since <= 16'd0;
        else if (~(&since)) since <= since + 16'd1;
        if (urgent) pressing <= 1'b1;
        else if (step & tail & (turn == 3'd0)) pressing <= 1'b0;
        if (step & ends) begin
            said_expected <= expected;
            said_credit   <= credit;
        end
        if (jump) back <= 1'b0;
        if (ack_fits & nak & nak_round == round & ~jump) back <= 1'b1;
        if (rst) begin
            since         <= PATIENCE;
            pressing      <= 1'b0;
            news          <= 1'b0;
            back          <= 1'b0;
            said_expected <= 16'd0;
            said_credit   <= 16'd0;
        end
    end

    // ---- numbers ----
    always @(posedge clk) begin
        idle <= rd == wr & ~s_tvalid & ~(row_valid & ~row_taken);
        room <= kept < ROOM;
        if (s_tvalid) wr <= wr + 16'd1;
        if (ack_fits) latest <= ack;
        if (fetch) row_valid <= 1'b1;
        else if (row_taken) row_valid <= 1'b0;
        if (fetch) rd <= rd + 16'd1;
        if (~ahead | jump) oldest <= latest;
        if (row_taken) at <= at + 16'd1;
        if (row_taken & ~in_frame) begun <= at;
        if (jump) begin
            row_valid <= 1'b0;
            rd        <= latest;
            at        <= latest;
            round     <= round + {1'b0, back};
        end
        if (step) in_frame <= ~ends;
        if (step & tail) turn <= ends ? 3'd0 : turn + 3'd1;
        if (step & own & ends) own <= 1'b0;
        else if (~in_frame & ~own & asked & up & ~stop & ~jump & (~open | (~row_valid & rd == wr)))
            own <= 1'b1;
        if (rst) begin
            idle      <= 1'b0;
            room      <= 1'b0;
            wr        <= 16'd0;
            latest    <= 16'd0;
            row_valid <= 1'b0;
            rd        <= 16'd0;
            oldest    <= 16'd0;
            at        <= 16'd0;
            begun     <= 16'd0;
            round     <= 2'd0;
            in_frame  <= 1'b0;
            own       <= 1'b0;
            turn      <= 3'd0;
        end
    end

    // ---- frames: the tail's fields, the CRC two registers behind them, the wire ----
    wire [1:0]        kind = open ? {1'b0, own} : 2'd2;
    wire [WIRE_TAIL_BLOCK_AT:0] whole;
    wire              unused_block = whole[WIRE_TAIL_BLOCK_AT];
    wire [TAIL_W-1:0] fields = {{(TAIL_W-WIRE_TAIL_BLOCK_AT){1'b0}}, whole[WIRE_TAIL_BLOCK_AT-1:0]};
    bl_wire_tail_pack #(.BLOCK_W(1)) pack (
        .sum(32'd0), .credit(credit), .expected(expected), .number(own ? at : begun),
        .flits(6'd0), .kind(kind), .round(round), .asks(asks), .asked_round(asked_round),
        .heard(heard), .reserved(2'd0), .block(1'b0),
        .tail(whole));
    wire [WIDTH-1:0]  field;
    generate
        if (TAILS == 1) begin : g_tail
            assign field = fields;
        end else begin : g_tails
            assign field = fields[{29'd0, LAST_TAIL-turn}*WIDTH +: WIDTH];
        end
    endgenerate
    wire [WIDTH-1:0] word = (own ? {WIDTH{1'b0}} : row) | (tail ? field : {WIDTH{1'b0}});
    reg  [2:0]       valid, last;
    reg              first;
    reg  [WIDTH-1:0] a, b, c;
    wire [31:0]      sum;
    bl_wire_crc #(.WIDTH(WIDTH)) check (
        .clk(clk), .en(ready), .s_tvalid(valid[0]), .s_first(first), .s_tdata(a), .sum(sum));
    always @(posedge clk) begin
        if (ready) begin
            valid <= {valid[1:0], step};
            last  <= {last[1:0], ends};
            first <= ~in_frame;
            a     <= word;
            b     <= a;
            c     <= b;
        end
        if (rst) valid <= 3'd0;
    end
    wire [WIDTH-1:0] sums = {{(WIDTH-WIRE_TAIL_SUM_W){1'b0}}, last[2] ? sum : 32'd0}
        << WIRE_TAIL_SUM_AT;
    bl_skid #(.WIDTH(WIDTH + 1)) out (
        .clk(clk), .rst(rst), .s_tvalid(valid[2]), .s_tready(ready),
        .s_tdata({last[2], c | sums}), .m_tvalid(m_wire_tvalid),
        .m_tready(m_wire_tready), .m_tdata({m_wire_tlast, m_wire_tdata}));
endmodule
`default_nettype wire
