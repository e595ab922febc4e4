/* One kernel in Verilog on a bench of its own: its module against its golden function, the rules of
   its streams, what the linters say, what it takes. */
#ifndef BL_KERNEL_TRIAL_H
#define BL_KERNEL_TRIAL_H

#include "kernel/kernel_own.h"
#include "kernel/kernel_program.h"
#include "kernel/trial/trial_moves.h"
#include "kernel/trial/trial_verdict.h"
#include "stage_bench/trial_work.h"

/* What came of it in one simulator. */
struct bl_kernel_seen {
    const char *simulator;
    struct bl_kernel_verdict verdict;
};

enum { BL_KERNEL_SIMULATORS = 2, BL_KERNEL_MOST_MOVES = 4096, BL_KERNEL_MOST_LENGTH = 1 << 16 };

/* An output that gives another number of elements than it declares. */
struct bl_kernel_rate_fault {
    int port, call; /* port -1: there is none */
    bool gave;      /* at the call, and should not; else it should have */
};

struct bl_kernel_trial {
    struct bl_arena *arena;
    const struct bl_kernels *kernels;
    const struct bl_kernel_own *own;
    const struct bl_kernel_own_files *files;
    struct bl_kernel_ports ports;
    struct bl_kernel_moves moves; /* what goes in */
    int limit;                    /* cycles without a word after which the module has stalled */
    struct bl_kernel_answers answers;
    int twice; /* the first call to which the golden function has two answers; -1: none */
    struct bl_kernel_rate_fault rate;
    struct bl_trial_found found;
    struct bl_kernel_seen seen[BL_KERNEL_SIMULATORS];
    int seen_count;
};

/* Tries the kernel with its moves: arena, kernels, own, files, ports, moves and limit are set.
   Interrupts must be held. False after a message, or after an interrupt. */
bool bl_kernel_trial_run(struct bl_kernel_trial *trial);

/* Whether it can be tried and does in both simulators what the golden function says. */
bool bl_kernel_trial_is_right(const struct bl_kernel_trial *trial);

/* What `bankloom kernel` says of it: lines, or an object more among `kernels`. */
void bl_kernel_trial_print(struct bl_text *text, const struct bl_kernel_trial *trial);
struct cJSON;
void bl_kernel_trial_add_json(const struct bl_kernel_trial *trial, struct cJSON *kernels);

#endif
