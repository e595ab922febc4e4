// config: -Ptb_bl_rsb_links.NODES=4 -Ptb_bl_rsb_links.PACKET_WORDS=4
// config: -Ptb_bl_rsb_links.NODES=3 -Ptb_bl_rsb_links.PACKET_WORDS=16
// Nodes send numbered flits to all, themselves included, as far as they have credits, and free what
// comes in at random; a bus of the bench carries one packet at a time. Every flit comes once and in
// order, no buffer runs over, all credits come back at the end.
module tb_bl_rsb_links;
    parameter NODES = 4;
    parameter PACKET_WORDS = 4;
    localparam F = 16, L = 4, W = F + 7, ROOM = (1 << L) + 1, FLITS = 200;
    reg                  clk = 0, rst = 1;
    wire [NODES-1:0]     w_valid, w_last, in_valid;
    wire [NODES*W-1:0]   w_data;
    wire [NODES*2-1:0]   w_dest;
    reg  [NODES-1:0]     w_ready = 0;
    reg  [W-1:0]         bus_data;
    reg  [1:0]           bus_dest = 0;
    reg                  bus_valid = 0;
    integer              holder = -1, seed = 3, failed = 0, words = 0, packets = 0, longest = 0,
        credit_words = 0, now = 0, left, i;
    // [source * NODES + destination]
    integer              sent [0:15], come [0:15], freed [0:15], credits [0:15];
    always #5 clk = ~clk;

    genvar n, p;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : g_node
            reg  [NODES-1:0]   s_valid = 0;
            reg  [NODES*F-1:0] s_data;
            reg  [NODES*4-1:0] s_credit = 0;
            wire [NODES-1:0]   s_ready, m_valid;
            wire [NODES*F-1:0] m_data;
            wire [NODES*4-1:0] m_credit;
            assign in_valid[n] = bus_valid & bus_dest == n;
            bl_rsb_links #(.NODES(NODES), .NODE_W(2), .FLIT_W(F), .LOG_BUFFER(L),
                           .PACKET_WORDS(PACKET_WORDS)) dut (
                .clk(clk), .rst(rst), .node(n[1:0]), .s_flit_tvalid(s_valid),
                .s_flit_tready(s_ready), .s_flit_tdata(s_data), .m_flit_credit(m_credit),
                .m_flit_tvalid(m_valid), .m_flit_tdata(m_data), .s_flit_credit(s_credit),
                .m_word_tvalid(w_valid[n]), .m_word_tready(w_ready[n]),
                .m_word_tdata(w_data[n*W +: W]), .m_word_tdest(w_dest[n*2 +: 2]),
                .m_word_tlast(w_last[n]), .s_word_tvalid(in_valid[n]), .s_word_tdata(bus_data));
            for (p = 0; p < NODES; p = p + 1) begin : g_peer
                integer lane, give;
                always @(posedge clk) if (!rst) begin
                    lane = n * NODES + p;
                    credits[lane] = credits[lane] + m_credit[p*4 +: 4];
                    if (s_valid[p] && s_ready[p]) s_valid[p] <= 0;
                    if ((!s_valid[p] || s_ready[p]) && credits[lane] > 0 && sent[lane] < FLITS
                        && ($random(seed) & 7) < 3) begin
                        s_valid[p] <= 1;
                        s_data[p*F +: F] <= sent[lane] * 16 + lane;
                        sent[lane] = sent[lane] + 1;
                        credits[lane] = credits[lane] - 1;
                    end
                    lane = p * NODES + n;                    // what comes in from p
                    if (m_valid[p]) begin
                        if (m_data[p*F +: F] !== ((come[lane] * 16 + lane) & 16'hFFFF)) failed = 1;
                        come[lane] = come[lane] + 1;
                        if (come[lane] - freed[lane] > ROOM) failed = 2;
                    end
                    give = ($random(seed) & 15) == 0 ? come[lane] - freed[lane] : 0;
                    if (give > 15) give = 15;
                    s_credit[p*4 +: 4] <= give;
                    freed[lane] = freed[lane] + give;
                end
            end
        end
    endgenerate

    // The bus: a word in some cycles, from the node that has the path until its packet ends.
    always @(posedge clk) if (!rst) begin
        now = now + 1;
        bus_valid <= 0;
        w_ready   <= 0;
        if (holder < 0) begin
            i = ($random(seed) & 15) % NODES;
            if (w_valid[i] && !w_ready[i]) holder = i;
            left = PACKET_WORDS;
        end else if (w_valid[holder] && !w_ready[holder] && ($random(seed) & 1)) begin
            w_ready[holder] <= 1;
            bus_valid <= 1;
            bus_data  <= w_data[holder*W +: W];
            bus_dest  <= w_dest[holder*2 +: 2];
            if (w_dest[holder*2 +: 2] == holder || w_data[holder*W+F+5 +: 2] != holder) failed = 3;
            // a word for nothing
            if (!w_data[holder*W+F] && w_data[holder*W+F+1 +: 4] == 0) failed = 4;
            if (!w_data[holder*W+F]) credit_words = credit_words + 1;
            words = words + 1;
            left  = left - 1;
            if (PACKET_WORDS - left > longest) longest = PACKET_WORDS - left;
            if (left < 0) failed = 5;
            if (w_last[holder]) begin
                holder  = -1;
                packets = packets + 1;
            end
        end
    end

    integer missing;
    initial begin
        for (i = 0; i < 16; i = i + 1) begin
            {sent[i], come[i], freed[i]} = 0;
            credits[i] = ROOM;
        end
        #100 @(posedge clk) rst <= 0;
        #300000 missing = 0;
        for (i = 0; i < NODES * NODES; i = i + 1) begin
            if (sent[i] != FLITS || come[i] != FLITS) missing = missing + 1;
            if (credits[i] != ROOM) failed = 6;
        end
        if (failed || missing != 0 || credit_words < 10
            || longest < ((PACKET_WORDS < 6) ? PACKET_WORDS : 6))
            $display("FAIL kind %0d, %0d links short, %0d words in %0d packets, ", failed, missing,
                     words, packets, "%0d without a flit, longest %0d", credit_words, longest);
        else $display("PASS");
        $finish(0);
    end
endmodule
