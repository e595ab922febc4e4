// SPDX-License-Identifier: ISC
`default_nettype none
// What a board's lights show: led 0 blinks with the node's clock, led 1 is lit when the memory is
// calibrated and has reported no error, led 2 when the node is up; more lights stay dark.
// Contract: `calibrated`, `error` and `rst` (the node is not up) are shown as they come. Latency: 1
// cycle. Throughput: does not apply.
module bl_board_status #(
    // lights, 1..16
    parameter LEDS = 4,
    // one bit a light: 1 when a one lights it
    parameter [15:0] ACTIVE_HIGH = 16'hFFFF,
    // log2 of the cycles of one blink, 2..32
    parameter LOG_BLINK = 27
) (
    input  wire            clk,
    input  wire            rst,
    input  wire            calibrated,
    input  wire            error,
    output reg  [LEDS-1:0] led
);
    generate
        if (LEDS < 1 || LEDS > 16) begin : g_check_leds
            bl_board_status_illegal_LEDS illegal();
        end
        if (LOG_BLINK < 2 || LOG_BLINK > 32) begin : g_check_log_blink
            bl_board_status_illegal_LOG_BLINK illegal();
        end
    endgenerate

    reg  [LOG_BLINK-1:0] count;
    wire [15:0]          lit = {13'd0, ~rst, calibrated & ~error, count[LOG_BLINK-1]};
    wire [15:0]          levels = lit ~^ ACTIVE_HIGH;
    wire                 unused_levels = &{1'b0, levels};

    always @(posedge clk) begin
        if (rst) count <= {LOG_BLINK{1'b0}};
        else     count <= count + 1'b1;
        led <= levels[LEDS-1:0];
    end
endmodule
`default_nettype wire
