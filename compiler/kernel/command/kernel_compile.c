#include "kernel/command/kernel_compile.h"

#include "base/diag.h"
#include "driver/compile.h"
#include "ir/circuit.h"
#include "kernel/deadlock/kernel_stands.h"
#include "kernel/lower/kernel_lower.h"
#include "kernel/plan/kernel_limits.h"
#include "kernel/plan/kernel_plan.h"
#include "lower/lower.h"
#include "plan/certify/certificate.h"

static void plan(struct bl_compilation *c) {
    const struct bl_kernels_plan *plan = bl_kernels_plan(c->arena, c->program);
    c->planned = plan;
    c->node = plan->node;
}

static void check_limits(struct bl_compilation *c) {
    bl_kernels_check_limits(c->planned, c->diags);
}

static void certify(struct bl_compilation *c) { bl_certificate_check(c->node, c->diags); }

static void lower(struct bl_compilation *c) { c->circuit = bl_kernels_lower(c->arena, c->planned); }

static void check_circuit(struct bl_compilation *c) { bl_circuit_check(c->circuit, c->diags); }

static void check_goes_on(struct bl_compilation *c) {
    bl_kernels_check_goes_on(c->arena, c->program, c->diags);
}

/* The test whether kernels deadlock is the last one: it makes queues as large as the buffers,
   which the limits bound. */
void bl_kernels_compile(struct bl_compilation *c) {
    static void (*const steps[])(struct bl_compilation * c) = {plan,  check_limits,  certify,
                                                               lower, check_circuit, check_goes_on};
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !c->diags->errors; i++) steps[i](c);
}
