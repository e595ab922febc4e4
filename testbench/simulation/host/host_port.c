#include "simulation/host/host_port.h"

#include <string.h>

#include "base/carried/checked.h"
#include "base/carried/random.h"

enum {
    PAGE = 4096,
    BURSTS = 32, /* of the node's that wait, reads and writes each */
    MOST_TAGS = 256,
    MOST_GPUS = 8,
    BESIDE_REQUEST = 24, /* bytes of the bus beside the data: frame and header */
    BESIDE_DATA = 20,
    SHARE = 4, /* of acknowledge and credit, for a transfer of the other direction */
    LATE = 8   /* a request is late by less than this part of its time */
};

struct memory {
    uint8_t *bytes;
    uint64_t bus, size;
};

/* A request of the bus. */
struct request {
    uint64_t bus;
    int bytes;
    int64_t comes_ps; /* its data to the bus */
    int64_t done_ps;  /* all of it was brought; -1: not served yet */
    uint8_t response;
    uint8_t data[PAGE];
};

/* A burst that the node reads: how much of it was asked for. */
struct reading {
    uint64_t bus;
    int bytes, asked;
};

struct writing {
    uint64_t bus;
    int beats, got;
    bool sent, applied;
    int64_t visible_ps;
    uint8_t data[PAGE], strobes[PAGE];
};

struct bl_host_port {
    struct bl_host_settings settings;
    int word_bytes;
    double ps_per_byte;
    struct memory memories[1 + MOST_GPUS];
    uint64_t taken; /* bytes of the host's memory that were given away */
    struct bl_random random;
    int64_t up_free_ps, down_free_ps; /* until when each direction is busy */
    struct reading readings[BURSTS];
    int reading_first, reading_count;
    struct request *requests;                     /* [tags], a ring in the order of the node */
    int request_first, request_count, sent_bytes; /* sent: of the first request's data */
    int left_beats[BURSTS]; /* words of each burst until its last, oldest first */
    int left_first, left_count;
    struct writing *writings; /* [BURSTS], a ring */
    int writing_first, writing_count;
    struct bl_host_counts counts;
};

double bl_host_port_rate(const struct bl_host_settings *settings) {
    static const double lane[] = {0, 0.25e9, 0.5e9, 0.984625e9, 1.96925e9, 3.9385e9};
    return lane[settings->generation] * settings->lanes;
}

static void add_memory(struct memory *memory, uint64_t bus, int64_t size) {
    *memory = (struct memory){bl_zalloc(1, (size_t)size), bus, (uint64_t)size};
}

struct bl_host_port *bl_host_port_new(const struct bl_host_settings *settings, int word_bytes) {
    struct bl_host_port *port = bl_zalloc(1, sizeof *port);
    port->settings = *settings;
    port->word_bytes = word_bytes;
    port->ps_per_byte = 1e12 / bl_host_port_rate(settings);
    port->random = bl_random_at(1, 11);
    port->requests = bl_zalloc((size_t)settings->tags, sizeof *port->requests);
    port->writings = bl_zalloc(BURSTS, sizeof *port->writings);
    add_memory(&port->memories[0], BL_HOST_MEMORY, settings->memory_bytes);
    for (int i = 0; i < settings->gpus; i++)
        add_memory(&port->memories[1 + i], BL_HOST_GPU + (uint64_t)i * BL_HOST_GPU_STEP,
                   settings->gpu_bytes);
    return port;
}

void bl_host_port_free(struct bl_host_port *port) {
    if (!port) return;
    for (int i = 0; i <= port->settings.gpus; i++) bl_zfree(port->memories[i].bytes);
    bl_zfree(port->requests);
    bl_zfree(port->writings);
    bl_zfree(port);
}

void *bl_host_port_place(struct bl_host_port *port, uint64_t bus, size_t size) {
    for (int i = 0; i <= port->settings.gpus; i++) {
        const struct memory *memory = &port->memories[i];
        if (bus >= memory->bus && size <= memory->size && bus - memory->bus <= memory->size - size)
            return memory->bytes + (bus - memory->bus);
    }
    return NULL;
}

void *bl_host_port_take(struct bl_host_port *port, size_t size, uint64_t *bus) {
    *bus = BL_HOST_MEMORY + port->taken;
    void *place = bl_host_port_place(port, *bus, size);
    if (place) port->taken += (size + PAGE - 1) / PAGE * PAGE;
    return place;
}

struct bl_host_counts bl_host_port_counts(const struct bl_host_port *port) {
    return port->counts;
}

/* ---- the bus */

/* Takes a direction of the bus for some bytes, from `from` on; returns when they are over. */
static int64_t cross(const struct bl_host_port *port, int64_t *free_ps, int64_t from, int bytes) {
    int64_t begin = *free_ps > from ? *free_ps : from;
    return *free_ps = begin + (int64_t)(bytes * port->ps_per_byte + 0.5);
}

static struct request *request_at(struct bl_host_port *port, int i) {
    return &port->requests[(port->request_first + i) % port->settings.tags];
}

static int at_most(int bytes, uint64_t bus, int step) {
    int rest = step - (int)(bus % (uint64_t)step);
    return bytes < rest ? bytes : rest;
}

/* The next part of the oldest burst that was not asked for. */
static void ask(struct bl_host_port *port, int64_t now, struct reading *reading) {
    struct request *request = request_at(port, port->request_count++);
    int64_t late = (int64_t)bl_random_below(&port->random,
                                            (uint64_t)(port->settings.read_ps / LATE) + 1);
    request->bus = reading->bus + (uint64_t)reading->asked;
    request->bytes = at_most(reading->bytes - reading->asked, request->bus, port->settings.request);
    request->comes_ps = cross(port, &port->up_free_ps, now, BESIDE_REQUEST) +
                        port->settings.read_ps + late;
    request->done_ps = -1;
    reading->asked += request->bytes;
    cross(port, &port->down_free_ps, now, SHARE);
    port->counts.requests++;
    if (port->request_count > port->counts.most_tags) port->counts.most_tags = port->request_count;
}

static void ask_more(struct bl_host_port *port, int64_t now) {
    for (int i = 0; i < port->reading_count && port->up_free_ps <= now;) {
        struct reading *reading = &port->readings[(port->reading_first + i) % BURSTS];
        if (port->request_count == port->settings.tags) return;
        if (reading->asked == reading->bytes) i++;
        else ask(port, now, reading);
    }
}

/* Its data cross the bus, in completions of the payload's size. */
static void serve(struct bl_host_port *port, struct request *request) {
    int transfers = (request->bytes + port->settings.payload - 1) / port->settings.payload;
    const void *place = bl_host_port_place(port, request->bus, (size_t)request->bytes);
    request->response = place ? BL_AXI_OKAY : BL_AXI_DECERR;
    if (place) memcpy(request->data, place, (size_t)request->bytes);
    request->done_ps = cross(port, &port->down_free_ps, request->comes_ps,
                             request->bytes + transfers * BESIDE_DATA);
    cross(port, &port->up_free_ps, request->comes_ps, transfers * SHARE);
    port->counts.completions += (uint64_t)transfers;
    port->counts.refused += !place;
}

/* The earliest request whose data have come. */
static void serve_next(struct bl_host_port *port, int64_t now) {
    struct request *next = NULL;
    for (int i = 0; i < port->request_count; i++) {
        struct request *request = request_at(port, i);
        if (request->done_ps < 0 && request->comes_ps <= now &&
            (!next || request->comes_ps < next->comes_ps))
            next = request;
    }
    if (next) serve(port, next);
}

static struct writing *writing_at(struct bl_host_port *port, int i) {
    return &port->writings[(port->writing_first + i) % BURSTS];
}

/* A burst whose words are all there crosses the bus. */
static void send(struct bl_host_port *port, struct writing *writing, int64_t now) {
    int bytes = writing->beats * port->word_bytes;
    for (int at = 0, part; at < bytes; at += part) {
        part = at_most(bytes - at, writing->bus + (uint64_t)at, port->settings.payload);
        writing->visible_ps = cross(port, &port->up_free_ps, now, part + BESIDE_REQUEST) +
                              port->settings.write_ps;
        cross(port, &port->down_free_ps, now, SHARE);
        port->counts.writes++;
    }
    writing->sent = true;
}

static void apply(struct bl_host_port *port, struct writing *writing) {
    int bytes = writing->beats * port->word_bytes;
    uint8_t *place = bl_host_port_place(port, writing->bus, (size_t)bytes);
    for (int i = 0; i < bytes && place; i++) {
        if (writing->strobes[i]) place[i] = writing->data[i];
        port->counts.written_bytes += writing->strobes[i];
    }
    port->counts.refused += !place;
    writing->applied = true;
}

static void go_on(struct bl_host_port *port, int64_t now) {
    for (int i = 0; i < port->writing_count; i++) {
        struct writing *writing = writing_at(port, i);
        if (!writing->sent && writing->got == writing->beats) send(port, writing, now);
        if (writing->sent && !writing->applied && writing->visible_ps <= now) apply(port, writing);
    }
    ask_more(port, now);
    if (port->down_free_ps <= now) serve_next(port, now);
}

/* ---- the node's side */

/* The first request's next word. */
static const struct request *ready_request(struct bl_host_port *port, int64_t now) {
    const struct request *request = request_at(port, 0);
    return port->request_count && request->done_ps >= 0 && request->done_ps <= now ? request : NULL;
}

/* The writing that lacks words, or NULL. */
static struct writing *open_writing(struct bl_host_port *port) {
    for (int i = 0; i < port->writing_count; i++)
        if (writing_at(port, i)->got < writing_at(port, i)->beats) return writing_at(port, i);
    return NULL;
}

void bl_host_port_present(struct bl_host_port *port, int64_t now, struct bl_axi_in *in) {
    go_on(port, now);
    const struct request *request = ready_request(port, now);
    const struct writing *first = writing_at(port, 0);
    in->arready = port->reading_count < BURSTS && port->left_count < BURSTS;
    in->rvalid = request != NULL;
    if (request) memcpy(in->rdata, request->data + port->sent_bytes, (size_t)port->word_bytes);
    in->rresp = request ? request->response : BL_AXI_OKAY;
    in->rlast = port->left_count && port->left_beats[port->left_first] == 1;
    in->awready = port->writing_count < BURSTS;
    in->wready = open_writing(port) != NULL;
    in->bvalid = port->writing_count && first->applied;
    in->bresp = bl_host_port_place(port, first->bus, 1) ? BL_AXI_OKAY : BL_AXI_DECERR;
}

static void take_read(struct bl_host_port *port, const struct bl_axi_out *out) {
    int beats = out->arlen + 1;
    port->readings[(port->reading_first + port->reading_count++) % BURSTS] = (struct reading){
        out->araddr, beats * port->word_bytes, 0};
    port->left_beats[(port->left_first + port->left_count++) % BURSTS] = beats;
}

static void give_word(struct bl_host_port *port) {
    const struct request *request = request_at(port, 0);
    port->counts.read_bytes += (uint64_t)port->word_bytes;
    port->sent_bytes += port->word_bytes;
    if (port->sent_bytes == request->bytes) {
        port->sent_bytes = 0;
        port->request_first = (port->request_first + 1) % port->settings.tags;
        port->request_count--;
    }
    if (--port->left_beats[port->left_first]) return;
    port->left_first = (port->left_first + 1) % BURSTS;
    port->left_count--;
    port->reading_first = (port->reading_first + 1) % BURSTS;
    port->reading_count--;
}

static void take_write(struct bl_host_port *port, const struct bl_axi_out *out) {
    struct writing *writing = writing_at(port, port->writing_count++);
    writing->bus = out->awaddr;
    writing->beats = out->awlen + 1;
    writing->got = 0;
    writing->sent = writing->applied = false;
}

static void take_word(struct bl_host_port *port, const struct bl_axi_out *out) {
    struct writing *writing = open_writing(port);
    int at = writing->got++ * port->word_bytes;
    memcpy(writing->data + at, out->wdata, (size_t)port->word_bytes);
    for (int i = 0; i < port->word_bytes; i++) writing->strobes[at + i] = out->wstrb >> i & 1;
}

static void drop_writing(struct bl_host_port *port) {
    port->writing_first = (port->writing_first + 1) % BURSTS;
    port->writing_count--;
}

bool bl_host_port_clock(struct bl_host_port *port, int64_t now, const struct bl_axi_in *in,
                        const struct bl_axi_out *out) {
    bool read = in->rvalid & out->rready, asked = in->arready & out->arvalid,
         word = in->wready & out->wvalid, write = in->awready & out->awvalid,
         answered = in->bvalid & out->bready;
    (void)now;
    if (read) give_word(port);
    if (asked) take_read(port, out);
    if (word) take_word(port, out);
    if (answered) drop_writing(port);
    if (write) take_write(port, out);
    return read | asked | word | write | answered;
}

void bl_host_port_reset(struct bl_host_port *port) {
    for (int i = 0; i < port->writing_count; i++)
        if (writing_at(port, i)->sent && !writing_at(port, i)->applied)
            apply(port, writing_at(port, i));
    port->reading_count = port->request_count = port->left_count = port->writing_count = 0;
    port->sent_bytes = 0;
}
