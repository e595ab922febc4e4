/* The exact search for one state signal, against all labellings of small specifications one after the other. */
#include "stg_text.h"

#include "csc.h"
#include "single.h"
#include "synth.h"

enum { MOST_STATES = 9 };

static struct bl_spec *specify(struct net_run *run, const char *text) {
    net_good(run, text);
    struct bl_state_graph *graph = bl_graph_observe(run->arena, bl_graph_build(run->arena, run->stg, 1000), 1000);
    struct bl_spec *spec = bl_synth_specify(run->arena, run->diags, run->stg, graph);
    assert_non_null(spec);
    return spec;
}

static bool is_solution(const struct bl_spec *spec, const uint8_t *labels) {
    if (!bl_insert_legal(spec, labels)) return false;
    struct bl_arena *arena = bl_arena_new();
    bool settled = !bl_spec_conflicts(bl_insert_apply(arena, spec, labels, "s"));
    bl_arena_free(arena);
    return settled;
}

static bool exists(const struct bl_spec *spec) {
    uint8_t labels[MOST_STATES];
    assert_true(spec->state_count <= MOST_STATES);
    for (int number = 0; number < 1 << 2 * spec->state_count; number++) {
        for (int i = 0; i < spec->state_count; i++) labels[i] = number >> 2 * i & 3;
        if (is_solution(spec, labels)) return true;
    }
    return false;
}

/* The same verdict both ways; true: there is a signal. */
static bool agree(const char *text) {
    struct net_run run;
    const struct bl_spec *spec = specify(&run, text);
    uint8_t labels[MOST_STATES];
    bool wanted = exists(spec);
    enum bl_single found = bl_single_find(spec, 0, labels);
    if (found != (wanted ? BL_SINGLE_FOUND : BL_SINGLE_NONE)) print_error("%s\n", text);
    assert_int_equal(found, wanted ? BL_SINGLE_FOUND : BL_SINGLE_NONE);
    if (wanted) assert_true(is_solution(spec, labels));
    net_end(&run);
    return wanted;
}

/* Two branches at once, where the order in which they go on matters, with every choice of inputs. */
static void branches(void **state) {
    (void)state;
    static const char *const graphs[] = {
        "r+ x+ y+\nx+ x-\nx- r-\ny+ r-\nr- y-\ny- r+\n.marking { <y-,r+> }\n",
        "r+ x+ y+\nx+ x-\ny+ x-\nx- y-\ny- r-\nr- r+\n.marking { <r-,r+> }\n",
        "r+ x+ y+\nx+ x- y-\ny+ x- y-\nx- r-\ny- r-\nr- r+\n.marking { <r-,r+> }\n"};
    int found = 0, none = 0;
    for (int i = 0; i < 24; i++) {
        struct bl_text text = {0};
        for (int s = 0; s < 3; s++) bl_text_add(&text, "%s %c\n", i >> s & 1 ? ".inputs" : ".outputs", "rxy"[s]);
        bl_text_add(&text, ".graph\n%s.end\n", graphs[i / 8]);
        *(agree(text.bytes) ? &found : &none) += 1;
        bl_text_free(&text);
    }
    assert_true(found > 0 && none > 0);
}

/* A ring of edges in random order; every signal of three moves an even number of times. Nothing when the ring gets too long. */
static void add_ring(struct bl_text *text, uint64_t *random) {
    int edges[MOST_STATES], count = 0, values = 0;
    do {
        edges[count] = (int)net_random(random, 3);
        values ^= 1 << edges[count++];
    } while (count < MOST_STATES && (values || count < 5));
    if (values) return;
    bl_text_add(text, ".inputs a\n.outputs b c\n.graph\n");
    for (int i = 0, now = 0; i < count; i++) {
        now ^= 1 << edges[i];
        int next = edges[(i + 1) % count];
        bl_text_add(text, "%c%c/%d %c%c/%d\n", 'a' + edges[i], now >> edges[i] & 1 ? '+' : '-', i, 'a' + next, now >> next & 1 ? '-' : '+',
                    (i + 1) % count);
    }
    bl_text_add(text, ".marking { <%c-/%d,%c+> }\n.end\n", 'a' + edges[count - 1], count - 1, 'a' + edges[0]);
}

static void rings(void **state) {
    (void)state;
    uint64_t random = 12345;
    int tried = 0, found = 0;
    while (tried < 60) {
        struct bl_text text = {0};
        add_ring(&text, &random);
        if (text.length) {
            found += agree(text.bytes);
            tried++;
        }
        bl_text_free(&text);
    }
    assert_true(found > 5 && found < 55);
}

/* Too little work decides nothing, and says so. */
static void bounded(void **state) {
    (void)state;
    struct net_run run;
    uint8_t labels[MOST_STATES];
    const struct bl_spec *spec = specify(&run, ".inputs r\n.outputs x y\n.graph\nr+ x+ y+\nx+ x-\nx- r-\ny+ r-\nr- y-\ny- r+\n"
                                               ".marking { <y-,r+> }\n.end\n");
    assert_int_equal(bl_single_find(spec, 1, labels), BL_SINGLE_OPEN);
    net_end(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(branches), cmocka_unit_test(rings), cmocka_unit_test(bounded)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
