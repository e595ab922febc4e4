// Memory for frames whose sides differ in width: what one side writes the other reads, word by
// word of its own width, the first narrow word in the low bits; a word that was read stays.
// config: -Ptb_bl_eth_memory.IN_W=32 -Ptb_bl_eth_memory.OUT_W=128 -Ptb_bl_eth_memory.BYTES=100
// config: -Ptb_bl_eth_memory.IN_W=128 -Ptb_bl_eth_memory.OUT_W=32 -Ptb_bl_eth_memory.BYTES=100
// config: -Ptb_bl_eth_memory.IN_W=64 -Ptb_bl_eth_memory.OUT_W=64 -Ptb_bl_eth_memory.BYTES=8
`timescale 1ns/1ps
module tb_bl_eth_memory;
    parameter IN_W = 32, OUT_W = 128, BYTES = 100, SLOTS = 5;
    localparam WIDE = IN_W > OUT_W ? IN_W : OUT_W, SLOT = (8 * BYTES + WIDE - 1) / WIDE * WIDE / 8;
    reg clk = 0, write = 0, read = 0;
    always #5 clk = ~clk;
    reg  [2:0]       wslot = 0, rslot = 0;
    reg  [15:0]      wword = 0, rword = 0;
    reg  [IN_W-1:0]  wdata;
    wire [OUT_W-1:0] rdata;
    bl_eth_memory #(.IN_W(IN_W), .OUT_W(OUT_W), .SLOTS(SLOTS), .SLOT_W(3), .BYTES(BYTES)) dut (
        .clk(clk), .write(write), .wslot(wslot), .wword(wword), .wdata(wdata), .read(read),
        .rslot(rslot), .rword(rword), .rdata(rdata));
    integer seed = 3, now, i, at, failed = 0, reads = 0, overlaps;
    reg [7:0]       bytes [0:8191];
    reg             there [0:8191], shown = 0, known;
    reg [OUT_W-1:0] wanted;
    reg [IN_W-1:0]  w_word;
    integer         w_at = 0, w_was = -1;
    initial begin
        for (i = 0; i < 8192; i = i + 1) there[i] = 0;
        for (now = 0; now < 6000; now = now + 1) begin
            write = $random(seed);
            wslot = ($random(seed) & 32'h7fffffff) % SLOTS;
            wword = ($random(seed) & 32'h7fffffff) % (SLOT * 8 / IN_W);
            for (i = 0; i < IN_W; i = i + 32) wdata = {wdata, $random(seed)};
            read = ($random(seed) & 3) != 0;
            rslot = ($random(seed) & 32'h7fffffff) % SLOTS;
            rword = ($random(seed) & 32'h7fffffff) % (SLOT * 8 / OUT_W);
            // not what is written in this cycle: that of the `write` before
            at = rslot * SLOT + rword * OUT_W / 8;
            if (w_was >= 0 && w_was < at + OUT_W / 8 && at < w_was + IN_W / 8) read = 0;
            @(posedge clk) #1;
            if (read) begin
                known = 1;
                for (i = 0; i < OUT_W / 8; i = i + 1) begin
                    known = known & there[at+i];
                    wanted[8*i +: 8] = bytes[at+i];
                end
                shown = known;
            end
            if (shown && rdata !== wanted) failed = failed + 1;
            if (shown && read) reads = reads + 1;
            // the word of the `write` before is there now
            if (w_was >= 0) for (i = 0; i < IN_W / 8; i = i + 1) begin
                bytes[w_was+i] = w_word[8*i +: 8];
                there[w_was+i] = 1;
            end
            w_was = write ? wslot * SLOT + wword * IN_W / 8 : -1;
            w_word = wdata;
        end
        if (failed != 0 || reads < 1000) $display("FAIL %0d of %0d reads", failed, reads);
        else $display("PASS");
        $finish(0);
    end
endmodule
