#include "check/check_written.h"

#include <string.h>

#include "base/arena.h"
#include "check/check_inner.h"
#include "ir/names/naming.h"

/* Modules that stand beside the circuit, and files of the harness that would be called alike:
 * bench_host.h. */
static bool is_own_module(const void *context, const char *name) {
    (void)context;
    return !strcmp(name, "bench");
}

const char *bl_check_written_name(struct bl_arena *arena, struct bl_renames *renames,
                                  const char *kind, const char *name) {
    const struct bl_naming naming = {.arena = arena, .role = BL_NAME_MODULE, .own = is_own_module};
    const char *written;
    bl_naming_write(&naming, &name, &written, 1);
    bl_renames_add(arena, renames, kind, name, written);
    return written;
}

static void write_record(struct bl_program *program, const char *stem) {
    const struct bl_naming naming = {.arena = program->arena, .role = BL_NAME_RECORD, .stem = stem};
    bl_naming_write(&naming, &program->record.name, &program->record.symbol, 1);
    bl_renames_add(program->arena, &program->renames, "record", program->record.name,
                   program->record.symbol);
}

static void write_columns(struct bl_program *program, const char *stem) {
    const struct bl_record *record = &program->record;
    const struct bl_naming naming = {.arena = program->arena, .role = BL_NAME_COLUMN, .stem = stem};
    const char **names = BL_NEW(program->arena, const char *, record->column_count);
    const char **written = BL_NEW(program->arena, const char *, record->column_count);
    for (int i = 0; i < record->column_count; i++) names[i] = record->columns[i].name;
    bl_naming_write(&naming, names, written, record->column_count);
    for (int i = 0; i < record->column_count; i++) {
        record->columns[i].symbol = written[i];
        bl_renames_add(program->arena, &program->renames, "column", names[i], written[i]);
    }
}

/* Versions, and after them the histograms that are results. A source version is called as its
 * column. */
static const char *part(const struct bl_program *program, int i) {
    if (i >= program->version_count)
        return program->counted[i - program->version_count].product->symbol;
    const struct bl_version *version = program->versions[i];
    return version->source ? version->column->symbol
                           : bl_name_identifier(program->arena, version->name);
}

static void write_part(struct bl_program *program, int i, const char *name, const char *written) {
    struct bl_version *version = i < program->version_count ? program->versions[i] : NULL;
    struct bl_product *product = version
                                     ? NULL
                                     : program->counted[i - program->version_count].stage->makes;
    if (version) version->symbol = written;
    else product->symbol = written;
    if (strcmp(name, written) && !(version && version->hidden))
        bl_renames_add(program->arena, &program->renames, version ? "version" : "histogram",
                       version ? version->name : product->name, written);
}

static void write_parts(struct bl_program *program) {
    const struct bl_naming naming = {.arena = program->arena, .role = BL_NAME_PART};
    int count = program->version_count + program->counted_count;
    const char **names = BL_NEW(program->arena, const char *, count);
    const char **written = BL_NEW(program->arena, const char *, count);
    for (int i = 0; i < count; i++) names[i] = part(program, i);
    bl_naming_write(&naming, names, written, count);
    for (int i = 0; i < count; i++) write_part(program, i, names[i], written[i]);
}

void bl_check_written(struct bl_program *program) {
    program->symbol = bl_check_written_name(program->arena, &program->renames, "pipeline",
                                            program->pipeline);
    const char *stem = bl_format(program->arena, "%s_", bl_upper(program->arena, program->symbol));
    write_record(program, stem);
    write_columns(program, stem);
    write_parts(program);
}
