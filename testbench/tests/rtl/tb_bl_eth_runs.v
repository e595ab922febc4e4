// Runs of rows: the words of every peer stand in its runs, in order; a run that is not full has a
// reason, and want of words is none while one is offered, however few slots there are. A slot that
// is promised to a peer is not taken by another one.
// config: -Ptb_bl_eth_runs.SLOTS=6 -Ptb_bl_eth_runs.WORDS=12000
// config: -Ptb_bl_eth_runs.SLOTS=6 -Ptb_bl_eth_runs.DENSE=1
// config: -Ptb_bl_eth_runs.SLOTS=6 -Ptb_bl_eth_runs.DENSE=1 -Ptb_bl_eth_runs.K=2
// config: -Ptb_bl_eth_runs.SLOTS=16 -Ptb_bl_eth_runs.K=2
`timescale 1ns/1ps
module tb_bl_eth_runs;
    parameter NODES = 4, K = 1, SLOTS = 6, DENSE = 0, WORDS = 4000;
    // data: number; side: {epoch, end, last, channel[1:0], keep[1:0]}
    localparam D = 16, S = 7, R = K * D + S, SELF = 1, IDLE = 8, RUN = 12, LOG = 3, W = 4;
    localparam SLOW = 2 * NODES + 2;             // cycles that an offer may wait for its turn
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg  [NODES-1:0]   valid = 0, room, empty, lone, jam;
    reg  [NODES*R-1:0] rows = 0;
    reg  [NODES*7-1:0] words = 0;
    reg                give = 0;
    reg  [W-1:0]       given = 0;
    wire               some, take, write;
    wire [W:0]         free;
    wire [W-1:0]       slot, wslot, open_slot;
    wire [NODES-1:0]   ready, opened, closed_old, closed_new;
    wire [10:0]        wword;
    wire [K*D-1:0]     wdata;
    wire [16:0]        meta;
    wire [1:0]         open_peer;
    wire [LOG-1:0]     open_index;
    wire [NODES-1:0]   self = 1 << SELF;
    bl_eth_slots #(.SLOTS(SLOTS), .SLOT_W(W)) slots (
        .clk(clk), .rst(rst), .some(some), .slot(slot), .take(take), .give(give), .given(given),
        .count(free));
    bl_eth_runs #(.NODES(NODES), .NODE_W(2), .ELEMS(2), .ELEM_W(8), .CHAN_W(2), .WORD_W(D),
        .RUN_WORDS(RUN), .SLOT_W(W), .LOG_WINDOW(LOG), .IDLE(IDLE), .ROW_WORDS(K)) dut (
        .clk(clk), .rst(rst), .self(self), .s_tvalid(valid), .s_tready(ready), .s_tdata(rows),
        .s_twords(words), .part({NODES{1'b0}}), .room(room), .empty(empty), .lone(lone), .jam(jam),
        .free(free), .slot(slot), .take(take), .write(write), .wslot(wslot), .wword(wword),
        .wdata(wdata), .meta(meta), .opened(opened), .open_peer(open_peer),
        .open_index(open_index), .open_slot(open_slot), .closed_old(closed_old),
        .closed_new(closed_new));
    integer seed = 5, now = 0, p, w, n, failed = 0, total = 0, full = 0, idle = 0;
    // by peer: words offered and written, of the run that is open; cycles since a word was taken
    // and since one is offered; runs that were opened, closed, left, given back
    integer next [0:15], got [0:15], count [0:15], since [0:15], asked [0:15];
    integer runs [0:15], done [0:15], left [0:15], back [0:15];
    integer taker = SELF, promised;
    reg [NODES-1:0] open = 0, jammed = 0;
    reg [W-1:0] at [0:15], ring [0:127];
    reg [S-1:0] made [0:15], last [0:15];
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    task fail;
        input [8*48-1:0] why;
        begin
            if (!failed) $display("FAIL %0s cycle %0d peer %0d", why, now, p);
            failed = 1;
            $finish(0);
        end
    endtask
    task closes; input wants; begin
        if (!open[p]) fail("a run is closed twice");
        if (count[p] == RUN) full = full + 1;
        else if (DENSE) fail("a run that is not full");
        else if (wants) begin
            idle = idle + 1;
            // 0: a word was taken as it closed
            if (since[p] > 0 && since[p] <= IDLE) fail("a run that was closed too early");
            if (jammed[p]) fail("a run that was closed in a jam");
            if (asked[p] > SLOW && {rows[p*R+K*D+6], rows[p*R+K*D+2 +: 2]}
                === {last[p][6], last[p][3:2]}) fail("words are there, and the run is closed");
        end
        open[p] = 0;
        done[p] = done[p] + 1;
    end endtask
    initial begin
        for (p = 0; p < 16; p = p + 1) begin
            next[p] = 0; got[p] = 0; count[p] = 0; since[p] = 0; asked[p] = 0; runs[p] = 0;
            done[p] = 0; left[p] = 0; back[p] = 0; made[p] = 7'b0000011;
        end
        repeat (4) @(posedge clk);
        rst <= 0;
        while (total < WORDS && now < 200000 && !failed) @(posedge clk);
        if (!failed) begin
            if (total < WORDS) $display("FAIL %0d of %0d words", total, WORDS);
            else if (full < 20 || (!DENSE && idle < 20))
                $display("FAIL %0d full runs, %0d closed for want of words", full, idle);
            else $display("PASS");
        end
        $finish(0);
    end
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        promised = 0;
        for (p = 0; p < NODES; p = p + 1) begin
            if (closed_old[p]) closes(!opened[p]);
            if (opened[p]) begin
                if (open[p] || open_peer !== p || open_index !== runs[p] % (1 << LOG))
                    fail("a run is opened wrongly");
                open[p] = 1;
                at[p] = open_slot;
                ring[p*8+runs[p]%8] = open_slot;
                runs[p] = runs[p] + 1;
                count[p] = 0;
            end
            if (write && open[p] && wslot === at[p]) begin
                if (wword !== count[p] / K) fail("a row in a wrong place");
                n = meta[16:6] - count[p];
                if (n < 1 || n > K || count[p] + n > RUN) fail("words of a row");
                for (w = 0; w < n; w = w + 1)
                    if (wdata[w*D +: D] !== got[p] + w) fail("a word lost or out of order");
                got[p] = got[p] + n;
                count[p] = count[p] + n;
                total = total + n;
                last[p] = {meta[5], meta[4], 1'b0, meta[3:0]};
            end
            if (closed_new[p]) closes(0);
            if (valid[p] && ready[p]) begin
                if (self[p]) fail("a row of its own was taken");
                next[p] = next[p] + words[p*7 +: 7];
                since[p] = 0;
                asked[p] = 0;
                valid[p] <= 0;
            end else begin
                since[p] = since[p] + 1;
                asked[p] = valid[p] ? asked[p] + 1 : 0;
            end
            if (empty[p] && !opened[p] && !self[p] && p != taker) promised = promised + 1;
        end
        p = taker;
        if (take && free <= promised) fail("a slot is taken that is promised to another");
        for (p = 0; p < NODES; p = p + 1) if (ready[p]) taker = p;
        jammed = jam;
    end
    // drives, after the checks: rows, and frames that leave and are given back, oldest first
    always @(negedge clk) if (!rst) begin
        give = 0;
        for (p = 0; p < NODES; p = p + 1) begin
            room[p] = runs[p] - back[p] <= (1 << LOG) - 3;
            empty[p] = runs[p] == back[p];
            if (!valid[p] && (DENSE || draw(100) >= 40)
                && !(!DENSE && (now + 50 * p) % 200 > 150)) begin
                if (!DENSE) begin
                    if (draw(60) == 0) made[p][3:2] = draw(4);
                    if (draw(80) == 0) made[p][6] = draw(2);
                    made[p][4] = draw(9) == 0;
                    made[p][5] = draw(60) == 0;
                    made[p][1:0] = draw(60) == 0 ? draw(4) : 3;
                end
                n = !DENSE && draw(40) == 0 ? 1 + draw(K) : K;
                words[p*7 +: 7] = n;
                rows[p*R+K*D +: S] = made[p];
                for (w = 0; w < K; w = w + 1) rows[p*R+w*D +: D] = next[p] + w;
                valid[p] = 1;
            end
            if (left[p] < done[p] && draw(8) == 0) left[p] = left[p] + 1;
            if (!give && back[p] < left[p] && draw(60) == 0) begin
                give = 1;
                given = ring[p*8+back[p]%8];
                back[p] = back[p] + 1;
            end
            lone[p] = !DENSE && left[p] == done[p] && back[p] == left[p];
            jam[p]  = left[p] != done[p];
        end
    end
endmodule
