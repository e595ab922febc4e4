#include "sweep/sweep_index.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>
#include "base/arena.h"
#include "base/json.h"
#include "base/tools/toolchain.h"
#include "kind/kinds.h"
#include "sweep/sweep.h"
#include "sweep/sweep_write.h"

static const char *const kinds[BL_SWEEP_KINDS] = {
    [BL_SWEEP_RUN] = "run", [BL_SWEEP_SYNTH] = "synth", [BL_SWEEP_GRAPH] = "picture"};

static const char *index_path(const struct bl_sweep *sweep) {
    return bl_format(sweep->arena, "%s/points/index.json", sweep->folder);
}

static void write_point(cJSON *items, const struct bl_sweep *sweep,
                        const struct bl_sweep_point *point) {
    cJSON *item = cJSON_CreateObject();
    cJSON_AddItemToArray(items, item);
    cJSON_AddStringToObject(item, bl_sweep_choice_column(sweep), point->choice);
    cJSON_AddStringToObject(item, "options", point->options);
    cJSON_AddStringToObject(item, "board", point->shape.board);
    if (point->shape.board_memory)
        cJSON_AddStringToObject(item, "board_memory", point->shape.board_memory);
    cJSON_AddNumberToObject(item, "nodes", point->shape.nodes);
    cJSON_AddNumberToObject(item, "channels", point->shape.channels);
    cJSON_AddNumberToObject(item, "width", point->shape.width);
    cJSON_AddNumberToObject(item, "burst", point->shape.burst);
    cJSON_AddNumberToObject(item, "clock_hertz", point->shape.clock_hertz);
    cJSON_AddNumberToObject(item, "link_bytes_per_second", point->shape.link_bytes_per_second);
    if (point->earlier) cJSON_AddTrueToObject(item, "earlier");
    for (int k = 0; k < BL_SWEEP_KINDS; k++)
        if (point->task[k]) cJSON_AddStringToObject(item, kinds[k], point->task[k]);
}

/* All as text: a seed may have more digits than a number of JSON keeps. */
static void write_input(cJSON *root, const struct bl_sweep_input *input) {
    cJSON *item = cJSON_AddObjectToObject(root, "input");
    if (input->keys) cJSON_AddStringToObject(item, "keys", input->keys);
    if (input->distribution) cJSON_AddStringToObject(item, "distribution", input->distribution);
    if (input->group) cJSON_AddStringToObject(item, "group", input->group);
    if (input->seed) cJSON_AddStringToObject(item, "seed", input->seed);
    if (input->memory) cJSON_AddStringToObject(item, "memory", input->memory);
}

bool bl_sweep_index_write(const struct bl_sweep *sweep) {
    struct bl_text text = {0};
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "program", sweep->program);
    cJSON_AddStringToObject(root, "kind", sweep->kind->word);
    cJSON_AddStringToObject(root, sweep->kind->sweep->name, sweep->name);
    write_input(root, &sweep->input);
    if (sweep->before) cJSON_AddStringToObject(root, "before", sweep->before);
    cJSON *items = cJSON_AddArrayToObject(root, "points");
    for (int i = 0; i < sweep->points.count; i++)
        write_point(items, sweep, &sweep->points.items[i]);
    bl_json_add(&text, root);
    int error = bl_text_save(&text, index_path(sweep));
    bl_text_free(&text);
    if (error)
        fprintf(stderr, "bankloom sweep: cannot write %s: %s\n", index_path(sweep),
                strerror(error));
    return !error;
}

/* A member as text of the arena, or NULL. */
static const char *words_of(struct bl_arena *arena, const cJSON *item, const char *name) {
    const char *words = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, name));
    return words ? bl_strdup(arena, words) : NULL;
}

static double number_of(const cJSON *item, const char *name) {
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(item, name);
    return cJSON_IsNumber(member) ? member->valuedouble : 0;
}

/* A part of a shape, which is no large number; -1 for what is none. */
static int size_of(const cJSON *item, const char *name) {
    double size = number_of(item, name);
    return size >= 0 && size <= 1e6 ? (int)size : -1;
}

static struct bl_sweep_input read_input(struct bl_arena *arena, const cJSON *item) {
    return (struct bl_sweep_input){.keys = words_of(arena, item, "keys"),
                                   .distribution = words_of(arena, item, "distribution"),
                                   .group = words_of(arena, item, "group"),
                                   .seed = words_of(arena, item, "seed"),
                                   .memory = words_of(arena, item, "memory")};
}

static bool read_point(struct bl_sweep *sweep, const cJSON *item) {
    struct bl_sweep_point *point = BL_APPEND(sweep->arena, &sweep->points);
    point->choice = words_of(sweep->arena, item, bl_sweep_choice_column(sweep));
    point->options = words_of(sweep->arena, item, "options");
    point->shape = (struct bl_sweep_shape){
        .board = words_of(sweep->arena, item, "board"),
        .board_memory = words_of(sweep->arena, item, "board_memory"),
        .nodes = size_of(item, "nodes"),
        .channels = size_of(item, "channels"),
        .width = size_of(item, "width"),
        .burst = size_of(item, "burst"),
        .clock_hertz = number_of(item, "clock_hertz"),
        .link_bytes_per_second = number_of(item, "link_bytes_per_second")};
    point->earlier = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(item, "earlier"));
    for (int k = 0; k < BL_SWEEP_KINDS; k++)
        point->task[k] = words_of(sweep->arena, item, kinds[k]);
    const struct bl_sweep_shape *shape = &point->shape;
    bool sizes = shape->nodes >= 0 && shape->channels >= 0 && shape->width >= 0 &&
                 shape->burst >= 0;
    return sizes && point->choice && point->options && shape->board && point->task[BL_SWEEP_RUN];
}

/* Older than the member is the first kind; what has none is not swept. */
static const struct bl_kind *kind_of(const cJSON *item) {
    const char *word = cJSON_GetStringValue(item);
    for (int i = 0; word && i < bl_kind_count; i++)
        if (bl_kinds[i]->sweep && !strcmp(bl_kinds[i]->word, word)) return bl_kinds[i];
    return bl_kinds[0];
}

/* False when it is not there or no index; `error`: why it cannot be read, or 0. */
static bool read_index(struct bl_sweep *sweep, struct bl_arena *arena, const char *folder,
                       int *error) {
    struct bl_text text = {0};
    *sweep = (struct bl_sweep){.arena = arena, .folder = folder};
    *error = bl_read_file(&text, index_path(sweep));
    cJSON *root = *error || !text.length ? NULL : cJSON_ParseWithLength(text.bytes, text.length);
    const cJSON *items = cJSON_GetObjectItemCaseSensitive(root, "points"), *item;
    sweep->program = words_of(arena, root, "program");
    sweep->kind = kind_of(cJSON_GetObjectItemCaseSensitive(root, "kind"));
    sweep->name = words_of(arena, root, sweep->kind->sweep->name);
    sweep->before = words_of(arena, root, "before");
    sweep->input = read_input(arena, cJSON_GetObjectItemCaseSensitive(root, "input"));
    bool ok = sweep->program && sweep->name && cJSON_IsArray(items);
    if (ok) cJSON_ArrayForEach(item, items) ok = read_point(sweep, item) && ok;
    ok = ok && sweep->points.count;
    cJSON_Delete(root);
    bl_text_free(&text);
    return ok;
}

bool bl_sweep_index_find(struct bl_sweep *sweep, struct bl_arena *arena, const char *folder) {
    int error;
    return read_index(sweep, arena, folder, &error);
}

bool bl_sweep_index_read(struct bl_sweep *sweep, struct bl_arena *arena, const char *folder) {
    int error;
    bool ok = read_index(sweep, arena, folder, &error);
    if (error)
        fprintf(stderr, "bankloom sweep: %s is not the folder of a sweep: cannot read %s: %s\n",
                folder, index_path(sweep), strerror(error));
    else if (!ok)
        fprintf(stderr, "bankloom sweep: %s is not a list of a sweep's points\n",
                index_path(sweep));
    return ok;
}
