/* Factored forms: a function as a tree of ands and ors over literals. Their leaves are what the
 * field counts as literals of a complex gate.
 */
#ifndef BL_FORM_H
#define BL_FORM_H

#include "async/logic/minimise.h"

struct bl_text;

enum bl_form_kind { BL_FORM_ZERO, BL_FORM_ONE, BL_FORM_LITERAL, BL_FORM_AND, BL_FORM_OR };

struct bl_form {
    enum bl_form_kind kind;
    int variable; /* of a literal */
    bool value;   /* the literal is 1 when the variable has this value */
    const struct bl_form *left, *right;
    int literals;
};

/* The variable, or its complement when `value` is false. */
const struct bl_form *bl_form_literal(struct bl_arena *arena, int variable, bool value);

/* And, or of two forms; constants are absorbed. */
const struct bl_form *bl_form_join(struct bl_arena *arena, enum bl_form_kind kind,
                                   const struct bl_form *left, const struct bl_form *right);

/* The complement, with as many literals. */
const struct bl_form *bl_form_not(struct bl_arena *arena, const struct bl_form *form);

/* A form that is 1 on `on` and 0 on `off` with few literals: sums and products of sums of several
   kinds, each part minimised again with the freedom that the rest leaves. */
const struct bl_form *bl_form_find(struct bl_arena *arena, const struct bl_points *points,
                                   const uint64_t *on, const uint64_t *off);

/* The same in a hurry: one sum of products for the function and one for its complement, factored as
 * they are. */
const struct bl_form *bl_form_quick(struct bl_arena *arena, const struct bl_points *points,
                                    const uint64_t *on, const uint64_t *off);

/* A copy that shares nothing with the original. */
const struct bl_form *bl_form_copy(struct bl_arena *arena, const struct bl_form *form);

/* Factors a sum as it is. */
const struct bl_form *bl_form_of_sum(struct bl_arena *arena, const struct bl_cube *cubes,
                                     int count);

/* Where the form is 1. */
void bl_form_set(const struct bl_points *points, const struct bl_form *form, uint64_t *set);
bool bl_form_value(const struct bl_form *form, uint64_t code);
uint64_t bl_form_support(const struct bl_form *form);

/* The same function multiplied out: an irredundant list in which no cube contains another. */
struct bl_sum bl_form_flatten(struct bl_arena *arena, const struct bl_form *form);

/* Appends "a b' + c (d + e)"; names[v] is variable v. */
void bl_form_print(struct bl_text *text, const struct bl_form *form, const char *const *names);

#endif
