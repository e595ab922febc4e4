/* Functions of the record: bits of a column, each of them a bit or the XOR of several. So every
   function is an affine map over GF(2), and two that have the same value of every record are known
   to be equal. */
#ifndef BL_CHECK_FUNCTION_H
#define BL_CHECK_FUNCTION_H

struct bl_check;
struct bl_function;
struct bl_slice;

/* The function that a slice stands for, or NULL after an error. */
const struct bl_function *bl_check_slice(struct bl_check *check, const struct bl_slice *slice);

#endif
