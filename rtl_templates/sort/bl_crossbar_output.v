// SPDX-License-Identifier: ISC
`default_nettype none
// One output lane of the crossbar: the queues of all element lanes toward it, their ports, and the
// collector that makes words of them.
// Contract: `push[i*ELEMS+p]` puts element p of input i (of `data`) into its queue, allowed while
// its `full` is low. `pop`: the ports may take elements from the queues (give it `go`, or less).
// When `all_ended` is high and all queues are empty the dense stream is ended; `done` is then high
// until rst. Input i's element p is served by port ELEMS*(i mod 2) + (p + 2*(i/2)) mod ELEMS: one
// input alone, and one element place of all inputs alone, can still fill the output. `full`, `go`,
// `done` and the stream are registers; m_axis_tready reaches no other output.
// Latency: 5 + ceil(log2(ports) / 2) cycles from push to word. Throughput: 1 word a cycle.
module bl_crossbar_output #(
    // number of inputs: 1..16, a power of two
    parameter INPUTS = 8,
    // elements in a word: 2..16, a power of two
    parameter ELEMS = 8,
    // bits in an element: 1 or more
    parameter ELEM_W = 32,
    // log2 of the elements in a queue: 2..5
    parameter LOG_DEPTH = 5
) (
    input  wire                           clk,
    input  wire                           rst,
    input  wire [INPUTS*ELEMS-1:0]        push,
    input  wire [INPUTS*ELEMS*ELEM_W-1:0] data,
    output wire [INPUTS*ELEMS-1:0]        full,
    input  wire                           step,
    input  wire                           pop,
    input  wire                           all_ended,
    output wire                           go,
    output wire                           done,
    output wire                           m_axis_tvalid,
    input  wire                           m_axis_tready,
    output wire [ELEMS*ELEM_W-1:0]        m_axis_tdata,
    output wire [ELEMS-1:0]               m_axis_tkeep,
    output wire                           m_axis_tlast
);
    localparam HALVES = (INPUTS == 1) ? 1 : 2;
    localparam PORTS  = HALVES * ELEMS;
    localparam QUEUES = INPUTS / HALVES;

    wire [PORTS-1:0]        port_valid;
    wire [PORTS*ELEM_W-1:0] port_data;
    wire [INPUTS*ELEMS-1:0] some;

    genvar r, q;
    generate
        if (INPUTS < 1 || INPUTS > 16 || (INPUTS & (INPUTS - 1)) != 0) begin : g_check_inputs
            bl_crossbar_output_illegal_INPUTS illegal();
        end
        if (ELEMS < 2 || ELEMS > 16 || (ELEMS & (ELEMS - 1)) != 0) begin : g_check_elems
            bl_crossbar_output_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1) begin : g_check_elem_w
            bl_crossbar_output_illegal_ELEM_W illegal();
        end
        if (LOG_DEPTH < 2 || LOG_DEPTH > 5) begin : g_check_log_depth
            bl_crossbar_output_illegal_LOG_DEPTH illegal();
        end
        for (r = 0; r < PORTS; r = r + 1) begin : g_port
            wire [QUEUES-1:0]        port_push, port_full, port_some;
            wire [QUEUES*ELEM_W-1:0] queue_data;
            for (q = 0; q < QUEUES; q = q + 1) begin : g_lane
                localparam PLACE = (r + ELEMS * 8 - 2 * q) % ELEMS;
                localparam LANE  = (HALVES * q + r / ELEMS) * ELEMS + PLACE;
                assign port_push[q] = push[LANE];
                assign full[LANE]   = port_full[q];
                assign some[LANE]   = port_some[q];
                assign queue_data[q*ELEM_W +: ELEM_W] = data[LANE*ELEM_W +: ELEM_W];
            end
            bl_crosspoint #(.QUEUES(QUEUES), .ELEM_W(ELEM_W), .LOG_DEPTH(LOG_DEPTH)) crosspoint (
                .clk(clk), .rst(rst), .step(step), .push(port_push), .s_data(queue_data),
                .full(port_full), .some(port_some), .go(pop),
                .m_valid(port_valid[r]), .m_data(port_data[r*ELEM_W +: ELEM_W]));
        end
    endgenerate

    // the elements that left the queues last are in the ports' registers when this register is set
    reg drained;
    always @(posedge clk) drained <= ~rst & all_ended & ~(|some);

    bl_collector #(.PORTS(PORTS), .ELEMS(ELEMS), .ELEM_W(ELEM_W)) collector (
        .clk(clk), .rst(rst), .s_valid(port_valid), .s_data(port_data), .s_last(drained), .go(go),
        .done(done),
        .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready), .m_axis_tdata(m_axis_tdata),
        .m_axis_tkeep(m_axis_tkeep), .m_axis_tlast(m_axis_tlast));
endmodule
`default_nettype wire
