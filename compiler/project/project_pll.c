/* Settings of a phase-locked loop that give several frequencies exactly. */
#include <math.h>
#include "project/project.h"
#include "project/project_inner.h"

enum { MOST_MULTIPLY = 64, MOST_DIVIDE = 10, MOST_OUT = 128 };

/* Frequencies come from decimal numbers of a program: a millionth of a Hz off is not meant. */
static bool whole(double value) { return fabs(value - nearbyint(value)) < 1e-9 * value; }

static bool outputs(struct bl_pll *pll, double oscillator, const double *hertz, int count) {
    for (int i = 0; i < count; i++) {
        double out = oscillator / hertz[i];
        if (!whole(out) || out < 1 || out > MOST_OUT) return false;
        pll->out[i] = (int)nearbyint(out);
    }
    return true;
}

bool bl_pll_solve(struct bl_pll *pll, double reference, const double *hertz, int count, double low,
                  double high) {
    *pll = (struct bl_pll){.out = {1, 1, 1}, .count = count};
    for (int divide = 1; divide <= MOST_DIVIDE; divide++)
        for (int multiply = MOST_MULTIPLY; multiply >= 2;
             multiply--) { /* a fast oscillator has less jitter */
            double oscillator = reference * multiply / divide;
            if (oscillator < low || oscillator > high || !outputs(pll, oscillator, hertz, count))
                continue;
            pll->multiply = multiply;
            pll->divide = divide;
            for (int i = count; i < 3; i++) pll->out[i] = pll->out[0];
            return true;
        }
    return false;
}
