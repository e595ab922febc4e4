/* What check.h has for the files of its folder alone. */
#ifndef BL_CHECK_INNER_H
#define BL_CHECK_INNER_H

#include "check/check.h"
#include "check/modules/module_file.h"

/* Declares a record or cluster; a program of a kind. */
struct bl_binding *bl_declare_type(struct bl_check *check, struct bl_name name,
                                   enum bl_binding_kind kind);
/* " ; did you mean `key`?" or "": a name close by that satisfies `fits`. */
const char *bl_suggest(struct bl_check *check, const struct bl_symbol *symbol,
                       bool (*fits)(const struct bl_symbol *symbol));
/* Opens and closes a scope; closing warns about what nothing used. */
struct bl_binding *bl_scope_open(struct bl_check *check);
void bl_scope_close(struct bl_check *check, struct bl_binding *outer);
/* "key", and "key.2" for the second of that name. */
const char *bl_unique_name(struct bl_check *check, struct bl_symbol *symbol);
/* The value of the part `word` in base units; false after a report, also where there is no
   expression, which was reported then. */
bool bl_check_amount(struct bl_check *check, const char *word,
                     const struct bl_expression *expression, enum bl_amount amount, double *real);
/* A whole number; false after an error. */
bool bl_check_whole(struct bl_check *check, const struct bl_expression *expression,
                    int64_t *integer);
void bl_check_const(struct bl_check *check, struct bl_name name,
                    const struct bl_expression *expression);

/* Clusters. */
void bl_check_cluster(struct bl_check *check, const struct bl_declaration *declaration);
/* Applies the command line and checks the sizes. `memory`: a cluster without one is an error.
   False after an error. */
bool bl_finish_cluster(struct bl_check *check, struct bl_cluster_parts *parts, bool memory,
                       const struct bl_overrides *overrides, struct bl_cluster *cluster);
/* The name of one whose network carries puts of hosts alone; without a symbol: it carries words. */
struct bl_name bl_cluster_of_puts(const struct bl_cluster_parts *parts);
/* False after a report where its network carries no words: `what` needs them, "a pipeline". */
bool bl_check_words(struct bl_check *check, const struct bl_cluster *cluster, const char *what);
/* Warns where a finished cluster asks more than its board has. `link` is where the
 * rate of its links stands. */
void bl_check_board_limits(struct bl_check *check, const struct bl_cluster *cluster,
                           struct bl_range link);

/* What stands below the host ports: reads a `dma`; after all declarations, that each is of a
   cluster; gives a finished cluster its own, or the board's. The last returns false after an
   error. */
void bl_check_dma(struct bl_check *check, const struct bl_declaration *declaration);
void bl_check_dma_clusters(struct bl_check *check);
bool bl_finish_dma(struct bl_check *check, struct bl_name name, struct bl_cluster *cluster);

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
/* Fills in the clocks of single nodes; false after a report. */
bool bl_finish_node_clocks(struct bl_check *check, const struct bl_network_parts *parts,
                           struct bl_cluster *cluster);
/* Whether a clock may have this rate; after an error that is `diagnostic`. */
bool bl_check_clock_rate(struct bl_check *check, const char *name, struct bl_range range,
                         double hertz, struct bl_diagnostic **diagnostic);

/* A stage of the user's own with its files, as they were read. */
struct bl_own_file {
    struct bl_own *own;
    struct bl_module_file verilog;
    struct {
        const char *bytes;
        size_t length;
    } golden;
};

/* Stages of the user's own. Declares one; and makes the columns of those that a
   pipeline's statements use. */
void bl_check_own(struct bl_check *check, const struct bl_declaration *declaration);
void bl_check_made(struct bl_check *check, const struct bl_statement *statement);
bool bl_own_column(const struct bl_column *columns, int count, const char *name);
/* Reads the modules of all that are declared, and compares them with the declarations; then the
   names in the files of one that a pipeline uses with those in other files. */
void bl_check_modules(struct bl_check *check);
void bl_check_own_names(struct bl_check *check, const struct bl_own *own);
void bl_check_pass(struct bl_check *check, const struct bl_statement *statement);
void bl_check_partition(struct bl_check *check, const struct bl_statement *statement);
/* Decides how the names of a whole pipeline are spelled in the written files; or that of a program
   of another kind, "bus", which is returned. */
void bl_check_written(struct bl_program *program);
/* "key.2" as an identifier of C and Verilog: "key__2". */
const char *bl_name_identifier(struct bl_arena *arena, const char *name);

#endif
