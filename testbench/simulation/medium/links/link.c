#include "simulation/medium/links/link.h"

#include <string.h>

#include "base/carried/checked.h"

static void queue_init(struct bl_link_queue *queue, int capacity) {
    uint32_t size = 16;
    while (size < (uint32_t)capacity) size *= 2;
    *queue = (struct bl_link_queue){.mask = size - 1, .arrival = bl_zalloc(size, sizeof(int64_t))};
}

void bl_link_init(struct bl_link *link, const struct bl_link_config *config) {
    memset(link, 0, sizeof *link);
    link->config = *config;
    link->flit_words = (config->flit_bytes + 3) / 4;
    queue_init(&link->flits, config->capacity);
    queue_init(&link->credits, config->capacity);
    link->flit_data = bl_zalloc((size_t)link->flits.mask + 1,
                                sizeof(uint32_t) * (size_t)link->flit_words);
    link->credit_count = bl_zalloc((size_t)link->credits.mask + 1, 1);
}

void bl_link_destroy(struct bl_link *link) {
    bl_zfree(link->flits.arrival);
    bl_zfree(link->credits.arrival);
    bl_zfree(link->flit_data);
    bl_zfree(link->credit_count);
}

static uint32_t *flit_at(struct bl_link *link, uint32_t position) {
    return link->flit_data + (size_t)(position & link->flits.mask) * (size_t)link->flit_words;
}

void bl_link_send(struct bl_link *link, int64_t now, const uint32_t *data) {
    uint32_t position = link->sender.flit_tail++;
    int64_t since = now - link->config.carry_ps;
    link->flits.arrival[position & link->flits.mask] = now + link->config.latency_ps;
    memcpy(flit_at(link, position), data, sizeof(uint32_t) * (size_t)link->flit_words);
    link->sender.free_ps = (link->sender.free_ps > since ? link->sender.free_ps : since) +
                           link->config.interval_ps;
}

void bl_link_receive(struct bl_link *link, uint32_t *data) {
    memcpy(data, flit_at(link, link->receiver.flit_head++),
           sizeof(uint32_t) * (size_t)link->flit_words);
}

void bl_link_free(struct bl_link *link, int64_t now, unsigned count) {
    uint32_t slot = link->receiver.credit_tail++ & link->credits.mask;
    link->credits.arrival[slot] = now + link->config.latency_ps;
    link->credit_count[slot] = (uint8_t)count;
}

unsigned bl_link_take_credits(struct bl_link *link, int64_t now) {
    const struct bl_link_queue *queue = &link->credits;
    uint32_t head = link->sender.credit_head;
    for (; head != queue->tail && queue->arrival[head & queue->mask] <= now; head++)
        link->sender.credit_rest += link->credit_count[head & queue->mask];
    link->sender.credit_head = head;
    unsigned given = link->sender.credit_rest < 15 ? link->sender.credit_rest : 15;
    link->sender.credit_rest -= given;
    link->sender.credited += given;
    return given;
}
