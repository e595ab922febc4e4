/* `dma`: what stands below the host ports of a cluster. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "board/board.h"
#include "check/check.h"
#include "check/check_inner.h"
#include "check/check_setting.h"
#include "ir/dma.h"
#include "ir/network.h"

static void collect_descriptor(struct bl_check *check, struct bl_dma_given *given,
                               const struct bl_part *part) {
    if (given->descriptor.symbol)
        bl_report_twice(check, "descriptor", part->range, given->descriptor.range);
    given->descriptor = part->label;
    given->bad |= !part->label.symbol;
    if (!part->label.symbol || bl_dma_find(part->label.symbol->text)) return;
    bl_report(check->diags, BL_MSG_UNKNOWN_DESCRIPTOR, part->label.range, part->label.symbol->text,
              bl_dma_words());
    given->bad = true;
}

static void collect_setting(struct bl_check *check, struct bl_dma_given *given,
                            const struct bl_part *part) {
    const char *word = part->word.symbol->text;
    const int i = bl_setting_find(bl_dma_settings, word);
    struct bl_given *setting = &given->settings[i];
    if (setting->present) bl_report_twice(check, word, part->range, setting->range);
    setting->present = true;
    setting->range = part->range;
    if (part->label.symbol)
        setting->real = bl_setting_word(&bl_dma_settings[i], part->label.symbol->text);
    else given->bad |= !bl_setting_value(check, &bl_dma_settings[i], part->value, &setting->real);
}

void bl_check_dma(struct bl_check *check, const struct bl_declaration *declaration) {
    struct bl_dma_given *given = BL_APPEND(check->arena, &check->dmas);
    int errors = check->diags->errors;
    *given = (struct bl_dma_given){.name = declaration->name,
                                   .cluster = declaration->dma->cluster,
                                   .bad = declaration->broken};
    for (const struct bl_part *part = declaration->dma->parts; part; part = part->next)
        if (!strcmp(part->word.symbol->text, "descriptor")) collect_descriptor(check, given, part);
        else collect_setting(check, given, part);
    given->bad |= errors != check->diags->errors || !given->name.symbol || !given->cluster.symbol;
}

/* One cluster has one. */
static void check_first(struct bl_check *check, int number) {
    const struct bl_dma_given *given = &check->dmas.items[number];
    for (int i = 0; i < number; i++)
        if (check->dmas.items[i].cluster.symbol == given->cluster.symbol)
            bl_report_twice(check, "dma", given->name.range, check->dmas.items[i].name.range);
}

void bl_check_dma_clusters(struct bl_check *check) {
    for (int i = 0; i < check->dmas.count; i++) {
        const struct bl_name name = check->dmas.items[i].cluster;
        if (!name.symbol) continue;
        if (name.symbol->type && name.symbol->type->kind == BL_BIND_CLUSTER) check_first(check, i);
        else bl_report(check->diags, BL_MSG_UNKNOWN_CLUSTER, name.range, name.symbol->text, "");
    }
}

static const struct bl_dma_given *find(const struct bl_check *check, struct bl_name cluster) {
    for (int i = 0; i < check->dmas.count; i++)
        if (check->dmas.items[i].cluster.symbol == cluster.symbol) return &check->dmas.items[i];
    return NULL;
}

static const struct bl_dma_row *row_of_board(const struct bl_cluster *cluster) {
    const char *word = cluster->board ? cluster->board->pcie.descriptor : NULL;
    return word ? bl_dma_find(word) : bl_dma_usual();
}

/* ---- the engine that the network has, and what is another one's */

static int engine_of(const struct bl_cluster *cluster) {
    return cluster->nodes > 1 && cluster->network.row->window ? BL_DMA_CHAINED : BL_DMA_QUEUED;
}

static const char *const reasons[] = {
    [BL_DMA_QUEUED] = "chains of requests are read by a hub, of `network hub`",
    [BL_DMA_CHAINED] = "a hub reads chains of requests, and has registers for some"};

static const struct bl_given *given_of(const struct bl_dma_given *given, const char *word) {
    return &given->settings[bl_setting_find(bl_dma_settings, word)];
}

static const char *engine_word(int engine) {
    return bl_dma_settings[bl_setting_find(bl_dma_settings, "engine")].words[engine];
}

static bool check_engine(struct bl_check *check, const struct bl_dma_given *given,
                         const struct bl_cluster *cluster) {
    const struct bl_given *engine = given_of(given, "engine");
    const int has = engine_of(cluster);
    if (!engine->present || (int)engine->real == has) return true;
    bl_report(check->diags, BL_MSG_DMA_ENGINE, engine->range, cluster->name,
              engine_word((int)engine->real), engine_word(has), reasons[has]);
    return false;
}

static bool check_foreign(struct bl_check *check, const struct bl_dma_given *given,
                          const struct bl_cluster *cluster) {
    static const struct {
        const char *word;
        int engine;
    } of[] = {{"queue", BL_DMA_QUEUED}, {"registers", BL_DMA_CHAINED}, {"timeout", BL_DMA_CHAINED}};
    const int has = engine_of(cluster);
    bool good = true;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        const struct bl_given *setting = given_of(given, of[i].word);
        if (!setting->present || of[i].engine == has) continue;
        bl_report(check->diags, BL_MSG_DMA_SETTING, setting->range, of[i].word,
                  engine_word(of[i].engine), cluster->name, engine_word(has), reasons[has]);
        good = false;
    }
    return good;
}

static const char *time_text(struct bl_check *check, int64_t ps) {
    char text[64];
    bl_amount_print(text, sizeof text, BL_AMOUNT_TIME, 1e-12 * (double)ps);
    return bl_strdup(check->arena, text);
}

/* Whole us in which all reads that are on their way are answered. */
static int64_t answers_ps(const struct bl_cluster *cluster) {
    enum { US = 1000000 };
    return (cluster->network.row->answers_ps(cluster) + US - 1) / US * US;
}

/* A read that waits for others must not be given up. */
static bool check_timeout(struct bl_check *check, const struct bl_dma_given *given,
                          const struct bl_cluster *cluster) {
    const struct bl_dma *dma = cluster->dma;
    if (dma->engine != BL_DMA_CHAINED || dma->timeout_ps >= answers_ps(cluster)) return true;
    bl_report(check->diags, BL_MSG_DMA_TIMEOUT, given_of(given, "timeout")->range,
              time_text(check, dma->timeout_ps), time_text(check, answers_ps(cluster)));
    return false;
}

static void usually(struct bl_dma_given *given, const char *word, double real) {
    struct bl_given *setting = &given->settings[bl_setting_find(bl_dma_settings, word)];
    if (setting->present) return;
    setting->present = true;
    setting->real = real;
}

/* What is given, and for the rest what follows from the cluster. */
static struct bl_dma_given completed(const struct bl_dma_given *given,
                                     const struct bl_cluster *cluster) {
    enum { TIMES = 2 };
    const double usual = 50e-6;
    struct bl_dma_given all = *given;
    const int engine = engine_of(cluster);
    usually(&all, "engine", engine);
    if (engine == BL_DMA_CHAINED)
        usually(&all, "timeout", fmax(usual, TIMES * 1e-12 * (double)answers_ps(cluster)));
    return all;
}

/* ---- together */

static bool has_place(struct bl_check *check, const struct bl_dma_given *given,
                      const struct bl_cluster *cluster) {
    if (!cluster->host)
        bl_report(check->diags, BL_MSG_DMA_HOST, given->name.range, cluster->name,
                  given->name.symbol->text);
    else if (engine_of(cluster) == BL_DMA_CHAINED && given->descriptor.symbol)
        bl_report(check->diags, BL_MSG_DMA_TLPS, given->descriptor.range,
                  given->descriptor.symbol->text, cluster->network.word);
    else return check_engine(check, given, cluster) && check_foreign(check, given, cluster);
    return false;
}

bool bl_finish_dma(struct bl_check *check, struct bl_name name, struct bl_cluster *cluster) {
    static const struct bl_dma_given nothing;
    const struct bl_dma_given *found = find(check, name), *given = found ? found : &nothing;
    if (given->bad || (found && !has_place(check, given, cluster))) return false;
    if (!cluster->host) return true;
    struct bl_dma *dma = BL_NEW(check->arena, struct bl_dma, 1);
    const struct bl_dma_given all = completed(given, cluster);
    bl_settings_fill(bl_dma_settings, all.settings, dma);
    dma->row = dma->engine == BL_DMA_CHAINED ? bl_dma_usual() : row_of_board(cluster);
    if (given->descriptor.symbol) dma->row = bl_dma_find(given->descriptor.symbol->text);
    if (found) dma->name = given->name.symbol->text;
    dma->range = given->name.range;
    cluster->dma = dma;
    return check_timeout(check, given, cluster);
}

bool bl_check_dma_word(struct bl_check *check, struct bl_cluster *cluster, int width) {
    const struct bl_dma *dma = cluster->dma;
    if (!dma || (width >= dma->row->least_word && width <= dma->row->most_word)) return true;
    if (dma->name) {
        bl_report(check->diags, BL_MSG_DMA_WORD, dma->range, dma->row->word, dma->row->least_word,
                  dma->row->most_word, cluster->name, width);
        return false;
    }
    /* the board's own is a wish */
    struct bl_dma *usual = BL_NEW(check->arena, struct bl_dma, 1);
    *usual = *dma;
    usual->row = bl_dma_usual();
    cluster->dma = usual;
    return true;
}
