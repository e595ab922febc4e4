#include "simulation/memory/memory_owed.h"

void bl_memory_owed_count(struct bl_memory_owed *owed, const struct bl_axi_in *in,
                          const struct bl_axi_out *out) {
    if (in->arready & out->arvalid) owed->beats += out->arlen + 1;
    if (in->awready & out->awvalid) owed->answers++, owed->words += out->awlen + 1;
    owed->beats -= in->rvalid & out->rready;
    owed->words -= in->wready & out->wvalid;
    owed->answers -= in->bvalid & out->bready;
}

struct bl_axi_out bl_memory_owed_end(const struct bl_memory_owed *owed) {
    return (struct bl_axi_out){.wvalid = owed->words > 0, .rready = 1, .bready = 1};
}

bool bl_memory_owed_none(const struct bl_memory_owed *owed) {
    return !owed->beats && !owed->answers && !owed->words;
}
