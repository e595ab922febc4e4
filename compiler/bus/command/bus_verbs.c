/* What the verbs do with a program that has a bus. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/exit_status.h"
#include "base/tools/toolchain.h"
#include "board/board.h"
#include "driver/front.h"
#include "command/options/apart.h"
#include "bus/bus_cells.h"
#include "bus/emit/bus_graph.h"
#include "bus/report/bus_hierarchy.h"
#include "bus/report/bus_icarus.h"
#include "bus/report/bus_misuse.h"
#include "bus/bus_onboard.h"
#include "bus/report/bus_plot.h"
#include "bus/report/bus_points.h"
#include "bus/bus_print.h"
#include "bus/report/bus_script.h"
#include "bus/report/bus_table.h"
#include "bus/bus.h"
#include "bus/command/bus_options.h"
#include "command/options/options.h"
#include "explain/graph_draw.h"
#include "output/output.h"
#include "base/carried/files.h"
#include "bus/command/bus_verbs.h"
#include "bus/board/onboard.h"
#include "bus/emit/bus_emit.h"
#include "bus/bus_explain.h"
#include "syntax/load.h"

enum { REQUESTS = 100 };

/* A bus, and where its errors go. */
struct reading {
    struct bl_arena *arena;
    struct bl_sources *sources;
    struct bl_diags *diags;
    const struct bl_bus *bus;
};

static struct reading reading_of(const struct bl_compilation *c) {
    return (struct reading){c->arena, c->sources, c->diags, bl_program_bus(c->program)};
}

static void print_diagnostics(const struct reading *reading, bool json) {
    if (json && reading->diags->errors) bl_diags_print_json(reading->diags, stdout);
    else bl_diags_print(reading->diags, stderr, isatty(STDERR_FILENO));
}

/* An error that only this verb finds. */
static int refuse(struct reading *reading, enum bl_message message, const char *why, bool json) {
    bl_report(reading->diags, message, reading->bus->range, reading->bus->name, why);
    print_diagnostics(reading, json);
    return BL_EXIT_FAILED;
}

/* What the command line says about domains and their insides that this bus cannot have. Returns -1
 * when all is well. */
static int check_shapes(const char *verb, const struct bl_bus *bus,
                        const struct bl_bus_request *request) {
    for (int i = 0; i < request->domains.count; i++) {
        if (request->domains.items[i] * bus->connectors <= BL_RSB_CELLS) continue;
        fprintf(
            stderr,
            "bankloom %s: --domains: %.0f domains with %d connectors each are more than %d cells\n",
            verb, request->domains.items[i], bus->connectors, BL_RSB_CELLS);
        return BL_EXIT_USAGE;
    }
    for (int i = 0; i < BL_LARB_RULE_COUNT; i++) {
        if (!request->without[i] || bus->elements > 1) continue;
        fputs("bankloom run: --without is for a bus with elements; the domains of this one have "
              "none\n",
              stderr);
        return BL_EXIT_USAGE;
    }
    return -1;
}

static int misused(struct reading *reading, const char *option, bool twice, const char *why,
                   bool json) {
    if (twice) bl_report(reading->diags, BL_MSG_PART_TWICE, reading->bus->range, option);
    else bl_report(reading->diags, BL_MSG_BUS_OPTION, reading->bus->range, option, why);
    print_diagnostics(reading, json);
    return BL_EXIT_USAGE;
}

/* What would take a bus off its boards: what is decided about them is for the bus as it is written.
 * NULL: nothing. */
static const char *replaced(const struct bl_bus_request *request) {
    return request->domains.count        ? "--domains"
           : request->delays.count       ? "--delay"
           : request->gate > 0           ? "--gate"
           : request->arbitrations.count ? "--arbitration"
                                         : NULL;
}

/* What needs one delay for all segments, of the command line, or no boards; NULL: nothing. */
static const char *even_only(const struct bl_bus *bus, const struct bl_bus_request *request) {
    if (bus->onboard) return replaced(request);
    if (!bl_bus_is_uneven(bus) || request->delays.count) return NULL;
    if (request->domains.count) return "--domains";
    return request->arbitrations.count ? "--arbitration" : NULL;
}

int bl_bus_verb_explain(struct bl_text *text, struct bl_request *asked,
                        struct bl_compilation *compilation) {
    const struct bl_bus_request *request = &((const struct bl_bus_own *)asked->own)->request;
    struct reading reading = reading_of(compilation);
    if (request->twice) return misused(&reading, request->twice, true, NULL, request->json);
    const char *even = even_only(reading.bus, request);
    if (even) return refuse(&reading, BL_MSG_BUS_UNEVEN, even, request->json);
    int status = check_shapes("explain", reading.bus, request);
    if (status >= 0) return status;
    const struct bl_bus bus = bl_bus_changed(reading.bus, request);
    (request->json ? bl_bus_explain_json : bl_bus_explain)(text, &bus);
    return -1;
}

/* Requests for the bench of a bus: random ones, with the model's answers. */
static struct bl_rsb_request *random_requests(struct bl_arena *arena, const struct bl_bus *bus,
                                              int count, uint64_t seed) {
    const struct bl_rsb_options ring = bl_bus_ring(bus);
    struct bl_rsb_request *requests = BL_NEW(arena, struct bl_rsb_request, count);
    bl_rsb_random_requests(bl_bus_cells(bus), seed, requests, count);
    return bl_rsb_replay(&ring, bl_bus_is_centralised(bus), requests, count, bl_interrupted)
               ? NULL
               : requests;
}

static void print_boards(const struct bl_bus *bus) {
    printf("  project/     %s_fpga1 to %s_fpga%d, one for each domain: tops, constraints and "
           "projects for %s; cables.txt\n"
           "               all of them, joined: iverilog -g2001 -Wno-timescale -s %s_boards_bench "
           "-y rtl -y project -o boards.vvp\n"
           "               sim/vendor_models.v sim/%s_boards_bench.v && vvp -n boards.vvp\n",
           bus->symbol, bus->symbol, bus->domains, bus->onboard->board->title, bus->symbol,
           bus->symbol);
}

bool bl_bus_verb_files(struct bl_output *output, const struct bl_compilation *compilation,
                       const struct bl_home *home) {
    const struct bl_bus *bus = bl_program_bus(compilation->program);
    const struct bl_rsb_request *requests = random_requests(compilation->arena, bus, REQUESTS,
                                                            (uint64_t)bus->traffic.seed);
    return requests && bl_bus_output(output, bus, requests, REQUESTS, home->root) &&
           (!bus->onboard || bl_onboard_output(output, bus, home));
}

void bl_bus_verb_summary(const struct bl_compilation *compilation, const struct bl_output *output,
                         const char *folder) {
    const struct bl_bus *bus = bl_program_bus(compilation->program);
    printf("%s: bus %s, %s arbiter of %d %s, %d LUTs, %d files\n"
           "  rtl/%s.v   the whole bus: a clock, a reset and streams for every domain (all "
           "files: rtl/files.f)\n"
           "  rtl/%s_arbiter.v   its arbiter alone\n"
           "  sim/         packets over the whole bus; in the folder:\n"
           "               iverilog -g2001 -Wno-timescale -s %s_bench -y rtl -o bench.vvp "
           "sim/%s_bench.v\n"
           "               vvp -n bench.vvp\n"
           "               %s_arbiter_bench: the arbiter with %d requests and the model's "
           "answers, vvp -n bench.vvp "
           "+requests=sim/%s_requests.txt\n"
           "  signoff.txt  what the layout must keep to; %s.sdc, %s.xdc\n",
           folder, bus->name, bl_arbitration_word(bus->arbitration), bl_bus_cells(bus),
           bl_bus_cell_word(bus), bl_bus_tables(bus), output->count, bus->symbol, bus->symbol,
           bus->symbol, bus->symbol, bus->symbol, REQUESTS, bus->symbol, bus->symbol, bus->symbol);
    if (bus->onboard) print_boards(bus);
}

static uint64_t error_count(const struct bl_bus_points *points) {
    uint64_t errors = 0;
    for (int i = 0; i < points->count; i++) errors += points->items[i].yield.error_count;
    return errors;
}

/* The bus as a point of the curve has it. */
static struct bl_bus bus_of(const struct bl_bus *bus, const struct bl_bus_point *point) {
    struct bl_bus changed = *bus;
    changed.domains = point->load.domains;
    changed.arbitration = point->load.centralised ? BL_CENTRALISED : BL_DISTRIBUTED;
    changed.delay_ps = point->load.wire_ps;
    changed.segments = point->load.segments;
    changed.gate_ps = point->load.gate_ps;
    return changed;
}

static bool print_table(const struct bl_bus_request *request, const struct bl_bus_points *points) {
    struct bl_text table = {0};
    bl_bus_table(&table, points);
    if (!request->json && (!request->quiet || error_count(points)))
        fwrite(table.bytes, 1, table.length, stdout);
    bl_text_free(&table);
    return !fflush(stdout);
}

/* Once all is known that goes into it. */
static bool write_json(const struct bl_bus *bus, const struct bl_bus_request *request,
                       const struct bl_bus_points *points) {
    struct bl_text json = {0};
    bl_bus_points_json(&json, bus, points);
    if (request->json) fwrite(json.bytes, 1, json.length, stdout);
    bool ok = bl_bus_save(&json, request->json_file);
    bl_text_free(&json);
    return ok;
}

static bool write_files(const struct bl_bus_request *request, const struct bl_bus_points *points) {
    struct bl_text csv = {0}, plot = {0};
    bl_bus_csv(&csv, points);
    bl_bus_plot(&plot, points);
    bool saved = bl_bus_save(&csv, request->csv), drawn = bl_bus_save(&plot, request->svg);
    bl_text_free(&csv);
    bl_text_free(&plot);
    return saved && drawn;
}

static int compare_point(struct bl_arena *arena, const struct bl_bus *bus,
                         const struct bl_bus_request *request, struct bl_bus_point *point) {
    struct bl_bus changed = bus_of(bus, point);
    int count = request->requests > 0 ? (int)request->requests : REQUESTS;
    const struct bl_rsb_request *requests = random_requests(arena, &changed, count,
                                                            point->load.seed);
    char delay[32];
    if (!requests) return BL_EXIT_FAILED;
    if (!request->quiet && !request->json)
        printf("%d domains, %s, %s: ", changed.domains, bl_arbitration_word(changed.arbitration),
               bl_bus_time(delay, changed.delay_ps));
    fflush(stdout);
    return bl_bus_compare(arena, &changed, request, requests, count, &point->comparison);
}

/* The Verilog for each arbiter and delay of the points, with random requests. */
static int compare_points(struct bl_arena *arena, const struct bl_bus *bus,
                          const struct bl_bus_request *request, struct bl_bus_points *points) {
    int status = BL_EXIT_OK;
    for (int i = 0; i < points->count && status == BL_EXIT_OK; i++)
        if (bl_bus_is_new_ring(points, i))
            status = compare_point(arena, bus, request, &points->items[i]);
    return status;
}

static int interrupted(const struct bl_bus_points *points) {
    fprintf(stderr, "bankloom: interrupted; %d of %d points are complete%s\n", points->count,
            points->count + points->left_out,
            points->count ? ", the others are left out" : "; nothing was written");
    return BL_EXIT_INTERRUPTED;
}

static int run_traffic(struct bl_arena *arena, const struct bl_bus *bus,
                       const struct bl_bus_request *request) {
    struct bl_bus_points points = {0};
    bl_bus_points_list(arena, &points, bus, request);
    if (!bl_bus_points_run(&points, request)) {
        fputs("bankloom run: the model of the bus does not take this traffic\n", stderr);
        return BL_EXIT_FAILED;
    }
    if (!points.count) return interrupted(&points);
    bool ok = print_table(request, &points) && write_files(request, &points) &&
              !error_count(&points) && request->fault == BL_RSB_DAMAGE_NONE;
    int status = ok ? BL_EXIT_OK : BL_EXIT_FAILED;
    if (ok && request->icarus && !points.left_out)
        status = bl_bus_ended(compare_points(arena, bus, request, &points));
    if (!write_json(bus, request, &points)) status = BL_EXIT_FAILED;
    return points.left_out ? interrupted(&points) : status;
}

/* Whether all that the run writes could be written, and what it calls is there; else a message. */
static bool can_write(struct bl_arena *arena, const struct bl_bus_request *request) {
    const struct {
        const char *option, *path;
    } outputs[] = {{"--csv", request->csv},
                   {"--svg", request->svg},
                   {"--json-file", request->json_file},
                   {"--trace", request->trace}};
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        int error = outputs[i].path ? bl_file_check(outputs[i].path) : 0;
        if (error)
            fprintf(stderr, "bankloom run: %s: cannot write %s: %s\n", outputs[i].option,
                    outputs[i].path, strerror(error));
        if (error) return false;
    }
    if (request->keep && access(request->keep, F_OK)) {
        int error = bl_file_check(request->keep);
        if (error)
            fprintf(stderr, "bankloom run: --keep: cannot write %s: %s\n", request->keep,
                    strerror(error));
        if (error) return false;
    }
    return (!request->keep || bl_output_may_update(arena, request->keep)) &&
           (!request->icarus || bl_bus_can_compare());
}

static bool is_apart(const struct reading *reading, const struct bl_bus_request *request) {
    const struct bl_output_path outputs[] = {{"--csv", request->csv},
                                             {"--svg", request->svg},
                                             {"--json-file", request->json_file},
                                             {"--trace", request->trace},
                                             {"--keep", request->keep}};
    return bl_outputs_apart("run", reading->sources, outputs, sizeof outputs / sizeof *outputs);
}

int bl_bus_verb_run(struct bl_request *asked, struct bl_compilation *compilation) {
    const struct bl_bus_request *request = &((const struct bl_bus_own *)asked->own)->request;
    struct reading reading = reading_of(compilation);
    const struct bl_bus *bus = reading.bus;
    if (!bus->traffic.gap_ps && !bus->transfer_count)
        return refuse(&reading, BL_MSG_BUS_IDLE, NULL, request->json);
    int status = check_shapes("run", bus, request);
    if (status >= 0) return status;
    const char *why, *option = bl_bus_misused(reading.arena, bus, request, &why);
    if (option) return misused(&reading, option, request->twice, why, request->json);
    const char *even = even_only(bus, request);
    if (even) return refuse(&reading, BL_MSG_BUS_UNEVEN, even, request->json);
    if (!is_apart(&reading, request)) return BL_EXIT_USAGE;
    if (!can_write(reading.arena, request)) return BL_EXIT_FAILED;
    if (bus->traffic.gap_ps) return run_traffic(reading.arena, bus, request);
    return bus->elements > 1 ? bl_bus_hierarchy(reading.arena, bus, request)
                             : bl_bus_script(reading.arena, bus, request);
}

void bl_bus_verb_graph(struct bl_text *text, const struct bl_request *request,
                       const struct bl_compilation *compilation) {
    (void)request;
    bl_bus_graph(text, bl_program_bus(compilation->program));
}
