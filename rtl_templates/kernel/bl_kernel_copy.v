// SPDX-License-Identifier: ISC
`default_nettype none
// Copies one stream of words to several.
// Contract: every word of s_axis_* comes out of each m_axis_* once, in order, whenever that one is
// taken: copies may be two words apart. s_axis_tready and m_axis_* are registers, s_axis_tready the
// AND of OUTPUTS of them.
// Latency: 1 cycle. Throughput: 1 word a cycle.
module bl_kernel_copy #(
    // streams that go out: 1..32
    parameter OUTPUTS = 2,
    // bits in a word: 32 or more, a multiple of 32
    parameter DATA_W = 256
) (
    input  wire                         clk,
    input  wire                         rst,
    input  wire                         s_axis_tvalid,
    output wire                         s_axis_tready,
    input  wire [DATA_W-1:0]            s_axis_tdata,
    input  wire [DATA_W/32-1:0]         s_axis_tkeep,
    input  wire                         s_axis_tlast,
    output wire [OUTPUTS-1:0]           m_axis_tvalid,
    input  wire [OUTPUTS-1:0]           m_axis_tready,
    output wire [OUTPUTS*DATA_W-1:0]    m_axis_tdata,
    output wire [OUTPUTS*DATA_W/32-1:0] m_axis_tkeep,
    output wire [OUTPUTS-1:0]           m_axis_tlast
);
    localparam LANES = DATA_W / 32;

    generate
        if (OUTPUTS < 1 || OUTPUTS > 32) begin : g_check_outputs
            bl_kernel_copy_illegal_OUTPUTS illegal();
        end
        if (DATA_W < 32 || DATA_W % 32 != 0) begin : g_check_data_w
            bl_kernel_copy_illegal_DATA_W illegal();
        end
    endgenerate

    wire [OUTPUTS-1:0] ready;
    assign s_axis_tready = &ready;

    genvar o;
    generate
        for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
            bl_skid #(.WIDTH(DATA_W + LANES + 1)) slice (
                .clk(clk), .rst(rst), .s_tvalid(s_axis_tvalid & s_axis_tready),
                .s_tready(ready[o]), .s_tdata({s_axis_tlast, s_axis_tkeep, s_axis_tdata}),
                .m_tvalid(m_axis_tvalid[o]), .m_tready(m_axis_tready[o]),
                .m_tdata({m_axis_tlast[o], m_axis_tkeep[o*LANES +: LANES],
                          m_axis_tdata[o*DATA_W +: DATA_W]}));
        end
    endgenerate

`ifdef FORMAL
    // One output is looked at.
    // Rule 1: any word that was taken leaves it once, unchanged and after exactly those in front of
    // it. Rule 2: it holds at most two words that have not left, and a word is taken whenever no
    // output holds two. Rule 3: a word that is offered and not taken stays.
    (* anyconst *) reg [4:0] f_o;
    (* anyseq *) wire f_pick;
    reg        f_past = 1'b0, f_track, f_bit, f_last, f_held, f_shown;
    reg  [1:0] f_inside, f_ahead;
    wire       f_in  = s_axis_tvalid & s_axis_tready;
    wire       f_out = m_axis_tvalid[f_o] & m_axis_tready[f_o];
    always @(posedge clk) begin
        f_past   <= 1'b1;
        f_held   <= m_axis_tvalid[f_o] & ~m_axis_tready[f_o] & ~rst;
        f_shown  <= m_axis_tdata[f_o*DATA_W];
        f_inside <= f_inside + f_in - f_out;
        if (f_track & f_out) begin
            f_ahead <= f_ahead - 1'b1;
            if (f_ahead == 0) f_track <= 1'b0;
        end
        if (!f_track & f_pick & f_in) begin
            f_track <= 1'b1;
            f_ahead <= f_inside - f_out;
            f_bit   <= s_axis_tdata[0];
            f_last  <= s_axis_tlast;
        end
        if (rst) begin
            f_inside <= 0;
            f_track  <= 1'b0;
        end
    end
    always @* begin
        assume (rst == !f_past);
        assume (f_o < OUTPUTS);
        if (f_past) begin
            assert (f_inside <= 2 && m_axis_tvalid[f_o] == (f_inside != 0));
            assert (ready[f_o] == (f_inside != 2));
            if (&ready) assert (s_axis_tready);
            if (s_axis_tready) assert (f_inside != 2);
            if (f_track) assert (f_ahead < f_inside);
            if (f_track & f_ahead == 0)
                assert (m_axis_tdata[f_o*DATA_W] == f_bit && m_axis_tlast[f_o] == f_last);
            if (f_held) assert (m_axis_tvalid[f_o] && f_shown == m_axis_tdata[f_o*DATA_W]);
        end
    end
`endif
endmodule
`default_nettype wire
