#include "simulation/device/register_master.h"

#include <string.h>

#include "base/carried/checked.h"

static void post_tlp(struct bl_sim_node *node, const struct bl_register_access *access) {
    bl_host_tlp_access(node->tlp, node->clocks[0].next_ps,
                       &(struct bl_host_access){
                           .load = !access->write,
                           .address = bl_host_tlp_register(node->tlp, access->address),
                           .value = access->value,
                           .result = access->result,
                           .response = access->response,
                           .done = access->done,
                           .taken_ps = access->taken_ps});
}

void bl_node_post(struct bl_sim_node *node, const struct bl_register_access *access) {
    struct bl_register_master *master = &node->registers;
    if (node->tlp) {
        post_tlp(node, access);
        return;
    }
    if (master->next == master->count) master->next = master->count = 0;
    if (master->count == master->capacity) {
        int capacity = master->capacity ? 2 * master->capacity : 64;
        struct bl_register_access *queue = bl_zalloc((size_t)capacity, sizeof *queue);
        if (master->count) memcpy(queue, master->queue, (size_t)master->count * sizeof *queue);
        bl_zfree(master->queue);
        master->queue = queue;
        master->capacity = capacity;
    }
    master->queue[master->count++] = *access;
    master->posted++;
}

uint64_t bl_node_posted(const struct bl_sim_node *node) {
    return node->tlp ? bl_host_tlp_posted(node->tlp) : node->registers.posted;
}

bool bl_node_past(const struct bl_sim_node *node, uint64_t count) {
    const struct bl_register_master *master = &node->registers;
    if (node->tlp) return bl_host_tlp_past(node->tlp, count);
    return master->posted - (unsigned)(master->count - master->next) >= count;
}

void bl_node_forget(struct bl_sim_node *node) {
    struct bl_register_master *master = &node->registers;
    if (node->tlp) bl_host_tlp_forget(node->tlp);
    for (int i = master->next; i < master->count; i++) {
        struct bl_register_access *access = &master->queue[i];
        access->result = NULL;
        access->done = NULL;
        access->response = NULL;
        access->taken_ps = NULL;
    }
}

void bl_registers_restart(struct bl_register_master *master) {
    master->address_taken = master->data_taken = false;
}

void bl_registers_present(const struct bl_register_master *master, struct bl_reg_in *in) {
    *in = (struct bl_reg_in){0};
    if (master->next == master->count) return;
    const struct bl_register_access *access = &master->queue[master->next];
    in->awaddr = in->araddr = access->address;
    in->wdata = access->value;
    in->wstrb = 0xF;
    in->awvalid = access->write && !master->address_taken;
    in->wvalid = access->write && !master->data_taken;
    in->bready = access->write && master->address_taken && master->data_taken;
    in->arvalid = !access->write && !master->address_taken;
    in->rready = !access->write && master->address_taken;
}

static void finish(struct bl_register_master *master, uint32_t value, uint8_t response) {
    const struct bl_register_access *access = &master->queue[master->next++];
    if (access->result) *access->result = value;
    if (access->response && response != BL_AXI_OKAY) *access->response = response;
    if (access->done) *access->done = true;
    master->address_taken = master->data_taken = false;
}

static bool all_taken(const struct bl_register_master *master, bool write) {
    return master->address_taken && (!write || master->data_taken);
}

void bl_registers_clock(struct bl_register_master *master, const struct bl_reg_out *out,
                        int64_t now) {
    if (master->next == master->count) return;
    const struct bl_register_access *access = &master->queue[master->next];
    if (all_taken(master, access->write)) {
        if (access->write ? out->bvalid : out->rvalid)
            finish(master, out->rdata, access->write ? out->bresp : out->rresp);
        return;
    }
    master->address_taken |= access->write ? out->awready : out->arready;
    master->data_taken |= access->write && out->wready;
    if (all_taken(master, access->write) && access->taken_ps) *access->taken_ps = now;
}
