#include "kernel/carried/kernels.h"

bool bl_kernel_rate_gives(const struct bl_kernel_rate *rate, struct bl_kernel_come *come,
                          unsigned last) {
    const bool ends = last >> rate->of & 1;
    const uint64_t after = (uint64_t)rate->after, per = (uint64_t)rate->per;
    come->all++;
    come->move++;
    bool gives = come->all % per == 0;
    if (rate->after) gives = come->move > after && (come->move - after) % per == 0;
    if (ends) come->move = 0;
    return rate->move ? ends : gives;
}

bool bl_kernel_is_declared(const struct bl_kernels *kernels, const struct bl_kernel_own *own) {
    for (int i = 0; i < own->port_count; i++) {
        const struct bl_kernel_port *port = &kernels->ports[own->first_port + i];
        if (!port->in && !port->rate.per) return false;
    }
    return true;
}
