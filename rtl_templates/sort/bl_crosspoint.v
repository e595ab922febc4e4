// SPDX-License-Identifier: ISC
`default_nettype none
// Queues in front of one port of a crossbar output, one per element lane that this port serves,
// emptied in turn.
// Contract: `push[q]` puts element q of `s_data` into queue q and is allowed only while `full[q]`
// is low. While `go` is high one element a cycle leaves, from the next queue in turn that has one
// (`some`), and shows in `m_data` with `m_valid` for exactly one cycle: no backpressure. `step`
// must be high when anything is pushed or may leave; when it is low the queues keep still. `full`
// is a register, `some` depends on registers alone; `push` and `go` reach no output.
// Latency: 2 cycles. Throughput: 1 element a cycle.
module bl_crosspoint #(
    // number of queues: 1..8, a power of two
    parameter QUEUES = 4,
    // bits in an element: 1 or more
    parameter ELEM_W = 32,
    // log2 of the elements in a queue: 2..5
    parameter LOG_DEPTH = 5
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire                     step,
    input  wire [QUEUES-1:0]        push,
    input  wire [QUEUES*ELEM_W-1:0] s_data,
    output wire [QUEUES-1:0]        full,
    output wire [QUEUES-1:0]        some,
    input  wire                     go,
    output reg                      m_valid,
    output reg  [ELEM_W-1:0]        m_data
);
    /*verilator no_inline_module*/  // simulation only: one body of code for all instances

    localparam TURN_W = (QUEUES > 4) ? 3 : (QUEUES > 2) ? 2 : 1;

    generate
        if (QUEUES < 1 || QUEUES > 8 || (QUEUES & (QUEUES - 1)) != 0) begin : g_check_queues
            bl_crosspoint_illegal_QUEUES illegal();
        end
        if (ELEM_W < 1) begin : g_check_elem_w
            bl_crosspoint_illegal_ELEM_W illegal();
        end
        if (LOG_DEPTH < 2 || LOG_DEPTH > 5) begin : g_check_log_depth
            bl_crosspoint_illegal_LOG_DEPTH illegal();
        end
    endgenerate

    // next in turn: the first queue above the one served last that has an element, or else the
    // first of all; no function, whose copies would keep simulators from sharing this module's code
    reg  [TURN_W-1:0]        served, chosen;
    wire [QUEUES-1:0]        above      = some & (~{{(QUEUES-1){1'b0}}, 1'b1} << served);
    wire [QUEUES-1:0]        candidates = (|above) ? above : some;
    integer                  queue;
    always @* begin
        chosen = {TURN_W{1'b0}};
        for (queue = QUEUES - 1; queue > 0; queue = queue - 1)
            if (candidates[queue]) chosen = queue[TURN_W-1:0];
        if (candidates[0]) chosen = {TURN_W{1'b0}};
    end

    wire                     take   = go & (|some);
    wire [QUEUES*ELEM_W-1:0] heads;

    genvar q;
    generate
        for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
            bl_queue #(.WIDTH(ELEM_W), .LOG_DEPTH(LOG_DEPTH)) queue (
                .clk(clk), .rst(rst), .step(step), .push(push[q]),
                .s_data(s_data[q*ELEM_W +: ELEM_W]), .full(full[q]), .some(some[q]),
                .pop(take & (chosen == q[TURN_W-1:0])), .m_data(heads[q*ELEM_W +: ELEM_W]));
        end
    endgenerate

    always @(posedge clk) begin
        if (take) m_data <= heads[chosen*ELEM_W +: ELEM_W];
        if (rst) begin
            m_valid <= 1'b0;
            served  <= {TURN_W{1'b1}};
        end else begin
            m_valid <= take;
            if (go) served <= (|some) ? chosen : served;
        end
    end

`ifdef FORMAL
    // Rule 1: an element of queue f_queue, once pushed, leaves after exactly the elements of its
    // queue that were in front, unchanged.
    // Rule 2: an element leaves in every cycle with `go` in which some queue has one, and never
    // otherwise.
    // Rule 3: while a queue has an element, at most QUEUES - 1 elements of the others leave before
    // one of its own.
    (* anyconst *) wire [TURN_W-1:0] f_queue;
    (* anyseq *)   wire              f_pick;
    reg                 f_reset = 1'b0, f_track = 1'b0, f_due = 1'b0;
    reg [LOG_DEPTH:0]   f_count, f_ahead, f_others;
    reg [ELEM_W-1:0]    f_value;
    wire                f_leaves = m_valid && served == f_queue;
    always @(posedge clk) begin
        f_reset <= 1'b1;
        f_due   <= !rst && go && some != 0;
        if (rst) begin
            f_count  <= 0;
            f_others <= 0;
            f_track  <= 1'b0;
        end else begin
            f_count <= f_count + push[f_queue] - f_leaves;
            if (f_leaves || f_count == 0) f_others <= 0;
            else if (m_valid) f_others <= f_others + 1'b1;
            if (f_track && f_leaves) begin
                f_ahead <= f_ahead - 1'b1;
                if (f_ahead == 0) f_track <= 1'b0;
            end
            if (!f_track && f_pick && push[f_queue]) begin
                f_track <= 1'b1;
                f_value <= s_data[f_queue*ELEM_W +: ELEM_W];
                f_ahead <= f_count - f_leaves;
            end
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        assume (f_queue < QUEUES);
        if (f_reset) begin
            assume ((push & full) == 0 && (step || (!go && push == 0)));
            assert (m_valid == f_due);
            if (f_leaves) assert (f_count != 0);
            if (f_track && f_ahead == 0 && f_leaves) assert (m_data == f_value);
            assert (f_others <= QUEUES);
        end
    end
`endif
endmodule
`default_nettype wire
