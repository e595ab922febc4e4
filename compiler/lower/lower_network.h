/* The exchange between nodes: send, network port, the network behind it, receive. */
#ifndef BL_LOWER_NETWORK_H
#define BL_LOWER_NETWORK_H

#include <stdbool.h>

struct bl_domain;
struct bl_instance;
struct bl_lowering;

/* The network port, in both directions: its nets, and what stands on it. */
void bl_lower_port_nets(struct bl_lowering *lo);
void bl_lower_port_settings(struct bl_lowering *lo, struct bl_instance *instance,
                            const struct bl_domain *domain);
void bl_lower_connect_port(struct bl_lowering *lo, struct bl_instance *instance, const char *prefix,
                           const char *name, bool outward);

#endif
