#include "simulation/medium/wire/lane.h"

#include <string.h>

#include "base/carried/checked.h"

void bl_lane_init(struct bl_lane *lane, const struct bl_lane_config *config) {
    uint32_t size = 16;
    while (size < (uint32_t)config->capacity) size *= 2;
    memset(lane, 0, sizeof *lane);
    lane->config = *config;
    lane->mask = size - 1;
    lane->arrival = bl_zalloc(size, sizeof *lane->arrival);
    lane->data = bl_zalloc(size, sizeof *lane->data * (size_t)config->words);
    lane->last = bl_zalloc(size, sizeof *lane->last);
    lane->moves = bl_zalloc(size, sizeof *lane->moves);
}

void bl_lane_destroy(struct bl_lane *lane) {
    bl_zfree(lane->arrival);
    bl_zfree(lane->data);
    bl_zfree(lane->last);
    bl_zfree(lane->moves);
}

void bl_lane_publish(struct bl_lane *lane) {
    lane->tail = lane->sender.tail;
    lane->head = lane->receiver.head;
}

void bl_lane_arm(struct bl_lane *lane, const double *rates, uint64_t seed, int place) {
    memcpy(lane->sender.rates, rates, sizeof lane->sender.rates);
    lane->sender.random = bl_random_at(seed, (uint64_t)place);
}

bool bl_lane_up(const struct bl_lane *lane, int64_t now) { return lane->sender.up_ps <= now; }

bool bl_lane_ready(const struct bl_lane *lane, int64_t now) {
    return lane->sender.free_ps <= now && lane->sender.tail - lane->head <= lane->mask;
}

static bool strikes(struct bl_lane *lane, enum bl_lane_fault fault) {
    double rate = lane->sender.rates[fault];
    bool struck = rate > 0 && bl_random_real(&lane->sender.random) < rate;
    lane->sender.struck[fault] += struck;
    return struck;
}

static uint32_t *data_at(struct bl_lane *lane, uint32_t position) {
    return lane->data + (size_t)(position & lane->mask) * (size_t)lane->config.words;
}

static void put(struct bl_lane *lane, int64_t now, const uint32_t *data, bool last) {
    uint32_t position = lane->sender.tail++, *to = data_at(lane, position);
    memcpy(to, data, sizeof *to * (size_t)lane->config.words);
    if (strikes(lane, BL_LANE_FLIP)) {
        uint64_t bit = bl_random_below(&lane->sender.random, 32 * (uint64_t)lane->config.words);
        to[bit / 32] ^= UINT32_C(1) << bit % 32;
    }
    lane->last[position & lane->mask] = last;
    lane->moves[position & lane->mask] = lane->sender.place >= lane->config.tail;
    lane->arrival[position & lane->mask] = now + lane->config.latency_ps;
}

bool bl_lane_send(struct bl_lane *lane, int64_t now, const uint32_t *data, bool last) {
    int64_t since = now - lane->config.carry_ps;
    bool moves = lane->sender.place >= lane->config.tail;
    if (strikes(lane, BL_LANE_DOWN)) lane->sender.up_ps = now + lane->config.down_ps;
    lane->sender.free_ps = (lane->sender.free_ps > since ? lane->sender.free_ps : since) +
                           lane->config.interval_ps;
    lane->sender.all++;
    if (bl_lane_up(lane, now)) put(lane, now, data, last);
    else lane->sender.lost++;
    lane->sender.place = last ? 0 : lane->sender.place + 1;
    return moves;
}

bool bl_lane_receive(struct bl_lane *lane, int64_t now, uint32_t *data, uint8_t *last,
                     bool *moves) {
    uint32_t head = lane->receiver.head, slot = head & lane->mask;
    if (head == lane->tail || lane->arrival[slot] > now) return false;
    memcpy(data, data_at(lane, head), sizeof *data * (size_t)lane->config.words);
    *last = lane->last[slot];
    *moves = lane->moves[slot];
    lane->receiver.head++;
    return true;
}

uint32_t bl_lane_under_way(const struct bl_lane *lane) {
    return lane->sender.tail - lane->receiver.head;
}
