/* Whether a kernel rests, while doorbells of another bus master start it and its registers are
   read one after the other: a kernel that has ended in between is not said to rest if it goes on
   with the next number, whatever the numbers of its starts were. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "runtime/bl_device_backend.h"
#include "runtime/kernels/bl_device_kernel_inner.h"

enum { GO = 0x100, STATE = 0x200, MOST_READS = 40, LENGTH = 9 };

/* One kernel, on one node: each register that is read takes a moment. */
struct node {
    uint32_t go, number, taken;
    int left;  /* moments to its end; 0: it rests */
    int again; /* how long its next run takes */
};

static void pass(struct node *node) {
    if (node->left && !--node->left) {
        node->taken = node->number;
        return;
    }
    if (node->left || node->go == node->number) return;
    node->number = node->go;
    node->left = node->again;
}

static uint32_t shown(const struct node *node, uint32_t address) {
    switch (address) {
    case GO: return node->go;
    case STATE: return node->taken;
    case STATE + 12: return node->left ? BL_DEVICE_KERNEL_RUNS | 1 : 0;
    default: return 0;
    }
}

static void close_it(void *state) { (void)state; }
static enum bl_device_result reg_read(void *state, int node, uint32_t address, uint32_t *values,
                                      int count) {
    (void)node;
    for (int i = 0; i < count; i++) {
        values[i] = shown(state, address + 4 * (uint32_t)i);
        pass(state);
    }
    return BL_DEVICE_OK;
}
static enum bl_device_result reg_write(void *state, int node, uint32_t address, uint32_t value) {
    (void)node;
    struct node *its = state;
    if (address == GO) its->go = value;
    return BL_DEVICE_OK;
}
static enum bl_device_result nothing(void *state) { return (void)state, BL_DEVICE_OK; }
static enum bl_device_result wait_for(void *state, int64_t timeout_ps) {
    return (void)state, (void)timeout_ps, BL_DEVICE_OK;
}
static const char *message(void *state) { return (void)state, ""; }
static const struct bl_device_backend backend = {.name = "a kernel",
                                                 .close = close_it,
                                                 .reg_write = reg_write,
                                                 .reg_read = reg_read,
                                                 .reset = nothing,
                                                 .start = nothing,
                                                 .wait = wait_for,
                                                 .message = message};

static const struct bl_device_kernel kernel = {
    .name = "k", .arguments = GO, .state = STATE, .nodes = 1};
static const struct bl_device_kernels kernels = {.kernels = &kernel, .kernel_count = 1};

/* As often as it takes; the kernel is as it was found at the end. */
static void poll_until_it_rests(struct node *node) {
    struct bl_device *device = bl_device_make(&backend, node, 1, 1);
    assert_non_null(device);
    assert_int_equal(bl_device_kernels_open(device, &kernels), BL_DEVICE_OK);
    enum bl_device_result result;
    for (int polls = 0;; polls++) {
        assert_in_range(polls, 0, MOST_READS);
        result = bl_device_kernel_rests(device, 0, &kernel);
        if (result != BL_DEVICE_BUSY) break;
    }
    assert_int_equal(result, BL_DEVICE_OK);
    assert_int_equal(node->left, 0);
    assert_int_equal(node->taken, node->go);
    bl_device_close(device);
}

/* Its run ends behind any number of reads; a doorbell has written another number meanwhile, or the
   one that ended before. */
static void one_that_goes_on_does_not_rest(void **state) {
    (void)state;
    for (int left = 0; left < MOST_READS; left++)
        for (int again = 1; again < LENGTH; again++)
            for (uint32_t go = 5; go < 8; go++) {
                struct node node = {go, 6, 5, left, again};
                if (!left) node.taken = 6;
                poll_until_it_rests(&node);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_that_goes_on_does_not_rest)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
