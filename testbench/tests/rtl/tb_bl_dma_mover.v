// A mover between two memories, without the rest of a DMA: random descriptors, legal and not, with
// errors of either side now and then. What every descriptor asks for, writes and reports is worked
// out as it is taken, from the contract: bursts of both sides, every word with its strobes, result
// and clocks. No side is held up by the other, and nothing rests while nothing is held back.
// config: -Ptb_bl_dma_mover.DATA_W=64 -Ptb_bl_dma_mover.LOG_PIECE=5 -Ptb_bl_dma_mover.LOG_QUEUE=3
// config: -Ptb_bl_dma_mover.DATA_W=128 -Ptb_bl_dma_mover.LOG_PIECE=6 -Ptb_bl_dma_mover.LOG_QUEUE=4 -Ptb_bl_dma_mover.SLOW=0
// long config: -Ptb_bl_dma_mover.DATA_W=256 -Ptb_bl_dma_mover.LOG_PIECE=9 -Ptb_bl_dma_mover.LOG_QUEUE=9 -Ptb_bl_dma_mover.MOST=2000
`timescale 1ns/1ps
module tb_bl_dma_mover;
    // SLOW: everything waits now and then; 0: nothing does, and nothing goes wrong
    parameter DATA_W = 64, LOG_PIECE = 5, LOG_QUEUE = 3, SLOW = 1, MOST = 40, COUNT = 300;
    localparam S_W = 16, D_W = 18, S_WINDOW = 14, D_WINDOW = 15, BYTES = DATA_W / 8;
    localparam PIECE = 1 << LOG_PIECE, RING = 4096, LANES = DATA_W / 32;
    reg clk = 0, rst = 1, was = 0;
    always #5 clk = ~clk;
    reg               s_valid = 0, m_ready = 0;
    wire              s_ready, m_valid;
    reg  [63:0]       source, target;
    reg  [17:0]       length;
    reg  [7:0]        id;
    wire [47:0]       done;
    wire [S_W-1:0]    araddr;
    wire [D_W-1:0]    awaddr;
    wire [7:0]        arlen, awlen;
    wire              arvalid, awvalid, wvalid, wlast, rready, bready;
    reg               arready = 0, awready = 0, wready = 0, rvalid = 0, rlast = 0, bvalid = 0;
    reg  [DATA_W-1:0] rdata;
    wire [DATA_W-1:0] wdata;
    wire [DATA_W/8-1:0] wstrb;
    reg  [1:0]        rresp = 0, bresp = 0;
    bl_dma_mover #(.S_ADDR_W(S_W), .D_ADDR_W(D_W), .S_WINDOW(S_WINDOW), .D_WINDOW(D_WINDOW),
        .DATA_W(DATA_W), .LOG_PIECE(LOG_PIECE), .LOG_QUEUE(LOG_QUEUE)) dut (
        .clk(clk), .rst(rst), .s_tvalid(s_valid), .s_tready(s_ready), .s_source(source),
        .s_target(target), .s_length(length), .s_id(id), .m_tvalid(m_valid), .m_tready(m_ready),
        .m_tdata(done), .m_axi_araddr(araddr), .m_axi_arlen(arlen), .m_axi_arvalid(arvalid),
        .m_axi_arready(arready), .m_axi_rdata(rdata), .m_axi_rresp(rresp), .m_axi_rlast(rlast),
        .m_axi_rvalid(rvalid), .m_axi_rready(rready), .m_axi_awaddr(awaddr), .m_axi_awlen(awlen),
        .m_axi_awvalid(awvalid), .m_axi_awready(awready), .m_axi_wdata(wdata), .m_axi_wstrb(wstrb),
        .m_axi_wlast(wlast), .m_axi_wvalid(wvalid), .m_axi_wready(wready), .m_axi_bresp(bresp),
        .m_axi_bvalid(bvalid), .m_axi_bready(bready));

    integer seed = 7, now = 0, failed = 0, i, k, n, words, result, rests = 0, moved = 0, drain = 0;
    integer taken = 0, ended = 0, first = -1, five = 0;
    integer kinds [0:5];
    // worked out, and how far each has come: read bursts, write bursts, words, completions
    integer ar_w = 0, ar_r = 0, aw_w = 0, aw_r = 0, aw_b = 0, w_w = 0, w_r = 0, w_e = 0, d_w = 0;
    integer in_burst = 0, r_r = 0, r_asked = 0, in_read = 0, r_b = 0;
    integer since_offer = 0, offered_words = 0;
    reg [63:0] ar_at [0:RING-1], aw_at [0:RING-1], word_at [0:RING-1];
    integer ar_words [0:RING-1], aw_words [0:RING-1], aw_wrong [0:RING-1];
    integer word_error [0:RING-1];
    reg [LANES-1:0] word_lanes [0:RING-1];
    integer d_result [0:255], d_id [0:255], d_since [0:255], d_bursts [0:255];
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    function [31:0] stored; input [63:0] at; stored = at[31:0] * 32'h9E3779B1 + 32'h1234567;
    endfunction
    task fail;
        input [8*48-1:0] why;
        begin
            if (!failed) $display("FAIL %0s cycle %0d", why, now);
            failed = 1;
            $finish(0);
        end
    endtask

    // the bursts of `words` words from byte address `at` on
    task bursts;
        input write;
        input [63:0] at;
        input integer words;
        integer n;
        begin
            while (words > 0) begin
                n = (PIECE - at % PIECE) / BYTES;
                if (n > words) n = words;
                if (write) begin
                    aw_at[aw_w % RING] = at;
                    aw_words[aw_w % RING] = n;
                    aw_wrong[aw_w % RING] = SLOW && draw(40) == 0;
                    if (aw_wrong[aw_w % RING] && result == 0) result = 5;
                    aw_w = aw_w + 1;
                end else begin
                    ar_at[ar_w % RING] = at;
                    ar_words[ar_w % RING] = n;
                    ar_w = ar_w + 1;
                end
                at = at + n * BYTES;
                words = words - n;
            end
        end
    endtask
    task expect_descriptor;
        reg [63:0] from, to;
        begin
            from = source - source % BYTES;
            to = target - target % BYTES;
            result = length == 0 ? 1
                : (source % 4 != 0 || source % BYTES != target % BYTES) ? 2
                : (source > (1 << S_WINDOW) - 4 * length || target > (1 << D_WINDOW) - 4 * length)
                ? 3 : 0;
            if (result == 0) begin
                words = (source % BYTES + 4 * length + BYTES - 1) / BYTES;
                for (k = 0; k < words; k = k + 1) begin
                    word_at[w_w % RING] = from + k * BYTES;
                    word_error[w_w % RING] = SLOW && draw(400) == 0;
                    if (word_error[w_w % RING]) result = 4;
                    for (i = 0; i < LANES; i = i + 1)
                        word_lanes[w_w % RING][i] = !word_error[w_w % RING]
                            && from + k * BYTES + 4 * i >= source
                            && from + k * BYTES + 4 * i < source + 4 * length;
                    w_w = w_w + 1;
                end
                bursts(0, from, words);
                bursts(1, to, words);
            end
            d_result[d_w % 256] = result;
            d_id[d_w % 256] = id;
            d_since[d_w % 256] = now;
            d_bursts[d_w % 256] = aw_w;
            d_w = d_w + 1;
        end
    endtask

    initial begin
        for (i = 0; i < 6; i = i + 1) kinds[i] = 0;
        repeat (4) @(posedge clk);
        rst <= 0;
        while (ended < COUNT && now < 400000 && !failed) @(posedge clk);
        repeat (100) @(posedge clk);
        if (!failed) begin
            if (ended < COUNT || ar_r != ar_w || aw_b != aw_w || w_r != w_w)
                $display("FAIL %0d of %0d descriptors", ended, COUNT);
            else if (SLOW && (kinds[0] < 20 || kinds[1] < 3 || kinds[2] < 3 || kinds[3] < 3
                || kinds[4] < 3 || kinds[5] < 3)) $display("FAIL a result was too rare");
            else if (!SLOW && now > w_w * 11 / 10 + 200)
                $display("FAIL %0d words in %0d cycles", w_w, now);
            else if (five < (SLOW ? 5 : 1)) $display("FAIL no latency was measured");
            else $display("PASS");
        end
        $finish(0);
    end

    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        moved = 0;
        if (s_valid && s_ready) begin
            // alone: 5 cycles to arvalid
            if (ended == taken) first = now;
            expect_descriptor;
            if (ended == taken && result > 0 && result < 4) first = -1;
            drain = SLOW && draw(15) == 0;
            taken = taken + 1;
            moved = 1;
        end
        if (arvalid && first >= 0) begin
            if (now - first != 5) fail("the first read is late");
            five = five + 1;
            first = -1;
        end
        // reads: the bursts of the contract, for which there is room
        if (arvalid && arready) begin
            if (ar_r >= ar_w || araddr !== ar_at[ar_r % RING][S_W-1:0]
                || arlen !== ar_words[ar_r % RING] - 1) fail("a read of a wrong burst");
            r_asked = r_asked + ar_words[ar_r % RING];
            if (r_asked - w_r > (1 << LOG_QUEUE) + 1) fail("a read without room");
            ar_r = ar_r + 1;
            moved = 1;
        end
        if (rvalid) begin
            if (!rready) fail("a word that was asked for waits");
            r_r = r_r + 1;
            moved = 1;
        end
        // writes: when all words of the burst have come
        if (awvalid) begin
            if (aw_r >= aw_w || awaddr !== aw_at[aw_r % RING][D_W-1:0]
                || awlen !== aw_words[aw_r % RING] - 1) fail("a write of a wrong burst");
            if (r_r < offered_words + aw_words[aw_r % RING])
                fail("a write before its words have come");
            if (awready) begin
                offered_words = offered_words + aw_words[aw_r % RING];
                aw_r = aw_r + 1;
                moved = 1;
            end
        end
        if (wvalid) begin
            if (w_r >= w_w) fail("a word too many");
            if (wlast !== (in_burst == aw_words[w_e % RING] - 1)) fail("wlast");
            for (i = 0; i < LANES; i = i + 1) begin
                if (wstrb[4*i +: 4] !== {4{word_lanes[w_r % RING][i]}}) fail("strobes");
                if (word_lanes[w_r % RING][i]
                    && wdata[32*i +: 32] !== stored(word_at[w_r % RING] + 4 * i)) fail("a word");
            end
            if (wready) begin
                w_r = w_r + 1;
                in_burst = wlast ? 0 : in_burst + 1;
                if (wlast) w_e = w_e + 1;
                moved = 1;
            end
            since_offer = 0;
        end else begin
            // the words of a burst that was offered follow, however reading goes
            since_offer = w_r < offered_words ? since_offer + 1 : 0;
            if (since_offer > 6) fail("words of a burst are late");
        end
        if (bvalid && bready) begin
            aw_b = aw_b + 1;
            moved = 1;
        end
        // clocks: the cycles between the descriptor's and that of the offer
        if (m_valid && !was && done[47:16] !== now - d_since[ended % 256] - 1) fail("clocks");
        was = m_valid && !m_ready;
        if (m_valid && m_ready) begin
            n = ended % 256;
            if (ended >= d_w || done[7:0] !== d_id[n] || done[15:8] !== d_result[n])
                fail("a completion");
            if (aw_b < d_bursts[n]) fail("a completion before its answers");
            kinds[d_result[n]] = kinds[d_result[n]] + 1;
            ended = ended + 1;
            moved = 1;
        end
        rests = moved || ended == taken ? 0 : rests + 1;
        if (rests > 60) fail("nothing moves");
    end
    always @(negedge clk) if (!rst && !failed) begin
        if (!s_valid && taken < COUNT && (!drain || ended == taken)
            && (!SLOW || draw(4) == 0)) begin
            length = draw(SLOW ? 9 : 2) == 0 ? 1 + draw(3) : 1 + draw(MOST);
            source = 4 * draw((1 << (S_WINDOW - 2)) - MOST);
            target = 4 * draw((1 << (D_WINDOW - 2)) - MOST);
            target = target - target % BYTES + source % BYTES;
            if (SLOW) case (draw(24))
                0: length = 0;
                1: source = source + 1 + draw(3);
                2: target = target + 4;
                3: source = (1 << S_WINDOW) - source % BYTES;
                4: target = (1 << D_WINDOW) - 4 * length + BYTES + source % BYTES;
                5: begin
                    source = (1 << S_WINDOW) - 4 * length;
                    target = target - target % BYTES + source % BYTES;
                end
                6: source = source + (64'd1 << (S_WINDOW + draw(64 - S_WINDOW)));
                default: ;
            endcase
            id = draw(256);
            s_valid = 1;
        end
    end
    reg s_went;
    always @(posedge clk) s_went <= s_valid & s_ready & ~rst;
    always @(posedge clk) #1 if (s_went) s_valid = 0;

    // the memories
    always @(negedge clk) if (!rst && !failed) begin
        arready = !SLOW || draw(3) != 0;
        awready = !SLOW || draw(3) != 0;
        wready  = !SLOW || draw(4) != 0;
        m_ready = !SLOW || draw(3) != 0;
        rvalid = 0;
        if (r_b < ar_r && (!SLOW || draw(5) != 0)) begin
            rvalid = 1;
            for (i = 0; i < LANES; i = i + 1)
                rdata[32*i +: 32] = stored(word_at[r_r % RING] + 4 * i);
            rresp = word_error[r_r % RING] ? 2 + draw(2) : 0;
            in_read = in_read + 1;
            rlast = in_read == ar_words[r_b % RING];
            if (rlast) begin
                r_b = r_b + 1;
                in_read = 0;
            end
        end
        if (!bvalid && aw_b < aw_r && aw_b < w_e && (!SLOW || draw(3) == 0)) begin
            bvalid = 1;
            bresp = aw_wrong[aw_b % RING] ? 2 + draw(2) : 0;
        end
    end
    reg b_went;
    always @(posedge clk) b_went <= bvalid & bready;
    always @(posedge clk) #1 if (b_went) bvalid = 0;
endmodule
