// SPDX-License-Identifier: ISC
`default_nettype none
// Joins two streams of TLPs into one.
// Contract: a TLP at a time; where both could begin, `s_*` does. No registers: paths go through.
// Latency: 0 cycles. Throughput: 1 word a cycle.
module bl_hub_join (
    input  wire         clk,
    input  wire         rst,
    input  wire         s_tvalid,
    output wire         s_tready,
    input  wire [127:0] s_tdata,
    input  wire         s_tlast,
    input  wire         t_tvalid,
    output wire         t_tready,
    input  wire [127:0] t_tdata,
    input  wire         t_tlast,
    output wire         m_tvalid,
    input  wire         m_tready,
    output wire [127:0] m_tdata,
    output wire         m_tlast
);
    reg  of_s, of_t;                         // in the middle of a TLP
    wire turn_t = of_t | (~of_s & ~s_tvalid);
    assign m_tvalid = turn_t ? t_tvalid : s_tvalid;
    assign m_tdata  = turn_t ? t_tdata : s_tdata;
    assign m_tlast  = turn_t ? t_tlast : s_tlast;
    assign s_tready = m_tready & ~turn_t;
    assign t_tready = m_tready & turn_t;
    // What was offered stays: who waits for room keeps its turn.
    always @(posedge clk)
        if (rst) {of_s, of_t} <= 2'b00;
        else if (m_tvalid) begin
            of_s <= ~turn_t & ~(m_tready & m_tlast);
            of_t <= turn_t & ~(m_tready & m_tlast);
        end

`ifdef FORMAL
    // Rule 1: a TLP is whole: between its words there is none of the other stream.
    // Rule 2: what is offered stays until it is taken, as long as both streams keep to that.
    reg f_past = 1'b0, f_in, f_who, f_waits;
    reg [128:0] f_word;
    reg f_s_waits, f_t_waits;
    reg [128:0] f_s, f_t;
    always @(posedge clk) begin
        f_past    <= 1'b1;
        f_waits   <= m_tvalid & ~m_tready & ~rst;
        f_word    <= {m_tlast, m_tdata};
        f_s_waits <= s_tvalid & ~s_tready & ~rst;
        f_t_waits <= t_tvalid & ~t_tready & ~rst;
        f_s       <= {s_tlast, s_tdata};
        f_t       <= {t_tlast, t_tdata};
        if (rst) f_in <= 1'b0;
        else if (m_tvalid & m_tready) begin
            f_in  <= ~m_tlast;
            f_who <= t_tready;
        end
    end
    always @* begin
        if (!f_past) assume (rst);
        if (f_past && f_s_waits) assume (s_tvalid && f_s == {s_tlast, s_tdata});
        if (f_past && f_t_waits) assume (t_tvalid && f_t == {t_tlast, t_tdata});
        if (f_past && !rst) begin
            assert (!(s_tready & t_tready) && !(of_s & of_t));
            if (f_in) assert (of_s == ~f_who && of_t == f_who);
            if (f_waits) assert (m_tvalid && f_word == {m_tlast, m_tdata});
        end
    end
`endif
endmodule
`default_nettype wire
