// The node of examples/stages/filter.loom in its shell, reset again and again while its memories
// owe answers: in round k a register is read and one is written in cycle k after the reset has
// fallen. Each is answered, and right, nothing is taken while the node is not up, and now and then
// the program runs to its end. SLOW: cycles to an answer of the memory. LATE: the memory is reset
// with the node and calibrated so many cycles after it; 0: it goes on, calibrated from the start.
// +first=k +rounds=n: rounds k to k + n - 1, the first of them after the device's configuration.
`timescale 1ns/1ps
`default_nettype none

// One channel's memory: what it is asked, it answers SLOW cycles later, in order.
// Holds two columns; VALUE is where the second begins, in bytes.
module tb_memory #(
    parameter SLOW = 0, VALUE = 0
) (
    input wire clk, input wire forget,
    input wire [27:0] araddr, input wire [7:0] arlen, input wire arvalid, output wire arready,
    output reg [255:0] rdata, output reg rlast, output reg rvalid, input wire rready,
    input wire [27:0] awaddr, input wire [7:0] awlen, input wire awvalid, output wire awready,
    input wire [255:0] wdata, input wire [31:0] wstrb, input wire wlast, input wire wvalid,
    output wire wready, output reg bvalid, input wire bready
);
    reg [255:0] mem [0:511];        // 256 words of each column
    integer now, i;
    integer ar [0:255], ar_len [0:255], ar_due [0:255], aw [0:255], b_due [0:255];
    reg [7:0] ar_put = 0, ar_get = 0, aw_put = 0, aw_get = 0, b_put = 0, b_get = 0;
    integer r_at = 0, w_at = 0;
    wire owes = ar_put != ar_get || aw_put != aw_get || b_put != b_get;
    function integer place;
        input [27:0] address;
        place = address < VALUE ? address[12:5] : 256 + (address - VALUE) / 32;
    endfunction
    assign arready = ar_put - ar_get < 8'd250;
    assign awready = aw_put - aw_get < 8'd250;
    assign wready  = aw_put != aw_get && b_put - b_get < 8'd250;
    initial {rvalid, bvalid} = 0;
    always @(posedge clk) if (rvalid || bvalid || arvalid || awvalid || owes || forget) begin
        now = $time / 10;
        if (rvalid && rready) rvalid <= 0;
        if (bvalid && bready) bvalid <= 0;
        if (arvalid && arready) begin
            ar[ar_put] = place(araddr); ar_len[ar_put] = arlen; ar_due[ar_put] = now + SLOW;
            ar_put = ar_put + 1;
        end
        if (wvalid && wready) begin
            for (i = 0; i < 32; i = i + 1)
                if (wstrb[i]) mem[aw[aw_get] + w_at][8*i +: 8] = wdata[8*i +: 8];
            w_at = wlast ? 0 : w_at + 1;
            if (wlast) begin aw_get = aw_get + 1; b_due[b_put] = now + SLOW; b_put = b_put + 1; end
        end
        if (awvalid && awready) begin aw[aw_put] = place(awaddr); aw_put = aw_put + 1; end
        if ((!rvalid || rready) && ar_put != ar_get && now > ar_due[ar_get]) begin
            rvalid <= 1; rdata <= mem[ar[ar_get] + r_at]; rlast <= r_at == ar_len[ar_get];
            if (r_at == ar_len[ar_get]) begin ar_get = ar_get + 1; r_at = 0; end
            else r_at = r_at + 1;
        end
        if ((!bvalid || bready) && b_put != b_get && now > b_due[b_get]) begin
            bvalid <= 1; b_get = b_get + 1;
        end
        if (forget) begin
            ar_get = ar_put; aw_get = aw_put; b_get = b_put; r_at = 0; w_at = 0;
            rvalid <= 0; bvalid <= 0;
        end
    end
endmodule

module tb_reset;
    parameter SLOW = 0, LATE = 0, VALUE = 0;
    localparam COUNT = 120;            // elements of a column in each channel
    localparam ID = 16'h0, CONTROL = 16'h8, STATUS = 16'hC, NODE = 16'h10, SETTING = 16'h100,
               RESULT = 16'h800;
    reg clk = 0, rst = 1, memory_clk = 0, calibrated = LATE == 0;
    always #5 clk = ~clk;
    always #3.7 memory_clk = ~memory_clk;

    // ---- the host
    reg  [15:0] awaddr, araddr;
    reg  [31:0] wdata, rdata_was;
    reg         awvalid = 0, wvalid = 0, arvalid = 0, bready = 0, rready = 0, was_rst = 0;
    wire        awready, wready, bvalid, arready, rvalid, node_up, memory_error;
    wire [31:0] rdata;
    wire [1:0]  bresp, rresp;
    integer     writes = 0, reads = 0; // taken less answered
    integer     answered = 0, waited = 0, runs = 0, owing = 0, cycle = 0;
    integer     round = 0;
    task fail(input [8*40-1:0] why);
        begin $display("FAIL %0s in round %0d at %0t", why, round, $time); $finish(0); end
    endtask
    always @(posedge clk) begin
        cycle <= rst ? 0 : cycle + 1;
        if (node_up !== 1'b0 && node_up !== 1'b1) fail("whether the node is up is not known");
        if (!node_up && (awready !== 0 || wready !== 0 || arready !== 0)) fail("ready too early");
        was_rst <= rst;
        calibrated <= LATE == 0 | (calibrated & ~rst) | (~rst & cycle == LATE);
        if (node_up && rst && was_rst) fail("up in reset");
        if ((bvalid === 1 && writes == 0) || (rvalid === 1 && reads == 0))
            fail("an answer that nobody asked for");
        writes = writes + (awvalid && awready) - (bvalid === 1 && bready);
        reads = reads + (arvalid && arready) - (rvalid === 1 && rready);
    end
    task read(input [15:0] address, input [31:0] value, input [31:0] mask);
        integer left;
        begin
            left = 8000 + 4 * SLOW;
            araddr = address; arvalid = 1; rready = 1;
            @(posedge clk);
            while (arready !== 1 && left > 0) begin left = left - 1; @(posedge clk); end
            #1 arvalid = 0; araddr = 16'hx;
            @(posedge clk);
            while (rvalid !== 1 && left > 0) begin left = left - 1; @(posedge clk); end
            if (left == 0) fail("a read without an answer");
            if (rresp !== 0 || ((rdata ^ value) & mask) !== 0) begin
                $display("%h reads %h (%b), not %h", address, rdata, rresp, value);
                fail("a wrong answer");
            end
            rdata_was = rdata;
            #1 rready = 0;
        end
    endtask
    task write(input [15:0] address, input [31:0] value);
        integer left;
        begin
            left = 8000 + 4 * SLOW;
            awaddr = address; awvalid = 1; wdata = value; wvalid = 1; bready = 1;
            @(posedge clk);
            while ((awready !== 1 || wready !== 1) && left > 0) begin
                if (awready !== wready) fail("half a write was taken");
                left = left - 1; @(posedge clk);
            end
            #1 awvalid = 0; awaddr = 16'hx; wvalid = 0; wdata = 32'hx;
            @(posedge clk);
            while (bvalid !== 1 && left > 0) begin left = left - 1; @(posedge clk); end
            if (left == 0) fail("a write without an answer");
            if (bresp !== 0) fail("a write was refused");
            #1 bready = 0;
        end
    endtask

    // ---- the node and its memories; keys and values of the two channels that are read
    wire forget = LATE != 0 & rst;
`include "tb_reset_ports.vh"
    wire [3:0] owes = {memory_3.owes, memory_2.owes, memory_1.owes, memory_0.owes};
    function [31:0] key(input integer lane, input integer i);
        key = 32'h01000000 * lane + i;
    endfunction
    function [31:0] value(input integer lane, input integer i);
        value = (32'h9E3779B9 * (i + 1000 * lane)) ^ round;
    endfunction
    localparam [31:0] LIMIT = 32'd429496720; // of the stage: values below it are kept

    integer first, rounds, i, kept_0, kept_1;
    task load;
        begin
            for (i = 0; i < COUNT; i = i + 1) begin
                memory_0.mem[i / 8][32*(i % 8) +: 32] = key(0, i);
                memory_1.mem[i / 8][32*(i % 8) +: 32] = key(1, i);
                memory_0.mem[256 + i / 8][32*(i % 8) +: 32] = value(0, i);
                memory_1.mem[256 + i / 8][32*(i % 8) +: 32] = value(1, i);
            end
            for (i = 0; i < 4; i = i + 1) write(SETTING + 4 * i, COUNT);
        end
    endtask
    // What came is what was to be kept; records stay in their channel, in their order.
    task check_run;
        begin
            kept_0 = 0; kept_1 = 0; rdata_was = 1; i = 0;
            while (rdata_was[0] && i < 10000) begin
                read(STATUS, 32'h0, 32'h0);
                i = i + 1;
            end
            for (i = 0; i < COUNT; i = i + 1) begin
                if (value(0, i) < LIMIT) begin
                    if (memory_2.mem[kept_0 / 8][32*(kept_0 % 8) +: 32] !== key(0, i)
                        || memory_2.mem[256 + kept_0 / 8][32*(kept_0 % 8) +: 32] !== value(0, i))
                        fail("a wrong record");
                    kept_0 = kept_0 + 1;
                end
                if (value(1, i) < LIMIT) begin
                    if (memory_3.mem[kept_1 / 8][32*(kept_1 % 8) +: 32] !== key(1, i)
                        || memory_3.mem[256 + kept_1 / 8][32*(kept_1 % 8) +: 32] !== value(1, i))
                        fail("a wrong record");
                    kept_1 = kept_1 + 1;
                end
            end
            read(RESULT, kept_0, 32'hFFFFFFFF);
            read(RESULT + 4, kept_1, 32'hFFFFFFFF);
            read(STATUS, 32'h2, 32'hFFFFFFFF);
            if (kept_0 == 0 || kept_1 == 0) fail("a run that keeps nothing shows nothing");
            runs = runs + 1;
        end
    endtask

    initial begin
        if (!$value$plusargs("first=%d", first)) first = 0;
        if (!$value$plusargs("rounds=%d", rounds)) rounds = 100;
        for (round = first; round < first + rounds; round = round + 1) begin
            if (round != first) begin // in the middle of a run, or as it has begun
                while (!calibrated) @(posedge clk);
                load;
                write(NODE, ~round);
                write(CONTROL, 1);
                repeat (12 + round % 50) @(posedge clk);
                #1 rst = 1;
                if (owes != 0) owing = owing + 1;
            end
            // just long enough in the first rounds, and longer later
            repeat (24 + round % 40 / 2) @(posedge clk);
            #1 rst = 0;
            repeat (round) @(posedge clk);
            #1 fork
                case (round % 4)
                    0: read(ID, 32'h4D4F4C42, 32'hFFFFFFFF);
                    1: read(STATUS, 32'h8004, 32'hFFFFFFFF);
                    2: read(NODE, 0, 32'hFFFFFFFF);
                    3: read(SETTING + 4, 0, 32'hFFFFFFFF);
                endcase
                write(round % 4 == 2 || round % 8 == 3 ? SETTING : NODE, round + 77);
            join
            if (cycle > round + 8) waited = waited + 1;
            read(round % 4 == 2 || round % 8 == 3 ? SETTING : NODE, round + 77, 32'hFFFFFFFF);
            read(STATUS, 32'h8004, 32'hFFFFFFFF);
            answered = answered + 2;
            write(CONTROL, 2);
            read(STATUS, 0, 32'hFFFFFFFF);
            if (round % 25 == 24 || rounds == 1) begin
                load;
                write(CONTROL, 1);
                check_run;
            end
            if (memory_error !== 0) fail("the memory's error");
        end
        $display("PASS %0d answered, %0d of them waited, %0d memories owed answers, %0d runs",
                 answered, 2 * waited, owing, runs);
        $finish(0);
    end
endmodule
`default_nettype wire
