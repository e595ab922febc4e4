// config: -Ptb_bl_crossbar.INPUTS=4 -Ptb_bl_crossbar.OUTPUTS=4 -Ptb_bl_crossbar.ELEMS=4
// long config: -Ptb_bl_crossbar.INPUTS=4 -Ptb_bl_crossbar.OUTPUTS=4 -Ptb_bl_crossbar.ELEMS=4 -Ptb_bl_crossbar.ORDERED=1
// long config: -Ptb_bl_crossbar.INPUTS=1 -Ptb_bl_crossbar.OUTPUTS=2 -Ptb_bl_crossbar.ELEMS=2
// config: -Ptb_bl_crossbar.INPUTS=1 -Ptb_bl_crossbar.OUTPUTS=3 -Ptb_bl_crossbar.ELEMS=4 -Ptb_bl_crossbar.ORDERED=1
// config: -Ptb_bl_crossbar.INPUTS=2 -Ptb_bl_crossbar.OUTPUTS=1 -Ptb_bl_crossbar.ELEMS=2 -Ptb_bl_crossbar.ORDERED=1
// config: -Ptb_bl_crossbar.INPUTS=1 -Ptb_bl_crossbar.OUTPUTS=16 -Ptb_bl_crossbar.ELEMS=8
// long config: -Ptb_bl_crossbar.INPUTS=2 -Ptb_bl_crossbar.OUTPUTS=16 -Ptb_bl_crossbar.ELEMS=16
// long config: -Ptb_bl_crossbar.INPUTS=8 -Ptb_bl_crossbar.OUTPUTS=8 -Ptb_bl_crossbar.ELEMS=8
// long config: -Ptb_bl_crossbar.INPUTS=8 -Ptb_bl_crossbar.OUTPUTS=8 -Ptb_bl_crossbar.ELEMS=8 -Ptb_bl_crossbar.ORDERED=1
// config: -Ptb_bl_crossbar.INPUTS=1 -Ptb_bl_crossbar.OUTPUTS=1 -Ptb_bl_crossbar.ELEMS=4 -Ptb_bl_crossbar.ORDERED=1
// long config: -Ptb_bl_crossbar.INPUTS=16 -Ptb_bl_crossbar.OUTPUTS=2 -Ptb_bl_crossbar.ELEMS=2
// long config: -Ptb_bl_crossbar.INPUTS=16 -Ptb_bl_crossbar.OUTPUTS=16 -Ptb_bl_crossbar.ELEMS=8
// Streams of random length (some empty), sparse words and several kinds of destinations, under
// random stalls. Every element must come out once, at the output that it wants, in order per input,
// element place and output, in dense words with one last beat. With ORDERED every stream is sent
// twice with different stalls and must come out in the same order both times. At the end one long
// stream without stalls measures the rate.
module tb_bl_crossbar;
    parameter INPUTS = 4;
    parameter OUTPUTS = 4;
    parameter ELEMS = 4;
    parameter ORDERED = 0;
    localparam ELEM_W = 32;
    localparam DEST_W = (OUTPUTS <= 2) ? 1 : (OUTPUTS <= 4) ? 2 : (OUTPUTS <= 8) ? 3 : 4;
    // streams in the random part, longest stream, words of the stream that measures the rate: fewer
    // in a large crossbar
    localparam LARGE = OUTPUTS * ELEMS > 63;
    localparam STREAMS = LARGE ? 3 : 20;
    localparam WORDS = LARGE ? 20 : 60;
    localparam RATE_WORDS = LARGE ? 60 : 400;

    reg                             clk, rst;
    reg  [INPUTS-1:0]               s_tvalid, s_tlast;
    wire [INPUTS-1:0]               s_tready;
    reg  [INPUTS*ELEMS*ELEM_W-1:0]  s_tdata;
    reg  [INPUTS*ELEMS-1:0]         s_tkeep;
    reg  [INPUTS*ELEMS*DEST_W-1:0]  s_tdest;
    wire [OUTPUTS-1:0]              m_tvalid, m_tlast;
    reg  [OUTPUTS-1:0]              m_tready;
    wire [OUTPUTS*ELEMS*ELEM_W-1:0] m_tdata;
    wire [OUTPUTS*ELEMS-1:0]        m_tkeep;

    bl_crossbar #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
                  .DEST_W(DEST_W), .ORDERED(ORDERED)) dut (
        .clk(clk), .rst(rst), .s_axis_tvalid(s_tvalid), .s_axis_tready(s_tready),
        .s_axis_tdata(s_tdata), .s_axis_tkeep(s_tkeep), .s_axis_tlast(s_tlast),
        .s_axis_tdest(s_tdest), .m_axis_tvalid(m_tvalid), .m_axis_tready(m_tready),
        .m_axis_tdata(m_tdata),
        .m_axis_tkeep(m_tkeep), .m_axis_tlast(m_tlast));

    always #5 clk = ~clk;

    // an element is {tag, input, place, output}; tags rise with the words of an input
    integer data_seed, stall_seed, mode, in_stall, out_stall;
    integer length [0:INPUTS-1];
    integer position [0:INPUTS-1];
    integer sent, got, failed, cycles, first_got, stream, pass, i, p, o, kept, want, draw;
    reg [OUTPUTS-1:0] ended, empty_seen;
    reg [17:0] newest [0:INPUTS*ELEMS*OUTPUTS-1];
    reg [31:0] order_now [0:OUTPUTS-1];
    reg [31:0] order_then [0:OUTPUTS-1];
    reg [31:0] element;
    reg        gap;

    task fail(input integer kind);
        begin
            if (failed == 0) failed = kind;
        end
    endtask

    function integer draw_below(input integer number, input integer limit);
        draw_below = (number & 32'h7FFFFFFF) % limit;
    endfunction

    // random number of an element that does not depend on when it is asked for
    function integer noise(input integer lane, input integer place, input integer kind);
        reg [31:0] x;
        begin
            x = stream * 32'd2654435769
                + (((position[lane] * 8 + lane) * 16 + place) * 2 + kind) * 32'd2246822519;
            x = (x ^ (x >> 15)) * 32'd3266489917;
            x = (x ^ (x >> 13)) * 32'd668265263;
            noise = (x >> 9);
        end
    endfunction

    task make_word(input integer lane);
        begin
            s_tlast[lane] = position[lane] == length[lane] - 1;
            for (p = 0; p < ELEMS; p = p + 1) begin
                draw = noise(lane, p, 0) % 1000;
                case (mode % 5)
                    0: want = draw % OUTPUTS;
                    1: want = position[lane] % OUTPUTS;
                    2: want = p % OUTPUTS;
                    3: want = (draw < 700) ? 0 : draw % OUTPUTS;
                    default: want = OUTPUTS - 1;
                endcase
                draw = noise(lane, p, 1) % 100;
                s_tkeep[lane*ELEMS+p] = mode >= 100
                    || (draw < ((mode < 5) ? 100 : 50) && !(length[lane] == 1 && draw < 60));
                s_tdest[(lane*ELEMS+p)*DEST_W +: DEST_W] = want;
                s_tdata[(lane*ELEMS+p)*ELEM_W +: ELEM_W] =
                    {position[lane][17:0], lane[4:0], p[4:0], want[3:0]};
                if (s_tkeep[lane*ELEMS+p]) sent = sent + 1;
            end
            s_tvalid[lane] = 1;
        end
    endtask

    task check_word(input integer lane);
        begin
            gap = 0;
            kept = 0;
            for (p = 0; p < ELEMS; p = p + 1) begin
                if (m_tkeep[lane*ELEMS+p]) begin
                    if (gap) fail(1);
                    element = m_tdata[(lane*ELEMS+p)*ELEM_W +: ELEM_W];
                    order_now[lane] = order_now[lane] * 32'd1000003 + element;
                    kept = kept + 1;
                    i = (element[13:9] * ELEMS + element[8:4]) * OUTPUTS + lane;
                    if (element[3:0] != lane || element[13:9] >= INPUTS || element[8:4] >= ELEMS)
                        fail(2);
                    else if (newest[i] != 18'h3FFFF && newest[i] >= element[31:14]) fail(3);
                    else newest[i] = element[31:14];
                end else gap = 1;
            end
            if (kept != ELEMS && !m_tlast[lane]) fail(4);
            if (ended[lane]) fail(5);
            if (m_tlast[lane]) ended[lane] = 1;
            got = got + kept;
        end
    endtask

    // one cycle: look at what has moved, then choose what to offer next
    integer lane;
    task step;
        begin
            @(posedge clk);
            cycles = cycles + 1;
            for (lane = 0; lane < OUTPUTS; lane = lane + 1)
                if (m_tvalid[lane] & m_tready[lane]) check_word(lane);
            for (lane = 0; lane < INPUTS; lane = lane + 1)
                if (s_tvalid[lane] & s_tready[lane]) begin
                    position[lane] = position[lane] + 1;
                    s_tvalid[lane] <= 0;
                end
            #1;
            for (lane = 0; lane < INPUTS; lane = lane + 1)
                if (!s_tvalid[lane] && position[lane] < length[lane]
                    && draw_below($random(stall_seed), 100) >= in_stall)
                    make_word(lane);
            for (lane = 0; lane < OUTPUTS; lane = lane + 1)
                m_tready[lane] = draw_below($random(stall_seed), 100) >= out_stall;
        end
    endtask

    task run_stream;
        begin
            sent = 0;
            got = 0;
            cycles = 0;
            ended = 0;
            for (i = 0; i < INPUTS * ELEMS * OUTPUTS; i = i + 1) newest[i] = 18'h3FFFF;
            for (o = 0; o < OUTPUTS; o = o + 1) order_now[o] = 0;
            for (i = 0; i < INPUTS; i = i + 1) position[i] = 0;
            while (ended != {OUTPUTS{1'b1}} && cycles < 40000 && failed == 0) step;
            if (cycles >= 40000) fail(6);
            if (got != sent) fail(7);
        end
    endtask

    initial begin
        {clk, s_tvalid, s_tlast, s_tkeep, m_tready} = 0;
        rst = 1;
        failed = 0;
        stall_seed = 7;
        repeat (5) @(posedge clk);
        #1 rst = 0;
        for (stream = 0; stream < STREAMS && failed == 0; stream = stream + 1) begin
            for (pass = 0; pass <= ORDERED; pass = pass + 1) begin
                data_seed = 1000 + stream;
                mode = stream % 10;
                in_stall = (pass == 0) ? (stream * 23) % 80 : (stream * 31 + 40) % 80;
                out_stall = (pass == 0) ? (stream * 37) % 90 : (stream * 41 + 30) % 90;
                for (i = 0; i < INPUTS; i = i + 1)
                    length[i] = 1 + draw_below($random(data_seed), (stream == 7) ? 1 : WORDS);
                run_stream;
                for (o = 0; o < OUTPUTS; o = o + 1) begin
                    if (pass == 0) order_then[o] = order_now[o];
                    else if (order_then[o] != order_now[o]) fail(8);
                end
            end
        end
        for (i = 0; i < INPUTS; i = i + 1) length[i] = RATE_WORDS;
        mode = 100;
        in_stall = 0;
        out_stall = 0;
        if (failed == 0) run_stream;
        if (failed != 0)
            $display("FAIL stream %0d pass %0d kind %0d ", stream, pass, failed,
                     "(1 gap, 2 place, 3 order, 4 not dense, 5 after last, 6 hang, 7 lost, ",
                     "8 timing)");
        else if (INPUTS <= OUTPUTS && cycles * 10 > (RATE_WORDS + 20) * 11)
            $display("FAIL %0d cycles for %0d words", cycles, RATE_WORDS);
        else $display("PASS");
        $finish(0);
    end
endmodule
