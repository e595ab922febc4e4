/* What is said of hubs: rates, the engine, the window and the ranges, in words and as JSON. */
#include <cjson/cJSON.h>

#include "base/bits.h"
#include "base/text.h"
#include "base/value.h"
#include "ir/dma.h"
#include "network/hub/hub_inner.h"

static const char *const memory_names[] = {"host", "gpu0", "gpu1"};
static const char *const port_names[] = {"N", "E", "W", "S", "itself"};

static void explain_map(struct bl_text *text, const struct bl_cluster *cluster) {
    const uint64_t quarter = (uint64_t)bl_hub_quarter(cluster);
    bl_text_add(text, "  window: 0x%llx on every host's bus, a slice of 0x%llx bytes each node\n",
                (unsigned long long)BL_HUB_WINDOW, (unsigned long long)bl_hub_slice(cluster));
    for (int i = 0; i <= cluster->host->gpus; i++)
        bl_text_add(text, "    %s at 0x%llx of a slice\n", memory_names[i],
                    (unsigned long long)quarter * (unsigned)i);
    bl_text_add(text, "    hub, %d bytes, at 0x%llx\n", bl_hub(cluster)->memory,
                (unsigned long long)quarter * (BL_HUB_QUARTERS - 1));
    bl_text_add(text, "    the rest is nobody's\n");
    bl_text_add(text, "  registers: 0x%llx on every host's bus, those of its own node\n",
                (unsigned long long)BL_HUB_REGISTERS);
}

static void explain_ranges(struct bl_text *text, const struct bl_cluster *cluster, int node) {
    struct bl_hub_range ranges[BL_HUB_RANGES];
    bl_hub_ranges(cluster, node, ranges);
    bl_text_add(text, "  ranges of node %d, of address bits 47..24\n", node);
    for (int i = 0; i < BL_HUB_RANGES; i++) {
        const struct bl_hub_range *range = &ranges[i];
        if (!range->mask) continue;
        bl_text_add(text, "    %s: mask %06x, %06x to %06x%s", port_names[range->port],
                    (unsigned)range->mask, (unsigned)range->low, (unsigned)range->high,
                    range->low > range->high ? ", around" : "");
        if (range->added) bl_text_add(text, ", plus %06x", (unsigned)range->added);
        bl_text_add(text, "\n");
    }
}

/* Where the links are not what bounds. */
static void explain_bound(struct bl_text *text, const struct bl_cluster *cluster) {
    if (bl_hub_rate(cluster) < bl_hub_link_rate(cluster))
        bl_text_add(text,
                    "  that payload is what a hub's ports take, %d B a cycle of %g MHz; the links "
                    "would carry %.3f GB/s\n",
                    BL_TLP_WORD, cluster->clocks[0].hertz / 1e6,
                    bl_hub_link_rate(cluster) * bl_hub_payload_part(cluster) / 1e9);
}

static void explain_engine(struct bl_text *text, const struct bl_cluster *cluster) {
    char timeout[64];
    bl_amount_print(timeout, sizeof timeout, BL_AMOUNT_TIME,
                    1e-12 * (double)cluster->dma->timeout_ps);
    bl_text_add(text,
                "  engine: %d reads of %d B on their way, answered within %.1f us; one is "
                "given up after %s, or at most twice that\n",
                bl_hub_tags(cluster), cluster->host->request,
                1e-6 * (double)bl_hub_answers_ps(cluster), timeout);
}

void bl_hub_explain(struct bl_text *text, const struct bl_node *node) {
    const struct bl_cluster *cluster = node->cluster;
    const int payload = cluster->host->payload, ring = bl_hub_ring(cluster);
    bl_text_add(text,
                "  hubs: %d ring%s of %d, links of %.3f GB/s each way, %.3f GB/s of payload in "
                "TLPs of %d B; %d of them at each input\n",
                bl_hub(cluster)->rings, bl_ending(bl_hub(cluster)->rings, "s"), ring,
                bl_hub_link_rate(cluster) / 1e9, bl_hub_payload_rate(cluster) / 1e9, payload,
                bl_hub_slots(cluster));
    explain_bound(text, cluster);
    explain_engine(text, cluster);
    if (bl_hub(cluster)->cut && ring > 1)
        bl_text_add(text, "  of each ring the edge from its last node to its first is not used\n");
    explain_map(text, cluster);
    for (int i = 0; i < cluster->nodes; i++) explain_ranges(text, cluster, i);
}

/* ---- JSON; addresses above 2^32 are words, as numbers of JSON may be doubles */

static cJSON *element(cJSON *items) {
    cJSON *object = cJSON_CreateObject();
    cJSON_AddItemToArray(items, object);
    return object;
}

static void add_address(cJSON *to, const char *name, uint64_t address) {
    char text[32];
    snprintf(text, sizeof text, "0x%llx", (unsigned long long)address);
    cJSON_AddStringToObject(to, name, text);
}

static void add_memory(cJSON *memories, const char *name, uint64_t at, int64_t bytes) {
    cJSON *memory = element(memories);
    cJSON_AddStringToObject(memory, "name", name);
    add_address(memory, "at", at);
    cJSON_AddNumberToObject(memory, "bytes", (double)bytes);
}

static void add_window(cJSON *to, const struct bl_cluster *cluster) {
    const struct bl_host *host = cluster->host;
    const uint64_t quarter = (uint64_t)bl_hub_quarter(cluster);
    cJSON *window = cJSON_AddObjectToObject(to, "window");
    add_address(window, "base", BL_HUB_WINDOW);
    add_address(window, "slice", (uint64_t)bl_hub_slice(cluster));
    add_address(window, "quarter", quarter);
    cJSON *memories = cJSON_AddArrayToObject(window, "memories");
    for (int i = 0; i <= host->gpus; i++)
        add_memory(memories, memory_names[i], quarter * (unsigned)i,
                   bl_window_pages(i ? host->gpu : host->memory) * BL_WINDOW_PAGE);
    add_memory(memories, "hub", quarter * (BL_HUB_QUARTERS - 1), bl_hub(cluster)->memory);
}

static void add_ranges(cJSON *items, const struct bl_cluster *cluster, int node) {
    struct bl_hub_range ranges[BL_HUB_RANGES];
    cJSON *own = cJSON_CreateArray();
    bl_hub_ranges(cluster, node, ranges);
    cJSON_AddItemToArray(items, own);
    for (int i = 0; i < BL_HUB_RANGES; i++) {
        if (!ranges[i].mask) continue;
        cJSON *range = element(own);
        cJSON_AddStringToObject(range, "port", port_names[ranges[i].port]);
        cJSON_AddNumberToObject(range, "mask", ranges[i].mask);
        cJSON_AddNumberToObject(range, "low", ranges[i].low);
        cJSON_AddNumberToObject(range, "high", ranges[i].high);
        cJSON_AddNumberToObject(range, "added", ranges[i].added);
    }
}

static void add_engine(cJSON *to, const struct bl_cluster *cluster) {
    cJSON *engine = cJSON_AddObjectToObject(to, "engine");
    cJSON_AddNumberToObject(engine, "reads", bl_hub_tags(cluster));
    cJSON_AddNumberToObject(engine, "read_bytes", cluster->host->request);
    cJSON_AddNumberToObject(engine, "registers", cluster->dma->registers);
    cJSON_AddNumberToObject(engine, "answers_ps", (double)bl_hub_answers_ps(cluster));
    cJSON_AddNumberToObject(engine, "timeout_ps", (double)cluster->dma->timeout_ps);
}

void bl_hub_explain_json(cJSON *to, const struct bl_node *node) {
    const struct bl_cluster *cluster = node->cluster;
    cJSON *hub = cJSON_AddObjectToObject(to, "hub");
    cJSON_AddNumberToObject(hub, "rings", bl_hub(cluster)->rings);
    cJSON_AddNumberToObject(hub, "link_bytes_per_second", bl_hub_link_rate(cluster));
    cJSON_AddNumberToObject(hub, "payload_bytes_per_second", bl_hub_payload_rate(cluster));
    cJSON_AddStringToObject(hub, "bound",
                            bl_hub_rate(cluster) < bl_hub_link_rate(cluster) ? "ports" : "links");
    cJSON_AddNumberToObject(hub, "buffer", bl_hub(cluster)->buffer);
    cJSON_AddNumberToObject(hub, "places", bl_hub_slots(cluster));
    add_engine(hub, cluster);
    add_window(hub, cluster);
    add_address(hub, "registers", BL_HUB_REGISTERS);
    cJSON *ranges = cJSON_AddArrayToObject(hub, "ranges");
    for (int i = 0; i < cluster->nodes; i++) add_ranges(ranges, cluster, i);
}
