#include "bus/report/bus_hierarchy.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "base/arena.h"
#include "base/exit_status.h"
#include "base/json.h"
#include "base/text.h"
#include "bus/bus.h"
#include "bus/bus_cells.h"
#include "bus/model/hierarchy/rsb_larb.h"
#include "bus/report/bus_icarus.h"
#include "bus/report/bus_run.h"
#include "bus/report/bus_table.h"
#include "bus/report/bus_waves.h"

/* The steps of one transfer; times are -1 as long as it has not come to that. */
struct course {
    int64_t times[BL_LARB_STEP_COUNT];
    int cell, to_cell, inner_hops, outer_hops, arrived_hops, refused, turned;
};

struct play {
    struct bl_arena *arena;
    const struct bl_bus *bus;
    struct course *courses;
    struct bl_bus_waves *waves;
    struct bl_larb_bus *larb;
    struct bl_rsb_report reports[BL_RSB_REPORTS];
    int report_count;
};

static void note(void *user, const struct bl_larb_event *event) {
    const struct play *play = user;
    struct course *course = &play->courses[event->transfer];
    bl_bus_waves_note(play->waves, event);
    course->times[event->step] = event->time_ps;
    if (event->step == BL_LARB_INNER) course->inner_hops = event->hops;
    if (event->step == BL_LARB_ARRIVED) course->arrived_hops = event->hops;
    if (event->step == BL_LARB_NOTIFIED) {
        course->outer_hops = event->hops;
        course->cell = event->cell;
        course->to_cell = event->to_cell;
    }
    course->refused += event->step == BL_LARB_REFUSED;
    course->turned += event->step == BL_LARB_TURNED;
}

static void note_error(void *user, enum bl_rsb_error error, int place, bool inside) {
    struct play *play = user;
    if (play->report_count == BL_RSB_REPORTS) return;
    play->reports[play->report_count++] = (struct bl_rsb_report){error, place, inside,
                                                                 bl_larb_time(play->larb)};
}

/* From when on all parts of the path stand. */
static int64_t whole_from(const struct play *play, int i) {
    const struct bl_bus_transfer *transfer = &play->bus->transfers[i];
    return play->courses[i]
        .times[transfer->from.domain == transfer->to.domain ? BL_LARB_INNER : BL_LARB_ARRIVED];
}

static bool stands(const struct play *play, int i, int64_t time) {
    int64_t from = whole_from(play, i), until = play->courses[i].times[BL_LARB_RELEASED];
    return from >= 0 && from <= time && (until < 0 || time < until);
}

static const char *beside(const struct play *play, int number) {
    const char *list = "";
    int64_t from = whole_from(play, number);
    for (int i = 0; i < play->bus->transfer_count; i++)
        if (i != number && from >= 0 &&
            (stands(play, i, from) ||
             (whole_from(play, i) >= 0 && stands(play, number, whole_from(play, i)))))
            list = bl_format(play->arena, "%s%s%d", list, *list ? " " : "", i + 1);
    return *list ? list : "-";
}

static int most_at_once(const struct play *play) {
    int most = 0;
    for (int i = 0; i < play->bus->transfer_count; i++) {
        int count = 0;
        for (int k = 0; k < play->bus->transfer_count; k++)
            count += whole_from(play, i) >= 0 && stands(play, k, whole_from(play, i));
        if (count > most) most = count;
    }
    return most;
}

static const char *moment(struct bl_arena *arena, int64_t picoseconds) {
    return picoseconds < 0 ? "-" : bl_format(arena, "%.2f", (double)picoseconds * 1e-3);
}

/* "2.1 = 1.2": connectors at the ends of the outer path, by domain and connector. */
static const char *outer(const struct play *play, const struct course *course) {
    int connectors = play->bus->connectors;
    if (course->times[BL_LARB_NOTIFIED] < 0) return "-";
    return bl_format(play->arena, "%d/%d=%d/%d, %d", course->cell / connectors + 1,
                     course->cell % connectors + 1, course->to_cell / connectors + 1,
                     course->to_cell % connectors + 1, course->outer_hops);
}

static uint64_t rule_errors(const struct bl_larb_bus *larb) {
    uint64_t errors = 0;
    for (int i = 0; i < BL_RSB_ERROR_COUNT; i++)
        errors += bl_larb_error_count(larb, (enum bl_rsb_error)i);
    return errors;
}

/* Of the domain where somebody waited longest. */
static void add_inner_waits(struct bl_text *text, const struct play *play) {
    int64_t bound = 0, wait = -1;
    for (int d = 0; d < play->bus->domains; d++) {
        int64_t own, most = bl_larb_wait(play->larb, d, &own);
        if (most <= wait) continue;
        wait = most;
        bound = own;
    }
    bl_text_add(
        text,
        "at most %lld cycle%s from a request inside a domain to its path, the bound is %lld\n",
        (long long)wait, bl_ending(wait, "s"), (long long)bound);
}

static void add_table(struct bl_text *text, const struct play *play, uint64_t errors, int left) {
    static const enum bl_larb_step steps[] = {BL_LARB_INNER,   BL_LARB_REQUEST, BL_LARB_NOTIFIED,
                                              BL_LARB_ARRIVED, BL_LARB_WORDS,   BL_LARB_RELEASED};
    bl_text_add(text, "%3s %-12s", "", "");
    for (int s = 0; s < 6; s++) bl_text_add(text, " %10s", bl_larb_step_word(steps[s]));
    bl_text_add(text, " %8s  %-14s %s\n", "refused", "connectors, hops", "beside");
    for (int i = 0; i < play->bus->transfer_count; i++) {
        const struct bl_bus_transfer *transfer = &play->bus->transfers[i];
        const struct course *course = &play->courses[i];
        bl_text_add(text, "%3d C%d%d -> C%d%-3d", i + 1, transfer->from.domain,
                    transfer->from.element, transfer->to.domain, transfer->to.element);
        for (int s = 0; s < 6; s++)
            bl_text_add(text, " %10s", moment(play->arena, course->times[steps[s]]));
        bl_text_add(text, " %8d  %-16s %s\n", course->refused + course->turned, outer(play, course),
                    beside(play, i));
    }
    bl_text_add(text, "times in ns; at most %d path%s at once; %d transfer%s not released\n",
                most_at_once(play), bl_ending(most_at_once(play), "s"), left, bl_ending(left, "s"));
    add_inner_waits(text, play);
    bl_text_add(text, errors ? "%llu broken rule%s:\n" : "%llu broken rule%s\n",
                (unsigned long long)errors, bl_ending((int64_t)errors, "s"));
    bl_bus_reports(text, play->reports, play->report_count, play->bus->connectors);
}

static cJSON *course_json(const struct play *play, int number) {
    const struct bl_bus_transfer *transfer = &play->bus->transfers[number];
    const struct course *course = &play->courses[number];
    cJSON *object = cJSON_CreateObject(), *steps = NULL;
    cJSON_AddStringToObject(
        object, "from",
        bl_format(play->arena, "%d.%d", transfer->from.domain, transfer->from.element));
    cJSON_AddStringToObject(
        object, "to", bl_format(play->arena, "%d.%d", transfer->to.domain, transfer->to.element));
    steps = cJSON_AddObjectToObject(object, "steps_ps");
    for (int s = 0; s < BL_LARB_STEP_COUNT; s++)
        if (course->times[s] >= 0)
            cJSON_AddNumberToObject(steps, bl_larb_step_word((enum bl_larb_step)s),
                                    (double)course->times[s]);
    cJSON_AddNumberToObject(object, "refused", course->refused);
    cJSON_AddNumberToObject(object, "turned_away", course->turned);
    cJSON_AddNumberToObject(object, "outer_hops", course->outer_hops);
    cJSON_AddStringToObject(object, "beside", beside(play, number));
    return object;
}

static void add_json(struct bl_text *text, const struct play *play, uint64_t errors, int left,
                     const struct bl_bus_comparison *comparison) {
    cJSON *root = cJSON_CreateObject(), *items;
    cJSON_AddStringToObject(root, "bus", play->bus->name);
    items = cJSON_AddArrayToObject(root, "transfers");
    for (int i = 0; i < play->bus->transfer_count; i++)
        cJSON_AddItemToArray(items, course_json(play, i));
    cJSON_AddNumberToObject(root, "most_paths_at_once", most_at_once(play));
    cJSON_AddNumberToObject(root, "errors", (double)errors);
    bl_bus_reports_json(root, play->reports, play->report_count, play->bus->connectors);
    cJSON_AddNumberToObject(root, "not_released", left);
    bl_bus_comparison_json(root, comparison);
    bl_json_add(text, root);
}

static void print_table(const struct play *play, const struct bl_bus_request *request,
                        uint64_t errors, int left) {
    struct bl_text table = {0};
    add_table(&table, play, errors, left);
    if (!request->json && (!request->quiet || errors || left))
        fwrite(table.bytes, 1, table.length, stdout);
    bl_text_free(&table);
}

static bool write_json(const struct play *play, const struct bl_bus_request *request,
                       uint64_t errors, int left, const struct bl_bus_comparison *comparison) {
    struct bl_text json = {0};
    add_json(&json, play, errors, left, comparison);
    if (request->json) fwrite(json.bytes, 1, json.length, stdout);
    bool ok = bl_bus_save(&json, request->json_file);
    bl_text_free(&json);
    return ok;
}

/* All transfers go in before the first moment, so that each keeps the number of its place. False
 * when one was not taken. */
static bool add_transfers(const struct play *play) {
    for (int i = 0; i < play->bus->transfer_count; i++) {
        const struct bl_bus_transfer *t = &play->bus->transfers[i];
        int number = bl_larb_transfer(play->larb, t->from.domain - 1, t->from.element - 1,
                                      t->to.domain - 1, t->to.element - 1, t->words, t->at_ps);
        if (number != i) return false;
        for (int s = 0; s < BL_LARB_STEP_COUNT; s++) play->courses[i].times[s] = -1;
    }
    return true;
}

static int compare(const struct play *play, const struct bl_bus_request *request,
                   struct bl_bus_comparison *comparison) {
    int64_t *words = BL_NEW(play->arena, int64_t, play->bus->transfer_count);
    for (int i = 0; i < play->bus->transfer_count; i++)
        words[i] = play->courses[i].times[BL_LARB_WORDS];
    return bl_bus_ended(bl_bus_compare_domains(play->arena, play->bus, request, words, comparison));
}

/* What a file gets, where there is one. */
static bool write_waves(const struct play *play, const char *path,
                        void (*print)(struct bl_text *text, struct bl_bus_waves *waves)) {
    struct bl_text text = {0};
    if (path) print(&text, play->waves);
    bool ok = bl_bus_save(&text, path);
    bl_text_free(&text);
    return ok;
}

static int report(const struct play *play, const struct bl_bus_request *request, int left) {
    struct bl_bus_comparison comparison = {0};
    uint64_t errors = rule_errors(play->larb);
    print_table(play, request, errors, left);
    int status = errors || left || fflush(stdout) ? BL_EXIT_FAILED : BL_EXIT_OK;
    if (status == BL_EXIT_OK && request->icarus) status = compare(play, request, &comparison);
    bool written = write_json(play, request, errors, left, &comparison) &&
                   write_waves(play, request->trace, bl_bus_waves_vcd) &&
                   write_waves(play, request->svg, bl_bus_waves_svg);
    return written ? status : BL_EXIT_FAILED;
}

int bl_bus_hierarchy(struct bl_arena *arena, const struct bl_bus *bus,
                     const struct bl_bus_request *request) {
    const int64_t second = INT64_C(1000000000000);
    struct play play = {.arena = arena,
                        .bus = bus,
                        .courses = BL_NEW(arena, struct course, bus->transfer_count),
                        .waves = bl_bus_waves_new(arena, bus)};
    struct bl_larb_options options = {.domains = bus->domains,
                                      .elements = bus->elements,
                                      .connectors = bus->connectors,
                                      .centralised = bl_bus_is_centralised(bus),
                                      .made = bl_bus_made(bus),
                                      .gate_ps = bus->gate_ps,
                                      .wire_ps = bus->delay_ps,
                                      .clock_ps = bl_bus_clock_ps(bus),
                                      .event = note,
                                      .error = note_error,
                                      .user = &play};
    int status = BL_EXIT_FAILED, left = -1;
    memcpy(options.without, request->without, sizeof options.without);
    play.larb = bl_larb_new(&options);
    if (play.larb && add_transfers(&play)) left = bl_larb_run(play.larb, 2 * second);
    if (left >= 0) status = report(&play, request, left);
    else
        fputs("bankloom run: the model of the hierarchical bus does not take these transfers\n",
              stderr);
    bl_larb_free(play.larb);
    return status;
}
