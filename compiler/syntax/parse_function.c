/* Functions of the record. */
#include <stdint.h>

#include "base/arena.h"
#include "syntax/parse.h"
#include "syntax/parse_inner.h"

static struct bl_slice *new_slice(struct bl_parser *parser) {
    struct bl_slice *slice = BL_NEW(parser->arena, struct bl_slice, 1);
    slice->range = parser->token.range;
    return slice;
}

/* function { "," function }, up to `close`. */
static void parse_parts(struct bl_parser *parser, struct bl_slice *slice,
                        enum bl_token_kind close) {
    struct bl_slice **end = &slice->parts;
    do {
        *end = bl_parse_slice(parser, "a function or a column");
        end = &(*end)->next;
    } while (bl_accept(parser, BL_TOKEN_COMMA));
    bl_expect(parser, close);
}

/* NAME | NAME "(" function ")" | "{" function { "," function } "}" | "(" function ")" */
static struct bl_slice *parse_of(struct bl_parser *parser, const char *what) {
    struct bl_slice *slice = new_slice(parser);
    if (bl_accept(parser, BL_TOKEN_OPEN_BRACE)) {
        slice->of = BL_OF_JOIN;
        parse_parts(parser, slice, BL_TOKEN_CLOSE_BRACE);
    } else if (bl_accept(parser, BL_TOKEN_OPEN_ROUND)) {
        struct bl_slice *inner = bl_parse_slice(parser, what);
        bl_expect(parser, BL_TOKEN_CLOSE_ROUND);
        if (inner->kind == BL_SLICE_WHOLE) return inner;
        slice->of = BL_OF_JOIN; /* of one part: bits can be taken of it */
        slice->parts = inner;
    } else {
        slice->name = bl_expect_name(parser, what);
        slice->range = slice->name.range;
        if (!slice->name.symbol || !bl_accept(parser, BL_TOKEN_OPEN_ROUND)) return slice;
        slice->of = BL_OF_CALL;
        parse_parts(parser, slice, BL_TOKEN_CLOSE_ROUND);
    }
    slice->range = bl_range_join(slice->range, parser->last);
    return slice;
}

/* operand = of [ "[" expression [ (":" | "+:") expression ] "]" ] */
static struct bl_slice *parse_operand(struct bl_parser *parser, const char *what) {
    struct bl_slice *slice = parse_of(parser, what);
    if ((slice->of == BL_OF_NAME && !slice->name.symbol) ||
        !bl_accept(parser, BL_TOKEN_OPEN_SQUARE))
        return slice;
    slice->kind = BL_SLICE_BIT;
    slice->first = bl_parse_expression(parser);
    if (bl_accept(parser, BL_TOKEN_COLON)) slice->kind = BL_SLICE_BOUNDS;
    else if (bl_accept(parser, BL_TOKEN_PLUS_COLON)) slice->kind = BL_SLICE_WIDTH;
    if (slice->kind != BL_SLICE_BIT) slice->second = bl_parse_expression(parser);
    bl_expect(parser, BL_TOKEN_CLOSE_SQUARE);
    slice->range = bl_range_join(slice->range, parser->last);
    return slice;
}

/* "; `key % 8` is `key[2:0]`", of the rest by a power of two. */
static const char *as_bits(struct bl_parser *parser, const struct bl_slice *left) {
    struct bl_lexer ahead = parser->lexer;
    struct bl_token right = bl_lex(&ahead);
    int bits = 0;
    if (left->of != BL_OF_NAME || left->kind != BL_SLICE_WHOLE || !left->name.symbol ||
        parser->token.kind != BL_TOKEN_PERCENT || right.kind != BL_TOKEN_NUMBER || !right.whole)
        return "";
    while (bits < 62 && INT64_C(1) << bits < right.integer) bits++;
    if (!bits || INT64_C(1) << bits != right.integer) return "";
    const char *name = left->name.symbol->text;
    return bl_format(parser->arena, "; `%s %% %lld` is `%s[%d:0]`", name, (long long)right.integer,
                     name, bits - 1);
}

/* A sign of numbers behind a function; then nothing is known of it. */
static struct bl_slice *no_sign(struct bl_parser *parser, struct bl_slice *left) {
    static const enum bl_token_kind signs[] = {
        BL_TOKEN_PERCENT, BL_TOKEN_SLASH,      BL_TOKEN_STAR,       BL_TOKEN_PLUS,
        BL_TOKEN_MINUS,   BL_TOKEN_SHIFT_LEFT, BL_TOKEN_SHIFT_RIGHT};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (parser->token.kind != signs[i]) continue;
        if (!parser->quiet)
            bl_report(parser->diags, BL_MSG_FUNCTION_SIGN, parser->token.range,
                      bl_token_kind_text(signs[i]), as_bits(parser, left));
        parser->quiet = true;
        return new_slice(parser);
    }
    return left;
}

static struct bl_slice *too_deep(struct bl_parser *parser) {
    if (!parser->quiet) bl_report(parser->diags, BL_MSG_NESTING, parser->token.range, BL_DEEPEST);
    parser->quiet = true;
    return new_slice(parser);
}

/* function = operand { "^" operand } */
struct bl_slice *bl_parse_slice(struct bl_parser *parser, const char *what) {
    if (parser->depth >= BL_DEEPEST) return too_deep(parser);
    parser->depth++;
    struct bl_slice *first = parse_operand(parser, what), *slice = first;
    if (parser->token.kind == BL_TOKEN_CARET) {
        slice = BL_NEW(parser->arena, struct bl_slice, 1);
        slice->of = BL_OF_XOR;
        slice->parts = first;
        for (struct bl_slice **end = &first->next; bl_accept(parser, BL_TOKEN_CARET);
             end = &(*end)->next)
            *end = parse_operand(parser, what);
        slice->range = bl_range_join(first->range, parser->last);
    }
    parser->depth--;
    return no_sign(parser, slice);
}
