#include "explain/graph_draw.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/arena.h"
#include "base/text.h"
#include "base/tools/toolchain.h"
#include "base/tools/tools.h"

static int save(const char *made, const char *path) {
    struct bl_text picture = {0};
    int error = bl_read_file(&picture, made);
    if (!error) error = bl_text_save(&picture, path);
    bl_text_free(&picture);
    return error;
}

/* dot, with arrows of straight lines where it cannot lead curves round what is in their way: its
   exit status. */
static int run_dot(struct bl_arena *arena, const char *format, const char *made, const char *source,
                   const char *log) {
    static const char *const arrows[] = {"-Gsplines=true", "-Gsplines=line"};
    int status = 1;
    for (int i = 0; i < 2 && status; i++) {
        const char *const command[] = {"dot", bl_format(arena, "-T%s", format), arrows[i], "-o",
                                       made,  source, NULL};
        status = bl_tool_run(command, log, NULL, NULL);
    }
    return status;
}

/* The picture is made in a file of its own, and written to its place when it is complete. Nothing
   else has a name any more by then, so that nothing stays when there is no memory for it. */
static bool draw(struct bl_arena *arena, const char *source, const char *format, const char *path,
                 const char *made) {
    const char *log = bl_format(arena, "%s.log", made);
    int status = run_dot(arena, format, made, source, log);
    if (status) {
        fprintf(stderr, "bankloom: dot failed (status %d):\n", status);
        bl_log_tail(log, 10);
    }
    int file = status ? -1 : open(made, O_RDONLY | O_CLOEXEC);
    int error = !status && file < 0 ? errno : 0;
    unlink(log);
    unlink(made);
    unlink(source);
    if (!status && !error) error = save(bl_format(arena, "/proc/self/fd/%d", file), path);
    if (error) fprintf(stderr, "bankloom: cannot write %s: %s\n", path, strerror(error));
    if (file >= 0) close(file);
    return !status && !error;
}

const char *bl_graph_format(const char *path) {
    static const char *const formats[] = {"svg", "pdf", "png"};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(dot + 1, formats[i])) return formats[i];
    fprintf(
        stderr,
        "bankloom graph: the name '%s' says no form of picture; it ends in .svg, .pdf or .png\n",
        path);
    return NULL;
}

bool bl_graph_write(const struct bl_text *source, const char *path) {
    if (!path || !strcmp(path, "-"))
        return fwrite(source->bytes, 1, source->length, stdout) == source->length;
    int error = bl_text_save(source, path);
    if (error) fprintf(stderr, "bankloom: cannot write %s: %s\n", path, strerror(error));
    return !error;
}

bool bl_graph_draw(struct bl_arena *arena, const struct bl_text *source, const char *format,
                   const char *path) {
    if (!bl_tool_present(&bl_tool_dot)) return false;
    const char *made = bl_format(arena, "%s.new-%ld", path, (long)getpid()),
               *file = bl_format(arena, "%s.dot", made);
    int error = bl_text_save(source, file);
    if (error) fprintf(stderr, "bankloom: cannot write %s: %s\n", path, strerror(error));
    bool ok = !error && draw(arena, file, format, path, made);
    return ok;
}
