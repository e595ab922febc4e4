`default_nettype none
// Proof that what bl_s4_align makes of a hub's TLPs for the hard IP, it makes TLPs again of: the
// same words, but for what has no place in a payload.
module bl_s4_round (
    input wire         clk,
    input wire         rst,
    input wire         s_tvalid,
    input wire [127:0] s_tdata,
    input wire         s_tuser,
    input wire         m_tready
);
    wire         s_tready, s_tlast, i_tvalid, i_tready, i_tlast, i_tuser, i_empty;
    wire         m_tvalid, m_tlast, m_tuser, m_empty;
    wire [127:0] i_tdata, m_tdata;
    bl_s4_align #(.TO_IP(1)) out (
        .clk(clk), .rst(rst), .s_tvalid(s_tvalid), .s_tready(s_tready), .s_tdata(s_tdata),
        .s_tlast(s_tlast), .s_tuser(s_tuser), .m_tvalid(i_tvalid), .m_tready(i_tready),
        .m_tdata(i_tdata), .m_tlast(i_tlast), .m_tuser(i_tuser), .m_empty(i_empty));
    bl_s4_align #(.TO_IP(0)) back (
        .clk(clk), .rst(rst), .s_tvalid(i_tvalid), .s_tready(i_tready), .s_tdata(i_tdata),
        .s_tlast(i_tlast), .s_tuser(i_tuser), .m_tvalid(m_tvalid), .m_tready(m_tready),
        .m_tdata(m_tdata), .m_tlast(m_tlast), .m_tuser(m_tuser), .m_empty(m_empty));

    // A TLP has as many words as its header says, here at most 4.
    reg  [2:0] in_left, out_left;
    reg  [3:0] length;              // of the payload that is leaving
    reg        in_first, out_first;
    wire [3:0] dwords  = s_tdata[30] ? s_tdata[3:0] : 4'd0;
    wire [2:0] in_now  = in_first ? (dwords + 4'd3) >> 2 : in_left;
    wire [3:0] o_dwords = m_tdata[30] ? m_tdata[3:0] : 4'd0;
    wire [2:0] out_now = out_first ? (o_dwords + 4'd3) >> 2 : out_left;
    assign s_tlast = in_now == 3'd0;
    always @(posedge clk)
        if (rst) begin
            in_first  <= 1'b1;
            out_first <= 1'b1;
        end else begin
            if (s_tvalid & s_tready) begin
                in_first <= s_tlast;
                in_left  <= in_now - 3'd1;
            end
            if (m_tvalid & m_tready) begin
                out_first <= m_tlast;
                out_left  <= out_now - 3'd1;
                length    <= out_first ? o_dwords : length - 4'd4;
            end
        end

`ifdef FORMAL
    // Rule 1: the word number f_number comes out as it went in, its double words of a payload, or
    // all but what a header of three has not.
    // Rule 2: the last word of a TLP is its last, and with it is said whether the TLP is void.
    (* anyconst *) reg [3:0] f_number;
    reg         f_past = 1'b0;
    reg [3:0]   f_in, f_out;
    reg [127:0] f_word;
    reg         f_user;
    wire [3:0]  f_has = out_first ? (m_tdata[29] ? 4'd4 : 4'd3) : length;
    always @(posedge clk) begin
        f_past <= 1'b1;
        if (rst) {f_in, f_out} <= 8'd0;
        else begin
            if (s_tvalid & s_tready) f_in <= f_in + 4'd1;
            if (s_tvalid & s_tready & f_in == f_number) {f_user, f_word} <= {s_tuser, s_tdata};
            if (m_tvalid & m_tready) f_out <= f_out + 4'd1;
        end
    end
    always @* begin
        if (!f_past) assume (rst); else assume (!rst);
        if (s_tvalid & in_first) assume (s_tdata[9:4] == 6'd0 && s_tdata[3:0] != 4'd0
                                         && s_tdata[3:0] < 4'd13);
        if (f_past & m_tvalid) begin
            assert (f_out != f_in);
            assert (m_tlast == (out_now == 3'd0));
            if (f_out == f_number) begin
                assert (m_tdata[31:0] == f_word[31:0]);
                if (m_tlast) assert (m_tuser == f_user);
                if (f_has > 4'd1) assert (m_tdata[63:32] == f_word[63:32]);
                if (f_has > 4'd2) assert (m_tdata[95:64] == f_word[95:64]);
                if (f_has > 4'd3) assert (m_tdata[127:96] == f_word[127:96]);
            end
        end
    end
`endif
    wire unused = &{1'b0, i_empty, m_empty, 1'b0};
endmodule
`default_nettype wire
