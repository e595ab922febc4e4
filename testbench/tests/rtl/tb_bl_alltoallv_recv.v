// Exchange between NODES nodes over the mesh with delayed links: bl_alltoallv_send, bl_endpoint and
// bl_alltoallv_recv together. Every element says who sent it, in which flow, epoch and place; the
// receivers check all of it, and that nothing is missing at the end.
// config: -Ptb_bl_alltoallv_recv.NODES=2 -Ptb_bl_alltoallv_recv.LANES=2
// long config: -Ptb_bl_alltoallv_recv.NODES=4 -Ptb_bl_alltoallv_recv.LANES=4 -Ptb_bl_alltoallv_recv.STALL=0 -Ptb_bl_alltoallv_recv.DELAY=72 -Ptb_bl_alltoallv_recv.EPOCHS=3
// long config: -Ptb_bl_alltoallv_recv.NODES=4 -Ptb_bl_alltoallv_recv.LANES=4 -Ptb_bl_alltoallv_recv.STALL=0 -Ptb_bl_alltoallv_recv.DELAY=72
// long config: -Ptb_bl_alltoallv_recv.NODES=2 -Ptb_bl_alltoallv_recv.LANES=8 -Ptb_bl_alltoallv_recv.SIZES=1
// long config: -Ptb_bl_alltoallv_recv.NODES=8 -Ptb_bl_alltoallv_recv.LANES=2 -Ptb_bl_alltoallv_recv.MOST=120 -Ptb_bl_alltoallv_recv.EPOCHS=3
// long config: -Ptb_bl_alltoallv_recv.NODES=8 -Ptb_bl_alltoallv_recv.LANES=2 -Ptb_bl_alltoallv_recv.SIZES=1 -Ptb_bl_alltoallv_recv.MOST=120 -Ptb_bl_alltoallv_recv.EPOCHS=3
// long config: -Ptb_bl_alltoallv_recv.NODES=8 -Ptb_bl_alltoallv_recv.LANES=4 -Ptb_bl_alltoallv_recv.ORDERED=1 -Ptb_bl_alltoallv_recv.MOST=120 -Ptb_bl_alltoallv_recv.EPOCHS=3
// long config: -Ptb_bl_alltoallv_recv.NODES=4 -Ptb_bl_alltoallv_recv.LANES=2 -Ptb_bl_alltoallv_recv.ORDERED=1 -Ptb_bl_alltoallv_recv.SIZES=1
// config: -Ptb_bl_alltoallv_recv.NODES=4 -Ptb_bl_alltoallv_recv.LANES=2 -Ptb_bl_alltoallv_recv.REACH=0 -Ptb_bl_alltoallv_recv.LOG_BUFFER=3 -Ptb_bl_alltoallv_recv.EPOCHS=3
// long config: -Ptb_bl_alltoallv_recv.NODES=4 -Ptb_bl_alltoallv_recv.LANES=2 -Ptb_bl_alltoallv_recv.REACH=0 -Ptb_bl_alltoallv_recv.LOG_BUFFER=3
// config: -Ptb_bl_alltoallv_recv.NODES=4 -Ptb_bl_alltoallv_recv.LANES=1 -Ptb_bl_alltoallv_recv.MOST=200
// long config: -Ptb_bl_alltoallv_recv.NODES=6 -Ptb_bl_alltoallv_recv.LANES=4 -Ptb_bl_alltoallv_recv.MOST=60 -Ptb_bl_alltoallv_recv.EPOCHS=3
// config: -Ptb_bl_alltoallv_recv.NODES=3 -Ptb_bl_alltoallv_recv.LANES=2 -Ptb_bl_alltoallv_recv.ORDERED=1 -Ptb_bl_alltoallv_recv.SIZES=1 -Ptb_bl_alltoallv_recv.MOST=200
// config: -Ptb_bl_alltoallv_recv.NODES=4 -Ptb_bl_alltoallv_recv.LANES=1 -Ptb_bl_alltoallv_recv.ORDERED=1 -Ptb_bl_alltoallv_recv.SIZES=1 -Ptb_bl_alltoallv_recv.MOST=120 -Ptb_bl_alltoallv_recv.EPOCHS=3
// long config: -Ptb_bl_alltoallv_recv.NODES=8 -Ptb_bl_alltoallv_recv.LANES=1 -Ptb_bl_alltoallv_recv.ORDERED=1 -Ptb_bl_alltoallv_recv.SIZES=1 -Ptb_bl_alltoallv_recv.MOST=120 -Ptb_bl_alltoallv_recv.EPOCHS=3
`timescale 1ns/1ps
module tb_bl_alltoallv_recv;
    parameter NODES = 4;
    parameter LANES = 4;
    parameter DELAY = 9;        // cycles on a link, one way
    parameter STALL = 30;       // percent of the cycles in which a stream or link pauses
    parameter SIZES = 0;
    parameter ORDERED = 0;
    parameter REACH = 1;
    parameter LOG_BUFFER = 8;
    parameter EPOCHS = 6;
    parameter MOST = 700;       // elements in a flow
    parameter SEED = 1;
    localparam K = 4, E = 32, W = K * E, COUNT_W = 12, PACKET = 8;
    localparam NODE_W = (NODES <= 2) ? 1 : (NODES <= 4) ? 2 : (NODES <= 8) ? 3 : 4;
    localparam CHAN_W = (LANES <= 2) ? 1 : (LANES <= 4) ? 2 : 3;
    localparam FLIT_W = W + K + CHAN_W + 3;
    // greatest common divisor of NODES and LANES
    localparam COMMON = (NODES % 8 == 0 && LANES >= 8) ? 8 : (NODES % 4 == 0 && LANES >= 4) ? 4
        : (NODES % 2 == 0 && LANES >= 2) ? 2 : 1;
    localparam SOURCES = NODES / COMMON, FLOWS = LANES * SOURCES;

    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    integer seed = SEED, now = 0, failed = 0, finished = 0;
    always @(posedge clk) now = now + 1;

    task fail;
        input [8*40-1:0] why;
        input integer node, lane;
        begin
            if (!failed) $display("FAIL %0s (node %0d lane %0d cycle %0d)", why, node, lane, now);
            failed = 1;
            $finish(0);
        end
    endtask
    function pause;
        input dummy;
        pause = ($random(seed) & 32'h7fffffff) % 100 < STALL;
    endfunction

    // ---- per node: state that the checks share ----
    integer epoch_of [0:NODES-1];
    // elements of flow f of node n in epoch e: [(e%4)*NODES*FLOWS + n*FLOWS + f]
    integer amount [0:NODES*FLOWS*4-1];
    wire [NODES*NODES-1:0] link_valid;        // [from*NODES+to]
    wire [NODES*NODES*FLIT_W-1:0] link_data;
    wire [NODES*NODES*4-1:0] freed;           // [owner of the buffer*NODES+its peer]
    wire [NODES*NODES-1:0] arrive_valid;
    wire [NODES*NODES*FLIT_W-1:0] arrive_data;
    wire [NODES*NODES*4-1:0] credit;
    integer moved = 0, cycles_moving = 0;

    genvar n, f, d;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : g_node
            localparam [31:0] N32 = n;
            reg epoch = 0;
            reg  [FLOWS*COUNT_W-1:0] sizes;
            reg  [FLOWS-1:0] valid = 0, last;
            reg  [FLOWS*W-1:0] data;
            reg  [FLOWS*K-1:0] keep;
            wire [FLOWS-1:0] ready;
            wire [LANES-1:0] nt_v, nt_r, nt_l, nr_v, nr_r, nr_l, rx_epoch, rx_any;
            wire [LANES*W-1:0] nt_d, nr_d;
            wire [LANES*K-1:0] nt_k, nr_k;
            wire [LANES*(NODE_W+CHAN_W)-1:0] nt_dest;
            wire [LANES*2-1:0] nt_u, nr_u;
            wire [LANES*NODE_W-1:0] nr_id, rx_source;
            wire [NODES-1:0] dst_ready;
            reg  [NODES-1:0] link_ready = 0;
            wire [LANES-1:0] out_v, out_l;
            reg  [LANES-1:0] out_r = 0;
            wire [LANES*W-1:0] out_d;
            wire [LANES*K-1:0] out_k;
            wire send_done, recv_done, error, invalid;

            bl_alltoallv_send #(.NODES(NODES), .LANES(LANES), .ELEMS(K), .ELEM_W(E),
                                .PACKET_WORDS(PACKET), .COUNT_W(COUNT_W)) send (
                .clk(clk), .rst(rst), .node(N32[NODE_W-1:0]), .epoch(epoch), .use_sizes(SIZES != 0),
                .invalid(1'b0),
                .sizes(sizes), .done(send_done),
                .s_axis_tvalid(valid), .s_axis_tready(ready), .s_axis_tdata(data),
                .s_axis_tkeep(keep), .s_axis_tlast(last), .m_net_tvalid(nt_v), .m_net_tready(nt_r),
                .m_net_tdata(nt_d), .m_net_tkeep(nt_k), .m_net_tlast(nt_l),
                .m_net_tdest(nt_dest), .m_net_tuser(nt_u), .dst_ready(dst_ready));
            bl_endpoint #(.NODES(NODES), .LANES(LANES), .ELEMS(K), .ELEM_W(E),
                          .LOG_BUFFER(LOG_BUFFER), .LANE_REACH(REACH),
                          .PACKET_WORDS(PACKET)) mesh (
                .clk(clk), .rst(rst),
                .s_net_tvalid(nt_v), .s_net_tready(nt_r), .s_net_tdata(nt_d), .s_net_tkeep(nt_k),
                .s_net_tlast(nt_l),
                .s_net_tdest(nt_dest), .s_net_tuser(nt_u), .dst_ready(dst_ready),
                .m_net_tvalid(nr_v), .m_net_tready(nr_r), .m_net_tdata(nr_d), .m_net_tkeep(nr_k),
                .m_net_tlast(nr_l), .m_net_tid(nr_id), .m_net_tuser(nr_u), .rx_epoch(rx_epoch),
                .rx_any(rx_any), .rx_source(rx_source),
                .m_link_tvalid(link_valid[n*NODES +: NODES]), .m_link_tready(link_ready),
                .m_link_tdata(link_data[n*NODES*FLIT_W +: NODES*FLIT_W]),
                .m_link_credit(credit[n*NODES*4 +: NODES*4]),
                .s_link_tvalid(arrive_valid[n*NODES +: NODES]),
                .s_link_tdata(arrive_data[n*NODES*FLIT_W +: NODES*FLIT_W]),
                .s_link_credit(freed[n*NODES*4 +: NODES*4]));
            bl_alltoallv_recv #(.NODES(NODES), .LANES(LANES), .ELEMS(K), .ELEM_W(E),
                                .COUNT_W(COUNT_W)) recv (
                .clk(clk), .rst(rst), .epoch(epoch), .use_sizes(SIZES != 0), .ordered(ORDERED != 0),
                .done(recv_done), .error(error),
                .invalid(invalid),
                .s_net_tvalid(nr_v), .s_net_tready(nr_r), .s_net_tdata(nr_d), .s_net_tkeep(nr_k),
                .s_net_tid(nr_id), .s_net_tuser(nr_u),
                .rx_epoch(rx_epoch), .rx_any(rx_any), .rx_source(rx_source),
                .m_axis_tvalid(out_v), .m_axis_tready(out_r), .m_axis_tdata(out_d),
                .m_axis_tkeep(out_k), .m_axis_tlast(out_l));

            // Links: a fixed delay; the sender's side pauses at random.
            for (d = 0; d < NODES; d = d + 1) begin : g_link
                reg [FLIT_W+4:0] pipe [0:DELAY-1];
                integer i;
                initial for (i = 0; i < DELAY; i = i + 1) pipe[i] = 0;
                // what leaves here for d, and what this node has freed for d
                always @(posedge clk) begin
                    pipe[0] <= {freed[(n*NODES+d)*4 +: 4], link_valid[n*NODES+d] & link_ready[d],
                                link_data[(n*NODES+d)*FLIT_W +: FLIT_W]};
                    for (i = 1; i < DELAY; i = i + 1) pipe[i] <= pipe[i-1];
                    link_ready[d] <= !pause(0);
                end
                assign {credit[(d*NODES+n)*4 +: 4], arrive_valid[d*NODES+n],
                        arrive_data[(d*NODES+n)*FLIT_W +: FLIT_W]} = pipe[DELAY-1];
            end

            // Streams into the sender.
            integer left [0:FLOWS-1];
            integer seq [0:FLOWS-1];
            reg [FLOWS-1:0] to_do = 0;
            integer a, e, k, hold, flow, next [0:SOURCES*LANES-1], source, serving;
            reg [LANES-1:0] over;
            reg [31:0] element;
            task begin_epoch;
                begin
                    for (a = 0; a < FLOWS; a = a + 1) begin
                        k = ($random(seed) & 32'h7fffffff) % 8;
                        k = (k == 0) ? 0 : (k == 1) ? 1 : (STALL == 0) ? MOST
                            : ($random(seed) & 32'h7fffffff) % MOST;
                        if (STALL == 0) k = MOST;
                        left[a] = k;
                        seq[a] = 0;
                        amount[(epoch_of[n]%4)*NODES*FLOWS + n*FLOWS + a] = k;
                        sizes[a*COUNT_W +: COUNT_W] = k;
                    end
                    to_do = {FLOWS{1'b1}};
                    over = 0;
                    for (a = 0; a < SOURCES*LANES; a = a + 1) next[a] = 0;
                    hold = (STALL == 0) ? 0 : ($random(seed) & 32'h7fffffff) % 60;
                end
            endtask
            initial begin
                epoch_of[n] = 0;
                begin_epoch;
            end
            always @(posedge clk) if (!rst) begin
                // offer
                for (a = 0; a < FLOWS; a = a + 1) if (!valid[a] || ready[a]) begin
                    valid[a] <= 0;
                    if (to_do[a] && hold == 0 && !pause(0)) begin
                        valid[a] <= 1;
                        for (e = 0; e < K; e = e + 1) begin
                            keep[a*K+e] <= e < left[a];
                            element = (n << 26) | (a << 20) | ((epoch_of[n] % 16) << 16)
                                | (seq[a] + e);
                            data[a*W+e*E +: E] <= element;
                        end
                        if (left[a] <= K && (left[a] == 0 || pause(0) || STALL == 0)) begin
                            last[a] <= 1;
                            to_do[a] = 0;
                        end else last[a] <= 0;
                        seq[a] = seq[a] + ((left[a] < K) ? left[a] : K);
                        left[a] = (left[a] < K) ? 0 : left[a] - K;
                    end
                end
                if (hold > 0) hold = hold - 1;
                // check
                if (invalid !== 1'b0) fail("marked as not to be trusted", n, 0);
                for (a = 0; a < LANES; a = a + 1) begin
                    if (out_v[a] && out_r[a]) begin
                        if (over[a]) fail("beat after the last one", n, a);
                        if (!out_l[a] && out_k[a*K +: K] == 0) fail("empty beat", n, a);
                        if (n == 0) moved = moved + 1;
                        for (e = 0; e < K; e = e + 1) if (out_k[a*K+e]) begin
                            element = out_d[a*W+e*E +: E];
                            source = element[31:26];
                            flow = n % COMMON + COMMON * (a / COMMON) + LANES * (n / COMMON);
                            if (source >= NODES || source % COMMON != a % COMMON)
                                fail("wrong source", n, a);
                            if (element[25:20] != flow) fail("wrong flow", n, a);
                            if (element[19:16] != epoch_of[n] % 16) fail("wrong epoch", n, a);
                            k = a * SOURCES + source / COMMON;
                            if (element[15:0] != next[k]) fail("wrong order", n, a);
                            next[k] = next[k] + 1;
                            if (ORDERED) for (k = a % COMMON; k < source; k = k + COMMON)
                                if (next[a*SOURCES+k/COMMON]
                                    != amount[(epoch_of[n]%4)*NODES*FLOWS + k*FLOWS + flow])
                                    fail("source not in order", n, a);
                        end
                        if (out_l[a]) begin
                            over[a] = 1;
                            for (k = a % COMMON; k < NODES; k = k + COMMON) begin
                                flow = n % COMMON + COMMON * (a / COMMON) + LANES * (n / COMMON);
                                if (epoch_of[k] < epoch_of[n]) fail("ended before it began", n, a);
                                if (next[a*SOURCES+k/COMMON]
                                    != amount[(epoch_of[n]%4)*NODES*FLOWS + k*FLOWS + flow])
                                    fail("elements missing", n, a);
                            end
                        end
                    end
                end
                for (a = 0; a < LANES; a = a + 1) out_r[a] <= !pause(0);
                if (error) fail("error reported", n, 0);
                if (send_done && recv_done && to_do == 0 && (&over)) begin
                    if (epoch_of[n] + 1 == EPOCHS) finished = finished + 1;
                    if (n == 0 && epoch_of[n] == 0) cycles_moving = now;
                    epoch_of[n] = epoch_of[n] + 1;
                    epoch <= ~epoch;
                    if (epoch_of[n] < EPOCHS) begin_epoch;
                    else over = 0;
                end
            end
        end
    endgenerate

    initial begin
        repeat (DELAY + 3) @(posedge clk);     // until the links hold nothing unknown
        rst <= 0;
        now = 0;
        while (finished < NODES && now < 100000) @(posedge clk);
        if (!failed) begin
            if (finished < NODES) begin
                failed = 1;
                $display("FAIL not finished after %0d cycles", now);
            end else begin
                $display("%0d words at node 0 in %0d cycles, first epoch %0d cycles", moved, now,
                         cycles_moving);
                // Without pauses every lane moves a word a cycle: an epoch takes its words, the way
                // of a word, and a few cycles.
                if (STALL == 0 && NODES == LANES && cycles_moving > MOST / K + DELAY + 16)
                    $display("FAIL too slow");
                else $display("PASS");
            end
        end
        $finish(0);
    end
endmodule
