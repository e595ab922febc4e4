/* For the tests of signal transition graphs: nets from memory. */
#ifndef STG_TEXT_H
#define STG_TEXT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "async/net/stg.h"
#include "async/net/stg_inner.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"

struct net_run {
    struct bl_arena *arena;
    struct bl_sources sources;
    struct bl_diags *diags;
    struct bl_stg *stg;
};

static inline void net_parse(struct net_run *run, const char *text, size_t length) {
    memset(run, 0, sizeof *run);
    run->arena = bl_arena_new();
    run->diags = bl_diags_new(run->arena, &run->sources);
    run->stg = bl_stg_parse(
        run->arena, run->diags,
        bl_source_add(run->arena, &run->sources, "folder/test.g", text, (int)length));
}

static inline void net_end(struct net_run *run) { bl_arena_free(run->arena); }

/* A net that must be right. */
static inline void net_good(struct net_run *run, const char *text) {
    net_parse(run, text, strlen(text));
    if (!run->stg) print_error("%s: %s\n", run->diags->items[0].code, run->diags->items[0].text);
    assert_non_null(run->stg);
}

static inline int net_place(const struct bl_stg *stg, const char *name) {
    for (int i = 0; i < stg->place_count; i++)
        if (!strcmp(stg->places[i].name, name)) return i;
    fail_msg("no place %s", name);
    return -1;
}

static inline int net_transition(const struct bl_stg *stg, const char *name) {
    for (int i = 0; i < stg->transition_count; i++)
        if (!strcmp(stg->transitions[i].name, name)) return i;
    fail_msg("no transition %s", name);
    return -1;
}

/* Fires a sequence from the initial marking by the token game as textbooks have it; leaves the
 * tokens in `tokens`. */
static inline void net_play(const struct bl_stg *stg, const int *sequence, int length,
                            int *tokens) {
    for (int i = 0; i < stg->place_count; i++) tokens[i] = stg->places[i].tokens;
    for (int i = 0; i < length; i++) {
        const struct bl_stg_transition *transition = &stg->transitions[sequence[i]];
        for (int j = 0; j < transition->pre_count; j++) {
            assert_true(tokens[transition->pre[j]] > 0);
            tokens[transition->pre[j]]--;
        }
        for (int j = 0; j < transition->post_count; j++) tokens[transition->post[j]]++;
    }
}

static inline uint64_t net_random(uint64_t *state, unsigned limit) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (*state >> 20) % limit;
}

#define C_ELEMENT                                                                             \
    ".model c\n.inputs a b\n.outputs c\n.graph\na+ c+\nb+ c+\nc+ a- b-\na- c-\nb- c-\nc- a+ " \
    "b+\n.marking { <c-,a+> <c-,b+> }\n.end\n"
#define ARBITER                                                                               \
    "#@mutex me protocol=LATE\n.inputs r1 r2\n.outputs g1 g2\n.graph\nr1+ g1+\ng1+ r1-\nr1- " \
    "g1-\ng1- r1+ me\nr2+ g2+\ng2+ r2-\nr2- g2-\n"                                            \
    "g2- r2+ me\nme g1+ g2+\n.marking { <g1-,r1+> <g2-,r2+> me }\n.end\n"

#endif
