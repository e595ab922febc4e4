/* Names, each kept once: the same spelling is the same symbol, so that later steps compare and look
 * up by address. */
#ifndef BL_SYMBOLS_H
#define BL_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "ir/program.h"

struct bl_arena;

/* Words that cannot be names; those of buses and `stage` can, for they are looked for in places
   where no name stands. Stage words come from the stage table. */
// clang-format off
#define BL_WORDS(ROW) \
    ROW(IMPORT, "import") ROW(CONST, "const") ROW(CLUSTER, "cluster") \
    ROW(RECORD, "record") ROW(BUS, "bus") ROW(TRAFFIC, "traffic") \
    ROW(TRANSFER, "transfer") ROW(OWN, "stage") ROW(PIPELINE, "pipeline") ROW(LET, "let") \
    ROW(PASS, "pass") ROW(REPEAT, "repeat") ROW(PARTITION, "partition") \
    ROW(ON, "on") ROW(IN, "in") ROW(BY, "by") \
    ROW(AS, "as") ROW(AT, "at")
// clang-format on

enum bl_word {
    BL_WORD_NONE,
#define ROW(name, word) BL_WORD_##name,
    BL_WORDS(ROW)
#undef ROW
        BL_WORD_STAGE, /* BL_WORD_STAGE + kind: the word of a stage */
};

static inline bool bl_word_is_name(int word) {
    return !word || word == BL_WORD_BUS || word == BL_WORD_TRAFFIC || word == BL_WORD_TRANSFER ||
           word == BL_WORD_OWN || word == BL_WORD_AT;
}

struct bl_binding;

struct bl_symbol {
    const char *text;
    int length;
    bool foreign; /* has a letter outside ASCII, which was reported */
    int word;     /* enum bl_word, or BL_WORD_STAGE + enum bl_stage_kind */
    struct bl_binding
        *value; /* the checker's: what the name means in expressions and passes now, or NULL */
    struct bl_binding *type; /* the checker's: the record, cluster or bus of this name, or NULL */
    int made;                /* the checker's: versions and products that carried the name so far */
    const void *owner;       /* the checker's: the list that named it last, */
    struct bl_range place;   /* and where; so that a name that comes twice is found at once */
};

struct bl_symbols {
    struct bl_arena *arena;
    uint64_t *slots; /* open addressing */
    struct {
        struct bl_symbol **items;
        int count, capacity;
    } chunks;
    int capacity, count; /* capacity is a power of two */
};

struct bl_symbols *bl_symbols_new(struct bl_arena *arena);
/* The symbol of this spelling, made when it is new. */
struct bl_symbol *bl_symbol(struct bl_symbols *symbols, const char *text, size_t length);
/* The symbol of this spelling, or NULL when there is none. */
struct bl_symbol *bl_symbol_find(const struct bl_symbols *symbols, const char *text, size_t length);

/* A symbol one slip of the finger away from `name` (a letter missing, added, changed, or two
   swapped) for which `fits` holds, or NULL. The time does not depend on the number of symbols. */
struct bl_symbol *bl_symbol_near(const struct bl_symbols *symbols, const struct bl_symbol *name,
                                 bool (*fits)(const struct bl_symbol *symbol));

#endif
