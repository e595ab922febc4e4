// SPDX-License-Identifier: ISC
`default_nettype none
// Takes the header of a completion apart into its fields. Made by compiler/layout/layouts of
// rtl_templates/hub/completion.def.
// Contract: the fields from bit 0 of `header` up, in the order of the table.
// Latency: 0 cycles. Throughput: a header in every cycle.
module bl_completion_header_unpack (
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
    output wire [11:0]  bytes,
    output wire         modified,
    output wire [2:0]   status,
    output wire [15:0]  completer,
    output wire [6:0]   low_address,
    output wire         reserved3,
    output wire [7:0]   tag,
    output wire [15:0]  requester,
    output wire [31:0]  nothing,
    input  wire [127:0] header
);
    assign {nothing, requester, tag, reserved3, low_address, completer, status, modified, bytes,
        reserved2, format, kind, reserved1, traffic, reserved, digest, poisoned, attributes,
        translated, length} = header;
endmodule
`default_nettype wire
