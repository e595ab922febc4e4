#include "simulation/core/icarus.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/carried/checked.h"
#include "base/carried/environment.h"

extern char **environ;

struct icarus {
    const struct bl_icarus_pins *pins;
    struct bl_vvp vvp;
    uint32_t *message; /* kind, then the input vector */
    uint32_t *answer;
};

_Noreturn static void fail(const char *what, int error) {
    fprintf(stderr, "error: icarus: %s: %s\n", what, strerror(error));
    exit(1);
}

/* ---- the process ---- */

/* An address of this code. */
static const char here[] = "icarus";

/* The path of the running program, or of the library that this is in, without its end. */
static void program_path(char *path, size_t size) {
    Dl_info own;
    const char *end = dladdr(here, &own) ? strrchr(own.dli_fname, '.') : NULL;
    ssize_t length;
    if (end && !strcmp(end, ".so")) {
        length = snprintf(path, size, "%.*s", (int)(end - own.dli_fname), own.dli_fname);
        if (length >= (ssize_t)size) length = 0;
    } else length = readlink("/proc/self/exe", path, size - 1);
    path[length > 0 ? length : 0] = 0;
}

/* A copy of the environment that vvp may see; free with bl_zfree. */
static char **for_vvp(void) {
    size_t count = 0;
    while (environ[count]) count++;
    char **copy = bl_zalloc(count + 1, sizeof *copy);
    memcpy(copy, environ, count * sizeof *copy);
    bl_environment_for_tools(copy);
    return copy;
}

/* The socket is descriptor BL_ICARUS_FD of vvp and closed in every other child. */
static pid_t start(const char *top, int socket) {
    char path[2048], module[2200], circuit[2200], argument[100];
    program_path(path, sizeof path);
    snprintf(argument, sizeof argument, "+top=%s", top);
    snprintf(module, sizeof module, "-m%s.vpi", path);
    snprintf(circuit, sizeof circuit, "%s.vvp", path);
    char *words[] = {(char[]){"vvp"}, (char[]){"-n"}, module, circuit, argument, NULL};
    char **seen = for_vvp();
    posix_spawn_file_actions_t actions;
    pid_t process = 0;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, socket, BL_ICARUS_FD);
    int error = posix_spawnp(&process, "vvp", &actions, NULL, words, seen);
    posix_spawn_file_actions_destroy(&actions);
    bl_zfree(seen);
    if (error) fail("cannot start vvp", error);
    return process;
}

/* Never BL_ICARUS_FD itself: copying a descriptor onto itself would leave it to be closed. */
static int above(int descriptor) {
    int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, BL_ICARUS_FD + 1);
    if (copy < 0) fail("socket", errno);
    close(descriptor);
    return copy;
}

static void open_pair(int pair[2]) {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) fail("socket", errno);
    pair[0] = above(pair[0]);
    pair[1] = above(pair[1]);
}

void bl_vvp_open(struct bl_vvp *vvp, const char *top) {
    int pair[2];
    open_pair(pair);
    vvp->socket = pair[0];
    vvp->process = start(top, pair[1]);
    close(pair[1]);
}

/* One word, and a descriptor that the other side gets a copy of. */
static void send_descriptor(int socket, uint32_t word, int descriptor) {
    char room[CMSG_SPACE(sizeof descriptor)] = {0};
    struct iovec bytes = {&word, sizeof word};
    struct msghdr message = {
        .msg_iov = &bytes, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
    if (sendmsg(socket, &message, MSG_NOSIGNAL) != sizeof word) fail("vvp has ended", errno);
}

/* A copy of one that has not been stepped yet: the two share what neither changes, most of a large
   circuit. */
static void vvp_fork(struct bl_vvp *vvp, const struct bl_vvp *original) {
    int pair[2];
    uint32_t error;
    open_pair(pair);
    send_descriptor(original->socket, BL_ICARUS_FORK, pair[1]);
    close(pair[1]);
    bl_vvp_receive(original, &error, 1);
    if (error) fail("cannot copy vvp", (int)error);
    *vvp = (struct bl_vvp){.socket = pair[0]};
}

void bl_vvp_close(struct bl_vvp *vvp) {
    close(vvp->socket);
    if (vvp->process) waitpid(vvp->process, NULL, 0);
}

void *bl_icarus_create(const struct bl_icarus_pins *pins, const void *like) {
    struct icarus *node = bl_zalloc(1, sizeof *node);
    node->pins = pins;
    node->message = bl_zalloc((size_t)pins->in_words + 1, sizeof *node->message);
    node->answer = bl_zalloc((size_t)pins->out_words, sizeof *node->answer);
    if (like) vvp_fork(&node->vvp, &((const struct icarus *)like)->vvp);
    else bl_vvp_open(&node->vvp, "bl_icarus");
    return node;
}

void bl_icarus_destroy(void *instance) {
    struct icarus *node = instance;
    bl_vvp_close(&node->vvp);
    bl_zfree(node->message);
    bl_zfree(node->answer);
    bl_zfree(node);
}

void bl_vvp_send(const struct bl_vvp *vvp, const uint32_t *words, int count) {
    const char *from = (const char *)words;
    for (size_t left = (size_t)count * sizeof *words; left;) {
        ssize_t done = send(vvp->socket, from, left, MSG_NOSIGNAL);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) fail("vvp has ended", errno);
        from += done;
        left -= (size_t)done;
    }
}

void bl_vvp_receive(const struct bl_vvp *vvp, uint32_t *words, int count) {
    ssize_t size = (ssize_t)((size_t)count * sizeof *words),
            done = recv(vvp->socket, words, (size_t)size, MSG_WAITALL);
    if (done != size) fail("vvp has ended", done < 0 ? errno : EPIPE);
}

/* All ports are moved in every edge, also those whose clock does not rise: nobody looks at them
 * then. */
void bl_icarus_settle(void *instance, unsigned edges, const struct bl_node_in *in,
                      struct bl_node_out *out) {
    struct icarus *node = instance;
    (void)edges;
    node->message[0] = BL_ICARUS_SETTLE;
    node->pins->pack(in, node->message + 1);
    bl_vvp_send(&node->vvp, node->message, node->pins->in_words + 1);
    bl_vvp_receive(&node->vvp, node->answer, node->pins->out_words);
    node->pins->unpack(node->answer, out);
}

void bl_icarus_clock(void *instance, unsigned edges) {
    const struct icarus *node = instance;
    const uint32_t message[] = {BL_ICARUS_CLOCK, edges};
    bl_vvp_send(&node->vvp, message, 2);
}
