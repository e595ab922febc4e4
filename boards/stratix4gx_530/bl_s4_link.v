// SPDX-License-Identifier: ISC
`default_nettype none
// Whether the cable at a port of a hub is there: it comes up when both of its hubs have passed on
// what came by it before.
// Contract: `drained` is the hub's. npor, of the IP, stays low while the hub is not drained, and
// 2^LOG_REST cycles at least, so that no link is made with half of what went before at one end.
// Then `ready` is waited for, of any clock, which has to be seen low first, as it may be left from
// before; then the port is `open`, and with `configured` it is `up`. When `ready` falls all of them
// do. All outputs are registers.
// Latency: 3 cycles. Throughput: does not apply.
module bl_s4_link #(
    // log2 of the cycles for which npor is low at least: 2..20
    parameter LOG_REST = 8
) (
    input  wire clk,
    input  wire rst,
    input  wire drained,
    input  wire ready,
    input  wire configured,
    output reg  npor,
    output reg  open,
    output reg  up
);
    generate
        if (LOG_REST < 2 || LOG_REST > 20) begin : g_check_log_rest
            bl_s4_link_illegal_LOG_REST illegal();
        end
    endgenerate

    wire                is_ready;
    reg                 was_low;
    reg  [LOG_REST-1:0] rest;
    bl_synchroniser #(.WIDTH(1)) seen (.clk(clk), .s(ready), .m(is_ready));
    always @(posedge clk)
        if (rst) begin
            {npor, open, up, was_low} <= 4'd0;
            rest <= {LOG_REST{1'b0}};
        end else begin
            rest <= npor ? {LOG_REST{1'b0}} : rest + {{LOG_REST-1{1'b0}}, ~&rest};
            if (~npor) {npor, was_low} <= {drained & (&rest), 1'b0};
            else if (~open) begin
                if (~is_ready) was_low <= 1'b1;
                open <= was_low & is_ready;
            end else if (~is_ready) {npor, open, up} <= 3'd0;
            else up <= up | configured;
        end

`ifdef FORMAL
    // Rule 1: the IP comes out of its reset only when nothing is left in the hub.
    // Rule 2: the cable is up only with an open port, and that only with the IP out of its reset.
    // Rule 3: behind a link that is lost the IP is in its reset before the cable is up again.
    reg f_past = 1'b0, f_npor, f_drained, f_rst, f_up, f_down;
    always @(posedge clk) begin
        f_past    <= 1'b1;
        f_npor    <= npor;
        f_drained <= drained;
        f_rst     <= rst;
        f_up      <= up;
        f_down    <= ~rst & f_up & ~is_ready;
    end
    always @* begin
        if (!f_past) assume (rst);
        if (f_past) begin
            assert (!up || open);
            assert (!open || npor);
            if (npor && !f_npor) assert (f_drained && !f_rst);
            if (f_down) assert (!up);
        end
    end
`endif
endmodule
`default_nettype wire
