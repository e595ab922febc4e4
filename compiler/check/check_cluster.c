/* Clusters: collecting their parts, applying the command line, checking the sizes. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "board/board.h"
#include "check/check.h"
#include "network/networks.h"

/* Parts with a value: enumerator, word, amount, least, most, whether only powers of two are legal.
 * In base units. */
#define SETTINGS(ROW)                                \
    ROW(NODES, "nodes", NUMBER, 1, 64, false)        \
    ROW(CHANNELS, "channels", NUMBER, 2, 32, true)   \
    ROW(WIDTH, "width", SIZE, 16, 64, true)          \
    ROW(STRIP, "strip", NUMBER, 16, 4096, true)      \
    ROW(BURST, "burst", SIZE, 64, 256, true)         \
    ROW(LINK, "link", RATE, 1e6, 1e12, false)        \
    ROW(LATENCY, "latency", TIME, 1e-9, 1e-3, false) \
    ROW(DELAY, "delay", TIME, 1e-10, 1e-6, false)    \
    ROW(GATE, "gate", TIME, 1e-11, 1e-8, false)      \
    ROW(LINES, "lines", NUMBER, 1, 512, false)

enum setting {
#define ROW(name, word, amount, low, high, power) name,
    SETTINGS(ROW)
#undef ROW
        SETTING_COUNT
};

static const struct {
    const char *word;
    enum bl_amount amount;
    double low, high;
    bool power;
} settings[] = {
#define ROW(name, word, amount, low, high, power) {word, BL_AMOUNT_##amount, low, high, power},
    SETTINGS(ROW)
#undef ROW
};

static const double slowest = 1e6, fastest = 2e9; /* hertz of a clock */
static const double usual_gate = 0.6e-9; /* seconds a look-up table takes, where a bus names none */

struct given {
    bool present, bad;
    double real;
    struct bl_range range;
};

struct bl_cluster_parts {
    struct bl_name name;
    struct bl_name board, network;
    const struct bl_network_row *network_row;   /* NULL: no such network */
    const char *board_name;                     /* or its path, with a `/` in it */
    struct bl_name memory_clock, network_clock; /* without a symbol: core */
    struct bl_range memory_range, network_range;
    bool has_memory, has_network, has_core, bad;
    struct given settings[SETTING_COUNT];
    struct {
        struct bl_clock *items;
        int count, capacity;
    } clocks;
    struct bl_ring_parts ring;
};

static bool is_word(struct bl_name name, const char *word) {
    return !strcmp(name.symbol->text, word);
}

static void report_twice(struct bl_check *check, struct bl_cluster_parts *parts, const char *what,
                         struct bl_range range, struct bl_range first) {
    struct bl_diagnostic *diagnostic = bl_report(check->diags, BL_MSG_PART_TWICE, range, what);
    bl_note(check->diags, diagnostic, first, "given here");
    parts->bad = true;
}

/* The value of a part in base units; false after an error. */
static bool part_amount(struct bl_check *check, const struct bl_part *part, enum bl_amount amount,
                        double *real) {
    return bl_check_amount(check, part->word.symbol->text, part->value, amount, real);
}

/* A list of delays; the longest stands for the bus. */
static bool collect_delays(struct bl_check *check, struct bl_delays *delays,
                           const struct bl_part *part, double *most) {
    bool good = true;
    delays->count = 0;
    bl_delays_add(delays, *most);
    for (const struct bl_more *more = part->more; more; more = more->next) {
        double real = 0;
        good &= bl_check_amount(check, "delay", more->value, BL_AMOUNT_TIME, &real);
        bl_delays_add(delays, real);
        if (real > *most) *most = real;
    }
    return good;
}

static void collect_setting(struct bl_check *check, struct bl_cluster_parts *parts,
                            const struct bl_part *part) {
    for (int i = 0; i < SETTING_COUNT; i++) {
        struct given *given = &parts->settings[i];
        if (!is_word(part->word, settings[i].word)) continue;
        if (given->present) report_twice(check, parts, settings[i].word, part->range, given->range);
        given->present = true;
        given->range = part->value ? bl_range_join(part->range, part->value->range) : part->range;
        if (part->quoted) parts->ring.delays.file = part;
        else given->bad = !part_amount(check, part, settings[i].amount, &given->real);
        if (part->more && !given->bad)
            given->bad = !collect_delays(check, &parts->ring.delays, part, &given->real);
        parts->bad |= given->bad;
    }
}

bool bl_check_clock_rate(struct bl_check *check, const char *name, struct bl_range range,
                         double hertz, struct bl_diagnostic **diagnostic) {
    char text[64], low[64], high[64];
    if (hertz >= slowest && hertz <= fastest) return true;
    bl_value_text(text, sizeof text, (struct bl_value){.seconds = -1, .real = hertz});
    bl_value_text(low, sizeof low, (struct bl_value){.seconds = -1, .real = slowest});
    bl_value_text(high, sizeof high, (struct bl_value){.seconds = -1, .real = fastest});
    *diagnostic = bl_report(check->diags, BL_MSG_OUT_OF_RANGE, range, name, text, low, high);
    return false;
}

static void collect_clock(struct bl_check *check, struct bl_cluster_parts *parts,
                          const struct bl_part *part) {
    double hertz = 0;
    struct bl_symbol *name = part->label.symbol;
    struct bl_diagnostic *unused;
    if (part->of) {
        *BL_APPEND(check->arena, &parts->ring.clocks) = part;
        return;
    }
    bool good = part_amount(check, part, BL_AMOUNT_FREQUENCY, &hertz);
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

static void collect_arbiter(struct bl_check *check, struct bl_cluster_parts *parts,
                            const struct bl_part *part) {
    if (parts->ring.arbiter)
        report_twice(check, parts, "arbiter", part->range, parts->ring.arbiter->range);
    parts->ring.arbiter = part;
}

static void collect_settings(struct bl_check *check, struct bl_cluster_parts *parts,
                             const struct bl_part *part, struct bl_name *clock) {
    for (; part; part = part->next)
        if (is_word(part->word, "clock")) collect_clock_name(check, parts, part, clock);
        else if (is_word(part->word, "arbiter")) collect_arbiter(check, parts, part);
        else collect_setting(check, parts, part);
}

static void collect_memory(struct bl_check *check, struct bl_cluster_parts *parts,
                           const struct bl_part *part) {
    if (parts->has_memory) report_twice(check, parts, "memory", part->range, parts->memory_range);
    else collect_settings(check, parts, part->parts, &parts->memory_clock);
    parts->has_memory = true;
    parts->memory_range = part->range;
}

static bool has_word(const char *const words[BL_NETWORK_WORDS], const char *word) {
    for (int i = 0; i < BL_NETWORK_WORDS && words[i]; i++)
        if (!strcmp(words[i], word)) return true;
    return false;
}

/* "delay, lines, gate and clock" */
static const char *list_words(struct bl_check *check, const struct bl_network_row *row) {
    const char *list = "";
    for (int i = 0; i < BL_NETWORK_WORDS && row->needs[i]; i++)
        list = bl_format(check->arena, "%s%s%s", list, i ? ", " : "", row->needs[i]);
    for (int i = 0; i < BL_NETWORK_WORDS && row->may[i]; i++)
        list = bl_format(check->arena, "%s, %s", list, row->may[i]);
    return bl_format(check->arena, "%s and clock", list);
}

static void report_foreign(struct bl_check *check, struct bl_cluster_parts *parts,
                           struct bl_range range, const char *word) {
    bl_report(check->diags, BL_MSG_UNKNOWN_PART, range, word,
              bl_format(check->arena, "network %s", parts->network_row->word),
              list_words(check, parts->network_row));
    parts->bad = true;
}

/* A setting of another network. */
static void check_network_parts(struct bl_check *check, struct bl_cluster_parts *parts,
                                const struct bl_part *part) {
    for (; part; part = part->next) {
        const char *word = part->word.symbol->text;
        if (is_word(part->word, "clock") || has_word(parts->network_row->needs, word) ||
            has_word(parts->network_row->may, word))
            continue;
        report_foreign(check, parts, part->range, word);
    }
}

static void collect_network(struct bl_check *check, struct bl_cluster_parts *parts,
                            const struct bl_part *part) {
    if (parts->has_network)
        report_twice(check, parts, "network", part->range, parts->network_range);
    else collect_settings(check, parts, part->parts, &parts->network_clock);
    parts->has_network = true;
    parts->network = part->label;
    parts->network_range = bl_range_join(part->range, part->label.range);
    parts->network_row = part->label.symbol ? bl_network_find(part->label.symbol->text) : NULL;
    parts->bad |= !parts->network_row;
    if (parts->network_row) check_network_parts(check, parts, part->parts);
    else if (part->label.symbol)
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
    else if (is_word(part->word, "clock")) collect_clock(check, parts, part);
    else if (!is_word(part->word, "board")) collect_setting(check, parts, part);
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

/* Settings `first` to `last` of a block that is there. */
static void need_settings(struct bl_check *check, struct bl_cluster_parts *parts, const char *where,
                          struct bl_range range, int first, int last) {
    for (int i = first; i <= last; i++)
        if (!parts->settings[i].present)
            report_missing(check, parts, where, range, settings[i].word);
}

static void need_network(struct bl_check *check, struct bl_cluster_parts *parts) {
    for (int i = 0; parts->network_row && i < SETTING_COUNT; i++)
        if (has_word(parts->network_row->needs, settings[i].word))
            need_settings(check, parts, "`network`", parts->network_range, i, i);
}

/* One node has nobody to be joined with. */
static bool is_alone(const struct bl_cluster_parts *parts) {
    return parts->settings[NODES].present && parts->settings[NODES].real == 1;
}

static void need_parts(struct bl_check *check, struct bl_cluster_parts *parts) {
    struct bl_range range = parts->name.range;
    const char *cluster = bl_format(check->arena, "cluster `%s`",
                                    parts->name.symbol ? parts->name.symbol->text : "?");
    if (!parts->board.symbol && !parts->bad) report_missing(check, parts, cluster, range, "board");
    need_settings(check, parts, cluster, range, NODES, NODES);
    if (!parts->has_core) report_missing(check, parts, cluster, range, "clock core");
    if (!parts->has_memory) report_missing(check, parts, cluster, range, "memory");
    else need_settings(check, parts, "`memory`", parts->memory_range, CHANNELS, BURST);
    if (parts->has_network) need_network(check, parts);
    else if (!is_alone(parts)) report_missing(check, parts, cluster, range, "network");
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
    if (errors == check->diags->errors && !declaration->broken) need_parts(check, parts);
    parts->bad |= declaration->broken;
    *BL_APPEND(check->arena, &check->clusters) = binding;
}

static void override(struct bl_cluster_parts *parts, enum setting setting, double value,
                     bool *changed) {
    if (value == 0) return;
    parts->settings[setting].real = value;
    changed[setting] = true;
}

static bool is_power(double real) {
    return real >= 1 && real <= 4294967296.0 && real == floor(real) &&
           !((uint64_t)real & ((uint64_t)real - 1));
}

/* The value of a setting as text, with its unit. */
static void setting_text(char text[64], int setting, double real) {
    static const struct bl_value kinds[] = {
#define ROW(name, bytes, seconds, text, example) {false, false, bytes, seconds, 0, 0},
        BL_AMOUNTS(ROW)
#undef ROW
    };
    struct bl_value value = kinds[settings[setting].amount];
    value.real = real;
    bl_value_text(text, 64, value);
}

/* Reports a value outside of its range in the words that it was given with: on the command line
   it is an option, and channels are those read at a time, half of all. */
static void report_setting(struct bl_check *check, const struct given *given, int setting,
                           bool changed) {
    char text[64], low[64], high[64];
    double part = changed && setting == CHANNELS ? 2 : 1;
    setting_text(text, setting, given->real / part);
    setting_text(low, setting, settings[setting].low / part);
    setting_text(high, setting, settings[setting].high / part);
    struct bl_diagnostic *diagnostic = bl_report(
        check->diags, settings[setting].power ? BL_MSG_NOT_POWER : BL_MSG_OUT_OF_RANGE,
        given->range,
        changed ? bl_format(check->arena, "--%s", settings[setting].word) : settings[setting].word,
        text, low, high);
    if (changed) bl_note(check->diags, diagnostic, given->range, "the command line has changed it");
}

static bool check_setting(struct bl_check *check, const struct given *given, int setting,
                          bool changed) {
    bool inside = given->real >= settings[setting].low * (1 - 1e-9) &&
                  given->real <= settings[setting].high * (1 + 1e-9);
    if (settings[setting].amount == BL_AMOUNT_NUMBER && given->real != floor(given->real))
        inside = false;
    if (inside && (!settings[setting].power || is_power(given->real))) return true;
    report_setting(check, given, setting, changed);
    return false;
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

static void fill_network(const struct bl_cluster_parts *parts, struct bl_cluster *cluster) {
    const struct given *given = parts->settings;
    struct bl_network *network = &cluster->network;
    if (!parts->has_network) {
        *network = (struct bl_network){.row = bl_network_usual(), .word = "none"};
        return;
    }
    *network = (struct bl_network){.row = parts->network_row,
                                   .word = parts->network_row->word,
                                   .range = parts->network_range,
                                   .latency_range = given[LATENCY].range,
                                   .link_bytes_per_second = given[LINK].real,
                                   .latency_ps = llround(given[LATENCY].real * 1e12)};
    if (given[LINES].present) network->lines = (int)given[LINES].real;
    if (given[DELAY].present) network->delay_ps = llround(given[DELAY].real * 1e12);
    if (has_word(parts->network_row->may, "gate"))
        network->gate_ps = llround((given[GATE].present ? given[GATE].real : usual_gate) * 1e12);
}

static void fill_cluster(struct bl_check *check, const struct bl_cluster_parts *parts,
                         struct bl_cluster *cluster) {
    const struct given *given = parts->settings;
    cluster->name = parts->name.symbol->text;
    cluster->range = parts->name.range;
    cluster->nodes = (int)given[NODES].real;
    cluster->memory = (struct bl_memory){(int)given[CHANNELS].real,
                                         (int)given[WIDTH].real,
                                         (int)given[STRIP].real,
                                         (int)given[BURST].real,
                                         parts->memory_range,
                                         0,
                                         0};
    fill_network(parts, cluster);
    copy_clocks(check, parts, cluster);
    cluster->memory.clock = clock_number(cluster, parts->memory_clock);
    cluster->network.clock = clock_number(cluster, parts->network_clock);
}

/* How many nodes the network joins; one alone needs none. */
static bool check_node_count(struct bl_check *check, struct bl_cluster_parts *parts, bool changed) {
    const struct bl_network_row *row = parts->network_row;
    int nodes = (int)parts->settings[NODES].real;
    if (!parts->has_network) {
        if (is_alone(parts)) return true;
        report_missing(check, parts,
                       bl_format(check->arena, "cluster `%s`", parts->name.symbol->text),
                       parts->name.range, "network");
        return false;
    }
    if (nodes >= row->least_nodes && nodes <= row->most_nodes) return true;
    struct bl_diagnostic *diagnostic = bl_report(
        check->diags, BL_MSG_OUT_OF_RANGE, parts->settings[NODES].range,
        changed ? "--nodes" : "nodes", bl_format(check->arena, "%d", nodes),
        bl_format(check->arena, "%d", row->least_nodes),
        bl_format(check->arena, "%d", row->most_nodes));
    bl_note(check->diags, diagnostic, parts->network_range, "the network %s joins so many",
            row->word);
    return false;
}

/* Applies the command line: the numbers of `parts` are replaced. */
static bool check_settings(struct bl_check *check, struct bl_cluster_parts *parts,
                           const struct bl_overrides *overrides) {
    bool changed[SETTING_COUNT] = {false}, good = true;
    if (overrides) {
        override(parts, NODES, overrides->nodes, changed);
        override(parts, CHANNELS, 2.0 * overrides->channels, changed);
        override(parts, WIDTH, overrides->width, changed);
        override(parts, BURST, overrides->burst, changed);
        override(parts, LINK, overrides->link_bytes_per_second, changed);
    }
    if (changed[LINK] && parts->has_network && !has_word(parts->network_row->needs, "link"))
        report_foreign(check, parts, parts->network_range, "link");
    for (int i = 0; i < SETTING_COUNT; i++)
        if (parts->settings[i].present && !(i == DELAY && parts->ring.delays.file))
            good &= check_setting(check, &parts->settings[i], i, changed[i]);
    return good && parts->settings[NODES].present &&
           check_node_count(check, parts, changed[NODES]) && !parts->bad;
}

/* Without one the rest is still looked at, and nobody asks for it. */
static void find_board(struct bl_check *check, const struct bl_cluster_parts *parts,
                       const struct bl_overrides *overrides, struct bl_cluster *cluster) {
    const char *other = overrides ? overrides->board : NULL;
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
    if (!overrides || overrides->clock_hertz <= 0) return true;
    core->hertz = overrides->clock_hertz;
    if (bl_check_clock_rate(check, "--clock", core->range, core->hertz, &diagnostic)) return true;
    bl_note(check->diags, diagnostic, core->range, "the command line has changed it");
    return false;
}

bool bl_finish_cluster(struct bl_check *check, struct bl_cluster_parts *parts,
                       const struct bl_overrides *overrides, struct bl_cluster *cluster) {
    if (parts->bad || !parts->name.symbol || !parts->board.symbol ||
        (parts->has_network && !parts->network.symbol) || !parts->has_core)
        return false;
    if (!check_settings(check, parts, overrides)) return false;
    fill_cluster(check, parts, cluster);
    find_board(check, parts, overrides, cluster);
    if (!override_clock(check, overrides, &cluster->clocks[0])) return false;
    if (!bl_finish_ring(check, &parts->ring, parts->settings[DELAY].range, cluster)) return false;
    bl_check_board_limits(check, cluster,
                          parts->settings[LINK].present ? parts->settings[LINK].range
                                                        : parts->network_range);
    return true;
}
