#include "sweep/page/sweep_page.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/arena.h"
#include "base/path.h"
#include "base/text.h"
#include "base/tools/toolchain.h"
#include "sweep/sweep.h"
#include "sweep/page/sweep_facts.h"
#include "sweep/page/sweep_fill.h"
#include "sweep/page/sweep_plot.h"
#include "sweep/sweep_tasks.h"
#include "sweep/sweep_results.h"

/* Which parts of the shape differ between points: the others need no column. */
struct varying {
    bool nodes, channels, board, width, burst, clock, link;
};

static struct varying varying(const struct bl_sweep *sweep) {
    struct varying v = {0};
    const struct bl_sweep_shape *first = &sweep->points.items[0].shape;
    for (int i = 1; i < sweep->points.count; i++) {
        const struct bl_sweep_shape *shape = &sweep->points.items[i].shape;
        v.board |= strcmp(shape->board, first->board) != 0;
        v.nodes |= shape->nodes != first->nodes;
        v.channels |= shape->channels != first->channels;
        v.width |= shape->width != first->width;
        v.burst |= shape->burst != first->burst;
        v.clock |= fabs(shape->clock_hertz - first->clock_hertz) > 0;
        v.link |= fabs(shape->link_bytes_per_second - first->link_bytes_per_second) > 0;
    }
    return v;
}

/* A shape in words: "4 nodes, 2 channels, 125 MHz". */
static const char *shape_words(struct bl_arena *arena, const struct bl_sweep_shape *shape,
                               const struct varying *v) {
    const char *words = "";
    if (v->nodes)
        words = bl_format(arena, ", %d node%s", shape->nodes, bl_ending(shape->nodes, "s"));
    if (v->channels)
        words = bl_format(arena, "%s, %d channel%s", words, shape->channels,
                          bl_ending(shape->channels, "s"));
    if (v->board) words = bl_format(arena, "%s, %s", words, shape->board);
    if (v->width) words = bl_format(arena, "%s, %d B words", words, shape->width);
    if (v->burst) words = bl_format(arena, "%s, %d B bursts", words, shape->burst);
    if (v->clock) words = bl_format(arena, "%s, %g MHz", words, shape->clock_hertz / 1e6);
    if (v->link)
        words = bl_format(arena, "%s, %g GB/s links", words, shape->link_bytes_per_second / 1e9);
    return *words ? words + 2 : words;
}

static const char *point_words(const struct bl_sweep *sweep, int point) {
    struct varying v = varying(sweep);
    v.nodes = true;
    v.channels = v.channels || sweep->points.items[point].shape.channels;
    return shape_words(sweep->arena, &sweep->points.items[point].shape, &v);
}

const char *bl_sweep_point_title(const struct bl_sweep *sweep, int point) {
    const char *choice = sweep->points.items[point].choice, *words = point_words(sweep, point);
    if (!*choice) return words;
    return bl_format(sweep->arena, "%s %s, %s", sweep->kind->sweep->option, choice, words);
}

/* A number for a cell: how it is shown, and what the column is sorted by. */
static void add_number(struct bl_arena *arena, cJSON *row, const char *name, const char *shown,
                       double value) {
    if (isnan(value)) return;
    cJSON *cell = cJSON_AddObjectToObject(row, name);
    cJSON_AddStringToObject(cell, "shown", shown);
    cJSON_AddStringToObject(cell, "value", bl_format(arena, "%.10g", value));
}

/* 1 234 567, with narrow blanks that do not break. */
const char *bl_sweep_grouped(struct bl_arena *arena, double value) {
    const char *digits = bl_format(arena, "%.0f", value), *shown = "";
    for (size_t left = strlen(digits); left; digits++, left--)
        shown = bl_format(arena, "%s%c%s", shown, *digits,
                          left > 1 && left % 3 == 1 ? "\u202f" : "");
    return shown;
}

const char *bl_sweep_rate(struct bl_arena *arena, double rate) {
    int digits = rate < 0.00995e9 ? 4 : rate < 0.0995e9 ? 3 : rate < 9.95e9 ? 2 : 1;
    return bl_format(arena, "%.*f", digits, rate / 1e9);
}

static void add_rate(struct bl_arena *arena, cJSON *row, const char *name, double rate) {
    add_number(arena, row, name, bl_sweep_rate(arena, rate), rate);
}

static void add_share(struct bl_arena *arena, cJSON *row, const char *name, double share) {
    add_number(arena, row, name, bl_format(arena, "%.1f", 100 * share), 100 * share);
}

/* Nothing of what the cluster has not. */
static void add_size(cJSON *row, const char *name, int size) {
    if (size) cJSON_AddNumberToObject(row, name, size);
}

static void add_shape(struct bl_arena *arena, cJSON *row, const struct bl_sweep_shape *shape) {
    cJSON_AddStringToObject(row, "board", shape->board);
    cJSON_AddNumberToObject(row, "nodes", shape->nodes);
    add_size(row, "channels", shape->channels);
    add_size(row, "width", shape->width);
    add_size(row, "burst", shape->burst);
    cJSON_AddStringToObject(row, "clock", bl_format(arena, "%g", shape->clock_hertz / 1e6));
    if (shape->link_bytes_per_second > 0)
        cJSON_AddStringToObject(row, "link",
                                bl_format(arena, "%g", shape->link_bytes_per_second / 1e9));
}

/* As the reader sees it. */
static const char *shown_choice(const struct bl_sweep *sweep, int point) {
    const char *choice = sweep->points.items[point].choice;
    return *choice ? choice : sweep->kind->sweep->absent;
}

/* A list with its commas: a line may be broken between them. */
static void add_choice(const struct bl_sweep *sweep, cJSON *row, int point) {
    const char *choice = shown_choice(sweep, point);
    cJSON_AddStringToObject(row, "choice", choice);
    cJSON_AddNumberToObject(row, "colour", bl_sweep_choice_place(sweep, point) % 7);
    cJSON *parts = cJSON_AddArrayToObject(row, "choice_parts");
    for (size_t length; *choice; choice += length) {
        length = strcspn(choice, ",");
        length += choice[length] == ',';
        cJSON_AddItemToArray(parts, cJSON_CreateString(bl_strndup(sweep->arena, choice, length)));
    }
}

static void add_row(const struct bl_sweep *sweep, cJSON *rows, const struct bl_sweep_result *result,
                    int i) {
    struct bl_arena *arena = sweep->arena;
    struct varying v = varying(sweep);
    cJSON *row = cJSON_CreateObject();
    cJSON_AddItemToArray(rows, row);
    add_choice(sweep, row, i);
    add_shape(arena, row, &sweep->points.items[i].shape);
    cJSON_AddStringToObject(row, "shape_words",
                            shape_words(arena, &sweep->points.items[i].shape, &v));
    if (result->simulated)
        add_number(arena, row, "passes", bl_format(arena, "%g", result->passes), result->passes);
    add_number(arena, row, "cycles", bl_sweep_grouped(arena, result->cycles), result->cycles);
    add_number(arena, row, "moved", bl_sweep_grouped(arena, result->moved), result->moved);
    add_rate(arena, row, "predicted", result->predicted);
    add_rate(arena, row, "measured", result->measured);
    add_share(arena, row, "peak", result->share_of_peak);
    add_share(arena, row, "bound", result->share_of_bound);
    cJSON_AddStringToObject(row, "golden",
                            result->golden      ? "equal"
                            : result->simulated ? "differs"
                                                : "–");
    cJSON_AddStringToObject(row, "golden_class", result->simulated && !result->golden ? "bad" : "");
    add_number(arena, row, "logic", bl_sweep_grouped(arena, result->logic), result->logic);
    add_share(arena, row, "logic_share", result->logic_share);
    add_number(arena, row, "ff", bl_sweep_grouped(arena, result->ff), result->ff);
    add_number(arena, row, "ram", bl_sweep_grouped(arena, result->block_ram), result->block_ram);
    add_share(arena, row, "ram_share", result->block_ram_share);
    cJSON_AddBoolToObject(row, "front_logic", result->front_logic);
    cJSON_AddBoolToObject(row, "front_ram", result->front_ram);
    cJSON_AddBoolToObject(row, "on_front", result->front_logic || result->front_ram);
    cJSON_AddNumberToObject(row, "front_count", result->front_logic + result->front_ram);
}

static void add_rows(const struct bl_sweep *sweep, const struct bl_sweep_result *results,
                     cJSON *root) {
    cJSON *rows = cJSON_AddArrayToObject(root, "rows"),
          *failures = cJSON_AddArrayToObject(root, "failures");
    for (int i = 0; i < sweep->points.count; i++) {
        add_row(sweep, rows, &results[i], i);
        if (!results[i].message) continue;
        cJSON *failure = cJSON_CreateObject();
        cJSON_AddItemToArray(failures, failure);
        cJSON_AddStringToObject(failure, "point", bl_sweep_point_title(sweep, i));
        cJSON_AddStringToObject(failure, "message", results[i].message);
    }
}

/* What Graphviz wrote, without what belongs to a file of its own: the head, names of elements that
 * would not be unique, inner titles. */
static const char *inline_svg(const struct bl_sweep *sweep, const char *name) {
    struct bl_text whole = {0}, part = {0};
    const char *svg = NULL;
    if (!bl_read_file(&whole, bl_sweep_path(sweep, name, ".svg")))
        svg = strstr(bl_strndup(sweep->arena, whole.bytes, whole.length), "<svg");
    for (const char *at = svg; at && *at;) {
        const char *skip = at;
        if (!strncmp(at, " id=\"", 5)) skip = strchr(at + 5, '"');
        else if (!strncmp(at, "<title>", 7)) skip = strstr(at, "</title>");
        if (!skip) break;
        if (skip != at) at = strchr(skip, *at == ' ' ? '"' : '>') + 1;
        else bl_text_bytes(&part, at++, 1);
    }
    const char *result = svg ? bl_strndup(sweep->arena, part.bytes, part.length) : NULL;
    bl_text_free(&whole);
    bl_text_free(&part);
    return result;
}

static void add_picture(const struct bl_sweep *sweep, cJSON *items, const char *name,
                        const char *title, const char *note) {
    const char *svg = name ? inline_svg(sweep, name) : NULL;
    if (!svg) return;
    cJSON *item = cJSON_CreateObject();
    cJSON_AddItemToArray(items, item);
    cJSON_AddStringToObject(item, "title", title);
    cJSON_AddStringToObject(item, "note", note);
    cJSON_AddStringToObject(item, "svg", svg);
}

static bool has_choice(const struct bl_sweep *sweep, const char *choice) {
    for (int i = 0; i < sweep->points.count; i++)
        if (!strcmp(sweep->points.items[i].choice, choice)) return true;
    return false;
}

/* What a point's picture is of: the program, where all have the same. */
static const char *picture_title(const struct bl_sweep *sweep, const struct bl_sweep_point *point) {
    if (!sweep->kind->sweep->circuit) return bl_path_name(sweep->program);
    return bl_format(sweep->arena, "%s %s", sweep->kind->sweep->option, point->choice);
}

/* Those of the points; and the program as written, unless it is one of these. */
static void add_pictures(const struct bl_sweep *sweep, cJSON *root) {
    cJSON *items = cJSON_AddArrayToObject(root, "pictures");
    if (!has_choice(sweep, "none"))
        add_picture(sweep, items, sweep->before, "As written", point_words(sweep, 0));
    for (int i = 0; i < sweep->points.count; i++) {
        const struct bl_sweep_point *point = &sweep->points.items[i];
        add_picture(sweep, items, point->task[BL_SWEEP_GRAPH], picture_title(sweep, point),
                    point_words(sweep, i));
    }
    cJSON_AddBoolToObject(root, "pictures_there", cJSON_GetArraySize(items) > 0);
}

/* The fastest point, in a sentence. */
static void add_best(const struct bl_sweep *sweep, const struct bl_sweep_result *results,
                     cJSON *root) {
    int best = -1;
    for (int i = 0; i < sweep->points.count; i++)
        if (results[i].golden && (best < 0 || results[i].measured > results[best].measured))
            best = i;
    if (best < 0) return;
    cJSON_AddStringToObject(
        root, "best",
        bl_format(sweep->arena, "%s GB/s", bl_sweep_rate(sweep->arena, results[best].measured)));
    cJSON_AddStringToObject(root, "best_point", bl_sweep_point_title(sweep, best));
}

/* How many points lack something, and what to call them. */
static void add_lacking(const struct bl_sweep *sweep, const struct bl_sweep_result *results,
                        cJSON *root) {
    int failed = bl_sweep_failures(sweep, results), open = bl_sweep_open(sweep, results);
    cJSON_AddNumberToObject(root, "failed", failed);
    if (open) cJSON_AddNumberToObject(root, "open", open);
    cJSON_AddBoolToObject(root, "lacking", failed + open > 0);
    cJSON_AddStringToObject(root, "lacking_words",
                            !open    ? "Failed"
                            : failed ? "Failed and not done"
                                     : "Not done");
}

/* What the kind of program adds: words, and columns as "has_passes". */
static void add_kind(const struct bl_sweep *sweep, cJSON *root) {
    const struct bl_kind_sweep *kind = sweep->kind->sweep;
    cJSON_AddStringToObject(root, "combined", kind->combined);
    cJSON_AddStringToObject(root, "heading", kind->heading);
    cJSON_AddStringToObject(root, "measured_words", kind->measured);
    for (const char *const *column = kind->columns; *column; column++)
        cJSON_AddTrueToObject(root, bl_format(sweep->arena, "has_%s", *column));
}

static void add_head(const struct bl_sweep *sweep, const struct bl_sweep_result *results,
                     cJSON *root) {
    struct varying v = varying(sweep);
    int synthesised = 0;
    const char *unit = NULL;
    for (int i = 0; i < sweep->points.count; i++) {
        synthesised += results[i].synthesised;
        if (!unit) unit = results[i].logic_unit;
    }
    cJSON_AddStringToObject(root, "name", sweep->name);
    add_kind(sweep, root);
    cJSON_AddStringToObject(root, "program", bl_path_name(sweep->program));
    cJSON_AddNumberToObject(root, "count", sweep->points.count);
    add_lacking(sweep, results, root);
    cJSON_AddBoolToObject(root, "synth", synthesised > 0);
    cJSON_AddStringToObject(root, "logic_unit", unit ? unit : "logic");
    cJSON_AddBoolToObject(root, "board_varies", v.board);
    cJSON_AddBoolToObject(root, "nodes_varies", v.nodes);
    cJSON_AddBoolToObject(root, "channels_varies", v.channels);
    cJSON_AddBoolToObject(root, "width_varies", v.width);
    cJSON_AddBoolToObject(root, "burst_varies", v.burst);
    cJSON_AddBoolToObject(root, "clock_varies", v.clock);
    cJSON_AddBoolToObject(root, "link_varies", v.link);
    cJSON *same = cJSON_AddObjectToObject(root, "same");
    add_shape(sweep->arena, same, &sweep->points.items[0].shape);
    bl_sweep_facts(sweep, results, root);
    add_best(sweep, results, root);
}

/* The template, from bankloom's own folder. NULL after a message. */
static const char *read_template(struct bl_arena *arena) {
    struct bl_home home;
    struct bl_text text = {0};
    if (!bl_home_find(arena, &home)) return NULL;
    const char *path = bl_format(arena, "%s/compiler/sweep/report.html", home.root);
    int error = bl_read_file(&text, path);
    if (error) fprintf(stderr, "bankloom sweep: cannot read %s: %s\n", path, strerror(error));
    const char *template = error ? NULL : bl_strndup(arena, text.bytes, text.length);
    bl_text_free(&text);
    return template;
}

bool bl_sweep_page(struct bl_text *text, const struct bl_sweep *sweep,
                   const struct bl_sweep_result *results) {
    const char *template = read_template(sweep->arena);
    if (!template) return false;
    cJSON *root = cJSON_CreateObject();
    add_head(sweep, results, root);
    add_rows(sweep, results, root);
    cJSON_AddItemToObject(root, "plots", bl_sweep_plots(sweep, results));
    bl_sweep_legends(sweep, root);
    add_pictures(sweep, root);
    bool ok = bl_sweep_fill(text, template, root);
    if (!ok)
        fprintf(stderr, "bankloom sweep: the page's template has a section that is not closed\n");
    cJSON_Delete(root);
    return ok;
}
