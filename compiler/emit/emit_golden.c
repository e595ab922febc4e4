/* The golden model: one C function per pass of the source, in its order. It knows nothing of
 * fusion, steps or buffers. */
#include <string.h>
#include "base/arena.h"
#include "base/text.h"
#include "emit/emit_bench.h"
#include "emit/golden.h"
#include "ir/naming.h"
#include "ir/pass.h"

static void set(struct bl_golden *golden, char hole, const char *value) {
    golden->parts.values[(unsigned char)hole] = value;
}
static void number(struct bl_golden *golden, char hole, int value) {
    bl_part_number(&golden->parts, hole, value);
}
static void part(const struct bl_golden *golden, const char *name) {
    bl_part(&golden->parts, name);
}

void bl_golden_function(struct bl_golden *golden, const struct bl_function *function) {
    const char *column = function->column->name;
    int lsb = function->lsb, bits = function->bits;
    set(golden, 'f',
        function->mix ? bl_format(golden->arena, "%s_mix%d", column, function->mix)
        : bits        ? bl_format(golden->arena, "%s_%d_%d", column, lsb + bits - 1, lsb)
                      : bl_format(golden->arena, "%s_none", column));
}

static bool same_as_earlier(const struct bl_function **seen, int count,
                            const struct bl_function *function) {
    for (int i = 0; i < count; i++)
        if (bl_function_equal(seen[i], function)) return true;
    return false;
}

static void emit_mix(struct bl_golden *golden, const struct bl_function *function) {
    bl_golden_function(golden, function);
    set(golden, 'w', function->name);
    set(golden, 'c', function->column->name);
    set(golden, 'm', bl_masks_text(golden->arena, function));
    set(golden, 'o', bl_wide_constant(golden->arena, function->ones));
    number(golden, 'b', function->bits);
    part(golden, "function of a mix");
}

static void emit_function(struct bl_golden *golden, const struct bl_function *function) {
    uint64_t mask = function->bits >= 64 ? ~0ull : (1ull << function->bits) - 1;
    bl_golden_function(golden, function);
    set(golden, 'w', function->name);
    set(golden, 'c', function->column->name);
    set(golden, 'm', bl_format(golden->arena, "0x%llxu", (unsigned long long)mask));
    number(golden, 'h', function->lsb + function->bits - 1);
    number(golden, 'l', function->lsb);
    part(golden, function->bits ? "function" : "function without bits");
}

/* Functions of stages that the model has, and those whose counts are a result. */
static bool is_in_model(const struct bl_stage *stage) {
    return stage->row->golden || (stage->makes && stage->makes->result);
}

static int functions_of_stages(const struct bl_program *program) {
    int count = 0;
    for (int p = 0; p < program->pass_count; p++)
        for (int s = 0; s < program->passes[p].stage_count; s++)
            count += program->passes[p].stages[s].function_count;
    return count;
}

static void emit_functions(struct bl_golden *golden) {
    const struct bl_program *program = golden->program;
    const struct bl_function **seen = BL_NEW(program->arena, const struct bl_function *,
                                             functions_of_stages(program));
    int count = 0;
    for (int p = 0; p < program->pass_count; p++)
        for (int s = 0; s < program->passes[p].stage_count; s++) {
            const struct bl_stage *stage = &program->passes[p].stages[s];
            for (int f = 0; f < stage->function_count && is_in_model(stage); f++) {
                if (same_as_earlier(seen, count, stage->functions[f])) continue;
                seen[count++] = stage->functions[f];
                if (stage->functions[f]->mix) emit_mix(golden, stage->functions[f]);
                else emit_function(golden, stage->functions[f]);
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

static const struct bl_stage *stage_of(const struct bl_pass *pass, enum bl_stage_role role) {
    for (int s = 0; s < pass->stage_count; s++)
        if (pass->stages[s].row->role == role) return &pass->stages[s];
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
    if (stage->uses && stage->uses->maker->role == BL_STAGE_STEERS)
        maker(program, stage->uses, &pass);
    const struct bl_stage *read = stage_of(pass, BL_STAGE_READS);
    const struct bl_version *own = version_with(read, stage->functions[0]->column);
    return own ? own : companion(program, read->versions[0], stage->functions[0]->column);
}

static const char *element(const struct bl_golden *golden, const struct bl_version *version) {
    return bl_format(golden->arena, "bl_golden_get(golden, %s_id, node, lane, i)", version->symbol);
}

/* The value of a column in a record that reaches the stage, or of the version `otherwise`. */
static const char *value_of(const struct bl_golden *golden, const struct bl_stage *stage,
                            const struct bl_column *column, const struct bl_version *otherwise) {
    if (bl_stage_maker(golden->pass, stage, column))
        return bl_format(golden->arena, "made_%s", column->name);
    const struct bl_version *read = version_with(stage_of(golden->pass, BL_STAGE_READS), column);
    return element(golden, read ? read : otherwise);
}

const char *bl_golden_type(struct bl_arena *arena, const struct bl_column *column) {
    if (column->is_float) return column->bits == 32 ? "float" : "double";
    return bl_format(arena, "%sint%d_t", column->is_signed ? "" : "u", column->bits);
}

static const char *c_type(const struct bl_golden *golden, const struct bl_column *column) {
    return bl_golden_type(golden->arena, column);
}

/* Bits as a value of the column's type. */
static const char *as_type(const struct bl_golden *golden, const struct bl_column *column,
                           const char *bits) {
    if (column->is_float) return bl_format(golden->arena, "bl_float%d(%s)", column->bits, bits);
    return bl_format(golden->arena, "(%s)%s", c_type(golden, column), bits);
}

static const char *as_bits(const struct bl_golden *golden, const struct bl_column *column) {
    if (column->is_float)
        return bl_format(golden->arena, "bl_bits%d(out_%s)", column->bits, column->name);
    return bl_format(golden->arena, "(uint%d_t)out_%s", column->bits, column->name);
}

const char *bl_golden_value(const struct bl_golden *golden, const struct bl_stage *stage,
                            const struct bl_column *column) {
    const struct bl_version *read = stage_of(golden->pass, BL_STAGE_READS)->versions[0];
    return value_of(golden, golden->again ? golden->again : stage, column,
                    companion(golden->program, read, column));
}

/* Columns of the records, parameters, and where what it makes goes. */
static const char *arguments(const struct bl_golden *golden, const struct bl_stage *stage) {
    const struct bl_own *own = stage->own;
    const char *text = "", *between = "";
    for (int i = 0; i < own->take_count; i++, between = ", ")
        text = bl_format(
            golden->arena, "%s%s%s", text, between,
            as_type(golden, stage->takes[i], bl_golden_value(golden, stage, stage->takes[i])));
    for (int i = 0; i < own->parameter_count; i++, between = ", ")
        text = bl_format(golden->arena, "%s%s%lld", text, between,
                         (long long)own->parameters[i].value);
    for (int i = 0; i < own->make_count; i++, between = ", ")
        text = bl_format(golden->arena, "%s%s&out_%s", text, between, own->makes[i].name);
    return text;
}

static void declare_made(struct bl_golden *golden, const struct bl_stage *stage) {
    const struct bl_own *own = stage->own;
    for (int i = 0; i < own->make_count; i++) {
        set(golden, 'd', c_type(golden, stage->made[i]));
        set(golden, 'c', stage->made[i]->name);
        part(golden, "declare");
    }
}

static void keep_made(struct bl_golden *golden, const struct bl_stage *stage) {
    for (int i = 0; i < stage->own->make_count; i++) {
        set(golden, 'c', stage->made[i]->name);
        set(golden, 'e', as_bits(golden, stage->made[i]));
        part(golden, "made");
    }
}

void bl_golden_own(struct bl_golden *golden, const struct bl_stage *stage) {
    declare_made(golden, stage);
    set(golden, 's', bl_own_module(golden->arena, stage->own->name));
    set(golden, 'a', arguments(golden, stage));
    part(golden, !stage->own->keeps ? "call" : golden->again ? "call for its columns" : "keep");
    keep_made(golden, stage);
    for (int i = 0; i < stage->hidden_count && !golden->again; i++) {
        set(golden, 'W', stage->hidden[i]->symbol);
        set(golden, 'v', value_of(golden, stage + 1, stage->hidden[i]->column, NULL));
        part(golden, "kept");
    }
}

static const struct bl_stage *stage_with(const struct bl_program *program,
                                         const struct bl_own *own) {
    for (int p = 0; p < program->pass_count; p++)
        for (int s = 0; s < program->passes[p].stage_count; s++)
            if (program->passes[p].stages[s].own == own) return &program->passes[p].stages[s];
    return NULL;
}

/* Makes a column again that an earlier pass had, out of versions with the same records. */
static void make_again(struct bl_golden *golden, const struct bl_stage *at,
                       const struct bl_column *column) {
    const struct bl_stage *stage = stage_with(golden->program, column->maker);
    const struct bl_version *read = stage_of(golden->pass, BL_STAGE_READS)->versions[0];
    for (int i = 0; i < stage->own->take_count; i++)
        if (stage->takes[i]->maker && !companion(golden->program, read, stage->takes[i]))
            make_again(golden, at, stage->takes[i]);
    golden->again = at;
    stage->row->golden(golden, stage);
    golden->again = NULL;
}

/* The value that a moving stage goes by. */
static const char *steered_by(struct bl_golden *golden, const struct bl_pass *pass,
                              const struct bl_stage *stage) {
    const struct bl_column *column = stage->functions[0]->column;
    if (bl_stage_maker(pass, stage, column)) return value_of(golden, stage, column, NULL);
    if (!stage->hidden_count) return element(golden, steering(golden->program, pass, stage));
    make_again(golden, stage, column);
    set(golden, 'W', stage->hidden[0]->symbol);
    set(golden, 'v', bl_format(golden->arena, "made_%s", column->name));
    part(golden, "kept");
    return golden->parts.values['v'];
}

/* What the stage does to the records, which are known by a version of the column that it looks at.
 */
static void emit_stage(struct bl_golden *golden, const struct bl_pass *pass,
                       const struct bl_stage *stage) {
    if (!stage->row->golden) return;
    if (stage->function_count) {
        bl_golden_function(golden, stage->functions[0]);
        set(golden, 'v', steered_by(golden, pass, stage));
    }
    stage->row->golden(golden, stage);
}

static void emit_write(struct bl_golden *golden, const struct bl_pass *pass,
                       const struct bl_stage *write) {
    const struct bl_stage *read = stage_of(pass, BL_STAGE_READS);
    for (int i = 0; i < write->version_count; i++) {
        set(golden, 'W', write->versions[i]->symbol);
        set(golden, 'v',
            value_of(golden, write, write->versions[i]->column,
                     i < read->version_count ? read->versions[i] : NULL));
        part(golden, "write");
    }
}

/* Passes that write, and those with a stage of the user's own, whose records are kept. */
static bool has_model(const struct bl_pass *pass) {
    return stage_of(pass, BL_STAGE_WRITES) || stage_of(pass, BL_STAGE_COMPUTES);
}

static void emit_pass(struct bl_golden *golden, const struct bl_pass *pass) {
    const struct bl_stage *read = stage_of(pass, BL_STAGE_READS),
                          *write = stage_of(pass, BL_STAGE_WRITES);
    struct bl_text words = {0};
    bl_pass_print(&words, pass);
    set(golden, 't', words.bytes);
    number(golden, 'n', pass->number);
    number(golden, 'i', (int)pass->range.line);
    golden->pass = pass;
    if (has_model(pass)) set(golden, 'V', read->versions[0]->symbol);
    part(golden, has_model(pass) ? "pass" : "empty pass");
    if (has_model(pass) && !write) part(golden, "nothing moves");
    bl_text_free(&words);
    if (!has_model(pass)) return;
    for (int s = 0; s < pass->stage_count; s++) emit_stage(golden, pass, &pass->stages[s]);
    if (write) emit_write(golden, pass, write);
    part(golden, "end of pass");
}

/* One histogram that is a result: every record of the versions that it looks at, counted by node.
 */
static void emit_counted(struct bl_golden *golden, int index) {
    const struct bl_counted *counted = &golden->program->counted[index];
    set(golden, 'H', counted->product->name);
    set(golden, 'V', counted->versions[0]->symbol);
    number(golden, 'i', (int)counted->stage->range.line);
    number(golden, 'k', index);
    part(golden, "histogram");
    int bits = 0;
    for (int f = 0; f < counted->stage->function_count; f++) {
        const struct bl_function *function = counted->stage->functions[f];
        bl_golden_function(golden, function);
        set(golden, 'g', counted->versions[f]->symbol);
        number(golden, 'b', function->bits);
        part(golden, "count by");
        bits += function->bits;
    }
    number(golden, 'b', bits);
    part(golden, "end of histogram");
}

static bool exchanges(const struct bl_program *program) {
    for (int p = 0; p < program->pass_count; p++)
        if (stage_of(&program->passes[p], BL_STAGE_TO_NODE)) return true;
    return false;
}

static void emit_head(struct bl_golden *golden) {
    const struct bl_program *program = golden->program;
    struct bl_text names = {0};
    for (int i = 0; i < program->version_count; i++)
        bl_text_add(&names, "%s %s_id", i ? "," : "", program->versions[i]->symbol);
    set(golden, 'I', names.bytes ? names.bytes : "");
    number(golden, 'N', program->cluster.nodes);
    number(golden, 'L', bl_lanes(&program->cluster));
    number(golden, 'D', bl_reach(&program->cluster));
    part(golden, "begin");
    bl_renames_print(golden->parts.text, &program->renames, "   ");
    part(golden, "names");
    bl_text_free(&names);
    if (exchanges(program)) part(golden, "arrival lane");
}

static void emit_all(struct bl_golden *golden) {
    const struct bl_program *program = golden->program;
    bool writes = false;
    part(golden, "all");
    for (int p = 0; p < program->pass_count; p++) {
        if (!has_model(&program->passes[p])) continue;
        number(golden, 'n', program->passes[p].number);
        part(golden, "pass of all");
        writes = true;
    }
    for (int i = 0; i < program->counted_count; i++) {
        number(golden, 'k', i);
        part(golden, "histogram of all");
    }
    if (!writes && !program->counted_count) part(golden, "nothing of all");
    part(golden, "end");
}

static struct bl_golden begin(struct bl_text *text, const char *file,
                              const struct bl_program *program) {
    return (struct bl_golden){
        .arena = program->arena,
        .program = program,
        .parts = {.text = text,
                  .file = file,
                  .values = {['P'] = program->pipeline, ['p'] = program->symbol}}};
}

void bl_emit_golden(struct bl_text *text, const struct bl_program *program) {
    struct bl_golden golden = begin(text, "golden.c", program);
    emit_head(&golden);
    emit_functions(&golden);
    for (int p = 0; p < program->pass_count; p++) emit_pass(&golden, &program->passes[p]);
    for (int i = 0; i < program->counted_count; i++) emit_counted(&golden, i);
    emit_all(&golden);
}

static void emit_prototype(struct bl_golden *golden, const struct bl_own *own, const char *name) {
    const char *text = "", *between = "";
    for (int i = 0; i < own->take_count; i++, between = ", ")
        text = bl_format(golden->arena, "%s%s%s %s", text, between, c_type(golden, &own->takes[i]),
                         own->takes[i].name);
    for (int i = 0; i < own->parameter_count; i++, between = ", ")
        text = bl_format(golden->arena, "%s%sint32_t %s", text, between, own->parameters[i].name);
    for (int i = 0; i < own->make_count; i++, between = ", ")
        text = bl_format(golden->arena, "%s%s%s *%s", text, between, c_type(golden, &own->makes[i]),
                         own->makes[i].name);
    set(golden, 's', own->name);
    set(golden, 'f', name);
    set(golden, 'r', own->keeps ? "bool" : "void");
    set(golden, 'a', text);
    part(golden, "own");
}

void bl_emit_own_prototype(struct bl_text *text, const struct bl_program *program,
                           const struct bl_own *own) {
    struct bl_golden golden = begin(text, "golden.h", program);
    emit_prototype(&golden, own, own->name);
}

void bl_emit_golden_stages(struct bl_text *text, const struct bl_program *program) {
    struct bl_golden golden = begin(text, "golden.h", program);
    part(&golden, "stages");
    for (int i = 0; i < program->own_count; i++)
        emit_prototype(&golden, program->owns[i],
                       bl_own_module(golden.arena, program->owns[i]->name));
    part(&golden, "end of stages");
}

void bl_emit_golden_header(struct bl_text *text, const struct bl_program *program) {
    struct bl_golden golden = begin(text, "golden.h", program);
    part(&golden, "all");
    if (program->own_count) part(&golden, "with stages");
    part(&golden, "model");
}
