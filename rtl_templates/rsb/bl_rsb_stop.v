// SPDX-License-Identifier: ISC
`default_nettype none
// Delays the token into an arbiter cell that has something to do, until the cell's number has come
// to all others; into other cells it lets the token pass.
// Contract: m_token follows s_token. The edge that an operation waits for, which rises, in the
// first cell falls, takes DELAY + 1 tables more while s_busy, the cell's m_busy, is 1; the other
// edge takes one. s_busy does not change while that edge comes: the edge before it closes the latch
// that it is made of. m_stops rises, in the first cell falls, with a token that is delayed, and
// stays until the other edge. A delay that the next edge cuts short begins anew.
// Cut: every path.
// Latency: one table, or DELAY + 2. Throughput: as the token. Size: DELAY + 2 tables. The loop is
// the gate's memory:
// verilator lint_off UNOPTFLAT
module bl_rsb_stop #(
    // tables: 1..1023
    parameter DELAY = 8,
    // as of bl_rarb_cell; 0..1
    parameter FIRST = 0,
    // as of bl_lut, 0..3
    parameter FABRIC = 0
) (
    input  wire s_token,
    input  wire s_busy,
    output wire m_stops,
    output wire m_token
);
    generate
        if (DELAY < 1 || DELAY > 1023) begin : g_check_delay
            bl_rsb_stop_illegal_DELAY illegal();
        end
        if (FIRST < 0 || FIRST > 1) begin : g_check_first
            bl_rsb_stop_illegal_FIRST illegal();
        end
    endgenerate

    // token & (held | busy), then token & the table before; in the first cell token | held & !busy,
    // token | that
    wire [DELAY:0] late;
    bl_lut #(.INPUTS(3), .TABLE(FIRST != 0 ? 64'hAE : 64'hA8), .FABRIC(FABRIC), .RACES(1)) stops (
        .i({s_busy, m_stops, s_token}), .o(m_stops));
    assign late[0] = m_stops;
    genvar t;
    generate
        for (t = 0; t < DELAY; t = t + 1) begin : g_delay
            bl_lut #(.INPUTS(2), .TABLE(FIRST != 0 ? 64'hE : 64'h8), .FABRIC(FABRIC),
                     .RACES(1)) delay (
                .i({late[t], s_token}), .o(late[t+1]));
        end
    endgenerate
    // token & (held | late | !busy); in the first cell token | held & late & busy
    bl_lut #(.INPUTS(4), .TABLE(FIRST != 0 ? 64'hEAAA : 64'hA8AA), .FABRIC(FABRIC)) hold (
        .i({s_busy, late[DELAY], m_token, s_token}), .o(m_token));
endmodule
`default_nettype wire
