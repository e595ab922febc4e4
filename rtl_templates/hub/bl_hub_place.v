// SPDX-License-Identifier: ISC
`default_nettype none
// The place in a hub's own memory that a request is for.
// Contract: `moved` is the header without those of the address bits 47..24 that `mask` has, and
// without all above; wires alone.
// Latency: 0 cycles. Throughput: a header in every cycle.
module bl_hub_place (
    input  wire [23:0]  mask,
    input  wire [127:0] header,
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
    wire        unused = &{1'b0, address_high[31:16], 1'b0};
    bl_tlp_header_pack anew (
        .length(length), .translated(translated), .attributes(attributes), .poisoned(poisoned),
        .digest(digest), .reserved(reserved), .traffic(traffic), .reserved1(reserved1),
        .kind(kind), .format(format), .reserved2(reserved2), .first_keep(first_keep),
        .last_keep(last_keep), .tag(tag), .requester(requester),
        .address_high({16'd0, rest[23:8]}), .reserved3(reserved3),
        .address_low({rest[7:0], address_low[21:0]}), .header(moved));
endmodule
`default_nettype wire
