// Several sets of counts, with pauses; each row must hold what was counted last, within the cycles
// that the contract says.
// config: -Ptb_bl_counts.BIN_W=1
// long config: -Ptb_bl_counts.BIN_W=4
// config: -Ptb_bl_counts.BIN_W=5
// config: -Ptb_bl_counts.BIN_W=9
module tb_bl_counts;
    parameter BIN_W = 6;
    localparam BINS = 1 << BIN_W, ROWS = BINS > 16 ? BINS / 16 : 1,
        ROW_W = BIN_W > 5 ? BIN_W - 4 : 1, COUNT_W = 20;
    reg clk = 0, valid = 0;
    always #5 clk = ~clk;
    reg  [BIN_W-1:0] bin = 0;
    reg  [COUNT_W-1:0] count = 0;
    reg  [ROW_W-1:0] row = 0;
    wire [16*COUNT_W-1:0] counts;
    reg  [COUNT_W-1:0] want [0:BINS-1];
    integer seed = 3, set, b, r, i, failed = 0;
    bl_counts #(.BIN_W(BIN_W), .COUNT_W(COUNT_W)) dut (
        .clk(clk), .s_count_tvalid(valid), .s_count_bin(bin), .s_count_tdata(count), .row(row),
        .counts(counts));

    initial begin
        for (set = 0; set < 5 && !failed; set = set + 1) begin
            row = $random(seed);
            for (b = 0; b < BINS; b = b + 1) begin
                want[b] = $random(seed);
                while (set > 0 && $random(seed) & 1) @(posedge clk) #1 valid = 0;
                @(posedge clk) #1 {valid, bin, count} = {1'b1, b[BIN_W-1:0], want[b]};
            end
            @(posedge clk) #1 valid = 0;
            repeat (2) @(posedge clk);
            for (r = ROWS - 1; r >= 0; r = r - 1) begin
                #1 row = r;
                @(posedge clk);
                #1 for (i = 0; i < 16 && i < BINS; i = i + 1)
                    if (counts[i*COUNT_W +: COUNT_W] !== want[r*16+i]) failed = 1;
            end
        end
        if (failed) $display("FAIL row %0d of set %0d", r + 1, set - 1);
        else $display("PASS");
        $finish(0);
    end
endmodule
