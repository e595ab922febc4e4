// config: -Ptb_bl_eth_channels.LOSS=0 -Ptb_bl_eth_channels.TAKE=100
// config: -Ptb_bl_eth_channels.LOSS=8 -Ptb_bl_eth_channels.TAKE=100
// config: -Ptb_bl_eth_channels.LOSS=3 -Ptb_bl_eth_channels.TAKE=4
// config: -Ptb_bl_eth_channels.LOSS=8 -Ptb_bl_eth_channels.TAKE=80 -Ptb_bl_eth_channels.WIDTH=512
// Two nodes and a wire that loses and damages frames: each unit of both channels arrives at its
// place, or is zero; what is zero is counted, logged and reported; moves end, with a receiver that
// is too slow as well; one channel is joined anew in the middle. Nothing is lost without a cause.
`timescale 1ns/1ps
module tb_bl_eth_channels;
    parameter LOSS = 8, TAKE = 100, WIDTH = 256, UNITS = 1500;
    localparam B = WIDTH / 8, SILENCE = 400;
    reg clk = 0, k_clk = 0, rst = 1;
    always #1.6 clk = ~clk;
    always #2.247 k_clk = ~k_clk;
    // by node: channel 0 goes from node 0 to 1, channel 1 back
    reg  [1:0]   to_valid [0:1], from_valid [0:1];
    reg  [1:0]   s_valid [0:1], s_last [0:1], m_ready [0:1], begins [0:1];
    reg  [511:0] s_data [0:1];
    reg  [15:0]  s_keep [0:1];
    reg  [63:0]  length [0:1];
    wire [1:0]   s_ready [0:1], m_valid [0:1], missed [0:1];
    wire [511:0] m_data [0:1];
    wire [15:0]  m_keep [0:1];
    wire [63:0]  lost [0:1];
    wire [31:0]  log_channel [0:1], log_at [0:1], log_count [0:1], count [0:1];
    reg  [15:0]  log_taken [0:1], count_select;
    wire [15:0]  count_shown [0:1];
    wire         o_valid [0:1], o_last [0:1];
    reg          o_ready [0:1], i_valid [0:1], i_last [0:1], i_user [0:1];
    wire [WIDTH-1:0] o_data [0:1];
    wire [B-1:0] o_keep [0:1];
    reg  [WIDTH-1:0] i_data [0:1];
    reg  [B-1:0] i_keep [0:1];
    genvar g;
    generate
        for (g = 0; g < 2; g = g + 1) begin : g_node
            localparam [31:0] NODE = g;
            bl_eth_channels #(
                .NODES(2), .NODE_W(1), .CHANNELS(2), .WIDTH(WIDTH), .PAYLOAD(96), .LOG_ROWS(5),
                .PATIENCE(40), .SILENCE(SILENCE)) dut (
                .clk(clk), .rst(rst), .k_clk(k_clk), .k_rst(rst), .node(NODE[0]),
                .to_valid(to_valid[g]), .to_node(~{2{NODE[0]}}), .from_valid(from_valid[g]),
                .from_node(~{2{NODE[0]}}), .now(2'b01), .s_axis_tvalid(s_valid[g]),
                .s_axis_tready(s_ready[g]), .s_axis_tdata(s_data[g]), .s_axis_tkeep(s_keep[g]),
                .s_axis_tlast(s_last[g]), .m_axis_tvalid(m_valid[g]), .m_axis_tready(m_ready[g]),
                .m_axis_tdata(m_data[g]), .m_axis_tkeep(m_keep[g]), .begins(begins[g]),
                .length(length[g]), .empties(2'd0), .missed(missed[g]), .lost(lost[g]),
                .log_on(1'b1), .log_taken(log_taken[g]), .log_channel(log_channel[g]),
                .log_at(log_at[g]), .log_count(log_count[g]), .session(16'h1234),
                .ethertype(16'h88b5), .select(8'd0), .address_low(32'd0), .address_high(16'd0),
                .address_write(1'b0), .count_select(count_select), .count(count[g]),
                .count_shown(count_shown[g]), .m_mac_tvalid(o_valid[g]),
                .m_mac_tready(o_ready[g]), .m_mac_tdata(o_data[g]), .m_mac_tkeep(o_keep[g]),
                .m_mac_tlast(o_last[g]), .s_mac_up(1'b1), .s_mac_tvalid(i_valid[g]),
                .s_mac_tdata(i_data[g]), .s_mac_tkeep(i_keep[g]), .s_mac_tlast(i_last[g]),
                .s_mac_tuser(i_user[g]));
        end
    endgenerate
    integer seed = 5, failed = 0, n, c, i, now = 0, wide, at, flipped = 0, dropped = 0;
    // of channel n, from node n to the other: units sent, of the move, taken, owed, zeros
    integer sent [0:1], move [0:1], took [0:1], owed [0:1], asked [0:1], zero [0:1], reported [0:1];
    integer logged [0:1], quiet [0:1], round = 0, ends [0:1];
    reg     lose [0:1], within_frame [0:1], zeros, went [0:1];
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    task fail;
        input [8*48-1:0] why;
        begin
            if (!failed) $display("FAIL %0s at %0t", why, $time);
            failed = 1;
            $finish(0);
        end
    endtask
    task phase; begin
        for (n = 0; n < 2; n = n + 1) ends[n] = ends[n] + UNITS;
        while ((took[0] < ends[0] || took[1] < ends[1]) && now < 400000 && !failed)
            @(posedge k_clk);
        repeat (200) @(posedge k_clk);
        if (!failed && (took[0] != ends[0] || took[1] != ends[1])) fail("moves do not end");
    end endtask
    initial begin
        for (n = 0; n < 2; n = n + 1) begin
            to_valid[n] = 0; from_valid[n] = 2'b10 >> n; s_valid[n] = 0; s_last[n] = 0;
            m_ready[n] = 0; begins[n] = 0; s_data[n] = 0; s_keep[n] = 0; length[n] = 0;
            log_taken[n] = 0; o_ready[n] = 0; i_valid[n] = 0; i_last[n] = 0; i_user[n] = 0;
            i_data[n] = 0; i_keep[n] = 0; sent[n] = 0; move[n] = 0; took[n] = 0; owed[n] = 0;
            asked[n] = 0; zero[n] = 0; reported[n] = 0; logged[n] = 0; quiet[n] = 0; ends[n] = 0;
            lose[n] = 0; within_frame[n] = 0; went[n] = 0;
        end
        count_select = 16'h0010;
        repeat (12) @(posedge clk);
        rst <= 0;
        repeat (12) @(posedge clk);
        for (n = 0; n < 2; n = n + 1) to_valid[n] = 2'b01 << n;
        phase;
        // both are joined anew: their units are counted from 0
        for (n = 0; n < 2; n = n + 1) to_valid[n] = 0;
        repeat (8) @(posedge clk);
        for (n = 0; n < 2; n = n + 1) to_valid[n] = 2'b01 << n;
        round = 1;
        phase;
        for (n = 0; n < 2 && !failed; n = n + 1) begin
            i = lost[1-n] >> (32 * n);
            if (i != zero[n] || i != logged[n]) begin
                $display("channel %0d: %0d lost, %0d zeros, %0d logged", n, i, zero[n], logged[n]);
                fail("counts");
            end
            if (LOSS == 0 && TAKE == 100 && i != 0) fail("a loss without a cause");
            if (LOSS != 0 && reported[n] == 0) fail("nothing was missed");
        end
        if (!failed && count[0] + count[1] != flipped) fail("bad frames are not counted");
        count_select = 16'h0060;
        repeat (4) @(posedge clk);
        if (!failed && (count[0] + count[1] != 0) != (TAKE < 50)) fail("frames without room");
        if (!failed && count_shown[0] !== count_select) fail("the counter that is shown");
        if (!failed && LOSS != 0 && (dropped < 3 || flipped < 3)) fail("too few losses");
        if (!failed) $display("PASS");
        $finish(0);
    end
    // ---- the kernels: moves of 1 to 100 units on both sides, and what comes
    always @(posedge k_clk) if (!rst && !failed) begin
        now = now + 1;
        for (n = 0; n < 2; n = n + 1) begin
            if (s_valid[n][n] && s_ready[n][n]) begin
                for (i = 0; i < 8; i = i + 1) if (s_keep[n][8*n+i]) begin
                    sent[n] = sent[n] + 1;
                    move[n] = move[n] - 1;
                end
                went[n] = 1;
            end
            if (missed[1-n][n]) reported[n] = reported[n] + 1;
            if (m_valid[1-n][n] && m_ready[1-n][n]) begin
                wide = 0;
                zeros = m_data[1-n][256*n +: 32] == 0;
                for (i = 0; i < 8; i = i + 1) if (m_keep[1-n][8*n+i]) begin
                    at = m_data[1-n][256*n+32*i +: 32];
                    if (at != (zeros ? 0 : took[n] + wide + 1)) fail("a unit");
                    wide = wide + 1;
                end
                if (zeros) zero[n] = zero[n] + wide;
                took[n] = took[n] + wide;
                owed[n] = owed[n] - wide;
            end
            quiet[n] = owed[n] > 0 && !m_valid[1-n][n] ? quiet[n] + 1 : 0;
            if (quiet[n] > SILENCE + 1000) fail("a move waits");
        end
    end
    reg log_waits [0:1];
    initial begin log_waits[0] = 0; log_waits[1] = 0; end
    always @(negedge k_clk) if (!rst && !failed) for (n = 0; n < 2; n = n + 1) begin
        if (went[n]) s_valid[n] = 0;
        went[n] = 0;
        if (move[n] == 0 && sent[n] < ends[n] && draw(4) == 0) begin
            move[n] = 1 + draw(draw(3) ? 100 : 9);
            if (sent[n] + move[n] > ends[n]) move[n] = ends[n] - sent[n];
        end
        if (!s_valid[n][n] && move[n] != 0 && draw(5) != 0
            && (LOSS != 0 || sent[n] - took[n] < 100)) begin
            s_valid[n] = 1 << n;
            s_last[n] = (move[n] <= 8) << n;
            for (i = 0; i < 8; i = i + 1) begin
                s_keep[n][8*n+i] = i < move[n];
                s_data[n][256*n+32*i +: 32] = sent[n] + i + 1;
            end
        end
        m_ready[1-n] = (owed[n] > 0 && draw(100) < TAKE) << n;
        begins[1-n] = 0;
        if (owed[n] <= 0 && asked[n] < ends[n]) begin
            i = 1 + draw(100);
            if (asked[n] + i > ends[n]) i = ends[n] - asked[n];
            begins[1-n] = 1 << n;
            length[1-n][32*n +: 32] = i;
            asked[n] = asked[n] + i;
            owed[n] = owed[n] + i;
        end
        // the log of the other node, in order
        if (log_count[1-n] != 0 && draw(6) == 0 && !log_waits[n]) begin
            if (log_channel[1-n] != n) fail("the channel of a gap");
            logged[n] = logged[n] + log_count[1-n];
            log_taken[1-n] = log_taken[1-n] + 1;
            log_waits[n] = 1;
        end else if (log_count[1-n] == 0) log_waits[n] = 0;
    end
    // ---- the wire: a frame is lost, damaged, or comes
    always @(posedge clk) if (!rst && !failed) for (c = 0; c < 2; c = c + 1) begin
        i_valid[1-c] <= 0;
        if (o_valid[c] && o_ready[c]) begin
            if (!within_frame[c]) begin
                lose[c] = draw(100) < LOSS;
                if (lose[c]) dropped = dropped + 1;
            end
            within_frame[c] = !o_last[c];
            i_valid[1-c] <= !lose[c];
            i_data[1-c] <= o_data[c];
            i_keep[1-c] <= o_keep[c];
            i_last[1-c] <= o_last[c];
            i_user[1-c] <= 0;
            if (o_last[c] && !lose[c] && draw(100) < LOSS) begin
                i_user[1-c] <= 1;
                flipped = flipped + 1;
            end
        end
        o_ready[c] <= draw(4) != 0;
    end
endmodule
