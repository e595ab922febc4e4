/* Constant expressions. */
#ifndef BL_CHECK_VALUE_H
#define BL_CHECK_VALUE_H

#include "base/value.h"

struct bl_check;
struct bl_expression;

/* Constants. */
struct bl_value bl_check_expression(struct bl_check *check, const struct bl_expression *expression);

#endif
