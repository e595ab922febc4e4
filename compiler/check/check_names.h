/* What names mean. A name means one thing: nothing is shadowed, so a symbol carries its binding
 * itself. */
#ifndef BL_CHECK_NAMES_H
#define BL_CHECK_NAMES_H

#include "check/check.h"

/* Declares a value's name in the innermost scope; that of a version lasts for the whole pipeline.
   An error when the name is taken: then the binding is not visible. Never NULL. */
struct bl_binding *bl_declare(struct bl_check *check, struct bl_name name,
                              enum bl_binding_kind kind);
/* Makes a name known as broken, unless it is known already. */
void bl_declare_poison(struct bl_check *check, struct bl_name name, bool version);
void bl_declare_program(struct bl_check *check, const struct bl_declaration *declaration);
/* Finds a name of one kind. NULL after an error, and without one when the name is NULL or poison.
   `wanted` is for the message:
   "a constant". */
struct bl_binding *bl_find(struct bl_check *check, struct bl_name name, enum bl_binding_kind kind,
                           const char *wanted);
/* Reports that a name means something else than is needed here. */
void bl_wrong_kind(struct bl_check *check, struct bl_name name, const struct bl_binding *binding,
                   const char *wanted);
/* Whether files can be named after it; false after an error. */
bool bl_check_file_name(struct bl_check *check, struct bl_name name);

#endif
