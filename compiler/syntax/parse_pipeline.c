#include "syntax/parse_pipeline.h"

#include "base/arena.h"
#include "ir/stage.h"
#include "syntax/parse.h"
#include "syntax/parse_inner.h"

/* Whether the statement ends here, but for a `;` that may be missing: else what has been read of it
 * means nothing. */
static bool is_whole(const struct bl_parser *parser) {
    return !parser->quiet &&
           (parser->token.kind == BL_TOKEN_SEMICOLON || parser->token.first ||
            parser->token.kind == BL_TOKEN_CLOSE_BRACE || parser->token.kind == BL_TOKEN_END);
}

/* const = "const" NAME "=" expression ";" */
static void parse_const(struct bl_parser *parser, struct bl_statement *statement) {
    statement->name = bl_expect_name(parser, "the name of a constant");
    bl_expect(parser, BL_TOKEN_EQUALS);
    statement->value = bl_parse_expression(parser);
    if (!is_whole(parser)) statement->value->kind = BL_EXPRESSION_BAD;
    bl_expect_semicolon(parser);
}

/* let = "let" NAME "=" function ";" */
static void parse_let(struct bl_parser *parser, struct bl_statement *statement) {
    statement->name = bl_expect_name(parser, "the name of a function");
    bl_expect(parser, BL_TOKEN_EQUALS);
    statement->slice = bl_parse_slice(parser, "a function of a column, such as `key[5:0]`");
    if (!is_whole(parser)) statement->slice = BL_NEW(parser->arena, struct bl_slice, 1);
    bl_expect_semicolon(parser);
}

/* Slices with commas between; whole names for `read` and `write`. */
static void parse_arguments(struct bl_parser *parser, struct bl_stage_tree *stage, const char *what,
                            bool slices) {
    struct bl_slice **end = &stage->arguments;
    do {
        if (slices) *end = bl_parse_slice(parser, what);
        else {
            *end = BL_NEW(parser->arena, struct bl_slice, 1);
            (*end)->name = bl_expect_name(parser, what);
            (*end)->range = (*end)->name.range;
        }
        end = &(*end)->next;
        stage->argument_count++;
    } while (bl_accept(parser, BL_TOKEN_COMMA));
}

/* stage = ("read" | "write") NAME { "," NAME }
         | ("histogram" | "table") "(" slice { "," slice } ")" "as" NAME
         | ("crossbar" | "alltoallv") "(" slice { "," slice } ")" | NAME */
static void parse_stage(struct bl_parser *parser, struct bl_stage_tree *stage) {
    stage->kind = (enum bl_stage_kind)(parser->token.symbol->word - BL_WORD_STAGE);
    bl_advance(parser);
    const struct bl_stage_words *words = bl_stage_words(stage->kind);
    if (words->versions) parse_arguments(parser, stage, "a column version", false);
    else {
        bl_expect(parser, BL_TOKEN_OPEN_ROUND);
        parse_arguments(parser, stage, "a function or a slice of a column", true);
        bl_expect(parser, BL_TOKEN_CLOSE_ROUND);
    }
    stage->range = bl_range_join(stage->range, parser->last);
    if (!words->makes) return;
    if (bl_expect_word(parser, BL_WORD_AS, "`as` and a name"))
        stage->as = bl_expect_name(parser, "a name");
    stage->range = bl_range_join(stage->range, parser->last);
}

static bool is_stage(const struct bl_symbol *symbol) { return bl_word_is_stage(symbol->word); }

static void report_no_stage(struct bl_parser *parser, const struct bl_token *token) {
    const struct bl_symbol *symbol = token->symbol;
    if (token->kind != BL_TOKEN_NAME || symbol->word || parser->quiet) {
        bl_expected_at(parser, token, "a stage");
        return;
    }
    const struct bl_symbol *meant = bl_symbol_near(parser->symbols, symbol, is_stage);
    bl_report(parser->diags, BL_MSG_UNKNOWN_STAGE, token->range, symbol->text,
              meant ? bl_format(parser->arena, "did you mean `%s`?", meant->text)
                    : "expected read, histogram, table, crossbar, alltoallv, write or the name of "
                      "a user-defined stage, which has no brackets");
    parser->quiet = true;
}

/* A name alone is a stage of the user's own. */
static bool parse_own_stage(struct bl_parser *parser, struct bl_stage_tree *stage) {
    const struct bl_token token = parser->token;
    if (token.kind == BL_TOKEN_NAME && bl_word_is_name(token.symbol->word)) bl_advance(parser);
    if (parser->token.text == token.text ||
        (parser->token.kind != BL_TOKEN_ARROW && parser->token.kind != BL_TOKEN_CLOSE_BRACE)) {
        report_no_stage(parser, &token);
        return false;
    }
    stage->kind = BL_OWN;
    stage->own = (struct bl_name){token.symbol, token.range};
    return true;
}

/* What a broken pass would have made: the names behind `write` and `as`, so that later passes may
 * use them without further errors. */
static struct bl_stage_tree *salvage_stage(struct bl_parser *parser) {
    struct bl_stage_tree *stage = BL_NEW(parser->arena, struct bl_stage_tree, 1);
    bool as = parser->token.symbol->word == BL_WORD_AS;
    stage->kind = as ? BL_TABLE : BL_WRITE;
    stage->range = parser->token.range;
    bl_advance(parser);
    if (as) stage->as = bl_expect_name(parser, "a name");
    else parse_arguments(parser, stage, "a column version", false);
    return stage;
}

/* To the end of the pass's block, or to the next statement: the error was reported. */
static void skip_pass(struct bl_parser *parser, struct bl_stage_tree **end) {
    while (parser->token.kind != BL_TOKEN_CLOSE_BRACE && parser->token.kind != BL_TOKEN_END &&
           !bl_at_statement(parser)) {
        if (bl_at_word(parser, BL_WORD_AS) || bl_at_word(parser, BL_WORD_STAGE + BL_WRITE)) {
            *end = salvage_stage(parser);
            end = &(*end)->next;
        } else bl_advance(parser);
    }
}

/* The block of a pass that ends without its `}`. */
static void close_pass(struct bl_parser *parser, struct bl_range brace) {
    if (!parser->quiet) bl_report(parser->diags, BL_MSG_UNCLOSED, brace);
    parser->quiet = false;
    parser->depth--;
}

/* pass = "pass" "{" stage { "->" stage } "}" */
static void parse_pass(struct bl_parser *parser, struct bl_statement *statement) {
    struct bl_range brace;
    struct bl_stage_tree **end = &statement->pass.stages;
    statement->pass.broken = true;
    if (!bl_open_block(parser, &brace)) return;
    do {
        struct bl_stage_tree *stage = BL_NEW(parser->arena, struct bl_stage_tree, 1);
        stage->range = parser->token.range;
        bool known = parser->token.kind == BL_TOKEN_NAME && is_stage(parser->token.symbol);
        if (!known && !parse_own_stage(parser, stage)) break;
        *end = stage;
        end = &stage->next;
        if (known) parse_stage(parser, stage);
    } while (!parser->quiet && bl_accept(parser, BL_TOKEN_ARROW));
    if (!parser->quiet && parser->token.kind != BL_TOKEN_CLOSE_BRACE && !bl_at_statement(parser))
        bl_expected(parser, "`->` or `}`");
    statement->pass.broken = parser->quiet;
    if (parser->quiet) skip_pass(parser, end);
    statement->range = bl_range_join(statement->range, parser->token.range);
    if (bl_accept(parser, BL_TOKEN_CLOSE_BRACE)) parser->depth--;
    else close_pass(parser, brace);
}

static struct bl_statement *parse_statements(struct bl_parser *parser, struct bl_range brace);

/* repeat = "repeat" NAME "in" expression ( ".." | "..<" ) expression "{" { statement } "}" */
static void parse_repeat(struct bl_parser *parser, struct bl_statement *statement) {
    struct bl_range brace;
    statement->name = bl_expect_name(parser, "the name of a counter");
    bl_expect_word(parser, BL_WORD_IN, "`in` and a range such as `0..2`");
    statement->repeat.first = bl_parse_expression(parser);
    statement->repeat.below = bl_expect_range(parser);
    statement->repeat.last = bl_parse_expression(parser);
    if (bl_open_block(parser, &brace)) statement->repeat.body = parse_statements(parser, brace);
}

/* partition = "partition" NAME "by" slice "," slice ";" */
static void parse_partition(struct bl_parser *parser, struct bl_statement *statement) {
    statement->name = bl_expect_name(parser, "the name of the pipeline's records");
    bl_expect_word(parser, BL_WORD_BY, "`by` and two functions");
    statement->partition.node = bl_parse_slice(parser, "the function that decides the node");
    bl_expect(parser, BL_TOKEN_COMMA);
    statement->partition.channel = bl_parse_slice(parser, "the function that decides the channel");
    bl_expect_semicolon(parser);
}

static const struct {
    enum bl_word word;
    enum bl_statement_kind kind;
    void (*parse)(struct bl_parser *parser, struct bl_statement *statement);
} statements[] = {
    {BL_WORD_PASS, BL_STATEMENT_PASS, parse_pass},
    {BL_WORD_LET, BL_STATEMENT_LET, parse_let},
    {BL_WORD_CONST, BL_STATEMENT_CONST, parse_const},
    {BL_WORD_REPEAT, BL_STATEMENT_REPEAT, parse_repeat},
    {BL_WORD_PARTITION, BL_STATEMENT_PARTITION, parse_partition},
};
enum { STATEMENTS = sizeof statements / sizeof *statements };

static bool is_statement(const struct bl_symbol *symbol) {
    for (int i = 0; i < STATEMENTS; i++)
        if (symbol->word == (int)statements[i].word) return true;
    return false;
}

static const char any_statement[] = "`let`, `const`, `pass`, `repeat`, `partition` or `}`";

/* statement = const | let | pass | repeat | partition */
static struct bl_statement *parse_statement(struct bl_parser *parser) {
    bool known = parser->token.kind == BL_TOKEN_NAME && is_statement(parser->token.symbol);
    if (!known) bl_take_meant(parser, any_statement, is_statement);
    for (int i = 0; i < STATEMENTS; i++) {
        if (!bl_at_word(parser, (int)statements[i].word)) continue;
        struct bl_statement *statement = BL_NEW(parser->arena, struct bl_statement, 1);
        statement->kind = statements[i].kind;
        statement->range = parser->token.range;
        bl_advance(parser);
        statements[i].parse(parser, statement);
        return statement;
    }
    bl_expected(parser, any_statement);
    bl_skip_statement(parser);
    return NULL;
}

static struct bl_statement *parse_statements(struct bl_parser *parser, struct bl_range brace) {
    struct bl_statement *first = NULL, **end = &first;
    while (bl_in_block(parser, brace)) {
        *end = parse_statement(parser);
        if (*end) end = &(*end)->next;
    }
    return first;
}

/* pipeline = "pipeline" NAME "(" NAME ":" NAME ")" "on" NAME "{" { statement } "}" */
void bl_parse_pipeline(struct bl_parser *parser, struct bl_declaration *declaration) {
    struct bl_range brace;
    struct bl_pipeline_tree *pipeline = BL_NEW(parser->arena, struct bl_pipeline_tree, 1);
    declaration->body = pipeline;
    declaration->name = bl_expect_name(parser, "the name of a pipeline");
    bl_expect(parser, BL_TOKEN_OPEN_ROUND);
    pipeline->input = bl_expect_name(parser, "the name of the records");
    bl_expect(parser, BL_TOKEN_COLON);
    pipeline->record = bl_expect_name(parser, "the name of a record");
    bl_expect(parser, BL_TOKEN_CLOSE_ROUND);
    bl_expect_word(parser, BL_WORD_ON, "`on` and the name of a cluster");
    pipeline->cluster = bl_expect_name(parser, "the name of a cluster");
    if (parser->quiet)
        while (parser->token.kind != BL_TOKEN_OPEN_BRACE && parser->token.kind != BL_TOKEN_END &&
               !parser->token.first)
            bl_advance(parser);
    if (bl_open_block(parser, &brace)) pipeline->body = parse_statements(parser, brace);
}
