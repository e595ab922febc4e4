#include "async/net/stg_mutex.h"

#include "base/arena.h"
#include "async/net/stg.h"

static const char *const protocol_words[] = {"UNKNOWN", "LATE", "EARLY"};

static bool contains(const int *list, int count, int item) {
    for (int i = 0; i < count; i++)
        if (list[i] == item) return true;
    return false;
}

/* The one signal whose rising edges fill the other places in front of the grant; -1 when there is
   no such one. A transition that only looks at a place (takes its token and puts it back) does not
   fill it. */
static int request_of(const struct bl_stg *stg, int place, int grant) {
    const struct bl_stg_transition *transition = &stg->transitions[grant];
    int request = -1;
    for (int i = 0; i < transition->pre_count; i++) {
        const struct bl_stg_place *other = &stg->places[transition->pre[i]];
        for (int j = 0; j < other->pre_count && transition->pre[i] != place; j++) {
            const struct bl_stg_transition *trigger = &stg->transitions[other->pre[j]];
            if (contains(other->post, other->post_count, other->pre[j])) continue;
            if (trigger->edge != BL_STG_RISE || (request >= 0 && request != trigger->signal))
                return -1;
            request = trigger->signal;
        }
    }
    return request;
}

static int index_of(const int *list, int count, int item) {
    int at = 0;
    while (at < count && list[at] != item) at++;
    return at;
}

/* Adds one grant; NULL when all is well, else what is wrong with it. */
static const char *add_grant(const struct bl_stg *stg, struct bl_stg_ways *ways, int transition) {
    const struct bl_stg_transition *grant = &stg->transitions[transition];
    if (grant->edge != BL_STG_RISE) return "not only rising edges take its token";
    if (!bl_stg_is_local(stg, grant->signal)) return "an input takes its token";
    int request = request_of(stg, ways->place, transition),
        at = index_of(ways->grants, ways->count, grant->signal);
    if (request < 0) return "a grant is not triggered by the rise of one request";
    if (at < ways->count && ways->requests[at] != request) return "a grant has two requests";
    if (at == ways->count && contains(ways->requests, ways->count, request))
        return "two grants have the same request";
    ways->grants[at] = grant->signal;
    ways->requests[at] = request;
    ways->count += at == ways->count;
    return NULL;
}

/* By the signals whose falling edges put the token back. */
static enum bl_stg_protocol find_protocol(const struct bl_stg *stg,
                                          const struct bl_stg_ways *ways) {
    const struct bl_stg_place *place = &stg->places[ways->place];
    bool late = place->pre_count > 0, early = late;
    for (int i = 0; i < place->pre_count; i++) {
        const struct bl_stg_transition *giver = &stg->transitions[place->pre[i]];
        if (giver->edge != BL_STG_FALL || !contains(ways->grants, ways->count, giver->signal))
            late = false;
        if (giver->edge != BL_STG_FALL || !contains(ways->requests, ways->count, giver->signal))
            early = false;
    }
    return late ? BL_STG_LATE : early ? BL_STG_EARLY : BL_STG_UNKNOWN;
}

/* More than two ways are made of stages that follow rises and falls. */
static bool toggles(const struct bl_stg *stg, const struct bl_stg_ways *ways) {
    for (int i = 0; i < stg->transition_count; i++) {
        const struct bl_stg_transition *transition = &stg->transitions[i];
        int signal = transition->signal;
        if (transition->edge != BL_STG_TOGGLE) continue;
        if (contains(ways->grants, ways->count, signal) ||
            contains(ways->requests, ways->count, signal))
            return true;
    }
    return false;
}

/* NULL when the place is a mutual exclusion, which is then in `*ways`; else why it is none. */
static const char *examine(struct bl_arena *arena, const struct bl_stg *stg, int place,
                           struct bl_stg_ways *ways) {
    const struct bl_stg_place *row = &stg->places[place];
    *ways = (struct bl_stg_ways){.place = place,
                                 .grants = BL_NEW(arena, int, row->post_count),
                                 .requests = BL_NEW(arena, int, row->post_count)};
    for (int i = 0; i < row->post_count; i++) {
        const char *wrong = add_grant(stg, ways, row->post[i]);
        if (wrong) return wrong;
    }
    if (ways->count < 2) return "two signals or more must take its token";
    ways->protocol = find_protocol(stg, ways);
    if (ways->protocol == BL_STG_UNKNOWN)
        return "its token comes back neither with the fall of the grants nor with that of the "
               "requests";
    if (ways->count > 2 && toggles(stg, ways))
        return "it has more than two ways, and a signal of it toggles";
    return NULL;
}

static const struct bl_stg_comment *find_comment(const struct bl_stg *stg, int place) {
    for (int i = 0; i < stg->comment_count; i++)
        if (stg->comments[i].place == place) return &stg->comments[i];
    return NULL;
}

static void compare(struct bl_diags *diags, const struct bl_stg *stg,
                    const struct bl_stg_ways *mutex, const struct bl_stg_comment *comment) {
    if (comment->protocol == BL_STG_UNKNOWN || comment->protocol == mutex->protocol) return;
    bl_report(diags, BL_MSG_STG_PROTOCOL, comment->range, protocol_words[comment->protocol],
              stg->places[mutex->place].name,
              mutex->protocol == BL_STG_LATE ? "grants" : "requests",
              protocol_words[mutex->protocol]);
}

/* How many grants take a place's token; -1 unless each is the rise of a local signal with a
   request. `clients`: requests, and from post_count on grants. */
static int find_clients(const struct bl_stg *stg, int place, int *clients, int *client_count) {
    const struct bl_stg_place *row = &stg->places[place];
    int *grants = clients + row->post_count, grant_count = 0;
    *client_count = 0;
    for (int i = 0; i < row->post_count; i++) {
        const struct bl_stg_transition *grant = &stg->transitions[row->post[i]];
        int request = request_of(stg, place, row->post[i]);
        if (grant->edge != BL_STG_RISE || !bl_stg_is_local(stg, grant->signal) || request < 0)
            return -1;
        if (!contains(clients, *client_count, request)) clients[(*client_count)++] = request;
        if (!contains(grants, grant_count, grant->signal)) grants[grant_count++] = grant->signal;
    }
    return grant_count;
}

/* What a place that is no mutual exclusion lacks of one; NULL when it does not look like one. */
static const char *find_lack(struct bl_arena *arena, const struct bl_stg *stg, int place,
                             enum bl_stg_protocol protocol) {
    const struct bl_stg_place *row = &stg->places[place];
    int *clients = BL_NEW(arena, int, 2 * row->post_count), requests,
        grants = find_clients(stg, place, clients, &requests);
    if (grants < 2 || requests != grants) return NULL;
    for (int i = 0; i < row->pre_count; i++) {
        const struct bl_stg_transition *giver = &stg->transitions[row->pre[i]];
        bool known = contains(clients, requests, giver->signal) ||
                     contains(clients + row->post_count, grants, giver->signal);
        if (giver->edge != BL_STG_FALL || !known) return NULL;
    }
    if (!row->pre_count) return NULL;
    if (protocol != BL_STG_UNKNOWN)
        return bl_format(arena, "has %d grants and a signal that toggles: give it rises and falls",
                         grants);
    return grants > 2 ? "is EARLY on some sides (its token comes back with the request) and LATE "
                        "on others: make all alike"
                      : "is EARLY on one side (its token comes back with the request) and LATE on "
                        "the other: make both alike";
}

struct finder {
    struct bl_arena *arena;
    struct bl_diags *diags;
    struct bl_stg *stg;
    struct {
        struct bl_stg_mutex *items;
        int count, capacity;
    } found;
    struct {
        struct bl_stg_ways *items;
        int count, capacity;
    } ways;
    struct {
        struct bl_stg_hint *items;
        int count, capacity;
    } hints;
};

static void keep(struct finder *finder, const struct bl_stg_ways *ways) {
    if (ways->count > 2) *BL_APPEND(finder->arena, &finder->ways) = *ways;
    else
        *BL_APPEND(finder->arena,
                   &finder->found) = (struct bl_stg_mutex){ways->place,
                                                           {ways->grants[0], ways->grants[1]},
                                                           {ways->requests[0], ways->requests[1]},
                                                           ways->protocol,
                                                           ways->declared};
}

static void look_at(struct finder *finder, int place) {
    struct bl_stg_ways ways;
    const struct bl_stg_comment *comment = find_comment(finder->stg, place);
    if (!comment && finder->stg->places[place].post_count < 2) return;
    const char *wrong = examine(finder->arena, finder->stg, place, &ways);
    if (wrong && comment)
        bl_report(finder->diags, BL_MSG_STG_MUTEX, comment->range, finder->stg->places[place].name,
                  wrong);
    const char *lack = wrong ? find_lack(finder->arena, finder->stg, place, ways.protocol) : NULL;
    if (lack) *BL_APPEND(finder->arena, &finder->hints) = (struct bl_stg_hint){place, lack};
    if (wrong) return;
    ways.declared = comment;
    if (comment) compare(finder->diags, finder->stg, &ways, comment);
    keep(finder, &ways);
}

void bl_stg_find_mutexes(struct bl_arena *arena, struct bl_diags *diags, struct bl_stg *stg) {
    struct finder finder = {.arena = arena, .diags = diags, .stg = stg};
    for (int i = 0; i < stg->place_count; i++) look_at(&finder, i);
    stg->mutexes = finder.found.items;
    stg->mutex_count = finder.found.count;
    stg->ways = finder.ways.items;
    stg->ways_count = finder.ways.count;
    stg->hints = finder.hints.items;
    stg->hint_count = finder.hints.count;
}
