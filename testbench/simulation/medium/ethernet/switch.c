#include "simulation/medium/ethernet/switch.h"

#include <stdlib.h>
#include <string.h>

#include "base/carried/checked.h"

enum { MOST_SEEN = 1024, JITTER_SEED = 1 };

void bl_switch_init(struct bl_switch *self, int nodes, struct bl_mac *macs,
                    const struct bl_ethernet_config *config) {
    *self = (struct bl_switch){.config = config, .nodes = nodes, .macs = macs};
    self->outputs = bl_zalloc((size_t)nodes, sizeof *self->outputs);
    self->inputs = bl_zalloc((size_t)nodes, sizeof *self->inputs);
    self->seen = bl_zalloc(MOST_SEEN, sizeof *self->seen);
    for (int i = 0; i < nodes; i++) self->inputs[i].jitter = bl_random_at(JITTER_SEED, (uint64_t)i);
}

static void destroy_output(struct bl_output *output) {
    for (int i = 0; i < output->count; i++) bl_frame_release(output->queue[i].frame);
    for (int i = 0; i < output->held_count; i++) bl_frame_release(output->held[i].frame);
    free(output->queue);
    free(output->held);
}

void bl_switch_destroy(struct bl_switch *self) {
    for (int i = 0; i < self->nodes; i++) destroy_output(&self->outputs[i]);
    bl_zfree(self->outputs);
    bl_zfree(self->inputs);
    bl_zfree(self->seen);
}

void bl_switch_arm(struct bl_switch *self, const double *rates, uint64_t seed) {
    memcpy(self->rates, rates, sizeof self->rates);
    for (int i = 0; i < self->nodes; i++) self->inputs[i].random = bl_random_at(seed, (uint64_t)i);
}

/* From a byte out of the sender until it can be at an output. */
static int64_t passage(const struct bl_switch *self) {
    return self->config->latency_ps + self->config->switch_ps;
}
static int64_t preamble(const struct bl_switch *self) {
    return bl_wire_ps(self->config->rate, BL_FRAME_PREAMBLE);
}

/* ---- an output */

/* A frame starts when that before it has ended, gap included, and the end of that is known. */
static void resolve(const struct bl_switch *self, struct bl_output *output) {
    for (; output->resolved < output->count; output->resolved++) {
        struct bl_delivery *own = &output->queue[output->resolved];
        const struct bl_delivery *before = output->resolved ? own - 1 : NULL;
        if (before && !before->frame->known_end) return;
        int64_t free_ps = before ? before->start_ps +
                                       bl_frame_gap_ps(self->config->rate, before->frame->known)
                                 : output->free_ps;
        own->start_ps = own->enter_ps > free_ps ? own->enter_ps : free_ps;
    }
}

/* Bytes of a frame that have come at an event, less those that have gone. */
static int held_of(const struct bl_switch *self, const struct bl_delivery *delivery, int64_t now) {
    const struct bl_frame *frame = delivery->frame;
    int64_t rate = self->config->rate, at = now + passage(self) - preamble(self);
    int most = frame->known_end ? frame->known + BL_FRAME_FCS : self->config->frame;
    int come = bl_wire_bytes(rate, at - frame->start_ps - passage(self), most);
    return come - (delivery->start_ps < 0 ? 0 : bl_wire_bytes(rate, at - delivery->start_ps, most));
}

static bool has_room(const struct bl_switch *self, struct bl_output *output, int64_t now) {
    int64_t bytes = self->config->frame;
    resolve(self, output);
    for (int i = 0; i < output->count; i++) bytes += held_of(self, &output->queue[i], now);
    output->tail_drops += bytes > self->config->queue;
    return bytes <= self->config->queue;
}

static void append(const struct bl_switch *self, struct bl_output *output, struct bl_frame *frame,
                   int64_t now, bool copy) {
    if (output->count == output->capacity) {
        output->capacity = 2 * output->capacity + 16;
        output->queue = bl_zneeded(
            realloc(output->queue, sizeof *output->queue * (size_t)output->capacity));
    }
    frame->references++;
    output->queue[output->count++] = (struct bl_delivery){
        frame, now + passage(self) - preamble(self) + frame->jitter_ps, -1, copy};
}

/* The frame, and once more where it is repeated. */
static void enqueue(const struct bl_switch *self, struct bl_output *output, struct bl_frame *frame,
                    int64_t now) {
    append(self, output, frame, now, false);
    if (frame->fate & BL_FRAME_REPEATED) append(self, output, frame, now, true);
}

static void hold(struct bl_output *output, struct bl_frame *frame, int64_t now) {
    if (output->held_count == output->held_capacity) {
        output->held_capacity = 2 * output->held_capacity + 4;
        output->held = bl_zneeded(
            realloc(output->held, sizeof *output->held * (size_t)output->held_capacity));
    }
    frame->references++;
    output->held[output->held_count++] = (struct bl_held){frame, now + BL_HOLD_PS};
}

static void let_go(const struct bl_switch *self, struct bl_output *output, int count, int64_t now) {
    for (int i = 0; i < count; i++) {
        enqueue(self, output, output->held[i].frame, now);
        bl_frame_release(output->held[i].frame);
    }
    output->held_count -= count;
    memmove(output->held, output->held + count, sizeof *output->held * (size_t)output->held_count);
}

static void forward(const struct bl_switch *self, struct bl_output *output, struct bl_frame *frame,
                    int64_t now) {
    if (!has_room(self, output, now)) {
        frame->fate |= BL_FRAME_FULL;
    } else if (frame->fate & BL_FRAME_HELD) {
        hold(output, frame, now);
    } else {
        enqueue(self, output, frame, now);
        if (output->held_count) let_go(self, output, output->held_count, now);
    }
}

/* ---- addresses */

/* The place of an address; seen_count: it was not seen. */
static int find(const struct bl_switch *self, uint64_t address) {
    int i = 0;
    while (i < self->seen_count && self->seen[i].address != address) i++;
    return i;
}

static void learn(struct bl_switch *self, const struct bl_frame *frame) {
    uint64_t address = bl_frame_address(frame->bytes + 6);
    int i = find(self, address);
    if (frame->fate & (BL_FRAME_FLIPPED | BL_FRAME_DESTROYED) || i == MOST_SEEN) return;
    self->seen[i].address = address;
    self->seen[i].port = frame->from;
    if (i == self->seen_count) self->seen_count++;
}

/* A frame for the port that it came from goes nowhere; one for a group, which is nobody's source,
   to all others. */
static void distribute(struct bl_switch *self, struct bl_frame *frame, int64_t now) {
    uint64_t address = bl_frame_destination(frame);
    int i = find(self, address);
    bool flood = i == self->seen_count;
    for (int port = 0; port < self->nodes; port++)
        if (port != frame->from && (flood || self->seen[i].port == port))
            forward(self, &self->outputs[port], frame, now);
}

/* ---- faults */

/* Half of all flips are in the bytes that every frame has: in a frame that ends before the place
   of the other half, which is not known yet, the FCS is hit. */
static int place_of_flip(const struct bl_switch *self, struct bl_random *random) {
    uint64_t early = bl_random_below(random, 2),
             place = bl_random_below(random, 8 * (uint64_t)self->config->frame);
    return (int)(early ? place % (8 * (BL_FRAME_LEAST + BL_FRAME_FCS)) : place);
}

/* Every frame takes as many numbers, so that no rate changes what another one hits. */
static void strike(const struct bl_switch *self, struct bl_input *input, struct bl_frame *frame) {
    static const unsigned fates[] = {[BL_DROP] = BL_FRAME_DROPPED,
                                     [BL_FLIP] = BL_FRAME_FLIPPED,
                                     [BL_REPEAT] = BL_FRAME_REPEATED,
                                     [BL_REORDER] = BL_FRAME_HELD};
    for (int i = 0; i < BL_ETHERNET_FAULTS; i++) {
        bool struck = bl_random_real(&input->random) < self->rates[i] &&
                      !(frame->fate & BL_FRAME_DROPPED);
        input->faults[i] += struck;
        if (struck) frame->fate |= fates[i];
    }
    frame->flip = place_of_flip(self, &input->random);
}

/* ---- events, by time and then by node */

enum event_kind { NOTHING, ARRIVES, ENDS, IS_LET_GO };
struct event {
    enum event_kind kind;
    int node;
    int64_t at_ps;
};

static void consider(struct event *first, enum event_kind kind, int node, int64_t at_ps) {
    if (at_ps < first->at_ps) *first = (struct event){kind, node, at_ps};
}

static struct event next_event(const struct bl_switch *self, int64_t end_ps) {
    struct event first = {NOTHING, 0, end_ps};
    for (int i = 0; i < self->nodes; i++) {
        const struct bl_output *output = &self->outputs[i];
        struct bl_frame *const *frames = self->macs[i].send.frames;
        int arrived = self->inputs[i].arrived;
        if (output->held_count) consider(&first, IS_LET_GO, i, output->held[0].until_ps);
        if (arrived && frames[0]->known_end)
            consider(&first, ENDS, i,
                     frames[0]->start_ps + bl_frame_ps(self->config->rate, frames[0]->known));
        if (arrived < self->macs[i].send.count)
            consider(&first, ARRIVES, i, frames[arrived]->start_ps + preamble(self));
    }
    return first;
}

static int64_t jitter(const struct bl_switch *self, struct bl_input *input) {
    int64_t most = self->config->jitter_ps;
    return most ? (int64_t)bl_random_below(&input->jitter, (uint64_t)most + 1) : 0;
}

static void arrive(struct bl_switch *self, int node, int64_t now) {
    struct bl_input *input = &self->inputs[node];
    struct bl_frame *frame = self->macs[node].send.frames[input->arrived++];
    frame->jitter_ps = jitter(self, input);
    strike(self, input, frame);
    if (!(frame->fate & BL_FRAME_DROPPED)) distribute(self, frame, now);
}

/* The oldest frame of a node has left it. */
static void finish(struct bl_switch *self, int node, int64_t now) {
    struct bl_mac *mac = &self->macs[node];
    struct bl_frame *frame = mac->send.frames[0];
    learn(self, frame);
    if (self->capture)
        bl_capture_add(self->capture, (struct bl_record){now, node, false, false, frame});
    bl_frame_release(frame);
    self->inputs[node].arrived--;
    mac->send.count--;
    memmove(mac->send.frames, mac->send.frames + 1,
            sizeof *mac->send.frames * (size_t)mac->send.count);
}

static void happen(struct bl_switch *self, const struct event *event) {
    if (event->kind == ARRIVES) arrive(self, event->node, event->at_ps);
    else if (event->kind == ENDS) finish(self, event->node, event->at_ps);
    else let_go(self, &self->outputs[event->node], 1, event->at_ps);
}

/* ---- publication */

/* What has come to the node by the end of the window. */
static void record(struct bl_switch *self, int node, int64_t end_ps) {
    struct bl_output *output = &self->outputs[node];
    for (; output->recorded < output->resolved; output->recorded++) {
        const struct bl_delivery *delivery = &output->queue[output->recorded];
        int64_t end = delivery->start_ps + self->config->latency_ps +
                      bl_frame_ps(self->config->rate, delivery->frame->known);
        if (!delivery->frame->known_end || end >= end_ps) return;
        if (self->capture)
            bl_capture_add(self->capture,
                           (struct bl_record){end, node, true, delivery->copy, delivery->frame});
    }
}

/* Those that the node has and the capture too. */
static void drop_past(struct bl_switch *self, int node) {
    struct bl_output *output = &self->outputs[node];
    int *next = &self->macs[node].receive.next;
    int past = *next < output->recorded ? *next : output->recorded;
    if (!past) return;
    for (int i = 0; i < past; i++) {
        output->free_ps = output->queue[i].start_ps +
                          bl_frame_gap_ps(self->config->rate, output->queue[i].frame->known);
        bl_frame_release(output->queue[i].frame);
    }
    output->count -= past;
    output->resolved -= past;
    output->recorded -= past;
    *next -= past;
    memmove(output->queue, output->queue + past, sizeof *output->queue * (size_t)output->count);
}

void bl_switch_publish(struct bl_switch *self, int64_t end_ps) {
    for (struct event event = next_event(self, end_ps); event.kind != NOTHING;
         event = next_event(self, end_ps))
        happen(self, &event);
    for (int i = 0; i < self->nodes; i++) {
        resolve(self, &self->outputs[i]);
        record(self, i, end_ps);
        drop_past(self, i);
    }
    if (self->capture) bl_capture_flush(self->capture);
}

int bl_switch_waiting(const struct bl_switch *self, int node) {
    const struct bl_output *output = &self->outputs[node];
    return output->count - self->macs[node].receive.next + output->held_count;
}
