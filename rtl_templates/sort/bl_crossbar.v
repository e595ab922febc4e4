// SPDX-License-Identifier: ISC
`default_nettype none
// Crossbar for elements: every element of every input word goes to the output that its destination
// names; words leave dense.
// Contract: lane streams in (sparse or dense) and out (dense), flat vectors, lane 0 and element 0
// lowest; s_axis_tdest holds a destination below OUTPUTS for each element, looked at where tkeep is
// set. When the tlast beats of all inputs have been taken, every output ends with one tlast beat
// keeping its last 0..ELEMS-1 elements. An input takes nothing between its tlast beat and the tlast
// beats of the outputs; then the next streams begin, from the state after reset.
// Order: elements of one input, one element place and one output stay in order. ORDERED = 1: the
// order at each output is a function of the input streams alone and of no stall: inputs and queues
// step only when every input has a word or has ended and no output is backed up. s_axis_tready is
// the AND of two registers, the outputs are registers; m_axis_tready reaches no other port.
// Latency: 7 + ceil(log2(ports) / 2) cycles with 2 * ELEMS ports (ELEMS if INPUTS is 1): 9 for 8
// elements. Throughput: 1 word a cycle in and out of each lane while destinations are spread
// evenly; an input waits while one of the 32-deep queues that its word needs is full.
module bl_crossbar #(
    // number of input lanes: 1..16, a power of two
    parameter INPUTS = 8,
    // number of output lanes: 1..16
    parameter OUTPUTS = 8,
    // elements in a word: 2..16, a power of two
    parameter ELEMS = 8,
    // bits in an element: 1 or more
    parameter ELEM_W = 32,
    // bits in a destination: max(1, log2(OUTPUTS)) or more
    parameter DEST_W = 3,
    // 1: order is a function of the data alone; 0: order may follow timing: 0..1
    parameter ORDERED = 0,
    // log2 of the elements in a queue: 2..5
    parameter LOG_DEPTH = 5
) (
    input  wire                            clk,
    input  wire                            rst,
    input  wire [INPUTS-1:0]               s_axis_tvalid,
    output wire [INPUTS-1:0]               s_axis_tready,
    input  wire [INPUTS*ELEMS*ELEM_W-1:0]  s_axis_tdata,
    input  wire [INPUTS*ELEMS-1:0]         s_axis_tkeep,
    input  wire [INPUTS-1:0]               s_axis_tlast,
    input  wire [INPUTS*ELEMS*DEST_W-1:0]  s_axis_tdest,
    output wire [OUTPUTS-1:0]              m_axis_tvalid,
    input  wire [OUTPUTS-1:0]              m_axis_tready,
    output wire [OUTPUTS*ELEMS*ELEM_W-1:0] m_axis_tdata,
    output wire [OUTPUTS*ELEMS-1:0]        m_axis_tkeep,
    output wire [OUTPUTS-1:0]              m_axis_tlast
);
    localparam LANES = INPUTS * ELEMS;

    generate
        if (INPUTS < 1 || INPUTS > 16 || (INPUTS & (INPUTS - 1)) != 0) begin : g_check_inputs
            bl_crossbar_illegal_INPUTS illegal();
        end
        if (ELEMS < 2 || ELEMS > 16 || (ELEMS & (ELEMS - 1)) != 0) begin : g_check_elems
            bl_crossbar_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1) begin : g_check_elem_w
            bl_crossbar_illegal_ELEM_W illegal();
        end
        if (LOG_DEPTH < 2 || LOG_DEPTH > 5) begin : g_check_log_depth
            bl_crossbar_illegal_LOG_DEPTH illegal();
        end
        if (OUTPUTS < 1 || OUTPUTS > 16) begin : g_check_outputs
            bl_crossbar_illegal_OUTPUTS illegal();
        end
        if (DEST_W < 1 || (1 << DEST_W) < OUTPUTS) begin : g_check_dest_w
            bl_crossbar_illegal_DEST_W illegal();
        end
        if ((ORDERED != 0 && ORDERED != 1)) begin : g_check_ordered
            bl_crossbar_illegal_ORDERED illegal();
        end
    endgenerate

    wire [LANES*ELEM_W-1:0]  data;
    wire [LANES*OUTPUTS-1:0] push, full;
    wire [INPUTS-1:0]        ready, ended;
    wire [OUTPUTS-1:0]       go, done, pop;
    wire                     step;
    reg                      restart, all_ended;

    always @(posedge clk) begin
        restart   <= ~rst & ~restart & (&done);
        all_ended <= ~rst & ~restart & (&ended);
    end

    genvar i, o;
    generate
        if (ORDERED == 1) begin : g_ordered
            assign step = (&ready) & (&go);
            assign pop     = {OUTPUTS{step}};
        end else begin : g_free
            assign step = 1'b1;
            assign pop     = go;
            wire unused = &{1'b0, ready};
        end

        for (i = 0; i < INPUTS; i = i + 1) begin : g_input
            bl_crossbar_input #(.OUTPUTS(OUTPUTS), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
                                .DEST_W(DEST_W)) lane (
                .clk(clk), .rst(rst), .restart(restart),
                .s_axis_tvalid(s_axis_tvalid[i]), .s_axis_tready(s_axis_tready[i]),
                .s_axis_tdata(s_axis_tdata[i*ELEMS*ELEM_W +: ELEMS*ELEM_W]),
                .s_axis_tkeep(s_axis_tkeep[i*ELEMS +: ELEMS]), .s_axis_tlast(s_axis_tlast[i]),
                .s_axis_tdest(s_axis_tdest[i*ELEMS*DEST_W +: ELEMS*DEST_W]), .step(step),
                .full(full[i*ELEMS*OUTPUTS +: ELEMS*OUTPUTS]),
                .push(push[i*ELEMS*OUTPUTS +: ELEMS*OUTPUTS]),
                .data(data[i*ELEMS*ELEM_W +: ELEMS*ELEM_W]), .ready(ready[i]), .ended(ended[i]));
        end

        for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
            wire [LANES-1:0] lane_push, lane_full;
            for (i = 0; i < INPUTS; i = i + 1) begin : g_from
                assign lane_push[i*ELEMS +: ELEMS] = push[(i*OUTPUTS+o)*ELEMS +: ELEMS];
                assign full[(i*OUTPUTS+o)*ELEMS +: ELEMS] = lane_full[i*ELEMS +: ELEMS];
            end
            bl_crossbar_output #(.INPUTS(INPUTS), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
                                 .LOG_DEPTH(LOG_DEPTH)) lane (
                .clk(clk), .rst(rst | restart), .push(lane_push), .data(data), .full(lane_full),
                .step(step), .pop(pop[o]), .all_ended(all_ended), .go(go[o]), .done(done[o]),
                .m_axis_tvalid(m_axis_tvalid[o]), .m_axis_tready(m_axis_tready[o]),
                .m_axis_tdata(m_axis_tdata[o*ELEMS*ELEM_W +: ELEMS*ELEM_W]),
                .m_axis_tkeep(m_axis_tkeep[o*ELEMS +: ELEMS]),
                .m_axis_tlast(m_axis_tlast[o]));
        end
    endgenerate

`ifdef FORMAL
    // Two words of one element place of one input, taken at any two moments, are marked 1 and 2 in
    // one element, both for one output; all other elements are 0.
    // Rule 1: a marked element leaves once, and only at its output.
    // Rule 2: when its output ends, it has left; an output ends only after all inputs have ended.
    // Rule 3: mark 1 leaves before mark 2.
    // Rule 4: when all inputs have ended, an output that is taken and has not ended offers a beat
    // within 7 + ceil(log2(ports) / 2) cycles.
    (* anyconst *) wire [7:0] f_place;
    (* anyconst *) wire [DEST_W-1:0] f_dest;
    (* anyseq *)   wire       f_mark;
    reg               f_reset = 1'b0;
    reg [1:0]         f_in, f_out, f_was_in;
    reg [INPUTS-1:0]  f_ended;
    reg               f_done, f_bad, f_over;
    reg [3:0]         f_waits;
    wire              f_beat = s_axis_tvalid[f_place / ELEMS] && s_axis_tready[f_place / ELEMS];
    wire              f_marks = f_mark && f_beat && f_in != 2;
    reg [1:0]         f_seen;
    always @* begin : f_look
        integer f_i;
        f_seen = 0;
        f_bad  = 0;
        for (f_i = 0; f_i < OUTPUTS * ELEMS; f_i = f_i + 1)
            if (m_axis_tvalid[f_i/ELEMS] && m_axis_tready[f_i/ELEMS] && m_axis_tkeep[f_i]
                && m_axis_tdata[f_i*ELEM_W +: ELEM_W] != 0) begin
                if (f_i / ELEMS != f_dest) f_bad = 1'b1;
                if (m_axis_tdata[f_i*ELEM_W +: ELEM_W] != f_out + f_seen + 1) f_bad = 1'b1;
                f_seen = f_seen + 1'b1;
            end
    end
    always @(posedge clk) begin
        f_reset <= 1'b1;
        f_waits <= rst || !(&f_ended) || f_over || m_axis_tvalid[f_dest] || !(&m_axis_tready)
            ? 0 : f_waits + !(&f_waits);
        f_over  <= !rst && (f_over || (m_axis_tvalid[f_dest] && m_axis_tready[f_dest]
                                       && m_axis_tlast[f_dest]));
        if (rst) begin
            f_in    <= 0;
            f_out   <= 0;
            f_ended <= 0;
            f_done  <= 1'b0;
        end else begin
            f_in    <= f_in + f_marks;
            f_out   <= f_out + f_seen;
            f_ended <= f_ended | (s_axis_tvalid & s_axis_tready & s_axis_tlast);
            if (|(m_axis_tvalid & m_axis_tready & m_axis_tlast)) f_done <= 1'b1;
        end
    end
    always @* begin : f_rules
        integer f_i;
        if (!f_reset) assume (rst);
        assume (f_place < LANES && f_dest < OUTPUTS);
        for (f_i = 0; f_i < LANES; f_i = f_i + 1) begin
            assume (s_axis_tdest[f_i*DEST_W +: DEST_W] < OUTPUTS);
            assume (s_axis_tdata[f_i*ELEM_W +: ELEM_W]
                    == ((f_marks && f_i == f_place) ? f_in + 1 : 0));
        end
        if (f_marks)
            assume (s_axis_tkeep[f_place] && s_axis_tdest[f_place*DEST_W +: DEST_W] == f_dest);
        if (f_reset) begin
            assert (!f_bad && f_out + f_seen <= f_in && f_waits <= 8);
            for (f_i = 0; f_i < OUTPUTS; f_i = f_i + 1)
                if (m_axis_tvalid[f_i] && m_axis_tlast[f_i] && !f_done) begin
                    assert (&f_ended);
                    if (f_i == f_dest && m_axis_tready[f_i]) assert (f_out + f_seen == f_in);
                end
        end
    end
`endif
endmodule
`default_nettype wire
