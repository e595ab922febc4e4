#include "async/net/stg_lex.h"

#include <string.h>

#include "base/arena.h"

struct lexer {
    struct bl_arena *arena;
    struct bl_diags *diags;
    struct bl_stg_tokens tokens;
    int file, line;
    bool returns; /* lines end with a carriage return alone; elsewhere one does not count as a line,
                     as in bl_source */
    const char *line_start, *at, *end;
};

static struct bl_range range_of(const struct lexer *lexer, const char *from, const char *to) {
    long column = from - lexer->line_start + 1, extent = to > from ? to - from : 1;
    struct bl_range range = {0};
    range.file = (unsigned)lexer->file & 0x3FF;
    range.line = (unsigned)lexer->line & 0x3FFFFF;
    range.column = (uint16_t)(column > UINT16_MAX ? UINT16_MAX : column);
    range.extent = (uint16_t)(extent > UINT16_MAX ? UINT16_MAX : extent);
    return range;
}

static void add(struct lexer *lexer, enum bl_stg_token_kind kind, const char *from,
                const char *to) {
    struct bl_stg_tokens *tokens = &lexer->tokens;
    bool again = tokens->count && tokens->items[tokens->count - 1].kind == BL_STG_LINE_END;
    if (kind == BL_STG_LINE_END && (again || !tokens->count)) return;
    struct bl_stg_token *token = BL_APPEND(lexer->arena, tokens);
    *token = (struct bl_stg_token){kind, from, (int)(to - from), range_of(lexer, from, to)};
}

static bool is_punctuation(char byte) { return byte && strchr("{}<>,=", byte); }
static bool is_word(char byte) {
    return byte > ' ' && byte < 127 && byte != '#' && !is_punctuation(byte);
}

/* A line feed, or a carriage return that stands alone. */
static bool is_line_end(const struct lexer *lexer, const char *at) {
    return *at == '\n' || (*at == '\r' && (at + 1 == lexer->end || at[1] != '\n'));
}

static bool is_blank(char byte) { return byte && strchr(" \t\r\f\v", byte); }

/* A backslash with nothing but blanks behind it on its line: the next line belongs to this one. */
static bool is_continued(const struct lexer *lexer, const char *at) {
    if (*at != '\\') return false;
    do at++;
    while (at < lexer->end && is_blank(*at) && !is_line_end(lexer, at));
    return at < lexer->end && is_line_end(lexer, at);
}

/* Comments that say something. */
static const struct {
    const char *mark;
    enum bl_stg_token_kind kind;
} marks[] = {{"#@mutex", BL_STG_MUTEX_COMMENT}, {"#@.init_state", BL_STG_STATE_COMMENT}};

/* At a '#': skips to the end of the line. */
static void comment(struct lexer *lexer) {
    const char *from = lexer->at, *to = from;
    while (to < lexer->end && !is_line_end(lexer, to)) to++;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t length = strlen(marks[i].mark);
        if ((size_t)(to - from) < length || memcmp(from, marks[i].mark, length) != 0 ||
            (from + length < to && is_word(from[length])))
            continue;
        add(lexer, BL_STG_LINE_END, from, from);
        add(lexer, marks[i].kind, from + length, to);
    }
    lexer->at = to;
}

static void next_line(struct lexer *lexer, char end) {
    lexer->at++;
    if (end == '\r' && !lexer->returns) return;
    lexer->line++;
    lexer->line_start = lexer->at;
}

/* At the backslash: over it, its blanks and the end of its line. */
static void continue_line(struct lexer *lexer) {
    while (!is_line_end(lexer, lexer->at)) lexer->at++;
    next_line(lexer, *lexer->at);
}

static void one_token(struct lexer *lexer) {
    const char *from = lexer->at;
    if (is_line_end(lexer, from)) {
        add(lexer, BL_STG_LINE_END, from, from);
        next_line(lexer, *from);
    } else if (*from == '#') comment(lexer);
    else if (is_continued(lexer, from)) continue_line(lexer);
    else if (is_punctuation(*from)) add(lexer, BL_STG_PUNCTUATION, from, ++lexer->at);
    else if (is_word(*from)) {
        while (lexer->at < lexer->end && is_word(*lexer->at) && !is_continued(lexer, lexer->at))
            lexer->at++;
        add(lexer, BL_STG_WORD, from, lexer->at);
    } else {
        if (!is_blank(*from))
            bl_report(lexer->diags, BL_MSG_STG_BAD_BYTE, range_of(lexer, from, from),
                      (unsigned char)*from);
        lexer->at++;
    }
}

struct bl_stg_tokens bl_stg_lex(struct bl_arena *arena, struct bl_diags *diags, int file) {
    const struct bl_source *source = &diags->sources->items[file];
    struct lexer lexer = {.arena = arena, .diags = diags, .file = file, .line = 1};
    lexer.at = lexer.line_start = source->text;
    lexer.end = source->text + source->length;
    lexer.returns = !memchr(source->text, '\n', (size_t)source->length);
    if (source->length >= 3 && !memcmp(lexer.at, "\xEF\xBB\xBF", 3))
        lexer.at += 3; /* the byte order mark of some editors */
    while (lexer.at < lexer.end) one_token(&lexer);
    add(&lexer, BL_STG_LINE_END, lexer.at, lexer.at);
    add(&lexer, BL_STG_FILE_END, lexer.at, lexer.at);
    return lexer.tokens;
}
