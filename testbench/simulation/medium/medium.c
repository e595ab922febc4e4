#include "ir/carried/medium.h"

#include <stdlib.h>
#include <string.h>

/* The fault of this word; -1: the kind has none of it. */
static int find(const struct bl_medium_kind *kind, const char *word, size_t length) {
    for (int i = 0; kind && kind->faults && kind->faults[i].word; i++)
        if (strlen(kind->faults[i].word) == length && !strncmp(kind->faults[i].word, word, length))
            return i;
    return -1;
}

/* "20us", "1.5ms", "800ns": picoseconds, and what stands behind; -1: it is none. */
static int64_t read_time(const char *text, char **end) {
    static const struct {
        const char *word;
        double ps;
    } units[] = {{"ns", 1e3}, {"us", 1e6}, {"ms", 1e9}};
    const double value = strtod(text, end);
    if (*end == text || !(value >= 0 && value < 1e6)) return -1;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strncmp(*end, units[i].word, 2)) continue;
        *end += 2;
        return (int64_t)(value * units[i].ps);
    }
    return -1;
}

/* NODE:PORT@TIME[-TIME]; what stands behind, or NULL. */
static char *read_event(const char *text, const char *ports, struct bl_medium_event *event) {
    char *end;
    const long node = strtol(text, &end, 10);
    const char *port = end != text && node >= 0 && node < 4096 && *end == ':' && end[1]
                           ? strchr(ports, end[1])
                           : NULL;
    if (!port || end[2] != '@') return NULL;
    event->node = (int)node;
    event->port = (int)(port - ports);
    event->from_ps = read_time(end + 3, &end);
    event->until_ps = INT64_MAX;
    if (event->from_ps >= 0 && *end == '-') event->until_ps = read_time(end + 1, &end);
    return event->from_ps < 0 || event->until_ps <= event->from_ps ? NULL : end;
}

static const char *add_event(const char *text, const char *ports, int fault,
                             struct bl_medium_faults *faults, char **end) {
    if (faults->event_count == BL_MEDIUM_EVENTS) return "at most 16 faults that have a time";
    struct bl_medium_event *event = &faults->events[faults->event_count++];
    event->fault = fault;
    *end = read_event(text, ports, event);
    return *end && (!**end || **end == ',')
               ? NULL
               : "a fault at a port is written WORD=NODE:PORT@TIME: cut=1:E@20us, or @20us-30us";
}

static const char *add_rate(const char *text, int fault, struct bl_medium_faults *faults,
                            char **end) {
    double rate = strtod(text, end);
    if (*end == text || !(rate >= 0 && rate <= 1) || (**end && **end != ','))
        return "the rate of a fault is a number from 0 to 1";
    faults->rates[fault] = rate;
    return NULL;
}

const char *bl_medium_faults_parse(const char *text, const struct bl_medium_kind *kind,
                                   struct bl_medium_faults *faults) {
    *faults = (struct bl_medium_faults){.seed = 0};
    if (!kind || !kind->faults) return "the network between the nodes has no faults to inject";
    for (const char *at = text;; at++) {
        const char *equals = strchr(at, '=');
        char *end;
        if (!equals) return "a fault is written WORD=RATE: late=1e-3";
        const int i = find(kind, at, (size_t)(equals - at));
        const char *ports = i < 0 ? NULL : kind->faults[i].ports;
        const char *wrong = ports ? add_event(equals + 1, ports, i, faults, &end)
                                  : add_rate(equals + 1, i < 0 ? 0 : i, faults, &end);
        if (wrong) return wrong;
        if (i < 0)
            return "unknown fault of the network between the nodes; those of the host begin with "
                   "host-";
        at = end;
        if (!*at) return NULL;
    }
}

void bl_medium_faults_help(FILE *file, const struct bl_medium_kind *kind) {
    for (int i = 0; kind && kind->faults && kind->faults[i].word; i++)
        fprintf(file, "    %-12s %s\n", kind->faults[i].word, kind->faults[i].help);
}
