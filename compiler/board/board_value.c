#include "board/board_value.h"

#include "base/arena.h"

bool bl_board_amount(const struct bl_board_value *value, enum bl_amount amount, double *real) {
    struct bl_value number = value->number;
    if (*value->text && !bl_value_unit(&number, value->text, value->per_second)) return false;
    *real = bl_value_amount(number, amount);
    return bl_value_is(number, amount);
}

const char *bl_board_number_text(struct bl_arena *arena, const struct bl_board_value *value) {
    char number[64];
    bl_value_text(number, sizeof number, value->number);
    if (!*value->text) return bl_strdup(arena, number);
    return bl_format(arena, "%s %s%s", number, value->text, value->per_second ? "/s" : "");
}

const char *bl_board_amount_text(struct bl_arena *arena, enum bl_amount amount, double real) {
    char text[64];
    bl_amount_print(text, sizeof text, amount, real);
    return bl_strdup(arena, text);
}
