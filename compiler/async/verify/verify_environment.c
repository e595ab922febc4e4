/* The token game of the verifier: of its own, so that no error of the state graph's can hide one of
 * the circuit's. */
#include "async/verify/verify_environment.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { MANY_TOKENS = 127 /* at the beginning, in all places: some place may get over 255 */ };

static uint32_t tokens_at(const struct bl_environment *env, const unsigned char *marking,
                          int place) {
    uint32_t tokens;
    if (env->width == 1) return marking[place];
    memcpy(&tokens, marking + (size_t)place * sizeof tokens, sizeof tokens);
    return tokens;
}

static void set_tokens(struct bl_environment *env, unsigned char *marking, int place,
                       uint32_t tokens) {
    uint32_t most = env->width == 1 ? UINT8_MAX : INT32_MAX;
    if (tokens > most) env->overflow = true;
    if (tokens > most) tokens = most;
    if (env->width == 1) marking[place] = (unsigned char)tokens;
    else memcpy(marking + (size_t)place * sizeof tokens, &tokens, sizeof tokens);
}

static bool is_visible(const struct bl_environment *env,
                       const struct bl_stg_transition *transition) {
    return transition->signal < env->net->signal_count && env->visible[transition->signal];
}

static bool is_enabled(const struct bl_environment *env, const struct bl_stg_transition *transition,
                       const unsigned char *marking) {
    for (int i = 0; i < transition->pre_count; i++)
        if (!tokens_at(env, marking, transition->pre[i])) return false;
    return true;
}

static int by_number(const void *a, const void *b) {
    return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b;
}

/* The transitions that a marking enables, ascending: those whose first place has a token are looked
 * at. Valid until the next call. */
static const int *list_enabled(struct bl_environment *env, int marking, int *count) {
    const unsigned char *tokens = bl_table_bytes(&env->markings, marking);
    int places = env->net->place_count;
    *count = 0;
    for (int p = 0; p <= places; p++) {
        if (p < places && !tokens_at(env, tokens, p)) continue;
        for (int i = env->taker_start[p]; i < env->taker_start[p + 1]; i++)
            if (is_enabled(env, &env->net->transitions[env->takers[i]], tokens))
                env->enabled[(*count)++] = env->takers[i];
    }
    if (*count > 1) qsort(env->enabled, (size_t)*count, sizeof *env->enabled, by_number);
    return env->enabled;
}

/* The marking after a transition. */
static int fire(struct bl_environment *env, int marking,
                const struct bl_stg_transition *transition) {
    size_t bytes = (size_t)env->net->place_count * (size_t)env->width;
    unsigned char *tokens = env->scratch;
    memcpy(tokens, bl_table_bytes(&env->markings, marking), bytes);
    for (int i = 0; i < transition->pre_count; i++)
        set_tokens(env, tokens, transition->pre[i], tokens_at(env, tokens, transition->pre[i]) - 1);
    for (int i = 0; i < transition->post_count; i++)
        set_tokens(env, tokens, transition->post[i],
                   tokens_at(env, tokens, transition->post[i]) + 1);
    return bl_table_put(&env->markings, tokens, bytes);
}

struct set {
    int *items;
    int count, capacity;
};

static void add_member(struct bl_environment *env, struct set *set, int marking) {
    for (int i = 0; i < set->count; i++)
        if (set->items[i] == marking) return;
    *BL_APPEND(env->arena, set) = marking;
}

/* Adds what is reached unseen. */
static void close_set(struct bl_environment *env, struct set *set) {
    for (int i = 0; i < set->count; i++) {
        int count;
        const int *enabled = list_enabled(env, set->items[i], &count);
        for (int t = 0; t < count; t++) {
            const struct bl_stg_transition *transition = &env->net->transitions[enabled[t]];
            if (!is_visible(env, transition))
                add_member(env, set, fire(env, set->items[i], transition));
        }
    }
}

static void add_move(struct bl_environment *env, struct bl_env_state *state, int *capacity,
                     struct bl_env_move move) {
    for (int i = 0; i < state->move_count; i++)
        if (state->moves[i].signal == move.signal && state->moves[i].rise == move.rise) return;
    state->moves = bl_grow(env->arena, state->moves, state->move_count, capacity,
                           sizeof *state->moves);
    state->moves[state->move_count++] = move;
}

/* Adds the moves that one member allows; whether one of them is of a local signal. */
static bool member_moves(struct bl_environment *env, struct bl_env_state *state, int *capacity,
                         int marking) {
    bool wants = false;
    int count;
    const int *enabled = list_enabled(env, marking, &count);
    for (int t = 0; t < count; t++) {
        const struct bl_stg_transition *transition = &env->net->transitions[enabled[t]];
        if (!is_visible(env, transition)) continue;
        bool toggle = transition->edge == BL_STG_TOGGLE;
        wants |= bl_stg_is_local(env->net, transition->signal);
        for (int rise = 0; rise < 2; rise++)
            if (toggle || (transition->edge == BL_STG_RISE) == rise)
                add_move(env, state, capacity,
                         (struct bl_env_move){transition->signal, rise, toggle, -1});
    }
    return wants;
}

/* Whether one unseen step leads from a marking to one of those that are chosen. The set is sorted.
 */
static bool leads(struct bl_environment *env, const struct set *set, const bool *chosen,
                  int marking) {
    int count;
    const int *enabled = list_enabled(env, marking, &count);
    for (int t = 0; t < count; t++) {
        const struct bl_stg_transition *transition = &env->net->transitions[enabled[t]];
        if (is_visible(env, transition)) continue;
        int next = fire(env, marking, transition);
        const int *member = bsearch(&next, set->items, (size_t)set->count, sizeof *set->items,
                                    by_number);
        if (member && chosen[member - set->items]) return true;
    }
    return false;
}

/* Whether some member never comes to want a local signal by unseen steps, however many there are.
 * `wants`: whether it does at once. */
static bool may_rest(struct bl_environment *env, const struct set *set, bool *wants) {
    int resting = 0;
    for (bool changed = true; changed;) {
        changed = false;
        resting = 0;
        for (int i = set->count - 1; i >= 0; i--) {
            if (!wants[i] && leads(env, set, wants, set->items[i])) wants[i] = changed = true;
            resting += !wants[i];
        }
    }
    return resting > 0;
}

static int by_signal(const void *a, const void *b) {
    const struct bl_env_move *one = a, *two = b;
    return one->signal != two->signal ? one->signal - two->signal : one->rise - two->rise;
}

static int put_set(struct bl_environment *env, struct set *set) {
    close_set(env, set);
    qsort(set->items, (size_t)set->count, sizeof *set->items, by_number);
    int number = bl_table_put(&env->sets, set->items, (size_t)set->count * sizeof *set->items);
    if (number < env->states.count) return number;
    struct bl_env_state *state = BL_APPEND(env->arena, &env->states);
    int capacity = 0;
    bool *wants = BL_NEW(env->arena, bool, set->count + 1);
    for (int i = 0; i < set->count; i++)
        wants[i] = member_moves(env, state, &capacity, set->items[i]);
    state->may_rest = may_rest(env, set, wants);
    if (state->move_count)
        qsort(state->moves, (size_t)state->move_count, sizeof *state->moves, by_signal);
    return number;
}

static int first_place(const struct bl_stg *net, int transition) {
    return net->transitions[transition].pre_count ? net->transitions[transition].pre[0]
                                                  : net->place_count;
}

/* Sorts the transitions by the first place that they take from. */
static void find_takers(struct bl_environment *env) {
    const struct bl_stg *net = env->net;
    env->taker_start = BL_NEW(env->arena, int, net->place_count + 3);
    env->takers = BL_NEW(env->arena, int, net->transition_count + 1);
    env->enabled = BL_NEW(env->arena, int, net->transition_count + 1);
    for (int t = 0; t < net->transition_count; t++) env->taker_start[first_place(net, t) + 2]++;
    for (int p = 2; p < net->place_count + 3; p++) env->taker_start[p] += env->taker_start[p - 1];
    for (int t = 0; t < net->transition_count; t++)
        env->takers[env->taker_start[first_place(net, t) + 1]++] = t;
}

struct bl_environment *bl_environment_new(struct bl_arena *arena, const struct bl_stg *net,
                                          const bool *visible) {
    struct bl_environment *env = BL_NEW(arena, struct bl_environment, 1);
    env->arena = arena;
    env->net = net;
    env->visible = visible;
    int64_t tokens = 0;
    for (int i = 0; i < net->place_count; i++) tokens += net->places[i].tokens;
    env->width = tokens > MANY_TOKENS ? 4 : 1;
    env->scratch = bl_alloc(arena, (size_t)net->place_count * (size_t)env->width + 1);
    find_takers(env);
    bl_table_init(&env->markings, arena);
    bl_table_init(&env->sets, arena);
    return env;
}

int bl_environment_start(struct bl_environment *env) {
    struct set set = {0};
    for (int i = 0; i < env->net->place_count; i++)
        set_tokens(env, env->scratch, i, (uint32_t)env->net->places[i].tokens);
    *BL_APPEND(env->arena, &set) = bl_table_put(&env->markings, env->scratch,
                                                (size_t)env->net->place_count * (size_t)env->width);
    return put_set(env, &set);
}

const struct bl_env_state *bl_environment_state(const struct bl_environment *env, int state) {
    return &env->states.items[state];
}

/* The move of a signal, or NULL: the net does not allow it. */
static struct bl_env_move *environment_move(const struct bl_environment *env, int state, int signal,
                                            bool rise) {
    const struct bl_env_state *row = &env->states.items[state];
    for (int i = 0; i < row->move_count; i++)
        if (row->moves[i].signal == signal && row->moves[i].rise == rise) return &row->moves[i];
    return NULL;
}

static bool fits(const struct bl_stg_transition *transition, int signal, bool rise) {
    return transition->signal == signal &&
           (transition->edge == BL_STG_TOGGLE || (transition->edge == BL_STG_RISE) == rise);
}

int bl_environment_step(struct bl_environment *env, int state, int signal, bool rise) {
    struct bl_env_move *move = environment_move(env, state, signal, rise);
    if (!move || move->next >= 0) return move ? move->next : -1;
    const int *members = bl_table_bytes(&env->sets, state);
    int count = (int)(bl_table_length(&env->sets, state) / sizeof *members);
    struct set set = {0};
    for (int i = 0; i < count; i++) {
        int enabled_count;
        const int *enabled = list_enabled(env, members[i], &enabled_count);
        for (int t = 0; t < enabled_count; t++) {
            const struct bl_stg_transition *transition = &env->net->transitions[enabled[t]];
            if (fits(transition, signal, rise))
                add_member(env, &set, fire(env, members[i], transition));
        }
    }
    return move->next = put_set(env, &set);
}
