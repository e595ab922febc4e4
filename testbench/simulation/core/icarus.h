/* A node that is simulated by Icarus: one vvp process per instance, spoken to over a socket. Slow,
   but a second opinion on the Verilog.

   The emitted wrapper (emit_icarus.h) packs the node's ports into one input and one output vector
   of 32-bit words, and the emitted model moves those to and from the face; the VPI module
   testbench/simulation/vpi/bl_vpi.c moves the vectors and knows nothing else. */
#ifndef BL_ICARUS_H
#define BL_ICARUS_H

#include <sys/types.h>

#include "ir/carried/node_model.h"

enum {
    BL_ICARUS_FD = 3 /* the socket in the vvp process */,
    BL_ICARUS_SETTLE = 1,
    BL_ICARUS_CLOCK = 2,
    BL_ICARUS_FORK =
        4, /* with a socket: a copy of the process goes on with that; answered by 0 or errno */
    BL_ICARUS_HELLO = 5, /* answered by 0 */
    BL_ICARUS_WAIT =
        3 /* first word of a message to it; SETTLE: the input vector follows; CLOCK: the clocks that
             rise, a bit for each; WAIT: a time of 2 or more units, then the input vector, which
             holds from then on; answered by the outputs at its end */
};

/* The node's ports: words of both vectors, and how they are moved from and to the face. */
struct bl_icarus_pins {
    int in_words, out_words;
    void (*pack)(const struct bl_node_in *in, uint32_t *to);
    void (*unpack)(const uint32_t *from, struct bl_node_out *out);
};

/* A vvp process on the top module `top` of PROGRAM.vvp (see bl_icarus_create). That it cannot be
   started, or has ended, is a failure (base/carried/checked.h). */
struct bl_vvp {
    int socket;
    pid_t process; /* 0: a copy, which its original waits for */
};
void bl_vvp_open(struct bl_vvp *vvp, const char *top);
void bl_vvp_close(struct bl_vvp *vvp);
void bl_vvp_send(const struct bl_vvp *vvp, const uint32_t *words, int count);
void bl_vvp_receive(const struct bl_vvp *vvp, uint32_t *words, int count);

/* For the functions of a bl_node_model. create starts vvp on PROGRAM.vvp (compiled from the wrapper
   and the Verilog of the node) with the module PROGRAM.vpi (compiled from bl_vpi.c), where PROGRAM
   is the path of the running program, or of the library that this is in, without its end. With
   `like`, a node that has not been stepped yet, its process is copied. */
void *bl_icarus_create(const struct bl_icarus_pins *pins, const void *like);
void bl_icarus_destroy(void *node);
void bl_icarus_settle(void *node, unsigned edges, const struct bl_node_in *in,
                      struct bl_node_out *out);
void bl_icarus_clock(void *node, unsigned edges);

#endif
