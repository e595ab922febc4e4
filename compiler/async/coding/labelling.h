/* The labels of a state signal from the value that it is to have in every state, for up to 64
   signals at a time: bit i of each word is about signal i. */
#ifndef BL_LABELLING_H
#define BL_LABELLING_H

#include "async/coding/insert.h"

enum { BL_LANES = 64 };

/* What can be said of a specification beforehand. */
struct bl_labeller;
struct bl_labeller *bl_labeller_new(struct bl_arena *arena, const struct bl_spec *spec);

/* A state entered from one of the other value is where the signal is excited first, and the
   excitation lasts no longer than it must. Per state `target` has the value and `excited` becomes
   whether the signal is excited; what is there already stays. Per event `hurried` (NULL: none) has
   the signals that may not delay it. Returns for which signals there is such a labelling; `excited`
   of the others means nothing. */
uint64_t bl_labeller_run(const struct bl_labeller *labeller, const uint64_t *target,
                         const uint64_t *hurried, uint64_t *excited);

/* The labels of one signal. */
void bl_labeller_labels(const struct bl_labeller *labeller, const uint64_t *target,
                        const uint64_t *excited, int lane, uint8_t *labels);

#endif
