/* Elements as instances of bl_lut and bl_latch. */
#include "bus/cell/cell_emit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "emit/parts.h"

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

/* The files' names, with commas. */
static char *list_of(const char *const *graphs) {
    struct bl_text text = {0};
    for (int i = 0; i < BL_CELL_PART_COUNT; i++)
        bl_text_add(&text, "%s%s", i ? ", " : "", graphs[i]);
    return text.bytes;
}

void bl_cell_emit(struct bl_text *text, const struct bl_cell_map *first,
                  const struct bl_cell_map *other, const char *const *graphs) {
    char *list = list_of(graphs);
    struct bl_parts parts = {.text = text, .file = "bus_cell.v", .holes = {{"graphs", list}}};
    bl_part_number(&parts, "tables", other->count + 1);
    bl_part_number(&parts, "first_tables", first->count + 1);
    bl_part(&parts, "module");
    free(list);
    declare_all(text, other);
    bl_part(&parts, "comparison");
    for (int i = 0; i < other->count; i++)
        if (is_in(first, &other->items[i])) add_element(text, "    ", &other->items[i]);
    bl_part(&parts, "first");
    add_only(text, first, other);
    bl_part(&parts, "other");
    add_only(text, other, first);
    bl_part(&parts, "outputs");
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

void bl_cell_primitive(struct bl_text *text, const struct bl_cell_map *map, const char *gate) {
    for (int i = 0; i < map->count; i++) {
        const struct bl_element *e = &map->items[i];
        char name[3 * BL_RSB_NAME];
        if (strcmp(e->name, gate)) continue;
        bool latch = e->kind == BL_ELEMENT_LATCH;
        int inputs = latch ? BL_LATCH_PINS + 1 : e->count;
        instance(name, sizeof name, e);
        bl_text_add(text, "%s/%sg_xilinx_%d.table_%d", name, latch ? "g_table.hold/" : "", inputs,
                    inputs);
    }
}
