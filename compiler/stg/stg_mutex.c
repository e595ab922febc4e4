/* Mutual exclusion places, found by the shape of the net around them. */
#include "arena.h"
#include "stg.h"

static const char *const protocol_words[] = {"UNKNOWN", "LATE", "EARLY"};

static bool contains(const int *list, int count, int item) {
    for (int i = 0; i < count; i++)
        if (list[i] == item) return true;
    return false;
}

/* The one signal whose rising edges fill the other places in front of the grant; -1 when there is no such one. A transition that
   only looks at a place (takes its token and puts it back) does not fill it. */
static int request_of(const struct bl_stg *stg, int place, int grant) {
    const struct bl_stg_transition *transition = &stg->transitions[grant];
    int request = -1;
    for (int i = 0; i < transition->pre_count; i++) {
        const struct bl_stg_place *other = &stg->places[transition->pre[i]];
        for (int j = 0; j < other->pre_count && transition->pre[i] != place; j++) {
            const struct bl_stg_transition *trigger = &stg->transitions[other->pre[j]];
            if (contains(other->post, other->post_count, other->pre[j])) continue;
            if (trigger->edge != BL_STG_RISE || (request >= 0 && request != trigger->signal)) return -1;
            request = trigger->signal;
        }
    }
    return request;
}

/* Adds one grant; NULL when all is well, else what is wrong with it. */
static const char *add_grant(const struct bl_stg *stg, struct bl_stg_mutex *mutex, int transition) {
    const struct bl_stg_transition *grant = &stg->transitions[transition];
    if (grant->edge != BL_STG_RISE) return "not only rising edges take its token";
    if (!bl_stg_is_local(stg, grant->signal)) return "an input takes its token";
    int side = mutex->grant[0] < 0 || mutex->grant[0] == grant->signal ? 0 : 1;
    if (mutex->grant[side] >= 0 && mutex->grant[side] != grant->signal) return "more than two signals take its token";
    int request = request_of(stg, mutex->place, transition);
    if (request < 0) return "a grant is not triggered by the rise of one request";
    if (mutex->grant[side] >= 0 && mutex->request[side] != request) return "a grant has two requests";
    mutex->grant[side] = grant->signal;
    mutex->request[side] = request;
    return NULL;
}

/* By the signals whose falling edges put the token back. */
static enum bl_stg_protocol find_protocol(const struct bl_stg *stg, const struct bl_stg_mutex *mutex) {
    const struct bl_stg_place *place = &stg->places[mutex->place];
    bool late = place->pre_count > 0, early = late;
    for (int i = 0; i < place->pre_count; i++) {
        const struct bl_stg_transition *giver = &stg->transitions[place->pre[i]];
        if (giver->edge != BL_STG_FALL || !contains(mutex->grant, 2, giver->signal)) late = false;
        if (giver->edge != BL_STG_FALL || !contains(mutex->request, 2, giver->signal)) early = false;
    }
    return late ? BL_STG_LATE : early ? BL_STG_EARLY : BL_STG_UNKNOWN;
}

/* NULL when the place is a mutual exclusion, which is then in `*mutex`; else why it is none. */
static const char *examine(const struct bl_stg *stg, int place, struct bl_stg_mutex *mutex) {
    *mutex = (struct bl_stg_mutex){.place = place, .grant = {-1, -1}, .request = {-1, -1}};
    const struct bl_stg_place *row = &stg->places[place];
    for (int i = 0; i < row->post_count; i++) {
        const char *wrong = add_grant(stg, mutex, row->post[i]);
        if (wrong) return wrong;
    }
    if (mutex->grant[1] < 0) return "two signals must take its token";
    if (mutex->request[0] == mutex->request[1]) return "both grants have the same request";
    mutex->protocol = find_protocol(stg, mutex);
    if (mutex->protocol == BL_STG_UNKNOWN) return "its token comes back neither with the fall of the grants nor with that of the requests";
    return NULL;
}

static const struct bl_stg_comment *find_comment(const struct bl_stg *stg, int place) {
    for (int i = 0; i < stg->comment_count; i++)
        if (stg->comments[i].place == place) return &stg->comments[i];
    return NULL;
}

static void compare(struct bl_diags *diags, const struct bl_stg *stg, const struct bl_stg_mutex *mutex,
                    const struct bl_stg_comment *comment) {
    if (comment->protocol == BL_STG_UNKNOWN || comment->protocol == mutex->protocol) return;
    bl_report(diags, BL_MSG_STG_PROTOCOL, comment->range, protocol_words[comment->protocol], stg->places[mutex->place].name,
              mutex->protocol == BL_STG_LATE ? "grants" : "requests", protocol_words[mutex->protocol]);
}

/* How many grants take a place's token; -1 unless each is the rise of a local signal with a request. `clients`: requests, and from
   post_count on grants. */
static int find_clients(const struct bl_stg *stg, int place, int *clients, int *client_count) {
    const struct bl_stg_place *row = &stg->places[place];
    int *grants = clients + row->post_count, grant_count = 0;
    *client_count = 0;
    for (int i = 0; i < row->post_count; i++) {
        const struct bl_stg_transition *grant = &stg->transitions[row->post[i]];
        int request = request_of(stg, place, row->post[i]);
        if (grant->edge != BL_STG_RISE || !bl_stg_is_local(stg, grant->signal) || request < 0) return -1;
        if (!contains(clients, *client_count, request)) clients[(*client_count)++] = request;
        if (!contains(grants, grant_count, grant->signal)) grants[grant_count++] = grant->signal;
    }
    return grant_count;
}

/* What a place that is no mutual exclusion lacks of one; NULL when it does not look like one. */
static const char *find_lack(struct bl_arena *arena, const struct bl_stg *stg, int place) {
    const struct bl_stg_place *row = &stg->places[place];
    int *clients = BL_NEW(arena, int, 2 * row->post_count), requests, grants = find_clients(stg, place, clients, &requests);
    if (grants < 2 || requests != grants) return NULL;
    for (int i = 0; i < row->pre_count; i++) {
        const struct bl_stg_transition *giver = &stg->transitions[row->pre[i]];
        bool known = contains(clients, requests, giver->signal) || contains(clients + row->post_count, grants, giver->signal);
        if (giver->edge != BL_STG_FALL || !known) return NULL;
    }
    if (grants > 2) return bl_format(arena, "has %d grants: build a tree of two-way ones", grants);
    return row->pre_count ? "is EARLY on one side (its token comes back with the request) and LATE on the other: make both alike" : NULL;
}

void bl_stg_find_mutexes(struct bl_arena *arena, struct bl_diags *diags, struct bl_stg *stg) {
    struct { struct bl_stg_mutex *items; int count, capacity; } found = {0};
    struct { struct bl_stg_hint *items; int count, capacity; } hints = {0};
    for (int i = 0; i < stg->place_count; i++) {
        struct bl_stg_mutex mutex;
        const struct bl_stg_comment *comment = find_comment(stg, i);
        if (!comment && stg->places[i].post_count < 2) continue;
        const char *wrong = examine(stg, i, &mutex);
        if (wrong && comment) bl_report(diags, BL_MSG_STG_MUTEX, comment->range, stg->places[i].name, wrong);
        const char *lack = wrong ? find_lack(arena, stg, i) : NULL;
        if (lack) *BL_APPEND(arena, &hints) = (struct bl_stg_hint){i, lack};
        if (wrong) continue;
        mutex.declared = comment;
        if (comment) compare(diags, stg, &mutex, comment);
        *BL_APPEND(arena, &found) = mutex;
    }
    stg->mutexes = found.items;
    stg->mutex_count = found.count;
    stg->hints = hints.items;
    stg->hint_count = hints.count;
}
