// config:
// Moves of 1 to 300 words with gaps: each is cut behind the words that the contract names, and
// behind its last one.
`timescale 1ns/1ps
module tb_bl_channel_framing;
    reg     clk = 0, rst = 1, sent = 0, last = 0;
    wire    cut;
    integer seed = 1, failed = 0, length, number, cuts;

    bl_channel_framing dut (.clk(clk), .rst(rst), .sent(sent), .last(last), .cut(cut));
    always #5 clk = ~clk;

    // whether a frame ends behind word `number`, from 1
    function ends(input integer number, input integer length);
        ends = number == length || number == 8 || number == 24 || number == 48 || number == 80
            || number == 104 || number == 120;
    endfunction

    initial begin
        repeat (3) @(posedge clk);
        #1 rst = 0;
        cuts = 0;
        for (length = 1; length <= 300; length = length + 1)
            for (number = 1; number <= length; number = number + 1) begin
                while ($random(seed) % 4 == 0) @(posedge clk) #1;
                sent = 1; last = number == length;
                #1 if (cut !== ends(number, length)) failed = failed + 1;
                cuts = cuts + cut;
                @(posedge clk) #1 sent = 0; last = 0;
            end
        // one at each move's end, and behind each of the six places all that are longer
        if (cuts != 300 + 292 + 276 + 252 + 220 + 196 + 180) failed = failed + 1;
        $display("%0s", failed == 0 ? "PASS" : "FAIL");
        $finish(0);
    end
endmodule
