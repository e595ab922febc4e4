#include "syntax/symbols.h"

#include <string.h>
#include <xxhash.h>

#include "base/arena.h"
#include "ir/stage.h"

enum { FIRST_CAPACITY = 1024, CHUNK = 512, LONGEST_GUESS = 40 };

/* A slot holds the upper half of the hash above the number of the symbol, counted from 1: 8 bytes,
   so that the table of a long program stays small. Symbols lie in chunks, in the order in which
   they were met: names that stand together in the source lie together. */
static struct bl_symbol *symbol_at(const struct bl_symbols *symbols, uint64_t slot) {
    uint32_t number = (uint32_t)slot - 1;
    return &symbols->chunks.items[number / CHUNK][number % CHUNK];
}

/* Names that differ only in their last letter get slots side by side, for programs number their
   names: the next one is already in the cache. */
static uint64_t hash_of(const char *text, size_t length) {
    uint64_t hash = XXH3_64bits(text, length ? length - 1 : 0),
             last = length ? (unsigned char)text[length - 1] : 0;
    return (hash ^ (last * 0x9E3779B1u << 32)) + last;
}

static struct bl_symbol *find(const struct bl_symbols *symbols, const char *text, size_t length,
                              uint64_t hash) {
    uint64_t mask = (uint64_t)symbols->capacity - 1;
    for (uint64_t i = hash & mask; symbols->slots[i]; i = (i + 1) & mask) {
        if ((symbols->slots[i] ^ hash) >> 32) continue;
        struct bl_symbol *symbol = symbol_at(symbols, symbols->slots[i]);
        if ((size_t)symbol->length == length && !memcmp(symbol->text, text, length)) return symbol;
    }
    return NULL;
}

static void insert(struct bl_symbols *symbols, uint64_t hash, uint32_t number) {
    uint64_t mask = (uint64_t)symbols->capacity - 1, i = hash & mask;
    while (symbols->slots[i]) i = (i + 1) & mask;
    symbols->slots[i] = (hash >> 32 << 32) | number;
}

/* Twice the slots. The lower half of the hash is computed anew. */
static void grow(struct bl_symbols *symbols) {
    symbols->capacity = symbols->capacity ? symbols->capacity * 2 : FIRST_CAPACITY;
    symbols->slots = BL_NEW(symbols->arena, uint64_t, symbols->capacity);
    for (uint32_t number = 1; number <= (uint32_t)symbols->count; number++) {
        const struct bl_symbol *symbol = symbol_at(symbols, number);
        insert(symbols, hash_of(symbol->text, (size_t)symbol->length), number);
    }
}

static struct bl_symbol *add(struct bl_symbols *symbols, const char *text, size_t length,
                             uint64_t hash) {
    if (symbols->count * 2 >= symbols->capacity) grow(symbols);
    if (symbols->count % CHUNK == 0)
        *BL_APPEND(symbols->arena, &symbols->chunks) = BL_NEW(symbols->arena, struct bl_symbol,
                                                              CHUNK);
    uint32_t number = (uint32_t)++symbols->count;
    struct bl_symbol *symbol = symbol_at(symbols, number);
    symbol->text = bl_strndup(symbols->arena, text, length);
    symbol->length = (int)length;
    insert(symbols, hash, number);
    return symbol;
}

struct bl_symbol *bl_symbol(struct bl_symbols *symbols, const char *text, size_t length) {
    uint64_t hash = hash_of(text, length);
    struct bl_symbol *symbol = find(symbols, text, length, hash);
    return symbol ? symbol : add(symbols, text, length, hash);
}

struct bl_symbol *bl_symbol_find(const struct bl_symbols *symbols, const char *text,
                                 size_t length) {
    return find(symbols, text, length, hash_of(text, length));
}

static void add_word(struct bl_symbols *symbols, const char *text, int word) {
    bl_symbol(symbols, text, strlen(text))->word = word;
}

struct bl_symbols *bl_symbols_new(struct bl_arena *arena) {
    struct bl_symbols *symbols = BL_NEW(arena, struct bl_symbols, 1);
    symbols->arena = arena;
    grow(symbols);
#define ROW(name, word) add_word(symbols, word, BL_WORD_##name);
    BL_WORDS(ROW)
#undef ROW
    for (int kind = 0; kind < BL_STAGE_KINDS; kind++)
        if (kind != BL_OWN) /* it goes by the name that the user has given it */
            add_word(symbols, bl_stage_word((enum bl_stage_kind)kind), BL_WORD_STAGE + kind);
    const struct bl_kind_word *row;
    for (int i = 0; (row = bl_kind_word(i, NULL)); i++)
        add_word(symbols, row->word, BL_WORD_KIND + i);
    return symbols;
}

/* One guess at what was meant, and the rule for taking it. */
struct guess {
    const struct bl_symbols *symbols;
    const struct bl_symbol *name;
    bool (*fits)(const struct bl_symbol *symbol);
    char text[LONGEST_GUESS + 2];
};

static struct bl_symbol *look_up(const struct guess *guess, int length) {
    struct bl_symbol *found = length > 0
                                  ? bl_symbol_find(guess->symbols, guess->text, (size_t)length)
                                  : NULL;
    return found && found != guess->name && guess->fits(found) ? found : NULL;
}

/* Tries every letter at `place` of a guess of `length` letters. */
static struct bl_symbol *try_letters(struct guess *guess, int place, int length) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (const char *letter = letters; *letter; letter++) {
        guess->text[place] = *letter;
        struct bl_symbol *found = look_up(guess, length);
        if (found) return found;
    }
    return NULL;
}

/* Guesses that differ at `place`: two letters swapped, one too many, one wrong, one missing. */
static struct bl_symbol *try_place(struct guess *guess, int place) {
    const char *text = guess->name->text;
    int length = guess->name->length;
    struct bl_symbol *found = NULL;
    memcpy(guess->text, text, (size_t)length);
    if (place + 1 < length) {
        guess->text[place] = text[place + 1];
        guess->text[place + 1] = text[place];
        found = look_up(guess, length);
    }
    if (!found && place < length) {
        memcpy(guess->text, text, (size_t)place);
        memcpy(guess->text + place, text + place + 1, (size_t)(length - place - 1));
        found = look_up(guess, length - 1);
    }
    memcpy(guess->text, text, (size_t)length);
    if (!found && place < length) found = try_letters(guess, place, length);
    memcpy(guess->text, text, (size_t)place);
    memcpy(guess->text + place + 1, text + place, (size_t)(length - place));
    return found ? found : try_letters(guess, place, length + 1);
}

struct bl_symbol *bl_symbol_near(const struct bl_symbols *symbols, const struct bl_symbol *name,
                                 bool (*fits)(const struct bl_symbol *symbol)) {
    if (name->length > LONGEST_GUESS) return NULL;
    struct guess guess = {.symbols = symbols, .name = name, .fits = fits};
    for (int place = name->length; place >= 0; place--) {
        struct bl_symbol *found = try_place(&guess, place);
        if (found) return found;
    }
    return NULL;
}
