/* What the checker's files of this folder share. */
#ifndef BL_KERNEL_CHECK_INNER_H
#define BL_KERNEL_CHECK_INNER_H

#include "check/check.h"
#include "kernel/carried/kernels.h"
#include "kernel/kernel_own.h"
#include "kernel/kernel_tree.h"
#include "syntax/parse.h"

struct bl_kernel_check {
    struct bl_check *check;
    const struct bl_cluster *cluster;
    struct {
        const struct bl_declaration **items;
        int count, capacity;
    } kernel_trees, channel_trees, own_trees; /* kernels of moves, channels, kernels in Verilog */
    struct bl_kernels *kernels;
    struct bl_kernel_own_files *files;  /* [own_trees.count] */
    struct bl_kernel *made;             /* [kernel_trees.count] */
    struct bl_kernel_channel *channels; /* [channel_trees.count] */
};

/* Names with a value of their own while a kernel is checked. */
struct bl_kernel_names {
    struct bl_symbol **arguments; /* [count], then counters, by number */
    int argument_count;
    struct bl_symbol *counters[BL_DEEPEST];
    int depth, counter_count; /* open repeats, and their numbers: */
    int numbers[BL_DEEPEST];
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

/* The number of an expression of the kernel; -1 after a report. */
int bl_kernel_expression_make(struct bl_kernel_check *kc, struct bl_kernel_names *names,
                              const struct bl_expression *expression);
/* That of a constant. */
int bl_kernel_number_make(struct bl_kernel_check *kc, struct bl_kernel_names *names, int64_t value);
/* The value of an expression in which `node` may stand, which is `node`; false after a report. */
bool bl_kernel_node_value(struct bl_kernel_check *kc, const struct bl_expression *expression,
                          int node, int64_t *value);
/* The nodes, [cluster->nodes]; NULL after a report. */
const bool *bl_kernel_nodes(struct bl_kernel_check *kc, const struct bl_nodes_tree *tree);

void bl_kernel_check_owns(struct bl_kernel_check *kc);
void bl_kernel_check_channels(struct bl_kernel_check *kc);
void bl_kernel_check_kernels(struct bl_kernel_check *kc);
/* That each end of a channel has a kernel, and no two. */
void bl_kernel_check_ends(struct bl_kernel_check *kc);
/* That the kernels do not stand still for any of the values that are tried. */
void bl_kernel_check_goes_on(struct bl_kernel_check *kc);

#endif
