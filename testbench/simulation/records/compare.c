#include "simulation/records/compare.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/carried/checked.h"
#include "base/carried/counted.h"
#include "base/carried/random.h"
#include "ir/carried/golden.h"

enum { HALF = sizeof(uint64_t) };

enum side { EXPECTED, GOT };

static const void *items_of(const struct bl_compare_column *column, enum side side) {
    return side == EXPECTED ? column->expected : column->got;
}

static uint64_t count_of(const struct bl_compare *compare, enum side side) {
    return side == EXPECTED ? compare->expected_count : compare->got_count;
}

static uint64_t hash_of(const struct bl_compare *compare, enum side side, uint64_t index) {
    uint64_t hash = 0;
    for (int i = 0; i < compare->column_count; i++) {
        const struct bl_compare_column *column = &compare->columns[i];
        bl_wide value = bl_element(items_of(column, side), column->bytes, index);
        hash = bl_mix((hash + 1) * UINT64_C(0x9e3779b97f4a7c15) ^ (uint64_t)value);
        if (column->bytes > HALF) hash = bl_mix(hash ^ (uint64_t)(value >> 8 * HALF));
    }
    return hash;
}

/* Sums over all records, which do not depend on the order. */
struct sums {
    uint64_t count, plain, mixed;
};

static struct sums sums_of(const struct bl_compare *compare, enum side side) {
    struct sums sums = {.count = count_of(compare, side)};
    for (uint64_t i = 0; i < sums.count; i++) {
        uint64_t hash = hash_of(compare, side, i);
        sums.plain += hash;
        sums.mixed += bl_mix(hash ^ UINT64_C(0xa0761d6478bd642f));
    }
    return sums;
}

static bool same_multiset(const struct bl_compare *compare) {
    struct sums a = sums_of(compare, EXPECTED), b = sums_of(compare, GOT);
    return a.count == b.count && a.plain == b.plain && a.mixed == b.mixed;
}

static void print_record(const struct bl_compare *compare, enum side side, uint64_t index,
                         FILE *report) {
    for (int i = 0; i < compare->column_count; i++) {
        const struct bl_compare_column *column = &compare->columns[i];
        char text[BL_WIDE_TEXT];
        fprintf(report, "%s%s %s", i ? ", " : "(", column->name,
                bl_wide_text(text, bl_element(items_of(column, side), column->bytes, index)));
    }
    fputc(')', report);
}

/* ---- multisets: records sorted by their hash ---- */

struct hashed {
    uint64_t hash, index;
};

static int by_hash(const void *first, const void *second) {
    const struct hashed *a = first, *b = second;
    if (a->hash != b->hash) return a->hash < b->hash ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static struct hashed *hash_all(const struct bl_compare *compare, enum side side) {
    uint64_t count = count_of(compare, side);
    struct hashed *all = bl_zalloc(count, sizeof *all);
    for (uint64_t i = 0; i < count; i++) all[i] = (struct hashed){hash_of(compare, side, i), i};
    qsort(all, count, sizeof *all, by_hash);
    return all;
}

/* Records of one side that the other does not have: how many, and the one with the lowest position.
 */
struct surplus {
    uint64_t count, first;
};

static void add_surplus(struct surplus *surplus, uint64_t index) {
    if (!surplus->count || index < surplus->first) surplus->first = index;
    surplus->count++;
}

static void surpluses(const struct bl_compare *compare, struct surplus *missing,
                      struct surplus *extra) {
    struct hashed *expected = hash_all(compare, EXPECTED), *got = hash_all(compare, GOT);
    uint64_t e = 0, g = 0;
    while (e < compare->expected_count || g < compare->got_count) {
        bool none_expected = e == compare->expected_count, none_got = g == compare->got_count;
        if (!none_expected && (none_got || expected[e].hash < got[g].hash))
            add_surplus(missing, expected[e++].index);
        else if (!none_got && (none_expected || got[g].hash < expected[e].hash))
            add_surplus(extra, got[g++].index);
        else e++, g++;
    }
    bl_zfree(expected);
    bl_zfree(got);
}

/* Whether every column for itself has the right elements, so that only the records are torn. */
static bool is_torn(const struct bl_compare *compare) {
    for (int i = 0; i < compare->column_count; i++) {
        struct bl_compare one = *compare;
        one.columns = &compare->columns[i];
        one.column_count = 1;
        if (!same_multiset(&one)) return false;
    }
    return compare->column_count > 1;
}

static void report_multiset(const struct bl_compare *compare, FILE *report) {
    struct surplus missing = {0}, extra = {0};
    surpluses(compare, &missing, &extra);
    fprintf(report, "%" PRIu64 " record%s missing, %" PRIu64 " too many", missing.count,
            bl_ending((int64_t)missing.count, "s"), extra.count);
    if (is_torn(compare)) fputs(", every column for itself is right: the records are torn", report);
    if (missing.count) {
        fputs("; missing: ", report);
        print_record(compare, EXPECTED, missing.first, report);
    }
    if (extra.count) {
        fprintf(report, "; too many, at position %" PRIu64 ": ", extra.first);
        print_record(compare, GOT, extra.first, report);
    }
}

/* ---- sequences ---- */

static uint64_t first_difference(const struct bl_compare *compare) {
    uint64_t common = compare->expected_count < compare->got_count ? compare->expected_count
                                                                   : compare->got_count,
             first = common;
    for (int i = 0; i < compare->column_count; i++) {
        const struct bl_compare_column *column = &compare->columns[i];
        if (!first || memcmp(column->expected, column->got, first * (unsigned)column->bytes) == 0)
            continue;
        for (uint64_t at = 0; at < first; at++)
            if (bl_element(column->expected, column->bytes, at) !=
                bl_element(column->got, column->bytes, at))
                first = at;
    }
    return first;
}

static void report_sequence(const struct bl_compare *compare, uint64_t position, FILE *report) {
    const char *same = same_multiset(compare) ? "the right records in the wrong order; " : "";
    fprintf(report, "%sat position %" PRIu64 ": expected ", same, position);
    if (position < compare->expected_count) print_record(compare, EXPECTED, position, report);
    else fputs("the end", report);
    fputs(", got ", report);
    if (position < compare->got_count) print_record(compare, GOT, position, report);
    else fputs("the end", report);
}

bool bl_compare(const struct bl_compare *compare, FILE *report) {
    if (!compare->sequence) {
        if (same_multiset(compare)) return true;
        report_multiset(compare, report);
        return false;
    }
    uint64_t position = first_difference(compare);
    if (position == compare->expected_count && position == compare->got_count) return true;
    report_sequence(compare, position, report);
    return false;
}
