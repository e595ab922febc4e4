// SPDX-License-Identifier: ISC
`default_nettype none
// Sends the beats of a connector over two lines of a narrow data switch: a clock that goes along,
// and a serial line.
// Contract: s_path is the connector's own, s_line its m_line; the acknowledge goes from the switch
// to the connector without coming past here. m_line is {clock, serial}. Both are registers, of one
// clock, so they can be in the output pads, and both are 0 but in a frame. A bit is on the serial
// line for BITS cycles, from the falling edge of the clock to the next, and the clock rises in its
// middle: up to bl_rsb_serial_in it may come BITS / 2 cycles late or early against the clock, less
// what the flip-flop there asks for (setup or hold). A path begins with a frame of 8 bits, the
// pattern 10110010, which comes out as another one when the serial line is a bit late or early. A
// beat is a frame of `last`, the data from the highest bit down, and a bit that makes the ones of
// these, of itself and of the strobe an even number, so that a frame too few or too many is noticed
// as well. The last change of the strobe in a packet of an odd number of beats is a frame like all
// others. A frame is not begun before the one before it has been acknowledged, so both lines have
// been 0 for long when the path is released. rst lasts four cycles or more.
// Cut: s_path.
// Latency: 1 cycle to the first bit, and BITS cycles for each of the LINES + 2 bits; before the
// first frame of a path 2 or 3 cycles and 8 * BITS + 1. Throughput: a frame in
// (LINES + 2) * BITS + 1 cycles, and the way there and back.
module bl_rsb_serial_out #(
    // data lines of the connector: 1..512
    parameter LINES = 32,
    // cycles of a bit, even: 2..16
    parameter BITS = 4
) (
    input  wire             clk,
    input  wire             rst,
    // connector
    input  wire [LINES+1:0] s_line,
    // arbiter cell
    input  wire             s_path,
    // data switch
    output wire [1:0]       m_line
);
    generate
        if (LINES < 1 || LINES > 512) begin : g_check_lines
            bl_rsb_serial_out_illegal_LINES illegal();
        end
        if (BITS < 2 || BITS > 16 || BITS % 2 != 0) begin : g_check_bits
            bl_rsb_serial_out_illegal_BITS illegal();
        end
    endgenerate

    localparam [7:0] PATTERN = 8'b10110010;
    localparam SHIFT  = (LINES + 1 > 8) ? LINES + 1 : 8;
    localparam integer TRAIN = 7, FRAME = LINES + 1;    // bits behind the first one
    localparam LEFT_W = (LINES <= 6) ? 3 : (LINES <= 14) ? 4 : (LINES <= 30) ? 5 : (LINES <= 62) ? 6
        : (LINES <= 254) ? 8 : 10;

    wire path;
    bl_synchroniser #(.WIDTH(1)) synchroniser (.clk(clk), .s(s_path), .m(path));

    reg               trained;      // the pattern of this path has been begun
    reg               sent;         // the strobe as of the last frame that has been begun
    reg               busy, check;  // in a frame; of a beat
    reg               clock, serial, odd;
    reg [3:0]         phase;        // cycles of this bit
    reg [LEFT_W-1:0]  left;         // bits behind this one
    reg [SHIFT-1:0]   bits;         // those, from the highest on
    wire              next   = bits[SHIFT-1];
    wire              strobe = s_line[LINES+1];
    wire [SHIFT-1:0]  frame, train;
    generate
        if (SHIFT > LINES + 1) begin : g_short
            assign frame = {s_line[LINES:0], {(SHIFT-LINES-1){1'b0}}};
        end else begin : g_long
            assign frame = s_line[LINES:0];
        end
        if (SHIFT > 8) begin : g_pad
            assign train = {PATTERN, {(SHIFT-8){1'b0}}};
        end else begin : g_whole
            assign train = PATTERN;
        end
    endgenerate
    // The first bit is taken from `frame` or `train` at once.
    wire             begins = path & ~busy & (~trained | strobe != sent);
    wire [SHIFT-1:0] first  = trained ? frame : train;
    assign m_line = {clock, serial};

    always @(posedge clk) begin
        if (rst) begin
            trained <= 1'b0;
            sent    <= 1'b0;
            busy    <= 1'b0;
            check   <= 1'b0;
            clock   <= 1'b0;
            serial  <= 1'b0;
            odd     <= 1'b0;
            phase   <= 4'd0;
            left    <= {LEFT_W{1'b0}};
            bits    <= {SHIFT{1'b0}};
        end else begin
            trained <= path & (trained | begins);
            if (begins) begin
                sent   <= trained & strobe;
                busy   <= 1'b1;
                check  <= trained;
                serial <= first[SHIFT-1];
                odd    <= strobe ^ first[SHIFT-1];
                left   <= trained ? FRAME[LEFT_W-1:0] : TRAIN[LEFT_W-1:0];
                bits   <= {first[SHIFT-2:0], 1'b0};
            end
            if (busy) begin
                phase <= phase + 1'b1;
                if ({28'd0, phase} == BITS / 2 - 1) clock <= 1'b1;
                if ({28'd0, phase} == BITS - 1) begin
                    phase  <= 4'd0;
                    clock  <= 1'b0;
                    serial <= (left != {LEFT_W{1'b0}})
                        & ((check & left == {{(LEFT_W-1){1'b0}}, 1'b1}) ? odd : next);
                    odd    <= odd ^ next;
                    bits   <= {bits[SHIFT-2:0], 1'b0};
                    left   <= left - 1'b1;
                    if (left == {LEFT_W{1'b0}}) busy <= 1'b0;
                end
            end
        end
    end
endmodule
`default_nettype wire
