/* Whether the golden function of a kernel in Verilog gives as many elements as the outputs declare.
 */
#include <string.h>

#include "base/arena.h"
#include "kernel/trial/trial_inner.h"

/* Whether output `port` is right up to the end of the moves; else the first call that is not. */
static bool check_output(struct bl_kernel_trial *trial, int port) {
    const struct bl_kernel_rate *rate = &trial->ports.out[port]->rate;
    const struct bl_kernel_given *given = &trial->answers.out[port];
    const struct bl_kernel_moves *moves = &trial->moves;
    struct bl_kernel_come come = {0};
    for (int move = 0, run = 0, call = 0, element = 0; move < moves->lengths.count; move++) {
        if (move == moves->runs.items[run].moves) come = (struct bl_kernel_come){0}, run++;
        for (int i = 0; i < moves->lengths.items[move]; i++, call++) {
            bool last = i + 1 == moves->lengths.items[move];
            bool gave = element < given->calls.count && given->calls.items[element] == call;
            element += gave;
            if (bl_kernel_rate_gives(rate, &come, last ? ~0u : 0) == gave) continue;
            trial->rate = (struct bl_kernel_rate_fault){port, call, gave};
            return false;
        }
    }
    return true;
}

void bl_kernel_check_rates(struct bl_kernel_trial *trial) {
    bool right = true;
    for (int i = 0; i < trial->ports.outs && right; i++)
        if (trial->ports.out[i]->rate.per) right = check_output(trial, i);
}
