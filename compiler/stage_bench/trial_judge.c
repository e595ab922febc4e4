#include "stage_bench/trial_judge.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include "base/arena.h"

/* Four bits of a word: what is no hexadecimal digit is not known. */
static void add_digit(struct bl_trial_value *value, char digit) {
    static const char digits[] = "0123456789abcdef";
    const char *place = strchr(digits, tolower((unsigned char)digit));
    value->bits = value->bits << 4 | (place ? (uint64_t)(place - digits) : 0);
    value->unknown = value->unknown << 4 | (place ? 0 : 15);
}

static const char *read_word(struct bl_trial_value *value, const char *at) {
    *value = (struct bl_trial_value){0};
    while (*at && !isspace((unsigned char)*at)) add_digit(value, *at++);
    return at;
}

/* Behind the line; `good` when it has as many words as there are columns. A word "twice" more marks
   what the golden function has two answers for. */
static const char *read_row(struct bl_trial_table *table, const char *at, bool *good) {
    struct bl_trial_value *row = &table->items[(size_t)table->rows * (size_t)table->columns];
    int count = 0;
    for (at += strspn(at, " "); *at && *at != '\n'; at += strspn(at, " ")) {
        bool twice = !strncmp(at, "twice", 5);
        if (twice && table->twice < 0) table->twice = table->rows;
        if (twice) at += 5;
        else if (count < table->columns) at = read_word(&row[count++], at);
        else return *good = false, at;
    }
    *good = count == table->columns && *at;
    return at + (*at != 0);
}

static int lines_of(const char *text) {
    int count = 1;
    for (; *text; text++) count += *text == '\n';
    return count;
}

void bl_trial_table_read(struct bl_arena *arena, struct bl_trial_table *table, int columns,
                         const char *text) {
    bool good = true;
    *table = (struct bl_trial_table){.columns = columns, .twice = -1};
    table->items = bl_alloc(arena, (size_t)lines_of(text) * (size_t)columns * sizeof *table->items);
    while (*text && good) {
        text = read_row(table, text, &good);
        table->rows += good;
    }
}

static bool is(const struct bl_trial_value *value, uint64_t bits) {
    return !value->unknown && value->bits == bits;
}

/* Whether the answer in `row` is the golden one: of a record that is dropped, only that it is. */
static bool trial_same(const struct bl_trial_table *golden, int record,
                       const struct bl_trial_table *rows, int row) {
    const struct bl_trial_value *wanted = bl_trial_row(golden, record),
                                *got = bl_trial_row(rows, row);
    int last = golden->columns - 1;
    if (!is(&got[last], wanted[last].bits)) return false;
    for (int i = 0; i < last && wanted[last].bits; i++)
        if (!is(&got[i], wanted[i].bits)) return false;
    return true;
}

/* How many answers are wrong when they come `latency` cycles after their records; the first of
   them in `verdict`. */
static int count_wrong(const struct bl_trial_table *golden, const struct bl_trial_table *rows,
                       int play, int latency, struct bl_trial_verdict *verdict) {
    int begin = play * (golden->rows + BL_TRIAL_LATENCY) + latency, wrong = 0;
    for (int i = 0; i < golden->rows; i++) {
        if (trial_same(golden, i, rows, begin + i)) continue;
        if (!wrong++) verdict->record = i, verdict->row = begin + i;
    }
    return verdict->wrong = wrong;
}

/* The latency that no answer is against, or that of the program. */
static int find_latency(const struct bl_trial_table *golden, const struct bl_trial_table *rows,
                        int latency) {
    struct bl_trial_verdict other;
    for (int i = 0; i <= BL_TRIAL_LATENCY; i++)
        if (!count_wrong(golden, rows, 0, i, &other)) return i;
    return latency;
}

struct bl_trial_verdict bl_trial_judge(const struct bl_trial_table *golden,
                                       const struct bl_trial_table *rows, int latency) {
    struct bl_trial_verdict verdict = {.latency = latency};
    if (count_wrong(golden, rows, 0, latency, &verdict)) {
        verdict.latency = find_latency(golden, rows, latency);
        verdict.fault = verdict.latency == latency ? BL_TRIAL_OTHER_VALUE : BL_TRIAL_OTHER_LATENCY;
    } else if (count_wrong(golden, rows, 1, latency, &verdict)) verdict.fault = BL_TRIAL_NO_HOLD;
    return verdict;
}
