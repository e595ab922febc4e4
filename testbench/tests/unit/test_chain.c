/* Starts of an engine and resets of the device, called by two threads: a device whose registers are
   a list of what was done. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "bl_device_backend.h"
#include "bl_device_chain.h"

enum { SETTINGS = 0x100, STATE = 0x800, CHAIN_WORDS = 6, MOST = 64 };
static const struct bl_device_chain_window window = {UINT64_C(1) << 46, 1 << 30, 1 << 20, 0, NULL};
static const struct bl_device_chain engine = {SETTINGS, STATE, 4, STATE + 8, &window};

/* What was done, in order: registers that were written, and resets. */
enum { RESET = 1 };
struct fake {
    struct bl_device *device;
    pthread_mutex_t lock;
    uint32_t done[MOST];
    int count;
    uint32_t fires_at; /* the register, or RESET, with which the other thread begins */
    enum bl_device_result (*other)(struct bl_device *device);
    enum bl_device_result other_result;
    atomic_bool other_over;
    int patience; /* milliseconds that it may take */
    pthread_t thread;
    bool fired;
};

static void *call_other(void *argument) {
    struct fake *fake = argument;
    fake->other_result = fake->other(fake->device);
    fake->other_over = true;
    return NULL;
}

static void note(struct fake *fake, uint32_t what) {
    pthread_mutex_lock(&fake->lock);
    fake->done[fake->count++] = what;
    bool fires = what == fake->fires_at && !fake->fired;
    fake->fired |= fires;
    pthread_mutex_unlock(&fake->lock);
    if (!fires) return;
    pthread_create(&fake->thread, NULL, call_other, fake);
    for (int i = 0; i < fake->patience && !fake->other_over; i++) usleep(1000);
}

static enum bl_device_result reg_write(void *state, int node, uint32_t address, uint32_t value) {
    (void)node, (void)value;
    note(state, address);
    return BL_DEVICE_OK;
}
static enum bl_device_result reg_read(void *state, int node, uint32_t address, uint32_t *values,
                                      int count) {
    (void)state, (void)node, (void)address;
    memset(values, 0, (size_t)count * sizeof *values);
    return BL_DEVICE_OK;
}
static enum bl_device_result reset(void *state) {
    note(state, RESET);
    return BL_DEVICE_OK;
}
static void close_fake(void *state) { (void)state; }
static const char *message(void *state) { return (void)state, ""; }

static enum bl_device_result start(struct bl_device *device) {
    return bl_device_chain_start(device, 0, &engine, 0x1000, 0, 0);
}
static enum bl_device_result start_registers(struct bl_device *device) {
    return bl_device_chain_start_requests(device, 0, &engine, 1, 0, 0);
}
static enum bl_device_result put_request(struct bl_device *device) {
    return bl_device_chain_request(device, 0, &engine, 0, 0, 0, 4, NULL);
}

static void begin(struct fake *fake) {
    static const struct bl_device_backend backend = {.name = "fake",
                                                     .close = close_fake,
                                                     .reg_write = reg_write,
                                                     .reg_read = reg_read,
                                                     .reset = reset,
                                                     .message = message};
    pthread_mutex_init(&fake->lock, NULL);
    fake->device = bl_device_make(&backend, fake, 1, 0);
    assert_non_null(fake->device);
}

static void end(struct fake *fake) {
    assert_true(fake->fired);
    pthread_join(fake->thread, NULL);
    bl_device_close(fake->device);
    pthread_mutex_destroy(&fake->lock);
}

/* The place of the first one, or -1. */
static int place_of(const struct fake *fake, uint32_t what) {
    for (int i = 0; i < fake->count; i++)
        if (fake->done[i] == what) return i;
    return -1;
}

/* `call` writes registers first to last, and a reset comes in between. */
static void is_whole(enum bl_device_result (*call)(struct bl_device *device), uint32_t first,
                     uint32_t last) {
    struct fake fake = {.fires_at = first, .other = bl_device_reset, .patience = 50};
    begin(&fake);
    assert_int_equal(call(fake.device), BL_DEVICE_OK);
    end(&fake);
    assert_int_equal(fake.other_result, BL_DEVICE_OK);
    const int reset_at = place_of(&fake, RESET);
    assert_true(reset_at >= 0);
    assert_false(reset_at > place_of(&fake, first) && reset_at < place_of(&fake, last));
}

static void a_reset_parts_no_start(void **state) {
    (void)state;
    is_whole(start, SETTINGS, SETTINGS + 20);
    is_whole(start_registers, SETTINGS + 8, SETTINGS + 20);
    is_whole(put_request, SETTINGS + 28, SETTINGS + 56);
}

/* Nor does a start wait for a reset, which may take simulated time: it is reported. */
static void a_start_within_a_reset_is_busy(void **state) {
    (void)state;
    enum bl_device_result (*const calls[])(struct bl_device *) = {start, start_registers,
                                                                  put_request};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        struct fake fake = {.fires_at = RESET, .other = calls[i], .patience = 5000};
        begin(&fake);
        assert_int_equal(bl_device_reset(fake.device), BL_DEVICE_OK);
        assert_true(fake.other_over);
        assert_int_equal(calls[i](fake.device), BL_DEVICE_OK);
        end(&fake);
        assert_int_equal(fake.other_result, BL_DEVICE_BUSY);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_reset_parts_no_start),
                                       cmocka_unit_test(a_start_within_a_reset_is_busy)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
