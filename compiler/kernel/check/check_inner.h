/* What the checker's files of this folder share. */
#ifndef BL_KERNEL_CHECK_INNER_H
#define BL_KERNEL_CHECK_INNER_H

#include "check/check.h"
#include "kernel/carried/kernels.h"
#include "kernel/kernel_own.h"
#include "kernel/kernel_program.h"
#include "kernel/syntax/collectives.h"
#include "kernel/syntax/kernel_tree.h"
#include "syntax/parse.h"

struct bl_kernel_check {
    struct bl_check *check;
    const struct bl_cluster *cluster;
    struct {
        const struct bl_declaration **items;
        int count, capacity;
    } kernel_trees, channel_trees, own_trees, /* kernels of moves, channels, kernels in Verilog */
        group_trees;
    struct bl_kernels *kernels;
    struct bl_kernel_own_files *files;  /* [own_trees.count] */
    struct bl_kernel *made;             /* [kernel_trees.count] */
    struct bl_kernel_channel *channels; /* [channel_trees.count] */
    struct bl_kernel_own *owns;         /* [own_trees.count] */
    struct bl_kernel_group *groups;     /* [group_trees.count] */
    bool *operators;                    /* [own_trees.count]: a collective combines by it */
    int *first_bundles;                 /* [kernel_trees.count] */
    bool latency_reported;              /* that no buffer is long enough for the network's */
    int own_ports;                      /* those of modules, in front of those of reductions */
    struct {
        struct bl_kernel_port *items;
        int count, capacity;
    } ports;
    struct {
        struct bl_kernel_reduction *items;
        int count, capacity;
    } reductions;
    struct {
        struct bl_kernel_stated *items;
        int count, capacity;
    } collectives;
};

/* Names with a value of their own while a kernel is checked. */
struct bl_kernel_names {
    struct bl_symbol **arguments; /* [count], then counters, by number */
    int argument_count;
    struct bl_symbol *counters[BL_DEEPEST];
    int depth, counter_count; /* open repeats, and their numbers: */
    int numbers[BL_DEEPEST];
    struct {
        struct bl_kernel_timed {
            struct bl_symbol *name;
            int move;
        } * items;
        int count, capacity;
    } timed; /* copies whose cycles have a name */
    struct {
        struct bl_kernel_expression *items;
        int count, capacity;
    } expressions;
};

/* The arguments of a kernel, as declared; what is wrong with them is reported. */
struct bl_kernel_arguments {
    struct bl_symbol **symbols; /* [count] */
    const char **names;
    int count;
};
struct bl_kernel_arguments bl_kernel_check_arguments(struct bl_kernel_check *kc,
                                                     const struct bl_declaration *declaration);

/* A memory's end that several collectives have, each in its turn. */
struct bl_kernel_shared {
    bool source;
    struct bl_kernel_end end;
    int part, place;
};

/* A repeat as it is written. */
struct bl_kernel_rounds {
    int step;
    const struct bl_move_tree *tree;
};

/* A kernel while it is checked. */
struct bl_kernel_making {
    struct bl_kernel_check *kc;
    struct bl_kernel *kernel;
    int number; /* among the kernels of moves */
    int line;   /* of the statement whose steps are made */
    struct bl_kernel_names names;
    struct {
        struct bl_kernel_move *items;
        int count, capacity;
    } moves;
    struct {
        struct bl_kernel_step *items;
        int count, capacity;
    } steps;
    struct {
        struct bl_kernel_end *items;
        int count, capacity;
    } sources, targets;
    struct {
        struct bl_kernel_shared *items;
        int count, capacity;
    } shared;
    struct {
        struct bl_kernel_meeting *items;
        int count, capacity;
    } meetings;
    struct {
        struct bl_kernel_rounds *items;
        int count, capacity;
    } repeats;
    int first_reduction; /* of the kernel's */
    int collectives;     /* until now */
    bool bad;
};

/* The place of an end among the kernel's; a channel or port has one, of the others each is new. */
int bl_kernel_place_of(struct bl_kernel_making *making, bool source, struct bl_kernel_end end);
struct bl_kernel_step *bl_kernel_add_step(struct bl_kernel_making *making,
                                          enum bl_kernel_step_kind kind, int number);
/* The number of a memory; -1 after a report. */
int bl_kernel_find_memory(struct bl_kernel_making *making, struct bl_range range, const char *name);
/* Whether neither an argument nor a counter changes it; nor the node, without `nodes`. */
bool bl_kernel_is_settled(const struct bl_kernel_names *names, int expression, bool nodes);
/* An end of a move in a memory: expressions of its first byte and of how many elements, -1: not
   known. Whether it lies in the memory, as far as that is known before a run. */
struct bl_kernel_reach {
    struct bl_range range;
    int memory, address, length;
    int bytes; /* of an element */
};
bool bl_kernel_check_reach(struct bl_kernel_making *making, const struct bl_kernel_reach *reach);
/* A copy's memories, and as far as they are known before a run its length and addresses; false
   after a report. */
bool bl_kernel_check_copy(struct bl_kernel_making *making, const struct bl_move_tree *tree,
                          const struct bl_kernel_move *move);
/* Gives the cycles of the move that is made next, a copy, their name; false after a report. */
bool bl_kernel_name_cycles(struct bl_kernel_making *making, const struct bl_name *name);
/* The copy whose cycles a move's source, `fill(t, 1)`, names; -1: none. */
int bl_kernel_cycles_of(const struct bl_kernel_making *making, const struct bl_end_tree *tree);
/* The expression of its cycles; -1 after a report. */
int bl_kernel_cycles_make(struct bl_kernel_making *making, const struct bl_move_tree *tree,
                          const struct bl_kernel_move *move);
/* That all kernels together have no more copies than there are ids. */
void bl_kernel_check_copies(struct bl_kernel_check *kc);
/* The number of an expression with no operands. */
int bl_kernel_leaf_make(struct bl_kernel_check *kc, struct bl_kernel_names *names,
                        enum bl_kernel_operator operator, int64_t value);
/* Whether there is the node of that expression, as far as that is known before a run. */
bool bl_kernel_check_named(struct bl_kernel_making *making, struct bl_range range, int node);
/* Warns of a repeat whose last number wraps below 0 for some arguments. The kernel is sound. */
void bl_kernel_check_rounds(struct bl_kernel_making *making);
/* The number of the channel by which the barriers of a kernel, among those of moves, tell the node
   that is `distance` on. */
int bl_kernel_barrier_channel(const struct bl_kernel_check *kc, int kernel, int distance);
/* How many there are of a kernel: a word to every other node, or one that the network counts. */
int bl_kernel_barrier_channels(const struct bl_kernel_check *kc, int kernel);
/* Whether the kernel is on all nodes. */
bool bl_kernel_on_all(const struct bl_kernel_making *making);
/* The moves of a collective. */
void bl_kernel_add_collective(struct bl_kernel_making *making, const struct bl_move_tree *tree);
/* Bundles that the collectives of a kernel need. */
int bl_kernel_count_bundles(const struct bl_move_tree *tree);
/* Compares the modules of those kernels in Verilog whose declarations are sound, [own_trees.count],
   with them. */
void bl_kernel_check_files(struct bl_kernel_check *kc, const bool *sound);
/* Operators that are nothing else are no modules of the node. */
void bl_kernel_settle_operators(struct bl_kernel_check *kc);
/* Kernels that move to an input, or from an output. */
int bl_kernel_movers(const struct bl_kernel_check *kc, int port);

/* Which operator and value a name stands for; false: it is a constant. */
bool bl_kernel_find_name(const struct bl_kernel_check *kc, const struct bl_kernel_names *names,
                         const struct bl_expression *expression,
                         struct bl_kernel_expression *found);
/* Whether nothing of the kernel's stands in it. */
bool bl_kernel_is_constant(const struct bl_kernel_check *kc, const struct bl_kernel_names *names,
                           const struct bl_expression *expression);
/* The value of a constant, a whole number or a size in bytes; false after a report. */
bool bl_kernel_constant(struct bl_kernel_check *kc, const struct bl_expression *expression,
                        int64_t *value);
/* A rule about the arguments of `names`; false after a report. */
bool bl_kernel_rule_make(struct bl_kernel_check *kc, const struct bl_kernel_names *names,
                         const struct bl_rule_tree *tree, struct bl_device_rule *rule);
/* The rules of a kernel. */
void bl_kernel_check_rules(struct bl_kernel_making *making, const struct bl_rule_tree *tree);
/* The number of an expression of the kernel; -1 after a report. */
int bl_kernel_expression_make(struct bl_kernel_check *kc, struct bl_kernel_names *names,
                              const struct bl_expression *expression);
/* That of a constant. */
int bl_kernel_number_make(struct bl_kernel_check *kc, struct bl_kernel_names *names, int64_t value);
/* That of an operator, with its value where it has one; of constants a constant. */
int bl_kernel_operation_make(struct bl_kernel_check *kc, struct bl_kernel_names *names,
                             struct bl_kernel_expression expression);
/* Whether an argument or a counter stands in it: its value is not known before a kernel starts. */
bool bl_kernel_at_start(const struct bl_kernel_check *kc, const struct bl_kernel_names *names,
                        const struct bl_expression *expression);
/* The value of an expression in which `node` may stand, which is `node`; false after a report. */
bool bl_kernel_node_value(struct bl_kernel_check *kc, const struct bl_expression *expression,
                          int node, int64_t *value);
/* The nodes, [cluster->nodes]; NULL after a report. */
const bool *bl_kernel_nodes(struct bl_kernel_check *kc, const struct bl_nodes_tree *tree);

/* Kernels in Verilog, channels, and kernels of moves, in this order: fill kc->kernels, and report
   what is wrong with them. */
void bl_kernel_check_owns(struct bl_kernel_check *kc);
void bl_kernel_check_channels(struct bl_kernel_check *kc);
void bl_kernel_check_kernels(struct bl_kernel_check *kc);
/* Whether the program's channels are unreliable: then another carrier of its network has them, all
   of them, and nothing else is over it. Before and behind the channels themselves. */
void bl_kernel_choose_carrier(struct bl_kernel_check *kc);
void bl_kernel_check_unreliable(struct bl_kernel_check *kc);
/* That each end of a channel has a kernel, and no two. */
void bl_kernel_check_ends(struct bl_kernel_check *kc);

/* Groups, of kernels that are right. */
void bl_kernel_check_groups(struct bl_kernel_check *kc);

#endif
