/* The golden model: one C function per pass of the source, in its order. It knows nothing of
 * fusion, steps or buffers. */
#include <string.h>
#include "base/arena.h"
#include "base/text.h"
#include "emit/emit_bench.h"
#include "emit/golden.h"

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
    set(golden, 'o', bl_format(golden->arena, "0x%llx", (unsigned long long)function->ones));
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

/* What the stage does to the records, which are known by a version of the column that it looks at.
 */
static void emit_stage(struct bl_golden *golden, const struct bl_pass *pass,
                       const struct bl_stage *stage) {
    if (!stage->row->golden) return;
    bl_golden_function(golden, stage->functions[0]);
    set(golden, 'g', steering(golden->program, pass, stage)->symbol);
    stage->row->golden(golden, stage);
}

static void emit_write(struct bl_golden *golden, const struct bl_pass *pass,
                       const struct bl_stage *write) {
    const struct bl_stage *read = stage_of(pass, BL_STAGE_READS);
    for (int i = 0; i < write->version_count; i++) {
        const struct bl_version *from = version_with(read, write->versions[i]->column);
        set(golden, 'W', write->versions[i]->symbol);
        set(golden, 'g', from ? from->symbol : read->versions[i]->symbol);
        part(golden, "write");
    }
}

static void emit_pass(struct bl_golden *golden, const struct bl_pass *pass) {
    const struct bl_stage *read = stage_of(pass, BL_STAGE_READS),
                          *write = stage_of(pass, BL_STAGE_WRITES);
    struct bl_text words = {0};
    bl_pass_print(&words, pass);
    set(golden, 't', words.bytes);
    number(golden, 'n', pass->number);
    number(golden, 'i', (int)pass->range.line);
    if (write) set(golden, 'V', read->versions[0]->symbol);
    part(golden, write ? "pass" : "empty pass");
    bl_text_free(&words);
    if (!write) return;
    for (int s = 0; s < pass->stage_count; s++) emit_stage(golden, pass, &pass->stages[s]);
    emit_write(golden, pass, write);
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
        if (!stage_of(&program->passes[p], BL_STAGE_WRITES)) continue;
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

void bl_emit_golden_header(struct bl_text *text, const struct bl_program *program) {
    struct bl_golden golden = begin(text, "golden.h", program);
    part(&golden, "all");
}
