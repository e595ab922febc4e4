// SPDX-License-Identifier: ISC
`default_nettype none
// Round-robin choice that is known one cycle ahead: points at one of several requesters and moves
// on when asked to.
// Contract: `grant` is one-hot and a register. In a cycle with `move`=1 the grant goes to the next
// requester (in cyclic order) other than the one that holds it; when there is none it stays where
// it is. All paths are cut.
// Latency: 1 cycle. Throughput: one move a cycle. A requester that keeps asking is granted within
// REQUESTS-1 moves.
module bl_rotor #(
    // number of requesters: 1..64
    parameter REQUESTS = 4
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [REQUESTS-1:0] request,
    input  wire                move,
    output wire [REQUESTS-1:0] grant
);
    generate
        if (REQUESTS < 1 || REQUESTS > 64) begin : g_check_requests
            bl_rotor_illegal_REQUESTS illegal();
        end
        if (REQUESTS == 1) begin : g_one
            assign grant = 1'b1;
            // A single requester always holds the grant: the inputs have nothing to decide.
            wire unused = &{1'b0, clk, rst, request, move, 1'b0};
        end else begin : g_many
            reg  [REQUESTS-1:0] held;    // one-hot: who holds the grant
            reg  [REQUESTS-1:0] after;   // those behind the holder, up to the highest number
            wire [REQUESTS-1:0] high = request & after;
            wire [REQUESTS-1:0] low  = request & ~after & ~held;
            wire [REQUESTS-1:0] high_below, low_below;   // a requester with a lower number exists
            genvar i;
            assign high_below[0] = 1'b0;
            assign low_below[0]  = 1'b0;
            for (i = 1; i < REQUESTS; i = i + 1) begin : g_below
                assign high_below[i] = |high[i-1:0];
                assign low_below[i]  = |low[i-1:0];
            end
            always @(posedge clk) begin
                if (rst) begin
                    held  <= {{(REQUESTS-1){1'b0}}, 1'b1};
                    after <= {{(REQUESTS-1){1'b1}}, 1'b0};
                end else if (move) begin
                    if (|high) begin
                        held  <= high & ~high_below;
                        after <= high_below;
                    end else if (|low) begin
                        held  <= low & ~low_below;
                        after <= low_below;
                    end
                end
            end
            assign grant = held;
        end
    endgenerate

`ifdef FORMAL
    // Rule 1: the grant is one-hot. Rule 2: it changes only on a move, and only to a requester.
    // Rule 3: a requester that keeps asking holds the grant after at most REQUESTS-1 moves (each
    // with somebody else served).
    reg                f_past = 1'b0;
    reg [REQUESTS-1:0] f_grant, f_request;
    reg                f_move, f_rst;
    (* anyconst *) reg [REQUESTS-1:0] f_who;
    reg [6:0]          f_wait;
    always @(posedge clk) begin
        f_past    <= 1'b1;
        f_grant   <= grant;
        f_request <= request;
        f_move    <= move;
        f_rst     <= rst;
        if (rst || !(|(request & f_who)) || |(grant & f_who)) f_wait <= 0;
        else if (move) f_wait <= f_wait + 1;
    end
    always @* begin
        if (!f_past) assume (rst);
        assume (f_who != 0 && (f_who & (f_who - 1'b1)) == 0);
        if (f_past) begin
            assert (grant != 0 && (grant & (grant - 1'b1)) == 0);
            if (!f_rst && f_grant != grant) assert (f_move && |(grant & f_request));
            if (|(grant & f_who)) assert (f_wait < REQUESTS);
            else assert (f_wait < REQUESTS - 1);
        end
    end
`endif
endmodule
`default_nettype wire
