#include "syntax/parse_bus.h"

#include <limits.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "syntax/bus_tree.h"
#include "syntax/parse.h"
#include "syntax/parse_inner.h"

/* Digits as a number; those that do not fit, and other letters, make `bad`. */
static int read_digits(const char *text, int length, bool *bad) {
    int64_t number = 0;
    for (int i = 0; i < length; i++) {
        *bad |= text[i] < '0' || text[i] > '9' || number > INT_MAX / 20;
        if (!*bad) number = 10 * number + (text[i] - '0');
    }
    return (int)number;
}

/* place = NUMBER, of digits, or digits "." digits: read by its letters, so that 1.10 is element 10
 */
static struct bl_place_tree parse_place(struct bl_parser *parser) {
    const struct bl_token token = parser->token;
    struct bl_place_tree place = {.range = token.range};
    const char *dot = token.kind == BL_TOKEN_NUMBER ? memchr(token.text, '.', (size_t)token.length)
                                                    : NULL;
    int whole = dot ? (int)(dot - token.text) : token.length;
    bool bad = token.kind != BL_TOKEN_NUMBER || token.bad;
    if (!bad) place.domain = read_digits(token.text, whole, &bad);
    if (!bad && dot) place.element = read_digits(dot + 1, token.length - whole - 1, &bad);
    if (bad) bl_expected(parser, "a domain such as `2`, or an element of one such as `2.1`");
    if (token.kind == BL_TOKEN_NUMBER) bl_advance(parser);
    if (dot && !bad && !place.element) place.element = -1; /* `1.0`: an element that no bus has */
    return place;
}

/* Which of the two the clause is: a mistake in it is reported, and its value is read all the same.
 */
static void parse_clause(struct bl_parser *parser, const struct bl_part_row *row,
                         struct bl_transfer_tree *transfer, struct bl_range given[2]) {
    bool at = !strcmp(row->word, "at");
    struct bl_expression **value = at ? &transfer->at : &transfer->words;
    struct bl_range range = parser->token.range;
    bool twice = *value, late = !at && transfer->at;
    if (twice)
        bl_note(parser->diags, bl_report(parser->diags, BL_MSG_PART_TWICE, range, row->word),
                given[at], "given here");
    else if (late)
        bl_note(parser->diags, bl_report(parser->diags, BL_MSG_PART_ORDER, range, row->word, "at"),
                given[1], "`at` is here");
    if (!twice) given[at] = range;
    bl_advance(parser);
    struct bl_expression *read = bl_parse_expression(parser);
    if (!twice) *value = read;
}

/* transfer = "transfer" place "->" place [ "words" expression ] [ "at" expression ] ";" */
void bl_parse_transfer(struct bl_parser *parser, struct bl_declaration *declaration) {
    struct bl_transfer_tree *transfer = BL_NEW(parser->arena, struct bl_transfer_tree, 1);
    declaration->body = transfer;
    const struct bl_part_row *row;
    struct bl_range given[2];
    transfer->from = parse_place(parser);
    if (!parser->quiet && bl_expect(parser, BL_TOKEN_ARROW)) transfer->to = parse_place(parser);
    parser->rows = parser->blocks[BL_BLOCK_TRANSFER];
    while (!parser->quiet && (row = bl_at_part(parser))) parse_clause(parser, row, transfer, given);
    bl_expect_end(parser, transfer->at      ? "`;`"
                          : transfer->words ? "`at` or `;`"
                                            : "`words`, `at` or `;`");
    parser->rows = NULL;
}

/* "3", "1.2" */
static void print_place(struct bl_text *text, const struct bl_place_tree *place) {
    bl_text_add(text, "%d", place->domain);
    if (place->element) bl_text_add(text, ".%d", place->element > 0 ? place->element : 0);
}

void bl_transfer_print(struct bl_text *text, const struct bl_declaration *declaration) {
    const struct bl_transfer_tree *transfer = declaration->body;
    bl_text_add(text, "transfer ");
    print_place(text, &transfer->from);
    bl_text_add(text, " -> ");
    print_place(text, &transfer->to);
    bl_text_add(text, transfer->words ? " words " : "");
    if (transfer->words) bl_expression_print(text, transfer->words);
    bl_text_add(text, transfer->at ? " at " : "");
    if (transfer->at) bl_expression_print(text, transfer->at);
    bl_text_add(text, ";\n");
}
