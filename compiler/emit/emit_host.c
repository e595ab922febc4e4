#include "emit/emit_host.h"

#include <string.h>
#include <xxhash.h>

#include "base/arena.h"
#include "base/text.h"
#include "emit/emit_bench.h"
#include "emit/emit_identity.h"
#include "emit/emit_network.h"
#include "emit/parts.h"
#include "node/regmap.h"

struct host {
    struct bl_arena *arena;
    const struct bl_plan *plan;
    const struct bl_program *program;
    const struct bl_regmap *map;
    struct bl_parts parts;
};

static void part(const struct host *host, const char *name) { bl_part(&host->parts, name); }

static void set(struct host *host, const char *hole, const char *value) {
    bl_part_set(&host->parts, hole, value);
}
static void number(struct host *host, const char *hole, long long value) {
    bl_part_number(&host->parts, hole, value);
}

static const char *c_type(const struct bl_column *column) {
    static const char *const plain[] = {"uint8_t", "uint16_t", "uint32_t", "uint64_t",
                                        "struct bl_device_u128"};
    static const char *const with_sign[] = {"int8_t", "int16_t", "int32_t", "int64_t",
                                            "struct bl_device_u128"};
    int log = bl_log2(column->bits / 8);
    if (column->is_float && column->bits == 32) return "float";
    if (column->is_float && column->bits == 64) return "double";
    return column->is_signed && !column->is_float ? with_sign[log] : plain[log];
}

static void set_version(struct host *host, const struct bl_version *version) {
    set(host, "version", version->symbol);
    set(host, "version_upper", bl_upper(host->arena, version->symbol));
    set(host, "type", c_type(version->column));
    set(host, "column", version->column->symbol ? version->column->symbol : version->column->name);
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

static struct host begin(struct bl_text *text, const char *file, const struct bl_plan *plan) {
    struct host host = {.parts = {.text = text, .file = file},
                        .arena = plan->arena,
                        .plan = plan,
                        .program = plan->program,
                        .map = plan->node->registers};
    set(&host, "pipeline", host.program->pipeline);
    set(&host, "symbol", host.program->symbol);
    set(&host, "prefix", bl_upper(host.arena, host.program->symbol));
    set(&host, "record", host.program->record.symbol);
    set(&host, "input", host.program->input);
    number(&host, "nodes", host.program->cluster.nodes);
    number(&host, "lanes", bl_lanes(&host.program->cluster));
    number(&host, "deal_records", bl_deal_elements(host.program));
    number(&host, "passes", plan->pass_count);
    bl_part_real(&host.parts, "clock_hertz", host.program->cluster.clocks[0].hertz, 1);
    number(&host, "counted_bytes", plan->prediction.counted_bytes);
    return host;
}

static void emit_registers(struct host *host) {
    part(host, "registers");
    for (int i = 0; i < host->map->count; i++) {
        const struct bl_register *reg = &host->map->items[i];
        set(host, "register", bl_upper(host->arena, reg->name));
        set(host, "address", bl_format(host->arena, "0x%04xu", bl_register_address(reg, 0)));
        set(host, "written_by", reg->config ? "written by the host" : "read by it");
        set(host, "help", reg->help);
        part(host, reg->words > 1 ? "registers of lanes" : reg->version ? "one for all" : "one");
    }
}

static const char *hex(const struct host *host, uint64_t value) {
    return bl_format(host->arena, "0x%llxull", (unsigned long long)value);
}

static void emit_regions(struct host *host) {
    part(host, "regions");
    for (int i = 0; i < host->program->version_count; i++) {
        const struct bl_version *version = host->program->versions[i];
        if (!in_memory(host, version)) continue;
        const struct bl_place *place = &host->plan->places[i];
        int channel = place->side * bl_lanes(&host->program->cluster);
        set_version(host, version);
        number(host, "first_channel", channel);
        set(host, "base", hex(host, place->base));
        set(host, "region_bytes", hex(host, place->bytes));
        set(host, "plane", hex(host, place->plane));
        number(host, "unit_bytes", host->program->cluster.memory.plane_bits / 8);
        part(host, "a region");
    }
}

/* Of the types and names of its columns. */
static const char *columns_identity(const struct host *host) {
    const struct bl_record *record = &host->program->record;
    struct bl_text columns = {0};
    for (int i = 0; i < record->column_count; i++)
        bl_text_add(&columns, "%s %s;", c_type(&record->columns[i]), record->columns[i].symbol);
    const char *identity = bl_identity(host->arena, &columns);
    bl_text_free(&columns);
    return identity;
}

static void emit_record(struct host *host) {
    const struct bl_record *record = &host->program->record;
    int bytes = 0;
    for (int i = 0; i < record->column_count; i++) bytes += record->columns[i].bits / 8;
    number(host, "record_bytes", bytes);
    set(host, "columns", columns_identity(host));
    part(host, "record");
    for (int i = 0; i < record->column_count; i++) {
        set(host, "column", record->columns[i].symbol);
        set(host, "type", c_type(&record->columns[i]));
        part(host, "its column");
    }
    part(host, "its end");
}

static void declare_loads(struct host *host) {
    part(host, "load");
    for (int i = 0; i < host->program->record.column_count; i++) {
        const struct bl_version *source = source_of(host, &host->program->record.columns[i]);
        if (!source) continue;
        set_version(host, source);
        part(host, "load a column");
    }
    part(host, "share");
}

static void declare_results(struct host *host) {
    const struct bl_record *record = &host->program->record;
    bool whole = whole_records(host);
    if (whole) part(host, "records");
    int any = 0;
    for (int i = 0; i < record->column_count; i++) {
        const struct bl_version *result = result_of(host, &record->columns[i]);
        if (!result) continue;
        if (!any++) part(host, whole ? "columns of records" : "columns");
        set_version(host, result);
        part(host, "a column");
    }
    any = 0;
    for (int i = 0; i < host->program->version_count; i++) {
        const struct bl_version *version = host->program->versions[i];
        if (!in_memory(host, version) || version->source) continue;
        if (!any++) part(host, "versions");
        set_version(host, version);
        part(host, "a version");
    }
}

static void set_counted(struct host *host, const struct bl_counted *counted) {
    set(host, "version", counted->product->symbol);
    set(host, "version_upper", bl_upper(host->arena, counted->product->symbol));
}

static void declare_counts(struct host *host) {
    for (int i = 0; i < host->program->counted_count; i++) {
        const struct bl_counted *counted = &host->program->counted[i];
        const struct bl_stage *stage = counted->stage;
        bool two = stage->function_count > 1;
        set_counted(host, counted);
        if (!i) part(host, "histograms");
        int bits = stage->functions[0]->bits + (two ? stage->functions[1]->bits : 0);
        number(host, "value_count", 1 << bits);
        set(host, "function", stage->functions[0]->name);
        set(host, "second_function",
            two ? bl_format(host->arena, ", and in the low bits of %s", stage->functions[1]->name)
                : "");
        part(host, "a histogram");
    }
}

static void write_header(struct bl_text *text, const void *of, const char *identity) {
    const struct bl_plan *plan = of;
    struct host host = begin(text, "host.h", plan);
    set(&host, "identity", identity);
    part(&host, "title");
    bl_renames_print(text, &plan->program->renames, "   ");
    part(&host, "begin");
    part(&host, "sizes");
    emit_record(&host);
    part(&host, "open");
    declare_loads(&host);
    part(&host, "run");
    declare_results(&host);
    declare_counts(&host);
    emit_registers(&host);
    emit_regions(&host);
    part(&host, "end");
}

void bl_emit_host_header(struct bl_text *text, const struct bl_plan *plan) {
    bl_emit_identified(text, plan->arena, plan, write_header);
}

/* ---- the tables */

/* Its number among those that lie in memory. */
static int version_number(const struct host *host, const struct bl_version *version) {
    int number = 0;
    for (int i = 0; host->program->versions[i] != version; i++)
        number += in_memory(host, host->program->versions[i]);
    return number;
}

static const char *yes_no(bool value) { return value ? "true" : "false"; }

static void emit_version(struct host *host, const struct bl_version *version) {
    const struct bl_place *place = &host->plan->places[version->id];
    const struct bl_register *count = bl_regmap_count(host->map, version);
    set_version(host, version);
    set(host, "source", yes_no(version->source));
    set(host, "result", yes_no(version->result));
    number(host, "first_channel", place->side * bl_lanes(&host->program->cluster));
    set(host, "counts", bl_format(host->arena, "0x%04xu", bl_register_address(count, 0)));
    number(host, "next", count->words > 1 ? 4 : 0);
    set(host, "region_bytes", hex(host, place->bytes));
    part(host, "version");
}

static void emit_versions(struct host *host) {
    int count = 0;
    part(host, "versions");
    for (int i = 0; i < host->program->version_count; i++) {
        if (!in_memory(host, host->program->versions[i])) continue;
        emit_version(host, host->program->versions[i]);
        count++;
    }
    part(host, "end of versions");
    number(host, "version_count", count);
}

static void emit_whole_records(struct host *host) {
    const struct bl_record *record = &host->program->record;
    const char *list = "";
    set(host, "whole_records", "NULL");
    if (!whole_records(host)) return;
    for (int i = 0; i < record->column_count; i++)
        list = bl_format(host->arena, "%s%d, ", list,
                         version_number(host, result_of(host, &record->columns[i])));
    set(host, "records", bl_format(host->arena, "%s-1", list));
    set(host, "whole_records", "whole_records");
    part(host, "records");
}

static void emit_histograms(struct host *host) {
    int count = host->program->counted_count;
    number(host, "counted_count", count);
    set(host, "counted", count ? "counted" : "NULL");
    if (count) part(host, "histograms");
    for (int i = 0; i < count; i++) {
        struct bl_text histogram = {0};
        set_counted(host, &host->program->counted[i]);
        bl_emit_device_histogram(&histogram, host->plan, &host->program->counted[i]);
        set(host, "histogram", bl_strndup(host->arena, histogram.bytes, histogram.length));
        bl_text_free(&histogram);
        part(host, "histogram");
    }
    if (count) part(host, "end of histograms");
}

static const char *host_register(const struct host *host, bool config) {
    const struct bl_register *reg = bl_regmap_host(host->map, config);
    return bl_format(host->arena, "0x%04xu", bl_register_address(reg, 0));
}

static void emit_host_port(struct host *host) {
    const struct bl_cluster *cluster = &host->program->cluster;
    set(host, "host_port", cluster->host ? "&host_port" : "NULL");
    if (!cluster->host) return;
    set(host, "host_settings", host_register(host, true));
    set(host, "host_results", host_register(host, false));
    number(host, "word_bytes", cluster->memory.width);
    number(host, "address_bits", BL_ADDRESS_BITS);
    part(host, "host port");
}

const char *bl_host_signature(struct bl_arena *arena, const struct bl_text *header,
                              const struct bl_text *tables) {
    uint64_t sum = XXH3_64bits(header->bytes, header->length);
    sum = XXH3_64bits_withSeed(tables->bytes, tables->length, sum);
    return bl_format(arena, "0x%016llx", (unsigned long long)sum);
}

static const char *signature(const struct host *host) {
    struct bl_text header = {0};
    bl_emit_host_header(&header, host->plan);
    const char *sum = bl_host_signature(host->arena, &header, host->parts.text);
    bl_text_free(&header);
    return sum;
}

static void emit_tables(struct host *host) {
    emit_versions(host);
    emit_whole_records(host);
    emit_histograms(host);
    emit_host_port(host);
    set(host, "network", bl_emit_network(host->parts.text, host->plan->node) ? "&network" : "NULL");
    set(host, "signature", signature(host));
    part(host, "pipeline");
}

/* ---- the calls */

static void set_numbered(struct host *host, const struct bl_version *version) {
    set_version(host, version);
    number(host, "number", version_number(host, version));
}

/* A part for each column of the record of which find() knows a version. */
static void each_column(struct host *host, const char *name,
                        const struct bl_version *(*find)(const struct host *,
                                                         const struct bl_column *)) {
    const struct bl_record *record = &host->program->record;
    for (int i = 0; i < record->column_count; i++) {
        const struct bl_version *version = find(host, &record->columns[i]);
        if (!version) continue;
        set_numbered(host, version);
        part(host, name);
    }
}

static void emit_load(struct host *host) {
    each_column(host, "load a column", source_of);
    part(host, "load");
    each_column(host, "load a column of records", source_of);
    part(host, "done");
}

static void emit_readers(struct host *host) {
    for (int i = 0; i < host->program->version_count; i++) {
        const struct bl_version *version = host->program->versions[i];
        if (!in_memory(host, version) || version->source) continue;
        set_numbered(host, version);
        part(host, "read");
    }
    each_column(host, "store a column", result_of);
}

static void emit_counts(struct host *host) {
    for (int i = 0; i < host->program->counted_count; i++) {
        set_counted(host, &host->program->counted[i]);
        number(host, "counted_number", i);
        part(host, "counts of a histogram");
    }
}

static void emit_records(struct host *host) {
    if (!whole_records(host)) return;
    part(host, "counts");
    part(host, "store");
    each_column(host, "store a column of records", result_of);
    part(host, "done");
}

void bl_emit_host(struct bl_text *text, const struct bl_plan *plan) {
    struct host host = begin(text, "host.c", plan);
    part(&host, "begin");
    emit_tables(&host);
    part(&host, "calls");
    emit_load(&host);
    emit_readers(&host);
    emit_counts(&host);
    emit_records(&host);
}
