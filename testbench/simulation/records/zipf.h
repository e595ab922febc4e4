/* Zipf's distribution over 1..count: the chance of rank k is proportional to 1 / k^exponent. */
#ifndef BL_ZIPF_H
#define BL_ZIPF_H

#include "base/carried/random.h"

/* Prepared numbers of the rejection method by inversion (Hörmann and Derflinger 1996): constant
 * time and space for any count. */
struct bl_zipf {
    double exponent, count, first, last, squeeze;
};

/* exponent > 0, count >= 1. */
void bl_zipf_init(struct bl_zipf *zipf, double exponent, double count);
/* A rank in 1..count. */
double bl_zipf_draw(const struct bl_zipf *zipf, struct bl_random *random);

#endif
