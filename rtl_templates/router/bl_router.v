// SPDX-License-Identifier: ISC
`default_nettype none
// Switches packets of one length from several sources to several ports, a word a cycle each.
// Contract: a source offers a packet for each port that it has one for, `some`, with the virtual
// channel there; one of them is taken with `take`. Its words are read with `read` from the next
// cycle on, `next` with the last one, and `bad` then says that the packet is damaged; a word stands
// at `words` in the cycle behind `read`. A port that is free takes a packet for whose channel
// there is `room`, of one of the first TRANSIT sources if one has some, which take turns, but of
// another one at least every eighth time; `grant` says so, with `grant_vc`. Its words leave one a
// cycle, m_first and m_last around them, with the channel written into the bits from VC_AT on of
// the first one, m_bad with the last one of a damaged packet. A source has one packet under way at
// a time; packets leave without a gap.
// Cut: what leaves is registers. Latency: 3 cycles from `some` to m_first. Throughput: a word a
// cycle of every source and port.
module bl_router #(
    // sources: 1..10
    parameter SOURCES = 6,
    // sources that go before the others: 0..SOURCES
    parameter TRANSIT = 4,
    // ports: 1..4
    parameter PORTS = 3,
    // bits of a word: 2 or more
    parameter WORD_W = 64,
    // words of a packet: 2..1025
    parameter PACKET_WORDS = 17,
    // virtual channels of a port: 1..4
    parameter VCS = 2,
    // first of two bits of the first word for the channel: 0..WORD_W - 2
    parameter VC_AT = 4,
    // derived, leave alone: bits of a virtual channel's number
    parameter VC_W = (VCS <= 2) ? 1 : 2
) (
    input  wire                          clk,
    input  wire                          rst,
    input  wire [SOURCES*PORTS-1:0]      some,
    input  wire [SOURCES*PORTS*VC_W-1:0] vc,
    output wire [SOURCES*PORTS-1:0]      take,
    output wire [SOURCES-1:0]            read,
    output wire [SOURCES-1:0]            next,
    input  wire [SOURCES-1:0]            bad,
    input  wire [SOURCES*WORD_W-1:0]     words,
    input  wire [PORTS*VCS-1:0]          room,
    output wire [PORTS-1:0]              grant,
    output wire [PORTS*VC_W-1:0]         grant_vc,
    output reg  [PORTS-1:0]              m_valid,
    output reg  [PORTS-1:0]              m_first,
    output reg  [PORTS-1:0]              m_last,
    output reg  [PORTS-1:0]              m_bad,
    output wire [PORTS*VC_W-1:0]         m_vc,
    output wire [PORTS*WORD_W-1:0]       m_word
);
    localparam [31:0] LAST = PACKET_WORDS - 1;
    localparam COUNT_W = (PACKET_WORDS <= 32) ? 5 : (PACKET_WORDS <= 64) ? 6
        : (PACKET_WORDS <= 128) ? 7 : (PACKET_WORDS <= 256) ? 8
        : (PACKET_WORDS <= 512) ? 9 : (PACKET_WORDS <= 1024) ? 10 : 11;
    localparam [SOURCES-1:0] OWN = {SOURCES{1'b1}} << TRANSIT;

    generate
        if (SOURCES < 1 || SOURCES > 10) begin : g_check_sources
            bl_router_illegal_SOURCES illegal();
        end
        if (TRANSIT < 0 || TRANSIT > SOURCES) begin : g_check_transit
            bl_router_illegal_TRANSIT illegal();
        end
        if (PORTS < 1 || PORTS > 4) begin : g_check_ports
            bl_router_illegal_PORTS illegal();
        end
        if (WORD_W < 2) begin : g_check_word_w
            bl_router_illegal_WORD_W illegal();
        end
        if (PACKET_WORDS < 2 || PACKET_WORDS > 1025) begin : g_check_packet_words
            bl_router_illegal_PACKET_WORDS illegal();
        end
        if (VCS < 1 || VCS > 4) begin : g_check_vcs
            bl_router_illegal_VCS illegal();
        end
        if (VC_AT < 0 || VC_AT > WORD_W - 2) begin : g_check_vc_at
            bl_router_illegal_VC_AT illegal();
        end
    endgenerate

    // ---- sources: the packet under way, and what may begin ----
    wire [SOURCES*PORTS-1:0] wants, wins;        // by source
    wire [SOURCES*PORTS-1:0] r_to;               // where the word behind the memory goes
    wire [SOURCES-1:0]       r_first, r_last, r_bad;
    wire [SOURCES*VC_W-1:0]  r_vc;
    genvar                   s, p;
    generate
        for (s = 0; s < SOURCES; s = s + 1) begin : g_source
            reg              busy;
            reg  [COUNT_W-1:0] count;
            reg  [PORTS-1:0] goes, behind, after;  // after: ports behind the one that was last
            reg  [VC_W-1:0]  on_vc, held_vc, b_vc;
            reg              b_first, b_last, b_bad;
            wire             last  = busy & (count == LAST[COUNT_W-1:0]);
            // the ports whose choice it is, and the one that it goes to: they take turns
            wire [PORTS-1:0] by    = wins[PORTS*s +: PORTS];
            wire [PORTS-1:0] first = |(by & after) ? by & after : by;
            wire [PORTS-1:0] one   = first & (~first + 1'b1);
            assign take[PORTS*s +: PORTS] = one;
            assign read[s] = busy;
            assign next[s] = last;
            for (p = 0; p < PORTS; p = p + 1) begin : g_want
                wire [VCS-1:0] places = room[VCS*p +: VCS];
                assign wants[PORTS*s+p] = some[PORTS*s+p] & (~busy | last)
                    & places[vc[VC_W*(PORTS*s+p) +: VC_W]];
            end
            always @* begin : channel
                integer i;
                on_vc = {VC_W{1'b0}};
                for (i = 0; i < PORTS; i = i + 1)
                    if (one[i]) on_vc = on_vc | vc[VC_W*(PORTS*s+i) +: VC_W];
            end
            assign r_to[PORTS*s +: PORTS] = behind;
            assign r_first[s] = b_first;
            assign r_last[s]  = b_last;
            assign r_bad[s]  = b_bad;
            assign r_vc[VC_W*s +: VC_W] = b_vc;
            always @(posedge clk) begin
                busy  <= (|one) | (busy & ~last);
                count <= ((|one) | ~busy) ? {COUNT_W{1'b0}} : count + 1'b1;
                if (|one) begin
                    goes    <= one;
                    held_vc <= on_vc;
                    after   <= ~(one | (one - 1'b1));
                end
                // behind the memory
                behind  <= busy ? goes : {PORTS{1'b0}};
                b_first <= busy & (~(|count));
                b_last  <= last;
                b_bad  <= last & bad[s];
                b_vc    <= held_vc;
                if (rst) begin
                    busy   <= 1'b0;
                    behind <= {PORTS{1'b0}};
                    after  <= {PORTS{1'b0}};
                end
            end
        end
    endgenerate

    // ---- ports ----
    genvar                   q;
    generate
        for (p = 0; p < PORTS; p = p + 1) begin : g_port
            reg  [COUNT_W-1:0] left;             // words until another one may begin
            reg  [SOURCES-1:0] above, beyond;    // behind the last one; the last own one
            reg  [2:0]         waited;           // packets that went before an own one
            wire [SOURCES-1:0] asks, given, from;
            wire               free = ~(|left);
            wire [SOURCES-1:0] own   = asks & OWN, transit = asks & ~OWN;
            wire               yields = |own & (&waited);
            wire               owns  = yields | ~(|transit);
            wire [SOURCES-1:0] these = owns ? own : transit;
            wire [SOURCES-1:0] later = these & (owns ? beyond : above);
            wire [SOURCES-1:0] first = (|later) ? later : these;
            wire [SOURCES-1:0] one   = first & (~first + 1'b1);
            reg  [VC_W-1:0]    o_vc, g_vc;
            reg  [WORD_W-1:0]  o_word, word;
            reg  [VC_W-1:0]    to_vc;
            for (q = 0; q < SOURCES; q = q + 1) begin : g_ask
                assign asks[q]  = wants[PORTS*q+p] & free;
                assign from[q]  = r_to[PORTS*q+p];
                assign given[q] = take[PORTS*q+p];
                assign wins[PORTS*q+p] = one[q];
            end
            assign grant[p] = |given;
            assign grant_vc[VC_W*p +: VC_W] = g_vc;
            always @* begin : gather
                integer i;
                o_word = {WORD_W{1'b0}};
                o_vc   = {VC_W{1'b0}};
                g_vc   = {VC_W{1'b0}};
                for (i = 0; i < SOURCES; i = i + 1) begin
                    o_word = o_word | (words[i*WORD_W +: WORD_W] & {WORD_W{from[i]}});
                    if (from[i] & r_first[i]) o_vc = o_vc | r_vc[VC_W*i +: VC_W];
                    if (one[i]) g_vc = g_vc | vc[VC_W*(PORTS*i+p) +: VC_W];
                end
                if (|(from & r_first)) o_word[VC_AT +: 2] = {{(2-VC_W){1'b0}}, o_vc};
            end
            assign m_word[p*WORD_W +: WORD_W] = word;
            assign m_vc[VC_W*p +: VC_W] = to_vc;
            always @(posedge clk) begin
                if (|given) begin
                    if (owns) beyond <= ~(given | (given - 1'b1));
                    else above <= ~(given | (given - 1'b1));
                    waited <= (|(given & OWN)) ? 3'd0 : waited + {2'd0, ~(&waited)};
                end
                left       <= (|given) ? LAST[COUNT_W-1:0] : left - {{(COUNT_W-1){1'b0}}, ~free};
                m_valid[p] <= |from;
                m_first[p] <= |(from & r_first);
                m_last[p]  <= |(from & r_last);
                m_bad[p]  <= |(from & r_bad);
                if (|(from & r_first)) to_vc <= o_vc;
                word       <= o_word;
                if (rst) begin
                    above      <= {SOURCES{1'b0}};
                    beyond     <= {SOURCES{1'b0}};
                    waited     <= 3'd0;
                    left       <= {COUNT_W{1'b0}};
                    m_valid[p] <= 1'b0;
                    m_first[p] <= 1'b0;
                    m_last[p]  <= 1'b0;
                    m_bad[p]  <= 1'b0;
                end
            end
        end
    endgenerate
endmodule
`default_nettype wire
