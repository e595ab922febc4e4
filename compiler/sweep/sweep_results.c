#include "sweep/sweep_results.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>
#include "base/arena.h"
#include "base/tools/toolchain.h"
#include "sweep/sweep.h"
#include "sweep/sweep_tasks.h"

/* A document, or NULL. */
static cJSON *read_document(const struct bl_sweep *sweep, const char *name) {
    struct bl_text text = {0};
    cJSON *root = bl_read_file(&text, bl_sweep_path(sweep, name, ".json")) || !text.length
                      ? NULL
                      : cJSON_ParseWithLength(text.bytes, text.length);
    bl_text_free(&text);
    return root;
}

static double number(const cJSON *item, const char *name) {
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(item, name);
    return cJSON_IsNumber(member) ? member->valuedouble : NAN;
}

static const char *words(struct bl_arena *arena, const cJSON *item, const char *name) {
    const char *value = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, name));
    return value ? bl_strdup(arena, value) : NULL;
}

/* The first line of a log that tells of an error, else the last that says anything. */
static const char *telling_line(struct bl_arena *arena, const char *log) {
    const char *last = NULL;
    for (const char *at = log; *at;) {
        size_t length = strcspn(at, "\n");
        const char *line = bl_strndup(arena, at, length);
        if (strstr(line, "error") || strstr(line, "bankloom:")) return line;
        if (length) last = line;
        at += length + (at[length] == '\n');
    }
    return last;
}

/* Whether a task was ended before it was done: by an interrupt of the sweep, as its verbs tell it.
 */
static bool is_interrupted(const char *log) {
    for (const char *at = log, *end; at; at = end ? end + 1 : NULL) {
        if (!strncmp(at, "interrupted\n", 12) || !strncmp(at, "bankloom: interrupted", 21))
            return true;
        end = strchr(at, '\n');
    }
    return false;
}

static const char *joined(struct bl_arena *arena, const char *first, const char *second) {
    return first ? bl_format(arena, "%s; %s", first, second) : second;
}

static void add_failure(const struct bl_sweep *sweep, struct bl_sweep_result *result,
                        const char *what, const char *why) {
    result->failed = true;
    result->message = joined(sweep->arena, result->message,
                             bl_format(sweep->arena, "%s%s%s", what, *what ? ": " : "", why));
}

/* Says why a task has no result: it is not done, or has failed. */
static void add_missing(const struct bl_sweep *sweep, struct bl_sweep_result *result,
                        const char *what, const char *name) {
    struct bl_text text = {0};
    bool there = !bl_read_file(&text, bl_sweep_path(sweep, name, ".log"));
    const char *log = bl_strndup(sweep->arena, text.bytes ? text.bytes : "", text.length);
    bl_text_free(&text);
    if (there && !is_interrupted(log)) {
        const char *line = telling_line(sweep->arena, log);
        add_failure(sweep, result, what, line ? line : "ended without a message");
        return;
    }
    result->open = true;
    result->message = joined(sweep->arena, result->message,
                             bl_format(sweep->arena, "%s: not done yet", what));
}

static void read_run(const struct bl_sweep *sweep, const struct bl_sweep_point *point,
                     struct bl_sweep_result *result) {
    cJSON *root = read_document(sweep, point->task[BL_SWEEP_RUN]);
    const cJSON *problem = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(root, "problems"),
                                              0);
    result->simulated = !isnan(number(root, "cycles"));
    result->golden = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(root, "ok"));
    result->passes = number(root, "passes");
    result->cycles = number(root, "cycles");
    result->moved = number(root, "bytes_moved");
    result->predicted = number(root, "predicted_bytes_per_second");
    result->measured = number(root, "measured_bytes_per_second");
    result->share_of_peak = number(root, "share_of_peak");
    result->share_of_bound = number(root, "share_of_bound");
    if (cJSON_IsString(problem)) add_failure(sweep, result, "simulation", problem->valuestring);
    else if (!result->golden) add_missing(sweep, result, "simulation", point->task[BL_SWEEP_RUN]);
    cJSON_Delete(root);
}

static void read_resource(const cJSON *totals, const char *name, double *used, double *share) {
    const cJSON *resource = cJSON_GetObjectItemCaseSensitive(totals, name);
    *used = number(resource, "used");
    *share = number(resource, "share");
}

/* What does not fit: "does not fit: logic 131 %". */
static const char *beyond_words(struct bl_arena *arena, const cJSON *root) {
    const cJSON *beyond = cJSON_GetObjectItemCaseSensitive(root, "beyond"), *item;
    const char *all = "does not fit the board";
    cJSON_ArrayForEach(item, beyond) {
        const char *resource = words(arena, item, "resource");
        if (resource)
            all = bl_format(arena, "%s; %s %.0f %%", all, resource, 100 * number(item, "share"));
    }
    return all;
}

static void read_synth(const struct bl_sweep *sweep, const struct bl_sweep_point *point,
                       struct bl_sweep_result *result) {
    cJSON *root = point->task[BL_SWEEP_SYNTH] ? read_document(sweep, point->task[BL_SWEEP_SYNTH])
                                              : NULL;
    const cJSON *totals = cJSON_GetObjectItemCaseSensitive(root, "totals"),
                *fabric = cJSON_GetObjectItemCaseSensitive(root, "fabric");
    read_resource(totals, "logic", &result->logic, &result->logic_share);
    read_resource(totals, "ff", &result->ff, &result->ff_share);
    read_resource(totals, "block_ram", &result->block_ram, &result->block_ram_share);
    read_resource(totals, "dsp", &result->dsp, &result->dsp_share);
    result->logic_unit = words(sweep->arena, fabric, "logic_unit");
    result->fabric = words(sweep->arena, fabric, "command");
    result->yosys = words(sweep->arena, fabric, "yosys");
    result->stand_in = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(fabric, "stand_in"));
    result->synthesised = totals;
    if (point->task[BL_SWEEP_SYNTH] && !totals)
        add_missing(sweep, result, "synthesis", point->task[BL_SWEEP_SYNTH]);
    else if (cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(root, "fits")))
        add_failure(sweep, result, "", beyond_words(sweep->arena, root));
    cJSON_Delete(root);
}

static bool counts(const struct bl_sweep_result *result, double cost) {
    return result->golden && !result->message && !isnan(cost);
}

/* Of the whole cluster. */
static double cost(const struct bl_sweep *sweep, const struct bl_sweep_result *results, int i,
                   bool ram) {
    return sweep->points.items[i].shape.nodes * (ram ? results[i].block_ram : results[i].logic);
}

/* Whether no other point is as fast for less, or faster for as much. */
static bool on_front(const struct bl_sweep *sweep, const struct bl_sweep_result *results, int i,
                     bool ram) {
    double own = cost(sweep, results, i, ram), rate = results[i].measured;
    if (!counts(&results[i], own)) return false;
    for (int k = 0; k < sweep->points.count; k++) {
        double other = cost(sweep, results, k, ram);
        if (!counts(&results[k], other) || other > own || results[k].measured < rate) continue;
        if (other < own || results[k].measured > rate) return false;
    }
    return true;
}

struct bl_sweep_result *bl_sweep_results(const struct bl_sweep *sweep) {
    struct bl_sweep_result *results = BL_NEW(sweep->arena, struct bl_sweep_result,
                                             sweep->points.count);
    for (int i = 0; i < sweep->points.count; i++) {
        read_run(sweep, &sweep->points.items[i], &results[i]);
        read_synth(sweep, &sweep->points.items[i], &results[i]);
    }
    for (int i = 0; i < sweep->points.count; i++) {
        results[i].front_logic = on_front(sweep, results, i, false);
        results[i].front_ram = on_front(sweep, results, i, true);
    }
    return results;
}

int bl_sweep_failures(const struct bl_sweep *sweep, const struct bl_sweep_result *results) {
    int count = 0;
    for (int i = 0; i < sweep->points.count; i++) count += results[i].failed;
    return count;
}

int bl_sweep_open(const struct bl_sweep *sweep, const struct bl_sweep_result *results) {
    int count = 0;
    for (int i = 0; i < sweep->points.count; i++) count += results[i].open && !results[i].failed;
    return count;
}
