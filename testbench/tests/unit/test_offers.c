/* run_tests: without sanitizers, under which it takes minutes.
 * Random programs that planning refuses: every option that a message offers is followed, and the
 * program is accepted then. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "base/arena.h"
#include "base/text.h"
#include "check/overrides.h"
#include "driver/compile.h"
#include "driver/offers.h"
#include "plan/fuse/fuse.h"

enum { QUICK = 20, ALL = 2000, MOST_DRAWN = 100000 };

static uint32_t next_random(uint32_t *seed) { return *seed = *seed * 1664525u + 1013904223u; }
static int choose(uint32_t *seed, int limit) {
    return (int)((next_random(seed) >> 16) % (uint32_t)limit);
}
static int pick(uint32_t *seed, const int *from, int count) { return from[choose(seed, count)]; }
#define PICK(seed, ...) \
    pick((seed), (const int[]){__VA_ARGS__}, (int)(sizeof(int[]){__VA_ARGS__} / sizeof(int)))

struct shape {
    uint32_t seed;
    int nodes, channels, width, mhz, columns, bits[4];
    const char *latency;
};

static struct shape random_shape(uint32_t number) {
    static const char *const latencies[] = {"300 ns", "400 ns", "20 us", "1 ms"};
    struct shape shape = {.seed = number * 2654435761u + 1};
    uint32_t *seed = &shape.seed;
    shape.nodes = PICK(seed, 2, 3, 4, 8, 16, 17, 24, 31, 32, 33, 40, 48, 63, 64);
    shape.channels = PICK(seed, 2, 4, 8, 16, 32);
    shape.width = PICK(seed, 16, 32, 64);
    shape.mhz = PICK(seed, 100, 150, 300, 450);
    shape.latency = latencies[choose(seed, 4)];
    shape.columns = 1 + choose(seed, 4);
    for (int c = 0; c < shape.columns; c++) shape.bits[c] = PICK(seed, 8, 16, 32, 64, 128);
    return shape;
}

/* A function of a column: some of its bits. */
static void add_slice(struct bl_text *text, struct shape *shape, int column) {
    int bits = 1 + choose(&shape->seed, 8);
    int low = choose(&shape->seed, shape->bits[column] - bits + 1);
    bl_text_add(text, "c%d[%d:%d]", column, low + bits - 1, low);
}

/* All columns, or one, go together through crossbar, exchange and crossbar, or some of them. */
static void add_moves(struct bl_text *text, struct shape *shape, int pass) {
    int column = choose(&shape->seed, shape->columns), one = choose(&shape->seed, 2);
    struct bl_text node = {0};
    add_slice(&node, shape, column);
    bl_text_add(text, "    pass { read c%d", column);
    for (int c = 0; c < shape->columns && !one; c++)
        if (c != column) bl_text_add(text, ", c%d", c);
    if (!choose(&shape->seed, 5)) {
        bl_text_add(text, " -> histogram(");
        add_slice(text, shape, column);
        bl_text_add(text, ") as h%d", pass);
    }
    bl_text_add(text, " -> crossbar(%s)", node.bytes);
    if (choose(&shape->seed, 4)) bl_text_add(text, " -> alltoallv(%s)", node.bytes);
    bl_text_add(text, " -> write w%d_%d", pass, column);
    for (int c = 0; c < shape->columns && !one; c++)
        if (c != column) bl_text_add(text, ", w%d_%d", pass, c);
    bl_text_add(text, " }\n");
    bl_text_free(&node);
}

static void add_partition(struct bl_text *text, struct shape *shape) {
    int column = choose(&shape->seed, shape->columns);
    bl_text_add(text, "    partition rows by ");
    add_slice(text, shape, column);
    bl_text_add(text, ", ");
    add_slice(text, shape, column);
    bl_text_add(text, ";\n");
}

static void add_program(struct bl_text *text, struct shape *shape) {
    bl_text_add(text,
                "cluster k { board stratix10_mx2100; nodes %d; clock core %d MHz; memory { "
                "channels %d; width %d B; strip 64; burst 128 B; }\n    network full_mesh { "
                "link 6 GB/s; latency %s; } }\nrecord row {",
                shape->nodes, shape->mhz, shape->channels, shape->width, shape->latency);
    for (int c = 0; c < shape->columns; c++) bl_text_add(text, " c%d: u%d;", c, shape->bits[c]);
    bl_text_add(text, " }\npipeline p(rows: row) on k {\n");
    int passes = choose(&shape->seed, 12) ? 1 + choose(&shape->seed, 3) : 66;
    if (choose(&shape->seed, 3)) add_partition(text, shape);
    else
        for (int pass = 0; pass < passes; pass++) add_moves(text, shape, pass);
    bl_text_add(text, "}\n");
}

/* Whether `check` takes the file; *refused when it is the plan that does not. */
static bool accepted(const char *path, const struct bl_overrides *overrides, bl_rules rules,
                     struct bl_compilation *compilation) {
    bool planned = bl_compile_front(compilation, NULL, path, overrides);
    if (planned) bl_compile_plan(compilation, rules);
    return planned && !compilation->diags->errors;
}

static bool accepts(const char *path, const char *option, const char *value, bl_rules rules) {
    struct bl_compilation compilation;
    struct bl_overrides overrides = {0};
    char *words[] = {(char *)option, (char *)value};
    const char *bad;
    if (!strcmp(option, "--fuse")) assert_true(bl_rules_parse(value, &rules, &bad));
    else assert_int_equal(bl_overrides_option(&overrides, "check", 2, words), 2);
    bool good = accepted(path, &overrides, rules, &compilation);
    bl_compilation_free(&compilation);
    return good;
}

struct counts {
    int refused, offers, accepted;
};

/* Follows each "`--option value`" of a text. */
static void follow(const char *path, bl_rules rules, const char *text, struct counts *counts) {
    char option[32], value[64];
    for (; (text = strstr(text, "`--")); text++) {
        if (sscanf(text, "`%31[^ `] \"%63[^\"`]\"`", option, value) != 2 &&
            sscanf(text, "`%31[^ `] %63[^`]`", option, value) != 2)
            continue;
        bool good = accepts(path, option, value, rules);
        counts->offers++;
        counts->accepted += good;
        if (!good) print_error("%s %s is offered and refused\n", option, value);
    }
}

static void follow_all(const char *path, bl_rules rules, const struct bl_diags *diags,
                       struct counts *counts) {
    for (int i = 0; i < diags->count; i++) {
        follow(path, rules, diags->items[i].text, counts);
        for (const struct bl_note *note = diags->items[i].notes; note; note = note->next)
            follow(path, rules, note->text, counts);
    }
}

static void draw(const char *path, uint32_t number, struct counts *counts) {
    struct shape shape = random_shape(number);
    struct bl_text text = {0};
    struct bl_compilation compilation;
    bl_rules rules = choose(&shape.seed, 2) ? BL_ALL_RULES : 0;
    int before = counts->offers - counts->accepted;
    add_program(&text, &shape);
    assert_int_equal(bl_text_save(&text, path), 0);
    if (!accepted(path, NULL, rules, &compilation) && compilation.program) {
        counts->refused++;
        bl_offers_add(&compilation, path);
        follow_all(path, rules, compilation.diags, counts);
    }
    if (counts->offers - counts->accepted > before) print_error("%s\n", text.bytes);
    bl_compilation_free(&compilation);
    bl_text_free(&text);
}

static void offers_are_accepted(void **state) {
    (void)state;
    char folder[] = "/tmp/offers.XXXXXX";
    struct counts counts = {0};
    int wanted = getenv("BL_LONG") ? ALL : QUICK;
    assert_non_null(mkdtemp(folder));
    char path[sizeof folder + 16];
    snprintf(path, sizeof path, "%s/p.loom", folder);
    for (uint32_t number = 1; counts.refused < wanted && number < MOST_DRAWN; number++)
        draw(path, number, &counts);
    printf("%d shapes refused, %d options offered, %d of them accepted\n", counts.refused,
           counts.offers, counts.accepted);
    unlink(path);
    rmdir(folder);
    assert_int_equal(counts.refused, wanted);
    assert_int_equal(counts.accepted, counts.offers);
    assert_true(counts.offers > wanted / 2);
}

/* The test above would see an offer that leads nowhere: 32 nodes in place of 33. */
static void wrong_offers_are_seen(void **state) {
    (void)state;
    char folder[] = "/tmp/offers.XXXXXX", path[sizeof folder + 16];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/p.loom", folder);
    struct bl_text text = {0};
    struct bl_compilation compilation;
    struct counts counts = {0};
    bl_text_add(&text, "cluster k { board stratix10_mx2100; nodes 33; clock core 150 MHz;"
                       " memory { channels 8; width 32 B; strip 64; burst 128 B; }"
                       " network full_mesh { link 6 GB/s; latency 300 ns; } }"
                       "record row { key: u32; }"
                       "pipeline p(rows: row) on k { pass { read key -> crossbar(key[4:0])"
                       " -> alltoallv(key[4:0]) -> write key2 } }");
    assert_int_equal(bl_text_save(&text, path), 0);
    follow(path, BL_ALL_RULES, "`--nodes 32` and `--nodes 16`", &counts);
    assert_int_equal(counts.offers, 2);
    assert_int_equal(counts.accepted, 1);
    assert_false(accepted(path, NULL, BL_ALL_RULES, &compilation));
    bl_offers_add(&compilation, path);
    assert_non_null(compilation.diags->items[compilation.diags->count - 1].notes);
    bl_compilation_free(&compilation);
    unlink(path);
    rmdir(folder);
    bl_text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offers_are_accepted),
        cmocka_unit_test(wrong_offers_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
