#include "simulation/host/host_faults.h"

#include <stdlib.h>
#include <string.h>

#include "ir/carried/axi.h"

const struct bl_host_fault bl_host_fault_rows[BL_HOST_FAULTS] = {
    {"host-abort", "a read is answered by a completer abort: SLVERR", BL_AXI_SLVERR, false, 0},
    {"host-unsupported", "a read is answered as one of an address of nobody: DECERR", BL_AXI_DECERR,
     false, 0},
    {"host-late", "a read comes back later, by up to 16 times its time", BL_AXI_OKAY, false, 16},
    {"host-lost", "a read is never answered", BL_AXI_OKAY, true, 0},
};

static int find(const char *word, size_t length) {
    for (int i = 0; i < BL_HOST_FAULTS; i++)
        if (strlen(bl_host_fault_rows[i].word) == length &&
            !strncmp(bl_host_fault_rows[i].word, word, length))
            return i;
    return -1;
}

const char *bl_host_faults_parse(const char *text, struct bl_host_faults *faults) {
    *faults = (struct bl_host_faults){.seed = 0};
    for (const char *at = text;; at++) {
        const char *equals = strchr(at, '=');
        char *end;
        if (!equals) return "a fault is written WORD=RATE: host-abort=1e-3";
        double rate = strtod(equals + 1, &end);
        if (end == equals + 1 || !(rate >= 0 && rate <= 1) || (*end && *end != ','))
            return "the rate of a fault is a number from 0 to 1";
        int i = find(at, (size_t)(equals - at));
        if (i < 0) return "unknown fault of the host";
        faults->rates[i] = rate;
        at = end;
        if (!*at) return NULL;
    }
}

void bl_host_faults_help(FILE *file) {
    for (int i = 0; i < BL_HOST_FAULTS; i++)
        fprintf(file, "    %-16s %s\n", bl_host_fault_rows[i].word, bl_host_fault_rows[i].help);
}

uint8_t bl_host_faults_strike(const struct bl_host_faults *faults, struct bl_random *random,
                              int64_t read_ps, int64_t *late_ps) {
    uint8_t response = BL_AXI_OKAY;
    *late_ps = 0;
    for (int i = 0; i < BL_HOST_FAULTS; i++) {
        const struct bl_host_fault *row = &bl_host_fault_rows[i];
        if (bl_random_real(random) >= faults->rates[i]) continue;
        if (row->lost) *late_ps += BL_HOST_LOST;
        if (row->response) response = row->response;
        if (row->late)
            *late_ps += (int64_t)bl_random_below(random, (uint64_t)(row->late * read_ps));
    }
    return response;
}
