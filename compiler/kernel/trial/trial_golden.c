/* The golden function of a kernel in Verilog, asked about all elements that go in. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/tools/toolchain.h"
#include "emit/parts.h"
#include "kernel/trial/trial_inner.h"

/* ---- the program that asks */

static const char *list_bytes(struct bl_arena *arena, const struct bl_kernel_port *const *ports,
                              int count) {
    const char *text = count ? "" : "0";
    for (int i = 0; i < count; i++)
        text = bl_format(arena, "%s%s%d", text, i ? ", " : "", ports[i]->bytes);
    return text;
}

static bool write_program(const struct bl_trial_work *work) {
    const struct bl_kernel_trial *trial = bl_kernel_trial_of(work);
    struct bl_text text = {0};
    struct bl_parts parts = {
        .text = &text, .file = "kernel_trial.c", .holes = {{"kernel", trial->own->name}}};
    bl_part_number(&parts, "ins", trial->ports.ins);
    bl_part_number(&parts, "outs", trial->ports.outs);
    bl_part_number(&parts, "arguments", trial->own->argument_count);
    bl_part_number(&parts, "state", BL_KERNEL_STATE);
    bl_part_set(&parts, "in_bytes", list_bytes(work->arena, trial->ports.in, trial->ports.ins));
    bl_part_set(&parts, "out_bytes", list_bytes(work->arena, trial->ports.out, trial->ports.outs));
    bl_part_set(&parts, "values", bl_kernel_own_values(work->arena, trial->own, "bl_arguments"));
    bl_part(&parts, "program");
    bool good = bl_trial_write(work, "trial.c", &text);
    bl_text_free(&text);
    return good;
}

/* ---- what it is asked: a line for each call, one before those of a run */

static void add_run(struct bl_text *text, const struct bl_kernel_own *own,
                    const struct bl_kernel_moves_run *run) {
    bl_text_add(text, "r");
    for (int i = 0; i < own->argument_count; i++) bl_text_add(text, " %" PRIx32, run->arguments[i]);
    bl_text_add(text, "\n");
}

static void add_call(struct bl_text *text, const struct bl_kernel_trial *trial, int call,
                     bool last) {
    bl_text_add(text, "c %x", last ? (1u << trial->ports.ins) - 1 : 0);
    for (int i = 0; i < trial->ports.ins; i++) {
        int bytes = trial->ports.in[i]->bytes;
        bl_text_add(text, " ");
        for (int b = 0; b < bytes; b++)
            bl_text_add(text, "%02x", trial->moves.elements[i][call * bytes + b]);
    }
    bl_text_add(text, "\n");
}

static bool write_calls(const struct bl_trial_work *work) {
    const struct bl_kernel_trial *trial = bl_kernel_trial_of(work);
    const struct bl_kernel_moves *moves = &trial->moves;
    struct bl_text text = {0};
    int call = 0;
    for (int run = 0, move = 0; run < moves->runs.count; run++) {
        add_run(&text, trial->own, &moves->runs.items[run]);
        for (; move < moves->runs.items[run].moves; move++)
            for (int i = 1; i <= moves->lengths.items[move]; i++)
                add_call(&text, trial, call++, i == moves->lengths.items[move]);
    }
    bool good = bl_trial_write(work, "calls.txt", &text);
    bl_text_free(&text);
    return good;
}

bool bl_kernel_write_golden(const struct bl_trial_work *work) {
    struct bl_text text = {0};
    bl_text_add(&text, "#include <stdint.h>\n%s\n", work->subject->prototype);
    bool good = bl_trial_write(work, "golden.h", &text);
    bl_text_free(&text);
    return good && write_program(work) && write_calls(work);
}

/* ---- what it answers */

static void add_element(struct bl_kernel_trial *trial, struct bl_kernel_given *given, int bytes,
                        int call, const char *digits) {
    for (int b = 0; b < bytes; b++) {
        const char pair[] = {digits[2 * b], digits[2 * b + 1], 0};
        *BL_APPEND(trial->arena, &given->bytes) = (uint8_t)strtoul(pair, NULL, 16);
    }
    *BL_APPEND(trial->arena, &given->calls) = call;
}

/* One line; false where it is not whole, or says more than there are outputs. */
static bool read_answer(struct bl_kernel_trial *trial, const char *line, int call) {
    char *at = NULL;
    unsigned long given = strtoul(line, &at, 16);
    if (at == line || given >> trial->ports.outs) return false;
    for (int i = 0; i < trial->ports.outs; i++) {
        int bytes = trial->ports.out[i]->bytes;
        if (!(given >> i & 1)) continue;
        if (*at++ != ' ' || strspn(at, "0123456789abcdef") < (size_t)(2 * bytes)) return false;
        add_element(trial, &trial->answers.out[i], bytes, call, at);
        at += 2 * bytes;
    }
    if (!strncmp(at, " twice\n", 7) && trial->twice < 0) trial->twice = call;
    return strchr(at, '\n');
}

/* Elements up to the end of each move. A move whose elements are not a multiple of 4 bytes cannot
   leave a module; its number, or -1. */
static int find_ends(struct bl_kernel_trial *trial, int port) {
    struct bl_kernel_given *given = &trial->answers.out[port];
    const struct bl_kernel_moves *moves = &trial->moves;
    int bytes = trial->ports.out[port]->bytes, call = 0, element = 0, odd = -1;
    given->ends = BL_NEW(trial->arena, int, moves->lengths.count);
    for (int i = 0; i < moves->lengths.count; i++) {
        int before = element;
        call += moves->lengths.items[i];
        while (element < given->calls.count && given->calls.items[element] < call) element++;
        given->ends[i] = element;
        if (odd < 0 && (element - before) * bytes % BL_KERNEL_GRANULE) odd = i;
    }
    return odd;
}

static bool check_multiples(struct bl_trial_work *work) {
    struct bl_kernel_trial *trial = bl_kernel_trial_of(work);
    for (int i = 0; i < trial->ports.outs; i++) {
        int odd = find_ends(trial, i);
        if (odd < 0) continue;
        bl_trial_broken(
            work,
            bl_format(work->arena,
                      "the golden function gives %s of a move of %d elements a number of bytes "
                      "that is not a multiple of %d",
                      trial->ports.out[i]->name, trial->moves.lengths.items[odd],
                      BL_KERNEL_GRANULE),
            NULL);
        return false;
    }
    return true;
}

bool bl_kernel_read_answers(struct bl_trial_work *work, int status) {
    struct bl_kernel_trial *trial = bl_kernel_trial_of(work);
    const char *at = bl_trial_text(work, "answers.txt");
    int calls = 0;
    for (; *at && read_answer(trial, at, calls); at += strcspn(at, "\n") + 1) calls++;
    trial->answers.calls = calls;
    if (!status && calls == trial->moves.calls) {
        bl_kernel_check_rates(trial);
        return check_multiples(work);
    }
    if (bl_interrupted()) return false;
    const char *why = status ? bl_trial_how_ended(work->arena, status)
                             : "returned bits of outputs that there are not";
    bl_trial_broken(work,
                    bl_format(work->arena, "the golden function %s at call %d", why, calls + 1),
                    bl_trial_said(work, "ask.log"));
    return false;
}
