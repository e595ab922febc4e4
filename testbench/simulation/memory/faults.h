/* What goes wrong in a run on purpose: words behind the name of a memory, as --memory takes them.
 */
#ifndef BL_FAULTS_H
#define BL_FAULTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "ir/carried/memory.h"

enum { BL_MOST_FAULTS = 16 };
enum bl_fault_kind { BL_FAULT_READ, BL_FAULT_WRITE, BL_FAULT_RESET };

struct bl_fault {
    enum bl_fault_kind kind;
    int node, channel; /* no channel for a reset */
    uint64_t at; /* beat of the channel in that direction, from 0; a reset: cycle of the core after
                    the start */
    uint8_t response; /* of a beat: BL_AXI_SLVERR or BL_AXI_DECERR */
};

struct bl_faults {
    struct bl_fault items[BL_MOST_FAULTS];
    int count;
    int late;   /* cycles of the memory's port by which an answer comes later, at most */
    bool ports; /* whether any word was given: the channels then have a port each, see memory_port.h
                 */
};

/* NAME[,WORD=VALUE]... into the kind of memory and its faults; NULL, or what is wrong with the
 * text. */
const char *bl_faults_parse(const char *text, const struct bl_memory_kind **kind,
                            struct bl_faults *faults);
/* NULL, or what a cluster of this shape does not have. */
const char *bl_faults_check(const struct bl_faults *faults, int nodes, int channels);
/* One line per word. */
void bl_faults_help(FILE *file);

#endif
