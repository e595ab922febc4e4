// SPDX-License-Identifier: ISC
`default_nettype none
// Takes a frame's header apart into its fields. Made by compiler/layout/layouts of
// compiler/network/ethernet/carried/header.def.
// Contract: byte i of the header, as on the wire, is header[8*i +: 8]; the fields are big-endian.
// Latency: 0 cycles. Throughput: a header in every cycle.
module bl_eth_header_unpack (
    output wire [3:0]   kind,
    output wire         epoch,
    output wire         is_end,
    output wire         is_last,
    output wire         probe,
    output wire [15:0]  session,
    output wire [23:0]  seq,
    output wire [23:0]  acknowledge,
    output wire [15:0]  credit,
    output wire [7:0]   id,
    output wire [15:0]  keep,
    output wire [15:0]  length,
    input  wire [127:0] header
);
    assign kind = header[3:0];
    assign epoch = header[4];
    assign is_end = header[5];
    assign is_last = header[6];
    assign probe = header[7];
    assign session[15:8] = header[15:8];
    assign session[7:0] = header[23:16];
    assign seq[23:16] = header[31:24];
    assign seq[15:8] = header[39:32];
    assign seq[7:0] = header[47:40];
    assign acknowledge[23:16] = header[55:48];
    assign acknowledge[15:8] = header[63:56];
    assign acknowledge[7:0] = header[71:64];
    assign credit[15:8] = header[79:72];
    assign credit[7:0] = header[87:80];
    assign id = header[95:88];
    assign keep[15:8] = header[103:96];
    assign keep[7:0] = header[111:104];
    assign length[15:8] = header[119:112];
    assign length[7:0] = header[127:120];
endmodule
`default_nettype wire
