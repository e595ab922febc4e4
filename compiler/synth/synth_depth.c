/* The longest path of every kind of instance of the top: mapped to look-up tables flat, so that
 * paths go through its submodules. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/tools/cache.h"
#include "synth/synth_path.h"
#include "synth/synth_run_inner.h"

/* Everything that takes long is done once per module before they are joined. Memories and adders
   stay cells of their own. Only block RAM takes the register of its address or data into itself, so
   that a read of distributed RAM is seen between its registers; a fabric that has none uses block
   RAM for that. */
static const char *depth_script(struct bl_arena *arena, const struct bl_fabric *fabric,
                                const char *name) {
    return bl_format(
        arena,
        "read_rtlil %s.il\nhierarchy -top unit\nopt "
        "-full\nwreduce\npeepopt\nopt_clean\nalumacc\nshare\nopt\nopt_mem\n"
        "opt_mem_priority\nopt_mem_feedback\nmemory_bmux2rom\nmemory_dff%s\nopt_clean\nmemory_"
        "share\nopt_mem_widen\n"
        "opt_clean\nmemory_collect\nopt_clean\nopt -undriven -fine\ntechmap t:* t:$alu %%d "
        "t:$mem_v2 %%d\nopt\nflatten\n"
        "opt_clean\nopt -fast\nopt_clean\nabc -lut %d -fast\nopt_clean\nwrite_rtlil %s.out",
        name, fabric->lut_ram_words ? " a:ram_style=block" : "", fabric->lut_inputs, name);
}

/* What is kept of a path: a word and a text a line. */
static bool save_path(struct bl_arena *arena, const struct bl_synth_path *path, const char *made,
                      const char *place) {
    struct bl_text text = {0};
    bl_text_add(&text, "levels %d\nfrom %s\n", path->levels, path->from);
    for (int i = 0; i < path->through.count; i++)
        bl_text_add(&text, "by %s\n", path->through.items[i]);
    bl_text_add(&text, "to %s\n", path->to);
    int error = bl_text_save(&text, made);
    if (!error) error = bl_cache_put(arena, made, place);
    if (error)
        fprintf(stderr, "bankloom: cannot keep %s as %s: %s\n", made, place, strerror(error));
    bl_text_free(&text);
    return !error;
}

static void read_line(struct bl_arena *arena, struct bl_synth_path *path, const char *line,
                      size_t length) {
    const char *blank = memchr(line, ' ', length);
    if (!blank) return;
    const char *value = bl_strndup(arena, blank + 1, length - (size_t)(blank + 1 - line));
    if (!strncmp(line, "levels ", 7)) path->levels = atoi(value);
    else if (!strncmp(line, "from ", 5)) path->from = value;
    else if (!strncmp(line, "to ", 3)) path->to = value;
    else if (!strncmp(line, "by ", 3)) {
        const char **place = BL_APPEND(arena, &path->through);
        *place = value;
    }
}

static bool load_path(struct bl_arena *arena, struct bl_synth_path *path, const char *place) {
    struct bl_text text = {0};
    bool ok = !bl_read_file(&text, place) && text.length;
    path->from = path->to = "";
    for (const char *line = ok ? text.bytes : ""; *line;
         line += line[strcspn(line, "\n")] ? strcspn(line, "\n") + 1 : strlen(line))
        read_line(arena, path, line, strcspn(line, "\n"));
    bl_text_free(&text);
    return ok;
}

/* Reads what Yosys has mapped, and keeps the longest path of it. */
static bool analyse(struct bl_synth_run *run, int module, const char *place) {
    struct bl_arena *arena = bl_arena_new();
    struct bl_text text = {0};
    struct bl_netlist netlist;
    struct bl_synth_path path = {.module = module};
    bool ok = !bl_read_file(&text, bl_format(arena, "%s/depth%d.out", run->scratch, module));
    if (ok) {
        bl_netlist_read(&netlist, arena, text.bytes ? text.bytes : "", run->synth->fabric);
        bl_path_longest(&path, arena, &netlist);
        ok = save_path(arena, &path, bl_format(arena, "%s/depth%d.path", run->scratch, module),
                       place);
    }
    bl_text_free(&text);
    bl_arena_free(arena);
    return ok;
}

/* The top of a program alone, for its instances have paths of their own; a top that is written by
 * hand whole. */
static void add_circuit(struct bl_text *input, const struct bl_synth *synth, int module) {
    if (module == synth->top_module && !synth->handmade)
        bl_rtlil_alone(input, &synth->design, module);
    else bl_rtlil_whole(input, &synth->design, module);
}

static bool add_job(struct bl_synth_run *run, int module, const char **place, bool *made) {
    struct bl_text input = {0};
    const char *name = bl_format(run->arena, "depth%d", module),
               *script = depth_script(run->arena, run->synth->fabric, "unit");
    add_circuit(&input, run->synth, module);
    *place = bl_synth_place(run, "path", &input, script);
    *made = !bl_cache_intact(run->arena, *place);
    bool ok = !*made || bl_synth_add_job(run, name, run->synth->design.items[module].base, &input,
                                         depth_script(run->arena, run->synth->fabric, name));
    bl_text_free(&input);
    return ok;
}

static int by_levels(const void *a, const void *b) {
    return ((const struct bl_synth_path *)b)->levels - ((const struct bl_synth_path *)a)->levels;
}

/* The modules whose paths are reported: the top, and each kind of its instances. */
static int list_kinds(const struct bl_synth *synth, int *kinds) {
    const struct bl_rtlil_module *top = &synth->design.items[synth->top_module];
    int count = 0;
    kinds[count++] = synth->top_module;
    for (int i = 0; i < top->children.count; i++)
        if (top->children.items[i].module >= 0) kinds[count++] = top->children.items[i].module;
    return count;
}

bool bl_synth_depth(struct bl_synth_run *run) {
    struct bl_synth *synth = run->synth;
    int *kinds = BL_NEW(run->arena, int, synth->design.count + 1), count = list_kinds(synth, kinds);
    const char **places = BL_NEW(run->arena, const char *, count);
    bool *made = BL_NEW(run->arena, bool, count), ok = true;
    for (int i = 0; i < count && ok; i++) ok = add_job(run, kinds[i], &places[i], &made[i]);
    ok = ok && bl_synth_run_jobs(run, "finding paths");
    for (int i = 0; i < count && ok; i++)
        if (made[i]) ok = analyse(run, kinds[i], places[i]);
    for (int i = 0; i < count && ok; i++) {
        struct bl_synth_path *path = BL_APPEND(synth->arena, &synth->paths);
        path->module = kinds[i];
        ok = load_path(synth->arena, path, places[i]);
    }
    if (synth->paths.count)
        qsort(synth->paths.items, (size_t)synth->paths.count, sizeof *synth->paths.items,
              by_levels);
    return ok;
}
