#include "plan/certify/certificate.h"

#include "base/diag.h"
#include "ir/network.h"

const struct bl_certificate *bl_certificate_of(const struct bl_node *node) {
    const struct bl_carrier_row *row = node->cluster->network.carrier;
    bool exchanges = node->cluster->nodes > 1 &&
                     (node->carrier.links.log_depth || node->cluster->network.row->window);
    return exchanges && row->certify ? row->certify(node->arena, node) : NULL;
}

void bl_certificate_judge(const struct bl_certificate *certificate, struct bl_range range,
                          struct bl_diags *diags) {
    const char *circle = bl_waits_circle_text(&certificate->waits);
    for (int i = 0; i < certificate->size_count; i++) {
        const struct bl_sized *size = &certificate->sizes[i];
        if (size->given < size->least)
            bl_report(diags, BL_MSG_PLAN_SHORT, range, size->name, size->given, size->unit,
                      size->least, size->least_why);
    }
    if (circle) bl_report(diags, BL_MSG_PLAN_CIRCLE, range, circle);
}

void bl_certificate_check(const struct bl_node *node, struct bl_diags *diags) {
    const struct bl_certificate *certificate = bl_certificate_of(node);
    if (certificate) bl_certificate_judge(certificate, node->cluster->network.range, diags);
}
