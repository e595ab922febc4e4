// SPDX-License-Identifier: ISC
`default_nettype none
// TLPs between a hub's words and those of Altera's hard IP for PCI Express (Avalon-ST, 128 bit).
// Contract: both have the header first, its first double word lowest. A hub's payload begins with
// the next word; the IP's lies where its address says modulo 8 bytes: behind a header of three
// double words with an odd one (address bit 2, of a completion's lowest address) in the header's
// own word, behind one of four with an odd one a double word later. What has no place in the
// payload is undefined. TO_IP: from the hub to the IP, else back. m_empty, of the IP: the upper
// half of the last word has nothing. s_tuser and m_tuser go with the last word: the TLP is void.
// No gap comes of a stream without gaps.
// Latency: 1 cycle, 2 for a header of three double words whose payload moves into its word.
// Throughput: 1 word a cycle, at most one cycle more for a TLP.
module bl_s4_align #(
    // to the IP, or from it: 0..1
    parameter TO_IP = 1
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         s_tvalid,
    output wire         s_tready,
    input  wire [127:0] s_tdata,
    input  wire         s_tlast,
    input  wire         s_tuser,
    output reg          m_tvalid,
    input  wire         m_tready,
    output reg  [127:0] m_tdata,
    output reg          m_tlast,
    output reg          m_tuser,
    output reg          m_empty
);
    generate
        if (TO_IP < 0 || TO_IP > 1) begin : g_check_to_ip
            bl_s4_align_illegal_TO_IP illegal();
        end
    endgenerate

    // ---- the header: four double words, a payload of `length` modulo 4 of them, at an odd one
    wire         four = s_tdata[29], pays = s_tdata[30];
    wire         odd  = pays & (four ? s_tdata[98] : s_tdata[66]);
    wire         ups  = odd & (TO_IP != 0 ? ~four : four);  // the payload moves down by one
    wire         lags = odd & (TO_IP != 0 ? four : ~four);  // or up
    wire [1:0]   rest = s_tdata[1:0] + (!odd ? 2'd0 : four ? 2'd1 : 2'd3);
    wire         half = pays & (rest == 2'd1 || rest == 2'd2);
    // one word more comes out at the end: what is left of the one before
    wire         more = TO_IP != 0 ? (ups & s_tdata[1:0] != 2'd1) | (lags & s_tdata[1:0] == 2'd0)
                                   : (ups & s_tdata[1:0] != 2'd0) | (lags & s_tdata[1:0] == 2'd1);

    reg          begun, second;                             // behind the first word, at the next
    reg          is_up, is_late, has_more, is_half, is_void, ends;
    reg  [127:0] kept;
    wire         now_up = begun ? is_up : ups, now_more = begun ? has_more : more;
    wire         room   = ~m_tvalid | m_tready;
    wire         takes  = s_tvalid & s_tready;
    // The word that only is kept: the header, or behind it the first of the IP's.
    wire         keeps  = now_up & (TO_IP != 0 ? ~begun : second);
    wire         lone   = TO_IP != 0 && second;             // the header with a first word
    assign s_tready = room & ~ends;
    always @(posedge clk)
        if (rst) begin
            m_tvalid <= 1'b0;
            begun    <= 1'b0;
            second   <= 1'b0;
            ends     <= 1'b0;
        end else begin
            if (room) m_tvalid <= ends | (takes & ~keeps);
            if (room & ends) ends <= 1'b0;
            if (takes) begin
                begun  <= ~s_tlast;
                second <= ~begun & ~s_tlast;
                ends   <= s_tlast & now_more;
            end
        end
    always @(posedge clk) begin
        if (takes) {is_void, kept} <= {s_tuser, s_tdata};
        if (takes & ~begun) {is_up, is_late, has_more, is_half} <= {ups, lags, more, half};
        if (room) begin
            m_tlast <= ends | (s_tlast & ~now_more);
            m_tuser <= ends ? is_void : s_tuser;
            m_empty <= TO_IP != 0 && (begun | ends ? is_half : half) && (ends | s_tlast);
            if (ends)
                m_tdata <= is_late ? {96'd0, kept[127:96]} : {32'd0, kept[127:32]};
            else if (begun & is_up)
                m_tdata <= {s_tdata[31:0], lone ? kept[95:0] : kept[127:32]};
            else if (begun & is_late) m_tdata <= {s_tdata[95:0], kept[127:96]};
            else m_tdata <= s_tdata;
        end
    end
endmodule
`default_nettype wire
