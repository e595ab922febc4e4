/* From the text of a board's description to its parts: every word, whatever it is, with its values
 * and its block. */
#include "base/arena.h"
#include "board/board_read.h"
#include "syntax/parse.h"

static struct bl_board_part *parse_parts(struct bl_parser *parser, struct bl_range brace);

/* unit = NAME [ "/" "s" ] | "%" , on the number's own line */
static void parse_unit(struct bl_parser *parser, struct bl_board_value *number) {
    if (parser->token.first) return;
    if (bl_accept(parser, BL_TOKEN_PERCENT)) number->text = "%";
    else if (parser->token.kind == BL_TOKEN_NAME) {
        number->text = parser->token.symbol->text;
        bl_advance(parser);
        number->per_second = bl_accept(parser, BL_TOKEN_SLASH);
        if (number->per_second && parser->token.kind == BL_TOKEN_NAME &&
            parser->token.length == 1 && *parser->token.text == 's')
            bl_advance(parser);
        else if (number->per_second) bl_expected(parser, "`s` behind the `/` of a unit");
    } else return;
    number->range = bl_range_join(number->range, parser->last);
}

/* value = NAME | STRING | NUMBER [ unit ]. A name or a number at the start of a line is none: there
 * a `;` is missing. */
static bool parse_value(struct bl_parser *parser, struct bl_board_part *part) {
    const struct bl_token token = parser->token;
    bool text = token.kind == BL_TOKEN_STRING, name = token.kind == BL_TOKEN_NAME,
         number = token.kind == BL_TOKEN_NUMBER;
    if (parser->quiet || (!text && ((!name && !number) || token.first))) return false;
    struct bl_board_value *value = BL_APPEND(parser->arena, &part->values);
    value->kind = text ? BL_BOARD_STRING : name ? BL_BOARD_WORD : BL_BOARD_NUMBER;
    value->text = text   ? bl_strndup(parser->arena, token.text, (size_t)token.length)
                  : name ? token.symbol->text
                         : "";
    value->range = token.range;
    part->broken |= token.bad;
    bl_advance(parser);
    if (!number) return true;
    value->number = token.whole ? bl_value_integer(token.integer) : bl_value_real(token.real);
    parse_unit(parser, value);
    return true;
}

/* part = NAME { value } ( ";" | "{" { part } "}" ) */
static struct bl_board_part *parse_part(struct bl_parser *parser) {
    int errors = parser->diags->errors;
    struct bl_name word = {parser->token.kind == BL_TOKEN_NAME ? parser->token.symbol : NULL,
                           parser->token.range};
    struct bl_range brace;
    if (!word.symbol) bl_expected(parser, "a word of the description or `}`");
    bl_advance(parser);
    if (!word.symbol) {
        bl_skip_statement(parser);
        return NULL;
    }
    struct bl_board_part *part = BL_NEW(parser->arena, struct bl_board_part, 1);
    part->word = word;
    while (parse_value(parser, part)) continue;
    part->range = bl_range_join(word.range, parser->last);
    part->block = parser->token.kind == BL_TOKEN_OPEN_BRACE;
    if (part->block) {
        if (bl_open_block(parser, &brace)) part->parts = parse_parts(parser, brace);
    } else if (!part->broken || parser->token.kind == BL_TOKEN_SEMICOLON)
        bl_expect_semicolon(parser); /* gone with an open string */
    part->broken = errors != parser->diags->errors;
    return part;
}

static struct bl_board_part *parse_parts(struct bl_parser *parser, struct bl_range brace) {
    struct bl_board_part *first = NULL, **end = &first;
    while (bl_in_block(parser, brace)) {
        *end = parse_part(parser);
        if (*end) end = &(*end)->next;
    }
    return first;
}

struct bl_board_part *bl_board_parse(struct bl_arena *arena, struct bl_diags *diags, int file) {
    struct bl_parser parser = {.arena = arena, .diags = diags, .symbols = bl_symbols_new(arena)};
    struct bl_board_part *board = BL_NEW(arena, struct bl_board_part, 1);
    struct bl_range brace;
    int errors = diags->errors;
    bl_lexer_start(&parser.lexer, diags, parser.symbols, file);
    bl_advance(&parser);
    const struct bl_symbol *word = parser.token.kind == BL_TOKEN_NAME ? parser.token.symbol : NULL;
    board->range = parser.token.range;
    if (word && word == bl_symbol(parser.symbols, "board", 5)) bl_advance(&parser);
    else bl_expected(&parser, "`board`, the name of the board and `{`");
    if (parser.quiet) return NULL;
    board->word = bl_expect_name(&parser, "the name of the board");
    if (bl_open_block(&parser, &brace)) board->parts = parse_parts(&parser, brace);
    if (errors == diags->errors && parser.token.kind != BL_TOKEN_END)
        bl_report(diags, BL_MSG_BOARD_SECOND, parser.token.range);
    board->broken = errors != diags->errors;
    return board->word.symbol ? board : NULL;
}
