#include "simulation/medium/ethernet/mac.h"

#include <stdlib.h>
#include <string.h>

#include "base/carried/checked.h"

enum { LONGER_THAN_ANY = 1 << 24 };

void bl_mac_init(struct bl_mac *mac, int node, const struct bl_ethernet_config *config) {
    *mac = (struct bl_mac){
        .config = config, .node = node, .beat_bytes = config->width / 8, .clocked = true};
}

void bl_mac_destroy(struct bl_mac *mac) {
    for (int i = 0; i < mac->send.count; i++) bl_frame_release(mac->send.frames[i]);
    free(mac->send.frames);
}

static int longest(const struct bl_mac *mac) { return mac->config->frame - BL_FRAME_FCS; }

static uint64_t keep_of(int bytes) { return bytes < 64 ? (UINT64_C(1) << bytes) - 1 : UINT64_MAX; }

/* ---- sending */

static void begin(struct bl_mac *mac, int64_t now) {
    int64_t start = now > mac->send.free_ps ? now : mac->send.free_ps;
    mac->send.open = bl_frame_new(mac->node, start, longest(mac));
    mac->send.all++;
    if (mac->send.count == mac->send.capacity) {
        mac->send.capacity = 2 * mac->send.capacity + 16;
        mac->send.frames = bl_zneeded(
            realloc(mac->send.frames, sizeof *mac->send.frames * (size_t)mac->send.capacity));
    }
    mac->send.frames[mac->send.count++] = mac->send.open;
}

static void end(struct bl_mac *mac) {
    struct bl_frame *frame = mac->send.open;
    bl_frame_end(frame);
    mac->send.free_ps = frame->start_ps + bl_frame_gap_ps(mac->config->rate, frame->length);
    mac->send.open = NULL;
}

static void spoil(struct bl_mac *mac, uint64_t *count) {
    mac->send.open->destroyed = true;
    mac->send.swallow = true;
    ++*count;
    end(mac);
}

/* When byte i of the open frame is wanted. */
static int64_t wanted(const struct bl_mac *mac, int i) {
    return mac->send.open->start_ps + bl_wire_ps(mac->config->rate, BL_FRAME_PREAMBLE + i);
}

/* What was wanted before `now` has to be there. */
static void look_for_gap(struct bl_mac *mac, int64_t now) {
    if (mac->send.open && wanted(mac, mac->send.open->length) < now)
        spoil(mac, &mac->send.underruns);
}

static int kept(const struct bl_ethernet_out *out) { return __builtin_popcountll(out->tkeep); }

/* All bytes but in the last beat, and no holes there. */
static void check_keep(struct bl_mac *mac, const struct bl_ethernet_out *out) {
    int bytes = kept(out);
    bool right = bytes > 0 && out->tkeep == keep_of(bytes) && bytes <= mac->beat_bytes &&
                 (out->tlast || bytes == mac->beat_bytes);
    mac->keep_broken += !right;
}

static void append(struct bl_mac *mac, const struct bl_ethernet_out *out) {
    struct bl_frame *frame = mac->send.open;
    int bytes = kept(out);
    if (bytes > mac->beat_bytes) bytes = mac->beat_bytes;
    if (frame->length + bytes > longest(mac)) {
        spoil(mac, &mac->send.too_long);
        return;
    }
    memcpy(frame->bytes + frame->length, out->tdata, (size_t)bytes);
    frame->length += bytes;
    mac->send.slot_ps[mac->send.beats++ % BL_MAC_BEATS] = wanted(mac, frame->length);
    if (out->tlast) end(mac);
}

static bool ready(const struct bl_mac *mac, int64_t now) {
    return mac->send.swallow || mac->send.slot_ps[mac->send.beats % BL_MAC_BEATS] <= now;
}

static bool is_data(const struct bl_frame *frame, int bytes) {
    const int kind = bytes > BL_FRAME_KIND ? frame->bytes[BL_FRAME_KIND] & 15 : 0;
    return kind == BL_FRAME_DATA || kind == BL_FRAME_WORDS;
}

static unsigned take(struct bl_mac *mac, int64_t now, const struct bl_ethernet_out *out) {
    check_keep(mac, out);
    if (mac->send.swallow) {
        mac->send.swallow = !out->tlast;
        return 0;
    }
    if (!mac->send.open) begin(mac, now);
    const struct bl_frame *frame = mac->send.open;
    append(mac, out);
    if (mac->send.swallow && out->tlast) mac->send.swallow = false;
    return is_data(frame, frame->length);
}

/* What was offered stays as it is until it is taken. */
static void check_offer(struct bl_mac *mac, bool taken, const struct bl_ethernet_out *out) {
    struct bl_ethernet_out *before = &mac->send.offer;
    if (before->tvalid &&
        (!out->tvalid || before->tlast != out->tlast || before->tkeep != out->tkeep ||
         memcmp(before->tdata, out->tdata, (size_t)mac->beat_bytes) != 0))
        mac->offer_broken++;
    before->tvalid = 0;
    if (out->tvalid && !taken) *before = *out;
}

unsigned bl_mac_clock(struct bl_mac *mac, int64_t now, const struct bl_ethernet_in *in,
                      const struct bl_ethernet_out *out) {
    bool taken = out->tvalid && in->tready;
    mac->clocked = true;
    check_offer(mac, taken, out);
    look_for_gap(mac, now);
    return taken ? take(mac, now, out) : 0;
}

void bl_mac_publish(struct bl_mac *mac, int64_t end_ps) {
    look_for_gap(mac, end_ps);
    for (int i = 0; i < mac->send.count; i++) bl_frame_publish(mac->send.frames[i]);
}

/* ---- receiving */

/* Bytes up to the end of the beat, of those that the frame has. */
static int end_of_beat(const struct bl_mac *mac, const struct bl_frame *frame) {
    int bytes = (mac->receive.beat + 1) * mac->beat_bytes;
    return frame->known_end && bytes > frame->known ? frame->known : bytes;
}

static void fill(const struct bl_mac *mac, const struct bl_frame *frame, int till,
                 struct bl_ethernet_in *in) {
    uint8_t *data = (uint8_t *)in->tdata;
    int from = mac->receive.beat * mac->beat_bytes, bytes = till - from;
    int length = frame->known_end ? frame->known : LONGER_THAN_ANY;
    memset(data, 0, (size_t)mac->beat_bytes);
    for (int i = 0; i < bytes; i++)
        data[i] = frame->bytes[from + i] ^ bl_frame_flipped(frame, from + i, length);
    in->tkeep = keep_of(bytes);
    in->tlast = till == length;
    in->tuser = in->tlast && frame->fate & (BL_FRAME_FLIPPED | BL_FRAME_DESTROYED);
}

static void advance(struct bl_mac *mac, const struct bl_ethernet_in *in) {
    mac->receive.beat++;
    if (!in->tlast) return;
    mac->receive.all++;
    mac->receive.bad += in->tuser;
    mac->receive.next++;
    mac->receive.beat = 0;
}

static unsigned receive(struct bl_mac *mac, const struct bl_delivery *delivery, bool reset,
                        int64_t now, struct bl_ethernet_in *in) {
    const struct bl_frame *frame = delivery->frame;
    int till = end_of_beat(mac, frame);
    int64_t due = delivery->start_ps + mac->config->latency_ps +
                  bl_frame_ps(mac->config->rate, till);
    mac->receive.missed = reset || (mac->receive.beat && mac->receive.missed);
    if (delivery->start_ps < 0 || now < due) return 0;
    fill(mac, frame, till, in);
    in->tvalid = !mac->receive.missed;
    advance(mac, in);
    return in->tvalid && is_data(frame, till);
}

/* What a reset leaves of the sending side: what has come of a frame is all of it. */
static void in_reset(struct bl_mac *mac) {
    if (mac->send.open) spoil(mac, &mac->send.underruns);
    mac->send.swallow = false;
    mac->send.offer.tvalid = 0;
}

/* Where a link that goes down would be looked up. */
static bool is_up(const struct bl_mac *mac, int64_t now) {
    (void)mac, (void)now;
    return true;
}

unsigned bl_mac_present(struct bl_mac *mac, const struct bl_delivery *deliveries, int count,
                        int64_t now, struct bl_ethernet_in *in) {
    bool reset = !mac->clocked;
    mac->clocked = false;
    look_for_gap(mac, now);
    if (reset) in_reset(mac);
    in->up = is_up(mac, now);
    in->tready = ready(mac, now);
    in->tvalid = in->tlast = in->tuser = 0;
    if (mac->receive.next >= count) return 0;
    return receive(mac, &deliveries[mac->receive.next], reset, now, in);
}
