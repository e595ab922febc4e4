// SPDX-License-Identifier: ISC
`default_nettype none
// Joins one lane's reader and writer to its two memory channels: with `side` = 0 the reader has
// channel 0 and the writer channel 1, with `side` = 1 the other way round.
// Contract: AXI4 full-word INCR bursts; `side` may change only while neither has anything under
// way. No path is cut: all outputs are one gate behind the inputs, in both directions. Latency: 0
// cycles. Throughput: 1 word a cycle each way.
module bl_side_switch #(
    // width of a byte address, bits: 1..64
    parameter ADDR_W = 29,
    // width of a memory word, bits: 8 or more, a multiple of 8
    parameter DATA_W = 256
) (
    input  wire                side,
    // from the reader
    input  wire [ADDR_W-1:0]   s_axi_araddr,
    input  wire [7:0]          s_axi_arlen,
    input  wire                s_axi_arvalid,
    output wire                s_axi_arready,
    output wire [DATA_W-1:0]   s_axi_rdata,
    output wire [1:0]          s_axi_rresp,
    output wire                s_axi_rlast,
    output wire                s_axi_rvalid,
    input  wire                s_axi_rready,
    // from the writer
    input  wire [ADDR_W-1:0]   s_axi_awaddr,
    input  wire [7:0]          s_axi_awlen,
    input  wire                s_axi_awvalid,
    output wire                s_axi_awready,
    input  wire [DATA_W-1:0]   s_axi_wdata,
    input  wire [DATA_W/8-1:0] s_axi_wstrb,
    input  wire                s_axi_wlast,
    input  wire                s_axi_wvalid,
    output wire                s_axi_wready,
    output wire [1:0]          s_axi_bresp,
    output wire                s_axi_bvalid,
    input  wire                s_axi_bready,
    // channel 0
    output wire [ADDR_W-1:0]   m0_axi_araddr,
    output wire [7:0]          m0_axi_arlen,
    output wire                m0_axi_arvalid,
    input  wire                m0_axi_arready,
    input  wire [DATA_W-1:0]   m0_axi_rdata,
    input  wire [1:0]          m0_axi_rresp,
    input  wire                m0_axi_rlast,
    input  wire                m0_axi_rvalid,
    output wire                m0_axi_rready,
    output wire [ADDR_W-1:0]   m0_axi_awaddr,
    output wire [7:0]          m0_axi_awlen,
    output wire                m0_axi_awvalid,
    input  wire                m0_axi_awready,
    output wire [DATA_W-1:0]   m0_axi_wdata,
    output wire [DATA_W/8-1:0] m0_axi_wstrb,
    output wire                m0_axi_wlast,
    output wire                m0_axi_wvalid,
    input  wire                m0_axi_wready,
    input  wire [1:0]          m0_axi_bresp,
    input  wire                m0_axi_bvalid,
    output wire                m0_axi_bready,
    // channel 1
    output wire [ADDR_W-1:0]   m1_axi_araddr,
    output wire [7:0]          m1_axi_arlen,
    output wire                m1_axi_arvalid,
    input  wire                m1_axi_arready,
    input  wire [DATA_W-1:0]   m1_axi_rdata,
    input  wire [1:0]          m1_axi_rresp,
    input  wire                m1_axi_rlast,
    input  wire                m1_axi_rvalid,
    output wire                m1_axi_rready,
    output wire [ADDR_W-1:0]   m1_axi_awaddr,
    output wire [7:0]          m1_axi_awlen,
    output wire                m1_axi_awvalid,
    input  wire                m1_axi_awready,
    output wire [DATA_W-1:0]   m1_axi_wdata,
    output wire [DATA_W/8-1:0] m1_axi_wstrb,
    output wire                m1_axi_wlast,
    output wire                m1_axi_wvalid,
    input  wire                m1_axi_wready,
    input  wire [1:0]          m1_axi_bresp,
    input  wire                m1_axi_bvalid,
    output wire                m1_axi_bready
);
    generate
        if (ADDR_W < 1 || ADDR_W > 64) begin : g_check_address
            bl_side_switch_illegal_ADDR_W illegal();
        end
        if (DATA_W % 8 != 0 || DATA_W < 8) begin : g_check
            bl_side_switch_illegal_DATA_W illegal();
        end
    endgenerate

    assign m0_axi_araddr  = s_axi_araddr;
    assign m1_axi_araddr  = s_axi_araddr;
    assign m0_axi_arlen   = s_axi_arlen;
    assign m1_axi_arlen   = s_axi_arlen;
    assign m0_axi_arvalid = s_axi_arvalid & ~side;
    assign m1_axi_arvalid = s_axi_arvalid & side;
    assign s_axi_arready  = side ? m1_axi_arready : m0_axi_arready;
    assign s_axi_rdata    = side ? m1_axi_rdata : m0_axi_rdata;
    assign s_axi_rresp    = side ? m1_axi_rresp : m0_axi_rresp;
    assign s_axi_rlast    = side ? m1_axi_rlast : m0_axi_rlast;
    assign s_axi_rvalid   = side ? m1_axi_rvalid : m0_axi_rvalid;
    assign m0_axi_rready  = s_axi_rready & ~side;
    assign m1_axi_rready  = s_axi_rready & side;

    assign m0_axi_awaddr  = s_axi_awaddr;
    assign m1_axi_awaddr  = s_axi_awaddr;
    assign m0_axi_awlen   = s_axi_awlen;
    assign m1_axi_awlen   = s_axi_awlen;
    assign m0_axi_awvalid = s_axi_awvalid & side;
    assign m1_axi_awvalid = s_axi_awvalid & ~side;
    assign s_axi_awready  = side ? m0_axi_awready : m1_axi_awready;
    assign m0_axi_wdata   = s_axi_wdata;
    assign m1_axi_wdata   = s_axi_wdata;
    assign m0_axi_wstrb   = s_axi_wstrb;
    assign m1_axi_wstrb   = s_axi_wstrb;
    assign m0_axi_wlast   = s_axi_wlast;
    assign m1_axi_wlast   = s_axi_wlast;
    assign m0_axi_wvalid  = s_axi_wvalid & side;
    assign m1_axi_wvalid  = s_axi_wvalid & ~side;
    assign s_axi_wready   = side ? m0_axi_wready : m1_axi_wready;
    assign s_axi_bresp    = side ? m0_axi_bresp : m1_axi_bresp;
    assign s_axi_bvalid   = side ? m0_axi_bvalid : m1_axi_bvalid;
    assign m0_axi_bready  = s_axi_bready & side;
    assign m1_axi_bready  = s_axi_bready & ~side;

`ifdef FORMAL
    // Rule 1: a handshake on one side of the switch is exactly one handshake on the other, with the
    // same payload.
    // Rule 2: reads and writes never share a channel.
    always @* begin
        assert ((s_axi_arvalid & s_axi_arready)
                == ((m0_axi_arvalid & m0_axi_arready) | (m1_axi_arvalid & m1_axi_arready)));
        assert ((s_axi_awvalid & s_axi_awready)
                == ((m0_axi_awvalid & m0_axi_awready) | (m1_axi_awvalid & m1_axi_awready)));
        assert ((s_axi_wvalid & s_axi_wready)
                == ((m0_axi_wvalid & m0_axi_wready) | (m1_axi_wvalid & m1_axi_wready)));
        if (m0_axi_rvalid & m0_axi_rready)
            assert (s_axi_rvalid & s_axi_rdata == m0_axi_rdata & s_axi_rlast == m0_axi_rlast
                    & s_axi_rresp == m0_axi_rresp);
        if (m0_axi_bvalid & m0_axi_bready) assert (s_axi_bvalid & s_axi_bresp == m0_axi_bresp);
        if (m1_axi_rvalid & m1_axi_rready)
            assert (s_axi_rvalid & s_axi_rdata == m1_axi_rdata & s_axi_rlast == m1_axi_rlast
                    & s_axi_rresp == m1_axi_rresp);
        if (m1_axi_bvalid & m1_axi_bready) assert (s_axi_bvalid & s_axi_bresp == m1_axi_bresp);
        if (s_axi_rvalid & s_axi_rready)
            assert ((m0_axi_rvalid & m0_axi_rready) | (m1_axi_rvalid & m1_axi_rready));
        if (s_axi_bvalid & s_axi_bready)
            assert ((m0_axi_bvalid & m0_axi_bready) | (m1_axi_bvalid & m1_axi_bready));
        if (m0_axi_arvalid) assert (m0_axi_araddr == s_axi_araddr & m0_axi_arlen == s_axi_arlen);
        if (m1_axi_wvalid)
            assert (m1_axi_wdata == s_axi_wdata & m1_axi_wstrb == s_axi_wstrb
                    & m1_axi_wlast == s_axi_wlast);
        assert (!(m0_axi_arvalid & (m0_axi_awvalid | m0_axi_wvalid))
                && !(m1_axi_arvalid & (m1_axi_awvalid | m1_axi_wvalid)));
        assert (!(m0_axi_rready & m1_axi_rready) && !(m0_axi_bready & m1_axi_bready)
                && !(m0_axi_rready & m0_axi_bready));
    end
`endif
endmodule
`default_nettype wire
