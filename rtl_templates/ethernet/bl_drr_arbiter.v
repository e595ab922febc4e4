// SPDX-License-Identifier: ISC
`default_nettype none
// Chooses the channel whose frame is next, so that all that wait get as many bytes.
// Contract: with `take`, `one` is the channel that is chosen of those that wait, or none.
// `charge` tells later, once for each, what its frame took: `charge_one` and `charge_bytes`. A
// channel's debt is what it was charged; those that owe nothing take turns, and when none of them
// waits all debts fall by QUANTUM. A channel that is charged late may get a frame too many; it owes
// that, too.
// Cut: `one` follows from `waits`.
// Latency: 0 cycles; from `charge` to what is chosen 1 cycle. Throughput: a frame a cycle.
module bl_drr_arbiter #(
    // channels: 1..16
    parameter CHANNELS = 4,
    // bytes by which a debt falls: 64..4096, a power of two
    parameter QUANTUM = 512
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [CHANNELS-1:0] waits,
    input  wire                take,
    output wire [CHANNELS-1:0] one,
    input  wire                charge,
    input  wire [CHANNELS-1:0] charge_one,
    input  wire [15:0]         charge_bytes
);
    generate
        if (CHANNELS < 1 || CHANNELS > 16) begin : g_check_channels
            bl_drr_arbiter_illegal_CHANNELS illegal();
        end
        if (QUANTUM < 64 || QUANTUM > 4096 || (QUANTUM & (QUANTUM - 1)) != 0)
            begin : g_check_quantum
            bl_drr_arbiter_illegal_QUANTUM illegal();
        end
    endgenerate

    localparam [31:0] FALL = QUANTUM;

    // debts, below 0 of a channel that owes nothing; channels behind the one that was chosen last
    reg  [19*CHANNELS-1:0] debts;
    reg  [CHANNELS-1:0] above;
    wire [CHANNELS-1:0] owes;
    wire [CHANNELS-1:0] able  = waits & ~owes;
    wire [CHANNELS-1:0] first = (|(able & above)) ? able & above : able;
    wire [CHANNELS-1:0] lone  = first & (~first + 1'b1);
    wire                fall  = ~(|able) & ~charge;
    assign one = take ? lone : {CHANNELS{1'b0}};

    genvar c;
    generate
        for (c = 0; c < CHANNELS; c = c + 1) begin : g_owes
            assign owes[c] = ~debts[19*c + 18];
        end
    endgenerate

    integer i;
    always @(posedge clk) begin
        if (|one) above <= ~(one | (one - 1'b1));
        for (i = 0; i < CHANNELS; i = i + 1)
            if (charge & charge_one[i])
                debts[19*i +: 19] <= debts[19*i +: 19] + {3'd0, charge_bytes};
            else if (fall & owes[i]) debts[19*i +: 19] <= debts[19*i +: 19] - FALL[18:0];
        if (rst) begin
            above <= {CHANNELS{1'b0}};
            debts <= {(19*CHANNELS){1'b1}};
        end
    end

`ifdef FORMAL
    // Rule 1: one is chosen of those that wait, if one of them owes nothing and only then, and
    // never one that owes.
    // Rule 2: of those that wait and owe nothing, none is passed over by another one twice.
    // Rule 3: while all that wait owe something, all debts fall, and none below what one falls by;
    // no charge is lost.
    (* anyconst *) wire [3:0] f_own, f_other;
    reg         f_reset = 1'b0, f_passed;
    wire [18:0] f_owed = debts[19*f_own +: 19];
    wire        f_may  = waits[f_own] & f_owed[18];
    integer     f_i;
    reg  [4:0]  f_count;
    always @* begin
        f_count = 0;
        for (f_i = 0; f_i < CHANNELS; f_i = f_i + 1) f_count = f_count + one[f_i];
    end
    always @(posedge clk) begin
        f_reset  <= 1'b1;
        f_passed <= ~f_may | one[f_own] ? 1'b0 : f_passed | one[f_other];
        if (rst) f_passed <= 1'b0;
    end
    always @* begin
        if (!f_reset) assume (rst);
        assume (f_own < CHANNELS && f_other < CHANNELS && f_own != f_other);
        // what is charged was chosen, at most 9,018 bytes at once and a few frames late
        assume (charge_bytes < 9100);
        assume (!charge || !charge_one[f_own] || f_owed[18] || f_owed < 4 * 9100);
        if (f_reset) begin
            assert (f_count <= 1 && (one & ~waits) == 0);
            assert ((|one) == (take & (|(waits & ~owes))));
            if (one[f_own]) assert (f_owed[18]);
            if (f_passed && f_may) assert (!one[f_other]);
            assert (f_owed[18] ? {~f_owed} < QUANTUM : f_owed < 5 * 9100);
        end
    end
`endif
endmodule
`default_nettype wire
