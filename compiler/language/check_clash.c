/* Names of versions that the written files cannot tell apart: macros of the host's header carry them in capitals, and a version that a
   repeat has written again is `key__2` there. */
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "check.h"
#include "pattern.h"

struct spelling { const char *capitals; const struct bl_version *version; };

static int compare(const void *left, const void *right) {
    const struct spelling *a = left, *b = right;
    int order = strcmp(a->capitals, b->capitals);
    return order ? order : a->version->id < b->version->id ? -1 : a->version->id > b->version->id;
}

/* Both are later turns of two names that were reported for their first. */
static bool follows(const struct bl_version *first, const struct bl_version *second) {
    return strchr(first->name, '.') && strchr(second->name, '.');
}

static void report(struct bl_check *check, const struct bl_version *first, const struct bl_version *second, const char *capitals) {
    struct bl_diagnostic *diagnostic = bl_report(check->diags, BL_MSG_NAMES_MEET, second->range, second->name, first->name, capitals);
    bl_note(check->diags, diagnostic, first->range, "`%s` is declared here", first->name);
}

/* Reports versions from number `from` to before `to` that meet another one of these. */
static void check_range(struct bl_check *check, struct bl_arena *scratch, int from, int to) {
    struct spelling *all = BL_NEW(scratch, struct spelling, to);
    for (int i = from; i < to; i++)
        all[i] = (struct spelling){bl_upper(scratch, check->versions.items[i]->symbol), check->versions.items[i]};
    qsort(all + from, (size_t)(to - from), sizeof *all, compare);
    for (int i = from + 1; i < to; i++) {
        const struct bl_version *first = all[i - 1].version, *second = all[i].version;
        if (!strcmp(all[i - 1].capitals, all[i].capitals) && !follows(first, second))
            report(check, first, second, bl_format(check->arena, "%s", all[i].capitals));
    }
}

void bl_check_clash(struct bl_check *check) {
    int columns = check->program->record.column_count, errors = check->diags->errors;
    struct bl_arena *scratch = bl_arena_new();
    check_range(check, scratch, 0, columns);
    if (check->diags->errors == errors) check_range(check, scratch, 0, check->versions.count);
    bl_arena_free(scratch);
}
