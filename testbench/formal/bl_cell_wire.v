`default_nettype none
// Proof of a handshake wire between links of cells: bl_cell_say, a wire of which one bit is flipped
// at any time, or none, and bl_cell_hear. With CROSSES bl_cell_said lies between them, all in one
// clock: what stays away there makes no other message.
module bl_cell_wire #(
    // bits of a message
    parameter BITS = 2,
    // 1: through bl_cell_said: 0..1
    parameter CROSSES = 0
) (
    input wire            clk,
    input wire            rst,
    input wire            send,
    input wire [BITS-1:0] what,
    input wire            flip
);
    wire            ready, line, heard, says, bit_said;
    wire [BITS-1:0] heard_what;
    bl_cell_say #(.BITS(BITS)) say (
        .clk(clk), .rst(rst), .send(send), .what(what), .ready(ready), .m_say(line));
    bl_cell_hear #(.BITS(BITS)) hear (
        .clk(clk), .rst(rst), .s_tvalid(says), .s_say(bit_said), .heard(heard),
        .what(heard_what));
    generate
        if (CROSSES == 1) begin : g_crosses
            bl_cell_said said (
                .s_clk(clk), .s_rst(rst), .s_say(line ^ flip), .m_clk(clk), .m_rst(rst),
                .m_tvalid(says), .m_say(bit_said));
        end else begin : g_same
            assign says     = 1'b1;
            assign bit_said = line ^ flip;
        end
    endgenerate

`ifdef FORMAL
    // Rule 1: what is heard is what was said, 2 * BITS + 5 cycles before, with CROSSES 3 more:
    // nothing else, whichever bit is flipped. Rule 2: it is heard if none of its bits is.
    localparam DELAY = 2 * BITS + 5 + (CROSSES ? 3 : 0);
    reg                f_reset = 1'b0, f_flipped = 1'b0;
    reg [2:0]          f_begin = 3'd0;                   // cycles in reset
    reg [DELAY-1:0]    f_said = 0;                       // newest in bit 0
    reg [BITS-1:0]     f_what [0:DELAY-1];
    integer            k;
    always @(posedge clk) begin
        f_begin   <= f_begin + (f_begin != 3'd5);
        f_reset   <= !CROSSES || f_begin == 3'd5;
        f_flipped <= !rst && (f_flipped || flip);
        f_said    <= rst ? 0 : {f_said[DELAY-2:0], send && ready};
        f_what[0] <= what;
        for (k = 1; k < DELAY; k = k + 1) f_what[k] <= f_what[k-1];
    end
    always @* begin
        if (!f_reset) assume (rst);
        if (f_reset) assume (!rst);
        if (rst) assume (!flip);
        assume (!(flip && f_flipped));
        if (f_reset) begin
            if (heard) assert (f_said[DELAY-1] && heard_what == f_what[DELAY-1]);
            if (f_said[DELAY-1] && !f_flipped) assert (heard);
        end
    end
`endif
endmodule
`default_nettype wire
