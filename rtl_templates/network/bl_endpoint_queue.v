// SPDX-License-Identifier: ISC
`default_nettype none
// The flits on their way from a lane to one of several links that it shares with other lanes, so
// that the lane goes on to another link while this one serves another lane.
// Contract: flits leave in the order in which they came. `room`: PACKET_WORDS flits and four more
// have room. 2^LOG_DEPTH flits are held.
// Cut: s_tready, m_tvalid and room are registers; m_tdata is read by a registered address.
// Latency: 1 cycle, room 2. Throughput: 1 flit a cycle.
module bl_endpoint_queue #(
    // bits in a flit: 1 or more
    parameter WIDTH = 270,
    // longest packet in flits: 1..256
    parameter PACKET_WORDS = 16,
    // derived, leave alone: log2 of the flits held
    parameter LOG_DEPTH = (PACKET_WORDS <= 14) ? 5 : (PACKET_WORDS <= 30) ? 6
        : (PACKET_WORDS <= 62) ? 7 : (PACKET_WORDS <= 126) ? 8 : (PACKET_WORDS <= 254) ? 9 : 10
) (
    input  wire             clk,
    input  wire             rst,
    output reg              room,
    input  wire             s_tvalid,
    output wire             s_tready,
    input  wire [WIDTH-1:0] s_tdata,
    output wire             m_tvalid,
    input  wire             m_tready,
    output wire [WIDTH-1:0] m_tdata
);
    localparam [LOG_DEPTH:0] MOST = (1 << LOG_DEPTH) - PACKET_WORDS - 4;

    generate
        if (WIDTH < 1) begin : g_check_width
            bl_endpoint_queue_illegal_WIDTH illegal();
        end
        if (PACKET_WORDS < 1 || PACKET_WORDS > 256) begin : g_check_packet_words
            bl_endpoint_queue_illegal_PACKET_WORDS illegal();
        end
    endgenerate

    reg [LOG_DEPTH:0] held;
    wire              push = s_tvalid & s_tready;
    wire              pop  = m_tvalid & m_tready;

    bl_fifo #(.WIDTH(WIDTH), .LOG_DEPTH(LOG_DEPTH)) queue (
        .clk(clk), .rst(rst), .s_tvalid(s_tvalid), .s_tready(s_tready), .s_tdata(s_tdata),
        .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tdata(m_tdata));

    always @(posedge clk) begin
        if (rst) begin
            held <= {(LOG_DEPTH+1){1'b0}};
            room <= 1'b0;
        end else begin
            held <= held + {{LOG_DEPTH{1'b0}}, push} - {{LOG_DEPTH{1'b0}}, pop};
            room <= held <= MOST;
        end
    end

`ifdef FORMAL
    // Rule 1: `held` is the number of flits in the queue. Rule 2: with `room`, PACKET_WORDS flits
    // and three more find a place: no more than one can have come since.
    reg                 f_reset = 1'b0;
    reg [LOG_DEPTH+1:0] f_count;
    always @(posedge clk) begin
        f_reset <= 1'b1;
        if (rst) f_count <= 0;
        else f_count <= f_count + push - pop;
    end
    always @* begin
        if (!f_reset) assume (rst);
        if (f_reset) begin
            assert (held == f_count && f_count <= (1 << LOG_DEPTH));
            assert (m_tvalid == (f_count != 0));
            assert (s_tready == (f_count != (1 << LOG_DEPTH)));
            if (room) assert (f_count + PACKET_WORDS + 3 <= (1 << LOG_DEPTH));
        end
    end
`endif
endmodule
`default_nettype wire
