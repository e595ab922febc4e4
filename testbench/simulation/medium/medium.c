#include "ir/carried/medium.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_PS 999e9

/* What a list is read into, and the item that is read now. */
struct reading {
    const struct bl_medium_kind *kind;
    struct bl_medium_place place;
    struct bl_medium_faults *faults;
    const char *item;
    int length;
};

/* What is wrong with the item. */
static bool refuse(const struct reading *reading, const char *format, ...) {
    char *why = reading->faults->why;
    const int used = snprintf(
        why, BL_MEDIUM_WHY, "`%.*s`: ", reading->length < 80 ? reading->length : 80, reading->item);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why + used, (size_t)(BL_MEDIUM_WHY - used), format, arguments);
    va_end(arguments);
    return false;
}

/* The fault of this word; -1: the kind has none of it. */
static int find(const struct bl_medium_kind *kind, const char *word, size_t length) {
    for (int i = 0; kind->faults[i].word; i++)
        if (strlen(kind->faults[i].word) == length && !strncmp(kind->faults[i].word, word, length))
            return i;
    return -1;
}

/* ---- faults at a port */

static bool refuse_form(const struct reading *reading, const struct bl_medium_fault *fault) {
    return refuse(reading,
                  "it is written %s=NODE:PORT@TIME or %s=NODE:PORT@TIME-TIME: %s=1:%c@20us",
                  fault->word, fault->word, fault->word, *fault->ports);
}

/* "20us", "1.5ms", "800ns": picoseconds, and what stands behind. */
static bool read_time(const struct reading *reading, const char *text, char **end, int64_t *ps) {
    static const struct {
        const char *word;
        double ps;
    } units[] = {{"ns", 1e3}, {"us", 1e6}, {"ms", 1e9}};
    const double value = strtod(text, end);
    double factor = 0;
    for (size_t i = 0; *end != text && i < sizeof units / sizeof *units; i++)
        if (!strncmp(*end, units[i].word, 2)) factor = units[i].ps;
    if (factor == 0) return refuse(reading, "a time is a number and ns, us or ms: 20us");
    if (!(value * factor >= 1e3 && value * factor <= LONGEST_PS))
        return refuse(reading, "a time is from 1 ns to 999 ms");
    *end += 2;
    *ps = (int64_t)(value * factor);
    return true;
}

static bool read_times(const struct reading *reading, const char *text, char **end,
                       struct bl_medium_event *event) {
    event->until_ps = INT64_MAX;
    if (!read_time(reading, text, end, &event->from_ps)) return false;
    if (**end == '-' && !read_time(reading, *end + 1, end, &event->until_ps)) return false;
    return event->until_ps > event->from_ps ||
           refuse(reading, "the second time is not after the first");
}

/* "E and W" */
static const char *list_ports(const char *ports, char text[32]) {
    text[0] = 0;
    for (size_t used = 0; *ports; ports++)
        used += (size_t)snprintf(text + used, 32 - used, "%s%c",
                                 !used      ? ""
                                 : ports[1] ? ", "
                                            : " and ",
                                 *ports);
    return text;
}

static bool is_place(const struct reading *reading, const struct bl_medium_fault *fault,
                     const struct bl_medium_event *event, char port) {
    char list[32];
    if (event->node < 0 || event->node >= reading->place.nodes)
        return refuse(reading, "there is no such node, but 0 to %d", reading->place.nodes - 1);
    const char *ports = reading->place.ports ? reading->place.ports[event->node] : fault->ports;
    return strchr(ports, port) || refuse(reading, "at node %d, %s is at %s", event->node, fault->at,
                                         list_ports(ports, list));
}

/* NODE:PORT@TIME[-TIME] */
static bool read_event(const struct reading *reading, const struct bl_medium_fault *fault,
                       const char *text, char **end, struct bl_medium_event *event) {
    const long node = strtol(text, end, 10);
    const char *port = *end == text || **end != ':' ? NULL : *end + 1;
    if (!port || !*port || port[1] != '@') return refuse_form(reading, fault);
    event->node = node < 0 || node >= reading->place.nodes ? -1 : (int)node;
    if (!is_place(reading, fault, event, *port)) return false;
    event->port = (int)(strchr(fault->ports, *port) - fault->ports);
    if (!read_times(reading, port + 2, end, event)) return false;
    return !**end || **end == ',' || refuse_form(reading, fault);
}

static bool add_event(const struct reading *reading, int fault, const char *text, char **end) {
    struct bl_medium_faults *faults = reading->faults;
    const struct bl_medium_fault *row = &reading->kind->faults[fault];
    if (!text) return refuse_form(reading, row);
    if (faults->event_count == BL_MEDIUM_EVENTS)
        return refuse(reading, "at most %d faults that have a time", BL_MEDIUM_EVENTS);
    struct bl_medium_event *event = &faults->events[faults->event_count++];
    event->fault = fault;
    return read_event(reading, row, text, end, event);
}

/* ---- rates */

static bool add_rate(const struct reading *reading, int fault, const char *text, char **end) {
    const char *word = reading->kind->faults[fault].word;
    if (!text) return refuse(reading, "it is written %s=RATE, a number from 0 to 1", word);
    const double rate = strtod(text, end);
    if (*end == text || !(rate >= 0 && rate <= 1) || (**end && **end != ','))
        return refuse(reading, "the rate of a fault is a number from 0 to 1");
    reading->faults->rates[fault] = rate;
    return true;
}

static bool read_item(const struct reading *reading) {
    const size_t length = strcspn(reading->item, "=,");
    const char *text = reading->item[length] == '=' ? reading->item + length + 1 : NULL;
    const int fault = find(reading->kind, reading->item, length);
    char *end;
    if (fault < 0) return refuse(reading, "unknown fault of the network between the nodes");
    return reading->kind->faults[fault].ports ? add_event(reading, fault, text, &end)
                                              : add_rate(reading, fault, text, &end);
}

const char *bl_medium_faults_parse(const char *text, const struct bl_medium_kind *kind,
                                   struct bl_medium_place place, struct bl_medium_faults *faults) {
    struct reading reading = {kind, place, faults, text, 0};
    *faults = (struct bl_medium_faults){.seed = 0};
    if (!kind || !kind->faults) return "the network between the nodes has no faults to inject";
    do {
        reading.length = (int)strcspn(reading.item, ",");
        if (!read_item(&reading)) return faults->why;
        reading.item += reading.length;
    } while (*reading.item++);
    return NULL;
}

void bl_medium_faults_help(FILE *file, const struct bl_medium_kind *kind) {
    for (int i = 0; kind && kind->faults && kind->faults[i].word; i++)
        fprintf(file, "    %-12s %s\n", kind->faults[i].word, kind->faults[i].help);
}
