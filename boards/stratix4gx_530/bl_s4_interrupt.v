// SPDX-License-Identifier: ISC
`default_nettype none
// The node's interrupt as a message by Altera's hard IP for PCI Express of Stratix IV.
// Contract: `irq` is a level of any clock. When it rises, and again after every 2^LOG_AGAIN cycles
// for which it stays high, app_msi_req stays until app_msi_ack. All outputs are registers.
// Latency: 3 cycles. Throughput: does not apply.
module bl_s4_interrupt #(
    // log2 of the cycles after which a message is repeated: 4..30
    parameter LOG_AGAIN = 20
) (
    input  wire clk,
    input  wire rst,
    input  wire irq,
    output reg  app_msi_req,
    input  wire app_msi_ack
);
    generate
        if (LOG_AGAIN < 4 || LOG_AGAIN > 30) begin : g_check_log_again
            bl_s4_interrupt_illegal_LOG_AGAIN illegal();
        end
    endgenerate

    wire                 high;
    reg                  sent;
    reg  [LOG_AGAIN-1:0] count;
    bl_synchroniser #(.WIDTH(1)) level (.clk(clk), .s(irq), .m(high));
    wire send = high & ~sent & ~app_msi_req;
    always @(posedge clk) begin
        count <= sent ? count + 1'b1 : {LOG_AGAIN{1'b0}};
        if (rst) {app_msi_req, sent} <= 2'b00;
        else begin
            app_msi_req <= send | (app_msi_req & ~app_msi_ack);
            sent        <= (sent | send) & high & ~(&count);
        end
    end
endmodule
`default_nettype wire
