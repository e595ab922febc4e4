#include "async/net/stg_net.h"

#include <stdlib.h>
#include <string.h>

#include "async/net/stg_mutex.h"
#include "base/arena.h"
#include "base/text.h"
#include "async/net/stg_parse_inner.h"

static const char *const kind_words[] = {"input", "output", "internal", "dummy"};

const char *bl_stg_kind_word(enum bl_stg_kind kind) { return kind_words[kind]; }

static int compare(const void *left, const void *right) {
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

/* Sorts a list and drops what is there twice, of which one is put into `*twice`; returns the new
 * length. */
static int sort_unique(int *list, int count, int *twice) {
    int kept = 0;
    if (count > 1) qsort(list, (size_t)count, sizeof *list, compare);
    for (int i = 0; i < count; i++)
        if (kept && list[kept - 1] == list[i]) *twice = list[i];
        else list[kept++] = list[i];
    return kept;
}

/* Room for the arcs of every transition, counted first. */
static void count_arcs(struct bl_stg_parser *parser, struct bl_stg *stg) {
    for (int i = 0; i < parser->arcs.count; i++) {
        struct bl_stg_transition *transition = &stg->transitions[parser->arcs.items[i].transition];
        if (parser->arcs.items[i].produces) transition->post_count++;
        else transition->pre_count++;
    }
    for (int i = 0; i < stg->transition_count; i++) {
        struct bl_stg_transition *transition = &stg->transitions[i];
        transition->pre = BL_NEW(parser->arena, int, transition->pre_count);
        transition->post = BL_NEW(parser->arena, int, transition->post_count);
        transition->pre_count = transition->post_count = 0;
    }
}

/* Brings the places of a transition in order; an arc that is there twice is reported. Returns their
 * number. */
static int clean_list(struct bl_stg_parser *parser, const struct bl_stg *stg, int transition,
                      int *list, int count) {
    int twice = -1, kept = sort_unique(list, count, &twice);
    bool intended = twice >= 0 && stg->places[twice].implicit &&
                    list == stg->transitions[transition].pre; /* by the transition before */
    const struct bl_stg_transition *row = &stg->transitions[transition];
    if (twice >= 0 && !intended)
        bl_report(parser->diags, BL_MSG_STG_ARC_TWICE, row->range, row->name,
                  stg->places[twice].name);
    return kept;
}

static void fill_transitions(struct bl_stg_parser *parser, struct bl_stg *stg) {
    count_arcs(parser, stg);
    for (int i = 0; i < parser->arcs.count; i++) {
        const struct bl_stg_arc *arc = &parser->arcs.items[i];
        struct bl_stg_transition *transition = &stg->transitions[arc->transition];
        if (arc->produces) transition->post[transition->post_count++] = arc->place;
        else transition->pre[transition->pre_count++] = arc->place;
    }
    for (int i = 0; i < stg->transition_count; i++) {
        struct bl_stg_transition *transition = &stg->transitions[i];
        transition->pre_count = clean_list(parser, stg, i, transition->pre, transition->pre_count);
        transition->post_count = clean_list(parser, stg, i, transition->post,
                                            transition->post_count);
    }
}

void bl_stg_fill_places(struct bl_arena *arena, struct bl_stg *stg) {
    for (int fill = 0; fill < 2; fill++) {
        for (int i = 0; i < stg->transition_count; i++) {
            const struct bl_stg_transition *transition = &stg->transitions[i];
            for (int j = 0; j < transition->pre_count; j++) {
                struct bl_stg_place *place = &stg->places[transition->pre[j]];
                if (fill) place->post[place->post_count] = i;
                place->post_count++;
            }
            for (int j = 0; j < transition->post_count; j++) {
                struct bl_stg_place *place = &stg->places[transition->post[j]];
                if (fill) place->pre[place->pre_count] = i;
                place->pre_count++;
            }
        }
        for (int i = 0; i < stg->place_count && !fill; i++) {
            struct bl_stg_place *place = &stg->places[i];
            place->pre = BL_NEW(arena, int, place->pre_count);
            place->post = BL_NEW(arena, int, place->post_count);
            place->pre_count = place->post_count = 0;
        }
    }
}

static void check_net(struct bl_diags *diags, struct bl_arena *scratch, const struct bl_stg *stg) {
    bool *moves = BL_NEW(scratch, bool, stg->signal_count + stg->dummy_count);
    for (int i = 0; i < stg->transition_count; i++) moves[stg->transitions[i].signal] = true;
    for (int i = 0; i < stg->signal_count + stg->dummy_count; i++)
        if (!moves[i])
            bl_report(diags, BL_MSG_STG_UNUSED, stg->signals[i].range, stg->signals[i].name);
    for (int i = 0; i < stg->place_count; i++) {
        const struct bl_stg_place *place = &stg->places[i];
        if (place->capacity && place->tokens > place->capacity)
            bl_report(diags, BL_MSG_STG_OVER_CAPACITY, place->range, place->name, place->tokens,
                      place->capacity);
    }
}

static void *copy_items(struct bl_arena *arena, const void *items, int count, size_t size) {
    void *copy = bl_alloc(arena, (size_t)count * size);
    if (count) memcpy(copy, items, (size_t)count * size);
    return copy;
}

#define COPY(ITEMS) \
    copy_items(arena, parser->ITEMS.items, parser->ITEMS.count, sizeof *parser->ITEMS.items)

struct bl_stg *bl_stg_finish(struct bl_stg_parser *parser) {
    struct bl_arena *arena = parser->arena;
    struct bl_stg *stg = BL_NEW(arena, struct bl_stg, 1);
    stg->name = parser->model;
    stg->signals = COPY(signals);
    stg->transitions = COPY(transitions);
    stg->transition_count = parser->transitions.count;
    stg->places = COPY(places);
    stg->place_count = parser->places.count;
    stg->comments = COPY(comments);
    stg->comment_count = parser->comments.count;
    for (int i = 0; i < parser->signals.count; i++) {
        if (stg->signals[i].kind == BL_STG_DUMMY) stg->dummy_count++;
        else stg->signal_count++;
    }
    fill_transitions(parser, stg);
    bl_stg_fill_places(arena, stg);
    check_net(parser->diags, parser->scratch, stg);
    bl_stg_find_mutexes(arena, parser->diags, stg);
    return stg;
}

static void print_signals(struct bl_text *text, const struct bl_stg *stg, const char *header,
                          enum bl_stg_kind kind) {
    bool first = true;
    for (int i = 0; i < stg->signal_count + stg->dummy_count; i++) {
        if (stg->signals[i].kind != kind) continue;
        bl_text_add(text, "%s %s", first ? header : "", stg->signals[i].name);
        first = false;
    }
    if (!first) bl_text_add(text, "\n");
}

static void print_arcs(struct bl_text *text, const struct bl_stg *stg) {
    for (int i = 0; i < stg->transition_count; i++) {
        const struct bl_stg_transition *transition = &stg->transitions[i];
        bl_text_add(text, "%s", transition->name);
        for (int j = 0; j < transition->post_count; j++) {
            const struct bl_stg_place *place = &stg->places[transition->post[j]];
            bl_text_add(text, " %s",
                        place->implicit ? stg->transitions[place->post[0]].name : place->name);
        }
        bl_text_add(text, "\n");
    }
    for (int i = 0; i < stg->place_count; i++) {
        const struct bl_stg_place *place = &stg->places[i];
        if (place->implicit) continue;
        bl_text_add(text, "%s", place->name);
        for (int j = 0; j < place->post_count; j++)
            bl_text_add(text, " %s", stg->transitions[place->post[j]].name);
        bl_text_add(text, "\n");
    }
}

static void print_places(struct bl_text *text, const struct bl_stg *stg) {
    for (int i = 0; i < stg->place_count; i++)
        if (stg->places[i].capacity)
            bl_text_add(text, ".capacity %s=%d\n", stg->places[i].name, stg->places[i].capacity);
    bl_text_add(text, ".marking {");
    for (int i = 0; i < stg->place_count; i++) {
        if (stg->places[i].tokens) bl_text_add(text, " %s", stg->places[i].name);
        if (stg->places[i].tokens > 1) bl_text_add(text, "=%d", stg->places[i].tokens);
    }
    bl_text_add(text, " }\n");
}

static void print_initial(struct bl_text *text, const struct bl_stg *stg) {
    bool first = true;
    for (int i = 0; i < stg->signal_count; i++) {
        if (stg->signals[i].given < 0) continue;
        bl_text_add(text, "%s %s%s", first ? ".initial state" : "",
                    stg->signals[i].given ? "" : "!", stg->signals[i].name);
        first = false;
    }
    if (!first) bl_text_add(text, "\n");
}

void bl_stg_print(struct bl_text *text, const struct bl_stg *stg) {
    static const char *const protocols[] = {"", " protocol=LATE", " protocol=EARLY"};
    bl_text_add(text, ".model %s\n", stg->name);
    print_signals(text, stg, ".inputs", BL_STG_INPUT);
    print_signals(text, stg, ".outputs", BL_STG_OUTPUT);
    print_signals(text, stg, ".internal", BL_STG_INTERNAL);
    print_signals(text, stg, ".dummy", BL_STG_DUMMY);
    print_initial(text, stg);
    for (int i = 0; i < stg->comment_count; i++)
        bl_text_add(text, "#@mutex %s%s\n", stg->places[stg->comments[i].place].name,
                    protocols[stg->comments[i].protocol]);
    bl_text_add(text, ".graph\n");
    print_arcs(text, stg);
    print_places(text, stg);
    bl_text_add(text, ".end\n");
}
