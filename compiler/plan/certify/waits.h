/* What waits for what: a graph, and whether something waits for itself. */
#ifndef BL_WAITS_H
#define BL_WAITS_H

struct bl_arena;

struct bl_wait {
    int from, to;    /* of the things */
    const char *why; /* "it is sent with one only" */
};

struct bl_waits {
    struct bl_arena *arena;
    const char **things;
    struct bl_wait *items;
    int thing_count, thing_capacity, count, capacity;
};

/* None yet. */
struct bl_waits bl_waits_begin(struct bl_arena *arena);
/* Its number, from 0 on. */
int bl_waits_thing(struct bl_waits *waits, const char *name);
void bl_waits_add(struct bl_waits *waits, struct bl_wait wait);

/* Waits of which each begins where the one before ends, and the last ends where the first begins;
   how many, 0 where nothing waits for itself. *circle is in the arena. */
int bl_waits_circle(const struct bl_waits *waits, const struct bl_wait ***circle);
/* "A waits for B (why), B for A (why)"; NULL where nothing waits for itself. */
const char *bl_waits_circle_text(const struct bl_waits *waits);

#endif
