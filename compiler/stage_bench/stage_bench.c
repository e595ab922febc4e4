/* The bench of a stage, and what comes of it. */
#include <inttypes.h>
#include "base/arena.h"
#include "base/text.h"
#include "emit/emit_own.h"
#include "emit/parts.h"
#include "stage_bench/stage_inner.h"

/* ---- its text */

static int record_bits(const struct bl_own *own) {
    int bits = 0;
    for (int i = 0; i < own->take_count; i++) bits += own->takes[i].bits;
    return bits;
}

static const char *connect_clock(const struct bl_trial_work *work) {
    struct bl_arena *arena = work->arena;
    const char *text = "";
    if (bl_stage_trial(work)->own->latency) text = bl_own_connect(arena, text, "clk", "clk");
    return bl_stage_trial(work)->own->latency ? bl_own_connect(arena, text, "en", "en") : text;
}

/* Columns that it takes are bits of a record, the first one lowest. */
static const char *connections(const struct bl_trial_work *work) {
    struct bl_arena *arena = work->arena;
    const struct bl_own *own = bl_stage_trial(work)->own;
    const char *text = connect_clock(work);
    for (int i = 0, at = 0; i < own->take_count; at += own->takes[i++].bits)
        text = bl_own_connect(arena, text, own->takes[i].name,
                              bl_format(arena, "record[%d +: %d]", at, own->takes[i].bits));
    for (int i = 0; i < own->make_count; i++)
        text = bl_own_connect(arena, text, own->makes[i].name, bl_format(arena, "made_%d", i));
    return own->keeps ? bl_own_connect(arena, text, "keep", "keep") : text;
}

static const char *wires(struct bl_arena *arena, const struct bl_own *own) {
    const char *text = own->keeps ? "    wire keep;\n" : "    wire keep = 1'b1;\n";
    for (int i = 0; i < own->make_count; i++)
        text = bl_format(arena, "%s    wire [%d:0] made_%d;\n", text, own->makes[i].bits - 1, i);
    return text;
}

static void emit_bench(struct bl_text *text, const struct bl_trial_work *work) {
    struct bl_arena *arena = work->arena;
    const struct bl_own *own = bl_stage_trial(work)->own;
    struct bl_parts parts = {.text = text,
                             .file = "trial.v",
                             .holes = {{"stage", own->name},
                                       {"parameters", bl_own_parameters(arena, own)},
                                       {"connections", connections(work)},
                                       {"wires", wires(arena, own)}}};
    const char *format = "", *values = "";
    int records = bl_trial_record_count(&bl_stage_trial(work)->records);
    for (int i = 0; i < own->make_count; i++) {
        format = bl_format(arena, "%s%%h ", format);
        values = bl_format(arena, "%s, made_%d", values, i);
    }
    bl_part_set(&parts, "format", bl_format(arena, "%s%%h", format));
    bl_part_set(&parts, "values", bl_format(arena, "%s, keep", values));
    bl_part_number(&parts, "record_bits", record_bits(own));
    bl_part_number(&parts, "records", records);
    bl_part_number(&parts, "cycles", records + BL_TRIAL_LATENCY);
    bl_part(&parts, "bench");
}

static const char *port(struct bl_arena *arena, const char *text, const char *direction, int bits,
                        const char *name) {
    const char *range = bits > 1 ? bl_format(arena, "[%d:0] ", bits - 1) : "";
    return bl_format(arena, "%s%s    %s wire %s%s", text, *text ? ",\n" : "", direction, range,
                     name);
}

void bl_stage_emit_alone(struct bl_text *text, const struct bl_trial_work *work) {
    struct bl_arena *arena = work->arena;
    const struct bl_own *own = bl_stage_trial(work)->own;
    const char *ports = "", *connected = connect_clock(work);
    if (own->latency) ports = port(arena, ports, "input", 1, "clk");
    if (own->latency) ports = port(arena, ports, "input", 1, "en");
    for (int i = 0; i < own->take_count + own->make_count; i++) {
        bool takes = i < own->take_count;
        const struct bl_column *column = takes ? &own->takes[i] : &own->makes[i - own->take_count];
        ports = port(arena, ports, takes ? "input" : "output", column->bits, column->name);
        connected = bl_own_connect(arena, connected, column->name, column->name);
    }
    if (own->keeps) ports = port(arena, ports, "output", 1, "keep");
    if (own->keeps) connected = bl_own_connect(arena, connected, "keep", "keep");
    bl_part(&(struct bl_parts){.text = text,
                               .file = "trial.v",
                               .holes = {{"stage", own->name},
                                         {"parameters", bl_own_parameters(arena, own)},
                                         {"connections", connected},
                                         {"ports", ports}}},
            "alone");
}

/* ---- its records, for $readmemh: the last column is in the highest bits */

static int digit(const struct bl_trial_work *work, const uint64_t *record, int nibble) {
    const struct bl_own *own = bl_stage_trial(work)->own;
    for (int i = 0; i < own->take_count; i++) {
        int nibbles = own->takes[i].bits / 4;
        if (nibble < nibbles) return (int)(record[i] >> 4 * nibble & 15);
        nibble -= nibbles;
    }
    return 0;
}

static bool write_records(const struct bl_trial_work *work) {
    const struct bl_trial_records *records = &bl_stage_trial(work)->records;
    struct bl_text text = {0};
    for (int r = 0; r < bl_trial_record_count(records); r++) {
        const uint64_t *record = &records->items[r * records->columns];
        for (int nibble = record_bits(bl_stage_trial(work)->own) / 4; nibble--;)
            bl_text_bytes(&text, &"0123456789abcdef"[digit(work, record, nibble)], 1);
        bl_text_bytes(&text, "\n", 1);
    }
    bool good = bl_trial_write(work, "records.hex", &text);
    bl_text_free(&text);
    return good;
}

bool bl_stage_write_bench(const struct bl_trial_work *work) {
    struct bl_text text = {0};
    emit_bench(&text, work);
    bool good = bl_trial_write(work, "bench.v", &text);
    bl_text_free(&text);
    return good && write_records(work);
}

bool bl_stage_judge(struct bl_trial_work *work, const char *simulator) {
    struct bl_trial *trial = bl_stage_trial(work);
    struct bl_trial_seen *seen = &trial->seen[trial->seen_count];
    *seen = (struct bl_trial_seen){.simulator = simulator};
    bl_trial_table_read(work->arena, &seen->rows, trial->golden.columns,
                        bl_trial_text(work, "rows.txt"));
    if (seen->rows.rows != 2 * (trial->golden.rows + BL_TRIAL_LATENCY)) return false;
    seen->verdict = bl_trial_judge(&trial->golden, &seen->rows, trial->own->latency);
    trial->seen_count++;
    return true;
}
