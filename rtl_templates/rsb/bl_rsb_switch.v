// SPDX-License-Identifier: ISC
`default_nettype none
// The data switch of one domain on the ring segmented bus: joins the lines of its two segments and
// of the domain as the arbiter cell says.
// Contract: a bundle is {strobe or acknowledge, last, data[LINES-1:0]}; each segment has one each
// way. Along a path the bundle that runs away from the source carries strobe, last and data, the
// other one the acknowledge in its highest bit. own_*, end_* and pass_* are those of bl_rarb_cell.
// The domain sends on s_line and is acknowledged on m_ack; it receives on m_line and acknowledges
// on s_ack. Both may be at work at once, on different segments. What is not connected is 0, so a
// path must be idle (strobe and acknowledge 0) while it is built and when it is released. Every
// path is cut: it is a matter of the delay of a segment.
// Latency: no clock; one multiplexer a hop. Throughput: as the domains do.
// The switches of all domains are a ring; no path goes round it:
// verilator lint_off UNOPTFLAT
module bl_rsb_switch #(
    // data lines each way, 1..512; 0: the two lines of bl_rsb_serial_out, {clock or acknowledge,
    // serial}
    parameter LINES = 32
) (
    input  wire             own_cw,
    input  wire             own_ccw,
    input  wire             end_cw,
    input  wire             end_ccw,
    input  wire             pass_cw,
    input  wire             pass_ccw,
    // domain
    input  wire [LINES+1:0] s_line,
    output wire             m_ack,
    output wire [LINES+1:0] m_line,
    input  wire             s_ack,
    // left neighbour
    input  wire [LINES+1:0] s_left,
    output wire [LINES+1:0] m_left,
    // right neighbour
    input  wire [LINES+1:0] s_right,
    output wire [LINES+1:0] m_right
);
    generate
        if (LINES < 0 || LINES > 512) begin : g_check_lines
            bl_rsb_switch_illegal_LINES illegal();
        end
    endgenerate

    localparam W = LINES + 2;
    wire [W-1:0] answer = {s_ack, {(W-1){1'b0}}};
    wire [W-1:0] nothing = {W{1'b0}};

    // A cell hands requests of others on while its own path has the segment ahead: its own comes
    // first.
    assign m_right = own_cw  ? s_line : end_ccw ? answer : pass_cw  ? s_left  : nothing;
    assign m_left  = own_ccw ? s_line : end_cw  ? answer : pass_ccw ? s_right : nothing;
    assign m_line  = end_cw  ? s_left : end_ccw ? s_right : nothing;
    assign m_ack   = (own_cw & s_right[W-1]) | (own_ccw & s_left[W-1]);

`ifdef FORMAL
    // Rule 1: a domain with nothing of its own hands both ways on, unchanged. Rule 2: a source
    // sends, and hears the acknowledge of its way.
    // Rule 3: a destination hears its source, and its acknowledge goes back. Rule 4: nothing comes
    // out where nothing is connected.
    always @* begin
        if (pass_cw && !own_cw && !end_ccw) assert (m_right == s_left);
        if (pass_ccw && !own_ccw && !end_cw) assert (m_left == s_right);
        if (own_cw) assert (m_right == s_line);
        if (own_ccw) assert (m_left == s_line);
        if (own_cw && !own_ccw) assert (m_ack == s_right[W-1]);
        if (own_ccw && !own_cw) assert (m_ack == s_left[W-1]);
        if (end_cw) assert (m_line == s_left);
        if (end_ccw && !end_cw) assert (m_line == s_right);
        if (end_cw && !own_ccw) assert (m_left[W-1] == s_ack && m_left[W-2:0] == 0);
        if (end_ccw && !own_cw) assert (m_right[W-1] == s_ack && m_right[W-2:0] == 0);
        if (!end_cw && !end_ccw) assert (m_line == 0);
        if (!own_cw && !own_ccw) assert (!m_ack);
        if (!own_cw && !end_ccw && !pass_cw) assert (m_right == 0);
        if (!own_ccw && !end_cw && !pass_ccw) assert (m_left == 0);
    end
`endif
endmodule
`default_nettype wire
