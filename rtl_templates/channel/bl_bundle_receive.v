// SPDX-License-Identifier: ISC
`default_nettype none
// The receiving end of a bundle at one peer: takes that peer's words into its buffer and grants it
// the places again.
// Contract: `arrive`: a word of the peer; it is taken in every cycle. The peer begins with all
// 2^LOG_DEPTH places. A quarter of them is granted (`give`) whenever so many have become free and
// the link takes a flit (`take`); `given` takes it in the same cycle. A word for which there is no
// room, which granted places exclude, is dropped: `over`.
// Cut: words are registered as they come; m_* are those of bl_channel_buffer; give is a register
// but for take.
// Latency: 1 cycle and that of the buffer. Throughput: a word a cycle.
module bl_bundle_receive #(
    // bits of a word: 1 or more
    parameter WORD_W = 264,
    // log2 of the words in the buffer: 2..14
    parameter LOG_DEPTH = 9
) (
    input  wire               clk,
    input  wire               rst,
    // words of the peer
    input  wire               arrive,
    input  wire [WORD_W-1:0]  arrived,
    output reg                over,
    // grants to the peer
    input  wire               take,
    output wire               give,
    output wire [LOG_DEPTH:0] grant,
    input  wire               given,
    // to the kernel
    output wire               m_tvalid,
    input  wire               m_tready,
    output wire [WORD_W-1:0]  m_tdata
);
    localparam [LOG_DEPTH:0] QUARTER = 1 << (LOG_DEPTH - 2);

    generate
        if (WORD_W < 1) begin : g_check_word_w
            bl_bundle_receive_illegal_WORD_W illegal();
        end
        if (LOG_DEPTH < 2 || LOG_DEPTH > 14) begin : g_check_log_depth
            bl_bundle_receive_illegal_LOG_DEPTH illegal();
        end
    endgenerate

    reg               came;
    reg  [WORD_W-1:0] word;
    reg  [LOG_DEPTH:0] held, freed;        // words in the buffer; places that are to be granted
    wire              store = came & ~held[LOG_DEPTH];
    wire              leave = m_tvalid & m_tready;
    bl_channel_buffer #(.WIDTH(WORD_W), .LOG_DEPTH(LOG_DEPTH)) buffer (
        .clk(clk), .rst(rst), .s_tvalid(store), .s_tdata(word), .m_tvalid(m_tvalid),
        .m_tready(m_tready), .m_tdata(m_tdata));

    assign grant = QUARTER;
    assign give  = (|freed[LOG_DEPTH -: 3]) & take;

    always @(posedge clk) begin
        word  <= arrived;
        came  <= arrive;
        over  <= came & held[LOG_DEPTH];
        held  <= held + {{LOG_DEPTH{1'b0}}, store} - {{LOG_DEPTH{1'b0}}, leave};
        freed <= freed + {{LOG_DEPTH{1'b0}}, leave} - (given ? QUARTER : {(LOG_DEPTH+1){1'b0}});
        if (rst) begin
            came  <= 1'b0;
            over  <= 1'b0;
            held  <= {(LOG_DEPTH+1){1'b0}};
            freed <= {(LOG_DEPTH+1){1'b0}};
        end
    end

`ifdef FORMAL
    // What bl_bundle_send does is assumed: no word without a place (bl_bundle_pair joins both).
    // Rule 1: places that the peer has, that are taken, and that are to be granted are all there
    // are, so no word is ever without one. Rule 2: no place is granted twice. Rule 3: as soon as a
    // quarter is free and the link takes a flit, it is granted. Rule 4: a word that is held is
    // offered within 2 cycles.
    localparam DEPTH = 1 << LOG_DEPTH;
    reg                 f_reset = 1'b0;
    reg [1:0]           f_waits;
    reg [LOG_DEPTH+1:0] f_out;            // places that the peer has
    wire [LOG_DEPTH+2:0] f_sum = f_out + held + came + freed;
    always @(posedge clk) begin
        f_reset <= 1'b1;
        f_waits <= rst || held == 0 || m_tvalid ? 0 : f_waits + !(&f_waits);
        f_out   <= rst ? DEPTH : f_out + (given ? grant : 0) - arrive;
    end
    always @* begin
        if (!f_reset) assume (rst);
        assume (given == give || !given);
        assume (!arrive || f_out != 0);
        if (f_reset) begin
            assert (!over && held + came <= DEPTH && f_sum == DEPTH);
            assert (f_waits < 2);
            if (give) assert (freed >= grant && take);
            if (freed >= QUARTER && take) assert (give);
        end
    end
`endif
endmodule
`default_nettype wire
