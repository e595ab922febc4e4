#include "kernel/kernel_program.h"

#include "base/arena.h"
#include "ir/program.h"

const struct bl_body_type bl_kernels_body = {"bl_kernel_body"};

static const struct bl_kernel_body *body_of(const struct bl_program *program) {
    return bl_program_body(program, &bl_kernels_body);
}

const struct bl_kernels *bl_program_kernels(const struct bl_program *program) {
    const struct bl_kernel_body *body = body_of(program);
    return body ? &body->kernels : NULL;
}

const struct bl_kernel_own_files *bl_program_kernel_files(const struct bl_program *program) {
    return body_of(program)->files;
}

const struct bl_kernel_stated *bl_program_collectives(const struct bl_program *program,
                                                      int *count) {
    *count = body_of(program)->collective_count;
    return body_of(program)->collectives;
}

struct bl_range bl_program_channel_range(const struct bl_program *program, int channel) {
    const struct bl_kernel_body *body = body_of(program);
    return channel < body->declared_channels ? body->channel_ranges[channel] : (struct bl_range){0};
}

struct bl_kernel_tried *bl_program_kernel_tried(const struct bl_program *program) {
    return body_of(program)->tried;
}

const struct bl_kernel_group *bl_program_kernel_groups(const struct bl_program *program,
                                                       int *count) {
    *count = body_of(program)->group_count;
    return body_of(program)->groups;
}

const char *bl_kernel_module(struct bl_arena *arena, const struct bl_program *program,
                             const struct bl_kernel *kernel) {
    return bl_format(arena, "%s_kernel_%s", program->symbol, kernel->name);
}
