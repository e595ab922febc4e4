/* The checker's own header: its state and the calls between its files. From outside, call bl_front
 * (driver/front.h). */
#ifndef BL_CHECK_H
#define BL_CHECK_H

#include "base/value.h"
#include "check/overrides.h"
#include "ir/program.h"
#include "ir/flow.h"
#include "kind/kinds.h"
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
        const struct bl_kind *program;
    };
};

/* What the checker knows of a version beside the program. */
struct bl_version_state {
    int rows;
    bool read, replaced;
};

/* A stage of the user's own with its files, as they were read. */
struct bl_own_file {
    struct bl_own *own;
    struct bl_own_text {
        const char *bytes;
        size_t length;
    } verilog, golden;
    struct bl_range range; /* where the path of the Verilog stands */
    int source;            /* number of the Verilog among the sources, for errors there; 0: none */
    const struct bl_modules *modules; /* NULL: not read */
};

/* The table of stages, which knows the checker: so it is handed in. */
typedef const struct bl_stage_row *bl_find_stage(enum bl_stage_kind kind);

/* What there is so far of a kind of program. */
struct bl_collected {
    const struct bl_declaration *program; /* by the kind's first word, or NULL */
    void *own;
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

/* Names (check_names.c). */

/* Declares a value's name in the innermost scope; that of a version lasts for the whole pipeline.
   An error when the name is taken: then the binding is not visible. Never NULL. */
struct bl_binding *bl_declare(struct bl_check *check, struct bl_name name,
                              enum bl_binding_kind kind);
/* Makes a name known as broken, unless it is known already. */
void bl_declare_poison(struct bl_check *check, struct bl_name name, bool version);
/* Declares a record or cluster; a program of a kind. */
struct bl_binding *bl_declare_type(struct bl_check *check, struct bl_name name,
                                   enum bl_binding_kind kind);
void bl_declare_program(struct bl_check *check, struct bl_name name, const struct bl_kind *kind);
/* Finds a name of one kind. NULL after an error, and without one when the name is NULL or poison.
   `wanted` is for the message:
   "a constant". */
struct bl_binding *bl_find(struct bl_check *check, struct bl_name name, enum bl_binding_kind kind,
                           const char *wanted);
/* " ; did you mean `key`?" or "": a name close by that satisfies `fits`. */
const char *bl_suggest(struct bl_check *check, const struct bl_symbol *symbol,
                       bool (*fits)(const struct bl_symbol *symbol));
/* Reports that a name means something else than is needed here. */
void bl_wrong_kind(struct bl_check *check, struct bl_name name, const struct bl_binding *binding,
                   const char *wanted);
/* Opens and closes a scope; closing warns about what nothing used. */
struct bl_binding *bl_scope_open(struct bl_check *check);
void bl_scope_close(struct bl_check *check, struct bl_binding *outer);
/* Whether files can be named after it; false after an error. */
bool bl_check_file_name(struct bl_check *check, struct bl_name name);
/* "key", and "key.2" for the second of that name. */
const char *bl_unique_name(struct bl_check *check, struct bl_symbol *symbol);

/* Constants (check_value.c). */
struct bl_value bl_check_expression(struct bl_check *check, const struct bl_expression *expression);
/* The value of the part `word` in base units; false after a report, also where there is no
   expression, which was reported then. */
bool bl_check_amount(struct bl_check *check, const char *word,
                     const struct bl_expression *expression, enum bl_amount amount, double *real);
/* A whole number; false after an error. */
bool bl_check_whole(struct bl_check *check, const struct bl_expression *expression,
                    int64_t *integer);
void bl_check_const(struct bl_check *check, struct bl_name name,
                    const struct bl_expression *expression);

/* Clusters (check_cluster.c). */
void bl_check_cluster(struct bl_check *check, const struct bl_declaration *declaration);
/* Applies the command line and checks the sizes. False after an error. */
bool bl_finish_cluster(struct bl_check *check, struct bl_cluster_parts *parts,
                       const struct bl_overrides *overrides, struct bl_cluster *cluster);
/* Warns where a finished cluster asks more than its board has (check_board.c). `link` is where the
 * rate of its links stands. */
void bl_check_board_limits(struct bl_check *check, const struct bl_cluster *cluster,
                           struct bl_range link);

/* What a kind has made of what it collected, as the program (check.c). */
void bl_check_made_program(struct bl_check *check, const struct bl_kind *kind, const void *body);
/* A value for each of several things, as a program gives them in place of one for all: the segments
   of a ring, clockwise, then the other way (check_delays.c). */
enum { BL_MOST_DELAYS = 32 };
struct bl_delays {
    double list[BL_MOST_DELAYS]; /* seconds */
    int count;                   /* of the list, also beyond its end; 0: there is none */
    const struct bl_part *file;  /* or of this path; NULL: no file */
};
void bl_delays_add(struct bl_delays *delays, double seconds);
/* What a cluster is given of its network besides settings of one value, for the row's `finish`. */
struct bl_network_parts {
    struct bl_delays delays;     /* the list of a setting that is `listed` */
    struct bl_range delay_range; /* of that setting */
    const struct bl_part *block; /* a part with a block, as of an arbiter; NULL: none */
    struct {
        const struct bl_part **items;
        int count, capacity;
    } clocks; /* of single nodes: `clock 2 125 MHz phase 1.3 ns;` */
};
/* Fills in the clocks of single nodes (check_node_clocks.c); false after a report. */
bool bl_finish_node_clocks(struct bl_check *check, const struct bl_network_parts *parts,
                           struct bl_cluster *cluster);
/* Whether a clock may have this rate; after an error that is `diagnostic`. (check_cluster.c) */
bool bl_check_clock_rate(struct bl_check *check, const char *name, struct bl_range range,
                         double hertz, struct bl_diagnostic **diagnostic);
/* The name of the board that a part `board` has, or its path, with a `/` in it; NULL: there is
   none. */
const char *bl_check_board_name(struct bl_check *check, const struct bl_part *board);

/* Stages of the user's own (check_own.c). Declares one; and makes the columns of those that a
   pipeline's statements use. */
void bl_check_own(struct bl_check *check, const struct bl_declaration *declaration);
void bl_check_made(struct bl_check *check, const struct bl_statement *statement);
extern const char *const bl_own_ports[3]; /* those that are no columns: clk, en, keep */
bool bl_own_column(const struct bl_column *columns, int count, const char *name);
/* Reads the modules of all that are declared, and compares them with the declarations; then the
   names in the files of one that a pipeline uses with those in other files (check_modules.c). */
void bl_check_modules(struct bl_check *check);
void bl_check_own_names(struct bl_check *check, const struct bl_own *own);
/* The stage of that name, or NULL. */
const struct bl_own *bl_find_own(struct bl_name name);
/* Reports that there is none, unless its declaration has an error. */
void bl_report_no_own(struct bl_check *check, struct bl_name name);
/* The type of a column by its word: bits and kind. False after an error. (check.c) */
bool bl_check_type(struct bl_check *check, struct bl_name type, struct bl_column *column);
/* "u32" */
const char *bl_type_word(const struct bl_column *column);

/* Pipelines (check_pipeline.c, check_pass.c, check_partition.c), as kind/kind.h has them. */
void bl_collect_pipeline(struct bl_check *check, const struct bl_declaration *declaration,
                         void **collected);
void bl_finish_pipeline(struct bl_check *check, void *collected);
/* The function that a slice stands for, or NULL after an error. */
const struct bl_function *bl_check_slice(struct bl_check *check, const struct bl_slice *slice);
void bl_check_pass(struct bl_check *check, const struct bl_statement *statement);
void bl_check_partition(struct bl_check *check, const struct bl_statement *statement);
/* Decides how the names of a whole pipeline are spelled in the written files; or that of a program
   of another kind, "bus", which is returned. (check_written.c) */
void bl_check_written(struct bl_program *program);
const char *bl_check_written_name(struct bl_arena *arena, struct bl_renames *renames,
                                  const char *kind, const char *name);
/* "key.2" as an identifier of C and Verilog: "key__2". */
const char *bl_name_identifier(struct bl_arena *arena, const char *name);
/* A version that stands in the program from now on. */
struct bl_version *bl_add_version(struct bl_check *check, struct bl_symbol *symbol,
                                  const struct bl_column *column, int rows, struct bl_range range);

/* Checks a whole tree; NULL after errors. */
struct bl_program *bl_check(struct bl_arena *arena, struct bl_diags *diags,
                            struct bl_symbols *symbols, const struct bl_tree *tree,
                            const struct bl_overrides *overrides, bl_find_stage *find_stage);

/* Checks what stands beside the program of a kind: a program whose `owns` are all stages of the
   user's own that are declared. With `drafts` their files are not looked at. NULL after errors. */
struct bl_program *bl_check_owns(struct bl_arena *arena, struct bl_diags *diags,
                                 struct bl_symbols *symbols, const struct bl_tree *tree,
                                 bool drafts);

#endif
