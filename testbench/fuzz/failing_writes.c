/* Runs a program of which one system call that writes fails:
     failing_writes N ERROR LOG PROGRAM [ARGUMENT...]
   N: which one, counted from 1, of the calls that write, make, move or sync files or the program's
   output; 0: none. ERROR: ENOSPC (full disk) or EPIPE (closed pipe: of calls that write alone). LOG
   gets "COUNT NAME": how many there were, and which one failed ("-": none; a write to stderr is
   "message"). Programs that it starts are spared. The exit status is the program's, or 128 and its
   signal. For Linux on x86-64. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct {
    long number;
    const char *name;
    bool writes;
    int flags; /* the argument that holds O_CREAT; 0: any call */
} calls[] = {
    {SYS_write, "write", true, 0},         {SYS_writev, "writev", true, 0},
    {SYS_pwrite64, "pwrite", true, 0},     {SYS_fsync, "fsync", false, 0},
    {SYS_openat, "open", false, 2},        {SYS_mkdirat, "mkdir", false, 0},
    {SYS_renameat, "rename", false, 0},    {SYS_renameat2, "rename", false, 0},
    {SYS_ftruncate, "truncate", false, 0}, {SYS_fchmodat, "chmod", false, 0},
#ifdef SYS_open
    {SYS_open, "open", false, 1},          {SYS_mkdir, "mkdir", false, 0},
    {SYS_rename, "rename", false, 0},      {SYS_chmod, "chmod", false, 0},
#endif
};
enum { CALLS = sizeof calls / sizeof *calls };

struct failing {
    pid_t process;
    long wanted, count;
    int error;
    const char *failed;
};

/* The row of the call that begins, or -1. */
static int find_call(const struct failing *failing, const struct user_regs_struct *registers) {
    const unsigned long long arguments[] = {registers->rdi, registers->rsi, registers->rdx};
    for (int i = 0; i < CALLS; i++) {
        if (calls[i].number != (long)registers->orig_rax ||
            (failing->error == EPIPE && !calls[i].writes))
            continue;
        return !calls[i].flags || (arguments[calls[i].flags] & O_CREAT) ? i : -1;
    }
    return -1;
}

/* At the beginning of a call: makes the one that is to fail no call at all. Returns whether it did.
 */
static bool enter(struct failing *failing) {
    struct user_regs_struct registers;
    if (ptrace(PTRACE_GETREGS, failing->process, NULL, &registers)) return false;
    int call = find_call(failing, &registers);
    if (call < 0 || ++failing->count != failing->wanted) return false;
    failing->failed = calls[call].writes && registers.rdi == STDERR_FILENO ? "message"
                                                                           : calls[call].name;
    registers.orig_rax = (unsigned long long)-1;
    return !ptrace(PTRACE_SETREGS, failing->process, NULL, &registers);
}

static void leave(const struct failing *failing) {
    struct user_regs_struct registers;
    if (ptrace(PTRACE_GETREGS, failing->process, NULL, &registers)) return;
    registers.rax = (unsigned long long)-failing->error;
    ptrace(PTRACE_SETREGS, failing->process, NULL, &registers);
}

/* From stop to stop until the program ends; its status as the shell has it. */
static int follow(struct failing *failing) {
    bool inside = false, spoiled = false;
    for (int signal = 0, status;;) {
        if (ptrace(PTRACE_SYSCALL, failing->process, NULL, (void *)(intptr_t)signal) ||
            waitpid(failing->process, &status, 0) < 0)
            return 127;
        if (WIFEXITED(status)) return WEXITSTATUS(status);
        if (WIFSIGNALED(status)) return 128 + WTERMSIG(status);
        signal = WSTOPSIG(status);
        if (signal == SIGTRAP) signal = 0; /* after execve */
        if (signal != (SIGTRAP | 0x80)) continue;
        signal = 0;
        if (inside && spoiled) leave(failing);
        spoiled = !inside && enter(failing);
        inside = !inside;
    }
}

int main(int argc, char **argv) {
    if (argc < 5) return 127;
    struct failing failing = {
        .wanted = atol(argv[1]), .error = strcmp(argv[2], "EPIPE") ? ENOSPC : EPIPE, .failed = "-"};
    failing.process = fork();
    if (failing.process < 0) return 127;
    if (!failing.process) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
        execvp(argv[4], argv + 4);
        _exit(127);
    }
    int status;
    waitpid(failing.process, &status, 0);
    ptrace(PTRACE_SETOPTIONS, failing.process, NULL,
           (void *)(intptr_t)(PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL));
    status = follow(&failing);
    FILE *log = fopen(argv[3], "w");
    if (!log) return 127;
    fprintf(log, "%ld %s\n", failing.count, failing.failed);
    fclose(log);
    return status;
}
