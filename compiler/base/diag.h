/* Diagnostics: every error of the user's passes through here, with a place, a stable code and,
 * where it helps, a second place. */
#ifndef BL_DIAG_H
#define BL_DIAG_H

#include <stdbool.h>
#include <stdio.h>
#include "base/source.h"

struct bl_arena;

enum bl_severity { BL_ERROR, BL_WARNING };

/* Every message once: code, severity, printf format. The rows BL_MESSAGE(name, code, severity,
 * format) are in base/messages/. */
enum bl_message {
#define BL_MESSAGE(name, code, severity, format) BL_MSG_##name,
#include "base/messages/messages.def"
#undef BL_MESSAGE
    BL_MESSAGES
};

struct bl_note {
    struct bl_range range;
    const char *text;
    struct bl_note *next;
};

struct bl_diagnostic {
    enum bl_message message;
    const char *code; /* "E0123" */
    enum bl_severity severity;
    struct bl_range range;
    const char *text;      /* formatted, without the code */
    struct bl_note *notes; /* "declared here" and the like */
};

struct bl_diags {
    struct bl_arena *arena;
    struct bl_sources *sources;
    struct bl_diagnostic *items;
    int count, capacity;
    int errors, warnings; /* all, also those not kept */
    struct {
        struct bl_range *items;
        int count, capacity;
    } silenced;
};

/* No messages yet, about places in `sources`. */
struct bl_diags *bl_diags_new(struct bl_arena *arena, struct bl_sources *sources);

/* Records a diagnostic. At most 100 are kept, so that a broken file does not flood the terminal;
   all are counted. NULL when it was not kept, or nothing more is wanted about its place. */
struct bl_diagnostic *bl_report(struct bl_diags *diags, enum bl_message message,
                                struct bl_range range, ...);
/* Nothing more is recorded about what begins at this place: it was reported for what it is made of,
   or stands for such a thing. At most 100 places are noted. */
void bl_silence(struct bl_diags *diags, struct bl_range range);
/* Adds a note with a second place to the diagnostic just reported; nothing when that is NULL. */
void bl_note(struct bl_diags *diags, struct bl_diagnostic *diagnostic, struct bl_range range,
             const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Prints all, sorted by place, with the source line and a marker under the range; colours when
 * `colour`. */
void bl_diags_print(const struct bl_diags *diags, FILE *file, bool colour);
/* Adds them to a JSON object: `diagnostics`, `errors` and `warnings`. */
struct cJSON;
void bl_diags_add_json(const struct bl_diags *diags, struct cJSON *object);
/* The same as one JSON document. */
void bl_diags_print_json(const struct bl_diags *diags, FILE *file);

#endif
