// SPDX-License-Identifier: ISC
`default_nettype none
// Whether a request is for a hub's own memory, and where in it.
// Contract: `hit`: address bits 47..24 & mask are low, and those above are 0; `moved` is the
// header with the address less low. `writes`: it has a payload. `high`: address bit 47 is set.
// Wires alone.
// Latency: 0 cycles. Throughput: a header in every cycle.
module bl_hub_reach (
    input  wire [23:0]  mask,
    input  wire [23:0]  low,
    input  wire [127:0] header,
    output wire         hit,
    output wire         writes,
    output wire         high,
    output wire [127:0] moved
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
        .header(header), .length(length), .translated(translated), .attributes(attributes),
        .poisoned(poisoned), .digest(digest), .reserved(reserved), .traffic(traffic),
        .reserved1(reserved1), .kind(kind), .format(format), .reserved2(reserved2),
        .first_keep(first_keep), .last_keep(last_keep), .tag(tag), .requester(requester),
        .address_high(address_high), .reserved3(reserved3), .address_low(address_low));
    wire [23:0] place = {address_high[15:0], address_low[29:22]};
    wire [23:0] rest  = place & ~mask;
    assign hit    = (place & mask) == low && address_high[31:16] == 16'd0 && format[0];
    assign writes = format[1];
    assign high   = address_high[15];
    bl_tlp_header_pack anew (
        .length(length), .translated(translated), .attributes(attributes), .poisoned(poisoned),
        .digest(digest), .reserved(reserved), .traffic(traffic), .reserved1(reserved1),
        .kind(kind), .format(format), .reserved2(reserved2), .first_keep(first_keep),
        .last_keep(last_keep), .tag(tag), .requester(requester),
        .address_high({16'd0, rest[23:8]}), .reserved3(reserved3),
        .address_low({rest[7:0], address_low[21:0]}), .header(moved));
endmodule
`default_nettype wire
