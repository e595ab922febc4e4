/* Names, each kept once: the same spelling is the same symbol, so that later steps compare and look
 * up by address. */
#ifndef BL_SYMBOLS_H
#define BL_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "ir/stage.h"
#include "kind/kinds.h"

struct bl_arena;

/* Words that cannot be names; `stage`, `dma` and `at` can, for they are looked for in places where
   no name stands. Stage words come from the stage table, those of kinds of program from theirs. */
// clang-format off
#define BL_WORDS(ROW) \
    ROW(IMPORT, "import") ROW(CONST, "const") ROW(CLUSTER, "cluster") \
    ROW(RECORD, "record") ROW(OWN, "stage") ROW(DMA, "dma") ROW(LET, "let") ROW(PASS, "pass") \
    ROW(REPEAT, "repeat") ROW(PARTITION, "partition") \
    ROW(ON, "on") ROW(IN, "in") ROW(BY, "by") \
    ROW(AS, "as") ROW(AT, "at")
// clang-format on

enum bl_word {
    BL_WORD_NONE,
#define ROW(name, word) BL_WORD_##name,
    BL_WORDS(ROW)
#undef ROW
        BL_WORD_STAGE,                            /* BL_WORD_STAGE + kind: the word of a stage */
    BL_WORD_KIND = BL_WORD_STAGE + BL_STAGE_KINDS /* and on: bl_kind_word, by its number */
};

/* Whether it is the word of a stage. */
static inline bool bl_word_is_stage(int word) {
    return word >= BL_WORD_STAGE && word < BL_WORD_KIND;
}
/* Whether a statement or a declaration begins with it, or a declaration. */
static inline bool bl_word_begins(int word) {
    return word && (word < BL_WORD_ON || word >= BL_WORD_KIND);
}
static inline bool bl_word_declares(int word) {
    return word && (word < BL_WORD_LET || word >= BL_WORD_KIND);
}

/* Whether a program may use the word as a name. */
static inline bool bl_word_is_name(int word) {
    return !word || word == BL_WORD_OWN || word == BL_WORD_DMA || word == BL_WORD_AT ||
           (word >= BL_WORD_KIND && !bl_kind_word(word - BL_WORD_KIND, NULL)->reserved);
}

struct bl_binding;

struct bl_symbol {
    const char *text;
    int length;
    bool foreign; /* has a letter outside ASCII, which was reported */
    int word;     /* enum bl_word, BL_WORD_STAGE + enum bl_stage_kind, or BL_WORD_KIND + number */
    struct bl_binding
        *value; /* the checker's: what the name means in expressions and passes now, or NULL */
    struct bl_binding
        *type;             /* the checker's: the record, cluster or program of this name, or NULL */
    int made;              /* the checker's: versions and products that carried the name so far */
    const void *owner;     /* the checker's: the list that named it last, */
    struct bl_range place; /* and where; so that a name that comes twice is found at once */
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

/* A table that has the words of the language and nothing else. */
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
