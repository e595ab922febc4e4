/* The verdict about a kernel in Verilog: each thing that a module may do wrong, of lines as the
   bench writes them. The golden function gives what comes in, three moves of 9 elements of u32. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "kernel/trial/trial_verdict.h"

enum { MOVES = 3, LENGTH = 9, CALLS = MOVES * LENGTH, WORDS = 2 * MOVES };

static const struct bl_kernel_port in = {.name = "in", .bytes = 4, .in = true},
                                   out = {.name = "out", .bytes = 4};

/* Element n is n + 1. */
struct setting {
    struct bl_kernel_ports ports;
    struct bl_kernel_moves moves;
    struct bl_kernel_answers answers;
    int lengths[MOVES], calls[CALLS], ends[MOVES];
    uint8_t elements[4 * CALLS];
};

static struct setting *make_setting(void) {
    struct setting *s = calloc(1, sizeof *s);
    for (int i = 0; i < CALLS; i++) s->calls[i] = i, s->elements[4 * i] = (uint8_t)(i + 1);
    for (int i = 0; i < MOVES; i++) s->lengths[i] = LENGTH, s->ends[i] = LENGTH * (i + 1);
    s->ports = (struct bl_kernel_ports){.in = {&in}, .out = {&out}, .ins = 1, .outs = 1};
    s->moves.lengths.items = s->lengths;
    s->moves.lengths.count = MOVES;
    s->moves.calls = CALLS;
    s->answers.out[0].bytes.items = s->elements;
    s->answers.out[0].calls.items = s->calls;
    s->answers.out[0].calls.count = CALLS;
    s->answers.out[0].ends = s->ends;
    return s;
}

/* A word of the output, elements `from` to `to`. */
struct word {
    int from, count;
    const char *keep, *last;
};

static void print_word(FILE *file, const struct word *word, int cycle) {
    fprintf(file, "out 0 %d %s %s ", cycle, word->last, word->keep);
    for (int i = 7; i >= 0; i--)
        fprintf(file, "%08x", i < word->count ? (unsigned)(word->from + i + 1) : 0xdeadbeefu);
    fputc('\n', file);
}

static const struct word right[WORDS] = {{0, 8, "11111111", "0"},  {8, 1, "00000001", "1"},
                                         {9, 8, "11111111", "0"},  {17, 1, "00000001", "1"},
                                         {18, 8, "11111111", "0"}, {26, 1, "00000001", "1"}};

static void print_play(FILE *file, int play, const struct word *words, int count,
                       const char *behind) {
    fprintf(file, "play %d\n", play);
    for (int i = 0; i < WORDS; i++) {
        fprintf(file, "in 0 %d\n", 10 + i);
        if (i < count) print_word(file, &words[i], 12 + i);
    }
    for (int i = WORDS; i < count; i++) print_word(file, &words[i], 12 + i);
    fprintf(file, "%send 99\n", behind);
}

/* The verdict where play number `wrong` has these words and lines, and the others the right ones.
 */
static struct bl_kernel_verdict judge(int wrong, const struct word *words, int count,
                                      const char *behind) {
    struct bl_arena *arena = bl_arena_new();
    struct setting *s = make_setting();
    struct bl_kernel_verdict verdict;
    char *rows = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&rows, &size);
    for (int play = 0; play < BL_KERNEL_PLAYS_COUNT; play++)
        if (play == wrong) print_play(file, play, words, count, behind);
        else print_play(file, play, right, WORDS, "");
    fclose(file);
    assert_true(bl_kernel_judge(arena, &s->ports, &s->moves, &s->answers, rows, &verdict));
    free(rows);
    free(s);
    bl_arena_free(arena);
    return verdict;
}

static void is_fault(const struct word *words, int count, const char *behind,
                     enum bl_kernel_fault fault) {
    struct bl_kernel_verdict verdict = judge(BL_KERNEL_PLAY_LATE, words, count, behind);
    assert_int_equal(verdict.fault, fault);
    assert_int_equal(verdict.play, BL_KERNEL_PLAY_LATE);
}

/* The right words with one of them replaced. */
static void is_fault_with(int place, struct word word, enum bl_kernel_fault fault) {
    struct word words[WORDS];
    memcpy(words, right, sizeof words);
    words[place] = word;
    is_fault(words, WORDS, "", fault);
}

static void right_is_right(void **state) {
    (void)state;
    struct bl_kernel_verdict verdict = judge(-1, right, WORDS, "");
    assert_int_equal(verdict.fault, BL_KERNEL_RIGHT);
    assert_int_equal(verdict.latency, 2);
    assert_true(verdict.rate_in[0] == 1.0 && verdict.rate_out[0] == 1.0);
}

static void words_have_their_form(void **state) {
    (void)state;
    is_fault_with(1, (struct word){8, 1, "00000001", "0"}, BL_KERNEL_LAST);
    is_fault_with(0, (struct word){0, 8, "11111111", "1"}, BL_KERNEL_LAST);
    is_fault_with(0, (struct word){0, 8, "11111111", "x"}, BL_KERNEL_LAST);
    is_fault_with(0, (struct word){0, 8, "11111110", "0"}, BL_KERNEL_KEEP);
    is_fault_with(0, (struct word){0, 8, "00000000", "0"}, BL_KERNEL_KEEP);
    is_fault_with(0, (struct word){0, 8, "1x111111", "0"}, BL_KERNEL_KEEP);
    is_fault_with(0, (struct word){0, 7, "01111111", "0"}, BL_KERNEL_SHORT);
    is_fault_with(1, (struct word){8, 2, "00000011", "1"}, BL_KERNEL_LONG);
}

static void elements_are_compared(void **state) {
    (void)state;
    is_fault_with(2, (struct word){100, 8, "11111111", "0"}, BL_KERNEL_VALUE);
    is_fault_with(1, (struct word){8, 0, "00000001", "1"}, BL_KERNEL_VALUE);
    struct word lacks[WORDS - 2] = {right[0], right[1], right[4], right[5]};
    is_fault(lacks, WORDS - 2, "", BL_KERNEL_LACKS);
    struct word again[WORDS + 1] = {right[0], right[1], right[2], right[2], right[3]};
    is_fault(again, 5, "", BL_KERNEL_REPEATS);
    struct bl_kernel_verdict verdict = judge(0, lacks, WORDS - 2, "");
    assert_int_equal(verdict.element, LENGTH);
    assert_int_equal(verdict.count, LENGTH);
    assert_int_equal(verdict.word, 2);
}

static void nothing_comes_from_nowhere(void **state) {
    (void)state;
    struct word extra[WORDS + 1];
    memcpy(extra, right, sizeof right);
    extra[WORDS] = right[0];
    is_fault(extra, WORDS + 1, "", BL_KERNEL_EXTRA);
    is_fault(right, WORDS, "spills 0 90\n", BL_KERNEL_SPILLS);
}

/* A word that comes before the one that it is made of. */
static void an_early_word_is_noticed(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    struct setting *s = make_setting();
    struct bl_kernel_verdict verdict;
    char *rows = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&rows, &size);
    fprintf(file, "play 0\n");
    print_word(file, &right[0], 9);
    fprintf(file, "in 0 10\nend 20\n");
    fclose(file);
    assert_true(bl_kernel_judge(arena, &s->ports, &s->moves, &s->answers, rows, &verdict));
    assert_int_equal(verdict.fault, BL_KERNEL_EARLY);
    free(rows);
    free(s);
    bl_arena_free(arena);
}

static void signals_are_judged(void **state) {
    (void)state;
    is_fault(right, WORDS, "changed 0 90\n", BL_KERNEL_CHANGED);
    is_fault(right, WORDS, "unknown_in 0 90\n", BL_KERNEL_UNKNOWN_IN);
    is_fault(right, WORDS, "unknown_out 0 90\n", BL_KERNEL_UNKNOWN_OUT);
}

static void standing_still_is_reported(void **state) {
    (void)state;
    is_fault(right, 3, "stands 90\n", BL_KERNEL_STANDS_OUT);
    struct bl_kernel_verdict verdict = judge(0, right, 3, "stands 90\n");
    assert_int_equal(verdict.element, 17);
    assert_int_equal(verdict.cycle, 90);
}

/* A bench that did not come to its end is not judged. */
static void half_a_log_is_refused(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    struct setting *s = make_setting();
    struct bl_kernel_verdict verdict;
    const char *const rows[] = {"", "play 0\n", "play 0\nin 0 4\n", "play 0\nout 0 4 1 1\nend 5\n"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_false(bl_kernel_judge(arena, &s->ports, &s->moves, &s->answers, rows[i], &verdict));
    free(s);
    bl_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_is_right),
        cmocka_unit_test(words_have_their_form),
        cmocka_unit_test(elements_are_compared),
        cmocka_unit_test(nothing_comes_from_nowhere),
        cmocka_unit_test(an_early_word_is_noticed),
        cmocka_unit_test(signals_are_judged),
        cmocka_unit_test(standing_still_is_reported),
        cmocka_unit_test(half_a_log_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
