#include "check/check_value.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "check/check.h"
#include "check/check_inner.h"
#include "check/check_names.h"

enum { TEXT = 64 };

static const struct bl_value bad_value = {.bad = true};

/* Where the unit of a number stands: at its end, with the "/s" when it has one. */
static struct bl_range unit_range(const struct bl_expression *expression) {
    struct bl_range range = expression->range;
    unsigned length = (unsigned)expression->number.unit->length + (expression->per_second ? 2 : 0);
    if (length >= range.extent) return range;
    range.column = (uint16_t)(range.column + range.extent - length);
    range.extent = (uint16_t)length;
    return range;
}

static struct bl_value number_value(struct bl_check *check,
                                    const struct bl_expression *expression) {
    struct bl_value value = expression->whole ? bl_value_integer(expression->number.integer)
                                              : bl_value_real(expression->number.real);
    const struct bl_symbol *unit = expression->number.unit;
    if (!unit || bl_value_unit(&value, unit->text, expression->per_second)) return value;
    bl_report(check->diags, BL_MSG_UNKNOWN_UNIT, unit_range(expression), unit->text,
              expression->per_second ? "/s" : "");
    return bad_value;
}

static struct bl_value name_value(struct bl_check *check, const struct bl_expression *expression) {
    const struct bl_binding *binding = bl_find(
        check, (struct bl_name){expression->name, expression->range}, BL_BIND_CONST, "a constant");
    return binding ? binding->value : bad_value;
}

static struct bl_value log2_value(struct bl_check *check, const struct bl_expression *expression) {
    struct bl_value value = bl_check_expression(check, expression->call.argument);
    char text[TEXT];
    if (value.bad) return value;
    if (value.whole && value.integer > 0 && !(value.integer & (value.integer - 1)))
        return bl_value_integer(__builtin_ctzll((unsigned long long)value.integer));
    bl_value_text(text, sizeof text, value);
    bl_report(check->diags, BL_MSG_LOG2, expression->call.argument->range, text);
    return bad_value;
}

static struct bl_value call_value(struct bl_check *check, const struct bl_expression *expression) {
    const struct bl_symbol *function = expression->call.function.symbol;
    if (function->length == 4 && !__builtin_memcmp(function->text, "log2", 4))
        return log2_value(check, expression);
    bl_report(check->diags, BL_MSG_UNKNOWN_FUNCTION, expression->call.function.range,
              function->text);
    return bad_value;
}

static struct bl_value overflow(struct bl_check *check, const struct bl_expression *expression) {
    bl_report(check->diags, BL_MSG_OVERFLOW, expression->range);
    return bad_value;
}

static struct bl_value division_by_zero(struct bl_check *check,
                                        const struct bl_expression *expression) {
    bl_report(check->diags, BL_MSG_DIVISION_BY_ZERO, expression->binary.right->range);
    return bad_value;
}

static struct bl_value shift_value(struct bl_check *check, const struct bl_expression *expression,
                                   int64_t left, int64_t right) {
    char text[TEXT];
    if (right < 0 || right > 62) {
        bl_value_text(text, sizeof text, bl_value_integer(right));
        bl_report(check->diags, BL_MSG_SHIFT, expression->binary.right->range, text);
        return bad_value;
    }
    int64_t power = INT64_C(1) << right, result;
    if (expression->sign == BL_TOKEN_SHIFT_RIGHT) return bl_value_integer(left >> right);
    if (__builtin_mul_overflow(left, power, &result)) return overflow(check, expression);
    return bl_value_integer(result);
}

/* Both sides whole: division drops the rest. */
static struct bl_value whole_value(struct bl_check *check, const struct bl_expression *expression,
                                   int64_t left, int64_t right) {
    int64_t result = 0;
    bool fits = true;
    switch (expression->sign) {
    case BL_TOKEN_PLUS: fits = !__builtin_add_overflow(left, right, &result); break;
    case BL_TOKEN_MINUS: fits = !__builtin_sub_overflow(left, right, &result); break;
    case BL_TOKEN_STAR: fits = !__builtin_mul_overflow(left, right, &result); break;
    case BL_TOKEN_SLASH:
    case BL_TOKEN_PERCENT:
        if (!right) return division_by_zero(check, expression);
        if (right == -1) fits = !__builtin_sub_overflow((int64_t)0, left, &result);
        else result = left / right;
        if (expression->sign == BL_TOKEN_PERCENT) result = right == -1 ? 0 : left % right;
        break;
    default: return shift_value(check, expression, left, right);
    }
    return fits ? bl_value_integer(result) : overflow(check, expression);
}

static struct bl_value units_differ(struct bl_check *check, const struct bl_expression *expression,
                                    struct bl_value left, struct bl_value right) {
    static const char *const signs[BL_TOKEN_KINDS] = {
        [BL_TOKEN_PLUS] = "+",        [BL_TOKEN_MINUS] = "-",   [BL_TOKEN_STAR] = "*",
        [BL_TOKEN_SLASH] = "/",       [BL_TOKEN_PERCENT] = "%", [BL_TOKEN_SHIFT_LEFT] = "<<",
        [BL_TOKEN_SHIFT_RIGHT] = ">>"};
    char first[TEXT], second[TEXT];
    bl_value_text(first, sizeof first, left);
    bl_value_text(second, sizeof second, right);
    bl_report(check->diags, BL_MSG_UNITS_DIFFER, expression->range, signs[expression->sign], first,
              second);
    return bad_value;
}

/* Amounts: their units go along. */
static struct bl_value amount_value(struct bl_check *check, const struct bl_expression *expression,
                                    struct bl_value left, struct bl_value right) {
    struct bl_value result = left;
    bool same = left.bytes == right.bytes && left.seconds == right.seconds;
    result.whole = false;
    result.bits |= right.bits;
    switch (expression->sign) {
    case BL_TOKEN_STAR:
    case BL_TOKEN_SLASH: {
        int way = expression->sign == BL_TOKEN_STAR ? 1 : -1,
            bytes = left.bytes + way * right.bytes, seconds = left.seconds + way * right.seconds;
        if (bytes < -9 || bytes > 9 || seconds < -9 || seconds > 9)
            return units_differ(check, expression, left, right);
        if (way < 0 && right.real == 0) return division_by_zero(check, expression);
        result.bytes = (signed char)bytes;
        result.seconds = (signed char)seconds;
        result.real = way > 0 ? left.real * right.real : left.real / right.real;
        break;
    }
    case BL_TOKEN_PLUS:
    case BL_TOKEN_MINUS:
        if (!same) return units_differ(check, expression, left, right);
        result.real = expression->sign == BL_TOKEN_PLUS ? left.real + right.real
                                                        : left.real - right.real;
        break;
    default: return units_differ(check, expression, left, right);
    }
    return isfinite(result.real) ? result : overflow(check, expression);
}

static struct bl_value negative_value(struct bl_check *check,
                                      const struct bl_expression *expression) {
    struct bl_value value = bl_check_expression(check, expression->binary.left);
    if (value.whole && value.integer == INT64_MIN) return overflow(check, expression);
    if (value.whole) return bl_value_integer(-value.integer);
    value.real = -value.real;
    return value;
}

static struct bl_value binary_value(struct bl_check *check,
                                    const struct bl_expression *expression) {
    struct bl_value left = bl_check_expression(check, expression->binary.left);
    struct bl_value right = bl_check_expression(check, expression->binary.right);
    if (left.bad || right.bad) return bad_value;
    if (left.whole && right.whole)
        return whole_value(check, expression, left.integer, right.integer);
    return amount_value(check, expression, left, right);
}

struct bl_value bl_check_expression(struct bl_check *check,
                                    const struct bl_expression *expression) {
    switch (expression->kind) {
    case BL_EXPRESSION_NUMBER: return number_value(check, expression);
    case BL_EXPRESSION_NAME: return name_value(check, expression);
    case BL_EXPRESSION_CALL: return call_value(check, expression);
    case BL_EXPRESSION_NEGATE: return negative_value(check, expression);
    case BL_EXPRESSION_BINARY: return binary_value(check, expression);
    default: return bad_value;
    }
}

bool bl_check_whole(struct bl_check *check, const struct bl_expression *expression,
                    int64_t *integer) {
    struct bl_value value = bl_check_expression(check, expression);
    char text[TEXT];
    *integer = value.integer;
    if (value.bad || value.whole) return !value.bad;
    bl_value_text(text, sizeof text, value);
    bl_report(check->diags, BL_MSG_NOT_WHOLE, expression->range, text);
    return false;
}

void bl_check_const(struct bl_check *check, struct bl_name name,
                    const struct bl_expression *expression) {
    struct bl_value value = bl_check_expression(check, expression);
    struct bl_binding *binding = bl_declare(check, name, BL_BIND_CONST);
    binding->value = value;
    if (value.bad) binding->kind = BL_BIND_POISON;
}

bool bl_check_amount(struct bl_check *check, const char *word,
                     const struct bl_expression *expression, enum bl_amount amount, double *real) {
    struct bl_value value = expression ? bl_check_expression(check, expression)
                                       : (struct bl_value){.bad = true};
    char text[80];
    if (value.bad) return false;
    *real = bl_value_amount(value, amount);
    if (bl_value_is(value, amount)) return true;
    bl_value_text(text, 64, value);
    if (bl_value_is(value, BL_AMOUNT_NUMBER)) strcat(text, " without a unit");
    bl_report(check->diags, BL_MSG_WRONG_UNIT, expression->range, word, bl_amount_text(amount),
              bl_amount_example(amount), text);
    return false;
}
