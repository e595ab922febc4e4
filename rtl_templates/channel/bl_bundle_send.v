// SPDX-License-Identifier: ISC
`default_nettype none
// The sending end of a bundle at one peer: how many words the other end has room for.
// Contract: it begins with credits for the other end's whole buffer, has one less for every word
// that is sent and as many more as each grant says; grants are for places that it has had. `wish`:
// a word waits and has a credit; `word`: it may go, as the link takes a flit. `sent` takes it in
// the same cycle.
// Cut: wish and word follow from a register, waits and take; a grant counts a cycle later.
// Latency: 0 cycles. Throughput: a word a cycle.
module bl_bundle_send #(
    // log2 of the words in the other end's buffer: 2..14
    parameter LOG_DEPTH = 9
) (
    input  wire               clk,
    input  wire               rst,
    // the link takes a flit
    input  wire               take,
    // a word waits, has a credit, may go, goes
    input  wire               waits,
    output wire               wish,
    output wire               word,
    input  wire               sent,
    // places that the other end grants
    input  wire               grant_valid,
    input  wire [LOG_DEPTH:0] grant
);
    localparam [LOG_DEPTH:0] DEPTH = 1 << LOG_DEPTH;

    generate
        if (LOG_DEPTH < 2 || LOG_DEPTH > 14) begin : g_check_log_depth
            bl_bundle_send_illegal_LOG_DEPTH illegal();
        end
    endgenerate

    reg                some;
    reg  [LOG_DEPTH:0] credits;
    wire [LOG_DEPTH:0] next = credits + (grant_valid ? grant : {(LOG_DEPTH+1){1'b0}})
        - {{LOG_DEPTH{1'b0}}, sent};

    assign wish = some & waits;
    assign word = wish & take;

    always @(posedge clk) begin
        credits <= next;
        some    <= |next;
        if (rst) begin
            credits <= DEPTH;
            some    <= 1'b1;
        end
    end

`ifdef FORMAL
    // Rule 1: a word goes only with a credit, when the link takes one. Rule 2: words that went are
    // never more than the other end's places and those that it granted. Rule 3: a word that waits
    // may go whenever the link takes one and not all of those are used.
    reg                 f_reset = 1'b0;
    reg [LOG_DEPTH+1:0] f_away;           // words that went and whose places were not granted again
    always @(posedge clk) begin
        f_reset <= 1'b1;
        f_away  <= rst ? 0 : f_away + sent - (grant_valid ? grant : 0);
    end
    always @* begin
        if (!f_reset) assume (rst);
        assume (sent == word || !sent);
        assume (!grant_valid || grant <= f_away);
        if (f_reset) begin
            assert (f_away <= DEPTH && credits == DEPTH - f_away && some == (credits != 0));
            if (word) assert (waits && take && f_away < DEPTH);
            if (waits && take && f_away < DEPTH) assert (word);
        end
    end
`endif
endmodule
`default_nettype wire
