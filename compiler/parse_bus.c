/* `bus`, `traffic` and `transfer`. */
#include <limits.h>
#include <string.h>

#include "arena.h"
#include "parse.h"

enum shape { VALUE, RANGE, NAME };

struct row { const char *word; enum shape shape; };

static const struct row bus_rows[] = {{"domains", VALUE}, {"arbitration", NAME}, {"delay", VALUE}, {"gate", VALUE}, {"connectors", VALUE},
                                      {"elements", VALUE}, {"clock", VALUE}, {NULL, VALUE}};
static const struct row traffic_rows[] = {{"gap", RANGE}, {"words", VALUE}, {"transfers", VALUE}, {"seed", VALUE}, {NULL, VALUE}};

static const char *list_rows(struct bl_parser *parser, const struct row *rows) {
    const char *list = rows->word;
    while ((++rows)->word) list = bl_format(parser->arena, "%s%s%s", list, rows[1].word ? ", " : " and ", rows->word);
    return list;
}

static const struct row *find_row(const struct bl_parser *parser, const struct row *rows) {
    if (parser->token.kind != BL_TOKEN_NAME) return NULL;
    while (rows->word && strcmp(rows->word, parser->token.symbol->text)) rows++;
    return rows->word ? rows : NULL;
}

static void unknown_part(struct bl_parser *parser, const struct row *rows, const char *where) {
    const char *list = list_rows(parser, rows);
    if (parser->token.kind != BL_TOKEN_NAME) bl_expected(parser, bl_format(parser->arena, "%s or `}`", list));
    else bl_report(parser->diags, BL_MSG_UNKNOWN_PART, parser->token.range, parser->token.symbol->text, where, list);
    bl_advance(parser);
    bl_skip_statement(parser);
}

static void parse_part(struct bl_parser *parser, const struct row *row, struct bl_part *part) {
    part->word = (struct bl_name){parser->token.symbol, parser->token.range};
    part->range = parser->token.range;
    bl_advance(parser);
    if (row->shape == NAME) part->label = bl_expect_name(parser, bl_format(parser->arena, "the kind of %s", row->word));
    else part->value = bl_parse_expression(parser);
    if (row->shape == RANGE && bl_accept(parser, BL_TOKEN_RANGE)) part->last = bl_parse_expression(parser);
    bl_expect_semicolon(parser);
}

static struct bl_part *parse_parts(struct bl_parser *parser, const struct row *rows, const char *where) {
    struct bl_part *first = NULL, **end = &first;
    struct bl_range brace;
    if (!bl_open_block(parser, &brace)) return NULL;
    while (bl_in_block(parser, brace)) {
        const struct row *row = find_row(parser, rows);
        if (!row) {
            unknown_part(parser, rows, where);
            continue;
        }
        *end = BL_NEW(parser->arena, struct bl_part, 1);
        parse_part(parser, row, *end);
        end = &(*end)->next;
    }
    return first;
}

/* bus = "bus" NAME "{" { ("domains" | "delay" | "gate" | "connectors" | "elements" | "clock") expression ";"
         | "arbitration" NAME ";" } "}" */
void bl_parse_bus(struct bl_parser *parser, struct bl_declaration *declaration) {
    declaration->name = bl_expect_name(parser, "the name of a bus");
    declaration->parts = parse_parts(parser, bus_rows, "bus");
}

/* traffic = "traffic" "{" { "gap" expression [ ".." expression ] ";" | ("words" | "transfers" | "seed") expression ";" } "}" */
void bl_parse_traffic(struct bl_parser *parser, struct bl_declaration *declaration) {
    declaration->parts = parse_parts(parser, traffic_rows, "bus's traffic");
}

/* Digits as a number; those that do not fit, and other letters, make `bad`. */
static int read_digits(const char *text, int length, bool *bad) {
    int64_t number = 0;
    for (int i = 0; i < length; i++) {
        *bad |= text[i] < '0' || text[i] > '9' || number > INT_MAX / 20;
        if (!*bad) number = 10 * number + (text[i] - '0');
    }
    return (int)number;
}

/* place = NUMBER, of digits, or digits "." digits: read by its letters, so that 1.10 is element 10 */
static struct bl_place_tree parse_place(struct bl_parser *parser) {
    const struct bl_token token = parser->token;
    struct bl_place_tree place = {.range = token.range};
    const char *dot = token.kind == BL_TOKEN_NUMBER ? memchr(token.text, '.', (size_t)token.length) : NULL;
    int whole = dot ? (int)(dot - token.text) : token.length;
    bool bad = token.kind != BL_TOKEN_NUMBER || token.bad;
    if (!bad) place.domain = read_digits(token.text, whole, &bad);
    if (!bad && dot) place.element = read_digits(dot + 1, token.length - whole - 1, &bad);
    if (bad) bl_expected(parser, "a domain such as `2`, or an element of one such as `2.1`");
    if (token.kind == BL_TOKEN_NUMBER) bl_advance(parser);
    if (dot && !bad && !place.element) place.element = -1; /* `1.0`: an element that no bus has */
    return place;
}

static bool at_words(const struct bl_parser *parser) {
    return parser->token.kind == BL_TOKEN_NAME && !strcmp(parser->token.symbol->text, "words");
}

/* transfer = "transfer" place "->" place [ "words" expression ] [ "at" expression ] ";" */
void bl_parse_transfer(struct bl_parser *parser, struct bl_declaration *declaration) {
    struct bl_transfer_tree *transfer = declaration->transfer = BL_NEW(parser->arena, struct bl_transfer_tree, 1);
    transfer->from = parse_place(parser);
    if (!parser->quiet && bl_expect(parser, BL_TOKEN_ARROW)) transfer->to = parse_place(parser);
    if (!parser->quiet && at_words(parser)) {
        bl_advance(parser);
        transfer->words = bl_parse_expression(parser);
    }
    if (!parser->quiet && bl_accept_word(parser, BL_WORD_AT)) transfer->at = bl_parse_expression(parser);
    bl_expect_semicolon(parser);
}
