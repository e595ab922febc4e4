// The sending end of a link: packets from LANES lanes, a link that pauses, a peer that frees places
// late and in bursts.
// config: -Ptb_bl_endpoint_out.LANES=1
// config: -Ptb_bl_endpoint_out.LANES=3 -Ptb_bl_endpoint_out.LOG_BUFFER=2
// config: -Ptb_bl_endpoint_out.LANES=4 -Ptb_bl_endpoint_out.STALL=0
// config: -Ptb_bl_endpoint_out.LANES=3 -Ptb_bl_endpoint_out.TURN=7
// config: -Ptb_bl_endpoint_out.LANES=4 -Ptb_bl_endpoint_out.STALL=5 -Ptb_bl_endpoint_out.TURN=9
// long config: -Ptb_bl_endpoint_out.LANES=1 -Ptb_bl_endpoint_out.STALL=0
`timescale 1ns/1ps
module tb_bl_endpoint_out;
    parameter LANES = 3, LOG_BUFFER = 4, STALL = 40, TURN = 1, WORDS = 600;  // WORDS: flits a lane
    // flit: {last, lane[2:0], number[19:0]}
    localparam W = 24, LAST = 23, PACKET = 4;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg  [LANES-1:0] request = 0;
    reg  [LANES*W-1:0] offer = 0;
    wire [LANES-1:0] take;
    wire room, valid;
    reg  ready = 0;
    wire [W-1:0] flit;
    reg  [3:0] credit = 0;
    bl_endpoint_out #(.LANES(LANES), .FLIT_W(W), .LAST_BIT(LAST), .LOG_BUFFER(LOG_BUFFER),
                  .PACKET_WORDS(PACKET), .TURN_WORDS(TURN)) dut (
        .clk(clk), .rst(rst), .request(request), .offer(offer), .take(take), .dst_ready(room),
        .m_link_tvalid(valid), .m_link_tready(ready), .m_link_tdata(flit), .m_link_credit(credit));
    integer seed = 5, now = 0, k, got = 0, held = 0, open = -1, left [0:LANES-1],
        number [0:LANES-1], expect [0:LANES-1], failed = 0, lane, most = 0, full = 0,
        holder = -1, turn = 0;
    // at the holder's last flit others waited; since then it has always offered its next one
    reg  others = 0, waits = 0, inside = 0;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    task fail;
        input [8*40-1:0] why;
        begin if (!failed) $display("FAIL %0s cycle %0d", why, now); failed = 1; $finish(0); end
    endtask
    initial begin
        for (k = 0; k < LANES; k = k + 1) begin left[k] = 0; number[k] = 0; expect[k] = 0; end
        repeat (4) @(posedge clk);
        rst <= 0;
        while (got < LANES * WORDS && now < 40000 && !failed) @(posedge clk);
        if (!failed) begin
            if (got < LANES * WORDS) $display("FAIL %0d of %0d flits", got, LANES * WORDS);
            else if (STALL == 0 && now > LANES * WORDS + 12)
                $display("FAIL %0d cycles for %0d flits", now, got);
            else if (!room && held == 0 && LOG_BUFFER > 2) $display("FAIL no room promised");
            else if (STALL > 0 && most < (1 << LOG_BUFFER))
                $display("FAIL the buffer was never full");
            else $display("PASS");
        end
        $finish(0);
    end
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        // the peer: holds what arrives, frees some of it at times
        credit <= 0;
        if (valid && ready) begin
            held = held + 1;
            got = got + 1;
            lane = flit[22:20];
            if (held > (1 << LOG_BUFFER) + 1) fail("more flits than credits");
            if (open >= 0 && lane != open) fail("packets mixed");
            if (flit[19:0] != expect[lane]) fail("flit lost or out of order");
            expect[lane] = expect[lane] + 1;
            open = flit[LAST] ? -1 : lane;
        end
        if (held > most) most = held;
        full = (held >= (1 << LOG_BUFFER)) ? full + 1 : 0;
        if (room && full > 4) fail("room promised where there is none");
        if (held > 0 && (STALL == 0 || draw(40) == 0 || draw(100) < 30)) begin
            k = 1 + draw((held < 15) ? held : 15);
            if (STALL > 0 && draw(3) == 0) k = 0;
            if (STALL == 0) k = (held < 15) ? held : 15;
            credit <= k;
            held = held - k;
        end
        // turns: of the lane that sends, flits since it has the link
        if (holder >= 0 && !inside && !request[holder]) waits = 0;
        for (k = 0; k < LANES; k = k + 1) if (request[k] && take[k]) begin
            if (k != holder) begin
                if (holder >= 0 && waits && turn < TURN) fail("a turn was cut short");
                turn = 0;
            end else if (!inside && waits && others && turn >= TURN) fail("a turn goes on");
            else if (!inside && (turn >= TURN || !waits)) turn = 0;
            holder = k;
            turn = turn + 1;
            inside = !offer[k*W+LAST];
            others = |(request & ~(1 << k));
            waits = 1;
        end
        ready <= draw(100) >= STALL;
        for (k = 0; k < LANES; k = k + 1) begin
            if (request[k] && take[k]) request[k] <= 0;
            if ((!request[k] || take[k]) && number[k] < WORDS) begin
                if (left[k] == 0 && draw(100) >= STALL) left[k] = 1 + draw(PACKET);
                if (left[k] > 0) begin
                    if (left[k] > WORDS - number[k]) left[k] = WORDS - number[k];
                    request[k] <= 1;
                    offer[k*W +: 20] <= number[k];
                    offer[k*W+20 +: 3] <= k;
                    offer[k*W+23] <= left[k] == 1;
                    number[k] = number[k] + 1;
                    left[k] = left[k] - 1;
                end
            end
        end
    end
endmodule
