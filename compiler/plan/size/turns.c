#include "plan/size/turns.h"

#include "base/arena.h"
#include "board/board.h"
#include "ir/carried/node_model.h"
#include "ir/cut.h"
#include "ir/pass.h"
#include "memory/carried/dram_kinds.h"
#include "plan/size/buffers.h"
#include "plan/size/channel.h"
#include "plan/size/crossings.h"

/* Half of the queue of a plane in bl_zip and bl_unzip; and what a turn may lose. */
enum { MOST_WORDS = 1 << (BL_PLANE_LOG_QUEUE - 1) };
static const double NOTHING = 0.005;

/* Planes that the stages of one role take in turn in a step, and where they begin. */
struct planes {
    uint64_t *items;
    int count, capacity;
};

/* What was asked of the memory, and what it took for a word. */
struct asked {
    struct planes planes;
    int words;
    bool write;
    double cycles;
};

struct turns {
    struct bl_plan *plan;
    const struct bl_dram_kind *kind;
    uint64_t round; /* bytes in which a page of every bank lies */
    int words;      /* of a turn */
    struct {
        struct asked *items;
        int count, capacity;
    } asked;
};

static void add_planes(const struct bl_plan *plan, const struct bl_version *version,
                       struct planes *planes) {
    const struct bl_place *place = &plan->places[version->id];
    int count = bl_column_planes(&plan->program->cluster, version->column);
    for (int i = 0; i < count; i++)
        *BL_APPEND(plan->arena, planes) = place->base + (uint64_t)i * place->plane;
}

static struct planes planes_of(const struct bl_plan *plan, const struct bl_step *step,
                               enum bl_stage_role role) {
    struct planes planes = {0};
    for (int p = step->first_pass; p < step->first_pass + step->pass_count; p++) {
        const struct bl_stage *stage = bl_stage_find(&plan->passes[p], role);
        for (int v = 0; stage && v < stage->version_count; v++)
            add_planes(plan, stage->versions[v], &planes);
    }
    return planes;
}

static int64_t period_ps(const struct bl_plan *plan, int clock) {
    return (int64_t)(1e12 / plan->program->cluster.clocks[clock].hertz + 0.5);
}

static double ask(const struct turns *turns, const struct asked *asked) {
    const struct bl_plan *plan = turns->plan;
    const struct bl_memory *memory = &plan->program->cluster.memory;
    return bl_channel_cycles(
        turns->kind, &(struct bl_channel_use){
                         .bases = asked->planes.items,
                         .planes = asked->planes.count,
                         .write = asked->write,
                         .word = memory->width,
                         .burst = memory->burst,
                         .turn = asked->words * memory->width,
                         .ahead = asked->write ? plan->accesses.write_bursts
                                               : bl_plan_buffer(plan, "reader queue")->depth,
                         .core_ps = period_ps(plan, 0),
                         .memory_ps = period_ps(plan, bl_memory_clock(plan))});
}

/* Planes in the same banks, in different rows: which rows makes no difference. */
static bool is_alike(const struct turns *turns, const struct asked *a, const struct asked *b) {
    if (a->write != b->write || a->words != b->words || a->planes.count != b->planes.count)
        return false;
    for (int i = 1; i < a->planes.count; i++)
        if ((a->planes.items[i] - a->planes.items[0]) % turns->round !=
            (b->planes.items[i] - b->planes.items[0]) % turns->round)
            return false;
    return true;
}

static double cycles_of(struct turns *turns, const struct bl_step *step, enum bl_stage_role role) {
    const struct bl_memory *memory = &turns->plan->program->cluster.memory;
    struct asked asked = {.planes = planes_of(turns->plan, step, role),
                          .words = step->pass_count > 1 ? memory->strip : turns->words,
                          .write = role == BL_STAGE_WRITES};
    if (asked.planes.count < 2 || memory->width > BL_MAX_WORD) return 1;
    for (int i = 0; i < turns->asked.count; i++)
        if (is_alike(turns, &asked, &turns->asked.items[i])) return turns->asked.items[i].cycles;
    asked.cycles = ask(turns, &asked);
    *BL_APPEND(turns->plan->arena, &turns->asked) = asked;
    return asked.cycles;
}

/* What is lost in all steps, in words of a word. */
static double take_turns(struct turns *turns) {
    double lost = 0;
    for (int i = 0; i < turns->plan->step_count; i++) {
        struct bl_step *step = &turns->plan->steps[i];
        step->read_cycles = cycles_of(turns, step, BL_STAGE_READS);
        step->write_cycles = cycles_of(turns, step, BL_STAGE_WRITES);
        if (step->pass_count == 1) lost += step->read_cycles + step->write_cycles - 2;
    }
    return lost;
}

void bl_turns_make(struct bl_plan *plan) {
    const struct bl_memory *memory = &plan->program->cluster.memory;
    const struct bl_dram_kind *kind = bl_dram_kind_of_board(plan->board->memory.name);
    struct turns turns = {.plan = plan,
                          .kind = kind,
                          .round = bl_dram_page_bytes(kind) << kind->bank_bits,
                          .words = memory->burst / memory->width};
    int best = turns.words;
    double least = take_turns(&turns);
    while (least > NOTHING && 2 * turns.words <= MOST_WORDS) {
        turns.words *= 2;
        double lost = take_turns(&turns);
        if (lost < least) least = lost, best = turns.words;
    }
    plan->accesses.turn_words = best;
    if (turns.words == best) return;
    turns.words = best;
    take_turns(&turns);
}
