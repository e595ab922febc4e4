// SPDX-License-Identifier: ISC
`default_nettype none
// Whether a channel goes on: its words go to a node one after the other, up to TURN_WORDS, before
// those of another channel to the same node, for a carrier that pays for going to another channel.
// Contract: `sent`: a word goes; `wish`: one waits that has a credit. `on`: other channels to the
// same node wait. It ends with the turn, with a word that is sent `now`, and a cycle after no word
// waits.
// Cut: on is a register, or 0 where each word is a turn.
// Latency: 1 cycle. Throughput: a word a cycle.
module bl_channel_run #(
    // words of a turn; 1: each word: 1..2047
    parameter TURN_WORDS = 1
) (
    input  wire clk,
    input  wire rst,
    input  wire wish,
    input  wire sent,
    input  wire now,
    output wire on
);
    generate
        if (TURN_WORDS < 1 || TURN_WORDS > 2047) begin : g_check_turn_words
            bl_channel_run_illegal_TURN_WORDS illegal();
        end
    endgenerate

    localparam [31:0] TURN = TURN_WORDS;
    reg         goes_on;
    reg  [10:0] words;                     // of this turn
    wire        more = ~now & (words + 11'd1 < TURN[10:0]);

    assign on = (TURN_WORDS == 1) ? 1'b0 : goes_on;

    always @(posedge clk) begin
        if (sent) begin
            goes_on <= more;
            words   <= more ? words + 11'd1 : 11'd0;
        end else if (~wish) begin
            goes_on <= 1'b0;
            words   <= 11'd0;
        end
        if (rst) begin
            goes_on <= 1'b0;
            words   <= 11'd0;
        end
    end

`ifdef FORMAL
    // Rule 1: of TURN_WORDS words in a row at least one is not followed by `on`. Rule 2: it is not
    // on behind a cycle in which nothing waited and nothing went, nor behind a word sent now.
    reg        f_reset = 1'b0, f_off;
    reg [11:0] f_words;
    always @(posedge clk) begin
        f_reset <= 1'b1;
        f_off   <= rst || (sent ? now : !wish);
        if (rst) f_words <= 0;
        else f_words <= (on ? f_words : 0) + sent;
    end
    always @* begin
        if (!f_reset) assume (rst);
        if (f_reset) begin
            if (on) assert (f_words < TURN_WORDS && f_words == words && !f_off);
        end
    end
`endif
endmodule
`default_nettype wire
