/* What the verbs do with kernels, as in bl_kind. */
#ifndef BL_KERNEL_VERBS_H
#define BL_KERNEL_VERBS_H

#include "base/text.h"
#include "command/options/request.h"

/* bl_request.own of kernels. */
struct bl_kernels_own {
    struct bl_text set;
    const char *group;
    const char *set_points; /* of a sweep; NULL: not given */
};

/* Members of the row of that kind: docs of bl_kind say what each does. */
int bl_kernels_options(struct bl_request *request, struct bl_option_list *list);
int bl_kernels_verb_explain(struct bl_text *text, struct bl_request *request,
                            struct bl_compilation *compilation);
bool bl_kernels_files(struct bl_output *output, const struct bl_compilation *compilation,
                      const struct bl_home *home);
void bl_kernels_summary(const struct bl_compilation *compilation, const struct bl_output *output,
                        const char *folder);
void bl_kernels_verb_graph(struct bl_text *text, const struct bl_request *request,
                           const struct bl_compilation *compilation);
extern const struct bl_kind_bench bl_kernels_bench;

#endif
