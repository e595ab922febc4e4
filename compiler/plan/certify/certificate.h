/* Why a network delivers: what waits for what, how large buffers have to be, what is proven of it.
   A network's row makes it of the numbers that its circuit is given. */
#ifndef BL_CERTIFICATE_H
#define BL_CERTIFICATE_H

#include "ir/node.h"
#include "plan/certify/waits.h"

struct bl_diags;

/* A setting of the network that makes it larger, and a value of it that would do. */
struct bl_remedy {
    const char *word, *value; /* NULL: there is none */
};

/* A buffer, or how much may be on its way. */
struct bl_sized {
    const char *name, *unit; /* "memory of what comes", "frames" */
    int given;
    int deadlock_free_min; /* with less something waits for itself */
    int least;             /* with less it is refused; */
    const char *least_why; /* why it is that much */
    int rate; /* with less it is slower than it could be, or what is lost is repaired; 0: there
                 is no such number */
    const char *rate_why;
};

/* Why nothing is lost and nothing comes twice: a claim of each link, and what shows it. */
struct bl_claim {
    const char *text;
    enum { BL_TESTED, BL_PROVEN } by;
    const char *name; /* path of the test; name in testbench/formal/proofs.txt */
    int cycles;       /* from reset for which it is proven; 0: for ever */
};

struct bl_certificate {
    const char *guarantee; /* what is given to whoever sends */
    const char *claimed;   /* what the claims are about: "every flit once, of each link" */
    struct bl_waits waits;
    const struct bl_sized *sizes;
    int size_count;
    const struct bl_remedy *remedies; /* [size_count], where less than the least is given; NULL */
    const struct bl_claim *claims;
    int claim_count;
    double detection_seconds; /* until an error is reported, at most; 0: it is not */
    const char *detection_reason;
};

/* That of the node's network; NULL: no words cross it, or it makes none. */
const struct bl_certificate *bl_certificate_of(const struct bl_node *node);
/* What it refuses, at the place of the network in the source. */
void bl_certificate_check(const struct bl_node *node, struct bl_diags *diags);
/* The same of a certificate at hand. */
void bl_certificate_judge(const struct bl_certificate *certificate,
                          const struct bl_network *network, struct bl_diags *diags);

#endif
