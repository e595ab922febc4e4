/* How the values of a function of the record fall on the nodes: value v on node v mod `nodes`. */
#ifndef BL_SPREAD_H
#define BL_SPREAD_H

struct bl_function;

/* The function has 2 to the power of so many values: its bits, or of a mix the rank of its masks
   over GF(2). */
int bl_function_rank(const struct bl_function *function);

/* shares[node]: the records that go there over those of a mean node, when each bit of the column is
   0 as often as 1, whatever the others are. 1 where there is no function, and of more than 2^16
   values on a number of nodes that is no power of two. */
void bl_function_shares(const struct bl_function *function, int nodes, double *shares);

/* The largest share. */
double bl_fullest_share(const double *shares, int nodes);

#endif
