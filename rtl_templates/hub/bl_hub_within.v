// SPDX-License-Identifier: ISC
`default_nettype none
// Whether an address lies in a range of a hub.
// Contract: `place` is address bits 47..24, `range` one of bl_hub_table; `has`: the masked place is
// from the lowest to the highest, or where these wrap not between them. Compares are subtractions,
// whose carry is a shorter path. Wires alone.
// Latency: 0 cycles. Throughput: an address in every cycle.
module bl_hub_within (
    input  wire [23:0] place,
    input  wire [96:0] range,
    output wire        has
);
    wire [23:0] masked = place & range[23:0];
    wire [24:0] under  = {1'b0, masked} - {1'b0, range[47:24]};  // bit 24: below the lowest
    wire [24:0] over   = {1'b0, range[71:48]} - {1'b0, masked};  // bit 24: above the highest
    assign has = ~(range[96] ? under[24] & over[24] : under[24] | over[24]);
    wire unused = &{1'b0, under[23:0], over[23:0], range[95:72], 1'b0};
endmodule
`default_nettype wire
