#include "sweep/sweep_write.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>
#include "base/json.h"
#include "kind/kinds.h"
#include "sweep/sweep.h"
#include "sweep/sweep_possible.h"

/* One column: words or a number. NAN: not known. */
struct cell {
    const char *name, *words;
    double number;
    bool is_flag, is_digits;
};
enum { MOST_CELLS = 40 };

static struct cell number(const char *name, double value) {
    return (struct cell){.name = name, .number = value};
}
/* A part of a shape, which a cluster need not have. */
static struct cell size(const char *name, double value) {
    return number(name, value > 0 ? value : NAN);
}
static struct cell word(const char *name, const char *words) {
    return (struct cell){.name = name, .words = words ? words : ""};
}
/* A whole number in digits, which may be more than a double keeps; NULL: not known. */
static struct cell digits(const char *name, const char *words) {
    return (struct cell){.name = name, .words = words, .number = NAN, .is_digits = words};
}
/* NAN: not known. */
static struct cell flag(const char *name, double value) {
    return (struct cell){.name = name, .number = value, .is_flag = true};
}

const char *bl_sweep_choice_column(const struct bl_sweep *sweep) {
    return sweep->kind->sweep->option + 2;
}

static bool is_listed(const char *const *columns, const char *name) {
    for (; *columns; columns++)
        if (!strcmp(*columns, name)) return true;
    return false;
}

static bool has_column(const struct bl_sweep *sweep, const char *name) {
    bool of_all = true;
    for (int i = 0; i < bl_kind_count; i++)
        of_all = of_all && !(bl_kinds[i]->sweep && is_listed(bl_kinds[i]->sweep->columns, name));
    return of_all || is_listed(sweep->kind->sweep->columns, name);
}

static int cells_of(const struct bl_sweep *sweep, int i, const struct bl_sweep_result *r,
                    struct cell *cells) {
    const struct bl_sweep_point *point = &sweep->points.items[i];
    const struct bl_sweep_shape *shape = &point->shape;
    const struct bl_sweep_input *input = &sweep->input;
    bool judged = point->task[BL_SWEEP_SYNTH] &&
                  (r->failed || !r->open); /* whether it could be on a front */
    double golden = r->simulated ? r->golden : NAN, stand_in = r->fabric ? r->stand_in : NAN;
    const struct cell all[] = {word(bl_sweep_choice_column(sweep), point->choice),
                               word("board", shape->board),
                               number("nodes", shape->nodes),
                               size("channels", shape->channels),
                               size("width_bytes", shape->width),
                               size("burst_bytes", shape->burst),
                               number("clock_hertz", shape->clock_hertz),
                               size("link_bytes_per_second", shape->link_bytes_per_second),
                               number("passes", r->passes),
                               number("cycles", r->cycles),
                               number("bytes_moved", r->moved),
                               number("predicted_bytes_per_second", r->predicted),
                               number("measured_bytes_per_second", r->measured),
                               number("share_of_peak", r->share_of_peak),
                               number("share_of_bound", r->share_of_bound),
                               flag("golden", golden),
                               number("logic", r->logic),
                               number("logic_share", r->logic_share),
                               number("ff", r->ff),
                               number("ff_share", r->ff_share),
                               number("block_ram", r->block_ram),
                               number("block_ram_share", r->block_ram_share),
                               number("dsp", r->dsp),
                               number("dsp_share", r->dsp_share),
                               flag("front_logic", judged ? r->front_logic : NAN),
                               flag("front_block_ram", judged ? r->front_ram : NAN),
                               word("distribution", input->distribution),
                               digits("keys", input->keys),
                               word("group", input->group),
                               digits("seed", input->seed),
                               word("memory", bl_sweep_memory(sweep, i)),
                               word("board_memory", shape->board_memory),
                               word("fabric", r->fabric),
                               flag("fabric_stand_in", stand_in),
                               word("yosys", r->yosys),
                               word("message", r->message)};
    _Static_assert(sizeof all / sizeof *all <= MOST_CELLS, "there is room for all columns");
    int count = 0;
    for (size_t c = 0; c < sizeof all / sizeof *all; c++)
        if (has_column(sweep, all[c].name)) cells[count++] = all[c];
    return count;
}

/* As RFC 4180 has it: in quotes where a comma, a quote or the end of a line is inside. */
static void add_csv_words(struct bl_text *text, const char *words) {
    bool quote = strpbrk(words, ",\"\n");
    if (quote) bl_text_add(text, "\"");
    for (; *words; words++) {
        if (*words == '"') bl_text_add(text, "\"");
        bl_text_bytes(text, words, 1);
    }
    if (quote) bl_text_add(text, "\"");
}

static void add_csv_cell(struct bl_text *text, const struct cell *cell) {
    if (cell->words) add_csv_words(text, cell->words);
    else if (isnan(cell->number)) return;
    else if (cell->is_flag) bl_text_add(text, cell->number > 0 ? "yes" : "no");
    else bl_text_add(text, "%.15g", cell->number);
}

void bl_sweep_csv(struct bl_text *text, const struct bl_sweep *sweep,
                  const struct bl_sweep_result *results) {
    struct cell cells[MOST_CELLS];
    for (int i = 0; i < sweep->points.count; i++) {
        int count = cells_of(sweep, i, &results[i], cells);
        for (int c = 0; c < count && !i; c++)
            bl_text_add(text, "%s%s", cells[c].name, c + 1 < count ? "," : "\n");
        for (int c = 0; c < count; c++) {
            add_csv_cell(text, &cells[c]);
            bl_text_add(text, c + 1 < count ? "," : "\n");
        }
    }
}

static void add_json_cell(cJSON *item, const struct cell *cell) {
    if (cell->is_digits) cJSON_AddRawToObject(item, cell->name, cell->words);
    else if (cell->words) cJSON_AddStringToObject(item, cell->name, cell->words);
    else if (isnan(cell->number)) cJSON_AddNullToObject(item, cell->name);
    else if (cell->is_flag) cJSON_AddBoolToObject(item, cell->name, cell->number > 0);
    else cJSON_AddNumberToObject(item, cell->name, cell->number);
}

/* What all points share, once more in front of them. */
static void add_input(cJSON *root, const struct bl_sweep *sweep) {
    const struct bl_sweep_input *input = &sweep->input;
    const struct cell cells[] = {word("distribution", input->distribution),
                                 digits("keys", input->keys), word("group", input->group),
                                 digits("seed", input->seed),
                                 word("memory", bl_sweep_common_memory(sweep))};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        if (has_column(sweep, cells[i].name)) add_json_cell(root, &cells[i]);
}

void bl_sweep_json(struct bl_text *text, const struct bl_sweep *sweep,
                   const struct bl_sweep_result *results) {
    struct cell cells[MOST_CELLS];
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "program", sweep->program);
    cJSON_AddStringToObject(root, sweep->kind->sweep->name, sweep->name);
    add_input(root, sweep);
    cJSON *items = cJSON_AddArrayToObject(root, "points");
    for (int i = 0; i < sweep->points.count; i++) {
        cJSON *item = cJSON_CreateObject();
        cJSON_AddItemToArray(items, item);
        int count = cells_of(sweep, i, &results[i], cells);
        for (int c = 0; c < count; c++) add_json_cell(item, &cells[c]);
    }
    bl_json_add(text, root);
}
