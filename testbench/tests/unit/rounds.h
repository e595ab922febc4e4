/* How many random cases a test tries: a fifth under the sanitizers, where each takes ten times as
   long, unless BL_LONG asks for all. */
#ifndef BL_ROUNDS_H
#define BL_ROUNDS_H

#include <stdlib.h>

static inline int bl_rounds(int all) {
#ifdef __SANITIZE_ADDRESS__
    return getenv("BL_LONG") ? all : (all + 4) / 5;
#else
    return all;
#endif
}

#endif
