/* The kind of program that is a cluster with a `dma` and nothing else: hosts that write into each
   other's memory, through hubs. What runs on it is a program of the host's. */
#ifndef BL_PUT_H
#define BL_PUT_H

#include "base/text.h"
#include "ir/node.h"

struct bl_check;
struct bl_circuit;
struct bl_compilation;
struct bl_home;
struct bl_output;
struct bl_request;

/* put_check.c, put_plan.c */
void bl_finish_puts(struct bl_check *check, void *collected);
struct bl_node *bl_puts_node(struct bl_arena *arena, const struct bl_program *program);
struct bl_circuit *bl_puts_lower(struct bl_arena *arena, const struct bl_node *node);
/* put_emit.c: the files of a build; false after a message. */
bool bl_puts_files(struct bl_output *output, const struct bl_compilation *compilation,
                   const struct bl_home *home);
/* put_explain.c */
int bl_puts_explain(struct bl_text *text, struct bl_request *request,
                    struct bl_compilation *compilation);
void bl_puts_graph(struct bl_text *text, const struct bl_request *request,
                   const struct bl_compilation *compilation);

#endif
