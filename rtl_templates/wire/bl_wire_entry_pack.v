// SPDX-License-Identifier: ISC
`default_nettype none
// Joins the fields of the entry of a special flit. Made by compiler/layout/layouts of
// rtl_templates/wire/entry.def.
// Contract: the fields from bit 0 of `entry` up, in the order of the table.
// Latency: 0 cycles. Throughput: a entry in every cycle.
module bl_wire_entry_pack #(
    // elements in a flit: 1..16
    parameter ELEMS = 8,
    // bits of a channel's number: 1..4
    parameter CHAN_W = 3
) (
    input  wire [ELEMS-1:0]        keep,
    input  wire [CHAN_W-1:0]       channel,
    input  wire                    is_end,
    input  wire                    epoch,
    output wire [ELEMS+CHAN_W+1:0] entry
);
    generate
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_wire_entry_pack_illegal_ELEMS illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 4) begin : g_check_chan_w
            bl_wire_entry_pack_illegal_CHAN_W illegal();
        end
    endgenerate

    assign entry = {epoch, is_end, channel, keep};
endmodule
`default_nettype wire
