/* The settings that a program may give, as lists that lie with the things that they are of. Those
   of a cluster and of its memory are in ir/. */
#ifndef BL_VOCABULARY_H
#define BL_VOCABULARY_H

struct bl_network_row;
struct bl_setting;

struct bl_vocabulary {
    const struct bl_network_row *const *networks; /* NULL behind the last */
    const struct bl_setting *bus, *traffic;
};

#endif
