// SPDX-License-Identifier: ISC
`default_nettype none
// The sending end of one link of an endpoint: takes whole packets from the lanes that reach it, as
// long as the peer's buffer has room.
// Contract: `request[k]`: lane k offers a flit for this link (may only fall after `take[k]`);
// `take[k]`: this link takes what lane k offers, if it does. A packet keeps the link until its last
// flit. A lane's turn goes on with its next packet, if that waits, until TURN_WORDS flits of the
// lane have left. The peer's buffer holds 2^LOG_BUFFER + 1 flits; m_link_credit is the count of
// flits that it freed. `dst_ready`: credits for one packet of PACKET_WORDS from each lane and four
// flits more, or a quarter of the buffer if that is less.
// Cut: m_link_*, dst_ready and take are registers or follow from them; request reaches the link
// register's enable.
// Latency: 1 cycle. Throughput: 1 flit a cycle; a lane that is alone is never delayed, several
// share without a gap.
module bl_endpoint_out #(
    // lanes that reach this link: 1..16
    parameter LANES = 1,
    // bits in a flit: 2 or more
    parameter FLIT_W = 270,
    // the bit of a flit that marks the last one of a packet: 0..FLIT_W - 1
    parameter LAST_BIT = 267,
    // log2 of the flits in the peer's buffer: 1..20
    parameter LOG_BUFFER = 8,
    // longest packet in flits: 1..256
    parameter PACKET_WORDS = 16,
    // flits of a lane with which its turn ends, at a packet's end; 1: each packet is a turn:
    // 1..2047
    parameter TURN_WORDS = 1
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [LANES-1:0]        request,
    input  wire [LANES*FLIT_W-1:0] offer,
    output wire [LANES-1:0]        take,
    output reg                     dst_ready,
    output wire                    m_link_tvalid,
    input  wire                    m_link_tready,
    output wire [FLIT_W-1:0]       m_link_tdata,
    input  wire [3:0]              m_link_credit
);
    function integer log2_up;   // log2 of the smallest power of two that is not below `value`
        input integer value;
        integer width;
        begin
            width = 0;
            while ((1 << width) < value) width = width + 1;
            log2_up = width;
        end
    endfunction
    localparam WANTED   = log2_up(PACKET_WORDS * LANES + 4);
    localparam MOST     = (LOG_BUFFER > 2) ? LOG_BUFFER - 2 : 0;
    localparam ROOM_LOG = (WANTED < MOST) ? WANTED : MOST;
    localparam COUNT_W  = (LOG_BUFFER > 4) ? LOG_BUFFER + 1 : 5;

    generate
        if (LANES < 1 || LANES > 16) begin : g_check_lanes
            bl_endpoint_out_illegal_LANES illegal();
        end
        if (FLIT_W < 2) begin : g_check_flit_w
            bl_endpoint_out_illegal_FLIT_W illegal();
        end
        if (LAST_BIT < 0 || LAST_BIT >= FLIT_W) begin : g_check_last_bit
            bl_endpoint_out_illegal_LAST_BIT illegal();
        end
        if (LOG_BUFFER < 1 || LOG_BUFFER > 20) begin : g_check_log_buffer
            bl_endpoint_out_illegal_LOG_BUFFER illegal();
        end
        if (PACKET_WORDS < 1 || PACKET_WORDS > 256) begin : g_check_packet_words
            bl_endpoint_out_illegal_PACKET_WORDS illegal();
        end
        if (TURN_WORDS < 1 || TURN_WORDS > 2047) begin : g_check_turn_words
            bl_endpoint_out_illegal_TURN_WORDS illegal();
        end
    endgenerate

    wire [LANES-1:0] granted;
    wire             ready;
    reg                 in_packet;      // in the middle of a packet
    // Credits minus one in two's complement: the sign says that there are none. It is one flit
    // late, so that 2^LOG_BUFFER + 1 flits may be on their way or in the buffer: the buffer of
    // bl_fifo_block holds one more in its output register.
    reg  [COUNT_W-1:0] credits;
    reg  [3:0]         returned;
    reg                sent;
    wire             go     = ready & ~credits[COUNT_W-1];
    wire             asked  = |(request & granted);
    wire             send   = asked & go;
    reg  [FLIT_W-1:0] flit;
    wire             last   = flit[LAST_BIT];

    // flits of this turn before this one; more than counted do not matter
    localparam [31:0] TURN = TURN_WORDS;
    reg  [10:0] turn;
    wire        enough = turn + 11'd1 >= TURN[10:0];
    wire        move   = (send & last & enough) | (~asked & ~in_packet);

    assign take = granted & {LANES{go}};

    always @* begin : choose
        integer k;
        flit = {FLIT_W{1'b0}};
        for (k = 0; k < LANES; k = k + 1)
            flit = flit | (offer[k*FLIT_W +: FLIT_W] & {FLIT_W{granted[k]}});
    end

    bl_rotor #(.REQUESTS(LANES)) rotor (
        .clk(clk), .rst(rst), .request(request), .move(move), .grant(granted));

    bl_skid #(.WIDTH(FLIT_W)) stage (
        .clk(clk), .rst(rst), .s_tvalid(send), .s_tready(ready), .s_tdata(flit),
        .m_tvalid(m_link_tvalid), .m_tready(m_link_tready), .m_tdata(m_link_tdata));

    always @(posedge clk) begin
        if (rst) begin
            in_packet <= 1'b0;
            turn      <= 11'd0;
            credits   <= {{(COUNT_W-LOG_BUFFER){1'b0}}, {LOG_BUFFER{1'b1}}};
            returned  <= 4'd0;
            sent      <= 1'b0;
            dst_ready <= 1'b0;
        end else begin
            if (send) in_packet <= ~last;
            if (move) turn <= 11'd0;
            else if (send & ~enough) turn <= turn + 1'b1;
            returned  <= m_link_credit;
            sent      <= send;
            credits   <= credits + {{(COUNT_W-4){1'b0}}, returned} - {{(COUNT_W-1){1'b0}}, sent};
            dst_ready <= ~credits[COUNT_W-1] & (|credits[COUNT_W-2:ROOM_LOG]);
        end
    end

`ifdef FORMAL
    // Rule 1: never more than 2^LOG_BUFFER + 1 flits are under way or in the peer's buffer.
    // Rule 2: every flit taken leaves, unchanged and after exactly those that were taken before it.
    // Rule 3: nothing is taken from another lane in the middle of a packet.
    // Rule 4: a flit that is offered to the link and not taken stays.
    localparam ROOM = (1 << LOG_BUFFER) + 1;
    (* anyseq *) wire f_pick;
    reg                f_reset = 1'b0, f_track = 1'b0, f_inside, f_held = 1'b0;
    reg [LANES-1:0]    f_lane;
    reg [COUNT_W:0]    f_away;              // flits that left and were not freed yet
    // flits in the link register, those before the one that is watched
    reg [1:0]          f_stage, f_ahead;
    reg [FLIT_W-1:0]   f_value, f_shown;
    wire               f_send  = |(request & take);
    wire               f_leave = m_link_tvalid & m_link_tready;
    reg [FLIT_W-1:0]   f_flit;
    integer            f_k;
    always @* begin
        f_flit = 0;
        for (f_k = 0; f_k < LANES; f_k = f_k + 1)
            if (request[f_k] && take[f_k]) f_flit = offer[f_k*FLIT_W +: FLIT_W];
    end
    always @(posedge clk) begin
        f_reset <= 1'b1;
        f_held  <= !rst && m_link_tvalid && !m_link_tready;
        f_shown <= m_link_tdata;
        if (rst) begin
            f_away   <= 0;
            f_stage  <= 0;
            f_track  <= 1'b0;
            f_inside <= 1'b0;
        end else begin
            f_away  <= f_away + f_leave - m_link_credit;
            f_stage <= f_stage + f_send - f_leave;
            if (f_send) begin
                f_inside <= !f_flit[LAST_BIT];
                f_lane   <= request & take;
            end
            if (f_track && f_leave) begin
                f_ahead <= f_ahead - 1'b1;
                if (f_ahead == 0) f_track <= 1'b0;
            end
            if (!f_track && f_pick && f_send) begin
                f_track <= 1'b1;
                f_value <= f_flit;
                f_ahead <= f_stage - f_leave;
            end
        end
    end
    wire [COUNT_W:0] f_known = {credits[COUNT_W-1], credits} + returned - sent + f_away + f_stage;
    always @* begin
        if (!f_reset) assume (rst);
        assume (m_link_credit <= f_away);
        if (f_reset) begin
            assert (f_away + f_stage <= ROOM);
            assert (f_known == ROOM - 2 && f_away <= ROOM && returned <= ROOM);
            assert (f_stage == m_link_tvalid + !ready && (m_link_tvalid || ready));
            assert (f_inside == in_packet);
            if (f_inside) assert (granted == f_lane);
            if (f_inside && f_send) assert ((request & take) == f_lane);
            if (f_held) assert (m_link_tvalid && m_link_tdata == f_shown);
            if (f_track) begin
                assert (f_ahead < f_stage);
                if (f_ahead == 0) assert (m_link_tvalid && m_link_tdata == f_value);
            end
        end
    end
`endif
endmodule
`default_nettype wire
