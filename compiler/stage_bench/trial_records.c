#include "stage_bench/trial_records.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/text.h"
#include "base/tools/toolchain.h"
#include "check/check_type.h"

static uint64_t all_ones(const struct bl_column *column) {
    return column->bits == 64 ? UINT64_MAX : (UINT64_C(1) << column->bits) - 1;
}

/* ---- values */

static uint64_t bits_of_float(const struct bl_column *column, double number) {
    uint64_t bits = 0;
    float single = (float)number;
    uint32_t single_bits;
    memcpy(&single_bits, &single, sizeof single_bits);
    memcpy(&bits, &number, sizeof bits);
    return column->bits == 32 ? single_bits : bits;
}

static double float_of_bits(const struct bl_column *column, uint64_t bits) {
    uint32_t single_bits = (uint32_t)bits;
    float single;
    double number;
    memcpy(&single, &single_bits, sizeof single);
    memcpy(&number, &bits, sizeof number);
    return column->bits == 32 ? (double)single : number;
}

static int64_t as_signed(const struct bl_column *column, uint64_t bits) {
    uint64_t sign = UINT64_C(1) << (column->bits - 1);
    return (int64_t)((bits ^ sign) - sign);
}

static bool read_bits(const struct bl_column *column, const char *text, char **end,
                      uint64_t *bits) {
    *bits = strtoull(text, end, 16);
    return *bits <= all_ones(column);
}

static bool read_whole(const struct bl_column *column, const char *text, char **end,
                       uint64_t *bits) {
    bool negative = *text == '-';
    if (negative && !column->is_signed) return false;
    uint64_t most = column->is_signed ? all_ones(column) / 2 + negative : all_ones(column),
             number = strtoull(text + negative, end, 10);
    *bits = (negative ? 0 - number : number) & all_ones(column);
    return isdigit((unsigned char)text[negative]) && number <= most;
}

bool bl_trial_number(const struct bl_column *column, const char *text, uint64_t *bits) {
    char *end = NULL;
    bool good = true;
    errno = 0;
    if (!strncmp(text, "0x", 2) || !strncmp(text, "0X", 2))
        good = isxdigit((unsigned char)text[2]) && read_bits(column, text, &end, bits);
    else if (column->is_float) *bits = bits_of_float(column, strtod(text, &end));
    else good = read_whole(column, text, &end, bits);
    return good && end != text && !*end && (!errno || column->is_float);
}

static const char *show_digits(struct bl_arena *arena, const struct bl_column *column,
                               uint64_t bits, uint64_t unknown) {
    char *text = bl_format(arena, "0x%0*" PRIx64, column->bits / 4, bits);
    for (int i = 0; i < column->bits / 4; i++)
        if (unknown >> 4 * (column->bits / 4 - 1 - i) & 15) text[2 + i] = 'x';
    return text;
}

const char *bl_trial_show(struct bl_arena *arena, const struct bl_column *column, uint64_t bits,
                          uint64_t unknown) {
    const char *digits = show_digits(arena, column, bits, unknown);
    if (unknown) return bl_format(arena, "%s (unknown)", digits);
    if (column->is_float)
        return bl_format(arena, "%s (%.*g)", digits, column->bits == 32 ? 9 : 17,
                         float_of_bits(column, bits));
    if (column->is_signed)
        return bl_format(arena, "%s (%" PRId64 ")", digits, as_signed(column, bits));
    return bl_format(arena, "%s (%" PRIu64 ")", digits, bits);
}

/* ---- corners */

struct values {
    struct bl_arena *arena;
    uint64_t *items;
    int count, capacity;
};

static void add(struct values *values, uint64_t value) {
    *BL_APPEND(values->arena, values) = value;
}

/* Zero, the largest and smallest numbers, single bits, and all but one. */
static void add_patterns(struct values *values, const struct bl_column *column) {
    uint64_t ones = all_ones(column);
    add(values, 0);
    add(values, ones);
    for (int bit = 0; bit < column->bits; bit++) add(values, UINT64_C(1) << bit);
    for (int bit = 0; bit < column->bits; bit++) add(values, ones ^ UINT64_C(1) << bit);
}

/* Both signs of infinity, of NaN that is quiet and that signals, of the smallest and largest
   denormal and normal numbers, and of one. */
static void add_floats(struct values *values, const struct bl_column *column) {
    int fraction = column->bits == 32 ? 23 : 52;
    uint64_t infinity = (all_ones(column) >> 1) >> fraction << fraction,
             unit = UINT64_C(1) << fraction, sign = UINT64_C(1) << (column->bits - 1);
    const uint64_t numbers[] = {
        infinity,     infinity | unit >> 1,      infinity | 1, 1, unit - 1, unit,
        infinity - 1, bits_of_float(column, 1.0)};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        add(values, numbers[i]);
        add(values, numbers[i] | sign);
    }
}

/* A parameter may be a bound: the number itself, and those beside it. */
static void add_parameters(struct values *values, const struct bl_column *column,
                           const struct bl_own *own) {
    for (int i = 0; i < own->parameter_count && !column->is_float; i++)
        for (int64_t off = -1; off <= 1; off++)
            add(values, (uint64_t)(own->parameters[i].value + off) & all_ones(column));
}

/* splitmix64 */
static uint64_t next(uint64_t *random) {
    uint64_t value = *random += UINT64_C(0x9e3779b97f4a7c15);
    value = (value ^ value >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ value >> 27) * UINT64_C(0x94d049bb133111eb);
    return value ^ value >> 31;
}

/* One column has the corner; the others are zero, all ones, or anything. */
static void add_corner(struct bl_arena *arena, struct bl_trial_records *records,
                       const struct bl_own *own, int column, uint64_t corner, uint64_t *random) {
    for (int kind = 0; kind < (own->take_count > 1 ? 3 : 1); kind++)
        for (int i = 0; i < own->take_count; i++) {
            uint64_t other = kind == 0 ? 0 : kind == 1 ? UINT64_MAX : next(random);
            *BL_APPEND(arena, records) = i == column ? corner : other & all_ones(&own->takes[i]);
        }
}

void bl_trial_add_corners(struct bl_arena *arena, struct bl_trial_records *records,
                          const struct bl_own *own, uint64_t *random) {
    for (int i = 0; i < own->take_count; i++) {
        struct values values = {.arena = arena};
        add_patterns(&values, &own->takes[i]);
        if (own->takes[i].is_float) add_floats(&values, &own->takes[i]);
        add_parameters(&values, &own->takes[i], own);
        for (int v = 0; v < values.count; v++)
            add_corner(arena, records, own, i, values.items[v], random);
    }
}

/* ---- random values */

/* Every other one is small, or a number that is not far from one. */
uint64_t bl_trial_random_value(const struct bl_column *column, uint64_t *random) {
    uint64_t value = next(random), how = next(random);
    int fraction = column->bits == 32 ? 23 : 52;
    if (how & 1) return value & all_ones(column);
    if (!column->is_float) return (value & all_ones(column)) >> (how >> 1) % (uint64_t)column->bits;
    double size = (double)((how >> 1) % 4096) / 16.0;
    uint64_t low = value & ((UINT64_C(1) << (fraction - 8)) - 1);
    return bits_of_float(column, value >> 63 ? -size : size) ^ low;
}

void bl_trial_add_random(struct bl_arena *arena, struct bl_trial_records *records,
                         const struct bl_own *own, uint64_t *random, int count) {
    for (int r = 0; r < count; r++)
        for (int i = 0; i < own->take_count; i++)
            *BL_APPEND(arena, records) = bl_trial_random_value(&own->takes[i], random);
}

/* ---- a file */

struct reading {
    struct bl_arena *arena;
    struct bl_trial_records *records;
    const struct bl_own *own;
    const char *path;
    int line;
};

static bool read_number(struct reading *reading, const char *word, int column) {
    const struct bl_own *own = reading->own;
    uint64_t bits = 0;
    if (column < own->take_count && bl_trial_number(&own->takes[column], word, &bits)) {
        *BL_APPEND(reading->arena, reading->records) = bits;
        return true;
    }
    if (column < own->take_count)
        fprintf(stderr, "bankloom stage: %s:%d: '%s' is not a number for column %s, which is %s\n",
                reading->path, reading->line, word, own->takes[column].name,
                bl_type_word(&own->takes[column]));
    return false;
}

/* One line without its end: no words, or one for every column. */
static bool read_record(struct reading *reading, char *line) {
    static const char between[] = " \t\r,";
    int count = 0;
    char *comment = strstr(line, "//");
    if (comment) *comment = 0;
    line[strcspn(line, "#")] = 0;
    for (line += strspn(line, between); *line; line += strspn(line, between)) {
        size_t length = strcspn(line, between);
        const char *word = bl_strndup(reading->arena, line, length);
        if (count < reading->own->take_count && !read_number(reading, word, count)) return false;
        count++;
        line += length;
    }
    if (!count || count == reading->own->take_count) return true;
    fprintf(stderr, "bankloom stage: %s:%d: %d number%s, and stage %s takes %d\n", reading->path,
            reading->line, count, bl_ending(count, "s"), reading->own->name,
            reading->own->take_count);
    return false;
}

bool bl_trial_read(struct bl_arena *arena, struct bl_trial_records *records,
                   const struct bl_own *own, const char *path) {
    struct reading reading = {arena, records, own, path, 0};
    struct bl_text text = {0};
    int error = bl_read_file(&text, path);
    bool good = !error;
    if (error) fprintf(stderr, "bankloom stage: cannot read %s: %s\n", path, strerror(error));
    bl_text_bytes(&text, "", 1);
    for (char *at = text.bytes; good && *at;) {
        size_t length = strcspn(at, "\n");
        bool last = !at[length];
        at[length] = 0;
        reading.line++;
        good = read_record(&reading, at);
        at += length + !last;
    }
    bl_text_free(&text);
    records->given = bl_trial_record_count(records);
    return good;
}
