// SPDX-License-Identifier: ISC
`default_nettype none
// Collects the gaps of all channels for a host that asks for them, one behind the other.
// Contract: with `on`, gaps come at s_* (those of one channel in order) and are shown at
// count: not 0 where there is one, with its channel and its first unit. Another `taken` than before
// takes the one that is shown; the next one, if any, is shown within 4 cycles.
// Cut: all outputs are registers but s_tready, which follows from s_tvalid.
// Latency: 2 cycles. Throughput: a gap a cycle.
module bl_eth_gap_log #(
    // channels: 1..16
    parameter CHANNELS = 4
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   on,
    input  wire [15:0]            taken,
    input  wire [CHANNELS-1:0]    s_tvalid,
    output wire [CHANNELS-1:0]    s_tready,
    input  wire [32*CHANNELS-1:0] s_at,
    input  wire [32*CHANNELS-1:0] s_count,
    output wire [31:0]            channel,
    output wire [31:0]            at,
    output wire [31:0]            count
);
    generate
        if (CHANNELS < 1 || CHANNELS > 16) begin : g_check_channels
            bl_eth_gap_log_illegal_CHANNELS illegal();
        end
    endgenerate

    wire [CHANNELS-1:0] one = s_tvalid & (~s_tvalid + 1'b1);
    reg  [67:0]         entry;
    integer             i;
    always @* begin
        entry = 68'd0;
        for (i = 0; i < CHANNELS; i = i + 1)
            if (one[i]) entry = entry | {i[3:0], s_at[32*i +: 32], s_count[32*i +: 32]};
    end

    wire        ready, valid, moves;
    wire [67:0] next;
    bl_fifo #(.WIDTH(68), .LOG_DEPTH(4)) entries (
        .clk(clk), .rst(rst), .s_tvalid(on & (|s_tvalid)), .s_tready(ready), .s_tdata(entry),
        .m_tvalid(valid), .m_tready(moves), .m_tdata(next));
    assign s_tready = (on & ready) ? one : {CHANNELS{1'b0}};

    reg  [67:0] shown;
    reg  [15:0] had;
    assign channel = {28'd0, shown[67:64]};
    assign at      = shown[63:32];
    assign count   = shown[31:0];
    assign moves   = valid & (shown[31:0] == 32'd0);
    always @(posedge clk) begin
        had <= taken;
        if (moves) shown <= next;
        else if (taken != had) shown[31:0] <= 32'd0;
        if (rst) begin
            had      <= 16'd0;
            shown[31:0] <= 32'd0;
        end
    end
endmodule
`default_nettype wire
