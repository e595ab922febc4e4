/* The tree: what is printed parses to the same print; recovery after errors. */
#include "front_text.h"
#include "ir/network.h"
#include "settings/setting.h"
#include "syntax/parse.h"

static char *print_tree(const char *text) {
    struct run run;
    struct bl_text out = {0};
    run_parse(&run, text, strlen(text));
    bl_tree_print(&out, run.tree);
    bl_text_bytes(&out, "", 0);
    run_end(&run);
    return out.bytes;
}

static void round_trip(void **state) {
    (void)state;
    char *first = print_tree(
        "import \"a.loom\"; const A = 1 + 2 * -(3 - log2(8)) << 4 % 5; const R = 6.25 GB/s * 2 - 1 "
        "B/s;" CLUSTER RECORD PIPELINE
        "const c = 0x1F;\nlet d = key[c];\nlet e = key;\npartition items by node, key[4 +: 2];\n"
        "repeat i in 0..c { repeat j in -1..1 { pass { read key, value -> histogram(node) as h -> "
        "crossbar(d) -> write k, v } } }\n"
        "pass { read key -> table(e) as t }\npass { read key -> crossbar(t) -> alltoallv(node, h) "
        "-> crossbar(key[1:0]) -> write z }\n}\n");
    char *second = print_tree(first);
    assert_string_equal(first, second);
    assert_non_null(strstr(first, "const A = (1 + (2 * (-(3 - log2(8))))) << (4 % 5);"));
    assert_non_null(strstr(first, "repeat j in -1..1 {"));
    free(first);
    free(second);
}

static void precedence(void **state) {
    (void)state;
    char *text = print_tree("const A = 1 - 2 - 3; const B = 1 + 2 * 3; const C = 1 << 2 + 3;");
    assert_string_equal(
        text, "const A = (1 - 2) - 3;\nconst B = 1 + (2 * 3);\nconst C = 1 << (2 + 3);\n");
    free(text);
}

static void errors_in(const char *text, int errors, int declarations) {
    struct run run;
    run_parse(&run, text, strlen(text));
    assert_int_equal(run.diags->errors, errors);
    int count = 0;
    for (const struct bl_declaration *declaration = run.tree->declarations; declaration;
         declaration = declaration->next)
        count++;
    assert_int_equal(count, declarations);
    run_end(&run);
}

static void recovery(void **state) {
    (void)state;
    errors_in("", 0, 0);
    errors_in("}", 1, 0);
    errors_in("} } ) record r { a: u8; }", 1, 0);
    errors_in("const A = ;\nconst B = 1;", 1, 2);
    errors_in("const A = 1\nconst B = 1\nrecord r { a: u8 b: u8 }", 4, 3);
    errors_in("record r { const a: u8;\nconst b: u8;\n c: u8; }\nconst C = 1;", 2, 2);
    errors_in("pipeline p(a: b on c {\n pass { read a -> write b }\n}\nconst C = 1;", 1, 2);
    errors_in("pipeline p(a: b) on c\n pass { read a -> write b }\n}\nconst C = 1;", 1, 2);
    errors_in("cluster c { memory { channels 16;\n}\nrecord r { a: u8; }", 1, 2);
}

/* The only error of a text: its code, where it is, and what it says. */
static void error_at(const char *text, const char *code, int column, int extent, const char *says) {
    struct run run;
    run_parse(&run, text, strlen(text));
    assert_int_equal(run.diags->errors, 1);
    const struct bl_diagnostic *error = run.diags->items;
    assert_string_equal(error->code, code);
    assert_int_equal(error->range.column, column);
    assert_int_equal(error->range.extent, extent);
    assert_string_equal(error->text, says);
    run_end(&run);
}

/* What is wrong with the clauses of a declaration, at the word that is wrong. */
static void clauses(void **state) {
    (void)state;
    static const char missing[] = "a `;` is missing here";
    error_at("bus b { domains 4 delay 1 ns; }", "E0021", 18, 1, missing);
    error_at("bus b { arbitration distributed domains 4; }", "E0021", 32, 1, missing);
    error_at("traffic { gap 1 us..2 us words 4; }", "E0021", 25, 1, missing);
    error_at("cluster c { board b nodes 4; }", "E0021", 20, 1, missing);
    error_at("cluster c { memory { channels 4 width 8 B; } nodes 4; }", "E0021", 32, 1, missing);
    error_at("cluster c { nodes 2 * 2 network rsb { } }", "E0021", 24, 1, missing);
    error_at("const A = 4 const B = 5;", "E0021", 12, 1, missing);
    error_at("transfer 1 -> 2 words 3 words 4;", "E0081", 25, 5, "`words` is given twice");
    error_at("transfer 1 -> 2 at 3 us words 4;", "E0027", 25, 5, "`words` must precede `at`");
    error_at("transfer 1 -> 2 words at 3 us;", "E0020", 23, 2,
             "expected a number, a constant or `(`, found `at`");
    error_at("transfer 1 -> 2, words 3;", "E0020", 16, 1,
             "expected `words`, `at` or `;`, found `,`");
    error_at("transfer 1 -> 2 words 3 4;", "E0020", 25, 1, "expected `at` or `;`, found `4`");
    error_at("traffic { gap 1 us 2 us; }", "E0020", 20, 1, "expected `..` or `;`, found `2`");
    error_at("bus b { 4 domains; }", "E0020", 9, 1,
             "expected `domains` in front of its value, found `4`");
    error_at("bus b { delay ns 1; }", "E0020", 15, 2,
             "expected a number such as `1 ns`, found `ns`");
    errors_in("const words = 3; const at = 1 us; const ns = 2; transfer 1 -> 2 words words * ns at "
              "at + 2 ns;",
              0, 4);
    errors_in("bus b { domains 4 delay 1 ns }\ntransfer 1 -> 2 at 1 us words 2 words 3 at 1 us;", 5,
              2);
}

static void deep_blocks(void **state) {
    (void)state;
    struct bl_text text = {0};
    struct run run;
    bl_text_add(&text, "pipeline p(a: b) on c {\n");
    for (int i = 0; i < 5000; i++) bl_text_add(&text, "repeat i%d in 0..0 {\n", i);
    for (int i = 0; i < 5001; i++) bl_text_add(&text, "}\n");
    run_parse(&run, text.bytes, text.length);
    assert_int_equal(run.diags->errors, 1);
    assert_non_null(find_code(&run, "E0023"));
    run_end(&run);
    bl_text_free(&text);
}

static void deep_brackets(void **state) {
    (void)state;
    static const char signs[] = {'(', '-', '['};
    for (size_t s = 0; s < sizeof signs; s++) {
        struct bl_text text = {0};
        struct run run;
        bl_text_add(&text, "const A = ");
        for (int i = 0; i < 100000; i++) bl_text_bytes(&text, &signs[s], 1);
        run_parse(&run, text.bytes, text.length);
        assert_true(run.diags->errors >= 1);
        run_end(&run);
        bl_text_free(&text);
    }
}

/* Two networks have a setting of the same name, one of them as a list. */
static const struct bl_setting plain[] = {{.word = "share"}, {.word = "speed"}, {0}},
                               lists[] = {{.word = "share", .listed = true}, {0}};
static const struct bl_network_row one = {.word = "one", .settings = plain},
                                   two = {.word = "two", .settings = lists};
static const struct bl_network_row *const networks[] = {&one, &two, NULL};
static const struct bl_vocabulary vocabulary = {networks};

/* The first message of a text, or none. */
static void said_of(const char *text, const char *expected) {
    struct run run = {.arena = bl_arena_new()};
    run.diags = bl_diags_new(run.arena, &run.sources);
    int file = bl_source_add(run.arena, &run.sources, "test.loom", text, (int)strlen(text));
    bl_parse(run.arena, run.diags, bl_symbols_new(run.arena), &vocabulary, file);
    assert_string_equal(run.diags->count ? run.diags->items[0].text : "none", expected);
    run_end(&run);
}

static void settings_are_of_the_vocabulary(void **state) {
    (void)state;
    said_of("cluster c { network two { share 1, 2; } }", "none");
    said_of("cluster c { network one { share 1, 2; } }", "expected `;`, found `,`");
    said_of("cluster c { network two { speed 1; } }", "none");
    said_of("cluster c { network one { link 1; } }",
            "unknown part `link` of a network; expected share, speed or clock; the topology is the "
            "network's name: one or two");
    said_of("cluster c { network one { sped 1; } }",
            "unknown part `sped` of a network; did you mean `speed`?");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),
        cmocka_unit_test(precedence),
        cmocka_unit_test(recovery),
        cmocka_unit_test(deep_blocks),
        cmocka_unit_test(deep_brackets),
        cmocka_unit_test(clauses),
        cmocka_unit_test(settings_are_of_the_vocabulary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
