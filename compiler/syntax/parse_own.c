/* Stages of the user's own. */
#include <string.h>

#include "base/arena.h"
#include "syntax/parse.h"
#include "syntax/parse_inner.h"

/* "(" NAME ":" NAME { "," NAME ":" NAME } ")" */
static struct bl_field *parse_columns(struct bl_parser *parser) {
    struct bl_field *first = NULL, **end = &first;
    if (!bl_expect(parser, BL_TOKEN_OPEN_ROUND)) return NULL;
    do {
        struct bl_field *field = *end = BL_NEW(parser->arena, struct bl_field, 1);
        end = &field->next;
        field->name = bl_expect_name(parser, "the name of a column");
        bl_expect(parser, BL_TOKEN_COLON);
        field->type = bl_expect_name(parser, "the type of a column, such as `u32`");
    } while (!parser->quiet && bl_accept(parser, BL_TOKEN_COMMA));
    bl_expect(parser, BL_TOKEN_CLOSE_ROUND);
    return first;
}

static bool accept_keeps(struct bl_parser *parser) {
    if (parser->token.kind != BL_TOKEN_NAME || strcmp(parser->token.symbol->text, "keeps"))
        return false;
    bl_advance(parser);
    return true;
}

/* To the block: the error was reported. */
static void skip_head(struct bl_parser *parser) {
    while (parser->token.kind != BL_TOKEN_OPEN_BRACE && parser->token.kind != BL_TOKEN_END &&
           !bl_at_statement(parser))
        bl_advance(parser);
}

/* stage = "stage" NAME columns [ "->" columns ] [ "keeps" ] "{" { part } "}" */
void bl_parse_own(struct bl_parser *parser, struct bl_declaration *declaration) {
    struct bl_own_tree *own = declaration->own = BL_NEW(parser->arena, struct bl_own_tree, 1);
    declaration->name = bl_expect_name(parser, "the name of a stage");
    own->takes = parse_columns(parser);
    if (bl_accept(parser, BL_TOKEN_ARROW)) own->makes = parse_columns(parser);
    own->keeps = accept_keeps(parser);
    if (parser->quiet) skip_head(parser);
    else if (parser->token.kind == BL_TOKEN_NAME && !own->keeps) {
        bl_expected(parser, "`keeps` or `{`");
        skip_head(parser);
    }
    own->parts = bl_parse_parts(parser, parser->blocks[BL_BLOCK_OWN], "stage");
}
