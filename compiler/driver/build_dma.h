/* What a bench simulates in place of the node alone where a program has a `dma` whose IP has a
   model: bench/dma/, a module around the node with the same ports, the controller below the host
   port, and the model of the vendor's IP. */
#ifndef BL_BUILD_DMA_H
#define BL_BUILD_DMA_H

#include <stdbool.h>

struct bl_circuit;
struct bl_home;
struct bl_output;
struct bl_node;

/* Adds them; nothing where there is none. False after a message on stderr. */
bool bl_output_dma(struct bl_output *output, const struct bl_node *node,
                   const struct bl_circuit *circuit, const struct bl_home *home);

#endif
