/* Options that give a refused program a circuit: the nearest value of each that the planner takes.
 */
#include "driver/offers.h"

#include <string.h>
#include "base/arena.h"
#include "base/diag.h"
#include "driver/front.h"
#include "driver/steps.h"
#include "settings/setting.h"

struct offers {
    struct bl_compilation *refused;
    const char *path;
    const char *text; /* "`--width 16` (`width 16 B;` in the program), or with ..." */
    int count;
};

/* What an option changes. Those that may grow are tried upwards first. */
struct offered {
    const struct bl_setting *list;
    const char *word, *unit; /* as in the program */
    bool grows;
};

enum { WIDTH, CHANNELS, NODES, OFFERED };

/* Every trial compiles the program: of one with more passes, nobody would wait for them. */
enum { MOST_PASSES = 200 };

static const struct offered offered[OFFERED] = {
    [WIDTH] = {bl_memory_settings, "width", " B", true},
    [CHANNELS] = {bl_memory_settings, "channels", "", true},
    [NODES] = {bl_cluster_settings, "nodes", "", false},
};

static const struct bl_setting *setting_of(int i) {
    return &offered[i].list[bl_setting_find(offered[i].list, offered[i].word)];
}

/* As its option takes it. */
static int value_of(const struct bl_cluster *cluster, int i) {
    const struct bl_setting *setting = setting_of(i);
    const void *from = i == NODES ? (const void *)cluster : &cluster->memory;
    return (int)(bl_setting_load(setting, from) / setting->option->counts);
}

/* Whether all steps take the program with these options. */
static bool has_circuit(const struct offers *offers, const struct bl_overrides *overrides) {
    struct bl_loaded loaded = bl_front_load(offers->path);
    struct bl_compilation trial = {.arena = loaded.arena,
                                   .sources = loaded.sources,
                                   .diags = loaded.diags,
                                   .overrides = overrides,
                                   .rules = offers->refused->rules};
    if (bl_steps_front(&trial, &loaded, false)) bl_steps_plan(&trial);
    bool good = trial.circuit && !trial.diags->errors;
    bl_arena_free(loaded.arena);
    return good;
}

static struct bl_overrides given(const struct offers *offers) {
    const struct bl_overrides *overrides = offers->refused->overrides;
    return overrides ? *overrides : (struct bl_overrides){0};
}

/* One node alone needs another program. */
static bool fits(const struct offers *offers, int i, int value) {
    struct bl_overrides overrides = given(offers);
    const struct bl_setting *setting = setting_of(i);
    if ((i == NODES && value < 2) || !bl_setting_allows(setting, value * setting->option->counts))
        return false;
    bl_override_set(&overrides, setting->word, value);
    return has_circuit(offers, &overrides);
}

/* The power of two nearest to what is there that will do, 0: none. */
static int nearest(const struct offers *offers, int setting) {
    int now = value_of(&offers->refused->program->cluster, setting), base = 1;
    while (2 * base <= now) base *= 2;
    if (base < now && fits(offers, setting, base)) return base;
    for (int near = 2; near <= 64; near *= 2) {
        if (offered[setting].grows && fits(offers, setting, base * near)) return base * near;
        if (fits(offers, setting, base / near)) return base / near;
    }
    return 0;
}

static void add(struct offers *offers, const char *text) {
    struct bl_arena *arena = offers->refused->arena;
    offers->text = offers->text ? bl_format(arena, "%s, or with %s", offers->text, text) : text;
    offers->count++;
}

static void add_setting(struct offers *offers, int i) {
    struct bl_arena *arena = offers->refused->arena;
    const struct offered *row = &offered[i];
    int value = nearest(offers, i);
    if (value)
        add(offers, bl_format(arena, "`--%s %d` (`%s %d%s;` in the program)", row->word, value,
                              row->word, value * (int)setting_of(i)->option->counts, row->unit));
}

static bool clock_fits(const struct offers *offers, int mhz) {
    struct bl_overrides overrides = given(offers);
    bl_override_set(&overrides, "clock", 1e6 * mhz);
    return has_circuit(offers, &overrides);
}

/* The fastest clock in MHz that will do, where a slower one helps at all. */
static void add_clock(struct offers *offers) {
    int refused = (int)(offers->refused->program->cluster.clocks[0].hertz / 1e6), fits = 1;
    if (refused < 2 || !clock_fits(offers, fits)) return;
    while (fits + 1 < refused) {
        int middle = (fits + refused) / 2;
        if (clock_fits(offers, middle)) fits = middle;
        else refused = middle;
    }
    add(offers, bl_format(offers->refused->arena, "`--clock \"%d MHz\"`", fits));
}

/* A program that is refused with few rules may have a circuit with all of them. */
static void add_fusion(struct offers *offers) {
    struct bl_compilation *refused = offers->refused;
    if (refused->rules == BL_ALL_RULES) return;
    struct bl_diags *trial = bl_diags_new(refused->arena, refused->sources);
    bl_planned(refused->arena, refused->program, BL_ALL_RULES, trial);
    if (!trial->errors) add(offers, "`--fuse all`");
}

static struct bl_diagnostic *first_error(const struct bl_diags *diags) {
    for (int i = 0; i < diags->count; i++)
        if (diags->items[i].severity == BL_ERROR) return &diags->items[i];
    return NULL;
}

void bl_offers_add(struct bl_compilation *refused, const char *path) {
    struct offers offers = {.refused = refused, .path = path};
    struct bl_diagnostic *error = first_error(refused->diags);
    if (!error || !refused->plan || refused->program->pass_count > MOST_PASSES) return;
    add_fusion(&offers);
    for (int i = 0; i < OFFERED && bl_is_program_file(path); i++) add_setting(&offers, i);
    if (bl_is_program_file(path)) add_clock(&offers);
    if (offers.text)
        bl_note(refused->diags, error, error->range, "with %s%s it has a circuit", offers.text,
                offers.count > 1 ? "," : "");
}
