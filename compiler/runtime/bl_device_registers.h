/* The registers of a node, the bits of its status: bl_device.h makes constants of them.
   compiler/layout/layouts made it of rtl_templates/control/registers.def. */
#ifndef BL_DEVICE_REGISTERS_H
#define BL_DEVICE_REGISTERS_H

/* Name, byte address, what the host may do, meaning. */
#define BL_DEVICE_REGISTERS(ROW)                                                                 \
    ROW(ID, 0x0000, "read", "0x4D4F4C42: \"BLOM\"")                                              \
    ROW(VERSION, 0x0004, "read", "of the register map: 2")                                       \
    ROW(CONTROL, 0x0008, "write", "bit 0: start; bit 1: the host knows that the node was reset") \
    ROW(STATUS, 0x000C, "read", "see below")                                                     \
    ROW(NODE, 0x0010, "read, write", "the node's number")                                        \
    ROW(CYCLES, 0x0014, "read", "of the last run, 64 bits, the low word first")                  \
    ROW(READ_ERRORS, 0x001C, "read", "channels that answered a read with an error, a bit each")  \
    ROW(WRITE_ERRORS, 0x0020, "read", "the same of writes")                                      \
    ROW(NETWORK_CAUSE, 0x0024, "read", "why the network has stopped, 0: it has not")             \
    ROW(SETTINGS, 0x0100, "read, write", "the program's own that the host gives")                \
    ROW(RESULTS, 0x0800, "read", "the program's own that the host reads")

/* Name, bit of STATUS, meaning, when it falls. From bit 8 on: what a node notices. */
#define BL_DEVICE_STATUS_BITS(ROW)                                                         \
    ROW(BUSY, 0, "a run is under way", "its end")                                          \
    ROW(DONE, 1, "a run has ended", "the next start")                                      \
    ROW(ERROR, 2, "any of those below", "with them")                                       \
    ROW(OVERFLOW, 8, "a column did not fit its region", "the next start")                  \
    ROW(PROTOCOL, 9, "the exchange's protocol was violated", "reset")                      \
    ROW(INVALID, 10, "data came from a node that had failed", "the next start")            \
    ROW(READ, 11, "the memory answered a read with SLVERR or DECERR: READ_ERRORS",         \
        "the next start")                                                                  \
    ROW(WRITE, 12, "the memory answered a write with one: WRITE_ERRORS", "the next start") \
    ROW(STRAY, 13, "unexpected response from memory", "the next start")                    \
    ROW(NETWORK, 14, "the network has stopped: NETWORK_CAUSE", "reset")                    \
    ROW(RESET, 15, "the node was reset", "the host writes 2 to CONTROL")

#endif
