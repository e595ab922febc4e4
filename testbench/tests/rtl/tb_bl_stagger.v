// config: -Ptb_bl_stagger.NODE_W=3 -Ptb_bl_stagger.LANE_W=3
// config: -Ptb_bl_stagger.NODE_W=1 -Ptb_bl_stagger.LANE_W=2
`default_nettype none
// Random counts: every lane's offset is its share of the words, on a burst, and inside the column.
module tb_bl_stagger;
    parameter NODE_W = 3, LANE_W = 3;
    localparam NODES = 1 << NODE_W, LANES = 1 << LANE_W, LOG_ELEMS = 3, LOG_BURST = 2;

    reg                 clk = 0;
    reg  [NODE_W-1:0]   node = 0;
    reg  [LANES*32-1:0] count = 0;
    wire [LANES*28-1:0] offset;
    integer             seed = 1, round, lane, faults = 0;
    reg  [31:0]         elements, bursts, wanted;

    always #5 clk = ~clk;

    bl_stagger #(.NODES(NODES), .NODE_W(NODE_W), .LANES(LANES), .LANE_W(LANE_W), .COUNT_W(32),
                 .OFFSET_W(28), .LOG_ELEMS(LOG_ELEMS), .LOG_BURST(LOG_BURST)) dut (
        .clk(clk), .node(node), .count(count), .offset(offset));

    initial begin
        for (round = 0; round < 200; round = round + 1) begin
            node = $random(seed);
            for (lane = 0; lane < LANES; lane = lane + 1)
                count[lane*32 +: 32] = $random(seed) & ((1 << (round % 21)) - 1);
            repeat (4) @(posedge clk);
            #1;
            for (lane = 0; lane < LANES; lane = lane + 1) begin
                elements = count[lane*32 +: 32];
                bursts = elements >> (LOG_ELEMS + LOG_BURST);
                wanted = (bursts * (lane * NODES + node) / (NODES * LANES)) << LOG_BURST;
                if (offset[lane*28 +: 28] !== wanted[27:0]
                    || (elements != 0 && (wanted << LOG_ELEMS) >= elements))
                    faults = faults + 1;
            end
        end
        if (faults != 0) $display("FAIL %0d offsets", faults);
        else $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
