/* A file of Verilog of the user's own, whose module is compared with its declaration. */
#ifndef BL_MODULE_FILE_H
#define BL_MODULE_FILE_H

#include "base/source.h"
#include "check/modules/modules.h"

struct bl_arena;
struct bl_diags;

struct bl_module_check {
    struct bl_arena *arena;
    struct bl_diags *diags;
    const char *const *taken; /* [taken_count] names of the program's own modules */
    int taken_count;
};

struct bl_module_file {
    struct bl_modules modules; /* what is asked about it, and the answer */
    const char *what;          /* "stage": what the module is declared as */
    struct bl_range range;     /* where the path stands */
    int source;                /* number of the file among the sources, for errors there; 0: none */
};

/* With the names that the modules of a circuit of that program have, "sort" and "sort_board", and
   more of them. */
struct bl_module_check bl_module_check_circuit(struct bl_arena *arena, struct bl_diags *diags,
                                               const char *program, const char *const *more,
                                               int more_count);

/* Reads the modules of all; false after a report that Yosys is missing. */
bool bl_module_files_read(const struct bl_module_check *check, struct bl_module_file *const *files,
                          int count);
/* Whether the module is there, can be elaborated and has its parameters, and no module of the file
   has a name that a circuit cannot have. */
bool bl_module_file_check(const struct bl_module_check *check, struct bl_module_file *file);
/* Whether it has that port; else an error at `range`. */
bool bl_module_file_port(const struct bl_module_check *check, const struct bl_module_file *file,
                         const char *name, int bits, bool output, struct bl_range range);
/* An error at a port that the declaration leaves no use for: "the stage takes no such column". */
void bl_module_file_extra(const struct bl_module_check *check, const struct bl_module_file *file,
                          const char *port, const char *why);
/* Whether no two files of one circuit have a module of one name; whether none of the file has the
   name of one of the program's own, but for the declared one. */
bool bl_module_file_two(const struct bl_module_check *check, struct bl_module_file *file,
                        struct bl_module_file *other);
bool bl_module_file_circuit(const struct bl_module_check *check, struct bl_module_file *file);
/* Whether one of the program's own modules has this name. */
bool bl_module_is_taken(const struct bl_module_check *check, const char *name);

#endif
