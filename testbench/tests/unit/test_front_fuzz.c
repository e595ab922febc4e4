/* Programs that are damaged at random, always the same way: the front end must survive them all,
 * and say why when it gives no program. */
#include "front_text.h"

enum { ROUNDS = 1500, LONGEST = 16384 };

static uint64_t random_state;

static unsigned random_below(unsigned limit) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (unsigned)((random_state >> 20) % limit);
}

struct victim {
    char text[LONGEST];
    unsigned length;
};

static void remove_bytes(struct victim *victim) {
    if (!victim->length) return;
    unsigned from = random_below(victim->length), count = random_below(1 + random_below(40));
    if (from + count > victim->length) count = victim->length - from;
    memmove(victim->text + from, victim->text + from + count, victim->length - from - count);
    victim->length -= count;
}

static void insert_bytes(struct victim *victim, const char *bytes, unsigned count) {
    unsigned at = random_below(victim->length + 1);
    if (victim->length + count > LONGEST) return;
    memmove(victim->text + at + count, victim->text + at, victim->length - at);
    memcpy(victim->text + at, bytes, count);
    victim->length += count;
}

static void copy_bytes(struct victim *victim) {
    char copy[64];
    if (victim->length < sizeof copy) return;
    unsigned count = 1 + random_below(sizeof copy - 1);
    memcpy(copy, victim->text + random_below(victim->length - count), count);
    insert_bytes(victim, copy, count);
}

static void insert_word(struct victim *victim) {
    static const char *const words[] = {" { ",
                                        " } ",
                                        ";",
                                        "(",
                                        ")",
                                        "[",
                                        "]",
                                        "->",
                                        "..",
                                        "+:",
                                        "\"",
                                        "/*",
                                        "*/",
                                        "//",
                                        "\n",
                                        " 9223372036854775807 ",
                                        " -1 ",
                                        " 0 ",
                                        " 1e9 ",
                                        "0x",
                                        "GB/s",
                                        " pass { read key -> ",
                                        " write key ",
                                        " repeat x in 0..3 {",
                                        " import \"x\";",
                                        " log2(",
                                        " pipeline p(a: item) on optweb {",
                                        " as ",
                                        " let ",
                                        "\xff\xfe",
                                        "key",
                                        " partition items by node, channel;",
                                        " record item { ",
                                        " / 0",
                                        " << 62 ",
                                        " % ",
                                        " nodes ",
                                        " 1000000000 "};
    const char *word = words[random_below(sizeof words / sizeof *words)];
    insert_bytes(victim, word, (unsigned)strlen(word));
}

static void damage(struct victim *victim) {
    for (unsigned i = 1 + random_below(6); i > 0; i--) {
        switch (random_below(5)) {
        case 0:
            if (victim->length)
                victim->text[random_below(victim->length)] ^= (char)(1u << random_below(8));
            break;
        case 1:
            if (victim->length)
                victim->text[random_below(victim->length)] = (char)random_below(256);
            break;
        case 2: remove_bytes(victim); break;
        case 3: copy_bytes(victim); break;
        default: insert_word(victim); break;
        }
    }
}

/* Runs everything that the front end has over the text. */
static void survive(const struct victim *victim, FILE *sink) {
    struct run run;
    struct bl_text text = {0};
    run_check(&run, victim->text, victim->length, NULL);
    assert_true((run.program == NULL) == (run.diags->errors > 0));
    bl_diags_print(run.diags, sink, true);
    bl_diags_print_json(run.diags, sink);
    if (run.program) bl_program_print(&text, run.program);
    bl_text_free(&text);
    bl_tree_print(&text, run.tree);
    bool program = run.program;
    run_end(&run);
    if (program) {
        run_check(&run, text.bytes, text.length, NULL);
        assert_int_equal(run.diags->errors, 0);
        run_end(&run);
    }
    bl_text_free(&text);
}

static void fuzz(const char *path, uint64_t seed) {
    struct victim original, victim;
    FILE *file = fopen(path, "rb"), *sink = fopen("/dev/null", "w");
    assert_non_null(file);
    assert_non_null(sink);
    original.length = (unsigned)fread(original.text, 1, LONGEST, file);
    fclose(file);
    random_state = seed;
    for (int round = 0; round < ROUNDS; round++) {
        victim.length = original.length;
        memcpy(victim.text, original.text, original.length);
        damage(&victim);
        survive(&victim, sink);
    }
    fclose(sink);
}

static void keys(void **state) {
    (void)state;
    fuzz("examples/counting_sort/counting_sort.loom", 0x9E3779B97F4A7C15);
}
static void values(void **state) {
    (void)state;
    fuzz("examples/counting_sort/with_values.loom", 0xD1B54A32D192ED03);
}
static void repeats(void **state) {
    (void)state;
    fuzz("testbench/tests/lang/fuzz/repeat.loom", 0x8CB92BA72F3D8DD7);
}
static void constants(void **state) {
    (void)state;
    fuzz("testbench/tests/lang/good_expressions.loom", 0xABC98388FB8FAC03);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(keys), cmocka_unit_test(values),
                                       cmocka_unit_test(repeats), cmocka_unit_test(constants)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
