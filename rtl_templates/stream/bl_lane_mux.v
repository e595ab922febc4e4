`default_nettype none
// Selects one of several lane streams.
// Contract: lane streams with one payload vector a lane (data, keep and last side by side, as the parent likes); source s, lane l is at
// index s * LANES + l. `sel` must not change while a beat waits. Sources that are not selected are not taken.
// Combinational: no path is cut; m_tready reaches the s_tready of the selected source and no m_tvalid.
// Latency: 0 clocks. Throughput: 1 beat a lane and clock.
module bl_lane_mux #(
    // number of lanes, 1 or more
    parameter LANES = 8,
    // bits of payload in a lane, 1 or more
    parameter WORD_W = 265,
    // number of sources, 1 or more
    parameter SOURCES = 2,
    // bits of `sel`, enough for SOURCES-1 and 1 or more
    parameter SEL_W = 1
) (
    input  wire [SEL_W-1:0]                sel,
    input  wire [SOURCES*LANES-1:0]        s_tvalid,
    output reg  [SOURCES*LANES-1:0]        s_tready,
    input  wire [SOURCES*LANES*WORD_W-1:0] s_tdata,
    output reg  [LANES-1:0]                m_tvalid,
    input  wire [LANES-1:0]                m_tready,
    output reg  [LANES*WORD_W-1:0]         m_tdata
);
    generate
        if (LANES < 1 || WORD_W < 1 || SOURCES < 1 || SEL_W < 1 || (1 << SEL_W) < SOURCES) begin : g_check
            bl_lane_mux_illegal_parameter illegal();
        end
    endgenerate

    integer source;
    always @* begin
        s_tready = {(SOURCES*LANES){1'b0}};
        m_tvalid = {LANES{1'b0}};
        m_tdata  = s_tdata[0 +: LANES*WORD_W];
        for (source = 0; source < SOURCES; source = source + 1)
            if (sel == source[SEL_W-1:0]) begin
                s_tready[source*LANES +: LANES] = m_tready;
                m_tvalid = s_tvalid[source*LANES +: LANES];
                m_tdata  = s_tdata[source*LANES*WORD_W +: LANES*WORD_W];
            end
    end

`ifdef FORMAL
    // Rule 1: a lane's beat moves at the output exactly when it moves at the selected source, with that source's payload.
    // Rule 2: no other source moves.
    integer f_source, f_lane;
    always @* begin
        assume (sel < SOURCES);
        for (f_source = 0; f_source < SOURCES; f_source = f_source + 1)
            for (f_lane = 0; f_lane < LANES; f_lane = f_lane + 1)
                if (sel == f_source) begin
                    assert ((s_tvalid[f_source*LANES+f_lane] & s_tready[f_source*LANES+f_lane]) == (m_tvalid[f_lane] & m_tready[f_lane]));
                    assert (m_tdata[f_lane*WORD_W +: WORD_W] == s_tdata[(f_source*LANES+f_lane)*WORD_W +: WORD_W]);
                end else assert (!s_tready[f_source*LANES+f_lane]);
    end
`endif
endmodule
`default_nettype wire
