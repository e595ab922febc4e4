/* From a top whose ports are pins of the board to a bitstream, by the open tools. */
#include <cjson/cJSON.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/tools/tools.h"
#include "board/board.h"
#include "synth/synth_run_inner.h"

/* ---- which pin is which port */

/* The pins that a port of the top has, by its name: clk, clk_NAME, reset, led, led_NAME, uart_rx,
 * uart_tx. NULL when there are none. */
static const struct bl_board_pins *pins_of(struct bl_arena *arena, const struct bl_board *board,
                                           const char *port) {
    for (int i = 0; i < board->clocks.count; i++)
        if (!strcmp(port, i ? bl_format(arena, "clk_%s", board->clocks.items[i].name) : "clk"))
            return &board->clocks.items[i].pins;
    for (int i = 0; i < board->leds.count; i++)
        if (!strcmp(port, i ? bl_format(arena, "led_%s", board->leds.items[i].name) : "led"))
            return &board->leds.items[i].pins;
    if (board->resets.count && !strcmp(port, "reset")) return &board->resets.items[0].pins;
    if (board->serials.count && !strcmp(port, "uart_rx")) return &board->serials.items[0].receive;
    if (board->serials.count && !strcmp(port, "uart_tx")) return &board->serials.items[0].transmit;
    return NULL;
}

/* One line of the top's ports: "  wire width 8 output 2 \led". False after a message. */
static bool add_port(struct bl_arena *arena, struct bl_text *text, const struct bl_synth *synth,
                     const char *line, size_t length) {
    const char *words = bl_strndup(arena, line, length), *name = strrchr(words, '\\'),
               *wide = strstr(words, " width ");
    int width = wide ? atoi(wide + 7) : 1;
    if (!name) return true;
    const struct bl_board_pins *pins = pins_of(arena, synth->board, name + 1);
    if (!pins || pins->count < width) {
        fprintf(stderr,
                "bankloom: port %s of %s is not a pin of %s: ports are named clk, reset, led, "
                "uart_rx, uart_tx, as far as the "
                "board has them\n",
                name + 1, synth->top, synth->board->word);
        return false;
    }
    for (int i = 0; i < width; i++) {
        if (wide) bl_text_add(text, "set_io %s[%d] %s\n", name + 1, i, pins->items[i]);
        else bl_text_add(text, "set_io %s %s\n", name + 1, pins->items[i]);
    }
    return true;
}

static bool write_pins(struct bl_synth_run *run, const char *folder) {
    const char *path = bl_format(run->arena, "%s/%s.pcf", folder, run->synth->top);
    struct bl_text text = {0};
    bl_text_add(&text, "%s", run->pins);
    int error = bl_text_save(&text, path);
    if (error) fprintf(stderr, "bankloom: cannot write %s: %s\n", path, strerror(error));
    bl_text_free(&text);
    return !error;
}

bool bl_synth_find_pins(struct bl_synth_run *run) {
    struct bl_synth *synth = run->synth;
    struct bl_text text = {0};
    bool ok = true;
    for (const char *line = synth->design.items[synth->top_module].ports; *line && ok;
         line += strcspn(line, "\n") + 1)
        if (strstr(line, "  wire ") == line)
            ok = add_port(run->arena, &text, synth, line, strcspn(line, "\n"));
    run->pins = bl_strdup(run->arena, text.bytes ? text.bytes : "");
    synth->misused = !ok;
    bl_text_free(&text);
    return ok;
}

/* ---- the tools, one after the other */

static bool run_step(struct bl_synth_run *run, const char *folder, const char *const *arguments,
                     const char *title) {
    const char *log = bl_format(run->arena, "%s/%s.%s.log", folder, run->synth->top, arguments[0]);
    struct bl_job job = {
        .arguments = arguments, .folder = folder, .log = log, .what = run->synth->top, .work = 1};
    return bl_jobs_run(&job, 1, 1, run->options->bar, title);
}

/* The words of the board's command, then those of ours. */
static const char **join_words(struct bl_arena *arena, const char *command,
                               const char *const *more) {
    struct {
        const char **items;
        int count, capacity;
    } words = {0};
    while (*command) {
        size_t length = strcspn(command, " ");
        const char **word = length ? BL_APPEND(arena, &words) : NULL;
        if (word) *word = bl_strndup(arena, command, length);
        command += length + (command[length] == ' ');
    }
    for (;; more++) {
        const char **word = BL_APPEND(arena, &words);
        if (!(*word = *more)) return words.items;
    }
}

/* The folders may lie on different file systems. */
static bool copy(const char *from, const char *to) {
    struct bl_text text = {0};
    int error = bl_read_file(&text, from);
    if (!error) error = bl_text_save(&text, to);
    if (error) fprintf(stderr, "bankloom: cannot write %s: %s\n", to, strerror(error));
    bl_text_free(&text);
    return !error;
}

static bool make_netlist(struct bl_synth_run *run, const char *folder) {
    const struct bl_synth *synth = run->synth;
    const char *json = bl_format(run->arena, "%s/%s.json", folder, synth->top);
    const char *const command[] = {"yosys", "-q", "-s", "place.ys", NULL};
    struct bl_text script = {0};
    bl_text_add(
        &script,
        "%shierarchy -check -top %s\nproc\nsetattr -unset ramstyle a:ram_style=distributed\n"
        "setattr -unset ram_style a:ram_style=distributed\n%s -top %s\nwrite_json place.json\n",
        run->verilog, synth->top, synth->command, synth->top);
    int error = bl_text_save(&script, bl_format(run->arena, "%s/place.ys", run->scratch));
    bl_text_free(&script);
    struct bl_job job = {.arguments = command,
                         .folder = run->scratch,
                         .log = bl_format(run->arena, "%s/place.log", run->scratch),
                         .what = synth->top,
                         .work = 1};
    return !error && bl_jobs_run(&job, 1, 1, run->options->bar, "synthesising flat") &&
           copy(bl_format(run->arena, "%s/place.json", run->scratch), json);
}

static double number(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItem(object, name);
    return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

static int count(const cJSON *object, const char *name) {
    double value = number(object, name);
    return value >= 0 && value <= 1e9 ? (int)value : 0;
}

/* The slowest clock and the logic cells of nextpnr's report. */
static bool read_report(struct bl_placement *placement, const char *path) {
    struct bl_text text = {0};
    cJSON *root = bl_read_file(&text, path) || !text.length
                      ? NULL
                      : cJSON_ParseWithLength(text.bytes, text.length);
    const cJSON *clock,
        *cells = cJSON_GetObjectItem(cJSON_GetObjectItem(root, "utilization"), "ICESTORM_LC");
    cJSON_ArrayForEach(clock, cJSON_GetObjectItem(root, "fmax")) {
        double hertz = 1e6 * number(clock, "achieved");
        if (hertz > 0 && (placement->most_hertz <= 0 || hertz < placement->most_hertz))
            placement->most_hertz = hertz;
    }
    placement->cells = count(cells, "used");
    placement->cells_of = count(cells, "available");
    cJSON_Delete(root);
    bl_text_free(&text);
    if (placement->most_hertz <= 0) fprintf(stderr, "bankloom: %s names no clock\n", path);
    return placement->most_hertz > 0;
}

static bool place(struct bl_synth_run *run, const char *folder) {
    struct bl_synth *synth = run->synth;
    struct bl_arena *arena = run->arena;
    const char *top = synth->top;
    double hertz = synth->board->clocks.items[0].hertz;
    const char *const ours[] = {"--json",   bl_format(arena, "%s.json", top),
                                "--pcf",    bl_format(arena, "%s.pcf", top),
                                "--asc",    bl_format(arena, "%s.asc", top),
                                "--report", bl_format(arena, "%s.report.json", top),
                                "--freq",   bl_format(arena, "%.6g", hertz / 1e6),
                                NULL};
    const char *const pack[] = {"icepack", bl_format(arena, "%s.asc", top),
                                bl_format(arena, "%s.bin", top), NULL};
    synth->placement.asked_hertz = hertz;
    if (!run_step(run, folder, join_words(arena, synth->board->place, ours),
                  "placing and routing") ||
        !run_step(run, folder, pack, "packing") ||
        !read_report(&synth->placement, bl_format(arena, "%s/%s.report.json", folder, top)))
        return false;
    synth->placement.bitstream = bl_format(synth->arena, "%s/%s.bin", run->options->place, top);
    return true;
}

bool bl_synth_can_place(struct bl_synth_run *run) {
    const struct bl_board *board = run->synth->board;
    run->synth->misused = !board->place;
    if (!board->place)
        fprintf(stderr, "bankloom: there is no open place and route for %s; see docs/boards.md\n",
                board->word);
    return board->place && bl_tool_present(&bl_tool_nextpnr_ice40) &&
           bl_tool_present(&bl_tool_icepack);
}

bool bl_synth_place_and_route(struct bl_synth_run *run) {
    char folder[PATH_MAX];
    int error = bl_make_folders(run->options->place);
    if (error || !realpath(run->options->place, folder)) {
        fprintf(stderr, "bankloom: cannot make the folder %s: %s\n", run->options->place,
                strerror(error));
        return false;
    }
    return write_pins(run, folder) && make_netlist(run, folder) && place(run, folder);
}
