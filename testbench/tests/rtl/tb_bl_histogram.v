// long config: -Ptb_bl_histogram.LANES=4 -Ptb_bl_histogram.ELEMS=4 -Ptb_bl_histogram.GROUPS=1
// config: -Ptb_bl_histogram.LANES=4 -Ptb_bl_histogram.ELEMS=2 -Ptb_bl_histogram.GROUPS=4
// config: -Ptb_bl_histogram.LANES=8 -Ptb_bl_histogram.ELEMS=8 -Ptb_bl_histogram.GROUPS=2
// config: -Ptb_bl_histogram.LANES=1 -Ptb_bl_histogram.ELEMS=1 -Ptb_bl_histogram.GROUPS=1
// config: -Ptb_bl_histogram.LANES=4 -Ptb_bl_histogram.ELEMS=2 -Ptb_bl_histogram.GROUPS=2 -Ptb_bl_histogram.BLOCK=1
// config: -Ptb_bl_histogram.LANES=1 -Ptb_bl_histogram.ELEMS=1 -Ptb_bl_histogram.GROUPS=1 -Ptb_bl_histogram.BLOCK=1
// long config: -Ptb_bl_histogram.LANES=2 -Ptb_bl_histogram.ELEMS=2 -Ptb_bl_histogram.BIN_W=16 -Ptb_bl_histogram.BLOCK=1
// Several streams of random beats (runs of equal bins among them) against counts kept here;
// bl_sizes adds them up per node.
module tb_bl_histogram;
    parameter LANES = 4;
    parameter ELEMS = 4;
    parameter GROUPS = 1;
    parameter BIN_W = 5;
    parameter BLOCK = 0;
    localparam NODE_W = 2, BINS = 1 << BIN_W, NODES = 1 << NODE_W, COUNT_W = 16;
    reg                                   clk, rst, clear, start;
    reg  [LANES-1:0]                      tap_valid, tap_last, ended;
    reg  [LANES*ELEMS-1:0]                tap_keep;
    reg  [LANES*ELEMS*BIN_W-1:0]          tap_bin;
    wire                                  busy, count_valid, count_last, sizes_valid;
    wire [BIN_W-1:0]                      count_bin;
    wire [GROUPS*COUNT_W-1:0]             counts;
    wire [GROUPS*NODES*COUNT_W-1:0]       sizes;
    integer                               want [0:GROUPS*BINS-1];
    integer                               seed, stream, l, p, g, failed, next_bin, cycles, first,
        equal, node_want, waited;

    bl_histogram #(.LANES(LANES), .ELEMS(ELEMS), .BIN_W(BIN_W), .COUNT_W(COUNT_W), .GROUPS(GROUPS),
        .BLOCK(BLOCK)) dut (.clk(clk), .rst(rst), .start(start),
        .tap_valid(tap_valid), .tap_last(tap_last), .tap_keep(tap_keep), .tap_bin(tap_bin),
        .busy(busy), .m_count_tvalid(count_valid), .m_count_bin(count_bin), .m_count_tdata(counts),
        .m_count_tlast(count_last));
    bl_sizes #(.FLOW_W(NODE_W), .BIN_W(BIN_W), .LSB(BIN_W - NODE_W), .COUNT_W(COUNT_W),
               .GROUPS(GROUPS)) adder (
        .clk(clk), .rst(rst), .clear(clear), .s_count_tvalid(count_valid), .s_count_bin(count_bin),
        .s_count_tdata(counts),
        .s_count_tlast(count_last), .sizes(sizes), .valid(sizes_valid));

    always #5 clk = ~clk;

    task send_beats;
        begin
            for (l = 0; l < LANES; l = l + 1) begin
                tap_valid[l] = !ended[l] && ($random(seed) & 3) != 0;
                tap_last[l] = ($random(seed) & 63) == 0;
                for (p = 0; p < ELEMS; p = p + 1) begin
                    tap_keep[l*ELEMS+p] = $random(seed);
                    tap_bin[(l*ELEMS+p)*BIN_W +: BIN_W] =
                        (stream == 2) ? 9 : ($random(seed) & 1) ? equal : $random(seed);
                    if (tap_valid[l] & tap_keep[l*ELEMS+p])
                        want[(l/(LANES/GROUPS))*BINS + tap_bin[(l*ELEMS+p)*BIN_W +: BIN_W]] =
                            want[(l/(LANES/GROUPS))*BINS + tap_bin[(l*ELEMS+p)*BIN_W +: BIN_W]] + 1;
                end
                if (tap_valid[l] & tap_last[l]) ended[l] = 1;
            end
            if (($random(seed) & 7) == 0) equal = $random(seed) & (BINS - 1);
            @(posedge clk);
            #1;
        end
    endtask

    task check_counts;
        begin
            if (count_valid) begin
                if (count_bin !== next_bin || count_last !== (next_bin == BINS - 1)) failed = 1;
                for (g = 0; g < GROUPS; g = g + 1)
                    if (counts[g*COUNT_W +: COUNT_W] !== want[g*BINS+count_bin]) failed = 2;
                next_bin = next_bin + 1;
            end
        end
    endtask

    task check_sizes;
        begin
            if (!sizes_valid) failed = 4;
            for (g = 0; g < GROUPS; g = g + 1)
                for (l = 0; l < NODES; l = l + 1) begin
                    node_want = 0;
                    for (p = 0; p < BINS / NODES; p = p + 1)
                        node_want = node_want + want[g*BINS + l*(BINS/NODES) + p];
                    if (sizes[(g*NODES+l)*COUNT_W +: COUNT_W] !== node_want) failed = 5;
                end
        end
    endtask

    initial begin
        {clk, clear, start, tap_valid, tap_last, tap_keep, tap_bin} = 0;
        rst = 1;
        seed = 9;
        failed = 0;
        equal = 3;
        repeat (4) @(posedge clk);
        #1 rst = 0;
        while (busy) @(posedge clk) #1;
        for (stream = 0; stream < 6 && failed == 0; stream = stream + 1) begin
            for (g = 0; g < GROUPS * BINS; g = g + 1) want[g] = 0;
            ended = 0;
            next_bin = 0;
            start = 1;
            @(posedge clk) #1 start = 0;
            // The beats are on their way for a while.
            repeat (stream) begin
                if (!busy) failed = 8;
                @(posedge clk) #1;
            end
            while (ended != {LANES{1'b1}}) send_beats;
            tap_valid = 0;
            cycles = 1;
            first = 0;
            while (busy && cycles < BINS + 1000) begin
                if (count_valid && first == 0) first = cycles;
                check_counts;
                @(posedge clk) #1;
                cycles = cycles + 1;
            end
            if (next_bin != BINS) failed = 3;
            if (first != 2 + (1 + BLOCK) * LANES * ELEMS / GROUPS) failed = 6;
            check_sizes;
            clear = 1;
            @(posedge clk) #1 clear = 0;
            if (sizes_valid) failed = 7;
        end
        if (failed != 0)
            $display("FAIL stream %0d kind %0d ", stream, failed,
                     "(1 bins, 2 counts, 3 missing, 4, 5, 7 sizes, 8 not busy, ",
                     "6 latency %0d)", first);
        else $display("PASS");
        $finish(0);
    end
endmodule
