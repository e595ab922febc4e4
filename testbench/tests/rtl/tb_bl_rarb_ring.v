// config: -Ptb_bl_rarb_ring.DOMAINS=4 -Ptb_bl_rarb_ring.NUMBER=2 -Ptb_bl_rarb_ring.OPERATIONS=400
// config: -Ptb_bl_rarb_ring.DOMAINS=5 -Ptb_bl_rarb_ring.NUMBER=3 -Ptb_bl_rarb_ring.OPERATIONS=400
// long config: -Ptb_bl_rarb_ring.DOMAINS=8 -Ptb_bl_rarb_ring.NUMBER=3 -Ptb_bl_rarb_ring.OPERATIONS=400
// long config: -Ptb_bl_rarb_ring.DOMAINS=16 -Ptb_bl_rarb_ring.NUMBER=4 -Ptb_bl_rarb_ring.OPERATIONS=400
// config: -Ptb_bl_rarb_ring.JOINED=1 -Ptb_bl_rarb_ring.DOMAINS=4 -Ptb_bl_rarb_ring.NUMBER=2 -Ptb_bl_rarb_ring.OPERATIONS=400
// long config: -Ptb_bl_rarb_ring.JOINED=1 -Ptb_bl_rarb_ring.DOMAINS=16 -Ptb_bl_rarb_ring.NUMBER=4 -Ptb_bl_rarb_ring.OPERATIONS=400
// config: -Ptb_bl_rarb_ring.CENTRAL=1 -Ptb_bl_rarb_ring.DOMAINS=4 -Ptb_bl_rarb_ring.NUMBER=2 -Ptb_bl_rarb_ring.OPERATIONS=300
// config: -Ptb_bl_rarb_ring.CENTRAL=1 -Ptb_bl_rarb_ring.DOMAINS=5 -Ptb_bl_rarb_ring.NUMBER=3 -Ptb_bl_rarb_ring.OPERATIONS=300
// long config: -Ptb_bl_rarb_ring.CENTRAL=1 -Ptb_bl_rarb_ring.DOMAINS=8 -Ptb_bl_rarb_ring.NUMBER=3 -Ptb_bl_rarb_ring.OPERATIONS=300
// long config: -Ptb_bl_rarb_ring.CENTRAL=1 -Ptb_bl_rarb_ring.DOMAINS=16 -Ptb_bl_rarb_ring.NUMBER=4 -Ptb_bl_rarb_ring.OPERATIONS=120
// long config: -Ptb_bl_rarb_ring.DOMAINS=4 -Ptb_bl_rarb_ring.NUMBER=2
// long config: -Ptb_bl_rarb_ring.DOMAINS=5 -Ptb_bl_rarb_ring.NUMBER=3
// long config: -Ptb_bl_rarb_ring.DOMAINS=8 -Ptb_bl_rarb_ring.NUMBER=3
// long config: -Ptb_bl_rarb_ring.DOMAINS=16 -Ptb_bl_rarb_ring.NUMBER=4
// long config: -Ptb_bl_rarb_ring.JOINED=1 -Ptb_bl_rarb_ring.DOMAINS=8 -Ptb_bl_rarb_ring.NUMBER=3
// long config: -Ptb_bl_rarb_ring.CENTRAL=1 -Ptb_bl_rarb_ring.DOMAINS=4 -Ptb_bl_rarb_ring.NUMBER=2 -Ptb_bl_rarb_ring.OPERATIONS=800
// long config: -Ptb_bl_rarb_ring.CENTRAL=1 -Ptb_bl_rarb_ring.DOMAINS=5 -Ptb_bl_rarb_ring.NUMBER=3 -Ptb_bl_rarb_ring.OPERATIONS=800
// long config: -Ptb_bl_rarb_ring.CENTRAL=1 -Ptb_bl_rarb_ring.DOMAINS=8 -Ptb_bl_rarb_ring.NUMBER=3 -Ptb_bl_rarb_ring.OPERATIONS=800
// long config: -Ptb_bl_rarb_ring.CENTRAL=1 -Ptb_bl_rarb_ring.DOMAINS=16 -Ptb_bl_rarb_ring.NUMBER=4 -Ptb_bl_rarb_ring.OPERATIONS=300
// All domains ask for random others at random times; tables take 1 or 2 units, and the token is
// delayed until numbers are ahead. Every answer is compared with what the paths that stand allow; a
// table whose change is taken back ends the run. The bench is that of bl_garb, too, which has the
// same contract; its answers are also compared with the bound on the operations of others, and the
// shorter way comes first.
`timescale 1ns / 1ns
`define BL_RANDOM_DELAY 2
module tb_bl_rarb_ring;
    parameter CENTRAL = 0;
    parameter JOINED = 0;
    parameter DOMAINS = 4;
    parameter NUMBER = 2;
    parameter OPERATIONS = 4000;

    reg                       rst = 1'b1;
    reg  [DOMAINS-1:0]        request = {DOMAINS{1'b0}};
    reg  [DOMAINS*NUMBER-1:0] number = {DOMAINS*NUMBER{1'b0}};
    wire [DOMAINS-1:0]        notified, busy, own_cw, own_ccw, grant_cw, grant_ccw, end_cw, end_ccw,
        pass_cw, pass_ccw;

    generate
        if (CENTRAL != 0) begin : g_central
            bl_garb #(.DOMAINS(DOMAINS), .NUMBER(NUMBER), .DELAY(4 * DOMAINS + 20)) dut (
                .rst(rst), .s_request(request), .s_number(number),
                .m_notified(notified), .m_busy(busy), .m_own_cw(own_cw), .m_own_ccw(own_ccw),
                .m_grant_cw(grant_cw), .m_grant_ccw(grant_ccw),
                .m_end_cw(end_cw), .m_end_ccw(end_ccw), .m_pass_cw(pass_cw), .m_pass_ccw(pass_ccw)
            );
        end else begin : g_ring
            bl_rarb_ring #(.DOMAINS(DOMAINS), .NUMBER(NUMBER), .MARGIN(5), .JOINED(JOINED)) dut (
                .rst(rst), .s_request(request), .s_number(number),
                .s_outer_number({DOMAINS*NUMBER{1'b0}}), .m_notified(notified), .m_busy(busy),
                .m_own_cw(own_cw), .m_own_ccw(own_ccw), .m_grant_cw(grant_cw),
                .m_grant_ccw(grant_ccw),
                .m_end_cw(end_cw), .m_end_ccw(end_ccw), .m_pass_cw(pass_cw), .m_pass_ccw(pass_ccw)
            );
        end
    endgenerate

    integer seed = 1;
    integer granted = 0, refused = 0, released = 0, done = 0;
    // the domain that uses a segment or an end, -1: none
    integer user [0:15];
    integer owner [0:15];
    integer target [0:15];
    integer way [0:15];             // 0 none, 1 clockwise, 2 counter-clockwise
    integer others [0:15];          // operations since the domain's request has changed
    integer most = 0;
    integer bound = DOMAINS > 8 ? 15 : DOMAINS > 4 ? 7 : 3;
    integer i;

    initial for (i = 0; i < 16; i = i + 1) begin
        user[i] = -1;
        owner[i] = -1;
        target[i] = 0;
        way[i] = 0;
        others[i] = 0;
    end

    // The cells between `from` and `to` hand on both ways. In the ring a cell at an end may still
    // refuse the request that lost.
    task check_passes(input integer from, input integer to, input integer clockwise);
        integer at;
        begin
            at = clockwise ? (from + 1) % DOMAINS : (from + DOMAINS - 1) % DOMAINS;
            while (at != to) begin
                if (!pass_cw[at] || !pass_ccw[at]) begin
                    $display("FAIL %0d is not passed", at);
                    $finish(0);
                end
                at = clockwise ? (at + 1) % DOMAINS : (at + DOMAINS - 1) % DOMAINS;
            end
            if (CENTRAL != 0 && (pass_cw[from] || pass_ccw[to])) begin
                $display("FAIL the path passes %0d or %0d", from, to); $finish(0);
            end
        end
    endtask

    // 1 when the segments from `from` to `to` on that way are free, after they have been given to
    // `mark` (unless that is -2)
    function free_way(input integer from, input integer to, input integer clockwise,
                      input integer mark);
        integer at, segment;
        begin
            free_way = 1'b1;
            at = from;
            while (at != to) begin
                segment = clockwise ? at : (at + DOMAINS - 1) % DOMAINS;
                if (user[segment] != -1) free_way = 1'b0;
                if (mark != -2) user[segment] = mark;
                at = clockwise ? (at + 1) % DOMAINS : segment;
            end
        end
    endfunction

    // An operation has been done for domain k.
    task count_others(input integer k);
        integer d;
        begin
            if (others[k] > most) most = others[k];
            if (CENTRAL != 0 && others[k] > bound) begin
                $display("FAIL %0d operations before that of %0d", others[k], k);
                $finish(0);
            end
            for (d = 0; d < DOMAINS; d = d + 1) others[d] = others[d] + 1;
        end
    endtask

    task answered(input integer k);
        reg cw, ccw, got_cw, got_ccw, ignored;
        begin
            cw = free_way(k, target[k], 1, -2) && owner[target[k]] == -1;
            ccw = free_way(k, target[k], 0, -2) && owner[target[k]] == -1;
            got_cw = own_cw[k] && grant_cw[k];
            got_ccw = own_ccw[k] && grant_ccw[k];
            if (got_cw && got_ccw) begin $display("FAIL both ways granted"); $finish(0); end
            if ((got_cw && !cw) || (got_ccw && !ccw)) begin
                $display("FAIL a way in use granted to %0d", k);
                $finish(0);
            end
            if (CENTRAL != 0 && cw && ccw
                && got_cw !== (2 * ((target[k] + DOMAINS - k) % DOMAINS) <= DOMAINS)) begin
                $display("FAIL the longer way granted to %0d", k);
                $finish(0);
            end
            if ((cw || ccw) && !got_cw && !got_ccw) begin
                $display("FAIL %0d refused a free way", k);
                $finish(0);
            end
            way[k] = got_cw ? 1 : got_ccw ? 2 : 0;
            if (way[k] == 0) refused = refused + 1;
            else begin
                granted = granted + 1;
                ignored = free_way(k, target[k], got_cw, k);
                owner[target[k]] = k;
                check_passes(k, target[k], got_cw);
                if (!(got_cw ? end_cw[target[k]] : end_ccw[target[k]])) begin
                    $display("FAIL the path does not end at %0d", target[k]);
                    $finish(0);
                end
            end
        end
    endtask

    task gave_up(input integer k);
        reg ignored;
        begin
            if (own_cw[k] || own_ccw[k]) begin
                $display("FAIL %0d still owns a path", k);
                $finish(0);
            end
            if (way[k] != 0) begin
                ignored = free_way(k, target[k], way[k] == 1, -1);
                owner[target[k]] = -1;
                released = released + 1;
            end
            way[k] = 0;
        end
    endtask

    genvar g;
    generate
        for (g = 0; g < DOMAINS; g = g + 1) begin : g_domain
            initial begin
                wait (!rst);
                while (done < OPERATIONS) begin
                    #(100 + ({$random(seed)} & 1023));
                    target[g] = (g + 1 + {$random(seed)} % (DOMAINS - 1)) % DOMAINS;
                    number[g*NUMBER +: NUMBER] = target[g];
                    #1 request[g] = 1'b1;
                    others[g] = 0;
                    wait (notified[g]);
                    count_others(g);
                    answered(g);
                    wait (!busy[g]);
                    #(300 + ({$random(seed)} & 1023));
                    request[g] = 1'b0;
                    others[g] = 0;
                    wait (!notified[g]);
                    count_others(g);
                    // the next may be answered before this domain is no longer busy
                    if (CENTRAL != 0) gave_up(g);
                    wait (!busy[g]);
                    if (CENTRAL == 0) gave_up(g);
                    done = done + 1;
                end
            end
        end
    endgenerate

    initial begin
        #(40 * DOMAINS + 100) rst = 1'b0;
        wait (done >= OPERATIONS);
        if (granted < OPERATIONS / 8 || refused == 0 || most < 2)
            $display("FAIL %0d granted, %0d refused, %0d before", granted, refused, most);
        else begin
            $display("%0d granted, %0d refused, %0d released, at most %0d before", granted, refused,
                     released, most);
            $display("PASS");
        end
        $finish(0);
    end
    initial begin
        #100000000;
        $display("FAIL the arbiter stands: %b requests, %b notified, %b busy", request, notified,
                 busy);
        $finish(0);
    end
endmodule
