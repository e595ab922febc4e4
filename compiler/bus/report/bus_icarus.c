#include "bus/report/bus_icarus.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/exit_status.h"
#include "base/text.h"
#include "base/tools/toolchain.h"
#include "base/tools/tools.h"
#include "output/output.h"
#include "bus/bus.h"
#include "bus/bus_cells.h"
#include "base/carried/progress.h"
#include "bus/emit/bus_emit.h"
#include "bus/report/bus_run.h"

/* The mean from request to answer in the model, in nanoseconds, over the requests that were
 * compared. */
static double mean_ns(const struct bl_rsb_request *requests, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += (double)requests[i].took_ps * 1e-3;
    return count ? sum / count : 0;
}

/* How far a bench is, by the last line "at NUMBER" of its log. */
struct course {
    const char *log;
    int64_t count;
    struct bl_progress bar;
};

static void tick(void *context) {
    struct course *course = context;
    struct bl_text text = {0};
    long long done = 0;
    if (!course->bar.shown || bl_read_file(&text, course->log)) return;
    bl_text_bytes(&text, "", 0); /* ends it */
    for (const char *at = text.bytes; (at = strstr(at, "at ")); at++) sscanf(at, "at %lld", &done);
    bl_text_free(&text);
    bl_progress_show(&course->bar, (double)done / (double)course->count);
}

static int tool(const char *const *words, const char *log, struct course *course) {
    int status = bl_tool_run(words, log, course ? tick : NULL, course);
    if (course) bl_progress_end(&course->bar);
    if (status > 0) bl_log_tail(log, 12);
    return status;
}

bool bl_bus_can_compare(void) {
    struct bl_arena *arena = bl_arena_new();
    struct bl_tool_version version;
    bool can = bl_tool_ask(arena, &bl_tool_iverilog, &version) && bl_tool_present(&bl_tool_vvp);
    if (can) bl_tool_warn_newer(&bl_tool_iverilog, &version);
    bl_arena_free(arena);
    return can;
}

/* A bench in a folder that `bankloom build` writes. */
struct bench {
    const char *folder, *name, *top, *log; /* the bus; its module; what it says */
    int64_t count;                         /* of requests, or cycles: at its end, for the bar */
    bool shown;                            /* with a bar */
};

static bool has_bar(const struct bl_bus_request *request) {
    return isatty(STDERR_FILENO) && !request->quiet && !request->json;
}

/* Compiles and runs a bench; what it says is in the log then. */
static bool run_bench(struct bl_arena *arena, const struct bench *b) {
    const char *bench = bl_format(arena, "%s/sim/%s.v", b->folder, b->top),
               *model = bl_format(arena, "%s/%s.vvp", b->folder, b->name);
    const char *rtl = bl_format(arena, "%s/rtl", b->folder);
    const char *compile[] = {"iverilog", "-g2001", "-Wall", "-Wno-timescale",
                             "-s",       b->top,   "-y",    rtl,
                             "-o",       model,    bench,   NULL};
    const char *requests = bl_format(arena, "+requests=%s/sim/%s_requests.txt", b->folder, b->name);
    const char *every = bl_format(arena, "+progress=%lld", (long long)b->count / 100 + 1);
    const char *run[] = {"vvp", "-n", model, requests, every, NULL};
    struct course course = {b->log, b->count, bl_progress_begin(b->shown)};
    return !tool(compile, b->log, NULL) && !tool(run, b->log, &course);
}

/* The line of the log that begins with PASS, or NULL. */
static const char *verdict(const char *log, struct bl_text *text) {
    bool read = !bl_read_file(text, log);
    bl_text_bytes(text, "", 0); /* ends it */
    const char *pass = read ? strstr(text->bytes, "PASS ") : NULL;
    return pass && (pass == text->bytes || pass[-1] == '\n') ? pass : NULL;
}

/* The numbers that the bench tells behind PASS (bus_emit_bench.c). */
static void read_verdict(struct bl_bus_comparison *comparison, const char *pass, const char *log) {
    sscanf(pass, "PASS %d answers agree, %lf ns from request to answer, %lf", &comparison->answers,
           &comparison->verilog_ns, &comparison->off_ns);
    comparison->tie = strstr(log, "a tie fell");
}

/* What is said of an agreement that stands. */
static void print_agreement(const struct bl_bus_comparison *comparison) {
    printf("Verilog under Icarus: %d answers agree, %.2f ns from request to answer, %.2f ns at "
           "most from the model's; the model says %.2f ns\n%s",
           comparison->answers, comparison->verilog_ns, comparison->off_ns, comparison->model_ns,
           comparison->tie ? "a tie fell otherwise: what follows it was not compared\n" : "");
}

static bool compare_in(struct bl_arena *arena, const struct bl_bus *bus,
                       const struct bl_bus_request *request, const struct bl_rsb_request *requests,
                       const char *folder, int count, struct bl_bus_comparison *comparison) {
    const char *log = bl_format(arena, "%s/%s.log", folder, bus->symbol);
    struct bl_text text = {0};
    struct bench bench = {folder, bus->symbol, bl_format(arena, "%s_arbiter_bench", bus->symbol),
                          log,    count,       has_bar(request)};
    bool ran = run_bench(arena, &bench);
    const char *pass = ran ? verdict(log, &text) : NULL;
    *comparison = (struct bl_bus_comparison){.made = ran, .agrees = pass};
    if (pass) read_verdict(comparison, pass, text.bytes);
    comparison->model_ns = mean_ns(requests, comparison->answers);
    if (ran && !pass)
        fprintf(stderr, "bankloom: model and Verilog differ: %s",
                text.length ? text.bytes : "the bench said nothing\n");
    bl_text_free(&text);
    return pass;
}

void bl_bus_comparison_json(cJSON *to, const struct bl_bus_comparison *comparison) {
    if (!comparison->made) return;
    cJSON *verilog = cJSON_AddObjectToObject(to, "verilog");
    cJSON_AddBoolToObject(verilog, "agrees", comparison->agrees);
    if (!comparison->agrees) return;
    if (comparison->transfers) cJSON_AddNumberToObject(verilog, "transfers", comparison->transfers);
    else {
        cJSON_AddNumberToObject(verilog, "answers", comparison->answers);
        cJSON_AddBoolToObject(verilog, "ended_by_tie", comparison->tie);
        cJSON_AddNumberToObject(verilog, "mean_answer_ns", comparison->verilog_ns);
        cJSON_AddNumberToObject(verilog, "model_mean_answer_ns", comparison->model_ns);
    }
    cJSON_AddNumberToObject(verilog, "most_difference_ns", comparison->off_ns);
}

/* The model plays the requests, and the Verilog as it is in the folder then. */
static bool play(struct bl_arena *arena, const struct bl_bus *bus,
                 const struct bl_bus_request *request, struct bl_rsb_request *played, int count,
                 const char *folder, struct bl_bus_comparison *comparison) {
    struct bl_home home;
    const struct bl_rsb_options ring = bl_bus_ring(bus);
    struct bl_output output = {.arena = arena};
    int held = -1; /* the folder, as long as the bench runs in it */
    bool ok = !bl_rsb_replay(&ring, bl_bus_is_centralised(bus), played, count, bl_interrupted) &&
              bl_home_find(arena, &home) && bl_bus_output(&output, bus, played, count, home.root) &&
              (held = bl_output_write_held(&output, folder)) >= 0 &&
              compare_in(arena, bus, request, played, folder, count, comparison);
    bl_output_free(&output);
    if (held >= 0) close(held);
    return ok;
}

/* Ties that the model takes over from the Verilog, at most: each takes a run of both. */
enum { TIES = 32 };

/* Where a tie fell otherwise in the Verilog, the model lets it fall so and both begin again: all is
   the same up to there, and what follows can be compared. */
static bool play_with_ties(struct bl_arena *arena, const struct bl_bus *bus,
                           const struct bl_bus_request *request, struct bl_rsb_request *played,
                           int count, const char *folder, struct bl_bus_comparison *comparison) {
    for (int left = TIES;; left--) {
        if (!play(arena, bus, request, played, count, folder, comparison)) return false;
        if (!comparison->tie || !left) return true;
        struct bl_rsb_request *tie = &played[comparison->answers - 1];
        tie->lean = tie->way == BL_RSB_CLOCKWISE ? BL_RSB_COUNTER : BL_RSB_CLOCKWISE;
    }
}

int bl_bus_compare(struct bl_arena *arena, const struct bl_bus *bus,
                   const struct bl_bus_request *request, const struct bl_rsb_request *requests,
                   int count, struct bl_bus_comparison *comparison) {
    struct bl_rsb_request *played = BL_NEW(arena, struct bl_rsb_request, count);
    bl_interrupts_hold();
    memcpy(played, requests, (size_t)count * sizeof *played);
    const char *folder = request->keep ? request->keep : bl_scratch_folder(arena);
    bool ok = folder && play_with_ties(arena, bus, request, played, count, folder, comparison);
    if (ok && !request->quiet && !request->json) print_agreement(comparison);
    if (folder && !request->keep) bl_remove_tree(folder);
    return ok ? BL_EXIT_OK : BL_EXIT_FAILED;
}

/* The model has all registers, so nothing differs unless something comes with a clock edge to the
   picosecond, which then decides who goes first: a quarter of the model's time, and so many cycles,
   may be the consequence. */
enum { CYCLES = 16 };

static int64_t allowed_ps(const struct bl_bus *bus, int transfer, int64_t words_ps) {
    return (words_ps - bus->transfers[transfer].at_ps) / 4 + CYCLES * bl_bus_clock_ps(bus);
}

/* Lines "word NUMBER NS" of the log: every transfer once, each near its time in the model. The
 * largest difference, or -1. */
static double compare_words(struct bl_arena *arena, const struct bl_bus *bus,
                            const int64_t *words_ps, const char *log) {
    bool *seen = BL_NEW(arena, bool, bus->transfer_count);
    int number, used, found = 0;
    double ns, most = 0;
    for (const char *at = log;
         (at = strstr(at, "word ")) && sscanf(at, "word %d %lf%n", &number, &ns, &used) == 2;
         at += used) {
        if (number < 0 || number >= bus->transfer_count || seen[number]) return -1;
        seen[number] = true;
        double off = fabs(round(ns * 1e3) - (double)words_ps[number]) * 1e-3;
        if (off * 1e3 > (double)allowed_ps(bus, number, words_ps[number])) {
            fprintf(stderr,
                    "bankloom: transfer %d is complete at %.2f ns in the Verilog, %.2f ns from the "
                    "model's time\n",
                    number + 1, ns, off);
            return -1;
        }
        if (off > most) most = off;
        found++;
    }
    return found == bus->transfer_count ? most : -1;
}

/* When the bench will end, in cycles. */
static int64_t last_clock(const struct bl_bus *bus, const int64_t *words_ps) {
    int64_t last = 0;
    for (int i = 0; i < bus->transfer_count; i++) last = words_ps[i] > last ? words_ps[i] : last;
    return last / bl_bus_clock_ps(bus) + BL_BUS_AFTER;
}

static bool compare_domains_in(struct bl_arena *arena, const struct bl_bus *bus,
                               const struct bl_bus_request *request, const int64_t *words_ps,
                               const char *folder, struct bl_bus_comparison *comparison) {
    const char *log = bl_format(arena, "%s/%s.log", folder, bus->symbol);
    struct bl_text text = {0};
    struct bench bench = {folder,
                          bus->symbol,
                          bl_format(arena, "%s_bench", bus->symbol),
                          log,
                          last_clock(bus, words_ps),
                          has_bar(request)};
    bool ran = run_bench(arena, &bench);
    const char *pass = ran ? verdict(log, &text) : NULL;
    double most = pass ? compare_words(arena, bus, words_ps, text.bytes) : -1;
    *comparison = (struct bl_bus_comparison){
        .made = ran, .agrees = most >= 0, .transfers = bus->transfer_count, .off_ns = most};
    if (ran && !pass)
        fprintf(stderr, "bankloom: the Verilog: %s",
                text.length ? text.bytes : "the bench said nothing\n");
    if (most >= 0 && !request->quiet && !request->json)
        printf("Verilog under Icarus: all words of %d transfer%s arrive, the last ones %.2f ns at "
               "most from the model's time\n",
               bus->transfer_count, bl_ending(bus->transfer_count, "s"), most);
    bl_text_free(&text);
    return most >= 0;
}

int bl_bus_compare_domains(struct bl_arena *arena, const struct bl_bus *bus,
                           const struct bl_bus_request *request, const int64_t *words_ps,
                           struct bl_bus_comparison *comparison) {
    struct bl_home home;
    struct bl_output output = {.arena = arena};
    bl_interrupts_hold();
    const char *folder = request->keep ? request->keep : bl_scratch_folder(arena);
    bool ok = folder && bl_home_find(arena, &home) &&
              bl_bus_domains_output(&output, bus, home.root) &&
              bl_output_write_held(&output, folder) >= 0 && /* until bankloom ends */
              compare_domains_in(arena, bus, request, words_ps, folder, comparison);
    bl_output_free(&output);
    if (folder && !request->keep) bl_remove_tree(folder);
    return ok ? BL_EXIT_OK : BL_EXIT_FAILED;
}
