// SPDX-License-Identifier: ISC
`default_nettype none
// Keeps what has gone wrong on a node until the next run: which memory channel answered with an
// error, and whether the node's data can still be trusted.
// Contract: lane i reads channel i and writes channel LANES + i while `side` is 0, the other way
// round while it is 1; `side` stays for two cycles after the last answer. read_failed and
// write_failed have a bit for each lane, high in the cycle after an answer that was an error;
// `stray` is high in the cycle after an answer that nobody asked for, `invalid` when another node's
// data was not to be trusted; `other` is a level of further faults. read_errors and write_errors
// have a bit for each channel. `failed` says that any of these was high: it rises one cycle after
// its cause, so that a word that is in the stream one cycle after its beat meets it at the next
// register. All stay until `clear` (one cycle), which a cause in the same cycle outlives, or reset.
// All outputs are registers. Latency: 1 cycle. Throughput: any number of faults in a cycle.
module bl_faults #(
    // channels read at a time, as many are written: 1..16
    parameter LANES = 8
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               clear,
    input  wire               side,
    input  wire [LANES-1:0]   read_failed,
    input  wire [LANES-1:0]   write_failed,
    input  wire               stray,
    input  wire               invalid,
    input  wire               other,
    output reg  [2*LANES-1:0] read_errors,
    output reg  [2*LANES-1:0] write_errors,
    output reg                strays,
    output reg                received,
    output reg                failed
);
    generate
        if (LANES < 1 || LANES > 16) begin : g_check
            bl_faults_illegal_LANES illegal();
        end
    endgenerate

    localparam [LANES-1:0] NONE = {LANES{1'b0}};
    wire [2*LANES-1:0] read_now  = side ? {read_failed, NONE} : {NONE, read_failed};
    wire [2*LANES-1:0] write_now = side ? {NONE, write_failed} : {write_failed, NONE};

    always @(posedge clk) begin
        read_errors  <= (read_errors & {(2*LANES){~clear}}) | read_now;
        write_errors <= (write_errors & {(2*LANES){~clear}}) | write_now;
        strays       <= (strays & ~clear) | stray;
        received     <= (received & ~clear) | invalid;
        failed       <= (failed & ~clear) | (|read_failed) | (|write_failed) | stray | invalid
            | other;
        if (rst) begin
            read_errors  <= {(2*LANES){1'b0}};
            write_errors <= {(2*LANES){1'b0}};
            strays       <= 1'b0;
            received     <= 1'b0;
            failed       <= 1'b0;
        end
    end

`ifdef FORMAL
    // Rule 1: what was reported is kept, for the channel that the lane had, until clear or reset;
    // nothing else is ever reported. Rule 2: `failed` is high whenever anything is reported.
    (* anyconst *) reg [4:0] f_lane;
    reg  f_past = 1'b0, f_low, f_high, f_write_low, f_write_high;
    wire f_read = read_failed[f_lane], f_write = write_failed[f_lane];
    always @(posedge clk) begin
        f_past       <= 1'b1;
        f_low        <= ~rst & ((f_low & ~clear) | (f_read & ~side));
        f_high       <= ~rst & ((f_high & ~clear) | (f_read & side));
        f_write_low  <= ~rst & ((f_write_low & ~clear) | (f_write & side));
        f_write_high <= ~rst & ((f_write_high & ~clear) | (f_write & ~side));
    end
    always @* begin
        if (!f_past) assume (rst);
        assume (f_lane < LANES);
        if (f_past) begin
            assert (read_errors[f_lane] == f_low && read_errors[LANES+f_lane] == f_high);
            assert (write_errors[f_lane] == f_write_low
                    && write_errors[LANES+f_lane] == f_write_high);
            if ((|read_errors) | (|write_errors) | strays | received) assert (failed);
        end
    end
`endif
endmodule
`default_nettype wire
