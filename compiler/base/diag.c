/* Collecting and printing diagnostics. What is printed never carries control bytes of the source to
 * the terminal. */
#include "base/diag.h"

#include <cjson/cJSON.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/carried/utf8.h"
#include "base/host_memory.h"
#include "base/json.h"
#include "base/text.h"

enum {
    MOST_KEPT = 100,     /* diagnostics */
    MOST_SILENCED = 100, /* places */
    MOST_WARNINGS = 50,  /* of these, so that warnings leave room for errors */
    WINDOW = 120,        /* characters of a source line that are shown */
    BEFORE = 40          /* of these, in front of the range */
};

static const struct {
    const char *code;
    enum bl_severity severity;
    const char *format;
} messages[] = {
#define BL_MESSAGE(name, code, severity, format) [BL_MSG_##name] = {code, severity, format},
#include "base/messages/messages.def"
#undef BL_MESSAGE
    [BL_MESSAGES] = {"E9999", BL_ERROR, "%s"}};

struct bl_diags *bl_diags_new(struct bl_arena *arena, struct bl_sources *sources) {
    struct bl_diags *diags = BL_NEW(arena, struct bl_diags, 1);
    diags->arena = arena;
    diags->sources = sources;
    return diags;
}

/* Counts it, and says whether there is room to keep it. */
static bool admit(struct bl_diags *diags, enum bl_severity severity) {
    if (severity == BL_ERROR) diags->errors++;
    else diags->warnings++;
    return diags->count < MOST_KEPT && (severity == BL_ERROR || diags->warnings <= MOST_WARNINGS);
}

void bl_silence(struct bl_diags *diags, struct bl_range range) {
    if (diags->silenced.count < MOST_SILENCED) *BL_APPEND(diags->arena, &diags->silenced) = range;
}

static bool is_silenced(const struct bl_diags *diags, struct bl_range range) {
    for (int i = 0; i < diags->silenced.count; i++) {
        const struct bl_range *place = &diags->silenced.items[i];
        if (range.file && place->file == range.file && place->line == range.line &&
            place->column == range.column)
            return true;
    }
    return false;
}

struct bl_diagnostic *bl_report(struct bl_diags *diags, enum bl_message message,
                                struct bl_range range, ...) {
    if (is_silenced(diags, range)) return NULL;
    if (!admit(diags, messages[message].severity)) return NULL;
    struct bl_diagnostic *diagnostic = BL_APPEND(diags->arena, diags);
    diagnostic->message = message;
    diagnostic->code = messages[message].code;
    diagnostic->severity = messages[message].severity;
    diagnostic->range = range;
    va_list arguments;
    va_start(arguments, range);
    diagnostic->text = bl_format_list(diags->arena, messages[message].format, arguments);
    va_end(arguments);
    return diagnostic;
}

void bl_note(struct bl_diags *diags, struct bl_diagnostic *diagnostic, struct bl_range range,
             const char *format, ...) {
    if (!diagnostic) return;
    struct bl_note *note = BL_NEW(diags->arena, struct bl_note, 1);
    note->range = range;
    va_list arguments;
    va_start(arguments, format);
    note->text = bl_format_list(diags->arena, format, arguments);
    va_end(arguments);
    struct bl_note **end = &diagnostic->notes;
    while (*end) end = &(*end)->next;
    *end = note;
}

/* Order by place; at equal places in the order of reporting, which is the order in memory. */
static int compare_places(const void *left, const void *right) {
    const struct bl_diagnostic *a = *(struct bl_diagnostic *const *)left,
                               *b = *(struct bl_diagnostic *const *)right;
    if (a->range.file != b->range.file) return a->range.file < b->range.file ? -1 : 1;
    if (a->range.line != b->range.line) return a->range.line < b->range.line ? -1 : 1;
    if (a->range.column != b->range.column) return a->range.column < b->range.column ? -1 : 1;
    return a < b ? -1 : a > b;
}

/* Calls `each` on every diagnostic in order of place. */
static void in_order(const struct bl_diags *diags,
                     void (*each)(void *context, const struct bl_diagnostic *diagnostic),
                     void *context) {
    struct bl_diagnostic *order[MOST_KEPT];
    for (int i = 0; i < diags->count; i++) order[i] = &diags->items[i];
    qsort(order, (size_t)diags->count, sizeof *order, compare_places);
    for (int i = 0; i < diags->count; i++) each(context, order[i]);
}

static const struct bl_source *source_of(const struct bl_diags *diags, struct bl_range range) {
    if (!range.file || !diags->sources || (int)range.file >= diags->sources->count) return NULL;
    return &diags->sources->items[range.file];
}

/* Bytes of the UTF-8 character at `at`, or 0 when it is none that may be shown: no control
 * character of ASCII or Latin-1. */
static int character(const char *at, const char *end) {
    int length = bl_utf8_bytes(at, (size_t)(end - at));
    unsigned char first = (unsigned char)*at;
    if (length == 1) return first >= 0x20 && first != 0x7f;
    return length == 2 && first == 0xc2 && (unsigned char)at[1] < 0xa0 ? 0 : length;
}

/* One source line as characters that may be shown, one column each: where they start, and a blank
 * for each that must not be shown. */
struct shown {
    const char *at, *end;
};

/* Takes the next character: prints it (or a blank) when `file` is given. Returns its first byte's
 * address. */
static const char *next_character(struct shown *shown, FILE *file) {
    const char *at = shown->at;
    int length = character(at, shown->end);
    if (file && length) fwrite(at, 1, (size_t)length, file);
    if (file && !length) fputc(' ', file);
    shown->at += length ? length : 1;
    return at;
}

static struct shown line_of(const struct bl_source *source, unsigned line) {
    const char *start = source->text + source->line_start[line - 1];
    const char *end = (int)line < source->lines ? source->text + source->line_start[line]
                                                : source->text + source->length;
    while (end > start && (end[-1] == '\n' || end[-1] == '\r')) end--;
    return (struct shown){start, end};
}

/* Where the window of a long line starts, so that the marker is inside it. */
static const char *window_start(struct shown line, const char *marked) {
    int characters = 0;
    struct shown walk = line;
    while (walk.at < walk.end && walk.at < marked) characters++, next_character(&walk, NULL);
    walk = line;
    for (; characters > BEFORE + WINDOW / 4; characters--) next_character(&walk, NULL);
    return walk.at;
}

static void print_marker(FILE *file, struct shown line, const char *from, const char *to,
                         bool colour) {
    int characters = 0;
    bool marking = false;
    for (; line.at < line.end && line.at < from && characters < WINDOW; characters++)
        next_character(&line, NULL), fputc(' ', file);
    if (colour) fputs("\033[1;32m", file);
    for (; line.at < line.end && line.at < to && characters < WINDOW; characters++, marking = true)
        next_character(&line, NULL), fputc('^', file);
    if (!marking) fputc('^', file);
    if (colour) fputs("\033[0m", file);
    fputc('\n', file);
}

/* The source line and a marker under the range. */
static void print_line(FILE *file, const struct bl_source *source, struct bl_range range,
                       bool colour) {
    if (!range.line || (int)range.line > source->lines) return;
    struct shown line = line_of(source, range.line);
    ptrdiff_t length = line.end - line.at, column = (ptrdiff_t)range.column - 1;
    if (column > length) column = length;
    const char *from = line.at + column;
    const char *to = column + (ptrdiff_t)range.extent < length ? from + range.extent : line.end;
    const char *start = window_start(line, from);
    const char *before = start > line.at ? "..." : "";
    line.at = start;
    fprintf(file, "%6u | %s", (unsigned)range.line, before);
    struct shown walk = line;
    for (int i = 0; i < WINDOW && walk.at < walk.end; i++) next_character(&walk, file);
    fprintf(file, "%s\n       | %*s", walk.at < walk.end ? "..." : "", (int)strlen(before), "");
    print_marker(file, line, from, to, colour);
}

static void print_clean(FILE *file, const char *text) {
    struct shown shown = {text, text + strlen(text)};
    while (shown.at < shown.end) next_character(&shown, file);
}

/* "file:line:first-last: " */
static void print_place(FILE *file, const struct bl_source *source, struct bl_range range) {
    if (!source) {
        fputs("bankloom: ", file);
        return;
    }
    print_clean(file, source->path);
    if (range.line) fprintf(file, ":%u:%u", (unsigned)range.line, (unsigned)range.column);
    if (range.line && range.extent > 1)
        fprintf(file, "-%u", (unsigned)range.column + range.extent - 1u);
    fputs(": ", file);
}

struct printing {
    const struct bl_diags *diags;
    FILE *file;
    bool colour;
    cJSON *list;
};

static void print_place_and_line(const struct printing *printing, struct bl_range range,
                                 const char *word, const char *paint, const char *text) {
    const struct bl_source *source = source_of(printing->diags, range);
    print_place(printing->file, source, range);
    fprintf(printing->file, "%s%s:%s ", printing->colour ? paint : "", word,
            printing->colour ? "\033[0m" : "");
    print_clean(printing->file, text);
    fputc('\n', printing->file);
    if (source) print_line(printing->file, source, range, printing->colour);
}

static void print_one(void *context, const struct bl_diagnostic *diagnostic) {
    const struct printing *printing = context;
    bool error = diagnostic->severity == BL_ERROR;
    char word[32];
    snprintf(word, sizeof word, "%s %s", error ? "error" : "warning", diagnostic->code);
    print_place_and_line(printing, diagnostic->range, word, error ? "\033[1;31m" : "\033[1;35m",
                         diagnostic->text);
    for (const struct bl_note *note = diagnostic->notes; note; note = note->next)
        print_place_and_line(printing, note->range, "note", "\033[1;36m", note->text);
}

void bl_diags_print(const struct bl_diags *diags, FILE *file, bool colour) {
    struct printing printing = {diags, file, colour, NULL};
    in_order(diags, print_one, &printing);
    if (!diags->errors && !diags->warnings) return;
    if (diags->errors) fprintf(file, "%d error%s", diags->errors, bl_ending(diags->errors, "s"));
    if (diags->warnings)
        fprintf(file, "%s%d warning%s", diags->errors ? ", " : "", diags->warnings,
                bl_ending(diags->warnings, "s"));
    int hidden = diags->errors + diags->warnings - diags->count;
    if (hidden > 0) fprintf(file, " (%d not shown)", hidden);
    fputc('\n', file);
}

/* Columns count bytes from 1; end_column is the last column that belongs to the range. */
static void add_place(cJSON *object, const struct bl_diags *diags, struct bl_range range) {
    const struct bl_source *source = source_of(diags, range);
    if (!source) return;
    cJSON_AddStringToObject(object, "file", source->path);
    if (!range.line) return;
    cJSON_AddNumberToObject(object, "line", range.line);
    cJSON_AddNumberToObject(object, "column", range.column);
    cJSON_AddNumberToObject(object, "end_column",
                            (double)range.column + (range.extent ? range.extent : 1) - 1);
}

static void add_one(void *context, const struct bl_diagnostic *diagnostic) {
    const struct printing *printing = context;
    cJSON *object = cJSON_CreateObject(), *notes;
    cJSON_AddStringToObject(object, "severity",
                            diagnostic->severity == BL_ERROR ? "error" : "warning");
    cJSON_AddStringToObject(object, "code", diagnostic->code);
    cJSON_AddStringToObject(object, "message", diagnostic->text);
    add_place(object, printing->diags, diagnostic->range);
    notes = cJSON_AddArrayToObject(object, "notes");
    for (const struct bl_note *note = diagnostic->notes; note; note = note->next) {
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "message", note->text);
        add_place(item, printing->diags, note->range);
        cJSON_AddItemToArray(notes, item);
    }
    cJSON_AddItemToArray(printing->list, object);
}

void bl_diags_add_json(const struct bl_diags *diags, cJSON *object) {
    struct printing printing = {diags, NULL, false, cJSON_AddArrayToObject(object, "diagnostics")};
    in_order(diags, add_one, &printing);
    cJSON_AddNumberToObject(object, "errors", diags->errors);
    cJSON_AddNumberToObject(object, "warnings", diags->warnings);
}

void bl_diags_print_json(const struct bl_diags *diags, FILE *file) {
    cJSON *root = cJSON_CreateObject();
    bl_diags_add_json(diags, root);
    bl_json_print(file, root);
}
