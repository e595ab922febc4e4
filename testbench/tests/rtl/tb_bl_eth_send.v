// The sending half of an Ethernet port against peers of the bench's own, which greet, acknowledge,
// lose frames and ask for them: every word of every peer arrives once, in order, with its channel,
// epoch, keep and end. Heads and payloads are worked out byte by byte of what is to be said in the
// cycle in which a frame is begun. Greetings and reports go before data; no more than the window is
// out; nothing is sent while the link is not open; what is there leaves within a bound, and a peer
// that is silent fails.
// config: -Ptb_bl_eth_send.K=1 -Ptb_bl_eth_send.WIDTH=64
// config: -Ptb_bl_eth_send.K=4 -Ptb_bl_eth_send.WIDTH=128 -Ptb_bl_eth_send.LOSE=8
// config: -Ptb_bl_eth_send.K=1 -Ptb_bl_eth_send.WIDTH=128 -Ptb_bl_eth_send.LOSE=4 -Ptb_bl_eth_send.SLOTS=6
`timescale 1ns/1ps
module tb_bl_eth_send;
    // K: words of a row; LOSE: one frame in so many is lost, 0: none
    parameter K = 1, WIDTH = 64, LOSE = 0, SLOTS = 16, WORDS = 600;
    localparam NODES = 3, SELF = 1, D = 32, RUN = 12, LOG = 3, RING = 8, WINDOW = 6, FLIT_W = 39;
    localparam B = WIDTH / 8, TIMEOUT = 20, RETRIES = 8, TICK = 8, QUEUE = 8192;
    localparam [63:0] HASH = 64'h0123_4567_89ab_cdef;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg                     tick = 0, open = 1, m_ready = 0, report_valid = 0;
    reg  [NODES-1:0]        s_valid = 0, known = 0, ready = 0, greet = 0, peer_alive = 0,
                            ack_valid = 0;
    reg  [NODES-1:0]        due = 0, urgent = 0;
    wire [NODES-1:0]        s_ready, greeted, ack_sent, report_sent, failed_out;
    reg  [NODES*FLIT_W-1:0] s_data = 0;
    reg  [NODES*48-1:0]     addresses;
    reg  [NODES*16-1:0]     sessions, credit = 0;
    reg  [23:0]             ack = 0;
    reg  [RING-1:0]         report = 0;
    reg  [NODES*24-1:0]     expected = 0;
    reg  [NODES*RING-1:0]   missing = 0;
    wire [RING-1:0]         missing_sent;
    wire                    event_valid, m_valid, m_last;
    wire [2:0]              what;
    wire [1:0]              who;
    wire [WIDTH-1:0]        m_data;
    wire [B-1:0]            m_keep;
    wire [NODES-1:0]        self = 1 << SELF;
    localparam [47:0] ADDRESS = 48'h02_11_22_33_44_55;
    bl_eth_send #(.NODES(NODES), .NODE_W(2), .ELEMS(2), .ELEM_W(16), .CHAN_W(2), .WORD_W(D),
        .WIDTH(WIDTH), .RUN_WORDS(RUN), .SLOTS(SLOTS), .SLOT_W(4), .LOG_WINDOW(LOG),
        .WINDOW(WINDOW), .TIMEOUT(TIMEOUT), .RETRIES(RETRIES), .ROW_WORDS(K)) dut (
        .clk(clk), .rst(rst), .tick(tick), .open(open), .self(self), .s_tvalid(s_valid),
        .s_tready(s_ready), .s_tdata(s_data), .address(ADDRESS), .addresses(addresses),
        .ethertype(16'h88b5), .session(16'h1234), .hash(HASH), .known(known),
        .sessions(sessions), .ready(ready), .greet(greet), .greeted(greeted),
        .peer_alive(peer_alive),
        .ack_valid(ack_valid), .ack(ack), .report_valid(report_valid), .report(report),
        .expected(expected), .missing(missing), .credit(credit), .due(due), .urgent(urgent),
        .ack_sent(ack_sent), .report_sent(report_sent), .missing_sent(missing_sent),
        .failed(failed_out), .event_valid(event_valid), .event_code(what), .event_peer(who),
        .m_mac_tvalid(m_valid), .m_mac_tready(m_ready), .m_mac_tdata(m_data),
        .m_mac_tkeep(m_keep), .m_mac_tlast(m_last));

    integer seed = 6, now = 0, failed = 0, i, k, n, p, at = 0, begun = 0, ended = 0, shut = 0;
    integer losses = 0, again = 0, probes = 0, reports = 0, greetings = 0, fresh = 0, total = 0;
    integer asked [0:2], pressed [0:2], quiet [0:2], rests [0:2], dead = 0, first = -1, fast = 0;
    // by peer: flits given and arrived; frames: next new one, next to be delivered, acknowledged
    integer given [0:2], got [0:2], next [0:2], want [0:2], acked [0:2], wait_ack [0:2];
    reg [2:0]        lack [0:2];                 // report too
    reg [FLIT_W-1:0] flits [0:3*QUEUE-1];
    reg [RING-1:0]   has [0:2], known_lost [0:2], bits;
    reg [8*400-1:0]  frame, kept [0:3*RING-1];
    integer          length;
    // heads as they should be, from the cycle in which the frame is begun
    integer          h_kind [0:63], h_peer [0:63], h_probe [0:63], h_new [0:63];
    integer          h_acked [0:63], was_acked [0:11]; // 4 cycles of a peer
    reg [23:0]       h_expected [0:63];
    reg [15:0]       h_credit [0:63], h_session [0:63];
    reg [63:0]       h_bits [0:63];
    reg [NODES-1:0]  loaded = 0;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    function [7:0] on_wire; input integer at; on_wire = frame >> (8 * at); endfunction
    // `bytes` bytes from `at` on, the first on top
    function [63:0] field; input integer at, bytes; integer j; begin
        field = 0;
        for (j = 0; j < bytes; j = j + 1) field = {field[55:0], on_wire(at + j)};
    end endfunction
    task fail;
        input [8*48-1:0] why;
        begin
            if (!failed) $display("FAIL %0s cycle %0d frame %0d", why, now, ended);
            failed = 1;
            $finish(0);
        end
    endtask
    // frame `want` of peer p has come: its words are the next ones
    task deliver;
        integer words, j;
        reg [FLIT_W-1:0] f, g;
        reg [8*400-1:0] all;
        begin
            all = kept[p*RING+want[p]%RING];
            words = all[8*399 +: 8];
            for (j = 0; j < words; j = j + 1) begin
                f = flits[p*QUEUE+(got[p]%QUEUE)];
                if (got[p] >= given[p]) fail("a word too many");
                // {epoch, end, last, channel, keep}
                g[38] = all[8*14+4];
                g[37] = j == words - 1 ? all[8*14+5] : 1'b0;
                g[36] = f[36];
                g[35:34] = all[8*25 +: 2];
                g[33:32] = j == words - 1 ? all[8*27 +: 2] : 2'b11;
                g[31:0] = all[8*(30+4*j) +: 32];
                if (g !== f) fail("a word");
                got[p] = got[p] + 1;
                total = total + 1;
            end
            want[p] = want[p] + 1;
        end
    endtask
    task check_frame;                            // frame, of `length` bytes
        reg [31:0] seq;
        begin
            i = ended % 64;
            p = h_peer[i];
            if (ended >= begun) fail("a frame that nobody began");
            if (field(0, 6) !== addresses[48*p +: 48] || field(6, 6) !== ADDRESS
                || field(12, 2) !== 16'h88b5) fail("addresses");
            if (on_wire(14) % 16 !== h_kind[i]) fail("a kind");
            if (field(15, 2) !== 16'h1234) fail("the session");
            if (field(20, 3) !== h_expected[i] || field(23, 2) !== h_credit[i])
                fail("what is reported");
            if (frame[8*14+7] !== h_probe[i]) fail("a question");
            n = field(28, 2);
            if (length != 30 + n) fail("the length");
            seq = field(17, 3);
            if (h_kind[i] == 3) begin
                greetings = greetings + 1;
                if (n != 10 || field(30, 2) !== h_session[i] || field(32, 8) !== HASH
                    || field(25, 3) !== 0) fail("a greeting");
            end else if (h_kind[i] == 2) begin
                reports = reports + 1;
                if (n != 8 || field(30, 8) !== h_bits[i] || field(25, 3) !== 0) fail("a report");
            end else begin
                if (n == 0 || n % 4 != 0 || n > 4 * RUN || !frame[8*14+6]) fail("a data frame");
                if (h_new[i]) begin
                    if (seq !== next[p]) fail("a sequence number");
                    next[p] = next[p] + 1;
                    fresh = fresh + 1;
                end else if (seq >= next[p]) fail("one that was not sent is sent again");
                else if (seq < h_acked[i]) fail("one that was acknowledged is sent again");
                if (seq >= acked[p] + WINDOW) fail("more than the window");
                quiet[p] = 0;
                // what the peer does with it
                if (LOSE != 0 && draw(LOSE) == 0 || dead && p == 2) losses = losses + 1;
                else begin
                    if (seq >= want[p]) begin
                        if (seq >= want[p] + RING) fail("far beyond");
                        if (!has[p][seq%RING]) begin
                            has[p][seq%RING] = 1;
                            kept[p*RING+seq%RING] = frame;
                            kept[p*RING+seq%RING][8*399 +: 8] = n / 4;
                        end
                        // those that it has overtaken are asked for, once
                        for (k = want[p]; k < seq; k = k + 1)
                            if (!has[p][k%RING] && !known_lost[p][k%RING]) begin
                                known_lost[p][k%RING] = 1;
                                lack[p][0] = 1;
                            end
                        while (has[p][want[p]%RING]) begin
                            has[p][want[p]%RING] = 0;
                            known_lost[p][want[p]%RING] = 0;
                            deliver;
                        end
                    end
                    if (h_probe[i]) begin
                        for (k = want[p]; k < next[p]; k = k + 1)
                            if (!has[p][k%RING]) known_lost[p][k%RING] = 1;
                        lack[p][0] = 1;
                    end
                    lack[p][1] = 1;
                end
            end
            ended = ended + 1;
        end
    endtask
    initial begin
        for (p = 0; p < NODES; p = p + 1) begin
            addresses[48*p +: 48] = 48'h0200_0000_1000 + 48'h10_0001 * p;
            sessions[16*p +: 16] = 16'ha000 + p;
            given[p] = 0; got[p] = 0; next[p] = 0; want[p] = 0; acked[p] = 0; wait_ack[p] = 0;
            lack[p] = 0; has[p] = 0; known_lost[p] = 0; asked[p] = 0; pressed[p] = 0;
            quiet[p] = 0; rests[p] = 0;
            for (k = 0; k < 4; k = k + 1) was_acked[4*p+k] = 0;
        end
        repeat (4) @(posedge clk);
        rst <= 0;
        // greetings only, to both peers
        repeat (2 * TIMEOUT * TICK) @(posedge clk);
        if (!failed && (greetings < 4 || fresh != 0 || reports != 0)) fail("greetings");
        known[0] <= 1;
        known[2] <= 1;
        repeat (2 * TIMEOUT * TICK) @(posedge clk);
        ready[0] <= 1;
        ready[2] <= 1;
        while (total < 2 * WORDS && now < 200000 && !failed) @(posedge clk);
        if (!failed && total < 2 * WORDS) begin
            $display("FAIL %0d of %0d words", total, 2 * WORDS);
            failed = 1;
        end
        if (!failed && failed_out != 0) fail("a peer failed");
        if (!failed && ((K == 1 && fast < 1) || reports < 20 || (LOSE == 0 ? again > 0
            : again < 5 || probes < 1))) begin
            $display("FAIL %0d latencies, %0d reports, again %0d, probes %0d", fast, reports, again,
                probes);
            failed = 1;
        end
        // a peer that says nothing any more
        dead = 1;
        repeat ((RETRIES + 4) * TIMEOUT * TICK) @(posedge clk);
        if (!failed && failed_out !== 3'b100) fail("a silent peer");
        if (!failed) $display("PASS");
        $finish(0);
    end
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        // events of frames that were begun in the cycle before
        if (event_valid !== (loaded != 0)) fail("an event");
        if (event_valid) begin
            i = (begun + 63) % 64;
            if (loaded !== 1 << who || (h_kind[i] == 3 ? what !== 4 : h_kind[i] == 2 ? what !== 3
                : what > 2)) fail("which event");
            // what of the data it is, which its head has to bear out
            if (h_kind[i] == 1) begin
                h_new[i] = what == 0;
                h_probe[i] = what == 2;
                again = again + (what == 1);
                probes = probes + (what == 2);
            end
        end
        loaded = ack_sent;
        for (p = 0; p < NODES; p = p + 2) begin
            for (k = 3; k > 0; k = k - 1) was_acked[4*p+k] = was_acked[4*p+k-1];
            was_acked[4*p] = acked[p];
        end
        shut = open ? 0 : shut + 1;
        if (ack_sent != 0) begin
            if (ack_sent & self || (ack_sent & (ack_sent - 1))) fail("to nobody");
            if (shut > 4) fail("a frame without a link");
            p = ack_sent[0] ? 0 : 2;
            i = begun % 64;
            h_peer[i] = p;
            h_kind[i] = greeted != 0 ? 3 : report_sent != 0 ? 2 : 1;
            if ((greeted | report_sent) & ~ack_sent || (greeted && report_sent)) fail("reported");
            h_expected[i] = expected[24*p +: 24];
            h_credit[i] = credit[16*p +: 16];
            h_acked[i] = was_acked[4*p+3];
            h_session[i] = known[p] ? sessions[16*p +: 16] : 0;
            for (k = 0; k < 64; k = k + 1) h_bits[i][k] = k < RING
                && missing[p*RING+(expected[24*p +: 24]+k)%RING];
            if (report_sent != 0 && missing_sent !== missing[p*RING +: RING]) fail("missing_sent");
            h_probe[i] = h_kind[i] == 3 && !ready[p];
            if (h_kind[i] != 3 && !(known[p] && ready[p])) fail("a frame to a peer not met");
            begun = begun + 1;
        end
        // what is to be said goes before data: a frame that has been begun, those in front of it
        for (p = 0; p < NODES; p = p + 2) begin
            asked[p] = open && greet[p] && !greeted[p] ? asked[p] + 1 : 0;
            pressed[p] = open && urgent[p] && known[p] && ready[p] && !report_sent[p]
                ? pressed[p] + 1 : 0;
            if (asked[p] > 60 || pressed[p] > 80) fail("what is to be said waits");
            // the window is not full, no word is taken: not for long
            rests[p] = open && ready[p] && s_valid[p] && !s_ready[p]
                && next[p] == acked[p] && wait_ack[p] == 0 && lack[p] == 0 ? rests[p] + 1 : 0;
            if (rests[p] > 400 && SLOTS > 8) fail("words wait");
            if (greeted[p]) greet[p] <= 0;
            if (ack_sent[p]) due[p] <= 0;
            if (report_sent[p]) urgent[p] <= 0;
            if (s_valid[p] && s_ready[p]) begin
                flits[p*QUEUE+given[p]%QUEUE] = s_data[p*FLIT_W +: FLIT_W];
                // alone, and the run ends with it: its frame is there 8 cycles later
                if (K == 1 && open && ready == 3'b101 && !m_valid && begun == ended && loaded == 0
                    && given[0] == got[0] && given[2] == got[2] && greet == 0 && due == 0
                    && urgent == 0 && s_data[p*FLIT_W+37] && next[p] == acked[p] && first < 0)
                    first = now;
                given[p] = given[p] + 1;
            end
        end
        if (first >= 0 && m_valid) begin
            if (now - first > 9) fail("a lone flit is late");
            fast = fast + 1;
            first = -1;
        end
        if (first >= 0 && (!open || greet != 0 || due != 0 || urgent != 0)) first = -1;
        if (first >= 0 && now - first > 30) fail("a lone flit does not come");
        if (s_ready[SELF]) fail("a flit of its own");
        if (m_valid && m_ready) begin
            for (k = 0; k < B; k = k + 1) if (m_keep[k]) begin
                frame[8*at +: 8] = m_data[8*k +: 8];
                at = at + 1;
            end
            if (m_last) begin
                length = at;
                at = 0;
                check_frame;
            end
        end
    end
    reg [NODES-1:0] went = 0;
    always @(posedge clk) went <= s_valid & s_ready & ~{NODES{rst}};
    always @(posedge clk) #1 s_valid = s_valid & ~went;
    always @(negedge clk) if (!rst && !failed) begin
        m_ready = draw(6) != 0;
        tick = now % TICK == 0;
        open = open ? draw(600) != 0 : draw(30) == 0;
        s_valid[SELF] = 1;
        for (k = 0; k < NODES; k = k + 2) begin
            if (!s_valid[k] && given[k] < WORDS + (dead ? 20 : 0) && (now / 256 + k) % 3 != 0
                && draw((now / 512) % 2 ? 60 : 2) == 0) begin
                s_valid[k] = 1;
                n = k * FLIT_W;
                if (draw(12) == 0) {s_data[n+38], s_data[n+34 +: 2]} = draw(8);
                s_data[n+36] = draw(6) == 0;
                s_data[n+37] = draw((now / 512) % 2 ? 3 : 20) == 0;
                s_data[n+32 +: 2] = draw(12) == 0 ? draw(4) : 3;
                s_data[n +: 32] = {k[3:0], given[k][27:0]};
            end
            // what there is to say
            if (draw(40) == 0) credit[16*k +: 16] = credit[16*k +: 16] + draw(9);
            if (draw(40) == 0) expected[24*k +: 24] = expected[24*k +: 24] + draw(3);
            if (draw(40) == 0) missing[RING*k +: RING] = $random(seed);
            if (draw(150) == 0) due[k] = 1;
            if (draw(300) == 0) urgent[k] = 1;
            if (draw(900) == 0) greet[k] = 1;
        end
        // acknowledges, of one peer a cycle; what a peer lacks with it, if it is known to
        ack_valid = 0;
        report_valid = 0;
        peer_alive = now % 64 == 0 ? (dead ? 3'b001 : 3'b101) : 0;
        k = draw(2) * 2;
        if (lack[k] != 0 && draw(12) == 0 && !(dead && k == 2)) begin
            ack_valid[k] = 1;
            ack = want[k];
            report = 0;
            if (lack[k][0]) begin
                report_valid = 1;
                report = known_lost[k];
            end
            acked[k] = want[k];
            lack[k] = 0;
        end
    end
endmodule
