#include "explain/certify.h"

#include <math.h>

#include "base/text.h"
#include "plan/certify/certificate.h"

static void add_waits(struct bl_text *text, const struct bl_waits *waits) {
    const char *circle = bl_waits_circle_text(waits);
    bl_text_add(text, "  %s\n",
                circle ? circle : "nothing waits for itself, so there is no deadlock:");
    for (int i = 0; i < waits->count; i++)
        bl_text_add(text, "    %s waits for %s: %s\n", waits->things[waits->items[i].from],
                    waits->things[waits->items[i].to], waits->items[i].why);
}

static void add_size(struct bl_text *text, const struct bl_sized *size) {
    bl_text_add(text, "    %s: %d %s", size->name, size->given, size->unit);
    if (size->least) bl_text_add(text, "; it takes %d, %s", size->least, size->least_why);
    if (size->deadlock_free_min)
        bl_text_add(text, "; with less than %d it can deadlock", size->deadlock_free_min);
    if (size->rate_why)
        bl_text_add(text, "; %s is %d%s", size->rate_why, size->rate,
                    size->given < size->rate ? ", which is more" : "");
    bl_text_add(text, "\n");
}

static void add_claim(struct bl_text *text, const struct bl_claim *claim) {
    bl_text_add(text, "    %s: %s", claim->text, claim->by == BL_PROVEN ? "proven" : "tested");
    if (claim->cycles) bl_text_add(text, " for %d cycles", claim->cycles);
    bl_text_add(text, " by %s\n", claim->name);
}

static void add_claims(struct bl_text *text, const struct bl_certificate *certificate) {
    bl_text_add(text, "  %s:\n", certificate->claimed);
    for (int i = 0; i < certificate->claim_count; i++) add_claim(text, &certificate->claims[i]);
}

void bl_explain_certificate(struct bl_text *text, const struct bl_node *node) {
    const struct bl_certificate *certificate = bl_certificate_of(node);
    if (!certificate) return;
    bl_text_add(text, "\ncertificate of delivery\n  guarantee: %s\n", certificate->guarantee);
    add_waits(text, &certificate->waits);
    bl_text_add(text, "  buffers:\n");
    for (int i = 0; i < certificate->size_count; i++) add_size(text, &certificate->sizes[i]);
    add_claims(text, certificate);
    if (certificate->detection_seconds > 0)
        bl_text_add(text, "  an error is reported within %.0f us: %s\n",
                    ceil(1e6 * certificate->detection_seconds), certificate->detection_reason);
    else
        bl_text_add(text, "  errors are reported without a bound in time: %s\n",
                    certificate->detection_reason);
}

/* ---- JSON */

static cJSON *element(cJSON *items) {
    cJSON *object = cJSON_CreateObject();
    cJSON_AddItemToArray(items, object);
    return object;
}

static void json_waits(cJSON *to, const struct bl_waits *waits) {
    const char *circle = bl_waits_circle_text(waits);
    if (circle) cJSON_AddStringToObject(to, "circle", circle);
    else cJSON_AddNullToObject(to, "circle");
    cJSON *items = cJSON_AddArrayToObject(to, "waits");
    for (int i = 0; i < waits->count; i++) {
        cJSON *wait = element(items);
        cJSON_AddStringToObject(wait, "from", waits->things[waits->items[i].from]);
        cJSON_AddStringToObject(wait, "to", waits->things[waits->items[i].to]);
        cJSON_AddStringToObject(wait, "why", waits->items[i].why);
    }
}

static void json_sizes(cJSON *to, const struct bl_certificate *certificate) {
    cJSON *items = cJSON_AddArrayToObject(to, "buffers");
    for (int i = 0; i < certificate->size_count; i++) {
        const struct bl_sized *size = &certificate->sizes[i];
        cJSON *item = element(items);
        cJSON_AddStringToObject(item, "name", size->name);
        cJSON_AddStringToObject(item, "unit", size->unit);
        cJSON_AddNumberToObject(item, "given", size->given);
        cJSON_AddNumberToObject(item, "deadlock_free_min", size->deadlock_free_min);
        cJSON_AddNumberToObject(item, "least", size->least);
        if (size->least_why) cJSON_AddStringToObject(item, "least_why", size->least_why);
        cJSON_AddNumberToObject(item, "rate", size->rate);
        if (size->rate_why) cJSON_AddStringToObject(item, "rate_why", size->rate_why);
    }
}

static void json_claims(cJSON *to, const struct bl_certificate *certificate) {
    cJSON *items = cJSON_AddArrayToObject(to, "claims");
    for (int i = 0; i < certificate->claim_count; i++) {
        cJSON *claim = element(items);
        cJSON_AddStringToObject(claim, "text", certificate->claims[i].text);
        cJSON_AddBoolToObject(claim, "proven", certificate->claims[i].by == BL_PROVEN);
        cJSON_AddNumberToObject(claim, "cycles", certificate->claims[i].cycles);
        cJSON_AddStringToObject(claim, "by", certificate->claims[i].name);
    }
}

void bl_explain_certificate_json(cJSON *root, const struct bl_node *node) {
    const struct bl_certificate *certificate = bl_certificate_of(node);
    if (!certificate) return;
    cJSON *to = cJSON_AddObjectToObject(root, "certificate");
    cJSON_AddStringToObject(to, "guarantee", certificate->guarantee);
    json_waits(to, &certificate->waits);
    json_sizes(to, certificate);
    json_claims(to, certificate);
    if (certificate->detection_seconds > 0)
        cJSON_AddNumberToObject(to, "detection_seconds", certificate->detection_seconds);
}

const char *bl_explain_guarantee(const struct bl_node *node) {
    const struct bl_certificate *certificate = bl_certificate_of(node);
    return certificate ? certificate->guarantee : NULL;
}
