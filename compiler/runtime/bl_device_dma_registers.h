/* The words of a node's host port in its register map, in this order: those that the host writes
   one behind the other, and those that it reads. bl_device_dma.c and the compiler's register map
   go by it. Of the two modules, read brings the host's data to the card, write the card's to the
   host; docs/host.md. */
#ifndef BL_DEVICE_DMA_REGISTERS_H
#define BL_DEVICE_DMA_REGISTERS_H

/* Constant, name of the net, meaning. */
#define BL_DEVICE_DMA_SETTINGS(ROW)                                                               \
    ROW(READ_TABLE, read_table_low, "bus address of the read module's table of descriptors, low") \
    ROW(READ_TABLE_HIGH, read_table_high, "the same, high")                                       \
    ROW(READ_STATUS, read_status_low, "bus address of its completions, low")                      \
    ROW(READ_STATUS_HIGH, read_status_high, "the same, high")                                     \
    ROW(READ_POSTED, read_posted, "descriptors that are in the table so far, modulo 256")         \
    ROW(READ_SEEN, read_seen, "completions that the host has seen so far, modulo 256")            \
    ROW(WRITE_TABLE, write_table_low, "of the write module")                                      \
    ROW(WRITE_TABLE_HIGH, write_table_high, "the same, high")                                     \
    ROW(WRITE_STATUS, write_status_low, "bus address of its completions, low")                    \
    ROW(WRITE_STATUS_HIGH, write_status_high, "the same, high")                                   \
    ROW(WRITE_POSTED, write_posted, "descriptors that are in the table so far, modulo 256")       \
    ROW(WRITE_SEEN, write_seen, "completions that the host has seen so far, modulo 256")

#define BL_DEVICE_DMA_RESULTS(ROW)                                                  \
    ROW(STATE, state,                                                               \
        "completions of the read module, modulo 256; of the write module from bit " \
        "8 on; bits 16 and 17: an access to table or record failed")

#endif
