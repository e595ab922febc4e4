/* What the verbs do with a pipeline, as in bl_kind. */
#ifndef BL_PIPELINE_VERBS_H
#define BL_PIPELINE_VERBS_H

#include "command/options/request.h"
#include "explain/graph.h"

/* bl_request.own of a pipeline. */
struct bl_pipeline_own {
    int64_t keys, key_bits; /* -1: not given */
    const char *distribution, *input, *output;
    const char *fuse_points; /* of a sweep; NULL: not given */
    const char *view_word;
    enum bl_graph_view view;
};

/* Members of the row of that kind: docs of bl_kind say what each does. */
int bl_pipeline_options(struct bl_request *request, struct bl_option_list *list);
int bl_pipeline_check_options(struct bl_request *request);
int bl_pipeline_explain(struct bl_text *text, struct bl_request *request,
                        struct bl_compilation *compilation);
void bl_pipeline_summary(const struct bl_compilation *compilation, const struct bl_output *output,
                         const char *folder);
void bl_pipeline_graph(struct bl_text *text, const struct bl_request *request,
                       const struct bl_compilation *compilation);
extern const struct bl_kind_bench bl_pipeline_bench;

#endif
