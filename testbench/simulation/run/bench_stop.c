/* What ends a run before its time: signals of the user. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>

#include "simulation/run/bench_state_inner.h"

void bl_bench_hold_signals(void) {
    sigset_t signals;
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is reported like a full disk */
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigprocmask(SIG_BLOCK, &signals, NULL);
}

bool bl_bench_stop(void *user) {
    struct bl_bench_run *run = user;
    sigset_t pending;
    sigpending(&pending);
    run->interrupted |= sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1 ||
                        sigismember(&pending, SIGHUP) == 1;
    return run->interrupted;
}
