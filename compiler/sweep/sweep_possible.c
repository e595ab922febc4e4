#include "sweep/sweep_possible.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/arena.h"
#include "base/exit_status.h"
#include "board/board.h"
#include "driver/compile.h"
#include "ir/carried/memory.h"
#include "sweep/sweep.h"
#include "sweep/sweep_axes.h"
#include "sweep/sweep_tasks.h"

static void print(const struct bl_diags *diags) {
    bl_diags_print(diags, stderr, isatty(STDERR_FILENO));
}

/* Says which point the message before was about, when there are others. */
static int none_is_possible(const struct bl_sweep *sweep, int first, int status) {
    const struct bl_sweep_point *point = &sweep->points.items[first];
    if (sweep->points.count > 1)
        fprintf(stderr, "bankloom sweep: none of %d points is possible; this is the %s, %s\n",
                sweep->points.count, first ? "first that has no other error" : "first",
                bl_sweep_point_options(sweep, point));
    return status;
}

const struct bl_program *bl_sweep_program(struct bl_arena *arena,
                                          const struct bl_sweep_request *request,
                                          struct bl_sources *sources) {
    struct bl_sweep all = {.arena = arena};
    struct bl_diags *first = NULL;
    bl_sweep_expand(&all, request, NULL, &(struct bl_sweep_choice){"", BL_ALL_RULES}, 1);
    for (int i = 0; i < all.points.count; i++) {
        struct bl_sources *own = BL_NEW(arena, struct bl_sources, 1);
        struct bl_diags *diags = bl_diags_new(arena, own);
        const struct bl_program *program = bl_front(arena, diags, request->file,
                                                    &all.points.items[i].overrides);
        *sources = *own;
        if (program) return program;
        if (!first) first = diags;
    }
    print(first);
    if (all.points.count > 1)
        fprintf(stderr, "bankloom sweep: none of %d shapes is possible; this is the first, %s\n",
                all.points.count, all.points.items[0].options);
    return NULL;
}

const char *bl_sweep_memory(const struct bl_sweep *sweep, int point) {
    const char *board_memory = sweep->points.items[point].shape.board_memory;
    if (sweep->input.memory || !board_memory) return sweep->input.memory;
    return bl_memory_usual(board_memory)->name;
}

const char *bl_sweep_common_memory(const struct bl_sweep *sweep) {
    const char *common = NULL;
    for (int i = 0; i < sweep->points.count; i++) {
        const char *memory = bl_sweep_memory(sweep, i);
        if (common && memory && strcmp(common, memory)) return NULL;
        if (memory) common = memory;
    }
    return common;
}

/* Whether a point's program has no errors. To be freed either way. */
static bool compiles(struct bl_compilation *compilation, const struct bl_sweep *sweep, int i) {
    const struct bl_sweep_point *point = &sweep->points.items[i];
    bl_compile_front(compilation, NULL, sweep->program, &point->overrides);
    compilation->rules = point->rules;
    bl_compile_steps(compilation, NULL);
    return compilation->program && !compilation->diags->errors;
}

struct reported {
    const char **items;
    int count, capacity;
};

static bool is_reported(const struct reported *reported, const char *words) {
    for (int i = 0; i < reported->count; i++)
        if (!strcmp(reported->items[i], words)) return true;
    return false;
}

/* Prints the warnings that no point before has had, and of which point they are when there is such
 * a one. */
static void tell_warnings(const struct bl_sweep *sweep, struct reported *reported,
                          struct bl_diags *diags, int point, bool first) {
    int kept = 0, count = diags->count;
    for (int i = 0; i < count; i++) {
        const struct bl_diagnostic *d = &diags->items[i];
        const char *words = bl_format(sweep->arena, "%u:%u:%u %s", (unsigned)d->range.file,
                                      (unsigned)d->range.line, (unsigned)d->range.column, d->text);
        if (is_reported(reported, words)) continue;
        *BL_APPEND(sweep->arena, reported) = words;
        diags->items[kept++] = *d;
    }
    diags->count = diags->warnings = kept;
    if (!kept) return;
    print(diags);
    if (first) return;
    fprintf(stderr, "bankloom sweep: this is not said of every point; %s is the first\n",
            bl_sweep_point_options(sweep, &sweep->points.items[point]));
}

/* What is known of the points so far: the first without errors, the first that has room for the
 * records, or -1; an exit status. */
struct judgement {
    int good, possible, status;
    struct reported reported;
};

/* What the bench says of a point's options, of all points' where there is none. */
static struct bl_sweep_look look_at(struct bl_sweep *sweep, const struct bl_sweep_request *request,
                                    int i, bool sized) {
    return (struct bl_sweep_look){.request = request,
                                  .choice = sweep->points.items[i].choice,
                                  .sized = sized,
                                  .input = &sweep->input,
                                  .arena = sweep->arena};
}

/* The bench's look at the option of each point, and at what they share: -1 or the exit status. */
static int check_options(struct bl_sweep *sweep, const struct bl_sweep_request *request,
                         const struct bl_compilation *compilation) {
    const char *last = NULL;
    int status = -1;
    for (int i = 0; i < sweep->points.count && status < 0; i++) {
        const struct bl_sweep_look look = look_at(sweep, request, i, false);
        if (last && !strcmp(last, look.choice)) continue;
        last = look.choice;
        status = sweep->kind->sweep->look(compilation, &look);
    }
    return status;
}

static bool has_room(struct bl_sweep *sweep, const struct bl_sweep_request *request, int i,
                     const struct bl_compilation *compilation) {
    const struct bl_kind_sweep *kind = sweep->kind->sweep;
    const struct bl_sweep_look look = look_at(sweep, request, i, true);
    return !kind->has_room || kind->has_room(compilation, &look);
}

static void judge(struct bl_sweep *sweep, const struct bl_sweep_request *request, int i,
                  struct judgement *judgement) {
    struct bl_compilation compilation;
    if (compiles(&compilation, sweep, i)) {
        const struct bl_board *board = compilation.program->cluster.board;
        sweep->points.items[i].shape.board_memory = bl_strdup(
            sweep->arena, board->memory.channels ? board->memory.name : "");
        tell_warnings(sweep, &judgement->reported, compilation.diags, i, judgement->good < 0);
        if (judgement->good < 0) judgement->status = check_options(sweep, request, &compilation);
        if (judgement->good < 0) judgement->good = i;
        if (judgement->possible < 0 && judgement->status < 0 &&
            has_room(sweep, request, i, &compilation))
            judgement->possible = i;
    }
    bl_compilation_free(&compilation);
}

/* The message of a point that is wrong, which all points are. */
static int tell_wrong(struct bl_sweep *sweep, const struct bl_sweep_request *request, int i) {
    struct bl_compilation compilation;
    int status = BL_EXIT_FAILED;
    const struct bl_sweep_look look = look_at(sweep, request, i, true);
    if (compiles(&compilation, sweep, i)) status = sweep->kind->sweep->look(&compilation, &look);
    else print(compilation.diags);
    bl_compilation_free(&compilation);
    return none_is_possible(sweep, i, status);
}

int bl_sweep_possible(struct bl_sweep *sweep, const struct bl_sweep_request *request) {
    struct judgement judgement = {.good = -1, .possible = -1, .status = -1};
    for (int i = 0; i < sweep->points.count && judgement.status < 0; i++)
        judge(sweep, request, i, &judgement);
    if (judgement.status >= 0) return judgement.status;
    return judgement.possible < 0
               ? tell_wrong(sweep, request, judgement.good < 0 ? 0 : judgement.good)
               : -1;
}
