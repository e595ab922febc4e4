/* Exchanges that cannot use all nodes alike. */
#ifndef BL_CHECK_SPREAD_H
#define BL_CHECK_SPREAD_H

struct bl_check;

/* Warns of functions that steer an exchange and have too few values for the nodes: some nodes get
   nothing, or the fullest one more than 5 % over the mean. Once for each function. */
void bl_warn_spreads(struct bl_check *check);

#endif
