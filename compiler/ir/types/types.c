#include "ir/types/types.h"

#include "base/arena.h"
#include "ir/types/flow.h"
#include "ir/program.h"

static void assign(const struct bl_flow *flow, struct bl_version *const *versions, int count,
                   int rows, struct bl_type *types) {
    for (int v = 0; v < count; v++)
        types[versions[v]->id] = (struct bl_type){bl_flow_node(flow, rows),
                                                  bl_flow_channel(flow, rows),
                                                  rows ? BL_ORDER_ANY : BL_ORDER_STABLE, rows};
}

void bl_types_pass(struct bl_flow *flow, const struct bl_pass *pass, const struct bl_type *from,
                   struct bl_type *types) {
    int rows = 0;
    for (int i = 0; i < pass->stage_count; i++) {
        const struct bl_stage *stage = &pass->stages[i];
        if (stage->row->role == BL_STAGE_READS && stage->version_count)
            rows = from[stage->versions[0]->id].rows;
        if (stage->own && stage->own->keeps) rows = bl_flow_drop(flow, rows, stage->own->number);
        assign(flow, stage->hidden, stage->hidden_count, rows, types);
        if (stage->row->role == BL_STAGE_TO_CHANNEL || stage->row->role == BL_STAGE_TO_NODE)
            rows = bl_flow_move(flow, rows, stage->row->role, stage->functions[0]);
        assign(flow, stage->left, stage->left_count, rows, types);
        if (stage->row->role == BL_STAGE_WRITES)
            assign(flow, stage->versions, stage->version_count, rows, types);
    }
}

struct bl_type bl_type_unwritten(const struct bl_version *version) {
    return (struct bl_type){.order = version->source ? BL_ORDER_STABLE : BL_ORDER_ANY};
}

/* Renames each arrangement to 1 + the smallest version that has it, which no reordering of the
 * passes changes. */
static void name_rows(struct bl_arena *arena, const struct bl_flow *flow, int version_count,
                      struct bl_type *types) {
    int *names = BL_NEW(arena, int, bl_flow_count(flow));
    for (int i = 0; i < version_count; i++) {
        int rows = types[i].rows;
        if (rows && !names[rows]) names[rows] = i + 1;
        if (rows) types[i].rows = names[rows];
    }
}

void bl_types_assign(struct bl_arena *arena, const struct bl_program *program,
                     const struct bl_pass *passes, int pass_count, struct bl_type *types) {
    struct bl_flow *flow = bl_flow_new(arena);
    for (int i = 0; i < program->version_count; i++)
        types[i] = bl_type_unwritten(program->versions[i]);
    for (int i = 0; i < pass_count; i++) bl_types_pass(flow, &passes[i], types, types);
    name_rows(arena, flow, program->version_count, types);
}
