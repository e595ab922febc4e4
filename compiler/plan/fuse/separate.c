/* Moves in passes of their own. Columns that travel together stay together. A column that a stage
   of the user's own makes is made again in each part that needs it, before the move where that
   goes by it; a stage that drops records stands once, and what it makes goes along through memory.
   Where an exchange follows a stage that drops records, the stage stays with the part before it,
   for an exchange that stands alone is what the rules can join. */
#include "plan/fuse/separate.h"

#include <string.h>
#include "base/arena.h"
#include "ir/names/naming.h"
#include "ir/pass.h"

enum { MOST_MOVES = 26 /* letters */ };

enum again { NOT, BEHIND, BEFORE /* the move of the part */ };

/* A pass that is taken apart. */
struct cut {
    struct bl_arena *arena;
    struct bl_separated *all;
    const struct bl_pass *pass;
    int moves[MOST_MOVES], count;    /* its stages that move records: a part for each */
    unsigned char *again[MOST_MOVES]; /* [stage_count] of each part: which stages that make columns
                                         it needs, and where */
    int *last;                        /* [stage_count]: of a stage that drops records, the last part
                                         that needs a column which it makes */
    struct bl_version **between[MOST_MOVES]; /* what each part reads */
    int between_count[MOST_MOVES];
    struct bl_stage *stages; /* those of the program, which are added to */
};

static bool is_move(const struct bl_stage *stage) {
    return stage->row->role == BL_STAGE_TO_CHANNEL || stage->row->role == BL_STAGE_TO_NODE;
}

static bool drops(const struct bl_stage *stage) { return stage->own && stage->own->keeps; }

static int moves_of(const struct bl_pass *pass) {
    int count = 0;
    for (int s = 0; s < pass->stage_count; s++) count += is_move(&pass->stages[s]);
    return count;
}

bool bl_has_moves(const struct bl_pass *pass) {
    int moves = moves_of(pass);
    return moves > 1 && moves <= MOST_MOVES && bl_stage_find(pass, BL_STAGE_WRITES);
}

/* Whether the rules get its moves one by one. */
static bool is_cut(const struct bl_program *program, int place, const bool *whole) {
    return !(whole && whole[place]) && bl_has_moves(&program->passes[place]);
}

/* The part in which a stage stands that has to stand once. */
static int part_of(const struct cut *cut, int stage) {
    int part = 0;
    while (part < cut->count && cut->moves[part] < stage) part++;
    if (part == cut->count) return part - 1;
    bool exchange = cut->pass->stages[cut->moves[part]].row->role == BL_STAGE_TO_NODE;
    return part && exchange && cut->moves[part] != stage ? part - 1 : part;
}

/* The part needs a column there: it is read, or made again with all that it is made of, or comes
   along from the part that dropped records by its stage. */
static void need(struct cut *cut, int part, enum again where, const struct bl_column *column) {
    const struct bl_pass *pass = cut->pass;
    const struct bl_stage *maker = bl_stage_maker(pass, pass->stages + pass->stage_count, column);
    int stage = maker ? (int)(maker - pass->stages) : 0;
    if (!maker) return;
    if (drops(maker) && cut->last[stage] < part) cut->last[stage] = part;
    if (drops(maker) || cut->again[part][stage] >= where) return;
    cut->again[part][stage] = (unsigned char)where;
    for (int i = 0; i < maker->own->take_count; i++) need(cut, part, where, maker->takes[i]);
}

/* An exchange looks at nothing where the crossbar before it has left each node a lane of its own.
 */
static bool looks(const struct cut *cut, const struct bl_stage *stage) {
    return stage->row->role != BL_STAGE_TO_NODE || bl_lane_nodes(&cut->all->moves.cluster) > 1;
}

static void need_for(struct cut *cut, int index) {
    const struct bl_stage *stage = &cut->pass->stages[index];
    int part = part_of(cut, index);
    enum again where = index > cut->moves[part] ? BEHIND : BEFORE;
    for (int f = 0; f < stage->function_count && looks(cut, stage); f++)
        need(cut, part, where, stage->functions[f]->column);
    for (int i = 0; drops(stage) && i < stage->own->take_count; i++)
        need(cut, part, where, stage->takes[i]);
    for (int i = 0; stage->row->role == BL_STAGE_WRITES && i < stage->version_count; i++)
        need(cut, part, where, stage->versions[i]->column);
}

static void find_needs(struct cut *cut) {
    for (int part = 0; part < cut->count; part++)
        cut->again[part] = BL_NEW(cut->arena, unsigned char, cut->pass->stage_count);
    cut->last = BL_NEW(cut->arena, int, cut->pass->stage_count);
    for (int s = 0; s < cut->pass->stage_count; s++) need_for(cut, s);
}

/* What the records have where the pass is cut before a part. Its name: "key.2a" is what part a of
   pass 2 leaves of column key. */
static struct bl_version *add_version(struct cut *cut, int part, const struct bl_column *column) {
    struct bl_program *program = &cut->all->written;
    struct bl_version *version = BL_NEW(cut->arena, struct bl_version, 1);
    *version = (struct bl_version){
        .id = program->version_count,
        .name = bl_format(cut->arena, "%s.%d%c", column->name, cut->pass->number, 'a' + part - 1),
        .symbol = bl_format(cut->arena, "%s__%d%c", column->name, cut->pass->number,
                            'a' + part - 1),
        .column = column,
        .hidden = true,
        .range = cut->pass->stages[cut->moves[part]].range};
    program->versions[program->version_count++] = version;
    return version;
}

/* The last stage of a part as the pass has it, which alone decides what the records are behind it.
 */
static int last_stage(const struct cut *cut, int part) {
    int last = cut->moves[part];
    for (int s = last; s < cut->pass->stage_count; s++)
        if (drops(&cut->pass->stages[s]) && part_of(cut, s) == part) last = s;
    return last;
}

/* The columns that were read, and those that come along. */
static void leave(struct cut *cut, int part) {
    const struct bl_stage *read = bl_stage_find(cut->pass, BL_STAGE_READS);
    struct bl_version **versions = BL_NEW(cut->arena, struct bl_version *,
                                          read->version_count + BL_MOST_MADE);
    int count = 0;
    for (; count < read->version_count; count++)
        versions[count] = add_version(cut, part, read->versions[count]->column);
    for (int s = 0; s < cut->pass->stage_count; s++) {
        const struct bl_stage *stage = &cut->pass->stages[s];
        for (int i = 0; drops(stage) && part_of(cut, s) < part && cut->last[s] >= part &&
                        i < stage->own->make_count;
             i++)
            versions[count++] = add_version(cut, part, stage->made[i]);
    }
    cut->between[part] = versions;
    cut->between_count[part] = count;
    struct bl_stage *before = &cut->stages[last_stage(cut, part - 1)];
    before->left = versions;
    before->left_count = count;
}

static void add_stage(struct bl_pass *pass, const struct bl_stage *stage) {
    pass->stages[pass->stage_count] = *stage;
    pass->stages[pass->stage_count++].left_count = 0;
}

/* Whether a part needs what a stage makes; one without effect stays where it is. */
static bool is_made_again(const struct cut *cut, int stage) {
    for (int part = 0; part < cut->count; part++)
        if (cut->again[part][stage]) return true;
    return false;
}

static void add_own(const struct cut *cut, struct bl_pass *pass, int part, enum again where) {
    for (int s = 0; s < cut->pass->stage_count; s++) {
        const struct bl_stage *stage = &cut->pass->stages[s];
        bool here = !is_move(stage) && stage->row->role != BL_STAGE_READS &&
                    stage->row->role != BL_STAGE_WRITES && part_of(cut, s) == part &&
                    (s > cut->moves[part]) == (where == BEHIND);
        if (is_made_again(cut, s) ? cut->again[part][s] == where : here) add_stage(pass, stage);
    }
}

/* An exchange by a column that its part lacks knows it of the golden model. */
static void add_move(struct cut *cut, struct bl_pass *pass, int part) {
    struct bl_stage *stage = &cut->stages[cut->moves[part]];
    const struct bl_column *column = stage->functions[0]->column;
    if (column->maker && !stage->hidden_count &&
        !bl_stage_gets(pass, &pass->stages[pass->stage_count], column)) {
        stage->hidden = BL_NEW(cut->arena, struct bl_version *, 1);
        stage->hidden[stage->hidden_count++] = add_version(cut, part + 1, column);
    }
    add_stage(pass, stage);
}

static void add_versions(struct bl_pass *pass, const struct bl_stage *like,
                         struct bl_version **versions, int count) {
    add_stage(pass, like);
    struct bl_stage *stage = &pass->stages[pass->stage_count - 1];
    stage->versions = versions;
    stage->version_count = count;
}

static struct bl_pass *add_pass(struct bl_separated *all, const struct bl_pass *pass, char letter) {
    struct bl_pass *part = &all->moves.passes[all->moves.pass_count];
    *part = *pass;
    part->number = ++all->moves.pass_count;
    all->pieces[part->number - 1] = (struct bl_piece){pass->number, letter};
    return part;
}

static void add_part(struct cut *cut, int part) {
    const struct bl_stage *read = bl_stage_find(cut->pass, BL_STAGE_READS),
                          *write = bl_stage_find(cut->pass, BL_STAGE_WRITES);
    struct bl_pass *pass = add_pass(cut->all, cut->pass, (char)('a' + part));
    pass->stages = BL_NEW(cut->arena, struct bl_stage, cut->pass->stage_count);
    pass->stage_count = 0;
    if (part) add_versions(pass, read, cut->between[part], cut->between_count[part]);
    else add_stage(pass, read);
    add_own(cut, pass, part, BEFORE);
    add_move(cut, pass, part);
    add_own(cut, pass, part, BEHIND);
    if (part + 1 == cut->count) add_stage(pass, write);
    else add_versions(pass, write, cut->between[part + 1], cut->between_count[part + 1]);
}

/* The program's pass gets stages of its own, which know what they leave. */
static void own_stages(struct cut *cut, struct bl_pass *pass) {
    struct bl_program *program = &cut->all->written;
    cut->stages = BL_NEW(cut->arena, struct bl_stage, pass->stage_count);
    memcpy(cut->stages, pass->stages, sizeof *cut->stages * (size_t)pass->stage_count);
    for (int i = 0; i < program->counted_count; i++)
        for (int s = 0; s < pass->stage_count; s++)
            if (program->counted[i].stage == &pass->stages[s])
                program->counted[i].stage = &cut->stages[s];
    pass->stages = cut->stages;
}

static void take_apart(struct bl_arena *arena, struct bl_separated *all, struct bl_pass *pass) {
    struct cut cut = {.arena = arena, .all = all};
    own_stages(&cut, pass);
    cut.pass = pass;
    for (int s = 0; s < pass->stage_count; s++)
        if (is_move(&pass->stages[s])) cut.moves[cut.count++] = s;
    find_needs(&cut);
    for (int part = 1; part < cut.count; part++) leave(&cut, part);
    for (int part = 0; part < cut.count; part++) add_part(&cut, part);
}

/* Room for what taking the passes apart adds. */
static void make_room(struct bl_arena *arena, const struct bl_program *program, const bool *whole,
                      struct bl_separated *all) {
    int passes = 0, versions = program->version_count;
    for (int p = 0; p < program->pass_count; p++) {
        const struct bl_pass *pass = &program->passes[p];
        int moves = is_cut(program, p, whole) ? moves_of(pass) : 1;
        passes += moves;
        if (moves > 1)
            versions += moves * (bl_stage_find(pass, BL_STAGE_READS)->version_count +
                                 bl_pass_made(pass) + 1);
    }
    all->moves.passes = BL_NEW(arena, struct bl_pass, passes);
    all->moves.pass_count = 0;
    all->pieces = BL_NEW(arena, struct bl_piece, passes);
    all->written.versions = BL_NEW(arena, struct bl_version *, versions);
    memcpy(all->written.versions, program->versions,
           sizeof *program->versions * (size_t)program->version_count);
    all->written.passes = BL_NEW(arena, struct bl_pass, program->pass_count);
    memcpy(all->written.passes, program->passes,
           sizeof *program->passes * (size_t)program->pass_count);
    all->written.counted = BL_NEW(arena, struct bl_counted, program->counted_count + 1);
    for (int i = 0; i < program->counted_count; i++) all->written.counted[i] = program->counted[i];
}

/* How the written files call the versions that were added; all others keep their names. */
static void name_versions(struct bl_arena *arena, struct bl_separated *all) {
    const struct bl_naming naming = {.arena = arena, .role = BL_NAME_PART};
    const struct bl_program *program = &all->written;
    int versions = program->version_count, count = versions + program->counted_count;
    const char **names = BL_NEW(arena, const char *, count),
               **written = BL_NEW(arena, const char *, count);
    for (int i = 0; i < versions; i++) names[i] = program->versions[i]->symbol;
    for (int i = versions; i < count; i++)
        names[i] = program->counted[i - versions].product->symbol;
    bl_naming_write(&naming, names, written, count);
    for (int i = all->first; i < versions; i++) program->versions[i]->symbol = written[i];
}

struct bl_separated *bl_separated_of(struct bl_arena *arena, const struct bl_program *program,
                                     const bool *whole) {
    struct bl_separated *all = BL_NEW(arena, struct bl_separated, 1);
    all->written = all->moves = *program;
    all->first = program->version_count;
    make_room(arena, program, whole, all);
    for (int p = 0; p < program->pass_count; p++)
        if (is_cut(program, p, whole)) take_apart(arena, all, &all->written.passes[p]);
        else add_pass(all, &program->passes[p], 0);
    name_versions(arena, all);
    all->moves.versions = all->written.versions;
    all->moves.version_count = all->written.version_count;
    all->moves.counted = all->written.counted;
    return all;
}

void bl_separate_make(struct bl_plan *plan) {
    const struct bl_program *program = plan->program;
    bool any = false;
    for (int p = 0; p < program->pass_count && plan->rules; p++)
        any |= bl_has_moves(&program->passes[p]);
    if (any) plan->separated = bl_separated_of(plan->arena, program, NULL);
}

static bool stage_has(const struct bl_stage *stage, const struct bl_version *version) {
    for (int i = 0; i < stage->hidden_count; i++)
        if (stage->hidden[i] == version) return true;
    return bl_stage_has(stage, version);
}

static bool list_has(const struct bl_pass *passes, int count, const struct bl_version *version) {
    for (int p = 0; p < count; p++)
        for (int s = 0; s < passes[p].stage_count; s++)
            if (stage_has(&passes[p].stages[s], version)) return true;
    return false;
}

static void trim_stage(struct bl_stage *stage) {
    int count = 0;
    for (int i = 0; i < stage->left_count; i++)
        if (stage->left[i]->id >= 0) stage->left[count++] = stage->left[i];
    stage->left_count = count;
}

void bl_separated_trim(struct bl_separated *separated, const struct bl_pass *passes,
                       int pass_count) {
    struct bl_program *program = &separated->written;
    int count = separated->first;
    for (int v = separated->first; v < program->version_count; v++) {
        struct bl_version *version = program->versions[v];
        bool kept = list_has(passes, pass_count, version) ||
                    list_has(program->passes, program->pass_count, version);
        version->id = kept ? count : -1;
        if (kept) program->versions[count++] = version;
    }
    program->version_count = count;
    for (int p = 0; p < program->pass_count; p++)
        for (int s = 0; s < program->passes[p].stage_count; s++)
            trim_stage(&program->passes[p].stages[s]);
}
