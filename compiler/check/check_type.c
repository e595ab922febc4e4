#include "check/check_type.h"

#include <string.h>

static const struct {
    const char *word;
    int bits;
    bool is_float, is_signed;
} types[] = {
    {"u8", 8, false, false},   {"u16", 16, false, false},   {"u32", 32, false, false},
    {"u64", 64, false, false}, {"i8", 8, false, true},      {"i16", 16, false, true},
    {"i32", 32, false, true},  {"i64", 64, false, true},    {"f32", 32, true, true},
    {"f64", 64, true, true},   {"u128", 128, false, false}, {"i128", 128, false, true},
};
enum { TYPES = sizeof types / sizeof *types };

bool bl_type_find(const char *word, struct bl_column *column) {
    for (int i = 0; i < TYPES; i++) {
        if (strcmp(types[i].word, word)) continue;
        column->bits = types[i].bits;
        column->is_float = types[i].is_float;
        column->is_signed = types[i].is_signed;
        return true;
    }
    return false;
}

bool bl_check_type(struct bl_check *check, struct bl_name type, struct bl_column *column) {
    if (!type.symbol) return false;
    if (bl_type_find(type.symbol->text, column)) return true;
    bl_report(check->diags, BL_MSG_UNKNOWN_TYPE, type.range, type.symbol->text);
    return false;
}

const char *bl_type_word(const struct bl_column *column) {
    for (int i = 0; i < TYPES; i++)
        if (types[i].bits == column->bits && types[i].is_float == column->is_float &&
            types[i].is_signed == column->is_signed)
            return types[i].word;
    return "?";
}
