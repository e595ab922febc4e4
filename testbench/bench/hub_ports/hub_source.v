// What comes of a port of the bench: COUNT writes for other ports, drawn evenly, and between them
// some for this one and for nobody, each once the hub has room for it. The host pauses in the
// middle of a write; a ring does not. `light`: pauses between writes. `flows`: long ones without
// any pause for one port alone, 0 for 1 and 2 for 3. `sent`: for each port, the lowest first;
// `over`: nothing more comes.
`timescale 1ns/1ps
`default_nettype none
module hub_source #(
    parameter PORT = 0, SLOTS = 15
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         light,
    input  wire         flows,
    input  wire [31:0]  seed,
    input  wire [31:0]  count,
    output reg  [127:0] sent,
    output reg  [31:0]  nobodys,
    output wire         over,
    input  wire         freed,
    output reg          twice,      // more has left than has come
    output reg          m_tvalid,
    output reg  [127:0] m_tdata,
    output reg          m_tlast
);
    localparam [31:0] NUMBER = PORT, SLOT = SLOTS;
    reg  [31:0] random;
    wire [31:0] r0 = random ^ random << 13;
    wire [31:0] r1 = r0 ^ r0 >> 17;

    // ---- the next one: of 16 one is for this port, and one for nobody
    wire [1:0]  other = random[3:0] < 4'd5 ? 2'd1 : random[3:0] < 4'd10 ? 2'd2 : 2'd3;
    wire [1:0]  drawn = NUMBER[1:0] + other;
    wire [2:0]  next  = flows ? {1'b0, NUMBER[1:0] ^ 2'd1}
                      : random[7:4] == 4'd0 ? NUMBER[2:0] : random[7:4] == 4'd1 ? 3'd4
                      : {1'b0, drawn};
    reg  [31:0] left;
    reg  [7:0]  room;
    reg         busy;
    reg  [2:0]  to;
    reg  [4:0]  at;
    wire [4:0]  last;
    wire        goes   = busy & (PORT != 0 | flows | random[9:8] != 2'd0);
    wire        ends   = goes & at == last;
    wire        begins = (~busy | ends) & left != 32'd0 & room != 8'd0
                       & (~light | random[12:10] == 3'd0);
    wire [31:0]  number = to == 3'd4 ? nobodys : sent[32*to[1:0] +: 32];
    wire [127:0] header, word, leaving;
    hub_write write (
        .longest(flows), .from(NUMBER[1:0]), .to(to), .number(number), .at(at), .last(last),
        .entering(header), .leaving(leaving), .word(word));
    assign over = left == 32'd0 & ~busy;
    always @(posedge clk)
        if (rst) begin
            random   <= seed;
            left     <= count;
            room     <= SLOT[7:0];
            busy     <= 1'b0;
            at       <= 5'd0;
            sent     <= 128'd0;
            nobodys  <= 32'd0;
            twice    <= 1'b0;
            m_tvalid <= 1'b0;
        end else begin
            random   <= r1 ^ r1 << 5;
            room     <= room - {7'd0, begins} + {7'd0, freed};
            twice    <= room == SLOT[7:0] & freed;
            m_tvalid <= goes;
            m_tdata  <= at == 5'd0 ? header : word;
            m_tlast  <= at == last;
            if (goes) at <= ends ? 5'd0 : at + 5'd1;
            if (ends & to != 3'd4) sent[32*to[1:0] +: 32] <= number + 32'd1;
            if (ends & to == 3'd4) nobodys <= number + 32'd1;
            if (ends) busy <= 1'b0;
            if (begins) begin
                busy <= 1'b1;
                to   <= next;
                if (next != 3'd4 && next != NUMBER[2:0]) left <= left - 32'd1;
            end
        end
    wire unused = &{1'b0, leaving, 1'b0};
endmodule
`default_nettype wire
