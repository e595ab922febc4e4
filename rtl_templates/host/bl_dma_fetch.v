// SPDX-License-Identifier: ISC
`default_nettype none
// Fetches descriptors from a table in the host's memory as their count grows.
// Contract: the table is a ring of 128 entries of 32 bytes from `base` on; `posted` counts the
// descriptors that are in it so far, modulo 256, of which at most 128 are not completed. They leave
// in order. After an error answer `failed` stands until reset, and nothing is fetched any more.
// Bus: bursts of an entry, one at a time.
// Latency: 2 cycles and the bus. Throughput: an entry in a read's time.
module bl_dma_fetch #(
    // bits in a word: 128..512, a power of two
    parameter DATA_W = 256
) (
    input  wire              clk,
    input  wire              rst,
    input  wire [63:0]       base,
    input  wire [7:0]        posted,
    output reg               failed,
    output reg               m_tvalid,
    input  wire              m_tready,
    output reg  [159:0]      m_tdata,
    output wire [63:0]       m_axi_araddr,
    output wire [7:0]        m_axi_arlen,
    output reg               m_axi_arvalid,
    input  wire              m_axi_arready,
    input  wire [DATA_W-1:0] m_axi_rdata,
    input  wire [1:0]        m_axi_rresp,
    input  wire              m_axi_rlast,
    input  wire              m_axi_rvalid,
    output wire              m_axi_rready
);
    generate
        if (DATA_W != 128 && DATA_W != 256 && DATA_W != 512) begin : g_check_data_w
            bl_dma_fetch_illegal_DATA_W illegal();
        end
    endgenerate

    reg  [7:0]  fetched;
    reg         asked;
    wire        begins = (fetched != posted) & ~asked & ~failed & ~m_tvalid;
    wire [63:0] entry  = base + {52'd0, fetched[6:0], 5'd0};
    wire [255:0] whole;
    generate
        if (DATA_W == 128) begin : g_words
            reg [127:0] low;
            always @(posedge clk) if (m_axi_rvalid & ~m_axi_rlast) low <= m_axi_rdata;
            assign whole        = {m_axi_rdata, low};
            assign m_axi_araddr = entry;
            assign m_axi_arlen  = 8'd1;
        end else if (DATA_W == 256) begin : g_words
            assign whole        = m_axi_rdata;
            assign m_axi_araddr = entry;
            assign m_axi_arlen  = 8'd0;
        end else begin : g_words
            assign whole        = entry[5] ? m_axi_rdata[511:256] : m_axi_rdata[255:0];
            assign m_axi_araddr = {entry[63:6], 6'd0};
            assign m_axi_arlen  = 8'd0;
        end
    endgenerate
    assign m_axi_rready = 1'b1;

    reg  bad;                                    // a word of the entry so far
    wire errs = bad | (|m_axi_rresp);
    always @(posedge clk) begin
        if (m_axi_arready) m_axi_arvalid <= 1'b0;
        if (begins) m_axi_arvalid <= 1'b1;
        if (begins) asked <= 1'b1;
        if (m_tready) m_tvalid <= 1'b0;
        if (m_axi_rvalid) bad <= errs & ~m_axi_rlast;
        if (m_axi_rvalid & m_axi_rlast) begin
            asked    <= 1'b0;
            fetched  <= fetched + 1'b1;
            failed   <= failed | errs;
            m_tvalid <= ~errs;
            m_tdata  <= whole[159:0];
        end
        if (rst) begin
            fetched       <= 8'd0;
            asked         <= 1'b0;
            failed        <= 1'b0;
            bad           <= 1'b0;
            m_tvalid      <= 1'b0;
            m_axi_arvalid <= 1'b0;
        end
    end
    wire unused = &{1'b0, whole[255:160], 1'b0};
endmodule
`default_nettype wire
