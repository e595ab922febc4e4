/* Settings: parts of a program that have a value. They stand in a list that lies with the thing
   that they are of, a network, a memory, a bus; checking, command line and printing go by it. */
#ifndef BL_SETTING_H
#define BL_SETTING_H

#include <stdbool.h>
#include <stddef.h>
#include "base/value.h"

enum { BL_MOST_SETTINGS = 24, BL_NEEDED = -1 };

/* As what it lies in its structure: an int, int64_t, double in base units; int64_t picoseconds; a
   double in nanoseconds. */
enum bl_stored { BL_STORED_INT, BL_STORED_LONG, BL_STORED_REAL, BL_STORED_PS, BL_STORED_NS };

/* What is wrong with a value: it is no whole number, not in the range, no power of two. */
enum bl_setting_fault { BL_FAULT_NONE, BL_FAULT_WHOLE, BL_FAULT_RANGE, BL_FAULT_POWER };

/* The option --WORD that changes a setting. */
struct bl_setting_option {
    const char *argument; /* as --help shows it: "N" */
    const char *help;
    double counts; /* how often the program's value is the option's: 2, where it counts halves */
};

struct bl_setting {
    const char *word; /* NULL ends the list */
    enum bl_amount amount;
    double low, high; /* in base units, both included; 0 as the lowest time means 0, or a picosecond
                         at least */
    double usual;     /* what is taken without one; BL_NEEDED: it has to be given */
    bool power;       /* only powers of two */
    bool listed;      /* one for all, a list, or a file */
    bool ranged;      /* or `word first..last` */
    bool numbered;    /* or `word number value`, for one of several, and its phase */
    const char *kind; /* a word in front of the value, "stream"; NULL: none */
    const char *const *words; /* in place of an amount one of these, NULL behind the last; its value
                                 is its place among them; NULL: an amount */
    const char *help;         /* what it is of */
    const char *example;      /* NULL: that of the kind of amount */
    const struct bl_setting_shape *shape;   /* what it takes in place of an amount, as the reader of
                                               the list knows it; NULL: an amount */
    const struct bl_setting_option *option; /* NULL: none */
    enum bl_stored stored;
    size_t field;
};
/* A row for field FIELD of struct TYPE. */
#define BL_SETTING(WORD, AMOUNT, LOW, HIGH, USUAL, STORED, TYPE, FIELD, ...)                   \
    {                                                                                          \
        .word = (WORD), .amount = BL_AMOUNT_##AMOUNT, .low = (LOW), .high = (HIGH),            \
        .usual = (USUAL), .stored = BL_STORED_##STORED, .field = offsetof(struct TYPE, FIELD), \
        __VA_ARGS__                                                                            \
    }

/* One that is a word of some, an int; `USUAL` is the place of the one that is taken without it. */
#define BL_SETTING_WORDS(WORD, USUAL, TYPE, FIELD, HELP, ...)                         \
    {                                                                                 \
        .word = (WORD), .amount = BL_AMOUNT_NUMBER, .usual = (USUAL), .help = (HELP), \
        .words = (const char *const[]){__VA_ARGS__, NULL},                            \
        .high = sizeof(const char *const[]){__VA_ARGS__} / sizeof(const char *) - 1,  \
        .stored = BL_STORED_INT, .field = offsetof(struct TYPE, FIELD)                \
    }

#define BL_SETTING_OPTION(ARGUMENT, HELP, COUNTS) \
    .option = &(const struct bl_setting_option) { (ARGUMENT), (HELP), (COUNTS) }

/* Of struct bl_cluster, bl_memory, bl_clock, bl_host and bl_dma: cluster_settings.c. */
extern const struct bl_setting bl_cluster_settings[], bl_memory_settings[], bl_clock_settings[],
    bl_host_settings[], bl_dma_settings[];

/* The place of a word in a list; -1: it is none of them. */
int bl_setting_find(const struct bl_setting *list, const char *word);
/* The value of a word, of a setting that is one of some; -1: it is none of them. */
int bl_setting_word(const struct bl_setting *setting, const char *word);
/* Whether a value in base units is legal: range, whole numbers, powers of two; or what is wrong. */
bool bl_setting_allows(const struct bl_setting *setting, double real);
enum bl_setting_fault bl_setting_fault(const struct bl_setting *setting, double real);
/* The least that is not 0. */
double bl_setting_least(const struct bl_setting *setting);
const char *bl_setting_example(const struct bl_setting *setting);
/* "6.25 GB/s", "whole" */
void bl_setting_text(char text[64], const struct bl_setting *setting, double real);
/* "power of two, 16 B to 64 B", "0 ps, or 1 ps to 1 us", "`whole` or `cut_through`" */
void bl_setting_range(char text[256], const struct bl_setting *setting);
/* Into its field of `to`. */
void bl_setting_store(const struct bl_setting *setting, double real, void *to);
double bl_setting_load(const struct bl_setting *setting, const void *from);

#endif
