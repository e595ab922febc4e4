/* Insertion of a state signal into a specification. Every state gets a label; a state in which the
   signal is excited becomes two, before and after.

   The signal never goes in front of an input: where an input leaves the states in which the signal
   is excited, it stays excited behind it. It keeps persistency: a local event that is delayed until
   the signal has moved was not enabled before, and the signal, once excited, moves. */
#ifndef BL_INSERT_H
#define BL_INSERT_H

#include "async/coding/spec.h"

enum bl_label { BL_LOW, BL_RISING, BL_HIGH, BL_FALLING };

/* The value that the signal moves to in a state with the label. */
static inline bool bl_label_target(enum bl_label label) {
    return label == BL_RISING || label == BL_HIGH;
}
static inline bool bl_label_excited(enum bl_label label) {
    return label == BL_RISING || label == BL_FALLING;
}

/* Two states with the labels never have the same value of the signal. */
static inline bool bl_label_apart(enum bl_label one, enum bl_label other) {
    return one + other == BL_LOW + BL_HIGH && one != other && !bl_label_excited(one);
}

/* Whether an arc from a state with label `from` to one with label `to` is there when the signal has
 * the value. */
static inline bool bl_passes(enum bl_label from, enum bl_label to, bool value) {
    if (!bl_label_excited(from) && value != (from == BL_HIGH)) return false;
    if (!bl_label_excited(to) && value != (to == BL_HIGH)) return false;
    return bl_label_target(from) == bl_label_target(to) || !bl_label_excited(from) ||
           value == bl_label_target(from);
}

/* Marks the local events that the labelled signal delays; returns how many there are. */
int bl_insert_delayed(const struct bl_spec *spec, const uint8_t *labels, bool *delayed);

/* The labels keep the rules above. */
bool bl_insert_legal(const struct bl_spec *spec, const uint8_t *labels);

/* The specification with the signal. It shares nothing with the old one but the names of signals
 * that are not inserted. */
struct bl_spec *bl_insert_apply(struct bl_arena *arena, const struct bl_spec *spec,
                                const uint8_t *labels, const char *name);

#endif
