/* bankloom explain: what planning made of a program, and why. */
#include "command/kinds.h"

#include <stdio.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "command/options/request.h"

static int explain(struct bl_request *request) {
    struct bl_compilation compilation;
    struct bl_text text = {0};
    int status = BL_EXIT_FAILED;
    if (bl_request_compile(request, &compilation)) {
        status = request->kind->explain(&text, request, &compilation);
        if (status < 0) fwrite(text.bytes, 1, text.length, stdout);
    }
    bl_text_free(&text);
    bl_compilation_free(&compilation);
    return status < 0 ? BL_EXIT_OK : status;
}

int bl_cmd_explain(int argc, char **argv) {
    struct bl_request request;
    bl_request_begin(&request, BL_VERB_EXPLAIN, "explain", "FILE.loom [options]", argc, argv);
    const struct bl_option rows[] = {{.name = "--json",
                                      .kind = BL_OPTION_FLAG,
                                      .value = &request.json,
                                      .help = "print the same as one JSON object"},
                                     {0}};
    int status = bl_request_parse(&request, rows);
    if (status < 0) status = explain(&request);
    bl_request_free(&request);
    return status;
}
