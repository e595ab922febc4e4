/* The rules of the ring segmented bus, asked of the wires of a ring. */
#include "bus/model/check/rsb_rules.h"

static int next_cell(int cell, int count, bool clockwise) {
    if (clockwise) return cell + 1 < count ? cell + 1 : 0;
    return cell ? cell - 1 : count - 1;
}

static void fail(struct bl_rsb_map *map, enum bl_rsb_fault fault, int cell) {
    if (map->fault) return;
    map->fault = fault;
    map->cell = cell;
}

/* The path of `source` on one way: through cells that hand it on to the one where it ends. */
static void follow(struct bl_rsb_map *map, const uint64_t *words, int count, int source,
                   bool clockwise) {
    if (map->target[source] >= 0) fail(map, BL_RSB_FAULT_PATH, source);
    for (int hop = 0, cell = source; hop < count; hop++) {
        int segment = clockwise ? cell : next_cell(cell, count, false);
        if (map->user[segment] >= 0) fail(map, BL_RSB_FAULT_SEGMENT, cell);
        map->user[segment] = source;
        cell = next_cell(cell, count, clockwise);
        if (bl_rsb_bit(words[cell], clockwise ? BL_RSB_END_CW : BL_RSB_END_CCW)) {
            if (map->owner[cell] >= 0) fail(map, BL_RSB_FAULT_SEGMENT, cell);
            map->owner[cell] = source;
            map->target[source] = cell;
            map->clockwise[source] = clockwise;
            return;
        }
        if (!bl_rsb_bit(words[cell], clockwise ? BL_RSB_PASS_CW : BL_RSB_PASS_CCW)) break;
    }
    fail(map, BL_RSB_FAULT_PATH, source);
}

/* Follows every granted path from its source. `answered`: a cell that counts as if it had been
 * answered, or -1. */
static void rsb_map(struct bl_rsb_map *map, const uint64_t *words, int count, int answered) {
    *map = (struct bl_rsb_map){.fault = BL_RSB_FAULT_NONE};
    for (int i = 0; i < count; i++) map->user[i] = map->owner[i] = map->target[i] = -1;
    for (int i = 0; i < count; i++) {
        if (!bl_rsb_bit(words[i], BL_RSB_OPEN) ||
            (!bl_rsb_bit(words[i], BL_RSB_NOTIFIED) && i != answered))
            continue;
        uint64_t word = bl_rsb_seen(words, count, i);
        if (bl_rsb_bit(word, BL_RSB_OWN_CW) && bl_rsb_bit(word, BL_RSB_WIRE_RIGHT))
            follow(map, words, count, i, true);
        if (bl_rsb_bit(word, BL_RSB_OWN_CCW) && bl_rsb_bit(word, BL_RSB_WIRE_LEFT))
            follow(map, words, count, i, false);
    }
}

/* No path but that of `source` itself is on the way or ends at the destination. */
static bool is_free(const struct bl_rsb_map *map, int count, int source, int target,
                    bool clockwise) {
    if (map->owner[target] >= 0 && map->owner[target] != source) return false;
    for (int cell = source; cell != target; cell = next_cell(cell, count, clockwise)) {
        int user = map->user[clockwise ? cell : next_cell(cell, count, false)];
        if (user >= 0 && user != source) return false;
    }
    return true;
}

enum bl_rsb_fault bl_rsb_check_answer(const uint64_t *words, int count, int cell) {
    struct bl_rsb_map map;
    int target = bl_rsb_target(words[cell]);
    rsb_map(&map, words, count, cell);
    if (map.fault) return map.fault;
    if (map.target[cell] >= 0)
        return map.target[cell] == target ? BL_RSB_FAULT_NONE : BL_RSB_FAULT_PATH;
    bool free = is_free(&map, count, cell, target, true) ||
                is_free(&map, count, cell, target, false);
    return free ? BL_RSB_FAULT_REFUSED : BL_RSB_FAULT_NONE;
}

enum bl_rsb_fault bl_rsb_check_settled(const uint64_t *words, int count, int *cell) {
    struct bl_rsb_map map;
    rsb_map(&map, words, count, -1);
    *cell = map.cell;
    if (map.fault) return map.fault;
    for (int i = 0; i < count; i++) {
        uint64_t word = words[i], right = words[next_cell(i, count, true)];
        bool used = map.user[i] >= 0;
        bool ends = bl_rsb_bit(word, BL_RSB_END_CW) || bl_rsb_bit(word, BL_RSB_END_CCW);
        bool owns = bl_rsb_bit(word, BL_RSB_OWN_CW) || bl_rsb_bit(word, BL_RSB_OWN_CCW);
        *cell = i;
        if (bl_rsb_bit(word, BL_RSB_GO_CW) != used || bl_rsb_bit(right, BL_RSB_GO_CCW) != used ||
            ends != (map.owner[i] >= 0) || owns != (map.target[i] >= 0) ||
            bl_rsb_bit(word, BL_RSB_NA_CW) || bl_rsb_bit(word, BL_RSB_NA_CCW))
            return BL_RSB_FAULT_UNSETTLED;
    }
    return BL_RSB_FAULT_NONE;
}
