#include "base/value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct {
    signed char bytes, seconds;
    const char *text, *example;
} amounts[] = {
#define ROW(name, bytes, seconds, text, example) {bytes, seconds, text, example},
    BL_AMOUNTS(ROW)
#undef ROW
};

/* Decimal prefixes are powers of 1000, also of bytes; Ki, Mi and Gi are powers of 1024. Within a
 * kind the largest comes last. */
static const struct {
    const char *word;
    signed char bytes, seconds;
    double scale;
    bool binary;
} units[] = {
    {"B", 1, 0, 1, false},          {"KB", 1, 0, 1e3, false},
    {"MB", 1, 0, 1e6, false},       {"GB", 1, 0, 1e9, false},
    {"TB", 1, 0, 1e12, false},      {"KiB", 1, 0, 1024.0, true},
    {"MiB", 1, 0, 1048576.0, true}, {"GiB", 1, 0, 1073741824.0, true},
    {"Hz", 0, -1, 1, false},        {"kHz", 0, -1, 1e3, false},
    {"MHz", 0, -1, 1e6, false},     {"GHz", 0, -1, 1e9, false},
    {"ps", 0, 1, 1e-12, false},     {"ns", 0, 1, 1e-9, false},
    {"us", 0, 1, 1e-6, false},      {"ms", 0, 1, 1e-3, false},
    {"s", 0, 1, 1, false},
};
enum { UNITS = sizeof units / sizeof *units };

const char *bl_amount_text(enum bl_amount amount) { return amounts[amount].text; }
const char *bl_amount_example(enum bl_amount amount) { return amounts[amount].example; }

bool bl_value_is(struct bl_value value, enum bl_amount amount) {
    return value.bytes == amounts[amount].bytes && value.seconds == amounts[amount].seconds;
}

struct bl_value bl_value_integer(int64_t integer) {
    return (struct bl_value){.whole = true, .integer = integer, .real = (double)integer};
}
struct bl_value bl_value_real(double real) {
    return (struct bl_value){.real = real};
}

bool bl_value_unit(struct bl_value *value, const char *word, bool per_second) {
    for (int i = 0; i < UNITS; i++) {
        if (strcmp(units[i].word, word)) continue;
        if (per_second && !units[i].bytes) return false;
        value->whole = false;
        value->bytes = units[i].bytes;
        value->seconds = (signed char)(units[i].seconds - per_second);
        value->real = units[i].scale < 1 ? value->real / (1 / units[i].scale)
                                         : value->real * units[i].scale;
        return true;
    }
    return false;
}

/* Scales to the largest decimal unit that leaves at least 1, or to the smallest. */
static void amount_text(char *text, size_t size, struct bl_value value) {
    bool rate = value.bytes == 1 && value.seconds == -1;
    int best = -1;
    for (int i = 0; i < UNITS; i++) {
        if (units[i].binary || units[i].bytes != value.bytes ||
            units[i].seconds != (rate ? 0 : value.seconds))
            continue;
        if (best < 0 || fabs(value.real) >= units[i].scale * (1 - 1e-12)) best = i;
    }
    if (best < 0) snprintf(text, size, "%.10g B^%d s^%d", value.real, value.bytes, value.seconds);
    else
        snprintf(text, size, "%.10g %s%s", value.real / units[best].scale, units[best].word,
                 rate ? "/s" : "");
}

static bool is_whole(double real) { return fabs(real) < 1e16 && real == floor(real); }

void bl_value_text(char *text, size_t size, struct bl_value value) {
    if (value.whole) snprintf(text, size, "%lld", (long long)value.integer);
    else if (bl_value_is(value, BL_AMOUNT_NUMBER))
        snprintf(text, size, is_whole(value.real) ? "%.0f" : "%.10g", value.real);
    else amount_text(text, size, value);
}
