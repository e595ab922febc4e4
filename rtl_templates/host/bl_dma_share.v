// SPDX-License-Identifier: ISC
`default_nettype none
// Joins a pipeline and the host's window to one memory channel, which belongs to one of them.
// Contract: s0_axi_* is the pipeline's side, s1_axi_* the window's, m_axi_* the memory's. With
// `owns` the channel is the window's, without the pipeline's; the other side sees ready and valid
// low. `owns` changes only while neither has anything under way: bl_dma_window sees to that.
// No path is cut: all outputs are one gate behind the inputs, both ways. Latency: 0 cycles.
// Throughput: 1 word a cycle each way.
module bl_dma_share #(
    // bits in an address: 1..64
    parameter ADDR_W = 40,
    // bits in a word: 8 or more, a multiple of 8
    parameter DATA_W = 256
) (
    input  wire                owns,
    // the pipeline
    input  wire [ADDR_W-1:0]   s0_axi_araddr,
    input  wire [7:0]          s0_axi_arlen,
    input  wire                s0_axi_arvalid,
    output wire                s0_axi_arready,
    output wire [DATA_W-1:0]   s0_axi_rdata,
    output wire [1:0]          s0_axi_rresp,
    output wire                s0_axi_rlast,
    output wire                s0_axi_rvalid,
    input  wire                s0_axi_rready,
    input  wire [ADDR_W-1:0]   s0_axi_awaddr,
    input  wire [7:0]          s0_axi_awlen,
    input  wire                s0_axi_awvalid,
    output wire                s0_axi_awready,
    input  wire [DATA_W-1:0]   s0_axi_wdata,
    input  wire [DATA_W/8-1:0] s0_axi_wstrb,
    input  wire                s0_axi_wlast,
    input  wire                s0_axi_wvalid,
    output wire                s0_axi_wready,
    output wire [1:0]          s0_axi_bresp,
    output wire                s0_axi_bvalid,
    input  wire                s0_axi_bready,
    // the window
    input  wire [ADDR_W-1:0]   s1_axi_araddr,
    input  wire [7:0]          s1_axi_arlen,
    input  wire                s1_axi_arvalid,
    output wire                s1_axi_arready,
    output wire [DATA_W-1:0]   s1_axi_rdata,
    output wire [1:0]          s1_axi_rresp,
    output wire                s1_axi_rlast,
    output wire                s1_axi_rvalid,
    input  wire                s1_axi_rready,
    input  wire [ADDR_W-1:0]   s1_axi_awaddr,
    input  wire [7:0]          s1_axi_awlen,
    input  wire                s1_axi_awvalid,
    output wire                s1_axi_awready,
    input  wire [DATA_W-1:0]   s1_axi_wdata,
    input  wire [DATA_W/8-1:0] s1_axi_wstrb,
    input  wire                s1_axi_wlast,
    input  wire                s1_axi_wvalid,
    output wire                s1_axi_wready,
    output wire [1:0]          s1_axi_bresp,
    output wire                s1_axi_bvalid,
    input  wire                s1_axi_bready,
    // the memory
    output wire [ADDR_W-1:0]   m_axi_araddr,
    output wire [7:0]          m_axi_arlen,
    output wire                m_axi_arvalid,
    input  wire                m_axi_arready,
    input  wire [DATA_W-1:0]   m_axi_rdata,
    input  wire [1:0]          m_axi_rresp,
    input  wire                m_axi_rlast,
    input  wire                m_axi_rvalid,
    output wire                m_axi_rready,
    output wire [ADDR_W-1:0]   m_axi_awaddr,
    output wire [7:0]          m_axi_awlen,
    output wire                m_axi_awvalid,
    input  wire                m_axi_awready,
    output wire [DATA_W-1:0]   m_axi_wdata,
    output wire [DATA_W/8-1:0] m_axi_wstrb,
    output wire                m_axi_wlast,
    output wire                m_axi_wvalid,
    input  wire                m_axi_wready,
    input  wire [1:0]          m_axi_bresp,
    input  wire                m_axi_bvalid,
    output wire                m_axi_bready
);
    generate
        if (ADDR_W < 1 || ADDR_W > 64) begin : g_check_addr_w
            bl_dma_share_illegal_ADDR_W illegal();
        end
        if (DATA_W % 8 != 0 || DATA_W < 8) begin : g_check_data_w
            bl_dma_share_illegal_DATA_W illegal();
        end
    endgenerate

    // requests and words of the owner
    assign m_axi_araddr  = owns ? s1_axi_araddr : s0_axi_araddr;
    assign m_axi_arlen   = owns ? s1_axi_arlen : s0_axi_arlen;
    assign m_axi_arvalid = owns ? s1_axi_arvalid : s0_axi_arvalid;
    assign m_axi_rready  = owns ? s1_axi_rready : s0_axi_rready;
    assign m_axi_awaddr  = owns ? s1_axi_awaddr : s0_axi_awaddr;
    assign m_axi_awlen   = owns ? s1_axi_awlen : s0_axi_awlen;
    assign m_axi_awvalid = owns ? s1_axi_awvalid : s0_axi_awvalid;
    assign m_axi_wdata   = owns ? s1_axi_wdata : s0_axi_wdata;
    assign m_axi_wstrb   = owns ? s1_axi_wstrb : s0_axi_wstrb;
    assign m_axi_wlast   = owns ? s1_axi_wlast : s0_axi_wlast;
    assign m_axi_wvalid  = owns ? s1_axi_wvalid : s0_axi_wvalid;
    assign m_axi_bready  = owns ? s1_axi_bready : s0_axi_bready;

    // answers: to both, but only the owner's are valid
    assign s0_axi_arready = m_axi_arready & ~owns;
    assign s1_axi_arready = m_axi_arready & owns;
    assign s0_axi_rdata   = m_axi_rdata;
    assign s1_axi_rdata   = m_axi_rdata;
    assign s0_axi_rresp   = m_axi_rresp;
    assign s1_axi_rresp   = m_axi_rresp;
    assign s0_axi_rlast   = m_axi_rlast;
    assign s1_axi_rlast   = m_axi_rlast;
    assign s0_axi_rvalid  = m_axi_rvalid & ~owns;
    assign s1_axi_rvalid  = m_axi_rvalid & owns;
    assign s0_axi_awready = m_axi_awready & ~owns;
    assign s1_axi_awready = m_axi_awready & owns;
    assign s0_axi_wready  = m_axi_wready & ~owns;
    assign s1_axi_wready  = m_axi_wready & owns;
    assign s0_axi_bresp   = m_axi_bresp;
    assign s1_axi_bresp   = m_axi_bresp;
    assign s0_axi_bvalid  = m_axi_bvalid & ~owns;
    assign s1_axi_bvalid  = m_axi_bvalid & owns;

`ifdef FORMAL
    // Rule 1: a handshake of the memory is one of the owner with the same payload, and the other
    // side has none.
    wire [4:0] f_memory = {m_axi_arvalid & m_axi_arready, m_axi_rvalid & m_axi_rready,
                           m_axi_awvalid & m_axi_awready, m_axi_wvalid & m_axi_wready,
                           m_axi_bvalid & m_axi_bready};
    wire [4:0] f_zero   = {s0_axi_arvalid & s0_axi_arready, s0_axi_rvalid & s0_axi_rready,
                           s0_axi_awvalid & s0_axi_awready, s0_axi_wvalid & s0_axi_wready,
                           s0_axi_bvalid & s0_axi_bready};
    wire [4:0] f_one    = {s1_axi_arvalid & s1_axi_arready, s1_axi_rvalid & s1_axi_rready,
                           s1_axi_awvalid & s1_axi_awready, s1_axi_wvalid & s1_axi_wready,
                           s1_axi_bvalid & s1_axi_bready};
    always @* begin
        assert (f_zero == (owns ? 5'd0 : f_memory));
        assert (f_one == (owns ? f_memory : 5'd0));
        if (f_one[4]) assert (m_axi_araddr == s1_axi_araddr && m_axi_arlen == s1_axi_arlen);
        if (f_zero[4]) assert (m_axi_araddr == s0_axi_araddr && m_axi_arlen == s0_axi_arlen);
        if (f_one[2]) assert (m_axi_awaddr == s1_axi_awaddr && m_axi_awlen == s1_axi_awlen);
        if (f_zero[2]) assert (m_axi_awaddr == s0_axi_awaddr && m_axi_awlen == s0_axi_awlen);
        if (f_one[1])
            assert ({m_axi_wdata, m_axi_wstrb, m_axi_wlast}
                    == {s1_axi_wdata, s1_axi_wstrb, s1_axi_wlast});
        if (f_zero[1])
            assert ({m_axi_wdata, m_axi_wstrb, m_axi_wlast}
                    == {s0_axi_wdata, s0_axi_wstrb, s0_axi_wlast});
        if (f_one[3])
            assert ({m_axi_rdata, m_axi_rresp, m_axi_rlast}
                    == {s1_axi_rdata, s1_axi_rresp, s1_axi_rlast});
        if (f_zero[3])
            assert ({m_axi_rdata, m_axi_rresp, m_axi_rlast}
                    == {s0_axi_rdata, s0_axi_rresp, s0_axi_rlast});
        if (f_one[0]) assert (s1_axi_bresp == m_axi_bresp);
        if (f_zero[0]) assert (s0_axi_bresp == m_axi_bresp);
    end
`endif
endmodule
`default_nettype wire
