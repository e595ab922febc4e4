/* Lists of places in a hash table: by relation, and by what the passes are related to. */
#include "plan/steps/relations.h"
#include <string.h>
#include <xxhash.h>
#include "plan/steps/relations.h"
#include "base/arena.h"
#include "ir/pass.h"

enum { OF_ROWS = BL_USES + 1, OF_WORK, FIRST_SLOTS = 256, SLOTS_PER_PASS = 16 };

struct key {
    uint64_t relation, what;
};

/* Most lists hold one place, which needs no array. */
struct list {
    struct key key;
    int *items;
    int count, capacity, only;
};

static const int *places_of(const struct list *list) {
    return list->capacity ? list->items : &list->only;
}

struct bl_relations {
    struct bl_arena *arena;
    const struct bl_type *types;
    bool made_only; /* nothing is known of who reads, and of who does the same work */
    struct list *items;
    int count, capacity;
    int *slots; /* open addressing; 0 is empty, otherwise 1 + the place in items */
    int slot_count;
};

static uint64_t slot_of(const struct bl_relations *relations, const struct key *key) {
    uint64_t mask = (uint64_t)relations->slot_count - 1, i = XXH3_64bits(key, sizeof *key) & mask;
    while (relations->slots[i] &&
           memcmp(&relations->items[relations->slots[i] - 1].key, key, sizeof *key))
        i = (i + 1) & mask;
    return i;
}

static void make_slots(struct bl_relations *relations, int count) {
    relations->slot_count = count;
    relations->slots = BL_NEW(relations->arena, int, count);
    for (int i = 0; i < relations->count; i++)
        relations->slots[slot_of(relations, &relations->items[i].key)] = i + 1;
}

static struct list *list_of(struct bl_relations *relations, struct key key) {
    uint64_t slot = slot_of(relations, &key);
    if (relations->slots[slot]) return &relations->items[relations->slots[slot] - 1];
    struct list *list = BL_APPEND(relations->arena, relations);
    list->key = key;
    if (relations->count * 2 > relations->slot_count)
        make_slots(relations, relations->slot_count * 2);
    else relations->slots[slot] = relations->count;
    return list;
}

static struct bl_where find(const struct bl_relations *relations, struct key key) {
    int number = relations->slots[slot_of(relations, &key)];
    if (!number) return (struct bl_where){NULL, 0};
    const struct list *list = &relations->items[number - 1];
    return (struct bl_where){places_of(list), list->count};
}

/* How many of ascending places are less than this one. */
static int places_before(const int *places, int count, int place) {
    int low = 0;
    while (low < count) {
        int middle = (low + count) / 2;
        if (places[middle] < place) low = middle + 1;
        else count = middle;
    }
    return low;
}

static void insert(struct bl_arena *arena, struct list *list, int at, int place) {
    if (!list->count && !list->capacity) {
        list->only = place;
        list->count = 1;
        return;
    }
    if (!list->capacity) {
        list->items = bl_grow(arena, NULL, 0, &list->capacity, sizeof *list->items);
        list->items[0] = list->only;
    }
    list->items = bl_grow(arena, list->items, list->count, &list->capacity, sizeof *list->items);
    memmove(list->items + at + 1, list->items + at,
            sizeof *list->items * (size_t)(list->count++ - at));
    list->items[at] = place;
}

static void take_out(struct list *list, int at) {
    list->count--;
    if (list->capacity)
        memmove(list->items + at, list->items + at + 1,
                sizeof *list->items * (size_t)(list->count - at));
}

/* Puts the place into the list of that key, or takes it out once. */
static void note(struct bl_relations *relations, struct key key, int place, bool add) {
    struct list *list = list_of(relations, key);
    int at = places_before(places_of(list), list->count, place);
    if (add) insert(relations->arena, list, at, place);
    else if (at < list->count && places_of(list)[at] == place) take_out(list, at);
}

static struct key key_of(int relation, const void *what) {
    return (struct key){(uint64_t)relation, (uint64_t)(uintptr_t)what};
}

/* What a pass does to a column: its records and its stages, histograms aside. */
static struct key key_of_work(const struct bl_relations *relations, const struct bl_pass *pass,
                              int column) {
    const struct bl_stage *read = bl_stage_find(pass, BL_STAGE_READS);
    int head[] = {relations->types[read->versions[0]->id].rows, column};
    uint64_t hash = XXH3_64bits(head, sizeof head);
    for (int s = 0; s < pass->stage_count; s++) {
        const struct bl_stage *stage = &pass->stages[s];
        const struct bl_function *by = stage->function_count ? stage->functions[0] : NULL;
        int work[] = {(int)stage->row->kind, by ? by->column->index : -1, by ? by->lsb : 0,
                      by ? by->bits : 0, by ? by->mix : 0};
        if (stage->row->role != BL_STAGE_COUNTS)
            hash = XXH3_64bits_withSeed(work, sizeof work, hash);
    }
    return (struct key){OF_WORK, hash};
}

static void note_read(struct bl_relations *relations, const struct bl_pass *pass,
                      const struct bl_version *version, int place, bool add) {
    char letters[16];
    note(relations, key_of(BL_READS, version), place, add);
    if (!bl_stage_find(pass, BL_STAGE_COUNTS))
        note(relations, key_of(BL_READS_UNCOUNTED, version), place, add);
    if (!strcmp(bl_pass_letters(pass, letters), "RH"))
        note(relations, key_of(BL_READS_TO_COUNT, version), place, add);
}

static void note_write(struct bl_relations *relations, const struct bl_version *version, int place,
                       bool add) {
    note(relations, key_of(BL_WRITES, version), place, add);
    note(relations, (struct key){OF_ROWS, (uint64_t)relations->types[version->id].rows}, place,
         add);
}

static void note_pass(struct bl_relations *relations, const struct bl_pass *pass, int place,
                      bool add) {
    for (int s = 0; s < pass->stage_count; s++) {
        const struct bl_stage *stage = &pass->stages[s];
        if (stage->makes) note(relations, key_of(BL_MAKES, stage->makes), place, add);
        if (stage->uses) note(relations, key_of(BL_USES, stage->uses), place, add);
        for (int i = 0; i < stage->version_count; i++) {
            if (stage->row->role == BL_STAGE_READS && !relations->made_only)
                note_read(relations, pass, stage->versions[i], place, add);
            if (stage->row->role == BL_STAGE_WRITES)
                note_write(relations, stage->versions[i], place, add);
        }
    }
    const struct bl_stage *read = relations->made_only ? NULL : bl_stage_find(pass, BL_STAGE_READS);
    for (int i = 0; read && bl_stage_find(pass, BL_STAGE_WRITES) && i < read->version_count; i++)
        note(relations, key_of_work(relations, pass, read->versions[i]->column->index), place, add);
}

void bl_relations_add(struct bl_relations *relations, const struct bl_pass *pass, int place) {
    note_pass(relations, pass, place, true);
}

void bl_relations_remove(struct bl_relations *relations, const struct bl_pass *pass, int place) {
    note_pass(relations, pass, place, false);
}

struct bl_relations *bl_relations_of(struct bl_arena *arena, const struct bl_pass *passes,
                                     int count, const struct bl_type *types, bool made_only) {
    struct bl_relations *relations = BL_NEW(arena, struct bl_relations, 1);
    *relations = (struct bl_relations){.arena = arena, .types = types, .made_only = made_only};
    int slots = FIRST_SLOTS;
    while (slots < SLOTS_PER_PASS * count) slots *= 2;
    make_slots(relations, slots);
    for (int p = 0; p < count; p++) bl_relations_add(relations, &passes[p], p);
    return relations;
}

struct bl_where bl_related(const struct bl_relations *relations, enum bl_relation relation,
                           const void *what) {
    return find(relations, key_of((int)relation, what));
}

/* Places of the passes that write columns of the records of an arrangement. */
static struct bl_where writers_of(const struct bl_relations *relations, int rows) {
    return find(relations, (struct key){OF_ROWS, (uint64_t)rows});
}

struct bl_where bl_same_work(const struct bl_relations *relations, const struct bl_pass *pass,
                             int column) {
    return find(relations, key_of_work(relations, pass, column));
}

static int first_of(struct bl_where where) { return where.count ? where.places[0] : -1; }

int bl_product_users(const struct bl_relations *relations, const struct bl_product *product) {
    return bl_related(relations, BL_USES, product).count;
}

int bl_version_readers(const struct bl_relations *relations, const struct bl_version *version) {
    return bl_related(relations, BL_READS, version).count;
}

int bl_product_maker(const struct bl_relations *relations, const struct bl_product *product) {
    return first_of(bl_related(relations, BL_MAKES, product));
}

int bl_product_user(const struct bl_relations *relations, const struct bl_product *product) {
    return first_of(bl_related(relations, BL_USES, product));
}

int bl_version_writer(const struct bl_relations *relations, const struct bl_version *version) {
    return first_of(bl_related(relations, BL_WRITES, version));
}

bool bl_where_between(struct bl_where where, int low, int high) {
    int at = places_before(where.places, where.count, low + 1);
    return at < where.count && where.places[at] < high;
}

const struct bl_version *bl_apart(const struct bl_relations *relations,
                                  const struct bl_pass *passes, const struct bl_type *types,
                                  const struct bl_stage *write, int but, int but_too) {
    int rows = types[write->versions[0]->id].rows;
    struct bl_where writers = writers_of(relations, rows);
    for (int w = 0; w < writers.count; w++) {
        const struct bl_stage *other = bl_stage_find(&passes[writers.places[w]], BL_STAGE_WRITES);
        if (writers.places[w] == but || writers.places[w] == but_too ||
            bl_stage_has(other, write->versions[0]))
            continue;
        for (int i = 0; i < other->version_count; i++)
            if (types[other->versions[i]->id].rows == rows) return other->versions[i];
    }
    return NULL;
}
