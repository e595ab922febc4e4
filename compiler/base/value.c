#include "base/value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    signed char bytes, seconds;
    bool share;
    enum bl_units units;
    const char *text, *example;
} amounts[] = {
#define ROW(name, bytes, seconds, share, units, text, example) \
    {bytes, seconds, share, BL_UNITS_##units, text, example},
    BL_AMOUNTS(ROW)
#undef ROW
};

enum {
    DECIMAL = BL_UNITS_DECIMAL,
    BINARY = BL_UNITS_BINARY,
    BITS = BL_UNITS_BITS,
    BIT = BL_UNITS_BIT,
    ALL = DECIMAL | BINARY | BITS | BIT
};

/* Decimal prefixes are powers of 1000, also of bytes; Ki, Mi, Gi and Ti are powers of 1024. Within
 * a family the largest comes last. */
static const struct {
    const char *word;
    signed char bytes, seconds;
    int families; /* enum bl_units */
    double scale;
    bool share;
} units[] = {
    {"B", 1, 0, DECIMAL | BINARY, 1, false},
    {"KB", 1, 0, DECIMAL, 1e3, false},
    {"MB", 1, 0, DECIMAL, 1e6, false},
    {"GB", 1, 0, DECIMAL, 1e9, false},
    {"TB", 1, 0, DECIMAL, 1e12, false},
    {"KiB", 1, 0, BINARY, 1024.0, false},
    {"MiB", 1, 0, BINARY, 1048576.0, false},
    {"GiB", 1, 0, BINARY, 1073741824.0, false},
    {"TiB", 1, 0, BINARY, 1099511627776.0, false},
    {"bit", 1, 0, BITS | BIT, 0.125, false},
    {"kbit", 1, 0, BITS, 125, false},
    {"Mbit", 1, 0, BITS, 125e3, false},
    {"Gbit", 1, 0, BITS, 125e6, false},
    {"%", 0, 0, ALL, 0.01, true},
    {"Hz", 0, -1, ALL, 1, false},
    {"kHz", 0, -1, ALL, 1e3, false},
    {"MHz", 0, -1, ALL, 1e6, false},
    {"GHz", 0, -1, ALL, 1e9, false},
    {"ps", 0, 1, ALL, 1e-12, false},
    {"ns", 0, 1, ALL, 1e-9, false},
    {"us", 0, 1, ALL, 1e-6, false},
    {"ms", 0, 1, ALL, 1e-3, false},
    {"s", 0, 1, ALL, 1, false},
};
enum { UNITS = sizeof units / sizeof *units };

const char *bl_amount_text(enum bl_amount amount) { return amounts[amount].text; }
const char *bl_amount_example(enum bl_amount amount) { return amounts[amount].example; }

bool bl_value_is(struct bl_value value, enum bl_amount amount) {
    return value.bytes == amounts[amount].bytes && value.seconds == amounts[amount].seconds &&
           value.share == amounts[amount].share;
}

static bool is_of_bits(enum bl_amount amount) { return amounts[amount].units & (BITS | BIT); }

double bl_value_amount(struct bl_value value, enum bl_amount amount) {
    return is_of_bits(amount) ? 8 * value.real : value.real;
}

struct bl_value bl_amount_value(enum bl_amount amount, double real) {
    return (struct bl_value){.bits = is_of_bits(amount),
                             .share = amounts[amount].share,
                             .bytes = amounts[amount].bytes,
                             .seconds = amounts[amount].seconds,
                             .real = is_of_bits(amount) ? real / 8 : real};
}

struct bl_value bl_value_integer(int64_t integer) {
    return (struct bl_value){.whole = true, .integer = integer, .real = (double)integer};
}
struct bl_value bl_value_real(double real) {
    return (struct bl_value){.real = real};
}

static double scaled(double real, double scale) {
    return scale < 1 ? real / (1 / scale) : real * scale;
}

bool bl_value_unit(struct bl_value *value, const char *word, bool per_second) {
    for (int i = 0; i < UNITS; i++) {
        if (strcmp(units[i].word, word)) continue;
        if (per_second && !units[i].bytes) return false;
        value->whole = false;
        value->bits = units[i].families & BITS && units[i].bytes;
        value->share = units[i].share;
        value->bytes = units[i].bytes;
        value->seconds = (signed char)(units[i].seconds - per_second);
        value->real = scaled(value->real, units[i].scale);
        return true;
    }
    return false;
}

bool bl_value_read(struct bl_value *value, const char *text) {
    char *end, word[16];
    *value = bl_value_real(strtod(text, &end));
    if (end == text) return false;
    while (*end == ' ') end++;
    size_t length = strcspn(end, "/");
    bool rate = !strcmp(end + length, "/s");
    if (!*end) return true;
    if (length >= sizeof word || (end[length] && !rate)) return false;
    memcpy(word, end, length);
    word[length] = 0;
    return bl_value_unit(value, word, rate);
}

static bool is_rate(struct bl_value value) { return value.bytes == 1 && value.seconds == -1; }

static bool is_unit_of(int i, struct bl_value value, enum bl_units family) {
    return units[i].families & family && units[i].share == value.share &&
           units[i].bytes == value.bytes &&
           units[i].seconds == (is_rate(value) ? 0 : value.seconds);
}

/* Scales to the largest unit of the family that leaves at least 1, or to the smallest. */
static void amount_text(char *text, size_t size, struct bl_value value, enum bl_units family) {
    int best = -1;
    for (int i = 0; i < UNITS; i++)
        if (is_unit_of(i, value, family) &&
            (best < 0 || fabs(value.real) >= units[i].scale * (1 - 1e-12)))
            best = i;
    if (best < 0) snprintf(text, size, "%.10g B^%d s^%d", value.real, value.bytes, value.seconds);
    else
        snprintf(text, size, "%.10g %s%s", value.real / units[best].scale, units[best].word,
                 is_rate(value) ? "/s" : "");
}

/* Of bytes in powers of two and of ten the shorter one: "64 MB", not "61.03515625 MiB". */
static void shorter_text(char *text, size_t size, struct bl_value value, enum bl_units family) {
    char decimal[64];
    amount_text(text, size, value, family);
    if (family != BL_UNITS_BINARY) return;
    amount_text(decimal, sizeof decimal, value, BL_UNITS_DECIMAL);
    if (strlen(decimal) < strlen(text)) snprintf(text, size, "%s", decimal);
}

static bool is_whole(double real) { return fabs(real) < 1e16 && real == floor(real); }

static void print(char *text, size_t size, struct bl_value value, enum bl_units family) {
    if (value.whole) snprintf(text, size, "%lld", (long long)value.integer);
    else if (bl_value_is(value, BL_AMOUNT_NUMBER))
        snprintf(text, size, is_whole(value.real) ? "%.0f" : "%.10g", value.real);
    else shorter_text(text, size, value, family);
}

void bl_value_text(char *text, size_t size, struct bl_value value) {
    print(text, size, value, value.bits ? BL_UNITS_BITS : BL_UNITS_DECIMAL);
}

void bl_amount_print(char *text, size_t size, enum bl_amount amount, double real) {
    print(text, size, bl_amount_value(amount, real), amounts[amount].units);
}
