`default_nettype none
// Sends a lane stream to one of several sinks.
// Contract: lane streams with one payload vector a lane (data, keep and last side by side, as the parent likes); sink s, lane l is at
// index s * LANES + l. `sel` must not change while a beat waits. All sinks see the payload, one sees tvalid.
// Combinational: no path is cut; the m_tready of the selected sink reaches s_tready and no m_tvalid.
// Latency: 0 clocks. Throughput: 1 beat a lane and clock.
module bl_lane_demux #(
    // number of lanes, 1 or more
    parameter LANES = 8,
    // bits of payload in a lane, 1 or more
    parameter WORD_W = 265,
    // number of sinks, 1 or more
    parameter SINKS = 2,
    // bits of `sel`, enough for SINKS-1 and 1 or more
    parameter SEL_W = 1
) (
    input  wire [SEL_W-1:0]              sel,
    input  wire [LANES-1:0]              s_tvalid,
    output reg  [LANES-1:0]              s_tready,
    input  wire [LANES*WORD_W-1:0]       s_tdata,
    output reg  [SINKS*LANES-1:0]        m_tvalid,
    input  wire [SINKS*LANES-1:0]        m_tready,
    output wire [SINKS*LANES*WORD_W-1:0] m_tdata
);
    generate
        if (LANES < 1 || WORD_W < 1 || SINKS < 1 || SEL_W < 1 || (1 << SEL_W) < SINKS) begin : g_check
            bl_lane_demux_illegal_parameter illegal();
        end
    endgenerate

    assign m_tdata = {SINKS{s_tdata}};

    integer sink;
    always @* begin
        s_tready = {LANES{1'b0}};
        m_tvalid = {(SINKS*LANES){1'b0}};
        for (sink = 0; sink < SINKS; sink = sink + 1)
            if (sel == sink[SEL_W-1:0]) begin
                s_tready = m_tready[sink*LANES +: LANES];
                m_tvalid[sink*LANES +: LANES] = s_tvalid;
            end
    end

`ifdef FORMAL
    // Rule 1: a lane's beat moves at the selected sink exactly when it moves at the source, with the source's payload.
    // Rule 2: no other sink is offered anything.
    integer f_sink, f_lane;
    always @* begin
        assume (sel < SINKS);
        for (f_sink = 0; f_sink < SINKS; f_sink = f_sink + 1)
            for (f_lane = 0; f_lane < LANES; f_lane = f_lane + 1)
                if (sel == f_sink) begin
                    assert ((m_tvalid[f_sink*LANES+f_lane] & m_tready[f_sink*LANES+f_lane]) == (s_tvalid[f_lane] & s_tready[f_lane]));
                    assert (m_tdata[(f_sink*LANES+f_lane)*WORD_W +: WORD_W] == s_tdata[f_lane*WORD_W +: WORD_W]);
                end else assert (!m_tvalid[f_sink*LANES+f_lane]);
    end
`endif
endmodule
`default_nettype wire
