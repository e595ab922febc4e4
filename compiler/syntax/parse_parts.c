#include "syntax/parse_parts.h"

#include <string.h>

#include "base/arena.h"
#include "base/near.h"
#include "ir/network.h"
#include "settings/setting.h"
#include "syntax/parse.h"
#include "syntax/parse_inner.h"

/* Where the settings of a block stand among its parts. */
#define SETTINGS \
    { "", BL_PART_SETTINGS, NULL, BL_BLOCK_NONE, NULL }
static const char a_graph[] = "the path of a graph in quotes", a_clock[] = "the name of a clock",
                  a_file[] = "the path of a file in quotes",
                  a_board[] = "the name of a board or its path in quotes";

/* part = setting expression ";" | "clock" NAME ";" */
static const struct bl_part_row memory_rows[] = {
    SETTINGS, {"clock", BL_PART_LABEL, a_clock, BL_BLOCK_NONE, NULL}, {0}};

/* part = ("token" | "source" | "pass" | "destination") STRING ";" */
static const struct bl_part_row arbiter_rows[] = {
    {"token", BL_PART_LABEL_OR_PATH, a_graph, BL_BLOCK_NONE, NULL},
    {"source", BL_PART_LABEL_OR_PATH, a_graph, BL_BLOCK_NONE, NULL},
    {"pass", BL_PART_LABEL_OR_PATH, a_graph, BL_BLOCK_NONE, NULL},
    {"destination", BL_PART_LABEL_OR_PATH, a_graph, BL_BLOCK_NONE, NULL},
    {0}};

/* part = setting ( expression { "," expression } | STRING ) ";" | "clock" NAME ";" |
   "arbiter" "{" { part } "}" */
static const struct bl_part_row network_rows[] = {
    SETTINGS,
    {"arbiter", 0, NULL, BL_BLOCK_ARBITER, NULL},
    {"clock", BL_PART_LABEL, a_clock, BL_BLOCK_NONE, NULL},
    {0}};

/* part = setting expression ";" | ( "bus" | "clock" ) NAME ";" */
static const struct bl_part_row host_rows[] = {
    SETTINGS,
    {"bus", BL_PART_LABEL, "the name of a bus", BL_BLOCK_NONE, NULL},
    {"clock", BL_PART_LABEL, a_clock, BL_BLOCK_NONE, NULL},
    {0}};

/* part = "board" ( NAME | STRING ) ";" | setting expression ";" | "clock" NAME expression ";" |
   "clock" NUMBER expression [ "phase" expression ] ";" | ( "memory" | "host" ) "{" { part } "}" |
   "network" NAME "{" { part } "}" */
static const struct bl_part_row cluster_rows[] = {
    {"board", BL_PART_LABEL_OR_PATH, a_board, BL_BLOCK_NONE, NULL},
    SETTINGS,
    {"clock", BL_PART_LABEL | BL_PART_VALUE | BL_PART_OF, a_clock, BL_BLOCK_NONE, NULL},
    {"memory", 0, NULL, BL_BLOCK_MEMORY, NULL},
    {"network", BL_PART_LABEL, "the name of a network", BL_BLOCK_NETWORK, NULL},
    {"host", 0, NULL, BL_BLOCK_HOST, NULL},
    {0}};

/* part = setting ( expression { "," expression } | STRING ) ";" | "arbitration" NAME ";" |
   "board" ( NAME | STRING ) ";" | "arbiter" "{" { part } "}" */
static const struct bl_part_row bus_rows[] = {
    SETTINGS,
    {"arbitration", BL_PART_LABEL, "the kind of arbitration", BL_BLOCK_NONE, NULL},
    {"arbiter", 0, NULL, BL_BLOCK_ARBITER, NULL},
    {"board", BL_PART_LABEL_OR_PATH, a_board, BL_BLOCK_NONE, NULL},
    {0}};

static const struct bl_part_row traffic_rows[] = {SETTINGS, {0}};

static const struct bl_part_row transfer_rows[] = {
    {"words", BL_PART_VALUE, NULL, BL_BLOCK_NONE, NULL},
    {"at", BL_PART_VALUE, NULL, BL_BLOCK_NONE, NULL},
    {0}};

/* part = ("verilog" | "golden") STRING ";" | "latency" expression ";" | "parameter" NAME expression
 * ";" */
static const struct bl_part_row own_rows[] = {
    {"verilog", BL_PART_LABEL_OR_PATH, a_file, BL_BLOCK_NONE, NULL},
    {"golden", BL_PART_LABEL_OR_PATH, a_file, BL_BLOCK_NONE, NULL},
    {"latency", BL_PART_VALUE, NULL, BL_BLOCK_NONE, NULL},
    {"parameter", BL_PART_LABEL | BL_PART_VALUE, "the name of a parameter", BL_BLOCK_NONE, NULL},
    {0}};

/* part = "descriptor" NAME ";" | setting expression ";" */
static const struct bl_part_row dma_rows[] = {
    {"descriptor", BL_PART_LABEL, "the kind of descriptors", BL_BLOCK_NONE, NULL}, SETTINGS, {0}};

static const struct bl_part_row *const grammar[BL_BLOCKS] = {
    [BL_BLOCK_CLUSTER] = cluster_rows,   [BL_BLOCK_MEMORY] = memory_rows,
    [BL_BLOCK_NETWORK] = network_rows,   [BL_BLOCK_ARBITER] = arbiter_rows,
    [BL_BLOCK_BUS] = bus_rows,           [BL_BLOCK_TRAFFIC] = traffic_rows,
    [BL_BLOCK_TRANSFER] = transfer_rows, [BL_BLOCK_OWN] = own_rows,
    [BL_BLOCK_HOST] = host_rows,         [BL_BLOCK_DMA] = dma_rows};

struct rows {
    struct bl_part_row *items;
    int count, capacity;
};

static int shape_of(const struct bl_setting *setting) {
    if (setting->words) return BL_PART_LABEL;
    return BL_PART_VALUE | (setting->listed ? BL_PART_MORE | BL_PART_OR_PATH : 0) |
           (setting->ranged ? BL_PART_LAST : 0) | (setting->numbered ? BL_PART_OF : 0) |
           (setting->kind ? BL_PART_LABEL | BL_PART_KIND : 0);
}

static bool has(const struct rows *rows, const char *word) {
    for (int i = 0; i < rows->count; i++)
        if (!strcmp(rows->items[i].word, word)) return true;
    return false;
}

/* The only words that it takes as a label. */
static const char *label_of(struct bl_arena *arena, const struct bl_setting *setting) {
    char words[256];
    if (!setting->words) return setting->kind;
    bl_setting_range(words, setting);
    return bl_strdup(arena, words);
}

/* Those that are not there yet; with the shape that `first` gives them, where it has them. Where it
   is given and lacks them, they are of another network. */
static void add_settings(struct bl_arena *arena, struct rows *rows, const struct bl_setting *list,
                         const struct bl_setting *first) {
    for (; list->word; list++) {
        int i = first ? bl_setting_find(first, list->word) : -1;
        const struct bl_setting *as = i < 0 ? list : &first[i];
        if (!has(rows, list->word))
            *BL_APPEND(arena, rows) = (struct bl_part_row){
                list->word, shape_of(as) | (first && i < 0) * BL_PART_OF_OTHER, label_of(arena, as),
                BL_BLOCK_NONE, as->words};
    }
}

static const struct bl_network_row *network_of(const struct bl_parser *parser, const char *name) {
    const struct bl_network_row *const *all = parser->vocabulary->networks;
    for (int i = 0; all[i] && name; i++)
        if (!strcmp(all[i]->word, name)) return all[i];
    return NULL;
}

/* A part with a block is shown where the network has it. */
static void add_block(struct bl_arena *arena, struct rows *rows, const struct bl_part_row *row,
                      const struct bl_network_row *network) {
    bool its = !row->block || !network;
    for (int i = 0; i < BL_NETWORK_WORDS && !its; i++)
        its = network->blocks[i] && !strcmp(network->blocks[i], row->word);
    struct bl_part_row *added = BL_APPEND(arena, rows);
    *added = *row;
    if (!its) added->shape |= BL_PART_OF_OTHER;
}

/* Of all networks, since errors of another one are clearer when it was read. */
static void add_networks(const struct bl_parser *parser, struct rows *rows, const char *name) {
    const struct bl_network_row *const *all = parser->vocabulary->networks,
                                       *network = network_of(parser, name);
    const struct bl_setting *first = network ? network->settings : NULL;
    for (int i = 0; all[i]; i++) add_settings(parser->arena, rows, all[i]->settings, first);
}

/* Those of a declaration of some kind of program, by its word. */
static const struct bl_setting *of_kind(const char *word) {
    static const struct bl_setting none[] = {{0}};
    const struct bl_kind_word *row;
    for (int i = 0; (row = bl_kind_word(i, NULL)); i++)
        if (!strcmp(row->word, word)) return row->settings;
    return none;
}

/* The parts of a block; `name`: of the network, NULL: no matter which. */
static const struct bl_part_row *make_rows(const struct bl_parser *parser, enum bl_block block,
                                           const char *name) {
    const struct bl_setting *lists[BL_BLOCKS] = {
        [BL_BLOCK_CLUSTER] = bl_cluster_settings, [BL_BLOCK_MEMORY] = bl_memory_settings,
        [BL_BLOCK_HOST] = bl_host_settings,       [BL_BLOCK_DMA] = bl_dma_settings,
        [BL_BLOCK_BUS] = of_kind("bus"),          [BL_BLOCK_TRAFFIC] = of_kind("traffic")};
    struct rows rows = {0};
    for (const struct bl_part_row *row = grammar[block]; row->word; row++)
        if (row->shape != BL_PART_SETTINGS)
            add_block(parser->arena, &rows, row, network_of(parser, name));
        else if (block == BL_BLOCK_NETWORK) add_networks(parser, &rows, name);
        else add_settings(parser->arena, &rows, lists[block], NULL);
    *BL_APPEND(parser->arena, &rows) = (struct bl_part_row){0};
    return rows.items;
}

void bl_parser_words(struct bl_parser *parser, const struct bl_vocabulary *vocabulary) {
    parser->vocabulary = vocabulary;
    for (int i = 0; i < BL_BLOCKS; i++)
        parser->blocks[i] = grammar[i] ? make_rows(parser, (enum bl_block)i, NULL) : NULL;
}

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
    if (!parser->rows || parser->token.kind != BL_TOKEN_NAME) return false;
    if (find_row(parser->rows, parser->token.symbol->text)) return true;
    for (int i = 0; i < BL_BLOCKS; i++)
        if (parser->blocks[i] && find_row(parser->blocks[i], parser->token.symbol->text))
            return true;
    return false;
}

/* The words of the block's parts. */
static const char *word_of(const void *rows, int number) {
    const struct bl_part_row *row = rows;
    for (; row->word; row++)
        if (!(row->shape & BL_PART_OF_OTHER) && !number--) return row->word;
    return NULL;
}

/* "a, b or c" */
static const char *list_rows(struct bl_parser *parser) {
    const char *list = word_of(parser->rows, 0), *word;
    for (int i = 1; (word = word_of(parser->rows, i)); i++)
        list = bl_format(parser->arena, "%s%s%s", list,
                         word_of(parser->rows, i + 1) ? ", " : " or ", word);
    return list;
}

/* What may stand in its place. In a network the word may be for what its name says. */
static const char *expected_part(struct bl_parser *parser, const char *word, const char *where) {
    const char *near = bl_near(word, word_of, parser->rows);
    if (near) return bl_format(parser->arena, "did you mean `%s`?", near);
    const char *list = bl_format(parser->arena, "expected %s", list_rows(parser));
    if (strcmp(where, "network")) return list;
    list = bl_format(parser->arena, "%s; the topology is the network's name:", list);
    const struct bl_network_row *const *all = parser->vocabulary->networks;
    for (int i = 0; all[i]; i++)
        list = bl_format(parser->arena, "%s%s %s", list,
                         !i           ? ""
                         : all[i + 1] ? ","
                                      : " or",
                         all[i]->word);
    return list;
}

/* A token with which no part begins. A value in front of its word is distinguished. */
static void no_part(struct bl_parser *parser, const char *where) {
    const struct bl_token token = parser->token;
    const char *list = list_rows(parser);
    bl_advance(parser);
    const struct bl_part_row *row = bl_at_part(parser);
    if (token.kind == BL_TOKEN_NAME)
        bl_report(parser->diags, BL_MSG_UNKNOWN_PART, token.range, token.symbol->text, where,
                  expected_part(parser, token.symbol->text, where));
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

/* One of the words that may stand there, NULL behind the last; `what`: they as they are said. */
static struct bl_name parse_word(struct bl_parser *parser, const char *const *words,
                                 const char *what) {
    struct bl_token token = parser->token;
    struct bl_name name = bl_expect_name(parser, what);
    for (int i = 0; words[i]; i++)
        if (!name.symbol || !strcmp(name.symbol->text, words[i])) return name;
    bl_expected_at(parser, &token, what);
    return (struct bl_name){.range = name.range};
}

static struct bl_name parse_kind(struct bl_parser *parser, const struct bl_part_row *row) {
    const char *const only[] = {row->label, NULL};
    return parse_word(parser, only, bl_format(parser->arena, "`%s`", row->label));
}

/* A name, or a path in quotes. */
static struct bl_name parse_label(struct bl_parser *parser, const struct bl_part_row *row,
                                  bool *quoted) {
    if (row->shape & BL_PART_KIND) return parse_kind(parser, row);
    if (row->words) return parse_word(parser, row->words, row->label);
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

static const struct bl_part_row *rows_of(const struct bl_parser *parser, enum bl_block block,
                                         struct bl_name label) {
    return block == BL_BLOCK_NETWORK && label.symbol ? make_rows(parser, block, label.symbol->text)
                                                     : parser->blocks[block];
}

static struct bl_part *parse_part(struct bl_parser *parser, const struct bl_part_row *row) {
    struct bl_part *part = BL_NEW(parser->arena, struct bl_part, 1);
    part->word = (struct bl_name){parser->token.symbol, parser->token.range};
    part->range = parser->token.range;
    if (row->shape == BL_PART_LABEL_OR_PATH) bl_advance_path(parser);
    else bl_advance(parser);
    if (is_numbered(parser, row)) parse_numbered(parser, row, part);
    else parse_value(parser, row, part);
    bool last = row->shape & BL_PART_LAST && bl_accept(parser, BL_TOKEN_RANGE);
    if (last) part->last = bl_parse_expression(parser);
    if (row->shape & BL_PART_MORE) part->more = parse_more(parser);
    part->block = row->block;
    if (part->block)
        part->parts = bl_parse_parts(parser, rows_of(parser, row->block, part->label), row->word);
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

struct bl_part *bl_parse_settings(struct bl_parser *parser, const struct bl_setting *settings,
                                  const char *where) {
    struct rows rows = {0};
    add_settings(parser->arena, &rows, settings, NULL);
    *BL_APPEND(parser->arena, &rows) = (struct bl_part_row){0};
    return bl_parse_parts(parser, rows.items, where);
}

/* dma = "dma" NAME "on" NAME "{" { part } "}" */
void bl_parse_dma(struct bl_parser *parser, struct bl_declaration *declaration) {
    struct bl_dma_tree *dma = BL_NEW(parser->arena, struct bl_dma_tree, 1);
    declaration->dma = dma;
    declaration->name = bl_expect_name(parser, "a name");
    bl_expect_word(parser, BL_WORD_ON, "`on` and the name of a cluster");
    dma->cluster = bl_expect_name(parser, "the name of a cluster");
    dma->parts = bl_parse_parts(parser, parser->blocks[BL_BLOCK_DMA], "dma");
}

/* cluster = "cluster" NAME "{" { part } "}" */
void bl_parse_cluster(struct bl_parser *parser, struct bl_declaration *declaration) {
    declaration->name = bl_expect_name(parser, "the name of a cluster");
    declaration->parts = bl_parse_parts(parser, parser->blocks[BL_BLOCK_CLUSTER], "cluster");
}

/* bus = "bus" NAME "{" { part } "}" */
void bl_parse_bus(struct bl_parser *parser, struct bl_declaration *declaration) {
    declaration->name = bl_expect_name(parser, "the name of a bus");
    declaration->parts = bl_parse_parts(parser, parser->blocks[BL_BLOCK_BUS], "bus");
}

/* traffic = "traffic" "{" { setting expression [ ".." expression ] ";" } "}" */
void bl_parse_traffic(struct bl_parser *parser, struct bl_declaration *declaration) {
    declaration->parts = bl_parse_parts(parser, parser->blocks[BL_BLOCK_TRAFFIC], "bus's traffic");
}
