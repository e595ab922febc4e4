/* What the nodes' MACs send and receive, as a file of frames (pcapng): an interface for each node,
   frames with their FCS, at the time of their last byte. */
#ifndef BL_ETHERNET_CAPTURE_H
#define BL_ETHERNET_CAPTURE_H

#include "simulation/medium/ethernet/frame.h"

struct bl_record {
    int64_t at_ps;
    int node;
    bool inbound, copy; /* copy: of a frame that is repeated, the second */
    struct bl_frame *frame;
};

struct bl_capture;

/* Of one node, or -1 of all. NULL, with errno: the file cannot be written. */
struct bl_capture *bl_capture_new(const char *file, int nodes, int node);
/* Closes the file; 0, or the errno value of the first write that failed. */
int bl_capture_close(struct bl_capture *capture);
void bl_capture_add(struct bl_capture *capture, struct bl_record record);
/* Writes what was added since the last time, by time. What is added later is not earlier. */
void bl_capture_flush(struct bl_capture *capture);

#endif
