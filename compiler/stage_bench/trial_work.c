#include "stage_bench/trial_work.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "base/arena.h"
#include "base/text.h"
#include "base/tools/toolchain.h"
#include "base/tools/tools.h"
#include "output/model.h"
#include "stage_bench/trial_work_inner.h"

bool bl_trial_tools_present(struct bl_arena *arena) {
    static const struct bl_tool *const asked[] = {&bl_tool_verilator, &bl_tool_iverilog,
                                                  &bl_tool_yosys};
    static const struct bl_tool *const others[] = {&bl_tool_vvp, &bl_tool_cc, &bl_tool_cxx,
                                                   &bl_tool_make};
    bool good = true;
    for (size_t i = 0; i < sizeof asked / sizeof *asked && good; i++) {
        struct bl_tool_version version;
        good = bl_tool_ask(arena, asked[i], &version);
        if (good) bl_tool_warn_newer(asked[i], &version);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others && good; i++)
        good = bl_tool_present(others[i]);
    return good;
}

/* ---- the folder */

static const char *path_of(const struct bl_trial_work *work, const char *name) {
    return bl_format(work->arena, "%s/%s", work->folder, name);
}

bool bl_trial_write(const struct bl_trial_work *work, const char *name,
                    const struct bl_text *text) {
    int error = bl_text_save(text, path_of(work, name));
    if (error)
        fprintf(stderr, "bankloom: cannot write %s: %s\n", path_of(work, name), strerror(error));
    return !error;
}

const char *bl_trial_text(const struct bl_trial_work *work, const char *name) {
    struct bl_text text = {0};
    bl_read_file(&text, path_of(work, name));
    const char *copy = bl_strndup(work->arena, text.bytes ? text.bytes : "", text.length);
    bl_text_free(&text);
    return copy;
}

static double seconds_since(const struct timespec *begin) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - begin->tv_sec) + (double)(now.tv_nsec - begin->tv_nsec) / 1e9;
}

/* A function or a module that goes round for ever is ended. */
int bl_trial_tool(const struct bl_trial_work *work, const char *const *arguments, const char *log) {
    const struct timespec pause = {.tv_nsec = 5 * 1000 * 1000};
    struct timespec begin;
    int status = -1;
    bool late = false;
    if (bl_interrupted()) return -1;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    pid_t process = bl_tool_start(arguments, work->folder, path_of(work, log));
    while (process > 0 && !bl_tool_ended(process, &status)) {
        if (!late && seconds_since(&begin) > work->subject->seconds)
            late = !kill(-process, SIGKILL);
        nanosleep(&pause, NULL);
    }
    return late ? BL_TRIAL_LATE : status;
}

static void add_renamed(struct bl_text *text, const char *said, const char *copy,
                        const char *name) {
    for (const char *at; (at = strstr(said, copy)); said = at + strlen(copy))
        bl_text_add(text, "%.*s%s", (int)(at - said), said, name);
    bl_text_add(text, "%s", said);
}

const char *bl_trial_said(const struct bl_trial_work *work, const char *log) {
    struct bl_text first = {0}, second = {0};
    add_renamed(&first, bl_trial_text(work, log), work->verilog, work->subject->verilog);
    add_renamed(&second, first.bytes ? first.bytes : "", work->golden, work->subject->golden);
    const char *said = bl_strdup(work->arena, second.bytes ? second.bytes : "");
    bl_text_free(&first);
    bl_text_free(&second);
    return said;
}

void bl_trial_broken(struct bl_trial_work *work, const char *why, const char *log) {
    work->found->broken = why;
    work->found->broken_log = log;
}

/* ---- the user's files */

/* The name of a file without its folder, of characters that no tool takes for anything else. */
static const char *plain_name(struct bl_arena *arena, const char *path) {
    const char *slash = strrchr(path, '/');
    char *name = bl_strdup(arena, slash ? slash + 1 : path);
    for (char *at = name; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("._-", *at)) *at = '_';
    return name;
}

static const char *copy(const struct bl_trial_work *work, const char *folder, const char *path) {
    const char *name = bl_format(work->arena, "%s/%s", folder, plain_name(work->arena, path));
    struct bl_text text = {0};
    int error = bl_make_folders(path_of(work, folder));
    if (!error) error = bl_read_file(&text, path);
    if (error) fprintf(stderr, "bankloom: cannot copy %s: %s\n", path, strerror(error));
    bool good = !error && bl_trial_write(work, name, &text);
    bl_text_free(&text);
    return good ? name : NULL;
}

static bool prepare(struct bl_trial_work *work) {
    work->verilog = copy(work, "user_v", work->subject->verilog);
    work->golden = work->verilog ? copy(work, "user_c", work->subject->golden) : NULL;
    return work->golden;
}

/* ---- all of it */

/* The next step, unless the trial is broken by now. */
static bool step(struct bl_trial_work *work, bool (*next)(struct bl_trial_work *work)) {
    return work->found->broken || next(work);
}

/* Verilator's Makefile works in no folder whose path has a blank. */
static const char *new_folder(struct bl_arena *arena, const char *word) {
    const char *folder = bl_scratch_folder(arena);
    if (!folder || !strpbrk(folder, BL_NOT_FOR_MAKE)) return folder;
    fprintf(stderr, "bankloom %s: make cannot work in %s; set TMPDIR to another folder\n", word,
            folder);
    bl_remove_tree(folder);
    return NULL;
}

bool bl_trial_all(struct bl_trial_work *work) {
    work->folder = new_folder(work->arena, work->subject->row->word);
    if (!work->folder) return false;
    bool good = prepare(work) && step(work, bl_trial_lint) && step(work, bl_trial_ask_golden) &&
                step(work, bl_trial_simulate) && step(work, bl_trial_synthesise);
    int error = bl_remove_tree(work->folder);
    if (error) fprintf(stderr, "bankloom: cannot remove %s: %s\n", work->folder, strerror(error));
    return good && !bl_interrupted();
}
