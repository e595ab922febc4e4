// SPDX-License-Identifier: ISC
`default_nettype none
// Chooses one of those that request, in turns, in the cycle in which they do.
// Contract: `choice` is one-hot, or 0 without a request; who is chosen is served in that cycle. The
// next choice begins behind it, in cyclic order: a request that stays is chosen after at most
// REQUESTS - 1 others.
// No path is cut: choice follows from request and registers. Latency: 0 cycles. Throughput: a
// choice a cycle.
module bl_channel_arbiter #(
    // how many may request: 1..64
    parameter REQUESTS = 4
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [REQUESTS-1:0] request,
    output wire [REQUESTS-1:0] choice
);
    generate
        if (REQUESTS < 1 || REQUESTS > 64) begin : g_check_requests
            bl_channel_arbiter_illegal_REQUESTS illegal();
        end
    endgenerate

    reg  [REQUESTS-1:0] above;   // those behind the one that was chosen last
    wire [REQUESTS-1:0] high  = request & above;
    wire [REQUESTS-1:0] first = (|high) ? high : request;

    assign choice = first & (~first + 1'b1);

    always @(posedge clk) begin
        if (rst)            above <= {REQUESTS{1'b0}};
        else if (|request)  above <= ~(choice | (choice - 1'b1));
    end

`ifdef FORMAL
    // Rule 1: one of those that request is chosen, if any does. Rule 2: a request that stays is
    // chosen after at most REQUESTS - 1 others.
    (* anyconst *) reg [REQUESTS-1:0] f_who;
    reg       f_reset = 1'b0;
    reg [6:0] f_wait;
    always @(posedge clk) begin
        f_reset <= 1'b1;
        if (rst || !(|(request & f_who)) || |(choice & f_who)) f_wait <= 0;
        else f_wait <= f_wait + 1;
    end
    always @* begin
        if (!f_reset) assume (rst);
        assume (f_who != 0 && (f_who & (f_who - 1'b1)) == 0);
        assert ((choice & ~request) == 0 && (choice & (choice - 1'b1)) == 0);
        assert ((choice != 0) == (request != 0));
        if (f_reset) assert (f_wait < REQUESTS);
    end
`endif
endmodule
`default_nettype wire
