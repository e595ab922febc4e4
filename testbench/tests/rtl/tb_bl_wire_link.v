// long config: -Ptb_bl_wire_link.RATE=95 -Ptb_bl_wire_link.FLITS=10000
// long config: -Ptb_bl_wire_link.FLIP=100 -Ptb_bl_wire_link.DOWN=2000
// long config: -Ptb_bl_wire_link.FLIP=30 -Ptb_bl_wire_link.DOWN=4000 -Ptb_bl_wire_link.WIDTH=64 -Ptb_bl_wire_link.LOG_RING=9
// long config: -Ptb_bl_wire_link.FLIP=60 -Ptb_bl_wire_link.WIDTH=128 -Ptb_bl_wire_link.ELEMS=3 -Ptb_bl_wire_link.ELEM_W=50
// config: -Ptb_bl_wire_link.FLIP=60 -Ptb_bl_wire_link.WIDTH=512 -Ptb_bl_wire_link.ELEMS=2 -Ptb_bl_wire_link.ELEM_W=40 -Ptb_bl_wire_link.RUN=60
// long config: -Ptb_bl_wire_link.FLIP=100 -Ptb_bl_wire_link.FLITS=200 -Ptb_bl_wire_link.WIDTH=512 -Ptb_bl_wire_link.ELEMS=16 -Ptb_bl_wire_link.ELEM_W=40 -Ptb_bl_wire_link.CHAN_W=4
// long config: -Ptb_bl_wire_link.FLIP=200 -Ptb_bl_wire_link.FLITS=300 -Ptb_bl_wire_link.ELEMS=1 -Ptb_bl_wire_link.ELEM_W=1024 -Ptb_bl_wire_link.RUN=1 -Ptb_bl_wire_link.LOG_RING=6
// long config: -Ptb_bl_wire_link.KEYS=8
// long config: -Ptb_bl_wire_link.KEYS=8 -Ptb_bl_wire_link.LOSE=1
// long config: -Ptb_bl_wire_link.KEYS=8 -Ptb_bl_wire_link.FROM=3
// long config: -Ptb_bl_wire_link.KEYS=8 -Ptb_bl_wire_link.FROM=3 -Ptb_bl_wire_link.LOSE=1
// long config: -Ptb_bl_wire_link.KEYS=11
// long config: -Ptb_bl_wire_link.KEYS=11 -Ptb_bl_wire_link.FROM=3 -Ptb_bl_wire_link.LOSE=1
// long config: -Ptb_bl_wire_link.FLIP=300 -Ptb_bl_wire_link.DOWN=1000 -Ptb_bl_wire_link.FLITS=20000
// Two links and the wires between them: flits both ways come once, in order, unchanged, and as many
// credits as were given.
//   KEYS = 0: FLITS random flits each way; FLIP words in 10,000 are damaged, and with DOWN a
//     channel loses what it has for a while, once in so many cycles. RATE: so many percent of the
//     cycles have a flit, and none is damaged.
//   KEYS > 0: every one of 2^KEYS patterns of frames that are damaged, or lost with LOSE: bit i is
//     frame FROM + i / 2 of side i % 2. Each pattern is a run of its own, from reset.
`timescale 1ns / 1ps
module tb_bl_wire_link;
    parameter ELEMS = 8, ELEM_W = 32, CHAN_W = 3, WIDTH = 256, RUN = 32, LOG_RING = 8;
    parameter FLITS = 2000, FLIP = 0, DOWN = 0, RATE = 0, KEYS = 0, FROM = 0, LOSE = 0, DELAY = 20;
    localparam FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3, ROOM = 400, QUEUE = 1024;
    localparam WANTED = (KEYS == 0) ? FLITS : 6;

    reg     clk = 0, rst = 1, begun = 0;
    integer seed = 5, failed = 0, struck = 0, key = 0;
    always #5 clk = ~clk;
    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction

    wire [1:0]       restarted, silent, s_ready, m_valid, out_valid, out_last;
    reg  [1:0]       s_valid = 0, wire_ready = 0, up = 3;
    integer          sent [0:1], came [0:1], credits [0:1], held [0:1];
    genvar n;
    generate
        for (n = 0; n < 2; n = n + 1) begin : g_side
            reg  [FLIT_W-1:0] flit, made;
            wire [FLIT_W-1:0] got;
            reg  [FLIT_W-1:0] queue [0:QUEUE-1];
            wire [3:0]        credit;
            reg  [3:0]        freed = 0;
            wire [WIDTH-1:0]  out;
            reg  [WIDTH+1:0]  pipe [0:DELAY-1];
            reg  [WIDTH:0]    flaw;
            integer           i, down = 0, frame = 0;
            reg               lost = 0;
            reg  [31:0]       random;
            bl_wire_link #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W), .WIDTH(WIDTH),
                .RUN(RUN), .LOG_RING(LOG_RING), .TIMEOUT(200), .SILENCE(4000)) dut (
                .clk(clk), .rst(rst), .stop(1'b0), .restarted(restarted[n]), .silent(silent[n]),
                .s_tvalid(s_valid[n]), .s_tready(s_ready[n]), .s_tdata(flit), .s_credit(freed),
                .m_tvalid(m_valid[n]), .m_tdata(got), .m_credit(credit), .up(up[n]),
                .m_wire_tvalid(out_valid[n]), .m_wire_tready(wire_ready[n]), .m_wire_tdata(out),
                .m_wire_tlast(out_last[n]), .s_wire_tvalid(g_side[1-n].pipe[DELAY-1][WIDTH+1]),
                .s_wire_tdata(g_side[1-n].pipe[DELAY-1][WIDTH-1:0]),
                .s_wire_tlast(g_side[1-n].pipe[DELAY-1][WIDTH]));

            // whether frame `frame` of this side is one that the pattern strikes
            wire [31:0] bit_of = 2 * (frame - FROM) + n;
            wire        hit = KEYS != 0 && frame >= FROM && bit_of < KEYS && key[bit_of[4:0]];

            always @(posedge clk) begin
                // the wire
                flaw = 0;
                if (FLIP != 0 && draw(10000) < FLIP) repeat (1 + draw(4)) flaw[draw(WIDTH + 1)] = 1;
                if (hit && out_last[n]) flaw[draw(WIDTH)] = 1;
                lost = down != 0 || (hit && LOSE != 0);
                pipe[0] <= rst || lost || !(out_valid[n] & wire_ready[n]) ? 0
                    : {1'b1, {out_last[n], out} ^ flaw};
                if (!rst && out_valid[n] & wire_ready[n]) begin
                    if (flaw != 0 || lost) struck = struck + 1;
                    if (out_last[n]) frame = frame + 1;
                end
                if (rst) frame = 0;
                for (i = 1; i < DELAY; i = i + 1)
                    pipe[i] <= rst || (down != 0 && i < DELAY / 2) ? 0 : pipe[i-1];
                if (down != 0) down = down - 1;
                else if (DOWN != 0 && draw(DOWN) == 0) down = 20 + draw(150);
                up[n]         <= down == 0;
                wire_ready[n] <= RATE != 0 || draw(30) != 0;

                // flits
                freed <= 0;
                if (rst) s_valid[n] <= 0;
                else begin
                    if (s_valid[n] & s_ready[n]) s_valid[n] <= 0;
                    if ((!s_valid[n] | s_ready[n]) && sent[n] < WANTED && credits[n] > 0
                        && (RATE != 0 || draw(5) != 0) && (KEYS == 0 || draw(20) == 0)) begin
                        for (i = 0; i < FLIT_W; i = i + 32) begin
                            random = $random(seed);
                            made = {made, random};
                        end
                        // most go on as the one before
                        if (RATE != 0 || draw(8) != 0) begin
                            made[FLIT_W-1 -: 2] = {flit[FLIT_W-1], 1'b0};
                            made[ELEMS*ELEM_W +: ELEMS + CHAN_W] =
                                {flit[ELEMS*ELEM_W+ELEMS +: CHAN_W], {ELEMS{1'b1}}};
                        end
                        if (sent[n] == 0) made[FLIT_W-1] = 1'b0;
                        flit <= made;
                        for (i = 0; i < ELEMS; i = i + 1)  // what is not kept is zeros
                            if (!made[ELEMS*ELEM_W+i]) made[i*ELEM_W +: ELEM_W] = 0;
                        queue[sent[n] % QUEUE] = made;
                        s_valid[n] <= 1;
                        sent[n] = sent[n] + 1;
                        credits[n] = credits[n] - 1;
                    end
                    credits[n] = credits[n] + credit;
                    if (credits[n] > ROOM) failed = 1;
                    if (m_valid[n]) begin
                        if (came[n] >= sent[1-n] || got !== g_side[1-n].queue[came[n] % QUEUE])
                            failed = 2;
                        came[n] = came[n] + 1;
                        held[n] = held[n] + 1;
                    end
                    if (held[n] > 0 && (RATE != 0 || draw(3) == 0)) begin
                        i = (held[n] > 3 && draw(4) == 0) ? 3 : 1;
                        freed <= i;
                        held[n] = held[n] - i;
                    end
                end
            end
        end
    endgenerate

    integer cycles, took, least;
    task once; begin
        rst <= 1;
        repeat (DELAY + 10) @(posedge clk);
        sent[0] = 0; sent[1] = 0; came[0] = 0; came[1] = 0;
        credits[0] = ROOM; credits[1] = ROOM; held[0] = 0; held[1] = 0;
        rst <= 0;
        took = 0;
        cycles = 0;
        while (cycles < 60 * WANTED + 20000 && failed == 0
               && (came[0] < WANTED || came[1] < WANTED || credits[0] != ROOM
                   || credits[1] != ROOM)) begin
            @(posedge clk);
            #1 cycles = cycles + 1;
            if (restarted != 0 || silent != 0) failed = 3;
        end
        took = cycles;
        repeat (10) @(posedge clk);
        if (came[0] != WANTED || came[1] != WANTED || credits[0] != ROOM || credits[1] != ROOM
            || came[0] > sent[1] || came[1] > sent[0])
            if (failed == 0) failed = 4;
    end endtask

    initial begin
        g_side[0].flit = 0;
        g_side[1].flit = 0;
        if (KEYS == 0) begin
            once;
            least = 100 * WANTED / took;
            if (RATE != 0 && least < RATE) failed = 5;
            if (FLIP != 0 && struck < FLITS * FLIP / 20000) failed = 6;
        end else for (key = 0; key < (1 << KEYS) && failed == 0; key = key + 1) once;
        if (failed != 0) begin
            $display("%0d and %0d of %0d flits, credits %0d %0d, %0d cycles", came[0], came[1],
                WANTED, credits[0], credits[1], took);
            $display("FAIL kind %0d, key %0d", failed, key);
        end else begin
            $display("%0d words or frames struck, %0d cycles", struck, took);
            $display("PASS");
        end
        $finish(0);
    end
endmodule
