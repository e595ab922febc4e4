// SPDX-License-Identifier: ISC
`default_nettype none
// Fills a memory of 256 words of two bytes with pseudo-random keys by one AXI4 burst, and says what
// a partition of them must hold.
// Contract: `start` (one cycle, while not busy) begins; `busy` until the write response. Then count
// and digest of the keys with lowest bit 0 and 1 are valid until the next start: digest adds a
// number of 16 bits for each key, so it does not depend on their order. Every run has other keys.
// All paths are cut by registers.
// Latency: 260 cycles with a memory that takes a word a cycle.
module bl_ice40_fill #(
    // where the keys begin, not 0
    parameter [15:0] SEED = 16'h1
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        start,
    output wire        busy,
    output reg  [9:0]  count0,
    output reg  [9:0]  count1,
    output reg  [23:0] digest0,
    output reg  [23:0] digest1,
    output reg         m_axi_awvalid,
    input  wire        m_axi_awready,
    output wire [15:0] m_axi_wdata,
    output wire        m_axi_wlast,
    output reg         m_axi_wvalid,
    input  wire        m_axi_wready,
    input  wire        m_axi_bvalid
);
    generate
        if (SEED == 16'h0) begin : g_check
            bl_ice40_fill_illegal_seed illegal();
        end
    endgenerate

    reg [15:0] keys;
    reg [7:0]  left;
    reg        waiting;
    wire       taken = m_axi_wvalid & m_axi_wready;

    assign busy        = m_axi_awvalid | m_axi_wvalid | waiting;
    assign m_axi_wdata = keys;
    assign m_axi_wlast = left == 8'd0;

    // what a cycle later is added
    reg        adding;
    reg [15:0] added;

    always @(posedge clk) begin
        added <= keys;
        if (taken) left <= left - 1'b1;
        if (start) left <= 8'd255;
        if (rst) begin
            keys          <= SEED;
            m_axi_awvalid <= 1'b0;
            m_axi_wvalid  <= 1'b0;
            waiting       <= 1'b0;
            adding        <= 1'b0;
        end else begin
            adding <= taken;
            if (taken)
                keys <= {keys[14:0], 1'b0} ^ (keys[15] ? 16'h1D87 : 16'h0000)
                    ^ {15'd0, m_axi_wlast};
            if (start) m_axi_awvalid <= 1'b1;
            else if (m_axi_awready) m_axi_awvalid <= 1'b0;
            if (start) m_axi_wvalid <= 1'b1;
            else if (taken & m_axi_wlast) m_axi_wvalid <= 1'b0;
            if (start) waiting <= 1'b1;
            else if (m_axi_bvalid) waiting <= 1'b0;
        end
    end

    wire [1:0]  ones   = {1'b0, added[0]} + {1'b0, added[8]};
    wire [15:0] low    = {added[7:0], added[7:0] ^ {added[4:0], 3'b0}};
    wire [15:0] high   = {added[15:8], added[15:8] ^ {added[12:8], 3'b0}};
    wire [23:0] ones0  = {8'd0, added[0] ? 16'd0 : low} + {8'd0, added[8] ? 16'd0 : high};
    wire [23:0] ones1  = {8'd0, added[0] ? low : 16'd0} + {8'd0, added[8] ? high : 16'd0};

    always @(posedge clk) begin
        if (start) begin
            count0  <= 10'd0;
            count1  <= 10'd0;
            digest0 <= 24'd0;
            digest1 <= 24'd0;
        end else if (adding) begin
            count0  <= count0 + {8'd0, 2'd2 - ones};
            count1  <= count1 + {8'd0, ones};
            digest0 <= digest0 + ones0;
            digest1 <= digest1 + ones1;
        end
    end
endmodule
`default_nettype wire
