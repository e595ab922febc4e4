// config: -Ptb_bl_channels.HALF=5 -Ptb_bl_channels.K_HALF=5
// long config: -Ptb_bl_channels.HALF=4 -Ptb_bl_channels.K_HALF=7 -Ptb_bl_channels.SEED=2 -Ptb_bl_channels.TURN_WORDS=8
// long config: -Ptb_bl_channels.HALF=7 -Ptb_bl_channels.K_HALF=4 -Ptb_bl_channels.TURN_WORDS=12
// long config: -Ptb_bl_channels.LOG_DEPTH=2 -Ptb_bl_channels.LOG_BUFFER=2 -Ptb_bl_channels.DELAY=3
// Four nodes with four channels each, joined by links with delay, random pauses and credits in
// bursts. Channels 0 and 1 go to the same node, 3 to the node itself or, later, all of them
// elsewhere.
//   random    all send at random; one channel is never drained and one has no receiving end, and
//             all others come to their end, those between the same nodes too; then those two follow
//   retarget  the ends change, one after the other in any order, to other nodes and back
//   rate      one channel without pauses: a word alone in LATENCY cycles, beside the link's own;
//             then a word a cycle of the slower clock
//   turns     two channels that go to the same node, without pauses: turns of TURN_WORDS words
//   protocol_error   a word that nobody takes is dropped and reported
// While the ends change, two channels of nodes 0 and 2 fail: all nodes get their marks, and no
// others.
// With CARRIER, as testbench/conformance/run says it, that carrier is between the nodes.
// Every word says where it comes from, its phase, number and tlast; order, content and tkeep are
// compared where it arrives, the flit's marks on the link. Credits of links and channels are
// counted.
`timescale 1ns/1ps
module tb_bl_channels;
    parameter HALF = 5, K_HALF = 5, LOG_DEPTH = 6, LOG_BUFFER = 6, DELAY = 8, SEED = 1,
        TURN_WORDS = 1;
`ifdef CARRIER
    localparam CHAN_W = 4, ELEMS = 1, ELEM_W = 64;   // as carriers have them
    localparam WORDS = 100, MANY = 300, PHASES = 2;
`else
    localparam CHAN_W = 2, ELEMS = 4, ELEM_W = 16;
    localparam WORDS = 120, MANY = 500, PHASES = 4;
`endif
    localparam N = 4, NODE_W = 2, C = 4;
    localparam W = ELEMS * ELEM_W, FLIT_W = W + ELEMS + CHAN_W + 3, CROSSING = 32,
        PATIENCE = 20000, LATENCY = 9,
        STUCK = 1 * C + 1, DEAF = 2 * C + 1,         // ends of nodes 1 and 2
        SLOW = (HALF > K_HALF) ? HALF : K_HALF;
    reg               clk = 0, k_clk = 0, rst = 1, k_rst = 1, stalls = 1;
    reg  [N*C-1:0]    to_valid = 0, from_valid = 0, now = 0, s_valid = 0, m_ready = 0, s_last = 0;
    reg  [N*C*NODE_W-1:0] to_node = 0, from_node = 0;
    reg  [N*C*W-1:0]  s_data = 0;
    reg  [N*C*ELEMS-1:0] s_keep = 0;
    wire [N*C-1:0]    s_ready, m_valid;
    wire [N*C*W-1:0]  m_data;
    wire [N*C*ELEMS-1:0] m_keep;
    wire [N-1:0]      protocol_error;
    reg  [N*C-1:0]    broken = 0;
    wire [N*C-1:0]    marked;
    // pairs: [a*N+b] at node a, of its peer b
    wire [N*N-1:0]    leave;
    wire [N*N-1:0]    ready;
    wire [N*N*FLIT_W-1:0] left, arrived;
    wire [N*N-1:0]    arrive;
    wire [N*N*4-1:0]  freed, credit;
    reg               inject = 0;
    integer           seed = SEED, failed = 0, phase = 0, shift = 1, moved = 0;
    integer           sent [0:N*C-1], came [0:N*C-1], goal [0:N*C-1], on_link [0:N*C-1],
        of_move [0:N*C-1], out [0:N*C-1], away [0:N*N-1];
    integer           i, k, words, wait_cycles, begins, n_stuck, changes, latest;
    reg  [N*C-1:0]    never;            // receivers that do not drain
    reg  [N*N-1:0]    held = 0;
    reg  [N*N*FLIT_W-1:0] shown;

    always #HALF clk = ~clk;
    always #K_HALF k_clk = ~k_clk;

    function [31:0] draw(input integer below);
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    task fail(input integer end_, input [8*44-1:0] what); begin
        if (failed < 5) $display("phase %0d, end %0d of node %0d: %0s", phase, end_ % C, end_ / C,
                                 what);
        failed = failed + 1;
    end endtask

    // How far channel c goes in this phase.
    function [NODE_W-1:0] far(input integer c);
        far = (c == 3) ? shift - 1 : (c == 2) ? shift + 1 : shift;
    endfunction
    function [ELEMS-1:0] keep_of(input [31:0] number);
        keep_of = (number[2:0] != 5) ? {ELEMS{1'b1}} : {ELEMS{1'b1}} >> (number[4:3] + 1);
    endfunction
    // A carrier may change what is not kept.
    function [W-1:0] kept(input [W-1:0] word, input [ELEMS-1:0] keep);
        integer e;
        for (e = 0; e < ELEMS; e = e + 1)
            kept[e*ELEM_W +: ELEM_W] = word[e*ELEM_W +: ELEM_W] & {ELEM_W{keep[e]}};
    endfunction
    function [W-1:0] word_of(input integer from, input integer c, input integer number);
        word_of = {16'h1234 ^ number[15:0], phase[7:0], 8'd0 + c[7:0], from[15:0], number[15:0]};
    endfunction

    genvar n, d;
    generate
        for (n = 0; n < N; n = n + 1) begin : g_node
            localparam [NODE_W-1:0] NODE = n;
            bl_channels #(.NODES(N), .NODE_W(NODE_W), .CHANNELS(C), .CHAN_W(CHAN_W),
                .ELEMS(ELEMS), .ELEM_W(ELEM_W), .LOG_DEPTH(LOG_DEPTH),
                .LOG_BUFFER(LOG_BUFFER), .TURN_WORDS(TURN_WORDS)) dut (
                .clk(clk), .rst(rst), .k_clk(k_clk), .k_rst(k_rst), .node(NODE),
                .to_valid(to_valid[n*C +: C]), .to_node(to_node[n*C*NODE_W +: C*NODE_W]),
                .from_valid(from_valid[n*C +: C]),
                .from_node(from_node[n*C*NODE_W +: C*NODE_W]), .now(now[n*C +: C]),
                .failed(broken[n*C +: C]), .marked(marked[n*C +: C]),
                .protocol_error(protocol_error[n]), .wants({C{1'b1}}), .ended(), .granted(),
                .came(),
                .came_keep(), .came_last(), .s_axis_tvalid(s_valid[n*C +: C]),
                .s_axis_tready(s_ready[n*C +: C]), .s_axis_tdata(s_data[n*C*W +: C*W]),
                .s_axis_tkeep(s_keep[n*C*ELEMS +: C*ELEMS]), .s_axis_tlast(s_last[n*C +: C]),
                .m_axis_tvalid(m_valid[n*C +: C]), .m_axis_tready(m_ready[n*C +: C]),
                .m_axis_tdata(m_data[n*C*W +: C*W]),
                .m_axis_tkeep(m_keep[n*C*ELEMS +: C*ELEMS]),
                .m_link_tvalid(leave[n*N +: N]), .m_link_tready(ready[n*N +: N]),
                .m_link_tdata(left[n*N*FLIT_W +: N*FLIT_W]),
                .m_link_credit(credit[n*N*4 +: N*4]),
                .s_link_tvalid(arrive[n*N +: N]),
                .s_link_tdata(arrived[n*N*FLIT_W +: N*FLIT_W]),
                .s_link_credit(freed[n*N*4 +: N*4]));
        end
    endgenerate

`ifdef CARRIER
    wire [N-1:0] stopped;
    `CARRIER #(.NODES(N), .NODE_W(NODE_W), .FLIT_W(FLIT_W), .LOG_BUFFER(LOG_BUFFER)) carrier (
        .clk(clk), .rst(rst), .s_flit_tvalid(leave), .s_flit_tready(ready), .s_flit_tdata(left),
        .m_credit(credit), .m_flit_tvalid(arrive), .m_flit_tdata(arrived), .s_credit(freed),
        .stop(1'b0), .stopped(stopped));
`else
    // Links that pause, and give credits back in bursts.
    integer          owed [0:N*N-1], a, back, gives;
    reg [N*N-1:0]    takes = 0;
    reg [N*N*4-1:0]  given = 0;
    assign ready  = takes;
    assign credit = given;
    initial for (a = 0; a < N * N; a = a + 1) owed[a] = 0;
    always @(posedge clk) if (!rst) for (a = 0; a < N * N; a = a + 1) begin
        takes[a] <= !stalls || draw(4) != 0;
        back = (a % N) * N + a / N;               // the same pair at the peer
        owed[a] = owed[a] + freed[back*4 +: 4];
        gives = (stalls && draw(8) != 0) ? 0 : (owed[a] > 15) ? 15 : owed[a];
        given[a*4 +: 4] <= gives;
        owed[a] = owed[a] - gives;
    end
    generate
        for (n = 0; n < N; n = n + 1) begin : g_links
            for (d = 0; d < N; d = d + 1) begin : g_link
                reg [FLIT_W:0] pipe [0:DELAY-1];
                integer        s;
                initial for (s = 0; s < DELAY; s = s + 1) pipe[s] = 0;
                always @(posedge clk) begin
                    pipe[0] <= {leave[n*N+d] & ready[n*N+d], left[(n*N+d)*FLIT_W +: FLIT_W]};
                    for (s = 1; s < DELAY; s = s + 1) pipe[s] <= pipe[s-1];
                end
                // a word for channel 0, which the node takes from elsewhere
                assign {arrive[d*N+n], arrived[(d*N+n)*FLIT_W +: FLIT_W]}
                    = (inject && n == 3 && d == 0) ? {1'b1, {FLIT_W{1'b0}}} : pipe[DELAY-1];
            end
        end
    endgenerate
`endif

    // ---- what is seen of the flits
    function cuts(input integer number); // of a word in its move, from 0; moves have up to 32 here
        cuts = number == 7 || number == 23;
    endfunction
    reg [FLIT_W-1:0] flit;
    integer          l, e;
    always @(posedge clk) if (!rst) for (l = 0; l < N * N; l = l + 1) begin
        away[l] = away[l] - credit[l*4 +: 4];
        flit = left[l*FLIT_W +: FLIT_W];
        if (held[l] && (!leave[l] || flit !== shown[l*FLIT_W +: FLIT_W]))
            fail(l / N * C, "an offer was withdrawn");
        held[l] = leave[l] && !ready[l];
        shown[l*FLIT_W +: FLIT_W] = flit;
        if (leave[l] && ready[l]) begin
            away[l] = away[l] + 1;
            if (away[l] > (1 << LOG_BUFFER) + 1) fail(l / N * C, "more flits than link credits");
            if (flit[FLIT_W-1] && flit[FLIT_W-2]) fail(l / N * C, "a control flit closes a run");
            if (!flit[FLIT_W-1]) begin
                e = l / N * C + flit[W+ELEMS +: CHAN_W];
                on_link[e] = on_link[e] + 1;
                if (e != latest) changes = changes + 1;
                latest = e;
                if (to_node[e*NODE_W +: NODE_W] !== l % N) fail(e, "a word to another node");
                if (flit[FLIT_W-2] !== (now[e] & (flit[FLIT_W-3] | cuts(of_move[e]))))
                    fail(e, "end is not as now says");
                of_move[e] = flit[FLIT_W-3] ? 0 : of_move[e] + 1;
                if (flit[FLIT_W-3] !== (flit[3:0] == 9)) fail(e, "last is not tlast");
            end
        end
    end

    // ---- kernels
    integer w, from;
    always @(posedge k_clk) if (!k_rst) for (w = 0; w < N * C; w = w + 1) begin
        if (s_valid[w] && s_ready[w]) sent[w] = sent[w] + 1;
        if (!s_valid[w] || s_ready[w]) begin
            s_valid[w] <= sent[w] < goal[w] && (!stalls || draw(3) != 0);
            s_data[w*W +: W] <= word_of(w / C, w % C, sent[w]);
            s_keep[w*ELEMS +: ELEMS] <= keep_of(sent[w]);
            s_last[w] <= sent[w] % 16 == 9;
        end
        if (m_valid[w] && m_ready[w]) begin
            from = from_node[w*NODE_W +: NODE_W];
            if (kept(m_data[w*W +: W], keep_of(came[w]))
                    !== kept(word_of(from, w % C, came[w]), keep_of(came[w]))
                || m_keep[w*ELEMS +: ELEMS] !== keep_of(came[w]))
                fail(w, "another word than the next one");
            came[w] = came[w] + 1;
            moved = moved + 1;
            out[from*C+w%C] = out[from*C+w%C] + 1;
        end
        m_ready[w] <= !never[w] && (!stalls || draw(3) != 0);
    end

    function all_came(input [N*C-1:0] but);
        integer f;
        begin
            all_came = 1;
            for (f = 0; f < N * C; f = f + 1)
                if (!but[f] && came[f] < goal[from_node[f*NODE_W +: NODE_W]*C+f%C]) all_came = 0;
        end
    endfunction

    // Words of all, but for those at the ends named.
    task until_all_came(input [N*C-1:0] but); begin
        wait_cycles = 0;
        while (!all_came(but) && failed == 0 && wait_cycles < PATIENCE) begin
            @(posedge k_clk);
            wait_cycles = wait_cycles + 1;
        end
        if (!all_came(but)) for (i = 0; i < N * C; i = i + 1) if (!but[i]
            && came[i] < goal[from_node[i*NODE_W +: NODE_W]*C+i%C]) fail(i, "words are missing");
    end endtask

    // Ends change at random times, each once; the kernel sends from then on.
    task direct(input [N*C-1:0] but); reg [2*N*C-1:0] done; begin
        done = 0;
        while (done != {2*N*C{1'b1}}) begin
            @(posedge clk);
            k = draw(2 * N * C);
            i = k % (N * C);
            if (k < N * C && !done[k]) begin
                to_valid[i] <= 1;
                to_node[i*NODE_W +: NODE_W] <= i / C + far(i % C);
                goal[i] = words;
            end
            if (k >= N * C && !done[k] && !but[i]) begin
                from_valid[i] <= 1;
                from_node[i*NODE_W +: NODE_W] <= i / C - far(i % C);
            end
            done[k] = 1;
        end
    end endtask

    task next_phase(input integer to_shift, input integer to_words); begin
        repeat (100) @(posedge k_clk);
        phase = phase + 1;
        shift = to_shift;
        for (i = 0; i < N * C; i = i + 1) begin
            sent[i] = 0;
            came[i] = 0;
            on_link[i] = 0;
            out[i] = 0;
            goal[i] = 0;
        end
        words = to_words;
    end endtask

    // Two channels to the same node, both with more to send than the link takes: turns of `long`
    // words.
    task turns(input [N*C-1:0] to_now, input integer long); begin
        next_phase(2, 0);
        direct(0);
        now = to_now;
        goal[0] = MANY;
        goal[1] = MANY;
        changes = 0;
        begins = $time;
        until_all_came(0);
        $display("%0d words in %0d turns, %0d cycles of the slower clock", 2 * MANY, changes,
                 ($time - begins) / (2 * SLOW));
        if (HALF >= K_HALF && LOG_DEPTH >= 6 && changes > 3 * MANY / long + 2)
            fail(0, "turns are too short");
        if (HALF >= K_HALF && changes < 2 * MANY / TURN_WORDS - 1) fail(0, "turns are too long");
    end endtask

    initial begin
        for (i = 0; i < N * N; i = i + 1) away[i] = 0;
        for (i = 0; i < N * C; i = i + 1) begin
            sent[i] = 0;
            came[i] = 0;
            goal[i] = 0;
            out[i] = 0;
            on_link[i] = 0;
            of_move[i] = 0;
        end
        never = 0;
        now = $random(seed);
        repeat (10) @(posedge k_clk);
        repeat (10) @(posedge clk);
        rst <= 0;
        k_rst <= 0;
        // random: ends of nodes 1 and 2 hold nobody up
        next_phase(1, WORDS);
        never[STUCK] = 1;
        from_node[DEAF*NODE_W +: NODE_W] = 1;
        direct(1 << DEAF);
        until_all_came((1 << STUCK) | (1 << DEAF));
        repeat (200) @(posedge k_clk);
        if (came[STUCK] > 1 || came[DEAF] != 0) fail(STUCK, "words at an end that takes none");
        n_stuck = on_link[0*C+1];
        if (on_link[1*C+1] != 0) fail(DEAF, "words without a receiver");
        if (n_stuck != (1 << LOG_DEPTH) + CROSSING + came[STUCK])
            fail(STUCK, "not as many words as there are places");
        never = 0;
        from_valid[DEAF] <= 1;
        until_all_came(0);
        // retarget
        if (marked != 0) fail(0, "a mark of a channel that has not failed");
        broken = 4'b1000 | 4'b0010 << 2 * C;
        for (begins = 0; begins < PHASES; begins = begins + 1) begin
            next_phase((begins % 2) ? 1 : 2 + begins / 2, 20 + draw(100));
            direct(0);
            until_all_came(0);
        end
        if (marked != {N{4'b1010}}) fail(0, "other marks than of what has failed");
        // rate
        stalls = 0;
        next_phase(2, 0);
        direct(0);
        repeat (100) @(posedge k_clk);
        // one word, from the edge at which it is taken to the one at which it is taken there
        goal[0*C+2] = 1;
        while (sent[0*C+2] == 0) @(posedge k_clk);
        begins = $time;
        while (came[3*C+2] == 0 && failed == 0) @(posedge k_clk);
        $display("a word arrives after %0d cycles and %0d of the link",
                 ($time - begins) / (2 * SLOW) - DELAY, DELAY);
`ifndef CARRIER
        if (HALF == K_HALF && ($time - begins) / (2 * SLOW) - DELAY > LATENCY)
            fail(3 * C + 2, "late");
`endif
        goal[0*C+2] = MANY;
        while (came[3*C+2] < 100 && failed == 0) @(posedge k_clk);
        begins = $time;
        until_all_came(0);
        $display("%0d words in %0d cycles of the slower clock", MANY - 100,
                 ($time - begins) / (2 * SLOW));
`ifndef CARRIER
        if (LOG_DEPTH >= 6 && ($time - begins) / (2 * SLOW) > MANY - 90)
            fail(3 * C + 2, "too slow");
`endif
        turns(0, TURN_WORDS);
        turns({N*C{1'b1}}, TURN_WORDS < 8 ? TURN_WORDS : 8);   // their moves are cut behind 8 words
        if (protocol_error != 0) fail(0, "protocol_error");
`ifdef CARRIER
        if (stopped != 0) fail(0, "the carrier has stopped");
`else
        // protocol_error
        @(posedge clk) inject <= 1;
        @(posedge clk) inject <= 0;
        repeat (50) @(posedge clk);
        if (protocol_error != 1) fail(0, "a protocol_error word is not reported");
        if (!all_came(0) || m_valid != 0) fail(0, "a protocol_error word is delivered");
`endif
        if (failed) $display("FAIL %0d", failed);
        else $display("PASS");
        $finish(0);
    end
endmodule
