// SPDX-License-Identifier: ISC
`default_nettype none
// A node's stream of Ethernet frames on Intel's Low Latency 40-Gbps Ethernet core (Arria 10), its
// client side of 256 bits.
// Contract: s_axis_* is the node's m_mac_*, m_axis_* its s_mac_*: byte 0 of a frame in bits 7 to 0,
// no gap inside a frame that is sent, tuser with the last word of a frame that came with an error.
// l4_* are the core's ports: the first byte in the highest bits, frames marked by start and end,
// `empty` the bytes of the last word that are none. clk is clk_txmac; what comes crosses from
// clk_rxmac in a queue of 2^LOG_DEPTH words, which the line cannot fill: it has half the rate of
// the words. `overflow` would say so, until rst. m_axis_up: the core's lanes carry frames. Resets
// as bl_async_fifo wants them. ready latency of the core: 0.
// Latency: to be sent 0 cycles, what comes 4 or 5 of clk. Throughput: 1 word a cycle.
module bl_a10_mac #(
    // log2 of the words between the clocks: 2..6
    parameter LOG_DEPTH = 4
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         rx_clk,
    input  wire         rx_rst,
    input  wire [255:0] s_axis_tdata,
    input  wire [31:0]  s_axis_tkeep,
    input  wire         s_axis_tvalid,
    input  wire         s_axis_tlast,
    output wire         s_axis_tready,
    output wire [255:0] m_axis_tdata,
    output wire [31:0]  m_axis_tkeep,
    output wire         m_axis_tvalid,
    output wire         m_axis_tlast,
    output wire         m_axis_tuser,
    output wire         m_axis_up,
    output reg          overflow,
    output wire [255:0] l4_tx_data,
    output wire [4:0]   l4_tx_empty,
    output wire         l4_tx_startofpacket,
    output wire         l4_tx_endofpacket,
    output wire         l4_tx_valid,
    input  wire         l4_tx_ready,
    input  wire [255:0] l4_rx_data,
    input  wire [4:0]   l4_rx_empty,
    input  wire         l4_rx_startofpacket,
    input  wire         l4_rx_endofpacket,
    input  wire [5:0]   l4_rx_error,
    input  wire         l4_rx_valid,
    input  wire         tx_lanes_stable,
    input  wire         rx_pcs_ready
);
    generate
        if (LOG_DEPTH < 2 || LOG_DEPTH > 6) begin : g_check_log_depth
            bl_a10_mac_illegal_LOG_DEPTH illegal();
        end
    endgenerate

    // ---- frames that are sent
    reg  midst;
    reg  [5:0] held;                              // bytes of the word
    integer i;
    always @* begin
        held = 6'd0;
        for (i = 0; i < 32; i = i + 1) held = held + {5'd0, s_axis_tkeep[i]};
    end
    wire [5:0] unfilled = 6'd32 - held;
    assign s_axis_tready       = l4_tx_ready;
    assign l4_tx_valid         = s_axis_tvalid;
    assign l4_tx_startofpacket = ~midst;
    assign l4_tx_endofpacket   = s_axis_tlast;
    assign l4_tx_empty         = s_axis_tlast ? unfilled[4:0] : 5'd0;
    always @(posedge clk) begin
        if (s_axis_tvalid & s_axis_tready) midst <= ~s_axis_tlast;
        if (rst) midst <= 1'b0;
    end

    // ---- frames that come: {error, last, empty, data}
    wire         ready, unused_empty, last, bad;
    wire [4:0]   empty;
    wire [255:0] data;
    bl_async_fifo #(.WIDTH(263), .LOG_DEPTH(LOG_DEPTH)) words (
        .s_clk(rx_clk), .s_rst(rx_rst), .s_tvalid(l4_rx_valid), .s_tready(ready),
        .s_tdata({|l4_rx_error, l4_rx_endofpacket, l4_rx_empty, l4_rx_data}),
        .s_empty(unused_empty), .m_clk(clk), .m_rst(rst), .m_tvalid(m_axis_tvalid),
        .m_tready(1'b1), .m_tdata({bad, last, empty, data}));
    assign m_axis_tlast = last;
    assign m_axis_tuser = last & bad;
    assign m_axis_tkeep = last ? 32'hffffffff >> empty : 32'hffffffff;

    wire lost;
    reg  full;
    always @(posedge rx_clk) full <= (full | l4_rx_valid & ~ready) & ~rx_rst;
    bl_synchroniser #(.WIDTH(2)) states (
        .clk(clk), .s({full, tx_lanes_stable & rx_pcs_ready}), .m({lost, m_axis_up}));
    always @(posedge clk) overflow <= (overflow | lost) & ~rst;

    genvar b;
    generate
        for (b = 0; b < 32; b = b + 1) begin : g_byte
            assign l4_tx_data[8*b +: 8]   = s_axis_tdata[8*(31-b) +: 8];
            assign m_axis_tdata[8*b +: 8] = data[8*(31-b) +: 8];
        end
    endgenerate

    wire unused = &{1'b0, unfilled[5], unused_empty, l4_rx_startofpacket};
endmodule
`default_nettype wire
