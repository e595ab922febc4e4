#include "synth/synthesis.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>
#include "base/arena.h"
#include "base/tools/cache.h"
#include "board/board.h"
#include "synth/netlist/synth_stat.h"
#include "synth/synth_run_inner.h"
#include "templates/templates.h"

enum { MOST_KEPT = 40000 /* files: counts of about a kilobyte each, and their hashes */ };

const char *bl_synth_place(struct bl_synth_run *run, const char *kind, const struct bl_text *input,
                           const char *script) {
    const char *more = bl_format(run->arena, "%s\n%s\n%s\n%s", run->synth->command, script,
                                 run->synth->version, run->block);
    XXH128_hash_t a = XXH3_128bits(input->bytes, input->length),
                  b = XXH3_128bits(more, strlen(more));
    return bl_format(run->arena, "%s/%s-%016llx%016llx", run->cache, kind,
                     (unsigned long long)(a.high64 ^ b.high64),
                     (unsigned long long)(a.low64 ^ b.low64));
}

static bool save(const struct bl_text *text, const char *path) {
    int error = bl_text_save(text, path);
    if (error) fprintf(stderr, "bankloom: cannot write %s: %s\n", path, strerror(error));
    return !error;
}

struct bl_job *bl_synth_add_job(struct bl_synth_run *run, const char *name, const char *what,
                                const struct bl_text *input, const char *script) {
    struct bl_arena *arena = run->arena;
    struct bl_text lines = {0};
    const char *file = bl_format(arena, "%s/%s.ys", run->scratch, name);
    const char **arguments = BL_NEW(arena, const char *, 5);
    bl_text_add(&lines, "%s\n", script);
    bool ok = save(&lines, file) &&
              (!input || save(input, bl_format(arena, "%s/%s.il", run->scratch, name)));
    bl_text_free(&lines);
    if (!ok) return NULL;
    arguments[0] = bl_tool_yosys.name, arguments[1] = "-q", arguments[2] = "-s",
    arguments[3] = bl_format(arena, "%s.ys", name);
    struct bl_job *job = BL_APPEND(arena, &run->jobs);
    *job = (struct bl_job){.arguments = arguments,
                           .folder = run->scratch,
                           .log = bl_format(arena, "%s/%s.log", run->scratch, name),
                           .what = what,
                           .work = 20000 + (input ? (double)input->length : 0)};
    return job;
}

bool bl_synth_run_jobs(struct bl_synth_run *run, const char *title) {
    int count = run->jobs.count;
    run->jobs.count = 0;
    if (!count || !run->unwritable)
        return bl_jobs_run(run->jobs.items, count, run->options->jobs, run->options->bar, title);
    fprintf(stderr,
            "bankloom: %s is not synthesised yet and cannot be kept in '%s': %s; XDG_CACHE_HOME "
            "names another folder\n",
            run->jobs.items->what, run->cache, strerror(run->unwritable));
    return false;
}

/* ---- Verilog to modules */

static bool write_verilog(struct bl_synth_run *run, const struct bl_output *output,
                          struct bl_text *script) {
    bool ok = true;
    for (int i = 0; ok && i < output->count; i++) {
        const char *name = output->items[i].path + 4;
        if (strncmp(output->items[i].path, "rtl/", 4) || !strstr(name, ".v") ||
            strcmp(strrchr(name, '.'), ".v"))
            continue;
        const char *path = bl_format(run->arena, "%s/%s", run->scratch, name);
        ok = save(&output->items[i].text, path);
        bl_text_add(script, "read_verilog %s\n", name);
    }
    return ok;
}

static bool elaborate(struct bl_synth_run *run, const struct bl_output *output) {
    struct bl_text script = {0}, text = {0};
    const char *file = bl_format(run->arena, "%s/design.il", run->scratch);
    bool ok = write_verilog(run, output, &script);
    run->verilog = bl_strdup(run->arena, script.bytes ? script.bytes : "");
    bl_text_add(&script, "hierarchy -check -top %s\nproc\nwrite_rtlil design.il", run->synth->top);
    ok = ok && bl_synth_add_job(run, "design", run->synth->top, NULL, script.bytes) &&
         bl_jobs_run(run->jobs.items, run->jobs.count, 1, false, "") && !bl_read_file(&text, file);
    run->jobs.count = 0;
    if (ok) run->synth->design = bl_rtlil_split(run->synth->arena, text.bytes ? text.bytes : "");
    run->synth->top_module = bl_rtlil_find(&run->synth->design, run->synth->top);
    bl_text_free(&script);
    bl_text_free(&text);
    return ok && run->synth->top_module >= 0;
}

/* Which Yosys it is, and what the board's command is called there. */
static bool ask_yosys(struct bl_synth *synth) {
    struct bl_tool_version version;
    if (!bl_tool_ask(synth->arena, &bl_tool_yosys, &version)) return false;
    bl_tool_warn_newer(&bl_tool_yosys, &version);
    synth->version = version.line;
    synth->command = bl_fabric_command_for(synth->arena, synth->fabric, synth->board->yosys,
                                           version.release);
    synth->stand_in = synth->board->stand_in || synth->command != synth->board->yosys;
    return true;
}

/* ---- who is there how often */

/* What a template is for: the first row whose folder is its own and whose name it begins with. */
static const struct {
    const char *area, *base;
    enum bl_role role;
} roles[] = {
    {"memory", "", BL_ROLE_MEMORY},
    {"host", "", BL_ROLE_MEMORY},
    {"kernel", "bl_kernel_read", BL_ROLE_MEMORY},
    {"kernel", "bl_kernel_write", BL_ROLE_MEMORY},
    {"sort", "bl_crossbar", BL_ROLE_CROSSBAR},
    {"sort", "", BL_ROLE_TABLE},
    {"network", "", BL_ROLE_NETWORK},
    {"wire", "", BL_ROLE_NETWORK},
    {"ethernet", "", BL_ROLE_NETWORK},
    {"rsb", "", BL_ROLE_NETWORK},
    {"cells", "", BL_ROLE_NETWORK},
    {"router", "", BL_ROLE_NETWORK},
    {"hub", "", BL_ROLE_NETWORK},
    {"channel", "", BL_ROLE_NETWORK},
    {"kernel", "", BL_ROLE_KERNEL},
};

static enum bl_role role_of(const char *area, const char *base) {
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (!strcmp(area, roles[i].area) && !strncmp(base, roles[i].base, strlen(roles[i].base)))
            return roles[i].role;
    return BL_ROLE_REST;
}

/* The folder that a template lies in; "top" for what is none. */
static const char *area_of(struct bl_arena *arena, const struct bl_templates *templates,
                           const char *base) {
    for (int i = 0; i < templates->count; i++) {
        if (strcmp(templates->items[i].name, base)) continue;
        const char *path = templates->items[i].path, *slash = strrchr(path, '/'), *begin = slash;
        while (begin > path && begin[-1] != '/') begin--;
        return bl_strndup(arena, begin, (size_t)(slash - begin));
    }
    return "top";
}

static void count_below(struct bl_synth *synth, int module, long count) {
    const struct bl_rtlil_module *rtlil = &synth->design.items[module];
    synth->modules[module].count += count;
    for (int i = 0; i < rtlil->children.count; i++) {
        const struct bl_rtlil_child *child = &rtlil->children.items[i];
        if (child->module >= 0) count_below(synth, child->module, count * child->count);
    }
}

/* Whether it is neither a template nor the top of a program: a kernel's moves, or its own module.
 */
static bool is_written(const struct bl_synth *synth, int module) {
    const struct bl_synth_module *of = &synth->modules[module];
    return !synth->handmade && module != synth->top_module && !strcmp(of->area, "top") &&
           strncmp(of->rtlil->base, "bl_", 3);
}

static bool place_modules(struct bl_synth_run *run, const struct bl_home *home) {
    struct bl_synth *synth = run->synth;
    struct bl_templates templates;
    if (!bl_templates_list(run->arena, &templates, home->root)) return false;
    synth->modules = BL_NEW(synth->arena, struct bl_synth_module, synth->design.count);
    for (int i = 0; i < synth->design.count; i++) {
        struct bl_synth_module *module = &synth->modules[i];
        module->rtlil = &synth->design.items[i];
        module->area = area_of(synth->arena, &templates, module->rtlil->base);
        module->role = is_written(synth, i) ? BL_ROLE_KERNEL
                                            : role_of(module->area, module->rtlil->base);
    }
    count_below(synth, synth->top_module, 1);
    bl_templates_free(&templates);
    return true;
}

/* Adds what is below to what each module takes; a module comes to `all` when its `done` is set. */
static void sum_below(struct bl_synth *synth, int module, bool *done) {
    struct bl_synth_module *to = &synth->modules[module];
    if (done[module]) return;
    done[module] = true;
    to->all = to->own;
    for (int i = 0; i < to->rtlil->children.count; i++) {
        const struct bl_rtlil_child *child = &to->rtlil->children.items[i];
        if (child->module < 0) continue;
        sum_below(synth, child->module, done);
        bl_resources_add(&to->all, &synth->modules[child->module].all, child->count);
    }
}

/* ---- counts */

/* Part of a script, `@` being the board's command. */
static void add_part(struct bl_text *script, const struct bl_synth *synth, const char *part) {
    for (; *part; part++) {
        if (*part == '@') bl_text_add(script, "%s", synth->command);
        else bl_text_bytes(script, part, 1);
    }
}

/* The fabric's commands for a module. */
static const char *count_script(struct bl_synth_run *run, int module) {
    const struct bl_fabric *fabric = run->synth->fabric;
    bool block_ram = fabric->own_block_ram &&
                     !strcmp(run->synth->design.items[module].base, "bl_block_ram");
    struct bl_text script = {0};
    add_part(&script, run->synth, fabric->before);
    if (block_ram)
        bl_text_add(&script, "read_verilog -lib block.v\nmemory_bram -rules block.txt\n");
    add_part(&script, run->synth, fabric->after);
    const char *result = bl_strdup(run->arena, script.bytes);
    bl_text_free(&script);
    return result;
}

/* What count_script names of block RAM. */
static bool write_block(struct bl_synth_run *run) {
    const struct bl_fabric *fabric = run->synth->fabric;
    struct bl_text rules = {0}, module = {0};
    run->block = "";
    if (!fabric->own_block_ram) return true;
    bl_fabric_block_rules(&rules, &fabric->block);
    bl_fabric_block_module(&module, &fabric->block);
    run->block = bl_strdup(run->arena, rules.bytes);
    bool ok = save(&rules, bl_format(run->arena, "%s/block.txt", run->scratch)) &&
              save(&module, bl_format(run->arena, "%s/block.v", run->scratch));
    bl_text_free(&rules);
    bl_text_free(&module);
    return ok;
}

static bool count_job(struct bl_synth_run *run, int module, const struct bl_text *input,
                      const char *commands, const char *place) {
    const char *name = bl_format(run->arena, "unit%d", module);
    const char *script = bl_format(run->arena, "read_rtlil %s.il\n%stee -q -o %s.stat stat", name,
                                   commands, name);
    struct bl_job *job = bl_synth_add_job(run, name, run->synth->design.items[module].base, input,
                                          script);
    if (!job) return false;
    job->made = bl_format(run->arena, "%s/%s.stat", run->scratch, name);
    job->place = place;
    return true;
}

static bool read_count(struct bl_synth_run *run, int module, const char *place) {
    struct bl_synth_module *to = &run->synth->modules[module];
    struct bl_text text = {0};
    struct bl_stat stat;
    bool ok = !bl_read_file(&text, place) &&
              bl_stat_read(run->arena, &stat, text.bytes ? text.bytes : "", "unit");
    const char *unknown = ok ? bl_stat_weigh(&stat, run->synth->fabric, to->rtlil, &to->own) : NULL;
    if (unknown) run->synth->unknown = bl_strdup(run->synth->arena, unknown);
    bl_text_free(&text);
    return ok;
}

/* Several modules with the same content (the name is not part of it) share a job. */
static bool is_new(const char **places, int module) {
    for (int i = 0; i < module; i++)
        if (places[i] && !strcmp(places[i], places[module])) return false;
    return true;
}

static bool add_jobs(struct bl_synth_run *run, const char **places) {
    bool ok = true;
    for (int i = 0; i < run->synth->design.count && ok; i++) {
        if (!run->synth->modules[i].count) continue;
        struct bl_text input = {0};
        const char *commands = count_script(run, i);
        bl_rtlil_alone(&input, &run->synth->design, i);
        places[i] = bl_synth_place(run, "count", &input, commands);
        if (is_new(places, i) && !bl_cache_intact(run->arena, places[i]))
            ok = count_job(run, i, &input, commands, places[i]);
        bl_text_free(&input);
    }
    return ok;
}

static bool count_modules(struct bl_synth_run *run) {
    struct bl_synth *synth = run->synth;
    const char **places = BL_NEW(run->arena, const char *, synth->design.count);
    bool *done = BL_NEW(run->arena, bool, synth->design.count), ok = add_jobs(run, places);
    ok = ok && bl_synth_run_jobs(run, "synthesising");
    for (int i = 0; i < synth->design.count && ok; i++) {
        if (!synth->modules[i].count || read_count(run, i, places[i])) continue;
        fprintf(stderr, "bankloom: cannot read what Yosys counted in %s (%s)\n",
                synth->design.items[i].base, places[i]);
        ok = false;
    }
    if (!ok) return false;
    sum_below(synth, synth->top_module, done);
    synth->total = synth->modules[synth->top_module].all;
    return true;
}

/* The circuit has to be elaborated to know what was counted, so a cache that cannot be written
 * needs a folder elsewhere. */
static bool make_scratch(struct bl_synth_run *run) {
    int error = bl_make_folders(run->cache);
    if (!error && access(run->cache, W_OK | X_OK)) {
        run->unwritable = errno;
        return (run->scratch = bl_scratch_folder(run->arena)) != NULL;
    }
    if (!error)
        error = bl_make_folders(
            run->scratch = bl_format(run->arena, "%s/scratch-%ld", run->cache, (long)getpid()));
    if (error)
        fprintf(stderr, "bankloom: cannot make the folder %s: %s\n", run->cache, strerror(error));
    else bl_cache_tidy(run->cache, MOST_KEPT);
    return !error;
}

static bool prepare(struct bl_synth_run *run) {
    struct bl_synth *synth = run->synth;
    synth->fabric = bl_fabric_find(synth->board->yosys);
    const char *cache = synth->fabric && ask_yosys(synth) ? bl_cache_folder(run->arena) : NULL;
    if (!synth->fabric)
        fprintf(stderr,
                "bankloom: board %s names '%s', which is none of the fabrics that can be counted\n",
                synth->board->word, synth->board->yosys);
    if (!cache) return false;
    run->cache = bl_format(run->arena, "%s/synth", cache);
    return make_scratch(run);
}

bool bl_synth_run(struct bl_synth *synth, const struct bl_output *output,
                  const struct bl_home *home, const struct bl_synthesis_options *options) {
    struct bl_synth_run run = {.arena = bl_arena_new(), .synth = synth, .options = options};
    bool ok = (!options->place || bl_synth_can_place(&run)) && prepare(&run) && write_block(&run) &&
              elaborate(&run, output) && (!options->place || bl_synth_find_pins(&run)) &&
              place_modules(&run, home) && count_modules(&run) &&
              (!options->depth || bl_synth_depth(&run)) &&
              (!options->place || bl_synth_place_and_route(&run));
    if (run.scratch) bl_remove_tree(run.scratch);
    bl_arena_free(run.arena);
    return ok && !bl_interrupted();
}
