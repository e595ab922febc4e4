// config: -Ptb_bl_cell_link.DELAY=6
// config: -Ptb_bl_cell_link.DELAY=6 -Ptb_bl_cell_link.FORWARD=0 -Ptb_bl_cell_link.ORDER=0
// config: -Ptb_bl_cell_link.DELAY=4 -Ptb_bl_cell_link.FLIP=20
// config: -Ptb_bl_cell_link.DELAY=8 -Ptb_bl_cell_link.FLIP=300 -Ptb_bl_cell_link.STALL=1
// config: -Ptb_bl_cell_link.DELAY=8 -Ptb_bl_cell_link.FLIP=300 -Ptb_bl_cell_link.STALL=1 -Ptb_bl_cell_link.ORDER=0
// config: -Ptb_bl_cell_link.DELAY=8 -Ptb_bl_cell_link.FLIP=300 -Ptb_bl_cell_link.FORWARD=0
// config: -Ptb_bl_cell_link.DELAY=6 -Ptb_bl_cell_link.STALL=1
// config: -Ptb_bl_cell_link.DELAY=6 -Ptb_bl_cell_link.FLIP=100 -Ptb_bl_cell_link.VCS=4 -Ptb_bl_cell_link.BAD=5
// config: -Ptb_bl_cell_link.DELAY=6 -Ptb_bl_cell_link.FLIP=60 -Ptb_bl_cell_link.VCS=1 -Ptb_bl_cell_link.BAD=3
// config: -Ptb_bl_cell_link.DELAY=6 -Ptb_bl_cell_link.VCS=3 -Ptb_bl_cell_link.LOG_CELLS=1
// config: -Ptb_bl_cell_link.DELAY=6 -Ptb_bl_cell_link.IDLE=5
// config: -Ptb_bl_cell_link.DELAY=6 -Ptb_bl_cell_link.IDLE=1 -Ptb_bl_cell_link.FLIP=100
// config: -Ptb_bl_cell_link.DELAY=8 -Ptb_bl_cell_link.IDLE=8
// config: -Ptb_bl_cell_link.DELAY=6 -Ptb_bl_cell_link.REPAIR=0 -Ptb_bl_cell_link.FLIP=100
// config: -Ptb_bl_cell_link.DELAY=6 -Ptb_bl_cell_link.CROSSES=1
// config: -Ptb_bl_cell_link.CROSSES=1 -Ptb_bl_cell_link.PHASE=9 -Ptb_bl_cell_link.FLIP=300
// config: -Ptb_bl_cell_link.CROSSES=1 -Ptb_bl_cell_link.WANDER=20 -Ptb_bl_cell_link.STALL=1
// config: -Ptb_bl_cell_link.DELAY=4 -Ptb_bl_cell_link.CROSSES=1 -Ptb_bl_cell_link.WANDER=1300
// config: -Ptb_bl_cell_link.DELAY=8 -Ptb_bl_cell_link.REPAIR=0 -Ptb_bl_cell_link.STALL=1
// config: -Ptb_bl_cell_link.DELAY=6 -Ptb_bl_cell_link.REPAIR=0 -Ptb_bl_cell_link.BAD=5
// config: -Ptb_bl_cell_link.DELAY=6 -Ptb_bl_cell_link.REPAIR=0 -Ptb_bl_cell_link.IDLE=5 -Ptb_bl_cell_link.FORWARD=0
// config: -Ptb_bl_cell_link.DELAY=6 -Ptb_bl_cell_link.REPAIR=0 -Ptb_bl_cell_link.VCS=3 -Ptb_bl_cell_link.LOG_CELLS=1 -Ptb_bl_cell_link.ORDER=0
// Cells of VCS virtual channels over a link of DELAY cycles each way: bl_cell_send and
// bl_cell_receive, whose buffers are read by three ports, cell n of a channel by port n modulo 3.
// FLIP words in 100,000 have one bit flipped, of data, parity or the mark of the first word, and as
// many cycles of the wire back. With STALL the reader of channel 1 rests for long, so that there is
// no room. One cell in BAD is damaged before it is on the link, and comes again undamaged. Every
// cell comes once, in its channel's order, with ORDER 1 in that of its port, unchanged; one that a
// port has begun and that is damaged comes again. With neither fault nor rest a cell takes 17
// cycles and IDLE. Without REPAIR, which is bl_cell_direct, no cell is sent twice, so that its
// channel ends with the first one that is damaged. With CROSSES the link and the wire back have
// clocks of their own, PHASE sixteenths of a cycle later; with WANDER (cell_phase.v) these gain and
// lose cycles, of which cells are damaged when they are many. Then the wire is cut: the link has
// failed.
`timescale 1ns/1ps
`default_nettype none
module tb_bl_cell_link;
    parameter DELAY = 6, FLIP = 0, STALL = 0, CELLS = 200, VCS = 2, ORDER = 1, FORWARD = 1,
              BAD = 0, LOG_CELLS = 2, IDLE = 0, REPAIR = 1, CROSSES = 0, PHASE = 0, WANDER = 0;
    localparam SURE = (REPAIR || FLIP == 0) ? 1 : 0;     // every cell comes
    localparam W = 64, LENGTH = 17, P = 3, VC_W = (VCS <= 2) ? 1 : 2;
    reg                clk = 0, rst = 1, cut = 0;
    wire [VCS-1:0]     room;
    reg                take = 0, write = 0, first = 0, last = 0, spoilt = 0, spoils = 0;
    reg  [VC_W-1:0]    take_vc = 0, vc = 0;
    reg  [W-1:0]       data = 0;
    wire               o_first, o_parity, o_say, failed;
    wire [W-1:0]       o_word;
    reg  [W+1:0]       there [0:DELAY-1], flaw;
    reg  [DELAY-1:0]   back;
    wire [2:0]         dest;
    wire [VC_W-1:0]    dest_vc;
    wire [VCS*P-1:0]   some;
    wire [VCS*P*VC_W-1:0] to_vc;
    reg  [VCS*P-1:0]   m_take = 0;
    reg  [VCS-1:0]     m_read = 0, m_next = 0;
    wire [VCS-1:0]     m_bad;
    wire [VCS*W-1:0]   words;
    wire               came, damaged;
    integer            i, c, seed = 5, m_seed = 6, failures = 0, flips = 0, hurt = 0, kept = 0;
    integer            sent [0:VCS-1], got [0:VCS-1], of_port [0:VCS*P-1], word, begun, ended,
                       rest = 0, again = 0, hit = 0;
    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    always #5 clk = ~clk;

    // ---- the link's own clocks
    wire               i_valid, i_first, i_parity, says, say;
    wire [W-1:0]       i_word;
    cell_phase #(.WIDTH(W + 2), .CROSSES(CROSSES), .PHASE(PHASE), .WANDER(WANDER)) over (
        .clk(clk), .rst(rst), .s(there[DELAY-1]));
    cell_phase #(.WIDTH(1), .CROSSES(CROSSES), .PHASE((PHASE + 8) % 16), .WANDER(WANDER))
        over_back (
        .clk(clk), .rst(rst), .s(back[DELAY-1]));
    generate
        if (CROSSES) begin : g_crosses
            bl_cell_cross #(.WORD_W(W), .CELL_WORDS(LENGTH)) crossing (
                .s_clk(over.clock), .s_rst(over.reset), .s_first(over.m[W]),
                .s_word(over.m[W-1:0]), .s_parity(over.m[W+1]), .m_clk(clk), .m_rst(rst),
                .m_tvalid(i_valid), .m_first(i_first), .m_word(i_word), .m_good(i_parity));
            bl_cell_said said (
                .s_clk(over_back.clock), .s_rst(over_back.reset), .s_say(over_back.m),
                .m_clk(clk), .m_rst(rst), .m_tvalid(says), .m_say(say));
        end else begin : g_same
            assign i_valid = 1'b1;
            assign {i_parity, i_first, i_word} = over.m;
            assign says = 1'b1;
            assign say  = over_back.m;
        end
    endgenerate

    generate
        if (REPAIR) begin : g_repair
            bl_cell_send #(.WORD_W(W), .CELL_WORDS(LENGTH), .VCS(VCS), .LOG_CELLS(3),
                .TIMEOUT(128), .RETRIES(1000), .SILENCE(600), .IDLE(IDLE)) send (
                .clk(clk), .rst(rst), .hold(1'b0), .room(room), .take(take), .take_vc(take_vc),
                .s_write(write), .s_first(first), .s_last(last), .s_bad(spoilt), .s_vc(vc),
                .s_tdata(data), .m_first(o_first), .m_word(o_word), .m_parity(o_parity),
                .s_says(says), .s_say(say), .failed(failed));
        end else begin : g_report
            bl_cell_direct #(.WORD_W(W), .CELL_WORDS(LENGTH), .VCS(VCS), .SILENCE(600),
                .IDLE(IDLE)) send (
                .clk(clk), .rst(rst), .hold(1'b0), .room(room), .take(take), .take_vc(take_vc),
                .s_write(write), .s_first(first), .s_last(last), .s_bad(spoilt), .s_vc(vc),
                .s_tdata(data), .m_first(o_first), .m_word(o_word), .m_parity(o_parity),
                .s_says(says), .s_say(say), .failed(failed));
        end
    endgenerate
    bl_cell_receive #(.WORD_W(W), .CELL_WORDS(LENGTH), .NODE_W(3), .LOG_CELLS(LOG_CELLS),
                      .VCS(VCS), .ORDER(ORDER), .FORWARD(FORWARD), .CROSSES(CROSSES), .PORTS(P),
                      .OWN(3)) receive (
        .clk(clk), .rst(rst), .hush(1'b0), .known(1'b1), .s_tvalid(i_valid),
        .s_first(i_first), .s_word(i_word), .s_parity(i_parity), .m_say(o_say),
        .came(came), .damaged(damaged), .dest(dest), .dest_vc(dest_vc),
        .port(dest[1:0] + 2'd1), .vc({{(VC_W-1){1'b0}}, dest[2]}),
        .copies({P{1'b0}}), .copy_vc({P*VC_W{1'b0}}), .m_some(some),
        .m_vc(to_vc), .m_take(m_take), .m_read(m_read), .m_tdata(words), .m_next(m_next),
        .m_bad(m_bad));

    always @(posedge clk) begin
        flaw = 0;
        // (one error a word: that of a damaged cell is its last word's parity)
        if (FLIP != 0 && draw(100000) < FLIP && o_parity === o_first ^ (^o_word)) begin
            flaw[draw(W + 2)] = 1;
            flips = flips + 1;
        end
        there[0] <= cut ? 0 : {o_parity, o_first, o_word} ^ flaw;
        for (i = 1; i < DELAY; i = i + 1) there[i] <= there[i-1];
        back <= {back[DELAY-2:0], !cut & (o_say ^ (FLIP != 0 && draw(100000) < FLIP))};
        if (!rst && damaged) hurt = hurt + 1;
        if (!rst && came) kept = kept + 1;
    end

    // cells on the link: cycles since the last one began, the fewest; numbers of each channel
    integer   since = 1000, nearest = 1000, twice = 0;
    reg [3:0] next_number [0:VCS-1];
    always @(posedge clk) if (!rst) begin
        since = since + 1;
        if (o_first) begin
            if (since < nearest) nearest = since;
            since = 0;
            if (o_word[3:0] !== next_number[o_word[4 +: VC_W]]) twice = twice + 1;
            next_number[o_word[4 +: VC_W]] = o_word[3:0] + 4'd1;
        end
    end

    // what is word number k of cell n of channel c: its header says channel, port and n
    function [W-1:0] wanted;
        input integer channel, number, k;
        reg [1:0] port;
        begin
            port = number % 3;
            wanted = (k == 0) ? {number[31:0], 23'd0, number[0], port, channel[1:0], 4'd0}
            : {k[15:0], channel[15:0], number[31:0] * 32'd77};
        end
    endfunction

    // ---- the sender: a cell at a time
    always @(posedge clk) if (!rst) begin
        {take, write, first, last, spoilt} <= 0;
        if (word == 0) begin
            c = draw(VCS);
            for (i = 0; i < VCS && sent[c] == CELLS; i = i + 1) c = (c + 1) % VCS;
            if (room[c] && sent[c] < CELLS && (FLIP == 0 || draw(4) != 0)) begin
                take    <= 1;
                take_vc <= c;
                word     = 1;
                if (begun == 0) begun = $time;
            end
        end
        else begin
            write <= 1;
            vc    <= c;
            if (word == 1) spoils = BAD != 0 && draw(BAD + (BAD == 0)) == 0;
            data  <= (spoils && word == 9) ? {W{1'b1}} : wanted(c, sent[c], word - 1);
            first <= word == 1;
            last  <= word == LENGTH;
            if (spoils && word == LENGTH) begin
                spoilt <= 1;
                sent[c] = sent[c] - 1;           // it comes once more
                hit = hit + 1;
            end
            word   = (word == LENGTH) ? 0 : word + 1;
            if (word == 0) sent[c] = sent[c] + 1;
        end
    end

    // ---- the readers, one a channel: a port at a time, a word a cycle
    always @(posedge clk)
        rest = (rest > 0) ? rest - 1 : (STALL && ($random(m_seed) & 255) == 0) ? 600 : 0;
    genvar n;
    generate
        for (n = 0; n < VCS; n = n + 1) begin : g_reader
            integer p, q, place, busy, number, queue, shown_k;
            reg     shown, wrong, bad;
            initial begin
                {place, busy} = 0;
                shown = 0;
            end
            always @(posedge clk) if (!rst) begin
                m_take[n*P +: P] <= 0;
                {m_read[n], m_next[n]} <= 0;
                shown <= m_read[n];
                shown_k <= place;
                if (m_read[n]) place = place + 1;
                if (m_next[n]) bad = m_bad[n];
                if (shown) begin
                    number = of_port[n*P+queue];
                    if (words[n*W+4 +: W-4] !== wanted(n, number, shown_k) >> 4) wrong = 1;
                    if (shown_k == LENGTH - 1) begin
                        busy = 0;
                        if (bad) begin
                            again = again + 1;
                            if (queue == 2) failures = failures + 100;
                        end else begin
                            if (wrong || (ORDER == 0 && number !== got[n])) begin
                                $display("cell %0d of channel %0d, %0d came: wrong", number, n,
                                         got[n]);
                                failures = failures + 1;
                            end
                            of_port[n*P+queue] = number + P;
                            got[n] = got[n] + 1;
                            ended = $time;
                        end
                    end
                end
                if (busy == 0 && !(rest > 0 && n == 1)) begin
                    q = ($random(m_seed) & 1023) % P;
                    for (p = 0; p < P; p = p + 1) if (busy == 0 && some[n*P+(q+p)%P]) begin
                        queue = (q + p) % P;
                        if (to_vc[VC_W*(n*P+queue) +: 1] !== of_port[n*P+queue] % 2)
                            failures = failures + 1000;
                        m_take[n*P+queue] <= 1;
                        busy  = LENGTH + 2;
                        place = 0;
                        wrong = 0;
                    end
                end
                else if (busy > 2) begin
                    m_read[n] <= 1;
                    m_next[n] <= busy == 3;
                    busy       = busy - 1;
                end
            end
        end
    endgenerate

    integer j, cycles;
    reg     finished = 0;
    always @(posedge clk) begin
        finished = 1;
        for (j = 0; j < VCS; j = j + 1) if (got[j] != CELLS) finished = 0;
    end
    initial begin
        for (i = 0; i < DELAY; i = i + 1) there[i] = 0;
        back = 0;
        for (i = 0; i < VCS; i = i + 1) {sent[i], got[i]} = 0;
        for (i = 0; i < VCS * P; i = i + 1) of_port[i] = i % P;
        for (i = 0; i < VCS; i = i + 1) next_number[i] = 0;
        {word, begun, ended} = 0;
        repeat (20) @(posedge clk);
        #1 rst = 0;
        for (cycles = 0; cycles < (SURE ? 60000 : 10000) && !finished; cycles = cycles + 1)
            @(posedge clk);
        repeat (100) @(posedge clk);
        if (REPAIR && FLIP == 0 && BAD == 0 && nearest != LENGTH + IDLE) failures = failures + 1;
        if (nearest < LENGTH + IDLE) failures = failures + 1;
        if (finished != SURE || (!REPAIR && BAD == 0 && twice != 0)) failures = failures + 10;
        if (SURE && (kept < VCS * CELLS || (!FORWARD && kept != VCS * CELLS)
            || (FORWARD && kept - VCS * CELLS > again))) failures = failures + 10000;
        if ((FLIP == 0 && BAD == 0 && WANDER < 1000) ? hurt != 0 || again != 0 : hurt == 0)
            failures = failures + 100000;
        if (FLIP != 0 && flips == 0) failures = failures + 100000;
        if (BAD != 0 && hit == 0) failures = failures + 100000;
        if (FLIP == 0 && BAD == 0 && !STALL && WANDER < 1000 && VCS > 1
            && LOG_CELLS > 1 && (ended - begun) / 10 > VCS * CELLS * (19 + IDLE) + 200)
            failures = failures + 1000000;
        if (failed) failures = failures + 10000000;
        cut = 1;
        repeat (700) @(posedge clk);
        if (!failed) failures = failures + 10000000;
        if (failures != 0)
            $display("FAIL %0d: %0d of %0d came, %0d kept, %0d flips, %0d damaged, %0d again",
                     failures, got[0], CELLS, kept, flips, hurt, again);
        else $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
