/* Tokens: kinds, numbers, places. */
#include "front_text.h"

/* All tokens of a text, at most 64. */
struct tokens {
    struct run run;
    struct bl_token items[64];
    int count;
};

static void lex_all(struct tokens *tokens, const char *text, size_t length) {
    struct bl_lexer lexer;
    memset(tokens, 0, sizeof *tokens);
    tokens->run.arena = bl_arena_new();
    tokens->run.diags = bl_diags_new(tokens->run.arena, &tokens->run.sources);
    tokens->run.symbols = bl_symbols_new(tokens->run.arena);
    bl_lexer_start(&lexer, tokens->run.diags, tokens->run.symbols,
                   bl_source_add(tokens->run.arena, &tokens->run.sources, "t", text, (int)length));
    do {
        assert_true(tokens->count < 64);
        tokens->items[tokens->count] = bl_lex(&lexer);
    } while (tokens->items[tokens->count++].kind != BL_TOKEN_END);
}

static void lex_text(struct tokens *tokens, const char *text) {
    lex_all(tokens, text, strlen(text));
}

static void every_sign(void **state) {
    (void)state;
    static const enum bl_token_kind kinds[] = {
#define ROW(name, spelling) BL_TOKEN_##name,
        BL_SIGNS(ROW)
#undef ROW
            BL_TOKEN_END};
#define ROW(name, spelling) spelling " "
    static const char text[] = BL_SIGNS(ROW);
#undef ROW
    struct tokens tokens;
    lex_text(&tokens, text);
    for (int i = 0; i < tokens.count; i++) assert_int_equal(tokens.items[i].kind, kinds[i]);
    assert_int_equal(tokens.count, sizeof kinds / sizeof *kinds);
    run_end(&tokens.run);
}

static void numbers(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool whole;
        int64_t integer;
        double real;
    } rows[] = {
        {"0", true, 0, 0},
        {"1_000", true, 1000, 1000},
        {"0x70_0000_0000", true, 0x7000000000, 481036337152.0},
        {"0b1010", true, 10, 10},
        {"6.25", false, 0, 6.25},
        {"0.1", false, 0, 0.1},
        {"222.5", false, 0, 222.5},
        {"4.45", false, 0, 4.45},
        {"9223372036854775807", true, INT64_MAX, 9223372036854775807.0},
        {"0.000001", false, 0, 0.000001},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct tokens tokens;
        lex_text(&tokens, rows[i].text);
        assert_int_equal(tokens.count, 2);
        assert_int_equal(tokens.items[0].whole, rows[i].whole);
        if (rows[i].whole) assert_int_equal(tokens.items[0].integer, rows[i].integer);
        assert_true(tokens.items[0].real == rows[i].real);
        assert_int_equal(tokens.run.diags->errors, 0);
        run_end(&tokens.run);
    }
}

static void range_of_numbers(void **state) {
    (void)state;
    struct tokens tokens;
    lex_text(&tokens, "0..2 150MHz");
    assert_int_equal(tokens.items[0].kind, BL_TOKEN_NUMBER);
    assert_int_equal(tokens.items[1].kind, BL_TOKEN_RANGE);
    assert_int_equal(tokens.items[2].integer, 2);
    assert_int_equal(tokens.items[3].integer, 150);
    assert_string_equal(tokens.items[4].symbol->text, "MHz");
    run_end(&tokens.run);
}

static void places(void **state) {
    (void)state;
    struct tokens tokens;
    lex_text(&tokens, "\xef\xbb\xbf"
                      "a /* x\n y */ bc\r\n// c\n\tdef");
    assert_int_equal(tokens.count, 4);
    assert_int_equal(tokens.items[0].range.column, 4); /* bytes, the mark included */
    assert_int_equal(tokens.items[1].range.line, 2);
    assert_int_equal(tokens.items[1].range.column, 7);
    assert_int_equal(tokens.items[1].range.extent, 2);
    assert_int_equal(tokens.items[2].range.line, 4);
    assert_int_equal(tokens.items[2].range.column, 2);
    assert_true(tokens.items[2].first && tokens.items[0].first);
    assert_int_equal(tokens.run.diags->errors, 0);
    run_end(&tokens.run);
}

static void same_symbol(void **state) {
    (void)state;
    struct tokens tokens;
    lex_text(&tokens, "key keys key pass read");
    assert_ptr_equal(tokens.items[0].symbol, tokens.items[2].symbol);
    assert_ptr_not_equal(tokens.items[0].symbol, tokens.items[1].symbol);
    assert_int_equal(tokens.items[3].symbol->word, BL_WORD_PASS);
    assert_int_equal(tokens.items[4].symbol->word, BL_WORD_STAGE + BL_READ);
    run_end(&tokens.run);
}

static void zero_bytes(void **state) {
    (void)state;
    struct tokens tokens;
    lex_all(&tokens, "a\0\0b", 4);
    assert_int_equal(tokens.count, 3);
    assert_non_null(find_code(&tokens.run, "E0003"));
    assert_int_equal(tokens.run.diags->errors, 1);
    run_end(&tokens.run);
}

/* A line and a token longer than a range can say. */
static void long_line(void **state) {
    (void)state;
    size_t length = 200000;
    char *text = malloc(length);
    struct tokens tokens;
    memset(text, 'x', length);
    memset(text, ' ', 70000);
    lex_all(&tokens, text, length);
    assert_int_equal(tokens.count, 2);
    assert_int_equal(tokens.items[0].range.column, 65535);
    assert_int_equal(tokens.items[0].range.extent, 65535);
    assert_int_equal(tokens.items[0].length, 130000);
    free(text);
    run_end(&tokens.run);
}

static void too_many_lines(void **state) {
    (void)state;
    size_t length = (1u << 22) + 8;
    char *text = malloc(length);
    struct tokens tokens;
    memset(text, '\n', length);
    text[length - 1] = 'x';
    lex_all(&tokens, text, length);
    assert_non_null(find_code(&tokens.run, "E0008"));
    assert_int_equal(tokens.count, 1);
    free(text);
    run_end(&tokens.run);
}

static bool any(const struct bl_symbol *symbol) { return symbol->word == BL_WORD_NONE; }

static void near_names(void **state) {
    (void)state;
    static const char *const slips[] = {"chonel", "chonnnel", "chonmel", "chnonel",
                                        "chonne", "xchonnel", "honnel"};
    struct bl_arena *arena = bl_arena_new();
    struct bl_symbols *symbols = bl_symbols_new(arena);
    struct bl_symbol *meant = bl_symbol(symbols, "chonnel", 7);
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        struct bl_symbol slip = {.text = slips[i], .length = (int)strlen(slips[i])};
        assert_ptr_equal(bl_symbol_near(symbols, &slip, any), meant);
    }
    struct bl_symbol far = {.text = "chxnnxl", .length = 7};
    assert_null(bl_symbol_near(symbols, &far, any));
    bl_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sign),       cmocka_unit_test(numbers),
        cmocka_unit_test(range_of_numbers), cmocka_unit_test(places),
        cmocka_unit_test(same_symbol),      cmocka_unit_test(zero_bytes),
        cmocka_unit_test(long_line),        cmocka_unit_test(too_many_lines),
        cmocka_unit_test(near_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
