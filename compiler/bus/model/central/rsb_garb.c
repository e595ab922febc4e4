/* Segments and destinations in use. */
#include "bus/model/central/rsb_garb.h"

void bl_rsb_garb_start(struct bl_rsb_garb *arbiter, int domains) {
    *arbiter = (struct bl_rsb_garb){.domains = domains};
    for (int i = 0; i < BL_RSB_CELLS; i++)
        arbiter->user[i] = arbiter->owner[i] = arbiter->target[i] = -1;
}

static int hops(const struct bl_rsb_garb *arbiter, int domain, int target, enum bl_rsb_way way) {
    int clockwise = (target - domain + arbiter->domains) % arbiter->domains;
    return way == BL_RSB_CLOCKWISE ? clockwise : arbiter->domains - clockwise;
}

/* The segment of a hop, counted from the source. */
static int segment(const struct bl_rsb_garb *arbiter, int domain, enum bl_rsb_way way, int hop) {
    return (way == BL_RSB_CLOCKWISE ? domain + hop : domain + arbiter->domains - 1 - hop) %
           arbiter->domains;
}

static bool is_free(const struct bl_rsb_garb *arbiter, int domain, int target,
                    enum bl_rsb_way way) {
    for (int hop = 0; hop < hops(arbiter, domain, target, way); hop++)
        if (arbiter->user[segment(arbiter, domain, way, hop)] >= 0) return false;
    return arbiter->owner[target] < 0;
}

static void mark(struct bl_rsb_garb *arbiter, int domain, int target, enum bl_rsb_way way,
                 int user) {
    for (int hop = 0; hop < hops(arbiter, domain, target, way); hop++)
        arbiter->user[segment(arbiter, domain, way, hop)] = user;
    arbiter->owner[target] = user;
}

enum bl_rsb_way bl_rsb_garb_ask(struct bl_rsb_garb *arbiter, int domain, int target) {
    bool right = hops(arbiter, domain, target, BL_RSB_CLOCKWISE) <=
                 hops(arbiter, domain, target, BL_RSB_COUNTER);
    enum bl_rsb_way shorter = right ? BL_RSB_CLOCKWISE : BL_RSB_COUNTER,
                    longer = right ? BL_RSB_COUNTER : BL_RSB_CLOCKWISE;
    enum bl_rsb_way way = is_free(arbiter, domain, target, shorter)  ? shorter
                          : is_free(arbiter, domain, target, longer) ? longer
                                                                     : BL_RSB_NO_WAY;
    if (way == BL_RSB_NO_WAY) return way;
    mark(arbiter, domain, target, way, domain);
    arbiter->target[domain] = target;
    arbiter->way[domain] = way;
    return way;
}

void bl_rsb_garb_leave(struct bl_rsb_garb *arbiter, int domain) {
    if (arbiter->way[domain] == BL_RSB_NO_WAY) return;
    mark(arbiter, domain, arbiter->target[domain], arbiter->way[domain], -1);
    arbiter->way[domain] = BL_RSB_NO_WAY;
    arbiter->target[domain] = -1;
}
