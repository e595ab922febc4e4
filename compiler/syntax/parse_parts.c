/* What stands in the block of a cluster, a bus and its traffic: parts, each with a word in front.
 */
#include <string.h>

#include "base/arena.h"
#include "syntax/parse.h"

/* part = "channels" expression ";" | "width" expression ";" | "strip" expression ";" | "burst"
 * expression ";" | "clock" NAME ";" */
static const struct bl_part_row memory_rows[] = {
    {"channels", BL_PART_VALUE, 0, NULL},
    {"width", BL_PART_VALUE, 0, NULL},
    {"strip", BL_PART_VALUE, 0, NULL},
    {"burst", BL_PART_VALUE, 0, NULL},
    {"clock", BL_PART_LABEL, "the name of a clock", NULL},
    {0}};

/* part = ("token" | "source" | "pass" | "destination") STRING ";" */
static const struct bl_part_row arbiter_rows[] = {
    {"token", BL_PART_LABEL_OR_PATH, "the path of a graph in quotes", NULL},
    {"source", BL_PART_LABEL_OR_PATH, "the path of a graph in quotes", NULL},
    {"pass", BL_PART_LABEL_OR_PATH, "the path of a graph in quotes", NULL},
    {"destination", BL_PART_LABEL_OR_PATH, "the path of a graph in quotes", NULL},
    {0}};

/* part = ("link" | "latency" | "lines" | "gate") expression ";" | "clock" NAME ";" | "delay" (
   expression { "," expression } | STRING ) ";" | "arbiter" "{" { part } "}" */
static const struct bl_part_row network_rows[] = {
    {"link", BL_PART_VALUE, 0, NULL},
    {"latency", BL_PART_VALUE, 0, NULL},
    {"delay", BL_PART_VALUE | BL_PART_MORE | BL_PART_OR_PATH, 0, NULL},
    {"lines", BL_PART_VALUE, 0, NULL},
    {"gate", BL_PART_VALUE, 0, NULL},
    {"arbiter", 0, 0, arbiter_rows},
    {"clock", BL_PART_LABEL, "the name of a clock", NULL},
    {0}};

/* part = "board" ( NAME | STRING ) ";" | "nodes" expression ";" | "clock" NAME expression ";" |
   "clock" NUMBER expression [ "phase" expression ] ";" | "memory" "{" { part } "}" |
   "network" NAME "{" { part } "}" */
static const struct bl_part_row cluster_rows[] = {
    {"board", BL_PART_LABEL_OR_PATH, "the name of a board or its path in quotes", NULL},
    {"nodes", BL_PART_VALUE, 0, NULL},
    {"clock", BL_PART_LABEL | BL_PART_VALUE | BL_PART_OF, "the name of a clock", NULL},
    {"memory", 0, 0, memory_rows},
    {"network", BL_PART_LABEL, "the name of a network", network_rows},
    {0}};

static const struct bl_part_row bus_rows[] = {
    {"domains", BL_PART_VALUE, 0, NULL},
    {"arbitration", BL_PART_LABEL, "the kind of arbitration", NULL},
    {"delay", BL_PART_VALUE | BL_PART_MORE | BL_PART_OR_PATH, 0, NULL},
    {"gate", BL_PART_VALUE, 0, NULL},
    {"connectors", BL_PART_VALUE, 0, NULL},
    {"elements", BL_PART_VALUE, 0, NULL},
    {"clock", BL_PART_VALUE | BL_PART_OF, 0, NULL},
    {"arbiter", 0, 0, arbiter_rows},
    {"board", BL_PART_LABEL_OR_PATH, "the name of a board or its path in quotes", NULL},
    {"lines", BL_PART_VALUE, 0, NULL},
    {0}};

static const struct bl_part_row traffic_rows[] = {{"gap", BL_PART_VALUE | BL_PART_LAST, 0, NULL},
                                                  {"words", BL_PART_VALUE, 0, NULL},
                                                  {"transfers", BL_PART_VALUE, 0, NULL},
                                                  {"seed", BL_PART_VALUE, 0, NULL},
                                                  {0}};

const struct bl_part_row bl_transfer_rows[] = {
    {"words", BL_PART_VALUE, 0, NULL}, {"at", BL_PART_VALUE, 0, NULL}, {0}};

/* part = ("verilog" | "golden") STRING ";" | "latency" expression ";" | "parameter" NAME expression
 * ";" */
const struct bl_part_row bl_own_rows[] = {
    {"verilog", BL_PART_LABEL_OR_PATH, "the path of a file in quotes", NULL},
    {"golden", BL_PART_LABEL_OR_PATH, "the path of a file in quotes", NULL},
    {"latency", BL_PART_VALUE, 0, NULL},
    {"parameter", BL_PART_LABEL | BL_PART_VALUE, "the name of a parameter", NULL},
    {0}};

static const struct bl_part_row *find_row(const struct bl_part_row *rows, const char *word) {
    while (rows->word && strcmp(rows->word, word)) rows++;
    return rows->word ? rows : NULL;
}

const struct bl_part_row *bl_at_part(const struct bl_parser *parser) {
    return parser->rows && parser->token.kind == BL_TOKEN_NAME
               ? find_row(parser->rows, parser->token.symbol->text)
               : NULL;
}

bool bl_at_any_part(const struct bl_parser *parser) {
    static const struct bl_part_row *const all[] = {cluster_rows, memory_rows,  network_rows,
                                                    bus_rows,     traffic_rows, bl_transfer_rows,
                                                    bl_own_rows,  arbiter_rows};
    if (!parser->rows || parser->token.kind != BL_TOKEN_NAME) return false;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (find_row(all[i], parser->token.symbol->text)) return true;
    return false;
}

static const char *list_rows(struct bl_parser *parser) {
    const struct bl_part_row *row = parser->rows;
    const char *list = row->word;
    while ((++row)->word)
        list = bl_format(parser->arena, "%s%s%s", list, row[1].word ? ", " : " and ", row->word);
    return list;
}

/* A token with which no part begins. A value in front of its word is told apart. */
static void no_part(struct bl_parser *parser, const char *where) {
    const struct bl_token token = parser->token;
    const char *list = list_rows(parser);
    bl_advance(parser);
    const struct bl_part_row *row = bl_at_part(parser);
    if (token.kind == BL_TOKEN_NAME)
        bl_report(parser->diags, BL_MSG_UNKNOWN_PART, token.range, token.symbol->text, where, list);
    else if (token.kind == BL_TOKEN_NUMBER && row && !parser->token.first)
        bl_expected_at(parser, &token,
                       bl_format(parser->arena, "`%s` in front of its value", row->word));
    else bl_expected_at(parser, &token, bl_format(parser->arena, "%s or `}`", list));
    bl_skip_statement(parser);
}

/* A path in quotes. */
static struct bl_name parse_path(struct bl_parser *parser) {
    const struct bl_token token = parser->token;
    bl_advance(parser);
    return (struct bl_name){
        token.bad ? NULL : bl_symbol(parser->symbols, token.text, (size_t)token.length),
        token.range};
}

/* A name, or a path in quotes. */
static struct bl_name parse_label(struct bl_parser *parser, const struct bl_part_row *row,
                                  bool *quoted) {
    *quoted = row->shape == BL_PART_LABEL_OR_PATH && parser->token.kind == BL_TOKEN_STRING;
    return *quoted ? parse_path(parser) : bl_expect_name(parser, row->label);
}

static bool at_word(const struct bl_parser *parser, const char *word) {
    return parser->token.kind == BL_TOKEN_NAME && parser->token.symbol &&
           !strcmp(parser->token.symbol->text, word);
}

/* What has been read as the value is a number in front of it when another value follows. */
static void parse_of(struct bl_parser *parser, struct bl_part *part) {
    bool phase = at_word(parser, "phase");
    if (parser->token.kind == BL_TOKEN_NUMBER || (parser->token.kind == BL_TOKEN_NAME && !phase)) {
        part->of = part->value;
        part->value = bl_parse_expression(parser);
    }
    if (!at_word(parser, "phase")) return;
    bl_advance(parser);
    part->phase = bl_parse_expression(parser);
}

/* In the place of a label a number in front of the value. */
static void parse_numbered(struct bl_parser *parser, const struct bl_part_row *row,
                           struct bl_part *part) {
    const struct bl_token token = parser->token;
    part->value = bl_parse_expression(parser);
    parse_of(parser, part);
    if (!part->of) bl_expected_at(parser, &token, row->label);
}

static bool is_numbered(const struct bl_parser *parser, const struct bl_part_row *row) {
    return row->shape & BL_PART_LABEL && row->shape & BL_PART_OF &&
           parser->token.kind == BL_TOKEN_NUMBER;
}

/* Up to what may follow the value. */
static void parse_value(struct bl_parser *parser, const struct bl_part_row *row,
                        struct bl_part *part) {
    if (row->shape & BL_PART_LABEL) part->label = parse_label(parser, row, &part->quoted);
    part->quoted |= row->shape & BL_PART_OR_PATH && parser->token.kind == BL_TOKEN_STRING;
    if (!part->label.symbol && part->quoted) part->label = parse_path(parser);
    else if (row->shape & BL_PART_VALUE) part->value = bl_parse_expression(parser);
    if (row->shape & BL_PART_OF && !(row->shape & BL_PART_LABEL)) parse_of(parser, part);
}

static struct bl_more *parse_more(struct bl_parser *parser) {
    struct bl_more *first = NULL, **end = &first;
    while (bl_accept(parser, BL_TOKEN_COMMA)) {
        *end = BL_NEW(parser->arena, struct bl_more, 1);
        (*end)->value = bl_parse_expression(parser);
        end = &(*end)->next;
    }
    return first;
}

/* What may stand behind the last value. */
static const char *end_of(const struct bl_part_row *row, bool last) {
    if (row->shape & BL_PART_MORE) return "`,` or `;`";
    if (row->shape & BL_PART_OF && !(row->shape & BL_PART_LABEL)) return "`phase` or `;`";
    return row->shape & BL_PART_LAST && !last ? "`..` or `;`" : "`;`";
}

static struct bl_part *parse_part(struct bl_parser *parser, const struct bl_part_row *row) {
    struct bl_part *part = BL_NEW(parser->arena, struct bl_part, 1);
    part->word = (struct bl_name){parser->token.symbol, parser->token.range};
    part->range = parser->token.range;
    bl_advance(parser);
    if (is_numbered(parser, row)) parse_numbered(parser, row, part);
    else parse_value(parser, row, part);
    bool last = row->shape & BL_PART_LAST && bl_accept(parser, BL_TOKEN_RANGE);
    if (last) part->last = bl_parse_expression(parser);
    if (row->shape & BL_PART_MORE) part->more = parse_more(parser);
    part->block = row->parts;
    if (row->parts) part->parts = bl_parse_parts(parser, row->parts, row->word);
    else bl_expect_end(parser, end_of(row, last));
    return part;
}

struct bl_part *bl_parse_parts(struct bl_parser *parser, const struct bl_part_row *rows,
                               const char *where) {
    const struct bl_part_row *around = parser->rows, *row;
    struct bl_part *first = NULL, **end = &first;
    struct bl_range brace;
    if (!bl_open_block(parser, &brace)) return NULL;
    parser->rows = rows;
    while (bl_in_block(parser, brace)) {
        row = bl_at_part(parser);
        if (row) end = &(*end = parse_part(parser, row))->next;
        else no_part(parser, where);
    }
    parser->rows = around;
    return first;
}

/* cluster = "cluster" NAME "{" { part } "}" */
void bl_parse_cluster(struct bl_parser *parser, struct bl_declaration *declaration) {
    declaration->name = bl_expect_name(parser, "the name of a cluster");
    declaration->parts = bl_parse_parts(parser, cluster_rows, "cluster");
}

/* bus = "bus" NAME "{" { ("domains" | "gate" | "connectors" | "elements" | "clock") expression ";"
   | "delay" expression { "," expression } ";" | "arbitration" NAME ";" } "}" */
void bl_parse_bus(struct bl_parser *parser, struct bl_declaration *declaration) {
    declaration->name = bl_expect_name(parser, "the name of a bus");
    declaration->parts = bl_parse_parts(parser, bus_rows, "bus");
}

/* traffic = "traffic" "{" { "gap" expression [ ".." expression ] ";" | ("words" | "transfers" |
 * "seed") expression ";" } "}" */
void bl_parse_traffic(struct bl_parser *parser, struct bl_declaration *declaration) {
    declaration->parts = bl_parse_parts(parser, traffic_rows, "bus's traffic");
}
