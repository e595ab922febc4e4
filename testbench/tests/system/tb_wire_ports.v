// The ports between a node's stream and a vendor's serial core, two of each back to back, with
// clocks that differ and a core that takes words at random: what comes out of one is what went into
// the other, frame by frame; bursts begin with a frame's first word.
`timescale 1ns / 1ps
module tb_wire_ports;
    parameter WIDTH = 64, WORDS = 3000;
    reg        clk = 0, user = 0, rst = 1, ready = 0, up = 0;
    reg        valid = 0, last = 0;
    reg  [WIDTH-1:0] data = 0;
    integer    seed = 9, sent = 0, bad = 0, i;
    wire [1:0] takes, comes, ends, is_up;
    wire [WIDTH-1:0] aurora, lite;
    reg  [WIDTH:0]   queue [0:WORDS];
    integer    came [0:1];
    always #5 clk = ~clk;
    always #5.01 user = ~user;

    wire               a_valid, a_last, l_valid, l_start, l_end, l_clock, l_reset_n, l_ready;
    wire [WIDTH-1:0]   a_data, l_data;
    wire [WIDTH/8-1:0] a_keep;
    wire [7:0]         l_sync;
    bl_aurora_port #(.WIDTH(WIDTH)) aurora_port (
        .clk(clk), .rst(rst), .s_wire_tvalid(valid & (&takes)), .s_wire_tready(takes[0]),
        .s_wire_tdata(data), .s_wire_tlast(last), .m_wire_tvalid(comes[0]),
        .m_wire_tdata(aurora), .m_wire_tlast(ends[0]), .m_wire_up(is_up[0]), .user_clk(user),
        .sys_reset_out(rst), .channel_up(up), .s_axi_tx_tdata(a_data), .s_axi_tx_tkeep(a_keep),
        .s_axi_tx_tlast(a_last), .s_axi_tx_tvalid(a_valid), .s_axi_tx_tready(ready),
        .m_axi_rx_tdata(a_data), .m_axi_rx_tkeep(a_keep), .m_axi_rx_tlast(a_last),
        .m_axi_rx_tvalid(a_valid & ready));
    reg slow_ready = 0;
    reg [WIDTH+1:0] pipe = 0;       // the core's way from user_clock_tx to interface_clock_rx
    bl_seriallite_port #(.WIDTH(WIDTH)) lite_port (
        .clk(clk), .rst(rst), .s_wire_tvalid(valid & (&takes)), .s_wire_tready(takes[1]),
        .s_wire_tdata(data), .s_wire_tlast(last), .m_wire_tvalid(comes[1]), .m_wire_tdata(lite),
        .m_wire_tlast(ends[1]), .m_wire_up(is_up[1]), .user_clock_tx(l_clock),
        .user_clock_reset_tx_n(l_reset_n), .data_tx(l_data), .valid_tx(l_valid),
        .ready_tx(slow_ready), .start_of_burst_tx(l_start), .end_of_burst_tx(l_end),
        .sync_tx(l_sync), .link_up_tx(up), .interface_clock_rx(l_clock),
        .interface_clock_reset_rx_n(l_reset_n), .data_rx(pipe[WIDTH-1:0]),
        .valid_rx(pipe[WIDTH+1]), .ready_rx(l_ready), .start_of_burst_rx(1'b0),
        .end_of_burst_rx(pipe[WIDTH]), .sync_rx(l_sync), .link_up_rx(up));

    reg begins = 1;
    always @(posedge user) ready <= ($random(seed) & 7) != 0;
    always @(posedge clk) begin
        pipe       <= {l_valid & slow_ready, l_end, l_data};
        slow_ready <= ($random(seed) & 7) != 0;
        if (!rst && l_valid && slow_ready) begin
            if (l_start !== begins || l_sync != WIDTH / 64 || a_keep != {(WIDTH/8){1'b1}})
                bad = bad + 1;
            begins <= l_end;
        end
        if (!rst) begin
            if (valid & (&takes)) begin
                queue[sent] = {last, data};
                sent = sent + 1;
            end
            if (!valid | (&takes)) begin
                valid <= sent < WORDS && ($random(seed) & 3) != 0;
                last  <= ($random(seed) & 7) == 0;
                for (i = 0; i < WIDTH; i = i + 32) data[i +: 32] <= $random(seed);
            end
            if (comes[0]) begin
                if ({ends[0], aurora} !== queue[came[0]]) bad = bad + 1;
                came[0] = came[0] + 1;
            end
            if (comes[1]) begin
                if ({ends[1], lite} !== queue[came[1]]) bad = bad + 1;
                came[1] = came[1] + 1;
            end
        end
    end
    initial begin
        came[0] = 0;
        came[1] = 0;
        repeat (20) @(posedge clk);
        rst <= 0;
        if (is_up != 0) bad = bad + 1;
        up <= 1;
        repeat (6 * WORDS) @(posedge clk);
        if (is_up != 3 || sent != WORDS || came[0] != WORDS || came[1] != WORDS || !l_ready)
            bad = bad + 1;
        if (bad != 0) $display("FAIL %0d, %0d sent, %0d and %0d came", bad, sent, came[0], came[1]);
        else $display("PASS");
        $finish(0);
    end
endmodule
