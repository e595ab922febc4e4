// config: -Ptb_bl_faults.LANES=1
// config: -Ptb_bl_faults.LANES=5
// config: -Ptb_bl_faults.LANES=16
`default_nettype none
// Random faults, sides and clears against one bit for each channel.
module tb_bl_faults;
    parameter LANES = 5;
    reg clk = 0, rst = 1, clear = 0, side = 0, stray = 0, invalid = 0, other = 0;
    always #5 clk = ~clk;
    reg  [LANES-1:0] reads = 0, writes = 0;
    wire [2*LANES-1:0] read_errors, write_errors;
    wire strays, received, failed;
    reg  [2*LANES-1:0] want_reads = 0, want_writes = 0;
    reg  want_strays = 0, want_received = 0, want_failed = 0;
    integer seed = 21, round, i, wrong = 0, seen = 0;

    bl_faults #(.LANES(LANES)) dut (
        .clk(clk), .rst(rst), .clear(clear), .side(side), .read_failed(reads),
        .write_failed(writes), .stray(stray), .invalid(invalid), .other(other),
        .read_errors(read_errors),
        .write_errors(write_errors), .strays(strays), .received(received), .failed(failed));

    function rarely; input unused; rarely = ($random(seed) & 31) == 0; endfunction

    initial begin
        repeat (2) @(negedge clk);
        rst = 0;
        for (round = 0; round < 5000; round = round + 1) begin
            clear = ($random(seed) & 15) == 0;
            rst = ($random(seed) & 255) == 0;
            side = $random(seed);
            stray = rarely(0); invalid = rarely(0); other = rarely(0);
            for (i = 0; i < LANES; i = i + 1) begin reads[i] = rarely(0); writes[i] = rarely(0); end
            if (clear) {want_reads, want_writes, want_strays, want_received, want_failed} = 0;
            for (i = 0; i < LANES; i = i + 1) begin
                if (reads[i]) want_reads[side ? LANES + i : i] = 1;
                if (writes[i]) want_writes[side ? i : LANES + i] = 1;
            end
            want_strays = want_strays | stray;
            want_received = want_received | invalid;
            want_failed = want_failed | other | stray | invalid | (|reads) | (|writes);
            if (rst) {want_reads, want_writes, want_strays, want_received, want_failed} = 0;
            @(negedge clk);
            seen = seen + failed;
            if ({read_errors, write_errors, strays, received, failed} !== {want_reads, want_writes,
                want_strays, want_received, want_failed})
                wrong = wrong + 1;
        end
        if (wrong != 0 || seen == 0) $display("FAIL %0d of 5000 cycles", wrong);
        else $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
