#include "command/help_settings.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>
#include "base/arena.h"
#include "base/json.h"
#include "board/board_words.h"
#include "kind/kinds.h"
#include "network/networks.h"
#include "settings/setting.h"

struct list {
    const char *where;
    const struct bl_setting *settings;
};
struct lists {
    struct bl_arena *arena;
    struct list *items;
    int count, capacity;
};

static void add(struct lists *lists, const char *where, const struct bl_setting *settings) {
    *BL_APPEND(lists->arena, lists) = (struct list){where, settings};
}

/* Those of a board, and behind them those of its blocks. */
static void add_board(struct lists *lists, const char *where, const struct bl_setting *settings) {
    add(lists, where, settings);
    for (; settings->word; settings++)
        if (settings->shape && settings->shape->block)
            add_board(lists, bl_format(lists->arena, "%s %s", where, settings->word),
                      settings->shape->block->words);
}

static void collect(struct lists *lists) {
    add(lists, "cluster", bl_cluster_settings);
    add(lists, "cluster clock", bl_clock_settings);
    add(lists, "memory", bl_memory_settings);
    add(lists, "host", bl_host_settings);
    add(lists, "dma", bl_dma_settings);
    for (int i = 0; bl_networks[i]; i++)
        add(lists, bl_format(lists->arena, "network %s", bl_networks[i]->word),
            bl_networks[i]->settings);
    const struct bl_kind_word *word;
    for (int i = 0; (word = bl_kind_word(i, NULL)); i++)
        if (word->settings) add(lists, word->word, word->settings);
    add_board(lists, "board", bl_board_words());
}

static const char *legal(struct bl_arena *arena, const struct bl_setting *setting) {
    char range[256];
    if (setting->shape) return bl_board_shape_text(arena, setting);
    bl_setting_range(range, setting);
    return bl_strdup(arena, range);
}

/* What is taken without one: "needed", "0.6 ns", "" where that is no amount. */
static const char *without(struct bl_arena *arena, const struct bl_setting *setting) {
    char text[64] = "";
    if (setting->usual == BL_NEEDED) return "needed";
    if (setting->usual > 0 || setting->words) bl_setting_text(text, setting, setting->usual);
    return bl_strdup(arena, text);
}

static void print_text(struct bl_arena *arena, const struct list *list) {
    printf("%s\n", list->where);
    for (const struct bl_setting *setting = list->settings; setting->word; setting++)
        printf("  %-10s  %-28s  %-8s  %s\n", setting->word, legal(arena, setting),
               without(arena, setting), setting->help);
}

static cJSON *setting_object(struct bl_arena *arena, const struct bl_setting *setting) {
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "word", setting->word);
    cJSON_AddStringToObject(object, "legal", legal(arena, setting));
    cJSON_AddStringToObject(object, "without", without(arena, setting));
    cJSON_AddStringToObject(object, "help", setting->help);
    if (setting->option) cJSON_AddTrueToObject(object, "option");
    return object;
}

static void print_json(const struct lists *lists) {
    cJSON *root = cJSON_CreateObject(), *all = cJSON_AddArrayToObject(root, "lists");
    for (int i = 0; i < lists->count; i++) {
        cJSON *list = cJSON_CreateObject();
        cJSON_AddItemToArray(all, list);
        cJSON_AddStringToObject(list, "of", lists->items[i].where);
        cJSON *settings = cJSON_AddArrayToObject(list, "settings");
        for (const struct bl_setting *setting = lists->items[i].settings; setting->word; setting++)
            cJSON_AddItemToArray(settings, setting_object(lists->arena, setting));
    }
    bl_json_print(stdout, root);
}

void bl_help_settings(bool json) {
    struct lists lists = {.arena = bl_arena_new()};
    collect(&lists);
    if (json) print_json(&lists);
    for (int i = 0; i < lists.count && !json; i++) print_text(lists.arena, &lists.items[i]);
    bl_arena_free(lists.arena);
}
