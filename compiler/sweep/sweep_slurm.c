#include "sweep/sweep_slurm.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "base/arena.h"
#include "base/host_memory.h"
#include "sweep/sweep.h"
#include "sweep/sweep_tasks.h"

enum {
    MOST_MEMBERS = 1000 /* Slurm's MaxArraySize is 1001 where nobody has set it, and an index is
                           less than that */
};

static bool save(struct bl_text *text, const char *path) {
    int error = bl_text_save(text, path);
    bl_text_free(text);
    if (error) fprintf(stderr, "bankloom sweep: cannot write %s: %s\n", path, strerror(error));
    return !error;
}

int bl_sweep_slurm_members(const struct bl_sweep_tasks *tasks) {
    return tasks->count < MOST_MEMBERS ? tasks->count : MOST_MEMBERS;
}

/* The path as --output takes it in double quotes: "%%" is a percent sign, \" a quote. */
static const char *pattern_of(struct bl_arena *arena, const char *path) {
    const char *words = "";
    for (; *path; path++)
        words = bl_format(arena, "%s%s%c", words,
                          *path == '%'   ? "%"
                          : *path == '"' ? "\\"
                                         : "",
                          *path);
    return words;
}

/* A line of sbatch's options ends at a line feed, and a backslash in a path keeps it from filling
 * in the job's number. */
static bool is_taken(const char *path) {
    bool control = false;
    for (const char *at = path; *at; at++) control |= (unsigned char)*at < ' ';
    if (!control && !strchr(path, '\\')) return true;
    fprintf(stderr,
            "bankloom sweep: --slurm: sbatch cannot take a path with a backslash or a control "
            "character such as a line feed: '%s'; choose another folder with -o\n",
            path);
    return false;
}

static void add_head(struct bl_text *script, const struct bl_sweep *sweep, const char *folder,
                     int members) {
    bl_text_add(
        script,
        "#!/bin/sh\n#SBATCH --job-name=bankloom-%s\n#SBATCH --array=1-%d\n#SBATCH --ntasks=1\n"
        "#SBATCH --output=\"%s/slurm-%%A_%%a.log\"\n",
        sweep->name, members, pattern_of(sweep->arena, folder));
}

static void add_body(struct bl_text *script, const struct bl_sweep *sweep, const char *folder,
                     const char *list, int members) {
    bl_text_add(
        script,
        "# Each task writes its own log beside its result. Machines do not share compiled models, "
        "as they may differ.\n"
        "# Another --array=1-N on sbatch's command line shares the tasks between N members.\n"
        "folder=%s\n"
        "[ -n \"${SLURM_ARRAY_TASK_ID:-}\" ] || { echo \"$0: this is an array job of Slurm: sbatch "
        "$0\" >&2; exit 2; }\n"
        "cd \"$folder\" || exit 2\n"
        "export XDG_CACHE_HOME=\"${XDG_CACHE_HOME:-$HOME/.cache}/bankloom-on-$(hostname)\"\n"
        "line=$SLURM_ARRAY_TASK_ID failed=0\n"
        "while task=$(sed -n \"${line}p\" %s) && [ -n \"$task\" ]; do\n",
        bl_sweep_quoted(sweep->arena, folder), list);
    bl_text_add(script,
                "    if sh \"$task.sh\"; then echo \"$task: done\"\n"
                "    else failed=1; echo \"$task: failed on $(hostname), see $folder/$task.log\"; "
                "tail -n 3 \"$task.log\"; fi\n"
                "    line=$((line + ${SLURM_ARRAY_TASK_MAX:-%d}))\n"
                "done\n"
                "exit $failed\n",
                members);
}

bool bl_sweep_slurm_write(const struct bl_sweep *sweep, const struct bl_sweep_tasks *tasks) {
    struct bl_text list = {0}, script = {0};
    int members = bl_sweep_slurm_members(tasks);
    char *folder = realpath(bl_format(sweep->arena, "%s/points", sweep->folder), NULL);
    if (!folder) {
        fprintf(stderr, "bankloom sweep: %s/points: %s\n", sweep->folder, strerror(errno));
        return false;
    }
    if (!is_taken(folder)) {
        free(folder);
        return false;
    }
    for (int i = 0; i < tasks->count; i++) bl_text_add(&list, "%s\n", tasks->items[i].name);
    /* A name of its own for each list: an array job that still waits has another one. */
    const char *name = bl_format(sweep->arena, "slurm-%016llx",
                                 (unsigned long long)XXH3_64bits(list.bytes, list.length));
    add_head(&script, sweep, folder, members);
    add_body(&script, sweep, folder, bl_format(sweep->arena, "%s.list", name), members);
    free(folder);
    bool listed = save(&list, bl_sweep_path(sweep, name, ".list"));
    return save(&script, bl_format(sweep->arena, "%s/sweep.slurm", sweep->folder)) && listed;
}

bool bl_sweep_slurm_logs(const struct bl_sweep *sweep) {
    DIR *folder = bl_open_folder(bl_format(sweep->arena, "%s/points", sweep->folder));
    bool found = false;
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        found |= !strncmp(entry->d_name, "slurm-", 6) && strstr(entry->d_name, ".log");
    if (folder) closedir(folder);
    return found;
}
