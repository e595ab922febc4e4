/* bankloom explain: what planning made of a program, and why. */
#include <stdio.h>
#include "base/exit_status.h"
#include "base/text.h"
#include "command/kinds.h"
#include "command/options/options.h"
#include "driver/compile.h"
#include "explain/explain.h"

int bl_verb_pipeline_explain(int argc, char **argv, struct bl_loaded *loaded) {
    struct bl_overrides overrides = {0};
    bl_rules rules = BL_ALL_RULES;
    const char *file;
    bool json = false;
    // clang-format off
    const struct bl_option table[] = {
        {.name = "--json", .kind = BL_OPTION_FLAG, .value = &json,
         .help = "print the same as one JSON object"},
        BL_PLAN_OPTIONS(&rules, &overrides),
        {0}
    };
    // clang-format on
    int status = bl_options_parse(table, "bankloom explain FILE.loom [options]", argc, argv, &file);
    if (status >= 0) return status;
    struct bl_compilation compilation;
    struct bl_text text = {0};
    bool ok = bl_compile_json(&compilation, loaded, file, &overrides, rules, json);
    if (ok && json)
        bl_explain_print_json(&text, compilation.plan, compilation.circuit, compilation.diags);
    else if (ok) bl_explain_print(&text, compilation.plan, compilation.circuit);
    if (ok) fwrite(text.bytes, 1, text.length, stdout);
    bl_text_free(&text);
    bl_compilation_free(&compilation);
    return ok ? BL_EXIT_OK : BL_EXIT_FAILED;
}
