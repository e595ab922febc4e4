// SPDX-License-Identifier: ISC
`default_nettype none
// Proof of a bundle's two ends: the sending end of node A and the receiving end of node B, joined
// by links that keep order and take any time.
module bl_bundle_pair #(
    // log2 of the words in the buffer
    parameter LOG_DEPTH = 2,
    // flits on a link: 1..3
    parameter FLIGHT = 3
) (
    input wire clk,
    input wire rst,
    input wire waits,
    input wire data,
    // links: take a flit, bring one
    input wire room_ahead,
    input wire room_back,
    input wire bring_ahead,
    input wire bring_back,
    input wire m_tready
);
    localparam COUNT_W = LOG_DEPTH + 1;
    reg  [FLIGHT-1:0]         ahead;
    reg  [FLIGHT*COUNT_W-1:0] back;
    reg  [1:0]                ahead_count, back_count;
    reg                       granted;                      // grants are registered
    reg  [COUNT_W-1:0]        grants;

    wire               unused_wish, word, over, give, m_tvalid, m_tdata;
    wire [COUNT_W-1:0] grant;
    wire               take_ahead = room_ahead & (ahead_count != FLIGHT);
    wire               take_back  = room_back & (back_count != FLIGHT);
    wire               brought_ahead = bring_ahead & (ahead_count != 0);
    wire               brought_back  = bring_back & (back_count != 0);

    bl_bundle_send #(.LOG_DEPTH(LOG_DEPTH)) send (
        .clk(clk), .rst(rst), .take(take_ahead), .waits(waits), .wish(unused_wish), .word(word),
        .sent(word), .grant_valid(granted), .grant(grants));
    bl_bundle_receive #(.WORD_W(1), .LOG_DEPTH(LOG_DEPTH)) receive (
        .clk(clk), .rst(rst), .arrive(brought_ahead), .arrived(ahead[0]), .over(over),
        .take(take_back), .give(give), .grant(grant), .given(give), .m_tvalid(m_tvalid),
        .m_tready(m_tready), .m_tdata(m_tdata));

    always @(posedge clk) begin
        ahead <= brought_ahead ? ahead >> 1 : ahead;
        if (word) ahead[ahead_count-brought_ahead] <= data;
        ahead_count <= ahead_count + word - brought_ahead;
        back <= brought_back ? back >> COUNT_W : back;
        if (give) back[(back_count-brought_back)*COUNT_W +: COUNT_W] <= grant;
        back_count  <= back_count + give - brought_back;
        granted     <= brought_back;
        grants      <= back[COUNT_W-1:0];
        if (rst) begin
            ahead_count <= 0;
            back_count  <= 0;
            granted     <= 1'b0;
        end
    end

`ifdef FORMAL
    // Rule 1: there is always room for a word that comes (`over` is never raised), and no more than
    // 2^LOG_DEPTH are on their way or in the buffer.
    // Rule 2: every word that was sent arrives, and leaves after exactly those that went before it,
    // unchanged.
    // Rule 3: a sender whose words wait, with a receiver that drains, and links that are not held
    // up, sends again after at most CALM cycles.
    localparam CALM = 10;
    (* anyseq *) wire   f_pick;
    reg                 f_reset = 1'b0, f_track, f_value;
    reg [COUNT_W:0]     f_inside, f_ahead;
    reg [3:0]           f_calm;
    wire                f_leave = m_tvalid & m_tready;
    always @(posedge clk) begin
        f_reset  <= 1'b1;
        f_inside <= f_inside + word - f_leave;
        if (f_track & f_leave) begin
            f_ahead <= f_ahead - 1'b1;
            if (f_ahead == 0) f_track <= 1'b0;
        end
        if (!f_track & f_pick & word) begin
            f_track <= 1'b1;
            f_value <= data;
            f_ahead <= f_inside - f_leave;
        end
        f_calm <= (waits & room_ahead & room_back & bring_ahead & bring_back & m_tready & !word)
            ? f_calm + 1'b1 : 0;
        if (rst) begin
            f_inside <= 0;
            f_track  <= 1'b0;
            f_calm   <= 0;
        end
    end
    always @* begin
        assume (rst == !f_reset);
        if (f_reset) begin
            assert (!over);
            assert (f_inside <= (1 << LOG_DEPTH));
            assert (f_calm < CALM);
            if (f_track && f_ahead == 0 && f_leave) assert (m_tdata == f_value);
            if (f_track) assert (f_ahead < f_inside);
        end
    end
`endif
endmodule
`default_nettype wire
