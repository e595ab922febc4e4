// SPDX-License-Identifier: ISC
`default_nettype none
// What a sender knows of its frames to one peer: which are complete, sent, acknowledged, to be sent
// again.
// Contract: frames have sequence numbers from 0 on, modulo 2^24, and their places in a ring of
// 2^LOG_WINDOW, the low bits. From `acked` on there are `out` frames that were sent and not
// acknowledged, then some that are complete; before `acked` there are `lag` whose slots were not
// given back yet.
//   `fresh`: the next frame, acked + out, may be sent; sent_new says that it is. At most WINDOW
//   frames are out.
//   `again`: frames of the ring that the peer lacks; sent_again says that number again_index is
//   sent, or does not need it any more. A bit may be late: only acked .. acked + out - 1 are meant.
//   `probe`: no acknowledge for TIMEOUT ticks: the oldest frame is to be sent, with a question;
//   sent_probe says that it is. The peer has `failed`, until reset, after RETRIES of them in a row,
//   or as many times TIMEOUT without a greeting while there are words for it (`wanted`, or taken),
//   or without anything `peer_alive` of it once it has greeted.
//   `quiet`: nothing has gone to the peer for TIMEOUT ticks, or ever; sent_any says that something
//   does.
// An acknowledge that is older than the last one, or of what was not sent, has no effect here. A
// report's bits are by place in the ring.
// Latency: 1 cycle. Throughput: one of each a cycle.
module bl_eth_tx_window #(
    // log2 of the places in the ring: 2..6
    parameter LOG_WINDOW = 4,
    // frames that may be out: 1..2 ^ LOG_WINDOW - 1
    parameter WINDOW = 14,
    // ticks: 1..65535
    parameter TIMEOUT = 48,
    // probes in a row: 1..65535
    parameter RETRIES = 100
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire                     tick,
    input  wire                     ready,      // the peer knows this node's session
    input  wire                     wanted,
    input  wire                     peer_alive,      // a frame of the peer, or its first greeting
    // runs
    input  wire                     opened,
    input  wire                     closed_old,
    input  wire                     closed_new,
    output wire                     room,       // three more may be opened
    output wire                     empty,      // no slot is held
    output wire                     lone,       // nothing is complete: the next run leaves at once
    output wire                     jam,        // one that is complete has not left
    // acknowledges
    input  wire                     ack_valid,
    input  wire [23:0]              ack,
    input  wire                     report_valid,
    input  wire [(1<<LOG_WINDOW)-1:0] report,
    // sending
    output reg  [23:0]              acked,
    output reg  [LOG_WINDOW:0]      out,
    output wire                     fresh,
    input  wire                     sent_new,
    output reg  [(1<<LOG_WINDOW)-1:0] again,
    input  wire                     sent_again,
    input  wire [LOG_WINDOW-1:0]    again_index,
    output reg                      probe,
    input  wire                     sent_probe,
    output wire                     quiet,
    input  wire                     sent_any,
    output reg                      failed,
    // slots that are given back, oldest first
    output wire                     lags,
    output wire [LOG_WINDOW-1:0]    lag_index,
    input  wire                     gave_back
);
    localparam RING = 1 << LOG_WINDOW;

    generate
        if (LOG_WINDOW < 2 || LOG_WINDOW > 6) begin : g_check_log_window
            bl_eth_tx_window_illegal_LOG_WINDOW illegal();
        end
        if (WINDOW < 1 || WINDOW >= RING) begin : g_check_window
            bl_eth_tx_window_illegal_WINDOW illegal();
        end
        if (TIMEOUT < 1 || TIMEOUT > 65535) begin : g_check_timeout
            bl_eth_tx_window_illegal_TIMEOUT illegal();
        end
        if (RETRIES < 1 || RETRIES > 65535) begin : g_check_retries
            bl_eth_tx_window_illegal_RETRIES illegal();
        end
    endgenerate

    localparam [31:0] MOST = WINDOW, LIMIT = TIMEOUT, TRIES = RETRIES, ALMOST = RING - 3;
    localparam [LOG_WINDOW:0] ZERO = 0;

    reg  [LOG_WINDOW:0] complete, held, lag;     // held: opened, its slot not given back
    wire [23:0]         ahead = ack - acked;
    wire                good  = ack_valid & (ahead <= {{(23-LOG_WINDOW){1'b0}}, out});
    wire [LOG_WINDOW:0] delta = good ? ahead[LOG_WINDOW:0] : ZERO;
    wire                moves = good & |ahead;

    assign room      = held <= ALMOST[LOG_WINDOW:0];
    assign empty     = held == ZERO;
    assign lone      = complete == ZERO;
    assign jam       = complete != out;
    assign fresh     = ready & (complete > out) & (out < MOST[LOG_WINDOW:0]);
    assign lags      = |lag;
    assign lag_index = acked[LOG_WINDOW-1:0] - lag[LOG_WINDOW-1:0];

    // ---- time ----
    reg  [15:0] waited, since, tries, silence, silences;
    wire        waits   = (|out) | ((wanted | (|held)) & ~ready);
    wire        expires = waits & tick & (waited == LIMIT[15:0]);
    wire        silent  = ready & tick & (silence == LIMIT[15:0]);
    assign quiet = since == LIMIT[15:0];

    wire [RING-1:0] mark = {{(RING-1){1'b0}}, 1'b1};

    always @(posedge clk) begin
        acked    <= acked + {{(23-LOG_WINDOW){1'b0}}, delta};
        out      <= out + {{LOG_WINDOW{1'b0}}, sent_new} - delta;
        complete <= complete + {{LOG_WINDOW{1'b0}}, closed_old} + {{LOG_WINDOW{1'b0}}, closed_new}
            - delta;
        held     <= held + {{LOG_WINDOW{1'b0}}, opened} - {{LOG_WINDOW{1'b0}}, gave_back};
        lag      <= lag + delta - {{LOG_WINDOW{1'b0}}, gave_back};
        again    <= (again & ~(sent_again ? mark << again_index : {RING{1'b0}}))
            | ((good & report_valid) ? report : {RING{1'b0}});

        if (~waits | moves | expires) waited <= 16'd0;
        else if (tick) waited <= waited + 1'b1;
        probe <= (probe | (expires & |out)) & ~sent_probe & ~moves & |out;
        if (moves | ~waits) tries <= 16'd0;
        else if (expires & (tries != TRIES[15:0])) tries <= tries + 1'b1;
        if (peer_alive | silent | ~ready) silence <= 16'd0;
        else if (tick) silence <= silence + 1'b1;
        if (peer_alive | ~ready) silences <= 16'd0;
        else if (silent & (silences != TRIES[15:0])) silences <= silences + 1'b1;
        failed <= failed | (expires & (tries == TRIES[15:0]))
            | (silent & (silences == TRIES[15:0]));
        if (sent_any) since <= 16'd0;
        else if (tick & ~quiet) since <= since + 1'b1;
        if (rst) begin
            acked    <= 24'd0;
            out      <= ZERO;
            complete <= ZERO;
            held     <= ZERO;
            lag      <= ZERO;
            again    <= {RING{1'b0}};
            probe    <= 1'b0;
            failed   <= 1'b0;
            waited   <= 16'd0;
            tries    <= 16'd0;
            silence  <= 16'd0;
            silences <= 16'd0;
            since    <= LIMIT[15:0];
        end
    end

`ifdef FORMAL
    // Whatever acknowledges come:
    // Rule 1: at most WINDOW frames are out, of those that are complete, and what is acknowledged
    // was sent: acked + out is the number of frames sent.
    // Rule 2: a slot is given back once, in order, behind its acknowledge; none is lost.
    // Rule 3: while frames are out and none is acknowledged, a question is due within TIMEOUT + 1
    // ticks; and the peer has not failed before RETRIES of them.
    reg                  f_reset = 1'b0, f_asked;
    reg [23:0]           f_sent, f_closed, f_back;
    reg [23:0]           f_opened;
    reg [15:0]           f_ticks, f_tries;
    wire [23:0]          f_whole = f_closed + closed_old + closed_new;
    always @(posedge clk) begin
        f_reset  <= 1'b1;
        f_sent   <= f_sent + sent_new;
        f_closed <= f_whole;
        f_opened <= f_opened + opened;
        f_back   <= f_back + gave_back;
        if (!waits || moves || expires) f_ticks <= 0;
        else f_ticks <= f_ticks + tick;
        if (!waits || moves) f_tries <= 0;
        else f_tries <= f_tries + expires;
        f_asked  <= expires & (|out) & ~moves & ~sent_probe;
        if (rst) begin
            f_sent   <= 0;
            f_closed <= 0;
            f_opened <= 0;
            f_back   <= 0;
            f_ticks  <= 0;
            f_tries  <= 0;
            f_asked  <= 1'b0;
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        assume (!opened || held != RING);
        assume (f_whole - f_back <= f_opened - f_back);
        assume (!sent_new || fresh);
        assume (!gave_back || lags);
        assume (peer_alive || !ready);        // of the peer's silence this says nothing
        if (f_reset) begin
            assert (out <= WINDOW && out <= complete);
            assert (acked + out == f_sent && acked + complete == f_closed);
            assert (held == f_opened - f_back && acked == f_back + lag);
            assert (lag + complete <= held);
            if (lags) assert (lag_index == f_back[LOG_WINDOW-1:0]);
            assert (f_ticks == waited && f_ticks <= TIMEOUT);
            if (f_asked) assert (probe);
            assert (tries == ((f_tries > RETRIES) ? RETRIES : f_tries));
        end
    end
`endif
endmodule
`default_nettype wire
