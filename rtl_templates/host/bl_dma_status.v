// SPDX-License-Identifier: ISC
`default_nettype none
// Writes a record of each of the host's completions into its memory, and counts them.
// Contract: record number n, from 0, is the word n modulo 128 behind `base`: {cycles[31:0],
// result[7:0], id[7:0], (n + 1)[15:0]} in its low bits, the others 0. `done` counts the records that
// are written, modulo 256.
// Bus: bursts of a word, one at a time.
// Latency: 1 cycle to the write, and the bus. Throughput: a record in a write's time.
module bl_dma_status #(
    // bits in a word: 128..512, a power of two
    parameter DATA_W = 256
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [63:0]         base,
    output wire [7:0]          done,
    // {cycles, result, id}
    input  wire                s_tvalid,
    output wire                s_tready,
    input  wire [47:0]         s_tdata,
    output wire [63:0]         m_axi_awaddr,
    output wire [7:0]          m_axi_awlen,
    output reg                 m_axi_awvalid,
    input  wire                m_axi_awready,
    output wire [DATA_W-1:0]   m_axi_wdata,
    output wire [DATA_W/8-1:0] m_axi_wstrb,
    output wire                m_axi_wlast,
    output reg                 m_axi_wvalid,
    input  wire                m_axi_wready,
    input  wire [1:0]          m_axi_bresp,
    input  wire                m_axi_bvalid,
    output wire                m_axi_bready
);
    localparam LOG_BYTES = (DATA_W >= 512) ? 6 : (DATA_W >= 256) ? 5 : 4;

    generate
        if (DATA_W != 128 && DATA_W != 256 && DATA_W != 512) begin : g_check_data_w
            bl_dma_status_illegal_DATA_W illegal();
        end
    endgenerate

    reg         busy;
    reg  [15:0] count;
    reg  [47:0] record;
    reg  [63:0] address;
    wire [15:0] number = count + 1'b1;
    assign s_tready     = ~busy;
    assign done         = count[7:0];
    assign m_axi_awaddr = address;
    assign m_axi_awlen  = 8'd0;
    assign m_axi_wdata  = {{(DATA_W-64){1'b0}}, record, number};
    assign m_axi_wstrb  = {(DATA_W/8){1'b1}};
    assign m_axi_wlast  = 1'b1;
    assign m_axi_bready = 1'b1;
    always @(posedge clk) begin
        if (m_axi_awready) m_axi_awvalid <= 1'b0;
        if (m_axi_wready) m_axi_wvalid <= 1'b0;
        if (s_tvalid & s_tready) begin
            busy          <= 1'b1;
            record        <= s_tdata;
            address       <= base + {{(57-LOG_BYTES){1'b0}}, count[6:0], {LOG_BYTES{1'b0}}};
            m_axi_awvalid <= 1'b1;
            m_axi_wvalid  <= 1'b1;
        end
        if (m_axi_bvalid) begin
            busy  <= 1'b0;
            count <= number;
        end
        if (rst) begin
            busy          <= 1'b0;
            count         <= 16'd0;
            m_axi_awvalid <= 1'b0;
            m_axi_wvalid  <= 1'b0;
        end
    end
    wire unused = &{1'b0, m_axi_bresp, 1'b0};
endmodule
`default_nettype wire
