// SPDX-License-Identifier: ISC
`default_nettype none
// Joins the fields of the header of a completion. Made by compiler/layout/layouts of
// rtl_templates/hub/completion.def.
// Contract: the fields from bit 0 of `header` up, in the order of the table.
// Latency: 0 cycles. Throughput: a header in every cycle.
module bl_completion_header_pack (
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
    input  wire [11:0]  bytes,
    input  wire         modified,
    input  wire [2:0]   status,
    input  wire [15:0]  completer,
    input  wire [6:0]   low_address,
    input  wire         reserved3,
    input  wire [7:0]   tag,
    input  wire [15:0]  requester,
    input  wire [31:0]  nothing,
    output wire [127:0] header
);
    assign header = {nothing, requester, tag, reserved3, low_address, completer, status, modified,
        bytes, reserved2, format, kind, reserved1, traffic, reserved, digest, poisoned,
        attributes, translated, length};
endmodule
`default_nettype wire
