/* Why Ethernet delivers: from the numbers that bl_ethernet is given. docs/ethernet.md, "Why it
   delivers". */
#include <math.h>

#include "base/arena.h"
#include "base/bits.h"
#include "network/ethernet/ethernet_inner.h"
#include "plan/certify/certificate.h"
#include "node/node.h"

/* ---- sizes */

enum { WINDOW, SENT, RECEIVED, RING, BUFFER, ANSWERS, QUEUE, SIZES };
enum {
    WAITING = 4 /* places of bl_eth_receive for the next frames: one that is free is of no use to
                   a frame whose turn is another's */
};

static void size_frames(struct bl_sized *sizes, const struct bl_ethernet_plan *plan, int peers) {
    sizes[WINDOW] = (struct bl_sized){
        "window of a peer",
        "frames",
        plan->window,
        1,
        1,
        "one has to be on its way",
        plan->rate_window,
        "3.2 x rate x round trip, the switch's share, and 60 at most"};
    sizes[SENT] = (struct bl_sized){
        "memory of what was sent",
        "frames",
        plan->send_frames,
        peers,
        peers + 3,
        "one for each peer; one is filled, one read, one given back",
        peers + 2 + bl_min(plan->rate_frames, peers * plan->window),
        "one for each peer, and 3.2 x rate x round trip, or all windows"};
    sizes[RECEIVED] = (struct bl_sized){
        "memory of what comes",
        "frames",
        plan->recv_frames,
        peers * bl_max(0, plan->window - 1) + WAITING,
        peers * plan->window + bl_ethernet_moving(peers),
        "a window of each peer; four wait for frames, three or six come, go and are given back",
        0,
        NULL};
    sizes[RING] = (struct bl_sized){"ring of a peer's frames",
                                    "places",
                                    1 << plan->log_window,
                                    0,
                                    plan->window + 1,
                                    "a window, and one that tells a new frame from an old one",
                                    0,
                                    NULL};
    sizes[ANSWERS] = (struct bl_sized){"places for acknowledges, reports and greetings",
                                       "peers",
                                       plan->answers,
                                       peers,
                                       peers,
                                       "one for each peer",
                                       0,
                                       NULL};
}

static void size_flits(struct bl_sized *sizes, const struct bl_ethernet_plan *plan, int peers,
                       const struct bl_ethernet_around *around) {
    enum { LEAST_FLITS = 16 /* bl_eth_rx_window */ };
    sizes[BUFFER] = (struct bl_sized){
        "receive buffer of a link",
        "flits",
        around->buffer,
        2,
        LEAST_FLITS,
        "credits come back in quarters of it",
        plan->in_flight + around->kept,
        "2.2 x rate x round trip, and what is kept for the next packets"};
    double bytes = (double)peers * plan->window * around->wire_frame - around->on_the_way;
    sizes[QUEUE] = (struct bl_sized){"switch in front of an output",
                                     "bytes",
                                     BL_ETHERNET_QUEUE,
                                     0,
                                     0,
                                     "what is lost is sent again",
                                     (int)fmax(0, ceil(bytes)),
                                     "windows of all peers, less rate x round trip"};
}

/* ---- what waits */

enum {
    FLIT,
    CREDIT,
    FREED,
    PLACE_SENT,
    NEXT,
    PLACE_WINDOW,
    FIRST,
    ACKNOWLEDGE,
    EXPECTED,
    PLACE_RECEIVED,
    DELIVERY,
    ANSWER,
    MAC,
    THINGS
};
static const char *const things[THINGS] = {
    [FLIT] = "a flit for a peer",
    [CREDIT] = "a credit of the peer's receive buffer",
    [FREED] = "the flits in the receive buffer",
    [PLACE_SENT] = "a place in the memory of what was sent",
    [NEXT] = "the next frame to a peer",
    [PLACE_WINDOW] = "a place in the peer's window",
    [FIRST] = "the oldest frame to a peer",
    [ACKNOWLEDGE] = "an acknowledge of the peer",
    [EXPECTED] = "the frame that the peer expects",
    [PLACE_RECEIVED] = "a place in the memory of what comes",
    [DELIVERY] = "the delivery of a frame",
    [ANSWER] = "an answer to a peer",
    [MAC] = "the MAC",
};

/* The flits in a receive buffer are freed whatever else waits, which is the endpoint's part of the
   carrier's contract; a MAC takes frames while its link is up. Neither waits for anything here. A
   row with a size is there when less of it is given than `deadlock_free_min`. */
static const struct {
    int from, to, size;
    const char *why;
} rows[] = {
    {FLIT, CREDIT, SIZES, "it is sent with one only"},
    {FLIT, PLACE_SENT, SIZES, "it stays there until it is acknowledged"},
    {CREDIT, FREED, SIZES, "it is given back for one of them"},
    {CREDIT, ANSWER, SIZES, "a frame brings it"},
    {CREDIT, FLIT, BUFFER, "a packet is begun with more credits than there are"},
    {PLACE_SENT, ACKNOWLEDGE, SIZES, "a frame leaves with it"},
    {PLACE_SENT, FLIT, SENT, "frames for peers that wait for this one may have taken all"},
    {NEXT, PLACE_WINDOW, SIZES, "it is sent within the window"},
    {NEXT, MAC, SIZES, "it leaves there"},
    {PLACE_WINDOW, ACKNOWLEDGE, SIZES, "it is free with it"},
    {FIRST, MAC, SIZES, "it leaves there, and again after each time-out"},
    {FIRST, PLACE_WINDOW, WINDOW, "no frame may be on its way"},
    {ACKNOWLEDGE, FIRST, SIZES, "it is of what was sent"},
    {ACKNOWLEDGE, EXPECTED, SIZES, "all before have come"},
    {ACKNOWLEDGE, ANSWER, SIZES, "a frame brings it"},
    {EXPECTED, FIRST, SIZES, "it is the sender's oldest"},
    {EXPECTED, PLACE_RECEIVED, RECEIVED, "later frames may have taken all"},
    {PLACE_RECEIVED, DELIVERY, SIZES, "a frame leaves with it"},
    {DELIVERY, EXPECTED, SIZES, "frames are delivered in order"},
    {ANSWER, MAC, SIZES, "it leaves there, before data"},
    {ANSWER, NEXT, ANSWERS, "it has no place of its own and goes with data only"},
};

static struct bl_waits waits_of(struct bl_arena *arena, const struct bl_sized *sizes) {
    struct bl_waits waits = bl_waits_begin(arena);
    for (int i = 0; i < THINGS; i++) bl_waits_thing(&waits, things[i]);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int size = rows[i].size;
        if (size == SIZES || sizes[size].given < sizes[size].deadlock_free_min)
            bl_waits_add(&waits, (struct bl_wait){rows[i].from, rows[i].to, rows[i].why});
    }
    return waits;
}

/* ---- exactly once, of each link */

static const struct bl_claim claims[] = {
    {"no more flits are away than the peer's receive buffer holds", BL_PROVEN, "bl_endpoint_out",
     0},
    {"a flit that the endpoint takes leaves it once, in order", BL_PROVEN, "bl_endpoint_out", 0},
    {"a place of a memory has one frame, and none is forgotten", BL_PROVEN, "bl_eth_slots", 0},
    {"a frame is delivered once, in order, and acknowledged only then, whatever the wire does with "
     "what was sent",
     BL_PROVEN, "bl_eth_link", 30},
    {"a frame keeps its place until it is acknowledged, and is asked for again until then",
     BL_PROVEN, "bl_eth_tx_window", 20},
    {"flits come unchanged out of frames, over a wire that loses, damages, repeats and reorders",
     BL_TESTED, "testbench/bench/ethernet", 0},
    {"the rules of a carrier, over a switch that does so", BL_TESTED, "testbench/conformance/run",
     0},
    {"a flit that arrives finds a place, and reaches its lane once, in order", BL_PROVEN,
     "bl_endpoint", 0},
};

/* ---- the whole */

const struct bl_certificate *bl_ethernet_certificate(struct bl_arena *arena, int nodes,
                                                     const struct bl_ethernet_plan *plan,
                                                     const struct bl_ethernet_around *around) {
    struct bl_certificate *certificate = BL_NEW(arena, struct bl_certificate, 1);
    struct bl_sized *sizes = BL_NEW(arena, struct bl_sized, SIZES);
    size_frames(sizes, plan, nodes - 1);
    size_flits(sizes, plan, nodes - 1, around);
    *certificate = (struct bl_certificate){
        .guarantee = "whatever the wire loses, every word arrives, once and in order",
        .claimed = "every flit once, of each link",
        .waits = waits_of(arena, sizes),
        .sizes = sizes,
        .size_count = SIZES,
        .claims = claims,
        .claim_count = sizeof claims / sizeof *claims,
        .detection_seconds = around->detection_seconds,
        .detection_reason = "(retries + 1) x time-out, and what is on its "
                    "way"};
    return certificate;
}

const struct bl_certificate *bl_ethernet_certify(struct bl_arena *arena,
                                                 const struct bl_node *node) {
    const struct bl_cluster *cluster = node->cluster;
    const struct bl_carrier *carrier = &node->carrier;
    const struct bl_ethernet_plan sizes = bl_ethernet_plan(cluster, carrier);
    const struct bl_ethernet_around around = {.buffer = 1 << carrier->links.log_depth,
                                              .kept = bl_links_kept_free(&carrier->links),
                                              .wire_frame = bl_ethernet_wire_frame(cluster),
                                              .on_the_way = bl_ethernet_on_the_way(cluster),
                                              .detection_seconds =
                                                  bl_ethernet_detection_seconds(cluster)};
    return bl_ethernet_certificate(arena, cluster->nodes, &sizes, &around);
}
