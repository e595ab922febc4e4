#include "kernel/carried/kernel_facts.h"

#include <stddef.h>

static int count_memory_ends(const struct bl_kernel_end *ends, int count) {
    int found = 0;
    for (int i = 0; i < count; i++) found += bl_kernel_at_memory(ends[i]);
    return found;
}
int bl_kernel_readers(const struct bl_kernel *kernel) {
    return count_memory_ends(kernel->sources, kernel->source_count);
}
int bl_kernel_writers(const struct bl_kernel *kernel) {
    return count_memory_ends(kernel->targets, kernel->target_count);
}

bool bl_kernel_uses(const struct bl_kernel *kernel, int memory, bool writes) {
    for (int i = 0; i < kernel->move_count; i++) {
        struct bl_kernel_end end = writes ? kernel->moves[i].to : kernel->moves[i].from;
        if (bl_kernel_at_memory(end) && end.number == memory) return true;
    }
    return false;
}

bool bl_kernels_use(const struct bl_kernels *kernels, int memory) {
    for (int i = 0; i < kernels->kernel_count; i++)
        for (int writes = 0; writes < 2; writes++)
            if (bl_kernel_uses(&kernels->kernels[i], memory, writes)) return true;
    return false;
}

int bl_kernel_fills(const struct bl_kernel *kernel) {
    int found = 0;
    for (int i = 0; i < kernel->source_count; i++)
        found += kernel->sources[i].kind == BL_KERNEL_AT_VALUE;
    return found;
}

bool bl_kernel_copies_to_bus(const struct bl_kernels *kernels, const struct bl_kernel_move *move) {
    return bl_kernel_memory_row(&kernels->memories[move->to.number])->on_bus;
}

int bl_kernel_count_copies(const struct bl_kernels *kernels, bool to_bus,
                           const struct bl_kernel_move *before) {
    int count = 0;
    for (int k = 0; k < kernels->kernel_count; k++)
        for (int i = 0; i < kernels->kernels[k].move_count; i++) {
            const struct bl_kernel_move *move = &kernels->kernels[k].moves[i];
            if (move == before) return count;
            count += move->copies && bl_kernel_copies_to_bus(kernels, move) == to_bus;
        }
    return count;
}

bool bl_kernel_awaits_copy(const struct bl_kernel *kernel, int move) {
    for (int i = 0; i < kernel->step_count; i++)
        if (kernel->steps[i].kind == BL_KERNEL_AWAIT && kernel->steps[i].number == move)
            return true;
    return false;
}

int bl_kernel_takes(const struct bl_kernel *kernel) {
    return kernel->source_count - bl_kernel_readers(kernel) - bl_kernel_fills(kernel);
}

bool bl_kernel_is_outer(struct bl_kernel_end end) {
    return bl_kernel_at_channel(end) || bl_kernel_at_peer(end) || end.kind == BL_KERNEL_AT_PORT;
}
int bl_kernel_outer_ends(const struct bl_kernel *kernel, struct bl_kernel_outer *outer) {
    int count = 0;
    for (int sends = 0; sends < 2; sends++) {
        const struct bl_kernel_end *ends = sends ? kernel->targets : kernel->sources;
        for (int i = 0; i < (sends ? kernel->target_count : kernel->source_count); i++)
            if (bl_kernel_is_outer(ends[i])) {
                if (outer) outer[count] = (struct bl_kernel_outer){ends[i], sends, i};
                count++;
            }
    }
    return count;
}

bool bl_kernel_is_any(const struct bl_kernels *kernels, struct bl_kernel_end end) {
    return bl_kernel_at_channel(end) && kernels->channels[end.number].any;
}

static int count_any(const struct bl_kernels *kernels, const struct bl_kernel_end *ends,
                     int count) {
    int found = 0;
    for (int i = 0; i < count; i++) found += bl_kernel_is_any(kernels, ends[i]);
    return found;
}
int bl_kernel_aims(const struct bl_kernels *kernels, const struct bl_kernel *kernel) {
    return count_any(kernels, kernel->targets, kernel->target_count);
}
int bl_kernel_awaits(const struct bl_kernels *kernels, const struct bl_kernel *kernel) {
    return count_any(kernels, kernel->sources, kernel->source_count);
}

bool bl_kernel_is_joined(const struct bl_kernels *kernels, struct bl_kernel_end end) {
    return bl_kernel_at_channel(end) && bl_kernel_by_host(&kernels->channels[end.number]);
}

bool bl_kernels_unreliable(const struct bl_kernels *kernels) {
    return kernels->channel_count && kernels->channels[0].unreliable;
}

bool bl_kernel_may_miss(const struct bl_kernels *kernels, const struct bl_kernel *kernel) {
    for (int i = 0; i < kernel->source_count && bl_kernels_unreliable(kernels); i++)
        if (bl_kernel_at_channel(kernel->sources[i])) return true;
    return false;
}

int bl_kernels_received(const struct bl_kernels *kernels) {
    int count = 0;
    for (int k = 0; k < kernels->kernel_count; k++)
        for (int i = 0; i < kernels->kernels[k].source_count; i++)
            count += bl_kernel_is_joined(kernels, kernels->kernels[k].sources[i]);
    return count;
}

int bl_kernels_cards(const struct bl_kernels *kernels) {
    int channels = 0;
    for (int i = 0; i < kernels->memory_count; i++)
        channels += kernels->memories[i].kind == BL_KERNEL_OF_CARD;
    return channels;
}

int bl_kernel_end_bits(int ends) {
    int bits = 1;
    while (1 << bits < ends) bits++;
    return bits;
}
