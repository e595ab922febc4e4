/* points/index.json: what a sweep consists of, so that its results can be gathered later or elsewhere. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "arena.h"
#include "sweep.h"
#include "toolchain.h"

static const char *const kinds[BL_SWEEP_KINDS] = {[BL_SWEEP_RUN] = "run", [BL_SWEEP_SYNTH] = "synth", [BL_SWEEP_GRAPH] = "picture"};

static const char *index_path(const struct bl_sweep *sweep) { return bl_format(sweep->arena, "%s/points/index.json", sweep->folder); }

static void write_point(cJSON *items, const struct bl_sweep_point *point) {
    cJSON *item = cJSON_CreateObject();
    cJSON_AddItemToArray(items, item);
    cJSON_AddStringToObject(item, "fuse", point->fuse);
    cJSON_AddStringToObject(item, "options", point->options);
    cJSON_AddStringToObject(item, "board", point->shape.board);
    cJSON_AddNumberToObject(item, "nodes", point->shape.nodes);
    cJSON_AddNumberToObject(item, "channels", point->shape.channels);
    cJSON_AddNumberToObject(item, "width", point->shape.width);
    cJSON_AddNumberToObject(item, "burst", point->shape.burst);
    cJSON_AddNumberToObject(item, "clock_hertz", point->shape.clock_hertz);
    cJSON_AddNumberToObject(item, "link_bytes_per_second", point->shape.link_bytes_per_second);
    for (int k = 0; k < BL_SWEEP_KINDS; k++)
        if (point->task[k]) cJSON_AddStringToObject(item, kinds[k], point->task[k]);
}

bool bl_sweep_index_write(const struct bl_sweep *sweep) {
    struct bl_text text = {0};
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "program", sweep->program);
    cJSON_AddStringToObject(root, "pipeline", sweep->pipeline);
    if (sweep->before) cJSON_AddStringToObject(root, "before", sweep->before);
    cJSON *items = cJSON_AddArrayToObject(root, "points");
    for (int i = 0; i < sweep->points.count; i++) write_point(items, &sweep->points.items[i]);
    char *printed = cJSON_Print(root);
    bl_text_add(&text, "%s\n", printed);
    free(printed);
    cJSON_Delete(root);
    int error = bl_text_save(&text, index_path(sweep));
    bl_text_free(&text);
    if (error) fprintf(stderr, "bankloom sweep: cannot write %s: %s\n", index_path(sweep), strerror(error));
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

static bool read_point(struct bl_sweep *sweep, const cJSON *item) {
    struct bl_sweep_point *point = BL_APPEND(sweep->arena, &sweep->points);
    point->fuse = words_of(sweep->arena, item, "fuse");
    point->options = words_of(sweep->arena, item, "options");
    point->shape = (struct bl_sweep_shape){
        .board = words_of(sweep->arena, item, "board"), .nodes = (int)number_of(item, "nodes"),
        .channels = (int)number_of(item, "channels"), .width = (int)number_of(item, "width"),
        .burst = (int)number_of(item, "burst"), .clock_hertz = number_of(item, "clock_hertz"),
        .link_bytes_per_second = number_of(item, "link_bytes_per_second")};
    for (int k = 0; k < BL_SWEEP_KINDS; k++) point->task[k] = words_of(sweep->arena, item, kinds[k]);
    return point->fuse && point->options && point->shape.board && point->task[BL_SWEEP_RUN];
}

bool bl_sweep_index_read(struct bl_sweep *sweep, struct bl_arena *arena, const char *folder) {
    struct bl_text text = {0};
    *sweep = (struct bl_sweep){.arena = arena, .folder = folder};
    int error = bl_read_file(&text, index_path(sweep));
    cJSON *root = error || !text.length ? NULL : cJSON_ParseWithLength(text.bytes, text.length);
    const cJSON *items = cJSON_GetObjectItemCaseSensitive(root, "points"), *item;
    sweep->program = words_of(arena, root, "program");
    sweep->pipeline = words_of(arena, root, "pipeline");
    sweep->before = words_of(arena, root, "before");
    bool ok = sweep->program && sweep->pipeline && cJSON_IsArray(items);
    if (ok) cJSON_ArrayForEach(item, items) ok = read_point(sweep, item) && ok;
    ok = ok && sweep->points.count;
    if (error) fprintf(stderr, "bankloom sweep: cannot read %s: %s\n", index_path(sweep), strerror(error));
    else if (!ok) fprintf(stderr, "bankloom sweep: %s is no list of a sweep's points\n", index_path(sweep));
    cJSON_Delete(root);
    bl_text_free(&text);
    return ok;
}
