// SPDX-License-Identifier: ISC
`default_nettype none
// Says what has become of cells on one wire, so that no single flip of it makes another message.
// Contract: with `send`, while `ready`, `what` goes out: a 1, each bit and its complement, highest
// first, then two zeros; zeros between messages. bl_cell_hear takes it.
// Latency: 1 cycle to the first bit. Throughput: a message in 2 * BITS + 3 cycles.
module bl_cell_say #(
    // bits of a message: 1..12
    parameter BITS = 6
) (
    input  wire            clk,
    input  wire            rst,
    input  wire            send,
    input  wire [BITS-1:0] what,
    output wire            ready,
    output wire            m_say
);
    localparam        LENGTH = 2 * BITS + 3;
    localparam [31:0] LAST   = LENGTH - 1;

    generate
        if (BITS < 1 || BITS > 12) begin : g_check_bits
            bl_cell_say_illegal_BITS illegal();
        end
    endgenerate

    reg  [LENGTH-1:0] line;
    reg  [4:0]        left;                      // bits behind the one that is on the wire
    wire [2*BITS-1:0] pairs;
    genvar            i;
    generate
        for (i = 0; i < BITS; i = i + 1) begin : g_pair
            assign pairs[2*i +: 2] = {what[i], ~what[i]};
        end
    endgenerate
    assign ready = ~(|left);
    assign m_say = line[LENGTH-1];
    always @(posedge clk) begin
        line <= (send & ready) ? {1'b1, pairs, 2'b00} : line << 1;
        left <= (send & ready) ? LAST[4:0] : left - {4'd0, ~ready};
        if (rst) begin
            line <= {LENGTH{1'b0}};
            left <= 5'd0;
        end
    end
endmodule
`default_nettype wire
