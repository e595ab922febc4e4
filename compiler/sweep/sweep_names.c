#include "sweep/sweep_names.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include "base/arena.h"
#include "base/host_memory.h"
#include "base/tools/toolchain.h"
#include "base/tools/tools.h"
#include "sweep/sweep.h"

static uint64_t file_hash(const char *path) {
    struct bl_text text = {0};
    bl_read_file(&text, path);
    uint64_t hash = XXH3_64bits(text.bytes ? text.bytes : "", text.length);
    bl_text_free(&text);
    return hash;
}

/* All files below a folder; the order in which they are met does not count, their names do. */
static uint64_t folder_hash(struct bl_arena *arena, const char *path) {
    uint64_t sum = 0;
    DIR *folder = bl_open_folder(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        const char *inner = bl_format(arena, "%s/%s", path, entry->d_name);
        struct stat status;
        if (entry->d_name[0] == '.' || stat(inner, &status)) continue;
        uint64_t content = S_ISDIR(status.st_mode) ? folder_hash(arena, inner) : file_hash(inner);
        sum += XXH3_64bits_withSeed(entry->d_name, strlen(entry->d_name), content);
    }
    if (folder) closedir(folder);
    return sum;
}

/* What a tool says of its version; 0 when it does not run, which its user will tell. */
static uint64_t tool_hash(struct bl_arena *arena, const struct bl_tool *tool) {
    struct bl_tool_version version;
    return bl_tool_asked(arena, tool, &version) ? XXH3_64bits(version.line, strlen(version.line))
                                                : 0;
}

const char *bl_sweep_tool(struct bl_arena *arena, enum bl_sweep_task_kind kind) {
    static const struct bl_tool *const tools[BL_SWEEP_KINDS] = {&bl_tool_verilator, &bl_tool_yosys,
                                                                &bl_tool_dot};
    return bl_format(arena, "%llx", (unsigned long long)tool_hash(arena, tools[kind]));
}

const char *bl_sweep_board_identity(struct bl_arena *arena, const char *board) {
    return strchr(board, '/') ? bl_format(arena, " %llx", (unsigned long long)file_hash(board))
                              : "";
}

const char *bl_sweep_identity(struct bl_arena *arena, const struct bl_sources *sources) {
    struct bl_home home;
    if (!bl_home_find(arena, &home)) return NULL;
    const char *words = bl_format(
        arena, "%llx %llx %llx %llx", (unsigned long long)file_hash("/proc/self/exe"),
        (unsigned long long)file_hash(home.sim_library ? home.sim_library : ""),
        (unsigned long long)folder_hash(arena, bl_format(arena, "%s/rtl_templates", home.root)),
        (unsigned long long)folder_hash(arena, bl_format(arena, "%s/boards", home.root)));
    for (int i = 1; i < sources->count; i++)
        words = bl_format(arena, "%s %016llx", words,
                          (unsigned long long)XXH3_64bits(sources->items[i].text,
                                                          (size_t)sources->items[i].length));
    return words;
}
