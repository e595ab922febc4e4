/* The environment of a circuit under verification: what an observer of the visible signals knows
   about the marking. Everything that is not visible (dummies, signals that the circuit does not
   have) happens unseen, so a state is the set of markings that are possible. */
#ifndef BL_VERIFY_ENVIRONMENT_H
#define BL_VERIFY_ENVIRONMENT_H

#include "async/net/stg.h"
#include "async/verify/verify_table.h"

struct bl_env_move {
    int signal;
    bool rise;
    bool toggle; /* of a transition `s~`: it is there as a rise and as a fall */
    int next;    /* state, or -1 while it is not yet known */
};

struct bl_env_state {
    struct bl_env_move *moves; /* what visible signals may do: by signal, fall before rise */
    int move_count;
    bool may_rest; /* the net may be where it wants no visible local signal before an input comes,
                      whatever happens unseen */
};

struct bl_environment {
    struct bl_arena *arena;
    const struct bl_stg *net;
    const bool *visible; /* per signal of the net */
    int width;           /* bytes of a place in a marking: 1, or 4 where many tokens are given */
    struct bl_table markings;
    struct bl_table sets; /* ascending numbers of markings */
    struct {
        struct bl_env_state *items;
        int count, capacity;
    } states;                  /* one per set */
    int *taker_start, *takers; /* transitions by the first place that they take from; those without
                                  one are last */
    unsigned char *scratch;    /* a marking */
    int *enabled;              /* room for all transitions */
    bool overflow; /* a place got more tokens than its bytes can count: what follows is not right */
};

/* The net as what surrounds a circuit; `visible` is kept, not copied. */
struct bl_environment *bl_environment_new(struct bl_arena *arena, const struct bl_stg *net,
                                          const bool *visible);
/* The state at the beginning. */
int bl_environment_start(struct bl_environment *environment);
/* What the state allows. Valid until the next state is made. */
const struct bl_env_state *bl_environment_state(const struct bl_environment *environment,
                                                int state);
/* The state after a signal has moved; -1 when the net does not allow it. */
int bl_environment_step(struct bl_environment *environment, int state, int signal, bool rise);

#endif
