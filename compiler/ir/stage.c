#include "ir/stage.h"

static const struct bl_stage_words words[] = {
#define BL_STAGE(name, word, versions, makes, help) [BL_##name] = {#word, help, versions, makes},
#include "ir/stages.def"
#undef BL_STAGE
};

const struct bl_stage_words *bl_stage_words(enum bl_stage_kind kind) { return &words[kind]; }

const char *bl_stage_word(enum bl_stage_kind kind) { return words[kind].word; }
