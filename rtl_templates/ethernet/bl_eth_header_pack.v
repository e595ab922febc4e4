// SPDX-License-Identifier: ISC
`default_nettype none
// Joins the fields of a frame's header. Made by compiler/layout/layouts of
// compiler/network/ethernet/carried/header.def.
// Contract: byte i of the header, as on the wire, is header[8*i +: 8]; the fields are big-endian.
// Latency: 0 cycles. Throughput: a header in every cycle.
module bl_eth_header_pack (
    input  wire [3:0]   kind,
    input  wire         epoch,
    input  wire         is_end,
    input  wire         is_last,
    input  wire         probe,
    input  wire [15:0]  session,
    input  wire [23:0]  seq,
    input  wire [23:0]  acknowledge,
    input  wire [15:0]  credit,
    input  wire [7:0]   id,
    input  wire [15:0]  keep,
    input  wire [15:0]  length,
    output wire [127:0] header
);
    assign header[3:0] = kind;
    assign header[4] = epoch;
    assign header[5] = is_end;
    assign header[6] = is_last;
    assign header[7] = probe;
    assign header[15:8] = session[15:8];
    assign header[23:16] = session[7:0];
    assign header[31:24] = seq[23:16];
    assign header[39:32] = seq[15:8];
    assign header[47:40] = seq[7:0];
    assign header[55:48] = acknowledge[23:16];
    assign header[63:56] = acknowledge[15:8];
    assign header[71:64] = acknowledge[7:0];
    assign header[79:72] = credit[15:8];
    assign header[87:80] = credit[7:0];
    assign header[95:88] = id;
    assign header[103:96] = keep[15:8];
    assign header[111:104] = keep[7:0];
    assign header[119:112] = length[15:8];
    assign header[127:120] = length[7:0];
endmodule
`default_nettype wire
