/* The tree of kernels and channels: what the parser makes of them. */
#ifndef BL_KERNEL_TREE_H
#define BL_KERNEL_TREE_H

#include "syntax/tree.h"

/* Numbers of nodes: `3`, `0..2`, `all`, `any`. */
struct bl_nodes_tree {
    struct bl_expression *first, *last; /* last NULL: only one; first NULL: all, */
    bool any;                           /* or those that kernels name for each move */
    struct bl_range range;
};

struct bl_channel_tree {
    struct bl_name type;
    struct bl_nodes_tree from, to;
    struct bl_expression *buffer; /* NULL: as many bytes as are needed */
    struct bl_name send;          /* `now` or `packed`; without a symbol: packed */
    struct bl_range unreliable;   /* of that word; without a line: nothing is lost */
};

enum bl_end_word {
    BL_END_READ,
    BL_END_WRITE,
    BL_END_SEND,
    BL_END_RECV,
    BL_END_PORT,
    BL_END_FILL,
    BL_END_DROP
};
struct bl_end_tree {
    enum bl_end_word word;
    struct bl_name name;                   /* of the memory, the channel, the port */
    struct bl_expression *address, *count; /* NULL: not given; FILL: the value is the address */
    struct bl_expression *node;            /* `send ping to NODE`; NULL: not given */
    struct bl_range range;
};

/* `allreduce sum u32 gpu(0, n)`: a row of bl_collectives with what is given to it. */
struct bl_collective_tree {
    const struct bl_collective *row;
    struct bl_name operator, type; /* operator: where the row combines */
    struct bl_end_tree from, to;   /* memories; to: where the row has two */
    struct bl_expression *root;    /* where the row has one */
};

/* A move, a repeat with its body, or a word that is a statement. */
struct bl_move_tree {
    struct bl_end_tree from, to;
    struct bl_name counter; /* REPEAT */
    struct bl_expression *first, *last;
    bool below; /* `first..<last`: without the last one */
    struct bl_move_tree *body;
    struct bl_collective_tree *collective;
    bool copies;            /* a move that is a descriptor, */
    struct bl_name cycles;  /* and the name of its cycles; without a symbol: none */
    enum {
        BL_TREE_MOVE,
        BL_TREE_REPEAT,
        BL_TREE_WAIT,
        BL_TREE_BARRIER,
        BL_TREE_COLLECTIVE
    } kind;
    bool broken;
    struct bl_range range;
    struct bl_move_tree *next;
};

/* `require peer < nodes;` */
struct bl_rule_tree {
    struct bl_expression *left, *right;
    enum bl_token_kind sign;
    struct bl_range range;
    struct bl_rule_tree *next;
};

/* `start server node client.peer;` */
struct bl_start_tree {
    struct bl_name kernel;
    struct bl_rule_tree *at; /* `node == client.peer`; NULL: at all nodes that it is on */
    struct bl_start_tree *next;
};
struct bl_group_tree {
    struct bl_start_tree *starts;
    struct bl_rule_tree *rules;
};

/* A port of a kernel in Verilog; of an output, for how many elements of which input it gives one:
   `per 4 a`, `per a after 2`, `per move of a`. */
struct bl_port_tree {
    struct bl_name name, type;
    bool in;
    struct bl_name of; /* without a symbol: not declared */
    int64_t per, after;
    bool move;
    struct bl_port_tree *next;
};

struct bl_kernel_tree {
    struct bl_name cluster;
    struct bl_nodes_tree nodes; /* all where none are named */
    struct bl_field *arguments;
    struct bl_rule_tree *rules; /* before its moves */
    struct bl_move_tree *body;
    struct bl_name verilog, golden; /* paths of a kernel in Verilog; without symbols: of moves */
    struct bl_port_tree *ports;
};

#endif
