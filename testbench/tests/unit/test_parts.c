/* Emitted text: how the holes of its parts are filled, and that all files keep to the form. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "base/arena.h"
#include "base/text.h"
#include "emit/parts.h"

static void parts_are_filled(void **state) {
    (void)state;
    struct bl_text text = {0};
    struct bl_parts parts = {.text = &text, .holes = {{"pipeline", "sort"}, {"none", ""}}};
    bl_part_number(&parts, "cost_2", 7);
    bl_part_number(&parts, "cost_2", -12);
    bl_part_real(&parts, "period", 6.6666, 2);
    bl_part_set(&parts, "cost", "much");
    bl_parts_fill(&parts,
                  "@{pipeline}_start(@{none}) costs @{cost}: @{cost_2} in @{period}@{pipeline}");
    assert_string_equal(text.bytes, "sort_start() costs much: -12 in 6.67sort");
    bl_text_free(&text);
}

/* A number may become a word and a word a number; a copy has values of its own. */
static void holes_are_filled_again(void **state) {
    (void)state;
    struct bl_text text = {0};
    struct bl_parts parts = {.text = &text, .holes = {{"a", "word"}}}, copy;
    bl_part_number(&parts, "b", 1);
    copy = parts;
    bl_part_number(&parts, "a", 2);
    bl_part_set(&parts, "b", "last");
    bl_parts_fill(&parts, "@{a} @{b}");
    bl_parts_fill(&copy, ", @{a} @{b}");
    assert_string_equal(text.bytes, "2 last, word 1");
    bl_text_free(&text);
}

static void what_is_no_hole_stays(void **state) {
    (void)state;
    static const char plain[] =
        "$x ${x} $$x ${x##*/} @x @ {x} @{} @{X} @{x y} @{x-y} @@ x always @(x) @{x";
    struct bl_text text = {0};
    struct bl_parts parts = {.text = &text, .holes = {{"x", "filled"}}};
    bl_parts_fill(&parts, plain);
    assert_string_equal(text.bytes, plain);
    bl_parts_fill(&parts, "@@{x}@");
    assert_string_equal(text.bytes + sizeof plain - 1, "@filled@");
    bl_text_free(&text);
}

/* In a process of its own, which says why it ends into `said`. */
static int status_of(void (*act)(struct bl_parts *), FILE *said) {
    struct bl_text text = {0};
    struct bl_parts parts = {.text = &text, .file = "golden.mk"};
    int status = 0;
    pid_t child = fork();
    if (!child) {
        dup2(fileno(said), STDERR_FILENO);
        act(&parts);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

/* What an internal fault of `act` says; NULL: there was none. */
static const char *fault_of(struct bl_arena *arena, void (*act)(struct bl_parts *)) {
    FILE *said = tmpfile();
    char line[256] = "";
    assert_non_null(said);
    int status = status_of(act, said);
    rewind(said);
    bool any = fgets(line, sizeof line, said);
    fclose(said);
    return any && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT ? bl_strdup(arena, line)
                                                                     : NULL;
}

static void fill_misspelled(struct bl_parts *parts) {
    bl_part_set(parts, "pipelines", "sort");
    bl_part_set(parts, "pipelin", "sort");
    bl_part(parts, "all");
}
static void fill_none(struct bl_parts *parts) {
    bl_part_number(parts, "pipeline", 1);
    bl_part_set(parts, "pipeline", NULL);
    bl_part(parts, "all");
}
static void fill_no_part(struct bl_parts *parts) { bl_part(parts, "some"); }
static void fill_well(struct bl_parts *parts) {
    bl_part_set(parts, "pipeline", "sort");
    bl_parts_fill(parts, "@{pipeline}");
}
static void fill_too_many(struct bl_parts *parts) {
    static char names[BL_HOLES + 1][16];
    for (int i = 0; i <= BL_HOLES; i++) {
        snprintf(names[i], sizeof *names, "x%d", i);
        bl_part_number(parts, names[i], i);
    }
}

static void holes_that_are_not_set_are_faults(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    const char *fault = "bankloom: internal fault: emit/text/golden.mk, part `all`: "
                        "@{pipeline} is not set\n";
    assert_string_equal(fault_of(arena, fill_misspelled), fault);
    assert_string_equal(fault_of(arena, fill_none), fault);
    assert_string_equal(fault_of(arena, fill_no_part),
                        "bankloom: internal fault: emit/text/golden.mk has no part `some`\n");
    assert_string_equal(
        fault_of(arena, fill_too_many),
        bl_format(arena, "bankloom: internal fault: emit/text/golden.mk: no place for @{x%d}\n",
                  BL_HOLES));
    assert_null(fault_of(arena, fill_well));
    bl_arena_free(arena);
}

static const char *part_of(const char *file, const char *part) {
    for (const struct bl_embedded *row = bl_embedded_parts; row->file; row++)
        if (!strcmp(row->file, file) && !strcmp(row->part, part)) return row->text;
    return NULL;
}

static void lines_go_on_in_the_next(void **state) {
    (void)state;
    for (const struct bl_embedded *row = bl_embedded_parts; row->file; row++)
        if (strstr(row->text, "@\\")) fail_msg("%s, part `%s`", row->file, row->part);
    assert_non_null(strstr(part_of("async_model.v", "begin"), "DELAY time units after it\n"));
    assert_non_null(strstr(part_of("bus.sdc", "bound"), "}] \\\n    -from")); /* Tcl's own */
}

/* Every "@{" of the files is a hole: other names would stay as they are. */
static void holes_have_names(void **state) {
    (void)state;
    int count = 0;
    for (const struct bl_embedded *row = bl_embedded_parts; row->file; row++)
        for (const char *at = strstr(row->text, "@{"); at; at = strstr(at + 2, "@{"), count++) {
            size_t length = strspn(at + 2, "abcdefghijklmnopqrstuvwxyz0123456789_");
            if (!length || at[2 + length] != '}')
                fail_msg("%s, part `%s`: %.20s", row->file, row->part, at);
        }
    assert_true(count > 500);
}

static void parts_are_whole_lines_with_names_of_their_own(void **state) {
    (void)state;
    int count = 0;
    for (const struct bl_embedded *row = bl_embedded_parts; row->file; row++, count++) {
        size_t length = strlen(row->text);
        if (!length || row->text[length - 1] != '\n') fail_msg("%s: %s", row->file, row->part);
        for (const struct bl_embedded *other = row + 1; other->file; other++)
            if (!strcmp(row->file, other->file) && !strcmp(row->part, other->part))
                fail_msg("%s has two parts `%s`", row->file, row->part);
    }
    assert_true(count > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_filled),
        cmocka_unit_test(holes_are_filled_again),
        cmocka_unit_test(what_is_no_hole_stays),
        cmocka_unit_test(holes_that_are_not_set_are_faults),
        cmocka_unit_test(lines_go_on_in_the_next),
        cmocka_unit_test(holes_have_names),
        cmocka_unit_test(parts_are_whole_lines_with_names_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
