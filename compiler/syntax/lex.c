#include "syntax/lex.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LINES = (1 << 22) - 1, LAST_COLUMN = 65535, EXACT_DIGITS = 22 };

static const struct {
    const char *spelling, *text;
} signs[BL_TOKEN_KINDS] = {[BL_TOKEN_END] = {"", "the end of the file"},
                           [BL_TOKEN_NAME] = {"", "a name"},
                           [BL_TOKEN_NUMBER] = {"", "a number"},
                           [BL_TOKEN_STRING] = {"", "a string"},
#define ROW(name, spelling) [BL_TOKEN_##name] = {spelling, "`" spelling "`"},
                           BL_SIGNS(ROW)
#undef ROW
};

const char *bl_token_kind_text(enum bl_token_kind kind) { return signs[kind].text; }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static bool is_name(char c) { return is_letter(c) || is_digit(c); }

/* The code point of a well-formed sequence in UTF-8 that begins with its `length` (2 to 4) bytes,
 * or 0. */
static unsigned decode(const char *at, const char *end, int length) {
    if (end - at < length) return 0;
    unsigned code = (unsigned char)*at & (0x7fu >> length);
    for (int i = 1; i < length; i++) {
        if (((unsigned char)at[i] & 0xc0) != 0x80) return 0;
        code = code << 6 | ((unsigned char)at[i] & 0x3f);
    }
    return code;
}

/* Most of the letters of the world, without arrows, quotes, blanks and the like. */
static bool is_foreign(unsigned code) {
    static const struct {
        unsigned first, last;
    } letters[] = {{0xaa, 0xaa},     {0xb5, 0xb5},       {0xba, 0xba},      {0xc0, 0xd6},
                   {0xd8, 0xf6},     {0xf8, 0x1fff},     {0x2c00, 0x2dff},  {0x3040, 0xd7ff},
                   {0xf900, 0xfaff}, {0x10000, 0x1efff}, {0x20000, 0x3ffff}};
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (code >= letters[i].first && code <= letters[i].last) return true;
    return false;
}

/* The bytes of a letter outside ASCII that stands here: in UTF-8, or one byte of Latin-1; 0 when
 * there is none. */
static int foreign_letter(const char *at, const char *end) {
    unsigned char first = at < end ? (unsigned char)*at : 0;
    int length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc0) return 0;
    unsigned code = decode(at, end, length);
    return code ? (is_foreign(code) ? length : 0) : is_foreign(first);
}

static struct bl_range range_at(const struct bl_lexer *lexer, const char *start, size_t length) {
    size_t column = (size_t)(start - lexer->line_start) + 1;
    struct bl_range range = {
        .file = lexer->file & 1023,
        .line = lexer->line & MOST_LINES,
        .column = column > LAST_COLUMN ? LAST_COLUMN : (uint16_t)column,
        .extent = length > LAST_COLUMN ? LAST_COLUMN
                  : length             ? (uint16_t)length
                                       : 1,
    };
    return range;
}

void bl_lexer_start(struct bl_lexer *lexer, struct bl_diags *diags, struct bl_symbols *symbols,
                    int file) {
    const struct bl_source *source = &diags->sources->items[file];
    *lexer = (struct bl_lexer){
        .diags = diags, .symbols = symbols, .file = (unsigned)file, .line = 1, .first = true};
    lexer->at = lexer->line_start = source->text;
    lexer->end = source->text + source->length;
    if (source->length >= 3 && !memcmp(source->text, "\xef\xbb\xbf", 3)) lexer->at += 3;
    if (source->lines <= MOST_LINES) return;
    bl_report(diags, BL_MSG_FILE_TOO_LONG, (struct bl_range){.file = lexer->file & 1023},
              MOST_LINES);
    lexer->end = source->text + source->line_start[MOST_LINES];
}

static void new_line(struct bl_lexer *lexer) {
    lexer->line_start = ++lexer->at;
    lexer->line++;
    lexer->first = true;
}

/* Over a comment in slash and star, which may span lines. */
static void skip_block_comment(struct bl_lexer *lexer) {
    struct bl_range range = range_at(lexer, lexer->at, 2);
    lexer->at += 2;
    while (lexer->at + 1 < lexer->end && !(lexer->at[0] == '*' && lexer->at[1] == '/')) {
        if (*lexer->at == '\n') new_line(lexer);
        else lexer->at++;
    }
    if (lexer->at + 1 < lexer->end) {
        lexer->at += 2;
        return;
    }
    lexer->at = lexer->end;
    bl_report(lexer->diags, BL_MSG_UNTERMINATED_COMMENT, range);
}

void bl_lexer_skip(struct bl_lexer *lexer) {
    while (lexer->at < lexer->end) {
        char c = *lexer->at, next = lexer->at + 1 < lexer->end ? lexer->at[1] : 0;
        if (c == '\n') new_line(lexer);
        else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') lexer->at++;
        else if (c == '/' && next == '/') {
            const char *stop = memchr(lexer->at, '\n', (size_t)(lexer->end - lexer->at));
            lexer->at = stop ? stop : lexer->end;
        } else if (c == '/' && next == '*') skip_block_comment(lexer);
        else return;
    }
}

/* A name with a letter that is none: reported once, and nothing else is said where it stands. */
static void report_foreign(struct bl_lexer *lexer, struct bl_symbol *symbol,
                           struct bl_range range) {
    bool is_long = symbol->length > 40;
    if (!symbol->foreign)
        bl_report(lexer->diags, BL_MSG_FOREIGN_LETTER, range, is_long ? 40 : symbol->length,
                  symbol->text, is_long ? "..." : "");
    symbol->foreign = true;
    bl_silence(lexer->diags, range);
}

static void lex_name(struct bl_lexer *lexer, struct bl_token *token) {
    const char *start = lexer->at;
    bool foreign = false;
    for (int length = 0; lexer->at < lexer->end; lexer->at += length) {
        length = is_name(*lexer->at) ? 1 : foreign_letter(lexer->at, lexer->end);
        if (!length) break;
        foreign = foreign || (unsigned char)*lexer->at >= 0x80;
    }
    size_t length = (size_t)(lexer->at - start);
    token->kind = BL_TOKEN_NAME;
    token->symbol = bl_symbol(lexer->symbols, start, length);
    if (foreign) report_foreign(lexer, token->symbol, range_at(lexer, start, length));
}

static void report_number(struct bl_lexer *lexer, struct bl_token *token, enum bl_message message) {
    int length = (int)(lexer->at - token->text);
    token->bad = true;
    bl_report(lexer->diags, message, range_at(lexer, token->text, (size_t)length),
              length > 40 ? 40 : length, token->text, length > 40 ? "..." : "");
}

/* Adds a digit to the whole number; false when it no longer fits. */
static bool add_digit(int64_t *number, int base, int digit) {
    return !__builtin_mul_overflow(*number, (int64_t)base, number) &&
           !__builtin_add_overflow(*number, (int64_t)digit, number);
}

static int digit_value(char c) {
    return is_digit(c)            ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : 99;
}

/* 0x1F, 0b101: takes all letters and digits that follow. */
static void lex_based(struct bl_lexer *lexer, struct bl_token *token, int base) {
    bool fits = true, legal = true;
    int digits = 0;
    for (lexer->at += 2; lexer->at < lexer->end && is_name(*lexer->at); lexer->at++) {
        int digit = digit_value(*lexer->at);
        if (*lexer->at == '_') continue;
        if (digit >= base) legal = false;
        else fits = fits && add_digit(&token->integer, base, digit);
        digits++;
    }
    token->real = (double)token->integer;
    if (!legal || !digits) report_number(lexer, token, BL_MSG_BAD_NUMBER);
    else if (!fits) report_number(lexer, token, BL_MSG_NUMBER_TOO_LARGE);
}

/* The digits behind the point; exact to the last bit for all numbers that people write. */
static void lex_fraction(struct bl_lexer *lexer, struct bl_token *token) {
    double scale = 1;
    int digits = 0;
    token->whole = false;
    for (lexer->at++; lexer->at < lexer->end && (is_digit(*lexer->at) || *lexer->at == '_');
         lexer->at++) {
        if (*lexer->at == '_' || ++digits > EXACT_DIGITS) continue;
        token->real = token->real * 10 + (*lexer->at - '0');
        scale *= 10;
    }
    token->real /= scale;
}

static void lex_decimal(struct bl_lexer *lexer, struct bl_token *token) {
    bool fits = true;
    for (; lexer->at < lexer->end && (is_digit(*lexer->at) || *lexer->at == '_'); lexer->at++) {
        if (*lexer->at == '_') continue;
        token->real = token->real * 10 + (*lexer->at - '0');
        fits = fits && add_digit(&token->integer, 10, *lexer->at - '0');
    }
    if (lexer->at + 1 < lexer->end && *lexer->at == '.' && is_digit(lexer->at[1]))
        lex_fraction(lexer, token);
    if (token->whole && fits) token->real = (double)token->integer;
    if (token->whole ? !fits : !isfinite(token->real))
        report_number(lexer, token, BL_MSG_NUMBER_TOO_LARGE);
}

static void lex_number(struct bl_lexer *lexer, struct bl_token *token) {
    char second = lexer->at + 1 < lexer->end ? lexer->at[1] : 0;
    token->kind = BL_TOKEN_NUMBER;
    token->whole = true;
    if (*lexer->at == '0' && (second == 'x' || second == 'X')) lex_based(lexer, token, 16);
    else if (*lexer->at == '0' && (second == 'b' || second == 'B') && lexer->at + 2 < lexer->end &&
             is_digit(lexer->at[2]))
        lex_based(lexer, token, 2);
    else lex_decimal(lexer, token);
}

static bool begins(const struct bl_lexer *lexer, const char *at, const char *text) {
    size_t length = strlen(text);
    return (size_t)(lexer->end - at) >= length && !memcmp(at, text, length);
}

/* Quotes of other languages and of text processors. */
static const struct {
    const char *open, *close;
} quotes[] = {{"'", "'"},
              {"\xe2\x80\x98", "\xe2\x80\x99"},
              {"\xe2\x80\x9c", "\xe2\x80\x9d"},
              {"\xe2\x80\x9e", "\xe2\x80\x9c"},
              {"\xe2\x80\x9d", "\xe2\x80\x9d"}};

/* A string in other quotes, closed on its line, is reported and read. */
static bool lex_quoted(struct bl_lexer *lexer, struct bl_token *token) {
    for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++) {
        if (!begins(lexer, lexer->at, quotes[i].open)) continue;
        const char *text = lexer->at + strlen(quotes[i].open), *end = text;
        while (end < lexer->end && *end != '\n' && !begins(lexer, end, quotes[i].close)) end++;
        if (end == lexer->end || *end == '\n') continue;
        token->kind = BL_TOKEN_STRING;
        token->text = text;
        token->length = (int)(end - text);
        end += strlen(quotes[i].close);
        bl_report(lexer->diags, BL_MSG_OTHER_QUOTES,
                  range_at(lexer, lexer->at, (size_t)(end - lexer->at)),
                  token->length > 40 ? 40 : token->length, token->text,
                  token->length > 40 ? "..." : "");
        lexer->at = end;
        return true;
    }
    return false;
}

static void lex_string(struct bl_lexer *lexer, struct bl_token *token) {
    const char *start = ++lexer->at;
    while (lexer->at < lexer->end && *lexer->at != '"' && *lexer->at != '\n') lexer->at++;
    token->kind = BL_TOKEN_STRING;
    token->text = start;
    token->length = (int)(lexer->at - start);
    if (lexer->at < lexer->end && *lexer->at == '"') {
        lexer->at++;
        return;
    }
    token->bad = true;
    bl_report(lexer->diags, BL_MSG_UNTERMINATED_STRING,
              range_at(lexer, start - 1, (size_t)token->length + 1));
}

/* Signs of other languages, for which one of ours is read. */
static const struct {
    const char *spelling;
    enum bl_token_kind meant;
} mistaken[] = {{"=>", BL_TOKEN_ARROW},           {"\xe2\x86\x92", BL_TOKEN_ARROW},
                {"\xe2\x87\x92", BL_TOKEN_ARROW}, {"|>", BL_TOKEN_ARROW},
                {":=", BL_TOKEN_EQUALS}};

static bool lex_mistaken(struct bl_lexer *lexer, struct bl_token *token) {
    for (size_t i = 0; i < sizeof mistaken / sizeof *mistaken; i++) {
        const char *spelling = mistaken[i].spelling;
        size_t length = strlen(spelling);
        if (!begins(lexer, lexer->at, spelling)) continue;
        token->kind = mistaken[i].meant;
        bl_report(lexer->diags, BL_MSG_UNKNOWN_SIGN, range_at(lexer, lexer->at, length), spelling,
                  signs[token->kind].spelling);
        lexer->at += length;
        return true;
    }
    return false;
}

static bool lex_sign(struct bl_lexer *lexer, struct bl_token *token) {
    if (lex_mistaken(lexer, token)) return true;
    for (int kind = BL_TOKEN_STRING + 1; kind < BL_TOKEN_KINDS; kind++) {
        const char *spelling = signs[kind].spelling;
        if (!begins(lexer, lexer->at, spelling)) continue;
        token->kind = (enum bl_token_kind)kind;
        lexer->at += strlen(spelling);
        return true;
    }
    return false;
}

static bool is_known(char c) {
    return is_name(c) || (c && strchr(" \t\r\n\f\v\"{}()[];:,.=+-*/%<>", c));
}

/* One message for a run of bytes that no token starts with. */
static void skip_unknown(struct bl_lexer *lexer) {
    const char *start = lexer->at;
    while (++lexer->at < lexer->end && !is_known(*lexer->at) &&
           !foreign_letter(lexer->at, lexer->end))
        continue;
    size_t length = (size_t)(lexer->at - start);
    struct bl_range range = range_at(lexer, start, length);
    if (*start > ' ' && *start < 0x7f)
        bl_report(lexer->diags, BL_MSG_BAD_CHARACTER, range, length > 20 ? 20 : (int)length, start);
    else bl_report(lexer->diags, BL_MSG_BAD_BYTE, range, (unsigned char)*start);
}

struct bl_token bl_lex(struct bl_lexer *lexer) {
    struct bl_token token = {.kind = BL_TOKEN_END};
    const char *start;
    for (;;) {
        bl_lexer_skip(lexer);
        start = token.text = lexer->at;
        token.first = lexer->first;
        if (lexer->at >= lexer->end) break;
        lexer->first = false;
        if (is_letter(*lexer->at) || foreign_letter(lexer->at, lexer->end)) lex_name(lexer, &token);
        else if (is_digit(*lexer->at)) lex_number(lexer, &token);
        else if (*lexer->at == '"') lex_string(lexer, &token);
        else if (!lex_sign(lexer, &token) && !lex_quoted(lexer, &token)) {
            skip_unknown(lexer);
            token.behind = true;
            continue;
        }
        break;
    }
    if (token.kind != BL_TOKEN_STRING) token.length = (int)(lexer->at - start);
    token.range = range_at(lexer, start, (size_t)(lexer->at - start));
    return token;
}

/* Letters up to a blank, or to what may stand behind a path. */
static int path_letters(const struct bl_lexer *lexer) {
    const char *at = lexer->at;
    while (at < lexer->end && (unsigned char)*at > ' ' && !strchr("\";,{}()", *at) &&
           !(at[0] == '/' && at + 1 < lexer->end && (at[1] == '/' || at[1] == '*')))
        at++;
    return (int)(at - lexer->at);
}

struct bl_token bl_lex_path(struct bl_lexer *lexer) {
    bl_lexer_skip(lexer);
    const char *start = lexer->at;
    int length = path_letters(lexer);
    for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++)
        if (begins(lexer, start, quotes[i].open)) return bl_lex(lexer);
    if (!memchr(start, '.', (size_t)length) && !memchr(start, '/', (size_t)length))
        return bl_lex(lexer);
    struct bl_token token = {.kind = BL_TOKEN_STRING,
                             .first = lexer->first,
                             .unquoted = true,
                             .length = length,
                             .text = start,
                             .range = range_at(lexer, start, (size_t)length)};
    lexer->first = false;
    lexer->at += length;
    return token;
}

struct bl_range bl_lexer_range(const struct bl_lexer *lexer, size_t length) {
    return range_at(lexer, lexer->at, length);
}
