// config: -Ptb_bl_a10_mac.RX_HALF=1600
// config: -Ptb_bl_a10_mac.RX_HALF=1599 -Ptb_bl_a10_mac.SEED=2
// config: -Ptb_bl_a10_mac.RX_HALF=1602 -Ptb_bl_a10_mac.SEED=3
// Frames of random lengths through the client side of the vendor's 40G core, looped back behind it
// into another clock, with gaps on the way back and some frames marked as bad: each comes as it was
// sent, byte for byte. Start, end and the bytes that are none are checked between.
module tb_bl_a10_mac;
    parameter RX_HALF = 1600;           // ps of half a period of clk_rxmac
    parameter SEED    = 1;
    localparam FRAMES = 400, KEPT = 1 << 16;

    reg clk = 1'b0, rx_clk = 1'b0, rst = 1'b1;
    always #1600 clk = ~clk;
    always #RX_HALF rx_clk = ~rx_clk;

    reg  [255:0] t_data;
    reg  [31:0]  t_keep;
    reg          t_valid, t_last;
    wire         t_ready;
    wire [255:0] r_data, tx_data;
    wire [31:0]  r_keep;
    wire         r_valid, r_last, r_user, up, overflow, tx_start, tx_end, tx_valid;
    wire [4:0]   tx_empty;
    reg          tx_ready, rx_start, rx_end, rx_valid;
    reg  [255:0] rx_data;
    reg  [4:0]   rx_empty;
    reg  [5:0]   rx_error;

    bl_a10_mac dut (
        .clk(clk), .rst(rst), .rx_clk(rx_clk), .rx_rst(rst), .s_axis_tdata(t_data),
        .s_axis_tkeep(t_keep), .s_axis_tvalid(t_valid), .s_axis_tlast(t_last),
        .s_axis_tready(t_ready), .m_axis_tdata(r_data), .m_axis_tkeep(r_keep),
        .m_axis_tvalid(r_valid), .m_axis_tlast(r_last), .m_axis_tuser(r_user), .m_axis_up(up),
        .overflow(overflow), .l4_tx_data(tx_data), .l4_tx_empty(tx_empty),
        .l4_tx_startofpacket(tx_start), .l4_tx_endofpacket(tx_end), .l4_tx_valid(tx_valid),
        .l4_tx_ready(tx_ready), .l4_rx_data(rx_data), .l4_rx_empty(rx_empty),
        .l4_rx_startofpacket(rx_start), .l4_rx_endofpacket(rx_end), .l4_rx_error(rx_error),
        .l4_rx_valid(rx_valid), .tx_lanes_stable(1'b1), .rx_pcs_ready(1'b1));

    integer seed, wrong, sent, got, in, out, put, get, left, i, frames_seen, bad_sent;
    reg [7:0]   stream [0:KEPT-1], expected [0:KEPT-1];   // between the cores; what was sent
    reg [263:0] words [0:KEPT-1];                         // {error, last, start, empty, data}
    reg         first;

    // what is sent
    always @(posedge clk) if (!rst) begin
        tx_ready <= $random(seed) % 4 != 0;
        if (t_valid & t_ready) begin
            for (i = 0; i < 32; i = i + 1) if (t_keep[i]) begin
                expected[in % KEPT] = t_data[8*i +: 8];
                in = in + 1;
            end
            t_valid <= 1'b0;
            if (t_last) sent = sent + 1;
        end
        if ((~t_valid | t_ready) && (left > 0 || sent + (t_valid & t_last) < FRAMES)) begin
            if (left == 0) left = 60 + ($random(seed) & 1023);
            for (i = 0; i < 8; i = i + 1) t_data[32*i +: 32] <= $random(seed);
            t_keep  <= left >= 32 ? 32'hffffffff : 32'hffffffff >> (32 - left);
            t_last  <= left <= 32;
            t_valid <= 1'b1;
            left    = left > 32 ? left - 32 : 0;
        end
        // the core: byte 0 is the highest
        if (tx_valid & tx_ready) begin
            if (tx_start != first) wrong = wrong + 1;
            first = tx_end;
            if (!tx_end && tx_empty != 0) wrong = wrong + 1;
            for (i = 0; i < 32 - tx_empty; i = i + 1) begin
                if (stream_at(out) !== tx_data[8*(31-i) +: 8]) wrong = wrong + 1;
                out = out + 1;
            end
            words[put % KEPT] = {tx_end && $random(seed) % 8 == 0, tx_end, tx_start, tx_empty,
                                 tx_data};
            put = put + 1;
        end
    end

    // what was given to the core is what is offered in this cycle
    function [7:0] stream_at;
        input integer number;
        stream_at = number < in ? expected[number % KEPT] : t_data[8*(number-in) +: 8];
    endfunction

    always @(posedge rx_clk) if (!rst) begin
        rx_valid <= 1'b0;
        if (put - get > 1 && $random(seed) % 8 != 0) begin
            {rx_end, rx_start, rx_empty, rx_data} <= words[get % KEPT][262:0];
            rx_error <= words[get % KEPT][263] ? 6'h02 : 6'h00;
            if (words[get % KEPT][263]) bad_sent = bad_sent + 1;
            rx_valid <= 1'b1;
            get = get + 1;
        end
    end

    always @(posedge clk) if (!rst && r_valid) begin
        for (i = 0; i < 32; i = i + 1) if (r_keep[i]) begin
            if (r_data[8*i +: 8] !== expected[got % KEPT]) wrong = wrong + 1;
            got = got + 1;
        end
        if (r_keep != 32'hffffffff && !r_last) wrong = wrong + 1;
        if (r_last) frames_seen = frames_seen + 1;
        if (r_user) begin
            bad_sent = bad_sent - 1;
            if (!r_last) wrong = wrong + 1;
        end
    end

    initial begin
        seed = SEED; wrong = 0; sent = 0; got = 0; in = 0; out = 0; put = 0; get = 0; left = 0;
        frames_seen = 0; bad_sent = 0; first = 1'b1;
        {t_valid, t_last, t_keep, t_data, tx_ready, rx_valid, rx_end, rx_start} = 0;
        {rx_data, rx_empty, rx_error} = 0;
        #40000 rst = 1'b0;
        #60000000 ;
        $display("%0d frames of %0d sent came, %0d bytes, %0d wrong", frames_seen, sent, got,
                 wrong);
        // the last word waits behind another one
        if (frames_seen < FRAMES - 1 || wrong != 0 || overflow || !up || bad_sent < 0
            || bad_sent > 1) $display("FAIL");
        else $display("PASS");
        $finish(0);
    end
endmodule
