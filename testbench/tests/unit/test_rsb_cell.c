/* Cells in rows: expressions as truth tables, what is wrong with them, and which row counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "bus/model/rsb_cell.h"

static struct bl_rsb_name letter(void *user, const char *name, int length) {
    (void)user;
    if (length == 1 && *name >= 'a' && *name <= 'z') return (struct bl_rsb_name){*name - 'a', NULL};
    if (length == 4 && !strncmp(name, "loop", 4)) return (struct bl_rsb_name){-1, "loop | a"};
    return (struct bl_rsb_name){-1, NULL};
}

/* The value for the letters of `word`. */
static bool value(const char *text, const char *word) {
    struct bl_rsb_truth truth;
    uint64_t bits = 0;
    for (; *word; word++) bits |= UINT64_C(1) << (*word - 'a');
    assert_null(bl_rsb_truth(&truth, text, letter, NULL, NULL));
    return bl_rsb_truth_at(&truth, bits);
}

static void expressions(void **state) {
    (void)state;
    assert_true(value("a & !b | c", "a"));
    assert_false(value("a & !b | c", "ab"));
    assert_true(value("a & (b | !c)", "a"));
    assert_true(value("a ? b : c ? d : e", "e"));
    assert_false(value("a ? b : c ? d : e", "ace"));
    assert_true(value("a ^ b & c", "abd"));
    assert_false(value("1 ^ 1", ""));
    assert_true(value("a&b&c&d&e&f&g&h", "abcdefgh"));
    assert_false(value("a&b&c&d&e&f&g&h", "abcdefg"));
}

static void is_wrong(const char *text, const char *reason, int at) {
    struct bl_rsb_truth truth;
    const char *where;
    assert_string_equal(bl_rsb_truth(&truth, text, letter, NULL, &where), reason);
    if (at >= 0) assert_int_equal(where - text, at);
}

static void wrong_expressions(void **state) {
    (void)state;
    is_wrong("a & ", "a name is expected", 4);
    is_wrong("a & bb", "unknown name", 4);
    is_wrong("(a | b", "')' is expected", 6);
    is_wrong("a ? b", "':' is expected", 5);
    is_wrong("a b", "an operator is expected", 2);
    is_wrong("a|b|c|d|e|f|g|h|i|j|k", "too many inputs", 20);
    is_wrong("loop", "an expression stands in its own place", -1);
}

static const struct bl_rsb_row base[] = {
    {BL_RSB_ROW_GATE, "pass_w", "behind"},     {BL_RSB_ROW_GATE, "go_w", "pass_w"},
    {BL_RSB_ROW_GATE, "na_w", "ahead_na"},     {BL_RSB_ROW_GATE, "own_w", "0"},
    {BL_RSB_ROW_GATE, "end_w", "0"},           {BL_RSB_ROW_GATE, "drive_w", "own_o"},
    {BL_RSB_ROW_GATE, "taken", "request"},     {BL_RSB_ROW_GATE, "token", "here"},
    {BL_RSB_ROW_GATE, "open", "inner_ccw"},    {BL_RSB_ROW_GATE, "notified", "0"},
    {BL_RSB_ROW_GATE, "inner_w", "ahead & x"}, {BL_RSB_ROW_TABLE, "x", "1"},
    {BL_RSB_ROW_TIMED, "done", "1"},           {BL_RSB_ROW_END, NULL, NULL}};

static const char *make(struct bl_rsb_cell *cell, const struct bl_rsb_row *second,
                        const char **name) {
    struct bl_rsb_rows rows = {.count = 0};
    const struct bl_rsb_row *row;
    bl_rsb_rows_add(&rows, base);
    bl_rsb_rows_add(&rows, second);
    const char *at, *wrong = bl_rsb_cell_of(cell, &rows, &row, &at);
    if (wrong && row) *name = row->name;
    return wrong;
}

/* Both ways, a gate of its own, and a row that replaces another. */
static void rows(void **state) {
    (void)state;
    static const struct bl_rsb_row nothing[] = {{BL_RSB_ROW_END, NULL, NULL}};
    static const struct bl_rsb_row off[] = {{BL_RSB_ROW_TABLE, "x", "0"},
                                            {BL_RSB_ROW_END, NULL, NULL}};
    struct bl_rsb_cell cell;
    const char *name;
    assert_null(make(&cell, nothing, &name));
    assert_int_equal(cell.gates, BL_RSB_GATE_COUNT + 2);
    assert_string_equal(bl_rsb_gate_word(&cell, BL_RSB_GATE_COUNT + 1), "inner_ccw");
    uint64_t right = bl_rsb_mask(BL_RSB_WIRE_RIGHT), left = bl_rsb_mask(BL_RSB_WIRE_LEFT);
    assert_true(bl_rsb_excited(&cell, left) & bl_rsb_mask(BL_RSB_PASS_CW));
    assert_true(bl_rsb_excited(&cell, right) & bl_rsb_mask(BL_RSB_PASS_CCW));
    assert_true(bl_rsb_excited(&cell, left) & bl_rsb_mask(BL_RSB_GATE_COUNT + 1));
    assert_null(make(&cell, off, &name));
    assert_false(bl_rsb_excited(&cell, left) & bl_rsb_mask(BL_RSB_GATE_COUNT + 1));
}

static void wrong_rows(void **state) {
    (void)state;
    static const struct bl_rsb_row unknown[] = {{BL_RSB_ROW_GATE, "notified", "open & tolled"},
                                                {BL_RSB_ROW_END, NULL, NULL}};
    struct bl_rsb_cell cell;
    struct bl_rsb_rows alone = {.count = 0};
    const struct bl_rsb_row *row;
    const char *at, *name = NULL;
    assert_string_equal(make(&cell, unknown, &name), "unknown name");
    assert_string_equal(name, "notified");
    bl_rsb_rows_add(&alone, unknown);
    assert_string_equal(bl_rsb_cell_of(&cell, &alone, &row, &at), "a table `done` is missing");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expressions),
        cmocka_unit_test(wrong_expressions),
        cmocka_unit_test(rows),
        cmocka_unit_test(wrong_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
