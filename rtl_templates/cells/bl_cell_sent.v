// SPDX-License-Identifier: ISC
`default_nettype none
// What the sending end of a link knows of its cells on one virtual channel: which are out, which
// have come, and when to go back.
// Contract: cells have numbers modulo 8. `may`: the next one, `number`, may begin, `begins` says
// that it does, and `ends`, in its last cycle, that it has; the next one begins no sooner. At most
// 4 are out. A message says which number the next hop expects (`expected`): all before have come,
// and `free` of them, which stood in front, need not be kept any more. It may say that one is
// missing (`again`), for want of room or because it came damaged (`damaged`). Then, or when none
// has come for TIMEOUT cycles while some are out, or when the next hop is beyond what is read,
// `back`: the reader goes back to the oldest that is kept, behind `free`.
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
    output wire [2:0] number,
    input  wire       begins,
    input  wire       ends,
    input  wire       heard,
    input  wire [2:0] expected,
    input  wire       again,
    input  wire       damaged,
    output wire [2:0] free,
    output wire       back,
    output reg        failed
);
    localparam [31:0] LONG = TIMEOUT, MOST = RETRIES;

    generate
        if (TIMEOUT < 16 || TIMEOUT > 65535) begin : g_check_timeout
            bl_cell_sent_illegal_TIMEOUT illegal();
        end
        if (RETRIES < 1 || RETRIES > 65535) begin : g_check_retries
            bl_cell_sent_illegal_RETRIES illegal();
        end
    endgenerate

    // the oldest that is kept; how many are read behind it; how many were ever sent behind it
    reg  [2:0]  base;
    reg  [2:0]  out, most;
    reg         busy, returns;
    reg  [15:0] quiet, tries;
    wire [2:0]  ahead   = expected - base;
    wire        good    = heard & (ahead <= most);
    wire [2:0]  came    = good ? ahead : 3'd0;
    wire        passes  = came > out;                    // what came was not read again yet
    wire        silent  = quiet == LONG[15:0];
    wire [2:0]  out_now = (back | passes) ? 3'd0 : out - came;
    wire [2:0]  out_new = out_now + {2'd0, begins};
    wire [2:0]  left    = most - came;

    assign may    = ~returns & (out != 3'd4);
    assign number = base + out;
    assign free   = came;
    assign back   = returns & (~busy | ends);

    always @(posedge clk) begin
        base <= base + came;
        out  <= out_new;
        most <= (out_new > left) ? out_new : left;
        busy <= begins | (busy & ~ends);
        returns <= (returns & ~back) | (good & (again | passes)) | silent;
        quiet <= ((|came) | silent | back | ~(|most)) ? 16'd0 : quiet + 1'b1;
        tries <= (|came) ? 16'd0 : tries + {15'd0, silent | (good & again & damaged)};
        failed <= failed | (tries == MOST[15:0]);
        if (rst) begin
            base    <= 3'd0;
            out     <= 3'd0;
            most    <= 3'd0;
            busy    <= 1'b0;
            returns <= 1'b0;
            quiet   <= 16'd0;
            tries   <= 16'd0;
            failed  <= 1'b0;
        end
    end
endmodule
`default_nettype wire
