/* What diagnostics look like, on the terminal and as JSON; texts and files. */
#include "front_text.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/carried/utf8.h"
#include "base/json.h"

/* What `print` writes; to be freed. */
static char *printed(const struct bl_diags *diags, bool json) {
    char *bytes = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&bytes, &length);
    if (json) bl_diags_print_json(diags, file);
    else bl_diags_print(diags, file, false);
    fclose(file);
    return bytes;
}

static void marker(void **state) {
    (void)state;
    struct run run;
    static const char text[] = "const \xc3\xa4 = 1;\n/* \xc3\xa4 */ const A =\t1 + MISSING;\r\n";
    run_check(&run, text, sizeof text - 1, NULL);
    char *out = printed(run.diags, false);
    assert_non_null(strstr(out, "test.loom:2:24-30: error E0050: unknown name `MISSING`\n"
                                "     2 | /* \xc3\xa4 */ const A = 1 + MISSING;\n"
                                "       |                       ^^^^^^^\n"));
    assert_true(strstr(out, "test.loom:1:") < strstr(out, "test.loom:2:"));
    free(out);
    run_end(&run);
}

static void control_bytes(void **state) {
    (void)state;
    struct run run;
    static const char text[] = "const A = B; // \033[31m \x9b \xed\xa0\x80 \x07\n";
    run_check(&run, text, sizeof text - 1, NULL);
    char *out = printed(run.diags, false), *json = printed(run.diags, true);
    for (const char *byte = out; *byte; byte++)
        assert_true(*byte == '\n' || (unsigned char)*byte >= ' ');
    assert_null(strchr(out, '\x9b'));
    assert_non_null(strstr(json, "E0050"));
    free(out);
    free(json);
    run_end(&run);
}

static void long_line(void **state) {
    (void)state;
    struct bl_text text = {0};
    struct run run;
    for (int i = 0; i < 5000; i++) bl_text_add(&text, " ");
    bl_text_add(&text, "const A = MISSING;");
    for (int i = 0; i < 5000; i++) bl_text_add(&text, " ");
    run_check(&run, text.bytes, text.length, NULL);
    char *out = printed(run.diags, false);
    assert_true(strlen(out) < 600);
    assert_non_null(strstr(out, "..."));
    assert_non_null(strstr(out, "^^^^^^^"));
    free(out);
    run_end(&run);
    bl_text_free(&text);
}

static void json(void **state) {
    (void)state;
    struct run run;
    run_body(&run, "pass { read key -> crossbar(node) -> write key }\nlet node = key[0];\n");
    char *out = printed(run.diags, true);
    cJSON *root = cJSON_Parse(out);
    assert_non_null(root);
    cJSON *first = cJSON_GetArrayItem(cJSON_GetObjectItem(root, "diagnostics"), 0);
    assert_string_equal(cJSON_GetObjectItem(first, "code")->valuestring, "E0142");
    assert_string_equal(cJSON_GetObjectItem(first, "severity")->valuestring, "error");
    assert_string_equal(cJSON_GetObjectItem(first, "file")->valuestring, "test.loom");
    assert_int_equal(cJSON_GetObjectItem(first, "line")->valueint, 6);
    assert_int_equal(cJSON_GetObjectItem(first, "column")->valueint, 44);
    assert_int_equal(cJSON_GetObjectItem(first, "end_column")->valueint, 46);
    assert_int_equal(
        cJSON_GetObjectItem(cJSON_GetArrayItem(cJSON_GetObjectItem(first, "notes"), 0), "line")
            ->valueint,
        2);
    assert_int_equal(cJSON_GetObjectItem(root, "errors")->valueint, 2);
    cJSON_Delete(root);
    free(out);
    run_end(&run);
}

/* What begins a character of UTF-8, and what does not: shown in a document, and still a document.
 */
static void utf8(void **state) {
    static const struct {
        const char *text;
        int bytes;
    } all[] = {{"a", 1},
               {"\xc3\xa9", 2},
               {"\xe2\x82\xac", 3},
               {"\xed\x9f\xbf", 3},
               {"\xf4\x8f\xbf\xbf", 4},
               {"\x80", 0},
               {"\xc0\xaf", 0},
               {"\xe0\x9f\xbf", 0},
               {"\xed\xa0\x80", 0},
               {"\xf0\x8f\xbf\xbf", 0},
               {"\xf4\x90\x80\x80", 0},
               {"\xe2\x82", 0},
               {"\xff", 0}};
    struct bl_text text = {0};
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        assert_int_equal(bl_utf8_bytes(all[i].text, strlen(all[i].text)), all[i].bytes);
    assert_int_equal(bl_utf8_bytes("a", 0), 0);
    bl_json_string(&text, "\xc3\xa9\"\xff\t");
    assert_string_equal(text.bytes, "\"\xc3\xa9\\\"\\\\xFF\\t\"");
    text.length = 0;
    bl_text_escaped(&text, "<\xc3\xa9\xff>");
    assert_string_equal(text.bytes, "&lt;\xc3\xa9\\xFF&gt;");
    bl_text_free(&text);
}

static void at_most_a_hundred(void **state) {
    (void)state;
    struct bl_text text = {0};
    struct run run;
    for (int i = 0; i < 300; i++) bl_text_add(&text, "const A%d = MISSING%d;\n", i, i);
    run_check(&run, text.bytes, text.length, NULL);
    assert_int_equal(run.diags->errors, 300);
    assert_int_equal(run.diags->count, 100);
    char *out = printed(run.diags, false);
    assert_non_null(strstr(out, "300 errors (200 not shown)\n"));
    free(out);
    run_end(&run);
    bl_text_free(&text);
}

static void join_ranges(void **state) {
    (void)state;
    struct bl_range a = {1, 3, 10, 4}, b = {1, 3, 20, 2}, other_line = {1, 4, 1, 9},
                    none = {0, 0, 0, 0};
    struct bl_range both = bl_range_join(a, b);
    assert_int_equal(both.column, 10);
    assert_int_equal(both.extent, 12);
    assert_int_equal(bl_range_join(b, a).extent, 12);
    assert_int_equal(bl_range_join(a, other_line).extent, 4);
    assert_int_equal(bl_range_join(none, b).column, 20);
}

static void save(void **state) {
    (void)state;
    char folder[] = "/tmp/bl_test_save_XXXXXX", path[64];
    struct bl_text text = {0};
    struct bl_sources sources = {0};
    struct bl_arena *arena = bl_arena_new();
    struct stat status;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    bl_text_add(&text, "%s %d\n", "lines", 2);
    bl_text_bytes(&text, "b\tc", 3);
    assert_int_equal(bl_text_save(&text, path), 0);
    int file = bl_source_read(arena, &sources, path);
    assert_int_equal(file, 1);
    assert_int_equal(sources.items[file].length, 11);
    assert_int_equal(sources.items[file].lines, 2);
    assert_int_equal(sources.items[file].line_start[1], 8);
    assert_memory_equal(sources.items[file].text, "lines 2\nb\tc", 12);
    chmod(path, 0640);
    assert_int_equal(bl_text_save(&text, path), 0);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    int pipe = open(path, O_RDWR | O_NONBLOCK);
    char bytes[32];
    bl_text_bytes(&text, "\0d", 2); /* which no source has */
    assert_int_equal(bl_text_save(&text, path), 0);
    assert_int_equal(read(pipe, bytes, sizeof bytes), 13);
    assert_memory_equal(bytes, "lines 2\nb\tc\0d", 13);
    assert_int_equal(lstat(path, &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
    close(pipe);
    unlink(path);
    assert_int_equal(bl_text_save(&text, folder), EISDIR);
    assert_int_equal(rmdir(folder), 0);
    assert_int_equal(bl_text_save(&text, path), ENOENT);
    assert_int_equal(bl_source_read(arena, &sources, path), 0);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(bl_source_read(arena, &sources, "/tmp"), 0);
    assert_int_equal(errno, EISDIR);
    assert_int_equal(bl_source_read(arena, &sources, "/dev/zero"), 0);
    assert_int_equal(errno, EINVAL);
    file = bl_source_read(arena, &sources, "/dev/null");
    assert_int_equal(file, 2);
    assert_int_equal(sources.items[file].length, 0);
    bl_text_free(&text);
    bl_arena_free(arena);
}

static void escaped(void **state) {
    (void)state;
    struct bl_text text = {0};
    bl_text_escaped(&text, "");
    assert_int_equal(text.length, 0);
    bl_text_escaped(&text, "a < \"b\" && c > 'd' \xc3\x97 &amp;");
    assert_string_equal(text.bytes,
                        "a &lt; &quot;b&quot; &amp;&amp; c &gt; 'd' \xc3\x97 &amp;amp;");
    bl_text_free(&text);
}

static void arena(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    struct {
        int *items;
        int count, capacity;
    } list = {0};
    for (int i = 0; i < 10000; i++) {
        int *item = BL_APPEND(arena, &list);
        assert_int_equal(*item, 0);
        *item = i;
    }
    for (int i = 0; i < 10000; i++) assert_int_equal(list.items[i], i);
    char *large = bl_alloc(arena, 10 << 20), *small = bl_alloc(arena, 1);
    assert_int_equal((uintptr_t)small % _Alignof(max_align_t), 0);
    assert_int_equal(large[(10 << 20) - 1], 0);
    assert_string_equal(bl_format(arena, "%s-%d", "a", 7), "a-7");
    assert_string_equal(bl_strndup(arena, "abc", 2), "ab");
    bl_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marker),      cmocka_unit_test(control_bytes),
        cmocka_unit_test(long_line),   cmocka_unit_test(json),
        cmocka_unit_test(utf8),        cmocka_unit_test(at_most_a_hundred),
        cmocka_unit_test(join_ranges), cmocka_unit_test(save),
        cmocka_unit_test(escaped),     cmocka_unit_test(arena),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
