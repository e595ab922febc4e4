#include "emit/emit_host.h"

#include <string.h>
#include "base/arena.h"
#include "base/text.h"
#include "emit/emit_bench.h"
#include "emit/pattern.h"
#include "plan/regmap.h"

struct host {
    struct bl_text *text;
    struct bl_arena *arena;
    const struct bl_plan *plan;
    const struct bl_program *program;
    const struct bl_regmap *map;
    struct bl_pattern pattern; /* N pipeline, p as written, P in capitals, r record, i input; v
                                  version, V in capitals, t its C type */
};

static void add(struct host *host, const char *format) {
    bl_pattern_add(host->text, &host->pattern, format);
}

static const char *c_type(const struct bl_column *column) {
    static const char *const plain[] = {"uint8_t", "uint16_t", "uint32_t", "uint64_t"};
    static const char *const with_sign[] = {"int8_t", "int16_t", "int32_t", "int64_t"};
    int log = column->bits == 8 ? 0 : column->bits == 16 ? 1 : column->bits == 32 ? 2 : 3;
    if (column->is_float && column->bits == 32) return "float";
    if (column->is_float && column->bits == 64) return "double";
    return column->is_signed && !column->is_float ? with_sign[log] : plain[log];
}

static void set_version(struct host *host, const struct bl_version *version) {
    host->pattern.values['v'] = version->symbol;
    host->pattern.values['V'] = bl_upper(host->arena, version->symbol);
    host->pattern.values['t'] = c_type(version->column);
    host->pattern.values['c'] = version->column->symbol;
}

static bool in_memory(const struct host *host, const struct bl_version *version) {
    return host->plan->live[version->id] && host->plan->places[version->id].side >= 0;
}

/* The source version of a column that the plan reads, or NULL. */
static const struct bl_version *source_of(const struct host *host, const struct bl_column *column) {
    for (int i = 0; i < host->program->version_count; i++) {
        const struct bl_version *version = host->program->versions[i];
        if (version->source && version->column == column && in_memory(host, version))
            return version;
    }
    return NULL;
}

/* The result version of a column, or NULL. */
static const struct bl_version *result_of(const struct host *host, const struct bl_column *column) {
    for (int i = 0; i < host->program->version_count; i++) {
        const struct bl_version *version = host->program->versions[i];
        if (version->result && version->column == column && in_memory(host, version))
            return version;
    }
    return NULL;
}

/* Whether the pipeline hands back whole records: every column has a result, at the same places. */
static bool whole_records(const struct host *host) {
    const struct bl_record *record = &host->program->record;
    const struct bl_version *first = result_of(host, &record->columns[0]);
    for (int i = 0; i < record->column_count; i++) {
        const struct bl_version *result = result_of(host, &record->columns[i]);
        if (!result || host->plan->types[result->id].rows != host->plan->types[first->id].rows)
            return false;
    }
    return true;
}

static struct host begin(struct bl_text *text, const struct bl_plan *plan) {
    struct host host = {.text = text,
                        .arena = plan->arena,
                        .plan = plan,
                        .program = plan->program,
                        .map = bl_regmap_make(plan->arena, plan)};
    const char **values = host.pattern.values;
    values['N'] = host.program->pipeline;
    values['p'] = host.program->symbol;
    values['P'] = bl_upper(host.arena, host.program->symbol);
    values['r'] = host.program->record.symbol;
    values['i'] = host.program->input;
    values['n'] = bl_format(host.arena, "%d", host.program->cluster.nodes);
    values['l'] = bl_format(host.arena, "%d", bl_lanes(&host.program->cluster));
    values['d'] = bl_format(host.arena, "%d", bl_deal_elements(host.program));
    values['a'] = bl_format(host.arena, "%d", plan->pass_count);
    values['h'] = bl_format(host.arena, "%.1f", host.program->cluster.clocks[0].hertz);
    values['b'] = bl_format(host.arena, "%d", plan->prediction.counted_bytes);
    return host;
}

static void emit_registers(struct host *host) {
    add(host,
        "/* Registers of a node, 32 bits each. */\n"
        "#define $P_REG_ID 0x0000u         /* \"BLOM\" */\n#define $P_REG_VERSION 0x0004u\n"
        "#define $P_REG_CONTROL 0x0008u    /* write 1: start, 2: a reset is known */\n"
        "#define $P_REG_STATUS 0x000Cu     /* bit 0 busy, 1 done, 2 error; from 8 on which */\n"
        "#define $P_REG_NODE 0x0010u       /* the node's own number, written before the start */\n"
        "#define $P_REG_CLOCKS_LOW 0x0014u /* clocks of the last run */\n#define $P_REG_CLOCKS_HIGH 0x0018u\n");
    for (int i = 0; i < host->map->count; i++) {
        const struct bl_register *reg = &host->map->items[i];
        const char *name = bl_upper(host->arena, reg->name);
        add(host, "#define $P_REG_");
        if (reg->words > 1)
            bl_text_add(host->text, "%s(lane) (0x%04xu + 4u * (uint32_t)(lane))", name,
                        bl_register_address(reg, 0));
        else
            bl_text_add(host->text, "%s%s 0x%04xu", name, reg->version ? "(lane)" : "",
                        bl_register_address(reg, 0));
        bl_text_add(host->text, " /* %s: %s */\n",
                    reg->config ? "written by the host" : "read by it", reg->help);
    }
}

static void emit_regions(struct host *host) {
    add(host,
        "\n/* Where the column versions live: in each channel of one half of the channels, the lower (0) or the upper one (1). */\n");
    for (int i = 0; i < host->program->version_count; i++) {
        const struct bl_version *version = host->program->versions[i];
        if (!in_memory(host, version)) continue;
        const struct bl_place *place = &host->plan->places[i];
        set_version(host, version);
        add(host, "#define $P_$V_CHANNEL(lane) (");
        bl_text_add(host->text, "%d + (lane))\n", place->side * bl_lanes(&host->program->cluster));
        add(host, "#define $P_$V_BASE ");
        bl_text_add(host->text, "0x%llxull\n", (unsigned long long)place->base);
        add(host, "#define $P_$V_BYTES ");
        bl_text_add(host->text, "0x%llxull\n", (unsigned long long)place->bytes);
    }
}

static void emit_record(struct host *host) {
    const struct bl_record *record = &host->program->record;
    add(host, "\n#ifndef BL_RECORD_$r\n#define BL_RECORD_$r\nstruct $r {\n");
    for (int i = 0; i < record->column_count; i++)
        bl_text_add(host->text, "    %s %s;\n", c_type(&record->columns[i]),
                    record->columns[i].symbol);
    add(host, "};\n#endif\n");
}

static void declare_open(struct host *host) {
    add(host,
        "\n/* All calls that return int return BL_DEVICE_OK, which is 0, or another bl_device_result. bl_device_text says what\n"
        "   such a result means, bl_device_message what happened. Besides what stands at a call, BL_DEVICE_BAD_CALL tells of\n"
        "   wrong arguments and BL_DEVICE_NO_DEVICE of a device that is NULL. */\n"
        "\n/* Opens the cluster that the program is linked for. To be closed with bl_device_close. After a failure *device is\n"
        "   NULL, and stderr says why: BL_DEVICE_MISMATCH when the cluster does not run $p. */\n"
        "int $p_open(struct bl_device **device);\n");
}

static void declare_loads(struct host *host) {
    add(host,
        "\n/* Loads `n` records: deals them over the nodes and channels block by block and tells every node how many it has.\n"
        "   BL_DEVICE_BEYOND when they do not fit, BL_DEVICE_BUSY during a run. The host's memory is free for other use\n"
        "   afterwards. */\n"
        "int $p_load_$i(struct bl_device *device, const struct $r *records, size_t n);\n"
        "/* The same from one array a column: every one of these is called, with the same `n`. */\n");
    for (int i = 0; i < host->program->record.column_count; i++) {
        const struct bl_version *source = source_of(host, &host->program->record.columns[i]);
        if (!source) continue;
        set_version(host, source);
        add(host, "int $p_load_$i_$c(struct bl_device *device, const $t *values, size_t n);\n");
    }
    add(host,
        "/* How many of `n` dealt records are in one lane of one node: block b goes to node b mod $P_NODES, there to lane\n"
        "   b / $P_NODES mod $P_LANES. 0 for a lane or node that is not there. */\nsize_t $p_share(size_t n, int node, int lane);\n");
}

static void declare_run(struct host *host) {
    add(host,
        "\n/* Tells every node its number and starts all of them; returns at once. BL_DEVICE_BUSY when they run already,\n"
        "   BL_DEVICE_BAD_CALL when the columns were loaded with different numbers of records. */\n"
        "int $p_start(struct bl_device *device);\n"
        "/* Waits until all nodes are done, at most `timeout_ps` picoseconds of the device's time (0: without a limit).\n"
        "   BL_DEVICE_NOT_STARTED without a run, BL_DEVICE_TIMEOUT when the time is over: the run goes on, and a later wait may see\n"
        "   its end. BL_DEVICE_STUCK when nothing moves any more. BL_DEVICE_NODE_ERROR when a node reports an error of its\n"
        "   memory, of the exchange or of a region: the run has no result, and bl_device_message names node and channel. */\n"
        "int $p_wait(struct bl_device *device, int64_t timeout_ps);\n"
        "/* Clocks of the last run by the nodes' own count, start to done: those of the node that took longest.\n"
        "   BL_DEVICE_NOT_STARTED, _BUSY or _NODE_ERROR when there is no run that has ended well; the calls below likewise. */\n"
        "int $p_clocks(struct bl_device *device, uint64_t *clocks);\n");
}

static void declare_results(struct host *host) {
    const struct bl_record *record = &host->program->record;
    if (whole_records(host))
        add(host,
            "\n/* How many records of the result are in each lane of each node. */\n"
            "int $p_counts_$i(struct bl_device *device, size_t counts[$P_NODES][$P_LANES]);\n"
            "/* Stores the result in the host's memory, node by node, lane by lane, at most `capacity` records; *n is how many\n"
            "   there are in all. */\n"
            "int $p_store_$i(struct bl_device *device, struct $r *records, size_t capacity, size_t *n);\n");
    add(host, "/* One column of the result, in the same order. */\n");
    for (int i = 0; i < record->column_count; i++) {
        const struct bl_version *result = result_of(host, &record->columns[i]);
        if (!result) continue;
        set_version(host, result);
        add(host,
            "int $p_store_$i_$c(struct bl_device *device, $t *values, size_t capacity, size_t *n);\n");
    }
    add(host,
        "\n/* One column version: how many elements a lane of a node holds, and the first `n` of them:\n"
        "   BL_DEVICE_BEYOND when there are not as many. */\n");
    for (int i = 0; i < host->program->version_count; i++) {
        const struct bl_version *version = host->program->versions[i];
        if (!in_memory(host, version) || version->source) continue;
        set_version(host, version);
        add(host,
            "int $p_count_$v(struct bl_device *device, int node, int lane, size_t *n);\n"
            "int $p_read_$v(struct bl_device *device, int node, int lane, $t *values, size_t n);\n");
    }
}

/* Counts are read by value: {first, second} where the histogram has two functions. */
static void set_counted(struct host *host, const struct bl_counted *counted) {
    host->pattern.values['v'] = counted->product->symbol;
    host->pattern.values['V'] = bl_upper(host->arena, counted->product->symbol);
}

static void declare_counts(struct host *host) {
    for (int i = 0; i < host->program->counted_count; i++) {
        const struct bl_counted *counted = &host->program->counted[i];
        const struct bl_stage *stage = counted->stage;
        bool two = stage->function_count > 1;
        set_counted(host, counted);
        if (!i) add(host, "\n/* The counts of a histogram on one node, by value. */\n");
        add(host, "#define $P_$V_VALUES ");
        bl_text_add(host->text, "%d /* of %s%s%s */\n",
                    1 << (stage->functions[0]->bits + (two ? stage->functions[1]->bits : 0)),
                    stage->functions[0]->name, two ? ", and in the low bits of " : "",
                    two ? stage->functions[1]->name : "");
        add(host,
            "int $p_counts_$v(struct bl_device *device, int node, uint32_t counts[$P_$V_VALUES]);\n");
    }
}

static void emit_counted(struct host *host, const struct bl_counted *counted) {
    set_counted(host, counted);
    add(host,
        "int $p_counts_$v(struct bl_device *device, int node, uint32_t counts[$P_$V_VALUES]) {\n"
        "    static const struct bl_device_histogram histogram = ");
    bl_emit_device_histogram(host->text, host->plan, counted);
    add(host,
        ";\n    int result = bl_device_finished(device);\n"
        "    return result ? result : (int)bl_device_counts(device, node, &histogram, counts);\n}\n\n");
}

static void emit_sizes(struct host *host) {
    add(host,
        "#define $P_NODES $n\n#define $P_LANES $l        /* channels read at a time; as many are written */\n"
        "#define $P_DEAL $d        /* records of one dealt block */\n"
        "#define $P_PASSES $a\n#define $P_CLOCK_HERTZ $h /* of the core, which is what clocks are counted in */\n"
        "#define $P_BYTES_COUNTED $b /* of a record, in rates */\n");
}

void bl_emit_host_header(struct bl_text *text, const struct bl_plan *plan) {
    struct host host = begin(text, plan);
    add(&host, "/* Host calls of the pipeline $N. Written by bankloom.\n");
    bl_renames_print(text, &plan->program->renames, "   ");
    add(&host,
        "\n"
        "       struct bl_device *device;\n"
        "       $p_open(&device) || $p_load_$i(device, records, n) || $p_start(device) || $p_wait(device, 0) || ...\n"
        "       bl_device_close(device);\n\n"
        "   `make -C DIR/bench host HOST=program.c` runs a program, C or C++, on the simulated cluster. */\n"
        "#ifndef BL_$P_HOST_H\n#define BL_$P_HOST_H\n\n#include <stddef.h>\n#include <stdint.h>\n\n#include \"bl_device.h\"\n\n"
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    emit_sizes(&host);
    emit_record(&host);
    declare_open(&host);
    declare_loads(&host);
    declare_run(&host);
    declare_results(&host);
    declare_counts(&host);
    add(&host, "\n");
    emit_registers(&host);
    emit_regions(&host);
    add(&host, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}

static void emit_open(struct host *host) {
    add(host,
        "static int bl_check_device(struct bl_device *device) {\n    int result = BL_DEVICE_OK;\n"
        "    if (bl_device_nodes(device) != $P_NODES || bl_device_channels(device) != 2 * $P_LANES)\n"
        "        return bl_device_fail(device, BL_DEVICE_MISMATCH, \"$p wants %d nodes with %d channels, not %d with %d\",\n"
        "                              $P_NODES, 2 * $P_LANES, bl_device_nodes(device), bl_device_channels(device));\n"
        "    for (int node = 0; node < $P_NODES && !result; node++) {\n        uint32_t id = 0;\n"
        "        result = bl_device_reg_read(device, node, $P_REG_ID, &id, 1);\n"
        "        if (!result && id != BL_DEVICE_ID)\n"
        "            result = bl_device_fail(device, BL_DEVICE_MISMATCH, \"node %d: this is no circuit of bankloom\", node);\n"
        "    }\n    return result ? result : (int)bl_device_acknowledge(device);\n}\n\n"
        "int $p_open(struct bl_device **device) {\n    int result = bl_device_open(device);\n"
        "    if (result) return result;\n    result = bl_check_device(*device);\n    if (result) {\n"
        "        fprintf(stderr, \"error: %s\\n\", bl_device_message(*device));\n        bl_device_close(*device);\n"
        "        *device = NULL;\n    }\n    return result;\n}\n\n");
}

/* bl_deal_COLUMN: one column out of the host's memory, from values that lie `stride` bytes apart.
 */
static void emit_deal(struct host *host) {
    add(host,
        "static int bl_set_$v_counts(struct bl_device *device, size_t n) {\n    int result = BL_DEVICE_OK;\n"
        "    for (int slot = 0; slot < $P_NODES * $P_LANES && !result; slot++) {\n"
        "        int node = slot / $P_LANES, lane = slot % $P_LANES;\n"
        "        result = bl_device_reg_write(device, node, $P_REG_$V_COUNT(lane), (uint32_t)$p_share(n, node, lane));\n"
        "    }\n    return result;\n}\n\n"
        "static int bl_deal_$c(struct bl_device *device, const void *from, size_t stride, size_t offset, size_t n) {\n"
        "    const unsigned char *base = (const unsigned char *)from;\n    $t part[PART];\n"
        "    int result = bl_device_idle(device);\n"
        "    if (!result && !from && n) result = bl_device_fail(device, BL_DEVICE_BAD_CALL, \"there are no records to load\");\n"
        "    if (!result && $p_share(n, 0, 0) > $P_$V_BYTES / sizeof($t))\n"
        "        return bl_device_fail(device, BL_DEVICE_BEYOND, \"%zu records do not fit the memory of the cluster\", n);\n"
        "    for (int slot = 0; slot < $P_NODES * $P_LANES && !result; slot++) {\n"
        "        int node = slot / $P_LANES, lane = slot % $P_LANES;\n        size_t share = $p_share(n, node, lane);\n"
        "        for (size_t first = 0; first < share && !result; first += PART) {\n"
        "            size_t many = share - first < PART ? share - first : (size_t)PART;\n"
        "            for (size_t i = 0; i < many; i++)\n"
        "                memcpy(&part[i], base + bl_record_at(node, lane, first + i) * stride + offset, sizeof part[i]);\n"
        "            uint64_t address = $P_$V_BASE + first * sizeof part[0];\n"
        "            result = bl_device_write(device, node, $P_$V_CHANNEL(lane), address, part, many * sizeof part[0]);\n"
        "        }\n    }\n    return result ? result : bl_set_$v_counts(device, n);\n}\n\n"
        "int $p_load_$i_$c(struct bl_device *device, const $t *values, size_t n) {\n"
        "    return bl_deal_$c(device, values, sizeof *values, 0, n);\n}\n\n");
}

static void emit_load(struct host *host) {
    const struct bl_record *record = &host->program->record;
    add(host,
        "size_t $p_share(size_t n, int node, int lane) {\n"
        "    if (node < 0 || node >= $P_NODES || lane < 0 || lane >= $P_LANES) return 0;\n"
        "    const size_t round = (size_t)$P_DEAL * $P_NODES * $P_LANES, skip = (size_t)$P_DEAL * (size_t)(lane * $P_NODES + node);\n"
        "    size_t rest = n % round > skip ? n % round - skip : 0;\n"
        "    return n / round * $P_DEAL + (rest < $P_DEAL ? rest : $P_DEAL);\n}\n\n"
        "/* The number of the record that is dealt to this place of a lane. */\n"
        "static size_t bl_record_at(int node, int lane, size_t place) {\n"
        "    size_t block = place / $P_DEAL * ($P_NODES * $P_LANES) + (size_t)(lane * $P_NODES + node);\n"
        "    return block * $P_DEAL + place % $P_DEAL;\n}\n\n");
    for (int i = 0; i < record->column_count; i++) {
        const struct bl_version *source = source_of(host, &record->columns[i]);
        if (!source) continue;
        set_version(host, source);
        emit_deal(host);
    }
    add(host,
        "int $p_load_$i(struct bl_device *device, const struct $r *records, size_t n) {\n    int result = BL_DEVICE_OK;\n");
    for (int i = 0; i < record->column_count; i++) {
        const struct bl_version *source = source_of(host, &record->columns[i]);
        if (!source) continue;
        set_version(host, source);
        add(host,
            "    if (!result) result = bl_deal_$c(device, records, sizeof *records, offsetof(struct $r, $c), n);\n");
    }
    add(host, "    return result;\n}\n\n");
}

/* bl_check_loads, when there is more than one source column: all have the same number of elements
   everywhere. False when there is but one. */
static bool emit_check_loads(struct host *host) {
    const struct bl_record *record = &host->program->record;
    const struct bl_version *first = NULL;
    bool emitted = false;
    for (int i = 0; i < record->column_count; i++) {
        const struct bl_version *source = source_of(host, &record->columns[i]);
        if (!first) first = source;
        if (!source || source == first) continue;
        set_version(host, first);
        if (!emitted)
            add(host,
                "static int bl_check_loads(struct bl_device *device, int node) {\n    uint32_t first[$P_LANES], other[$P_LANES];\n"
                "    int result = bl_device_reg_read(device, node, $P_REG_$V_COUNT(0), first, $P_LANES);\n");
        emitted = true;
        set_version(host, source);
        add(host,
            "    if (!result) result = bl_device_reg_read(device, node, $P_REG_$V_COUNT(0), other, $P_LANES);\n"
            "    if (!result && memcmp(first, other, sizeof first))\n"
            "        return bl_device_fail(device, BL_DEVICE_BAD_CALL, \"$c: loaded with another number of records\");\n");
    }
    if (emitted) add(host, "    return result;\n}\n\n");
    return emitted;
}

static void emit_run(struct host *host) {
    host->pattern.values['q'] =
        emit_check_loads(host) ? "        if (!result) result = bl_check_loads(device, node);\n"
                               : "";
    add(host,
        "int $p_start(struct bl_device *device) {\n    int result = bl_device_idle(device);\n"
        "    for (int node = 0; node < $P_NODES && !result; node++) {\n"
        "        result = bl_device_reg_write(device, node, $P_REG_NODE, (uint32_t)node);\n$q    }\n"
        "    return result ? result : (int)bl_device_start(device);\n}\n\n"
        "int $p_wait(struct bl_device *device, int64_t timeout_ps) { return bl_device_wait(device, timeout_ps); }\n\n"
        "int $p_clocks(struct bl_device *device, uint64_t *clocks) {\n"
        "    int result = bl_device_finished(device);\n    *clocks = 0;\n"
        "    for (int node = 0; node < $P_NODES && !result; node++) {\n        uint32_t words[2] = {0, 0};\n"
        "        result = bl_device_reg_read(device, node, $P_REG_CLOCKS_LOW, words, 2);\n"
        "        uint64_t own = words[0] | (uint64_t)words[1] << 32;\n        if (own > *clocks) *clocks = own;\n    }\n"
        "    return result;\n}\n\n");
}

static void emit_readers(struct host *host) {
    int any = 0;
    for (int i = 0; i < host->program->version_count; i++) {
        const struct bl_version *version = host->program->versions[i];
        if (!in_memory(host, version) || version->source) continue;
        set_version(host, version);
        if (!any++)
            add(host,
                "static int bl_no_lane(struct bl_device *device, int lane) {\n"
                "    return bl_device_fail(device, BL_DEVICE_BAD_CALL, \"there is no lane %d\", lane);\n}\n\n");
        add(host,
            "int $p_count_$v(struct bl_device *device, int node, int lane, size_t *n) {\n    uint32_t count = 0;\n    *n = 0;\n"
            "    if (lane < 0 || lane >= $P_LANES) return bl_no_lane(device, lane);\n    int result = bl_device_finished(device);\n"
            "    if (!result) result = bl_device_reg_read(device, node, $P_REG_$V_COUNT(lane), &count, 1);\n"
            "    if (!result) *n = count;\n    return result;\n}\n\n"
            "int $p_read_$v(struct bl_device *device, int node, int lane, $t *values, size_t n) {\n"
            "    size_t count = 0;\n    int result = $p_count_$v(device, node, lane, &count);\n    if (result) return result;\n"
            "    if (n > count || n > $P_$V_BYTES / sizeof *values)\n"
            "        return bl_device_fail(device, BL_DEVICE_BEYOND, \"$v: node %d, lane %d: %zu elements, not %zu\", node, lane,\n"
            "                              count, n);\n"
            "    return bl_device_read(device, node, $P_$V_CHANNEL(lane), $P_$V_BASE, values, n * sizeof *values);\n}\n\n");
    }
}

/* bl_collect_COLUMN: one column of the result into the host's memory, to places that lie `stride`
 * bytes apart. */
static void emit_collect(struct host *host) {
    add(host,
        "static int bl_collect_$c(struct bl_device *device, void *to, size_t stride, size_t offset, size_t capacity, size_t *n) {\n"
        "    $t part[PART];\n    int result = BL_DEVICE_OK;\n    *n = 0;\n"
        "    for (int slot = 0; slot < $P_NODES * $P_LANES && !result; slot++) {\n"
        "        int node = slot / $P_LANES, lane = slot % $P_LANES;\n        size_t count = 0;\n"
        "        result = $p_count_$v(device, node, lane, &count);\n"
        "        if (count > $P_$V_BYTES / sizeof($t))\n"
        "            return bl_device_fail(device, BL_DEVICE_NODE_ERROR, \"$v: node %d, lane %d: more than fits\", node, lane);\n"
        "        size_t room = capacity > *n ? capacity - *n : 0, wanted = count < room ? count : room;\n"
        "        for (size_t first = 0; first < wanted && !result; first += PART) {\n"
        "            size_t many = wanted - first < PART ? wanted - first : (size_t)PART;\n"
        "            uint64_t address = $P_$V_BASE + first * sizeof part[0];\n"
        "            result = bl_device_read(device, node, $P_$V_CHANNEL(lane), address, part, many * sizeof part[0]);\n"
        "            for (size_t i = 0; i < many && !result; i++)\n"
        "                memcpy((unsigned char *)to + (*n + first + i) * stride + offset, &part[i], sizeof part[i]);\n"
        "        }\n        *n += count;\n    }\n    return result;\n}\n\n"
        "int $p_store_$i_$c(struct bl_device *device, $t *values, size_t capacity, size_t *n) {\n"
        "    return bl_collect_$c(device, values, sizeof *values, 0, capacity, n);\n}\n\n");
}

static void emit_counts(struct host *host) {
    const struct bl_record *record = &host->program->record;
    add(host,
        "int $p_counts_$i(struct bl_device *device, size_t counts[$P_NODES][$P_LANES]) {\n    int result = BL_DEVICE_OK;\n"
        "    for (int slot = 0; slot < $P_NODES * $P_LANES && !result; slot++) {\n"
        "        int node = slot / $P_LANES, lane = slot % $P_LANES;\n        size_t first = 0, other = 0;\n");
    for (int i = 0; i < record->column_count; i++) {
        set_version(host, result_of(host, &record->columns[i]));
        host->pattern.values['q'] = i ? "other" : "first";
        add(host,
            i ? "        if (!result) result = $p_count_$v(device, node, lane, &$q);\n        if (!result && other != first)\n"
                "            result = bl_device_fail(device, BL_DEVICE_NODE_ERROR, \"node %d, lane %d: columns of two lengths\",\n"
                "                                    node, lane);\n"
              : "        result = $p_count_$v(device, node, lane, &$q);\n        other = $q;\n");
    }
    add(host, "        counts[node][lane] = other;\n    }\n    return result;\n}\n\n");
}

static void emit_store(struct host *host) {
    const struct bl_record *record = &host->program->record;
    emit_counts(host);
    add(host,
        "int $p_store_$i(struct bl_device *device, struct $r *records, size_t capacity, size_t *n) {\n"
        "    size_t counts[$P_NODES][$P_LANES];\n    int result = $p_counts_$i(device, counts);\n    *n = 0;\n");
    for (int i = 0; i < record->column_count; i++) {
        set_version(host, result_of(host, &record->columns[i]));
        add(host,
            "    if (!result) result = bl_collect_$c(device, records, sizeof *records, offsetof(struct $r, $c), capacity, n);\n");
    }
    add(host, "    return result;\n}\n");
}

void bl_emit_host(struct bl_text *text, const struct bl_plan *plan) {
    struct host host = begin(text, plan);
    const struct bl_record *record = &host.program->record;
    add(&host,
        "/* Host calls of the pipeline $N. Written by bankloom. */\n#include \"$p_host.h\"\n\n"
        "#include <stdio.h>\n#include <string.h>\n\n"
        "enum { PART = 1024 /* elements that are copied at a time */ };\n\n");
    emit_open(&host);
    emit_load(&host);
    emit_run(&host);
    emit_readers(&host);
    for (int i = 0; i < record->column_count; i++) {
        const struct bl_version *result = result_of(&host, &record->columns[i]);
        if (!result) continue;
        set_version(&host, result);
        emit_collect(&host);
    }
    for (int i = 0; i < host.program->counted_count; i++)
        emit_counted(&host, &host.program->counted[i]);
    if (whole_records(&host)) emit_store(&host);
}
