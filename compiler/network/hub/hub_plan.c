/* Sizes and rates of hubs. */
#include <math.h>

#include "base/bits.h"
#include "ir/dma.h"
#include "network/hub/hub_inner.h"

enum { LEAST_LOG_WORDS = 5 };

/* Words of the longest TLP, its header among them. */
static int words_of(const struct bl_cluster *cluster) {
    return 1 + cluster->host->payload / BL_TLP_WORD;
}

int bl_hub_slots(const struct bl_cluster *cluster) {
    return bl_hub(cluster)->buffer / BL_TLP_WORD / words_of(cluster);
}

int bl_hub_buffer(const struct bl_cluster *cluster, int slots) {
    int bytes = 1;
    while (bytes < slots * words_of(cluster) * BL_TLP_WORD) bytes *= 2;
    return bytes;
}

int bl_hub_log_words(const struct bl_cluster *cluster) {
    return bl_max(LEAST_LOG_WORDS, bl_log2(bl_hub(cluster)->buffer / BL_TLP_WORD));
}

int bl_hub_log_memory(const struct bl_cluster *cluster) {
    return bl_log2(bl_hub(cluster)->memory / BL_TLP_WORD);
}

/* Of the first two generations 8 of 10 bits are data, of the others 128 of 130. */
double bl_hub_link_rate(const struct bl_cluster *cluster) {
    static const double gigabits[] = {2.5, 5, 8, 16, 32};
    const struct bl_host *host = cluster->host;
    double coded = host->generation < 3 ? 0.8 : 128.0 / 130;
    return 1e9 * gigabits[host->generation - 1] * coded * host->lanes / 8;
}

/* A word each cycle, and a header takes one. */
static double word_rate(const struct bl_cluster *cluster) {
    const double payload = cluster->host->payload;
    return BL_TLP_WORD * cluster->clocks[0].hertz * (payload + BL_HUB_BESIDE) /
           (payload + BL_TLP_WORD);
}

double bl_hub_rate(const struct bl_cluster *cluster) {
    return fmin(bl_hub_link_rate(cluster), word_rate(cluster));
}

double bl_hub_payload_part(const struct bl_cluster *cluster) {
    const double payload = cluster->host->payload;
    return payload / (payload + BL_HUB_BESIDE);
}

double bl_hub_payload_rate(const struct bl_cluster *cluster) {
    return bl_hub_rate(cluster) * bl_hub_payload_part(cluster);
}

static int completion_of(const struct bl_host *host) {
    return host->completion ? bl_min(host->completion, host->payload) : host->payload;
}

/* What is sent until a place is heard of as free, in TLPs: the link both ways, the hub, and the TLP
   itself. Each completion of an engine's read is one. */
int bl_hub_full_rate(const struct bl_cluster *cluster) {
    enum { HUB_CYCLES = 6 };
    const struct bl_host *host = cluster->host;
    const int payload = completion_of(host);
    const double tlp = (payload + BL_HUB_BESIDE) / bl_hub_rate(cluster);
    const double round = 2e-12 * (double)bl_hub(cluster)->latency_ps + tlp +
                         HUB_CYCLES / cluster->clocks[0].hertz;
    return 1 + (int)ceil(round / tlp);
}

int bl_hub_tags(const struct bl_cluster *cluster) {
    enum { LEAST = 2, MOST = 32 };
    return bl_max(LEAST, bl_min(MOST, cluster->host->tags));
}

/* The slowest memory, behind the writes that went before; then all answers one after the other, on
   the bus or out of a GPU, and through the hub. */
int64_t bl_hub_answers_ps(const struct bl_cluster *cluster) {
    enum { HUB_CYCLES = 64 };
    const struct bl_host *host = cluster->host;
    const double bytes = (double)bl_hub_tags(cluster) * host->request;
    const double on_bus = bytes * (1 + (double)BL_HUB_BESIDE / completion_of(host)) /
                          bl_hub_rate(cluster),
                 of_gpu = host->gpus ? bytes / host->gpu_rate : 0;
    int64_t ps = host->read_ps + host->write_ps;
    if (host->gpus && host->gpu_read_ps + host->gpu_write_ps > ps)
        ps = host->gpu_read_ps + host->gpu_write_ps;
    return ps + 2 * host->jitter_ps +
           llround(1e12 * (fmax(on_bus, of_gpu) + HUB_CYCLES / cluster->clocks[0].hertz));
}

int bl_hub_step(const struct bl_cluster *cluster) {
    enum { TAGS = 32, LEAST = 2, MOST = (1 << 24) - 1 };
    const double cycles = 1e-12 * (double)cluster->dma->timeout_ps * cluster->clocks[0].hertz;
    return bl_max(LEAST, (int)fmin(MOST, ceil(cycles / TAGS)));
}
