/* Streams over Ethernet against a wire that takes what Ethernet takes: kernels on their clock, the
   circuit, a MAC, and back. Compiled with a Verilated bl_eth_streams, whose CHANNELS, WORD_BYTES
   and WIDTH are macros; usage: PROGRAM rate|latency|timeout [NAME=VALUE]... (struct settings).
   Prints one line of NAME=VALUE, and on stderr what is wrong; the status is then 1. */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <vector>
#include "Vbl_eth_streams.h"

enum { ROW = WIDTH / 8, HEAD = 30, ID = 25, MINIMUM = 60, AROUND = 24 };
/* The wire's bytes in a cycle, in parts of 1/33: 40 Gbit/s at 312.5 MHz, 100 at 322.265625. Times
   are in femtoseconds. */
enum { PART = 33, WIRE = WIDTH == 512 ? 1280 : 16 * PART };
static const int64_t mac_period = WIDTH == 512 ? 3103030 : 3200000, kernel_period = 4494382;
static const uint64_t own = 0x02626c000001, stranger = 0x02626c000099;
enum { TYPE = 0x88b5, STUCK = 400000 };

/* `least` to `most` bytes in a packet, or none ends; `frames` of each channel are measured behind
   `warm`. Of 10,000: frames damaged, frames of strangers between, words and takes delayed. `mixed`:
   channels have packets of sizes of their own. `grace` cycles a whole frame may be on its way. */
struct settings {
    int payload = 1472, least = 0, most = 0, packets = 1, now = 0, frames = 200, warm = 20;
    int timeout = 65535, flip = 0, strange = 0, gap = 0, stall = 0, mixed = 0, seed = 1;
    int grace = 13, trials = 500;
};

struct word {
    int bytes;
    bool last, now;
    int64_t time; /* of its handshake at the sender */
    uint8_t data[WORD_BYTES];
};
enum fate { TAKEN, BAD, NOT_HERE, NO_CHANNEL, NO_PEER, LENGTH };
struct frame {
    std::vector<uint8_t> bytes;
    int fate, channel;
    std::vector<word> words;
};
struct channel {
    word next; /* what the kernel offers */
    bool offers;
    int left, fill; /* bytes of its packet; of the frame that is open, as bl_eth_framer */
    bool stopped;
    std::deque<word> sent;     /* not yet on the wire */
    std::deque<int64_t> whole; /* when frames were closed that have not begun at the MAC */
    std::deque<word> due;      /* words of good frames, not yet received */
    int64_t packets, bytes, wire;
    int64_t began; /* its last frame, at the MAC */
};

/* ---- ports, of any width */
template <typename T> static uint64_t get(const T &port, int at, int bits) {
    return (uint64_t)port >> at & (~0ull >> (64 - bits));
}
template <std::size_t N> static uint64_t get(const VlWide<N> &port, int at, int bits) {
    uint64_t value = 0;
    for (int i = 0; i < bits; i++)
        value |= (uint64_t)(port[(at + i) / 32] >> (at + i) % 32 & 1) << i;
    return value;
}
template <typename T> static void put(T &port, int at, int bits, uint64_t value) {
    const uint64_t mask = (~0ull >> (64 - bits)) << at;
    port = (T)(((uint64_t)port & ~mask) | (value << at & mask));
}
template <std::size_t N> static void put(VlWide<N> &port, int at, int bits, uint64_t value) {
    for (int i = 0; i < bits; i++) {
        uint32_t bit = 1u << (at + i) % 32, &part = port[(at + i) / 32];
        part = value >> i & 1 ? part | bit : part & ~bit;
    }
}
template <typename T> static uint8_t *bytes_of(T &port) { return (uint8_t *)&port; }

/* Kernels, circuit, MAC and wire; what was sent and has not come yet. */
struct bench {
    struct settings set;
    Vbl_eth_streams *dut = new Vbl_eth_streams;
    struct channel channels[CHANNELS];
    uint32_t noise = 1;
    int64_t now, kernel_next, mac_next, last_event;
    int errors;

    uint32_t draw(uint32_t below) {
        noise ^= noise << 13, noise ^= noise >> 17, noise ^= noise << 5;
        return (uint32_t)((uint64_t)noise * below >> 32);
    }
    bool strikes(int of_10000) { return of_10000 && (int)draw(10000) < of_10000; }

    void wrong(const char *what, int channel) {
        if (errors++ < 5)
            fprintf(stderr, "FAIL %s, channel %d, %.1f ns\n", what, channel, (double)now / 1e6);
        if (errors == 100) exit(1);
    }

    int ones(uint64_t keep) {
        if (keep & (keep + 1)) wrong("tkeep with holes", -1);
        return __builtin_popcountll(keep);
    }

    /* ---- kernels that send */
    int packet_of(int i) {
        static const int sizes[] = {64, 1472, 256, 8984, 96, 4096, 512, 1024};
        if (set.mixed) return sizes[i % 8];
        return set.least + (int)draw((uint32_t)(set.most - set.least + 1));
    }

    void prepare(struct channel *c, int i) {
        c->offers = !(c->stopped && (!set.packets || c->left == 0)) && !strikes(set.gap);
        if (!c->offers) return;
        if (c->left == 0) c->left = set.packets ? packet_of(i) : WORD_BYTES;
        c->next.bytes = c->left < WORD_BYTES ? c->left : WORD_BYTES;
        c->next.last = set.packets && c->left <= WORD_BYTES;
        c->next.now = set.now && (set.now == 1 || strikes(set.now));
        c->left -= c->next.bytes;
        for (int b = 0; b < WORD_BYTES; b++) c->next.data[b] = (uint8_t)(draw(1u << 24) >> 9);
    }

    void offer(struct channel *c, int i) {
        const uint64_t keep = ~0ull >> (64 - (c->offers ? c->next.bytes : WORD_BYTES));
        put(dut->s_axis_tvalid, i, 1, c->offers);
        if (!c->offers) return;
        memcpy(bytes_of(dut->s_axis_tdata) + i * WORD_BYTES, c->next.data, WORD_BYTES);
        put(dut->s_axis_tkeep, i * WORD_BYTES, WORD_BYTES, keep);
        put(dut->s_axis_tlast, i, 1, c->next.last);
        put(dut->s_axis_tuser, i, 1, c->next.now);
    }

    /* A word has been taken; perhaps it closes a frame. */
    void took(struct channel *c) {
        c->next.time = now;
        c->sent.push_back(c->next);
        if (c->fill + c->next.bytes > set.payload) c->whole.push_back(now), c->fill = 0;
        c->fill += c->next.bytes;
        if (c->next.last || c->next.now || c->fill == set.payload)
            c->whole.push_back(now), c->fill = 0;
    }

    /* ---- kernels that receive */
    int64_t delivered, mark, marks[2];
    int64_t at_mark[2][CHANNELS], at_mark_wire[2][CHANNELS], at_mark_idle[2];
    int64_t idle, idle_waiting, received_at, taken_frames, timed;

    void note_mark() {
        if (mark > 1 || delivered != (int64_t)CHANNELS * (set.warm + mark * set.frames)) return;
        for (int i = 0; i < CHANNELS; i++)
            at_mark[mark][i] = channels[i].bytes, at_mark_wire[mark][i] = channels[i].wire;
        at_mark_idle[mark] = idle;
        marks[mark++] = now;
    }

    void receive(struct channel *c, int i) {
        received_at = last_event = now;
        if (c->due.empty()) return wrong("a word that was not due", i);
        const word &want = c->due.front();
        if (ones(get(dut->m_axis_tkeep, i * WORD_BYTES, WORD_BYTES)) != want.bytes)
            wrong("a word of other bytes", i);
        if (get(dut->m_axis_tlast, i, 1) != want.last) wrong("a packet's end", i);
        if (memcmp(bytes_of(dut->m_axis_tdata) + i * WORD_BYTES, want.data, (size_t)want.bytes))
            wrong("other data", i);
        c->bytes += want.bytes;
        const bool ends = want.last || !set.packets;
        c->due.pop_front();
        if (ends) c->packets++, delivered++, note_mark();
    }

    void kernels() {
        for (int i = 0; i < CHANNELS; i++) {
            struct channel *c = &channels[i];
            const bool sends = get(dut->s_axis_tvalid, i, 1) && get(dut->s_axis_tready, i, 1);
            if (sends) took(c), last_event = now;
            if (get(dut->m_axis_tvalid, i, 1) && get(dut->m_axis_tready, i, 1)) receive(c, i);
            if (sends || !c->offers) prepare(c, i);
        }
    }

    void kernels_after() {
        for (int i = 0; i < CHANNELS; i++) {
            offer(&channels[i], i);
            put(dut->m_axis_tready, i, 1, !strikes(set.stall));
        }
    }

    /* ---- the MAC, towards the wire: it takes a word so early that the wire does not wait */
    std::vector<uint8_t> out;
    int64_t backlog; /* bytes that the wire has yet to take, in parts; below 0: none came */
    bool mac_ready;
    std::deque<frame> arriving, judged;

    uint64_t big(const uint8_t *bytes, int count) {
        uint64_t value = 0;
        for (int i = 0; i < count; i++) value = value << 8 | bytes[i];
        return value;
    }
    void set_big(uint8_t *bytes, int count, uint64_t value) {
        for (int i = count; i--; value >>= 8) bytes[i] = (uint8_t)value;
    }

    /* The words of a frame's payload out of what its channel has sent. */
    void match(frame *f, int length) {
        struct channel *c = &channels[f->channel];
        const uint8_t *at = &f->bytes[HEAD];
        int done = 0;
        while (done < length) {
            if (c->sent.empty()) return wrong("a frame with more than was sent", f->channel);
            const word w = c->sent.front();
            c->sent.pop_front();
            if (done + w.bytes > length || memcmp(at + done, w.data, (size_t)w.bytes))
                return wrong("a frame with other data", f->channel);
            if (done && (f->words.back().last || f->words.back().now))
                wrong("a frame goes on behind its end", f->channel);
            done += w.bytes;
            f->words.push_back(w);
        }
    }

    /* A frame ends for one of its reasons; the others' frames may be in front of it. */
    void reason(const frame *f, int length, bool is_last) {
        const word &end = f->words.back();
        if (end.last != is_last) wrong("is_last", f->channel);
        if (length > set.payload) wrong("a frame that is too long", f->channel);
        const std::deque<word> &behind = channels[f->channel].sent;
        if (end.last || end.now || length == set.payload) return;
        if (!behind.empty() && length + behind.front().bytes > set.payload) return;
        timed++;
        const int64_t waited = channels[f->channel].began - f->words[0].time;
        if (waited < set.timeout * mac_period)
            wrong("a frame that was closed too early", f->channel);
        const int others = (CHANNELS - 1) * (set.payload + HEAD + AROUND) * PART / WIRE;
        if (waited > (set.timeout + set.grace + 4 + others) * mac_period)
            wrong("a frame that was closed too late", f->channel);
    }

    void check_head(const frame *f) {
        const uint8_t *at = f->bytes.data();
        if (big(at, 6) != own || big(at + 6, 6) != own || big(at + 12, 2) != TYPE)
            wrong("addresses or type", f->channel);
        if ((at[14] & 15) != 4 || big(at + 15, 2) != 0xb00c) wrong("kind or session", f->channel);
    }

    /* Damage by the wire, known to the MAC. */
    void damage(frame *f) {
        if (f->bytes.size() < MINIMUM) f->bytes.resize(MINIMUM);
        if (!strikes(set.flip)) return;
        f->bytes[draw((uint32_t)f->bytes.size())] ^= (uint8_t)(1 + draw(255));
        if (draw(4) == 0) f->bytes.resize(1 + draw((uint32_t)f->bytes.size()));
        f->fate = BAD;
    }

    /* What is not for any channel: the frame before with a field changed. */
    void strange(const frame *from) {
        frame f = *from;
        f.words.clear();
        f.fate = NOT_HERE + (int)draw(4);
        switch (f.fate) {
        case NOT_HERE:
            draw(2) ? set_big(&f.bytes[0], 6, stranger) : set_big(&f.bytes[12], 2, 0x800);
            break;
        case NO_CHANNEL: draw(2) ? (void)(f.bytes[ID] = CHANNELS) : (void)(f.bytes[14] = 2); break;
        case NO_PEER: set_big(&f.bytes[6], 6, stranger); break;
        default: set_big(&f.bytes[28], 2, draw(2) ? 0 : f.bytes.size() - HEAD + 1);
        }
        arriving.push_back(f);
    }

    void frame_out() {
        frame f = {out, TAKEN, out.size() > ID ? out[ID] : CHANNELS, {}};
        const int length = out.size() > HEAD ? (int)big(&out[28], 2) : -1;
        out.clear();
        if (f.channel >= CHANNELS || length < 1 || length + HEAD != (int)f.bytes.size())
            return wrong("a frame's length or channel", f.channel);
        check_head(&f);
        match(&f, length);
        if (!f.words.empty()) reason(&f, length, f.bytes[14] >> 6 & 1);
        struct channel *c = &channels[f.channel];
        const int size = (int)f.bytes.size();
        c->wire += (size < MINIMUM ? MINIMUM : size) + AROUND;
        damage(&f);
        if (f.fate == TAKEN && strikes(set.strange)) strange(&f);
        arriving.push_back(f);
    }

    /* Whose frame it is that began at `first`. */
    int64_t first;
    void begins(int id) {
        if (id >= CHANNELS) return;
        struct channel *c = &channels[id];
        c->began = first;
        if (!c->whole.empty()) c->whole.pop_front();
    }

    void word_out() {
        const int kept = ones(get(dut->m_mac_tkeep, 0, ROW)), last = dut->m_mac_tlast;
        const size_t before = out.size();
        if (before == 0) first = now;
        if (kept == 0 || (!last && kept != ROW)) wrong("a word of the MAC that is not full", -1);
        out.insert(out.end(), bytes_of(dut->m_mac_tdata), bytes_of(dut->m_mac_tdata) + kept);
        if (before <= ID && out.size() > ID) begins(out[ID]);
        backlog += kept * PART;
        if (!last) return;
        const int pad = (int)out.size() < MINIMUM ? MINIMUM - (int)out.size() : 0;
        backlog += (pad + AROUND) * PART;
        frame_out();
    }

    bool frame_waits() {
        for (int i = 0; set.packets && i < CHANNELS; i++)
            if (!channels[i].whole.empty() &&
                channels[i].whole.front() + set.grace * mac_period < now)
                return true;
        return false;
    }

    void mac_takes() {
        if (mac_ready && !out.empty() && !dut->m_mac_tvalid) wrong("a gap in a frame", -1);
        backlog -= WIRE;
        if (backlog < 0) {
            idle -= backlog;
            if (frame_waits()) idle_waiting -= backlog;
            backlog = 0;
        }
        if (mac_ready && dut->m_mac_tvalid) word_out();
    }

    /* ---- the MAC, from the wire: a word when the wire has brought it */
    size_t in_at;
    int64_t in_debt, in_ended;
    bool in_valid;

    void mac_brings() {
        if (in_debt > 0) in_debt -= WIRE;
        in_valid = !arriving.empty() && in_debt <= 0;
        dut->s_mac_tvalid = in_valid;
        if (!in_valid) return;
        frame &f = arriving.front();
        const size_t kept = std::min(f.bytes.size() - in_at, (size_t)ROW);
        memset(bytes_of(dut->s_mac_tdata), 0xa5, ROW);
        memcpy(bytes_of(dut->s_mac_tdata), &f.bytes[in_at], kept);
        dut->s_mac_tkeep = ~0ull >> (64 - kept);
        in_at += kept;
        in_debt += (int64_t)kept * PART;
        dut->s_mac_tlast = in_at == f.bytes.size();
        dut->s_mac_tuser = in_at == f.bytes.size() ? f.fate == BAD : draw(2);
        if (!dut->s_mac_tlast) return;
        in_at = 0;
        in_debt += AROUND * PART;
        judged.push_back(f);
        arriving.pop_front();
    }

    /* What the circuit says of each frame; whether there was room a cycle later. */
    frame pending;
    bool is_pending;
    int64_t lost, fates[8];

    void commit() {
        const bool full = is_pending && get(dut->lost, pending.channel, 1);
        if (dut->lost && !full) wrong("loss of no frame", -1);
        if (full) lost++;
        else if (is_pending) {
            struct channel *c = &channels[pending.channel];
            taken_frames++;
            c->due.insert(c->due.end(), pending.words.begin(), pending.words.end());
        }
        is_pending = false;
    }

    void judge() {
        commit();
        if (!dut->event_valid) return;
        fates[dut->event_code]++;
        if (judged.empty()) return wrong("a frame that did not come", -1);
        pending = judged.front();
        judged.pop_front();
        is_pending = pending.fate == TAKEN;
        if (dut->event_code != pending.fate) wrong("a frame's fate", pending.channel);
    }

    void mac() {
        if (in_valid && dut->s_mac_tlast) in_ended = now;
        mac_takes();
        judge();
    }

    void mac_after() {
        mac_brings();
        mac_ready = backlog < ROW * PART + WIRE;
        dut->m_mac_tready = mac_ready;
    }

    /* ---- clocks */
    void step() {
        const bool is_kernel = kernel_next <= mac_next, is_mac = mac_next <= kernel_next;
        now = is_kernel ? kernel_next : mac_next;
        dut->clk = 0;
        if (is_kernel) dut->k_clk = 0;
        dut->eval();
        if (is_kernel) kernels(), dut->k_clk = (1u << CHANNELS) - 1, kernel_next += kernel_period;
        if (is_mac) mac(), dut->clk = 1, mac_next += mac_period;
        dut->eval();
        if (is_kernel) kernels_after();
        if (is_mac) mac_after();
        if (now > last_event + STUCK * mac_period) wrong("nothing moves", -1), exit(1);
    }

    void reset() {
        noise = (uint32_t)set.seed * 2654435761u | 1;
        dut->payload = (uint16_t)set.payload, dut->timeout = (uint16_t)set.timeout;
        dut->address = own, dut->ethertype = TYPE, dut->session = 0xb00c, dut->s_mac_up = 1;
        for (int i = 0; i < CHANNELS; i++) {
            put(dut->to_id, 8 * i, 8, (uint64_t)i);
            put(dut->open, i, 1, 1);
            put(dut->to_address, 48 * i, 48, own);
            put(dut->from_address, 48 * i, 48, own);
        }
        dut->rst = 1, dut->k_rst = (1u << CHANNELS) - 1;
        for (int i = 0; i < 20; i++) {
            dut->clk = 0, dut->k_clk = 0, dut->eval();
            dut->clk = 1, dut->k_clk = (1u << CHANNELS) - 1, dut->eval();
        }
        dut->rst = 0, dut->k_rst = 0;
        kernel_next = draw((uint32_t)kernel_period), mac_next = draw((uint32_t)mac_period);
    }

    /* ---- what is asked */
    bool all_received() {
        if (!arriving.empty() || !judged.empty() || is_pending || !out.empty()) return false;
        for (int i = 0; i < CHANNELS; i++)
            if (channels[i].offers || !channels[i].sent.empty() || !channels[i].due.empty())
                return false;
        return true;
    }

    /* Everything that was sent arrives, and nothing behind it. */
    void drain() {
        for (int i = 0; i < CHANNELS; i++) channels[i].stopped = true;
        while (!all_received()) step();
        for (int i = 0; i < 2000; i++) step();
    }

    /* The least and the largest of the channels' shares, apart by so many percent of the larger. */
    double apart(int64_t marked[2][CHANNELS]) {
        double least = 1e30, most = 0;
        for (int i = 0; i < CHANNELS; i++) {
            const double share = (double)(marked[1][i] - marked[0][i]);
            if (share < least) least = share;
            if (share > most) most = share;
        }
        return most ? 100 * (most - least) / most : 0;
    }

    void rate() {
        for (int i = 0; i < CHANNELS; i++) prepare(&channels[i], i);
        while (mark < 2) step();
        double bytes = 0;
        for (int i = 0; i < CHANNELS; i++) bytes += (double)(at_mark[1][i] - at_mark[0][i]);
        const double goodput = bytes * 8e6 / (double)(marks[1] - marks[0]);
        drain();
        printf("goodput=%.4f apart=%.3f wire_apart=%.3f idle=%lld idle_waiting=%lld", goodput,
               apart(at_mark), apart(at_mark_wire),
               (long long)((at_mark_idle[1] - at_mark_idle[0]) / PART),
               (long long)(idle_waiting / PART));
        printf(" taken=%lld bad=%lld strange=%lld lost=%lld timed=%lld errors=%d\n",
               (long long)taken_frames, (long long)fates[BAD],
               (long long)(fates[2] + fates[3] + fates[4] + fates[5]), (long long)lost,
               (long long)timed, errors);
    }

    double worst_out, worst_in;

    /* One word to be sent at once, of a kernel whose clock has moved. */
    void trial(int i) {
        struct channel *c = &channels[i];
        const int64_t packets = c->packets;
        c->stopped = false;
        while (!c->offers) step();
        c->stopped = true;
        while (c->packets == packets) step();
        const double there = (double)(c->began - c->next.time) / (double)mac_period;
        const double back = (double)(received_at - in_ended) / (double)mac_period;
        if (there > worst_out) worst_out = there;
        if (back > worst_in) worst_in = back;
        const int pause = 20 + (int)draw(400);
        for (int k = 0; k < pause; k++) step();
        kernel_next += draw((uint32_t)kernel_period);
    }

    void latency() {
        for (int i = 0; i < CHANNELS; i++) channels[i].stopped = true;
        for (int i = 0; i < 100; i++) step();
        for (int k = 0; k < set.trials; k++) trial((int)draw(CHANNELS));
        drain();
        printf("out=%.2f in=%.2f errors=%d\n", worst_out, worst_in, errors);
    }
};

static bool option(struct settings *set, const char *text) {
    const struct {
        const char *name;
        int *value;
    } options[] = {{"payload", &set->payload}, {"least", &set->least},     {"most", &set->most},
                   {"packets", &set->packets}, {"now", &set->now},         {"frames", &set->frames},
                   {"warm", &set->warm},       {"timeout", &set->timeout}, {"flip", &set->flip},
                   {"strange", &set->strange}, {"gap", &set->gap},         {"stall", &set->stall},
                   {"mixed", &set->mixed},     {"seed", &set->seed},       {"grace", &set->grace},
                   {"trials", &set->trials}};
    for (const auto &known : options) {
        const size_t length = strlen(known.name);
        if (strncmp(text, known.name, length) || text[length] != '=') continue;
        *known.value = atoi(text + length + 1);
        return true;
    }
    return false;
}

int main(int count, char **words) {
    bench *b = new bench();
    for (int i = 2; i < count; i++)
        if (!option(&b->set, words[i])) return fprintf(stderr, "what is %s?\n", words[i]), 2;
    b->reset();
    if (count > 1 && !strcmp(words[1], "rate")) b->rate();
    else if (count > 1 && !strcmp(words[1], "latency")) b->latency();
    else return 2;
    const bool failed = b->errors != 0;
    delete b->dut;
    delete b;
    return failed;
}
