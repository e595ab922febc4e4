`default_nettype none
// Queues in front of one port of a crossbar output: one per element lane that this port serves, taken in turn.
// Contract: `push[q]` puts element q of `s_data` into queue q and is allowed only while `full[q]` is low. While `go` is high at most one
// element a clock leaves, from the next queue in turn that has one, and shows in `m_data` with `m_valid` for exactly one clock: no backpressure.
// `full` and `some` (queue q holds an element) are registers; `push` and `go` reach no output.
// Latency: 2 clocks. Throughput: 1 element a clock.
module bl_crosspoint #(
    // number of queues, 1, 2, 4 or 8
    parameter QUEUES = 4,
    // bits in an element, 1 or more
    parameter ELEM_W = 32,
    // log2 of the elements in a queue, 1..5
    parameter LOG_DEPTH = 5
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire [QUEUES-1:0]        push,
    input  wire [QUEUES*ELEM_W-1:0] s_data,
    output wire [QUEUES-1:0]        full,
    output wire [QUEUES-1:0]        some,
    input  wire                     go,
    output reg                      m_valid,
    output reg  [ELEM_W-1:0]        m_data
);
    localparam TURN_W = (QUEUES > 4) ? 3 : (QUEUES > 2) ? 2 : 1;

    generate
        if (QUEUES != 1 && QUEUES != 2 && QUEUES != 4 && QUEUES != 8) begin : g_check
            bl_crosspoint_illegal_queues illegal();
        end
    endgenerate

    // first queue from `first` on (cyclically) that has an element; `first` when there is none
    function [TURN_W-1:0] next_queue(input [QUEUES-1:0] having, input [TURN_W-1:0] first);
        integer step;
        reg [TURN_W-1:0] queue;
        begin
            next_queue = first;
            for (step = QUEUES - 1; step >= 0; step = step - 1) begin
                queue = first + step[TURN_W-1:0];
                if (QUEUES == 1) queue = {TURN_W{1'b0}};
                if (having[queue]) next_queue = queue;
            end
        end
    endfunction

    reg  [TURN_W-1:0]        turn;
    wire [TURN_W-1:0]        chosen = next_queue(some, turn);
    wire [QUEUES*ELEM_W-1:0] heads;
    wire [QUEUES-1:0]        room;

    assign full = ~room;

    genvar q;
    generate
        for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
            bl_fifo #(.WIDTH(ELEM_W), .LOG_DEPTH(LOG_DEPTH)) queue (
                .clk(clk), .rst(rst),
                .s_tvalid(push[q]), .s_tready(room[q]), .s_tdata(s_data[q*ELEM_W +: ELEM_W]),
                .m_tvalid(some[q]), .m_tready(go & (chosen == q[TURN_W-1:0])), .m_tdata(heads[q*ELEM_W +: ELEM_W]));
        end
    endgenerate

    always @(posedge clk) begin
        m_data <= heads[chosen*ELEM_W +: ELEM_W];
        if (rst) begin
            m_valid <= 1'b0;
            turn    <= {TURN_W{1'b0}};
        end else begin
            m_valid <= go & (|some);
            if (go & (|some)) turn <= chosen + 1'b1;
        end
    end
endmodule
`default_nettype wire
