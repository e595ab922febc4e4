#include "check/pipeline/check_function.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "check/check_inner.h"
#include "check/check_names.h"
#include "check/check_type.h"

enum { MOST_BITS = BL_WIDE_BITS, BYTE = 8, CRC_BITS = 32 };

/* A function that is being put together: bit i is the XOR of the bits of the column in masks[i],
   and of bit i of `ones`. */
struct map {
    const struct bl_column *column;
    const struct bl_function *function; /* the one that it is all of, or NULL */
    int bits;
    int low; /* where bits were taken of something: the lowest, counted there */
    bl_wide masks[MOST_BITS], ones;
};

static bool empty_slice(struct bl_check *check, const struct bl_slice *slice, const char *reason) {
    bl_report(check->diags, BL_MSG_SLICE_EMPTY, slice->range, reason);
    return false;
}

/* Whether an expression names something: what it is worth may change with the shape of the cluster.
 */
static bool has_name(const struct bl_expression *expression) {
    switch (expression->kind) {
    case BL_EXPRESSION_NAME: return true;
    case BL_EXPRESSION_CALL: return has_name(expression->call.argument);
    case BL_EXPRESSION_NEGATE: return has_name(expression->binary.left);
    case BL_EXPRESSION_BINARY:
        return has_name(expression->binary.left) || has_name(expression->binary.right);
    default: return false;
    }
}

/* The lowest bit and the number of bits, relative to the base; false after an error. No bits at all
   are an error where nothing but numbers says so. */
static bool slice_bounds(struct bl_check *check, const struct bl_slice *slice, int64_t *lsb,
                         int64_t *bits) {
    int64_t second = 0;
    bool good = bl_check_whole(check, slice->first, lsb);
    if (slice->second) good &= bl_check_whole(check, slice->second, &second);
    if (!good) return false;
    *bits = slice->kind == BL_SLICE_WIDTH ? second : 1;
    bool named = slice->second && (has_name(slice->first) || has_name(slice->second));
    if (slice->kind == BL_SLICE_WIDTH && second < !named)
        return empty_slice(check, slice, "after `+:` comes a width of at least 1");
    if (slice->kind != BL_SLICE_BOUNDS) return true;
    if (*lsb < second && (!named || *lsb != second - 1))
        return empty_slice(check, slice, "the higher bit comes first, as in `key[5:3]`");
    if (__builtin_sub_overflow(*lsb, second, bits) || *bits == INT64_MAX) *bits = INT64_MAX;
    else ++*bits;
    *lsb = second;
    return true;
}

static const char *base_text(struct bl_check *check, const struct bl_slice *slice) {
    struct bl_text text = {0};
    bl_slice_print(&text, slice, true);
    const char *copy = bl_strndup(check->arena, text.bytes, text.length);
    bl_text_free(&text);
    return copy;
}

static bool inside(struct bl_check *check, const struct bl_slice *slice, int64_t lsb, int64_t bits,
                   const struct map *map) {
    if (lsb >= 0 && bits <= map->bits && lsb <= map->bits - bits) return true;
    const char *name = base_text(check, slice);
    if (!map->bits)
        return empty_slice(check, slice, bl_format(check->arena, "`%s` has none", name));
    int64_t last;
    if (__builtin_add_overflow(lsb, bits - 1, &last)) last = INT64_MAX;
    struct bl_diagnostic *diagnostic = bl_report(check->diags, BL_MSG_SLICE_OUTSIDE, slice->range,
                                                 (long long)lsb, (long long)last, name,
                                                 map->bits - 1);
    const struct bl_binding *declared = slice->of == BL_OF_NAME ? slice->name.symbol->value : NULL;
    if (declared)
        bl_note(check->diags, diagnostic, map->function ? declared->range : map->column->range,
                "declared here");
    return false;
}

static void of_function(struct map *map, const struct bl_function *function) {
    *map = (struct map){.column = function->column,
                        .function = function,
                        .bits = function->bits,
                        .ones = function->ones};
    for (int i = 0; i < function->bits; i++)
        map->masks[i] = function->mix ? function->masks[i] : (bl_wide)1 << (function->lsb + i);
}

static void of_column(struct map *map, const struct bl_column *column) {
    const struct bl_function all = {.column = column, .bits = column->bits};
    of_function(map, &all);
    map->function = NULL;
}

/* A name inside a pipeline that has bits: a column or a function. */
static bool of_name(struct bl_check *check, struct bl_name name, struct map *map) {
    static const char wanted[] = "a function or a column";
    struct bl_binding *binding = name.symbol ? name.symbol->value : NULL;
    if (binding && binding->kind == BL_BIND_FUNCTION) {
        binding->used = true;
        of_function(map, binding->function);
        return true;
    }
    if (binding && binding->kind == BL_BIND_VERSION && !binding->column.named) {
        const char *column = binding->column.version->column->name;
        bl_report(check->diags, BL_MSG_SLICE_OF_VERSION, name.range, column, name.symbol->text);
        return false;
    }
    binding = bl_find(check, name, BL_BIND_VERSION, wanted);
    if (binding) of_column(map, binding->column.named);
    return binding;
}

static bool evaluate(struct bl_check *check, const struct bl_slice *slice, struct map *map);

/* Whether a part looks at the column that the parts before it look at. */
static bool same_column(struct bl_check *check, const struct bl_slice *part, struct map *map,
                        const struct bl_column *column) {
    if (!map->column) map->column = column;
    if (map->column == column) return true;
    bl_report(check->diags, BL_MSG_FUNCTION_COLUMNS, part->range, map->column->name, column->name,
              map->column->name, bl_type_word(map->column), column->name, bl_type_word(column));
    return false;
}

/* The first part has the highest bits. */
static bool of_join(struct bl_check *check, const struct bl_slice *slice, struct map *map) {
    *map = (struct map){0};
    for (const struct bl_slice *part = slice->parts; part; part = part->next) {
        struct map one;
        if (!evaluate(check, part, &one) || !same_column(check, part, map, one.column))
            return false;
        if (map->bits + one.bits > MOST_BITS) {
            bl_report(check->diags, BL_MSG_FUNCTION_WIDTH, slice->range, MOST_BITS);
            return false;
        }
        memmove(map->masks + one.bits, map->masks, sizeof *map->masks * (size_t)map->bits);
        memcpy(map->masks, one.masks, sizeof *map->masks * (size_t)one.bits);
        map->ones = (one.bits < MOST_BITS ? map->ones << one.bits : 0) | one.ones;
        map->bits += one.bits;
    }
    return true;
}

/* The shorter ones have zeros in front. */
static bool of_xor(struct bl_check *check, const struct bl_slice *slice, struct map *map) {
    *map = (struct map){0};
    for (const struct bl_slice *part = slice->parts; part; part = part->next) {
        struct map one;
        if (!evaluate(check, part, &one) || !same_column(check, part, map, one.column))
            return false;
        for (int i = 0; i < one.bits; i++) map->masks[i] ^= one.masks[i];
        map->ones ^= one.ones;
        if (one.bits > map->bits) map->bits = one.bits;
    }
    return true;
}

/* CRC-32C (Castagnoli, RFC 3720): the polynomial with its bits reversed, as the register shifts
   to the right. */
static uint32_t crc32c(bl_wide value, int bits) {
    uint32_t crc = ~UINT32_C(0);
    for (int i = 0; i < bits; i++) {
        crc ^= (uint32_t)(value >> i & 1);
        crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0x82f63b78) : 0);
    }
    return ~crc;
}

/* The checksum is affine: that of 0, and what every bit of the argument changes in it. */
static void of_crc32c(const struct map *argument, struct map *map) {
    uint32_t none = crc32c(0, argument->bits);
    *map = (struct map){.column = argument->column, .bits = CRC_BITS, .ones = none};
    for (int i = 0; i < argument->bits; i++) {
        uint32_t change = crc32c((bl_wide)1 << i, argument->bits) ^ none;
        for (int o = 0; o < CRC_BITS; o++)
            if (change >> o & 1) map->masks[o] ^= argument->masks[i];
        if (argument->ones >> i & 1) map->ones ^= change;
    }
}

static bool of_call(struct bl_check *check, const struct bl_slice *slice, struct map *map) {
    struct map argument;
    if (strcmp(slice->name.symbol->text, "crc32c")) {
        bl_report(check->diags, BL_MSG_UNKNOWN_MIX, slice->name.range, slice->name.symbol->text);
        return false;
    }
    if (slice->parts->next) {
        bl_report(check->diags, BL_MSG_MIX_ARGUMENTS, slice->range);
        return false;
    }
    if (!evaluate(check, slice->parts, &argument)) return false;
    if (!argument.bits || argument.bits % BYTE) {
        bl_report(check->diags, BL_MSG_MIX_BYTES, slice->parts->range,
                  base_text(check, slice->parts), argument.bits, bl_ending(argument.bits, "s"));
        return false;
    }
    of_crc32c(&argument, map);
    return true;
}

/* What bits may be taken of. */
static bool evaluate_base(struct bl_check *check, const struct bl_slice *slice, struct map *map) {
    switch (slice->of) {
    case BL_OF_JOIN: return of_join(check, slice, map);
    case BL_OF_XOR: return of_xor(check, slice, map);
    case BL_OF_CALL: return of_call(check, slice, map);
    default: return of_name(check, slice->name, map);
    }
}

static bool evaluate(struct bl_check *check, const struct bl_slice *slice, struct map *map) {
    int64_t lsb, bits;
    if (!evaluate_base(check, slice, map)) return false;
    if (slice->kind == BL_SLICE_WHOLE) return true;
    if (!slice_bounds(check, slice, &lsb, &bits) || !inside(check, slice, lsb, bits, map))
        return false;
    map->function = NULL;
    map->bits = (int)bits;
    map->low = (int)lsb;
    memmove(map->masks, map->masks + lsb, sizeof *map->masks * (size_t)bits);
    map->ones = bits ? map->ones >> lsb & bl_wide_ones((int)bits) : 0;
    return true;
}

/* Whether the map is a run of bits of its column, from *lsb on. Of functions without bits there is
 * one a column. */
static bool is_run(const struct map *map, int *lsb) {
    *lsb = 0;
    while (map->bits && *lsb < MOST_BITS - 1 && !(map->masks[0] >> *lsb & 1)) ++*lsb;
    for (int i = 0; i < map->bits; i++)
        if (map->masks[i] != (*lsb + i < MOST_BITS ? (bl_wide)1 << (*lsb + i) : 0)) return false;
    return !map->ones;
}

/* The function that has been seen with this map first, or NULL. */
static const struct bl_function *find_mix(const struct bl_check *check, const struct map *map) {
    for (int i = 0; i < check->mixes.count; i++) {
        const struct bl_function *seen = check->mixes.items[i];
        if (seen->column == map->column && seen->bits == map->bits && seen->ones == map->ones &&
            !memcmp(seen->masks, map->masks, sizeof *map->masks * (size_t)map->bits))
            return seen;
    }
    return NULL;
}

static const struct bl_function *make_mix(struct bl_check *check, const struct map *map,
                                          struct bl_function *function) {
    const struct bl_function *seen = find_mix(check, map);
    function->mix = seen ? seen->mix : check->mixes.count + 1;
    function->ones = map->ones;
    bl_wide *masks = BL_NEW(check->arena, bl_wide, map->bits);
    memcpy(masks, map->masks, sizeof *masks * (size_t)map->bits);
    function->masks = masks;
    if (!seen) *BL_APPEND(check->arena, &check->mixes) = function;
    return function;
}

/* "key[5:3]": of a column's own bits, or of a function by its name or as written. */
static const char *name_of(struct bl_check *check, const struct bl_slice *slice,
                           const struct map *map, bool run, int lsb) {
    if (run && !(slice->kind == BL_SLICE_WHOLE && slice->of == BL_OF_NAME))
        return bl_bits_text(check->arena, map->column->name, lsb, map->bits);
    const char *base = base_text(check, slice);
    if (slice->kind == BL_SLICE_WHOLE) return base;
    return bl_bits_text(check->arena, base, map->low, map->bits);
}

const struct bl_function *bl_check_slice(struct bl_check *check, const struct bl_slice *slice) {
    struct map map;
    int lsb;
    if (!evaluate(check, slice, &map)) return NULL;
    if (map.function && slice->of == BL_OF_NAME) return map.function;
    bool run = is_run(&map, &lsb);
    struct bl_function *function = BL_NEW(check->arena, struct bl_function, 1);
    *function = (struct bl_function){.name = name_of(check, slice, &map, run, lsb),
                                     .column = map.column,
                                     .lsb = run ? lsb : 0,
                                     .bits = map.bits,
                                     .range = slice->range};
    return run ? function : make_mix(check, &map, function);
}
