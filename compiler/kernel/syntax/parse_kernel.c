/* Kernels and channels, read. */
#include "kernel/syntax/parse_kernel.h"

#include <string.h>

#include "base/arena.h"
#include "kernel/syntax/collectives.h"
#include "kernel/syntax/kernel_tree.h"
#include "syntax/parse.h"
#include "syntax/parse_inner.h"

static bool at_text(const struct bl_parser *parser, const char *word) {
    return parser->token.kind == BL_TOKEN_NAME && !strcmp(parser->token.symbol->text, word);
}

static bool accept_text(struct bl_parser *parser, const char *word) {
    if (!at_text(parser, word)) return false;
    bl_advance(parser);
    return true;
}

static void expect_text(struct bl_parser *parser, const char *word, const char *what) {
    if (!accept_text(parser, word)) bl_expected(parser, what);
}

/* nodes = expression | expression ".." expression | "all" */
static struct bl_nodes_tree parse_nodes(struct bl_parser *parser) {
    struct bl_nodes_tree nodes = {.range = parser->token.range};
    if (accept_text(parser, "all")) return nodes;
    nodes.first = bl_parse_expression(parser);
    if (bl_accept(parser, BL_TOKEN_RANGE)) nodes.last = bl_parse_expression(parser);
    nodes.range = bl_range_join(nodes.range, parser->last);
    return nodes;
}

/* ---- channels */

/* nodes | "any" */
static struct bl_nodes_tree parse_end_nodes(struct bl_parser *parser) {
    struct bl_nodes_tree any = {.any = true, .range = parser->token.range};
    return accept_text(parser, "any") ? any : parse_nodes(parser);
}

static void parse_unreliable(struct bl_parser *parser, struct bl_channel_tree *channel) {
    if (channel->unreliable.line)
        bl_report(parser->diags, BL_MSG_PART_TWICE, parser->token.range, "unreliable");
    channel->unreliable = parser->token.range;
    bl_advance(parser);
    bl_expect_semicolon(parser);
}

/* part = "buffer" expression ";" | "send" ("now" | "packed") ";" | "unreliable" ";" */
static void parse_channel_part(struct bl_parser *parser, struct bl_channel_tree *channel) {
    struct bl_range range = parser->token.range;
    bool buffer = at_text(parser, "buffer"),
         twice = buffer ? channel->buffer != NULL : channel->send.symbol != NULL;
    if (at_text(parser, "unreliable")) {
        parse_unreliable(parser, channel);
        return;
    }
    if (!buffer && !at_text(parser, "send")) {
        bl_expected(parser, "`buffer`, `send`, `unreliable` or `}`");
        bl_skip_statement(parser);
        return;
    }
    if (twice) bl_report(parser->diags, BL_MSG_PART_TWICE, range, buffer ? "buffer" : "send");
    bl_advance(parser);
    if (buffer) channel->buffer = bl_parse_expression(parser);
    else channel->send = bl_expect_name(parser, "`now` or `packed`");
    bl_expect_semicolon(parser);
}

/* `0 to 1` is not a number of some unit. */
static const struct bl_part_row clauses[] = {{.word = "to"}, {0}};

/* channel = "channel" NAME ":" TYPE "from" end nodes "to" end nodes ( ";" | "{" { part } "}" ) */
void bl_parse_channel(struct bl_parser *parser, struct bl_declaration *declaration) {
    struct bl_channel_tree *channel = BL_NEW(parser->arena, struct bl_channel_tree, 1);
    struct bl_range brace;
    declaration->body = channel;
    declaration->name = bl_expect_name(parser, "the name of a channel");
    bl_expect(parser, BL_TOKEN_COLON);
    channel->type = bl_expect_name(parser, "the type of its elements");
    expect_text(parser, "from", "`from` and the nodes that send");
    parser->rows = clauses;
    channel->from = parse_end_nodes(parser);
    parser->rows = NULL;
    expect_text(parser, "to", "`to` and the nodes that receive");
    channel->to = parse_end_nodes(parser);
    if (parser->token.kind != BL_TOKEN_OPEN_BRACE) {
        bl_expect_end(parser, "`{` or `;`");
        return;
    }
    if (!bl_open_block(parser, &brace)) return;
    while (bl_in_block(parser, brace)) parse_channel_part(parser, channel);
}

/* ---- kernels */

static const struct {
    const char *word;
    enum bl_end_word end;
    bool memory;
    const char *what;
    const char *node; /* the word before the node that it goes to or comes from */
} ends[] = {
    {"read", BL_END_READ, true, "the name of a memory", NULL},
    {"write", BL_END_WRITE, true, "the name of a memory", NULL},
    {"send", BL_END_SEND, false, "the name of a channel", "to"},
    {"recv", BL_END_RECV, false, "the name of a channel", "from"},
    {"fill", BL_END_FILL, true, NULL, NULL},
    {"drop", BL_END_DROP, false, NULL, NULL},
    {"", BL_END_PORT, false, "`read`, `write`, `send`, `recv` or the name of a port", NULL}};
enum { ENDS = sizeof ends / sizeof *ends, PORT = ENDS - 1 };

static int find_end(const struct bl_parser *parser) {
    int i = 0;
    while (i < PORT && !at_text(parser, ends[i].word)) i++;
    return i;
}

/* end = ("read" | "write") NAME "(" expression "," expression ")"
       | "send" NAME [ "(" expression ")" ] [ "to" expression ]
       | "recv" NAME [ "(" expression ")" ] [ "from" expression ]
       | NAME [ "(" expression ")" ]
       | "fill" "(" expression "," expression ")" | "drop" */
static void parse_end(struct bl_parser *parser, struct bl_end_tree *end) {
    int i = find_end(parser);
    end->range = parser->token.range;
    if (i < PORT) bl_advance(parser);
    end->word = ends[i].end;
    if (ends[i].what) end->name = bl_expect_name(parser, ends[i].what);
    bool brackets = ends[i].memory ? bl_expect(parser, BL_TOKEN_OPEN_ROUND)
                                   : bl_accept(parser, BL_TOKEN_OPEN_ROUND);
    if (brackets && ends[i].memory) {
        end->address = bl_parse_expression(parser);
        bl_expect(parser, BL_TOKEN_COMMA);
    }
    if (brackets) {
        end->count = bl_parse_expression(parser);
        bl_expect(parser, BL_TOKEN_CLOSE_ROUND);
    }
    if (ends[i].node && accept_text(parser, ends[i].node)) end->node = bl_parse_expression(parser);
    end->range = bl_range_join(end->range, parser->last);
}

static struct bl_move_tree *parse_moves(struct bl_parser *parser, struct bl_range brace);

/* "repeat" NAME "in" expression ( ".." | "..<" ) expression "{" { move } "}" */
static void parse_repeat(struct bl_parser *parser, struct bl_move_tree *move) {
    struct bl_range brace;
    move->kind = BL_TREE_REPEAT;
    bl_advance(parser);
    move->counter = bl_expect_name(parser, "the name of a counter");
    bl_expect_word(parser, BL_WORD_IN, "`in` and a range such as `1..rounds`");
    move->first = bl_parse_expression(parser);
    move->below = bl_expect_range(parser);
    move->last = bl_parse_expression(parser);
    if (bl_open_block(parser, &brace)) move->body = parse_moves(parser, brace);
}

/* `wait` or `barrier`. */
static bool parse_word(struct bl_parser *parser, struct bl_move_tree *move) {
    if (accept_text(parser, "wait")) move->kind = BL_TREE_WAIT;
    else if (accept_text(parser, "barrier")) move->kind = BL_TREE_BARRIER;
    else return false;
    bl_expect_semicolon(parser);
    return true;
}

/* The row whose word stands here, or NULL. */
static const struct bl_collective *find_collective(const struct bl_parser *parser) {
    const struct bl_collective *row = bl_collectives;
    if (parser->token.kind != BL_TOKEN_NAME) return NULL;
    while (row->word && !at_text(parser, row->word)) row++;
    return row->word ? row : NULL;
}

/* memory = NAME "(" expression "," expression ")" */
static void parse_memory(struct bl_parser *parser, struct bl_end_tree *end) {
    end->range = parser->token.range;
    end->name = bl_expect_name(parser, "the name of a memory");
    if (!bl_expect(parser, BL_TOKEN_OPEN_ROUND)) return;
    end->address = bl_parse_expression(parser);
    bl_expect(parser, BL_TOKEN_COMMA);
    end->count = bl_parse_expression(parser);
    bl_expect(parser, BL_TOKEN_CLOSE_ROUND);
    end->range = bl_range_join(end->range, parser->last);
}

/* collective = WORD [ NAME ] TYPE memory [ "->" memory ] [ ( "from" | "to" ) expression ] ";" */
static void parse_collective(struct bl_parser *parser, struct bl_move_tree *move,
                             const struct bl_collective *row) {
    struct bl_collective_tree *tree = BL_NEW(parser->arena, struct bl_collective_tree, 1);
    move->kind = BL_TREE_COLLECTIVE;
    move->collective = tree;
    tree->row = row;
    bl_advance(parser);
    if (row->combines) tree->operator= bl_expect_name(parser, "`sum`, `min`, `max` or a kernel");
    tree->type = bl_expect_name(parser, "the type of the elements");
    parse_memory(parser, &tree->from);
    if (row->two && !parser->quiet && bl_expect(parser, BL_TOKEN_ARROW))
        parse_memory(parser, &tree->to);
    if (row->root && !parser->quiet) {
        expect_text(parser, row->root,
                    bl_format(parser->arena, "`%s` and the number of a node", row->root));
        tree->root = bl_parse_expression(parser);
    }
    bl_expect_semicolon(parser);
    move->range = bl_range_join(move->range, parser->last);
}

/* copy = "copy" memory "->" memory [ "as" NAME ] ";" */
static void parse_copy(struct bl_parser *parser, struct bl_move_tree *move) {
    move->copies = true;
    move->from.word = BL_END_READ;
    move->to.word = BL_END_WRITE;
    bl_advance(parser);
    parse_memory(parser, &move->from);
    if (!parser->quiet && bl_expect(parser, BL_TOKEN_ARROW)) parse_memory(parser, &move->to);
    if (!parser->quiet && accept_text(parser, "as"))
        move->cycles = bl_expect_name(parser, "a name for the cycles of the copy");
    move->range = bl_range_join(move->range, parser->last);
    bl_expect_semicolon(parser);
}

/* ---- what arguments have to be */

static bool is_comparison(enum bl_token_kind kind) {
    return kind == BL_TOKEN_EQUAL || kind == BL_TOKEN_NOT_EQUAL || kind == BL_TOKEN_LESS ||
           kind == BL_TOKEN_LESS_EQUAL || kind == BL_TOKEN_GREATER ||
           kind == BL_TOKEN_GREATER_EQUAL;
}

/* rule = "require" expression ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) expression ";" */
static struct bl_rule_tree *parse_rule(struct bl_parser *parser) {
    struct bl_rule_tree *rule = BL_NEW(parser->arena, struct bl_rule_tree, 1);
    bl_advance(parser);
    rule->range = parser->token.range;
    rule->left = bl_parse_expression(parser);
    rule->sign = parser->token.kind;
    if (is_comparison(rule->sign)) {
        bl_advance(parser);
        rule->right = bl_parse_expression(parser);
    } else bl_expected(parser, "`==`, `!=`, `<`, `<=`, `>` or `>=`");
    rule->range = bl_range_join(rule->range, parser->last);
    bl_expect_semicolon(parser);
    return rule;
}

static struct bl_rule_tree *parse_rules(struct bl_parser *parser, struct bl_range brace) {
    struct bl_rule_tree *first = NULL, **end = &first;
    while (at_text(parser, "require") && bl_in_block(parser, brace)) {
        *end = parse_rule(parser);
        if ((*end)->right) end = &(*end)->next;
    }
    *end = NULL;
    return first;
}

/* One that stands behind a move. */
static void refuse_rule(struct bl_parser *parser, struct bl_move_tree *move) {
    bl_report(parser->diags, BL_MSG_KERNEL_RULE_PLACE, parser->token.range);
    parse_rule(parser);
    move->broken = true;
}

/* move = end "->" end ";" | copy | repeat | collective | ( "wait" | "barrier" ) ";" */
static struct bl_move_tree *parse_move(struct bl_parser *parser) {
    struct bl_move_tree *move = BL_NEW(parser->arena, struct bl_move_tree, 1);
    const struct bl_collective *row = find_collective(parser);
    int errors = parser->diags->errors;
    move->range = parser->token.range;
    if (bl_at_word(parser, BL_WORD_REPEAT)) parse_repeat(parser, move);
    else if (row) parse_collective(parser, move, row);
    else if (at_text(parser, "copy")) parse_copy(parser, move);
    else if (at_text(parser, "require")) refuse_rule(parser, move);
    else if (parse_word(parser, move)) move->range = bl_range_join(move->range, parser->last);
    else if (parser->token.kind != BL_TOKEN_NAME) {
        bl_expected(parser, "`read`, `recv`, `copy`, the name of a port, `repeat` or `}`");
        bl_skip_statement(parser);
        move->broken = true;
    } else {
        parse_end(parser, &move->from);
        if (!parser->quiet && bl_expect(parser, BL_TOKEN_ARROW)) parse_end(parser, &move->to);
        move->range = bl_range_join(move->range, parser->last);
        bl_expect_end(parser, "`;`");
    }
    move->broken |= errors != parser->diags->errors;
    return move;
}

static struct bl_move_tree *parse_moves(struct bl_parser *parser, struct bl_range brace) {
    struct bl_move_tree *first = NULL, **end = &first;
    while (bl_in_block(parser, brace)) {
        *end = parse_move(parser);
        end = &(*end)->next;
    }
    return first;
}

/* "(" [ NAME ":" TYPE { "," NAME ":" TYPE } ] ")" */
static struct bl_field *parse_arguments(struct bl_parser *parser) {
    struct bl_field *first = NULL, **end = &first;
    bl_expect(parser, BL_TOKEN_OPEN_ROUND);
    if (bl_accept(parser, BL_TOKEN_CLOSE_ROUND)) return NULL;
    do {
        struct bl_field *field = BL_NEW(parser->arena, struct bl_field, 1);
        field->name = bl_expect_name(parser, "the name of an argument");
        bl_expect(parser, BL_TOKEN_COLON);
        field->type = bl_expect_name(parser, "its type");
        *end = field;
        end = &field->next;
    } while (!parser->quiet && bl_accept(parser, BL_TOKEN_COMMA));
    bl_expect(parser, BL_TOKEN_CLOSE_ROUND);
    return first;
}

/* A whole number as it is. */
static int64_t parse_count(struct bl_parser *parser, const char *what) {
    const struct bl_token token = parser->token;
    if (token.kind != BL_TOKEN_NUMBER || !token.whole || token.bad) {
        bl_expected(parser, what);
        return 0;
    }
    bl_advance(parser);
    return token.integer;
}

/* rate = "per" ( "move" "of" NAME | [ NUMBER ] NAME [ "after" NUMBER ] ) */
static void parse_rate(struct bl_parser *parser, struct bl_port_tree *port) {
    port->per = 1;
    if (parser->token.kind == BL_TOKEN_NUMBER) port->per = parse_count(parser, "a whole number");
    port->of = bl_expect_name(parser, "the name of an input, or `move of` and one");
    port->move = port->of.symbol && !strcmp(port->of.symbol->text, "move") && port->per == 1 &&
                 accept_text(parser, "of");
    if (port->move) port->of = bl_expect_name(parser, "the name of an input");
    else if (accept_text(parser, "after"))
        port->after = parse_count(parser, "the number of elements that give none");
}

/* port = ("in" | "out") NAME ":" TYPE [ rate ] ";" */
static struct bl_port_tree *parse_port(struct bl_parser *parser) {
    struct bl_port_tree *port = BL_NEW(parser->arena, struct bl_port_tree, 1);
    port->in = bl_at_word(parser, BL_WORD_IN);
    if (!port->in && !at_text(parser, "out")) {
        bl_expected(parser, "`in`, `out` or `}`");
        bl_skip_statement(parser);
        return NULL;
    }
    bl_advance(parser);
    port->name = bl_expect_name(parser, "the name of a port");
    bl_expect(parser, BL_TOKEN_COLON);
    port->type = bl_expect_name(parser, "the type of its elements");
    if (!port->in && accept_text(parser, "per")) parse_rate(parser, port);
    bl_expect_semicolon(parser);
    return port;
}

static struct bl_port_tree *parse_ports(struct bl_parser *parser, struct bl_range brace) {
    struct bl_port_tree *first = NULL, **end = &first;
    while (bl_in_block(parser, brace)) {
        *end = parse_port(parser);
        if (*end) end = &(*end)->next;
    }
    return first;
}

/* A path in quotes, as the text of a name. */
static struct bl_name parse_path(struct bl_parser *parser, const char *what) {
    const struct bl_token token = parser->token;
    struct bl_name name = {NULL, token.range};
    if (token.kind != BL_TOKEN_STRING || token.bad) {
        bl_expected(parser, what);
        return name;
    }
    name.symbol = bl_symbol(parser->symbols, token.text, (size_t)token.length);
    bl_advance(parser);
    return name;
}

/* kernel = "kernel" NAME "on" NAME [ "node" nodes ] "(" arguments ")"
            ( "{" { rule } { move } "}" | "verilog" STRING "golden" STRING "{" { port } "}" ) */
void bl_parse_kernel(struct bl_parser *parser, struct bl_declaration *declaration) {
    struct bl_kernel_tree *kernel = BL_NEW(parser->arena, struct bl_kernel_tree, 1);
    struct bl_range brace;
    declaration->body = kernel;
    declaration->name = bl_expect_name(parser, "the name of a kernel");
    bl_expect_word(parser, BL_WORD_ON, "`on` and the name of a cluster");
    kernel->cluster = bl_expect_name(parser, "the name of a cluster");
    if (accept_text(parser, "node")) kernel->nodes = parse_nodes(parser);
    kernel->arguments = parse_arguments(parser);
    if (accept_text(parser, "verilog")) {
        kernel->verilog = parse_path(parser, "the path of its module, in quotes");
        expect_text(parser, "golden", "`golden` and the path of its function in C");
        kernel->golden = parse_path(parser, "the path of its function in C, in quotes");
        if (bl_open_block(parser, &brace)) kernel->ports = parse_ports(parser, brace);
    } else if (bl_open_block(parser, &brace)) {
        kernel->rules = parse_rules(parser, brace);
        kernel->body = parse_moves(parser, brace);
    }
}

/* ---- kernels that are started together */

/* start = "start" NAME [ "node" expression ] ";" */
static struct bl_start_tree *parse_start(struct bl_parser *parser) {
    struct bl_start_tree *start = BL_NEW(parser->arena, struct bl_start_tree, 1);
    bl_advance(parser);
    start->kernel = bl_expect_name(parser, "the name of a kernel");
    const struct bl_token token = parser->token;
    if (accept_text(parser, "node")) {
        struct bl_expression *node = BL_NEW(parser->arena, struct bl_expression, 1);
        *node = (struct bl_expression){
            .kind = BL_EXPRESSION_NAME, .height = 1, .range = token.range, .name = token.symbol};
        start->at = BL_NEW(parser->arena, struct bl_rule_tree, 1);
        start->at->left = node;
        start->at->sign = BL_TOKEN_EQUAL;
        start->at->right = bl_parse_expression(parser);
        start->at->range = bl_range_join(token.range, parser->last);
    }
    bl_expect_semicolon(parser);
    return start;
}

/* group = "group" NAME "{" { start | rule } "}" */
void bl_parse_group(struct bl_parser *parser, struct bl_declaration *declaration) {
    struct bl_group_tree *group = BL_NEW(parser->arena, struct bl_group_tree, 1);
    struct bl_start_tree **start = &group->starts;
    struct bl_rule_tree **rule = &group->rules;
    struct bl_range brace;
    declaration->body = group;
    declaration->name = bl_expect_name(parser, "the name of a group");
    if (!bl_open_block(parser, &brace)) return;
    parser->members = true;
    while (bl_in_block(parser, brace))
        if (at_text(parser, "start")) {
            *start = parse_start(parser);
            start = &(*start)->next;
        } else if (at_text(parser, "require")) {
            *rule = parse_rule(parser);
            if ((*rule)->right) rule = &(*rule)->next;
        } else {
            bl_expected(parser, "`start`, `require` or `}`");
            bl_skip_statement(parser);
        }
    *rule = NULL;
    parser->members = false;
}
