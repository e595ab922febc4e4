#include "sweep/sweep_tasks.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>
#include <cjson/cJSON.h>
#include "base/arena.h"
#include "base/tools/toolchain.h"
#include "command/options/request.h"
#include "command/run/run_common.h"
#include "sweep/sweep.h"
#include "sweep/sweep_index.h"
#include "sweep/sweep_names.h"

static const char *const verbs[BL_SWEEP_KINDS] = {
    [BL_SWEEP_RUN] = "run", [BL_SWEEP_SYNTH] = "synth", [BL_SWEEP_GRAPH] = "graph"};

/* What scripts are made of. */
struct scripts {
    struct bl_sweep *sweep;
    const char *identity, *tools[BL_SWEEP_KINDS];
    const char *bankloom, *program; /* absolute paths, quoted for the shell */
    const char *extra[BL_SWEEP_KINDS];
};

const char *bl_sweep_path(const struct bl_sweep *sweep, const char *name, const char *suffix) {
    return bl_format(sweep->arena, "%s/points/%s%s", sweep->folder, name, suffix);
}

/* In single quotes; one inside becomes '\''. */
const char *bl_sweep_quoted(struct bl_arena *arena, const char *path) {
    struct bl_text text = {0};
    bl_text_add(&text, "'");
    for (; *path; path++)
        if (*path == '\'') bl_text_add(&text, "'\\''");
        else bl_text_bytes(&text, path, 1);
    bl_text_add(&text, "'");
    const char *words = bl_strndup(arena, text.bytes, text.length);
    bl_text_free(&text);
    return words;
}

const char *bl_sweep_word(struct bl_arena *arena, const char *text) {
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.,/-";
    return *text && !text[strspn(text, plain)] ? text : bl_sweep_quoted(arena, text);
}

/* " --keys=64 --dist='equal'", of those that were given. */
static const char *words_of(struct bl_arena *arena, const struct bl_run_given *row) {
    const char *all = "";
    for (; row->option; row++)
        if (row->number && *row->number >= 0)
            all = bl_format(arena, "%s %s=%lld", all, row->option, (long long)*row->number);
        else if (row->text)
            all = bl_format(arena, "%s %s=%s", all, row->option, bl_sweep_quoted(arena, row->text));
    return all;
}

/* The user's options for every run; they are part of its name. */
static const char *run_options(struct bl_arena *arena, const struct bl_sweep_request *request) {
    struct bl_run_given own[BL_MOST_OWN_GIVEN + 1];
    const struct bl_run_given common[] = {
        {"--seed", NULL, &request->seed}, {"--memory", request->memory, NULL}, {0}};
    request->asked->kind->bench->given(request->asked, own);
    return bl_format(arena, "%s%s", words_of(arena, own), words_of(arena, common));
}

static bool write_script(const struct scripts *scripts, enum bl_sweep_task_kind kind,
                         const char *name, const char *options) {
    const char *path = bl_sweep_path(scripts->sweep, name, ".sh");
    struct bl_text text = {0};
    bl_text_add(&text, "#!/bin/sh\ncd \"$(dirname \"$0\")\" || exit 2\nexec %s %s %s %s%s ",
                scripts->bankloom, verbs[kind], scripts->program, options, scripts->extra[kind]);
    if (kind == BL_SWEEP_GRAPH) bl_text_add(&text, "-q -o %s.svg >%s.log 2>&1\n", name, name);
    else
        bl_text_add(&text, "%s -q --json-file %s.json >%s.log 2>&1\n",
                    kind == BL_SWEEP_RUN ? "--threads=1" : "--jobs=1", name, name);
    int error = bl_text_save(&text, path);
    bl_text_free(&text);
    if (error) fprintf(stderr, "bankloom sweep: cannot write %s: %s\n", path, strerror(error));
    return !error;
}

const char *bl_sweep_point_options(const struct bl_sweep *sweep,
                                   const struct bl_sweep_point *point) {
    if (!*point->choice) return point->options;
    return bl_format(sweep->arena, "%s=%s%s%s", sweep->kind->sweep->option,
                     bl_sweep_word(sweep->arena, point->choice), *point->options ? " " : "",
                     point->options);
}

/* Of a task: without the choice where that does not matter. */
static const char *task_options(const struct bl_sweep *sweep, enum bl_sweep_task_kind kind,
                                const struct bl_sweep_point *point) {
    return kind == BL_SWEEP_RUN || sweep->kind->sweep->circuit
               ? bl_sweep_point_options(sweep, point)
               : point->options;
}

static const char *name_of(const struct scripts *scripts, enum bl_sweep_task_kind kind,
                           const struct bl_sweep_point *point) {
    struct bl_arena *arena = scripts->sweep->arena;
    const char *all = bl_format(arena, "%s %s %s %s%s%s", verbs[kind], scripts->identity,
                                scripts->tools[kind], task_options(scripts->sweep, kind, point),
                                scripts->extra[kind],
                                bl_sweep_board_identity(arena, point->shape.board));
    return bl_format(arena, "%s-%016llx", verbs[kind],
                     (unsigned long long)XXH3_64bits(all, strlen(all)));
}

/* Names a task and writes its script. NULL after a message. */
static const char *make(const struct scripts *scripts, enum bl_sweep_task_kind kind,
                        const struct bl_sweep_point *point) {
    const char *name = name_of(scripts, kind, point);
    return write_script(scripts, kind, name, task_options(scripts->sweep, kind, point)) ? name
                                                                                        : NULL;
}

static bool make_point(const struct scripts *scripts, const struct bl_sweep_request *request,
                       struct bl_sweep_point *point) {
    point->task[BL_SWEEP_RUN] = make(scripts, BL_SWEEP_RUN, point);
    if (request->synth) point->task[BL_SWEEP_SYNTH] = make(scripts, BL_SWEEP_SYNTH, point);
    return point->task[BL_SWEEP_RUN] && (point->task[BL_SWEEP_SYNTH] || !request->synth);
}

/* What tells one picture from another. */
static const char *drawn_by(const struct bl_sweep *sweep, const struct bl_sweep_point *point) {
    return sweep->kind->sweep->circuit ? point->choice : "";
}

static const char *graph_option(struct bl_arena *arena, const char *option) {
    return option ? bl_format(arena, " %s", option) : "";
}

/* One picture for each choice that differs in its circuit, of the first point that has it, and one
   of the program as written. */
static bool make_pictures(struct scripts *scripts) {
    struct bl_sweep *sweep = scripts->sweep;
    const struct bl_kind_sweep *kind = sweep->kind->sweep;
    const char *last = NULL;
    scripts->extra[BL_SWEEP_GRAPH] = graph_option(sweep->arena, kind->drawn);
    for (int i = 0; i < sweep->points.count; i++) {
        struct bl_sweep_point *point = &sweep->points.items[i];
        if (last && !strcmp(drawn_by(sweep, point), last)) continue;
        last = drawn_by(sweep, point);
        if (!(point->task[BL_SWEEP_GRAPH] = make(scripts, BL_SWEEP_GRAPH, point))) return false;
    }
    if (!kind->written) return true;
    scripts->extra[BL_SWEEP_GRAPH] = graph_option(sweep->arena, kind->written);
    sweep->before = make(scripts, BL_SWEEP_GRAPH, &sweep->points.items[0]);
    return sweep->before;
}

/* An absolute path, quoted; NULL after a message. */
static const char *absolute(struct bl_arena *arena, const char *path) {
    char *real = realpath(path, NULL);
    const char *words = real ? bl_sweep_quoted(arena, real) : NULL;
    if (!real) fprintf(stderr, "bankloom sweep: %s: %s\n", path, strerror(errno));
    free(real);
    return words;
}

static bool make_folder(const struct bl_sweep *sweep) {
    int error = bl_make_folders(bl_format(sweep->arena, "%s/points", sweep->folder));
    if (error)
        fprintf(stderr, "bankloom sweep: cannot make the folder %s/points: %s\n", sweep->folder,
                strerror(error));
    return !error;
}

/* Whether a file is a JSON document in which `member` is there and not false. */
static bool document_has(const char *path, const char *member) {
    struct bl_text text = {0};
    cJSON *root = bl_read_file(&text, path) || !text.length
                      ? NULL
                      : cJSON_ParseWithLength(text.bytes, text.length);
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(root, member);
    bool has = item && !cJSON_IsFalse(item);
    cJSON_Delete(root);
    bl_text_free(&text);
    return has;
}

static bool is_finished(const struct bl_sweep *sweep, enum bl_sweep_task_kind kind,
                        const char *name) {
    if (kind == BL_SWEEP_GRAPH) return !access(bl_sweep_path(sweep, name, ".svg"), R_OK);
    return document_has(bl_sweep_path(sweep, name, ".json"),
                        kind == BL_SWEEP_RUN ? "ok" : "totals");
}

static bool same_point(const struct bl_sweep_point *a, const struct bl_sweep_point *b) {
    const struct bl_sweep_shape *s = &a->shape, *t = &b->shape;
    return !strcmp(a->choice, b->choice) && !strcmp(s->board, t->board) && s->nodes == t->nodes &&
           s->channels == t->channels && s->width == t->width && s->burst == t->burst &&
           !(fabs(s->clock_hertz - t->clock_hertz) > 0) &&
           !(fabs(s->link_bytes_per_second - t->link_bytes_per_second) > 0);
}

static bool is_named(const struct scripts *scripts, enum bl_sweep_task_kind kind,
                     const struct bl_sweep_point *point) {
    return point->task[kind] && !strcmp(point->task[kind], name_of(scripts, kind, point));
}

/* One point of an earlier call. What its tasks would be called now tells whether their results are
 * still true. */
static void add_earlier(const struct scripts *scripts, const struct bl_sweep_point *point) {
    struct bl_sweep *sweep = scripts->sweep;
    const char *synth = is_named(scripts, BL_SWEEP_SYNTH, point) ? point->task[BL_SWEEP_SYNTH]
                                                                 : NULL;
    bool drawn = false;
    for (int i = 0; i < sweep->points.count; i++) {
        struct bl_sweep_point *other = &sweep->points.items[i];
        if (same_point(other, point)) {
            if (!other->task[BL_SWEEP_SYNTH] && synth && is_finished(sweep, BL_SWEEP_SYNTH, synth))
                other->task[BL_SWEEP_SYNTH] = synth;
            return;
        }
        drawn |= !strcmp(drawn_by(sweep, other), drawn_by(sweep, point)) &&
                 other->task[BL_SWEEP_GRAPH];
    }
    if (!is_named(scripts, BL_SWEEP_RUN, point)) {
        sweep->outdated++;
        return;
    }
    struct bl_sweep_point *added = BL_APPEND(sweep->arena, &sweep->points);
    *added = *point;
    added->earlier = true;
    added->task[BL_SWEEP_SYNTH] = synth;
    if (drawn) added->task[BL_SWEEP_GRAPH] = NULL;
}

static void add_all_earlier(const struct scripts *scripts) {
    struct bl_sweep found;
    if (!bl_sweep_index_find(&found, scripts->sweep->arena, scripts->sweep->folder)) return;
    for (int i = 0; i < found.points.count; i++) add_earlier(scripts, &found.points.items[i]);
}

bool bl_sweep_tasks_write(struct bl_sweep *sweep, const struct bl_sweep_request *request,
                          const char *identity) {
    struct bl_arena *arena = sweep->arena;
    struct scripts scripts = {
        .sweep = sweep,
        .identity = identity,
        .bankloom = absolute(arena, "/proc/self/exe"),
        .program = absolute(arena, request->file),
        .extra = {[BL_SWEEP_RUN] = run_options(arena, request), [BL_SWEEP_SYNTH] = ""}};
    const bool needed[BL_SWEEP_KINDS] = {true, true, request->pictures};
    if (!scripts.bankloom || !scripts.program || !make_folder(sweep)) return false;
    for (int k = 0; k < BL_SWEEP_KINDS; k++)
        if (needed[k]) scripts.tools[k] = bl_sweep_tool(arena, (enum bl_sweep_task_kind)k);
    for (int i = 0; i < sweep->points.count; i++)
        if (!make_point(&scripts, request, &sweep->points.items[i])) return false;
    if (request->pictures && !make_pictures(&scripts)) return false;
    add_all_earlier(&scripts);
    return true;
}

static void open_task(const struct bl_sweep *sweep, struct bl_sweep_tasks *tasks, unsigned kinds,
                      enum bl_sweep_task_kind kind, const char *name) {
    if (!name || !(kinds >> kind & 1) || is_finished(sweep, kind, name)) return;
    for (int i = 0; i < tasks->count; i++)
        if (!strcmp(tasks->items[i].name, name)) return;
    *BL_APPEND(sweep->arena, tasks) = (struct bl_sweep_task){name, kind};
}

void bl_sweep_tasks_open(const struct bl_sweep *sweep, unsigned kinds,
                         struct bl_sweep_tasks *tasks) {
    open_task(sweep, tasks, kinds, BL_SWEEP_GRAPH, sweep->before);
    for (int i = 0; i < sweep->points.count; i++)
        open_task(sweep, tasks, kinds, BL_SWEEP_GRAPH, sweep->points.items[i].task[BL_SWEEP_GRAPH]);
    for (int i = 0; i < sweep->points.count && !sweep->points.items[i].earlier; i++)
        for (int k = BL_SWEEP_RUN; k <= BL_SWEEP_SYNTH; k++)
            open_task(sweep, tasks, kinds, (enum bl_sweep_task_kind)k,
                      sweep->points.items[i].task[k]);
}

int bl_sweep_leave_open(struct bl_sweep *sweep) {
    struct bl_sweep_points *points = &sweep->points;
    int kept = 0, count = points->count;
    for (int i = 0; i < count; i++) {
        struct bl_sweep_point *point = &points->items[i];
        const char *synth = point->task[BL_SWEEP_SYNTH];
        if (point->earlier && !is_finished(sweep, BL_SWEEP_RUN, point->task[BL_SWEEP_RUN]))
            continue;
        if (point->earlier && synth && !is_finished(sweep, BL_SWEEP_SYNTH, synth))
            point->task[BL_SWEEP_SYNTH] = NULL;
        points->items[kept++] = *point;
    }
    points->count = kept;
    return count - kept;
}
