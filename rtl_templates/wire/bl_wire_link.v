// SPDX-License-Identifier: ISC
`default_nettype none
// One link of an endpoint over a serial core: flits and credits of a pair of nodes, each of which
// arrives once and in order, though words of the wire may be damaged or lost. The wire never
// reorders or repeats.
// Contract: s_* and m_* are the endpoint's link with one peer (docs/networks.md, "The carrier").
// m_wire and s_wire are streams of frames, m_wire with tready; `up`: the core's channel is up.
// While it is not, what is under way may be lost, and is sent again. `stop`: nothing is begun and
// nothing is passed on any more. `restarted`, `silent`: as of bl_wire_receive.
// Cut: everything toward endpoint and wire is registers.
// Latency: 8 cycles from a flit to its word, 9 from a block's last word to its first flit.
// Throughput: 1 flit and 1 word a cycle, each way.
module bl_wire_link #(
    // elements in a flit: 1..16
    parameter ELEMS = 8,
    // bits in an element: 1..1024
    parameter ELEM_W = 32,
    // bits of a channel's number: 1..4
    parameter CHAN_W = 3,
    // bits in a word: 64..512, a power of two
    parameter WIDTH = 256,
    // flits in a block: 1..min(60, 4096 / (1 + ELEMS * ELEM_W / WIDTH))
    parameter RUN = 32,
    // log2 of the words that may be on their way, two blocks at least:
    // max(6, log2(2 * RUN * (1 + ELEMS * ELEM_W / WIDTH) + 8))..14
    parameter LOG_RING = 9,
    // cycles without a block after which a tail goes out alone: 64..65535
    parameter TIMEOUT = 1024,
    // cycles without anything until the peer counts as silent: 64..1073741823
    parameter SILENCE = 20000000,
    // derived, leave alone: bits of a flit
    parameter FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              stop,
    output wire              restarted,
    output wire              silent,
    // the endpoint
    input  wire              s_tvalid,
    output wire              s_tready,
    input  wire [FLIT_W-1:0] s_tdata,
    input  wire [3:0]        s_credit,
    output wire              m_tvalid,
    output wire [FLIT_W-1:0] m_tdata,
    output reg  [3:0]        m_credit,
    // the serial core
    input  wire              up,
    output wire              m_wire_tvalid,
    input  wire              m_wire_tready,
    output wire [WIDTH-1:0]  m_wire_tdata,
    output wire              m_wire_tlast,
    input  wire              s_wire_tvalid,
    input  wire [WIDTH-1:0]  s_wire_tdata,
    input  wire              s_wire_tlast
);
    localparam WIRE_TAIL_BLOCK_AT = 96;
    localparam BLOCK_W = ((WIDTH > 256) ? WIDTH : 256) - WIRE_TAIL_BLOCK_AT;
    localparam BLOCK = RUN * (1 + ELEMS * ELEM_W / WIDTH);     // words without a tail, at most

    generate
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_wire_link_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1 || ELEM_W > 1024) begin : g_check_elem_w
            bl_wire_link_illegal_ELEM_W illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 4) begin : g_check_chan_w
            bl_wire_link_illegal_CHAN_W illegal();
        end
        if (WIDTH != 64 && WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_wire_link_illegal_WIDTH illegal();
        end
        if (RUN < 1 || RUN > 60 || BLOCK > 4096) begin : g_check_run
            bl_wire_link_illegal_RUN illegal();
        end
        if (LOG_RING < 6 || LOG_RING > 14 || 2 * BLOCK + 8 > (1 << LOG_RING))
            begin : g_check_log_ring
            bl_wire_link_illegal_LOG_RING illegal();
        end
        if (TIMEOUT < 64 || TIMEOUT > 65535) begin : g_check_timeout
            bl_wire_link_illegal_TIMEOUT illegal();
        end
        if (SILENCE < 64 || SILENCE > 1073741823) begin : g_check_silence
            bl_wire_link_illegal_SILENCE illegal();
        end
    endgenerate

    // ---- out ----
    wire             row_valid, room, row_tail, idle, open, heard, urgent, asks, ack_valid,
                     nak;
    wire [1:0]       asked_round, nak_round;
    wire [15:0]      expected, ack, credit;
    wire [WIDTH-1:0] row;
    reg  [15:0]      freed;
    bl_wire_pack #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W), .WIDTH(WIDTH), .RUN(RUN))
        pack (
        .clk(clk), .rst(rst), .close(idle), .room(room), .s_tvalid(s_tvalid), .s_tready(s_tready),
        .s_tdata(s_tdata), .m_tvalid(row_valid), .m_tail(row_tail), .m_tdata(row));
    bl_wire_send #(.WIDTH(WIDTH), .LOG_RING(LOG_RING), .TIMEOUT(TIMEOUT),
        .PARTS((ELEMS * ELEM_W + WIDTH - 1) / WIDTH)) send (
        .clk(clk), .rst(rst), .up(up), .open(open), .stop(stop), .s_tvalid(row_valid),
        .room(room), .s_tail(row_tail), .s_tdata(row), .idle(idle), .ack_valid(ack_valid),
        .ack(ack), .nak(nak), .nak_round(nak_round), .heard(heard), .urgent(urgent), .asks(asks),
        .asked_round(asked_round), .expected(expected), .credit(freed),
        .m_wire_tvalid(m_wire_tvalid), .m_wire_tready(m_wire_tready),
        .m_wire_tdata(m_wire_tdata), .m_wire_tlast(m_wire_tlast));

    // ---- in ----
    wire                 word_valid, word_ready, block_valid, block_ready, came;
    wire [WIDTH-1:0]     word;
    wire [5:0]           flits;
    wire [BLOCK_W-1:0]   block;
    bl_wire_receive #(.WIDTH(WIDTH), .LOG_RING(LOG_RING), .SILENCE(SILENCE)) receive (
        .clk(clk), .rst(rst), .s_wire_tvalid(s_wire_tvalid), .s_wire_tdata(s_wire_tdata),
        .s_wire_tlast(s_wire_tlast), .m_word_tvalid(word_valid), .m_word_tready(word_ready),
        .m_word_tdata(word), .m_block_tvalid(block_valid), .m_block_tready(block_ready),
        .m_block_flits(flits), .m_block_tdata(block), .ack_valid(ack_valid), .ack(ack),
        .nak(nak), .nak_round(nak_round), .credit(credit), .heard(heard), .open(open),
        .urgent(urgent), .asks(asks), .asked_round(asked_round), .expected(expected),
        .restarted(restarted), .silent(silent));
    bl_wire_unpack #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W), .WIDTH(WIDTH), .RUN(RUN))
        unpack (
        .clk(clk), .rst(rst), .s_block_tvalid(block_valid), .s_block_tready(block_ready),
        .s_block_flits(flits), .s_block_tdata(block), .s_word_tvalid(word_valid),
        .s_word_tready(word_ready), .s_word_tdata(word), .m_flit_tvalid(came),
        .m_flit_tdata(m_tdata));
    assign m_tvalid = came & ~stop;

    // ---- credits: all that were ever freed; what the peer has freed is given on in portions ----
    reg  [15:0] granted, given;
    wire [15:0] owed = granted - given;
    wire [3:0]  gives = (|owed[15:4]) ? 4'd15 : owed[3:0];
    always @(posedge clk) begin
        freed <= freed + {12'd0, s_credit};
        if (ack_valid) granted <= credit;
        m_credit <= stop ? 4'd0 : gives;
        given    <= given + {12'd0, gives};
        if (rst) begin
            freed    <= 16'd0;
            granted <= 16'd0;
            given    <= 16'd0;
            m_credit <= 4'd0;
        end
    end
endmodule
`default_nettype wire
