/* What the verbs do with a program that has a bus, as in bl_kind. */
#ifndef BL_BUS_VERBS_H
#define BL_BUS_VERBS_H

#include <stdbool.h>

struct bl_compilation;
struct bl_home;
struct bl_output;
struct bl_request;
struct bl_text;

/* Members of the row of that kind: docs of bl_kind say what each does. */
int bl_bus_verb_explain(struct bl_text *text, struct bl_request *request,
                        struct bl_compilation *compilation);
bool bl_bus_verb_files(struct bl_output *output, const struct bl_compilation *compilation,
                       const struct bl_home *home);
void bl_bus_verb_summary(const struct bl_compilation *compilation, const struct bl_output *output,
                         const char *folder);
int bl_bus_verb_run(struct bl_request *request, struct bl_compilation *compilation);
void bl_bus_verb_graph(struct bl_text *text, const struct bl_request *request,
                       const struct bl_compilation *compilation);

#endif
