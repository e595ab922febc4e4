#include "bus/report/bus_run.h"

#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "base/tools/toolchain.h"

int bl_bus_ended(int status) {
    if (!bl_interrupted()) return status;
    fputs("bankloom: interrupted while the Verilog was being compared\n", stderr);
    return BL_EXIT_INTERRUPTED;
}

bool bl_bus_save(const struct bl_text *text, const char *path) {
    int error = path ? bl_text_save(text, path) : 0;
    if (error) fprintf(stderr, "bankloom: cannot write %s: %s\n", path, strerror(error));
    return !error;
}
