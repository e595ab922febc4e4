#include "base/carried/environment.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* What stays; `NAME*` is all that begin so. */
// clang-format off
static const char *const kept[] = {
    "PATH", "HOME", "USER", "LOGNAME", "PWD", "TMPDIR", "TEMP", "TMP", "TERM", "TZ",
    "LANG", "LANGUAGE", "LC_*", "XDG_*", "LD_LIBRARY_PATH", "LD_PRELOAD",
    "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH",
    "CCACHE_*", "DISTCC_*", "NIX_*", "FONTCONFIG_*",
    "ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS"
};
// clang-format on

static bool is_kept(const char *setting) {
    size_t length = strcspn(setting, "=");
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        size_t named = strcspn(kept[i], "*");
        bool fits = kept[i][named] ? length >= named : length == named;
        if (fits && !strncmp(setting, kept[i], named)) return true;
    }
    return false;
}

void bl_environment_for_tools(char **environment) {
    char **to = environment;
    for (char **from = environment; *from; from++)
        if (is_kept(*from)) *to++ = *from;
    *to = NULL;
}
