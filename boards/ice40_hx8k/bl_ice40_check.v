// SPDX-License-Identifier: ISC
`default_nettype none
// Reads a memory of 512 words of two bytes by two AXI4 bursts and says which keys are in its first
// `count` bytes.
// Contract: `start` (one cycle, while not busy) begins; `busy` until the last word. Then `digest`
// is that of the keys, as the module that filled the source has it, and `stray` says that one of
// them has another lowest bit than CLASS. `count` must stay. All paths are cut.
// Latency: 520 cycles with a memory that gives a word a cycle.
module bl_ice40_check #(
    // lowest bit of the keys that belong here: 0 or 1
    parameter CLASS = 0
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        start,
    input  wire [10:0] count,
    output wire        busy,
    output reg         stray,
    output reg  [23:0] digest,
    output wire [9:0]  m_axi_araddr,
    output wire [7:0]  m_axi_arlen,
    output reg         m_axi_arvalid,
    input  wire        m_axi_arready,
    input  wire [15:0] m_axi_rdata,
    input  wire        m_axi_rlast,
    input  wire        m_axi_rvalid
);
    generate
        if (CLASS != 0 && CLASS != 1) begin : g_check
            bl_ice40_check_illegal_class illegal();
        end
    endgenerate

    // the two halves, one burst each
    reg        upper, reading, adding;
    reg [8:0]  word;
    reg [15:0] keys;
    reg [1:0]  keep;

    assign m_axi_araddr = {upper, 9'd0};
    assign m_axi_arlen  = 8'd255;
    assign busy         = reading | adding;

    wire       ends = m_axi_rvalid & m_axi_rlast;
    wire [1:0] wrong = keep & ({keys[8], keys[0]} ^ ((CLASS == 1) ? 2'b11 : 2'b00));
    wire [15:0] low  = {keys[7:0], keys[7:0] ^ {keys[4:0], 3'b0}};
    wire [15:0] high = {keys[15:8], keys[15:8] ^ {keys[12:8], 3'b0}};

    always @(posedge clk) begin
        keys <= m_axi_rdata;
        keep <= {{1'b0, word, 1'b1} < count, {1'b0, word, 1'b0} < count};
        if (start) word <= 9'd0;
        else if (m_axi_rvalid) word <= word + 1'b1;
        if (start) upper <= 1'b0;
        else if (ends) upper <= 1'b1;
        if (start) begin
            stray  <= 1'b0;
            digest <= 24'd0;
        end else if (adding) begin
            stray  <= stray | (|wrong);
            digest <= digest + {8'd0, keep[0] ? low : 16'd0} + {8'd0, keep[1] ? high : 16'd0};
        end
        if (rst) begin
            m_axi_arvalid <= 1'b0;
            reading       <= 1'b0;
            adding        <= 1'b0;
        end else begin
            adding <= m_axi_rvalid;
            if (start | (ends & ~upper)) m_axi_arvalid <= 1'b1;
            else if (m_axi_arready) m_axi_arvalid <= 1'b0;
            if (start) reading <= 1'b1;
            else if (ends & upper) reading <= 1'b0;
        end
    end
endmodule
`default_nettype wire
