#include "sweep/sweep_pool.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "base/arena.h"
#include "base/tools/toolchain.h"
#include "sweep/sweep.h"
#include "sweep/sweep_progress.h"
#include "sweep/sweep_tasks.h"

enum {
    TICKS_OF_GRACE =
        50 /* of a tenth of a second, after an interrupt, until what still runs is killed */
};

struct child {
    pid_t process;
    int task;
    double started;
};

struct pool {
    const struct bl_sweep *sweep;
    const struct bl_sweep_tasks *tasks;
    struct child *children; /* [jobs]; process 0: free */
    struct bl_sweep_progress progress;
    int next;
};

/* In the child. The script sends its output to a log of its own. */
static void become(const char *script) {
    sigset_t none;
    sigemptyset(&none);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing >= 0) dup2(nothing, STDIN_FILENO);
    execl("/bin/sh", "sh", script, (char *)NULL);
    _exit(127);
}

static void start(struct pool *pool, struct child *child) {
    const struct bl_sweep_task *task = &pool->tasks->items[pool->next];
    const char *script = bl_sweep_path(pool->sweep, task->name, ".sh");
    pid_t process = fork();
    if (!process) become(script);
    if (process < 0) {
        fprintf(stderr, "bankloom sweep: cannot start a task: %s\n", strerror(errno));
        pool->progress.failed++, pool->progress.done++;
    } else {
        setpgid(process, process);
        *child = (struct child){process, pool->next, bl_sweep_now()};
        pool->progress.running++;
    }
    pool->next++;
}

static void ended(struct pool *pool, struct child *child, int status) {
    enum bl_sweep_task_kind kind = pool->tasks->items[child->task].kind;
    struct bl_sweep_progress *progress = &pool->progress;
    progress->running--, progress->done++;
    progress->left[kind]--, progress->finished[kind]++;
    progress->spent[kind] += bl_sweep_now() - child->started;
    if (!WIFEXITED(status) || WEXITSTATUS(status)) progress->failed++;
    child->process = 0;
}

/* Notes which children have ended. */
static void look(struct pool *pool) {
    for (int i = 0; i < pool->progress.jobs; i++) {
        int status;
        if (pool->children[i].process &&
            waitpid(pool->children[i].process, &status, WNOHANG) == pool->children[i].process)
            ended(pool, &pool->children[i], status);
    }
}

static void tell_all(const struct pool *pool, int signal) {
    for (int i = 0; i < pool->progress.jobs; i++)
        if (pool->children[i].process) kill(-pool->children[i].process, signal);
}

static void tick(void) {
    const struct timespec tenth = {.tv_nsec = 100 * 1000 * 1000};
    nanosleep(&tenth, NULL);
}

/* Ends all children: an interrupt first, as the user would; what does not heed it is killed. */
static void end_all(struct pool *pool) {
    tell_all(pool, SIGINT);
    for (int i = 0; i < TICKS_OF_GRACE && pool->progress.running; i++) {
        tick();
        look(pool);
    }
    tell_all(pool, SIGKILL);
    while (pool->progress.running) {
        tick();
        look(pool);
    }
}

static void fill(struct pool *pool) {
    for (int i = 0; i < pool->progress.jobs; i++)
        while (!pool->children[i].process && pool->next < pool->tasks->count)
            start(pool, &pool->children[i]);
}

bool bl_sweep_pool(const struct bl_sweep *sweep, const struct bl_sweep_tasks *tasks, int jobs) {
    struct pool pool = {
        .sweep = sweep, .tasks = tasks, .children = BL_NEW(sweep->arena, struct child, jobs)};
    pool.progress = (struct bl_sweep_progress){.total = tasks->count, .jobs = jobs};
    for (int i = 0; i < tasks->count; i++) pool.progress.left[tasks->items[i].kind]++;
    bl_interrupts_hold();
    while (pool.progress.done < tasks->count && !bl_interrupted()) {
        fill(&pool);
        bl_sweep_progress_show(&pool.progress);
        tick();
        look(&pool);
    }
    bool whole = !bl_interrupted();
    end_all(&pool);
    bl_sweep_progress_end(&pool.progress);
    return whole;
}
