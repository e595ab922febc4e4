/* Expressions. */
#include <string.h>

#include "base/arena.h"
#include "base/value.h"
#include "syntax/parse.h"
#include "syntax/parse_inner.h"

static const char no_value[] = "a number, a constant or `(`";

static struct bl_expression *parse_binary(struct bl_parser *parser, int lowest);

static struct bl_expression *new_expression(struct bl_parser *parser,
                                            enum bl_expression_kind kind) {
    struct bl_expression *expression = BL_NEW(parser->arena, struct bl_expression, 1);
    expression->kind = kind;
    expression->height = 1;
    expression->range = parser->token.range;
    return expression;
}

/* unit = NAME [ "/" "s" ] */
static void parse_unit(struct bl_parser *parser, struct bl_expression *number) {
    number->number.unit = parser->token.symbol;
    bl_advance(parser);
    if (parser->token.kind == BL_TOKEN_SLASH) {
        struct bl_lexer ahead = parser->lexer;
        if (ahead.at < ahead.end && *ahead.at == 's') {
            struct bl_token second = bl_lex(&ahead);
            if (second.kind == BL_TOKEN_NAME && second.length == 1) {
                bl_advance(parser);
                bl_advance(parser);
                number->per_second = true;
            }
        }
    }
    number->range = bl_range_join(number->range, parser->last);
}

/* number = NUMBER [ unit ] */
static struct bl_expression *parse_number(struct bl_parser *parser) {
    struct bl_token token = parser->token;
    struct bl_expression *number = new_expression(parser, token.bad ? BL_EXPRESSION_BAD
                                                                    : BL_EXPRESSION_NUMBER);
    number->number.text = token.text;
    number->length = (unsigned)token.length & 0x3fffffff;
    number->whole = token.whole;
    if (token.whole) number->number.integer = token.integer;
    else number->number.real = token.real;
    bl_advance(parser);
    bool unit = parser->token.kind == BL_TOKEN_NAME && !parser->token.first &&
                !parser->token.symbol->word;
    if (unit && !bl_at_any_part(parser)) parse_unit(parser, number);
    return number;
}

static struct bl_expression *too_deep(struct bl_parser *parser) {
    if (!parser->quiet) bl_report(parser->diags, BL_MSG_NESTING, parser->token.range, BL_DEEPEST);
    parser->quiet = true;
    return new_expression(parser, BL_EXPRESSION_BAD);
}

/* A name with a number behind it is no expression when a unit or the word of a clause stands where
 * its number should. */
static bool is_misplaced(struct bl_parser *parser, const struct bl_token *name, bool clause) {
    struct bl_value value = bl_value_integer(1);
    if (parser->token.kind != BL_TOKEN_NUMBER || parser->token.first) return false;
    bool unit = bl_value_unit(&value, name->symbol->text, false);
    const char *what = unit
                           ? bl_format(parser->arena, "a number such as `1 %s`", name->symbol->text)
                           : no_value;
    if (unit || clause) bl_expected_at(parser, name, what);
    return unit || clause;
}

/* Reads the rest of `near.n`, in a declaration that has such names. */
static void parse_member(struct bl_parser *parser, struct bl_name *name) {
    if (!parser->members || !bl_accept(parser, BL_TOKEN_DOT)) return;
    struct bl_name rest = bl_expect_name(parser, "the name of an argument");
    const char *text = bl_format(parser->arena, "%s.%s", name->symbol->text, bl_name_text(rest));
    name->symbol = rest.symbol ? bl_symbol(parser->symbols, text, strlen(text)) : NULL;
    name->range = bl_range_join(name->range, parser->last);
}

/* name = NAME | NAME "(" expression ")" */
static struct bl_expression *parse_name(struct bl_parser *parser) {
    struct bl_expression *name = new_expression(parser, BL_EXPRESSION_NAME);
    const struct bl_token token = parser->token;
    bool clause = bl_at_any_part(parser);
    struct bl_name read = bl_expect_name(parser, "a constant");
    if (read.symbol) parse_member(parser, &read);
    name->range = bl_range_join(name->range, read.range);
    if (!read.symbol || is_misplaced(parser, &token, clause)) name->kind = BL_EXPRESSION_BAD;
    name->name = read.symbol;
    if (!read.symbol || !bl_accept(parser, BL_TOKEN_OPEN_ROUND)) return name;
    name->kind = BL_EXPRESSION_CALL;
    name->call.function = read;
    name->call.argument = bl_parse_expression(parser);
    name->height = (name->call.argument->height + 1u) & 0xffff;
    bl_expect(parser, BL_TOKEN_CLOSE_ROUND);
    name->range = bl_range_join(name->range, parser->last);
    return name;
}

/* unary = "-" unary | "(" expression ")" | number | name */
static struct bl_expression *parse_unary(struct bl_parser *parser) {
    struct bl_expression *result;
    if (parser->depth >= BL_DEEPEST) return too_deep(parser);
    parser->depth++;
    if (parser->token.kind == BL_TOKEN_MINUS) {
        result = new_expression(parser, BL_EXPRESSION_NEGATE);
        bl_advance(parser);
        result->binary.left = parse_unary(parser);
        result->height = (result->binary.left->height + 1u) & 0xffff;
        result->range = bl_range_join(result->range, parser->last);
    } else if (bl_accept(parser, BL_TOKEN_OPEN_ROUND)) {
        result = bl_parse_expression(parser);
        bl_expect(parser, BL_TOKEN_CLOSE_ROUND);
    } else if (parser->token.kind == BL_TOKEN_NUMBER) result = parse_number(parser);
    else if (parser->token.kind == BL_TOKEN_NAME) result = parse_name(parser);
    else {
        result = new_expression(parser, BL_EXPRESSION_BAD);
        bl_expected(parser, no_value);
    }
    parser->depth--;
    return result;
}

/* How strongly a sign binds: 0 is none of an expression's. */
static int binding_of(enum bl_token_kind sign) {
    switch (sign) {
    case BL_TOKEN_STAR:
    case BL_TOKEN_SLASH:
    case BL_TOKEN_PERCENT: return 3;
    case BL_TOKEN_PLUS:
    case BL_TOKEN_MINUS: return 2;
    case BL_TOKEN_SHIFT_LEFT:
    case BL_TOKEN_SHIFT_RIGHT: return 1;
    default: return 0;
    }
}

static struct bl_expression *join(struct bl_parser *parser, enum bl_token_kind sign,
                                  struct bl_expression *left, struct bl_expression *right) {
    struct bl_expression *both = new_expression(parser, BL_EXPRESSION_BINARY);
    both->sign = sign;
    both->binary.left = left;
    both->binary.right = right;
    both->height = ((left->height > right->height ? left->height : right->height) + 1u) & 0xffff;
    both->range = bl_range_join(left->range, right->range);
    if (left->kind == BL_EXPRESSION_BAD || right->kind == BL_EXPRESSION_BAD)
        both->kind = BL_EXPRESSION_BAD;
    if (both->height <= BL_HIGHEST) return both;
    if (both->height == BL_HIGHEST + 1 && both->kind != BL_EXPRESSION_BAD)
        bl_report(parser->diags, BL_MSG_NESTING, both->range, BL_HIGHEST);
    both->kind = BL_EXPRESSION_BAD;
    return both;
}

/* binary = unary { sign unary }, stronger signs first, left to right */
static struct bl_expression *parse_binary(struct bl_parser *parser, int lowest) {
    struct bl_expression *left = parse_unary(parser);
    for (int strength; (strength = binding_of(parser->token.kind)) >= lowest && strength;) {
        enum bl_token_kind sign = parser->token.kind;
        bl_advance(parser);
        left = join(parser, sign, left, parse_binary(parser, strength + 1));
    }
    return left;
}

/* expression = shift ; shift = sum { ("<<" | ">>") sum } ; sum = product { ("+" | "-") product } ;
   product = unary { ("*" | "/" | "%") unary } */
struct bl_expression *bl_parse_expression(struct bl_parser *parser) {
    return parse_binary(parser, 1);
}
