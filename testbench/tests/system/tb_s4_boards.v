// Two boards of a hub, tops and all as they are built, on models of the vendor's hard IP by its
// names; E of each is joined to W of the other by a cable, or S to S, of which one is the project's
// other revision; and at each N is a host, which gives addresses and numbers as a BIOS does. A
// store of a host arrives in the other's memory, and so do chains of puts both ways; behind a cable
// that was cut and comes again, too.
`timescale 1ns/1ps
`default_nettype none
`define NODE(n) g_node[n].top.board_shell
module tb_s4_boards;
    parameter WORDS = 28, RINGS = 1, RESET = 0;  // RESET: a host resets at the end
    // The node's registers.
    localparam [15:0] TABLE = 16'h0100, ENGINE = 16'h0104, TAKEN = 16'h0800, STATE = 16'h0808;
    localparam [15:0] REPORT = 16'h0810;
    reg failed = 0;
    task fail;
        input [8*40-1:0] what;
        begin
            failed = 1;
            $display("%0t: FAIL %0s", $time, what);
            $finish(0);
        end
    endtask

    reg         clk_reconfig = 0, clk_fixed = 0, refclk = 0, cut = 0;
    always #10 clk_reconfig = ~clk_reconfig;
    always #4 clk_fixed = ~clk_fixed;
    always #5 refclk = ~refclk;
    wire [7:0]  n_rx [0:1], n_tx [0:1], e_tx [0:1], w_tx [0:1], s_tx [0:1];
    reg  [1:0]  perst_n = 0;
    reg  [31:0] words [0:2*WORDS-1];
    initial $readmemh("words.txt", words);
    localparam [31:0] REGISTERS = 32'hf0000000;   // where this BIOS puts the BARs
    localparam [63:0] WINDOW = 64'h0000380000000000, MEMORY = 64'h0000000100000000;

    genvar n;
    generate
        for (n = 0; n < 2; n = n + 1) begin : g_node
            tca_board top (
                .pin_clk_reconfig(clk_reconfig), .pin_clk_fixed(clk_fixed),
                .pin_pcie_n_perst(perst_n[n]), .pin_pcie_n_refclk(refclk),
                .pin_pcie_e_refclk(refclk), .pin_pcie_w_refclk(refclk),
                .pin_pcie_s_refclk(refclk), .pin_pcie_n_rx(n_rx[n]), .pin_pcie_n_tx(n_tx[n]),
                .pin_pcie_e_rx(cut && n == 0 || RINGS > 1 ? 8'd0 : w_tx[1-n]),
                .pin_pcie_e_tx(e_tx[n]),
                .pin_pcie_w_rx(cut && n == 1 || RINGS > 1 ? 8'd0 : e_tx[1-n]),
                .pin_pcie_w_tx(w_tx[n]), .pin_pcie_s_rx(cut || RINGS == 1 ? 8'd0 : s_tx[1-n]),
                .pin_pcie_s_tx(s_tx[n]));
            // of two rings S of node 1 is the root complex
            defparam top.pcie_s.ROOT = n;
            initial if (n == 1) force top.root_s = 1'b1;

            // what takes long on a board is shorter here
            defparam top.board_shell.board_node.hub.LOG_HOLD = 7;
            defparam top.board_n.resets.LOG_CLOCKS = 5;
            defparam top.board_e.resets.LOG_CLOCKS = 5;
            defparam top.board_w.resets.LOG_CLOCKS = 5;
            defparam top.board_s.resets.LOG_CLOCKS = 5;

            // ---- the host: its memory, which is below 4 GiB as well, what it asks, what it is
            // asked
            reg  [31:0]   memory [0:16383];
            reg           s_toggle = 0;
            reg  [2175:0] s_tlp;
            reg  [6:0]    s_count;
            wire          alive, m_toggle;
            wire [2175:0] m_tlp;
            wire [6:0]    m_count;
            reg           has_answer = 0;
            reg  [31:0]   answer;
            integer       i;
            bl_s4_cable_model host (
                .on(perst_n[n]), .rx(n_tx[n]), .tx(n_rx[n]), .alive(alive), .s_toggle(s_toggle),
                .s_tlp(s_tlp), .s_count(s_count), .m_toggle(m_toggle), .m_tlp(m_tlp),
                .m_count(m_count));
            reg           sending = 0;
            task send;
                input [2175:0] what;
                input [6:0]    count;
                begin
                    while (sending) #0.1;
                    sending = 1;
                    s_tlp = what;
                    s_count = count;
                    s_toggle = ~s_toggle;
                    #0.2 sending = 0;
                end
            endtask
            task configure;  // bus 5, device 0
                input [9:0]  register;
                input [31:0] value;
                begin
                    has_answer = 0;
                    send({value, 16'h0500, 4'd0, register, 2'b00, 32'h0000000f, 32'h44000001},
                         7'd4);
                    wait (has_answer);
                end
            endtask
            task write;  // a register
                input [15:0] register;
                input [31:0] value;
                send({value, REGISTERS | {16'd0, register}, 32'h0000000f, 32'h40000001}, 7'd4);
            endtask
            task read;
                input [15:0] register;
                begin
                    has_answer = 0;
                    send({REGISTERS | {16'd0, register}, 32'h0000070f, 32'h00000001}, 7'd3);
                    wait (has_answer);
                end
            endtask
            task store;  // into the window
                input [63:0] offset;
                input [31:0] value;
                reg [63:0] address;
                begin
                    address = WINDOW + offset;
                    send({value, address[31:0], address[63:32], 32'h0000000f, 32'h60000001}, 7'd5);
                end
            endtask
            // A descriptor of a chain, at a double word of the memory.
            task describe;
                input integer at;
                input [63:0]  source, target, size, next;
                input integer block, stride;  // bytes; 0: no blocks
                begin
                    memory[at]   = source[31:0];
                    memory[at+1] = {block[17:2], source[47:32]};
                    memory[at+2] = target[31:0];
                    memory[at+3] = {next[47:32], target[47:32]};
                    memory[at+4] = next[31:0];
                    memory[at+5] = size[31:0];
                    memory[at+6] = stride;
                    memory[at+7] = stride;
                end
            endtask
            // What comes: requests of the hub's engine, which wait for 300 ns, writes, answers.
            reg [63:0]    address;
            reg [2175:0]  tlp;
            reg [95:0]    asked [0:255];
            real          due [0:255];
            reg [7:0]     in = 0, out = 0;
            integer       at, first;
            always @(m_toggle) if ($time > 0) begin
                tlp = m_tlp;
                first = tlp[29] ? 4 : 3;
                address = tlp[29] ? {tlp[95:64], tlp[127:96]} : {32'd0, tlp[95:64]};
                at = address[31:2];
                if (tlp[28:24] == 5'h0a) begin
                    if (tlp[95:80] != 0) fail("an answer to another");
                    answer = tlp[127:96];
                    has_answer = 1;
                end else if (tlp[28:24] != 5'd0) fail("of another kind");
                else if (tlp[63:48] != 16'h0500) fail("with another's number");
                else if (address > MEMORY + 65535 || address[31:16] != 0) fail("beside the memory");
                else if (tlp[30])
                    for (i = 0; i < tlp[9:0]; i = i + 1) memory[at+i] = tlp[32*(first+i) +: 32];
                else begin
                    asked[in] = {at[15:0], tlp[79:0]};
                    due[in] = $realtime + 300;
                    in = in + 1;
                end
            end
            // Completions of at most 64 double words.
            reg [2175:0]  completion;
            reg [15:0]    from;
            integer       k, left, part;
            always begin
                wait (in != out);
                if (due[out] > $realtime) #(due[out] - $realtime);
                from = asked[out][95:80];
                for (left = asked[out][9:0]; left > 0; left = left - part) begin
                    part = left > 64 ? 64 : left;
                    completion = 0;
                    completion[31:0]  = 32'h4a000000 | part;
                    completion[63:32] = 4 * left;
                    completion[95:64] = {asked[out][63:40], 1'b0, from[4:0], 2'b00};
                    for (k = 0; k < part; k = k + 1) completion[32*(3+k) +: 32] = memory[from+k];
                    send(completion, 3 + part);
                    from = from + part;
                end
                out = out + 1;
            end

            // ---- what a BIOS and tca_open do, then a run of the engine
            reg     opened = 0;
            integer w;
            task bios;
            begin
                wait (alive);
                configure(10'h004, WINDOW[31:0]);
                configure(10'h005, WINDOW[63:32]);
                configure(10'h006, REGISTERS);
                configure(10'h022, 32'h00002020);
                configure(10'h001, 32'h00000006);
                write(16'h0010, n);
                read(TAKEN);
                for (w = 0; w < WORDS; w = w + 1) begin
                    answer = words[WORDS*n+w] | {~answer[31], 31'd0};
                    write(TABLE, answer);
                end
                read(TAKEN);
                if (answer[30:0] != words[WORDS*n+WORDS-1][30:0]) fail("the table is not taken");
            end
            endtask
            initial begin
                for (w = 0; w < 16384; w = w + 1) memory[w] = pattern(n, w);
                #100 perst_n[n] = 1;
                bios;
                opened = 1;
            end
            task run;  // of the descriptors at that double word
                input integer at;
                input [63:0]  end_at;
                input [31:0]  value, number;
                begin
                    write(ENGINE, MEMORY[31:0] + 4 * at);
                    write(ENGINE + 4, MEMORY[63:32]);
                    write(ENGINE + 8, end_at[31:0]);
                    write(ENGINE + 12, end_at[63:32]);
                    write(ENGINE + 16, value);
                    write(ENGINE + 20, number);
                end
            endtask
        end
    endgenerate
    function [31:0] pattern;
        input integer node, at;
        pattern = at * 32'h9e3779b1 ^ node * 32'h85ebca6b;
    endfunction

    // ---- what is asked of both
    localparam [63:0] HUB = 64'h0000400000000000, SLICE = 64'h0000004000000000;
    wire [1:0] e_up = {`NODE(1).s_tlp_e_up, `NODE(0).s_tlp_e_up};
    wire [1:0] w_up = {`NODE(1).s_tlp_w_up, `NODE(0).s_tlp_w_up};
    wire [1:0] s_up = {`NODE(1).s_tlp_s_up, `NODE(0).s_tlp_s_up};
    wire all_up = RINGS > 1 ? &s_up : &e_up & &w_up;
    integer limit;
    real    begun;
    task until_up;
        begin
            for (limit = 0; !all_up && limit < 12000; limit = limit + 10) #10;
            if (!all_up) fail("the cables are not up");
        end
    endtask
    // Two requests, of 2,052 bytes, and of 24 blocks of 64: more writes than a hub has room for.
    localparam integer CHAIN = 256, SOURCE = 1025, TARGET = 8194, SECOND = 12291, END = 16000;
    localparam integer FIRST_WORDS = 513, SECOND_WORDS = 384, BLOCK = 16, STRIDE = 20;
    function [63:0] place;  // in the window, of a double word of a node's memory
        input integer node, at;
        place = HUB + SLICE * node + 4 * at;
    endfunction
    integer c;
    reg     same;
    initial #30000 fail("it stands still");
    initial begin
        wait (g_node[0].opened & g_node[1].opened);
        until_up;
        begun = $realtime;
        g_node[0].store(SLICE + 4 * 100, 32'h600dcafe);
        for (limit = 0; g_node[1].memory[100] != 32'h600dcafe && limit < 5000; limit = limit + 1)
            #1;
        if (g_node[1].memory[100] != 32'h600dcafe) fail("a store does not arrive");
        $display("4 B from host to host in %0d ns", $realtime - begun);

        g_node[0].describe(CHAIN, 4 * SOURCE, place(1, TARGET), 4 * FIRST_WORDS,
                           MEMORY + 4 * CHAIN + 32, 0, 0);
        g_node[0].describe(CHAIN + 8, MEMORY + 4 * 3000, place(1, SECOND), 4 * SECOND_WORDS, 0,
                           4 * BLOCK, 4 * STRIDE);
        g_node[1].describe(CHAIN, MEMORY + 4 * SOURCE, place(0, TARGET), 4 * FIRST_WORDS,
                           MEMORY + 4 * CHAIN + 32, 0, 0);
        g_node[1].describe(CHAIN + 8, MEMORY + 4 * 3000, place(0, SECOND), 4 * SECOND_WORDS, 0,
                           4 * BLOCK, 4 * STRIDE);
        begun = $realtime;
        g_node[0].run(CHAIN, place(1, END), 32'h00000e0d, 1);
        g_node[1].run(CHAIN, place(0, END), 32'h00000e1d, 1);
        for (limit = 0; limit < 2000 && (g_node[1].memory[END] != 32'h0e0d
                                          || g_node[0].memory[END] != 32'h0e1d); limit = limit + 1)
            #10;
        $display("%0d B each way in %0d ns", 4 * (FIRST_WORDS + SECOND_WORDS), $realtime - begun);
        if (g_node[1].memory[END] != 32'h0e0d || g_node[0].memory[END] != 32'h0e1d)
            fail("a chain does not end");
        for (c = 0; c < FIRST_WORDS; c = c + 1)
            if (g_node[1].memory[TARGET+c] != pattern(0, SOURCE + c)
                || g_node[0].memory[TARGET+c] != pattern(1, SOURCE + c)) fail("other words");
        for (c = 0; c < SECOND_WORDS / BLOCK * STRIDE; c = c + 1) begin
            same = c % STRIDE < BLOCK;
            if (g_node[1].memory[SECOND+c] != pattern(!same, (same ? 3000 : SECOND) + c)
                || g_node[0].memory[SECOND+c] != pattern(same, (same ? 3000 : SECOND) + c))
                fail("other words of blocks");
        end
        g_node[0].read(STATE);
        if (g_node[0].answer != 32'h00000001) fail("the state of node 0's engine");
        if (g_node[0].top.pcie_n.messages != 1) fail("the interrupt");

        // A cable is cut while a chain goes over it, and comes again.
        g_node[0].run(CHAIN, place(1, END), 32'h00000e2d, 2);
        #700 cut = 1;
        #300;
        if (RINGS > 1 ? |s_up : e_up[0] | w_up[1]) fail("the cut is not seen");
        if (RINGS == 1 && ~(w_up[0] & e_up[1])) fail("the other cable is cut");
        g_node[1].store(4 * 101, 32'h600dbeef);
        #400 cut = 0;
        if ((g_node[0].memory[101] == 32'h600dbeef) != (RINGS == 1))
            fail("the other cable does not carry");
        g_node[0].read(REPORT);
        if (g_node[0].answer == 0) fail("a lost write is not reported");
        g_node[0].read(STATE);
        for (limit = 0; g_node[0].answer[16] && limit < 20; limit = limit + 1)
            g_node[0].read(STATE);
        if (g_node[0].answer[23:0] != 24'd2 || g_node[0].answer[31:24] == 0)
            fail("the run that was cut");
        if (g_node[1].memory[END] == 32'h0e2d) fail("the end came over a cut cable");
        until_up;
        for (c = 0; c < 20; c = c + 1) g_node[0].store(SLICE + 4 * (102 + c), 32'h600df000 + c);
        for (limit = 0; g_node[1].memory[121] != 32'h600df013 && limit < 500; limit = limit + 1)
            #10;
        for (c = 0; c < 20; c = c + 1)
            if (g_node[1].memory[102+c] != 32'h600df000 + c) fail("a store behind a cut");
        // The host of node 0 resets, and its node with it: that is a cut for the other one.
        if (RESET) begin
            perst_n[0] = 0;
            #1000;
            if (RINGS > 1 ? |s_up : e_up[1] | w_up[1]) fail("the reset is no cut");
            perst_n[0] = 1;
            g_node[0].bios;
            until_up;
            g_node[0].store(SLICE + 4 * 130, 32'h600d0001);
            g_node[1].store(4 * 130, 32'h600d0002);
            #1000;
            if (g_node[1].memory[130] != 32'h600d0001 || g_node[0].memory[130] != 32'h600d0002)
                fail("a store behind a reset");
        end
        `define FAULTS(n) g_node[n].top.pcie_n.faults + g_node[n].top.pcie_n.user.faults \
            + g_node[n].top.pcie_e.faults + g_node[n].top.pcie_e.user.faults \
            + g_node[n].top.pcie_w.faults + g_node[n].top.pcie_w.user.faults \
            + g_node[n].top.pcie_s.faults + g_node[n].top.pcie_s.user.faults
        if (`FAULTS(0) + `FAULTS(1) != 0) fail("the protocol of the IP");
        if (!failed) $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
