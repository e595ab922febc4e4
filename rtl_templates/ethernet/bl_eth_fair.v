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
module bl_eth_fair #(
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
            bl_eth_fair_illegal_CHANNELS illegal();
        end
        if (QUANTUM < 64 || QUANTUM > 4096 || (QUANTUM & (QUANTUM - 1)) != 0)
            begin : g_check_quantum
            bl_eth_fair_illegal_QUANTUM illegal();
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
endmodule
`default_nettype wire
