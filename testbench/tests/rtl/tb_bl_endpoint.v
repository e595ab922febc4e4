// Two nodes of the mesh and the links between them: every lane sends packets to every node and
// channel that it reaches; every word must arrive at its lane, from its source, in order, and none
// before its epoch is wanted; the buffers are small, so credits run out.
// config: -Ptb_bl_endpoint.REACH=0
// config: -Ptb_bl_endpoint.REACH=1
// config: -Ptb_bl_endpoint.REACH=1 -Ptb_bl_endpoint.LANES=4
// config: -Ptb_bl_endpoint.REACH=0 -Ptb_bl_endpoint.LANES=4 -Ptb_bl_endpoint.LOG_BUFFER=1 -Ptb_bl_endpoint.WORDS=80
// long config: -Ptb_bl_endpoint.REACH=0 -Ptb_bl_endpoint.LANES=4 -Ptb_bl_endpoint.LOG_BUFFER=1
// config: -Ptb_bl_endpoint.REACH=1 -Ptb_bl_endpoint.LANES=1
`timescale 1ns/1ps
module tb_bl_endpoint;
    // WORDS: from a lane to a destination
    parameter LANES = 2, REACH = 0, LOG_BUFFER = 3, DELAY = 5, STALL = 30, WORDS = 250;
    localparam NODES = 2, K = 1, W = 32, PACKET = 4, CHAN_W = (LANES <= 2) ? 1 : 2, D = 1 + CHAN_W,
               P = NODES * LANES, FLIT_W = W + K + CHAN_W + 3;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg  [P-1:0] tv = 0, tl, tu, rr = 0, rx_epoch = 0;
    reg  [P*W-1:0] td;
    reg  [P*D-1:0] dest;
    wire [P-1:0] tr, rv, rl, rk, id;
    wire [P*W-1:0] rd;
    wire [P*2-1:0] ru;
    wire [3:0] room, leave, arrive;
    reg  [3:0] go = 0;
    wire [4*FLIT_W-1:0] leave_d, arrive_d;
    wire [15:0] freed, credit;
    integer seed = 3, now = 0, i, t, k, e, failed = 0, got = 0, total = 0;
    integer left [0:P*P-1], next [0:P*P-1], words [0:P-1], target [0:P-1];
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    task fail; input [8*40-1:0] why; input integer port;
        begin
            if (!failed) $display("FAIL %0s port %0d cycle %0d", why, port, now);
            failed = 1;
            $finish(0);
        end
    endtask
    genvar n, d, l;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : g_node
            wire [LANES*2-1:0] user;
            for (l = 0; l < LANES; l = l + 1) begin : g_user
                assign user[l*2 +: 2] = {tu[n*LANES+l], 1'b0};
            end
            bl_endpoint #(.NODES(NODES), .LANES(LANES), .ELEMS(K), .ELEM_W(W),
                          .LOG_BUFFER(LOG_BUFFER), .LANE_REACH(REACH), .PACKET_WORDS(PACKET)) dut (
                .clk(clk), .rst(rst), .s_net_tvalid(tv[n*LANES +: LANES]),
                .s_net_tready(tr[n*LANES +: LANES]), .s_net_tdata(td[n*LANES*W +: LANES*W]),
                .s_net_tkeep({LANES{1'b1}}), .s_net_tlast(tl[n*LANES +: LANES]),
                .s_net_tdest(dest[n*LANES*D +: LANES*D]), .s_net_tuser(user),
                .dst_ready(room[n*2 +: 2]), .m_net_tvalid(rv[n*LANES +: LANES]),
                .m_net_tready(rr[n*LANES +: LANES]), .m_net_tdata(rd[n*LANES*W +: LANES*W]),
                .m_net_tkeep(rk[n*LANES +: LANES]), .m_net_tlast(rl[n*LANES +: LANES]),
                .m_net_tid(id[n*LANES +: LANES]), .m_net_tuser(ru[n*LANES*2 +: LANES*2]),
                .rx_epoch(rx_epoch[n*LANES +: LANES]), .rx_any({LANES{1'b1}}),
                .rx_source({LANES{1'b0}}), .m_link_tvalid(leave[n*2 +: 2]),
                .m_link_tready(go[n*2 +: 2]), .m_link_tdata(leave_d[n*2*FLIT_W +: 2*FLIT_W]),
                .m_link_credit(credit[n*8 +: 8]), .s_link_tvalid(arrive[n*2 +: 2]),
                .s_link_tdata(arrive_d[n*2*FLIT_W +: 2*FLIT_W]), .s_link_credit(freed[n*8 +: 8]));
            for (d = 0; d < NODES; d = d + 1) begin : g_link
                reg [FLIT_W+4:0] pipe [0:DELAY-1];
                integer s;
                initial for (s = 0; s < DELAY; s = s + 1) pipe[s] = 0;
                always @(posedge clk) begin
                    pipe[0] <= rst ? 0
                        : {freed[(n*2+d)*4 +: 4], leave[n*2+d] & go[n*2+d],
                           leave_d[(n*2+d)*FLIT_W +: FLIT_W]};
                    for (s = 1; s < DELAY; s = s + 1) pipe[s] <= pipe[s-1];
                end
                assign {credit[(d*2+n)*4 +: 4], arrive[d*2+n],
                        arrive_d[(d*2+n)*FLIT_W +: FLIT_W]} = pipe[DELAY-1];
            end
        end
    endgenerate
    // word: {epoch, from[2:0], to[2:0], number[15:0]}; the first half of the words is of epoch 0,
    // and all are away before epoch 1 begins
    initial begin
        for (i = 0; i < P; i = i + 1) begin
            words[i] = 0;
            target[i] = 0;
            for (t = 0; t < P; t = t + 1) begin
                next[i*P+t] = 0;
                left[i*P+t] = 0;
                if (REACH == 0
                    || (i % 2 == t / LANES && t % 2 == i / LANES
                        && (i % LANES) / 2 == (t % LANES) / 2))
                    left[i*P+t] = WORDS;
                total = total + left[i*P+t];
            end
        end
        repeat (4 + DELAY) @(posedge clk);
        rst <= 0;
        while (got < total / 2 && now < 40000 && !failed) @(posedge clk);
        repeat (60) @(posedge clk);
        if (got != total / 2) fail("words of the wrong epoch came", 0);
        rx_epoch <= {P{1'b1}};
        while (got < total && now < 40000 && !failed) @(posedge clk);
        if (!failed) begin
            if (got < total) $display("FAIL %0d of %0d words", got, total);
            else $display("PASS");
        end
        $finish(0);
    end
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        go <= {draw(100) >= STALL, draw(100) >= STALL, draw(100) >= STALL, draw(100) >= STALL};
        for (i = 0; i < P; i = i + 1) begin
            rr[i] <= draw(100) >= STALL;
            if (rv[i] && rr[i]) begin
                k = rd[i*W+19 +: 3];
                if (rd[i*W+16 +: 3] != i) fail("wrong lane", i);
                else if (id[i] != k / LANES) fail("wrong source", i);
                else if (rd[i*W +: 16] != next[k*P+i]) fail("lost or out of order", i);
                else if (rd[i*W+22] != rx_epoch[i] || ru[i*2+1] != rx_epoch[i])
                    fail("wrong epoch", i);
                else if (rk[i] != 1) fail("element lost", i);
                next[k*P+i] = next[k*P+i] + 1;
                got = got + 1;
            end
            if (tv[i] && tr[i]) tv[i] <= 0;
            if (!tv[i] || tr[i]) begin
                if (words[i] == 0 && draw(100) >= STALL) begin
                    t = draw(P);
                    for (k = 0; k < P; k = k + 1) if (words[i] == 0) begin
                        // epoch 1 only when nothing of epoch 0 is left in this lane's node
                        e = 0;
                        if (left[i*P+(t+k)%P] > 0 && room[(i/LANES)*2 + ((t+k)%P)/LANES]) begin
                            if (left[i*P+(t+k)%P] <= WORDS / 2)
                                for (e = 0; e < LANES * P; e = e + 1)
                                if (left[(i/LANES)*LANES*P+e] > WORDS / 2) e = LANES * P + 1;
                            if (e <= LANES * P) begin
                                target[i] = (t + k) % P;
                                words[i] = 1 + draw(PACKET);
                                e = (left[i*P+target[i]] > WORDS / 2)
                                        ? left[i*P+target[i]] - WORDS / 2
                                    : left[i*P+target[i]];
                                if (words[i] > e) words[i] = e;
                            end
                        end
                    end
                end
                if (words[i] > 0) begin
                    tv[i] <= 1;
                    tl[i] <= words[i] == 1;
                    tu[i] <= left[i*P+target[i]] <= WORDS / 2;
                    td[i*W +: W] <= {9'd0, left[i*P+target[i]] <= WORDS / 2, i[2:0], target[i][2:0],
                                     16'd0}
                        | (WORDS - left[i*P+target[i]]);
                    dest[i*D +: D] <= ((target[i] / LANES) << CHAN_W) | (target[i] % LANES);
                    left[i*P+target[i]] = left[i*P+target[i]] - 1;
                    words[i] = words[i] - 1;
                end
            end
        end
    end
endmodule
