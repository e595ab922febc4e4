/* A sweep as an array job for Slurm: member i does the task on line i of a list. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "arena.h"
#include "sweep.h"

static bool save(struct bl_text *text, const char *path) {
    int error = bl_text_save(text, path);
    bl_text_free(text);
    if (error) fprintf(stderr, "bankloom sweep: cannot write %s: %s\n", path, strerror(error));
    return !error;
}

bool bl_sweep_slurm_write(const struct bl_sweep *sweep, const struct bl_sweep_tasks *tasks) {
    struct bl_text list = {0}, script = {0};
    char *folder = realpath(bl_format(sweep->arena, "%s/points", sweep->folder), NULL);
    if (!folder) return false;
    for (int i = 0; i < tasks->count; i++) bl_text_add(&list, "%s.sh\n", tasks->items[i].name);
    bl_text_add(&script, "#!/bin/sh\n#SBATCH --job-name=bankloom-%s\n#SBATCH --array=1-%d\n#SBATCH --ntasks=1\n"
                "#SBATCH --output=/dev/null\n",
                sweep->pipeline, tasks->count);
    bl_text_add(&script, "# Each task writes its own log beside its result. Machines do not share compiled models, as they may differ.\n"
                         "cd %s || exit 2\n"
                         "export XDG_CACHE_HOME=\"${XDG_CACHE_HOME:-$HOME/.cache}/bankloom-on-$(hostname)\"\n"
                         "exec sh \"$(sed -n \"${SLURM_ARRAY_TASK_ID}p\" slurm.list)\"\n",
                bl_sweep_quoted(sweep->arena, folder));
    free(folder);
    return save(&list, bl_sweep_path(sweep, "slurm", ".list")) && save(&script, bl_format(sweep->arena, "%s/sweep.slurm", sweep->folder));
}
