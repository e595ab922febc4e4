// SPDX-License-Identifier: ISC
`default_nettype none
// What the sending end of a link knows of its cells on one virtual channel: which are out, which
// have come, how many more may go, and when to go back.
// Contract: cells have numbers modulo 16. `may`: the next one, `number`, may begin; `begins` says
// that it does, and `ends`, in its last cycle, that it has, or, with `bad`, that it does not count
// and that its number is the next one's. The next one begins no sooner. A message says which number
// the next hop expects (`expected`): all before have come, `came` of them for the first time; for
// how many from that one on there is `room`; and whether that one is missing or came damaged
// (`again`). Then, or when none has come for TIMEOUT cycles while some are out, or when the next
// hop is beyond what is read, `back`: the reader goes back to the oldest that has not come, as soon
// as it has `settled` what came. At most 8 are out.
// `failed`, until reset: RETRIES times in a row, without one that came, a cell was damaged or
// TIMEOUT passed.
// Latency: 1 cycle from a message to `back`. Throughput: a cell in 2 cycles.
module bl_cell_sent #(
    // cycles: 16..65535
    parameter TIMEOUT = 256,
    // times: 1..65535
    parameter RETRIES = 1000
) (
    input  wire       clk,
    input  wire       rst,
    output wire       may,
    output wire [3:0] number,
    input  wire       begins,
    input  wire       ends,
    input  wire       bad,
    input  wire       heard,
    input  wire [3:0] expected,
    input  wire [3:0] room,
    input  wire       again,
    output wire [3:0] came,
    input  wire       settled,
    output wire       back,
    output reg        failed
);
    localparam [31:0] LONG = TIMEOUT, MOST = RETRIES;
    localparam QUIET_W = (TIMEOUT < 256) ? 8 : (TIMEOUT < 1024) ? 10 : (TIMEOUT < 4096) ? 12 : 16;
    localparam TRIES_W = (RETRIES < 256) ? 8 : (RETRIES < 1024) ? 10 : (RETRIES < 4096) ? 12 : 16;

    generate
        if (TIMEOUT < 16 || TIMEOUT > 65535) begin : g_check_timeout
            bl_cell_sent_illegal_TIMEOUT illegal();
        end
        if (RETRIES < 1 || RETRIES > 65535) begin : g_check_retries
            bl_cell_sent_illegal_RETRIES illegal();
        end
    endgenerate

    // the oldest that has not come; how many from it on are read, were ever sent, have room
    reg  [3:0]  base;
    reg  [3:0]  out, most, limit;
    reg         busy, returns;
    reg         stale;                                   // what is being sent has come before
    reg  [QUIET_W-1:0] quiet;
    reg  [TRIES_W-1:0] tries;
    wire [3:0]  ahead   = expected - base;
    wire        good    = heard & (ahead <= most);
    wire        passes  = came > out;                    // what came was not read again yet
    wire        silent  = quiet == LONG[QUIET_W-1:0];
    wire        counts  = ends & ~bad & ~stale & ~passes;
    wire [3:0]  reached = out - came + {3'd0, counts};
    wire [3:0]  left    = most - came;
    wire [3:0]  place   = out + {3'd0, busy & ~bad};

    assign came   = good ? ahead : 4'd0;
    assign may    = ~returns & (place < limit);
    assign number = base + place;
    assign back   = returns & (~busy | ends) & settled & ~(|came);

    always @(posedge clk) begin
        base <= base + came;
        out  <= (back | passes) ? 4'd0 : reached;
        most <= (~passes & (reached > left)) ? reached : left;
        if (good) limit <= room[3] ? 4'd8 : room;
        busy <= begins | (busy & ~ends);
        stale <= ~begins & ((stale & ~ends) | (passes & busy & ~ends));
        returns <= (returns & ~back) | (good & (again | passes)) | silent;
        quiet <= ((|came) | silent | back | ~(|most)) ? {QUIET_W{1'b0}} : quiet + 1'b1;
        tries <= (|came) ? {TRIES_W{1'b0}}
            : tries + {{(TRIES_W-1){1'b0}}, silent | (good & again)};
        failed <= failed | (tries == MOST[TRIES_W-1:0]);
        if (rst) begin
            base    <= 4'd0;
            out     <= 4'd0;
            most    <= 4'd0;
            limit   <= 4'd0;
            busy    <= 1'b0;
            stale   <= 1'b0;
            returns <= 1'b0;
            quiet   <= {QUIET_W{1'b0}};
            tries   <= {TRIES_W{1'b0}};
            failed  <= 1'b0;
        end
    end
endmodule
`default_nettype wire
