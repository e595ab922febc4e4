#include "check/check_cluster.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "board/board.h"
#include "check/check_inner.h"
#include "check/check_setting.h"
#include "network/networks.h"

struct bl_cluster_parts {
    struct bl_name name;
    struct bl_name board, network;
    const struct bl_network_row *network_row;               /* NULL: no such network */
    const char *board_name;                                 /* or its path, with a `/` in it */
    struct bl_name memory_clock, network_clock, host_clock; /* without a symbol: core */
    struct bl_name bus;                                     /* of the host */
    struct bl_range memory_range, network_range, host_range;
    bool has_memory, has_network, has_host, has_core, bad;
    struct bl_given nodes, memory[BL_MOST_SETTINGS], of_network[BL_MOST_SETTINGS],
        host[BL_MOST_SETTINGS];
    struct {
        struct bl_clock *items;
        int count, capacity;
    } clocks;
    struct bl_network_parts more; /* of the network */
};

static bool is_word(struct bl_name name, const char *word) {
    return !strcmp(name.symbol->text, word);
}

static void report_twice(struct bl_check *check, struct bl_cluster_parts *parts, const char *what,
                         struct bl_range range, struct bl_range first) {
    bl_report_twice(check, what, range, first);
    parts->bad = true;
}

/* Its value, or the first of a list. False after a report; of a word the parser has given it. */
static bool collect_value(struct bl_check *check, const struct bl_setting *setting,
                          const struct bl_part *part, double *real) {
    if (!setting->words) return bl_setting_amount(check, setting, part->value, real);
    if (part->label.symbol) *real = bl_setting_word(setting, part->label.symbol->text);
    return part->label.symbol;
}

/* A part of one of the settings of a list; false: of none of them. */
static bool collect_setting(struct bl_check *check, struct bl_cluster_parts *parts,
                            const struct bl_part *part, const struct bl_setting *list,
                            struct bl_given *all) {
    int i = bl_setting_find(list, part->word.symbol->text);
    if (i < 0) return false;
    struct bl_given *given = &all[i];
    if (given->present) report_twice(check, parts, list[i].word, part->range, given->range);
    given->present = true;
    given->range = part->value ? bl_range_join(part->range, part->value->range) : part->range;
    if (part->quoted) parts->more.delays.file = part;
    else given->bad = !collect_value(check, &list[i], part, &given->real);
    if (part->more && !given->bad)
        given->bad = !bl_setting_list(check, &list[i], part, bl_setting_amount, &parts->more.delays,
                                      &given->real);
    parts->bad |= given->bad;
    return true;
}

bool bl_check_clock_rate(struct bl_check *check, const char *name, struct bl_range range,
                         double hertz, struct bl_diagnostic **diagnostic) {
    char text[64], low[64], high[64];
    const struct bl_setting *setting = bl_clock_settings;
    if (hertz >= setting->low && hertz <= setting->high) return true;
    bl_setting_text(text, setting, hertz);
    bl_setting_text(low, setting, setting->low);
    bl_setting_text(high, setting, setting->high);
    *diagnostic = bl_report(check->diags, BL_MSG_OUT_OF_RANGE, range, name, text, low, high);
    return false;
}

static void collect_clock(struct bl_check *check, struct bl_cluster_parts *parts,
                          const struct bl_part *part) {
    double hertz = 0;
    struct bl_symbol *name = part->label.symbol;
    struct bl_diagnostic *unused;
    if (part->of) {
        *BL_APPEND(check->arena, &parts->more.clocks) = part;
        return;
    }
    bool good = bl_setting_amount(check, bl_clock_settings, part->value, &hertz);
    if (!good || !name) parts->bad = true;
    if (!name) return;
    if (name->owner == parts) {
        report_twice(check, parts, bl_format(check->arena, "clock %s", name->text),
                     part->label.range, name->place);
        return;
    }
    name->owner = parts;
    name->place = bl_range_join(part->range, part->label.range);
    parts->has_core |= is_word(part->label, "core");
    if (good && !bl_check_clock_rate(check, name->text, part->value->range, hertz, &unused))
        parts->bad = true;
    *BL_APPEND(check->arena, &parts->clocks) = (struct bl_clock){name->text, hertz, name->place};
}

/* The clock that a memory or a network names. Clocks may be declared further down: find_clock looks
 * for it at the end. */
static void collect_clock_name(struct bl_check *check, struct bl_cluster_parts *parts,
                               const struct bl_part *part, struct bl_name *clock) {
    if (clock->symbol)
        report_twice(check, parts, "clock", bl_range_join(part->range, part->label.range),
                     clock->range);
    if (!part->label.symbol) parts->bad = true;
    *clock = part->label;
}

static void collect_block(struct bl_check *check, struct bl_cluster_parts *parts,
                          const struct bl_part *part) {
    if (parts->more.block)
        report_twice(check, parts, part->word.symbol->text, part->range, parts->more.block->range);
    parts->more.block = part;
}

static void collect_memory(struct bl_check *check, struct bl_cluster_parts *parts,
                           const struct bl_part *part) {
    if (parts->has_memory) report_twice(check, parts, "memory", part->range, parts->memory_range);
    for (const struct bl_part *in = part->parts; in && !parts->has_memory; in = in->next)
        if (is_word(in->word, "clock")) collect_clock_name(check, parts, in, &parts->memory_clock);
        else collect_setting(check, parts, in, bl_memory_settings, parts->memory);
    parts->has_memory = true;
    parts->memory_range = part->range;
}

static void collect_bus(struct bl_check *check, struct bl_cluster_parts *parts,
                        const struct bl_part *part) {
    if (parts->bus.symbol) report_twice(check, parts, "bus", part->range, parts->bus.range);
    parts->bus = part->label;
    parts->bad |= !part->label.symbol;
    if (!part->label.symbol || bl_host_bus(part->label.symbol->text)) return;
    bl_report(check->diags, BL_MSG_UNKNOWN_HOST_BUS, part->label.range, part->label.symbol->text,
              bl_host_bus_words());
    parts->bad = true;
}

static void collect_host(struct bl_check *check, struct bl_cluster_parts *parts,
                         const struct bl_part *part) {
    if (parts->has_host) report_twice(check, parts, "host", part->range, parts->host_range);
    for (const struct bl_part *in = part->parts; in && !parts->has_host; in = in->next)
        if (is_word(in->word, "clock")) collect_clock_name(check, parts, in, &parts->host_clock);
        else if (is_word(in->word, "bus")) collect_bus(check, parts, in);
        else collect_setting(check, parts, in, bl_host_settings, parts->host);
    parts->has_host = true;
    parts->host_range = part->range;
}

/* "delay, lines, gate and clock" */
static const char *list_words(struct bl_check *check, const struct bl_network_row *row) {
    const char *list = "";
    for (int i = 0; row->settings[i].word; i++)
        list = bl_format(check->arena, "%s%s%s", list, i ? ", " : "", row->settings[i].word);
    for (int i = 0; i < BL_NETWORK_WORDS && row->blocks[i]; i++)
        list = bl_format(check->arena, "%s, %s", list, row->blocks[i]);
    return bl_format(check->arena, "%s and clock", list);
}

static void report_foreign(struct bl_check *check, struct bl_cluster_parts *parts,
                           struct bl_range range, const char *word) {
    bl_report(check->diags, BL_MSG_UNKNOWN_PART, range, word,
              bl_format(check->arena, "network %s", parts->network_row->word),
              list_words(check, parts->network_row));
    parts->bad = true;
}

static bool has_block(const struct bl_network_row *row, const char *word) {
    for (int i = 0; i < BL_NETWORK_WORDS && row->blocks[i]; i++)
        if (!strcmp(row->blocks[i], word)) return true;
    return false;
}

/* A setting of another network is none of this one's. */
static void collect_network_part(struct bl_check *check, struct bl_cluster_parts *parts,
                                 const struct bl_part *part) {
    const char *word = part->word.symbol->text;
    if (is_word(part->word, "clock")) collect_clock_name(check, parts, part, &parts->network_clock);
    else if (has_block(parts->network_row, word)) collect_block(check, parts, part);
    else if (!collect_setting(check, parts, part, parts->network_row->settings, parts->of_network))
        report_foreign(check, parts, part->range, word);
}

static void collect_network(struct bl_check *check, struct bl_cluster_parts *parts,
                            const struct bl_part *part) {
    const struct bl_network_row *row = part->label.symbol
                                           ? bl_network_find(part->label.symbol->text)
                                           : NULL;
    bool twice = parts->has_network;
    if (twice) report_twice(check, parts, "network", part->range, parts->network_range);
    parts->has_network = true;
    parts->network = part->label;
    parts->network_range = bl_range_join(part->range, part->label.range);
    parts->network_row = row;
    parts->bad |= !row;
    for (const struct bl_part *in = part->parts; in && row && !twice; in = in->next)
        collect_network_part(check, parts, in);
    if (!row && part->label.symbol)
        bl_report(check->diags, BL_MSG_UNKNOWN_NETWORK, part->label.range, part->label.symbol->text,
                  bl_network_words(check->arena));
}

const char *bl_check_board_name(struct bl_check *check, const struct bl_part *board) {
    const struct bl_symbol *name = board->label.symbol;
    bool file = board->quoted && name && !strchr(name->text, '/');
    return name ? bl_format(check->arena, "%s%s", file ? "./" : "", name->text) : NULL;
}

static void collect_part(struct bl_check *check, struct bl_cluster_parts *parts,
                         const struct bl_part *part) {
    if (is_word(part->word, "memory")) collect_memory(check, parts, part);
    else if (is_word(part->word, "network")) collect_network(check, parts, part);
    else if (is_word(part->word, "host")) collect_host(check, parts, part);
    else if (is_word(part->word, "clock")) collect_clock(check, parts, part);
    else if (!is_word(part->word, "board"))
        collect_setting(check, parts, part, bl_cluster_settings, &parts->nodes);
    else {
        if (parts->board.symbol)
            report_twice(check, parts, "board", part->range, parts->board.range);
        parts->board = part->label;
        parts->board_name = bl_check_board_name(check, part);
        parts->bad |= !parts->board_name;
    }
}

static void report_missing(struct bl_check *check, struct bl_cluster_parts *parts,
                           const char *where, struct bl_range range, const char *word) {
    bl_report(check->diags, BL_MSG_MISSING_PART, range, where, word);
    parts->bad = true;
}

/* Settings of a list that have to be given. */
static void need_settings(struct bl_check *check, struct bl_cluster_parts *parts, const char *where,
                          struct bl_range range, const struct bl_setting *list,
                          const struct bl_given *given) {
    parts->bad |= !bl_settings_need(check, list, given, where, range);
}

static void need_network(struct bl_check *check, struct bl_cluster_parts *parts) {
    if (parts->network_row)
        need_settings(check, parts, "`network`", parts->network_range, parts->network_row->settings,
                      parts->of_network);
}

/* One node has nobody to be joined with. */
static bool is_alone(const struct bl_cluster_parts *parts) {
    return parts->nodes.present && parts->nodes.real == 1;
}

static void need_parts(struct bl_check *check, struct bl_cluster_parts *parts) {
    struct bl_range range = parts->name.range;
    const char *cluster = bl_format(check->arena, "cluster `%s`",
                                    parts->name.symbol ? parts->name.symbol->text : "?");
    if (!parts->board.symbol && !parts->bad) report_missing(check, parts, cluster, range, "board");
    need_settings(check, parts, cluster, range, bl_cluster_settings, &parts->nodes);
    if (!parts->has_core) report_missing(check, parts, cluster, range, "clock core");
    if (parts->has_memory)
        need_settings(check, parts, "`memory`", parts->memory_range, bl_memory_settings,
                      parts->memory);
    if (parts->has_network) need_network(check, parts);
    else if (!is_alone(parts)) report_missing(check, parts, cluster, range, "network");
    if (!parts->has_host) return;
    need_settings(check, parts, "`host`", parts->host_range, bl_host_settings, parts->host);
    if (!parts->bus.symbol) report_missing(check, parts, "`host`", parts->host_range, "bus");
}

static bool is_owned(const struct bl_symbol *symbol) { return symbol->owner != NULL; }

/* "there are core and hbm" */
static const char *list_clocks(struct bl_check *check, const struct bl_cluster_parts *parts) {
    const char *list = parts->clocks.count == 1 ? "there is"
                       : parts->clocks.count    ? "there are"
                                                : "the cluster has none";
    for (int i = 0; i < parts->clocks.count; i++)
        list = bl_format(check->arena, "%s%s `%s`", list,
                         !i                            ? ""
                         : i + 1 < parts->clocks.count ? ","
                                                       : " and",
                         parts->clocks.items[i].name);
    return list;
}

/* An error when the cluster has no clock of this name; one that is a slip of the finger away is
 * pointed at. */
static void find_clock(struct bl_check *check, struct bl_cluster_parts *parts,
                       struct bl_name clock) {
    if (!clock.symbol || clock.symbol->owner == parts) return;
    const struct bl_symbol *near = bl_symbol_near(check->symbols, clock.symbol, is_owned);
    if (near && near->owner != parts) near = NULL;
    struct bl_diagnostic *diagnostic = bl_report(
        check->diags, BL_MSG_UNKNOWN_CLOCK, clock.range, clock.symbol->text,
        near ? bl_format(check->arena, "did you mean `%s`?", near->text)
             : list_clocks(check, parts));
    if (near) bl_note(check->diags, diagnostic, near->place, "`%s` is declared here", near->text);
    parts->bad = true;
}

void bl_check_cluster(struct bl_check *check, const struct bl_declaration *declaration) {
    struct bl_cluster_parts *parts = BL_NEW(check->arena, struct bl_cluster_parts, 1);
    int errors = check->diags->errors;
    struct bl_binding *binding = bl_declare_type(check, declaration->name, BL_BIND_CLUSTER);
    parts->name = declaration->name;
    binding->cluster = parts;
    for (const struct bl_part *part = declaration->parts; part; part = part->next)
        collect_part(check, parts, part);
    find_clock(check, parts, parts->memory_clock);
    find_clock(check, parts, parts->network_clock);
    find_clock(check, parts, parts->host_clock);
    if (errors == check->diags->errors && !declaration->broken) need_parts(check, parts);
    parts->bad |= declaration->broken;
    *BL_APPEND(check->arena, &check->clusters) = binding;
}

/* A value of the command line in place of that of the source; 0: there is none. */
static double changed(const struct bl_overrides *overrides, const struct bl_setting *setting) {
    return setting->option ? bl_override(overrides, setting->word) : 0;
}

/* Whether all that is given of a list is legal, with the command line's values in its place. */
static bool check_list(struct bl_check *check, const struct bl_setting *list,
                       struct bl_given *given, const struct bl_overrides *overrides) {
    bool good = true;
    for (int i = 0; list[i].word; i++) {
        double change = changed(overrides, &list[i]);
        if (change > 0) given[i].real = change * list[i].option->counts;
        if (!given[i].present || (list[i].listed && given[i].real == 0)) continue;
        if (bl_setting_allows(&list[i], given[i].real)) continue;
        struct bl_diagnostic *diagnostic = bl_setting_refuse(check, &list[i], given[i].range,
                                                             given[i].real, change > 0);
        if (change > 0)
            bl_note(check->diags, diagnostic, given[i].range, "the command line has changed it");
        good = false;
    }
    return good;
}

/* The place of a clock in the cluster's list; without a name, core's. */
static int clock_number(const struct bl_cluster *cluster, struct bl_name clock) {
    for (int i = 0; clock.symbol && i < cluster->clock_count; i++)
        if (!strcmp(cluster->clocks[i].name, clock.symbol->text)) return i;
    return 0;
}

/* clocks[0] is the core's. */
static void copy_clocks(struct bl_check *check, const struct bl_cluster_parts *parts,
                        struct bl_cluster *cluster) {
    int count = 1;
    cluster->clocks = BL_NEW(check->arena, struct bl_clock, parts->clocks.count);
    for (int i = 0; i < parts->clocks.count; i++) {
        bool core = !strcmp(parts->clocks.items[i].name, "core");
        cluster->clocks[core ? 0 : count++] = parts->clocks.items[i];
    }
    cluster->clock_count = parts->clocks.count;
}

/* Where a setting of the network stands, or else the network. */
static struct bl_range network_setting_range(const struct bl_cluster_parts *parts,
                                             const char *word) {
    int i = parts->network_row ? bl_setting_find(parts->network_row->settings, word) : -1;
    return i >= 0 && parts->of_network[i].present ? parts->of_network[i].range
                                                  : parts->network_range;
}

static const struct bl_range *ranges_of(struct bl_check *check,
                                        const struct bl_cluster_parts *parts) {
    struct bl_range *ranges = BL_NEW(check->arena, struct bl_range, BL_MOST_SETTINGS);
    for (int i = 0; i < BL_MOST_SETTINGS; i++)
        if (parts->of_network[i].present) ranges[i] = parts->of_network[i].range;
    return ranges;
}

static void fill_network(struct bl_check *check, const struct bl_cluster_parts *parts,
                         struct bl_cluster *cluster) {
    struct bl_network *network = &cluster->network;
    if (!parts->has_network) {
        *network = (struct bl_network){.row = bl_network_usual(), .word = "none"};
        network->carrier = bl_carrier_find(network->row, NULL);
        return;
    }
    *network = (struct bl_network){.row = parts->network_row,
                                   .word = parts->network_row->word,
                                   .range = parts->network_range,
                                   .ranges = ranges_of(check, parts),
                                   .latency_range = network_setting_range(parts, "latency")};
    void *own = bl_alloc(check->arena, parts->network_row->bytes);
    bl_settings_fill(parts->network_row->settings, parts->of_network, own);
    network->own = own;
    network->carrier = bl_carrier_find(network->row, own);
}

static void fill_host(struct bl_check *check, const struct bl_cluster_parts *parts,
                      struct bl_cluster *cluster) {
    if (!parts->has_host) return;
    struct bl_host *host = BL_NEW(check->arena, struct bl_host, 1);
    *host = (struct bl_host){.bus = parts->bus.symbol->text,
                             .range = parts->host_range,
                             .clock = clock_number(cluster, parts->host_clock)};
    bl_settings_fill(bl_host_settings, parts->host, host);
    cluster->host = host;
}

/* Without one it is as long as a write. */
static bool check_completion(struct bl_check *check, const struct bl_cluster_parts *parts,
                             const struct bl_host *host) {
    const struct bl_given *given = &parts->host[bl_setting_find(bl_host_settings, "completion")];
    char own[64], most[64];
    if (!host || !given->present || host->completion <= host->payload) return true;
    bl_amount_print(own, sizeof own, BL_AMOUNT_SIZE, host->completion);
    bl_amount_print(most, sizeof most, BL_AMOUNT_SIZE, host->payload);
    bl_report(check->diags, BL_MSG_HOST_COMPLETION, given->range, bl_strdup(check->arena, own),
              bl_strdup(check->arena, most));
    return false;
}

static void fill_cluster(struct bl_check *check, const struct bl_cluster_parts *parts,
                         struct bl_cluster *cluster) {
    cluster->name = parts->name.symbol->text;
    cluster->range = parts->name.range;
    bl_settings_fill(bl_cluster_settings, &parts->nodes, cluster);
    cluster->memory = (struct bl_memory){.range = parts->memory_range};
    if (parts->has_memory) bl_settings_fill(bl_memory_settings, parts->memory, &cluster->memory);
    fill_network(check, parts, cluster);
    copy_clocks(check, parts, cluster);
    cluster->memory.clock = clock_number(cluster, parts->memory_clock);
    cluster->network.clock = clock_number(cluster, parts->network_clock);
    fill_host(check, parts, cluster);
}

/* How many nodes the network joins; one alone needs none. */
static bool check_node_count(struct bl_check *check, struct bl_cluster_parts *parts, bool changed) {
    const struct bl_network_row *row = parts->network_row;
    int nodes = (int)parts->nodes.real;
    if (!parts->has_network) {
        if (is_alone(parts)) return true;
        report_missing(check, parts,
                       bl_format(check->arena, "cluster `%s`", parts->name.symbol->text),
                       parts->name.range, "network");
        return false;
    }
    if (nodes >= row->least_nodes && nodes <= row->most_nodes) return true;
    struct bl_diagnostic *diagnostic = bl_report(
        check->diags, BL_MSG_OUT_OF_RANGE, parts->nodes.range, changed ? "--nodes" : "nodes",
        bl_format(check->arena, "%d", nodes), bl_format(check->arena, "%d", row->least_nodes),
        bl_format(check->arena, "%d", row->most_nodes));
    bl_note(check->diags, diagnostic, parts->network_range, "the network %s joins so many",
            row->word);
    return false;
}

static bool has_option(const struct bl_setting *list, const char *word) {
    int i = bl_setting_find(list, word);
    return i >= 0 && list[i].option;
}

static void refuse_option(struct bl_check *check, struct bl_cluster_parts *parts,
                          const char *word) {
    bl_report(check->diags, BL_MSG_NO_NETWORK_SETTING, parts->network_range, word,
              parts->network_row->word, list_words(check, parts->network_row));
    parts->bad = true;
}

/* Options of settings that another network has. */
static void check_foreign(struct bl_check *check, struct bl_cluster_parts *parts,
                          const struct bl_overrides *overrides) {
    for (int i = 0; i < overrides->count && parts->has_network; i++) {
        const char *word = overrides->settings[i].word;
        if (!has_option(bl_cluster_settings, word) && !has_option(bl_memory_settings, word) &&
            !has_option(bl_clock_settings, word) && !has_option(parts->network_row->settings, word))
            refuse_option(check, parts, word);
    }
}

/* Options of settings of the card's memory, which needs a part. */
static bool has_no_options(struct bl_check *check, struct bl_cluster_parts *parts,
                           const struct bl_overrides *overrides) {
    for (int i = 0; i < overrides->count && !parts->has_memory; i++) {
        const char *word = overrides->settings[i].word;
        if (!has_option(bl_memory_settings, word)) continue;
        bl_report(check->diags, BL_MSG_NO_MEMORY_PART, parts->name.range, word,
                  parts->name.symbol->text);
        return false;
    }
    return true;
}

/* Applies the command line: the numbers of `parts` are replaced. */
static bool check_settings(struct bl_check *check, struct bl_cluster_parts *parts,
                           const struct bl_overrides *overrides) {
    const struct bl_network_row *row = parts->network_row;
    check_foreign(check, parts, overrides);
    bool good = check_list(check, bl_cluster_settings, &parts->nodes, overrides);
    good &= check_list(check, bl_memory_settings, parts->memory, overrides);
    good &= check_list(check, bl_host_settings, parts->host, overrides);
    if (row) good &= check_list(check, row->settings, parts->of_network, overrides);
    return good && parts->nodes.present &&
           check_node_count(check, parts, bl_override(overrides, "nodes") > 0) && !parts->bad;
}

/* Without one the rest is still looked at, and nobody asks for it. */
static void find_board(struct bl_check *check, const struct bl_cluster_parts *parts,
                       const struct bl_overrides *overrides, struct bl_cluster *cluster) {
    const char *other = overrides->board;
    int before = check->diags->count;
    cluster->board = other ? bl_board_load(check->arena, check->diags, other, (struct bl_range){0})
                           : bl_board_load(check->arena, check->diags, parts->board_name,
                                           parts->board.range);
    if (cluster->board) cluster->board_word = cluster->board->word;
    struct bl_diagnostic *last = check->diags->count > before
                                     ? &check->diags->items[check->diags->count - 1]
                                     : NULL;
    if (!other || !last) return;
    if (!last->range.file) last->range = parts->board.range;
    bl_note(check->diags, last, parts->board.range, "the command line has changed it");
}

/* The clock of the command line in place of core's. False after an error. */
static bool override_clock(struct bl_check *check, const struct bl_overrides *overrides,
                           struct bl_clock *core) {
    struct bl_diagnostic *diagnostic;
    double hertz = changed(overrides, bl_clock_settings);
    if (hertz <= 0) return true;
    core->hertz = hertz;
    if (bl_check_clock_rate(check, "--clock", core->range, core->hertz, &diagnostic)) return true;
    bl_note(check->diags, diagnostic, core->range, "the command line has changed it");
    return false;
}

/* The setting that has a list, or else the network. */
static struct bl_range listed_range(const struct bl_cluster_parts *parts) {
    const struct bl_setting *list = parts->network_row->settings;
    while (list->word && !list->listed) list++;
    return list->word ? network_setting_range(parts, list->word) : parts->network_range;
}

static bool finish_network(struct bl_check *check, struct bl_cluster_parts *parts,
                           struct bl_cluster *cluster) {
    const struct bl_network_row *row = parts->network_row;
    if (!parts->has_network || !row->finish) return true;
    parts->more.delay_range = listed_range(parts);
    return row->finish(check, &parts->more, cluster, (void *)(uintptr_t)cluster->network.own);
}

/* A pipeline reads one half of the channels while it writes the other. */
static bool has_memory(struct bl_check *check, struct bl_cluster_parts *parts) {
    const struct bl_given *channels =
        &parts->memory[bl_setting_find(bl_memory_settings, "channels")];
    bool halves = !channels->present || channels->real != 1;
    if (!parts->has_memory)
        report_missing(check, parts,
                       bl_format(check->arena, "cluster `%s`", parts->name.symbol->text),
                       parts->name.range, "memory");
    else if (!halves)
        bl_report(check->diags, BL_MSG_NOT_POWER, channels->range, "channels", "1", "2", "32");
    return parts->has_memory && halves;
}

bool bl_finish_cluster(struct bl_check *check, struct bl_cluster_parts *parts, bool memory,
                       const struct bl_overrides *overrides, struct bl_cluster *cluster) {
    static const struct bl_overrides none;
    if (!overrides) overrides = &none;
    if (parts->bad || !parts->name.symbol || !parts->board.symbol ||
        (parts->has_network && !parts->network.symbol) || !parts->has_core)
        return false;
    if (!check_settings(check, parts, overrides) ||
        !(memory ? has_memory(check, parts) : has_no_options(check, parts, overrides)))
        return false;
    fill_cluster(check, parts, cluster);
    find_board(check, parts, overrides, cluster);
    if (!override_clock(check, overrides, &cluster->clocks[0])) return false;
    if (!check_completion(check, parts, cluster->host) ||
        !bl_finish_node_clocks(check, &parts->more, cluster) ||
        !finish_network(check, parts, cluster) || !bl_finish_dma(check, parts->name, cluster))
        return false;
    bl_check_board_limits(check, cluster, network_setting_range(parts, "link"));
    return true;
}

struct bl_name bl_cluster_of_puts(const struct bl_cluster_parts *parts) {
    const bool puts = parts->network_row && parts->network_row->window;
    return puts ? parts->name : (struct bl_name){0};
}

bool bl_check_words(struct bl_check *check, const struct bl_cluster *cluster, const char *what) {
    if (cluster->nodes < 2 || !cluster->network.row->window) return true;
    bl_report(check->diags, BL_MSG_NO_WORDS, cluster->network.range, what, cluster->network.word);
    return false;
}
