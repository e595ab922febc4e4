#include "emit_host.h"

#include <string.h>
#include "arena.h"
#include "emit_bench.h"
#include "pattern.h"
#include "regmap.h"
#include "text.h"

struct host {
    struct bl_text *text;
    struct bl_arena *arena;
    const struct bl_plan *plan;
    const struct bl_program *program;
    const struct bl_regmap *map;
    struct bl_pattern pattern; /* p pipeline, P in capitals, r record, i input; v version, V in capitals, t its C type */
};

static void add(struct host *host, const char *format) { bl_pattern_add(host->text, &host->pattern, format); }

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
    host->pattern.values['c'] = version->column->name;
}

static bool in_memory(const struct host *host, const struct bl_version *version) {
    return host->plan->live[version->id] && host->plan->places[version->id].side >= 0;
}

/* The source version of a column that the plan reads, or NULL. */
static const struct bl_version *source_of(const struct host *host, const struct bl_column *column) {
    for (int i = 0; i < host->program->version_count; i++) {
        const struct bl_version *version = host->program->versions[i];
        if (version->source && version->column == column && in_memory(host, version)) return version;
    }
    return NULL;
}

/* The result version of a column, or NULL. */
static const struct bl_version *result_of(const struct host *host, const struct bl_column *column) {
    for (int i = 0; i < host->program->version_count; i++) {
        const struct bl_version *version = host->program->versions[i];
        if (version->result && version->column == column && in_memory(host, version)) return version;
    }
    return NULL;
}

/* Whether the pipeline hands back whole records: every column has a result, at the same places. */
static bool whole_records(const struct host *host) {
    const struct bl_record *record = &host->program->record;
    const struct bl_version *first = result_of(host, &record->columns[0]);
    for (int i = 0; i < record->column_count; i++) {
        const struct bl_version *result = result_of(host, &record->columns[i]);
        if (!result || host->plan->types[result->id].rows != host->plan->types[first->id].rows) return false;
    }
    return true;
}

static struct host begin(struct bl_text *text, const struct bl_plan *plan) {
    struct host host = {.text = text, .arena = plan->arena, .plan = plan, .program = plan->program, .map = bl_regmap_make(plan->arena,
        plan)};
    const char **values = host.pattern.values;
    values['p'] = host.program->pipeline;
    values['P'] = bl_upper(host.arena, host.program->pipeline);
    values['r'] = host.program->record.name;
    values['R'] = bl_upper(host.arena, host.program->record.name);
    values['i'] = host.program->input;
    values['n'] = bl_format(host.arena, "%d", host.program->cluster.nodes);
    values['l'] = bl_format(host.arena, "%d", bl_lanes(&host.program->cluster));
    values['d'] = bl_format(host.arena, "%d", bl_deal_elements(host.program));
    return host;
}

static void emit_registers(struct host *host) {
    add(host, "/* Registers of a node, 32 bits each. */\n"
              "#define $P_REG_ID 0x0000u         /* \"BLOM\" */\n#define $P_REG_VERSION 0x0004u\n"
              "#define $P_REG_CONTROL 0x0008u    /* write 1: start */\n"
              "#define $P_REG_STATUS 0x000Cu     /* bit 0 busy, 1 done, 2 error */\n"
              "#define $P_REG_NODE 0x0010u       /* the node's own number, written before the start */\n"
              "#define $P_REG_CLOCKS_LOW 0x0014u /* clocks of the last run */\n#define $P_REG_CLOCKS_HIGH 0x0018u\n");
    for (int i = 0; i < host->map->count; i++) {
        const struct bl_register *reg = &host->map->items[i];
        const char *name = bl_upper(host->arena, reg->name);
        add(host, "#define $P_REG_");
        if (reg->words > 1) bl_text_add(host->text, "%s(lane) (0x%04xu + 4u * (uint32_t)(lane))", name, bl_register_address(reg, 0));
        else bl_text_add(host->text, "%s%s 0x%04xu", name, reg->version ? "(lane)" : "", bl_register_address(reg, 0));
        bl_text_add(host->text, " /* %s: %s */\n", reg->config ? "written by the host" : "read by it", reg->help);
    }
}

static void emit_regions(struct host *host) {
    add(host, "\n/* Where the column versions live: in each channel of one half of the channels, the lower (0) or the upper one (1). */\n");
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
    add(host, "\n#ifndef BL_RECORD_$R\n#define BL_RECORD_$R\nstruct $r {\n");
    for (int i = 0; i < record->column_count; i++) bl_text_add(host->text, "    %s %s;\n", c_type(&record->columns[i]),
        record->columns[i].name);
    add(host, "};\n#endif\n");
}

static void declare_calls(struct host *host) {
    add(host, "\n/* All calls return BL_DEVICE_OK or what went wrong; bl_device_message says it in words. */\n"
              "\n/* Deals `n` records over the nodes and channels, a burst at a time, and tells every node its number and its counts. */\n"
              "int $p_load_$i(struct bl_device *device, const struct $r *records, size_t n);\n"
              "/* How many of `n` dealt records are in one lane of one node. */\nsize_t $p_share(size_t n, int node, int lane);\n"
              "\n/* Starts all nodes; waits until all are done (timeout_ps = 0: without a limit) and no node reports an error. */\n"
              "int $p_start(struct bl_device *device);\nint $p_wait(struct bl_device *device, int64_t timeout_ps);\n");
    if (whole_records(host))
        add(host, "\n/* Reads the result, node by node, lane by lane, at most `capacity` records; *n is how many there are. */\n"
                  "int $p_store_$i(struct bl_device *device, struct $r *records, size_t capacity, size_t *n);\n");
    add(host, "\n/* One column version: how many elements a lane of a node holds, and the first `n` of them. */\n");
    for (int i = 0; i < host->program->version_count; i++) {
        const struct bl_version *version = host->program->versions[i];
        if (!in_memory(host, version) || version->source) continue;
        set_version(host, version);
        add(host, "int $p_count_$v(struct bl_device *device, int node, int lane, size_t *n);\n"
                  "int $p_read_$v(struct bl_device *device, int node, int lane, $t *values, size_t n);\n");
    }
}

void bl_emit_host_header(struct bl_text *text, const struct bl_plan *plan) {
    struct host host = begin(text, plan);
    add(&host, "/* Host calls of the pipeline $p. Written by bankloom. */\n#ifndef BL_$P_HOST_H\n#define BL_$P_HOST_H\n\n"
               "#include <stddef.h>\n#include <stdint.h>\n\n#include \"bl_device.h\"\n\n"
               "#define $P_NODES $n\n#define $P_LANES $l        /* channels read at a time; as many are written */\n"
               "#define $P_DEAL $d        /* records of one dealt block */\n\n");
    emit_registers(&host);
    emit_regions(&host);
    emit_record(&host);
    declare_calls(&host);
    add(&host, "\n#endif\n");
}

static void emit_load_columns(struct host *host) {
    const struct bl_record *record = &host->program->record;
    for (int i = 0; i < record->column_count; i++) {
        const struct bl_version *source = source_of(host, &record->columns[i]);
        if (!source) continue;
        set_version(host, source);
        add(host, "static int load_$c(struct bl_device *device, const struct $r *records, size_t n, int node, int lane, size_t place) {\n"
                  "    $t block[$P_DEAL];\n"
                  "    for (size_t i = 0; i < n; i++) block[i] = records[i].$c;\n"
                  "    if ((place + n) * sizeof($t) > $P_$V_BYTES) return BL_DEVICE_BAD_CALL;\n"
                  "    return bl_device_write(device, node, $P_$V_CHANNEL(lane), $P_$V_BASE + place * sizeof($t), block, n * sizeof($t));\n}\n\n");
    }
}

static void emit_setup(struct host *host) {
    const struct bl_record *record = &host->program->record;
    add(host, "static int set_counts(struct bl_device *device, size_t n, int node) {\n"
              "    int result = bl_device_reg_write(device, node, $P_REG_NODE, (uint32_t)node);\n"
              "    for (int lane = 0; lane < $P_LANES && !result; lane++) {\n"
              "        uint32_t share = (uint32_t)$p_share(n, node, lane);\n");
    bool first = true;
    for (int i = 0; i < record->column_count; i++) {
        const struct bl_version *source = source_of(host, &record->columns[i]);
        if (!source) continue;
        set_version(host, source);
        host->pattern.values['q'] = first ? "" : "if (!result) ";
        add(host, "        $qresult = bl_device_reg_write(device, node, $P_REG_$V_COUNT(lane), share);\n");
        first = false;
    }
    add(host, "    }\n    return result;\n}\n\n");
}

static void emit_load(struct host *host) {
    const struct bl_record *record = &host->program->record;
    add(host, "size_t $p_share(size_t n, int node, int lane) {\n"
              "    const size_t round = (size_t)$P_DEAL * $P_NODES * $P_LANES, skip = (size_t)$P_DEAL * (size_t)(lane * $P_NODES + node);\n"
              "    size_t rest = n % round > skip ? n % round - skip : 0;\n"
              "    return n / round * $P_DEAL + (rest < $P_DEAL ? rest : $P_DEAL);\n}\n\n");
    emit_load_columns(host);
    emit_setup(host);
    add(host, "int $p_load_$i(struct bl_device *device, const struct $r *records, size_t n) {\n    int result = BL_DEVICE_OK;\n"
              "    for (size_t block = 0; block * $P_DEAL < n && !result; block++) {\n"
              "        size_t first = block * $P_DEAL, many = n - first < $P_DEAL ? n - first : $P_DEAL;\n"
              "        int node = (int)(block % $P_NODES), lane = (int)(block / $P_NODES % $P_LANES);\n"
              "        size_t place = block / ($P_NODES * $P_LANES) * $P_DEAL;\n");
    for (int i = 0; i < record->column_count; i++) {
        const struct bl_version *source = source_of(host, &record->columns[i]);
        if (!source) continue;
        set_version(host, source);
        add(host, "        if (!result) result = load_$c(device, records + first, many, node, lane, place);\n");
    }
    add(host, "    }\n    for (int node = 0; node < $P_NODES && !result; node++) result = set_counts(device, n, node);\n    return result;\n}\n\n"
              "int $p_start(struct bl_device *device) { return bl_device_start(device); }\n\n"
              "int $p_wait(struct bl_device *device, int64_t timeout_ps) { return bl_device_wait(device, timeout_ps); }\n\n");
}

static void emit_readers(struct host *host) {
    for (int i = 0; i < host->program->version_count; i++) {
        const struct bl_version *version = host->program->versions[i];
        if (!in_memory(host, version) || version->source) continue;
        set_version(host, version);
        add(host, "int $p_count_$v(struct bl_device *device, int node, int lane, size_t *n) {\n    uint32_t count = 0;\n"
                  "    int result = bl_device_reg_read(device, node, $P_REG_$V_COUNT(lane), &count, 1);\n    *n = count;\n    return result;\n}\n\n"
                  "int $p_read_$v(struct bl_device *device, int node, int lane, $t *values, size_t n) {\n"
                  "    return bl_device_read(device, node, $P_$V_CHANNEL(lane), $P_$V_BASE, values, n * sizeof *values);\n}\n\n");
    }
}

static void emit_store_columns(struct host *host) {
    const struct bl_record *record = &host->program->record;
    for (int i = 0; i < record->column_count; i++) {
        set_version(host, result_of(host, &record->columns[i]));
        add(host, "static int store_$c(struct bl_device *device, struct $r *records, size_t n, int node, int lane) {\n"
                  "    int result = BL_DEVICE_OK;\n    $t part[1024];\n"
                  "    for (size_t first = 0; first < n && !result; first += 1024) {\n"
                  "        size_t many = n - first < 1024 ? n - first : 1024;\n"
                  "        result = bl_device_read(device, node, $P_$V_CHANNEL(lane), $P_$V_BASE + first * sizeof($t), part, many * sizeof($t));\n"
                  "        for (size_t i = 0; i < many; i++) records[first + i].$c = part[i];\n    }\n    return result;\n}\n\n");
    }
}

static void emit_store(struct host *host) {
    const struct bl_record *record = &host->program->record;
    emit_store_columns(host);
    set_version(host, result_of(host, &record->columns[0]));
    add(host, "int $p_store_$i(struct bl_device *device, struct $r *records, size_t capacity, size_t *n) {\n    int result = BL_DEVICE_OK;\n    *n = 0;\n"
              "    for (int slot = 0; slot < $P_NODES * $P_LANES && !result; slot++) {\n"
              "        int node = slot / $P_LANES, lane = slot % $P_LANES;\n        size_t count = 0;\n"
              "        result = $p_count_$v(device, node, lane, &count);\n"
              "        size_t room = *n < capacity ? capacity - *n : 0, many = count < room ? count : room;\n");
    for (int i = 0; i < record->column_count; i++) {
        set_version(host, result_of(host, &record->columns[i]));
        add(host, "        if (!result && many) result = store_$c(device, records + *n, many, node, lane);\n");
    }
    add(host, "        *n += count;\n    }\n    return result;\n}\n");
}

void bl_emit_host(struct bl_text *text, const struct bl_plan *plan) {
    struct host host = begin(text, plan);
    add(&host, "/* Host calls of the pipeline $p. Written by bankloom. */\n#include \"$p_host.h\"\n\n");
    emit_load(&host);
    emit_readers(&host);
    if (whole_records(&host)) emit_store(&host);
}
