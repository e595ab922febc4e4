/* Elements as instances of bl_lut and bl_latch. */
#include "ring/cell/cell_emit.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

static const char head[] =
    "// Contract: as of the arbiter cell of bankloom's templates, whose ports and parameters "
    "these\n"
    "// are: four-phase wires to both neighbours, *_left and *_right carry requests away from the\n"
    "// source and grants back to it, *_na that none is available; s_number is there before a "
    "request\n"
    "// that it belongs to (bundled). While rst is 1 s_request is 0. Every path is cut.\n"
    "// Latency: three elements a hop and way. Throughput: one operation a visit of the token.\n"
    "// The loop of the mutual exclusion is its memory:\n"
    "// verilator lint_off UNOPTFLAT\n";

static const char ports[] =
    "    // bits of a domain's number, 1..4\n"
    "    parameter NUMBER = 2,\n"
    "    // number of this domain, 0..2**NUMBER-1\n"
    "    parameter DOMAIN = 0,\n"
    "    // 1: what can be compared for all cells at once comes from bl_rsb_near; NUMBER is 3 or "
    "4\n"
    "    parameter NEAR = 0,\n"
    "    // 1: the token is here after reset; exactly one cell of a ring; 0..1\n"
    "    parameter FIRST = 0,\n"
    "    // as of bl_lut, 0..3\n"
    "    parameter FABRIC = 0,\n"
    "    // has no effect here: this cell has no multiplexers; 0..1\n"
    "    parameter JOINED = 0\n"
    ") (\n"
    "    input  wire              rst,\n"
    "    input  wire              s_request,\n"
    "    output wire              m_told,\n"
    "    output wire              m_busy,\n"
    "    output wire              m_own_cw,\n"
    "    output wire              m_own_ccw,\n"
    "    output wire              m_end_cw,\n"
    "    output wire              m_end_ccw,\n"
    "    output wire              m_pass_cw,\n"
    "    output wire              m_pass_ccw,\n"
    "    input  wire [NUMBER-1:0] s_number,\n"
    "    input  wire [3:0]        s_near,\n"
    "    input  wire              s_left,\n"
    "    input  wire              s_left_na,\n"
    "    input  wire              s_token,\n"
    "    output wire              m_left,\n"
    "    output wire              m_left_na,\n"
    "    input  wire              s_right,\n"
    "    input  wire              s_right_na,\n"
    "    output wire              m_right,\n"
    "    output wire              m_right_na,\n"
    "    output wire              m_token\n"
    ");\n"
    "    generate\n"
    "        if (NUMBER < 1 || NUMBER > 4) begin : g_check_number\n"
    "            bl_rarb_cell_illegal_NUMBER illegal();\n"
    "        end\n"
    "        if (DOMAIN < 0 || DOMAIN >= (1 << NUMBER)) begin : g_check_domain\n"
    "            bl_rarb_cell_illegal_DOMAIN illegal();\n"
    "        end\n"
    "        if (FIRST < 0 || FIRST > 1) begin : g_check_first\n"
    "            bl_rarb_cell_illegal_FIRST illegal();\n"
    "        end\n"
    "        if (JOINED < 0 || JOINED > 1) begin : g_check_joined\n"
    "            bl_rarb_cell_illegal_JOINED illegal();\n"
    "        end\n"
    "        if (NEAR < 0 || NEAR > (NUMBER > 2 ? 1 : 0)) begin : g_check_near\n"
    "            bl_rarb_cell_illegal_NEAR illegal();\n"
    "        end\n"
    "    endgenerate\n\n";

/* The comparison: of the number itself, or of the line of bl_rsb_near that this domain is on and
   the bit that tells it from the others there. */
static const char comparison[] =
    "    // the number on the lines is this domain's\n"
    "    localparam ODD   = (DOMAIN ^ DOMAIN >> 1 ^ DOMAIN >> 2 ^ DOMAIN >> 3) & 1;\n"
    "    localparam FOUND = DOMAIN ^ (1 - ODD);\n"
    "    localparam MOST  = (FOUND == 1 || FOUND == 2 || FOUND == 4 || FOUND == 8) ? 0 : 1;\n"
    "    localparam LINE  = 2 * (1 - ODD) + MOST;\n"
    "    localparam ONE   = MOST != 0 ? 15 - FOUND : FOUND;\n"
    "    localparam BIT   = ONE >= 8 ? 3 : ONE >= 4 ? 2 : ONE >= 2 ? 1 : 0;\n"
    "    localparam VALUE = DOMAIN >> BIT & 1;\n"
    "    generate\n"
    "        if (NEAR != 0) begin : g_near\n"
    "            // a number of three bits on a line of one has no such bit\n"
    "            localparam OF = BIT < NUMBER ? BIT : 0;\n"
    "            wire unused_number = &{1'b0, s_near, s_number, 1'b0};\n"
    "            bl_lut #(.INPUTS(2), .TABLE(BIT < NUMBER ? (VALUE != 0 ? 64'h8 : 64'h4) : "
    "64'hC),\n"
    "                     .FABRIC(FABRIC), .RACES(1)) compare (\n"
    "                .i({s_near[LINE], s_number[OF]}), .o(match));\n"
    "        end else begin : g_number\n"
    "            wire unused_near = &{1'b0, s_near, 1'b0};\n"
    "            bl_lut #(.INPUTS(NUMBER), .TABLE(64'h1 << DOMAIN), .FABRIC(FABRIC), .RACES(1))\n"
    "                compare (.i(s_number), .o(match));\n"
    "        end\n"
    "    endgenerate\n\n";

static const char outputs[] = "    assign m_told     = told;\n"
                              "    assign m_busy     = !done;\n"
                              "    assign m_own_cw   = own[0];\n"
                              "    assign m_own_ccw  = own[1];\n"
                              "    assign m_end_cw   = end_of[0];\n"
                              "    assign m_end_ccw  = end_of[1];\n"
                              "    assign m_pass_cw  = pass[0];\n"
                              "    assign m_pass_ccw = pass[1];\n"
                              "    assign m_right    = go[0];\n"
                              "    assign m_left     = go[1];\n"
                              "    assign m_left_na  = na[0];\n"
                              "    assign m_right_na = na[1];\n"
                              "    assign m_token    = token;\n"
                              "endmodule\n"
                              "`default_nettype wire\n";

static const char *const pins[] = {"clear", "set", "load", "enable", "d"};

/* A name of the rows as it is in Verilog: a port, "go[0]" for "go_cw", else without points. */
static void word(char *out, size_t size, const char *name) {
    static const char *const names[][2] = {{"left", "s_left"},       {"right", "s_right"},
                                           {"left_na", "s_left_na"}, {"right_na", "s_right_na"},
                                           {"here", "s_token"},      {"request", "s_request"},
                                           {"end_cw", "end_of[0]"},  {"end_ccw", "end_of[1]"}};
    size_t length = strlen(name);
    snprintf(out, size, "%s", name);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i][0])) {
            snprintf(out, size, "%s", names[i][1]);
            return;
        }
    if (length > 3 && !strcmp(name + length - 3, "_cw"))
        snprintf(out + length - 3, size - length + 3, "[0]");
    else if (length > 4 && !strcmp(name + length - 4, "_ccw"))
        snprintf(out + length - 4, size - length + 4, "[1]");
    for (char *at = out; *at; at++)
        if (*at == '.') *at = '_';
}

static bool same(const struct bl_element *a, const struct bl_element *b) {
    if (strcmp(a->name, b->name) || a->kind != b->kind || a->table != b->table ||
        a->count != b->count || a->races != b->races)
        return false;
    for (int i = 0; i < BL_LATCH_PINS; i++) {
        const char *x = a->inputs[i] ? a->inputs[i] : "", *y = b->inputs[i] ? b->inputs[i] : "";
        if (strcmp(x, y)) return false;
    }
    return true;
}

static bool is_in(const struct bl_cell_map *map, const struct bl_element *element) {
    for (int i = 0; i < map->count; i++)
        if (same(&map->items[i], element)) return true;
    return false;
}

/* Declares what an element drives; pairs with the first of them. */
static void declare(struct bl_text *text, const char *indent, const struct bl_element *element) {
    char name[2 * BL_RSB_NAME];
    word(name, sizeof name, element->name);
    char *bracket = strchr(name, '[');
    if (bracket && bracket[1] == '1') return;
    if (bracket) *bracket = 0;
    bl_text_add(text, "%swire %s%s;\n", indent, bracket ? "[1:0] " : "      ", name);
}

static bool is_named(const struct bl_cell_map *map, const char *name) {
    for (int i = 0; i < map->count; i++)
        if (!strcmp(map->items[i].name, name)) return true;
    return false;
}

static void declare_all(struct bl_text *text, const struct bl_cell_map *other) {
    bl_text_add(text, "    // Index 0 is clockwise (from the left to the right), 1 "
                      "counter-clockwise.\n    wire       match;\n");
    for (int i = 0; i < other->count; i++) declare(text, "    ", &other->items[i]);
    bl_text_add(text, "\n");
}

/* Of an element: "at_go_0". */
static void instance(char *out, size_t size, const struct bl_element *e) {
    char name[2 * BL_RSB_NAME];
    word(name, sizeof name, e->name);
    for (char *at = name; *at; at++)
        if (*at == '[') *at = '_';
        else if (*at == ']') *at = 0;
    snprintf(out, size, "at_%s", name);
}

static void add_instance(struct bl_text *text, const struct bl_element *e) {
    char name[3 * BL_RSB_NAME];
    instance(name, sizeof name, e);
    bl_text_add(text, ".FABRIC(FABRIC)%s) %s (\n", e->races ? ", .RACES(1)" : "", name);
}

static void add_table(struct bl_text *text, const char *indent, const struct bl_element *e) {
    char output[2 * BL_RSB_NAME], input[2 * BL_RSB_NAME];
    word(output, sizeof output, e->name);
    bl_text_add(text, "%sbl_lut #(.INPUTS(%d), .TABLE(64'h%04X), ", indent, e->count, e->table);
    add_instance(text, e);
    bl_text_add(text, "%s    .i({", indent);
    for (int i = e->count - 1; i >= 0; i--) {
        word(input, sizeof input, e->inputs[i]);
        bl_text_add(text, "%s%s", input, i ? ", " : "}), ");
    }
    bl_text_add(text, ".o(%s));\n", output);
}

static void add_latch(struct bl_text *text, const char *indent, const struct bl_element *e) {
    char output[2 * BL_RSB_NAME], input[2 * BL_RSB_NAME];
    word(output, sizeof output, e->name);
    bl_text_add(text, "%sbl_latch #(.INVERT(5'b", indent);
    for (int i = 4; i >= 0; i--) bl_text_add(text, "%d", (int)(e->table >> i & 1));
    bl_text_add(text, "), "); /* a pin without a signal is 0, and inverted where it is to be 1 */
    add_instance(text, e);
    bl_text_add(text, "%s   ", indent);
    for (int i = 0; i < BL_LATCH_PINS; i++) {
        if (e->inputs[i]) word(input, sizeof input, e->inputs[i]);
        if (i == 3) bl_text_add(text, "\n%s   ", indent);
        bl_text_add(text, " .s_%s(%s),", pins[i], e->inputs[i] ? input : "1'b0");
    }
    bl_text_add(text, " .m_o(%s));\n", output);
}

static void add_element(struct bl_text *text, const char *indent, const struct bl_element *e) {
    if (e->kind == BL_ELEMENT_LATCH) add_latch(text, indent, e);
    else add_table(text, indent, e);
}

/* The elements of a map that the other has not. What drives nothing there is declared here. */
static void add_only(struct bl_text *text, const struct bl_cell_map *map,
                     const struct bl_cell_map *other) {
    for (int i = 0; i < map->count; i++)
        if (!is_named(other, map->items[i].name)) declare(text, "            ", &map->items[i]);
    for (int i = 0; i < map->count; i++)
        if (!is_in(other, &map->items[i])) add_element(text, "            ", &map->items[i]);
}

void bl_cell_emit(struct bl_text *text, const struct bl_cell_map *first,
                  const struct bl_cell_map *other, const char *const *graphs) {
    bl_text_add(text, "// SPDX-License-Identifier: ISC\n`default_nettype none\n"
                      "// One cell of the ring arbiter of the ring segmented bus, made of the "
                      "graphs\n//");
    for (int i = 0; i < BL_CELL_PART_COUNT; i++)
        bl_text_add(text, " %s%s", graphs[i], i + 1 < BL_CELL_PART_COUNT ? "," : ".\n");
    bl_text_add(text, "%s// Size: %d tables of four inputs and latches, %d with FIRST = 1.\n", head,
                other->count + 1, first->count + 1);
    bl_text_add(text, "module bl_rarb_cell #(\n%s", ports);
    declare_all(text, other);
    bl_text_add(text, "%s", comparison);
    for (int i = 0; i < other->count; i++)
        if (is_in(first, &other->items[i])) add_element(text, "    ", &other->items[i]);
    bl_text_add(text, "\n    generate\n        if (FIRST != 0) begin : g_first\n");
    add_only(text, first, other);
    bl_text_add(text, "        end else begin : g_other\n");
    add_only(text, other, first);
    bl_text_add(text, "        end\n    endgenerate\n\n%s", outputs);
}

void bl_cell_readers(struct bl_text *text, const struct bl_cell_map *first,
                     const struct bl_cell_map *other, bool is_first, const char *wire,
                     const char *prefix, const char *separator) {
    const struct bl_cell_map *map = is_first ? first : other, *rest = is_first ? other : first;
    const char *between = "";
    for (int i = 0; i < map->count; i++)
        for (int k = 0; k < BL_LATCH_PINS; k++) {
            const struct bl_element *e = &map->items[i];
            char name[3 * BL_RSB_NAME];
            if (!e->inputs[k] || strcmp(e->inputs[k], wire)) continue;
            const char *block = is_in(rest, e) ? "" : is_first ? "g_first." : "g_other.";
            instance(name, sizeof name, e);
            bl_text_add(text, "%s%s%s%s/", between, prefix, block, name);
            if (e->kind == BL_ELEMENT_LATCH) bl_text_add(text, "s_%s", pins[k]);
            else bl_text_add(text, "i[%d]", k);
            between = separator;
        }
}
