#include "base/names.h"

#include <string.h>
#include <xxhash.h>

#include "base/arena.h"

/* The slot of the name, or the free one where it belongs. */
static struct bl_name *find_slot(const struct bl_names *names, const char *text, size_t length,
                                 uint64_t hash) {
    for (uint64_t at = hash;; at++) {
        struct bl_name *slot = &names->slots[at & (uint64_t)(names->capacity - 1)];
        if (!slot->text) return slot;
        if (slot->hash == hash && !strncmp(slot->text, text, length) && !slot->text[length])
            return slot;
    }
}

static void enlarge(struct bl_names *names) {
    struct bl_names larger = {.arena = names->arena,
                              .capacity = names->capacity ? names->capacity * 2 : 64,
                              .count = names->count};
    larger.slots = BL_NEW(names->arena, struct bl_name, larger.capacity);
    for (int i = 0; i < names->capacity; i++) {
        const struct bl_name *name = &names->slots[i];
        if (name->text) *find_slot(&larger, name->text, strlen(name->text), name->hash) = *name;
    }
    *names = larger;
}

int *bl_names_add(struct bl_names *names, const char *text, size_t length) {
    if (names->count >= names->capacity / 2) enlarge(names);
    uint64_t hash = XXH3_64bits(text, length);
    struct bl_name *slot = find_slot(names, text, length, hash);
    if (!slot->text) {
        *slot = (struct bl_name){bl_strndup(names->arena, text, length), hash, -1};
        names->count++;
    }
    return &slot->value;
}

int bl_names_find(const struct bl_names *names, const char *text, size_t length) {
    if (!names->capacity) return -1;
    const struct bl_name *slot = find_slot(names, text, length, XXH3_64bits(text, length));
    return slot->text ? slot->value : -1;
}
