// SPDX-License-Identifier: ISC
`default_nettype none
// Writes a record of each of the host's completions into a ring of 128 words in its memory, and
// interrupts.
// Contract: s_* takes completions {clocks, result, id}. The n-th one, from 0, becomes the word at
// status_address + (n modulo 128) * DATA_W / 8; its low 64 bits are {clocks[31:0], result[7:0],
// id[7:0], number[15:0]}, number is n + 1 modulo 2^16, the others are 0. `done` counts the records
// that are written, answers included, modulo 256; irq is high while it is not `seen`, which the
// host sets, and with `alarm`, with a cycle's delay. status_address is a level, a multiple of
// DATA_W / 8.
// `failed` is high from the first response with an error until reset. At most 2^LOG_UNDER_WAY
// records are without a response. All outputs are registers.
// Latency: completion to awvalid and wvalid 1 cycle, response to irq 2. Throughput: a record in two
// cycles.
module bl_dma_status #(
    // bits in a word of the host's bus: 64..1024, a power of two
    parameter DATA_W = 256,
    // log2 of the records without a response: 1..6
    parameter LOG_UNDER_WAY = 4
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [63:0]         status_address,
    input  wire [7:0]          seen,
    input  wire                alarm,
    output reg  [7:0]          done,
    output reg                 irq,
    output reg                 failed,
    input  wire                s_tvalid,
    output reg                 s_tready,
    input  wire [47:0]         s_tdata,
    output reg  [63:0]         m_axi_awaddr,
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
    function integer log2;
        input integer value;
        begin
            log2 = 0;
            while ((1 << log2) < value) log2 = log2 + 1;
        end
    endfunction

    localparam LOG_BYTES = log2(DATA_W / 8);

    generate
        if (DATA_W < 64 || DATA_W > 1024 || (DATA_W & (DATA_W - 1)) != 0) begin : g_check_data_w
            bl_dma_status_illegal_DATA_W illegal();
        end
        if (LOG_UNDER_WAY < 1 || LOG_UNDER_WAY > 6) begin : g_check_log_under_way
            bl_dma_status_illegal_LOG_UNDER_WAY illegal();
        end
        if (DATA_W > 64) begin : g_wide
            assign m_axi_wdata[DATA_W-1:64] = {(DATA_W-64){1'b0}};
        end
    endgenerate

    reg  [63:0]              record;
    reg  [15:0]              number;              // of the next record
    reg  [LOG_UNDER_WAY:0]   under_way;
    wire                     take = s_tvalid & s_tready;
    wire                     free = (~m_axi_awvalid | m_axi_awready)
        & (~m_axi_wvalid | m_axi_wready);

    assign m_axi_awlen  = 8'd0;
    assign m_axi_wdata[63:0] = record;
    assign m_axi_wstrb  = {(DATA_W/8){1'b1}};
    assign m_axi_wlast  = 1'b1;
    assign m_axi_bready = 1'b1;

    wire [15:0] before_it = number - 16'd1;

    always @(posedge clk) begin
        if (take) begin
            m_axi_awaddr <= status_address + ({57'd0, before_it[6:0]} << LOG_BYTES);
            record       <= {s_tdata, number};
        end
    end

    always @(posedge clk) begin
        s_tready <= free & ~take & ~under_way[LOG_UNDER_WAY];
        irq      <= alarm | (done != seen);
        if (m_axi_awready) m_axi_awvalid <= 1'b0;
        if (m_axi_wready)  m_axi_wvalid  <= 1'b0;
        if (take) begin
            m_axi_awvalid <= 1'b1;
            m_axi_wvalid  <= 1'b1;
            number        <= number + 16'd1;
        end
        if (take & ~m_axi_bvalid) under_way <= under_way + 1'b1;
        if (m_axi_bvalid & ~take) under_way <= under_way - 1'b1;
        if (m_axi_bvalid) begin
            done   <= done + 8'd1;
            failed <= failed | (|m_axi_bresp);
        end
        if (rst) begin
            s_tready      <= 1'b0;
            irq           <= 1'b0;
            m_axi_awvalid <= 1'b0;
            m_axi_wvalid  <= 1'b0;
            number        <= 16'd1;
            under_way     <= {(LOG_UNDER_WAY+1){1'b0}};
            done          <= 8'd0;
            failed        <= 1'b0;
        end
    end

    wire unused = &{1'b0, before_it};
endmodule
`default_nettype wire
