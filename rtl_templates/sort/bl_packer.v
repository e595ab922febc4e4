`default_nettype none
// Packer: turns a sparse stream into a dense one.
// Contract: one lane stream in and out; the kept elements leave in order, the last 0..ELEMS-1 of them with tlast. Nothing is taken
// between a tlast beat and the tlast beat that answers it. s_axis_tready is the AND of two registers; m_axis_tready reaches no output.
// Latency: 3 + ceil(log2(ELEMS) / 2) clocks. Throughput: 1 word a clock.
module bl_packer #(
    // elements in a word: 2, 4, 8 or 16
    parameter ELEMS = 8,
    // bits in an element, 1 or more
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
    reg  closed;
    wire go, done;
    wire beat = s_axis_tvalid & s_axis_tready;

    assign s_axis_tready = go & ~closed;

    always @(posedge clk) begin
        if (rst | done) closed <= 1'b0;
        else if (beat & s_axis_tlast) closed <= 1'b1;
    end

    bl_collector #(.PORTS(ELEMS), .ELEMS(ELEMS), .ELEM_W(ELEM_W)) collector (
        .clk(clk), .rst(rst | done), .s_valid(s_axis_tkeep & {ELEMS{beat}}), .s_data(s_axis_tdata), .s_last(closed),
        .go(go), .done(done), .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready), .m_axis_tdata(m_axis_tdata),
        .m_axis_tkeep(m_axis_tkeep), .m_axis_tlast(m_axis_tlast));
endmodule
`default_nettype wire
