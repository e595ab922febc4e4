/* The parser's helpers, and declarations. */
#include "syntax/parse.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "syntax/parse_inner.h"

void bl_advance(struct bl_parser *parser) {
    parser->last = parser->token.range;
    parser->token = bl_lex(&parser->lexer);
}

/* "board" or "import": the word in front of the path, for the message. */
static void report_unquoted(struct bl_parser *parser, const struct bl_token *word) {
    const struct bl_token *path = &parser->token;
    bool is_long = path->length > 40;
    bl_report(parser->diags, BL_MSG_OWN_STRING, path->range, word->symbol->text,
              bl_format(parser->arena, "%.*s%s", is_long ? 40 : path->length, path->text,
                        is_long ? "..." : ""));
}

void bl_advance_path(struct bl_parser *parser) {
    const struct bl_token word = parser->token;
    parser->last = word.range;
    parser->token = bl_lex_path(&parser->lexer);
    if (parser->token.unquoted) report_unquoted(parser, &word);
}

static const char *describe(struct bl_parser *parser, const struct bl_token *token) {
    if (token->kind == BL_TOKEN_END) return bl_token_kind_text(token->kind);
    const char *quote = token->kind == BL_TOKEN_STRING ? "\"" : "";
    int shown = token->length > 40 ? 40 : token->length;
    return bl_format(parser->arena, "`%s%.*s%s%s`", quote, shown, token->text,
                     token->length > 40 ? "..." : "", quote);
}

void bl_expected_at(struct bl_parser *parser, const struct bl_token *token, const char *what) {
    if (!parser->quiet && !token->bad && !token->behind)
        bl_report(parser->diags, BL_MSG_EXPECTED, token->range, what, describe(parser, token));
    parser->quiet = true;
}

void bl_expected(struct bl_parser *parser, const char *what) {
    bl_expected_at(parser, &parser->token, what);
}

bool bl_accept(struct bl_parser *parser, enum bl_token_kind kind) {
    if (parser->token.kind != kind) return false;
    bl_advance(parser);
    return true;
}

bool bl_expect_range(struct bl_parser *parser) {
    if (bl_accept(parser, BL_TOKEN_RANGE_BELOW)) return true;
    bl_expect(parser, BL_TOKEN_RANGE);
    return false;
}

bool bl_expect(struct bl_parser *parser, enum bl_token_kind kind) {
    if (bl_accept(parser, kind)) return true;
    bl_expected(parser, bl_token_kind_text(kind));
    return false;
}

bool bl_at_word(const struct bl_parser *parser, int word) {
    return parser->token.kind == BL_TOKEN_NAME && parser->token.symbol->word == word;
}

static bool accept_word(struct bl_parser *parser, int word) {
    if (!bl_at_word(parser, word)) return false;
    bl_advance(parser);
    return true;
}

bool bl_expect_word(struct bl_parser *parser, int word, const char *text) {
    if (accept_word(parser, word)) return true;
    bl_expected(parser, text);
    return false;
}

struct bl_name bl_expect_name(struct bl_parser *parser, const char *what) {
    struct bl_name name = {NULL, parser->token.range};
    if (parser->token.kind != BL_TOKEN_NAME) {
        bl_expected(parser, what);
        return name;
    }
    if (bl_word_is_name(parser->token.symbol->word)) name.symbol = parser->token.symbol;
    else if (!parser->quiet) {
        bl_report(parser->diags, BL_MSG_RESERVED, name.range, parser->token.symbol->text);
        parser->quiet = true;
    }
    if (name.symbol) bl_advance(parser);
    return name;
}

/* Skips one token, or a whole block when it opens one. */
static void skip_one(struct bl_parser *parser) {
    int open = 0;
    do {
        if (parser->token.kind == BL_TOKEN_OPEN_BRACE) open++;
        if (parser->token.kind == BL_TOKEN_CLOSE_BRACE) open--;
        bl_advance(parser);
    } while (open > 0 && parser->token.kind != BL_TOKEN_END);
}

static bool begins_statement(const struct bl_token *token) {
    return token->kind == BL_TOKEN_NAME && bl_word_begins(token->symbol->word);
}

bool bl_at_statement(const struct bl_parser *parser) {
    return parser->token.first && begins_statement(&parser->token);
}

void bl_skip_statement(struct bl_parser *parser) {
    parser->quiet = false;
    while (parser->token.kind != BL_TOKEN_END && parser->token.kind != BL_TOKEN_CLOSE_BRACE &&
           !bl_at_statement(parser)) {
        bool block = parser->token.kind == BL_TOKEN_OPEN_BRACE,
             semicolon = parser->token.kind == BL_TOKEN_SEMICOLON;
        skip_one(parser);
        if (semicolon || (block && parser->token.first)) return;
    }
}

/* Whether the next token shows that the statement before it was meant to be whole: a new line, a
 * brace, or a word that begins another. */
static bool statement_is_over(const struct bl_parser *parser) {
    return parser->token.first || parser->token.kind == BL_TOKEN_CLOSE_BRACE ||
           parser->token.kind == BL_TOKEN_END || begins_statement(&parser->token) ||
           bl_at_any_part(parser);
}

static void missing_semicolon(struct bl_parser *parser) {
    struct bl_range behind = parser->last;
    unsigned column = (unsigned)behind.column + behind.extent;
    behind.column = column > UINT16_MAX ? UINT16_MAX : (uint16_t)column;
    behind.extent = 1;
    bl_report(parser->diags, BL_MSG_MISSING_SEMICOLON, behind);
}

void bl_expect_end(struct bl_parser *parser, const char *what) {
    if (!parser->quiet && bl_accept(parser, BL_TOKEN_SEMICOLON)) return;
    if (parser->quiet || !statement_is_over(parser)) {
        bl_expected(parser, what);
        bl_skip_statement(parser);
        return;
    }
    missing_semicolon(parser);
}

void bl_expect_semicolon(struct bl_parser *parser) { bl_expect_end(parser, "`;`"); }

bool bl_open_block(struct bl_parser *parser, struct bl_range *brace) {
    *brace = parser->token.range;
    if (parser->token.kind == BL_TOKEN_OPEN_BRACE && parser->depth >= BL_DEEPEST) {
        bl_report(parser->diags, BL_MSG_NESTING, *brace, BL_DEEPEST);
        skip_one(parser);
        return false;
    }
    if (!bl_expect(parser, BL_TOKEN_OPEN_BRACE) && !parser->token.first) {
        bl_skip_statement(parser);
        return false;
    }
    parser->depth++;
    return true;
}

static bool at_program(const struct bl_parser *parser) {
    if (parser->token.kind != BL_TOKEN_NAME) return false;
    int number = parser->token.symbol->word - BL_WORD_KIND;
    return number >= 0 && bl_kind_word(number, NULL)->reserved;
}

/* A declaration at the start of a line inside a block means that a brace is missing. */
static bool runs_out(const struct bl_parser *parser) {
    return parser->token.kind == BL_TOKEN_END ||
           (parser->token.first &&
            (bl_at_word(parser, BL_WORD_IMPORT) || bl_at_word(parser, BL_WORD_CLUSTER) ||
             bl_at_word(parser, BL_WORD_RECORD) || at_program(parser)));
}

bool bl_in_block(struct bl_parser *parser, struct bl_range brace) {
    if (parser->token.text == parser->mark && !runs_out(parser)) bl_advance(parser);
    if (!runs_out(parser) && parser->token.kind != BL_TOKEN_CLOSE_BRACE) {
        parser->mark = parser->token.text;
        parser->quiet = false;
        return true;
    }
    if (!bl_accept(parser, BL_TOKEN_CLOSE_BRACE) && !parser->quiet)
        bl_report(parser->diags, BL_MSG_UNCLOSED, brace);
    parser->depth--;
    parser->quiet = false;
    return false;
}

/* import = "import" STRING ";" */
static void parse_import(struct bl_parser *parser, struct bl_declaration *declaration) {
    struct bl_token token = parser->token;
    declaration->import.range = token.range;
    if (bl_expect(parser, BL_TOKEN_STRING) && !token.bad)
        declaration->import.path = bl_strndup(parser->arena, token.text, (size_t)token.length);
    bl_expect_semicolon(parser);
}

/* const = "const" NAME "=" expression ";" */
static void parse_const(struct bl_parser *parser, struct bl_declaration *declaration) {
    declaration->name = bl_expect_name(parser, "the name of a constant");
    bl_expect(parser, BL_TOKEN_EQUALS);
    declaration->value = bl_parse_expression(parser);
    bl_expect_semicolon(parser);
}

/* Whether the next token is the name of a column, with its colon behind it. */
static bool at_field(const struct bl_parser *parser) {
    const struct bl_token *token = &parser->token;
    if (token->kind != BL_TOKEN_NAME) return false;
    const char *behind = token->text + token->length;
    return behind[strspn(behind, " \t\r\n")] == ':';
}

/* record = "record" NAME "{" { NAME ":" NAME ";" } "}" */
static void parse_record(struct bl_parser *parser, struct bl_declaration *declaration) {
    struct bl_range brace;
    struct bl_field **end = &declaration->fields;
    declaration->name = bl_expect_name(parser, "the name of a record");
    if (!bl_open_block(parser, &brace)) return;
    while (bl_in_block(parser, brace)) {
        struct bl_field *field = *end = BL_NEW(parser->arena, struct bl_field, 1);
        end = &field->next;
        field->name = bl_expect_name(parser, "the name of a column");
        bl_expect(parser, BL_TOKEN_COLON);
        field->type = bl_expect_name(parser, "the type of a column, such as `u32`");
        if (!parser->quiet && at_field(parser)) missing_semicolon(parser);
        else bl_expect_semicolon(parser);
    }
}

static const struct row {
    enum bl_word word;
    enum bl_declaration_kind kind;
    void (*parse)(struct bl_parser *parser, struct bl_declaration *declaration);
} declarations[] = {
    {BL_WORD_IMPORT, BL_DECLARATION_IMPORT, parse_import},
    {BL_WORD_CONST, BL_DECLARATION_CONST, parse_const},
    {BL_WORD_CLUSTER, BL_DECLARATION_CLUSTER, bl_parse_cluster},
    {BL_WORD_RECORD, BL_DECLARATION_RECORD, parse_record},
    {BL_WORD_OWN, BL_DECLARATION_OWN, bl_parse_own},
    {BL_WORD_DMA, BL_DECLARATION_DMA, bl_parse_dma},
};
enum { DECLARATIONS = sizeof declarations / sizeof *declarations };

/* "`import`, `const`, ... or `transfer`" */
static const char *list_declarations(struct bl_arena *arena) {
    const char *list = "`import`, `const`, `cluster`, `record`, `stage`, `dma`";
    const struct bl_kind_word *row;
    for (int i = 0; (row = bl_kind_word(i, NULL)); i++)
        list = bl_format(arena, "%s%s`%s`", list, bl_kind_word(i + 1, NULL) ? ", " : " or ",
                         row->word);
    return list;
}

static bool is_declaration(const struct bl_symbol *symbol) {
    return bl_word_declares(symbol->word);
}

bool bl_take_meant(struct bl_parser *parser, const char *what,
                   bool (*fits)(const struct bl_symbol *symbol)) {
    const struct bl_token *token = &parser->token;
    struct bl_symbol *meant = token->kind == BL_TOKEN_NAME && !parser->quiet
                                  ? bl_symbol_near(parser->symbols, token->symbol, fits)
                                  : NULL;
    if (!meant) return false;
    bl_report(
        parser->diags, BL_MSG_EXPECTED, token->range, what,
        bl_format(parser->arena, "`%s`; did you mean `%s`?", token->symbol->text, meant->text));
    parser->token.symbol = meant;
    return true;
}

/* To the next declaration. What is wrong with what lies between is not said. */
static void no_declaration(struct bl_parser *parser) {
    bl_expected(parser, list_declarations(parser->arena));
    struct bl_diags *diags = parser->lexer.diags;
    parser->lexer.diags = bl_diags_new(parser->arena, diags->sources);
    do bl_advance(parser);
    while (parser->token.kind != BL_TOKEN_END &&
           !(bl_at_statement(parser) && bl_word_declares(parser->token.symbol->word)));
    parser->lexer.diags = diags;
    parser->quiet = false;
}

static const struct row *find_declaration(const struct bl_parser *parser) {
    for (int i = 0; i < DECLARATIONS; i++)
        if (bl_at_word(parser, (int)declarations[i].word)) return &declarations[i];
    return NULL;
}

/* The word of a kind of program that is next, or NULL. */
static const struct bl_kind_word *find_kind(const struct bl_parser *parser,
                                            const struct bl_kind **kind) {
    int word = parser->token.kind == BL_TOKEN_NAME ? parser->token.symbol->word : 0;
    return word >= BL_WORD_KIND ? bl_kind_word(word - BL_WORD_KIND, kind) : NULL;
}

/* declaration = import | const | cluster | record | stage | dma | what a kind of program has */
static struct bl_declaration *parse_declaration(struct bl_parser *parser) {
    const struct bl_kind *kind = NULL;
    int errors = parser->diags->errors;
    bool known = parser->token.kind == BL_TOKEN_NAME && is_declaration(parser->token.symbol);
    if (!known) bl_take_meant(parser, list_declarations(parser->arena), is_declaration);
    const struct row *row = find_declaration(parser);
    const struct bl_kind_word *word = row ? NULL : find_kind(parser, &kind);
    if (!row && !word) {
        no_declaration(parser);
        return NULL;
    }
    struct bl_declaration *declaration = BL_NEW(parser->arena, struct bl_declaration, 1);
    declaration->kind = row ? row->kind : BL_DECLARATION_PROGRAM;
    declaration->of = kind;
    declaration->word = word;
    declaration->range = parser->token.range;
    parser->quiet = false;
    if (declaration->kind == BL_DECLARATION_IMPORT) bl_advance_path(parser);
    else bl_advance(parser);
    (row ? row->parse : word->parse)(parser, declaration);
    declaration->broken = errors != parser->diags->errors;
    return declaration;
}

#define IN_VERILOG "; a stage or a kernel of a program names such a file: `verilog \"FILE\";`"
#define IN_C "; a stage or a kernel of a program names such a file: `golden \"FILE\";`"

/* How files begin that are given in place of a program. */
static const struct {
    const char *begin, *language, *way;
} others[] = {
    {"`", "Verilog", IN_VERILOG},
    {"module", "Verilog", IN_VERILOG},
    {"package", "SystemVerilog", IN_VERILOG},
    {"library", "VHDL", "; stages and kernels of your own are written in Verilog"},
    {"entity", "VHDL", "; stages and kernels of your own are written in Verilog"},
    {"#include", "C", IN_C},
    {"#define", "C", IN_C},
    {"#ifndef", "C", IN_C},
    {"#pragma", "C", IN_C},
    {"void", "C", IN_C},
    {"static", "C", IN_C},
    {"typedef", "C", IN_C},
    {"#!", "a script", ""},
    {"{", "JSON", ""},
    {"<", "XML or HTML", ""},
    {".model", "a signal transition graph", "; `bankloom stg FILE` reads one"},
    {".inputs", "a signal transition graph", "; `bankloom stg FILE` reads one"},
    {".outputs", "a signal transition graph", "; `bankloom stg FILE` reads one"},
    {"board", "the description of a board",
     "; `bankloom boards FILE` reads one, and a cluster names it: `board \"FILE\";`"},
};

static bool begins_with(const struct bl_lexer *lexer, const char *word) {
    size_t length = strlen(word);
    char last = word[length - 1];
    if ((size_t)(lexer->end - lexer->at) < length || memcmp(lexer->at, word, length)) return false;
    bool goes_on = lexer->at + length < lexer->end && isalnum((unsigned char)lexer->at[length]);
    return !goes_on || !isalpha((unsigned char)last);
}

/* A file in another language is one error; true then. */
static bool report_other(struct bl_parser *parser) {
    struct bl_lexer ahead = parser->lexer;
    bl_lexer_skip(&ahead);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (!begins_with(&ahead, others[i].begin)) continue;
        bl_report(parser->diags, BL_MSG_OTHER_LANGUAGE,
                  bl_lexer_range(&ahead, strlen(others[i].begin)), others[i].language,
                  others[i].way);
        return true;
    }
    return false;
}

struct bl_tree *bl_parse(struct bl_arena *arena, struct bl_diags *diags, struct bl_symbols *symbols,
                         const struct bl_vocabulary *vocabulary, int file) {
    struct bl_parser parser = {.arena = arena, .diags = diags, .symbols = symbols};
    struct bl_tree *tree = BL_NEW(arena, struct bl_tree, 1);
    struct bl_declaration **end = &tree->declarations;
    tree->file = file;
    bl_parser_words(&parser, vocabulary);
    bl_lexer_start(&parser.lexer, diags, symbols, file);
    if (report_other(&parser)) return tree;
    bl_advance(&parser);
    while (parser.token.kind != BL_TOKEN_END) {
        *end = parse_declaration(&parser);
        if (*end) end = &(*end)->next;
    }
    return tree;
}
