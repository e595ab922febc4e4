// Rows of flits: every peer's flits come back word by word, in order, with their sides; a row that
// is not full has a reason; with nothing in the way a row leaves in every cycle.
// config: -Ptb_bl_eth_rows.K=2
// config: -Ptb_bl_eth_rows.K=8
// config: -Ptb_bl_eth_rows.K=2 -Ptb_bl_eth_rows.STALL=0
// config: -Ptb_bl_eth_rows.K=2 -Ptb_bl_eth_rows.NODES=5 -Ptb_bl_eth_rows.STALL=0
`timescale 1ns/1ps
module tb_bl_eth_rows;
    parameter NODES = 4, K = 2, STALL = 40, FLITS = 600;
    // data: number; side: {epoch, end, last, channel[1:0], keep[1:0]}
    localparam D = 16, S = 7, F = D + S, R = K * D + S, SELF = 1, IDLE = 8;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg  [NODES-1:0]   lone = 0, jam = 0, valid = 0, ready = 0;
    reg  [NODES*F-1:0] data = 0;
    wire [NODES-1:0]   s_ready, m_valid, part;
    wire [NODES*R-1:0] rows;
    wire [NODES*7-1:0] words;
    wire [NODES-1:0]   self = 1 << SELF;
    bl_eth_rows #(.NODES(NODES), .ELEMS(2), .ELEM_W(8), .CHAN_W(2), .ROW_WORDS(K),
        .IDLE(IDLE)) dut (
        .clk(clk), .rst(rst), .self(self), .lone(lone), .jam(jam), .s_tvalid(valid),
        .s_tready(s_ready), .s_tdata(data), .m_tvalid(m_valid), .m_tready(ready),
        .m_tdata(rows), .m_twords(words), .part(part));
    integer seed = 3, now = 0, p, w, n, sent [0:15], got [0:15], since [0:15], total = 0,
        failed = 0, short_rows = 0, waited = 0, began = 0, next = 0;
    reg [S-1:0] sides [0:16*FLITS-1], made [0:15];
    reg [S-1:0] side, last_side;
    // of the flit taken last: `lone` with it, not `jam` some time since; not taken before
    reg [NODES-1:0] ever_lone = 0, calm = 0, ripe = 0, offered = 0;
    reg [NODES*R-1:0] shown;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    task fail;
        input [8*40-1:0] why;
        begin if (!failed) $display("FAIL %0s cycle %0d", why, now); failed = 1; $finish(0); end
    endtask
    initial begin
        for (p = 0; p < 16; p = p + 1) begin
            sent[p] = 0; got[p] = 0; since[p] = 0; made[p] = 7'b0000011;
        end
        repeat (4) @(posedge clk);
        rst <= 0;
        while (total < (NODES - 1) * FLITS && now < 60000 && !failed) @(posedge clk);
        if (!failed) begin
            if (total < (NODES - 1) * FLITS)
                $display("FAIL %0d of %0d flits", total, (NODES - 1) * FLITS);
            else if (STALL == 0 && now - began > (NODES - 1) * FLITS / K + 12)
                $display("FAIL %0d cycles for %0d rows", now - began, (NODES - 1) * FLITS / K);
            else if (STALL > 0 && (short_rows == 0 || waited == 0))
                $display("FAIL %0d short rows, %0d for want of words", short_rows, waited);
            else $display("PASS");
        end
        $finish(0);
    end
    // what makes a row of fewer words right, besides words that do not come
    function closes; input [S-1:0] s; closes = s[5] | ~(&s[1:0]); endfunction
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        for (p = 0; p < NODES; p = p + 1) begin
            if (part[p] !== (sent[p] != got[p])) fail("part");
            if (offered[p] && !(m_valid[p] && rows[p*R +: R] === shown[p*R +: R]))
                fail("an offer did not stay");
            if (ripe[p] && !m_valid[p]) fail("a row that closes is not offered");
            if (m_valid[p] && ready[p]) begin
                if (valid[p] && !self[p] && !s_ready[p]) fail("a flit waits for nothing");
                n = words[p*7 +: 7];
                side = rows[p*R+K*D +: S];
                if (n < 1 || n > K) fail("words of a row");
                for (w = 0; w < n; w = w + 1) begin
                    last_side = sides[p*FLITS+got[p]];
                    if (got[p] >= FLITS || got[p] >= sent[p]) fail("words from nowhere");
                    if (rows[p*R+w*D +: D] !== got[p]) fail("a word lost or out of order");
                    if (last_side[6] != side[6] || last_side[3:2] != side[3:2])
                        fail("two channels or epochs in a row");
                    if (w < n - 1 && closes(last_side)) fail("a word behind one that closes");
                    got[p] = got[p] + 1;
                end
                if (last_side !== side) fail("not the side of the last word");
                total = total + n;
                if (n < K) begin
                    short_rows = short_rows + 1;
                    if (!closes(side) && !(side[4] && ever_lone[p])
                        && !(valid[p] && (data[p*F+D+6] != side[6]
                                          || data[p*F+D+2 +: 2] != side[3:2]))) begin
                        waited = waited + 1;
                        if (since[p] <= IDLE) fail("a row that closed too early");
                        if (!calm[p]) fail("a row that closed in a jam");
                    end
                end
            end
            if (valid[p] && s_ready[p]) begin
                if (self[p]) fail("a flit of its own was taken");
                if (sent[p] == 0 && began == 0) began = now;
                sides[p*FLITS+sent[p]] = data[p*F+D +: S];
                sent[p] = sent[p] + 1;
                since[p] = 0;
                ever_lone[p] = lone[p];
                valid[p] <= 0;
                calm[p] = 0;
                ripe[p] = closes(data[p*F+D +: S]) || (data[p*F+D+4] && lone[p]);
            end else begin
                ripe[p] = 0;
                since[p] = since[p] + 1;
                if (!jam[p]) calm[p] = 1;
            end
            offered[p] = m_valid[p] && !ready[p];
        end
        shown = rows;
    end
    // drives: after the checks, so that ready and valid are those that the edge saw
    always @(negedge clk) if (!rst) begin
        for (p = 0; p < NODES; p = p + 1) begin
            if (!valid[p] && (sent[p] < FLITS || self[p]) && draw(100) >= STALL
                && !(STALL > 0 && now % 200 > 120 && now % 200 < 150)) begin
                if (STALL > 0) begin
                    if (draw(12) == 0) made[p][3:2] = draw(4);
                    if (draw(40) == 0) made[p][6] = draw(2);
                    made[p][4] = draw(5) == 0;
                    made[p][5] = draw(30) == 0;
                    made[p][1:0] = draw(15) == 0 ? draw(4) : 3;
                end
                data[p*F +: F] = {made[p], sent[p][D-1:0]};
                valid[p] = 1;
            end
        end
        if (STALL > 0) begin
            lone = $random(seed);
            if (draw(30) == 0) jam = $random(seed);
        end
        // one row a cycle, of any peer
        ready = 0;
        if (draw(100) >= STALL) begin : choose
            for (w = 0; w < NODES; w = w + 1) begin
                p = (w + next) % NODES;
                if (m_valid[p]) begin ready[p] = 1; next = p + 1; disable choose; end
            end
        end
    end
endmodule
