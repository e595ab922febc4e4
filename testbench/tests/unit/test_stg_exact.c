/* The exact search for state signals, against all labellings of small specifications one after the
 * other. */
#include "stg_text.h"

#include <unistd.h>

#include "async/coding/exact.h"
#include "async/emit/stg_circuit_print.h"
#include "async/net/stg_parse.h"
#include "async/stg_circuit.h"

enum { MOST_STATES = 9, MOST_FOR_TWO = 6 };

static struct bl_spec *specify(struct net_run *run, const char *text) {
    net_good(run, text);
    struct bl_state_graph *graph = bl_graph_observe(
        run->arena, bl_graph_build(run->arena, run->stg, 1000), 1000);
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

/* Every labelling after the other; with `more`, each legal one is inserted and the exact search
 * asked for one more signal. */
static bool exists(const struct bl_spec *spec, bool more) {
    uint8_t labels[MOST_STATES];
    bool found = false;
    assert_true(spec->state_count <= MOST_STATES);
    for (int number = 0; number < 1 << 2 * spec->state_count && !found; number++) {
        for (int i = 0; i < spec->state_count; i++) labels[i] = number >> 2 * i & 3;
        if (!more) found = is_solution(spec, labels);
        if (!more || !bl_insert_legal(spec, labels)) continue;
        struct bl_arena *arena = bl_arena_new();
        found = bl_exact_find(arena, bl_insert_apply(arena, spec, labels, "s"), 1, 0).verdict ==
                BL_EXACT_FOUND;
        bl_arena_free(arena);
    }
    return found;
}

static bool check(struct net_run *run, const struct bl_spec *spec, int signals, bool wanted,
                  const char *text) {
    struct bl_exact exact = bl_exact_find(run->arena, spec, signals, 0);
    if (exact.verdict != (wanted ? BL_EXACT_FOUND : BL_EXACT_NONE))
        print_error("%d signals\n%s\n", signals, text);
    assert_int_equal(exact.verdict, wanted ? BL_EXACT_FOUND : BL_EXACT_NONE);
    if (wanted)
        assert_true(exact.step_count <= signals &&
                    !bl_spec_conflicts(exact.steps[exact.step_count - 1]));
    return wanted;
}

/* The same verdict both ways; how many signals there are, up to two, or 0. */
static int agree(const char *text) {
    struct net_run run;
    const struct bl_spec *spec = specify(&run, text);
    int found = check(&run, spec, 1, exists(spec, false), text);
    if (!found && spec->state_count <= MOST_FOR_TWO)
        found = 2 * check(&run, spec, 2, exists(spec, true), text);
    net_end(&run);
    return found;
}

/* Two branches at once, where the order in which they go on matters, with every choice of inputs.
 */
static void branches(void **state) {
    (void)state;
    static const char *const graphs[] = {
        "r+ x+ y+\nx+ x-\nx- r-\ny+ r-\nr- y-\ny- r+\n.marking { <y-,r+> }\n",
        "r+ x+ y+\nx+ x-\ny+ x-\nx- y-\ny- r-\nr- r+\n.marking { <r-,r+> }\n",
        "r+ x+ y+\nx+ x- y-\ny+ x- y-\nx- r-\ny- r-\nr- r+\n.marking { <r-,r+> }\n"};
    int found[3] = {0};
    for (int i = 0; i < 24; i++) {
        struct bl_text text = {0};
        for (int s = 0; s < 3; s++)
            bl_text_add(&text, "%s %c\n", i >> s & 1 ? ".inputs" : ".outputs", "rxy"[s]);
        bl_text_add(&text, ".graph\n%s.end\n", graphs[i / 8]);
        found[agree(text.bytes)]++;
        bl_text_free(&text);
    }
    assert_true(found[0] > 0 && found[1] > 0);
}

/* A ring of edges in random order; every signal of three moves an even number of times. Nothing
 * when the ring gets too long. */
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
        bl_text_add(text, "%c%c/%d %c%c/%d\n", 'a' + edges[i], now >> edges[i] & 1 ? '+' : '-', i,
                    'a' + next, now >> next & 1 ? '-' : '+', (i + 1) % count);
    }
    bl_text_add(text, ".marking { <%c-/%d,%c+> }\n.end\n", 'a' + edges[count - 1], count - 1,
                'a' + edges[0]);
}

static void rings(void **state) {
    (void)state;
    uint64_t random = 12345;
    int tried = 0, found[3] = {0};
    while (tried < 60) {
        struct bl_text text = {0};
        add_ring(&text, &random);
        if (text.length) {
            found[agree(text.bytes)]++;
            tried++;
        }
        bl_text_free(&text);
    }
    assert_true(found[0] > 5 && found[1] > 5 && found[2] > 0);
}

/* Edges of two signals in random order, each up and down again, from r+ to r-. */
static void add_branch(struct bl_text *text, uint64_t *random, const char *signals) {
    int moves[2] = {0}, left = 4;
    bl_text_add(text, "r+");
    while (left-- || moves[0] % 2 || moves[1] % 2) {
        int s = (int)net_random(random, 2);
        if (left < 0 && !(moves[s] % 2)) s = !s;
        bl_text_add(text, " %c%c/%d\n%c%c/%d", signals[s], moves[s] % 2 ? '-' : '+', moves[s] / 2,
                    signals[s], moves[s] % 2 ? '-' : '+', moves[s] / 2);
        moves[s]++;
        if (left < 0) left = 0;
    }
    bl_text_add(text, " r-\n");
}

/* Two branches of many edges: what is found for one to three signals passes the checks of
   insertion, and there is all of it that fewer signals have. */
static void concurrent(void **state) {
    (void)state;
    uint64_t random = 4711;
    int first[4] = {0};
    for (int round = 0; round < 16; round++) {
        struct bl_text text = {0};
        struct net_run run;
        unsigned inputs = net_random(&random, 16) & net_random(&random, 16);
        for (int s = 0; s < 4; s++)
            bl_text_add(&text, "%s %c\n", inputs >> s & 1 ? ".inputs" : ".outputs", "xyuv"[s]);
        bl_text_add(&text, ".outputs r\n.graph\n");
        add_branch(&text, &random, "xy");
        add_branch(&text, &random, "uv");
        bl_text_add(&text, "r- r+\n.marking { <r-,r+> }\n.end\n");
        const struct bl_spec *spec = specify(&run, text.bytes);
        enum bl_exact_verdict before = BL_EXACT_NONE;
        for (int signals = 1; signals <= 3; signals++) {
            struct bl_exact exact = bl_exact_find(run.arena, spec, signals, 0);
            if (exact.verdict == BL_EXACT_OPEN) print_error("%s, %s\n", text.bytes, exact.ended);
            assert_int_not_equal(exact.verdict, BL_EXACT_OPEN);
            assert_true(exact.verdict == BL_EXACT_FOUND || before == BL_EXACT_NONE);
            if (exact.verdict != before) first[signals]++;
            before = exact.verdict;
        }
        first[0] += before == BL_EXACT_NONE;
        bl_text_free(&text);
        net_end(&run);
    }
    assert_true(first[0] > 0 && first[2] > 0 && first[3] > 0);
}

struct file {
    struct net_run run;
    struct bl_state_graph *graph;
    struct bl_spec *spec;
};

static struct file read_file(const char *path) {
    struct file file = {.run.arena = bl_arena_new()};
    file.run.diags = bl_diags_new(file.run.arena, &file.run.sources);
    file.run.stg = bl_stg_read(file.run.arena, file.run.diags, path);
    assert_non_null(file.run.stg);
    file.graph = bl_graph_observe(file.run.arena,
                                  bl_graph_build(file.run.arena, file.run.stg, 1000), 1000);
    file.spec = bl_synth_specify(file.run.arena, file.run.diags, file.run.stg, file.graph);
    return file;
}

/* What the search for few literals misses is found: where it has found more signals, and where it
 * has found none. */
static void complete(void **state) {
    (void)state;
    struct file file = read_file("testbench/tests/stg/coding_two.g");
    assert_int_equal(bl_csc_least(file.spec), 1);
    for (int limit = 2; limit < 4; limit++) {
        struct bl_coding coding = bl_csc_resolve(file.run.arena, file.spec, limit, 0);
        assert_non_null(coding.spec);
        assert_int_equal(coding.spec->signal_count - file.spec->signal_count, 2);
        assert_int_equal(coding.least, 2);
        assert_null(coding.ended);
    }
    net_end(&file.run);
}

/* Two signals are too few where counting says that one might do; so a limit of two is a failure,
 * and the message says that it is proven. */
static void proven(void **state) {
    (void)state;
    struct file file = read_file("testbench/tests/stg/coding_three.g");
    assert_int_equal(bl_csc_least(file.spec), 1);
    assert_int_equal(bl_exact_find(file.run.arena, file.spec, 2, 0).verdict, BL_EXACT_NONE);
    struct bl_coding coding = bl_csc_resolve(file.run.arena, file.spec, 12, 0);
    assert_int_equal(coding.spec->signal_count - file.spec->signal_count, 3);
    assert_int_equal(coding.least, 3);
    assert_null(bl_synth_resolve(file.run.arena, file.run.diags, file.graph, file.spec, 2).spec);
    assert_non_null(strstr(file.run.diags->items[0].text, "proven that 2 state signals"));
    assert_non_null(file.run.diags->items[0].notes);
    net_end(&file.run);
}

/* A solver that may not work decides nothing, and the result says so. */
static void bounded(void **state) {
    (void)state;
    struct file file = read_file("testbench/tests/stg/coding_three.g");
    struct bl_exact exact = bl_exact_find(file.run.arena, file.spec, 2, 1);
    assert_int_equal(exact.verdict, BL_EXACT_OPEN);
    assert_string_equal(exact.ended, "after 1 conflict of the solver");
    assert_int_equal(bl_exact_find(file.run.arena, file.spec, 20, 0).verdict, BL_EXACT_OPEN);
    struct bl_stg_circuit circuit = {.coding = bl_csc_resolve(file.run.arena, file.spec, 12, 1)};
    assert_int_equal(circuit.coding.least, 1);
    assert_int_equal(circuit.coding.open, 1);
    assert_non_null(circuit.coding.ended);
    circuit.synthesis = bl_synthesise(file.run.arena, file.run.diags, file.run.stg,
                                      circuit.coding.spec, &circuit.options);
    struct bl_text text = {0};
    bl_stg_circuit_print(&text, &circuit);
    bl_text_bytes(&text, "", 1);
    assert_non_null(strstr(text.bytes, "3 state signals inserted, at least 1 needed (not decided "
                                       "whether 1 can do: the exact search ended "
                                       "after 1 conflict of the solver)"));
    bl_text_free(&text);
    net_end(&file.run);
}

/* The solver talks to nobody, not even about a formula that cannot be as soon as it is read: no
 * signals for some conflicts. */
static void quiet(void **state) {
    (void)state;
    struct file file = read_file("testbench/tests/stg/coding_three.g");
    FILE *said = tmpfile();
    fflush(stdout);
    int kept = dup(1);
    assert_true(said && kept >= 0 && dup2(fileno(said), 1) >= 0);
    enum bl_exact_verdict verdict = bl_exact_find(file.run.arena, file.spec, 0, 0).verdict;
    fflush(stdout);
    dup2(kept, 1);
    close(kept);
    assert_int_equal(verdict, BL_EXACT_NONE);
    assert_int_equal(fseek(said, 0, SEEK_END), 0);
    assert_int_equal(ftell(said), 0);
    fclose(said);
    net_end(&file.run);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(branches),   cmocka_unit_test(rings),
                                       cmocka_unit_test(concurrent), cmocka_unit_test(complete),
                                       cmocka_unit_test(proven),     cmocka_unit_test(bounded),
                                       cmocka_unit_test(quiet)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
