// SPDX-License-Identifier: ISC
`default_nettype none
// Joins the fields of what ends of channels say. Made by compiler/layout/layouts of
// rtl_templates/channel/say.def.
// Contract: the fields from bit 0 of `say` up, in the order of the table.
// Latency: 0 cycles. Throughput: a say in every cycle.
module bl_channel_say_pack #(
    // log2 of the words in a receive buffer: 2..14
    parameter LOG_DEPTH = 9,
    // bits of a tag: 1..8
    parameter TAG_W = 8
) (
    input  wire [LOG_DEPTH:0]         count,
    input  wire [TAG_W-1:0]           tag,
    input  wire                       whole,
    input  wire                       is_grant,
    output wire [LOG_DEPTH+TAG_W+2:0] say
);
    generate
        if (LOG_DEPTH < 2 || LOG_DEPTH > 14) begin : g_check_log_depth
            bl_channel_say_pack_illegal_LOG_DEPTH illegal();
        end
        if (TAG_W < 1 || TAG_W > 8) begin : g_check_tag_w
            bl_channel_say_pack_illegal_TAG_W illegal();
        end
    endgenerate

    assign say = {is_grant, whole, tag, count};
endmodule
`default_nettype wire
