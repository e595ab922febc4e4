/* The checker's own header: its state and the calls between its files. From outside, call bl_front
 * (driver/front.h). */
#ifndef BL_CHECK_H
#define BL_CHECK_H

#include "base/value.h"
#include "check/overrides.h"
#include "ir/program.h"
#include "ir/types/flow.h"
#include "kind/kinds.h"
#include "settings/setting.h"
#include "syntax/tree.h"

enum { BL_MOST_PASSES = 1 << 20, BL_MOST_COUNTER_BITS = 16, BL_NO_COLUMN = -1 };

enum bl_binding_kind {
    BL_BIND_POISON, /* its declaration has an error: uses are not reported again */
    BL_BIND_CONST,
    BL_BIND_SHAPE, /* nodes, channels, width: without a value before the pipeline */
    BL_BIND_FUNCTION,
    BL_BIND_VERSION,
    BL_BIND_PRODUCT,
    BL_BIND_INPUT,
    BL_BIND_RECORD,
    BL_BIND_CLUSTER,
    BL_BIND_PROGRAM, /* of a kind of program */
    BL_BIND_OWN      /* a stage of the user's own */
};

/* A cluster as collected, before the command line changes it. */
struct bl_cluster_parts;

/* What is given of a setting, in base units. */
struct bl_given {
    bool present, bad;
    double real;
    struct bl_range range;
};

struct bl_binding {
    enum bl_binding_kind kind;
    struct bl_symbol *symbol;
    struct bl_range range; /* where it was declared */
    bool used, warned;
    struct bl_binding *next; /* of the same scope */
    union {
        struct bl_value value;
        const struct bl_function *function;
        struct {
            struct bl_version *version;
            const struct bl_column *named;
        } column; /* named: the column whose name this is, or NULL */
        struct {
            struct bl_product *product;
            const struct bl_stage *stage; /* that makes it */
            int rows, pass;
        } product;
        struct bl_record *record;
        struct bl_cluster_parts *cluster;
        struct bl_own *own;
        const struct bl_kind_word *program;
    };
};

/* What the checker knows of a version beside the program. */
struct bl_version_state {
    int rows;
    bool read, replaced;
};

/* The table of stages, which knows the checker: so it is handed in. */
typedef const struct bl_stage_row *bl_find_stage(enum bl_stage_kind kind);

/* What there is so far of a kind of program. */
struct bl_collected {
    const struct bl_declaration *program; /* by the kind's first word, or NULL */
    void *own;
};

/* A `dma` as it was written. */
struct bl_dma_given {
    struct bl_name name, cluster, descriptor; /* descriptor: without a symbol the board's */
    struct bl_given settings[BL_MOST_SETTINGS];
    bool bad;
};

struct bl_check {
    struct bl_arena *arena;
    struct bl_diags *diags;
    struct bl_symbols *symbols;
    const struct bl_overrides *overrides;
    bl_find_stage *find_stage;
    struct bl_program *program;
    struct bl_flow *flow;
    struct {
        struct bl_version **items;
        int count, capacity;
    } versions;
    struct {
        struct bl_version_state *items;
        int count, capacity;
    } states;
    struct {
        const struct bl_function **items; /* a function for every map that is no slice */
        int count, capacity;
    } mixes;
    struct {
        struct bl_pass *items;
        int count, capacity;
    } passes;
    struct {
        struct bl_binding **items;
        int count, capacity;
    } clusters;
    struct {
        struct bl_dma_given *items;
        int count, capacity;
    } dmas;
    struct bl_binding *scope;   /* what was declared in the innermost block */
    struct bl_collected *kinds; /* [bl_kind_count] */
    struct {
        const struct bl_own **items; /* stages of the user's own that passes use */
        int count, capacity;
    } owns;
    struct {
        struct bl_own_file *items; /* of those that are declared */
        int count, capacity;
    } own_files;
    struct {
        const struct bl_own **items; /* of all that are declared, in this file or an imported one */
        int count, capacity;
    } declared;
    bool drafts; /* their files need not be there yet */
    struct {
        struct bl_column **items; /* that they make */
        int count, capacity;
    } made_columns;
    struct bl_symbol *input;    /* the pipeline's records */
    struct bl_symbol **columns; /* the names under which `partition` finds each column */
    int *made;                  /* how many versions partitions have named, for each column */
    int tables, sizes;          /* how many of each partitions have named */
    bool partitioned, again;    /* there was a partition; and that another follows was said */
    bool expanding;             /* the passes being checked are a partition's */
    int repeats;                /* repeats around the statement being checked */
    int turns;                  /* of all repeats so far */
    bool later_turn; /* not the first turn: what is only a warning was said in the first */
    bool stop;       /* too many passes: nothing more is unrolled */
};

/* What a kind has made of what it collected, as the program. */
void bl_check_made_program(struct bl_check *check, const struct bl_body_type *type,
                           const void *body);
/* A value for each of several things, as a program gives them in place of one for all: the segments
   of a ring, clockwise, then the other way. */
enum { BL_MOST_DELAYS = 32 };
struct bl_delays {
    double list[BL_MOST_DELAYS]; /* seconds */
    int count;                   /* of the list, also beyond its end; 0: there is none */
    const struct bl_part *file;  /* or of this path; NULL: no file */
};

extern const char *const bl_own_ports[3]; /* those that are no columns: clk, en, keep */

/* Checks a whole tree; NULL after errors. */
struct bl_program *bl_check(struct bl_arena *arena, struct bl_diags *diags,
                            struct bl_symbols *symbols, const struct bl_tree *tree,
                            const struct bl_overrides *overrides, bl_find_stage *find_stage);

struct bl_kind;
/* What the declarations of a kind have collected, without a program made of them. NULL:
   there are none. With `drafts` files that they name are not looked at. */
void *bl_check_collected(struct bl_arena *arena, struct bl_diags *diags, struct bl_symbols *symbols,
                         const struct bl_tree *tree, const struct bl_kind *kind, bool drafts);

/* Checks what stands beside the program of a kind: a program whose `owns` are all stages of the
   user's own that are declared. With `drafts` their files are not looked at. NULL after errors. */
struct bl_program *bl_check_owns(struct bl_arena *arena, struct bl_diags *diags,
                                 struct bl_symbols *symbols, const struct bl_tree *tree,
                                 bool drafts);

/* Whether what stands below the host ports moves words of the cluster's width; a board's own that
   does not is left out. False after an error. */
bool bl_check_dma_word(struct bl_check *check, struct bl_cluster *cluster, int width);

#endif
