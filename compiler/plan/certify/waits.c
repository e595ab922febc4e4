#include "plan/certify/waits.h"

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct bl_waits bl_waits_begin(struct bl_arena *arena) {
    return (struct bl_waits){.arena = arena};
}

int bl_waits_thing(struct bl_waits *waits, const char *name) {
    waits->things = bl_grow(waits->arena, waits->things, waits->thing_count, &waits->thing_capacity,
                            sizeof *waits->things);
    waits->things[waits->thing_count] = name;
    return waits->thing_count++;
}

void bl_waits_add(struct bl_waits *waits, struct bl_wait wait) {
    waits->items = bl_grow(waits->arena, waits->items, waits->count, &waits->capacity,
                           sizeof *waits->items);
    waits->items[waits->count++] = wait;
}

/* A walk from thing to thing: which it has left for good, and the waits that it came along. */
struct walk {
    const struct bl_waits *waits;
    bool *done, *on_path;
    const struct bl_wait **path;
    int length;
};

/* Whether the walk comes back to a thing on its path, which is where its last wait ends. */
static bool comes_back(struct walk *walk, int thing) {
    if (walk->done[thing]) return false;
    walk->on_path[thing] = true;
    for (int i = 0; i < walk->waits->count; i++) {
        const struct bl_wait *wait = &walk->waits->items[i];
        if (wait->from != thing) continue;
        walk->path[walk->length++] = wait;
        if (walk->on_path[wait->to] || comes_back(walk, wait->to)) return true;
        walk->length--;
    }
    walk->on_path[thing] = false;
    walk->done[thing] = true;
    return false;
}

int bl_waits_circle(const struct bl_waits *waits, const struct bl_wait ***circle) {
    struct walk walk = {.waits = waits,
                        .done = BL_NEW(waits->arena, bool, waits->thing_count + 1),
                        .on_path = BL_NEW(waits->arena, bool, waits->thing_count + 1),
                        .path = BL_NEW(waits->arena, const struct bl_wait *, waits->count + 1)};
    bool found = false;
    for (int i = 0; i < waits->thing_count && !found; i++) found = comes_back(&walk, i);
    if (!found) return 0;
    int first = 0;
    while (walk.path[first]->from != walk.path[walk.length - 1]->to) first++;
    *circle = walk.path + first;
    return walk.length - first;
}

const char *bl_waits_circle_text(const struct bl_waits *waits) {
    const struct bl_wait **circle;
    const char *text = NULL;
    int count = bl_waits_circle(waits, &circle);
    for (int i = 0; i < count; i++)
        text = bl_format(
            waits->arena, "%s%s waits for %s (%s)", i ? bl_format(waits->arena, "%s, ", text) : "",
            waits->things[circle[i]->from], waits->things[circle[i]->to], circle[i]->why);
    return text;
}
