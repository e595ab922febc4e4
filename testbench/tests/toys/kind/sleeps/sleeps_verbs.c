/* What the verbs do with a list of sleeps. */
#include <stdio.h>

#include "base/arena.h"
#include "base/text.h"
#include "command/options/request.h"
#include "kind/sleeps/sleeps.h"
#include "output/output.h"

static const struct bl_sleeps *of(const struct bl_compilation *compilation) {
    return compilation->program->body;
}

int bl_sleeps_explain(struct bl_text *text, struct bl_request *request,
                      struct bl_compilation *compilation) {
    const struct bl_sleeps *sleeps = of(compilation);
    (void)request;
    bl_text_add(text, "%d sleeps, a cycle of the clock is ", sleeps->count);
    bl_text_time(text, BL_SLEEPS_PERIOD_PS);
    bl_text_add(text, "\n");
    for (int i = 0; i < sleeps->count; i++) {
        bl_text_time(text, sleeps->items[i].ps);
        bl_text_add(text, ": %lld cycles\n", (long long)bl_sleep_cycles(&sleeps->items[i]));
    }
    return -1;
}

bool bl_sleeps_files(struct bl_output *output, const struct bl_compilation *compilation,
                     const struct bl_home *home) {
    const struct bl_sleeps *sleeps = of(compilation);
    struct bl_arena *arena = compilation->arena;
    (void)home;
    bl_sleeps_verilog(bl_output_add(output, bl_format(arena, "rtl/sleeps_%s.v", sleeps->name)),
                      sleeps);
    bl_sleeps_bench(bl_output_add(output, bl_format(arena, "sim/sleeps_%s_bench.v", sleeps->name)),
                    sleeps);
    return true;
}

void bl_sleeps_summary(const struct bl_compilation *compilation, const struct bl_output *output,
                       const char *folder) {
    (void)compilation;
    printf("%s: %d files\n", folder, output->count);
}

int bl_sleeps_run(struct bl_request *request, struct bl_compilation *compilation) {
    struct bl_text text = {0};
    (void)request;
    bl_sleeps_say(&text, of(compilation));
    fwrite(text.bytes, 1, text.length, stdout);
    bl_text_free(&text);
    return 0;
}

void bl_sleeps_picture(struct bl_text *text, const struct bl_request *request,
                       const struct bl_compilation *compilation) {
    (void)request;
    bl_sleeps_graph(text, of(compilation));
}
