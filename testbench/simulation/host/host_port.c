#include "simulation/host/host_port.h"

#include <string.h>

#include "base/carried/checked.h"
#include "simulation/host/host_reads.h"
#include "simulation/host/host_writes.h"

struct bl_host_port {
    struct bl_host_bus bus;
    struct bl_host_reads reads;
    struct bl_host_writes writes;
    int64_t edge_ps; /* the last edge: all until then is done but for what the node did in it */
    bool read_next;  /* whose turn it is on the bus when both wait */
    struct bl_host_watch watch;
};

const struct bl_host_settings bl_host_usual = {
    .generation = 3,
    .lanes = 8,
    .payload = 256,
    .request = 512,
    .tags = 32,
    .read_ps = 450000,
    .write_ps = 300000,
    .memory_bytes = INT64_C(64) << 20,
    .gpus = 0,
    .gpu_bytes = INT64_C(16) << 20,
    .gpu_read_ps = 1000000,
    .gpu_write_ps = 450000,
};

struct bl_host_port *bl_host_port_new(const struct bl_host_settings *settings, int word_bytes) {
    struct bl_host_port *port = bl_zalloc(1, sizeof *port);
    port->bus.settings = *settings;
    port->bus.word_bytes = word_bytes;
    port->bus.ps_per_byte = 1e12 / bl_host_port_rate(settings);
    bl_host_regions_init(&port->bus.regions, settings);
    bl_host_reads_init(&port->reads, &port->bus);
    bl_host_writes_init(&port->writes, &port->bus);
    bl_host_port_arm(port, &(struct bl_host_faults){.seed = 1});
    return port;
}

void bl_host_port_free(struct bl_host_port *port) {
    if (!port) return;
    bl_host_reads_destroy(&port->reads);
    bl_host_writes_destroy(&port->writes);
    bl_host_regions_destroy(&port->bus.regions);
    bl_zfree(port);
}

void bl_host_port_arm(struct bl_host_port *port, const struct bl_host_faults *faults) {
    port->bus.faults = *faults;
    port->bus.random = bl_random_at(faults->seed, 0);
}

struct bl_host_bus *bl_host_port_bus(struct bl_host_port *port) {
    return &port->bus;
}

void bl_host_port_watch(struct bl_host_port *port, const struct bl_host_watch *watch) {
    port->watch = watch ? *watch : (struct bl_host_watch){.user = NULL};
}

struct bl_host_counts bl_host_port_counts(const struct bl_host_port *port) {
    struct bl_host_counts counts = port->bus.counts;
    counts.up_bytes = port->bus.bytes[BL_HOST_UP];
    counts.down_bytes = port->bus.bytes[BL_HOST_DOWN];
    return counts;
}

/* ---- memories */

void *bl_host_port_place(struct bl_host_port *port, uint64_t bus, size_t size) {
    const struct bl_host_region *region = bl_host_regions_find(&port->bus.regions, bus, size);
    return region ? region->bytes + (bus - region->bus) : NULL;
}

int bl_host_port_gpus(const struct bl_host_port *port) { return port->bus.settings.gpus; }

void *bl_host_port_alloc(struct bl_host_port *port, int where, size_t size, uint64_t *bus) {
    const struct bl_host_regions *regions = &port->bus.regions;
    int i = where - BL_HOST_OWN_MEMORY;
    if (i < 0 || i >= regions->count || !bl_host_region_alloc(&regions->items[i], size, bus))
        return NULL;
    return bl_host_port_place(port, *bus, size);
}

uint64_t bl_host_port_own(struct bl_host_port *port, void *bytes, size_t size) {
    return bl_host_regions_add(&port->bus.regions, bytes, size);
}

bool bl_host_port_release(struct bl_host_port *port, uint64_t bus) {
    if (bl_host_regions_remove(&port->bus.regions, bus)) return true;
    struct bl_host_region *region = bl_host_regions_find(&port->bus.regions, bus, 1);
    return region && bl_host_region_release(region, bus);
}

/* ---- time */

/* What could go before the last edge has gone. */
static int64_t up_due(const struct bl_host_port *port) {
    int64_t free_ps = port->bus.free_ps[BL_HOST_UP];
    if (!bl_host_reads_waits(&port->reads) && !bl_host_writes_waits(&port->writes))
        return BL_HOST_NEVER;
    return free_ps > port->edge_ps ? free_ps : port->edge_ps;
}

static void go_up(struct bl_host_port *port, int64_t now) {
    bool reads = bl_host_reads_waits(&port->reads), writes = bl_host_writes_waits(&port->writes);
    if (reads && (port->read_next || !writes)) bl_host_reads_ask(&port->reads, now);
    else bl_host_writes_send(&port->writes, now);
    port->read_next = !port->read_next;
}

static int64_t show_due(const struct bl_host_port *port) {
    return bl_host_writes_due(&port->writes);
}
static void show(struct bl_host_port *port, int64_t now) {
    bl_host_writes_show(&port->writes, now);
}
static int64_t down_due(const struct bl_host_port *port) { return bl_host_reads_due(&port->reads); }
static void go_down(struct bl_host_port *port, int64_t now) {
    bl_host_reads_complete(&port->reads, now);
}

/* What happens by itself; at one time, in this order. */
static const struct {
    int64_t (*due)(const struct bl_host_port *port);
    void (*happen)(struct bl_host_port *port, int64_t now);
} events[] = {{show_due, show}, {up_due, go_up}, {down_due, go_down}};
enum { EVENTS = sizeof events / sizeof *events };

/* All until `now`, the earliest first. */
static void go_on(struct bl_host_port *port, int64_t now) {
    for (;;) {
        int next = 0;
        int64_t due = events[0].due(port);
        for (int i = 1; i < EVENTS; i++) {
            int64_t other = events[i].due(port);
            if (other < due) due = other, next = i;
        }
        if (due > now) return;
        events[next].happen(port, due);
    }
}

/* ---- the node's side */

void bl_host_port_present(struct bl_host_port *port, int64_t now, struct bl_axi_in *in) {
    bool last = false;
    uint8_t response = BL_AXI_OKAY;
    go_on(port, now);
    port->edge_ps = now;
    const uint8_t *word = bl_host_reads_word(&port->reads, now, &response, &last);
    const struct bl_host_write_burst *burst = bl_host_writes_answer(&port->writes);
    in->arready = bl_host_reads_room(&port->reads);
    in->rvalid = word != NULL;
    if (word) memcpy(in->rdata, word, (size_t)port->bus.word_bytes);
    in->rresp = response;
    in->rlast = last;
    in->awready = bl_host_writes_room(&port->writes);
    in->wready = bl_host_writes_word_room(&port->writes);
    in->bvalid = burst != NULL;
    in->bresp = burst ? burst->response : BL_AXI_OKAY;
}

/* Address of the word that a burst begins in. */
static uint64_t whole(const struct bl_host_port *port, uint64_t address) {
    return address - address % (unsigned)port->bus.word_bytes;
}

static void ask(struct bl_host_port *port, uint64_t address, int bytes) {
    if (port->watch.reads) port->watch.reads(port->watch.user, address, bytes);
    bl_host_reads_take(&port->reads, address, bytes);
}

static void write_word(struct bl_host_port *port, const void *word, uint64_t strobe) {
    int width = port->bus.word_bytes;
    if (width < 64) strobe &= (UINT64_C(1) << width) - 1;
    if (port->watch.writes && strobe) {
        int first = __builtin_ctzll(strobe), last = 64 - __builtin_clzll(strobe);
        port->watch.writes(port->watch.user, bl_host_writes_place(&port->writes) + (unsigned)first,
                           last - first);
    }
    bl_host_writes_word(&port->writes, word, strobe);
}

bool bl_host_port_clock(struct bl_host_port *port, int64_t now, const struct bl_axi_in *in,
                        const struct bl_axi_out *out) {
    bool read = in->rvalid & out->rready, asked = in->arready & out->arvalid,
         word = in->wready & out->wvalid, write = in->awready & out->awvalid,
         answered = in->bvalid & out->bready;
    int width = port->bus.word_bytes;
    if (read) bl_host_reads_gave(&port->reads);
    if (asked) ask(port, whole(port, out->araddr), (out->arlen + 1) * width);
    if (word) write_word(port, out->wdata, out->wstrb);
    if (write) bl_host_writes_take(&port->writes, whole(port, out->awaddr), out->awlen + 1);
    if (answered) bl_host_writes_answered(&port->writes);
    (void)now;
    return read | asked | word | write | answered;
}

void bl_host_port_reset(struct bl_host_port *port) {
    bl_host_reads_reset(&port->reads);
    bl_host_writes_reset(&port->writes);
}

int64_t bl_host_port_interrupt(const struct bl_host_port *port) {
    return port->bus.settings.interrupt_ps;
}

bool bl_host_port_quiet(const struct bl_host_port *port) {
    return port->reads.burst_head == port->reads.burst_tail &&
           port->reads.head == port->reads.tail &&
           port->writes.burst_head == port->writes.burst_tail;
}
