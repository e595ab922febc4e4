// long config: -Ptb_bl_channel_from.HALF=5 -Ptb_bl_channel_from.K_HALF=5
// long config: -Ptb_bl_channel_from.HALF=4 -Ptb_bl_channel_from.K_HALF=7 -Ptb_bl_channel_from.SEED=2
// config: -Ptb_bl_channel_from.HALF=7 -Ptb_bl_channel_from.K_HALF=4 -Ptb_bl_channel_from.SEED=3 -Ptb_bl_channel_from.DELAY=2
// long config: -Ptb_bl_channel_from.LOG_DEPTH=2 -Ptb_bl_channel_from.SEED=4 -Ptb_bl_channel_from.DELAY=3
// config: -Ptb_bl_channel_from.SEED=5 -Ptb_bl_channel_from.DELAY=2 -Ptb_bl_channel_from.ASK=60 -Ptb_bl_channel_from.MOVES=100
// Four nodes whose channels go where each move says: bl_channel_to and bl_channel_from at
// bl_channels, links with delay and random pauses. For each of two channels moves are drawn, from
// any node to any, itself included; a node sends its own in their order and receives those for it
// in their order. A receiver divides a move into two, or takes two of one node as one. Every word
// is compared where it arrives, so one of another node, one that is lost and one too many are
// noticed; a sender that is never answered is, too. At the end a receiver wants less than a node
// sends, and then something of another one: it stops, and nothing is lost.
`timescale 1ns/1ps
module tb_bl_channel_from;
    parameter HALF = 5, K_HALF = 5, LOG_DEPTH = 4, DELAY = 8, SEED = 1, MOVES = 200,
        ASK = 2;                                     // cycles between what is asked, about
    localparam N = 4, NODE_W = 2, C = 2, CHAN_W = 1, ELEMS = 4, ELEM_W = 16, LOG_BUFFER = 6,
        LONGEST = 60, PATIENCE = 400000, W = ELEMS * ELEM_W, FLIT_W = W + ELEMS + CHAN_W + 3;
    reg               clk = 0, k_clk = 0, rst = 1, k_rst = 1, quiet = 0;
    reg  [N*C-1:0]    s_valid = 0, s_last = 0, m_ready = 0, to_v = 0, from_v = 0;
    reg  [N*C*W-1:0]  s_data = 0;
    reg  [N*C*ELEMS-1:0] s_keep = 0;
    reg  [N*C*NODE_W-1:0] to_n = 0, from_n = 0;
    reg  [N*C*32-1:0] from_l = 0;
    wire [N*C-1:0]    s_ready, m_valid, to_r, from_r;
    wire [N*C*W-1:0]  m_data;
    wire [N*C*ELEMS-1:0] m_keep;
    wire [N-1:0]      protocol_error;
    wire [N*N-1:0]    leave, ready, arrive;
    wire [N*N*FLIT_W-1:0] left, arrived;
    wire [N*N*4-1:0]  freed, credit;
    integer           seed = SEED, failed = 0;

    always #HALF clk = ~clk;
    always #K_HALF k_clk = ~k_clk;
    function [31:0] draw(input integer below);
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    task fail(input integer e, input [8*40-1:0] what); begin
        if (failed < 5) $display("end %0d of node %0d, %0t: %0s", e % C, e / C, $time, what);
        failed = failed + 1;
    end endtask

    genvar n, c, d;
    generate
        for (n = 0; n < N; n = n + 1) begin : g_node
            localparam [NODE_W-1:0] NODE = n;
            wire [C-1:0] to_valid, from_valid, wants, ended, granted, came, came_last;
            wire [C*NODE_W-1:0] to_node, from_node;
            wire [C*ELEMS-1:0] came_keep;
            for (c = 0; c < C; c = c + 1) begin : g_end
                bl_channel_to #(.NODE_W(NODE_W)) to (.clk(clk), .rst(rst), .k_clk(k_clk),
                    .k_rst(k_rst), .s_tvalid(to_v[n*C+c]), .s_tready(to_r[n*C+c]),
                    .s_node(to_n[(n*C+c)*NODE_W +: NODE_W]), .to_valid(to_valid[c]),
                    .to_node(to_node[c*NODE_W +: NODE_W]), .ended(ended[c]));
                bl_channel_from #(.NODE_W(NODE_W), .ELEMS(ELEMS)) from (.clk(clk), .rst(rst),
                    .k_clk(k_clk), .k_rst(k_rst), .s_tvalid(from_v[n*C+c]),
                    .s_tready(from_r[n*C+c]), .s_node(from_n[(n*C+c)*NODE_W +: NODE_W]),
                    .s_length(from_l[(n*C+c)*32 +: 32]), .from_valid(from_valid[c]),
                    .from_node(from_node[c*NODE_W +: NODE_W]), .wants(wants[c]),
                    .granted(granted[c]), .came(came[c]), .came_keep(came_keep[c*ELEMS +: ELEMS]),
                    .came_last(came_last[c]));
            end
            bl_channels #(.NODES(N), .NODE_W(NODE_W), .CHANNELS(C), .CHAN_W(CHAN_W),
                .ELEMS(ELEMS), .ELEM_W(ELEM_W), .LOG_DEPTH(LOG_DEPTH),
                .LOG_BUFFER(LOG_BUFFER)) channels (
                .clk(clk), .rst(rst), .k_clk(k_clk), .k_rst(k_rst), .node(NODE),
                .to_valid(to_valid), .to_node(to_node), .from_valid(from_valid),
                .from_node(from_node), .now({C{1'b1}}), .failed({C{1'b0}}), .marked(),
                .protocol_error(protocol_error[n]), .wants(wants),
                .ended(ended), .granted(granted), .came(came), .came_keep(came_keep),
                .came_last(came_last), .s_axis_tvalid(s_valid[n*C +: C]),
                .s_axis_tready(s_ready[n*C +: C]), .s_axis_tdata(s_data[n*C*W +: C*W]),
                .s_axis_tkeep(s_keep[n*C*ELEMS +: C*ELEMS]), .s_axis_tlast(s_last[n*C +: C]),
                .m_axis_tvalid(m_valid[n*C +: C]), .m_axis_tready(m_ready[n*C +: C]),
                .m_axis_tdata(m_data[n*C*W +: C*W]),
                .m_axis_tkeep(m_keep[n*C*ELEMS +: C*ELEMS]), .m_link_tvalid(leave[n*N +: N]),
                .m_link_tready(ready[n*N +: N]), .m_link_tdata(left[n*N*FLIT_W +: N*FLIT_W]),
                .m_link_credit(credit[n*N*4 +: N*4]), .s_link_tvalid(arrive[n*N +: N]),
                .s_link_tdata(arrived[n*N*FLIT_W +: N*FLIT_W]),
                .s_link_credit(freed[n*N*4 +: N*4]));
        end
    endgenerate

    // ---- links that pause, with delays of their own, and give credits back in bursts
    integer          owed [0:N*N-1], a, back, gives;
    reg [N*N-1:0]    takes = 0;
    reg [N*N*4-1:0]  given = 0;
    assign ready  = takes;
    assign credit = given;
    initial for (a = 0; a < N * N; a = a + 1) owed[a] = 0;
    always @(posedge clk) if (!rst) for (a = 0; a < N * N; a = a + 1) begin
        takes[a] <= draw(4) != 0;
        back = (a % N) * N + a / N;
        owed[a] = owed[a] + freed[back*4 +: 4];
        gives = (draw(8) != 0) ? 0 : (owed[a] > 15) ? 15 : owed[a];
        given[a*4 +: 4] <= gives;
        owed[a] = owed[a] - gives;
    end
    generate
        for (n = 0; n < N; n = n + 1) begin : g_links
            for (d = 0; d < N; d = d + 1) begin : g_link
                localparam LONG = 1 + (DELAY * (1 + (n * 7 + d * 3) % 4)) / 2;
                reg [FLIT_W:0] pipe [0:LONG-1];
                integer        s;
                initial for (s = 0; s < LONG; s = s + 1) pipe[s] = 0;
                always @(posedge clk) begin
                    pipe[0] <= {leave[n*N+d] & ready[n*N+d], left[(n*N+d)*FLIT_W +: FLIT_W]};
                    for (s = 1; s < LONG; s = s + 1) pipe[s] <= pipe[s-1];
                end
                assign {arrive[d*N+n], arrived[(d*N+n)*FLIT_W +: FLIT_W]} = pipe[LONG-1];
            end
        end
    endgenerate

    // ---- moves: of channel c number m at [c*MOVES + m]
    integer src [0:C*MOVES-1], dst [0:C*MOVES-1], len [0:C*MOVES-1];
    // by end: the move that is sent, granules of it that went; the one whose command is next; the
    // one that is received, granules that came, and for commands: the rest of a divided one
    integer out [0:N*C-1], gone [0:N*C-1], aim [0:N*C-1], in [0:N*C-1], come [0:N*C-1],
        ask [0:N*C-1], rest [0:N*C-1];
    integer m, w, e, k, part, cycles, total, moved = 0;

    // The next move of an end from number `m` on; MOVES: none.
    function integer next_out(input integer end_, input integer first);
        integer f;
        begin
            f = first;
            while (f < MOVES && src[(end_ % C)*MOVES + f] != end_ / C) f = f + 1;
            next_out = f;
        end
    endfunction
    function integer next_in(input integer end_, input integer first);
        integer f;
        begin
            f = first;
            while (f < MOVES && dst[(end_ % C)*MOVES + f] != end_ / C) f = f + 1;
            next_in = f;
        end
    endfunction
    function [ELEM_W-1:0] granule(input integer channel, input integer move, input integer i);
        granule = {move[8:0], i[5:0], channel[0]} ^ 16'h5a00;
    endfunction

    integer move, n_words, i, left_of, granules;
    always @(posedge k_clk) if (!k_rst && !quiet) for (e = 0; e < N * C; e = e + 1) begin
        // words of moves
        if (s_valid[e] && s_ready[e]) s_valid[e] <= 0;
        if ((!s_valid[e] || s_ready[e]) && out[e] < MOVES && draw(3) != 0) begin
            move = (e % C) * MOVES + out[e];
            left_of = len[move] - gone[e];
            granules = (left_of < ELEMS) ? left_of : ELEMS;
            s_valid[e] <= 1;
            s_last[e]  <= left_of <= ELEMS;
            for (i = 0; i < ELEMS; i = i + 1) begin
                s_keep[e*ELEMS + i] <= i < granules;
                s_data[e*W + i*ELEM_W +: ELEM_W] <= granule(e % C, out[e], gone[e] + i);
            end
            gone[e] = gone[e] + granules;
            if (gone[e] == len[move]) begin
                out[e] = next_out(e, out[e] + 1);
                gone[e] = 0;
            end
        end
        // where each goes
        if (to_v[e] && to_r[e]) to_v[e] <= 0;
        if ((!to_v[e] || to_r[e]) && aim[e] < MOVES && draw(3) != 0) begin
            to_v[e] <= 1;
            to_n[e*NODE_W +: NODE_W] <= dst[(e % C)*MOVES + aim[e]];
            aim[e] = next_out(e, aim[e] + 1);
        end
        // from whom each comes: whole, in two parts, or two of one node as one
        if (from_v[e] && from_r[e]) from_v[e] <= 0;
        if ((!from_v[e] || from_r[e]) && ask[e] < MOVES && draw(ASK) == 0) begin
            move = (e % C) * MOVES + ask[e];
            from_v[e] <= 1;
            from_n[e*NODE_W +: NODE_W] <= src[move];
            part = (rest[e] != 0) ? rest[e] : len[move];
            m = next_in(e, ask[e] + 1);
            if (rest[e] == 0 && part > 1 && draw(4) == 0) begin
                part = 1 + draw(part - 1);
                rest[e] = len[move] - part;
            end else begin
                if (m < MOVES && src[(e % C)*MOVES + m] == src[move] && draw(2) == 0) begin
                    part = part + len[(e % C)*MOVES + m];
                    m = next_in(e, m + 1);
                end
                rest[e] = 0;
                ask[e] = m;
            end
            from_l[e*32 +: 32] <= part;
        end
        // words that come
        if (m_valid[e] && m_ready[e]) for (i = 0; i < ELEMS; i = i + 1)
            if (m_keep[e*ELEMS + i]) begin
                if (in[e] >= MOVES) fail(e, "a word too many");
                else begin
                    if (m_data[e*W + i*ELEM_W +: ELEM_W] !== granule(e % C, in[e], come[e]))
                        fail(e, "another granule than the next one");
                    come[e] = come[e] + 1;
                    moved = moved + 1;
                    if (come[e] == len[(e % C)*MOVES + in[e]]) begin
                        in[e] = next_in(e, in[e] + 1);
                        come[e] = 0;
                    end
                end
            end
        m_ready[e] <= draw(3) != 0;
    end

    // A move of so many granules to a node, with pauses between its words; and one that is wanted.
    task hand(input integer end_, input integer node, input integer count); begin
        @(posedge k_clk);
        to_v[end_] <= 1;
        to_n[end_*NODE_W +: NODE_W] <= node;
        @(posedge k_clk);
        while (!to_r[end_]) @(posedge k_clk);
        to_v[end_] <= 0;
        for (w = 0; w < count; w = w + ELEMS) begin
            s_valid[end_] <= 1;
            s_keep[end_*ELEMS +: ELEMS] <= {ELEMS{1'b1}};
            s_last[end_] <= w + ELEMS >= count;
            @(posedge k_clk);
            while (!s_ready[end_]) @(posedge k_clk);
            s_valid[end_] <= 0;
            repeat (60) @(posedge k_clk);
        end
    end endtask
    task want(input integer end_, input integer node, input integer count); begin
        @(posedge k_clk);
        from_v[end_] <= 1;
        from_n[end_*NODE_W +: NODE_W] <= node;
        from_l[end_*32 +: 32] <= count;
        @(posedge k_clk);
        while (!from_r[end_]) @(posedge k_clk);
        from_v[end_] <= 0;
    end endtask

    initial begin
        total = 0;
        for (m = 0; m < C * MOVES; m = m + 1) begin
            src[m] = draw(N);
            dst[m] = (m > 0 && draw(3) == 0) ? dst[m-1] : draw(N);
            if (m > 0 && draw(3) == 0) src[m] = src[m-1];
            len[m] = 1 + draw((draw(2) == 0) ? 2 * ELEMS : LONGEST);
            total = total + len[m];
        end
        for (e = 0; e < N * C; e = e + 1) begin
            out[e] = next_out(e, 0);
            aim[e] = out[e];
            in[e] = next_in(e, 0);
            ask[e] = in[e];
            gone[e] = 0;
            come[e] = 0;
            rest[e] = 0;
        end
        repeat (10) @(posedge k_clk);
        repeat (10) @(posedge clk);
        rst <= 0;
        k_rst <= 0;
        cycles = 0;
        while (moved < total && failed == 0 && cycles < PATIENCE) begin
            @(posedge k_clk);
            cycles = cycles + 1;
        end
        if (moved < total) for (e = 0; e < N * C; e = e + 1)
            if (in[e] < MOVES) fail(e, "stops");
        repeat (300) @(posedge k_clk);
        if (protocol_error != 0) fail(0, "protocol_error");
        if (m_valid != 0) fail(0, "a word behind the last one");
        // node 1 sends 8 to node 0, which wants 4 of it and then 4 of node 2
        quiet = 1;
        m_ready <= 0;
        want(0, 1, 4);
        want(0, 2, 4);
        hand(2*C, 0, 4);
        hand(1*C, 0, 8);
        repeat (500) @(posedge clk);
        if (protocol_error != 0) fail(0, "a receiver that turned too early");
        if (g_node[2].to_valid[0] !== 1'b1) fail(0, "a node was answered out of turn");
        if (g_node[1].to_valid[0] !== 1'b0) fail(0, "a move that was to come whole");
        $display("%0d granules in %0d moves, %0d cycles", moved, C * MOVES, cycles);
        if (failed) $display("FAIL %0d", failed);
        else $display("PASS");
        $finish(0);
    end
endmodule
