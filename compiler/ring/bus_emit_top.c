/* The whole bus as one module: the arbiter, a data switch for every cell, and what joins each
 * domain to them. */
#include "base/text.h"
#include "ring/bus_emit.h"
#include "ring/bus_explain.h"
#include "ring/bus_run.h"
#include "simulation/ring/rsb_centre.h"
#include "simulation/ring/hierarchy/rsb_larb.h"

enum { MOST_CLOCKS = 255, BREAK = 4 }; /* of REST and SETTLE; signals a line */

static bool is_flat(const struct bl_bus *bus) { return bus->elements == 1; }

static int bits_for(int count) {
    int bits = 1;
    while (1 << bits < count) bits++;
    return bits;
}

int bl_bus_domain_bits(const struct bl_bus *bus) {
    return is_flat(bus) ? bl_bus_number_bits(bus) : bits_for(bus->domains);
}
int bl_bus_element_bits(const struct bl_bus *bus) {
    return is_flat(bus) ? 0 : bits_for(bus->elements);
}

void bl_bus_stream(struct bl_text *text, const struct bl_bus *bus, int domain, int element) {
    if (is_flat(bus)) bl_text_add(text, "d%d", domain);
    else bl_text_add(text, "c%d%d", domain, element);
}

int64_t bl_bus_centre_wire_ps(const struct bl_bus *bus) {
    return bl_bus_is_centralised(bus) ? bl_rsb_centre_wire_ps(bl_bus_cells(bus), bus->delay_ps) : 0;
}

int64_t bl_bus_reset_ps(const struct bl_bus *bus) {
    int cells = bl_bus_cells(bus);
    if (bl_bus_is_centralised(bus)) return bl_rsb_centre_operation_ps(cells, bus->gate_ps);
    return 4 * cells * (bus->delay_ps + bl_bus_token_ps(bus) + bus->gate_ps);
}

static int clocks(const struct bl_bus *bus, int64_t time_ps, int more) {
    double count = (double)time_ps * 1e-12 * bus->clock_hertz + more;
    return count < MOST_CLOCKS ? (int)count : MOST_CLOCKS;
}

/* Until all others have been asked: three laps of the token, or a round of the centralised arbiter,
   and the longest pause of one that was refused. */
static int rest(const struct bl_bus *bus) {
    int cells = bl_bus_cells(bus);
    if (bl_bus_is_centralised(bus))
        return clocks(bus, bl_bus_centre_wait_ps(cells, bus->delay_ps, bus->gate_ps),
                      BL_RSB_PAUSE + 12);
    return clocks(bus, 3 * bl_bus_lap_ps(cells, bus->delay_ps, bus->gate_ps), BL_RSB_PAUSE + 12);
}

/* To the cell that refused and back, a few tables a hop; or from the centralised arbiter, whose
 * m_busy is there before m_told. */
static int settle(const struct bl_bus *bus) {
    return clocks(bus, 2 * (bl_bus_cells(bus) - 1) * (bus->delay_ps + 3 * bus->gate_ps), 4);
}

static int patience(const struct bl_bus *bus) {
    const struct bl_larb_options options = {.domains = bus->domains,
                                            .connectors = bus->connectors,
                                            .centralised = bl_bus_is_centralised(bus),
                                            .gate_ps = bus->gate_ps,
                                            .wire_ps = bus->delay_ps,
                                            .clock_ps = bl_bus_clock_ps(bus)};
    return bl_larb_patience(&options);
}

static void add_contract(struct bl_text *text, const struct bl_bus *bus) {
    bl_text_add(text,
                "`default_nettype none\n"
                "// Bus %s, whole: %d domains%s, %s arbitration. Written by bankloom.\n",
                bus->name, bus->domains, is_flat(bus) ? "" : " with elements",
                bl_arbitration_word(bus->arbitration));
    bl_renames_print(text, &bus->renames, "// ");
    bl_text_add(
        text,
        "// Contract: dK_clk and dK_rst are those of domain K. Streams by AXI4-Stream's rules, in the clock of their domain: "
        "packets\n");
    if (is_flat(bus))
        bl_text_add(
            text,
            "// from domain K on s_dK_*, to it on m_dK_*. tdest is the number of the other domain less one, the same "
            "in all words of\n"
            "// a packet and never the domain itself; the rest as of bl_rsb_connector.\n");
    else
        bl_text_add(
            text,
            "// from element J of domain K on s_cKJ_*, to it on m_cKJ_*. tdest is {domain, element}, %d and %d bits, "
            "each less one, of\n"
            "// the first word of a packet and never the element itself; the rest as of bl_larb_domain.\n",
            bl_bus_domain_bits(bus), bl_bus_element_bits(bus));
    bl_text_add(
        text,
        "// Reset: rst is the arbiter's; it lasts %lld ps or more, and all dK_rst are 1 with it. The first dK_rst "
        "falls after it, each\n"
        "// in its clock, four clocks of it later or more. No domain is reset alone.\n"
        "// What a layout must keep to: signoff.txt. Every path between domains is cut.\n"
        "// The loops of arbiter and switches are meant, no path is one:\n"
        "// verilator lint_off UNOPTFLAT\n",
        (long long)bl_bus_reset_ps(bus));
}

static void add_parameters(struct bl_text *text, const struct bl_bus *bus) {
    bl_text_add(
        text,
        "module %s #(\n"
        "    // as of bl_lut: 0 any, 1 Xilinx with 4-input tables, 2 Xilinx with 6-input tables, 3 iCE40\n"
        "    parameter FABRIC = 0,\n"
        "    // bits of a word\n"
        "    parameter WIDTH = 32,\n",
        bus->symbol);
    if (is_flat(bus))
        bl_text_add(
            text,
            "    // data lines of a segment, each way\n"
            "    parameter LINES = WIDTH,\n"
            "    // clocks, as of bl_rsb_connector; enough for %.6g MHz, faster domains need more\n"
            "    parameter REST = %d,\n"
            "    parameter SETTLE = %d\n",
            bus->clock_hertz * 1e-6, rest(bus), settle(bus));
    else
        bl_text_add(text,
                    "    // clocks, as of bl_larb_connector\n"
                    "    parameter PATIENCE = %d\n",
                    patience(bus));
}

static void add_stream_ports(struct bl_text *text, const struct bl_bus *bus, int domain,
                             int element) {
    struct bl_text name = {0};
    bl_bus_stream(&name, bus, domain, element);
    const char *n = name.bytes;
    bl_text_add(
        text,
        ",\n    input  wire             s_%s_tvalid,\n    output wire             s_%s_tready,\n"
        "    input  wire [WIDTH-1:0] s_%s_tdata,\n    input  wire [%d:0]       s_%s_tdest,\n"
        "    input  wire             s_%s_tlast,\n    output wire             m_%s_tvalid,\n"
        "    input  wire             m_%s_tready,\n    output wire [WIDTH-1:0] m_%s_tdata,\n"
        "    output wire             m_%s_tlast",
        n, n, n, bl_bus_domain_bits(bus) + bl_bus_element_bits(bus) - 1, n, n, n, n, n, n);
    bl_text_free(&name);
}

static void add_ports(struct bl_text *text, const struct bl_bus *bus) {
    bl_text_add(text, ") (\n    input  wire             rst");
    for (int d = 1; d <= bus->domains; d++) {
        bl_text_add(
            text,
            ",\n    // domain %d\n    input  wire             d%d_clk,\n    input  wire             d%d_rst",
            d, d, d);
        for (int e = 1; e <= bus->elements; e++) add_stream_ports(text, bus, d, e);
    }
    bl_text_add(text, "\n);\n");
}

static void add_arbiter(struct bl_text *text, const struct bl_bus *bus) {
    bl_text_add(
        text,
        "    localparam CELLS = %d, NUMBER = %d, W = %s + 2;\n\n"
        "    wire [CELLS-1:0]        wish, told, busy, own_cw, own_ccw, grant_cw, grant_ccw, end_cw, end_ccw, pass_cw, "
        "pass_ccw;\n"
        "    wire [CELLS*NUMBER-1:0] number;\n"
        "    wire [CELLS-1:0]        path = (own_cw & grant_cw) | (own_ccw & grant_ccw);\n"
        "    %s_arbiter #(.FABRIC(FABRIC)) arbiter (\n"
        "        .rst(rst), .s_wish(wish), .s_number(number), .m_told(told), .m_busy(busy), .m_own_cw(own_cw), "
        ".m_own_ccw(own_ccw),\n"
        "        .m_grant_cw(grant_cw), .m_grant_ccw(grant_ccw), .m_end_cw(end_cw), .m_end_ccw(end_ccw),\n"
        "        .m_pass_cw(pass_cw), .m_pass_ccw(pass_ccw)\n"
        "    );\n\n",
        bl_bus_cells(bus), bl_bus_number_bits(bus), is_flat(bus) ? "LINES" : "WIDTH", bus->symbol);
}

/* Lines between the cells; `suffix` tells the data's from those beside them on which a transfer is
 * refused. */
static void add_lines(struct bl_text *text, const char *suffix, const char *width) {
    bl_text_add(text,
                "    wire [CELLS*%s-1:0] right%s, left%s;\n"
                "`ifdef BL_WIRE_DELAY\n"
                "    reg  [CELLS*%s-1:0] right%s_far, left%s_far;\n"
                "    always @(right%s, left%s) begin\n"
                "        right%s_far <= #(`BL_WIRE_DELAY) right%s;\n"
                "        left%s_far  <= #(`BL_WIRE_DELAY) left%s;\n"
                "    end\n"
                "`else\n"
                "    wire [CELLS*%s-1:0] right%s_far = right%s, left%s_far = left%s;\n"
                "`endif\n",
                width, suffix, suffix, width, suffix, suffix, suffix, suffix, suffix, suffix,
                suffix, suffix, width, suffix, suffix, suffix, suffix);
}

static void add_switch(struct bl_text *text, const char *name, const char *lines, const char *width,
                       const char *suffix) {
    bl_text_add(
        text,
        "            bl_rsb_switch #(.LINES(%s)) %s (\n"
        "                .own_cw(own_cw[k]), .own_ccw(own_ccw[k]), .end_cw(end_cw[k]), .end_ccw(end_ccw[k]),\n"
        "                .pass_cw(pass_cw[k]), .pass_ccw(pass_ccw[k]),\n"
        "                .s_line(line_out%s[k*%s +: %s]), .m_ack(ack_in%s[k]), .m_line(line_in%s[k*%s +: %s]), "
        ".s_ack(ack_out%s[k]),\n"
        "                .s_left(right%s_far[BEHIND*%s +: %s]), .m_left(left%s[k*%s +: %s]),\n"
        "                .s_right(left%s_far[AHEAD*%s +: %s]), .m_right(right%s[k*%s +: %s])\n"
        "            );\n",
        lines, name, suffix, width, width, suffix, suffix, width, width, suffix, suffix, width,
        width, suffix, width, width, suffix, width, width, suffix, width, width);
}

static void add_switches(struct bl_text *text, const struct bl_bus *bus) {
    bool flat = is_flat(bus);
    bl_text_add(
        text,
        "    // The lines: as they leave a cell, and as they are at the next one. In a simulation with BL_WIRE_DELAY "
        "that is so much later.\n"
        "    wire [CELLS*W-1:0] line_out, line_in;\n"
        "    wire [CELLS-1:0]   ack_out, ack_in;\n");
    add_lines(text, "", "W");
    if (!flat) {
        bl_text_add(text, "    // Beside them, back only: that a transfer is refused at its end.\n"
                          "    wire [CELLS*3-1:0] line_out_no = {CELLS{3'd0}};\n"
                          "    wire [CELLS*3-1:0] line_in_no;\n"
                          "    wire [CELLS-1:0]   ack_out_no, ack_in_no;\n"
                          "    wire               unused_no = &{1'b0, line_in_no, 1'b0};\n");
        add_lines(text, "_no", "3");
    }
    bl_text_add(
        text,
        "    genvar k;\n    generate\n        for (k = 0; k < CELLS; k = k + 1) begin : g_cell\n"
        "            localparam BEHIND = (k + CELLS - 1) %% CELLS;\n            localparam AHEAD  = (k + 1) %% CELLS;\n");
    add_switch(text, "data", flat ? "LINES" : "WIDTH", "W", "");
    if (!flat) add_switch(text, "no", "1", "3", "_no");
    bl_text_add(text, "        end\n    endgenerate\n");
}

static void add_connector(struct bl_text *text, const struct bl_bus *bus, int d) {
    int bits = bl_bus_number_bits(bus), k = d - 1;
    bl_text_add(
        text,
        "\n    bl_rsb_connector #(.NUMBER(NUMBER), .WIDTH(WIDTH), .LINES(LINES), .REST(REST), .SETTLE(SETTLE)) "
        "connector_d%d (\n"
        "        .clk(d%d_clk), .rst(d%d_rst),\n"
        "        .s_tvalid(s_d%d_tvalid), .s_tready(s_d%d_tready), .s_tdata(s_d%d_tdata), .s_tdest(s_d%d_tdest), "
        ".s_tlast(s_d%d_tlast),\n"
        "        .m_tvalid(m_d%d_tvalid), .m_tready(m_d%d_tready), .m_tdata(m_d%d_tdata), .m_tlast(m_d%d_tlast),\n",
        d, d, d, d, d, d, d, d, d, d, d, d);
    bl_text_add(
        text,
        "        .m_number(number[%d:%d]), .m_wish(wish[%d]), .s_told(told[%d]), .s_busy(busy[%d]), .s_path(path[%d]),\n"
        "        .m_line(line_out[%d*W +: W]), .s_ack(ack_in[%d]), .s_line(line_in[%d*W +: W]), .m_ack(ack_out[%d])\n"
        "    );\n",
        k * bits + bits - 1, k * bits, k, k, k, k, k, k, k, k);
}

/* .PORT({...}) of all elements of a domain, the last one first; `high` >= 0: only bits high:low. */
static void add_elements(struct bl_text *text, const struct bl_bus *bus, int d, const char *port,
                         const char *signal, int high, int low) {
    char side = *port;
    bl_text_add(text, ",\n        .%s({", port);
    for (int e = bus->elements; e >= 1; e--) {
        bl_text_add(text, "%c_", side);
        bl_bus_stream(text, bus, d, e);
        bl_text_add(text, "_%s", signal);
        if (high >= 0) bl_text_add(text, "[%d:%d]", high, low);
        bool ends_line = (bus->elements - e + 1) % BREAK == 0;
        if (e > 1) bl_text_add(text, ends_line ? ",\n            " : ", ");
    }
    bl_text_add(text, "})");
}

static void add_domain_bus(struct bl_text *text, const struct bl_bus *bus, int d) {
    static const char *const rows[][2] = {{"m_wish", "wish"},         {"s_told", "told"},
                                          {"s_busy", "busy"},         {"s_own", "path"},
                                          {"s_ack", "ack_in"},        {"m_ack", "ack_out"},
                                          {"s_refused", "ack_in_no"}, {"m_refuse", "ack_out_no"}};
    int bits = bl_bus_number_bits(bus), n = bus->connectors, low = (d - 1) * n;
    bl_text_add(text, ",\n        .m_number(number[%d:%d])", (low + n) * bits - 1, low * bits);
    for (int i = 0; i < 8; i++)
        bl_text_add(text, ",%s.%s(%s[%d:%d])", i % BREAK ? " " : "\n        ", rows[i][0],
                    rows[i][1], low + n - 1, low);
    bl_text_add(
        text,
        ",\n        .m_line(line_out[%d*W +: %d*W]), .s_line(line_in[%d*W +: %d*W])\n    );\n", low,
        n, low, n);
}

static void add_domain(struct bl_text *text, const struct bl_bus *bus, int d) {
    static const char *const streams[] = {"s_tvalid", "s_tready", "s_tdata", "s_tlast",
                                          "m_tvalid", "m_tready", "m_tdata", "m_tlast"};
    int domain_bits = bl_bus_domain_bits(bus), element_bits = bl_bus_element_bits(bus);
    bl_text_add(
        text,
        "\n    bl_larb_domain #(.DOMAINS(%d), .DOMAIN(%d), .ELEMENTS(%d), .CONNECTORS(%d), .DOMAIN_W(%d), .ELEMENT_W(%d),\n"
        "                     .NUMBER(NUMBER), .WIDTH(WIDTH), .PATIENCE(PATIENCE)) domain_d%d (\n"
        "        .clk(d%d_clk), .rst(d%d_rst)",
        bus->domains, d - 1, bus->elements, bus->connectors, domain_bits, element_bits, d, d, d);
    for (int i = 0; i < 8; i++) add_elements(text, bus, d, streams[i], streams[i] + 2, -1, 0);
    add_elements(text, bus, d, "s_tdomain", "tdest", domain_bits + element_bits - 1, element_bits);
    add_elements(text, bus, d, "s_telement", "tdest", element_bits - 1, 0);
    add_domain_bus(text, bus, d);
}

void bl_bus_top(struct bl_text *text, const struct bl_bus *bus) {
    add_contract(text, bus);
    add_parameters(text, bus);
    add_ports(text, bus);
    add_arbiter(text, bus);
    add_switches(text, bus);
    for (int d = 1; d <= bus->domains; d++)
        if (is_flat(bus)) add_connector(text, bus, d);
        else add_domain(text, bus, d);
    bl_text_add(text, "endmodule\n`default_nettype wire\n");
}
