/* Kernels of the nodes, and the channels between them: what the generated calls of a program of
   kernels are made of. Results are bl_device_result. */
#ifndef BL_DEVICE_KERNEL_H
#define BL_DEVICE_KERNEL_H

#include "bl_device.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a program says of arguments, `peer < nodes`, in whole numbers that do not wrap. Terms stand
   behind those that they are made of, the comparison last. Enumerator, sign. */
#define BL_DEVICE_TERMS(ROW)                                                                \
    ROW(NUMBER, "")                                                                         \
    ROW(ARGUMENT, "") ROW(NODE, "node") ROW(ADD, "+") ROW(SUBTRACT, "-") ROW(MULTIPLY, "*") \
        ROW(DIVIDE, "/") ROW(REST, "%") ROW(SHIFT_RIGHT, ">>") ROW(EQUAL, "==")             \
            ROW(NOT_EQUAL, "!=") ROW(LESS, "<") ROW(LESS_EQUAL, "<=")
enum bl_device_term_kind {
#define ROW(name, sign) BL_DEVICE_TERM_##name,
    BL_DEVICE_TERMS(ROW)
#undef ROW
};
struct bl_device_term {
    enum bl_device_term_kind kind;
    int64_t value;   /* of a NUMBER; the number of an ARGUMENT */
    int left, right; /* numbers of terms; REST is 0 or more */
};
struct bl_device_rule {
    const char *text; /* as it is written */
    const struct bl_device_term *terms;
    int count;
    int sets, by; /* the argument that is equal to term `by`; -1: none */
};

/* Where a kernel waits for others. */
struct bl_device_kernel_end {
    const char *name; /* "channel ping" */
    int channel;      /* its bit in the marks; -1: none */
    int sends;
    const int *peers; /* [nodes]: the node at its other end, at opening; NULL: not known */
};
struct bl_device_kernel_step {
    int line;         /* of the source */
    const char *what; /* "channel ping -> gpu"; NULL: it is no move */
    int from, to;     /* ends of the kernel; -1: it waits for nobody there */
};
/* Its registers: arguments, one behind the other, then `go` and `seen`; `state`, two words of
   clocks, `waits` and `missing`. */
struct bl_device_kernel {
    const char *name;
    uint32_t arguments;
    int argument_count;
    uint32_t state;
    uint64_t nodes;                     /* bit n: it is on node n */
    uint64_t memories;                  /* bit m: it names number m of bl_device_kernels.memories */
    const char *const *names;           /* [argument_count] */
    const struct bl_device_rule *rules; /* what its arguments have to be */
    int rule_count;
    const struct bl_device_kernel_end *ends;   /* as `waits` numbers them */
    const struct bl_device_kernel_step *steps; /* as `waits` numbers them, less 1 */
    int end_count, step_count;
    bool talks; /* over the network: it does not end when that has stopped */
};
/* A kernel in Verilog with arguments: their registers, one behind the other, and the kernels that
   move to it or from it. */
struct bl_device_module {
    const char *name;
    uint32_t arguments;
    int argument_count;
    const struct bl_device_kernel *const *movers; /* ends with NULL */
};
struct bl_device_channel {
    const char *name;
    uint32_t to;           /* its registers, `from` behind it */
    const int *peers, *of; /* [nodes]: where each node sends, from whom it takes; -1: none */
    int number;            /* its bit in `marks` and `drop` */
    uint32_t lost;         /* a register, units that were missing; 0: it loses nothing */
};
/* A memory that kernels use, and the registers of its bus address, low and high, and of its size in
   units of 4 bytes. */
struct bl_device_kernel_memory {
    const char *name;
    uint32_t base;
    int gpu; /* -1: the host's */
};
/* Kernels that are started together, with the arguments of all behind each other. */
struct bl_device_member {
    const struct bl_device_kernel *kernel;
    const struct bl_device_rule *at; /* holds at the nodes where it is started; NULL: at all */
    uint64_t given; /* bit i: argument i comes with the call; the others are as its rules say */
    int first;      /* the place of its first argument among those of all */
};
struct bl_device_group {
    const char *name;
    const struct bl_device_member *members;
    int count;
    const struct bl_device_rule *rules; /* of the arguments of all */
    int rule_count;
};
struct bl_device_kernels {
    const struct bl_device_kernel *kernels;
    const struct bl_device_channel *channels;
    const struct bl_device_kernel_memory *memories;
    const struct bl_device_module *modules; /* those with arguments */
    int kernel_count, channel_count, memory_count, module_count;
    const struct bl_device_group *groups;
    int group_count;
    uint32_t marks; /* a register: bit c: a kernel on channel c has failed; 0: there are none */
    uint32_t drop, dropped; /* registers: bit c empties channel c; what was dropped; 0: none */
    /* registers of unreliable channels; 0: none. The host writes bit 0 to be shown each gap, while
       the zeros for it wait, and another number above bit 16 to be shown the next one; the gap that
       is shown is how many units, 0: none, its channel, and its first unit. */
    uint32_t gaps, gap;
    const char *file; /* the source's name */
};

/* What a kernel's error, bits 31 to 24 of its state, means. Name, number, text. */
#define BL_DEVICE_KERNEL_ERRORS(ROW)                                                             \
    ROW(UNALIGNED, 2, "a length or an address is not a multiple of 4 bytes")                     \
    ROW(BEYOND, 3, "a move leaves its memory")                                                   \
    ROW(READ_FAILED, 4, "a read was answered with an error")                                     \
    ROW(WRITE_FAILED, 5, "a write was answered with an error")                                   \
    ROW(NO_NODE, 6, "a move names a node that the cluster does not have")                        \
    ROW(PARTNER, 7, "a kernel at the other end of a channel has failed")                         \
    ROW(COPY, 8, "a copy has addresses that differ modulo 32, or is longer than 1 MiB less 4 B") \
    ROW(MISSED, 9, "moves have missed units that were lost on their way")

/* Their numbers, BL_DEVICE_KERNEL_NAME. */
enum bl_device_kernel_error_number {
#define ROW(name, number, text) BL_DEVICE_KERNEL_##name = (number),
    BL_DEVICE_KERNEL_ERRORS(ROW)
#undef ROW
};

/* After opening, and after a reset: nodes get their numbers, channels their ends and memories the
   places that they had, and the network is opened. */
enum bl_device_result bl_device_kernels_open(struct bl_device *device,
                                             const struct bl_device_kernels *kernels);
/* Where a memory lies on the bus, and its bytes, for all kernels of a node: moves that leave it
   fail before anything is read or written. It stays over resets, until it is set anew; of 0 bytes
   it is none. BL_DEVICE_BUSY while a kernel of the node runs that names the memory;
   BL_DEVICE_BAD_CALL when it does not begin at a multiple of 4, has more than 4 GiB, or reaches
   beyond 2^64. */
enum bl_device_result bl_device_kernel_memory(struct bl_device *device, int node,
                                              const struct bl_device_kernel_memory *memory,
                                              uint64_t bus, uint64_t bytes);
/* Joins the sending end of a channel at a node to the receiving end at `peer`, in place of those
   that they were joined to. Nothing is on its way. */
enum bl_device_result bl_device_channel_to(struct bl_device *device,
                                           const struct bl_device_channel *channel, int node,
                                           int peer);

/* Throws away what is left of a channel at its receiving end in a node, when the kernels have ended
   that receive from it there; *units (or NULL): so many elements of 4 bytes. What comes while the
   call looks on goes too, until nothing has come for a while. BL_DEVICE_BUSY while such a kernel
   runs; BL_DEVICE_BAD_CALL where no kernel receives from it. */
enum bl_device_result bl_device_channel_empty(struct bl_device *device,
                                              const struct bl_device_channel *channel, int node,
                                              uint32_t *units);

/* Units of 4 bytes that were missing of an unreliable channel at its receiving end in a node,
   modulo 2^32, since the last reset. BL_DEVICE_BAD_CALL: it loses nothing. */
enum bl_device_result bl_device_channel_lost(struct bl_device *device,
                                             const struct bl_device_channel *channel, int node,
                                             uint32_t *units);

/* Writes the arguments of a kernel in Verilog; BL_DEVICE_BUSY while a kernel of the node runs that
   moves to it or from it. They stay until they are written anew, or the node is reset: zeros. */
enum bl_device_result bl_device_module_set(struct bl_device *device, int node,
                                           const struct bl_device_module *module,
                                           const uint32_t *arguments);

/* The first of these rules that arguments break at a node, or NULL. */
const struct bl_device_rule *bl_device_rules_broken(const struct bl_device_rule *rules, int count,
                                                    const uint32_t *arguments, int node);
/* Gives each argument that a rule says another value is equal to that value, where it is one of 32
   bits; not those whose bit of `kept` is set. */
void bl_device_rules_set(const struct bl_device_rule *rules, int count, uint32_t *arguments,
                         uint64_t kept, int node);

/* Starts a kernel; BL_DEVICE_BUSY while it runs, BL_DEVICE_BAD_CALL where it is not on the node,
   where its arguments break one of its rules, before the node has all memories that it
   names, or after a reset before bl_device_kernels_open. BL_DEVICE_NODE_ERROR when bl_device_reset
   has to come first: the node was reset by somebody else, the kernel has failed in the memory, or
   one has failed that shares a channel with it. */
enum bl_device_result bl_device_kernel_start(struct bl_device *device, int node,
                                             const struct bl_device_kernel *kernel,
                                             const uint32_t *arguments);
/* Waits until the last start of a kernel has ended: the one that was the last when the call came.
   BL_DEVICE_NOT_STARTED when there was none; BL_DEVICE_NODE_ERROR with its error, as soon as it has
   one, or when a reset has ended it, asked for or not, as all threads that wait for it learn,
   and later waits until the next start, or when the network that it needs has stopped;
   BL_DEVICE_TIMEOUT after timeout_ps, a limit as bl_device.h says; BL_DEVICE_BAD_CALL as above.
   *clocks, where it is not NULL: cycles of the start. */
enum bl_device_result bl_device_kernel_wait(struct bl_device *device, int node,
                                            const struct bl_device_kernel *kernel,
                                            int64_t timeout_ps, uint64_t *clocks);
/* Whether nothing of a kernel is under way: BL_DEVICE_BUSY while it runs, or, behind an error,
   while moves that began before it do. */
enum bl_device_result bl_device_kernel_rests(struct bl_device *device, int node,
                                             const struct bl_device_kernel *kernel);
/* Starts a kernel on all nodes that it is on, with the same arguments, and waits for all of them,
   each as bl_device_kernel_wait does; *clocks: of the one that took longest. BL_DEVICE_BUSY, and
   none is started, while it runs on one of them; BL_DEVICE_BAD_CALL, and none is, when the
   arguments break one of its rules on one of them. After an error the others may still run. */
enum bl_device_result bl_device_kernel_call(struct bl_device *device,
                                            const struct bl_device_kernel *kernel,
                                            const uint32_t *arguments, int64_t timeout_ps,
                                            uint64_t *clocks);

/* Starts all kernels of a group. BL_DEVICE_BAD_CALL, and none is started, when the arguments break
   a rule of the group or of a kernel, or name a node where a kernel is not; BL_DEVICE_BUSY, and
   none is, while one of them runs. */
enum bl_device_result bl_device_group_start(struct bl_device *device,
                                            const struct bl_device_group *group,
                                            const uint32_t *arguments);
/* Starts them and waits for all, each as bl_device_kernel_wait does; *clocks: of the one that took
   longest. After an error the others may still run. */
enum bl_device_result bl_device_group_call(struct bl_device *device,
                                           const struct bl_device_group *group,
                                           const uint32_t *arguments, int64_t timeout_ps,
                                           uint64_t *clocks);

#ifdef __cplusplus
}
#endif

#endif
