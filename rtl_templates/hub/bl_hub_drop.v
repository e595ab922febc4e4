// SPDX-License-Identifier: ISC
`default_nettype none
// What an input of a hub drops, because nobody has its address: a loss, or a report for this hub.
// Contract: words as bl_hub_take gives them, of which one `moves`; with `nobody`, which stays
// within a TLP, nobody else has them. `lost` reports the TLP behind its last word, with its source
// (bl_hub_source), unless it is void: where it was cut its source has been notified. But a write of
// one word and tag 255 to `place` (address bits 47..24) is a report (bl_hub_report): it comes as
// `reported`, unless it is void.
// Latency: 1 cycle. Throughput: 1 word a cycle.
module bl_hub_drop (
    input  wire         clk,
    input  wire         rst,
    input  wire [23:0]  place,
    input  wire         moves,
    input  wire         nobody,
    input  wire [127:0] s_tdata,
    input  wire         s_tlast,
    input  wire         s_tuser,
    output reg          lost,
    output reg  [5:0]   lost_source,
    output reg          reported,
    output reg  [31:0]  report
);
    wire [9:0]  length;
    wire [1:0]  translated, attributes, format, reserved3;
    wire        poisoned, digest, reserved1, reserved2;
    wire [3:0]  reserved, first_keep, last_keep;
    wire [2:0]  traffic;
    wire [4:0]  kind;
    wire [7:0]  tag;
    wire [15:0] requester;
    wire [31:0] address_high;
    wire [29:0] address_low;
    bl_tlp_header_unpack came (
        .header(s_tdata), .length(length), .translated(translated), .attributes(attributes),
        .poisoned(poisoned), .digest(digest), .reserved(reserved), .traffic(traffic),
        .reserved1(reserved1), .kind(kind), .format(format), .reserved2(reserved2),
        .first_keep(first_keep), .last_keep(last_keep), .tag(tag), .requester(requester),
        .address_high(address_high), .reserved3(reserved3), .address_low(address_low));
    wire [5:0] source;
    bl_hub_source of_it (.header(s_tdata), .source(source));

    reg  in_tlp, mine;  // in the middle of a TLP; it is a report
    wire is_mine = format == 2'd3 & kind == 5'd0 & length == 10'd1 & tag == 8'd255
                 & {address_high[15:0], address_low[29:22]} == place;
    wire as_mine = in_tlp ? mine : is_mine;
    wire ends    = moves & nobody & s_tlast;
    always @(posedge clk)
        if (rst) begin
            in_tlp <= 1'b0;
            {lost, reported} <= 2'b00;
        end else begin
            if (moves) in_tlp <= ~s_tlast;
            lost     <= ends & ~as_mine & ~s_tuser;
            reported <= ends & as_mine & ~s_tuser;
        end
    always @(posedge clk) begin
        if (moves & ~in_tlp) begin
            mine        <= is_mine;
            lost_source <= source;
        end
        report <= s_tdata[31:0];
    end
    wire unused = &{1'b0, translated, attributes, reserved3, poisoned, digest, reserved1,
                    reserved2, reserved, first_keep, last_keep, traffic, requester,
                    address_high[31:16], address_low[21:0], 1'b0};
endmodule
`default_nettype wire
