// SPDX-License-Identifier: ISC
`default_nettype none
// One input lane of the crossbar: holds a word and sends its elements to the queues of their
// destinations when all of them have room.
// Contract: `need[o*ELEMS+p]` of the word held says that element p goes to output o; `push` is
// `need` in the one cycle in which the word leaves, that is when `step` is high and no `full` bit
// stands against it. `ready`: a word is held, or the stream has ended. `ended` rises when the tlast
// beat has left. From the transfer of the tlast beat until `restart` s_axis_tready is low.
// s_axis_tready is the AND of two registers; `full` and `step` reach `push` only.
// Latency: 2 cycles. Throughput: 1 word a cycle.
module bl_crossbar_input #(
    // number of outputs: 1..16
    parameter OUTPUTS = 8,
    // elements in a word: 2..16, a power of two
    parameter ELEMS = 8,
    // bits in an element: 1 or more
    parameter ELEM_W = 32,
    // bits in a destination: max(1, log2(OUTPUTS)) or more
    parameter DEST_W = 3
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire                     restart,
    input  wire                     s_axis_tvalid,
    output wire                     s_axis_tready,
    input  wire [ELEMS*ELEM_W-1:0]  s_axis_tdata,
    input  wire [ELEMS-1:0]         s_axis_tkeep,
    input  wire                     s_axis_tlast,
    input  wire [ELEMS*DEST_W-1:0]  s_axis_tdest,
    input  wire                     step,
    input  wire [ELEMS*OUTPUTS-1:0] full,
    output wire [ELEMS*OUTPUTS-1:0] push,
    output reg  [ELEMS*ELEM_W-1:0]  data,
    output wire                     ready,
    output reg                      ended
);
    localparam BEAT_W = ELEMS * (ELEM_W + DEST_W + 1) + 1;

    // register slice; closed after the last beat
    generate
        if (OUTPUTS < 1 || OUTPUTS > 16) begin : g_check_outputs
            bl_crossbar_input_illegal_OUTPUTS illegal();
        end
        if (ELEMS < 2 || ELEMS > 16 || (ELEMS & (ELEMS - 1)) != 0) begin : g_check_elems
            bl_crossbar_input_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1) begin : g_check_elem_w
            bl_crossbar_input_illegal_ELEM_W illegal();
        end
        if (DEST_W < 1 || (1 << DEST_W) < OUTPUTS) begin : g_check_dest_w
            bl_crossbar_input_illegal_DEST_W illegal();
        end
    endgenerate

    reg                    closed;
    wire                   slice_ready, beat_valid, beat_ready, beat_last;
    wire [ELEMS*ELEM_W-1:0] beat_data;
    wire [ELEMS-1:0]        beat_keep;
    wire [ELEMS*DEST_W-1:0] beat_dest;

    assign s_axis_tready = slice_ready & ~closed;

    bl_skid #(.WIDTH(BEAT_W)) slice (
        .clk(clk), .rst(rst),
        .s_tvalid(s_axis_tvalid & ~closed), .s_tready(slice_ready),
        .s_tdata({s_axis_tlast, s_axis_tdest, s_axis_tkeep, s_axis_tdata}),
        .m_tvalid(beat_valid), .m_tready(beat_ready),
        .m_tdata({beat_last, beat_dest, beat_keep, beat_data}));

    // the word held, its destinations decoded
    reg                      held, last;
    reg  [ELEMS*OUTPUTS-1:0] need;
    wire [ELEMS*OUTPUTS-1:0] beat_need;
    wire                     leave = held & step & ~(|(need & full));

    assign beat_ready = ~held | leave;
    assign push       = need & {(ELEMS*OUTPUTS){leave}};
    assign ready      = held | ended;

    genvar p, o;
    generate
        for (p = 0; p < ELEMS; p = p + 1) begin : g_element
            for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
                assign beat_need[o*ELEMS+p] = beat_keep[p] & (beat_dest[p*DEST_W +: DEST_W] == o);
            end
        end
    endgenerate

    always @(posedge clk) begin
        if (beat_ready) begin
            data <= beat_data;
            need <= beat_need;
            last <= beat_last;
        end
        if (rst | restart) begin
            closed <= 1'b0;
            held   <= 1'b0;
            ended  <= 1'b0;
        end else begin
            if (s_axis_tvalid & s_axis_tready & s_axis_tlast) closed <= 1'b1;
            if (beat_ready) held <= beat_valid;
            if (leave & last) ended <= 1'b1;
        end
    end

`ifdef FORMAL
    // Rule 1: a word leaves whole: in the cycle in which it leaves, exactly its kept elements are
    // pushed, each to its own destination.
    // Rule 2: no element is pushed against a `full` bit or without `step`.
    // Rule 3: any word leaves after exactly the words that were in front of it, with its data.
    // Rule 4: after the tlast beat nothing is taken until restart, and `ended` rises when it has
    // left.
    (* anyseq *) wire f_pick;
    reg                     f_reset = 1'b0, f_track = 1'b0, f_closed = 1'b0, f_left = 1'b0;
    reg [1:0]               f_inside, f_ahead;
    reg [ELEMS*ELEM_W-1:0]  f_data;
    reg [ELEMS-1:0]         f_keep;
    reg [ELEMS*DEST_W-1:0]  f_dest;
    wire                    f_take = s_axis_tvalid && s_axis_tready;
    integer                 f_p, f_o;
    always @(posedge clk) begin
        f_reset <= 1'b1;
        if (rst | restart) begin
            f_inside <= 0;
            f_track  <= 1'b0;
            f_closed <= 1'b0;
            f_left   <= 1'b0;
        end else begin
            f_inside <= f_inside + f_take - leave;
            if (f_take && s_axis_tlast) f_closed <= 1'b1;
            if (f_closed && f_inside == 1 && leave) f_left <= 1'b1;
            if (f_track && leave) begin
                f_ahead <= f_ahead - 1'b1;
                if (f_ahead == 0) f_track <= 1'b0;
            end
            if (!f_track && f_pick && f_take) begin
                f_track <= 1'b1;
                f_ahead <= f_inside - leave;
                f_data  <= s_axis_tdata;
                f_keep  <= s_axis_tkeep;
                f_dest  <= s_axis_tdest;
            end
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        if (f_reset) begin
            if (restart) assume (f_left);
            assert ((push & full) == 0);
            if (!step || !leave) assert (push == 0);
            assert (!(f_closed && s_axis_tready));
            assert (ended == f_left);
            assert (f_inside <= 3 && !(leave && f_inside == 0));
            if (f_track && f_ahead == 0 && leave) begin
                assert (data == f_data);
                for (f_p = 0; f_p < ELEMS; f_p = f_p + 1)
                    for (f_o = 0; f_o < OUTPUTS; f_o = f_o + 1)
                        assert (push[f_o*ELEMS+f_p]
                                == (f_keep[f_p] && f_dest[f_p*DEST_W +: DEST_W] == f_o));
            end
        end
    end
`endif
endmodule
`default_nettype wire
