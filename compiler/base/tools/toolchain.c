#include "base/tools/toolchain.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "base/arena.h"
#include "base/carried/environment.h"
#include "base/text.h"

bool bl_is_folder(const char *path) {
    struct stat status;
    return !stat(path, &status) && S_ISDIR(status.st_mode);
}

/* The folder of the executable, or NULL. */
static const char *own_folder(struct bl_arena *arena) {
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0) return NULL;
    path[length] = 0;
    *strrchr(path, '/') = 0;
    return bl_strdup(arena, path);
}

static const char *real_path(struct bl_arena *arena, const char *path) {
    char real[PATH_MAX];
    return realpath(path, real) ? bl_strdup(arena, real) : NULL;
}

/* Another file of the folder in which `path` lies. NULL for NULL. */
static const char *beside(struct bl_arena *arena, const char *path, const char *name) {
    if (!path) return NULL;
    return bl_format(arena, "%.*s/%s", (int)(strrchr(path, '/') - path), path, name);
}

bool bl_home_find(struct bl_arena *arena, struct bl_home *home) {
    static const char *const roots[] = {"..", "../..", "../../..", "../../../..",
                                        "../share/bankloom"};
    static const char *const libraries[] = {"libbl_sim.a", "../libbl_sim.a",
                                            "../lib/bankloom/libbl_sim.a"};
    const char *own = own_folder(arena);
    *home = (struct bl_home){0};
    for (size_t i = 0; own && i < sizeof roots / sizeof *roots && !home->root; i++)
        if (bl_is_folder(bl_format(arena, "%s/%s/rtl_templates", own, roots[i])))
            home->root = real_path(arena, bl_format(arena, "%s/%s", own, roots[i]));
    for (size_t i = 0; own && i < sizeof libraries / sizeof *libraries && !home->sim_library; i++)
        home->sim_library = real_path(arena, bl_format(arena, "%s/%s", own, libraries[i]));
    const char *verilated = beside(arena, home->sim_library, "verilated");
    if (verilated && bl_is_folder(verilated)) home->verilated = verilated;
    if (!home->root)
        fprintf(stderr, "bankloom: the folder rtl_templates is not near the program (%s)\n",
                own ? own : "unknown place");
    return home->root;
}

static const int interrupts[] = {SIGINT, SIGTERM, SIGHUP};
enum { INTERRUPTS = sizeof interrupts / sizeof *interrupts };

static sigset_t interrupt_set(void) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < INTERRUPTS; i++) sigaddset(&set, interrupts[i]);
    return set;
}

/* The interrupt that waits to be delivered, or 0; one that is ignored never waits: a job in the
 * background, or under nohup. */
static int pending_interrupt(void) {
    struct sigaction action;
    sigset_t pending;
    if (sigpending(&pending)) return 0;
    for (int i = 0; i < INTERRUPTS; i++)
        if (sigismember(&pending, interrupts[i]) == 1 && !sigaction(interrupts[i], NULL, &action) &&
            action.sa_handler != SIG_IGN)
            return interrupts[i];
    return 0;
}

/* Not more than the user's own limit. */
static void limit(int resource, rlim_t most) {
    struct rlimit both;
    if (getrlimit(resource, &both)) _exit(126);
    if (both.rlim_max > most) both.rlim_max = most;
    both.rlim_cur = both.rlim_max;
    if (setrlimit(resource, &both)) _exit(126);
}

/* What is run: `program` is looked up on the PATH. */
struct command {
    const char *program;
    const char *const *arguments;
};

/* In the child: output into the log, then the program. One with a log is a tool: it does not speak
   to the terminal, sees little of the environment, and has its process group for itself, so that
   an interrupt can be sent to all that it has started. */
static void become(struct command command, const char *log, const sigset_t *mask,
                   const struct bl_tool_limits *limits) {
    sigset_t set = *mask;
    for (int i = 0; i < INTERRUPTS; i++) sigdelset(&set, interrupts[i]);
    if (log) setpgid(0, 0);
    sigprocmask(SIG_SETMASK, &set, NULL);
    if (log) bl_environment_for_tools(environ);
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* when bankloom is ended, what it started ends too */
    if (log) {
        int file = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        if (file < 0) _exit(126);
        dup2(file, STDOUT_FILENO);
        dup2(file, STDERR_FILENO);
        close(file);
    }
    if (limits) {
        limit(RLIMIT_CPU, (rlim_t)limits->seconds);
        limit(RLIMIT_AS, (rlim_t)limits->bytes);
        limit(RLIMIT_FSIZE, (rlim_t)limits->file_bytes);
        limit(RLIMIT_CORE, 0);
    }
    execvp(command.program, (char *const *)(uintptr_t)command.arguments);
    _exit(127);
}

/* Waits for the child, ticking, with interrupts and SIGCHLD held back. An interrupt is handed on,
   once. `target` is the child, or minus its group. */
static int wait_for(pid_t child, pid_t target, void (*tick)(void *), void *context) {
    const struct timespec pause = {.tv_nsec = 100 * 1000 * 1000};
    int status, sent = 0;
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGCHLD);
    for (;;) {
        pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child) break;
        if (ended < 0 && errno != EINTR) return -1;
        if (tick) tick(context);
        int signal = sent ? 0 : pending_interrupt();
        if (signal && !kill(target, signal)) sent = signal;
        sigtimedwait(&ends, NULL, &pause);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* `log`: NULL for a program that is no tool. */
static int run(struct command command, const char *log, void (*tick)(void *), void *context,
               const struct bl_tool_limits *limits) {
    sigset_t set = interrupt_set(), before;
    sigaddset(&set, SIGCHLD);
    fflush(NULL);
    sigprocmask(SIG_BLOCK, &set, &before);
    bool interrupted = bl_interrupted();
    pid_t child = interrupted ? -1 : fork();
    int error = errno;
    if (!child) become(command, log, &before, limits);
    if (child > 0 && log) setpgid(child, child); /* as the child does: whoever is first */
    int status = interrupted ? 128 + SIGINT
                 : child < 0 ? -1
                             : wait_for(child, log ? -child : child, tick, context);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (status < 0 && child < 0)
        fprintf(stderr, "bankloom: cannot start '%s': %s\n", command.program, strerror(error));
    return status;
}

int bl_tool_run(const char *const *arguments, const char *log, void (*tick)(void *context),
                void *context) {
    return run((struct command){arguments[0], arguments}, log, tick, context, NULL);
}

int bl_tool_run_limited(const char *const *arguments, const char *log,
                        const struct bl_tool_limits *limits) {
    return run((struct command){arguments[0], arguments}, log, NULL, NULL, limits);
}

int bl_program_run(const char *program, const char *const *arguments) {
    return run((struct command){program, arguments}, NULL, NULL, NULL, NULL);
}

pid_t bl_tool_start(const char *const *arguments, const char *folder, const char *log) {
    sigset_t before;
    fflush(NULL);
    sigprocmask(SIG_BLOCK, NULL, &before);
    pid_t child = fork();
    if (!child && chdir(folder)) _exit(126);
    if (!child) become((struct command){arguments[0], arguments}, log, &before, NULL);
    if (child > 0) setpgid(child, child);
    if (child < 0)
        fprintf(stderr, "bankloom: cannot start '%s': %s\n", arguments[0], strerror(errno));
    return child;
}

bool bl_tool_ended(pid_t process, int *status) {
    int how;
    pid_t ended = waitpid(process, &how, WNOHANG);
    if (ended == process) *status = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
    if (ended < 0) *status = -1;
    if (!ended && pending_interrupt()) kill(-process, pending_interrupt());
    return ended == process || (ended < 0 && errno != EINTR);
}

void bl_interrupts_hold(void) {
    const sigset_t set = interrupt_set();
    sigprocmask(SIG_BLOCK, &set, NULL);
}

bool bl_interrupted(void) { return pending_interrupt(); }

void bl_log_tail(const char *log, int lines) {
    struct bl_text text = {0};
    if (!bl_read_file(&text, log) && text.length) {
        const char *at = text.bytes + text.length - 1;
        while (at > text.bytes && lines > 0)
            if (*--at == '\n') lines--;
        fprintf(stderr, "%s", *at == '\n' ? at + 1 : at);
    }
    bl_text_free(&text);
}

char *bl_scratch_folder(struct bl_arena *arena) {
    const char *base = getenv("TMPDIR");
    char *folder = bl_strdup(
        arena, bl_format(arena, "%s/bankloom-XXXXXX", base && *base == '/' ? base : "/tmp"));
    if (mkdtemp(folder)) return folder;
    fprintf(stderr, "bankloom: cannot make the folder %s: %s\n", folder, strerror(errno));
    return NULL;
}

int bl_make_folders(const char *path) {
    char part[PATH_MAX];
    size_t length = strlen(path);
    if (length >= sizeof part) return ENAMETOOLONG;
    for (size_t i = 1; i <= length; i++) {
        if (i < length && path[i] != '/') continue;
        memcpy(part, path, i);
        part[i] = 0;
        if (mkdir(part, 0777) && errno != EEXIST) return errno;
    }
    return bl_is_folder(path) ? 0 : ENOTDIR;
}

static int remove_content(const char *path) {
    DIR *folder = opendir(path);
    int error = folder ? 0 : errno;
    for (struct dirent *entry; folder && !error && (entry = readdir(folder));) {
        char inner[PATH_MAX];
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        if (snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name) >= (int)sizeof inner)
            error = ENAMETOOLONG;
        else error = bl_remove_tree(inner);
    }
    if (folder) closedir(folder);
    return error;
}

int bl_remove_tree(const char *path) {
    struct stat status;
    if (lstat(path, &status)) return errno == ENOENT ? 0 : errno;
    if (!S_ISDIR(status.st_mode)) return unlink(path) ? errno : 0;
    int error = remove_content(path);
    if (!error && rmdir(path)) error = errno;
    return error;
}

int bl_read_file(struct bl_text *text, const char *path) {
    char block[16384];
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return errno;
    int error = 0;
    for (;;) {
        ssize_t got = read(file, block, sizeof block);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) error = errno;
        if (got <= 0) break;
        bl_text_bytes(text, block, (size_t)got);
    }
    close(file);
    return error;
}
