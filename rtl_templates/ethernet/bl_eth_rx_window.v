// SPDX-License-Identifier: ISC
`default_nettype none
// What a receiver knows of the frames of one peer: which have come, which are missing, what it has
// reported of them.
// Contract: `expected` is the next seq number to be delivered, all before have been. A frame
// that came (`came`) is to be kept with `keep`: it is one of the next WINDOW and has not come yet;
// one of the frames behind those is `beyond`. `held` says in the same cycle that there was a place
// for it. `next`: frame `expected` is here; `taken` says that it is being delivered.
//   `missing`: frames by place in the ring that a later one has overtaken, each reported once; all
//   that are missing again when a frame that came has `asked`, and when `expected` is still missing
//   after PATIENCE ticks in which nothing was delivered and no report was sent.
//   `due`: an acknowledge or credits should leave soon, `urgent`: now. ack_sent says that a frame
//   to the peer carries them; missing_sent that it carries these bits of `missing`, too.
// `freed` flits add to `credit`, modulo 2^16; `granted`, the peer's own count, is given to the
// endpoint in portions of up to 15 (`give`). `leaves`: a flit goes to the peer; a count that grants
// more than have left is `excess`, and has no effect here.
// Latency: 1 cycle. Throughput: one of each a cycle.
module bl_eth_rx_window #(
    // log2 of the places in the ring: 2..6
    parameter LOG_WINDOW = 4,
    // frames that the peer may have out: 1..2 ^ LOG_WINDOW - 1
    parameter WINDOW = 14,
    // ticks, more than from a report to what it asks for: 1..65535
    parameter PATIENCE = 24,
    // log2 of the flits in a link's receive buffer: 4..15
    parameter LOG_BUFFER = 10
) (
    input  wire                       clk,
    input  wire                       rst,
    input  wire                       tick,
    // frames
    input  wire                       came,
    input  wire [23:0]                seq,
    input  wire                       asked,
    output wire                       keep,
    output wire                       beyond,
    input  wire                       held,
    output reg  [23:0]                expected,
    output wire                       next,
    input  wire                       taken,
    // reports
    output reg  [(1<<LOG_WINDOW)-1:0] missing,
    output wire                       due,
    output wire                       urgent,
    input  wire                       ack_sent,
    input  wire [(1<<LOG_WINDOW)-1:0] missing_sent,
    // credits
    input  wire [3:0]                 freed,
    output reg  [15:0]                credit,
    input  wire                       leaves,
    input  wire                       grant_valid,
    input  wire [15:0]                granted,
    output wire                       excess,
    output reg  [3:0]                 give
);
    localparam RING = 1 << LOG_WINDOW;

    generate
        if (LOG_WINDOW < 2 || LOG_WINDOW > 6) begin : g_check_log_window
            bl_eth_rx_window_illegal_LOG_WINDOW illegal();
        end
        if (WINDOW < 1 || WINDOW >= RING) begin : g_check_window
            bl_eth_rx_window_illegal_WINDOW illegal();
        end
        if (PATIENCE < 1 || PATIENCE > 65535) begin : g_check_patience
            bl_eth_rx_window_illegal_PATIENCE illegal();
        end
        if (LOG_BUFFER < 4 || LOG_BUFFER > 15) begin : g_check_log_buffer
            bl_eth_rx_window_illegal_LOG_BUFFER illegal();
        end
    endgenerate

    localparam [31:0] MOST = WINDOW, LONGEST = PATIENCE;
    wire [RING-1:0] one = {{(RING-1){1'b0}}, 1'b1};

    // ---- frames ----
    reg  [RING-1:0]       have;
    reg  [LOG_WINDOW:0]   span;                  // frames from `expected` to behind the latest one
    wire [23:0]           ahead  = seq - expected;
    wire                  within_reach = ahead < MOST[23:0];
    wire [LOG_WINDOW-1:0] place  = seq[LOG_WINDOW-1:0], base = expected[LOG_WINDOW-1:0];
    wire [RING-1:0]       mark   = one << place;
    wire                  unseen    = within_reach & ~(|(have & mark));
    wire                  stays  = came & unseen & held;
    wire                  jumps  = stays & (ahead[LOG_WINDOW:0] >= span);
    // a gap that stays: its report was lost, or what was sent again
    reg  [15:0]           stale;
    reg                   overdue;
    wire                  gap   = (|span) & ~next;
    wire                  moves = taken | ~gap | (|missing_sent) | overdue;
    // by distance from `expected`, then by place: those that were overtaken now; all before `span`
    wire [RING-1:0]       below  = (one << span) - 1'b1;
    wire [RING-1:0]       passed = ((one << ahead[LOG_WINDOW-1:0]) - 1'b1) & ~below;
    wire [RING-1:0]       wanted = (jumps ? passed : {RING{1'b0}})
        | (((came & asked) | overdue) ? below : {RING{1'b0}});
    wire [2*RING-1:0]     turned = {wanted, wanted} << base;
    assign keep   = unseen;
    assign beyond = ~within_reach & ~ahead[23];
    assign next = |(have & (one << base));

    // ---- what is to be reported ----
    reg  [1:0]  owed;
    reg         answer;
    reg  [2:0]  age;
    reg  [15:0] said;
    wire [15:0] unsaid = credit - said;
    assign urgent = answer | (|missing);
    assign due    = urgent | owed[1] | (unsaid[15:LOG_BUFFER-2] != 0)
        | (((|owed) | (|unsaid)) & age[2]);

    // ---- credits ----
    reg  [15:0] departed, target, given;
    wire [15:0] fresh   = granted - target;
    wire [15:0] unpaid  = departed - target;
    wire        newer   = grant_valid & ~fresh[15];
    assign excess = newer & (fresh > unpaid);
    wire [15:0] left    = target - given;
    wire [3:0]  portion = (|left[15:4]) ? 4'd15 : left[3:0];

    always @(posedge clk) begin
        expected <= expected + {23'd0, taken};
        have     <= (have | (stays ? mark : {RING{1'b0}}))
            & ~(taken ? one << base : {RING{1'b0}});
        if (moves) stale <= 16'd0;
        else if (tick) stale <= stale + 1'b1;
        overdue  <= ~moves & tick & (stale == LONGEST[15:0]);
        span     <= (jumps ? ahead[LOG_WINDOW:0] + 1'b1 : span) - {{LOG_WINDOW{1'b0}}, taken};
        missing  <= ((missing & ~missing_sent) | (turned[2*RING-1:RING] & ~have))
            & ~(stays ? mark : {RING{1'b0}}) & ~(taken ? one << base : {RING{1'b0}});

        if (came) owed <= (ack_sent ? 2'd1 : owed[1] ? owed : owed + 1'b1);
        else if (ack_sent) owed <= 2'd0;
        if (came & (asked | ~unseen)) answer <= 1'b1;
        else if (ack_sent) answer <= 1'b0;
        if (ack_sent | ~((|owed) | (|unsaid))) age <= 3'd0;
        else if (tick & ~(&age)) age <= age + 1'b1;
        if (ack_sent) said <= credit;
        credit <= credit + {12'd0, freed};
        departed <= departed + {15'd0, leaves};
        if (newer & ~excess) target <= granted;
        given <= given + {12'd0, portion};
        give  <= portion;
        if (rst) begin
            expected <= 24'd0;
            have     <= {RING{1'b0}};
            span     <= {(LOG_WINDOW+1){1'b0}};
            missing  <= {RING{1'b0}};
            stale    <= 16'd0;
            overdue  <= 1'b0;
            owed     <= 2'd0;
            answer   <= 1'b0;
            age      <= 3'd0;
            said     <= 16'd0;
            credit   <= 16'd0;
            departed <= 16'd0;
            target   <= 16'd0;
            given    <= 16'd0;
            give     <= 4'd0;
        end
    end
    wire unused = &{1'b0, turned[RING-1:0], 1'b0};

`ifdef FORMAL
    // Of any frame, whatever comes:
    // Rule 1: it is kept once until it is delivered, and only while it is one of the next WINDOW.
    // Rule 2: it is offered for delivery exactly when it was kept and all before it were delivered.
    // Rule 3: it is not missing while it is kept; it is in the cycle behind one that overtook it.
    // Rule 4: as much is given to the endpoint as the peer has granted, in the end.
    // Rule 5: never more than has left for the peer, whatever it says.
    // Rule 6: a gap at `expected` is not left for longer than PATIENCE ticks without being
    // reported.
    (* anyconst *) wire [23:0] f_seq;
    reg         f_reset = 1'b0, f_here, f_passed;
    reg  [15:0] f_given, f_left, f_quiet;
    wire [23:0] f_ahead = f_seq - expected;
    wire        f_keeps = came & keep & held;
    wire        f_own   = f_keeps & (seq == f_seq);
    wire        f_later = f_keeps & (ahead > f_ahead) & (f_ahead < WINDOW) & ~f_here;
    always @(posedge clk) begin
        f_reset  <= 1'b1;
        f_here   <= (f_here | f_own) & ~(taken & expected == f_seq);
        f_passed <= f_later & (ahead[LOG_WINDOW:0] >= span) & (f_ahead >= span);
        f_given  <= f_given + give;
        f_left   <= f_left + leaves;
        f_quiet  <= (taken | ~gap | (|missing)) ? 16'd0 : f_quiet + tick;
        if (rst) begin
            f_here   <= 1'b0;
            f_passed <= 1'b0;
            f_given  <= 16'd0;
            f_left   <= 16'd0;
            f_quiet  <= 16'd0;
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        assume (!taken || next);
        assume ((missing_sent & ~missing) == {RING{1'b0}});
        if (f_reset) begin
            if (f_own) assert (!f_here && f_ahead < WINDOW);
            if (f_here) assert (f_ahead < WINDOW);
            if (expected == f_seq) assert (next == f_here);
            if (f_here) assert (!missing[f_seq[LOG_WINDOW-1:0]]);
            if (f_passed) assert (missing[f_seq[LOG_WINDOW-1:0]] && urgent);
            assert (f_given + give == given);
            assert (given <= f_left);
            assert (f_quiet <= PATIENCE + 3);
        end
    end
`endif
endmodule
`default_nettype wire
