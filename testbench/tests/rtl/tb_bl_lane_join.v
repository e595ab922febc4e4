// Several exchanges of random lengths under random stalls: lane 0 has every element of lane 0, 1,
// ... in order and dense, the others are empty, the counts are summed; full lanes without stalls
// pass at a word a cycle.
// config: -Ptb_bl_lane_join.LANES=2
// config: -Ptb_bl_lane_join.LANES=4 -Ptb_bl_lane_join.ELEMS=4
// config: -Ptb_bl_lane_join.LANES=16 -Ptb_bl_lane_join.ELEMS=2
module tb_bl_lane_join;
    parameter LANES = 4, ELEMS = 8;
    localparam W = 24, COUNT_W = 12, EXCHANGES = 40;   // element: {lane[7:0], number[15:0]}
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg  [LANES*COUNT_W-1:0] count = 0;
    wire [LANES*COUNT_W-1:0] m_count;
    reg  [LANES-1:0] s_valid = 0, s_last = 0, m_ready = 0;
    wire [LANES-1:0] s_ready, m_valid, m_last;
    reg  [LANES*ELEMS*W-1:0] s_data = 0;
    reg  [LANES*ELEMS-1:0] s_keep = 0;
    wire [LANES*ELEMS*W-1:0] m_data;
    wire [LANES*ELEMS-1:0] m_keep;
    bl_lane_join #(.LANES(LANES), .ELEMS(ELEMS), .ELEM_W(W), .COUNT_W(COUNT_W)) dut (
        .clk(clk), .rst(rst), .count(count), .m_count(m_count),
        .s_axis_tvalid(s_valid), .s_axis_tready(s_ready), .s_axis_tdata(s_data),
        .s_axis_tkeep(s_keep), .s_axis_tlast(s_last),
        .m_axis_tvalid(m_valid), .m_axis_tready(m_ready), .m_axis_tdata(m_data),
        .m_axis_tkeep(m_keep), .m_axis_tlast(m_last));

    integer seed = 11, exchange, stall, l, e, cycles, failed = 0, lane, next, kept, total, words;
    // elements to come, elements given, elements in all
    integer left [0:LANES-1], given [0:LANES-1], size [0:LANES-1];
    reg [LANES-1:0] begun, ended;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction

    task offer; begin
        begun[l] = 1;
        s_valid[l] = 1;
        s_last[l] = left[l] <= ELEMS;
        for (e = 0; e < ELEMS; e = e + 1) begin
            s_keep[l*ELEMS+e] = e < left[l];
            s_data[(l*ELEMS+e)*W +: W] = (l << 16) | (given[l] + e);
        end
        given[l] = given[l] + (left[l] < ELEMS ? left[l] : ELEMS);
        left[l] = left[l] < ELEMS ? 0 : left[l] - ELEMS;
    end endtask

    // The next element of lane 0: `next` of lane `lane`; lanes without elements are passed over.
    task expect_element; input [W-1:0] element; begin
        while (lane < LANES && next == size[lane]) begin lane = lane + 1; next = 0; end
        if (lane == LANES || element !== ((lane << 16) | next)) failed = 1;
        next = next + 1;
    end endtask

    task look; begin
        if (m_valid[0] & m_ready[0]) begin
            kept = 0;
            for (e = 0; e < ELEMS; e = e + 1)
                if (m_keep[e]) begin
                    if (kept != e) failed = 2;
                    expect_element(m_data[e*W +: W]);
                    kept = kept + 1;
                end
            if (kept < ELEMS && !m_last[0]) failed = 2;
        end
        for (l = 0; l < LANES; l = l + 1)
            if (m_valid[l] & m_ready[l]) begin
                if (ended[l]) failed = 3;
                if (l > 0 && (m_keep[l*ELEMS +: ELEMS] !== 0 || !m_last[l])) failed = 4;
                ended[l] = m_last[l];
            end
        while (lane < LANES && next == size[lane]) begin lane = lane + 1; next = 0; end
        if (ended[0] && lane != LANES) failed = 5;
    end endtask

    initial begin
        repeat (4) @(posedge clk);
        #1 rst = 0;
        for (exchange = 0; exchange <= EXCHANGES && !failed; exchange = exchange + 1) begin
            stall = exchange == EXCHANGES ? 0 : draw(85);
            {total, lane, next, cycles, words} = 0;
            begun = 0;
            ended = 0;
            for (l = 0; l < LANES; l = l + 1) begin
                size[l] = exchange == EXCHANGES ? 50 * ELEMS : draw(3) == 0 ? 0 : draw(12 * ELEMS);
                left[l] = size[l];
                given[l] = 0;
                total = total + size[l];
                count[l*COUNT_W +: COUNT_W] = size[l];
            end
            while (!(&ended) && cycles < 40000 && !failed) begin
                @(posedge clk);
                cycles = cycles + 1;
                look;
                s_valid = s_valid & ~s_ready;
                #1;
                for (l = 0; l < LANES; l = l + 1)
                    if (!s_valid[l] && (left[l] > 0 || !begun[l]) && draw(100) >= stall) offer;
                for (l = 0; l < LANES; l = l + 1) m_ready[l] = draw(100) >= stall;
                if (cycles > 5 && m_count !== total[COUNT_W-1:0]) failed = 6;
            end
            if (!(&ended)) failed = failed ? failed : 7;
        end
        if (failed) $display("FAIL exchange %0d kind %0d%s",
                             exchange, failed,
                             " (1 order, 2 gap, 3 ended, 4 not empty, 5 lost, 6 count, 7 hang)");
        else if (cycles > 50 * LANES + 20)
            $display("FAIL %0d cycles for %0d words", cycles, 50 * LANES);
        else $display("PASS");
        $finish(0);
    end
endmodule
