// SPDX-License-Identifier: ISC
`default_nettype none
// A stream of the node and SerialLite III Streaming of Quartus, Stratix 10: duplex, burst mode,
// advanced clocking, 64 bits for each lane. No vendor's tool has read this file, and no core was
// joined to it.
// Contract: m_wire_* and s_wire_* are the node's stream with one peer, in the network's clock,
// which is the core's user_clock_tx; the other ports have the core's names, what is received in its
// interface_clock_rx. A frame is a burst. Words that come while the queue from the core is full are
// lost, as on the wire; with a network's clock that is no slower than interface_clock_rx none are.
// `rst` and the core's resets hold for 4 cycles of both clocks together. What the core says of
// errors is not looked at: a frame's CRC is.
// Latency: 1 cycle to the core, 4 or 5 of the slower clock from it. Throughput: 1 word a cycle.
module bl_seriallite_port #(
    // bits in a word: 64..512, a power of two
    parameter WIDTH = 256
) (
    input  wire             clk,
    input  wire             rst,
    // the node
    input  wire             s_wire_tvalid,
    output wire             s_wire_tready,
    input  wire [WIDTH-1:0] s_wire_tdata,
    input  wire             s_wire_tlast,
    output wire             m_wire_tvalid,
    output wire [WIDTH-1:0] m_wire_tdata,
    output wire             m_wire_tlast,
    output reg              m_wire_up,
    // the core
    output wire             user_clock_tx,
    output wire             user_clock_reset_tx_n,
    output wire [WIDTH-1:0] data_tx,
    output wire             valid_tx,
    input  wire             ready_tx,
    output wire             start_of_burst_tx,
    output wire             end_of_burst_tx,
    output wire [7:0]       sync_tx,
    input  wire             link_up_tx,
    input  wire             interface_clock_rx,
    input  wire             interface_clock_reset_rx_n,
    input  wire [WIDTH-1:0] data_rx,
    input  wire             valid_rx,
    output wire             ready_rx,
    input  wire             start_of_burst_rx,
    input  wire             end_of_burst_rx,
    input  wire [7:0]       sync_rx,
    input  wire             link_up_rx
);
    localparam [31:0] LANES = WIDTH / 64;

    generate
        if (WIDTH != 64 && WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_seriallite_port_illegal_WIDTH illegal();
        end
    endgenerate

    assign user_clock_tx         = clk;
    assign user_clock_reset_tx_n = ~rst;

    // ---- to the core: a frame's first word begins a burst ----
    reg first;
    bl_skid #(.WIDTH(WIDTH + 1)) out (
        .clk(clk), .rst(rst), .s_tvalid(s_wire_tvalid), .s_tready(s_wire_tready),
        .s_tdata({s_wire_tlast, s_wire_tdata}), .m_tvalid(valid_tx), .m_tready(ready_tx),
        .m_tdata({end_of_burst_tx, data_tx}));
    assign start_of_burst_tx = first;
    assign sync_tx           = LANES[7:0];      // with the last word: so many of 64 bits count
    always @(posedge clk)
        if (rst) first <= 1'b1;
        else if (valid_tx & ready_tx) first <= end_of_burst_tx;

    // ---- from the core ----
    wire in_empty, in_ready, receives;
    bl_async_fifo #(.WIDTH(WIDTH + 1)) in (
        .s_clk(interface_clock_rx), .s_rst(~interface_clock_reset_rx_n), .s_tvalid(valid_rx),
        .s_tready(in_ready), .s_tdata({end_of_burst_rx, data_rx}), .s_empty(in_empty),
        .m_clk(clk), .m_rst(rst), .m_tvalid(m_wire_tvalid), .m_tready(1'b1),
        .m_tdata({m_wire_tlast, m_wire_tdata}));
    assign ready_rx = 1'b1;
    bl_synchroniser receive_up (.clk(clk), .s(link_up_rx), .m(receives));
    always @(posedge clk) m_wire_up <= receives & link_up_tx;
    wire unused = &{1'b0, in_empty, in_ready, start_of_burst_rx, sync_rx, 1'b0};
endmodule
`default_nettype wire
