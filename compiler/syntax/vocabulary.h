/* The settings that a program may give, as lists that lie with the things that they are of: those
   of networks. Those of kinds of program stand in kind/kinds.h, of a cluster and of its memory in
   settings/. */
#ifndef BL_VOCABULARY_H
#define BL_VOCABULARY_H

struct bl_network_row;

struct bl_vocabulary {
    const struct bl_network_row *const *networks; /* NULL behind the last */
};

#endif
