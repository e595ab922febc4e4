// SPDX-License-Identifier: ISC
`default_nettype none
// Switches packets of one length from several sources to several ports, a word a cycle each.
// Contract: a source offers the packet that is next, `some`, with the port that it is for, 1 up (0:
// none yet), and the virtual channel there; it is taken with `take`. Its words are read with
// `read`, `next` with the last one; a word stands at `words` in the next cycle. A port that is free
// takes the packet of a source in turn, for whose channel there is `room`; `grant` says so, with
// `grant_vc`. Its words leave one a cycle, m_first and m_last around them, with the channel written
// into bit VC_AT of the first one. A source has one packet under way at a time, and the next one in
// waiting, so that packets leave without a gap.
// Cut: what leaves is registers. Latency: 4 cycles from `some` to m_first. Throughput: a word a
// cycle of every source and port.
module bl_router #(
    // sources: 1..8
    parameter SOURCES = 5,
    // ports: 1..3
    parameter PORTS = 3,
    // bits of a word: 1 or more
    parameter WORD_W = 64,
    // words of a packet: 2..1025
    parameter PACKET_WORDS = 17,
    // bit of the first word for the channel: 0..WORD_W - 1
    parameter VC_AT = 3
) (
    input  wire                      clk,
    input  wire                      rst,
    input  wire [SOURCES-1:0]        some,
    input  wire [SOURCES*2-1:0]      port,
    input  wire [SOURCES-1:0]        vc,
    output wire [SOURCES-1:0]        take,
    output wire [SOURCES-1:0]        read,
    output wire [SOURCES-1:0]        next,
    input  wire [SOURCES*WORD_W-1:0] words,
    input  wire [PORTS*2-1:0]        room,
    output wire [PORTS-1:0]          grant,
    output wire [PORTS-1:0]          grant_vc,
    output reg  [PORTS-1:0]          m_valid,
    output reg  [PORTS-1:0]          m_first,
    output reg  [PORTS-1:0]          m_last,
    output reg  [PORTS-1:0]          m_vc,
    output wire [PORTS*WORD_W-1:0]   m_word
);
    localparam [31:0] LAST = PACKET_WORDS - 1;

    generate
        if (SOURCES < 1 || SOURCES > 8) begin : g_check_sources
            bl_router_illegal_SOURCES illegal();
        end
        if (PORTS < 1 || PORTS > 3) begin : g_check_ports
            bl_router_illegal_PORTS illegal();
        end
        if (WORD_W < 1) begin : g_check_word_w
            bl_router_illegal_WORD_W illegal();
        end
        if (PACKET_WORDS < 2 || PACKET_WORDS > 1025) begin : g_check_packet_words
            bl_router_illegal_PACKET_WORDS illegal();
        end
        if (VC_AT < 0 || VC_AT >= WORD_W) begin : g_check_vc_at
            bl_router_illegal_VC_AT illegal();
        end
    endgenerate

    // ---- sources: the packet that waits, and the one under way ----
    wire [SOURCES-1:0]       given;              // its packet begins
    wire [SOURCES*PORTS-1:0] wants;              // one-hot, of one that may begin
    wire [SOURCES-1:0]       channel, active, ends, r_first, r_last, r_vc;
    wire [SOURCES*PORTS-1:0] r_to;
    genvar                   s, p;
    generate
        for (s = 0; s < SOURCES; s = s + 1) begin : g_source
            reg              waits, busy, on_vc;
            reg  [1:0]       to;
            reg  [10:0]      count;
            reg  [PORTS-1:0] goes, behind;
            reg              held_vc, b_first, b_last, b_vc;
            wire             last = busy & (count == LAST[10:0]);
            assign take[s]    = some[s] & (|port[2*s +: 2]) & (~waits | given[s]);
            assign channel[s] = on_vc;
            assign active[s]  = busy;
            assign ends[s]    = last;
            assign read[s]    = busy;
            assign next[s]    = last;
            for (p = 0; p < PORTS; p = p + 1) begin : g_want
                localparam [31:0] NUMBER = p + 1;
                assign wants[s*PORTS+p] = waits & (~busy | last) & (to == NUMBER[1:0])
                    & (on_vc ? room[2*p+1] : room[2*p]);
            end
            assign r_to[s*PORTS +: PORTS] = behind;
            assign r_first[s] = b_first;
            assign r_last[s]  = b_last;
            assign r_vc[s]    = b_vc;
            always @(posedge clk) begin
                if (take[s]) begin
                    to    <= port[2*s +: 2];
                    on_vc <= vc[s];
                end
                waits <= take[s] | (waits & ~given[s]);
                busy  <= given[s] | (busy & ~last);
                count <= (given[s] | ~busy) ? 11'd0 : count + 1'b1;
                if (given[s]) begin
                    goes    <= wants[s*PORTS +: PORTS];
                    held_vc <= on_vc;
                end
                // behind the memory
                behind  <= busy ? goes : {PORTS{1'b0}};
                b_first <= busy & (count == 11'd0);
                b_last  <= last;
                b_vc    <= held_vc;
                if (rst) begin
                    waits  <= 1'b0;
                    busy   <= 1'b0;
                    behind <= {PORTS{1'b0}};
                end
            end
        end
    endgenerate

    // ---- ports ----
    wire [SOURCES*PORTS-1:0] wins;               // by port
    genvar                   q;
    generate
        for (p = 0; p < PORTS; p = p + 1) begin : g_port
            reg  [10:0]        left;             // words until another one may begin
            reg  [SOURCES-1:0] above;            // behind the one that was last
            wire [SOURCES-1:0] asks, first, one, from;
            reg                o_vc;
            reg  [WORD_W-1:0]  o_word, word;
            wire               free = ~(|left);
            for (q = 0; q < SOURCES; q = q + 1) begin : g_ask
                assign asks[q] = wants[q*PORTS+p] & free;
                assign from[q] = r_to[q*PORTS+p];
            end
            assign first = |(asks & above) ? asks & above : asks;
            assign one   = first & (~first + 1'b1);
            assign wins[p*SOURCES +: SOURCES] = one;
            assign grant[p]    = |one;
            assign grant_vc[p] = |(one & channel);
            always @* begin : gather
                integer i;
                o_word = {WORD_W{1'b0}};
                for (i = 0; i < SOURCES; i = i + 1)
                    o_word = o_word | (words[i*WORD_W +: WORD_W] & {WORD_W{from[i]}});
                o_vc = |(from & r_vc);
                if (|(from & r_first)) o_word[VC_AT] = o_vc;
            end
            assign m_word[p*WORD_W +: WORD_W] = word;
            always @(posedge clk) begin
                if (|one) above <= ~(one | (one - 1'b1));
                left       <= (|one) ? LAST[10:0] : left - {10'd0, ~free};
                m_valid[p] <= |from;
                m_first[p] <= |(from & r_first);
                m_last[p]  <= |(from & r_last);
                m_vc[p]    <= o_vc;
                word       <= o_word;
                if (rst) begin
                    above      <= {SOURCES{1'b0}};
                    left       <= 11'd0;
                    m_valid[p] <= 1'b0;
                    m_first[p] <= 1'b0;
                    m_last[p]  <= 1'b0;
                end
            end
        end
        for (s = 0; s < SOURCES; s = s + 1) begin : g_given
            wire [PORTS-1:0] by;
            for (p = 0; p < PORTS; p = p + 1) begin : g_by
                assign by[p] = wins[p*SOURCES+s];
            end
            assign given[s] = |by;
        end
    endgenerate
    wire unused = &{1'b0, active, ends, 1'b0};
endmodule
`default_nettype wire
