/* Whether kernels can deadlock. All of them are started on all of their nodes, arguments of one
   name have one value, and the golden model, whose queues have the circuit's bounds, runs without
   data. Each argument is 0, 1, 2, an odd few, and more than all buffers hold; where there are too
   many combinations, as many are drawn. A longer message only waits for what a message that fills
   all buffers waits for, and a shorter one for less; so lengths between these bring nothing new.
   What a combination may take of the golden model's work is bounded, and what all of them take: one
   that is not through by then is passed over.
   Values for which a kernel ends with an error, most often beyond a memory, are halved until it
   does not; small ones are passed over: the kernel's wait tells the error. */
#include "kernel/deadlock/kernel_stands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/carried/counted.h"
#include "base/diag.h"
#include "ir/program.h"
#include "kernel/carried/kernel_golden.h"
#include "kernel/deadlock/kernel_tries.h"
#include "kernel/kernel_program.h"

enum { DRAWN = 4096 /* combinations, for those that rules allow */ };
enum { WORK = 3000000, ALL_WORK = 30000000, SHARES = 4 };
enum outcome { GOES_ON, STANDS, FAILS };

struct trial {
    const struct bl_program *program;
    const struct bl_kernels *kernels;
    struct bl_arena *arena;
    struct bl_diags *diags;
    struct bl_kernel_tries tries;
    uint64_t *sets;       /* of values that were tried, in all */
    uint64_t tried, left; /* combinations; of the work of all combinations */
    const struct bl_kernel_stated *stated;
    struct stated_found *found; /* [stated_count] */
    int stated_count;
    bool *stays; /* [channel_count]: that words stay in it was reported */
};

/* What was seen of a collective. */
struct stated_found {
    bool moves;         /* with some values it moves something and does not overlap */
    const char *values; /* the first with which it overlaps itself, and the node; NULL: none */
    int node;
};

static void start_all(struct trial *trial, struct bl_kernel_golden *golden) {
    uint32_t arguments[BL_MOST_KERNEL_ARGUMENTS];
    for (int k = 0; k < trial->kernels->kernel_count; k++)
        for (int n = 0; n < trial->kernels->nodes; n++)
            if (bl_kernel_tries_start(&trial->tries, k, n, arguments))
                bl_kernel_golden_start(golden, n, k, arguments);
}

static bool any_error(const struct trial *trial, const struct bl_kernel_golden *golden) {
    const struct bl_kernels *kernels = trial->kernels;
    for (int n = 0; n < kernels->nodes; n++)
        for (int k = 0; k < kernels->kernel_count; k++)
            if (bl_kernel_golden_error(golden, n, k) != BL_KERNEL_FINE) return true;
    return false;
}

/* "with words = 1, rounds = 2, kernel a of node 0 waits for ...; ..." */
static const char *describe(const struct trial *trial, const struct bl_kernel_golden *golden) {
    struct bl_arena *arena = trial->arena;
    const char *text = trial->tries.count ? "with " : "";
    char *lines = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&lines, &size);
    if (!file) return "no memory left to say why";
    text = bl_format(arena, "%s%s", text, bl_kernel_tries_text(arena, &trial->tries));
    bl_kernel_golden_describe(golden, file);
    fclose(file);
    for (char *line = strtok(lines, "\n"); line; line = strtok(NULL, "\n"))
        text = bl_format(arena, "%s%s%s", text,
                         line != lines        ? "; "
                         : trial->tries.count ? ", "
                                              : "",
                         line);
    free(lines);
    return text;
}

/* What a combination may take: most take far less than their share of what is left. */
static uint64_t work_of(const struct trial *trial) {
    uint64_t share = SHARES * trial->left / (trial->tries.combinations - trial->tried);
    return share < WORK ? share + 1 : WORK;
}

static void pay(struct trial *trial, uint64_t work) {
    trial->left -= work < trial->left ? work : trial->left;
}

/* ---- collectives whose source and destination overlap */

/* A node at which a run that deadlocks waits for the collective in vain; -1: none. */
static int overlap_node(const struct trial *trial, const struct bl_kernel_golden *golden,
                        const struct bl_kernel_stated *stated) {
    for (int node = 0; node < trial->kernels->nodes; node++)
        if (bl_kernel_golden_overlap(golden, node, stated->kernel) == stated->number) return node;
    return -1;
}

static bool moves_apart(const struct trial *trial, const struct bl_kernel_golden *golden,
                        const struct bl_kernel_stated *stated) {
    uint64_t nodes = 0;
    for (int node = 0; node < trial->kernels->nodes; node++)
        nodes |= bl_kernel_golden_collectives(golden, node, stated->kernel);
    return nodes >> stated->number % 64 & 1;
}

/* Of a run without errors; whether it deadlocks as a collective overlaps with these values. */
static bool note_overlaps(struct trial *trial, const struct bl_kernel_golden *golden, bool stands) {
    bool any = false;
    for (int i = 0; i < trial->stated_count; i++) {
        struct stated_found *found = &trial->found[i];
        int node = stands ? overlap_node(trial, golden, &trial->stated[i]) : -1;
        any |= node >= 0;
        if (node >= 0 && !found->values) {
            found->node = node;
            found->values = bl_kernel_tries_text(trial->arena, &trial->tries);
        }
        found->moves |= node < 0 && moves_apart(trial, golden, &trial->stated[i]);
    }
    return any;
}

/* Those whose addresses are known, and those that overlap whenever they move anything; where an
   address is an argument, a run says it. */
static void report_overlaps(const struct trial *trial) {
    for (int i = 0; i < trial->stated_count; i++) {
        const struct bl_kernel_stated *stated = &trial->stated[i];
        const struct stated_found *found = &trial->found[i];
        if (found->values && (stated->settled || !found->moves))
            bl_report(trial->diags, BL_MSG_KERNEL_OVERLAP, stated->range, stated->word, found->node,
                      *found->values ? " with " : "", found->values);
    }
}

/* ---- words that stay in channels */

static void report_left(const struct trial *trial, int node, int channel, uint64_t words) {
    const char *values = bl_kernel_tries_text(trial->arena, &trial->tries);
    bl_report(trial->diags, BL_MSG_KERNEL_LEFT, bl_program_channel_range(trial->program, channel),
              *values ? "with " : "", values, *values ? ", " : "", (unsigned long long)words,
              bl_ending((int64_t)words, "s"), words == 1 ? "s" : "",
              trial->kernels->channels[channel].name, node);
}

/* Of a run in which all kernels have ended without an error. */
static void note_left(struct trial *trial, const struct bl_kernel_golden *golden) {
    for (int i = 0; i < trial->kernels->channel_count; i++)
        for (int node = 0; node < trial->kernels->nodes && !trial->stays[i]; node++) {
            uint64_t words = bl_kernel_golden_left(golden, node, i);
            trial->stays[i] = words;
            if (words) report_left(trial, node, i, words);
        }
}

/* With the way out where the host would not start them so. */
static void report_stands(const struct trial *trial, const struct bl_kernel_golden *golden) {
    const struct bl_kernel_group *group = trial->tries.group;
    struct bl_range range = group->name ? group->range : trial->program->range;
    struct bl_diagnostic *diagnostic = bl_report(trial->diags, BL_MSG_KERNEL_STANDS, range,
                                                 describe(trial, golden));
    if (trial->tries.count || !group->name)
        bl_note(trial->diags, diagnostic, (struct bl_range){0},
                "what the host promises stands in a `require`, what it starts together in a "
                "`group`");
}

/* What becomes of the combination; that it deadlocks is reported. */
static enum outcome run(struct trial *trial) {
    struct bl_kernel_golden *golden = bl_kernel_golden_new(trial->kernels, NULL);
    start_all(trial, golden);
    enum bl_kernels_end end = bl_kernel_golden_run(golden, work_of(trial));
    bool stands = end == BL_KERNELS_STAND;
    pay(trial, bl_kernel_golden_work(golden));
    bool fails = any_error(trial, golden) || note_overlaps(trial, golden, stands);
    enum outcome outcome = fails ? FAILS : stands ? STANDS : GOES_ON;
    if (!fails && end == BL_KERNELS_END) note_left(trial, golden);
    if (outcome == STANDS) report_stands(trial, golden);
    bl_kernel_golden_free(golden);
    return outcome;
}

static bool goes_on(struct trial *trial) {
    enum outcome outcome;
    do outcome = run(trial);
    while (outcome == FAILS && bl_kernel_tries_halve(&trial->tries));
    return outcome != STANDS;
}

/* Each combination that the rules allow; of many as many are drawn. */
static bool try_all(struct trial *trial) {
    uint64_t most = trial->tries.all ? trial->tries.combinations : DRAWN;
    for (uint64_t i = 0; i < most && trial->tried < trial->tries.combinations; i++) {
        bool allowed = bl_kernel_tries_choose(&trial->tries, i);
        if (allowed && !goes_on(trial)) return false;
        trial->tried += allowed || trial->tries.all;
        *trial->sets += allowed;
    }
    return true;
}

/* Those of the kernels of a group, NULL: of all, that can be tried. */
static const struct bl_kernel_group *triable(struct bl_arena *arena,
                                             const struct bl_kernels *kernels,
                                             const struct bl_kernel_group *group,
                                             const struct bl_kernel_own *const *untried) {
    struct bl_kernel_group *made = BL_NEW(arena, struct bl_kernel_group, 1);
    struct bl_kernel_member *members = BL_NEW(arena, struct bl_kernel_member,
                                              kernels->kernel_count);
    if (group) *made = *group;
    made->members = members;
    made->count = 0;
    for (int i = 0; i < (group ? group->count : kernels->kernel_count); i++) {
        const struct bl_kernel_member member = group ? group->members[i]
                                                     : (struct bl_kernel_member){.kernel = i};
        if (!untried[member.kernel]) members[made->count++] = member;
    }
    return made;
}

/* False where it deadlocks. */
static bool try_group(struct trial *trial, const struct bl_kernel_group *group, uint64_t work) {
    trial->tries = bl_kernel_tries_make(trial->arena, trial->kernels, group);
    trial->tried = 0;
    trial->left = work;
    return !group->count || try_all(trial);
}

void bl_kernels_check_goes_on(struct bl_arena *arena, const struct bl_program *program,
                              struct bl_diags *diags) {
    struct trial trial = {
        .program = program, .kernels = bl_program_kernels(program), .arena = arena, .diags = diags};
    int groups;
    const struct bl_kernel_group *group = bl_program_kernel_groups(program, &groups);
    const struct bl_kernel_own **untried = bl_kernels_untried(arena, trial.kernels);
    trial.sets = &bl_program_kernel_tried(program)->sets;
    bl_program_kernel_tried(program)->not_tried = bl_kernels_untried_text(arena, program, untried);
    trial.stated = bl_program_collectives(program, &trial.stated_count);
    trial.found = BL_NEW(arena, struct stated_found, trial.stated_count + 1);
    trial.stays = BL_NEW(arena, bool, trial.kernels->channel_count + 1);
    bool good = groups || try_group(&trial, triable(arena, trial.kernels, NULL, untried), ALL_WORK);
    for (int i = 0; i < groups && good; i++)
        good = try_group(&trial, triable(arena, trial.kernels, &group[i], untried),
                         ALL_WORK / (uint64_t)groups);
    if (good) report_overlaps(&trial);
}
