#include "ir/carried/medium.h"

#include <stdlib.h>
#include <string.h>

/* The fault of this word; -1: the kind has none of it. */
static int find(const struct bl_medium_kind *kind, const char *word, size_t length) {
    for (int i = 0; kind && kind->faults && kind->faults[i].word; i++)
        if (strlen(kind->faults[i].word) == length && !strncmp(kind->faults[i].word, word, length))
            return i;
    return -1;
}

const char *bl_medium_faults_parse(const char *text, const struct bl_medium_kind *kind,
                                   struct bl_medium_faults *faults) {
    *faults = (struct bl_medium_faults){.seed = 0};
    if (!kind || !kind->faults) return "the network between the nodes has no faults to inject";
    for (const char *at = text;; at++) {
        const char *equals = strchr(at, '=');
        char *end;
        if (!equals) return "a fault is written WORD=RATE: late=1e-3";
        double rate = strtod(equals + 1, &end);
        if (end == equals + 1 || !(rate >= 0 && rate <= 1) || (*end && *end != ','))
            return "the rate of a fault is a number from 0 to 1";
        int i = find(kind, at, (size_t)(equals - at));
        if (i < 0) return "unknown fault of the network between the nodes";
        faults->rates[i] = rate;
        at = end;
        if (!*at) return NULL;
    }
}

void bl_medium_faults_help(FILE *file, const struct bl_medium_kind *kind) {
    for (int i = 0; kind && kind->faults && kind->faults[i].word; i++)
        fprintf(file, "    %-12s %s\n", kind->faults[i].word, kind->faults[i].help);
}
