/* The VPI module that lets a C program drive a node under Icarus: see
   testbench/simulation/core/icarus.h for the other side. It needs a top module, named by +top=NAME,
   with register vectors `clk` (a bit for each clock) and `in` and a net vector `out`, and the
   socket as descriptor 3. A message is its kind, and for a settle the words of `in`, for a clock
   the bits of the clocks that rise; a settle lowers all clocks and is answered by the words of
   `out`. A wait is a number of units of time and the words of `in`, for circuits without a clock:
   it is answered at its end. A fork brings a socket: a copy of the process goes on with that one,
   and the original answers 0 or the value of errno. A greeting is answered by 0. The end of the
   socket ends the simulation. */
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vpi_user.h>

enum { SOCKET = 3, SETTLE = 1, CLOCK = 2, WAIT = 3, FORK = 4, HELLO = 5 };

struct bench {
    vpiHandle clock, in, out;
    int in_words, out_words;
    uint32_t *words; /* room for either vector */
    s_vpi_vecval *value;
};

static int read_all(void *bytes, size_t size) {
    char *to = bytes;
    while (size) {
        ssize_t done = read(SOCKET, to, size);
        if (done <= 0) return 0;
        to += done;
        size -= (size_t)done;
    }
    return 1;
}

static int write_all(const void *bytes, size_t size) {
    const char *from = bytes;
    while (size) {
        ssize_t done = write(SOCKET, from, size);
        if (done <= 0) return 0;
        from += done;
        size -= (size_t)done;
    }
    return 1;
}

/* Calls `routine` after `delay` units of time, or, for 0, when everything has settled in this one.
 */
static void call(struct bench *bench, PLI_INT32 (*routine)(p_cb_data), unsigned delay) {
    s_vpi_time time = {vpiSimTime, 0, delay, 0};
    s_cb_data data = {
        delay ? cbAfterDelay : cbReadOnlySynch, routine, NULL, &time, NULL, 0, (PLI_BYTE8 *)bench};
    vpi_free_object(vpi_register_cb(&data));
}

static void put_clocks(struct bench *bench, uint32_t levels) {
    s_vpi_value value = {vpiIntVal, {.integer = (PLI_INT32)levels}};
    vpi_put_value(bench->clock, &value, NULL, vpiNoDelay);
}

static void put_in(struct bench *bench) {
    s_vpi_value value = {vpiVectorVal, {.vector = bench->value}};
    for (int i = 0; i < bench->in_words; i++) {
        bench->value[i].aval = (PLI_INT32)bench->words[i];
        bench->value[i].bval = 0;
    }
    vpi_put_value(bench->in, &value, NULL, vpiNoDelay);
}

static PLI_INT32 next_message(p_cb_data data);

/* Bits that are unknown or not driven count as 0: a circuit that looks at them will show it. */
static PLI_INT32 answer(p_cb_data data) {
    struct bench *bench = (struct bench *)data->user_data;
    s_vpi_value value = {vpiVectorVal, {.vector = NULL}};
    vpi_get_value(bench->out, &value);
    for (int i = 0; i < bench->out_words; i++)
        bench->words[i] = (uint32_t)(value.value.vector[i].aval & ~value.value.vector[i].bval);
    if (write_all(bench->words, (size_t)bench->out_words * sizeof *bench->words))
        call(bench, next_message, 1);
    else vpi_control(vpiFinish, 0);
    return 0;
}

/* The kind of a message, and the descriptor that came with it, or -1. A kind is sent in one piece.
 */
static int read_kind(uint32_t *kind, int *descriptor) {
    char room[CMSG_SPACE(sizeof *descriptor)];
    struct iovec bytes = {kind, sizeof *kind};
    struct msghdr message = {
        .msg_iov = &bytes, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
    ssize_t done;
    do done = recvmsg(SOCKET, &message, MSG_WAITALL);
    while (done < 0 && errno == EINTR);
    const struct cmsghdr *head = done > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    *descriptor = -1;
    if (head && head->cmsg_type == SCM_RIGHTS)
        memcpy(descriptor, CMSG_DATA(head), sizeof *descriptor);
    return done == (ssize_t)sizeof *kind;
}

/* Both processes go on from here, the copy with the socket that it was given. */
static int copy_process(int descriptor) {
    signal(SIGCHLD, SIG_IGN);
    pid_t process = descriptor < 0 ? -1 : fork();
    uint32_t error = process < 0 ? (uint32_t)errno : 0;
    if (process == 0) dup2(descriptor, SOCKET);
    close(descriptor);
    return process == 0 || write_all(&error, sizeof error);
}

static int greet(void) {
    const uint32_t well = 0;
    return write_all(&well, sizeof well);
}

static PLI_INT32 next_message(p_cb_data data) {
    struct bench *bench = (struct bench *)data->user_data;
    uint32_t kind = 0, edges = 0;
    int descriptor, ok = read_kind(&kind, &descriptor);
    while (ok && (kind == FORK || kind == HELLO))
        ok = (kind == FORK ? copy_process(descriptor) : greet()) && read_kind(&kind, &descriptor);
    if (ok && kind == CLOCK && read_all(&edges, sizeof edges)) {
        put_clocks(bench, edges);
        call(bench, next_message, 1);
    } else if (ok && kind == SETTLE &&
               read_all(bench->words, (size_t)bench->in_words * sizeof *bench->words)) {
        put_clocks(bench, 0);
        put_in(bench);
        call(bench, answer, 0);
    } else if (ok && kind == WAIT && read_all(&edges, sizeof edges) &&
               read_all(bench->words, (size_t)bench->in_words * sizeof *bench->words)) {
        put_in(bench);
        call(bench, answer, edges - 1); /* the next message is read one unit later */
    } else {
        vpi_control(vpiFinish, 0);
    }
    return 0;
}

static vpiHandle find(const char *name) {
    s_vpi_vlog_info info;
    char path[200];
    const char *top = "";
    vpi_get_vlog_info(&info);
    for (int i = 0; i < info.argc; i++)
        if (!strncmp(info.argv[i], "+top=", 5)) top = info.argv[i] + 5;
    snprintf(path, sizeof path, "%s.%s", top, name);
    return vpi_handle_by_name((PLI_BYTE8 *)path, NULL);
}

static PLI_INT32 begin(p_cb_data data) {
    struct bench *bench = (struct bench *)data->user_data;
    bench->clock = find("clk");
    bench->in = find("in");
    bench->out = find("out");
    if (!bench->in || !bench->out) {
        vpi_printf((PLI_BYTE8 *)(uintptr_t) "bl_vpi: no top module +top=NAME with in and out\n");
        vpi_control(vpiFinish, 1);
        return 0;
    }
    bench->in_words = vpi_get(vpiSize, bench->in) / 32;
    bench->out_words = vpi_get(vpiSize, bench->out) / 32;
    size_t most = (size_t)(bench->in_words > bench->out_words ? bench->in_words : bench->out_words);
    bench->words = calloc(most, sizeof *bench->words);
    bench->value = calloc(most, sizeof *bench->value);
    if (bench->words && bench->value) call(bench, next_message, 1);
    else vpi_control(vpiFinish, 1);
    return 0;
}

static void startup(void) {
    static struct bench bench;
    s_cb_data data = {cbStartOfSimulation, begin, NULL, NULL, NULL, 0, (PLI_BYTE8 *)&bench};
    vpi_free_object(vpi_register_cb(&data));
}

void (*vlog_startup_routines[])(void) = {startup, NULL};
