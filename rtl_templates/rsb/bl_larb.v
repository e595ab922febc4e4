// SPDX-License-Identifier: ISC
`default_nettype none
// The arbiter inside a domain of the hierarchical ring segmented bus: the centralised arbiter as a
// clocked circuit, for an inner ring of elements and of connectors to the outer bus.
// Contract: stop k < ELEMENTS of the inner ring is element k, stop STOPS-1-c connector c; segment k
// is between stops k and k + 1. A stop asks while s_request is 1 and it has no path; from then
// until it is left s_domain (of elements) and s_element stay as they are. A connector asks for an
// element of this domain. No stop asks for itself. One stop is looked at in a cycle. It gets the
// shorter way that is free, clockwise when both are equally long, else the longer one; to another
// domain it goes to the connector on the side where that domain is nearer, else to the other one,
// if s_open. While an element has a path toward an element of another domain no second one gets a
// path for the same. m_path and what belongs to it stay until s_leave; s_leave without a path
// withdraws the request (s_request is 0 in the next cycle, or it asks anew). The first that is
// refused is the elder: its shorter way and end are kept for it until it is served. So who asks is
// looked at within STOPS cycles, and is served, if paths stay for T cycles at most, within STOPS *
// (2 * T + 3 * STOPS) cycles. m_* are registers. Cut: every path.
// Latency: 1 to STOPS cycles. Throughput: one path a cycle.
module bl_larb #(
    // domains on the outer bus, 2..16
    parameter DOMAINS = 4,
    // number of this domain, 0..DOMAINS-1
    parameter DOMAIN = 0,
    // 2..8
    parameter ELEMENTS = 4,
    // cells of this domain on the outer bus, 1..2
    parameter CONNECTORS = 2,
    // bits of a domain's number, 1..4
    parameter DOMAIN_W = 2,
    // bits of an element's number, 1..3
    parameter ELEMENT_W = 2
) (
    input  wire                                             clk,
    input  wire                                             rst,
    input  wire [ELEMENTS+CONNECTORS-1:0]                   s_request,
    input  wire [ELEMENTS*DOMAIN_W-1:0]                     s_domain,
    input  wire [(ELEMENTS+CONNECTORS)*ELEMENT_W-1:0]       s_element,
    input  wire [ELEMENTS+CONNECTORS-1:0]                   s_leave,
    input  wire [CONNECTORS-1:0]                            s_open,
    output reg  [ELEMENTS+CONNECTORS-1:0]                   m_path,
    output reg  [ELEMENTS+CONNECTORS-1:0]                   m_ccw,
    // of stop k, bits k*STOPS +: STOPS: the segments of its path, its end
    output reg  [(ELEMENTS+CONNECTORS)*(ELEMENTS+CONNECTORS)-1:0] m_segments,
    output reg  [(ELEMENTS+CONNECTORS)*(ELEMENTS+CONNECTORS)-1:0] m_end
);
    localparam STOPS = ELEMENTS + CONNECTORS;
    localparam [DOMAIN_W-1:0] HERE = DOMAIN;

    generate
        if (DOMAINS < 2 || DOMAINS > 16) begin : g_check_domains
            bl_larb_illegal_DOMAINS illegal();
        end
        if (DOMAIN < 0 || DOMAIN >= DOMAINS) begin : g_check_domain
            bl_larb_illegal_DOMAIN illegal();
        end
        if (ELEMENTS < 2 || ELEMENTS > 8) begin : g_check_elements
            bl_larb_illegal_ELEMENTS illegal();
        end
        if (CONNECTORS < 1 || CONNECTORS > 2) begin : g_check_connectors
            bl_larb_illegal_CONNECTORS illegal();
        end
        if (DOMAIN_W < 1 || DOMAIN_W > 4 || (1 << DOMAIN_W) < DOMAINS) begin : g_check_domain_w
            bl_larb_illegal_DOMAIN_W illegal();
        end
        if (ELEMENT_W < 1 || ELEMENT_W > 3 || (1 << ELEMENT_W) < ELEMENTS) begin : g_check_element_w
            bl_larb_illegal_ELEMENT_W illegal();
        end
    endgenerate

    wire [STOPS-1:0] waits = s_request & ~m_path;
    wire [STOPS-1:0] turn;
    bl_rotor #(.REQUESTS(STOPS)) rotor (
        .clk(clk), .rst(rst), .request(waits), .move(1'b1), .grant(turn));
    wire             asked = |(waits & turn);

    // What is in use, and what is kept for the elder.
    reg  [STOPS-1:0] used, ends, elder, kept, kept_end;
    always @* begin : in_use
        integer k;
        used = {STOPS{1'b0}};
        ends = {STOPS{1'b0}};
        for (k = 0; k < STOPS; k = k + 1) begin
            used = used | (m_segments[k*STOPS +: STOPS] & {STOPS{m_path[k]}});
            ends = ends | (m_end[k*STOPS +: STOPS] & {STOPS{m_path[k]}});
        end
    end
    wire             mine = elder == {STOPS{1'b0}} || elder == turn;
    wire [STOPS-1:0] closed_segments = used | (mine ? {STOPS{1'b0}} : kept);
    reg  [STOPS-1:0] closed_ends;
    always @* begin : closing
        integer c;
        closed_ends = ends | (mine ? {STOPS{1'b0}} : kept_end);
        for (c = 0; c < CONNECTORS; c = c + 1) if (!s_open[c]) closed_ends[STOPS-1-c] = 1'b1;
    end

    // The request that is looked at: its destination, and whether another element has a path, or as
    // the elder goes first, for the same.
    reg  [DOMAIN_W-1:0]  domain;
    reg  [ELEMENT_W-1:0] element;
    reg                  equal;
    always @* begin : choose
        integer k;
        domain  = (turn[STOPS-1:ELEMENTS] != {CONNECTORS{1'b0}}) ? HERE : {DOMAIN_W{1'b0}};
        element = {ELEMENT_W{1'b0}};
        equal   = 1'b0;
        for (k = 0; k < ELEMENTS; k = k + 1)
            domain = domain | (s_domain[k*DOMAIN_W +: DOMAIN_W] & {DOMAIN_W{turn[k]}});
        for (k = 0; k < STOPS; k = k + 1)
            element = element | (s_element[k*ELEMENT_W +: ELEMENT_W] & {ELEMENT_W{turn[k]}});
        for (k = 0; k < ELEMENTS; k = k + 1)
            equal = equal
                | (!turn[k] && (m_path[k] || (elder[k] && s_request[k])) && domain != HERE
                   && s_domain[k*DOMAIN_W +: DOMAIN_W] == domain
                   && s_element[k*ELEMENT_W +: ELEMENT_W] == element);
    end

    // The two ends to try: the element, or the connectors in their order.
    wire             outside = domain != HERE;
    reg  [STOPS-1:0] first, second;
    always @* begin : targets
        integer k;
        first  = {STOPS{1'b0}};
        second = {STOPS{1'b0}};
        for (k = 0; k < ELEMENTS; k = k + 1) first[k] = !outside && element == k[ELEMENT_W-1:0];
        for (k = 0; k < DOMAINS; k = k + 1)
            if (k != DOMAIN && domain == k[DOMAIN_W-1:0]) begin
                if (2 * ((k + DOMAINS - DOMAIN) % DOMAINS) <= DOMAINS) begin
                    first[ELEMENTS] = 1'b1;
                    second[STOPS-1] = CONNECTORS == 2;
                end else begin
                    first[STOPS-1]   = 1'b1;
                    second[ELEMENTS] = CONNECTORS == 2;
                end
            end
    end

    // The segments clockwise from one stop to another one; all others are the way
    // counter-clockwise.
    function [STOPS-1:0] clockwise(input [STOPS-1:0] from, input [STOPS-1:0] to);
        integer k;
        reg     run;
        begin
            run = 1'b0;
            clockwise = {STOPS{1'b0}};
            for (k = 0; k < 2 * STOPS; k = k + 1) begin
                run = (run | from[k % STOPS]) & ~to[k % STOPS];
                clockwise[k % STOPS] = clockwise[k % STOPS] | run;
            end
        end
    endfunction
    function longer(input [STOPS-1:0] segments);
        integer k, sum;
        begin
            sum = 0;
            for (k = 0; k < STOPS; k = k + 1) if (segments[k]) sum = sum + 2;
            longer = sum > STOPS;
        end
    endfunction
    wire [STOPS-1:0] first_cw   = clockwise(turn, first);
    wire [STOPS-1:0] second_cw  = clockwise(turn, second);
    wire             first_far  = longer(first_cw);
    wire             second_far = longer(second_cw);
    wire             first_open  = |first && !(|(first & closed_ends)) && !equal;
    wire             second_open = |second && !(|(second & closed_ends)) && !equal;
    wire [3:0]       free = {second_open && !(|(~second_cw & closed_segments)),
                             second_open && !(|(second_cw & closed_segments)),
                             first_open && !(|(~first_cw & closed_segments)),
                             first_open && !(|(first_cw & closed_segments))};
    wire             got     = asked && |free;
    wire             to_first = |free[1:0];
    wire             ccw     =
        to_first ? free[1] && (first_far || !free[0]) : free[3] && (second_far || !free[2]);
    wire [STOPS-1:0] way     = (to_first ? first_cw : second_cw) ^ {STOPS{ccw}};

    integer s;
    always @(posedge clk) begin
        for (s = 0; s < STOPS; s = s + 1) begin
            if (got && turn[s]) begin
                m_path[s]                     <= 1'b1;
                m_ccw[s]                      <= ccw;
                m_segments[s*STOPS +: STOPS]  <= way;
                m_end[s*STOPS +: STOPS]       <= to_first ? first : second;
            end
            if (s_leave[s] || rst) m_path[s] <= 1'b0;
        end
        if (asked && !got && mine) begin
            elder    <= turn;
            kept     <= equal ? {STOPS{1'b0}} : first_cw ^ {STOPS{first_far}};
            kept_end <= equal ? {STOPS{1'b0}} : first;
        end
        if (rst || (got && elder == turn) || |(elder & s_leave)
            || (asked && !got && mine && |(turn & s_leave))) begin
            elder    <= {STOPS{1'b0}};
            kept     <= {STOPS{1'b0}};
            kept_end <= {STOPS{1'b0}};
        end
    end

`ifdef FORMAL
    // Rule 1: no segment and no end is in two paths; an open end is not given while it is closed.
    // Rule 2: a path leads from its stop to its end, one way round, and the end is what was asked
    // for: the element, or a connector. Rule 3: no two elements have paths for the same element of
    // another domain. Rule 4: the elder asks and has no path; what is kept for it is given to
    // nobody else.
    // Rule 5: who is looked at is refused only while its ways or ends are in use or kept, or for an
    // equal destination.
    reg              f_past = 1'b0;
    reg  [STOPS-1:0] f_path, f_kept, f_kept_end, f_elder, f_leave, f_request, f_mask;
    reg  [STOPS*ELEMENT_W-1:0]   f_element;
    reg  [ELEMENTS*DOMAIN_W-1:0] f_domain;
    integer f_i, f_j;
    always @(posedge clk) begin
        f_past     <= 1'b1;
        f_path     <= m_path;
        f_kept     <= kept;
        f_kept_end <= kept_end;
        f_elder    <= elder;
        f_leave    <= s_leave;
        f_request  <= s_request;
        f_element  <= s_element;
        f_domain   <= s_domain;
    end
    always @* begin
        if (!f_past) assume (rst);
        else begin
            for (f_i = 0; f_i < STOPS; f_i = f_i + 1) begin
                // a request stays until it has a path or is left, its destination until it is left
                if (f_request[f_i] && !f_leave[f_i] && !m_path[f_i]) assume (s_request[f_i]);
                if ((f_request[f_i] || f_path[f_i]) && !f_leave[f_i]) begin
                    assume (s_element[f_i*ELEMENT_W +: ELEMENT_W]
                            == f_element[f_i*ELEMENT_W +: ELEMENT_W]);
                    if (f_i < ELEMENTS)
                        assume (s_domain[f_i*DOMAIN_W +: DOMAIN_W]
                                == f_domain[f_i*DOMAIN_W +: DOMAIN_W]);
                end
                assume (s_element[f_i*ELEMENT_W +: ELEMENT_W] < ELEMENTS);
                if (f_i < ELEMENTS) begin
                    assume (s_domain[f_i*DOMAIN_W +: DOMAIN_W] < DOMAINS);
                    assume (s_domain[f_i*DOMAIN_W +: DOMAIN_W] != DOMAIN
                            || s_element[f_i*ELEMENT_W +: ELEMENT_W] != f_i);
                end
            end
            for (f_i = 0; f_i < STOPS; f_i = f_i + 1) if (m_path[f_i]) begin
                f_mask = m_ccw[f_i] ? ~m_segments[f_i*STOPS +: STOPS]
                    : m_segments[f_i*STOPS +: STOPS];
                assert (f_mask == clockwise(1 << f_i, m_end[f_i*STOPS +: STOPS]));
                assert (m_end[f_i*STOPS +: STOPS] != 0);
                if (!f_path[f_i] && f_elder != 0 && !f_elder[f_i])
                    assert ((m_segments[f_i*STOPS +: STOPS] & f_kept) == 0
                            && (m_end[f_i*STOPS +: STOPS] & f_kept_end) == 0);
                if (f_i >= ELEMENTS || s_domain[f_i*DOMAIN_W +: DOMAIN_W] == DOMAIN)
                    assert (m_end[f_i*STOPS +: STOPS]
                            == 1 << s_element[f_i*ELEMENT_W +: ELEMENT_W]);
                else
                    assert (m_end[f_i*STOPS +: ELEMENTS] == 0
                            && (CONNECTORS == 1 || !(&m_end[f_i*STOPS+ELEMENTS +: CONNECTORS])));
                for (f_j = 0; f_j < STOPS; f_j = f_j + 1) if (f_j != f_i && m_path[f_j]) begin
                    assert ((m_segments[f_i*STOPS +: STOPS] & m_segments[f_j*STOPS +: STOPS]) == 0);
                    assert ((m_end[f_i*STOPS +: STOPS] & m_end[f_j*STOPS +: STOPS]) == 0);
                    if (f_i < ELEMENTS && f_j < ELEMENTS
                        && s_domain[f_i*DOMAIN_W +: DOMAIN_W] != DOMAIN)
                        assert (s_domain[f_i*DOMAIN_W +: DOMAIN_W]
                                    != s_domain[f_j*DOMAIN_W +: DOMAIN_W]
                                || s_element[f_i*ELEMENT_W +: ELEMENT_W]
                                    != s_element[f_j*ELEMENT_W +: ELEMENT_W]);
                end
            end
            assert ((elder & (elder - 1'b1)) == 0);
            assert ((elder & (m_path | ~s_request)) == 0);
            if (asked && !got && mine && !equal && (first & closed_ends) == 0)
                assert (|(used & first_cw) && |(used & ~first_cw));
        end
    end
`endif
endmodule
`default_nettype wire
