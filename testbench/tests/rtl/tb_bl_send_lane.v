// A lane shared by flows: packets of at most PACKET words that never wait once begun, only toward
// nodes with room, nothing lost.
// config: -Ptb_bl_send_lane.FLOWS=1
// config: -Ptb_bl_send_lane.FLOWS=4
// config: -Ptb_bl_send_lane.FLOWS=2 -Ptb_bl_send_lane.STALL=0
// config: -Ptb_bl_send_lane.FLOWS=4 -Ptb_bl_send_lane.INVALID=1
// config: -Ptb_bl_send_lane.FLOWS=4 -Ptb_bl_send_lane.EMPTY=1
// config: -Ptb_bl_send_lane.FLOWS=2 -Ptb_bl_send_lane.SIZES=1 -Ptb_bl_send_lane.INVALID=1
`timescale 1ns/1ps
module tb_bl_send_lane;
    parameter FLOWS = 4, STALL = 40, WORDS = 400;
    // half of the way invalid; the last words without elements
    parameter INVALID = 0, EMPTY = 0, SIZES = 0;
    // word: {flow[7:0], number[15:0]}
    localparam W = 24, K = 1, PACKET = 5;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg  [FLOWS-1:0] room = 0, room_before = 0, o_valid = 0, o_end = 0, more = 0;
    wire [FLOWS-1:0] take;
    reg  [FLOWS*W-1:0] o_data = 0;
    reg  [FLOWS*4-1:0] dests;
    wire valid, last;
    reg  ready = 0, held_invalid = 0;
    wire [W-1:0] data;
    wire keep;
    wire [3:0] dest;
    wire [1:0] user;
    reg invalid = 0, seen, ends;
    integer marks = 0;
    bl_send_lane #(.FLOWS(FLOWS), .WORD_W(W), .ELEMS(K), .DEST_W(4), .PACKET_WORDS(PACKET)) dut (
        .clk(clk), .rst(rst), .epoch(1'b1), .use_sizes(SIZES != 0), .invalid(invalid), .room(room),
        .dests(dests),
        .o_valid(o_valid), .take(take), .o_data(o_data),
        .o_keep(EMPTY ? ~o_end : {FLOWS{1'b1}}), .o_end(o_end), .o_more(more),
        .m_net_tvalid(valid), .m_net_tready(ready), .m_net_tdata(data),
        .m_net_tkeep(keep), .m_net_tlast(last), .m_net_tdest(dest), .m_net_tuser(user));
    integer seed = 4, now = 0, k, got = 0, number [0:FLOWS-1], expect [0:FLOWS-1], words = 0,
        flow = -1, failed = 0, gap;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    task fail;
        input [8*40-1:0] why;
        begin if (!failed) $display("FAIL %0s cycle %0d", why, now); failed = 1; $finish(0); end
    endtask
    initial begin
        for (k = 0; k < FLOWS; k = k + 1) begin
            number[k] = 0;
            expect[k] = 0;
            dests[k*4 +: 4] = 9 - k;
        end
        repeat (4) @(posedge clk);
        rst <= 0;
        while (got < FLOWS * WORDS && now < 20000 && !failed) @(posedge clk);
        if (!failed) begin
            if (got < FLOWS * WORDS) $display("FAIL %0d of %0d words", got, FLOWS * WORDS);
            else if (STALL == 0 && now > FLOWS * WORDS + 8)
                $display("FAIL %0d cycles for %0d words", now, got);
            else if ((marks != 0) != (INVALID != 0)) $display("FAIL %0d marks", marks);
            else $display("PASS");
        end
        $finish(0);
    end
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        if (flow >= 0 && !valid) fail("a packet waits");
        if (valid && ready) begin
            k = data[23:16];
            if (flow >= 0 && k != flow) fail("flows mixed in a packet");
            ends = expect[k] == WORDS - 1;
            seen = SIZES ? user[0] : user[0] & ~keep & data[0];
            marks = marks + seen;
            if (dest != 9 - k || keep != !(ends && !SIZES && (EMPTY || seen)))
                fail("wrong destination");
            if (data[15:1] != expect[k] >> 1) fail("word lost or out of order");
            if (keep && data[0] != (expect[k] & 1)) fail("word lost or out of order");
            if (user[1] != 1 || (!SIZES && user[0] != ends)) fail("end mark missing or misplaced");
            if (user[0] && !SIZES && !last) fail("packet goes on after the end");
            if (seen != (held_invalid && (SIZES || ends))) fail("marked as invalid, or not");
            expect[k] = expect[k] + 1;
            words = words + 1;
            if (words > PACKET) fail("packet too long");
            if (last) words = 0;
            flow = last ? -1 : k;
            got = got + 1;
        end
        if (|take) held_invalid = invalid; // of the word that is on the port from now on
        invalid <= INVALID != 0 && now > FLOWS * WORDS / 2;
        for (k = 0; k < FLOWS; k = k + 1) begin
            // a take outside a packet needs room
            if (take[k] && !room[k] && !(valid && !last)) fail("begun without room");
            room[k] <= draw(100) >= STALL;
            if (take[k]) o_valid[k] <= 0;
            if ((!o_valid[k] || take[k]) && number[k] < WORDS
                && ((take[k] && more[k]) || draw(100) >= STALL)) begin
                o_valid[k] <= 1;
                o_data[k*W +: W] <= (k << 16) | number[k];
                o_end[k] <= number[k] == WORDS - 1;
                number[k] = number[k] + 1;
                more[k] <= number[k] < WORDS && (STALL == 0 || draw(4) != 0);
            end
        end
        ready <= draw(100) >= STALL;
    end
endmodule
