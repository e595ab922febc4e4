#include "command/options/options.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/json.h"
#include "base/near.h"
#include "base/text.h"
#include "base/tools/toolchain.h"
#include "check/overrides.h"
#include "base/exit_status.h"
#include "settings/setting.h"
#include "plan/fuse/fuse.h"
#include "ir/plan.h"

static bool is_end(const struct bl_option *row) { return !row->name && !row->help && !row->value; }

struct table {
    struct bl_option *items;
    int count, capacity;
};

/* The options of settings in the place of their row. */
static void add_settings(struct bl_arena *arena, struct table *table, const struct bl_option *row) {
    const struct bl_setting *all[BL_MOST_OVERRIDES];
    bool lists = row->kind == BL_OPTION_SETTING_LISTS;
    int count = bl_override_settings(all);
    for (int i = 0; i < count; i++)
        *BL_APPEND(arena, table) = (struct bl_option){
            .name = bl_format(arena, "--%s", all[i]->word),
            .kind = lists ? BL_OPTION_TEXT : BL_OPTION_OVERRIDE,
            .value = lists ? (void *)((const char **)row->value + i) : row->value,
            .argument = bl_format(arena, "%s%s", all[i]->option->argument, lists ? ",..." : ""),
            .help = all[i]->option->help};
}

static const struct bl_option *whole_table(struct bl_arena *arena, const struct bl_option *row) {
    struct table table = {0};
    for (; !is_end(row); row++)
        if (row->kind == BL_OPTION_SETTINGS || row->kind == BL_OPTION_SETTING_LISTS)
            add_settings(arena, &table, row);
        else *BL_APPEND(arena, &table) = *row;
    *BL_APPEND(arena, &table) = (struct bl_option){0};
    return table.items;
}

/* Where a file of bankloom's own is: `path` itself when it lies in the working folder, or when it
 * is nowhere. */
static const char *place_of(struct bl_arena *arena, const char *path) {
    struct bl_home home;
    if (!access(path, F_OK) || !bl_home_find(arena, &home)) return path;
    const char *place = bl_format(arena, "%s/%s", home.root, path);
    return access(place, F_OK) ? path : place;
}

const char *bl_help_text(struct bl_arena *arena, const char *text) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_-./";
    static const char *const folders[] = {"examples/", "docs/"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const char *at, *rest = text, *made = "";
        for (; (at = strstr(rest, folders[i])); rest = at) {
            const char *path = bl_strndup(arena, at, strspn(at, letters));
            made = bl_format(arena, "%s%.*s%s", made, (int)(at - rest), rest,
                             place_of(arena, path));
            at += strlen(path);
        }
        text = bl_format(arena, "%s%s", made, rest);
    }
    return text;
}

static void print_help(struct bl_arena *arena, const struct bl_option *table, const char *usage) {
    printf("usage: %s\n\n", usage);
    for (const struct bl_option *row = table; !is_end(row); row++) {
        if (row->kind == BL_OPTION_HEADING) {
            printf("%s%s\n", row == table ? "" : "\n", bl_help_text(arena, row->help));
            continue;
        }
        if (row->hidden) continue;
        char left[64];
        snprintf(left, sizeof left, "%s%s%s%s%s", row->short_name ? row->short_name : "",
                 row->short_name ? ", " : "", row->name, row->argument ? " " : "",
                 row->argument ? row->argument : "");
        printf("  %-20s %s\n", left, bl_help_text(arena, row->help));
    }
    puts("\n  --help               print this");
}

static void add_string(cJSON *object, const char *name, const char *text) {
    if (text) cJSON_AddStringToObject(object, name, text);
}

static void print_json(const struct bl_option *table, const char *usage) {
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "usage", usage);
    cJSON *options = cJSON_AddArrayToObject(root, "options");
    for (const struct bl_option *row = table; !is_end(row); row++) {
        if (row->kind == BL_OPTION_HEADING || row->hidden) continue;
        cJSON *option = cJSON_CreateObject();
        cJSON_AddItemToArray(options, option);
        add_string(option, "name", row->name);
        add_string(option, "short", row->short_name);
        add_string(option, "argument", row->argument);
        add_string(option, "help", row->help);
        add_string(option, "choices", row->choices);
        if (row->kind == BL_OPTION_RULES || row->kind == BL_OPTION_OVERRIDE)
            cJSON_AddTrueToObject(option, "plan");
    }
    bl_json_print(stdout, root);
}

/* "64", "2^17", "8K": false when the text is no number or too large. */
static bool parse_number(const char *text, int64_t *value) {
    static const char suffixes[] = "KMG";
    char *end;
    if (!isdigit((unsigned char)*text)) return false;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (errno) return false;
    if (number == 2 && *end == '^' && isdigit((unsigned char)end[1])) {
        long power = strtol(end + 1, &end, 10);
        if (power > 62) return false;
        number = 1LL << power;
    }
    const char *suffix = *end ? strchr(suffixes, toupper((unsigned char)*end)) : NULL;
    if (suffix) {
        int shift = 10 * (int)(suffix - suffixes + 1);
        if (number > INT64_MAX >> shift) return false;
        number <<= shift;
        end++;
    }
    *value = number;
    return !*end;
}

static int complain(const char *verb, const char *what, const char *name, const char *detail) {
    fprintf(stderr, "bankloom %s: %s '%s'%s%s\n'bankloom %s --help' lists the options.\n", verb,
            what, name, detail ? ": " : "", detail ? detail : "", verb);
    return BL_EXIT_USAGE;
}

static int set_number(const struct bl_option *row, const char *verb, const char *text) {
    char range[96];
    int64_t number;
    snprintf(range, sizeof range, "a number from %lld to %lld is needed", (long long)row->low,
             (long long)row->high);
    if (!parse_number(text, &number) || number < row->low || number > row->high)
        return complain(verb, row->name, text, range);
    *(int64_t *)row->value = number;
    return -1;
}

static int set_rules(const struct bl_option *row, const char *verb, const char *text) {
    const char *bad = text;
    if (bl_rules_parse(text, row->value, &bad)) return -1;
    fprintf(stderr, "bankloom %s: --fuse '%s': ", verb, text);
    int length = (int)strcspn(bad, ",");
    if (!length) fputs("a rule is missing between commas or at an end", stderr);
    else fprintf(stderr, "'%.*s' is not a fusion rule", length, bad);
    fputs("; it takes all, or none, or a list with commas of", stderr);
    for (int i = 0; i < BL_RULE_COUNT; i++)
        fprintf(stderr, "%s %s", i ? "," : "", bl_rule_word((enum bl_rule)i));
    fputc('\n', stderr);
    return BL_EXIT_USAGE;
}

static int set_override(const struct bl_option *row, const char *verb, const char *text) {
    char *words[] = {(char *)row->name, (char *)text};
    return bl_overrides_option(row->value, verb, 2, words) == 2 ? -1 : BL_EXIT_USAGE;
}

static int set_list(const struct bl_option *row, const char *text) {
    struct bl_text *list = row->value;
    bl_text_add(list, "%s%s", list->length ? "," : "", text);
    return -1;
}

static int set_value(const struct bl_option *row, const char *verb, const char *text) {
    switch (row->kind) {
    case BL_OPTION_NUMBER: return set_number(row, verb, text);
    case BL_OPTION_LIST: return set_list(row, text);
    case BL_OPTION_RULES: return set_rules(row, verb, text);
    case BL_OPTION_OVERRIDE: return set_override(row, verb, text);
    default: *(const char **)row->value = text; return -1;
    }
}

/* The row that the first `length` bytes of `word` name. */
static const struct bl_option *find(const struct bl_option *table, const char *word,
                                    size_t length) {
    for (const struct bl_option *row = table; !is_end(row); row++) {
        if (row->name && strlen(row->name) == length && !strncmp(row->name, word, length))
            return row;
        if (row->short_name && !strcmp(row->short_name, word)) return row;
    }
    return NULL;
}

/* The options among the rows of a table, which ends with NULL. */
static const char *option_of(const void *table, int number) {
    const struct bl_option *row = table;
    for (; !is_end(row); row++)
        if (row->name && !number--) return row->name;
    return NULL;
}

static int unknown_option(const struct bl_option *table, const char *verb, const char *word) {
    struct bl_arena *arena = bl_arena_new();
    const char *name = bl_strndup(arena, word, strcspn(word, "=")),
               *near = strncmp(word, "--", 2) ? NULL : bl_near(name, option_of, table);
    int status = complain(verb, "unknown option", word,
                          near ? bl_format(arena, "did you mean %s?", near) : NULL);
    bl_arena_free(arena);
    return status;
}

static int parse_option(const struct bl_option *table, int argc, char **argv, int *at) {
    const char *word = argv[*at], *value = strncmp(word, "--", 2) ? NULL : strchr(word, '=');
    const struct bl_option *row = find(table, word, value ? (size_t)(value - word) : strlen(word));
    if (!row) return unknown_option(table, argv[0], word);
    if (row->kind == BL_OPTION_FLAG) {
        if (value) return complain(argv[0], "no value belongs to", row->name, NULL);
        *(bool *)row->value = true;
        return -1;
    }
    if (!value && *at + 1 >= argc) return complain(argv[0], "a value is missing after", word, NULL);
    return set_value(row, argv[0], value ? value + 1 : argv[++*at]);
}

static int complain_of_word(const char *verb, const char *word, int most) {
    if (most == 1) return complain(verb, "one file is enough, this is a second one:", word, NULL);
    return complain(verb, "this is a word too many:", word, NULL);
}

static int parse_words(struct bl_arena *arena, const struct bl_option *table, const char *usage,
                       int argc, char **argv, const char **words, int most) {
    int status = -1, count = 0;
    for (int i = 0; i < most; i++) words[i] = NULL;
    for (int i = 1; i < argc && status < 0; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            print_help(arena, table, usage);
            return BL_EXIT_OK;
        }
        if (!strcmp(argv[i], "--help=json")) {
            print_json(table, usage);
            return BL_EXIT_OK;
        }
        if (argv[i][0] == '-' && argv[i][1]) status = parse_option(table, argc, argv, &i);
        else if (count == most) status = complain_of_word(argv[0], argv[i], most);
        else words[count++] = argv[i];
    }
    return status;
}

int bl_options_parse_words(const struct bl_option *table, const char *usage, int argc, char **argv,
                           const char **words, int most) {
    struct bl_arena *arena = bl_arena_new();
    int status = parse_words(arena, whole_table(arena, table), usage, argc, argv, words, most);
    bl_arena_free(arena);
    return status;
}

int bl_options_parse_any(const struct bl_option *table, const char *usage, int argc, char **argv,
                         const char **file) {
    return bl_options_parse_words(table, usage, argc, argv, file, 1);
}

int bl_options_parse(const struct bl_option *table, const char *usage, int argc, char **argv,
                     const char **file) {
    int status = bl_options_parse_any(table, usage, argc, argv, file);
    if (status < 0 && !*file) {
        fprintf(stderr, "bankloom %s: which file? usage: %s\n", argv[0], usage);
        return BL_EXIT_USAGE;
    }
    return status;
}
