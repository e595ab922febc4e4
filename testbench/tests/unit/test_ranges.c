/* The ranges of the templates' parameters: how they are read, and that the files take what they
 * say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "base/arena.h"
#include "base/tools/toolchain.h"
#include "rounds.h"
#include "templates/range_text.h"
#include "templates/ranges.h"
#include "templates/templates.h"

/* Rows as template files have them: a comment of several lines, one with a colon before its last, a
 * default that is another parameter. */
static void rows_are_those_of_the_files(void **state) {
    (void)state;
    const struct bl_range_row *depth = bl_range_row("bl_fifo", "LOG_DEPTH"),
                              *order = bl_range_row("bl_crossbar", "ORDERED"),
                              *width = bl_range_row("bl_slice", "OUT_W");
    assert_string_equal(depth->legal, "1..12");
    assert_string_equal(order->legal, "0..1");
    assert_string_equal(width->usual, "BITS");
    assert_string_equal(width->legal, "max(1, BITS) or more");
    assert_null(bl_range_row("bl_counts", "ROW_W")); /* derived */
    assert_null(bl_range_row("bl_mix", "MASKS"));    /* a vector */
}

static struct bl_bounds bounds_of(const char *legal) {
    const struct bl_range_row row = {"", "", "", legal};
    static const struct bl_range_values values = {2, {{"NODES", 8}, {"LANE_W", 5}}};
    return bl_range_bounds(&row, &values);
}

static void expect(const char *legal, int64_t least, int64_t most, int64_t taken, int64_t not ) {
    struct bl_bounds bounds = bounds_of(legal);
    if (bounds.least != least || bounds.most != most || !bl_bounds_take(&bounds, taken) ||
        bl_bounds_take(&bounds, not ))
        fail_msg("%s: %lld to %lld", legal, (long long)bounds.least, (long long)bounds.most);
}

static void ranges_are_read(void **state) {
    (void)state;
    expect("3..9", 3, 9, 3, 10);
    expect("2 or more", 2, BL_NO_END, 1000000, 1);
    expect("NODES + 1", 9, 9, 9, 8);
    expect("log2(NODES + 1)..2 ^ LANE_W - 1", 4, 31, 31, 32);
    expect("max(1, NODES - LANE_W)..min(64, 3 * NODES), a power of two", 3, 24, 16, 24);
    expect("2 * NODES or more, NODES times a power of two", 16, BL_NO_END, 64, 48);
    expect("8..64, a multiple of NODES", 8, 64, 56, 60);
    expect("1..NODES, a divisor of NODES", 1, 8, 4, 3);
    assert_true(bounds_of("1..NOBODY").most <
                bounds_of("1..NOBODY").least); /* nobody knows: nothing is legal */
    assert_true(bounds_of("1..4, an odd number").most < 1);
}

static int64_t nearest(const char *legal, int64_t value) {
    struct bl_bounds bounds = bounds_of(legal);
    return bl_bounds_nearest(&bounds, value);
}

static void the_nearest_value_is_found(void **state) {
    (void)state;
    assert_int_equal(nearest("2..16, a power of two", 40), 16);
    assert_int_equal(nearest("2..16, a power of two", 1), 2);
    assert_int_equal(nearest("2..16, a power of two", 11), 8);
    assert_int_equal(nearest("2..16", 7), 7);
    assert_int_equal(nearest("3 or more, NODES times a power of two", 1), 8);
    assert_int_equal(nearest("5..6, a power of two", 5), -1);
}

/* All other parameters legal beside this one, which they are not asked about; where `small`, no
 * larger than they have to be. */
static bool settle(const char *module, const char *parameter, int64_t value, bool small,
                   struct bl_range_values *values) {
    enum { SMALL = 2, ROUNDS = 8 };
    bool legal = false;
    *values = (struct bl_range_values){0};
    bl_range_usual(values, module);
    for (int i = 0; small && i < values->count; i++)
        if (values->items[i].value > SMALL) values->items[i].value = SMALL;
    bl_range_set(values, parameter, value);
    for (int round = 0; round < ROUNDS && !legal; round++) {
        legal = true;
        for (const struct bl_range_row *row = bl_range_rows(module); bl_range_of(row, module);
             row++) {
            struct bl_bounds bounds = bl_range_bounds(row, values);
            int64_t now = bl_range_value(values, row->parameter);
            if (bl_bounds_take(&bounds, now)) continue;
            legal = false;
            if (strcmp(row->parameter, parameter))
                bl_range_set(values, row->parameter, bl_bounds_nearest(&bounds, now));
        }
    }
    return legal;
}

static void instance(FILE *file, const char *module, const struct bl_range_values *values,
                     int number) {
    fprintf(file, "    %s #(", module);
    for (int i = 0; i < values->count; i++)
        fprintf(file, "%s.%s(%lld)", i ? ", " : "", values->items[i].name,
                (long long)values->items[i].value);
    fprintf(file, ") i%d ();\n", number);
}

/* What is beyond, a module top each; of one template at a time, where that is enough. */
struct trial {
    struct bl_arena *arena;
    const char *folder, *libraries, *module;
    FILE *legal, *beyond;
    int accepted, refused, waiting;
};

static bool one_by_one(void) { return getenv("BL_LONG"); }

/* Icarus says how often it missed the modules by which a template refuses. */
static void expect_refusals(struct trial *trial) {
    char line[256];
    int refusals = 0;
    if (!trial->waiting) return;
    fputs("endmodule\n", trial->beyond);
    fclose(trial->beyond);
    FILE *says = popen(bl_format(trial->arena,
                                 "iverilog -g2001 -t null -s top %s %s/beyond.v 2>&1 | sed -n 's/^ "
                                 "*%s_.* referenced \\([0-9]*\\) .*/\\1/p'",
                                 trial->libraries, trial->folder, trial->module),
                       "r");
    while (fgets(line, sizeof line, says)) refusals += atoi(line);
    pclose(says);
    if (refusals < trial->waiting)
        fail_msg("%s refuses %d of %d values beyond its ranges: %s", trial->module, refusals,
                 trial->waiting,
                 system(bl_format(trial->arena, "cat %s/beyond.v >&2", trial->folder))
                     ? ""
                     : "see above");
    trial->refused += trial->waiting;
    trial->waiting = 0;
}

/* One instance beyond a range: the template itself must refuse it. */
static void add_beyond(struct trial *trial, const char *module,
                       const struct bl_range_values *values) {
    if (trial->waiting && (one_by_one() || strcmp(trial->module, module))) expect_refusals(trial);
    if (!trial->waiting) {
        trial->beyond = fopen(bl_format(trial->arena, "%s/beyond.v", trial->folder), "w");
        fputs("module top;\n", trial->beyond);
        trial->module = module;
    }
    instance(trial->beyond, module, values, trial->waiting++);
}

static bool takes(const struct bl_range_row *row, const struct bl_range_values *values,
                  int64_t value) {
    struct bl_bounds bounds = bl_range_bounds(row, values);
    return bl_bounds_take(&bounds, value);
}

/* An end of a range, and the value beyond it. */
static void try_end(struct trial *trial, const struct bl_range_row *row, int64_t end,
                    int64_t beyond) {
    struct bl_range_values values;
    bool small = settle(row->module, row->parameter, end, true, &values) &&
                 !takes(row, &values, beyond);
    if (!small &&
        (!settle(row->module, row->parameter, end, false, &values) || takes(row, &values, beyond)))
        fail_msg("%s of %s cannot end at %lld", row->parameter, row->module, (long long)end);
    instance(trial->legal, row->module, &values, trial->accepted++);
    bl_range_set(&values, row->parameter, beyond);
    add_beyond(trial, row->module, &values);
}

static void try_row(struct trial *trial, const struct bl_range_row *row) {
    struct bl_range_values usual = {0};
    bl_range_usual(&usual, row->module);
    struct bl_bounds bounds = bl_range_bounds(row, &usual);
    int64_t least = bl_bounds_nearest(&bounds, bounds.least);
    try_end(trial, row, least, least - 1);
    if (bounds.most != BL_NO_END) {
        int64_t most = bl_bounds_nearest(&bounds, bounds.most);
        try_end(trial, row, most, most + 1);
    }
    if (bounds.form == BL_FORM_POWER && 4 * bounds.unit <= bounds.most &&
        4 * bounds.unit >= bounds.least)
        try_end(trial, row, 4 * bounds.unit, 3 * bounds.unit);
}

/* The folders of all templates, as options of Icarus. */
static const char *libraries(struct bl_arena *arena, const char *root) {
    const char *options = "", *folder = "";
    struct bl_templates templates;
    assert_true(bl_templates_list(arena, &templates, root));
    for (int i = 0; i < templates.count; i++) {
        const char *path = templates.items[i].path;
        folder = bl_format(arena, "%.*s", (int)(strrchr(path, '/') - path), path);
        if (!strstr(options, folder)) options = bl_format(arena, "%s -y %s", options, folder);
    }
    return options;
}

/* Icarus elaborates both ends of every range, and the template refuses what is one beyond. */
static void templates_take_what_their_headers_say(void **state) {
    (void)state;
    char folder[] = "/tmp/bl_ranges_XXXXXX";
    struct bl_home home;
    struct trial trial = {.arena = bl_arena_new(), .folder = mkdtemp(folder)};
    assert_true(bl_home_find(trial.arena, &home));
    trial.libraries = libraries(trial.arena, home.root);
    const char *source = bl_format(trial.arena, "%s/legal.v", folder);
    trial.legal = fopen(source, "w");
    fputs("module top;\n", trial.legal);
    int rows = 0;
    while (bl_ranges[rows].module) rows++;
    for (int row = 0; row < bl_rounds(rows); row++) try_row(&trial, &bl_ranges[row]);
    expect_refusals(&trial);
    fputs("endmodule\n", trial.legal);
    fclose(trial.legal);
    int status = system(
        bl_format(trial.arena, "iverilog -g2001 -t null -s top %s %s", trial.libraries, source));
    if (!status) status = system(bl_format(trial.arena, "rm -rf %s", folder));
    assert_int_equal(status, 0);
    assert_true(trial.accepted > bl_rounds(200) && trial.refused == trial.accepted);
    printf("%d ends elaborated, %d values beyond refused\n", trial.accepted, trial.refused);
    bl_arena_free(trial.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_those_of_the_files),
        cmocka_unit_test(ranges_are_read),
        cmocka_unit_test(the_nearest_value_is_found),
        cmocka_unit_test(templates_take_what_their_headers_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
