#include "base/tools/tools.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/arena.h"
#include "base/text.h"
#include "base/tools/toolchain.h"

const struct bl_tool bl_tool_verilator = {"verilator", "verilator", "--version", {5, 6}, {5, 32}};
const struct bl_tool bl_tool_iverilog = {"iverilog", "iverilog", "-V", {11, 0}, {12, 0}};
const struct bl_tool bl_tool_yosys = {"yosys", "yosys", "-V", {0, 23}, {0, 52}};
const struct bl_tool bl_tool_dot = {.name = "dot", .package = "graphviz", .ask = "-V"};
const struct bl_tool bl_tool_vvp = {.name = "vvp", .package = "iverilog"};
const struct bl_tool bl_tool_nextpnr_ice40 = {.name = "nextpnr-ice40", .package = "nextpnr-ice40"};
const struct bl_tool bl_tool_icepack = {.name = "icepack", .package = "fpga-icestorm"};
const struct bl_tool bl_tool_cxx = {.name = "g++", .package = "g++"};
const struct bl_tool bl_tool_cc = {.name = "cc", .package = "gcc"};
const struct bl_tool bl_tool_make = {.name = "make", .package = "make"};
const struct bl_tool bl_tool_ar = {.name = "ar", .package = "binutils"};
const struct bl_tool bl_tool_objcopy = {.name = "objcopy", .package = "binutils"};

const char *bl_tool_path(struct bl_arena *arena, const struct bl_tool *tool) {
    const char *path = getenv("PATH");
    while (path && *path) {
        size_t length = strcspn(path, ":");
        const char *file = bl_format(arena, "%.*s/%s", (int)length, path, tool->name);
        if (!access(file, X_OK) && !bl_is_folder(file)) return file;
        path += length + (path[length] == ':');
    }
    return NULL;
}

const char *bl_tool_missing(struct bl_arena *arena, const struct bl_tool *tool) {
    return bl_format(arena,
                     "the program '%s' is missing; on Debian it is in the package %s: apt-get "
                     "install %s",
                     tool->name, tool->package, tool->package);
}

bool bl_tool_present(const struct bl_tool *tool) {
    struct bl_arena *arena = bl_arena_new();
    bool present = bl_tool_path(arena, tool);
    if (!present) fprintf(stderr, "bankloom: %s\n", bl_tool_missing(arena, tool));
    bl_arena_free(arena);
    return present;
}

/* The first "MAJOR.MINOR" that begins a word. */
static struct bl_release read_release(const char *text, const char **at) {
    struct bl_release release = {0};
    for (*at = text; **at; ++*at)
        if ((*at == text || (*at)[-1] == ' ') &&
            sscanf(*at, "%d.%d", &release.major, &release.minor) == 2)
            return release;
    return (struct bl_release){0};
}

/* The line with the release: before it, Icarus may complain of its own parts. Without one, the
 * first. */
static void read_version(struct bl_arena *arena, const char *text,
                         struct bl_tool_version *version) {
    const char *at;
    version->release = read_release(text, &at);
    if (!*at) at = text;
    while (at > text && at[-1] != '\n') at--;
    version->line = bl_strndup(arena, at, strcspn(at, "\n"));
}

bool bl_tool_asked(struct bl_arena *arena, const struct bl_tool *tool,
                   struct bl_tool_version *version) {
    const char *const command[] = {tool->name, tool->ask, NULL};
    struct bl_text text = {0};
    int file = memfd_create("version", MFD_CLOEXEC);
    const char *log = bl_format(arena, "/proc/self/fd/%d", file);
    bool ok = file >= 0 && !bl_tool_run(command, log, NULL, NULL) && !bl_read_file(&text, log) &&
              text.length;
    bl_text_bytes(&text, "", 0); /* ends it */
    if (ok) read_version(arena, text.bytes, version);
    bl_text_free(&text);
    if (file >= 0) close(file);
    return ok;
}

bool bl_release_reaches(struct bl_release a, struct bl_release b) {
    return a.major > b.major || (a.major == b.major && a.minor >= b.minor);
}

/* Verilator counts its minor releases in three digits. */
static const char *words(struct bl_arena *arena, const struct bl_tool *tool,
                         struct bl_release release) {
    return bl_format(arena, tool == &bl_tool_verilator ? "%d.%03d" : "%d.%d", release.major,
                     release.minor);
}

bool bl_tool_ask(struct bl_arena *arena, const struct bl_tool *tool,
                 struct bl_tool_version *version) {
    if (!bl_tool_present(tool)) return false;
    if (!bl_tool_asked(arena, tool, version)) {
        if (!bl_interrupted()) fprintf(stderr, "bankloom: %s does not run\n", tool->name);
        return false;
    }
    struct bl_release release = version->release;
    if ((!release.major && !release.minor) || bl_release_reaches(release, tool->oldest))
        return true;
    fprintf(stderr, "bankloom: %s %s is too old; it has to be %s or newer\n", tool->name,
            words(arena, tool, release), words(arena, tool, tool->oldest));
    return false;
}

void bl_tool_warn_newer(const struct bl_tool *tool, const struct bl_tool_version *version) {
    if (bl_release_reaches(tool->newest, version->release)) return;
    struct bl_arena *arena = bl_arena_new();
    fprintf(stderr, "bankloom: warning: %s %s is newer than %s, the last that was tested\n",
            tool->name, words(arena, tool, version->release), words(arena, tool, tool->newest));
    bl_arena_free(arena);
}
