// SPDX-License-Identifier: ISC
`default_nettype none
// Who is notified when a TLP is lost, by its header on the way between hubs.
// Contract: source is {nobody, its engine, node [4]}, of the requester's bits 8 and 3..0. Nobody is
// notified of what is not a write to memory with an address of 48 bits, and of a report
// (bl_hub_report), whose tag is 255.
// Latency: 0 cycles. Throughput: wires and gates.
module bl_hub_source (
    input  wire [127:0] header,
    output wire [5:0]   source
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
    bl_tlp_header_unpack fields (
        .header(header), .length(length), .translated(translated), .attributes(attributes),
        .poisoned(poisoned), .digest(digest), .reserved(reserved), .traffic(traffic),
        .reserved1(reserved1), .kind(kind), .format(format), .reserved2(reserved2),
        .first_keep(first_keep), .last_keep(last_keep), .tag(tag), .requester(requester),
        .address_high(address_high), .reserved3(reserved3), .address_low(address_low));
    wire reportable = format == 2'd3 && kind == 5'd0 && address_high[31:16] == 16'd0
        && tag != 8'd255;
    assign source = {~reportable, requester[8], requester[3:0]};
    wire unused = &{1'b0, length, translated, attributes, poisoned, digest, reserved, traffic,
                    reserved1, reserved2, first_keep, last_keep, requester[15:9],
                    requester[7:4], address_high[15:0], reserved3, address_low, 1'b0};
endmodule
`default_nettype wire
