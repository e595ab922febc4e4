#include "bus/report/bus_table.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "base/host_memory.h"
#include "base/json.h"
#include "base/text.h"
#include "bus/bus.h"
#include "bus/bus_print.h"
#include "bus/report/bus_icarus.h"
#include "bus/report/bus_run.h"

/* How often requests come: a microsecond, of each domain that has nothing under way. */
static double rate_of(const struct bl_rsb_load *load) { return 1e6 / (double)load->gap_ps; }

static bool is_flat(const struct bl_rsb_load *load) { return load->elements <= 1; }
static int connectors_of(const struct bl_rsb_load *load) {
    return is_flat(load) ? 1 : load->connectors;
}

static int bound_of(const struct bl_rsb_load *load) {
    return bl_rsb_bus_bound(bl_rsb_load_cells(load), load->centralised);
}

static void add_row(struct bl_text *text, const struct bl_bus_point *point) {
    const struct bl_rsb_load *load = &point->load;
    const struct bl_rsb_yield *yield = &point->yield;
    char delay[32];
    bl_text_add(text, "%7d %11s %10s %9.4g %9.1f %10llu %10llu %6.2f %10.3f %10.3f %7d %5d %6llu",
                load->domains,
                bl_arbitration_word(load->centralised ? BL_CENTRALISED : BL_DISTRIBUTED),
                bl_bus_time(delay, load->wire_ps), rate_of(load), yield->words_per_us,
                (unsigned long long)yield->transfers, (unsigned long long)yield->refused,
                yield->hops, yield->wait_ns * 1e-3, yield->wait_most_ns * 1e-3, yield->bypass,
                bound_of(load), (unsigned long long)yield->error_count);
    if (!is_flat(load))
        bl_text_add(text, " %7lld %7lld", (long long)yield->inner_wait,
                    (long long)yield->inner_bound);
    bl_text_add(text, "\n");
}

/* Counted from 1. */
static int domain_of(const struct bl_rsb_report *report, int connectors) {
    return (report->inside ? report->cell : report->cell / connectors) + 1;
}

void bl_bus_reports(struct bl_text *text, const struct bl_rsb_report *reports, int count,
                    int connectors) {
    char time[32];
    for (int i = 0; i < count; i++) {
        const struct bl_rsb_report *report = &reports[i];
        bool nowhere = report->error == BL_RSB_ERROR_STANDS ||
                       report->error == BL_RSB_ERROR_DEADLOCK;
        bl_text_add(text, "  %s", bl_rsb_error_word(report->error));
        if (!nowhere)
            bl_text_add(text, " %s domain %d", report->inside ? "inside" : "at",
                        domain_of(report, connectors));
        bl_text_add(text, ", noticed %s after reset\n", bl_bus_time(time, report->time_ps));
    }
}

/* Which point is meant. */
static void add_name(struct bl_text *text, const struct bl_rsb_load *load) {
    char delay[32], gap[32];
    bl_text_add(text, "%d domains, %s, %s, gap %s: ", load->domains,
                bl_arbitration_word(load->centralised ? BL_CENTRALISED : BL_DISTRIBUTED),
                bl_bus_time(delay, load->wire_ps), bl_bus_time(gap, load->gap_ps));
}

static void add_fault(struct bl_text *text, const struct bl_bus_point *point) {
    static const char *const made[][BL_RSB_DAMAGE_COUNT] = {
        {[BL_RSB_DAMAGE_WITHDRAW] = "a request of domain %d was taken back too early",
         [BL_RSB_DAMAGE_STUCK] = "the clockwise wire out of domain %d was stuck at 0",
         [BL_RSB_DAMAGE_TOKEN] = "the token wire out of domain %d was stuck"},
        {[BL_RSB_DAMAGE_WITHDRAW] = "a request of domain %d was taken back too early",
         [BL_RSB_DAMAGE_STUCK] = "the segment clockwise of domain %d was taken for free",
         [BL_RSB_DAMAGE_TOKEN] = "the arbiter's delay stopped"}};
    const struct bl_rsb_yield *yield = &point->yield;
    int connectors = connectors_of(&point->load);
    char time[32];
    if (point->load.damage != BL_RSB_DAMAGE_NONE && yield->fault_ps < 0)
        bl_text_add(text, "the fault was not made: too few transfers; ");
    else if (point->load.damage != BL_RSB_DAMAGE_NONE) {
        bl_text_add(text, made[point->load.centralised][point->load.damage],
                    yield->fault_cell / connectors + 1);
        bl_text_add(text, " %s after reset%s; ", bl_bus_time(time, yield->fault_ps),
                    point->load.damage == BL_RSB_DAMAGE_WITHDRAW ? "" : ", and from then on");
    }
    bl_text_add(text, yield->report_count ? "broken rules:\n" : "no rule was broken\n");
    bl_bus_reports(text, yield->reports, yield->report_count, connectors);
}

static void add_head(struct bl_text *text, const struct bl_bus_points *points) {
    static const char *const words[][13] = {{"", "", "", "requests", "", "", "refused", "mean",
                                             "mean wait", "most wait", "others", "", "broken"},
                                            {"domains", "arbitration", "segment", "a us",
                                             "words/us", "transfers", "attempts", "hops", "(us)",
                                             "(us)", "between", "bound", "rules"}};
    static const int widths[] = {7, 11, 10, 9, 9, 10, 10, 6, 10, 10, 7, 5, 6};
    bool flat = is_flat(&points->items[0].load);
    for (int line = 0; line < 2; line++) {
        for (int i = 0; i < 13; i++)
            bl_text_add(text, "%s%*s", i ? " " : "", widths[i], words[line][i]);
        if (!flat) bl_text_add(text, " %7s %7s", line ? "(clk)" : "inner", line ? "bound" : "wait");
        bl_text_add(text, "\n");
    }
}

void bl_bus_table(struct bl_text *text, const struct bl_bus_points *points) {
    unsigned long long transfers = 0, events = 0, errors = 0;
    add_head(text, points);
    for (int i = 0; i < points->count; i++) {
        add_row(text, &points->items[i]);
        transfers += points->items[i].yield.transfers;
        events += points->items[i].yield.events;
        errors += points->items[i].yield.error_count;
    }
    for (int i = 0; i < points->count; i++) {
        if (!points->items[i].yield.error_count &&
            points->items[i].load.damage == BL_RSB_DAMAGE_NONE)
            continue;
        if (points->count > 1) add_name(text, &points->items[i].load);
        add_fault(text, &points->items[i]);
    }
    bl_text_add(text,
                "%llu transfer%s, %llu events; every event asked for hazards, every answer for its "
                "path and its wait: %llu broken "
                "rule%s\n",
                transfers, bl_ending(transfers, "s"), events, errors, bl_ending(errors, "s"));
}

void bl_bus_csv(struct bl_text *text, const struct bl_bus_points *points) {
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = bl_needed(open_memstream(&bytes, &size));
    bl_rsb_csv_header(stream);
    for (int i = 0; i < points->count; i++)
        bl_rsb_csv_line(stream, &points->items[i].load, &points->items[i].yield);
    if (ferror(stream) | fclose(stream)) bl_out_of_memory();
    bl_text_bytes(text, bytes, size);
    free(bytes);
}

void bl_bus_reports_json(cJSON *to, const struct bl_rsb_report *reports, int count,
                         int connectors) {
    cJSON *items = cJSON_AddArrayToObject(to, "broken_rules");
    for (int i = 0; i < count; i++) {
        cJSON *report = cJSON_CreateObject();
        cJSON_AddItemToArray(items, report);
        cJSON_AddStringToObject(report, "rule", bl_rsb_error_word(reports[i].error));
        cJSON_AddNumberToObject(report, "domain", domain_of(&reports[i], connectors));
        cJSON_AddBoolToObject(report, "inside", reports[i].inside);
        cJSON_AddNumberToObject(report, "time_ps", (double)reports[i].time_ps);
    }
}

static cJSON *point_json(const struct bl_bus_point *point) {
    const struct bl_rsb_load *load = &point->load;
    const struct bl_rsb_yield *yield = &point->yield;
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"domains", load->domains},
                   {"segment_ps", (double)load->wire_ps},
                   {"gate_ps", (double)load->gate_ps},
                   {"gap_ps", (double)load->gap_ps},
                   {"react_ps", (double)load->react_ps},
                   {"words", load->words},
                   {"seed", (double)load->seed},
                   {"transfers", (double)yield->transfers},
                   {"refused_attempts", (double)yield->refused},
                   {"time_ps", (double)yield->time_ps},
                   {"words_per_us", yield->words_per_us},
                   {"mean_hops", yield->hops},
                   {"mean_wait_ns", yield->wait_ns},
                   {"most_wait_ns", yield->wait_most_ns},
                   {"others_between", yield->bypass},
                   {"bound", bound_of(load)},
                   {"elements", is_flat(load) ? 1 : load->elements},
                   {"connectors", connectors_of(load)},
                   {"inner_wait_cycles", (double)yield->inner_wait},
                   {"inner_bound_cycles", (double)yield->inner_bound},
                   {"events", (double)yield->events},
                   {"errors", (double)yield->error_count}};
    cJSON *object = cJSON_CreateObject();
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        cJSON_AddNumberToObject(object, numbers[i].name, numbers[i].value);
    cJSON_AddStringToObject(
        object, "arbitration",
        bl_arbitration_word(load->centralised ? BL_CENTRALISED : BL_DISTRIBUTED));
    cJSON_AddStringToObject(object, "fault", bl_rsb_damage_word(load->damage));
    cJSON_AddNumberToObject(object, "fault_ps", (double)yield->fault_ps);
    bl_bus_reports_json(object, yield->reports, yield->report_count, connectors_of(load));
    bl_bus_comparison_json(object, &point->comparison);
    return object;
}

void bl_bus_points_json(struct bl_text *text, const struct bl_bus *bus,
                        const struct bl_bus_points *points) {
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "bus", bus->name);
    cJSON_AddNumberToObject(root, "points_left_out", points->left_out);
    cJSON *items = cJSON_AddArrayToObject(root, "points");
    for (int i = 0; i < points->count; i++)
        cJSON_AddItemToArray(items, point_json(&points->items[i]));
    bl_json_add(text, root);
}
