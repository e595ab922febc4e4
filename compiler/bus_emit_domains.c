/* The bench of a bus with elements: all domains with clocks of their own, the data switches, and the written transfers. */
#include "bus_emit.h"
#include "bus_run.h"
#include "text.h"

/* More than all transfers take one after the other, each refused a hundred times. */
static int64_t longest_ps(const struct bl_bus *bus) {
    int64_t sum = 0, last = 0;
    for (int i = 0; i < bus->transfer_count; i++) {
        const struct bl_bus_transfer *transfer = &bus->transfers[i];
        sum += (1000 + 16 * transfer->words) * (bl_bus_clock_ps(bus) + bl_bus_cells(bus) * (bus->delay_ps + 12 * bus->gate_ps));
        if (transfer->at_ps > last) last = transfer->at_ps;
    }
    return last + sum;
}

/* A period is a whole number of times in the reset, so that clock 0 of domain 0 is at its end, as in the model. */
static void add_head(struct bl_text *text, const struct bl_bus *bus) {
    double unit = (double)bus->gate_ps, period = (double)bl_bus_clock_ps(bus) / unit;
    const struct bl_rsb_options ring = bl_bus_ring(bus);
    const struct bl_larb_options domains = {.domains = bus->domains, .connectors = bus->connectors,
                                            .centralised = bl_bus_is_centralised(bus), .gate_ps = bus->gate_ps, .wire_ps = bus->delay_ps,
                                            .clock_ps = bl_bus_clock_ps(bus)};
    int clocks = (int)((double)bl_rsb_settle_ps(&ring, bl_bus_is_centralised(bus)) / unit / period) + 4;
    bl_text_add(text, "// The domains of %s with their elements, and %d transfers: every word arrives once, in order, at its element.\n"
                      "// A look-up table takes one unit of time. Written by bankloom.\n"
                      "`timescale 1ns / 1fs\n"
                      "`define BL_RANDOM_DELAY 1\n"
                      "`define BL_WIRE_DELAY %.6f\n"
                      "module %s_bench;\n"
                      "    localparam DOMAINS = %d, ELEMENTS = %d, CONNECTORS = %d, CELLS = %d, NUMBER = %d;\n"
                      "    localparam DOMAIN_W = %d, ELEMENT_W = %d;\n"
                      "    localparam WIDTH = 40, W = WIDTH + 2, COUNT = %d, TURN = %d;\n"
                      "    localparam real PERIOD = %.6f, ZERO = %d * PERIOD, UNIT_NS = %.6f, PATIENCE = %.1f;\n\n",
                bus->name, bus->transfer_count, (double)bus->delay_ps / unit, bus->name, bus->domains, bus->elements, bus->connectors,
                bl_bus_cells(bus), bl_bus_number_bits(bus), bus->domains > 8 ? 4 : bus->domains > 4 ? 3 : 2,
                bus->elements > 4 ? 3 : bus->elements > 2 ? 2 : 1, bus->transfer_count,
                bl_larb_patience(&domains), period, clocks, unit * 1e-3,
                (double)longest_ps(bus) / unit);
}

static void add_transfers(struct bl_text *text, const struct bl_bus *bus) {
    bl_text_add(text, "    // Of each transfer: source and destination, counted through all domains; words; when it is asked for.\n"
                      "    integer from [0:COUNT-1], to [0:COUNT-1], words [0:COUNT-1];\n"
                      "    reg [63:0] at_ps [0:COUNT-1];\n"
                      "    integer complete = 0;\n"
                      "    initial begin\n");
    for (int i = 0; i < bus->transfer_count; i++) {
        const struct bl_bus_transfer *t = &bus->transfers[i];
        bl_text_add(text, "        from[%d] = %d; to[%d] = %d; words[%d] = %d; at_ps[%d] = 64'd%lld;\n", i,
                    (t->from.domain - 1) * bus->elements + t->from.element - 1, i,
                    (t->to.domain - 1) * bus->elements + t->to.element - 1, i, t->words, i, (long long)t->at_ps);
    }
    bl_text_add(text, "    end\n\n");
}

static void add_switches(struct bl_text *text) {
    bl_text_add(text, "    // the lines of the cells: data, and beside them the refusals; a segment takes its time for them, too\n"
                      "    wire [CELLS*W-1:0] line_out, line_in, right, left;\n"
                      "    wire [CELLS*3-1:0] right_no, left_no, none;\n"
                      "    reg  [CELLS*W-1:0] right_far = 0, left_far = 0;\n"
                      "    reg  [CELLS*3-1:0] right_no_far = 0, left_no_far = 0;\n"
                      "    wire [CELLS-1:0]   ack_out, ack_in, no_out, no_in;\n"
                      "    always @(right, left, right_no, left_no) begin\n"
                      "        right_far    <= #(`BL_WIRE_DELAY) right;\n"
                      "        left_far     <= #(`BL_WIRE_DELAY) left;\n"
                      "        right_no_far <= #(`BL_WIRE_DELAY) right_no;\n"
                      "        left_no_far  <= #(`BL_WIRE_DELAY) left_no;\n"
                      "    end\n"
                      "    genvar k, e;\n"
                      "    generate\n"
                      "        for (k = 0; k < CELLS; k = k + 1) begin : g_cell\n"
                      "            localparam BEHIND = (k + CELLS - 1) %% CELLS, AHEAD = (k + 1) %% CELLS;\n");
    static const char *const rows[][2] = {{"WIDTH", ""}, {"1", "_no"}};
    for (int i = 0; i < 2; i++)
        bl_text_add(text, "            bl_rsb_switch #(.LINES(%s)) data%s (\n"
                          "                .own_cw(own_cw[k]), .own_ccw(own_ccw[k]), .end_cw(end_cw[k]), .end_ccw(end_ccw[k]),\n"
                          "                .pass_cw(pass_cw[k]), .pass_ccw(pass_ccw[k]), .s_line(%s), .m_ack(%s[k]),\n"
                          "                .m_line(%s), .s_ack(%s[k]), .s_left(right%s_far[BEHIND*%s +: %s]),\n"
                          "                .m_left(left%s[k*%s +: %s]), .s_right(left%s_far[AHEAD*%s +: %s]),\n"
                          "                .m_right(right%s[k*%s +: %s]));\n",
                    rows[i][0], rows[i][1], i ? "3'd0" : "line_out[k*W +: W]", i ? "no_in" : "ack_in",
                    i ? "none[k*3 +: 3]" : "line_in[k*W +: W]", i ? "no_out" : "ack_out", rows[i][1], i ? "3" : "W", i ? "3" : "W",
                    rows[i][1], i ? "3" : "W", i ? "3" : "W", rows[i][1], i ? "3" : "W", i ? "3" : "W", rows[i][1], i ? "3" : "W",
                    i ? "3" : "W");
    bl_text_add(text, "        end\n");
}

static void add_domains(struct bl_text *text) {
    bl_text_add(text, "        for (k = 0; k < DOMAINS; k = k + 1) begin : g_domain\n"
                      "            localparam FIRST = k * CONNECTORS;\n"
                      "            reg clk = 1'b0;\n"
                      "            initial #(k * PERIOD / DOMAINS) forever begin\n"
                      "                clk = 1'b1;\n"
                      "                #(PERIOD / 2) clk = 1'b0;\n"
                      "                #(PERIOD - PERIOD / 2);\n"
                      "            end\n"
                      "            reg  [ELEMENTS-1:0]           s_valid = 0, s_last = 0;\n"
                      "            reg  [ELEMENTS*WIDTH-1:0]     s_data = 0;\n"
                      "            reg  [ELEMENTS*DOMAIN_W-1:0]  s_domain = 0;\n"
                      "            reg  [ELEMENTS*ELEMENT_W-1:0] s_element = 0;\n"
                      "            wire [ELEMENTS-1:0]           s_ready, m_valid, m_last;\n"
                      "            wire [ELEMENTS*WIDTH-1:0]     m_data;\n"
                      "            bl_larb_domain #(.DOMAINS(DOMAINS), .DOMAIN(k), .ELEMENTS(ELEMENTS), .CONNECTORS(CONNECTORS),\n"
                      "                             .DOMAIN_W(DOMAIN_W), .ELEMENT_W(ELEMENT_W), .NUMBER(NUMBER), .WIDTH(WIDTH),\n"
                      "                             .PATIENCE(TURN)) dut (\n"
                      "                .clk(clk), .rst(rst), .s_tvalid(s_valid), .s_tready(s_ready), .s_tdata(s_data), .s_tlast(s_last),\n"
                      "                .s_tdomain(s_domain), .s_telement(s_element), .m_tvalid(m_valid), .m_tready({ELEMENTS{1'b1}}),\n"
                      "                .m_tdata(m_data), .m_tlast(m_last), .m_number(number[FIRST*NUMBER +: CONNECTORS*NUMBER]),\n"
                      "                .m_wish(wish[FIRST +: CONNECTORS]), .s_told(told[FIRST +: CONNECTORS]),\n"
                      "                .s_busy(busy[FIRST +: CONNECTORS]),\n"
                      "                .s_own((own_cw[FIRST +: CONNECTORS] & grant_cw[FIRST +: CONNECTORS]) |\n"
                      "                       (own_ccw[FIRST +: CONNECTORS] & grant_ccw[FIRST +: CONNECTORS])),\n"
                      "                .m_line(line_out[FIRST*W +: CONNECTORS*W]), .s_ack(ack_in[FIRST +: CONNECTORS]),\n"
                      "                .s_refused(no_in[FIRST +: CONNECTORS]), .s_line(line_in[FIRST*W +: CONNECTORS*W]),\n"
                      "                .m_ack(ack_out[FIRST +: CONNECTORS]), .m_refuse(no_out[FIRST +: CONNECTORS]));\n\n");
}

static void add_elements(struct bl_text *text) {
    bl_text_add(text, "            for (e = 0; e < ELEMENTS; e = e + 1) begin : g_element\n"
                      "                localparam ME = k * ELEMENTS + e;\n"
                      "                integer i, place, id, next;\n"
                      "                // words = {transfer, place}\n"
                      "                initial #1 for (i = 0; i < COUNT; i = i + 1) if (from[i] == ME) begin\n"
                      "                    while ($realtime < ZERO + at_ps[i] / (UNIT_NS * 1000.0) || rst) @(posedge clk);\n"
                      "                    for (place = 0; place < words[i]; place = place + 1) begin\n"
                      "                        s_valid[e] <= 1'b1;\n"
                      "                        s_last[e]  <= place == words[i] - 1;\n"
                      "                        s_data[e*WIDTH +: WIDTH]          <= i << 20 | place;\n"
                      "                        s_domain[e*DOMAIN_W +: DOMAIN_W]  <= to[i] / ELEMENTS;\n"
                      "                        s_element[e*ELEMENT_W +: ELEMENT_W] <= to[i] %% ELEMENTS;\n"
                      "                        @(posedge clk);\n"
                      "                        while (!s_ready[e]) @(posedge clk);\n"
                      "                    end\n"
                      "                    s_valid[e] <= 1'b0;\n"
                      "                end\n"
                      "                initial next = 0;\n"
                      "                always @(posedge clk) if (!rst && m_valid[e]) begin\n"
                      "                    id = m_data[e*WIDTH+20 +: 20];\n"
                      "                    if (id >= COUNT || to[id] != ME || m_data[e*WIDTH +: 20] != next ||\n"
                      "                        m_last[e] != (next == words[id] - 1)) begin\n"
                      "                        $display(\"FAIL element %%0d gets word %%0d of transfer %%0d\", ME,\n"
                      "                                 m_data[e*WIDTH +: 20], id + 1);\n"
                      "                        $finish;\n"
                      "                    end\n"
                      "                    next = m_last[e] ? 0 : next + 1;\n"
                      "                    if (m_last[e]) begin\n"
                      "                        $display(\"word %%0d %%0.2f\", id, ($realtime - ZERO) * UNIT_NS);\n"
                      "                        complete = complete + 1;\n"
                      "                    end\n"
                      "                end\n"
                      "            end\n"
                      "        end\n"
                      "    endgenerate\n\n");
}

void bl_bus_domains_bench(struct bl_text *text, const struct bl_bus *bus) {
    add_head(text, bus);
    bl_bus_bench_ring(text, bus, true);
    add_transfers(text, bus);
    add_switches(text);
    add_domains(text);
    add_elements(text);
    bl_text_add(text, "    initial begin\n"
                      "        #(ZERO - PERIOD / 8) rst = 1'b0;\n"
                      "        wait (complete == COUNT);\n"
                      "        #(200 * PERIOD) if (complete == COUNT) $display(\"PASS %%0d transfers\", complete);\n"
                      "        else $display(\"FAIL %%0d transfers complete\", complete);\n"
                      "        $finish;\n"
                      "    end\n"
                      "    initial #(PATIENCE) begin\n"
                      "        $display(\"FAIL the bus stands: %%0d transfers complete\", complete);\n"
                      "        $finish;\n"
                      "    end\n"
                      "endmodule\n");
}
