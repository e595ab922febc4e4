// long config: -Ptb_bl_channel_bundle.HALF=5 -Ptb_bl_channel_bundle.K_HALF=5
// long config: -Ptb_bl_channel_bundle.HALF=7 -Ptb_bl_channel_bundle.K_HALF=4 -Ptb_bl_channel_bundle.TURN_WORDS=12
// long config: -Ptb_bl_channel_bundle.LOG_DEPTH=2 -Ptb_bl_channel_bundle.LOG_BUFFER=2 -Ptb_bl_channel_bundle.DELAY=3
// config: -Ptb_bl_channel_bundle.B=1 -Ptb_bl_channel_bundle.FIRST=3 -Ptb_bl_channel_bundle.SEED=3
// long config: -Ptb_bl_channel_bundle.DELAY=120 -Ptb_bl_channel_bundle.LOG_DEPTH=9 -Ptb_bl_channel_bundle.LOG_BUFFER=8
// long config: -Ptb_bl_channel_bundle.JOINED=1 -Ptb_bl_channel_bundle.SEED=4
// long config: -Ptb_bl_channel_bundle.JOINED=1 -Ptb_bl_channel_bundle.TURN_WORDS=8 -Ptb_bl_channel_bundle.FIRST=2
// long config: -Ptb_bl_channel_bundle.HALF=4 -Ptb_bl_channel_bundle.K_HALF=7 -Ptb_bl_channel_bundle.SEED=2 -Ptb_bl_channel_bundle.TURN_WORDS=8 -Ptb_bl_channel_bundle.B=3
// long config: -Ptb_bl_channel_bundle.NODES=8 -Ptb_bl_channel_bundle.DELAY=72 -Ptb_bl_channel_bundle.LOG_DEPTH=8 -Ptb_bl_channel_bundle.LOG_BUFFER=8
// Nodes with bundles, joined by links with delay, random pauses and credits in bursts.
//   random   all ends send at random; one end is never drained, and all others come to their end;
//            then that one follows. The last bundle fails at node 1: all nodes get its mark. The
//            nodes leave reset one after the other.
//   reset    in the middle of that, all nodes together; nothing of before arrives
//   stalled  the receivers of one bundle take nothing for as long as the others move several times
//            what buffers hold, as in a program in which a bundle waits for another
//   rate     a word alone in LATENCY cycles, beside the link's own; then every end of a bundle
//            without pauses, of all bundles, and over links that take 65 % of the flits: a flit in
//            each cycle in which a link takes one, on all links at once both ways, and the same
//            share for each bundle, in turns of TURN_WORDS words
//   protocol_error  a flit for no bundle, and a word without a place, are dropped and reported
// With JOINED each node has FIRST channels beside them on the same links (bl_channels,
// bl_link_join), one to the next node, one to that behind it, which send all the time: they get
// half of a link that they share, and nothing else changes.
// With CARRIER, as testbench/conformance/run says it, that carrier is between the nodes.
// Every word says where it comes from and goes to, its phase, number and tlast; order, content and
// tkeep are compared where it arrives, the flit's marks on the link. Credits of links are counted.
`timescale 1ns/1ps
module tb_bl_channel_bundle;
    parameter HALF = 5, K_HALF = 5, LOG_DEPTH = 6, LOG_BUFFER = 6, DELAY = 8, SEED = 1,
        TURN_WORDS = 1, B = 2, FIRST = 1, NODES = 3, JOINED = 0;
`ifdef CARRIER
    localparam N = 4, CHAN_W = 4, ELEMS = 1, ELEM_W = 64;   // as carriers have them
    localparam WORDS = 80, MANY = 120;
`else
    localparam N = NODES, CHAN_W = 2, ELEMS = 4, ELEM_W = 16;
    localparam WORDS = 120, MANY = (1 << LOG_DEPTH) * 3 + 200;
`endif
    localparam NODE_W = (N > 4) ? 3 : 2;
    localparam S = N * B;                                   // streams of a node
    localparam W = ELEMS * ELEM_W, FLIT_W = W + ELEMS + CHAN_W + 3, CROSSING = 32,
        PATIENCE = 30000, LATENCY = 9, WINDOW = 800,
        STUCK = 1 * S + 2,                                  // of node 1, words of node 2
        SLOW = (HALF > K_HALF) ? HALF : K_HALF;
    reg               clk = 0, k_clk = 0, stalls = 1;
    reg  [N-1:0]      rst = {N{1'b1}}, k_rst = {N{1'b1}};
    reg  [B-1:0]      now = 0;
    reg  [N*S-1:0]    s_valid = 0, m_ready = 0, s_last = 0;
    reg  [N*S*W-1:0]  s_data = 0;
    reg  [N*S*ELEMS-1:0] s_keep = 0;
    wire [N*S-1:0]    s_ready, m_valid;
    wire [N*S*W-1:0]  m_data;
    wire [N*S*ELEMS-1:0] m_keep;
    wire [N-1:0]      protocol_error;
    reg  [N*B-1:0]    broken = 0;
    wire [N*B-1:0]    marked;
    // the bundles' side of the links, and the channels beside them
    wire [N*N-1:0]    b_leave, b_ready, b_arrive;
    wire [N*N*FLIT_W-1:0] b_left, b_arrived;
    wire [N*N*4-1:0]  b_freed, b_credit;
    reg               c_open = 0;
    wire [N*FIRST-1:0] c_ready, c_valid;
    wire [N*FIRST*W-1:0] c_data;
    reg  [N*FIRST*W-1:0] c_next = 0;
    integer           c_came [0:N*FIRST-1], c_flits [0:N*N-1],
        b_flits [0:N*N-1];
    // pairs: [a*N+b] at node a, of its peer b
    wire [N*N-1:0]    leave;
    wire [N*N-1:0]    ready;
    wire [N*N*FLIT_W-1:0] left, arrived;
    wire [N*N-1:0]    arrive;
    wire [N*N*4-1:0]  freed, credit;
    reg               inject = 0;
    reg  [FLIT_W-1:0] injected = 0;
    integer           seed = SEED, failed = 0, phase = 0, percent = 75;
    integer           sent [0:N*S-1], came [0:N*S-1], goal [0:N*S-1], on_link [0:N*S-1],
        away [0:N*N-1], latest [0:N*N-1], counted [0:N*S-1];
    integer           i, wait_cycles, begins, changes, idles, words, grants, marks = 0;
    reg  [N*S-1:0]    never = 0;        // receivers that do not drain
    reg  [N*N-1:0]    held = 0;
    reg  [N*N*FLIT_W-1:0] shown;
    reg               watch = 0;        // all links have something to send

    always #HALF clk = ~clk;
    always #K_HALF k_clk = ~k_clk;

    function [31:0] draw(input integer below);
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    task fail(input integer end_, input [8*44-1:0] what); begin
        if (failed < 5) $display("phase %0d, node %0d, bundle %0d, peer %0d: %0s", phase,
                                 end_ / S, end_ % S / N, end_ % N, what);
        failed = failed + 1;
    end endtask

    // The receiving end of what a sending end sends, and the other way round: the same sum.
    function integer other(input integer end_);
        other = end_ % N * S + end_ % S / N * N + end_ / S;
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
    function [W-1:0] word_of(input integer end_, input integer number);
        word_of = {16'h1234 ^ number[15:0], phase[7:0], 8'd0 + end_[15:8], end_[7:0],
                   8'd0 + number[23:16], number[15:0]};
    endfunction

    genvar n, d;
    generate
        for (n = 0; n < N; n = n + 1) begin : g_node
            bl_channel_bundle #(.NODES(N), .BUNDLES(B), .FIRST(FIRST), .CHAN_W(CHAN_W),
                .ELEMS(ELEMS), .ELEM_W(ELEM_W), .LOG_DEPTH(LOG_DEPTH), .LOG_BUFFER(LOG_BUFFER),
                .TURN_WORDS(TURN_WORDS)) dut (
                .clk(clk), .rst(rst[n]), .k_clk(k_clk), .k_rst(k_rst[n]), .now(now),
                .failed(broken[n*B +: B]), .marked(marked[n*B +: B]),
                .protocol_error(protocol_error[n]), .s_axis_tvalid(s_valid[n*S +: S]),
                .s_axis_tready(s_ready[n*S +: S]), .s_axis_tdata(s_data[n*S*W +: S*W]),
                .s_axis_tkeep(s_keep[n*S*ELEMS +: S*ELEMS]), .s_axis_tlast(s_last[n*S +: S]),
                .m_axis_tvalid(m_valid[n*S +: S]), .m_axis_tready(m_ready[n*S +: S]),
                .m_axis_tdata(m_data[n*S*W +: S*W]),
                .m_axis_tkeep(m_keep[n*S*ELEMS +: S*ELEMS]),
                .m_link_tvalid(b_leave[n*N +: N]), .m_link_tready(b_ready[n*N +: N]),
                .m_link_tdata(b_left[n*N*FLIT_W +: N*FLIT_W]),
                .m_link_credit(b_credit[n*N*4 +: N*4]),
                .s_link_tvalid(b_arrive[n*N +: N]),
                .s_link_tdata(b_arrived[n*N*FLIT_W +: N*FLIT_W]),
                .s_link_credit(b_freed[n*N*4 +: N*4]));
            if (JOINED) begin : g_joined
                wire [N-1:0]        a_leave, a_ready, a_arrive;
                wire [N*FLIT_W-1:0] a_left, a_arrived;
                wire [N*4-1:0]      a_freed, a_credit;
                wire [FIRST*NODE_W-1:0] to, from;
                wire                c_protocol_error;
                wire [FIRST*ELEMS-1:0] c_keep;
                for (d = 0; d < FIRST; d = d + 1) begin : g_channel
                    localparam [31:0] TO = (n + 1 + d) % N, FROM = (n + 2 * N - 1 - d) % N;
                    assign to[d*NODE_W +: NODE_W] = TO[NODE_W-1:0];
                    assign from[d*NODE_W +: NODE_W] = FROM[NODE_W-1:0];
                end
                bl_channels #(.NODES(N), .NODE_W(NODE_W), .CHANNELS(FIRST), .CHAN_W(CHAN_W),
                    .ELEMS(ELEMS), .ELEM_W(ELEM_W), .LOG_DEPTH(LOG_DEPTH),
                    .LOG_BUFFER(LOG_BUFFER), .TURN_WORDS(TURN_WORDS)) channels (
                    .clk(clk), .rst(rst[n]), .k_clk(k_clk), .k_rst(k_rst[n]),
                    .node({NODE_W{1'b0}}), .to_valid({FIRST{c_open}}), .to_node(to),
                    .from_valid({FIRST{c_open}}), .from_node(from), .now({FIRST{1'b0}}),
                    .failed({FIRST{1'b0}}), .marked(), .protocol_error(c_protocol_error),
                    .wants({FIRST{1'b1}}),
                    .ended(), .granted(), .came(),
                    .s_axis_tvalid({FIRST{c_open}}),
                    .s_axis_tready(c_ready[n*FIRST +: FIRST]),
                    .s_axis_tdata(c_next[n*FIRST*W +: FIRST*W]),
                    .s_axis_tkeep({FIRST*ELEMS{1'b1}}), .s_axis_tlast({FIRST{1'b0}}),
                    .m_axis_tvalid(c_valid[n*FIRST +: FIRST]), .m_axis_tready({FIRST{1'b1}}),
                    .m_axis_tdata(c_data[n*FIRST*W +: FIRST*W]), .m_axis_tkeep(c_keep),
                    .m_link_tvalid(a_leave), .m_link_tready(a_ready), .m_link_tdata(a_left),
                    .m_link_credit(a_credit), .s_link_tvalid(a_arrive),
                    .s_link_tdata(a_arrived), .s_link_credit(a_freed));
                bl_link_join #(.NODES(N), .CHANNELS(FIRST), .CHAN_W(CHAN_W), .ELEMS(ELEMS),
                    .ELEM_W(ELEM_W), .LOG_BUFFER(LOG_BUFFER), .TURN_WORDS(TURN_WORDS)) join_ (
                    .clk(clk), .rst(rst[n]), .s_a_tvalid(a_leave), .s_a_tready(a_ready),
                    .s_a_tdata(a_left), .s_a_credit(a_credit), .m_a_tvalid(a_arrive),
                    .m_a_tdata(a_arrived), .m_a_credit(a_freed),
                    .s_b_tvalid(b_leave[n*N +: N]), .s_b_tready(b_ready[n*N +: N]),
                    .s_b_tdata(b_left[n*N*FLIT_W +: N*FLIT_W]),
                    .s_b_credit(b_credit[n*N*4 +: N*4]),
                    .m_b_tvalid(b_arrive[n*N +: N]),
                    .m_b_tdata(b_arrived[n*N*FLIT_W +: N*FLIT_W]),
                    .m_b_credit(b_freed[n*N*4 +: N*4]),
                    .m_link_tvalid(leave[n*N +: N]), .m_link_tready(ready[n*N +: N]),
                    .m_link_tdata(left[n*N*FLIT_W +: N*FLIT_W]),
                    .m_link_credit(credit[n*N*4 +: N*4]),
                    .s_link_tvalid(arrive[n*N +: N]),
                    .s_link_tdata(arrived[n*N*FLIT_W +: N*FLIT_W]),
                    .s_link_credit(freed[n*N*4 +: N*4]));
                always @(posedge clk)
                    if (c_protocol_error) fail(n * S, "a channel says protocol_error");
            end else begin : g_alone
                assign leave[n*N +: N]      = b_leave[n*N +: N];
                assign b_ready[n*N +: N]    = ready[n*N +: N];
                assign left[n*N*FLIT_W +: N*FLIT_W] = b_left[n*N*FLIT_W +: N*FLIT_W];
                assign b_credit[n*N*4 +: N*4] = credit[n*N*4 +: N*4];
                assign b_arrive[n*N +: N]   = arrive[n*N +: N];
                assign b_arrived[n*N*FLIT_W +: N*FLIT_W] = arrived[n*N*FLIT_W +: N*FLIT_W];
                assign freed[n*N*4 +: N*4]  = b_freed[n*N*4 +: N*4];
            end
        end
    endgenerate

`ifdef CARRIER
    wire [N-1:0] stopped;
    `CARRIER #(.NODES(N), .NODE_W(NODE_W), .FLIT_W(FLIT_W), .LOG_BUFFER(LOG_BUFFER)) carrier (
        .clk(clk), .rst(|rst), .s_flit_tvalid(leave), .s_flit_tready(ready), .s_flit_tdata(left),
        .m_credit(credit), .m_flit_tvalid(arrive), .m_flit_tdata(arrived), .s_credit(freed),
        .stop(1'b0), .stopped(stopped));
`else
    // Links that pause, and give credits back late and in bursts; after a reset nothing of before
    // arrives.
    integer          owed [0:N*N-1], a, gives;
    reg [N*N-1:0]    takes = 0;
    wire [N*N*4-1:0] back;
    reg [N*N*4-1:0]  given = 0;
    assign ready  = takes;
    assign credit = given;
    always @(posedge clk) for (a = 0; a < N * N; a = a + 1) begin
        takes[a] <= draw(100) < percent;
        owed[a] = (|rst) ? 0 : owed[a] + back[a*4 +: 4];
        gives = (stalls && draw(8) != 0) ? 0 : (owed[a] > 15) ? 15 : owed[a];
        given[a*4 +: 4] <= gives;
        owed[a] = owed[a] - gives;
    end
    generate
        for (n = 0; n < N; n = n + 1) begin : g_links
            for (d = 0; d < N; d = d + 1) begin : g_link
                reg [FLIT_W+4:0] pipe [0:DELAY-1], comes;
                integer          s = 0, r;
                always @(posedge clk) begin
                    pipe[s] <= {freed[(n*N+d)*4 +: 4], leave[n*N+d] & ready[n*N+d],
                                left[(n*N+d)*FLIT_W +: FLIT_W]};
                    s = (s + 1) % DELAY;
                    comes <= pipe[s];
                    if (|rst) for (r = 0; r < DELAY; r = r + 1) pipe[r] <= 0;
                end
                assign {arrive[d*N+n], arrived[(d*N+n)*FLIT_W +: FLIT_W]}
                    = (inject && n == 2 && d == 0) ? {1'b1, injected} : comes[FLIT_W:0];
                assign back[(d*N+n)*4 +: 4] = comes[FLIT_W+4 -: 4];
            end
        end
    endgenerate
`endif

    // ---- what is seen of the flits
    reg [FLIT_W-1:0] flit;
    integer          l, e, channel;
    always @(posedge clk) for (l = 0; l < N * N; l = l + 1) if (rst != 0) begin
        if (leave[l] === 1'b1 && !rst[l/N]) fail(l / N * S, "it sends while others are in reset");
        away[l] = 0;
        held[l] = 0;
    end else begin
        away[l] = away[l] - credit[l*4 +: 4];
        flit = left[l*FLIT_W +: FLIT_W];
        channel = flit[W+ELEMS +: CHAN_W] - FIRST;
        e = l / N * S + channel * N + l % N;
        if (held[l] && (!leave[l] || flit !== shown[l*FLIT_W +: FLIT_W]))
            fail(l / N * S + l % N, "an offer was withdrawn");
        held[l] = leave[l] && !ready[l];
        shown[l*FLIT_W +: FLIT_W] = flit;
        if (ready[l] && !leave[l] && watch) idles = idles + 1;
        if (leave[l] && ready[l]) begin
            away[l] = away[l] + 1;
            if (away[l] > (1 << LOG_BUFFER) + 1) fail(e, "more flits than link credits");
            if (channel < 0) c_flits[l] = c_flits[l] + 1;
            else b_flits[l] = b_flits[l] + 1;
            if (channel < (JOINED ? -FIRST : 0) || channel >= B)
                fail(l / N * S + l % N, "of no bundle");
            if (channel < 0) e = 0;
            else if (flit[FLIT_W-1]) begin
                grants = grants + 1;
                if (flit[FLIT_W-2]) fail(e, "a grant closes a run");
                if (flit[LOG_DEPTH+10:0] === 1 << LOG_DEPTH + 9) marks = marks + 1;
                else if (flit[LOG_DEPTH+10:0] !== (1 << LOG_DEPTH + 10 | 1 << LOG_DEPTH - 2))
                    fail(e, "another grant than a quarter");
            end else begin
                on_link[e] = on_link[e] + 1;
                if (channel != latest[l]) changes = changes + 1;
                latest[l] = channel;
                if (flit[FLIT_W-2] !== (now[channel] & flit[FLIT_W-3]))
                    fail(e, "end is not as now says");
                if (flit[FLIT_W-3] !== (flit[3:0] == 9)) fail(e, "last is not tlast");
            end
        end
    end

    // ---- kernels
    integer w;
    always @(posedge k_clk) if (k_rst != 0) begin
        s_valid <= 0;
        m_ready <= 0;
    end else for (w = 0; w < N * S; w = w + 1) begin
        if (s_valid[w] && s_ready[w]) sent[w] = sent[w] + 1;
        if (!s_valid[w] || s_ready[w]) begin
            s_valid[w] <= sent[w] < goal[w] && (!stalls || draw(3) != 0);
            s_data[w*W +: W] <= word_of(w, sent[w]);
            s_keep[w*ELEMS +: ELEMS] <= keep_of(sent[w]);
            s_last[w] <= sent[w] % 16 == 9;
        end
        if (m_valid[w] && m_ready[w]) begin
            if (kept(m_data[w*W +: W], keep_of(came[w]))
                    !== kept(word_of(other(w), came[w]), keep_of(came[w]))
                || m_keep[w*ELEMS +: ELEMS] !== keep_of(came[w]))
                fail(w, "another word than the next one");
            came[w] = came[w] + 1;
        end
        m_ready[w] <= !never[w] && (!stalls || draw(3) != 0);
    end

    // ---- channels beside the bundles: numbers, one after the other
    integer c, c_from;
    always @(posedge k_clk) if (JOINED && c_open) for (c = 0; c < N * FIRST; c = c + 1) begin
        if (c_ready[c]) c_next[c*W +: W] <= c_next[c*W +: W] + 1'b1;
        if (c_valid[c]) begin
            c_from = (c / FIRST + 2 * N - 1 - c % FIRST) % N;
            if (c_data[c*W +: W] !== {c_from[15:0] * FIRST + c % FIRST, 32'd0} + c_came[c])
                fail(c / FIRST * S, "another word in a channel than the next one");
            c_came[c] = c_came[c] + 1;
        end
    end

    function all_came(input [N*S-1:0] but);
        integer f;
        begin
            all_came = 1;
            for (f = 0; f < N * S; f = f + 1)
                if (!but[f] && came[f] < goal[other(f)]) all_came = 0;
        end
    endfunction

    // Words of all, but for those at the ends named.
    task until_all_came(input [N*S-1:0] but); begin
        wait_cycles = 0;
        while (!all_came(but) && failed == 0 && wait_cycles < PATIENCE) begin
            @(posedge k_clk);
            wait_cycles = wait_cycles + 1;
        end
        if (!all_came(but)) for (i = 0; i < N * S; i = i + 1)
            if (!but[i] && came[i] < goal[other(i)]) fail(i, "words are missing");
    end endtask

    // All of them, or those of a bundle: number of words, 0: as many as random.
    task next_phase(input integer bundle, input integer words); begin
        repeat (100) @(posedge k_clk);
        phase = phase + 1;
        changes = 0;
        for (i = 0; i < N * S; i = i + 1) begin
            sent[i] = 0;
            came[i] = 0;
            on_link[i] = 0;
            goal[i] = (bundle != B && bundle != i % S / N) ? 0 : words ? words : 1 + draw(WORDS);
        end
    end endtask

    // Together; they leave it one after the other.
    task reset; begin
        c_open <= 0;
        @(posedge clk) rst <= {N{1'b1}};
        @(posedge k_clk) k_rst <= {N{1'b1}};
        repeat (10) @(posedge k_clk);
        repeat (10) @(posedge clk);
        for (i = 0; i < N * S; i = i + 1) begin
            sent[i] = 0;
            came[i] = 0;
            goal[i] = 0;
        end
        for (i = 0; i < N; i = i + 1) begin
            repeat (20) @(posedge clk);
            rst[i] <= 0;
            @(posedge k_clk) k_rst[i] <= 0;
        end
        for (i = 0; i < N * FIRST; i = i + 1) begin
            c_next[i*W +: W] = {i[31:0], 32'd0};
            c_came[i] = 0;
        end
        repeat (2) @(posedge clk);
        @(posedge k_clk) c_open <= 1;
    end endtask

    // The links' rate while all ends of a bundle (B: of all) have more to send than they take.
    integer long;                       // mean words of a turn
    task saturate(input integer bundle, input integer of_hundred); begin
        percent = of_hundred;
        // turns end with moves, too, of those that are sent `now`: of 16 words
        long = now == 0 ? TURN_WORDS : 16 / ((15 + TURN_WORDS) / TURN_WORDS);
        next_phase(bundle, 1 << 30);
        repeat (4 * DELAY + 200) @(posedge clk);
        for (i = 0; i < N * S; i = i + 1) counted[i] = on_link[i];
        for (i = 0; i < N * N; i = i + 1) {c_flits[i], b_flits[i]} = 0;
        {idles, words, grants, changes} = 0;
        watch = HALF >= K_HALF && LOG_DEPTH >= 6;
        repeat (WINDOW) @(posedge clk);
        watch = 0;
        for (i = 0; i < N * S; i = i + 1) begin
            counted[i] = on_link[i] - counted[i];
            words = words + counted[i];
            goal[i] = sent[i] + s_valid[i];
        end
        $display("%0d links took %0d words in %0d turns and %0d grants in %0d cycles, %0d not used",
                 N * N, words, changes, grants, WINDOW, idles);
        if (idles != 0) fail(0, "a link waited");
        if (!JOINED && bundle == B && B > 1 && LOG_DEPTH >= 6 && (HALF >= K_HALF)
            && (changes * long > words + N * N * TURN_WORDS
                || changes * long < words - N * N * TURN_WORDS))
            fail(0, "turns of another length");
        // channels and bundles, grants too: half of a link, within a turn and one percent
        for (i = 0; i < N * N; i = i + 1)
            if (JOINED && FIRST == 1 && (i % N + N - i / N) % N == 1) begin
            $display("link %0d: %0d flits of the channel, %0d of bundles", i, c_flits[i],
                     b_flits[i]);
            if (c_flits[i] * 100 > b_flits[i] * 101 + 100 * TURN_WORDS
                || b_flits[i] * 100 > c_flits[i] * 101 + 100 * TURN_WORDS)
                fail(i, "another half");
        end
        // at most one turn more, and one percent
        if (bundle == B && B > 1 && LOG_DEPTH >= 6) for (i = 0; i < N * S; i = i + 1)
            if (i % S / N != 0 && 200 * counted[i] - 200 * counted[i-N]
                > counted[i] + counted[i-N] + 100 * TURN_WORDS
                || i % S / N != 0 && 200 * counted[i-N] - 200 * counted[i]
                > counted[i] + counted[i-N] + 100 * TURN_WORDS) fail(i, "another share");
        until_all_came(0);
        percent = 100;
    end endtask

    initial begin
        for (i = 0; i < N * N; i = i + 1) begin away[i] = 0; latest[i] = 0; end
        for (i = 0; i < N * S; i = i + 1) begin
            sent[i] = 0;
            came[i] = 0;
            goal[i] = 0;
            on_link[i] = 0;
        end
        {idles, words, grants, changes} = 0;
        for (i = 0; i < N * N; i = i + 1) {c_flits[i], b_flits[i]} = 0;
        now = $random(seed);
        reset;
        // random: one end holds nobody up
        next_phase(B, WORDS);
        never[STUCK] = 1;
        if (marked != 0) fail(0, "a mark of a bundle that has not failed");
        broken[2*B-1] = 1;
        until_all_came(1 << STUCK);
        repeat (200) @(posedge k_clk);
        if (came[STUCK] > 1) fail(STUCK, "words at an end that takes none");
        if (on_link[other(STUCK)] != ((1 << LOG_DEPTH) + CROSSING + came[STUCK] < WORDS
                                      ? (1 << LOG_DEPTH) + CROSSING + came[STUCK] : WORDS))
            fail(STUCK, "not as many words as there are places");
        never = 0;
        until_all_came(0);
        for (i = 0; i < N * B; i = i + 1)
            if (marked[i] != (i % B == B - 1))
                fail(i / B * S, "other marks than of what has failed");
        if (marks != N) fail(0, "another number of marks than of nodes");
        broken = 0;
        // reset
        next_phase(B, 0);
        repeat (40) @(posedge k_clk);
        reset;
        repeat (4 * DELAY + 100) @(posedge k_clk);
        if (m_valid != 0) fail(0, "words of before the reset");
        if (marked != 0) fail(0, "a mark of before the reset");
        next_phase(B, 0);
        until_all_came(0);
        // stalled: one bundle after the other; the others do not notice
        stalls = 0;
        percent = 100;
        if (B > 1) for (begins = 0; begins < B; begins = begins + 1) begin
            next_phase(B, MANY);
            for (i = 0; i < N * S; i = i + 1) never[i] = i % S / N == begins;
            until_all_came(never);
            for (i = 0; i < N * S; i = i + 1)
                if (never[i] && came[i] > 1) fail(i, "words at an end that takes none");
            $display("a bundle stops: %0d words of each other end in %0d cycles", MANY,
                     wait_cycles);
`ifndef CARRIER
            if (HALF == K_HALF && LOG_DEPTH >= 6 && B == 2 && !JOINED
                && wait_cycles > MANY + MANY / 12 + 2 * DELAY + (1 << LOG_DEPTH) + 100)
                fail(0, "a bundle that stops costs rate");
`endif
            never = 0;
            until_all_came(0);
        end
        // rate: one word, from the edge at which it is taken to the one at which it is taken there
        next_phase(B, 0);
        for (i = 0; i < N * S; i = i + 1) goal[i] = 0;
        repeat (100) @(posedge k_clk);
        goal[2] = 1;
        while (sent[2] == 0) @(posedge k_clk);
        begins = $time;
        while (came[other(2)] == 0 && failed == 0) @(posedge k_clk);
        $display("a word arrives after %0d cycles and %0d of the link",
                 ($time - begins) / (2 * SLOW) - DELAY, DELAY);
`ifndef CARRIER
        now = 0;
        if (HALF == K_HALF && !JOINED && ($time - begins) / (2 * SLOW) - DELAY > LATENCY)
            fail(2, "late");
        saturate(0, 100);
        saturate(B, 100);
        saturate(B, 65);
        now = {B{1'b1}};
        saturate(B, 100);
`else
        next_phase(B, MANY);
        begins = $time;
        until_all_came(0);
        $display("%0d words on each link in %0d cycles of the slower clock", B * MANY,
                 ($time - begins) / (2 * SLOW));
`endif
        if (protocol_error != 0) fail(0, "protocol_error");
`ifdef CARRIER
        if (stopped != 0) fail(0, "the carrier has stopped");
`else
        // protocol_error: of no bundle; then more words than there are places
        if (!JOINED) begin
            injected[W+ELEMS +: CHAN_W] = FIRST + B;
            @(posedge clk) inject <= 1;
            @(posedge clk) inject <= 0;
            repeat (50) @(posedge clk);
            if (protocol_error != 1) fail(0, "a protocol_error flit is not reported");
            if (!all_came(0) || m_valid != 0) fail(0, "a protocol_error flit is delivered");
            reset;
            injected[W+ELEMS +: CHAN_W] = FIRST;
            never = ~0;
            repeat ((1 << LOG_DEPTH) + CROSSING) @(posedge clk) inject <= 1;
            @(posedge clk) inject <= 0;
            repeat (50) @(posedge clk);
            if (protocol_error != 0) fail(0, "words that have places are protocol_error");
            @(posedge clk) inject <= 1;
            @(posedge clk);
            @(posedge clk) inject <= 0;
            repeat (50) @(posedge clk);
            if (protocol_error != 1) fail(0, "a word without a place is not reported");
        end
`endif
        if (failed) $display("FAIL %0d", failed);
        else $display("PASS");
        $finish(0);
    end
endmodule
