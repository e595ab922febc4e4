// long config: -Ptb_bl_kernel_reduce.INPUTS=8 -Ptb_bl_kernel_reduce.OUTPUTS=8
// config: -Ptb_bl_kernel_reduce.INPUTS=2 -Ptb_bl_kernel_reduce.OUTPUTS=1 -Ptb_bl_kernel_reduce.ELEM_W=8 -Ptb_bl_kernel_reduce.OPERATION=1
// config: -Ptb_bl_kernel_reduce.INPUTS=3 -Ptb_bl_kernel_reduce.ELEM_W=16 -Ptb_bl_kernel_reduce.SIGNED=1 -Ptb_bl_kernel_reduce.OPERATION=1
// config: -Ptb_bl_kernel_reduce.INPUTS=5 -Ptb_bl_kernel_reduce.ELEM_W=64 -Ptb_bl_kernel_reduce.OPERATION=2
// config: -Ptb_bl_kernel_reduce.INPUTS=4 -Ptb_bl_kernel_reduce.ELEM_W=64 -Ptb_bl_kernel_reduce.SIGNED=1 -Ptb_bl_kernel_reduce.OPERATION=2 -Ptb_bl_kernel_reduce.DATA_W=64
// long config: -Ptb_bl_kernel_reduce.INPUTS=6 -Ptb_bl_kernel_reduce.ELEM_W=8 -Ptb_bl_kernel_reduce.OPERATION=0 -Ptb_bl_kernel_reduce.DATA_W=128
// config: -Ptb_bl_kernel_reduce.INPUTS=2 -Ptb_bl_kernel_reduce.ELEM_W=64 -Ptb_bl_kernel_reduce.SIGNED=1 -Ptb_bl_kernel_reduce.OUTPUTS=32 -Ptb_bl_kernel_reduce.DATA_W=64
// long config: -Ptb_bl_kernel_reduce.INPUTS=32 -Ptb_bl_kernel_reduce.OUTPUTS=32 -Ptb_bl_kernel_reduce.SIGNED=1 -Ptb_bl_kernel_reduce.OPERATION=1
// Words come at each input and are taken at each output at random. Every word is compared with what
// the operation makes of those of all inputs, at each output: random elements, and the ends of the
// range. Then an output takes nothing: the others are two words ahead at most. Without stalls the
// first word takes two cycles for each level and one, and a word leaves each output in every cycle.
module tb_bl_kernel_reduce;
    parameter INPUTS = 4, OUTPUTS = 3, DATA_W = 256, ELEM_W = 32, SIGNED = 0, OPERATION = 0,
        WORDS = 500, SEED = 1;
    localparam LANES = DATA_W / 32, COUNT = DATA_W / ELEM_W,
        LEVELS = INPUTS <= 2 ? 1 : INPUTS <= 4 ? 2 : INPUTS <= 8 ? 3 : INPUTS <= 16 ? 4 : 5;

    reg                       clk = 0, rst = 1, stalls = 1;
    reg  [INPUTS-1:0]         s_valid = 0, s_last = 0;
    wire [INPUTS-1:0]         s_ready;
    reg  [INPUTS*DATA_W-1:0]  s_data = 0;
    reg  [INPUTS*LANES-1:0]   s_keep = 0;
    wire [OUTPUTS-1:0]        m_valid, m_last;
    reg  [OUTPUTS-1:0]        m_ready = 0, never = 0, held = 0;
    wire [OUTPUTS*DATA_W-1:0] m_data;
    wire [OUTPUTS*LANES-1:0]  m_keep;
    reg  [OUTPUTS*(DATA_W+LANES+1)-1:0] shown;

    bl_kernel_reduce #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .DATA_W(DATA_W), .ELEM_W(ELEM_W),
                       .SIGNED(SIGNED), .OPERATION(OPERATION)) dut (
        .clk(clk), .rst(rst), .s_axis_tvalid(s_valid), .s_axis_tready(s_ready),
        .s_axis_tdata(s_data), .s_axis_tkeep(s_keep), .s_axis_tlast(s_last),
        .m_axis_tvalid(m_valid), .m_axis_tready(m_ready), .m_axis_tdata(m_data),
        .m_axis_tkeep(m_keep), .m_axis_tlast(m_last));

    integer seed = SEED, failed = 0, now = 0, goal = 0, begun, first, i, o, w, e;
    integer put [0:INPUTS-1], got [0:OUTPUTS-1], since;

    always #5 clk = ~clk;

    function integer draw(input integer below);
        draw = $unsigned($random(seed)) % below;
    endfunction
    task fail(input integer at, input [8*40-1:0] what); begin
        if (failed < 5) $display("cycle %0d, %0d: %0s", now, at, what);
        failed = failed + 1;
    end endtask

    // Element e of word k of an input.
    function [ELEM_W-1:0] element(input integer input_, input integer k, input integer at);
        reg [63:0] mixed;
        begin
            mixed = (k * 64'h9e3779b97f4a7c15) ^ (input_ * 64'hc2b2ae3d27d4eb4f)
                ^ (at * 64'h165667b19e3779f9);
            mixed = (mixed ^ mixed >> 29) * 64'hbf58476d1ce4e5b9;
            mixed = mixed ^ mixed >> 32;
            case (mixed[63:60])
                0: element = 0;
                1: element = {ELEM_W{1'b1}};
                2: element = {1'b1, {ELEM_W-1{1'b0}}};
                3: element = {1'b0, {ELEM_W-1{1'b1}}};
                4: element = mixed[1:0];
                default: element = mixed[ELEM_W-1:0];
            endcase
        end
    endfunction
    function [DATA_W-1:0] word(input integer input_, input integer k);
        for (e = 0; e < COUNT; e = e + 1) word[e*ELEM_W +: ELEM_W] = element(input_, k, e);
    endfunction
    function last_of(input integer k);
        last_of = k % 7 == 3 || k % 5 == 0;
    endfunction
    function [LANES-1:0] keep_of(input integer k);
        keep_of = last_of(k) ? {LANES{1'b1}} >> k % LANES : {LANES{1'b1}};
    endfunction
    function below(input [ELEM_W-1:0] a, input [ELEM_W-1:0] b);
        below = SIGNED ? $signed(a) < $signed(b) : a < b;
    endfunction
    reg [ELEM_W-1:0] value;
    function [DATA_W-1:0] wanted(input integer k);
        integer n;
        for (e = 0; e < COUNT; e = e + 1) begin
            value = element(0, k, e);
            for (n = 1; n < INPUTS; n = n + 1)
                if (OPERATION == 0) value = value + element(n, k, e);
                else if (below(element(n, k, e), value) == (OPERATION == 1))
                    value = element(n, k, e);
            wanted[e*ELEM_W +: ELEM_W] = value;
        end
    endfunction

    // The words that are due, kept until the last output has them.
    reg [DATA_W-1:0] due [0:63];
    integer          made = 0;

    always @(posedge clk) if (!rst) begin
        now = now + 1;
        for (w = 0; w < INPUTS; w = w + 1) begin
            if (s_valid[w] && s_ready[w]) put[w] = put[w] + 1;
            if (!s_valid[w] || s_ready[w]) begin
                s_valid[w] <= put[w] < goal && (!stalls || draw(4) != 0);
                s_data[w*DATA_W +: DATA_W] <= word(w, put[w]);
                s_keep[w*LANES +: LANES] <= keep_of(put[w]);
                s_last[w] <= last_of(put[w]);
            end
        end
        for (w = 0; w < OUTPUTS; w = w + 1) begin
            if (held[w] && (!m_valid[w] || shown[w*(DATA_W+LANES+1) +: DATA_W+LANES+1]
                !== {m_last[w], m_keep[w*LANES +: LANES], m_data[w*DATA_W +: DATA_W]}))
                fail(w, "an offer was withdrawn");
            held[w] = m_valid[w] && !m_ready[w];
            shown[w*(DATA_W+LANES+1) +: DATA_W+LANES+1]
                = {m_last[w], m_keep[w*LANES +: LANES], m_data[w*DATA_W +: DATA_W]};
            if (m_valid[w] && m_ready[w]) begin
                if (got[w] == made) begin
                    due[made % 64] = wanted(made);
                    made = made + 1;
                end
                if (got[w] == goal) fail(w, "a word too many");
                if (m_data[w*DATA_W +: DATA_W] !== due[got[w] % 64]) fail(w, "another word");
                if (m_keep[w*LANES +: LANES] !== keep_of(got[w])) fail(w, "another tkeep");
                if (m_last[w] !== last_of(got[w])) fail(w, "another tlast");
                if (got[w] == since) first = now;
                got[w] = got[w] + 1;
            end
            m_ready[w] <= !never[w] && (!stalls || draw(4) != 0);
        end
    end

    function all_got(input integer many);
        begin
            all_got = 1;
            for (o = 0; o < OUTPUTS; o = o + 1) if (!never[o] && got[o] < many) all_got = 0;
        end
    endfunction
    task until_all(input integer many, input integer most); begin
        begun = now;
        while (!all_got(many) && failed == 0 && now < begun + most) @(posedge clk) #1;
        if (!all_got(many)) fail(0, "words are missing");
    end endtask

    initial begin
        for (i = 0; i < INPUTS; i = i + 1) put[i] = 0;
        for (i = 0; i < OUTPUTS; i = i + 1) got[i] = 0;
        since = -1;
        #101 rst = 0;
        goal = WORDS;
        until_all(goal, 40 * WORDS);
        // one output takes nothing
        stalls = 0;
        if (OUTPUTS > 1) begin
            repeat (5) @(posedge clk);
            never[OUTPUTS-1] = 1;
            @(posedge clk) #1 goal = goal + 100;
            repeat (50) @(posedge clk);
            for (i = 0; i + 1 < OUTPUTS; i = i + 1)
                if (got[i] != got[OUTPUTS-1] + 2) fail(i, "not two words ahead");
            never = 0;
            until_all(goal, 200);
        end
        // rate
        repeat (20) @(posedge clk);
        since = goal;
        @(posedge clk) #1 goal = goal + 500;
        begun = now;                      // the inputs offer a word at the next edge
        until_all(goal, 600);
        $display("latency %0d, 500 words in %0d cycles", first - begun - 2, now - first + 1);
        if (first - begun - 2 != 2 * LEVELS + 1) fail(0, "another latency");
        if (now - first + 1 != 500) fail(0, "not a word a cycle");
        if (failed) $display("FAIL %0d", failed);
        else $display("PASS");
        $finish(0);
    end
endmodule
