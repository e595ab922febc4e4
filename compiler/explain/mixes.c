#include "explain/mixes.h"

#include "base/arena.h"

static bool is_known(const struct bl_function **mixes, int count, const struct bl_function *mix) {
    for (int i = 0; i < count; i++)
        if (mixes[i]->mix == mix->mix) return true;
    return false;
}

int bl_mixes_of(struct bl_arena *arena, const struct bl_program *program,
                const struct bl_function ***mixes) {
    struct {
        const struct bl_function **items;
        int count, capacity;
    } list = {0};
    for (int p = 0; p < program->pass_count; p++)
        for (int s = 0; s < program->passes[p].stage_count; s++) {
            const struct bl_stage *stage = &program->passes[p].stages[s];
            for (int f = 0; f < stage->function_count; f++)
                if (stage->functions[f]->mix &&
                    !is_known(list.items, list.count, stage->functions[f]))
                    *BL_APPEND(arena, &list) = stage->functions[f];
        }
    *mixes = list.items;
    return list.count;
}

int bl_mix_terms(const struct bl_function *mix) {
    int most = 0;
    for (int i = 0; i < mix->bits; i++) {
        int terms = 0;
        for (bl_wide rest = mix->masks[i]; rest; rest &= rest - 1) terms++;
        if (terms > most) most = terms;
    }
    return most;
}

int bl_mix_levels(const struct bl_function *mix) {
    enum { LUT_INPUTS = 6 };
    int levels = 0;
    for (int reach = 1; reach < bl_mix_terms(mix); reach *= LUT_INPUTS) levels++;
    return levels;
}
