#include "simulation/run/bench_faults.h"

#include <string.h>

#include "base/carried/checked.h"

static bool of_host(const char *item) { return !strncmp(item, "host-", 5); }

/* The items of a list that are the host's, or those that are not; NULL: there are none. Free with
   bl_zfree. */
static char *part(const char *text, bool host) {
    char *list = bl_zalloc(strlen(text) + 2, 1);
    bool any = false;
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, ",");
        if (of_host(at) == host) {
            if (any) strcat(list, ",");
            strncat(list, at, length);
            any = true;
        }
        at += length;
        if (!*at) break;
    }
    if (any) return list;
    bl_zfree(list);
    return NULL;
}

static const char *parse_host(const char *list, const struct bl_bench_program *program,
                              struct bl_bench_faults *faults) {
    if (!list) return NULL;
    faults->host_set = true;
    return program->host ? bl_host_faults_parse(list, &faults->host)
                         : "the nodes have no host port";
}

static const char *parse_medium(const char *list, const struct bl_bench_program *program,
                                struct bl_bench_faults *faults) {
    if (!list) return NULL;
    faults->medium_set = true;
    return bl_medium_faults_parse(list, program->model->medium, &faults->medium);
}

const char *bl_bench_faults_parse(const char *text, const struct bl_bench_program *program,
                                  struct bl_bench_faults *faults) {
    *faults = (struct bl_bench_faults){.medium_set = false};
    if (!text) return NULL;
    char *host = part(text, true), *medium = part(text, false);
    const char *wrong = parse_host(host, program, faults);
    if (!wrong) wrong = parse_medium(medium, program, faults);
    bl_zfree(host);
    bl_zfree(medium);
    return wrong;
}
