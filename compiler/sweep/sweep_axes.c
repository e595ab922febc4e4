#include "sweep/sweep_axes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "board/board.h"
#include "settings/setting.h"
#include "ir/network.h"
#include "sweep/sweep.h"
#include "sweep/sweep_tasks.h"

/* The value without blanks around it. */
static const char *trimmed(struct bl_arena *arena, const char *text, size_t length) {
    while (length && isspace((unsigned char)*text)) text++, length--;
    while (length && isspace((unsigned char)text[length - 1])) length--;
    return bl_strndup(arena, text, length);
}

/* Tasks run in a folder of their own, so a description of the user's is named by its whole path. */
static const char *absolute(struct bl_arena *arena, const char *path) {
    char *real = realpath(path, NULL);
    const char *words = real ? bl_strdup(arena, real) : path;
    free(real);
    return words;
}

static bool has_value(const struct bl_sweep_axis *axis, const char *value) {
    for (int i = 0; i < axis->count; i++)
        if (!strcmp(axis->values[i], value)) return true;
    return false;
}

static bool value_legal(const char *option, const char *value) {
    struct bl_overrides overrides = {0};
    char *words[] = {(char *)(uintptr_t)option, (char *)(uintptr_t)value};
    return bl_overrides_option(&overrides, "sweep", 2, words) == 2;
}

static bool axis_parse(struct bl_arena *arena, struct bl_sweep_axis *axis) {
    struct {
        const char **items;
        int count, capacity;
    } values = {0};
    if (!axis->text) *BL_APPEND(arena, &values) = NULL;
    for (const char *at = axis->text, *comma; at; at = comma ? comma + 1 : NULL) {
        comma = strchr(at, ',');
        const char *value = trimmed(arena, at, strcspn(at, ","));
        if (!value_legal(axis->option, value)) return false;
        if (strchr(value, '/') && !strcmp(axis->option, "--board")) value = absolute(arena, value);
        axis->values = values.items, axis->count = values.count;
        if (!has_value(axis, value)) *BL_APPEND(arena, &values) = value;
    }
    axis->values = values.items, axis->count = values.count;
    return true;
}

void bl_sweep_axes_begin(struct bl_arena *arena, struct bl_sweep_request *request,
                         const char *const texts[BL_SWEEP_MOST_AXES]) {
    const struct bl_setting *all[BL_MOST_OVERRIDES];
    request->axis_count = 1 + bl_override_settings(all);
    for (int i = 0; i < request->axis_count; i++)
        request->axes[i] = (struct bl_sweep_axis){
            .option = i ? bl_format(arena, "--%s", all[i - 1]->word) : "--board", .text = texts[i]};
}

bool bl_sweep_axes_parse(struct bl_arena *arena, struct bl_sweep_request *request) {
    for (int i = 0; i < request->axis_count; i++)
        if (!axis_parse(arena, &request->axes[i])) return false;
    return true;
}

static double or_else(double given, double source) { return given > 0 ? given : source; }

/* The shape of the source, with what one combination changes. */
static struct bl_sweep_shape shape_of(const struct bl_cluster *cluster,
                                      const struct bl_overrides *o) {
    return (struct bl_sweep_shape){
        .board = o->board ? o->board : cluster->board->word,
        .nodes = (int)or_else(bl_override(o, "nodes"), cluster->nodes),
        .channels = (int)or_else(bl_override(o, "channels"), bl_lanes(cluster)),
        .width = (int)or_else(bl_override(o, "width"), cluster->memory.width),
        .burst = (int)or_else(bl_override(o, "burst"), cluster->memory.burst),
        .clock_hertz = or_else(bl_override(o, "clock"), cluster->clocks[0].hertz),
        .link_bytes_per_second = or_else(bl_override(o, "link"),
                                         bl_network_setting(&cluster->network, "link")),
    };
}

/* "--nodes=4" */
static const char *option_words(struct bl_arena *arena, const char *option, const char *value) {
    return bl_format(arena, "%s=%s", option, bl_sweep_word(arena, value));
}

static void add_point(struct bl_sweep *sweep, const struct bl_sweep_request *request,
                      const struct bl_program *program, const struct bl_sweep_choice *choice,
                      const int *place) {
    struct bl_overrides overrides = {0};
    struct bl_sweep_point *point = BL_APPEND(sweep->arena, &sweep->points);
    point->choice = choice->text;
    point->options = "";
    for (int a = 0; a < request->axis_count; a++) {
        const char *option = request->axes[a].option, *value = request->axes[a].values[place[a]];
        char *words[] = {(char *)(uintptr_t)option, (char *)(uintptr_t)value};
        if (!value) continue;
        bl_overrides_option(&overrides, "sweep", 2, words);
        point->options = bl_format(sweep->arena, "%s%s%s", point->options,
                                   *point->options ? " " : "",
                                   option_words(sweep->arena, option, value));
    }
    if (program) point->shape = shape_of(&program->cluster, &overrides);
    point->overrides = overrides;
    point->rules = choice->rules;
}

void bl_sweep_expand(struct bl_sweep *sweep, const struct bl_sweep_request *request,
                     const struct bl_program *program, const struct bl_sweep_choice *choices,
                     int choice_count) {
    for (int c = 0; c < choice_count; c++) {
        int place[BL_SWEEP_MOST_AXES] = {0}, axis;
        do {
            add_point(sweep, request, program, &choices[c], place);
            for (axis = request->axis_count - 1;
                 axis >= 0 && ++place[axis] == request->axes[axis].count; axis--)
                place[axis] = 0;
        } while (axis >= 0);
    }
}
