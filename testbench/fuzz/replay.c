/* Runs a target on files, and on all files of folders, each once: what is kept of fuzzing stays
 * right. Prints how many there were. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/tools/toolchain.h"
#include "fuzz.h"

enum {
    LONGEST = 60 /* seconds of processor time for one file; libFuzzer has 2 */
};

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process when a file takes longer; 0: no limit. */
static void limit(int seconds) {
    const struct itimerval timer = {.it_value.tv_sec = seconds};
    setitimer(ITIMER_PROF, &timer, NULL);
}

static int run_file(const char *path) {
    struct bl_text text = {0};
    int error = bl_read_file(&text, path);
    if (error) fuzz_fault("cannot read %s", path);
    /* The name goes straight to the log, to be there when the file ends the process. */
    dprintf(STDERR_FILENO, "%s\n", path);
    limit(LONGEST);
    LLVMFuzzerTestOneInput((const uint8_t *)(text.bytes ? text.bytes : ""), text.length);
    limit(0);
    bl_text_free(&text);
    return 1;
}

static int run_all(const char *path) {
    struct dirent **entries;
    int count = bl_is_folder(path) ? scandir(path, &entries, NULL, alphasort) : -1, ran = 0;
    if (count < 0) return run_file(path);
    struct bl_arena *arena = bl_arena_new();
    for (int i = 0; i < count; i++) {
        if (entries[i]->d_name[0] != '.')
            ran += run_file(bl_format(arena, "%s/%s", path, entries[i]->d_name));
        free(entries[i]);
    }
    free(entries);
    bl_arena_free(arena);
    return ran;
}

int main(int argc, char **argv) {
    int ran = 0;
    LLVMFuzzerInitialize(&argc, &argv);
    for (int i = 1; i < argc; i++) ran += run_all(argv[i]);
    dprintf(STDOUT_FILENO, "%d files\n", ran);
    return ran ? 0 : 1;
}
