#include "check/overrides.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/value.h"
#include "network/networks.h"
#include "settings/setting.h"

static bool has(const struct bl_setting *const *all, int count, const char *word) {
    for (int i = 0; i < count; i++)
        if (!strcmp(all[i]->word, word)) return true;
    return false;
}

static int add(const struct bl_setting **all, int count, const struct bl_setting *list) {
    for (; list->word && count < BL_MOST_OVERRIDES; list++)
        if (list->option && !has(all, count, list->word)) all[count++] = list;
    return count;
}

int bl_override_settings(const struct bl_setting *all[BL_MOST_OVERRIDES]) {
    int count = add(all, 0, bl_cluster_settings);
    count = add(all, count, bl_memory_settings);
    count = add(all, count, bl_clock_settings);
    for (int i = 0; bl_networks[i]; i++) count = add(all, count, bl_networks[i]->settings);
    return count;
}

double bl_override(const struct bl_overrides *overrides, const char *word) {
    for (int i = 0; i < overrides->count; i++)
        if (!strcmp(overrides->settings[i].word, word)) return overrides->settings[i].real;
    return 0;
}

void bl_override_set(struct bl_overrides *overrides, const char *word, double real) {
    int i = 0;
    while (i < overrides->count && strcmp(overrides->settings[i].word, word)) i++;
    overrides->settings[i] = (struct bl_override){word, real};
    if (i == overrides->count) overrides->count++;
}

const char *bl_override_first(struct bl_arena *arena, const struct bl_overrides *overrides,
                              bool board) {
    const struct bl_setting *all[BL_MOST_OVERRIDES];
    int count = bl_override_settings(all);
    if (board && overrides->board) return "--board";
    for (int i = 0; i < count; i++)
        if (bl_override(overrides, all[i]->word) > 0) return bl_format(arena, "--%s", all[i]->word);
    return NULL;
}

/* Sizes and numbers may be given without a unit. */
static bool is_counted(const struct bl_setting *setting) {
    return setting->amount == BL_AMOUNT_NUMBER || setting->amount == BL_AMOUNT_SIZE;
}

/* Below it and above `most` no number makes sense at all; the checker has the exact rules. */
static double least(const struct bl_setting *setting) {
    return setting->amount == BL_AMOUNT_TIME ? 1e-12 : 1;
}
static double most(const struct bl_setting *setting) { return is_counted(setting) ? 1e6 : 1e15; }

/* `before` and `text`: what was given, if anything. */
static int complain(const char *verb, const struct bl_setting *setting, const char *before,
                    const char *text) {
    char low[64] = "1";
    if (!is_counted(setting)) bl_setting_text(low, setting, least(setting));
    fprintf(stderr, "bankloom %s: --%s takes %s of %s or more such as \"%s\"%s%s%s\n", verb,
            setting->word, bl_amount_text(setting->amount), low, bl_setting_example(setting),
            before, text, *before ? "'" : "");
    return -1;
}

static bool read_value(const struct bl_setting *setting, const char *text, double *real) {
    struct bl_value value;
    if (!bl_value_read(&value, text)) return false;
    if (bl_value_is(value, BL_AMOUNT_NUMBER) && is_counted(setting))
        value.bytes = setting->amount == BL_AMOUNT_SIZE;
    *real = bl_value_amount(value, setting->amount);
    return bl_value_is(value, setting->amount) && *real >= least(setting) &&
           *real <= most(setting) && (!is_counted(setting) || *real == (double)(int)*real);
}

static int set_option(struct bl_overrides *overrides, const char *verb,
                      const struct bl_setting *setting, const char *text) {
    double real;
    if (!read_value(setting, text, &real)) return complain(verb, setting, ", not '", text);
    bl_override_set(overrides, setting->word, real);
    return 2;
}

int bl_overrides_option(struct bl_overrides *overrides, const char *verb, int count,
                        char **arguments) {
    const struct bl_setting *all[BL_MOST_OVERRIDES];
    int settings = count > 0 && !strncmp(arguments[0], "--", 2) ? bl_override_settings(all) : 0;
    if (count > 1 && !strcmp(arguments[0], "--board")) {
        overrides->board = arguments[1];
        return 2;
    }
    for (int i = 0; i < settings; i++) {
        if (strcmp(arguments[0] + 2, all[i]->word)) continue;
        if (count > 1) return set_option(overrides, verb, all[i], arguments[1]);
        return complain(verb, all[i], "", "");
    }
    return 0;
}
