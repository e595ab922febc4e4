// The sender at the port: where each flow's words go, the rules of a packet, epochs and `done`,
// with a network that is ready at times.
// long config: -Ptb_bl_alltoallv_send.NODES=4 -Ptb_bl_alltoallv_send.LANES=4
// config: -Ptb_bl_alltoallv_send.NODES=2 -Ptb_bl_alltoallv_send.LANES=8
// config: -Ptb_bl_alltoallv_send.NODES=16 -Ptb_bl_alltoallv_send.LANES=4 -Ptb_bl_alltoallv_send.SIZES=1
// config: -Ptb_bl_alltoallv_send.NODES=4 -Ptb_bl_alltoallv_send.LANES=1
// long config: -Ptb_bl_alltoallv_send.NODES=6 -Ptb_bl_alltoallv_send.LANES=4
// config: -Ptb_bl_alltoallv_send.NODES=3 -Ptb_bl_alltoallv_send.LANES=2 -Ptb_bl_alltoallv_send.SIZES=1
// config: -Ptb_bl_alltoallv_send.NODES=2 -Ptb_bl_alltoallv_send.LANES=1 -Ptb_bl_alltoallv_send.SIZES=1
`timescale 1ns/1ps
module tb_bl_alltoallv_send;
    parameter NODES = 4, LANES = 4, SIZES = 0, STALL = 40, EPOCHS = 8;
    localparam K = 2, E = 16, W = K * E, PACKET = 4, OWN = 1;
    // greatest common divisor of NODES and LANES
    localparam COMMON = (NODES % 8 == 0 && LANES >= 8) ? 8 : (NODES % 4 == 0 && LANES >= 4) ? 4
        : (NODES % 2 == 0 && LANES >= 2) ? 2 : 1,
        FLOWS = LANES * (NODES / COMMON);
    localparam NODE_W = (NODES <= 2) ? 1 : (NODES <= 4) ? 2 : (NODES <= 8) ? 3 : 4,
        CHAN_W = (LANES <= 2) ? 1 : (LANES <= 4) ? 2 : 3;
    localparam DEST_W = NODE_W + CHAN_W;
    reg clk = 0, rst = 1, epoch = 0;
    always #5 clk = ~clk;
    wire done;
    reg  [FLOWS*16-1:0] sizes;
    reg  [FLOWS-1:0] s_valid = 0, s_last;
    wire [FLOWS-1:0] s_ready;
    reg  [FLOWS*W-1:0] s_data;
    reg  [FLOWS*K-1:0] s_keep;
    wire [LANES-1:0] valid, last;
    reg  [LANES-1:0] ready = 0;
    wire [LANES*W-1:0] data;
    wire [LANES*K-1:0] keep;
    wire [LANES*DEST_W-1:0] dest;
    wire [LANES*2-1:0] user;
    reg  [NODES-1:0] room = 0;
    wire [NODE_W-1:0] own = OWN;
    bl_alltoallv_send #(.NODES(NODES), .LANES(LANES), .ELEMS(K), .ELEM_W(E), .PACKET_WORDS(PACKET),
                        .COUNT_W(16)) dut (
        .clk(clk), .rst(rst), .node(own), .epoch(epoch), .use_sizes(SIZES != 0), .invalid(1'b0),
        .sizes(sizes),
        .done(done),
        .s_axis_tvalid(s_valid), .s_axis_tready(s_ready), .s_axis_tdata(s_data),
        .s_axis_tkeep(s_keep), .s_axis_tlast(s_last), .m_net_tvalid(valid), .m_net_tready(ready),
        .m_net_tdata(data), .m_net_tkeep(keep), .m_net_tlast(last), .m_net_tdest(dest),
        .m_net_tuser(user), .dst_ready(room));
    integer seed = 8, now = 0, round = 0, f, l, n, c, failed = 0, over, words [0:LANES-1],
        flow [0:LANES-1];
    integer amount [0:FLOWS-1], sent [0:FLOWS-1], got [0:FLOWS-1];
    reg [FLOWS-1:0] sized, ended, fed;
    function integer draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    task fail;
        input [8*40-1:0] why;
        begin if (!failed) $display("FAIL %0s cycle %0d", why, now); failed = 1; $finish(0); end
    endtask
    task begin_round;
        for (f = 0; f < FLOWS; f = f + 1) begin
            amount[f] = (draw(3) == 0) ? 0 : draw(40);                 // in words
            sizes[f*16 +: 16] = amount[f] * K;
            sent[f] = 0;
            got[f] = 0;
            sized[f] = 0;
            ended[f] = 0;
            fed[f] = 0;
        end
    endtask
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        for (l = 0; l < LANES; l = l + 1) begin
            if (words[l] > 0 && !valid[l]) fail("a packet waits");
            if (valid[l] && ready[l]) begin
                n = dest[l*DEST_W+CHAN_W +: NODE_W];
                c = dest[l*DEST_W +: CHAN_W];
                // the flow by the rule of the exchange
                f = l + LANES * (n / COMMON);
                if (n >= NODES || n % COMMON != l % COMMON) fail("wrong node");
                if (c != OWN % COMMON + COMMON * (l / COMMON)) fail("wrong channel");
                if (words[l] > 0 && flow[l] != f) fail("flows mixed");
                if (user[l*2+1] != epoch) fail("wrong epoch");
                if (ended[f]) fail("word after the end");
                if (SIZES && !sized[f]) begin
                    sized[f] = 1;
                    if (data[l*W +: 16] != amount[f] * K) fail("wrong size");
                end else if (keep[l*K +: K] != 0) begin
                    if (data[l*W +: W] != ((f << 16) | got[f])) fail("word lost or out of order");
                    got[f] = got[f] + 1;
                end else if (SIZES) fail("empty word");
                if (SIZES && user[l*2]) fail("end mark");
                ended[f] = SIZES ? got[f] == amount[f] : user[l*2];
                if (ended[f] && got[f] != amount[f]) fail("ended too early");
                if (ended[f] && !SIZES && !last[l]) fail("end inside a packet");
                words[l] = last[l] ? 0 : words[l] + 1;
                if (words[l] >= PACKET) fail("packet too long");
                flow[l] = f;
            end
            ready[l] <= draw(100) >= STALL;
        end
        for (n = 0; n < NODES; n = n + 1) room[n] <= draw(100) >= STALL;
        for (f = 0; f < FLOWS; f = f + 1) begin
            if (s_valid[f] && s_ready[f]) s_valid[f] <= 0;
            if ((!s_valid[f] || s_ready[f]) && !fed[f] && draw(100) >= STALL) begin
                s_valid[f] <= 1;
                s_data[f*W +: W] <= (f << 16) | sent[f];
                s_keep[f*K +: K] <= (sent[f] < amount[f]) ? {K{1'b1}} : 0;
                fed[f] = sent[f] >= amount[f] || (sent[f] == amount[f] - 1 && draw(2));
                s_last[f] <= fed[f];
                sent[f] = sent[f] + 1;
            end
        end
        over = done && !(|s_valid);
        for (f = 0; f < FLOWS; f = f + 1) if (!ended[f]) begin
            over = 0;
            if (done && !failed) fail("done too early");
        end
        if (over && draw(4) == 0) begin
            round = round + 1;
            epoch <= ~epoch;
            begin_round;
            // one cycle later, with the new epoch
            for (f = 0; f < FLOWS; f = f + 1) fed[f] = 1;
        end else if (over == 0 && !done)
            for (f = 0; f < FLOWS; f = f + 1) if (fed[f] && sent[f] == 0) fed[f] = 0;
    end
    initial begin
        begin_round;
        for (l = 0; l < LANES; l = l + 1) words[l] = 0;
        repeat (4) @(posedge clk);
        rst <= 0;
        while (round < EPOCHS && now < 20000 && !failed) @(posedge clk);
        if (!failed) begin
            if (round < EPOCHS) $display("FAIL stuck in round %0d", round);
            else $display("PASS");
        end
        $finish(0);
    end
endmodule
