// The receiving half of an Ethernet port whose memory is read in rows, with frames of several peers
// at the port's full rate: each peer's flits in order, frames as packets, none lost, and as fast as
// they come. A burst of one peer's frames and frames of one word are in between. Then frames that
// have an event of their own: to everybody, beyond the window, with credits for what never left.
// config: -Ptb_bl_eth_receive.WIDTH=128
// config: -Ptb_bl_eth_receive.WIDTH=256 -Ptb_bl_eth_receive.NODES=3
// config: -Ptb_bl_eth_receive.WIDTH=512 -Ptb_bl_eth_receive.WORDS=8
// config: -Ptb_bl_eth_receive.WIDTH=128 -Ptb_bl_eth_receive.WORDS=24 -Ptb_bl_eth_receive.MIXED=0
// config: -Ptb_bl_eth_receive.WIDTH=128 -Ptb_bl_eth_receive.WORDS=300 -Ptb_bl_eth_receive.FRAMES=60
`timescale 1ns/1ps
module tb_bl_eth_receive;
    parameter NODES = 4, WIDTH = 128, WORDS = 23, MIXED = 1, FRAMES = 400;
    localparam D = 64, F = D + 2 + 2 + 3, K = WIDTH / D, BYTES = WIDTH / 8, SELF = 1, WINDOW = 14,
        SLOTS = (NODES - 1) * WINDOW + 10, ALL = WORDS * 8 + 30 + 2 * BYTES;
    localparam [15:0] SESSION = 16'h1234;
    localparam [63:0] HASH = 64'h0123456789abcdef;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg                 valid = 0, last = 0;
    reg  [WIDTH-1:0]    data = 0;
    reg  [BYTES-1:0]    keep = 0;
    reg  [NODES*48-1:0] addresses;
    wire [NODES-1:0]    self = 1 << SELF;
    wire [NODES-1:0]    known, ready, came;
    wire [NODES*F-1:0]  flits;
    wire [NODES*24-1:0] expected;
    wire [NODES*4-1:0]  given;
    reg  [NODES-1:0]    leaves = 0;
    reg  [47:0]         to = 48'h0200000000_01;
    reg  [15:0]         claims = 0;
    reg                 odd = 0;
    wire                event_valid;
    wire [3:0]          what;
    bl_eth_receive #(.NODES(NODES), .NODE_W(2), .ELEMS(2), .ELEM_W(32), .CHAN_W(2), .WORD_W(D),
        .WIDTH(WIDTH), .RUN_WORDS(WORDS), .SLOTS(SLOTS), .SLOT_W(6), .LOG_WINDOW(4),
        .WINDOW(WINDOW), .LOG_BUFFER(10), .ROW_WORDS(K)) dut (
        .clk(clk), .rst(rst), .tick(1'b0), .open(1'b1), .self(self), .address(48'h0200000000_01),
        .addresses(addresses), .ethertype(16'h88b5), .session(SESSION), .hash(HASH),
        .known(known), .sessions(), .ready(ready), .greet(), .greeted({NODES{1'b1}}),
        .restarted(), .build_mismatch(), .peer_alive(), .ack_valid(), .ack(), .report_valid(),
        .report(),
        .expected(expected), .missing(), .credit(), .due(), .urgent(), .ack_sent({NODES{1'b1}}),
        .report_sent({NODES{1'b0}}), .missing_sent(16'd0), .m_tvalid(came), .m_tdata(flits),
        .leaves(leaves), .m_credit(given), .s_credit({NODES*4{1'b0}}), .event_valid(event_valid),
        .event_code(what), .event_peer(), .s_mac_tvalid(valid), .s_mac_tdata(data),
        .s_mac_tkeep(keep), .s_mac_tlast(last), .s_mac_tuser(1'b0));

    // a frame, byte 0 first; what is to come of each peer: {last, end, keep, channel, number}
    reg [7:0]  frame [0:ALL-1];
    reg [37:0] wanted [0:NODES*FRAMES*WORDS-1];
    integer    seed = 7, now = 0, size, b, p, w, f, n, at, sent [0:15], words [0:15], got [0:15],
        seq [0:15], total = 0, delivered = 0, began = 0, failed = 0, two = 0, both,
        waits = 0, sum;
    reg [3:0]  last_what;
    reg [37:0] want;
    reg [1:0]  channel, kept;
    reg        ends;
    reg [F-1:0] flit;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    task fail;
        input [8*40-1:0] why;
        begin if (!failed) $display("FAIL %0s cycle %0d", why, now); failed = 1; $finish(0); end
    endtask
    task put;
        input integer bytes;
        input [127:0] value;   // big-endian
        for (b = bytes - 1; b >= 0; b = b - 1) begin
            frame[size] = value >> (8 * b);
            size = size + 1;
        end
    endtask
    // head PEER KIND ASKS SEQ ID KEEP LENGTH
    task head;
        input integer peer, kind, sequence_number, id;
        input ending;
        input [15:0] keeps, length;
        begin
            size = 0;
            put(6, to);
            put(6, 48'h020000000000 + peer);
            put(2, 16'h88b5);
            put(1, {1'b0, 1'b1, ending, 1'b0, kind[3:0]});
            put(2, 16'd100 + peer);
            put(3, sequence_number);
            put(3, 0);
            put(2, claims);
            put(1, id);
            put(2, keeps);
            put(2, length);
        end
    endtask
    task send;
        begin
            for (at = 0; at < size; at = at + BYTES) begin
                valid = 1;
                last  = at + BYTES >= size;
                for (b = 0; b < BYTES; b = b + 1) begin
                    data[8*b +: 8] = at + b < size ? frame[at+b] : 8'd0;
                    keep[b] = at + b < size;
                end
                @(negedge clk);
            end
            valid = 0;
            // the shortest frame of a wire takes two cycles of the widest port
            if (size <= BYTES) @(negedge clk);
        end
    endtask
    // becomes EVENT CREDITS: a report of peer 0 counts as this, and gives as much
    task becomes;
        input [3:0] event_number;
        input integer credits;
        begin
            put(8, 64'd0);
            send;
            last_what = 15;
            sum = 0;
            for (at = 0; at < 40; at = at + 1) begin
                if (event_valid) last_what = what;
                sum = sum + given[3:0];
                @(negedge clk);
            end
            if (last_what != event_number || sum != credits) begin
                $display("event %0d, %0d credits", last_what, sum);
                fail("another event");
            end
        end
    endtask
    task odd_frames;
        begin
            odd = 1;
            to = 48'hffffffffffff;
            head(0, 2, 0, 0, 1'b0, 16'd0, 16'd8); becomes(13, 0);
            to = 48'h0200000000_01;
            claims = 1;
            head(0, 2, 0, 0, 1'b0, 16'd0, 16'd8); becomes(8, 0);
            leaves = 1;
            repeat (20) @(negedge clk);
            leaves = 0;
            claims = 20;
            head(0, 2, 0, 0, 1'b0, 16'd0, 16'd8); becomes(3, 20);
            claims = 21;
            head(0, 2, 0, 0, 1'b0, 16'd0, 16'd8); becomes(8, 0);
            claims = 7; // late, and older
            head(0, 2, 0, 0, 1'b0, 16'd0, 16'd8); becomes(3, 0);
            head(0, 1, seq[0] + WINDOW, 0, 1'b0, 16'd3, 16'd8); becomes(7, 0);
            if (seq[0] > 0) begin head(0, 1, seq[0] - 1, 0, 1'b0, 16'd3, 16'd8); becomes(1, 0); end
        end
    endtask
    initial begin
        for (p = 0; p < NODES; p = p + 1) addresses[p*48 +: 48] = 48'h020000000000 + p;
        for (p = 0; p < 16; p = p + 1) begin words[p] = 0; got[p] = 0; seq[p] = 0; end
        repeat (4) @(negedge clk);
        rst = 0;
        @(negedge clk);
        for (p = 0; p < NODES; p = p + 1) if (p != SELF) begin
            head(p, 3, 0, 0, 1'b0, 16'd0, 16'd10);
            put(2, SESSION);
            put(8, HASH);
            send;
        end
        repeat (20) @(negedge clk);
        if ((known | self) != {NODES{1'b1}} || (ready | self) != {NODES{1'b1}}) fail("not known");
        began = now;
        for (f = 0; f < FRAMES && !failed; f = f + 1) begin
            p = (MIXED && f % 50 < 10) ? (SELF + 1) % NODES : f % NODES;
            if (MIXED && draw(4) == 0) p = draw(NODES);
            if (p == SELF) p = (p + 1) % NODES;
            n = !MIXED ? WORDS : draw(8) == 0 ? 1 : draw(5) == 0 ? 1 + draw(WORDS) : WORDS;
            channel = draw(4);
            kept    = MIXED && draw(5) == 0 ? 1 : 3;
            ends    = MIXED && draw(5) == 0;
            head(p, 1, seq[p], channel, ends, kept, n * 8);
            for (w = 0; w < n; w = w + 1) begin
                for (b = 0; b < 8; b = b + 1) begin
                    frame[size] = b < 4 ? words[p] >> (8 * b) : b == 4 ? p : 8'h5a;
                    size = size + 1;
                end
                wanted[p*FRAMES*WORDS+words[p]] = {w == n - 1 || w % 128 == 127,
                    ends && w == n - 1, w == n - 1 ? kept : 2'd3, channel, words[p]};
                words[p] = words[p] + 1;
                total = total + 1;
            end
            // a sender keeps to its window
            while (seq[p] - expected[p*24 +: 24] >= WINDOW && waits < 100000) begin
                waits = waits + 1;
                @(negedge clk);
            end
            seq[p] = seq[p] + 1;
            send;
        end
        at = now;
        while (delivered < total && now < at + 200 + 16 * WORDS && !failed) @(negedge clk);
        if (!failed) begin
            if (delivered < total) $display("FAIL %0d of %0d flits", delivered, total);
            else if (two == 0) $display("FAIL never two flits in a cycle");
            else if (!MIXED && (waits > 0 || now - at > 20 + 2 * WORDS))
                $display("FAIL %0d cycles, and %0d behind the last frame", waits, now - at);
            else odd_frames;
            if (!failed && odd) $display("PASS");
        end
        $finish(0);
    end
    always @(posedge clk) if (!rst && !failed) begin : check
        integer q;
        now = now + 1;
        if (event_valid && what != 0 && what != 4 && !odd) fail("a frame was dropped");
        both = 0;
        for (q = 0; q < NODES; q = q + 1) if (came[q]) begin
            both = both + 1;
            flit = flits[q*F +: F];
            want = wanted[q*FRAMES*WORDS+got[q]];
            if (q == SELF || got[q] >= words[q]) fail("a flit from nowhere");
            if (flit[39:0] !== {q[7:0], want[31:0]}) fail("a word lost or out of order");
            if (flit[F-1 -: 7] !== {1'b0, want[36], want[37], want[33:32], want[35:34]})
                fail("beside a word");
            got[q] = got[q] + 1;
            delivered = delivered + 1;
        end
        if (both == 2) two = two + 1;
    end
endmodule
