/* The exchange between nodes: send, network port, the network behind it, receive. */
#ifndef BL_LOWER_NETWORK_H
#define BL_LOWER_NETWORK_H

#include <stdbool.h>

struct bl_domain;
struct bl_instance;
struct bl_lowering;

/* A network with a circuit between bl_endpoint and its pins. The nets by peer from there are
   leaving_SIGNAL and arriving_SIGNAL, of bl_carrier_signals; this connects them to the circuit's
   ports, s_SIGNAL of what leaves and m_SIGNAL of what arrives, credits the other way, and its
   `stopped` and `cause` where the network has causes. `infix` stands behind "s_" and "m_". */
void bl_lower_connect_carrier(struct bl_lowering *lo, struct bl_instance *instance,
                              const char *infix);
/* The parameters of such a circuit that say what a flit is: NODES, NODE_W, ELEMS, ELEM_W, CHAN_W.
 */
void bl_lower_link_settings(struct bl_lowering *lo, struct bl_instance *instance);
/* The network's clock and reset to the instance's `clk` and `rst`. */
void bl_lower_network_clock(struct bl_lowering *lo, struct bl_instance *instance);
/* The node's number as the network's clock sees it, however many ask; it stands before the first
   word crosses. */
const char *bl_lower_network_node(struct bl_lowering *lo);

/* The words of the node's table (BL_NETWORK_TABLE) to the instance's ports `table_word` and
   `table_taken`, 32 bits in the network's clock: bit 31 of the word changes when the others stand;
   `table_taken` becomes the word when it is in. */
void bl_lower_connect_table(struct bl_lowering *lo, struct bl_instance *instance);
/* Barriers of kernels to the instance's ports `barrier_enters` and `barrier_leaves`, a bit each. */
void bl_lower_barriers(struct bl_lowering *lo, struct bl_instance *instance);

/* What lies below the network port: first what the carrier says of its end, and the host's words
   for it; false: nothing crosses. Then the carrier's nets and circuit, and an instance with the
   links of a node on it. */
bool bl_lower_network_begin(struct bl_lowering *lo);
void bl_lower_carrier(struct bl_lowering *lo);
void bl_lower_on_carrier(struct bl_lowering *lo, struct bl_instance *instance);

/* The network port, in both directions: its nets, and what stands on it. */
void bl_lower_port_nets(struct bl_lowering *lo);
void bl_lower_port_settings(struct bl_lowering *lo, struct bl_instance *instance,
                            const struct bl_domain *domain);
void bl_lower_connect_port(struct bl_lowering *lo, struct bl_instance *instance, const char *prefix,
                           const char *name, bool outward);

#endif
