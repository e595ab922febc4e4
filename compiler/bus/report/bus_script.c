#include "bus/report/bus_script.h"

#include <string.h>

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/exit_status.h"
#include "base/json.h"
#include "base/text.h"
#include "bus/bus.h"
#include "bus/bus_cells.h"
#include "bus/bus_print.h"
#include "bus/report/bus_icarus.h"
#include "bus/report/bus_run.h"
#include "bus/report/bus_table.h"
#include "bus/report/bus_trace.h"

static const char *way_word(enum bl_rsb_way way) {
    return way == BL_RSB_CLOCKWISE ? "cw" : way == BL_RSB_COUNTER ? "ccw" : "none";
}

/* The source's transfers, domains counted from 0. */
static void fill_script(struct bl_arena *arena, const struct bl_bus *bus,
                        struct bl_rsb_script *script) {
    *script = (struct bl_rsb_script){.cells = bus->domains,
                                     .centralised = bl_bus_is_centralised(bus),
                                     .made = bl_bus_made(bus),
                                     .gate_ps = bus->gate_ps,
                                     .wire_ps = bus->delay_ps,
                                     .token_ps = bl_bus_token_ps(bus),
                                     .stop_ps = bl_bus_stop_ps(bus),
                                     .react_ps = bl_bus_react_ps(bus),
                                     .count = bus->transfer_count};
    script->segments = bus->segments;
    script->clocks = bus->clocks;
    script->data = bl_bus_data(bus);
    if (bl_bus_has_clocks(bus)) script->react_ps = bl_bus_clock_ps(bus);
    script->transfers = BL_NEW(arena, struct bl_rsb_transfer, script->count);
    for (int i = 0; i < script->count; i++) {
        const struct bl_bus_transfer *transfer = &bus->transfers[i];
        script->transfers[i] = (struct bl_rsb_transfer){.from = transfer->from.domain - 1,
                                                        .to = transfer->to.domain - 1,
                                                        .words = transfer->words,
                                                        .at_ps = transfer->at_ps};
    }
}

static bool stands(const struct bl_rsb_transfer *transfer, int64_t time) {
    return transfer->path_ps >= 0 && transfer->path_ps <= time &&
           (transfer->released_ps < 0 || time < transfer->released_ps);
}

static bool side_by_side(const struct bl_rsb_transfer *a, const struct bl_rsb_transfer *b) {
    return stands(a, b->path_ps) || stands(b, a->path_ps);
}

/* "2-3 3-4": the segments of the path, by the domains at their ends. */
static const char *segments(struct bl_arena *arena, const struct bl_rsb_script *script,
                            const struct bl_rsb_transfer *transfer) {
    const char *list = "";
    for (int i = 0, cell = transfer->from; i < transfer->hops; i++) {
        int step = transfer->way == BL_RSB_CLOCKWISE ? 1 : script->cells - 1,
            next = (cell + step) % script->cells;
        list = bl_format(arena, "%s%s%d-%d", list, i ? " " : "", cell + 1, next + 1);
        cell = next;
    }
    return list;
}

static const char *beside(struct bl_arena *arena, const struct bl_rsb_script *script, int number) {
    const char *list = "";
    for (int i = 0; i < script->count; i++)
        if (i != number && script->transfers[i].path_ps >= 0 &&
            script->transfers[number].path_ps >= 0 &&
            side_by_side(&script->transfers[i], &script->transfers[number]))
            list = bl_format(arena, "%s%s%d", list, *list ? " " : "", i + 1);
    return *list ? list : "-";
}

/* Most paths that stood at one time. */
static int most_at_once(const struct bl_rsb_script *script) {
    int most = 0;
    for (int i = 0; i < script->count; i++) {
        int count = 0;
        for (int k = 0; k < script->count; k++)
            count += stands(&script->transfers[k], script->transfers[i].path_ps);
        if (script->transfers[i].path_ps >= 0 && count > most) most = count;
    }
    return most;
}

static const char *moment(struct bl_arena *arena, int64_t picoseconds) {
    return picoseconds < 0 ? "never" : bl_format(arena, "%.2f", (double)picoseconds * 1e-3);
}

static void add_table(struct bl_text *text, struct bl_arena *arena,
                      const struct bl_rsb_script *script) {
    bl_text_add(text, "%3s %-9s %9s %9s %9s %9s %5s %7s  %-20s %s\n", "", "", "asked", "path",
                "sent", "released", "way", "refused", "segments", "beside");
    for (int i = 0; i < script->count; i++) {
        const struct bl_rsb_transfer *transfer = &script->transfers[i];
        bl_text_add(text, "%3d %2d -> %-3d %9s %9s %9s %9s %5s %7d  %-20s %s\n", i + 1,
                    transfer->from + 1, transfer->to + 1, moment(arena, transfer->asked_ps),
                    moment(arena, transfer->path_ps), moment(arena, transfer->sent_ps),
                    moment(arena, transfer->released_ps), way_word(transfer->way),
                    transfer->refused, segments(arena, script, transfer), beside(arena, script, i));
    }
    bl_text_add(text,
                "times in ns; at most %d path%s at once; at most %d operation%s of others in "
                "between, the bound is %d\n",
                most_at_once(script), bl_ending(most_at_once(script), "s"), script->bypass,
                bl_ending(script->bypass, "s"),
                bl_rsb_bus_bound(script->cells, script->centralised));
    bl_text_add(text, script->errors ? "%llu broken rule%s:\n" : "%llu broken rule%s\n",
                (unsigned long long)script->errors, bl_ending((int64_t)script->errors, "s"));
    bl_bus_reports(text, script->reports, script->report_count, 1);
}

static cJSON *transfer_json(struct bl_arena *arena, const struct bl_rsb_script *script,
                            int number) {
    const struct bl_rsb_transfer *transfer = &script->transfers[number];
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"from", transfer->from + 1},
                   {"to", transfer->to + 1},
                   {"words", transfer->words},
                   {"asked_ps", (double)transfer->asked_ps},
                   {"path_ps", (double)transfer->path_ps},
                   {"sent_ps", (double)transfer->sent_ps},
                   {"released_ps", (double)transfer->released_ps},
                   {"hops", transfer->hops},
                   {"refused_attempts", transfer->refused}};
    cJSON *object = cJSON_CreateObject();
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        cJSON_AddNumberToObject(object, numbers[i].name, numbers[i].value);
    cJSON_AddStringToObject(object, "way", way_word(transfer->way));
    cJSON_AddStringToObject(object, "segments", segments(arena, script, transfer));
    return object;
}

static void add_json(struct bl_text *text, struct bl_arena *arena, const struct bl_bus *bus,
                     const struct bl_rsb_script *script,
                     const struct bl_bus_comparison *comparison) {
    cJSON *root = cJSON_CreateObject(), *items;
    cJSON_AddStringToObject(root, "bus", bus->name);
    items = cJSON_AddArrayToObject(root, "transfers");
    for (int i = 0; i < script->count; i++)
        cJSON_AddItemToArray(items, transfer_json(arena, script, i));
    cJSON_AddNumberToObject(root, "most_paths_at_once", most_at_once(script));
    cJSON_AddNumberToObject(root, "others_between", script->bypass);
    cJSON_AddNumberToObject(root, "bound", bl_rsb_bus_bound(script->cells, script->centralised));
    cJSON_AddNumberToObject(root, "errors", (double)script->errors);
    bl_bus_reports_json(root, script->reports, script->report_count, 1);
    bl_bus_comparison_json(root, comparison);
    bl_json_add(text, root);
}

static void print_table(struct bl_arena *arena, const struct bl_bus_request *request,
                        const struct bl_rsb_script *script) {
    struct bl_text table = {0};
    add_table(&table, arena, script);
    if (!request->json && (!request->quiet || script->errors))
        fwrite(table.bytes, 1, table.length, stdout);
    bl_text_free(&table);
}

static bool write_json(struct bl_arena *arena, const struct bl_bus *bus,
                       const struct bl_bus_request *request, const struct bl_rsb_script *script,
                       const struct bl_bus_comparison *comparison) {
    struct bl_text json = {0};
    add_json(&json, arena, bus, script, comparison);
    if (request->json) fwrite(json.bytes, 1, json.length, stdout);
    bool ok = bl_bus_save(&json, request->json_file);
    bl_text_free(&json);
    return ok;
}

static int play(struct bl_rsb_script *script, const struct bl_bus *bus,
                const struct bl_bus_request *request) {
    if (request->trace) return bl_bus_trace(script, bus, request->trace);
    return bl_rsb_play(script) ? BL_EXIT_OK : BL_EXIT_FAILED;
}

int bl_bus_script(struct bl_arena *arena, const struct bl_bus *bus,
                  const struct bl_bus_request *request) {
    struct bl_rsb_script script;
    struct bl_bus_comparison comparison = {0};
    fill_script(arena, bus, &script);
    int status = play(&script, bus, request);
    if (status == BL_EXIT_OK) print_table(arena, request, &script);
    else return bl_rsb_script_free(&script), status;
    status = script.errors || fflush(stdout) ? BL_EXIT_FAILED : BL_EXIT_OK;
    if (status == BL_EXIT_OK && request->icarus)
        status = bl_bus_ended(bl_bus_compare(arena, bus, request, script.requests,
                                             script.request_count, &comparison));
    if (!write_json(arena, bus, request, &script, &comparison)) status = BL_EXIT_FAILED;
    bl_rsb_script_free(&script);
    return status;
}
