/* The .g format: what is read, what is printed again, and that no damaged file does harm. */
#include "async/net/stg_net.h"
#include "async/states/stg_checks.h"
#include "async/states/stg_report.h"
#include "stg_text.h"

static const char everything[] = "# all of the format\n"
                                 ".model  all\n.inputs a \n.inputs b\n.outputs c\n.internal "
                                 "i\n.dummy d\n.mode SELFTIMED\n.initial state !a b\n"
                                 "#@mutex  free\n"
                                 ".graph\n"
                                 "a+/0 c+ p # an implicit place and one with a name\n"
                                 "c+ a-/2\np b~\nb~ i\ni d/3\nd/3 q\nq a-/2\na-/2 c-\nc- a+\n"
                                 "free a+\nc- free\n"
                                 ".capacity free=2 q=1\n"
                                 ".marking {<c-,\ta+/0>\n free=2 }\n.end\nnot read\n";

static void reads_everything(void **state) {
    (void)state;
    struct net_run run;
    net_parse(&run, everything, sizeof everything - 1);
    assert_null(run.stg);
    assert_int_equal(run.diags->count, 1); /* `free` is no mutual exclusion; all else is well */
    assert_string_equal(run.diags->items[0].code, "E4020");
    assert_int_equal(run.diags->items[0].range.line, 10);
    assert_int_equal(run.diags->items[0].range.column, 10);
    net_end(&run);
}

static void net_is_right(void **state) {
    (void)state;
    struct net_run run;
    char text[sizeof everything];
    memcpy(text, everything, sizeof everything);
    memset(strstr(text, "#@mutex"), '#', 7);
    net_good(&run, text);
    const struct bl_stg *stg = run.stg;
    assert_string_equal(stg->name, "all");
    assert_int_equal(stg->signal_count, 4);
    assert_int_equal(stg->dummy_count, 1);
    assert_string_equal(stg->signals[4].name, "d");
    assert_int_equal(stg->signals[0].given, 0);
    assert_int_equal(stg->signals[1].given, 1);
    assert_int_equal(stg->signals[2].given, -1);
    assert_int_equal(stg->transition_count, 7);
    assert_int_equal(stg->place_count, 9);
    const struct bl_stg_transition *join = &stg->transitions[net_transition(stg, "a-/2")];
    assert_int_equal(join->instance, 2);
    assert_int_equal(join->edge, BL_STG_FALL);
    assert_int_equal(join->pre_count, 2);
    assert_int_equal(stg->transitions[net_transition(stg, "i~")].edge, BL_STG_TOGGLE);
    assert_true(bl_stg_is_silent(stg, net_transition(stg, "d/3")));
    assert_int_equal(stg->places[net_place(stg, "free")].tokens, 2);
    assert_int_equal(stg->places[net_place(stg, "free")].capacity, 2);
    assert_int_equal(stg->places[net_place(stg, "<c-,a+>")].tokens, 1);
    assert_true(stg->places[net_place(stg, "<c-,a+>")].implicit);
    assert_false(stg->places[net_place(stg, "q")].implicit);
    net_end(&run);
}

static void finds_mutexes(void **state) {
    (void)state;
    static const char early[] = ".inputs r s\n.outputs g h\n.graph\nm g+ h+\nr+ g+\ng+ r-\nr- g- "
                                "m\ng- r+\ns+ h+\nh+ s-\ns- h- m\nh- s+\n"
                                ".marking { m <g-,r+> <h-,s+> }\n.end\n";
    struct net_run run;
    net_good(&run, ARBITER);
    assert_int_equal(run.stg->mutex_count, 1);
    assert_int_equal(run.stg->mutexes[0].protocol, BL_STG_LATE);
    assert_true(run.stg->mutexes[0].declared);
    assert_string_equal(run.stg->signals[run.stg->mutexes[0].grant[1]].name, "g2");
    assert_string_equal(run.stg->signals[run.stg->mutexes[0].request[1]].name, "r2");
    net_end(&run);
    net_good(&run, early);
    assert_int_equal(run.stg->mutex_count, 1);
    assert_int_equal(run.stg->mutexes[0].protocol, BL_STG_EARLY);
    assert_false(run.stg->mutexes[0].declared);
    assert_string_equal(run.stg->name, "test");
    net_end(&run);
    net_good(&run, C_ELEMENT);
    assert_int_equal(run.stg->mutex_count, 0);
    net_end(&run);
}

/* What is printed reads as the same net: it prints the same again. */
static void check_print(const struct net_run *run) {
    struct bl_text first = {0}, second = {0};
    struct net_run again;
    bl_stg_print(&first, run->stg);
    net_parse(&again, first.bytes, first.length);
    if (!again.stg) fail_msg("%s\n%s", again.diags->items[0].text, first.bytes);
    bl_stg_print(&second, again.stg);
    assert_int_equal(run->stg->place_count, again.stg->place_count);
    assert_int_equal(run->stg->transition_count, again.stg->transition_count);
    assert_int_equal(first.length, second.length);
    net_end(&again);
    bl_text_free(&first);
    bl_text_free(&second);
}

static void prints_again(void **state) {
    (void)state;
    static const char *const texts[] = {
        C_ELEMENT, ARBITER, ".dummy d\n.graph\np d\nd p\n.capacity p=3\n.marking { p=2 }\n.end\n"};
    for (int i = 0; i < 3; i++) {
        struct net_run run;
        net_good(&run, texts[i]);
        check_print(&run);
        net_end(&run);
    }
}

/* A net or an error, and never a crash; a net that was accepted survives the checks. */
static int survive(const char *text, size_t length) {
    struct net_run run;
    net_parse(&run, text, length);
    assert_true(run.stg ? !run.diags->errors : run.diags->errors > 0);
    if (run.stg) {
        struct bl_text report = {0};
        bl_stg_report_print(&report, bl_stg_check(run.arena, run.stg, 500));
        assert_true(report.length > 0);
        bl_text_free(&report);
        check_print(&run);
    }
    int accepted = run.stg != NULL;
    net_end(&run);
    return accepted;
}

static void truncated(void **state) {
    (void)state;
    static const char *const texts[] = {C_ELEMENT, ARBITER, everything};
    int accepted = 0;
    for (int i = 0; i < 3; i++)
        for (size_t length = 0; length <= strlen(texts[i]); length++) {
            char *copy = malloc(
                length + 1); /* of its exact size, so that a look behind the end is noticed */
            memcpy(copy, texts[i], length);
            copy[length] = 0;
            accepted += survive(copy, length);
            free(copy);
        }
    assert_in_range(accepted, 2, 40);
}

static void damage(char *text, size_t *length, size_t room, uint64_t *random) {
    static const char *const words[] = {" a+",
                                        " c-",
                                        "\n",
                                        "/",
                                        "{",
                                        "}",
                                        "<",
                                        ">",
                                        ",",
                                        "=",
                                        " p",
                                        ".graph\n",
                                        ".marking {",
                                        ".end\n",
                                        "~",
                                        "#",
                                        "=9",
                                        "\n#@mutex me",
                                        " p=40000",
                                        ".initial state !x",
                                        ".capacity p=1",
                                        "\x01",
                                        "\xff",
                                        ".dummy a\n",
                                        "a+/99999999999",
                                        "\na+ b-\n",
                                        "\nc+ p p c- a+\n",
                                        "\n.outputs z\n"};
    const char *word = words[net_random(random, sizeof words / sizeof *words)];
    size_t at = net_random(random, (unsigned)*length + 1), more = strlen(word);
    if (net_random(random, 3) == 0 && *length > 8) {
        size_t gone = 1 + net_random(random, 8);
        if (at + gone > *length) at = *length - gone;
        memmove(text + at, text + at + gone, *length - at - gone);
        *length -= gone;
    } else if (*length + more < room) {
        memmove(text + at + more, text + at, *length - at);
        memcpy(text + at, word, more);
        *length += more;
    }
}

static void damaged(void **state) {
    (void)state;
    static const char *const texts[] = {C_ELEMENT, ARBITER, everything};
    uint64_t random = 88172645463325252u;
    int accepted = 0;
    for (int round = 0; round < 3000; round++) {
        char text[2048];
        size_t length = strlen(texts[round % 3]);
        memcpy(text, texts[round % 3], length + 1);
        if (round % 3 == 2) memset(strstr(text, "#@mutex"), '#', 7);
        for (int i = 0; i < 1 + round % 5; i++) damage(text, &length, sizeof text, &random);
        accepted += survive(text, length);
    }
    assert_in_range(accepted, 150, 2500);
}

/* Lines of blanks, continued lines and values by position say what plain lines say. */
static void dialects_are_read(void **state) {
    (void)state;
    static const char plain[] = ".model c\n.inputs a b\n.outputs c\n.initial state a !b\n"
                                ".graph\na~ c~\nb~ c~\nc~ a~ b~\np\n"
                                ".marking { <c~,a~> <c~,b~> p }\n.end\n";
    static const char other[] = "  \n.model c\n \t\n.inputs a\\\n b\n.outputs c\n"
                                "#@.init_state [10X]\n.graph\n \na~ \\ \n c~\nb~ c~\nc~ a~ b~\n"
                                ".marking { <c~,a~>\n \n<c~,b~> \\\np}\n.end\n";
    struct net_run run;
    struct bl_text first = {0}, second = {0};
    net_parse(&run, plain, sizeof plain - 1);
    assert_non_null(run.stg);
    bl_stg_print(&first, run.stg);
    net_end(&run);
    net_parse(&run, other, sizeof other - 1);
    assert_non_null(run.stg);
    assert_int_equal(run.diags->warnings, 1);
    bl_stg_print(&second, run.stg);
    net_end(&run);
    assert_string_equal(first.bytes, second.bytes);
    bl_text_free(&first);
    bl_text_free(&second);
}

static void many_errors(void **state) {
    (void)state;
    static const char text[] =
        ".inputs a\n.graph\nb+ a+\np q\na+/x p\n.marking { nowhere p= }\n.end\n";
    static const struct {
        const char *code;
        unsigned line, column;
    } wanted[] = {
        {"E4006", 3, 1}, {"E4009", 4, 3}, {"E4007", 5, 1}, {"W4209", 6, 12}, {"E4014", 6, 23}};
    struct net_run run;
    net_parse(&run, text, sizeof text - 1);
    assert_null(run.stg);
    assert_int_equal(run.diags->errors, 4);
    assert_int_equal(run.diags->warnings, 1);
    for (int i = 0; i < 5; i++) {
        assert_string_equal(run.diags->items[i].code, wanted[i].code);
        assert_int_equal(run.diags->items[i].range.line, wanted[i].line);
        assert_int_equal(run.diags->items[i].range.column, wanted[i].column);
    }
    net_end(&run);
}

/* A byte order mark is passed over, a carriage return ends a line; the places of errors are those
 * that the source has. */
static void line_ends(void **state) {
    (void)state;
    static const struct {
        const char *text;
        unsigned line, column;
    } rows[] = {
        {"\xEF\xBB\xBF.inputs a\n.graph\na+ b+\n.marking { }\n.end\n", 3, 4},
        {".inputs a\r\n.graph\r\na+ b+\r\n.marking { }\r\n.end\r\n", 3, 4},
        {".inputs a\r.graph # a+ c+\ra+ b+\r.marking { }\r.end\r", 3, 4},
        {".inputs a\r.graph\na+ b+\r.marking { }\n.end", 2, 4},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct net_run run;
        net_parse(&run, rows[i].text, strlen(rows[i].text));
        assert_int_equal(run.diags->count, 1);
        assert_string_equal(run.diags->items[0].code, "E4006");
        assert_int_equal(run.diags->items[0].range.line, rows[i].line);
        assert_int_equal(run.diags->items[0].range.column, rows[i].column);
        net_end(&run);
    }
}

/* What is nearly a mutual exclusion gets a hint; what is one, or only shares a place, none. */
static void hints(void **state) {
    (void)state;
    static const struct {
        const char *net, *hint;
    } rows[] = {
        {ARBITER, NULL},
        {".inputs r1 r2\n.outputs g1 g2\n.graph\nme g1+ g2+\nr1+ g1+\ng1+ r1-\nr1- g1- me\ng1- "
         "r1+\nr2+ g2+\ng2+ r2-\nr2- g2-\n"
         "g2- r2+ me\n.marking { me <g1-,r1+> <g2-,r2+> }\n.end\n",
         "EARLY on one side"},
        {".inputs a b c\n.outputs x y z\n.graph\na+ x+\nb+ y+\nc+ z+\nm x+ y+ z+\nx- m\ny- m\nz- "
         "m\nx+ x-\ny+ y-\nz+ z-\n"
         ".marking { m }\n.end\n",
         NULL},
        {".inputs a b c\n.outputs x y z\n.graph\na+ x+\nb+ y+\nc+ z+\nm x+ y+ z+\nx- m\ny- m\nz- "
         "m\nx+ x-\ny+ y-\nz+ z-\nc- q\nq c~\n"
         ".marking { m }\n.end\n",
         "has 3 grants and a signal that toggles"},
        {".inputs a b c\n.outputs x y z\n.graph\na+ x+\nb+ y+\nc+ z+\nm x+ y+ z+\nx- m\nb- m\nz- "
         "m\nx+ x-\ny+ b-\nb- y-\nz+ z-\n"
         ".marking { m }\n.end\n",
         "EARLY on some sides"},
        {".inputs a b\n.outputs x\n.graph\nm a+ b+\na+ x+\nb+ x+/2\nx+ a-\nx+/2 b-\na- x-\nb- "
         "x-/2\nx- m\nx-/2 m\n"
         ".marking { m }\n.end\n",
         NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct net_run run;
        net_good(&run, rows[i].net);
        assert_int_equal(run.stg->hint_count, rows[i].hint != NULL);
        if (rows[i].hint) assert_non_null(strstr(run.stg->hints[0].text, rows[i].hint));
        net_end(&run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_everything),  cmocka_unit_test(net_is_right),
        cmocka_unit_test(finds_mutexes),     cmocka_unit_test(prints_again),
        cmocka_unit_test(truncated),         cmocka_unit_test(damaged),
        cmocka_unit_test(dialects_are_read), cmocka_unit_test(many_errors),
        cmocka_unit_test(line_ends),         cmocka_unit_test(hints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
