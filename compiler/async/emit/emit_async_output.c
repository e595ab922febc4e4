#include "async/emit/emit_async_output.h"

#include <stdio.h>

#include "async/emit/emit_async_inner.h"
#include "async/net/stg_net.h"
#include "base/arena.h"
#include "output/output.h"
#include "templates/templates.h"
#include "async/emit/emit_async.h"

static bool add_templates(struct bl_output *output, const char *root) {
    static const char *const wanted[] = {"bl_lut", "bl_cover", "bl_c_element", "bl_mutex"};
    struct bl_templates templates;
    bool ok = bl_templates_list(output->arena, &templates, root);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted && ok; i++)
        ok = bl_templates_use(&templates, wanted[i]);
    for (int i = 0; i < templates.count && ok; i++) {
        if (!templates.items[i].used) continue;
        *bl_output_add(output, bl_format(output->arena, "rtl/%s.v",
                                         templates.items[i].name)) = templates.items[i].text;
        templates.items[i].text = (struct bl_text){0};
    }
    bl_templates_free(&templates);
    return ok;
}

bool bl_async_output(struct bl_output *output, const struct bl_async *async, const char *root) {
    struct bl_arena *arena = output->arena;
    struct bl_text bench = {0};
    const char *name = async->module;
    const struct bl_signoff *signoff = bl_signoff_find(arena, async->net, async->netlist, 0);
    bl_async_gates(bl_output_add(output, bl_format(arena, "rtl/%s.v", name)), async);
    if (!add_templates(output, root)) return false;
    bl_async_model(bl_output_add(output, bl_format(arena, "sim/%s_model.v", name)), async);
    bl_async_bench(&bench, async);
    if (bench.length) *bl_output_add(output, bl_format(arena, "sim/%s_bench.v", name)) = bench;
    else
        fprintf(stderr, "bankloom: no bench: the environment of %s has more than %d arcs\n",
                async->netlist->name, BL_BENCH_ARCS);
    bl_async_signoff(bl_output_add(output, "signoff.txt"), async, signoff);
    bl_async_sdc(bl_output_add(output, bl_format(arena, "%s.sdc", name)), async, signoff);
    bl_async_xdc(bl_output_add(output, bl_format(arena, "%s.xdc", name)), async, signoff);
    bl_stg_print(bl_output_add(output, bl_format(arena, "%s.g", name)), async->file_net);
    if (async->file_net != async->net)
        bl_stg_print(bl_output_add(output, bl_format(arena, "%s_two_way.g", name)), async->net);
    return true;
}
