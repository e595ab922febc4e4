// Grants of asynchronous requests: one at a time, to who asks, only when the delay of the one
// before has fallen, and taken back once the domain has been notified; nobody is passed over more
// often than the tree has levels for, and none waits for ever. Tables take 1 or 2 units.
// config: -Ptb_bl_garb_tree.DOMAINS=2
// config: -Ptb_bl_garb_tree.DOMAINS=4
// config: -Ptb_bl_garb_tree.DOMAINS=5
// config: -Ptb_bl_garb_tree.DOMAINS=16
`define BL_RANDOM_DELAY 2
`timescale 1ns/1ns
module tb_bl_garb_tree;
    parameter DOMAINS = 4, GRANTS = 600;
    localparam DELAY = 12;
    localparam BOUND = DOMAINS > 8 ? 15 : DOMAINS > 4 ? 7 : DOMAINS > 2 ? 3 : 1;
    reg  [DOMAINS-1:0] request = 0, notified = 0, before = 0;
    reg                late = 0;
    wire               start;
    wire [DOMAINS-1:0] grant;
    bl_garb_tree #(.DOMAINS(DOMAINS)) dut (
        .s_request(request), .s_notified(notified), .s_late(late), .m_start(start),
        .m_grant(grant));
    integer failed = 0, granted = 0, k, i, most = 0, ones, busy = 0, always_busy = 0;
    integer others [0:15], since [0:15], fell [0:15];
    integer seed = 5;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    task fail;
        input [8*48-1:0] why;
        begin
            if (!failed) $display("FAIL %0s at %0t, grants %0d", why, $time, granted);
            failed = 1;
            $finish(0);
        end
    endtask
    initial for (k = 0; k < 16; k = k + 1) begin
        others[k] = 0;
        since[k] = 0;
        fell[k] = 0;
    end

    // the delay that m_start begins; the domain is notified at its end
    always @(start) if (start === 1'b1) begin
        #DELAY;
        if ((grant & (grant - 1'b1)) != 0 || grant == 0) fail("no grant, or several, at the end");
        notified = notified ^ ((request ^ notified) & grant);
        late = 1;
    end else begin
        #DELAY late = 0;
    end
    always @(grant) begin
        ones = 0;
        for (i = 0; i < DOMAINS; i = i + 1) ones = ones + (grant[i] === 1'b1);
        if (ones > 1) fail("two grants");
        for (i = 0; i < DOMAINS; i = i + 1) begin
            if (grant[i] === 1'b1 && !before[i]) begin
                if (request[i] === notified[i]) fail("a grant that nobody asked for");
                if (late) fail("a grant before the delay has fallen");
                if (others[i] > BOUND) fail("passed over too often");
                if (others[i] > most) most = others[i];
                others[i] = 0;
                since[i] = $time;
                granted = granted + 1;
                for (k = 0; k < DOMAINS; k = k + 1)
                    if (k != i && request[k] !== notified[k] && $time > 20)
                        others[k] = others[k] + 1;
            end
            if (grant[i] !== 1'b1 && before[i]) fell[i] = $time;
            if (grant[i] !== 1'b1 && before[i] && request[i] !== notified[i])
                fail("a grant that falls before its request");
        end
        before = grant;
    end
    // requests: some domains ask at once again, others later
    genvar d;
    generate
        for (d = 0; d < DOMAINS; d = d + 1) begin : g_domain
            always begin
                #(12 + (d % 3 == 0 ? 1 : draw(400)));
                // it asks again four tables or more behind the end of its grant
                if (request[d] === notified[d] && grant[d] !== 1'b1 && $time - fell[d] > 8
                    && $time > 100) begin
                    others[d] = 0;
                    request[d] = ~request[d];
                    since[d] = $time;
                end
                // nobody waits for longer than all others take
                if (request[d] !== notified[d] && $time - since[d] > 80 * (BOUND + 2))
                    fail("a request waits");
            end
        end
    endgenerate
    initial begin
        wait (granted >= GRANTS || failed != 0);
        if (!failed) begin
            if (most < 1) $display("FAIL nobody was passed over");
            else $display("PASS");
        end
        $finish(0);
    end
    initial #10000000 fail("the tree stands");
endmodule
