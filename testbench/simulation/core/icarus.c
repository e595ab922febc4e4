#include "simulation/core/icarus.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
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

/* The files that vvp is started on, and its words. */
struct vvp_files {
    char path[2048], module[2200], circuit[2200], argument[100];
};

static void find_files(struct vvp_files *files, const char *top) {
    program_path(files->path, sizeof files->path);
    snprintf(files->argument, sizeof files->argument, "+top=%s", top);
    snprintf(files->module, sizeof files->module, "%s.vpi", files->path);
    snprintf(files->circuit, sizeof files->circuit, "%s.vvp", files->path);
    const char *const needed[] = {files->module, files->circuit};
    for (int i = 0; i < 2; i++)
        if (access(needed[i], R_OK)) bl_zfatal("icarus: %s: %s", needed[i], strerror(errno));
}

/* 0, or an errno value. The socket is descriptor BL_ICARUS_FD of vvp and closed in every other
 * child. */
static int spawn(struct vvp_files *files, int socket, pid_t *process) {
    char *words[] = {(char[]){"vvp"}, (char[]){"-n"},  (char[]){"-m"}, files->module,
                     files->circuit,  files->argument, NULL};
    char **seen = for_vvp();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, socket, BL_ICARUS_FD);
    int error = posix_spawnp(process, "vvp", &actions, NULL, words, seen);
    posix_spawn_file_actions_destroy(&actions);
    bl_zfree(seen);
    return error;
}

static void close_pair(const int pair[2]) {
    for (int i = 0; i < 2; i++)
        if (pair[i] >= 0) close(pair[i]);
}

/* Never BL_ICARUS_FD itself: copying a descriptor onto itself would leave it to be closed. */
static void open_pair(int pair[2]) {
    int low[2] = {-1, -1};
    pair[0] = pair[1] = -1;
    if (!socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, low))
        for (int i = 0; i < 2; i++) pair[i] = fcntl(low[i], F_DUPFD_CLOEXEC, BL_ICARUS_FD + 1);
    int error = errno;
    close_pair(low);
    if (pair[0] >= 0 && pair[1] >= 0) return;
    close_pair(pair);
    bl_zfatal("icarus: cannot open a socket: %s", strerror(error));
}

/* Both: 0, or an errno value; EPIPE when the other side has ended. */
static int send_all(int socket, const void *bytes, size_t size) {
    for (const char *from = bytes; size;) {
        ssize_t done = send(socket, from, size, MSG_NOSIGNAL);
        if (done <= 0 && errno != EINTR) return errno;
        if (done <= 0) continue;
        from += done;
        size -= (size_t)done;
    }
    return 0;
}
static int receive_all(int socket, void *bytes, size_t size) {
    for (char *to = bytes; size;) {
        ssize_t done = recv(socket, to, size, MSG_WAITALL);
        if (done == 0) return EPIPE;
        if (done < 0 && errno != EINTR) return errno;
        if (done < 0) continue;
        to += done;
        size -= (size_t)done;
    }
    return 0;
}

/* Whether it answers, which it does once it has its circuit. */
static bool answers(const struct bl_vvp *vvp) {
    const uint32_t hello = BL_ICARUS_HELLO;
    uint32_t answer = 1;
    return !send_all(vvp->socket, &hello, sizeof hello) &&
           !receive_all(vvp->socket, &answer, sizeof answer) && !answer;
}

void bl_vvp_open(struct bl_vvp *vvp, const char *top) {
    struct vvp_files files;
    int pair[2];
    find_files(&files, top);
    open_pair(pair);
    *vvp = (struct bl_vvp){.socket = pair[0]};
    int error = spawn(&files, pair[1], &vvp->process);
    close(pair[1]);
    if (!error && answers(vvp)) return;
    bl_vvp_close(vvp);
    if (error) bl_zfatal("icarus: cannot start vvp: %s", strerror(error));
    bl_zfatal("icarus: vvp has ended before it began; it has said why");
}

/* One word, and a descriptor that the other side gets a copy of: 0, or an errno value. */
static int send_descriptor(int socket, uint32_t word, int descriptor) {
    char room[CMSG_SPACE(sizeof descriptor)] = {0};
    struct iovec bytes = {&word, sizeof word};
    struct msghdr message = {
        .msg_iov = &bytes, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
    return sendmsg(socket, &message, MSG_NOSIGNAL) == sizeof word ? 0 : errno;
}

/* A copy of one that has not been stepped yet: the two share what neither changes, most of a large
   circuit. */
static void vvp_fork(struct bl_vvp *vvp, const struct bl_vvp *original) {
    int pair[2];
    uint32_t answer = 0;
    open_pair(pair);
    int error = send_descriptor(original->socket, BL_ICARUS_FORK, pair[1]);
    close(pair[1]);
    if (!error) error = receive_all(original->socket, &answer, sizeof answer);
    *vvp = (struct bl_vvp){.socket = pair[0]};
    if (!error && !answer) return;
    bl_vvp_close(vvp);
    bl_zfatal("icarus: cannot copy vvp: %s", strerror(error ? error : (int)answer));
}

void bl_vvp_close(struct bl_vvp *vvp) {
    close(vvp->socket);
    if (vvp->process) waitpid(vvp->process, NULL, 0);
}

void *bl_icarus_create(const struct bl_icarus_pins *pins, const void *like) {
    struct bl_vvp vvp;
    if (like) vvp_fork(&vvp, &((const struct icarus *)like)->vvp);
    else bl_vvp_open(&vvp, "bl_icarus");
    struct icarus *node = bl_zalloc(1, sizeof *node);
    node->pins = pins;
    node->vvp = vvp;
    node->message = bl_zalloc((size_t)pins->in_words + 1, sizeof *node->message);
    node->answer = bl_zalloc((size_t)pins->out_words, sizeof *node->answer);
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
    int error = send_all(vvp->socket, words, (size_t)count * sizeof *words);
    if (error) bl_zfatal("icarus: vvp has ended: %s", strerror(error));
}

void bl_vvp_receive(const struct bl_vvp *vvp, uint32_t *words, int count) {
    int error = receive_all(vvp->socket, words, (size_t)count * sizeof *words);
    if (error) bl_zfatal("icarus: vvp has ended: %s", strerror(error));
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
