// SPDX-License-Identifier: ISC
`default_nettype none
// A domain of the hierarchical ring segmented bus: elements on an inner ring, its arbiter, and the
// connectors to the outer ring.
// Contract: streams by AXI4-Stream's rules; a packet of element k goes to element s_telement of
// domain s_tdomain, which are those of its first word, and never to itself; once begun a packet
// should not wait for words. Connector c belongs to cell DOMAIN * CONNECTORS + c. A packet inside
// takes its path, sends, and gives the path up. One to another domain takes an inner path to a
// connector, then the outer path, then the inner path there; when it is refused it gives everything
// up and asks again, the other cell of that domain in turn. Toward the bus as bl_larb_connector, of
// connector c part c of each vector. Cut: every path.
// Latency: a few cycles inside; two laps of the token outside. Throughput: one word a cycle on
// every inner path.
module bl_larb_domain #(
    // as of bl_larb
    parameter DOMAINS = 4,
    parameter DOMAIN = 0,
    parameter ELEMENTS = 4,
    parameter CONNECTORS = 2,
    parameter DOMAIN_W = 2,
    parameter ELEMENT_W = 2,
    // bits of a cell's number: enough for DOMAINS * CONNECTORS, 1..4
    parameter NUMBER = 3,
    // bits of a word, more than ELEMENT_W
    parameter WIDTH = 32,
    // as of bl_larb_connector
    parameter PATIENCE = 64
) (
    input  wire                            clk,
    input  wire                            rst,
    // elements
    input  wire [ELEMENTS-1:0]             s_tvalid,
    output wire [ELEMENTS-1:0]             s_tready,
    input  wire [ELEMENTS*WIDTH-1:0]       s_tdata,
    input  wire [ELEMENTS-1:0]             s_tlast,
    input  wire [ELEMENTS*DOMAIN_W-1:0]    s_tdomain,
    input  wire [ELEMENTS*ELEMENT_W-1:0]   s_telement,
    output wire [ELEMENTS-1:0]             m_tvalid,
    input  wire [ELEMENTS-1:0]             m_tready,
    output wire [ELEMENTS*WIDTH-1:0]       m_tdata,
    output wire [ELEMENTS-1:0]             m_tlast,
    // cells
    output wire [CONNECTORS*NUMBER-1:0]    m_number,
    output wire [CONNECTORS-1:0]           m_request,
    input  wire [CONNECTORS-1:0]           s_notified,
    input  wire [CONNECTORS-1:0]           s_busy,
    input  wire [CONNECTORS-1:0]           s_own,
    output wire [CONNECTORS*(WIDTH+2)-1:0] m_line,
    input  wire [CONNECTORS-1:0]           s_ack,
    input  wire [CONNECTORS-1:0]           s_refused,
    input  wire [CONNECTORS*(WIDTH+2)-1:0] s_line,
    output wire [CONNECTORS-1:0]           m_ack,
    output wire [CONNECTORS-1:0]           m_refuse
);
    localparam STOPS = ELEMENTS + CONNECTORS;
    localparam [DOMAIN_W-1:0] HERE = DOMAIN;

    // Of each stop: the arbiter's side and the inner ring's.
    reg  [STOPS-1:0]           request, leave, flow;
    reg  [ELEMENTS*DOMAIN_W-1:0] domain;
    reg  [ELEMENTS*ELEMENT_W-1:0] target;
    wire [STOPS*ELEMENT_W-1:0] element;
    wire [STOPS-1:0]           path, ccw, done;
    wire [STOPS*STOPS-1:0]     segments, path_end;
    wire [CONNECTORS-1:0]      open;
    bl_larb #(.DOMAINS(DOMAINS), .DOMAIN(DOMAIN), .ELEMENTS(ELEMENTS), .CONNECTORS(CONNECTORS),
              .DOMAIN_W(DOMAIN_W), .ELEMENT_W(ELEMENT_W)) larb (
        .clk(clk), .rst(rst), .s_request(request), .s_domain(domain), .s_element(element),
        .s_leave(leave), .s_open(open),
              .m_path(path), .m_ccw(ccw), .m_segments(segments), .m_end(path_end));

    // Of each connector.
    wire [CONNECTORS-1:0]           m_flow, left, refused, in_request, withdraw, in_valid, in_ready,
        in_last;
    wire [CONNECTORS-1:0]           out_valid, out_ready, out_last;
    wire [CONNECTORS*ELEMENT_W-1:0] in_element;
    wire [CONNECTORS*WIDTH-1:0]     in_data, out_data;

    wire [STOPS-1:0]       bus_s_valid, bus_s_ready, bus_s_last, bus_m_valid, bus_m_ready,
        bus_m_last;
    wire [STOPS*WIDTH-1:0] bus_s_data, bus_m_data;
    bl_rsb_inner #(.STOPS(STOPS), .WIDTH(WIDTH)) inner (
        .clk(clk), .rst(rst), .s_path(path), .s_ccw(ccw), .s_segments(segments), .s_end(path_end),
        .s_flow(flow), .m_done(done),
        .s_tvalid(bus_s_valid), .s_tready(bus_s_ready), .s_tdata(bus_s_data), .s_tlast(bus_s_last),
        .m_tvalid(bus_m_valid), .m_tready(bus_m_ready), .m_tdata(bus_m_data), .m_tlast(bus_m_last));

    // An element's destination is held from its first word until its packet has gone; `other`: ask
    // the other cell of the domain.
    reg  [ELEMENTS-1:0] asks, other;
    wire [ELEMENTS-1:0] stays;
    reg  [ELEMENTS-1:0] out_left, out_refused, out_flow;
    genvar k, c;
    generate
        for (k = 0; k < ELEMENTS; k = k + 1) begin : g_element
            assign stays[k] = domain[k*DOMAIN_W +: DOMAIN_W] == HERE;
            always @(posedge clk) begin
                if (!asks[k] && s_tvalid[k] && !path[k]) begin
                    domain[k*DOMAIN_W +: DOMAIN_W]    <= s_tdomain[k*DOMAIN_W +: DOMAIN_W];
                    target[k*ELEMENT_W +: ELEMENT_W]  <= s_telement[k*ELEMENT_W +: ELEMENT_W];
                    asks[k]                           <= 1'b1;
                    other[k]                          <= 1'b0;
                end
                if (leave[k]) asks[k] <= out_refused[k];
                if (out_refused[k]) other[k] <= !other[k];
                if (rst) asks[k] <= 1'b0;
            end
        end
    endgenerate
    always @* begin : stops
        integer e, n;
        out_left    = {ELEMENTS{1'b0}};
        out_refused = {ELEMENTS{1'b0}};
        out_flow    = {ELEMENTS{1'b0}};
        for (e = 0; e < ELEMENTS; e = e + 1)
            for (n = 0; n < CONNECTORS; n = n + 1)
                if (path[e] && path_end[e*STOPS + STOPS - 1 - n]) begin
                    out_left[e]    = out_left[e] | left[n];
                    out_refused[e] = out_refused[e] | refused[n];
                    out_flow[e]    = out_flow[e] | m_flow[n];
                end
        for (e = 0; e < ELEMENTS; e = e + 1) begin
            request[e] = asks[e];
            leave[e]   = stays[e] ? done[e] : out_left[e];
            flow[e]    = stays[e] | out_flow[e];
        end
        for (n = 0; n < CONNECTORS; n = n + 1) begin
            request[STOPS-1-n] = in_request[n];
            leave[STOPS-1-n]   = done[STOPS-1-n] | withdraw[n];
            flow[STOPS-1-n]    = 1'b1;
        end
    end

    assign element[ELEMENTS*ELEMENT_W-1:0] = target;
    assign bus_s_valid[ELEMENTS-1:0]       = s_tvalid;
    assign bus_s_last[ELEMENTS-1:0]        = s_tlast;
    assign bus_s_data[ELEMENTS*WIDTH-1:0]  = s_tdata;
    assign s_tready                        = bus_s_ready[ELEMENTS-1:0];
    assign m_tvalid                        = bus_m_valid[ELEMENTS-1:0];
    assign m_tlast                         = bus_m_last[ELEMENTS-1:0];
    assign m_tdata                         = bus_m_data[ELEMENTS*WIDTH-1:0];
    assign bus_m_ready[ELEMENTS-1:0]       = m_tready;

    generate
        for (c = 0; c < CONNECTORS; c = c + 1) begin : g_connector
            localparam STOP = STOPS - 1 - c;
            localparam SIDE = CONNECTORS - 1 - c;   // the nearer cell there
            assign bus_s_valid[STOP]               = in_valid[c];
            assign bus_s_last[STOP]                = in_last[c];
            assign bus_s_data[STOP*WIDTH +: WIDTH] = in_data[c*WIDTH +: WIDTH];
            assign in_ready[c]                     = bus_s_ready[STOP];
            assign out_valid[c]                    = bus_m_valid[STOP];
            assign out_last[c]                     = bus_m_last[STOP];
            assign out_data[c*WIDTH +: WIDTH]      = bus_m_data[STOP*WIDTH +: WIDTH];
            assign bus_m_ready[STOP]               = out_ready[c];
            assign element[STOP*ELEMENT_W +: ELEMENT_W] = in_element[c*ELEMENT_W +: ELEMENT_W];

            // the element whose path ends here
            reg                 held, twist;
            reg [DOMAIN_W-1:0]  to_domain;
            reg [ELEMENT_W-1:0] to_element;
            always @* begin : holder
                integer e;
                held       = 1'b0;
                twist      = 1'b0;
                to_domain  = {DOMAIN_W{1'b0}};
                to_element = {ELEMENT_W{1'b0}};
                for (e = 0; e < ELEMENTS; e = e + 1) if (path[e] && path_end[e*STOPS + STOP]) begin
                    held       = 1'b1;
                    twist      = twist | other[e];
                    to_domain  = to_domain | domain[e*DOMAIN_W +: DOMAIN_W];
                    to_element = to_element | target[e*ELEMENT_W +: ELEMENT_W];
                end
            end
            wire [31:0]       side = (SIDE != 0) != (twist && CONNECTORS == 2) ? 32'd1 : 32'd0;
            wire [31:0]       cell_number = {{(32-DOMAIN_W){1'b0}}, to_domain} * CONNECTORS + side;
            wire              unused = &{1'b0, cell_number[31:NUMBER], 1'b0};
            bl_larb_connector #(.NUMBER(NUMBER), .ELEMENT_W(ELEMENT_W), .WIDTH(WIDTH),
                                .PATIENCE(PATIENCE)) connector (
                .clk(clk), .rst(rst), .s_held(held), .s_number(cell_number[NUMBER-1:0]),
                .s_element(to_element),
                .s_waits({1'b0, to_domain} > {1'b0, HERE}),
                .m_open(open[c]), .m_flow(m_flow[c]), .m_left(left[c]), .m_refused(refused[c]),
                .s_tvalid(out_valid[c]), .s_tready(out_ready[c]),
                .s_tdata(out_data[c*WIDTH +: WIDTH]), .s_tlast(out_last[c]),
                .m_ask(in_request[c]), .m_element(in_element[c*ELEMENT_W +: ELEMENT_W]),
                .m_withdraw(withdraw[c]),
                .s_path(path[STOP]), .s_done(done[STOP]),
                .m_tvalid(in_valid[c]), .m_tready(in_ready[c]), .m_tdata(in_data[c*WIDTH +: WIDTH]),
                .m_tlast(in_last[c]), .m_number(m_number[c*NUMBER +: NUMBER]),
                .m_request(m_request[c]), .s_notified(s_notified[c]), .s_busy(s_busy[c]),
                .s_own(s_own[c]),
                .m_line(m_line[c*(WIDTH+2) +: WIDTH+2]), .s_ack(s_ack[c]), .s_refused(s_refused[c]),
                .s_line(s_line[c*(WIDTH+2) +: WIDTH+2]), .m_ack(m_ack[c]), .m_refuse(m_refuse[c]));
        end
    endgenerate
endmodule
`default_nettype wire
