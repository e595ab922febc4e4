/* The driver's parts: options, the search for templates, and the output folder that is all there or
 * not at all. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>
#include <dirent.h>
#include <fcntl.h>
#include "base/arena.h"
#include "base/tools/cache.h"
#include "base/exit_status.h"
#include "base/tools/toolchain.h"
#include "base/tools/tools.h"
#include "driver/front.h"
#include "command/options/options.h"
#include "driver/build.h"
#include "output/manifest.h"
#include "output/output.h"
#include "templates/templates.h"

struct values {
    int64_t keys;
    bool json;
    const char *dist;
    bl_rules rules;
    struct bl_overrides overrides;
    const char *file;
};

static int parse(struct values *values, int argc, char **argv) {
    const struct bl_option table[] = {{.name = "--keys",
                                       .kind = BL_OPTION_NUMBER,
                                       .value = &values->keys,
                                       .argument = "N",
                                       .low = 1,
                                       .high = 1 << 20,
                                       .help = "records"},
                                      {.name = "--json",
                                       .short_name = "-j",
                                       .kind = BL_OPTION_FLAG,
                                       .value = &values->json,
                                       .help = "as JSON"},
                                      {.name = "--dist",
                                       .kind = BL_OPTION_TEXT,
                                       .value = &values->dist,
                                       .argument = "NAME",
                                       .help = "distribution"},
                                      BL_PLAN_OPTIONS(&values->rules, &values->overrides),
                                      {0}};
    return bl_options_parse(table, "test FILE", argc, argv, &values->file);
}

static struct values parsed(int expected, int argc, char **argv) {
    struct values values = {0};
    assert_int_equal(parse(&values, argc, argv), expected);
    return values;
}
#define PARSED(expected, ...)                                                         \
    parsed((expected), (int)(sizeof(char *[]){"verb", __VA_ARGS__} / sizeof(char *)), \
           (char *[]){"verb", __VA_ARGS__, NULL})

static void options_are_read(void **state) {
    (void)state;
    struct values values = PARSED(-1, "--keys", "2^10", "a.loom", "-j", "--dist=zipf:1.0", "--fuse",
                                  "table,eop", "--nodes=4");
    assert_int_equal(values.keys, 1024);
    assert_true(values.json);
    assert_string_equal(values.dist, "zipf:1.0");
    assert_string_equal(values.file, "a.loom");
    assert_int_equal(values.rules, 1u << BL_RULE_TABLE | 1u << BL_RULE_EOP);
    assert_true(bl_override(&values.overrides, "nodes") == 4);
    assert_int_equal(PARSED(-1, "--keys=3K", "a.loom").keys, 3072);
}

static void wrong_options_are_refused(void **state) {
    (void)state;
    PARSED(BL_EXIT_USAGE, "--keys", "0", "a.loom");
    PARSED(BL_EXIT_USAGE, "--keys", "2^63", "a.loom");
    PARSED(BL_EXIT_USAGE, "--keys", "99999999999999999999", "a.loom");
    PARSED(BL_EXIT_USAGE, "--keys", "12x", "a.loom");
    PARSED(BL_EXIT_USAGE, "a.loom", "--keys");
    PARSED(BL_EXIT_USAGE, "--json=yes", "a.loom");
    PARSED(BL_EXIT_USAGE, "--nothing", "a.loom");
    PARSED(BL_EXIT_USAGE, "a.loom", "b.loom");
    PARSED(BL_EXIT_USAGE, "--json");
    PARSED(BL_EXIT_USAGE, "a.loom", "--fuse", "table,magic");
    PARSED(BL_EXIT_USAGE, "a.loom", "--nodes", "many");
    PARSED(BL_EXIT_OK, "a.loom", "--help");
}

/* A scratch folder for one test. */
static char *scratch(struct bl_arena *arena) {
    char *folder = bl_strdup(arena, "/tmp/bankloom-test-XXXXXX");
    assert_non_null(mkdtemp(folder));
    return folder;
}

static void put(struct bl_arena *arena, const char *folder, const char *name, const char *content) {
    char *path = bl_format(arena, "%s/%s", folder, name);
    char *slash = strrchr(path, '/');
    *slash = 0;
    assert_int_equal(bl_make_folders(path), 0);
    *slash = '/';
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
}

static bool holds(struct bl_arena *arena, const char *folder, const char *name,
                  const char *content) {
    struct bl_text text = {0};
    bool equal = !bl_read_file(&text, bl_format(arena, "%s/%s", folder, name)) &&
                 text.length == strlen(content) &&
                 (!text.length || !memcmp(text.bytes, content, text.length));
    bl_text_free(&text);
    return equal;
}

static void templates_are_found_transitively(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    const char *root = scratch(arena);
    put(arena, root, "rtl_templates/a/bl_top.v",
        "// bl_comment\nmodule bl_top; bl_middle #(.W(1)) m(); /* bl_block */\n"
        "`ifdef FORMAL\nbl_proof p();\n`endif\nendmodule\n");
    put(arena, root, "rtl_templates/b/bl_middle.v",
        "module bl_middle; bl_leaf leaf(); wire bl_leaf_x; endmodule\n");
    put(arena, root, "rtl_templates/b/bl_leaf.v", "module bl_leaf; endmodule\n");
    static const char *const others[] = {"bl_comment", "bl_block", "bl_proof", "bl_leaf_x2"};
    for (int i = 0; i < 4; i++)
        put(arena, root, bl_format(arena, "rtl_templates/b/%s.v", others[i]), "");
    struct bl_templates templates;
    assert_true(bl_templates_list(arena, &templates, root));
    assert_int_equal(templates.count, 7);
    assert_true(bl_templates_use(&templates, "bl_top"));
    for (int i = 0; i < templates.count; i++) {
        const char *name = templates.items[i].name;
        assert_int_equal(templates.items[i].used, !strcmp(name, "bl_top") ||
                                                      !strcmp(name, "bl_middle") ||
                                                      !strcmp(name, "bl_leaf"));
        assert_true(!i || strcmp(templates.items[i - 1].name, name) < 0);
    }
    assert_false(bl_templates_use(&templates, "bl_missing"));
    bl_templates_free(&templates);
    bl_remove_tree(root);
    bl_arena_free(arena);
}

static void add(struct bl_output *output, const char *path, const char *content) {
    struct bl_output_file *file = BL_APPEND(output->arena, output);
    file->path = path;
    bl_text_add(&file->text, "%s", content);
}

static struct bl_output example(struct bl_arena *arena, const char *content) {
    struct bl_output output = {.arena = arena};
    add(&output, "rtl/files.f", "a.v\n");
    add(&output, "rtl/a.v", content);
    add(&output, "empty", "");
    return output;
}

static void output_appears_at_once(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    const char *root = scratch(arena), *folder = bl_format(arena, "%s/out/", root);
    struct bl_output first = example(arena, "one"), second = example(arena, "two");
    assert_true(bl_output_write(&first, folder));
    assert_true(holds(arena, folder, "rtl/a.v", "one"));
    assert_true(holds(arena, folder, "empty", ""));
    assert_true(bl_output_write(&second, folder));
    assert_true(holds(arena, folder, "rtl/a.v", "two"));
    bl_remove_tree(folder);
    assert_int_equal(rmdir(root), 0); /* nothing else was left beside it */
    bl_output_free(&first);
    bl_output_free(&second);
    bl_arena_free(arena);
}

/* The second of two folders cannot be made: the first goes as well. */
static void output_that_failed_leaves_nothing(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    const char *root = scratch(arena), *folder = bl_format(arena, "%s/out", root);
    struct bl_output output = example(arena, "one");
    char *deep = bl_format(arena, "deep/%0300d/file", 0);
    add(&output, deep, "longer than a name can be");
    assert_false(bl_output_write(&output, folder));
    assert_int_equal(rmdir(root), 0);
    bl_output_free(&output);
    bl_arena_free(arena);
}

/* Names in a folder, hidden ones too. */
static int entries(const char *folder) {
    int count = 0;
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    while (readdir(directory)) count++;
    closedir(directory);
    return count - 2;
}

/* Only what the manifest names goes, and only when it is as it was written. */
static void a_second_build_keeps_foreign_files(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    const char *root = scratch(arena), *folder = bl_format(arena, "%s/out", root);
    struct bl_output first = example(arena, "one"), second = example(arena, "two");
    struct stat before, after;
    add(&first, "old/gone", "x");
    add(&first, "old/edited", "y");
    add(&first, "stale/deep/gone", "z");
    assert_true(bl_output_write(&first, folder));
    put(arena, folder, "bench/mine.o", "mine");
    put(arena, folder, "old/edited", "mine too");
    assert_int_equal(stat(bl_format(arena, "%s/rtl/files.f", folder), &before), 0);
    assert_true(bl_output_write(&second, folder));
    assert_true(holds(arena, folder, "bench/mine.o", "mine"));
    assert_true(holds(arena, folder, "old/edited", "mine too"));
    assert_true(holds(arena, folder, "rtl/a.v", "two"));
    assert_int_not_equal(access(bl_format(arena, "%s/old/gone", folder), F_OK), 0);
    assert_int_not_equal(access(bl_format(arena, "%s/stale", folder), F_OK), 0);
    assert_int_equal(stat(bl_format(arena, "%s/rtl/files.f", folder), &after), 0);
    assert_int_equal(before.st_ino, after.st_ino); /* what is the same is not written again */
    assert_int_equal(entries(folder), 5);          /* bench, old, rtl, empty and the manifest */
    bl_remove_tree(root);
    bl_output_free(&first);
    bl_output_free(&second);
    bl_arena_free(arena);
}

static void an_edit_is_kept_aside(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    const char *root = scratch(arena), *folder = bl_format(arena, "%s/out", root);
    struct bl_output first = example(arena, "one"), second = example(arena, "two");
    assert_true(bl_output_write(&first, folder));
    for (int i = 0; i < 2; i++) {
        put(arena, folder, "rtl/a.v", bl_format(arena, "edit %d", i));
        assert_true(bl_output_write(i ? &first : &second, folder));
        assert_true(holds(arena, folder, "rtl/a.v", i ? "one" : "two"));
    }
    assert_true(holds(arena, folder, "rtl/a.v.old", "edit 0"));
    assert_true(holds(arena, folder, "rtl/a.v.old2", "edit 1"));
    bl_remove_tree(root);
    bl_output_free(&first);
    bl_output_free(&second);
    bl_arena_free(arena);
}

/* A manifest that somebody has forged removes nothing outside of its folder. */
static void a_manifest_stays_in_its_folder(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    const char *root = scratch(arena), *folder = bl_format(arena, "%s/out", root);
    const struct bl_text empty = {0};
    struct bl_output output = example(arena, "one");
    put(arena, root, "precious", "");
    const char *hash = bl_content_hash(arena, &empty), *line = "%s  %s\n";
    put(arena, folder, BL_MANIFEST_NAME,
        bl_format(arena, "%s%s%s", bl_format(arena, line, hash, "../precious"),
                  bl_format(arena, line, hash, "rtl/../../precious"),
                  bl_format(arena, "%s  %s/precious\n", hash, root)));
    assert_true(bl_output_write(&output, folder));
    assert_true(holds(arena, root, "precious", ""));
    assert_true(holds(arena, folder, "rtl/a.v", "one"));
    bl_remove_tree(root);
    bl_output_free(&output);
    bl_arena_free(arena);
}

/* Also when the folder is there already. */
static void a_failing_update_changes_nothing(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    const char *root = scratch(arena), *folder = bl_format(arena, "%s/out", root);
    struct bl_output first = example(arena, "one"), second = example(arena, "two");
    assert_true(bl_output_write(&first, folder));
    add(&second, "rtl/a.v/below_a_file", "cannot be");
    assert_false(bl_output_write(&second, folder));
    assert_true(holds(arena, folder, "rtl/a.v", "one"));
    assert_int_equal(entries(folder), 3);
    struct bl_output third = example(arena, "three");
    assert_int_equal(mkdir(bl_format(arena, "%s/new", folder), 0777), 0);
    add(&third, "new", "a folder is in the way");
    assert_false(bl_output_write(&third, folder));
    assert_true(holds(arena, folder, "rtl/a.v", "one"));
    bl_remove_tree(root);
    bl_output_free(&first);
    bl_output_free(&second);
    bl_output_free(&third);
    bl_arena_free(arena);
}

static void what_is_not_ours_is_left_alone(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    const char *root = scratch(arena), *folder = bl_format(arena, "%s/mine", root);
    struct bl_output output = example(arena, "one");
    put(arena, folder, "thesis.tex", "precious");
    assert_false(bl_output_write(&output, folder));
    assert_true(holds(arena, folder, "thesis.tex", "precious"));
    assert_false(bl_output_write(&output, bl_format(arena, "%s/thesis.tex", folder)));
    assert_true(holds(arena, folder, "thesis.tex", "precious"));
    assert_false(bl_output_write(&output, bl_format(arena, "%s/no/such/place", root)));
    bl_output_free(&output);
    bl_remove_tree(root);
    bl_arena_free(arena);
}

static void a_failing_file_leaves_nothing(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    const char *root = scratch(arena), *folder = bl_format(arena, "%s/out", root);
    struct bl_output output = example(arena, "one");
    add(&output, "rtl/a.v/below_a_file", "cannot be");
    assert_false(bl_output_write(&output, folder));
    assert_int_equal(rmdir(root), 0);
    bl_output_free(&output);
    bl_arena_free(arena);
}

static void the_hash_sees_every_byte(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    struct bl_output one = example(arena, "one"), same = example(arena, "one"),
                     other = example(arena, "onf"), longer = example(arena, "one");
    add(&longer, "x", "");
    assert_string_equal(bl_output_hash(&one, ""), bl_output_hash(&same, ""));
    assert_string_not_equal(bl_output_hash(&one, ""), bl_output_hash(&other, ""));
    assert_string_not_equal(bl_output_hash(&one, ""), bl_output_hash(&longer, ""));
    assert_string_equal(bl_output_hash(&one, "rtl/"), bl_output_hash(&longer, "rtl/"));
    bl_output_free(&one);
    bl_output_free(&same);
    bl_output_free(&other);
    bl_output_free(&longer);
    bl_arena_free(arena);
}

/* The files that were not used for longest go, however long their names; and what a process has
 * left that is no more. */
static void the_cache_is_tidied(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    const char *root = scratch(arena);
    char name[201] = "";
    memset(name, 'n', sizeof name - 1);
    for (int i = 0; i < 3; i++) {
        name[0] = (char)('a' + i);
        put(arena, root, name, "");
        const struct timespec times[2] = {{.tv_sec = 1000 - i}, {.tv_sec = 1000 - i}};
        assert_int_equal(utimensat(AT_FDCWD, bl_format(arena, "%s/%s", root, name), times, 0), 0);
    }
    put(arena, root, "scratch-999999999/bench/x.o", "");
    put(arena, root, bl_format(arena, "scratch-%ld/bench/x.o", (long)getpid()), "");
    bl_cache_tidy(root, 2);
    assert_int_equal(entries(root), 3); /* two files, and the scratch folder of this process */
    assert_int_not_equal(access(bl_format(arena, "%s/%s", root, name), F_OK), 0);
    bl_remove_tree(root);
    bl_arena_free(arena);
}

static void a_missing_tool_is_named(void **state) {
    (void)state;
    const struct bl_tool present = {.name = "sh", .package = "dash"},
                         missing = {.name = "no-such-simulator", .package = "nothing"};
    assert_true(bl_tool_present(&present));
    assert_false(bl_tool_present(&missing));
    assert_int_equal(bl_program_run("sh", (const char *const[]){"sh", "-c", "exit 7", NULL}), 7);
    assert_int_equal(bl_program_run("no-such-simulator", (const char *const[]){"x", NULL}), 127);
    assert_int_equal(bl_program_run("sh", (const char *const[]){"sh", "-c", "kill -9 $$", NULL}),
                     128 + 9);
}

/* What a tool sees of the environment; a program sees all of it. */
static void a_tool_sees_little(void **state) {
    const char *const look[] = {"sh", "-c", "echo $CFLAGS$PATHS$LC_NONE$TMP; exit ${#CFLAGS}",
                                NULL};
    char log[] = "/tmp/bl_environment_XXXXXX";
    struct bl_text text = {0};
    (void)state;
    close(mkstemp(log));
    setenv("CFLAGS", "five.", 1);
    setenv("PATHS", "paths", 1); /* begins like one that it sees */
    setenv("LC_NONE", "language", 1);
    setenv("TMP", "/place", 1);
    assert_int_equal(bl_tool_run(look, log, NULL, NULL), 0);
    assert_int_equal(bl_program_run(look[0], look), 5);
    assert_int_equal(bl_read_file(&text, log), 0);
    assert_int_equal(text.length, strlen("language/place\n"));
    assert_memory_equal(text.bytes, "language/place\n", text.length);
    bl_text_free(&text);
    unlink(log);
    unsetenv("CFLAGS"), unsetenv("PATHS"), unsetenv("LC_NONE"), unsetenv("TMP");
}

/* Both get the interrupt, as from a terminal; the tool ends by it, this program finds it waiting.
 * Then no tool is started. */
static void an_interrupt_is_held_and_sent(void **state) {
    sigset_t set, before;
    int caught = 0;
    (void)state;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    void (*action)(int) = signal(SIGINT, SIG_DFL);
    pthread_sigmask(SIG_SETMASK, NULL, &before);
    bl_interrupts_hold();
    assert_false(bl_interrupted());
    assert_int_equal(
        bl_program_run("sh",
                       (const char *const[]){"sh", "-c", "kill -INT $PPID; kill -INT $$", NULL}),
        128 + SIGINT);
    assert_true(bl_interrupted());
    assert_int_equal(bl_program_run("sh", (const char *const[]){"sh", "-c", "exit 7", NULL}),
                     128 + SIGINT);
    assert_int_equal(sigwait(&set, &caught), 0);
    assert_false(bl_interrupted());
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    signal(SIGINT, action);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_are_read),
        cmocka_unit_test(wrong_options_are_refused),
        cmocka_unit_test(templates_are_found_transitively),
        cmocka_unit_test(output_appears_at_once),
        cmocka_unit_test(output_that_failed_leaves_nothing),
        cmocka_unit_test(a_second_build_keeps_foreign_files),
        cmocka_unit_test(an_edit_is_kept_aside),
        cmocka_unit_test(a_manifest_stays_in_its_folder),
        cmocka_unit_test(a_failing_update_changes_nothing),
        cmocka_unit_test(what_is_not_ours_is_left_alone),
        cmocka_unit_test(a_failing_file_leaves_nothing),
        cmocka_unit_test(the_hash_sees_every_byte),
        cmocka_unit_test(the_cache_is_tidied),
        cmocka_unit_test(a_missing_tool_is_named),
        cmocka_unit_test(a_tool_sees_little),
        cmocka_unit_test(an_interrupt_is_held_and_sent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
