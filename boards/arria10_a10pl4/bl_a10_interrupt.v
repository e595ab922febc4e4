// SPDX-License-Identifier: ISC
`default_nettype none
// The node's interrupt as a message by Intel's Avalon-MM DMA for PCI Express: a write by its
// non-bursting TX slave.
// Contract: `irq` is a level of any clock. When it rises, and again after every 2^LOG_AGAIN cycles
// for which it stays high, the message's data are written to the message's address, which the IP
// gives by MSIIntfc: enables in bits 81 and 80, data in 79 to 64, address in 63 to 0. Nothing is
// written while either enable is low. Txs* are the IP's ports without _i and _o; they stay until
// TxsWaitRequest is low. All outputs are registers.
// Latency: 4 cycles. Throughput: does not apply.
module bl_a10_interrupt #(
    // log2 of the cycles after which a message is repeated: 4..30
    parameter LOG_AGAIN = 20
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        irq,
    input  wire [81:0] MSIIntfc,
    output reg  [63:0] TxsAddress,
    output wire [3:0]  TxsByteEnable,
    output reg         TxsChipSelect,
    output reg         TxsWrite,
    output wire        TxsRead,
    output reg  [31:0] TxsWriteData,
    input  wire        TxsWaitRequest
);
    generate
        if (LOG_AGAIN < 4 || LOG_AGAIN > 30) begin : g_check_log_again
            bl_a10_interrupt_illegal_LOG_AGAIN illegal();
        end
    endgenerate

    wire                 high;
    reg                  sent;
    reg  [LOG_AGAIN-1:0] count;
    bl_synchroniser #(.WIDTH(1)) level (.clk(clk), .s(irq), .m(high));

    assign TxsByteEnable = 4'hf;
    assign TxsRead       = 1'b0;
    wire send = high & ~sent & (&MSIIntfc[81:80]) & ~TxsWrite;

    always @(posedge clk) begin
        if (~TxsWaitRequest) {TxsChipSelect, TxsWrite} <= 2'b00;
        if (send) begin
            {TxsChipSelect, TxsWrite} <= 2'b11;
            TxsAddress   <= MSIIntfc[63:0];
            TxsWriteData <= {16'd0, MSIIntfc[79:64]};
        end
        count <= sent ? count + 1'b1 : {LOG_AGAIN{1'b0}};
        sent  <= (sent | send) & high & ~(&count);
        if (rst) begin
            {TxsChipSelect, TxsWrite} <= 2'b00;
            sent <= 1'b0;
        end
    end
endmodule
`default_nettype wire
