/* Constant values: whole numbers, fractions, and amounts with a unit. */
#ifndef BL_VALUE_H
#define BL_VALUE_H

#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>

/* A value of `bytes`^B `seconds`^S: 32 B has bytes 1, 150 MHz has seconds -1, 4 GB/s has both. */
struct bl_value {
    bool bad;   /* reported: everything made of it is bad, too */
    bool whole; /* an exact whole number without a unit: `integer` holds it */
    signed char bytes, seconds;
    int64_t integer;
    double real; /* in bytes, seconds, hertz, bytes a second; set for whole numbers also */
};

/* Kinds of amounts that parts of a cluster want: enumerator, powers of bytes and seconds, what it
 * is, an example. */
#define BL_AMOUNTS(ROW)                             \
    ROW(NUMBER, 0, 0, "a number", "8")              \
    ROW(SIZE, 1, 0, "a size", "32 B")               \
    ROW(TIME, 0, 1, "a time", "400 ns")             \
    ROW(FREQUENCY, 0, -1, "a frequency", "150 MHz") \
    ROW(RATE, 1, -1, "a rate", "6.25 GB/s")

enum bl_amount {
#define ROW(name, bytes, seconds, text, example) BL_AMOUNT_##name,
    BL_AMOUNTS(ROW)
#undef ROW
        BL_AMOUNT_COUNT
};

const char *bl_amount_text(enum bl_amount amount);
const char *bl_amount_example(enum bl_amount amount);
bool bl_value_is(struct bl_value value, enum bl_amount amount);

struct bl_value bl_value_integer(int64_t integer);
struct bl_value bl_value_real(double real);

/* Gives a number the unit `word` (and "/s" when per_second); false when there is no such unit. */
bool bl_value_unit(struct bl_value *value, const char *word, bool per_second);

/* "8", "32 B", "150 MHz", "a size": what a message calls the value. Writes at most `size` bytes. */
void bl_value_text(char *text, size_t size, struct bl_value value);

#endif
