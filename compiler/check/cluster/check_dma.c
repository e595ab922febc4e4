/* `dma`: what stands below the host ports of a cluster. */
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
    given->bad |= !bl_setting_value(check, &bl_dma_settings[i], part->value, &setting->real);
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

bool bl_finish_dma(struct bl_check *check, struct bl_name name, struct bl_cluster *cluster) {
    const struct bl_dma_given *given = find(check, name);
    if (given && given->bad) return false;
    if (given && !cluster->host) {
        bl_report(check->diags, BL_MSG_DMA_HOST, given->name.range, cluster->name,
                  given->name.symbol->text);
        return false;
    }
    if (!cluster->host) return true;
    const bool tlps = cluster->nodes > 1 && cluster->network.row->window;
    if (tlps && given && given->descriptor.symbol) {
        bl_report(check->diags, BL_MSG_DMA_TLPS, given->descriptor.range,
                  given->descriptor.symbol->text, cluster->network.word);
        return false;
    }
    struct bl_dma *dma = BL_NEW(check->arena, struct bl_dma, 1);
    *dma = (struct bl_dma){.row = tlps ? bl_dma_usual() : row_of_board(cluster)};
    const struct bl_given nothing[BL_MOST_SETTINGS] = {0};
    bl_settings_fill(bl_dma_settings, given ? given->settings : nothing, dma);
    if (given) {
        dma->name = given->name.symbol->text;
        dma->range = given->name.range;
    }
    if (given && given->descriptor.symbol) dma->row = bl_dma_find(given->descriptor.symbol->text);
    cluster->dma = dma;
    return true;
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
