// SPDX-License-Identifier: ISC
`default_nettype none
// What a root complex has written into the configuration space of Altera's hard IP of Stratix IV.
// Contract: tl_cfg_* are the IP's ports: a register's number and value, which stay for 8 cycles of
// pld_clk and are there 3 cycles behind a change of tl_cfg_ctl_wr. `busdev`: the number of the bus
// and that of the device, 0 until it is known. `enabled`: the device may answer and send, bits 1
// and 2 of the command. Both are registers.
// Latency: 4 cycles. Throughput: does not apply.
module bl_s4_config (
    input  wire        pld_clk,
    input  wire        srst,
    input  wire [3:0]  tl_cfg_add,
    input  wire [31:0] tl_cfg_ctl,
    input  wire        tl_cfg_ctl_wr,
    output reg  [12:0] busdev,
    output reg         enabled
);
    // Command: register 3, bits 23..8. Numbers: register f.
    localparam [3:0] COMMAND = 4'h3, NUMBERS = 4'hf;
    reg [2:0] changes;
    always @(posedge pld_clk)
        if (srst) begin
            changes <= 3'd0;
            busdev  <= 13'd0;
            enabled <= 1'b0;
        end else begin
            changes <= {changes[1:0], tl_cfg_ctl_wr};
            if (changes[2] != changes[1]) begin
                if (tl_cfg_add == COMMAND) enabled <= &tl_cfg_ctl[10:9];
                if (tl_cfg_add == NUMBERS) busdev <= tl_cfg_ctl[12:0];
            end
        end
    wire unused = &{1'b0, tl_cfg_ctl[31:13], tl_cfg_ctl[8:0], 1'b0};
endmodule
`default_nettype wire
