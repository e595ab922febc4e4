#include "bus/report/bus_trace.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/carried/files.h"
#include "base/exit_status.h"
#include "base/tools/toolchain.h"
#include "base/vcd.h"
#include "bus/bus.h"
#include "bus/model/rsb_cell.h"
#include "bus/model/traffic/rsb_script.h"

enum { DOMAIN_CODES = 64 };

struct trace {
    FILE *file;
    struct bl_rsb_script *script;
    const struct bl_bus *bus;
    struct bl_rsb_cell present[2]; /* the first and another, where the bus has none of its own */
    int64_t time;                  /* the last that was written */
    int64_t due[BL_RSB_CELLS];     /* when `busy` changes; INT64_MAX: it stays */
    bool busy[BL_RSB_CELLS];       /* to what */
    int transfer[BL_RSB_CELLS];    /* the last one that got a path; -1: none yet */
};

/* What a domain's scope shows first; the other gates of its cell and what its wires bring follow.
 */
static const int FIRST[] = {BL_RSB_REQUEST, BL_RSB_NOTIFIED, BL_RSB_BUSY,     BL_RSB_PATH,
                            BL_RSB_TOKEN,   BL_RSB_OWN_CW,   BL_RSB_OWN_CCW,  BL_RSB_END_CW,
                            BL_RSB_END_CCW, BL_RSB_PASS_CW,  BL_RSB_PASS_CCW, BL_RSB_GO_CW,
                            BL_RSB_GO_CCW,  BL_RSB_NA_CW,    BL_RSB_NA_CCW,   BL_RSB_TAKEN,
                            BL_RSB_OPEN,    BL_RSB_DRIVE_CW, BL_RSB_DRIVE_CCW};
enum { FIRST_COUNT = sizeof FIRST / sizeof *FIRST };

static const struct bl_rsb_cell *cell_of(const struct trace *trace, int domain) {
    const struct bl_rsb_cells *made = trace->script->made;
    if (!made) return &trace->present[domain > 0];
    return domain ? &made->other : &made->first;
}

/* All that a cell shows, of at most DOMAIN_CODES; returns how many. */
static int bits_of(const struct bl_rsb_cell *cell, int *bits) {
    int count = FIRST_COUNT;
    memcpy(bits, FIRST, sizeof FIRST);
    for (int gate = BL_RSB_GATE_COUNT; gate < cell->gates; gate++) bits[count++] = gate;
    for (int wire = BL_RSB_WIRE; wire < BL_RSB_WIRE_END; wire++) bits[count++] = wire;
    return count;
}

static const char *name_of(const struct bl_rsb_cell *cell, int bit) {
    static const char *const into[] = {
#define BL_RSB_WIRE_INTO(name, word) word,
        BL_RSB_WIRES_INTO(BL_RSB_WIRE_INTO)
#undef BL_RSB_WIRE_INTO
    };
    switch (bit) {
    case BL_RSB_REQUEST: return "request";
    case BL_RSB_PATH: return "path";
    case BL_RSB_BUSY: return "busy";
    default: return bit >= BL_RSB_WIRE ? into[bit - BL_RSB_WIRE] : cell->names[bit];
    }
}

/* Parts of a name are joined by '_', as in the Verilog: in a viewer a point is a scope. */
static void declare(FILE *file, int number, const char *name) {
    char code[BL_VCD_CODE], word[2 * BL_RSB_NAME];
    snprintf(word, sizeof word, "%s", name);
    for (char *at = word; (at = strchr(at, '.'));) *at = '_';
    fprintf(file, "$var wire 1 %s %s $end\n", bl_vcd_code(number, code), word);
}

static void declare_domain(const struct trace *trace, int domain) {
    const struct bl_rsb_cell *cell = cell_of(trace, domain);
    int bits[DOMAIN_CODES], count = bits_of(cell, bits);
    fprintf(trace->file, "$scope module domain_%d $end\n", domain + 1);
    for (int i = 0; i < count; i++)
        declare(trace->file, domain * DOMAIN_CODES + bits[i], name_of(cell, bits[i]));
    fputs("$upscope $end\n", trace->file);
}

static int transfer_number(const struct trace *trace, int transfer) {
    return trace->script->cells * DOMAIN_CODES + transfer;
}

static void declare_transfers(const struct trace *trace) {
    fputs("$scope module paths $end\n", trace->file);
    for (int i = 0; i < trace->script->count; i++) {
        char name[2 * BL_RSB_NAME];
        const struct bl_rsb_transfer *transfer = &trace->script->transfers[i];
        snprintf(name, sizeof name, "transfer_%d_from_%d_to_%d", i + 1, transfer->from + 1,
                 transfer->to + 1);
        declare(trace->file, transfer_number(trace, i), name);
    }
    fputs("$upscope $end\n", trace->file);
}

static void dump(const struct trace *trace, int number) {
    char code[BL_VCD_CODE];
    fprintf(trace->file, "0%s\n", bl_vcd_code(number, code));
}

/* After reset all wires are 0 but one: the first cell's `here` is the inverse of the last token. */
static void dump_all(const struct trace *trace) {
    int here = BL_RSB_WIRE_HERE;
    for (int k = 0; k < trace->script->cells; k++) {
        int bits[DOMAIN_CODES], count = bits_of(cell_of(trace, k), bits);
        for (int i = 0; i < count; i++)
            if (k || bits[i] != here) dump(trace, k * DOMAIN_CODES + bits[i]);
    }
    for (int i = 0; i < trace->script->count; i++) dump(trace, transfer_number(trace, i));
    char code[BL_VCD_CODE];
    fprintf(trace->file, "1%s\n", bl_vcd_code(here, code));
}

static void begin(struct trace *trace) {
    fprintf(trace->file,
            "$comment transfers over bus %s, as bankloom run plays them $end\n"
            "$timescale 1ps $end\n$scope module %s $end\n",
            trace->bus->symbol, trace->bus->symbol);
    declare_transfers(trace);
    for (int i = 0; i < trace->script->cells; i++) declare_domain(trace, i);
    fputs("$upscope $end\n$enddefinitions $end\n#0\n$dumpvars\n", trace->file);
    dump_all(trace);
    fputs("$end\n", trace->file);
}

static void change(struct trace *trace, int64_t time, int number, bool value) {
    char code[BL_VCD_CODE];
    if (time != trace->time) fprintf(trace->file, "#%lld\n", (long long)time);
    trace->time = time;
    fprintf(trace->file, "%d%s\n", value, bl_vcd_code(number, code));
}

/* Writes the changes of `busy` that are due, the earliest first. */
static void settle(struct trace *trace, int64_t time) {
    for (;;) {
        int first = 0;
        for (int i = 1; i < trace->script->cells; i++)
            if (trace->due[i] < trace->due[first]) first = i;
        if (trace->due[first] > time) return;
        change(trace, trace->due[first], first * DOMAIN_CODES + BL_RSB_BUSY, trace->busy[first]);
        trace->due[first] = INT64_MAX;
    }
}

/* Its table follows a gate's delay later; what does not last so long is not seen. */
static void busy_moves(struct trace *trace, int64_t time, int cell, bool value) {
    bool waits = trace->due[cell] < INT64_MAX;
    trace->due[cell] = waits ? INT64_MAX : time + trace->script->gate_ps;
    trace->busy[cell] = value;
}

/* A domain makes its transfers one after the other, each with one path. */
static void path_moves(struct trace *trace, int64_t time, int cell, bool value) {
    const struct bl_rsb_script *script = trace->script;
    int i = trace->transfer[cell];
    if (value) do
            i++;
        while (i < script->count && script->transfers[i].from != cell);
    trace->transfer[cell] = i;
    if (i >= 0 && i < script->count) change(trace, time, transfer_number(trace, i), value);
}

static void moved(void *user, int64_t time, int cell, int gate, bool value) {
    struct trace *trace = user;
    settle(trace, time);
    if (gate == BL_RSB_PATH) path_moves(trace, time, cell, value);
    if (gate == BL_RSB_BUSY) busy_moves(trace, time, cell, value);
    else change(trace, time, cell * DOMAIN_CODES + gate, value);
}

static bool stop(void *user) {
    return bl_interrupted() || ferror(((const struct trace *)user)->file);
}

/* As bl_file_write has it. */
static int play(FILE *file, void *user) {
    struct trace *trace = user;
    trace->file = file;
    errno = 0;
    begin(trace);
    if (!bl_rsb_play(trace->script)) return EINVAL;
    settle(trace, INT64_MAX - 1);
    if (bl_interrupted()) return -1;
    return ferror(file) ? errno ? errno : EIO : 0;
}

int bl_bus_trace(struct bl_rsb_script *script, const struct bl_bus *bus, const char *path) {
    struct trace trace = {.script = script, .bus = bus};
    bl_rsb_cell_present(&trace.present[0], true, true, BL_RSB_FLAW_NONE);
    bl_rsb_cell_present(&trace.present[1], false, true, BL_RSB_FLAW_NONE);
    for (int i = 0; i < BL_RSB_CELLS; i++) trace.due[i] = INT64_MAX, trace.transfer[i] = -1;
    script->moved = moved;
    script->stop = stop;
    script->user = &trace;
    bl_interrupts_hold();
    int error = bl_file_write(path, play, &trace);
    if (error < 0) fprintf(stderr, "bankloom: interrupted; nothing was written\n");
    if (error > 0) fprintf(stderr, "bankloom: cannot write %s: %s\n", path, strerror(error));
    return error < 0 ? BL_EXIT_INTERRUPTED : error ? BL_EXIT_FAILED : BL_EXIT_OK;
}
