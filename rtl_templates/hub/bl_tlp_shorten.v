// SPDX-License-Identifier: ISC
`default_nettype none
// Gives a request of memory below 4 GiB the header of three words that PCI Express wants there.
// Contract: where `s_header` tells that s_tdata is a header (bl_tlp_header), and it is of a read or
// a write of memory with an address below 2^32, m_tdata is the same as a bl_tlp_short_header; else
// it is s_tdata. Wires alone.
// Latency: 0 cycles. Throughput: a word in every cycle.
module bl_tlp_shorten (
    input  wire         s_header,
    input  wire [127:0] s_tdata,
    output wire [127:0] m_tdata
);
    wire [9:0]   length;
    wire [1:0]   translated, attributes, format, reserved3;
    wire         poisoned, digest, reserved1, reserved2;
    wire [3:0]   reserved, first_keep, last_keep;
    wire [2:0]   traffic;
    wire [4:0]   kind;
    wire [7:0]   tag;
    wire [15:0]  requester;
    wire [31:0]  address_high;
    wire [29:0]  address_low;
    wire [127:0] shorter;
    wire         low = s_header && kind == 5'd0 && format[0] && address_high == 32'd0;
    bl_tlp_header_unpack came (
        .header(s_tdata), .length(length), .translated(translated), .attributes(attributes),
        .poisoned(poisoned), .digest(digest), .reserved(reserved), .traffic(traffic),
        .reserved1(reserved1), .kind(kind), .format(format), .reserved2(reserved2),
        .first_keep(first_keep), .last_keep(last_keep), .tag(tag), .requester(requester),
        .address_high(address_high), .reserved3(reserved3), .address_low(address_low));
    bl_tlp_short_header_pack anew (
        .length(length), .translated(translated), .attributes(attributes), .poisoned(poisoned),
        .digest(digest), .reserved(reserved), .traffic(traffic), .reserved1(reserved1),
        .kind(kind), .format({format[1], 1'b0}), .reserved2(reserved2), .first_keep(first_keep),
        .last_keep(last_keep), .tag(tag), .requester(requester), .reserved3(reserved3),
        .address(address_low), .nothing(32'd0), .header(shorter));
    assign m_tdata = low ? shorter : s_tdata;

`ifdef FORMAL
    // Rule 1: what is no header, no request, or has an address from 4 GiB on, passes unchanged.
    // Rule 2: of others the format loses its lowest bit, the address is in place of its high half,
    // which is none, and all before it stays.
    wire [127:0] f_back;
    bl_tlp_header_pack back (
        .length(length), .translated(translated), .attributes(attributes), .poisoned(poisoned),
        .digest(digest), .reserved(reserved), .traffic(traffic), .reserved1(reserved1),
        .kind(kind), .format({format[1], 1'b0}), .reserved2(reserved2), .first_keep(first_keep),
        .last_keep(last_keep), .tag(tag), .requester(requester),
        .address_high({address_low, reserved3}), .reserved3(2'd0), .address_low(30'd0),
        .header(f_back));
    always @* begin
        if (!s_header || kind != 5'd0 || address_high != 32'd0 || !format[0])
            assert (m_tdata == s_tdata);
        else assert (m_tdata == f_back);
    end
`endif
endmodule
`default_nettype wire
