/* The ranges of the templates' parameters: what the table says is what the comments in their files
 * say and what the files take. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "base/arena.h"
#include "base/text.h"
#include "base/toolchain.h"
#include "estimate/cost.h"
#include "rounds.h"
#include "templates/ranges.h"
#include "templates/templates.h"

static const struct bl_templates *list(struct bl_arena *arena, struct bl_templates *templates) {
    struct bl_home home;
    assert_true(bl_home_find(arena, &home) && bl_templates_list(arena, templates, home.root));
    for (int row = 0; bl_cost_row_at(row); row++)
        assert_true(bl_templates_use(templates, bl_cost_row_at(row)->name));
    return templates;
}

static const char *text_of(const struct bl_templates *templates, const char *module) {
    for (int i = 0; i < templates->count; i++)
        if (!strcmp(templates->items[i].name, module)) return templates->items[i].text.bytes;
    fail_msg("there is no template %s", module);
    return NULL;
}

/* One parameter as a file has it: its name, its default, and the comment above. */
struct parameter {
    char name[64], usual[128], comment[1024];
};

/* The line at *at, without blanks in front; *at goes on behind it. */
static void next_line(const char **at, char line[512]) {
    while (**at == ' ') ++*at;
    size_t length = strcspn(*at, "\n");
    assert_true(length < 512);
    memcpy(line, *at, length);
    line[length] = 0;
    *at += length + ((*at)[length] == '\n');
}

/* The next parameter of a module's list, comments of several lines joined. A parameter without one
 * has that of the parameter before it. */
static bool next_parameter(const char **at, struct parameter *parameter) {
    char line[512];
    bool begun = false;
    for (;;) {
        next_line(at, line);
        if (!strncmp(line, ") (", 3)) return false;
        if (!strncmp(line, "// ", 3)) {
            if (!begun) parameter->comment[0] = 0;
            if (begun) strcat(parameter->comment, " ");
            strcat(parameter->comment, line + 3);
            begun = true;
        } else if (!strncmp(line, "parameter ", 10)) break;
    }
    const char *name = line + 10;
    if (*name == '[') name = strchr(name, ']') + 2;
    parameter->usual[0] = 0; /* the value of one that is derived may stand on the next line */
    int parsed = sscanf(name, "%63s = %127[^\n]", parameter->name, parameter->usual);
    assert_true(parsed == 2 || (parsed == 1 && name[strlen(name) - 1] == '='));
    char *comma = strrchr(parameter->usual, ',');
    if (comma && !comma[1]) *comma = 0;
    if (line[10] == '[') snprintf(parameter->comment, sizeof parameter->comment, "derived");
    return true;
}

/* The last words of a comment, behind its last colon; NULL for what is derived or a vector of bits.
 */
static const char *legal_of(const struct parameter *parameter) {
    const char *legal = NULL;
    if (!strncmp(parameter->comment, "derived", 7)) return NULL;
    for (const char *colon = parameter->comment; (colon = strstr(colon, ": ")); colon += 2)
        legal = colon + 2;
    return legal ? legal : "(none)";
}

static int compare(const char *module, const char *text) {
    const char *at = strstr(text, bl_range_rows(module) ? " #(\n" : ");");
    struct parameter parameter = {.comment = ""};
    int rows = 0;
    if (!bl_range_rows(module) && strstr(text, " #(\n"))
        fail_msg("ranges.c has no rows of %s", module);
    if (!bl_range_rows(module)) return 0;
    for (at += 4; next_parameter(&at, &parameter);) {
        const char *legal = legal_of(&parameter);
        const struct bl_range_row *row = bl_range_row(module, parameter.name);
        if (!legal && row)
            fail_msg("ranges.c has a row of %s of %s, which is derived", parameter.name, module);
        if (!legal) continue;
        if (!row) fail_msg("ranges.c has no row of %s of %s", parameter.name, module);
        if (strcmp(row->legal, legal))
            fail_msg("%s of %s: the file says `%s`, ranges.c `%s`", parameter.name, module, legal,
                     row->legal);
        if (strcmp(row->usual, parameter.usual))
            fail_msg("%s of %s is %s in the file and %s in ranges.c", parameter.name, module,
                     parameter.usual, row->usual);
        rows++;
    }
    return rows;
}

static void the_table_is_what_the_headers_say(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    struct bl_templates templates;
    int rows = 0, compared = 0;
    list(arena, &templates);
    while (bl_range_row_at(rows)) rows++;
    for (int row = 0; bl_cost_row_at(row); row++)
        compared += compare(bl_cost_row_at(row)->name,
                            text_of(&templates, bl_cost_row_at(row)->name));
    assert_int_equal(compared, rows);
    assert_true(rows > 100);
    bl_templates_free(&templates);
    bl_arena_free(arena);
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

/* Icarus elaborates both ends of every range, and the template refuses what is one beyond. */
static void templates_take_what_their_headers_say(void **state) {
    (void)state;
    char folder[] = "/tmp/bl_ranges_XXXXXX";
    struct bl_home home;
    struct trial trial = {.arena = bl_arena_new(), .folder = mkdtemp(folder)};
    assert_true(bl_home_find(trial.arena, &home));
    static const char *const areas[] = {"control", "memory", "mesh",  "network",
                                        "rsb",     "sort",   "stream"};
    trial.libraries = "";
    for (int i = 0; i < 7; i++)
        trial.libraries = bl_format(trial.arena, "%s -y %s/rtl_templates/%s", trial.libraries,
                                    home.root, areas[i]);
    const char *source = bl_format(trial.arena, "%s/legal.v", folder);
    trial.legal = fopen(source, "w");
    fputs("module top;\n", trial.legal);
    int rows = 0;
    while (bl_range_row_at(rows)) rows++;
    for (int row = 0; row < bl_rounds(rows); row++) try_row(&trial, bl_range_row_at(row));
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
        cmocka_unit_test(the_table_is_what_the_headers_say),
        cmocka_unit_test(ranges_are_read),
        cmocka_unit_test(the_nearest_value_is_found),
        cmocka_unit_test(templates_take_what_their_headers_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
