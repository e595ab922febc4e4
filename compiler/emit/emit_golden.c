/* The golden model: one C function per pass of the source, in its order. It knows nothing of
 * fusion, steps or buffers. */
#include <string.h>
#include "base/arena.h"
#include "base/text.h"
#include "emit/emit_bench.h"

/* One function of the record, as a C name: key_5_3; key_none has no bits. Equal functions have one
 * name. */
static void function_name(struct bl_text *text, const struct bl_function *function) {
    if (function->bits)
        bl_text_add(text, "%s_%d_%d", function->column->name, function->lsb + function->bits - 1,
                    function->lsb);
    else bl_text_add(text, "%s_none", function->column->name);
}

static bool same_as_earlier(const struct bl_function **seen, int count,
                            const struct bl_function *function) {
    for (int i = 0; i < count; i++)
        if (bl_function_equal(seen[i], function)) return true;
    return false;
}

static void emit_function(struct bl_text *text, const struct bl_function *function) {
    uint64_t mask = function->bits >= 64 ? ~0ull : (1ull << function->bits) - 1;
    if (function->bits)
        bl_text_add(text, "/* %s: bits %d..%d of %s */\nstatic uint64_t ", function->name,
                    function->lsb + function->bits - 1, function->lsb, function->column->name);
    else
        bl_text_add(text, "/* %s: no bits of %s, always 0 */\nstatic uint64_t ", function->name,
                    function->column->name);
    function_name(text, function);
    bl_text_add(text, "(uint64_t value) { return value >> %d & 0x%llxu; }\n\n", function->lsb,
                (unsigned long long)mask);
}

/* Functions that move records are in the model, and those whose counts are a result: a table does
   not change what a version holds. */
static bool is_in_model(const struct bl_stage *stage) {
    return stage->kind == BL_CROSSBAR || stage->kind == BL_ALLTOALLV ||
           (stage->kind == BL_HISTOGRAM && stage->makes->result);
}

static int functions_of_stages(const struct bl_program *program) {
    int count = 0;
    for (int p = 0; p < program->pass_count; p++)
        for (int s = 0; s < program->passes[p].stage_count; s++)
            count += program->passes[p].stages[s].function_count;
    return count;
}

static void emit_functions(struct bl_text *text, const struct bl_program *program) {
    const struct bl_function **seen = BL_NEW(program->arena, const struct bl_function *,
                                             functions_of_stages(program));
    int count = 0;
    for (int p = 0; p < program->pass_count; p++)
        for (int s = 0; s < program->passes[p].stage_count; s++) {
            const struct bl_stage *stage = &program->passes[p].stages[s];
            for (int f = 0; f < stage->function_count && is_in_model(stage); f++) {
                if (same_as_earlier(seen, count, stage->functions[f])) continue;
                seen[count++] = stage->functions[f];
                emit_function(text, stage->functions[f]);
            }
        }
}

/* The stage that makes `product`; *pass is where it stands. */
static const struct bl_stage *maker(const struct bl_program *program,
                                    const struct bl_product *product, const struct bl_pass **pass) {
    for (int p = 0; p < program->pass_count; p++)
        for (int s = 0; s < program->passes[p].stage_count; s++)
            if (program->passes[p].stages[s].makes == product) {
                *pass = &program->passes[p];
                return &program->passes[p].stages[s];
            }
    return NULL;
}

static const struct bl_stage *stage_of(const struct bl_pass *pass, enum bl_stage_kind kind) {
    for (int s = 0; s < pass->stage_count; s++)
        if (pass->stages[s].kind == kind) return &pass->stages[s];
    return NULL;
}

static const struct bl_version *version_with(const struct bl_stage *read,
                                             const struct bl_column *column) {
    for (int i = 0; read && i < read->version_count; i++)
        if (read->versions[i]->column == column) return read->versions[i];
    return NULL;
}

/* A version of another column that holds the same records at the same places. */
static const struct bl_version *companion(const struct bl_program *program,
                                          const struct bl_version *version,
                                          const struct bl_column *column) {
    for (int i = 0; i < program->version_count; i++)
        if (program->versions[i]->column == column &&
            program->versions[i]->type.rows == version->type.rows)
            return program->versions[i];
    return NULL;
}

/* The version whose elements a moving stage looks at: that of its table's pass, or of its own pass,
   or the one that is paired with it (a value column goes where the keys of its records say). The
   checker has made sure that there is one. */
static const struct bl_version *steering(const struct bl_program *program,
                                         const struct bl_pass *pass, const struct bl_stage *stage) {
    if (stage->uses && stage->uses->kind == BL_TABLE) maker(program, stage->uses, &pass);
    const struct bl_stage *read = stage_of(pass, BL_READ);
    const struct bl_version *own = version_with(read, stage->functions[0]->column);
    return own ? own : companion(program, read->versions[0], stage->functions[0]->column);
}

static void emit_value(struct bl_text *text, const struct bl_version *version) {
    bl_text_add(text, "bl_golden_get(golden, %s_id, node, lane, i)", version->symbol);
}

static void emit_steered(struct bl_text *text, const struct bl_program *program,
                         const struct bl_pass *pass, const struct bl_stage *stage) {
    function_name(text, stage->functions[0]);
    bl_text_add(text, "(");
    emit_value(text, steering(program, pass, stage));
    bl_text_add(text, ")");
}

static void emit_move(struct bl_text *text, const struct bl_program *program,
                      const struct bl_pass *pass, const struct bl_stage *stage) {
    bl_text_add(text, "                ");
    int bits = stage->functions[0]->bits, lanes = bl_lanes(&program->cluster),
        values = bits < 16 && 1 << bits < lanes ? 1 << bits : lanes;
    if (stage->kind == BL_CROSSBAR &&
        values < lanes) { /* the records of a value spread over the channels with its remainder */
        bl_text_add(text, "to_lane = %d * (to_lane / %d) + (int)", values, values);
        emit_steered(text, program, pass, stage);
        bl_text_add(text, ";\n");
    } else if (stage->kind == BL_CROSSBAR) {
        bl_text_add(text, "to_lane = (int)(");
        emit_steered(text, program, pass, stage);
        bl_text_add(text, " %% LANES);\n");
    } else {
        bl_text_add(text,
                    "to_lane = arrival_lane(to_node, to_lane);\n                to_node = (int)(");
        emit_steered(text, program, pass, stage);
        bl_text_add(text, " %% NODES);\n");
    }
}

static void emit_write(struct bl_text *text, const struct bl_pass *pass,
                       const struct bl_stage *write) {
    const struct bl_stage *read = stage_of(pass, BL_READ);
    for (int i = 0; i < write->version_count; i++) {
        const struct bl_version *from = version_with(read, write->versions[i]->column);
        bl_text_add(text, "                bl_golden_push(golden, %s_id, to_node, to_lane, ",
                    write->versions[i]->symbol);
        emit_value(text, from ? from : read->versions[i]);
        bl_text_add(text, ");\n");
    }
}

static void emit_pass_comment(struct bl_text *text, const struct bl_pass *pass, const char *end) {
    bl_text_add(text, "/* Pass %d, line %d: ", pass->number, (int)pass->range.line);
    bl_pass_print(text, pass);
    bl_text_add(text, "%s */\n", end);
}

static void emit_pass(struct bl_text *text, const struct bl_program *program,
                      const struct bl_pass *pass) {
    const struct bl_stage *read = stage_of(pass, BL_READ), *write = stage_of(pass, BL_WRITE);
    if (!write) {
        emit_pass_comment(text, pass, ".\n   It moves no record.");
        bl_text_add(text, "\n");
        return;
    }
    emit_pass_comment(text, pass, "");
    bl_text_add(text, "static void pass_%d(const struct bl_golden *golden) {\n", pass->number);
    bl_text_add(
        text,
        "    for (int node = 0; node < NODES; node++)\n        for (int lane = 0; lane < LANES; lane++)\n");
    bl_text_add(
        text,
        "            for (uint64_t i = 0; i < bl_golden_part(golden, %s_id, node, lane)->count; i++) {\n",
        read->versions[0]->symbol);
    bl_text_add(text, "                int to_node = node, to_lane = lane;\n");
    for (int s = 0; s < pass->stage_count; s++)
        if (pass->stages[s].kind == BL_CROSSBAR || pass->stages[s].kind == BL_ALLTOALLV)
            emit_move(text, program, pass, &pass->stages[s]);
    emit_write(text, pass, write);
    bl_text_add(text, "            }\n}\n\n");
}

/* One histogram that is a result: every record of the versions that it looks at, counted by node.
 */
static void emit_counted(struct bl_text *text, const struct bl_program *program, int index) {
    const struct bl_counted *counted = &program->counted[index];
    bl_text_add(
        text,
        "/* Histogram %s, line %d. */\nstatic void count_%d(const struct bl_golden *golden) {\n",
        counted->product->name, (int)counted->stage->range.line, index);
    bl_text_add(
        text,
        "    for (int node = 0; node < NODES; node++)\n        for (int lane = 0; lane < LANES; lane++)\n");
    bl_text_add(
        text,
        "            for (uint64_t i = 0; i < bl_golden_part(golden, %s_id, node, lane)->count; i++) {\n",
        counted->versions[0]->symbol);
    bl_text_add(text, "                uint64_t value = 0;\n");
    int bits = 0;
    for (int f = 0; f < counted->stage->function_count; f++) {
        const struct bl_function *function = counted->stage->functions[f];
        bl_text_add(text, "                value = value << %d | ", function->bits);
        function_name(text, function);
        bl_text_add(text, "(");
        emit_value(text, counted->versions[f]);
        bl_text_add(text, ");\n");
        bits += function->bits;
    }
    bl_text_add(
        text,
        "                golden->counts[%d][((uint64_t)node << %d) + value]++;\n            }\n}\n\n",
        index, bits);
}

static bool exchanges(const struct bl_program *program) {
    for (int p = 0; p < program->pass_count; p++)
        if (stage_of(&program->passes[p], BL_ALLTOALLV)) return true;
    return false;
}

static void emit_head(struct bl_text *text, const struct bl_program *program) {
    bl_text_add(text, "/* The meaning of the pipeline %s: every pass as written, on arrays.\n",
                program->pipeline);
    bl_text_add(
        text,
        "   A version is an array for each node and lane (a lane is one of the channels that are read at a time).\n"
        "   Written by bankloom.\n");
    bl_renames_print(text, &program->renames, "   ");
    bl_text_add(text, "*/\n");
    bl_text_add(text, "#include \"%s_golden.h\"\n\n", program->symbol);
    bl_text_add(text, "enum { NODES = %d, LANES = %d };\n\n", program->cluster.nodes,
                bl_lanes(&program->cluster));
    bl_text_add(text, "/* The versions, in the order of the bench's table. */\nenum {");
    for (int i = 0; i < program->version_count; i++)
        bl_text_add(text, "%s %s_id", i ? "," : "", program->versions[i]->symbol);
    bl_text_add(text, " };\n\n");
    if (exchanges(program))
        bl_text_add(
            text,
            "/* The lane in which a node receives what another one sends from `lane`. */\n"
            "static int arrival_lane(int source, int lane) {\n"
            "    return NODES <= LANES ? source %% NODES + NODES * (lane / NODES) : source %% LANES;\n}\n\n");
}

void bl_emit_golden(struct bl_text *text, const struct bl_program *program) {
    emit_head(text, program);
    emit_functions(text, program);
    for (int p = 0; p < program->pass_count; p++) emit_pass(text, program, &program->passes[p]);
    for (int i = 0; i < program->counted_count; i++) emit_counted(text, program, i);
    bl_text_add(text, "void %s_golden(struct bl_golden *golden) {\n", program->symbol);
    bool writes = false;
    for (int p = 0; p < program->pass_count; p++)
        if (stage_of(&program->passes[p], BL_WRITE)) {
            bl_text_add(text, "    pass_%d(golden);\n", program->passes[p].number);
            writes = true;
        }
    for (int i = 0; i < program->counted_count; i++)
        bl_text_add(text, "    count_%d(golden);\n", i);
    if (!writes && !program->counted_count) bl_text_add(text, "    (void)golden;\n");
    bl_text_add(text, "}\n");
}

void bl_emit_golden_header(struct bl_text *text, const struct bl_program *program) {
    bl_text_add(
        text,
        "/* The golden model of the pipeline %s. Written by bankloom. */\n#ifndef BL_%s_GOLDEN_H\n#define BL_%s_GOLDEN_H\n\n",
        program->pipeline, program->symbol, program->symbol);
    bl_text_add(
        text,
        "#include \"simulation/run/bench.h\"\n\n/* Fills every version that a pass writes; the source versions are given. */\n");
    bl_text_add(
        text,
        "#ifdef __cplusplus\nextern \"C\"\n#endif\nvoid %s_golden(struct bl_golden *golden);\n\n#endif\n",
        program->symbol);
}
