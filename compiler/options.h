/* Options of a verb, as a table: what is accepted, where the value goes, one line of help. */
#ifndef BL_OPTIONS_H
#define BL_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

enum bl_option_kind {
    BL_OPTION_FLAG,     /* value is a bool; takes no argument */
    BL_OPTION_TEXT,     /* const char *: the argument itself */
    BL_OPTION_NUMBER,   /* int64_t, decimal, or with a suffix K, M, G (powers of 1024), or 2^N; low..high */
    BL_OPTION_QUANTITY, /* double in base units: "150MHz", "6.25 GB/s", "400ns"; `argument` names the base unit: Hz, B/s or s */
    BL_OPTION_HEADING   /* no option: a heading in the help */
};

struct bl_option {
    const char *name;       /* "--keys" */
    enum bl_option_kind kind;
    void *value;
    const char *argument;   /* how --help shows the argument: "N" */
    const char *help;
    int64_t low, high;      /* NUMBER: legal range, both included */
    const char *short_name; /* "-o" or NULL */
};

/* Reads `argv[1..]` by the table, which ends with a row without a name and help. One word that is no option is the program's file.
   Returns -1 when the verb shall go on; else the exit status: 0 after --help, 2 after a message about wrong usage. */
int bl_options_parse(const struct bl_option *table, const char *usage, int argc, char **argv, const char **file);

/* A number with a unit: true when `text` is one, `unit` its base unit (Hz, B/s, s). */
bool bl_quantity_parse(const char *text, const char *unit, double *value);

#endif
