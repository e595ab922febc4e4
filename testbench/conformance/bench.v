// The conformance bench of the network port: drives the ports of NODES nodes as pipelines may,
// checks all that docs/networks.md promises of a network, and prints one line: PASS or FAIL with
// the reason, and words per cycle. The case is chosen by +case=NAME.
//
// Every node runs through epochs. In an epoch every lane sends an amount of words to every node and
// channel that it reaches, in packets, the last one with the end mark (a packet with an empty word
// where the amount is 0). Every word says where it comes from and its number. A node goes on to the
// next epoch when it has sent its own marks and received all of its sources': nodes are at most one
// epoch apart.
`timescale 1ns/1ps
`default_nettype none
module bench;
    parameter NODES = 4;
    parameter LANES = 4;
    parameter FAULT = 0;
    parameter PACKET = 8;       // words of the longest packet
    localparam K = 4, E = 32, W = K * E;
    localparam NODE_W = (NODES <= 2) ? 1 : (NODES <= 4) ? 2 : (NODES <= 8) ? 3 : 4;
    localparam CHAN_W = (LANES <= 2) ? 1 : (LANES <= 4) ? 2 : 3;
    localparam DEST_W = NODE_W + CHAN_W, P = NODES * LANES,
        // greatest common divisor of NODES and LANES
        COMMON = (NODES % 8 == 0 && LANES >= 8) ? 8 : (NODES % 4 == 0 && LANES >= 4) ? 4
            : (NODES % 2 == 0 && LANES >= 2) ? 2 : 1;
    localparam SLOW = 1;                         // the node that is slow where one is
    localparam VECTOR = 24;                      // allreduce: elements a node

    reg clk = 0, rst = 1;
    always #5 clk = ~clk;

    // ---- the network ----
    reg  [P-1:0]        tx_valid = 0, tx_last;
    wire [P-1:0]        tx_ready;
    reg  [P*W-1:0]      tx_data;
    reg  [P*K-1:0]      tx_keep;
    reg  [P*DEST_W-1:0] tx_dest;
    reg  [P*2-1:0]      tx_user;
    wire [NODES*NODES-1:0] dst_ready;
    wire [P-1:0]        rx_valid, rx_last;
    reg  [P-1:0]        rx_ready = 0, rx_epoch = 0, rx_any = {P{1'b1}};
    wire [P*W-1:0]      rx_data;
    wire [P*K-1:0]      rx_keep;
    wire [P*NODE_W-1:0] rx_id;
    wire [P*2-1:0]      rx_user;
    reg  [P*NODE_W-1:0] rx_source = 0;
    wire                any_lane, selects;
    wire [9:0]          promised;                // words per 1000 cycles and lane, all to all
    net_under_test #(.FAULT(FAULT), .NODES(NODES), .LANES(LANES), .ELEMS(K), .ELEM_W(E),
                     .PACKET_WORDS(PACKET), .NODE_W(NODE_W), .CHAN_W(CHAN_W)) dut (
        .clk(clk), .rst(rst), .any_lane(any_lane), .selects(selects), .promised(promised),
        .s_net_tvalid(tx_valid), .s_net_tready(tx_ready), .s_net_tdata(tx_data),
        .s_net_tkeep(tx_keep), .s_net_tlast(tx_last), .s_net_tdest(tx_dest),
        .s_net_tuser(tx_user), .dst_ready(dst_ready), .m_net_tvalid(rx_valid),
        .m_net_tready(rx_ready), .m_net_tdata(rx_data), .m_net_tkeep(rx_keep),
        .m_net_tlast(rx_last), .m_net_tid(rx_id), .m_net_tuser(rx_user),
        .rx_epoch(rx_epoch), .rx_any(rx_any), .rx_source(rx_source));

    // ---- the case ----
    localparam RANDOM = 0, STALLS = 1, ALL_TO_ALL = 2, HOT_SPOT = 3, SLOW_RECEIVER = 4, EPOCHS = 5,
        BARRIER = 6, BROADCAST = 7, ALLREDUCE = 8, SELECT = 9;
    reg [8*16-1:0] name;
    integer kind, epochs, window, pause_tx, pause_rx, pause_slow, seed;
    reg     general;                             // lanes reach everything in this case
    task choose_case;
        begin
            if (!$value$plusargs("case=%s", name)) name = "random";
            if (!$value$plusargs("seed=%d", seed)) seed = 1;
            kind = (name == "random") ? RANDOM : (name == "stalls") ? STALLS
                : (name == "all_to_all") ? ALL_TO_ALL : (name == "hot_spot") ? HOT_SPOT
                : (name == "slow_receiver") ? SLOW_RECEIVER : (name == "epochs") ? EPOCHS
                : (name == "barrier") ? BARRIER : (name == "broadcast") ? BROADCAST
                : (name == "allreduce") ? ALLREDUCE : (name == "select") ? SELECT : -1;
            epochs = (kind == EPOCHS) ? 6 : (kind == BARRIER) ? 8
                : (kind == RANDOM || kind == ALLREDUCE || kind == SELECT) ? 2 : 1;
            pause_tx = (kind == STALLS) ? 60
                : (kind == RANDOM || kind == EPOCHS || kind == SELECT) ? 20 : 0;
            pause_rx = (kind == STALLS) ? 60 : (kind == RANDOM || kind == SELECT) ? 20 : 0;
            pause_slow = (kind == EPOCHS) ? 90 : pause_rx;
            general = any_lane && kind != SELECT;
        end
    endtask

    // ---- helpers ----
    integer now = 0, failed = 0;
    reg [8*64-1:0] reason;
    task fail;
        input [8*64-1:0] why;
        input integer port;
        begin
            if (!failed) begin
                reason = why;
                $display("FAIL %0s: %0s, node %0d lane %0d, cycle %0d", name, why, port / LANES,
                         port % LANES, now);
                $finish(0);
            end
            failed = 1;
        end
    endtask
    function [W+K+NODE_W+2:0] offered;            // what the network offers at a port
        input integer port;
        offered = {rx_data[port*W +: W], rx_keep[port*K +: K], rx_id[port*NODE_W +: NODE_W],
                   rx_user[port*2 +: 2], rx_last[port]};
    endfunction
    function integer draw;                       // 0 .. below - 1
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    function reaches;                            // lane l of node s sends to channel c of node d
        input integer s, l, d, c;
        reaches = general || (l % COMMON == d % COMMON && c % COMMON == s % COMMON
                              && l / COMMON == c / COMMON);
    endfunction
    function [31:0] mix;
        input [31:0] x;
        mix = (x ^ (x >> 15)) * 32'h2c1b3c6d ^ (x << 7);
    endfunction
    function [31:0] share;                       // allreduce: what node s adds to element i
        input integer s, i;
        share = mix(s * 1000 + i + 17);
    endfunction

    // A slow network is given fewer words and more time.
    wire    slow_net = promised < 300;
    function integer fewer;
        input integer amount;
        fewer = slow_net ? amount / 5 : amount;
    endfunction
    // Those of a lane that last for the 5500 cycles in which a slow network is watched, if it
    // brings up to 1.6 times what it promises.
    function integer lasting;
        input integer amount;
        lasting = (slow_net && 9 * promised > fewer(amount)) ? 9 * promised : fewer(amount);
    endfunction

    // ---- state of the senders: per lane i = node * LANES + lane and target t = node * LANES +
    // channel ----
    integer epoch [0:NODES-1];
    integer entered [0:NODES-1];                 // the epoch that the node has begun to send in
    integer wait_for [0:NODES-1];
    integer amount [0:2*P*P-1];                  // [(epoch % 2) * P * P + i * P + t]
    integer sent [0:P*P-1];
    reg [P*P-1:0] pending = 0;                   // the end mark has not been sent
    integer target [0:P-1], words [0:P-1], marks_left [0:NODES-1];
    reg [31:0] reduced [0:NODES*VECTOR-1], result [0:NODES*NODES*VECTOR-1];
    // ---- state of the receivers ----
    integer next [0:P*P-1];                      // [port * P + sender's lane]
    integer ends [0:P-1], expected [0:P-1], ended_from [0:P*NODES-1], expected_from [0:P*NODES-1];
    // sender's lane of the packet that is under way (-1: none), its words
    integer open_from [0:P*NODES-1], open_words [0:P*NODES-1];
    integer delivered = 0, at_node [0:NODES-1], from_node [0:NODES-1], total = 0, ahead = 0;
    integer clock_10 = 0, clock_70 = 0, words_10 = 0, words_70 = 0, base [0:NODES-1];
    reg [P-1:0] was_offered = 0;
    reg [P*(W+K+NODE_W+3)-1:0] was;

    // words from lane l of node s to channel c of node d in epoch e
    function integer amount_of;
        input integer s, l, d, c, e;
        integer targets;
        begin
            targets = general ? P : NODES / COMMON;
            case (kind)
                RANDOM, STALLS, SELECT: amount_of = (draw(4) == 0) ? 0 : draw(general ? 24 : 120);
                ALL_TO_ALL: amount_of = fewer(800) / targets;
                HOT_SPOT: amount_of = (d == 0) ? (general ? 100 : 400) : 0;
                SLOW_RECEIVER: amount_of = lasting(3200) / targets;
                EPOCHS: amount_of = draw(general ? 6 : 40);
                BARRIER: amount_of = 0;
                BROADCAST: amount_of = (s == 0) ? (general ? 30 : 200) : 0;
                default: amount_of = (l == d % COMMON && c == s % COMMON) ? VECTOR : 0; // allreduce
            endcase
        end
    endfunction

    task begin_epoch;
        input integer n;
        integer l, t, i, r, s;
        begin
            entered[n] = epoch[n];
            marks_left[n] = 0;
            for (l = 0; l < LANES; l = l + 1) begin
                i = n * LANES + l;
                for (t = 0; t < P; t = t + 1) begin
                    sent[i*P+t] = 0;
                    amount[(epoch[n]%2)*P*P + i*P + t] = 0;
                    pending[i*P+t] = reaches(n, l, t / LANES, t % LANES);
                    if (pending[i*P+t]) begin
                        amount[(epoch[n]%2)*P*P + i*P + t] =
                            amount_of(n, l, t / LANES, t % LANES, epoch[n]);
                        marks_left[n] = marks_left[n] + 1;
                        total = total + amount[(epoch[n]%2)*P*P + i*P + t];
                    end
                end
                // this lane as a receiver
                ends[i] = 0;
                expected[i] = 0;
                for (s = 0; s < NODES; s = s + 1) begin
                    ended_from[i*NODES+s] = 0;
                    expected_from[i*NODES+s] = 0;
                    open_from[i*NODES+s] = -1;
                    open_words[i*NODES+s] = 0;
                    for (r = 0; r < LANES; r = r + 1) begin
                        next[i*P + s*LANES + r] = 0;
                        if (reaches(s, r, n, l)) begin
                            expected[i] = expected[i] + 1;
                            expected_from[i*NODES+s] = expected_from[i*NODES+s] + 1;
                        end
                    end
                end
                rx_epoch[i] <= epoch[n] % 2;
                rx_any[i]   <= kind != SELECT;
                select_next(i);
            end
        end
    endtask

    task select_next;                            // the lowest source that has not ended at port i
        input integer i;
        integer s, found;
        begin
            found = 0;
            for (s = 0; s < NODES; s = s + 1)
                if (!found && ended_from[i*NODES+s] < expected_from[i*NODES+s]) begin
                    found = 1;
                    rx_source[i*NODE_W +: NODE_W] <= s;
                end
        end
    endtask

    // ---- senders: a packet, once begun, offers a word in every cycle ----
    // toward one of those that are ready, each as likely
    task begin_packet;
        input integer i;
        integer t, left, chosen;
        begin
            target[i] = -1;
            chosen = 0;
            for (t = 0; t < P; t = t + 1)
                chosen = chosen + (pending[i*P+t] & dst_ready[(i/LANES)*NODES + t/LANES]);
            if (chosen > 0) begin
                chosen = draw(chosen);
                for (t = 0; t < P; t = t + 1)
                if (pending[i*P+t] && dst_ready[(i/LANES)*NODES + t/LANES]) begin
                    if (chosen == 0) target[i] = t;
                    chosen = chosen - 1;
                end
                left = amount[(entered[i/LANES]%2)*P*P + i*P + target[i]] - sent[i*P+target[i]];
                words[i] = (kind == RANDOM || kind == STALLS || kind == EPOCHS) ? 1 + draw(PACKET)
                    : PACKET;
                if (words[i] > left) words[i] = (left == 0) ? 1 : left;
            end
        end
    endtask

    function [W-1:0] word_of;                    // {check, payload, number, address}
        input integer i, t, number, e;
        reg [31:0] address, payload;
        begin
            address = (e << 16) | (i << 8) | t;
            payload = (kind == BROADCAST) ? mix(number)
                : (kind != ALLREDUCE) ? mix(address + number)
                : (e == 0) ? share(i / LANES, (t / LANES) * VECTOR + number)
                : reduced[(i / LANES) * VECTOR + number];
            word_of = {mix(address ^ (number << 9) ^ payload), payload, number, address};
        end
    endfunction

    // Elements of a word that count, the first ones: where the payload is free and no rate is
    // asked, one word in four has two or three. A stream of such words is none that a pipeline has,
    // and Ethernet gives each a frame of its own.
    function [K-1:0] keep_of;
        input integer address, number;
        reg [31:0] drawn;
        integer    count;
        begin
            drawn = mix(address + (number << 7));
            count = (kind == BROADCAST || kind == ALLREDUCE || kind == ALL_TO_ALL
                     || kind == HOT_SPOT || kind == SLOW_RECEIVER || drawn[1:0] != 0) ? K
                : drawn[2] ? 3 : 2;
            keep_of = {K{1'b1}} >> (K - count);
        end
    endfunction

    task send_word;
        input integer i;
        integer n, t, a, k;
        reg [K-1:0] kept;
        begin
            n = i / LANES;
            t = target[i];
            a = amount[(entered[n]%2)*P*P + i*P + t];
            tx_valid[i] <= 1;
            tx_last[i]  <= words[i] == 1;
            tx_data[i*W +: W] <= word_of(i, t, sent[i*P+t], entered[n]);
            kept = keep_of((entered[n] << 16) | (i << 8) | t, sent[i*P+t]);
            tx_keep[i*K +: K] <= (a == 0) ? 0 : kept;
            for (k = 0; k < K; k = k + 1) if (!kept[k]) tx_data[i*W + k*E +: E] <= {E{1'b1}};
            tx_dest[i*DEST_W +: DEST_W] <= ((t / LANES) << CHAN_W) | (t % LANES);
            tx_user[i*2+1] <= entered[n] % 2;
            tx_user[i*2]   <= sent[i*P+t] + 1 >= a;
            if (sent[i*P+t] + 1 >= a) begin
                pending[i*P+t] = 0;
                marks_left[n] = marks_left[n] - 1;
            end
            sent[i*P+t] = sent[i*P+t] + 1;
            words[i] = words[i] - 1;
        end
    endtask

    // ---- receivers ----
    task receive;
        input integer i;
        integer n, s, l, e, number, t, a;
        reg [31:0] address, payload;
        reg [K-1:0] kept;
        begin
            n = i / LANES;
            s = rx_id[i*NODE_W +: NODE_W];
            if (rx_user[i*2+1] != (epoch[n] % 2)) fail("word of another epoch", i);
            if (!rx_any[i] && s != rx_source[i*NODE_W +: NODE_W])
                fail("word of a source that is not selected", i);
            open_words[i*NODES+s] = open_words[i*NODES+s] + 1;
            if (open_words[i*NODES+s] > PACKET) fail("packet too long", i);
            if (rx_keep[i*K +: K] != 0) begin
                {payload, number, address} = rx_data[i*W +: 3*E];
                kept = rx_keep[i*K +: K];
                if (kept != keep_of(address, number)) fail("elements lost", i);
                e = address[31:16];
                l = address[15:8] % LANES;
                t = address[7:0];
                if (kept[3] ? rx_data[i*W+3*E +: E] != mix(address ^ (number << 9) ^ payload)
                    : kept[2] && payload != mix(address + number)) fail("damaged word", i);
                else if (t != i) fail("word for another lane", i);
                else if (address[15:8] / LANES != s) fail("wrong source", i);
                else if (e != epoch[n]) fail("word of another epoch", i);
                else if (number != next[i*P + s*LANES + l]) fail("words lost or out of order", i);
                else begin
                    a = amount[(e%2)*P*P + (s*LANES+l)*P + t];
                    if (rx_user[i*2] != (number + 1 == a)) fail("end mark missing or misplaced", i);
                    if (open_from[i*NODES+s] >= 0 && open_from[i*NODES+s] != l)
                        fail("packets of one source mixed", i);
                    if (kind == BROADCAST && payload != mix(number)) fail("broadcast differs", i);
                    if (kind == ALLREDUCE && e == 0)
                        reduced[n*VECTOR + number] = reduced[n*VECTOR + number] + payload;
                    if (kind == ALLREDUCE && e == 1)
                        result[(n*NODES + s)*VECTOR + number] = payload;
                end
                open_from[i*NODES+s] = l;
                next[i*P + s*LANES + l] = number + 1;
                delivered = delivered + 1;
                if (s != n) at_node[n] = at_node[n] + 1;     // its own need no network
                if (n == 0) from_node[s] = from_node[s] + 1;
            end else if (!rx_user[i*2]) fail("empty word without an end mark", i);
            if (rx_user[i*2] && !rx_last[i]) fail("end mark inside a packet", i);
            if (rx_last[i]) begin
                open_from[i*NODES+s] = -1;
                open_words[i*NODES+s] = 0;
            end
            if (rx_user[i*2]) begin
                ends[i] = ends[i] + 1;
                ended_from[i*NODES+s] = ended_from[i*NODES+s] + 1;
                if (ended_from[i*NODES+s] > expected_from[i*NODES+s]) fail("too many end marks", i);
                if (kind == SELECT) select_next(i);
            end
        end
    endtask

    task end_epoch;                              // of node n, if it is over
        input integer n;
        integer r, i, s, l, over;
        begin
            over = marks_left[n] == 0 && epoch[n] < epochs;
            for (r = 0; r < LANES; r = r + 1)
                if (ends[n*LANES+r] < expected[n*LANES+r] || tx_valid[n*LANES+r]
                    || words[n*LANES+r] > 0)
                    over = 0;
            if (over && wait_for[n] > 0) wait_for[n] = wait_for[n] - 1;
            else if (over) begin
                for (r = 0; r < LANES; r = r + 1)
                for (s = 0; s < NODES; s = s + 1) for (l = 0; l < LANES; l = l + 1) begin
                    i = n * LANES + r;
                    if (entered[s] < epoch[n]) fail("epoch over before all nodes began it", i);
                    if (reaches(s, l, n, r)
                        && next[i*P + s*LANES + l] != amount[(epoch[n]%2)*P*P + (s*LANES+l)*P + i])
                        fail("words missing at the end", i);
                end
                epoch[n] = epoch[n] + 1;
                wait_for[n] = (kind == BARRIER) ? draw(100) : 0;
                if (epoch[n] < epochs) begin_epoch(n);
            end
        end
    endtask

    integer i, n, pause;
    integer still = 0;                           // cycles since a word was taken on any port
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        still = (|(tx_valid & tx_ready) || |(rx_valid & rx_ready)) ? 0 : still + 1;
        for (i = 0; i < P; i = i + 1) begin
            // what was offered and not taken must still be there
            if (was_offered[i]
                && (!rx_valid[i] || offered(i) != was[i*(W+K+NODE_W+3) +: W+K+NODE_W+3]))
                fail("offer withdrawn", i);
            was_offered[i] = rx_valid[i] & ~rx_ready[i];
            was[i*(W+K+NODE_W+3) +: W+K+NODE_W+3] = offered(i);
            if ((^rx_valid[i]) === 1'bx) fail("undefined output", i);
            if (rx_valid[i] && rx_ready[i]) receive(i);
            pause = (i / LANES == SLOW) ? pause_slow : pause_rx;
            rx_ready[i] <= pause == 0
                || draw(10000) >= ((pause == 97) ? 10000 - promised / 3 : 100 * pause);
            if (tx_valid[i] && tx_ready[i]) tx_valid[i] <= 0;
            if (!tx_valid[i] || tx_ready[i]) begin
                if (words[i] == 0 && (pause_tx == 0 || draw(100) >= pause_tx)) begin_packet(i);
                if (words[i] > 0 && target[i] >= 0) send_word(i);
            end
        end
        for (n = 0; n < NODES; n = n + 1) begin
            end_epoch(n);
            if (entered[n] > epoch[SLOW]) ahead = ahead + 1;
        end
        if (clock_10 == 0 && delivered * 10 >= total) begin
            clock_10 = now;
            words_10 = delivered;
        end
        if (clock_70 == 0 && delivered * 10 >= total * 7) begin
            clock_70 = now;
            words_70 = delivered;
        end
    end

    // ---- what each case asks for beyond correct delivery ----
    integer t, j, rate, least;
    reg [31:0] sum;
    function all_over;
        input dummy;
        integer m;
        begin
            all_over = 1;
            for (m = 0; m < NODES; m = m + 1) if (epoch[m] < epochs) all_over = 0;
        end
    endfunction
    task too_slow;
        begin
            $display("FAIL %0s: %0d words in 1000 cycles and lane, the network promises %0d", name,
                     rate / ((kind == HOT_SPOT) ? LANES : P), promised);
            failed = 1;
        end
    endtask
    task judge;
        begin
            // words per 1000 cycles, all lanes
            rate = (clock_70 > clock_10) ? (words_70 - words_10) * 1000 / (clock_70 - clock_10) : 0;
            if (kind == ALL_TO_ALL && rate < promised * P) too_slow;
            if (kind == HOT_SPOT && rate < promised * LANES) too_slow;
            if (kind == EPOCHS && ahead == 0) fail("no node was ever an epoch ahead", 0);
            if (kind == ALLREDUCE)
            for (i = 0; i < NODES; i = i + 1) for (j = 0; j < NODES * VECTOR; j = j + 1) begin
                sum = 0;
                for (t = 0; t < NODES; t = t + 1) sum = sum + share(t, j);
                if (result[i*NODES*VECTOR + j] != sum) fail("wrong sum", i * LANES);
            end
        end
    endtask

    initial begin
        #1 choose_case;
        for (n = 0; n < NODES; n = n + 1) begin
            epoch[n] = 0;
            wait_for[n] = 0;
            at_node[n] = 0;
            from_node[n] = 0;
            for (t = 0; t < VECTOR; t = t + 1) reduced[n*VECTOR+t] = 0;
        end
        for (i = 0; i < P; i = i + 1) begin
            words[i] = 0;
            target[i] = -1;
        end
        repeat (4) @(posedge clk);
        if (kind < 0) begin
            $display("FAIL unknown case %0s", name);
            failed = 1;
        end else if (kind == SELECT && !selects) begin
            $display("SKIP %0s: the network cannot select the source", name);
            failed = 1;
        end else for (n = 0; n < NODES; n = n + 1) begin_epoch(n);
        repeat (80) @(posedge clk);
        rst <= 0;
        if (kind == SLOW_RECEIVER && !failed) begin
            window = slow_net ? 2400 : 600;
            repeat (300) @(posedge clk);
            for (n = 0; n < NODES; n = n + 1) base[n] = at_node[n];
            repeat (window) @(posedge clk);
            for (n = 0; n < NODES; n = n + 1) base[n] = at_node[n] - base[n];
            pause_slow = 97;                     // of what the network brings it takes 3 %
            repeat (400) @(posedge clk);
            for (n = 0; n < NODES; n = n + 1) at_node[n] = 0;
            repeat (window) @(posedge clk);
            for (n = 0; n < NODES; n = n + 1)
                if (n != SLOW && at_node[n] * 10 < base[n] * 9)
                    fail("slow receiver slows others", n * LANES);
            if (at_node[SLOW] * 3 > base[SLOW])
                fail("the slow receiver was not slow", SLOW * LANES);
            pause_slow = 0;
        end
        if (kind == HOT_SPOT && !failed) begin
            while (delivered * 2 < total && now < 100000 && still < 4000) @(posedge clk);
            least = from_node[1];                // node 0's own words need no network
            for (n = 1; n < NODES; n = n + 1) if (from_node[n] < least) least = from_node[n];
            if (least * (NODES - 1) * 2 < delivered - from_node[0]) fail("unfair to a source", 0);
        end
        while (!failed && !all_over(0) && now < 60000 && still < 4000) @(posedge clk);
        if (!failed && !all_over(0)) fail("not finished: words or end marks are lost or stuck", 0);
        if (!failed) judge;
        if (!failed)
            $display("PASS %0s %0d words in %0d cycles, %0d.%0d%0d%0d words/cycle", name, delivered,
                     now, rate / 1000, rate / 100 % 10, rate / 10 % 10, rate % 10);
        $finish(0);
    end
endmodule
`default_nettype wire
