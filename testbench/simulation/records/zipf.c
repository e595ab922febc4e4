#include "simulation/records/zipf.h"

#include <math.h>

/* The integral of x^-exponent, and its inverse. */
static double integral(const struct bl_zipf *zipf, double x) {
    double power = 1 - zipf->exponent;
    return fabs(power) < 1e-9 ? log(x) : (pow(x, power) - 1) / power;
}

static double inverse(const struct bl_zipf *zipf, double area) {
    double power = 1 - zipf->exponent;
    if (fabs(power) < 1e-9) return exp(area);
    return pow(fmax(1 + power * area, 1e-300), 1 / power);
}

void bl_zipf_init(struct bl_zipf *zipf, double exponent, double count) {
    *zipf = (struct bl_zipf){.exponent = exponent, .count = count};
    zipf->first = integral(zipf, 1.5) - 1;
    zipf->last = integral(zipf, count + 0.5);
    zipf->squeeze = 2 - inverse(zipf, integral(zipf, 2.5) - pow(2, -exponent));
}

double bl_zipf_draw(const struct bl_zipf *zipf, struct bl_random *random) {
    for (;;) {
        double area = zipf->last + bl_random_real(random) * (zipf->first - zipf->last);
        double x = inverse(zipf, area), rank = floor(x + 0.5);
        if (rank < 1) rank = 1;
        if (rank > zipf->count) rank = zipf->count;
        if (rank - x <= zipf->squeeze ||
            area >= integral(zipf, rank + 0.5) - pow(rank, -zipf->exponent))
            return rank;
    }
}
