#include "board/board_value.h"

#include <string.h>
#include "base/arena.h"

static const struct {
    const char *text, *example;
} units[] = {
#define ROW(name, text, example) {text, example},
    BL_BOARD_UNITS(ROW)
#undef ROW
};

const char *bl_board_unit_text(enum bl_board_unit unit) { return units[unit].text; }
const char *bl_board_unit_example(enum bl_board_unit unit) { return units[unit].example; }

static const struct {
    const char *word;
    double scale;
} bit_rates[] = {{"Gbit", 1e9}, {"Mbit", 1e6}, {"kbit", 1e3}, {"bit", 1}};
enum { BIT_RATES = sizeof bit_rates / sizeof *bit_rates };

static bool bit_rate(const struct bl_board_value *value, double *real) {
    for (int i = 0; i < BIT_RATES && value->per_second; i++) {
        if (strcmp(value->text, bit_rates[i].word)) continue;
        *real = value->number.real * bit_rates[i].scale;
        return true;
    }
    return false;
}

/* A unit of the language itself. */
static bool language_amount(const struct bl_board_value *value, enum bl_amount amount, double scale,
                            double *real) {
    struct bl_value number = value->number;
    if (!*value->text || !bl_value_unit(&number, value->text, value->per_second) ||
        !bl_value_is(number, amount))
        return false;
    *real = number.real * scale;
    return true;
}

/* A whole number with a unit that has no size of its own. */
static bool whole(const struct bl_board_value *value, const char *unit, double *real) {
    *real = value->number.real;
    return value->number.whole && !value->per_second && (!unit || !strcmp(value->text, unit));
}

bool bl_board_amount(const struct bl_board_value *value, enum bl_board_unit unit, double *real) {
    switch (unit) {
    case BL_UNIT_COUNT: return whole(value, "", real);
    case BL_UNIT_LOGIC: return *value->text && whole(value, NULL, real);
    case BL_UNIT_BITS: return whole(value, "bit", real);
    case BL_UNIT_SHARE: *real = value->number.real / 100; return !strcmp(value->text, "%");
    case BL_UNIT_SIZE: return language_amount(value, BL_AMOUNT_SIZE, 1, real);
    case BL_UNIT_TIME: return language_amount(value, BL_AMOUNT_TIME, 1e9, real);
    case BL_UNIT_FREQUENCY: return language_amount(value, BL_AMOUNT_FREQUENCY, 1, real);
    default: return bit_rate(value, real);
    }
}

const char *bl_board_number_text(struct bl_arena *arena, const struct bl_board_value *value) {
    char number[64];
    bl_value_text(number, sizeof number, value->number);
    if (!*value->text) return bl_strdup(arena, number);
    return bl_format(arena, "%s %s%s", number, value->text, value->per_second ? "/s" : "");
}

static const char *size_text(struct bl_arena *arena, double bytes) {
    static const char *const words[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    int power = 0;
    for (; power < 4 && bytes >= 1024; power++) bytes /= 1024;
    return bl_format(arena, "%.10g %s", bytes, words[power]);
}

static const char *bit_rate_text(struct bl_arena *arena, double rate) {
    int i = 0;
    while (i + 1 < BIT_RATES && rate < bit_rates[i].scale * (1 - 1e-9)) i++;
    return bl_format(arena, "%.10g %s/s", rate / bit_rates[i].scale, bit_rates[i].word);
}

const char *bl_board_amount_text(struct bl_arena *arena, enum bl_board_unit unit, double real) {
    char text[64];
    switch (unit) {
    case BL_UNIT_SHARE: return bl_format(arena, "%.10g %%", 100 * real);
    case BL_UNIT_SIZE: return size_text(arena, real);
    case BL_UNIT_TIME:
        bl_value_text(text, sizeof text, (struct bl_value){.seconds = 1, .real = real / 1e9});
        break;
    case BL_UNIT_FREQUENCY:
        bl_value_text(text, sizeof text, (struct bl_value){.seconds = -1, .real = real});
        break;
    case BL_UNIT_BIT_RATE: return bit_rate_text(arena, real);
    default: return bl_format(arena, "%.0f", real);
    }
    return bl_strdup(arena, text);
}
