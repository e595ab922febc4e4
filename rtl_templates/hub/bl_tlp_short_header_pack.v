// SPDX-License-Identifier: ISC
`default_nettype none
// Joins the fields of the header of a TLP to an address below 4 GiB. Made by
// compiler/layout/layouts of rtl_templates/hub/tlp_short.def.
// Contract: the fields from bit 0 of `header` up, in the order of the table.
// Latency: 0 cycles. Throughput: a header in every cycle.
module bl_tlp_short_header_pack (
    input  wire [9:0]   length,
    input  wire [1:0]   translated,
    input  wire [1:0]   attributes,
    input  wire         poisoned,
    input  wire         digest,
    input  wire [3:0]   reserved,
    input  wire [2:0]   traffic,
    input  wire         reserved1,
    input  wire [4:0]   kind,
    input  wire [1:0]   format,
    input  wire         reserved2,
    input  wire [3:0]   first_keep,
    input  wire [3:0]   last_keep,
    input  wire [7:0]   tag,
    input  wire [15:0]  requester,
    input  wire [1:0]   reserved3,
    input  wire [29:0]  address,
    input  wire [31:0]  nothing,
    output wire [127:0] header
);
    assign header = {nothing, address, reserved3, requester, tag, last_keep, first_keep,
        reserved2, format, kind, reserved1, traffic, reserved, digest, poisoned, attributes,
        translated, length};
endmodule
`default_nettype wire
