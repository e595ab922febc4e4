/* What goes through the ports of hubs, as a file of TLPs (pcapng): an interface for each port with
   a cable and for the host's, TLPs as their bytes on the wire between the framing, at the time of
   their last word at the hub. */
#ifndef BL_TLP_CAPTURE_H
#define BL_TLP_CAPTURE_H

#include <stdbool.h>
#include <stdint.h>

struct bl_tlp_capture;

/* What was counted of a port's sending, without the capture. */
struct bl_tlp_counts {
    uint64_t tlps, bytes; /* bytes: all of the wire's */
};

/* Of ports port + ports * node, `there` those that have an interface, called names[port]. NULL,
   with errno: the file cannot be written. */
struct bl_tlp_capture *bl_tlp_capture_new(const char *file, int nodes, int ports,
                                          const char *const *names, const bool *there);
/* Closes the file, with the counts of the ports, or NULL; 0, or the errno value of the first write
   that failed. */
int bl_tlp_capture_close(struct bl_tlp_capture *capture, const struct bl_tlp_counts *counts);
/* The next word of a TLP that comes or goes, by the thread of the port's node; a void one has a
   comment. */
void bl_tlp_capture_word(struct bl_tlp_capture *capture, int node, int port, bool inbound,
                         int64_t now, const uint32_t *words, bool last, bool is_void);
/* The words of a TLP that has no end are none, between windows. */
void bl_tlp_capture_forget(struct bl_tlp_capture *capture, int node, int port, bool inbound);
/* Writes what has come since the last time, by time. What comes later is not earlier. */
void bl_tlp_capture_flush(struct bl_tlp_capture *capture);

#endif
