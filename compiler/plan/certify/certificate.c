#include "plan/certify/certificate.h"

#include <stdio.h>

#include "base/diag.h"
#include "ir/network.h"

const struct bl_certificate *bl_certificate_of(const struct bl_node *node) {
    const struct bl_carrier_row *row = node->cluster->network.carrier;
    bool exchanges = node->cluster->nodes > 1 &&
                     (node->carrier.links.log_depth || node->cluster->network.row->window);
    return exchanges && row->certify ? row->certify(node->arena, node) : NULL;
}

static void report_short(const struct bl_certificate *certificate, int number,
                         const struct bl_network *network, struct bl_diags *diags) {
    static const struct bl_remedy none;
    const struct bl_sized *size = &certificate->sizes[number];
    const struct bl_remedy *remedy = certificate->remedies ? &certificate->remedies[number] : &none;
    char would[128] = "";
    if (remedy->word)
        snprintf(would, sizeof would, "; `%s %s` would do", remedy->word, remedy->value);
    bl_report(diags, BL_MSG_PLAN_SHORT,
              remedy->word ? bl_network_range(network, remedy->word) : network->range, size->name,
              size->given, size->unit, size->least, size->least_why, would);
}

void bl_certificate_judge(const struct bl_certificate *certificate,
                          const struct bl_network *network, struct bl_diags *diags) {
    const char *circle = bl_waits_circle_text(&certificate->waits);
    for (int i = 0; i < certificate->size_count; i++) {
        const struct bl_sized *size = &certificate->sizes[i];
        if (size->given < size->least) report_short(certificate, i, network, diags);
    }
    if (circle) bl_report(diags, BL_MSG_PLAN_CIRCLE, network->range, circle);
}

void bl_certificate_check(const struct bl_node *node, struct bl_diags *diags) {
    const struct bl_certificate *certificate = bl_certificate_of(node);
    if (certificate) bl_certificate_judge(certificate, &node->cluster->network, diags);
}
