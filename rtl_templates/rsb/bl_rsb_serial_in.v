// SPDX-License-Identifier: ISC
`default_nettype none
// Takes the frames of bl_rsb_serial_out from two lines of a narrow data switch, and shows them to
// the connector as the lines of a wide one.
// Contract: s_line is {clock, serial} of the switch, s_end is 1 while a path ends here, end_cw or
// end_ccw of the arbiter cell: its first bit comes after s_end has risen, and all lines are 0 when
// it falls. m_line is the connector's s_line, {strobe, last, data}, in the clock of s_line: `last`
// and data have settled half a bit before the strobe changes, and the connector's synchroniser
// brings it into its own clock, as it does with the lines of a segment. They stay until the next
// frame begins, which is after the acknowledge. The strobe changes when the clock has fallen for
// the last time, so the lines are 0 when the acknowledge goes back, and the packet leaves the
// strobe at 0. m_fault, in the clock `clk`, rises when a path does not begin with the pattern
// 10110010, or when a frame has an odd number of ones with that of the strobe; it stays until rst,
// and what came is shown all the same. A clock with an edge too few or too many leaves a frame
// open, whose acknowledge never comes. The clock's lines are free of glitches: a segment is a wire,
// and the table of a switch does not glitch while its line is 0 or its choice stays. rst lasts four
// cycles or more.
// Cut: every path.
// Latency: no cycle; the strobe changes half a bit after the middle of the last bit. Throughput: as
// the frames come.
module bl_rsb_serial_in #(
    // data lines of the connector, those of bl_rsb_serial_out: 1..512
    parameter LINES = 32
) (
    input  wire             clk,
    input  wire             rst,
    // arbiter cell
    input  wire             s_end,
    // data switch
    input  wire [1:0]       s_line,
    // connector
    output wire [LINES+1:0] m_line,
    output reg              m_fault
);
    generate
        if (LINES < 1 || LINES > 512) begin : g_check_lines
            bl_rsb_serial_in_illegal_LINES illegal();
        end
    endgenerate

    localparam [7:0] PATTERN = 8'b10110010;
    localparam integer TRAIN = 7, FRAME = LINES + 1;    // bits behind the first one
    localparam LEFT_W = (LINES <= 6) ? 3 : (LINES <= 14) ? 4 : (LINES <= 30) ? 5 : (LINES <= 62) ? 6
        : (LINES <= 254) ? 8 : 10;

    wire clear  = ~s_end;
    wire tick   = s_line[1];
    wire serial = s_line[0];

    reg              trained;       // the pattern is through
    reg              whole;         // the last bit of a frame has come
    reg              strobe, odd, bad;
    reg [LEFT_W-1:0] left;          // bits that come after the next one
    reg [LINES:0]    word;
    wire             final_bit = left == {LEFT_W{1'b0}};
    assign m_line = {strobe, word};

    always @(posedge tick or posedge clear) begin
        if (clear) begin
            trained <= 1'b0;
            whole   <= 1'b0;
            odd     <= 1'b0;
            bad     <= 1'b0;
            left    <= TRAIN[LEFT_W-1:0];
        end else begin
            left  <= final_bit ? FRAME[LEFT_W-1:0] : left - 1'b1;
            whole <= trained & final_bit;
            // of the frame that comes: its strobe is the other one
            odd   <= final_bit ? ~(strobe ^ trained) : odd ^ serial;
            if (trained ? final_bit & (odd ^ serial) : serial != PATTERN[left[2:0]]) bad <= 1'b1;
            if (final_bit) trained <= 1'b1;
        end
    end
    always @(posedge tick) if (trained & ~final_bit) word <= {word[LINES-1:0], serial};
    always @(negedge tick or posedge clear) begin
        if (clear) strobe <= 1'b0;
        else if (whole) strobe <= ~strobe;
    end

    wire seen;
    bl_synchroniser #(.WIDTH(1)) synchroniser (.clk(clk), .s(bad), .m(seen));
    always @(posedge clk) m_fault <= ~rst & (m_fault | seen);
endmodule
`default_nettype wire
