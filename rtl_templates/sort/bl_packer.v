// SPDX-License-Identifier: ISC
`default_nettype none
// Packer: turns a sparse stream into a dense one.
// Contract: one lane stream in and out; the kept elements leave in order, the last 0..ELEMS-1 of
// them with tlast. Nothing is taken between a tlast beat and the tlast beat that answers it.
// s_axis_tready is the AND of two registers; m_axis_tready reaches no output.
// Latency: 3 + ceil(log2(ELEMS) / 2) cycles. Throughput: 1 word a cycle.
module bl_packer #(
    // elements in a word: 2..16, a power of two
    parameter ELEMS = 8,
    // bits in an element: 1 or more
    parameter ELEM_W = 32
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    s_axis_tvalid,
    output wire                    s_axis_tready,
    input  wire [ELEMS*ELEM_W-1:0] s_axis_tdata,
    input  wire [ELEMS-1:0]        s_axis_tkeep,
    input  wire                    s_axis_tlast,
    output wire                    m_axis_tvalid,
    input  wire                    m_axis_tready,
    output wire [ELEMS*ELEM_W-1:0] m_axis_tdata,
    output wire [ELEMS-1:0]        m_axis_tkeep,
    output wire                    m_axis_tlast
);
    generate
        if (ELEMS < 2 || ELEMS > 16 || (ELEMS & (ELEMS - 1)) != 0) begin : g_check_elems
            bl_packer_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1) begin : g_check_elem_w
            bl_packer_illegal_ELEM_W illegal();
        end
    endgenerate

    reg  closed;
    wire go, done;
    wire beat = s_axis_tvalid & s_axis_tready;

    assign s_axis_tready = go & ~closed;

    always @(posedge clk) begin
        if (rst | done) closed <= 1'b0;
        else if (beat & s_axis_tlast) closed <= 1'b1;
    end

    bl_collector #(.PORTS(ELEMS), .ELEMS(ELEMS), .ELEM_W(ELEM_W)) collector (
        .clk(clk), .rst(rst | done), .s_valid(s_axis_tkeep & {ELEMS{beat}}), .s_data(s_axis_tdata),
        .s_last(closed), .go(go), .done(done), .m_axis_tvalid(m_axis_tvalid),
        .m_axis_tready(m_axis_tready), .m_axis_tdata(m_axis_tdata),
        .m_axis_tkeep(m_axis_tkeep), .m_axis_tlast(m_axis_tlast));

`ifdef FORMAL
    // Rule 1: any element kept leaves after exactly the elements kept before it, unchanged.
    // Rule 2: every beat but the last of a stream is full; the last comes when the stream's last
    // beat has been taken and all elements have left. Between the two nothing is taken.
    (* anyconst *) wire [ELEMS-1:0] f_place;
    (* anyseq *)   wire             f_pick;
    reg              f_reset = 1'b0, f_track = 1'b0, f_closed = 1'b0;
    reg [9:0]        f_inside, f_ahead;
    reg [ELEM_W-1:0] f_value;
    reg [5:0]        f_rank, f_in, f_out;
    integer          f_i;
    wire             f_beat = m_axis_tvalid && m_axis_tready;
    always @* begin
        f_rank = 0;
        f_in   = 0;
        f_out  = 0;
        for (f_i = 0; f_i < ELEMS; f_i = f_i + 1) begin
            if (beat && f_i < f_place) f_rank = f_rank + s_axis_tkeep[f_i];
            if (beat) f_in = f_in + s_axis_tkeep[f_i];
            if (f_beat) f_out = f_out + m_axis_tkeep[f_i];
        end
    end
    always @(posedge clk) begin
        f_reset <= 1'b1;
        if (rst) begin
            f_inside <= 0;
            f_track  <= 1'b0;
            f_closed <= 1'b0;
        end else begin
            f_inside <= f_inside + f_in - f_out;
            if (beat && s_axis_tlast) f_closed <= 1'b1;
            if (f_beat && m_axis_tlast) f_closed <= 1'b0;
            if (f_track) begin
                if (f_ahead < f_out) f_track <= 1'b0;
                f_ahead <= f_ahead - f_out;
            end else if (f_pick && beat && f_place < ELEMS && s_axis_tkeep[f_place]) begin
                f_track <= 1'b1;
                f_value <= s_axis_tdata[f_place*ELEM_W +: ELEM_W];
                f_ahead <= f_inside - f_out + f_rank;
            end
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        if (f_reset) begin
            assert (!(f_closed && beat));
            if (m_axis_tvalid) assert (m_axis_tlast != &m_axis_tkeep);
            if (f_beat && m_axis_tlast) assert (f_closed && f_inside == f_out);
            if (f_track && f_ahead < f_out)
                assert (m_axis_tdata[f_ahead[3:0]*ELEM_W +: ELEM_W] == f_value);
        end
    end
`endif
endmodule
`default_nettype wire
