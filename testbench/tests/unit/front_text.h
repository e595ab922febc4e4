/* For the front end's tests: programs from memory. */
#ifndef FRONT_TEXT_H
#define FRONT_TEXT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "driver/front.h"

/* One run of the front end over a text. */
struct run {
    struct bl_arena *arena;
    struct bl_sources sources;
    struct bl_diags *diags;
    struct bl_symbols *symbols;
    struct bl_tree *tree;
    struct bl_program *program;
};

static inline void run_parse(struct run *run, const char *text, size_t length) {
    memset(run, 0, sizeof *run);
    run->arena = bl_arena_new();
    run->diags = bl_diags_new(run->arena, &run->sources);
    run->symbols = bl_symbols_new(run->arena);
    run->tree = bl_front_parse(
        run->arena, run->diags, run->symbols,
        bl_source_add(run->arena, &run->sources, "test.loom", text, (int)length));
}

static inline void run_check(struct run *run, const char *text, size_t length,
                             const struct bl_overrides *overrides) {
    run_parse(run, text, length);
    run->program = bl_front_tree(run->arena, run->diags, run->symbols, run->tree, overrides);
}

static inline void run_end(struct run *run) { bl_arena_free(run->arena); }

#define CLUSTER                                                                                    \
    "cluster optweb { board stratix10_mx2100; nodes 8; clock core 150 MHz; memory { channels 16; " \
    "width 32 B; strip 512; burst 128 B; } "                                                       \
    "network full_mesh { link 6.25 GB/s; latency 400 ns; } }\n"
#define RECORD "record item { key: u32; value: u32; }\n"
#define PIPELINE \
    "pipeline test(items: item) on optweb {\nlet channel = key[2:0];\nlet node = key[5:3];\n"

/* A body between the usual declarations; its first line is line 6. */
static inline void run_body(struct run *run, const char *body) {
    char text[4096];
    int length = snprintf(text, sizeof text, CLUSTER RECORD PIPELINE "%s}\n", body);
    assert_true(length > 0 && length < (int)sizeof text);
    run_check(run, text, (size_t)length, NULL);
}

/* The first diagnostic with this code, or NULL. */
static inline const struct bl_diagnostic *find_code(const struct run *run, const char *code) {
    for (int i = 0; i < run->diags->count; i++)
        if (!strcmp(run->diags->items[i].code, code)) return &run->diags->items[i];
    return NULL;
}

static inline const struct bl_version *find_version(const struct run *run, const char *name) {
    for (int i = 0; run->program && i < run->program->version_count; i++)
        if (!strcmp(run->program->versions[i]->name, name)) return run->program->versions[i];
    fail_msg("no version %s", name);
    return NULL;
}

#endif
