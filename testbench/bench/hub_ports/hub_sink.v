// What leaves by a port of the bench: each write has to be the next one of its pair, bit by bit,
// with words that follow each other while they are taken, and no more are away than there is room
// for; what comes into a ring leaves room for another one. `stall`: words wait for s_tready, which
// is drawn. `slow`: places are given back late; `flows`: at once, and all writes are long. Reports
// to the sources of what is nobody's are counted. `came`: of each port; `wrong`: a bit for each
// kind of error, for a cycle.
`timescale 1ns/1ps
`default_nettype none
module hub_sink #(
    parameter PORT = 0, SLOTS = 15
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         stall,
    input  wire         slow,
    input  wire         flows,
    input  wire [31:0]  seed,
    output reg  [127:0] came,
    output reg  [31:0]  reports,
    output reg  [7:0]   wrong,
    output reg          freed,
    input  wire         s_tvalid,
    output reg          s_tready,
    input  wire [127:0] s_tdata,
    input  wire         s_tlast,
    input  wire         s_tuser
);
    localparam [31:0] NUMBER = PORT, SLOT = SLOTS;
    localparam        ORDER = 0, HEADER = 1, PAYLOAD = 2, LENGTH = 3, VOID = 4, GAP = 5, ROOM = 6,
                      BUBBLE = 7;
    reg  [31:0] random;
    wire [31:0] r0 = random ^ random << 13;
    wire [31:0] r1 = r0 ^ r0 >> 17;

    reg  [4:0]   at;
    reg  [127:0] header;
    reg          smooth;                    // no word of this write has had to wait
    reg  [1:0]   first_from;
    reg  [31:0]  first_number;
    wire         takes  = s_tvalid & s_tready;
    wire         report = header[47:40] == 8'd255;
    wire [1:0]   from   = at == 5'd1 ? s_tdata[17:16] : first_from;
    wire [31:0]  number = at == 5'd1 ? s_tdata[63:32] : first_number;
    wire [31:0]  next   = came[32*from +: 32];
    wire [4:0]   last;
    wire [127:0] entering, leaving, word;
    hub_write write (
        .longest(flows), .from(from), .to(NUMBER[2:0]), .number(number), .at(at), .last(last),
        .entering(entering), .leaving(leaving), .word(word));

    // ---- room: those that have begun to come and were not given back, and those that have come
    reg  [7:0] away, owed;
    wire       gives = owed != 8'd0 & (flows | (slow ? random[7:3] == 5'd0
                                               : random[5:3] == 3'd0));
    wire       rings = (PORT == 1 | PORT == 2) & from != 2'd3 - NUMBER[1:0];
    always @(posedge clk) begin
        wrong <= 8'd0;
        if (takes & s_tuser) wrong[VOID] <= 1'b1;
        if (smooth & at != 5'd0 & s_tready & ~s_tvalid) wrong[GAP] <= 1'b1;
        if (PORT != 0 & away > SLOT[7:0]) wrong[ROOM] <= 1'b1;
        if (takes & at != 5'd0 & report) begin
            if (s_tdata != {96'd0, 32'h01000000}) wrong[PAYLOAD] <= 1'b1;
            if (header[9:0] != 10'd1 || at != 5'd1 || !s_tlast) wrong[LENGTH] <= 1'b1;
        end
        if (takes & at != 5'd0 & ~report) begin
            if (s_tdata != word) wrong[PAYLOAD] <= 1'b1;
            if (s_tlast != (at == last)) wrong[LENGTH] <= 1'b1;
        end
        if (takes & at == 5'd1 & ~report) begin
            if (number != next) wrong[ORDER] <= 1'b1;
            if (header != leaving) wrong[HEADER] <= 1'b1;
            if (rings & away > SLOT[7:0] - 8'd1) wrong[BUBBLE] <= 1'b1;
        end
        if (takes & at == 5'd0 & s_tlast) wrong[LENGTH] <= 1'b1;
        if (rst) wrong <= 8'd0;
    end
    always @(posedge clk)
        if (rst) begin
            random   <= seed;
            at       <= 5'd0;
            smooth   <= 1'b0;
            came     <= 128'd0;
            reports  <= 32'd0;
            away     <= 8'd0;
            owed     <= 8'd0;
            freed    <= 1'b0;
            s_tready <= 1'b0;
        end else begin
            random   <= r1 ^ r1 << 5;
            s_tready <= ~stall | random[2:0] > 3'd2;
            freed    <= PORT != 0 & gives;
            away     <= away + {7'd0, takes & at == 5'd0} - {7'd0, gives};
            owed     <= owed + {7'd0, takes & s_tlast} - {7'd0, gives};
            smooth   <= s_tready & (smooth | at == 5'd0);
            if (takes) at <= s_tlast ? 5'd0 : at + 5'd1;
            if (takes & s_tlast & report) reports <= reports + 32'd1;
            if (takes & s_tlast & ~report) came[32*from +: 32] <= number + 32'd1;
        end
    always @(posedge clk) begin
        if (takes & at == 5'd0) header <= s_tdata;
        first_from   <= from;
        first_number <= number;
    end
    wire unused = &{1'b0, entering, 1'b0};
endmodule
`default_nettype wire
