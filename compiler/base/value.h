/* Constant values: whole numbers, fractions, and amounts with a unit. */
#ifndef BL_VALUE_H
#define BL_VALUE_H

#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>

/* A value of `bytes`^B `seconds`^S: 32 B has bytes 1, 150 MHz has seconds -1, 4 GB/s has both.
   A bit is an eighth of a byte. A share has the unit %, which programs have not. */
struct bl_value {
    bool bad;   /* reported: everything made of it is bad, too */
    bool whole; /* an exact whole number without a unit: `integer` holds it */
    bool bits;  /* its unit was of the family of bits: it is printed in that */
    bool share; /* a part of a whole, 1 for 100 % */
    signed char bytes, seconds;
    int64_t integer;
    double real; /* in bytes, seconds, hertz, bytes a second; set for whole numbers also */
};

/* In which units amounts are printed: powers of 1000 of a byte; powers of 1024; those of a bit;
   bits alone. Frequencies and times have one family, which all amounts share. */
enum bl_units { BL_UNITS_DECIMAL = 1, BL_UNITS_BINARY = 2, BL_UNITS_BITS = 4, BL_UNITS_BIT = 8 };

/* Kinds of amounts that settings want: enumerator, powers of bytes and seconds, whether it is a
   share, units that it is printed in, what it is, an example. A size or a rate may be given in
   bytes and in bits whatever its kind. */
#define BL_AMOUNTS(ROW)                                             \
    ROW(NUMBER, 0, 0, false, DECIMAL, "a whole number", "8")        \
    ROW(SIZE, 1, 0, false, DECIMAL, "a size", "32 B")               \
    ROW(CAPACITY, 1, 0, false, BINARY, "a size", "256 MiB")         \
    ROW(BITS, 1, 0, false, BIT, "a number of bits", "40 bit")       \
    ROW(SHARE, 0, 0, true, DECIMAL, "a share", "55 %")              \
    ROW(TIME, 0, 1, false, DECIMAL, "a time", "400 ns")             \
    ROW(FREQUENCY, 0, -1, false, DECIMAL, "a frequency", "150 MHz") \
    ROW(RATE, 1, -1, false, DECIMAL, "a rate", "6.25 GB/s")         \
    ROW(BIT_RATE, 1, -1, false, BITS, "a rate in bits", "10.3125 Gbit/s")

enum bl_amount {
#define ROW(name, bytes, seconds, share, units, text, example) BL_AMOUNT_##name,
    BL_AMOUNTS(ROW)
#undef ROW
        BL_AMOUNT_COUNT
};

/* As messages call the kind, and a value of it as one would write it. */
const char *bl_amount_text(enum bl_amount amount);
const char *bl_amount_example(enum bl_amount amount);
/* Whether a value has the dimensions of the kind. */
bool bl_value_is(struct bl_value value, enum bl_amount amount);
/* A value of such a kind in the kind's base unit: bits and bits a second for BITS and BIT_RATE. And
   back. */
double bl_value_amount(struct bl_value value, enum bl_amount amount);
struct bl_value bl_amount_value(enum bl_amount amount, double real);

/* A number without a dimension. */
struct bl_value bl_value_integer(int64_t integer);
struct bl_value bl_value_real(double real);

/* Gives a number the unit `word` (and "/s" when per_second); false when there is no such unit. */
bool bl_value_unit(struct bl_value *value, const char *word, bool per_second);
/* "150 MHz", "4GB/s", "8": a number and the unit behind it, to the end of the text. */
bool bl_value_read(struct bl_value *value, const char *text);

/* "8", "32 B", "150 MHz": what a message calls the value, at most `size` bytes; and in the units of
   a kind, from its base unit. */
void bl_value_text(char *text, size_t size, struct bl_value value);
void bl_amount_print(char *text, size_t size, enum bl_amount amount, double real);

#endif
