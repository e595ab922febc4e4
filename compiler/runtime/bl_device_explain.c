/* What a run's end was, by the registers that every node has. */
#include "bl_device_inner.h"

#include <stdarg.h>
#include <stdio.h>

/* Those by which a node's own data goes wrong. */
enum {
    CAUSES = BL_DEVICE_STATUS_OVERFLOW | BL_DEVICE_STATUS_PROTOCOL | BL_DEVICE_STATUS_INVALID |
             BL_DEVICE_STATUS_READ | BL_DEVICE_STATUS_WRITE | BL_DEVICE_STATUS_STRAY |
             BL_DEVICE_STATUS_NETWORK | BL_DEVICE_STATUS_RESET
};

struct report {
    char text[240];
    size_t used;
};

#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
static void
say(struct report *report, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (report->used)
        report->used += (size_t)snprintf(report->text + report->used,
                                         sizeof report->text - report->used, "; ");
    int length = report->used < sizeof report->text
                     ? vsnprintf(report->text + report->used, sizeof report->text - report->used,
                                 format, arguments)
                     : 0;
    va_end(arguments);
    report->used += length > 0 ? (size_t)length : 0;
    if (report->used >= sizeof report->text) report->used = sizeof report->text - 1;
}

static void say_channels(struct report *report, int node, uint32_t channels, const char *what) {
    for (int channel = 0; channel < 32; channel++)
        if (channels >> channel & 1)
            say(report, "node %d: channel %d: a %s was answered with an error by the memory", node,
                channel, what);
}

struct state {
    uint32_t status, errors[3]; /* of reads, of writes; the network's cause */
};

static void say_network(struct report *report, const struct bl_device *device, int node,
                        uint32_t cause) {
    const char *text = bl_device_cause(device, cause);
    if (text) say(report, "node %d: the network has stopped: %s", node, text);
    else say(report, "node %d: the network has stopped, cause %u", node, (unsigned)cause);
}

static enum bl_device_result look(struct bl_device *device, int node, struct state *state) {
    enum bl_device_result result = bl_device_reg_read(device, node, BL_DEVICE_REG_STATUS,
                                                      &state->status, 1);
    if (result || !(state->status &
                    (BL_DEVICE_STATUS_READ | BL_DEVICE_STATUS_WRITE | BL_DEVICE_STATUS_NETWORK)))
        return result;
    return bl_device_reg_read(device, node, BL_DEVICE_REG_READ_ERRORS, state->errors, 3);
}

/* What a node reports, of all nodes that which causes the rest first. */
static void say_causes(struct report *report, const struct bl_device *device, int node,
                       const struct state *state, int rank) {
    static const struct {
        int rank;
        uint32_t bit;
        const char *text;
    } causes[] = {
        {0, BL_DEVICE_STATUS_RESET, "it was reset"},
        {0, BL_DEVICE_STATUS_STRAY, "unexpected response from its memory"},
        {1, BL_DEVICE_STATUS_OVERFLOW, "a column did not fit its region"},
        {1, BL_DEVICE_STATUS_PROTOCOL, "the exchange's protocol was violated"},
    };
    if (rank == 0) say_channels(report, node, state->errors[0], "read");
    if (rank == 0) say_channels(report, node, state->errors[1], "write");
    for (size_t i = 0; i < sizeof causes / sizeof *causes; i++)
        if (causes[i].rank == rank && state->status & causes[i].bit)
            say(report, "node %d: %s", node, causes[i].text);
    if (rank == 1 && state->status & BL_DEVICE_STATUS_NETWORK)
        say_network(report, device, node, state->errors[2]);
    if (rank == 2 && (state->status & CAUSES) == BL_DEVICE_STATUS_INVALID)
        say(report, "node %d: data came from a node that had failed", node);
}

enum bl_device_result bl_device_explain(struct bl_device *device, enum bl_device_result result,
                                        bool *ended) {
    struct report report = {.used = 0};
    bool failed = false;
    enum bl_device_result place = bl_device_place(device, ended);
    if (place) return place;
    *ended = true;
    if (result != BL_DEVICE_NODE_ERROR && result != BL_DEVICE_STUCK) return result;
    for (int rank = 0; rank < 3; rank++)
        for (int node = 0; node < bl_device_nodes(device); node++) {
            struct state state = {0};
            enum bl_device_result bad = look(device, node, &state);
            if (bad) return bad;
            failed |= (state.status & BL_DEVICE_STATUS_ERROR) != 0;
            *ended &= (state.status & BL_DEVICE_STATUS_DONE) &&
                      !(state.status & BL_DEVICE_STATUS_NETWORK);
            say_causes(&report, device, node, &state, rank);
        }
    if (!failed) return result;
    return bl_device_fail(device, BL_DEVICE_NODE_ERROR, "%s",
                          report.used ? report.text : "a node reports an error");
}

enum bl_device_result bl_device_acknowledge(struct bl_device *device) {
    enum bl_device_result result = device ? BL_DEVICE_OK : BL_DEVICE_NO_DEVICE;
    for (int node = 0; node < bl_device_nodes(device) && !result; node++)
        result = bl_device_reg_write(device, node, BL_DEVICE_REG_CONTROL, BL_DEVICE_CONTROL_SEEN);
    return result;
}
