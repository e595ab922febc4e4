/* Options of a verb, as a table: what is accepted, where the value goes, one line of help. */
#ifndef BL_OPTIONS_H
#define BL_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

enum bl_option_kind {
    BL_OPTION_FLAG,          /* value is a bool; takes no argument */
    BL_OPTION_TEXT,          /* const char *: the argument itself */
    BL_OPTION_LIST,          /* struct bl_text: items with commas; those of every one that is given,
                                in their order. Its bytes are NULL without; to be freed */
    BL_OPTION_NUMBER,        /* int64_t, decimal, or with a suffix K, M, G (powers of 1024), or 2^N;
                                low..high */
    BL_OPTION_RULES,         /* bl_rules: "all", "none" or a list of fusion rules */
    BL_OPTION_OVERRIDE,      /* struct bl_overrides: what it changes in the cluster of the source */
    BL_OPTION_SETTINGS,      /* the same: all options of settings stand here (check/overrides.h) */
    BL_OPTION_SETTING_LISTS, /* const char *[BL_MOST_OVERRIDES]: those with a list of values each,
                                as texts in the order of bl_override_settings */
    BL_OPTION_HEADING        /* no option: a heading in the help */
};

struct bl_option {
    const char *name; /* "--keys" */
    enum bl_option_kind kind;
    void *value;
    const char *argument; /* how --help shows the argument: "N" */
    const char *help;
    const char *choices; /* for completion: the words that it takes, "before after both"; "/": the
                            file behind it is a folder */
    int64_t low, high;   /* NUMBER: legal range, both included */
    const char *short_name; /* "-o" or NULL */
    bool hidden;            /* known, so that it is refused with a reason, but not shown */
};

/* The rows of every verb that reads a cluster: what it changes there, in struct bl_overrides. */
#define BL_CLUSTER_OPTIONS(OVERRIDES)                                               \
    {.kind = BL_OPTION_HEADING, .help = "change the cluster of the source:"},       \
        {.name = "--board",                                                         \
         .kind = BL_OPTION_OVERRIDE,                                                \
         .value = (OVERRIDES),                                                      \
         .argument = "BOARD",                                                       \
         .help = "one that `bankloom boards` lists, or a description of your own"}, \
    {                                                                               \
        .kind = BL_OPTION_SETTINGS, .value = (OVERRIDES)                            \
    }

/* The same with the fusion rules, bl_rules, for a verb that plans a pipeline. */
#define BL_PLAN_OPTIONS(RULES, OVERRIDES)                        \
    {.name = "--fuse",                                           \
     .kind = BL_OPTION_RULES,                                    \
     .value = (RULES),                                           \
     .argument = "RULES",                                        \
     .choices = "all none zip table histogram eop split",        \
     .help = "all (default), none, or a list: table,histogram"}, \
        BL_CLUSTER_OPTIONS(OVERRIDES)

struct bl_arena;

/* A text of help in which the files below examples/ and docs/ are named by where they are: also in
   an installed copy, and from another folder. */
const char *bl_help_text(struct bl_arena *arena, const char *text);

/* Reads `argv[1..]` by the table, which ends with a row without a name and help. One word that is
   no option is the program's file. Returns -1 when the verb shall go on; else the exit status: 0
   after --help, or --help=json, of which completion and man page are made; 2 after a message about
   wrong usage. */
int bl_options_parse(const struct bl_option *table, const char *usage, int argc, char **argv,
                     const char **file);
/* The same, where no word is needed: *file is NULL then. */
int bl_options_parse_any(const struct bl_option *table, const char *usage, int argc, char **argv,
                         const char **file);
/* The same with at most `most` words, 1 or more: words[0] and on, NULL where there are fewer. */
int bl_options_parse_words(const struct bl_option *table, const char *usage, int argc, char **argv,
                           const char **words, int most);

#endif
