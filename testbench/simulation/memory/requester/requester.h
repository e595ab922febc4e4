/* A requester in front of one channel of DRAM, for benches and tests: up to so many bursts
   outstanding in each direction, a word a cycle at most, reads taken and writes answered at once.
   Reads lie in the lower 256 MB of the channel, writes in the upper. */
#ifndef BL_REQUESTER_H
#define BL_REQUESTER_H

#include <stdint.h>

#include "memory/carried/hbm.h"

/* What is asked for:
     seq_read, seq_write      burst after burst
     rand_read, rand_write    bursts anywhere
     stride_1k_read, stride_1k_write, stride_4k_read
                              every burst in a page of its own, in the next bank or the fourth next
     mix_runs                 on one port n sequential read bursts, then n write bursts, in turn
     duplex_seq, duplex_seqR_randW
                              a port that reads and one that writes, side by side
     scatter_rr_samebank, scatter_rr_randbank
                              n regions of 1 MB written in turn, each in order from its begin or
                              from a random page
     scatter                  reads one region from end to end in bursts of 128 bytes, up to 256
                              words ahead, and writes what it has read, at most 512 words later, to
                              n regions of 64 KB drawn at random, region i from page i mod 32 on
     scatter_rotated, scatter_samebank
                              the same, but within the first 1 KB of each region's own page, or of
                              the region */
struct bl_requests {
    const char *pattern;
    int burst_bytes; /* a multiple of the word */
    int n;           /* runs or regions, see above; else 1 */
    int outstanding; /* bursts of a direction */
};

/* Words a cycle. */
struct bl_requester_shares {
    double read, written;
};

/* Drives a channel of the kind with words of `word_bytes` each `period_ps`, and counts what was
   answered from `from_ps` until `until_ps`. An unknown pattern ends the program with a message. */
struct bl_requester_shares bl_requester_run(const struct bl_dram_kind *kind,
                                            const struct bl_requests *requests, int word_bytes,
                                            int64_t period_ps, int64_t from_ps, int64_t until_ps);

#endif
