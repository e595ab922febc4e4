// SPDX-License-Identifier: ISC
`default_nettype none
// Where the frames of a move that is sent `now` end: the first ones are short. A carrier sends a
// frame when it has all of it, and its receiver gives it on when it has come whole; with short ones
// the first words leave early and the last of a short move wait for few others.
// Contract: `sent`: a word goes, `last` with the last one of a move. `cut`, with the same word: a
// frame ends behind it. That is so behind words 8, 24, 48, 80, 104 and 120 of a move and behind its
// last one: up to 128 words go in frames that grow as long as words come faster than a link takes
// them, and shrink towards the end; behind those they are as full as the carrier makes them.
// Cut: none; `cut` follows from a register and `last`.
// Latency: 0 cycles. Throughput: a word a cycle.
module bl_channel_framing (
    input  wire clk,
    input  wire rst,
    input  wire sent,
    input  wire last,
    output wire cut
);
    reg [6:0] words;                       // of this move, up to 127

    assign cut = last | (words == 7'd7) | (words == 7'd23) | (words == 7'd47) | (words == 7'd79)
        | (words == 7'd103) | (words == 7'd119);

    always @(posedge clk) begin
        if (sent) words <= last ? 7'd0 : words + {6'd0, ~&words};
        if (rst) words <= 7'd0;
    end

`ifdef FORMAL
    // Rule 1: behind a cut word at least 8 words go until the next one, but at the end of a move.
    // Rule 2: no cut comes behind word 127 of a move but at its end.
    reg       f_reset = 1'b0, f_far;
    reg [3:0] f_since;                     // words behind the last cut, up to 8
    always @(posedge clk) begin
        f_reset <= 1'b1;
        if (sent) begin
            f_since <= cut ? 4'd0 : f_since + {3'd0, f_since != 4'd8};
            f_far   <= ~last & (f_far | &words);
        end
        if (rst) {f_since, f_far} <= 5'd0;
    end
    always @* begin
        if (!f_reset) assume (rst);
        if (f_reset) begin
            if (sent & cut & ~last) assert (f_since >= 4'd7 && !f_far);
            if (f_far) assert (&words);
        end
    end
`endif
endmodule
`default_nettype wire
