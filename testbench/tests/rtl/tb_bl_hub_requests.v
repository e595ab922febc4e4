// config:
// config: -Ptb_bl_hub_requests.HOLD=6
// Random chains, whose descriptors lie one behind the other, at every second or third place, or
// anywhere, and a model of the host that has each read's 128 bytes, or what is left of them, after
// a while: the requests are those of the chain in their order, none is fetched twice that had
// come, and no more are asked for than there are places for. One that cannot be read is reported
// behind those before it; what is forgotten leaves nothing. Then requests in registers, of which
// the first stands ready.
`timescale 1ns/1ps
`default_nettype none
module tb_bl_hub_requests;
    parameter HOLD = 0, COUNT = 120;
    localparam [47:0] TABLE = 48'h000100800000;
    reg          clk = 0, rst = 1, runs = 0, begins = 0, of_registers = 0, stops = 0, asked = 0;
    reg          got = 0, ended = 0, unread = 0, m_tready = 0;
    reg  [255:0] request = 0, descriptor = 0;
    reg  [3:0]   slot = 0;
    reg  [4:0]   total = 0;
    reg  [47:0]  chain = 0;
    wire         ask, m_tvalid, m_early, failed, dry;
    wire [47:0]  ask_at;
    wire [255:0] m_tdata;
    always #2 clk = ~clk;
    bl_hub_requests requests (
        .clk(clk), .rst(rst), .request(request), .slot(slot), .runs(runs), .begins(begins),
        .of_registers(of_registers), .total(total), .chain(chain), .stops(stops), .ask(ask),
        .ask_at(ask_at), .asked(asked), .got(got), .ended(ended), .unread(unread),
        .descriptor(descriptor), .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tdata(m_tdata),
        .m_early(m_early), .failed(failed), .dry(dry));

    integer seed = 3, failures = 0, n, i, many, at, broken, reads, waiting, place, left, stray;
    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    task fail;
        input [8*40-1:0] what;
        begin
            failures = failures + 1;
            if (failures < 10) $display("run %0d: %0s", n, what);
        end
    endtask

    // ---- a chain: descriptor i lies at place seat[i] of 64; the address of the next is in it
    reg  [255:0] table_of [0:63];
    integer      seat [0:63], order;
    task make_chain;
        begin
            many = 1 + draw(30);
            order = draw(4);
            for (i = 0; i < 64; i = i + 1) begin
                table_of[i] = {8{$random(seed)}};
                seat[i] = order == 3 ? (37 * i) % 64 : i * (order + 1) % 64;
            end
            if (order == 1 || order == 2) many = 1 + draw(20);
            for (i = 0; i < many; i = i + 1) begin
                table_of[seat[i]][127:112] = i == many - 1 ? 0 : TABLE >> 32;
                table_of[seat[i]][159:128] = i == many - 1 ? 0 : TABLE + 32 * seat[i+1];
                table_of[seat[i]][191:160] = i;
            end
            broken = order != 3 && draw(4) == 0 ? draw(many) : -1;
        end
    endtask

    // ---- the host: one read at a time
    task host;
        begin
            {asked, got, ended, unread} = 4'd0;
            if (waiting < 0) begin
                if (ask && draw(2)) begin
                    asked = 1;
                    place = (ask_at - TABLE) / 32;
                    left = 4 - place % 4;
                    waiting = draw(12);
                    reads = reads + 1;
                    if (ask_at != TABLE + 32 * place) fail("an address of nothing");
                end
            end else if (ask) fail("two fetches at once");
            else if (waiting > 0) waiting = waiting - 1;
            else if (broken >= 0 && place == seat[broken]) begin
                unread = 1;
                waiting = -1;
            end else if (draw(3) != 0) begin
                got = 1;
                descriptor = table_of[place];
                place = place + 1;
                left = left - 1;
                ended = left == 0;
                if (ended) waiting = -1;
            end
        end
    endtask
    task start;
        begin
            begins = 1;
            @(negedge clk) begins = 0;
            runs = 1;
        end
    endtask
    integer cycles, stop_at, reported;
    task run_chain;
        begin
            make_chain;
            of_registers = 0;
            chain = TABLE + 32 * seat[0];
            start;
            {at, reads, cycles, reported} = 0;
            waiting = -1;
            stop_at = draw(4) == 0 ? draw(many) : -1;
            while (cycles < 30) begin
                host;
                m_tready = HOLD == 0 || draw(HOLD) == 0;
                if (m_tvalid && m_tready) begin
                    if (m_tdata !== table_of[seat[at]]) fail("the request");
                    at = at + 1;
                end
                if (failed && !reported) begin
                    reported = 1;
                    if (at != broken) fail("the number of what is not read");
                end
                stops = (reported && failed) || at == stop_at;
                @(negedge clk) ;
                cycles = dry && waiting < 0 ? cycles + 1 : 0;
            end
            stops = 0;
            if (stop_at < 0 && at != (broken >= 0 ? broken : many)) fail("how many there are");
            if (stop_at < 0 && reported != (broken >= 0)) fail("what is not read");
            if (stop_at < 0 && broken < 0 && order == 0 && reads > (many + 3) / 4)
                fail("one is fetched twice");
            if (m_tvalid) fail("what was forgotten");
            runs = 0;
        end
    endtask
    task run_registers;
        begin
            total = draw(17);
            for (i = 0; i < 16; i = i + 1) begin
                slot = i;
                request = {8{$random(seed)}};
                table_of[i] = request;
                repeat (4) @(negedge clk) ;
            end
            of_registers = 1;
            start;
            if (m_tvalid !== (total != 0) || m_early !== m_tvalid) fail("the first register");
            m_tready = 1;
            at = 0;
            repeat (50) begin
                if (m_tvalid && m_tdata !== table_of[at]) fail("a register");
                at = at + m_tvalid;
                @(negedge clk) ;
            end
            if (at != total || !dry) fail("how many registers");
            runs = 0;
        end
    endtask
    initial begin
        {asked, got, ended, unread} = 4'd0;
        repeat (3) @(negedge clk);
        rst = 0;
        for (n = 0; n < COUNT && failures < 10; n = n + 1)
            if (n % 3 == 2) run_registers;
            else run_chain;
        if (failures != 0) $display("FAIL %0d", failures);
        else $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
