// SPDX-License-Identifier: ISC
`default_nettype none
// Takes the header of a TLP to an address below 4 GiB apart into its fields. Made by
// compiler/layout/layouts of rtl_templates/hub/tlp_short.def.
// Contract: the fields from bit 0 of `header` up, in the order of the table.
// Latency: 0 cycles. Throughput: a header in every cycle.
module bl_tlp_short_header_unpack (
    output wire [9:0]   length,
    output wire [1:0]   translated,
    output wire [1:0]   attributes,
    output wire         poisoned,
    output wire         digest,
    output wire [3:0]   reserved,
    output wire [2:0]   traffic,
    output wire         reserved1,
    output wire [4:0]   kind,
    output wire [1:0]   format,
    output wire         reserved2,
    output wire [3:0]   first_keep,
    output wire [3:0]   last_keep,
    output wire [7:0]   tag,
    output wire [15:0]  requester,
    output wire [1:0]   reserved3,
    output wire [29:0]  address,
    output wire [31:0]  nothing,
    input  wire [127:0] header
);
    assign {nothing, address, reserved3, requester, tag, last_keep, first_keep, reserved2, format,
        kind, reserved1, traffic, reserved, digest, poisoned, attributes, translated,
        length} = header;
endmodule
`default_nettype wire
