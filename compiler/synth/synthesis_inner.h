/* What synthesis.h has for the files of its folder alone. */
#ifndef BL_SYNTHESIS_INNER_H
#define BL_SYNTHESIS_INNER_H

#include "synth/synthesis.h"

/* What lies below the top's instances of a role, the top's own logic being of the last. */
struct bl_resources bl_synth_role(const struct bl_synth *synth, enum bl_role role);
const char *bl_role_word(enum bl_role role);
const char *bl_role_title(enum bl_role role);

#endif
