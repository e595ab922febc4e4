// config: -Ptb_bl_port_crossing.HALF=5 -Ptb_bl_port_crossing.NET_HALF=5
// config: -Ptb_bl_port_crossing.HALF=10 -Ptb_bl_port_crossing.NET_HALF=7
// config: -Ptb_bl_port_crossing.HALF=4 -Ptb_bl_port_crossing.NET_HALF=13
// Numbered words in every field of two lanes cross in both directions under random stalls and come
// in order; without stalls a word in every cycle of the slower side. No word of the next epoch
// leaves before all words of the one before. What the lanes select arrives on the other side as it
// was, never as a mixture; so do the levels of dst_ready.
module tb_bl_port_crossing;
    parameter HALF = 5;
    parameter NET_HALF = 5;
    localparam SLOW = (HALF > NET_HALF) ? HALF : NET_HALF, L = 2, N = 4, W = 16;
    reg          clk, net_clk, rst, net_rst, stalls, used;
    reg  [L-1:0] s_out_tvalid, m_out_tready, s_in_tvalid, m_in_tready;
    wire [L-1:0] s_out_tready, m_out_tvalid, s_in_tready, m_in_tvalid, m_out_tlast, m_in_tlast,
        net_epoch, net_any;
    wire [L*W-1:0] m_out_tdata, m_in_tdata;
    wire [L*2-1:0] m_out_tkeep, m_in_tkeep, m_out_tuser, m_in_tuser, m_in_tid, net_source;
    wire [L*3-1:0] m_out_tdest;
    reg  [L*W-1:0] out_number, in_number, out_expected, in_expected;
    reg  [7:0]   choice;
    reg  [N-1:0] net_dst_ready;
    wire [N-1:0] dst_ready;
    integer      seed, net_seed, l, failed, moved, from, changes;

    // the pipeline's, and that of each word of each lane
    integer      epoch, epoch_of [0:(L<<W)-1];

    // a word's fields are taken from its number; the epoch of those that go out is the pipeline's
    function [2+1+2+3-1:0] fields(input [W-1:0] number);
        // {tuser, tlast, tkeep, tdest or tid}
        fields = {number[4:3], number[0], number[6:5], number[9:7]};
    endfunction
    wire [7:0] out0 = fields(out_number[0 +: W]), out1 = fields(out_number[W +: W]),
        in0 = fields(in_number[0 +: W]), in1 = fields(in_number[W +: W]);

    bl_port_crossing #(.NODES(N), .LANES(L), .ELEMS(2), .ELEM_W(8), .LOG_DEPTH(4)) dut (
        .clk(clk), .rst(rst), .net_clk(net_clk), .net_rst(net_rst),
        .s_out_tvalid(s_out_tvalid), .s_out_tready(s_out_tready), .s_out_tdata(out_number),
        .s_out_tkeep({out1[4:3], out0[4:3]}), .s_out_tlast({out1[5], out0[5]}),
        .s_out_tdest({out1[2:0], out0[2:0]}), .s_out_tuser({epoch[0], out1[6], epoch[0], out0[6]}),
        .dst_ready(dst_ready), .m_out_tvalid(m_out_tvalid), .m_out_tready(m_out_tready),
        .m_out_tdata(m_out_tdata), .m_out_tkeep(m_out_tkeep), .m_out_tlast(m_out_tlast),
        .m_out_tdest(m_out_tdest), .m_out_tuser(m_out_tuser),
        .net_dst_ready(net_dst_ready),
        .s_in_tvalid(s_in_tvalid), .s_in_tready(s_in_tready), .s_in_tdata(in_number),
        .s_in_tkeep({in1[4:3], in0[4:3]}), .s_in_tlast({in1[5], in0[5]}),
        .s_in_tid({in1[1:0], in0[1:0]}), .s_in_tuser({in1[7:6], in0[7:6]}),
        .net_rx_epoch(net_epoch), .net_rx_any(net_any), .net_rx_source(net_source),
        .m_in_tvalid(m_in_tvalid), .m_in_tready(m_in_tready), .m_in_tdata(m_in_tdata),
        .m_in_tkeep(m_in_tkeep), .m_in_tlast(m_in_tlast), .m_in_tid(m_in_tid),
        .m_in_tuser(m_in_tuser), .rx_epoch(choice[1:0]), .rx_any(choice[3:2]),
        .rx_source(choice[7:4]));

    always #HALF clk = ~clk;
    always #NET_HALF net_clk = ~net_clk;

    // The pipeline goes on to the next epoch when all that it offered was taken, and that was not
    // nothing.
    always @(posedge clk) if (!rst) begin
        used <= used | (s_out_tvalid != 0);
        if (stalls && used && s_out_tvalid == 0 && ($random(seed) & 7) == 0) begin
            epoch <= epoch + 1;
            used  <= 1'b0;
        end
    end

    always @(posedge clk) if (!rst) for (l = 0; l < L; l = l + 1) begin
        epoch_of[{l, out_number[l*W +: W]}] <= epoch;
        if (s_out_tvalid[l] && s_out_tready[l]) out_number[l*W +: W] <= out_number[l*W +: W] + 1'b1;
        if (!(s_out_tvalid[l] && !s_out_tready[l]))
            s_out_tvalid[l] <= !stalls || ($random(seed) & 1);
        m_in_tready[l] <= !stalls || ($random(seed) & 1);
        if (m_in_tvalid[l] && m_in_tready[l]) begin
            if (m_in_tdata[l*W +: W] !== in_expected[l*W +: W]) failed <= 1;
            if ({m_in_tuser[l*2 +: 2], m_in_tlast[l],
                 m_in_tkeep[l*2 +: 2]} !== (fields(in_expected[l*W +: W]) >> 3))
                failed <= 2;
            if (m_in_tid[l*2 +: 2] !== in_expected[l*W+7 +: 2]) failed <= 3;
            in_expected[l*W +: W] <= in_expected[l*W +: W] + 1'b1;
        end
    end

    integer   n, here, other;
    reg [7:0] word;
    always @(posedge net_clk) if (!net_rst) for (n = 0; n < L; n = n + 1) begin
        if (s_in_tvalid[n] && s_in_tready[n]) in_number[n*W +: W] <= in_number[n*W +: W] + 1'b1;
        if (!(s_in_tvalid[n] && !s_in_tready[n]))
            s_in_tvalid[n] <= !stalls || ($random(net_seed) & 1);
        m_out_tready[n] <= !stalls || ($random(net_seed) & 1);
        if (m_out_tvalid[n] && m_out_tready[n]) begin
            if (m_out_tdata[n*W +: W] !== out_expected[n*W +: W]) failed <= 4;
            word = fields(out_expected[n*W +: W]);
            here = epoch_of[(n << W) + out_expected[n*W +: W]];
            other = epoch_of[((1 - n) << W) + out_expected[(1-n)*W +: W]];
            if ({m_out_tuser[n*2 +: 2], m_out_tlast[n], m_out_tkeep[n*2 +: 2],
                 m_out_tdest[n*3 +: 3]} !== {here[0], word[6:0]})
                failed <= 5;
            if (out_expected[(1-n)*W +: W] < out_number[(1-n)*W +: W] && other < here) failed <= 11;
            out_expected[n*W +: W] <= out_expected[n*W +: W] + 1'b1;
        end
    end

    // The two halves of a choice are equal, so that a mixture of two choices is seen.
    always @(posedge net_clk) if (!net_rst && {net_source, net_any, net_epoch} !== 8'd0) begin
        if (net_source !== {net_any, net_epoch}) failed <= 6;
    end

    initial begin
        {clk, net_clk, s_out_tvalid, m_out_tready, s_in_tvalid, m_in_tready, out_number, in_number,
         out_expected, in_expected, choice} = 0;
        {rst, net_rst, stalls} = 3'b111;
        net_dst_ready = 4'b0101;
        failed = 0;
        epoch = 0;
        used = 0;
        seed = 51; net_seed = 52;
        #(SLOW * 20 + 1) rst = 0;
        #(SLOW * 3) net_rst = 0;
        for (changes = 0; changes < 300; changes = changes + 1) begin
            // some choices are changed before they can have arrived; the last of each ten stays and
            // is looked for
            repeat ((changes % 10 == 9) ? 40 : (changes % 20 < 10) ? 1 : 1 + ($random(seed) & 3))
                @(posedge clk);
            if (changes % 10 == 9 && {net_source, net_any, net_epoch} !== choice) failed = 7;
            if (changes % 10 == 9 && dst_ready !== net_dst_ready) failed = 8;
            choice <= {2{choice[3:0] + 4'd7}};
            if (changes % 10 == 9) net_dst_ready <= $random(seed);
        end
        #(SLOW * 2 * 2000);
        if (epoch < 20) failed = 12;
        if (out_expected[W-1:0] < 500 || in_expected[W +: W] < 500) failed = 9;
        stalls = 0;
        #(SLOW * 2 * 40) from = out_expected[W-1:0] + in_expected[W +: W];
        #(SLOW * 2 * 1000) moved = out_expected[W-1:0] + in_expected[W +: W] - from;
        if (moved < 1998) failed = 10;
        if (failed != 0)
            $display("FAIL kind %0d (%0d words in 1000 cycles of the slower side and two lanes)",
                     failed, moved);
        else $display("PASS");
        $finish(0);
    end
endmodule
