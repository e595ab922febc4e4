#include "simulation/host/host_bus.h"

enum { ACKNOWLEDGED = 4 /* transfers at once */, ACKNOWLEDGE = 16 /* bytes, with the credit */ };

static const struct generation {
    double transfers; /* a second, on a lane */
    int bits, of;     /* that are data */
} generations[] = {
    {2.5e9, 8, 10}, {5e9, 8, 10}, {8e9, 128, 130}, {16e9, 128, 130}, {32e9, 128, 130},
};

double bl_host_port_rate(const struct bl_host_settings *settings) {
    const struct generation *row = &generations[settings->generation - 1];
    return row->transfers / 8 * row->bits / row->of * settings->lanes;
}

int64_t bl_host_bus_jitter(struct bl_host_bus *bus) {
    int64_t most = bus->settings.jitter_ps;
    return most ? (int64_t)bl_random_below(&bus->random, (uint64_t)most + 1) : 0;
}

/* Takes a direction for some bytes, when it is free. */
static int64_t take(struct bl_host_bus *bus, enum bl_host_way way, int64_t now, int bytes) {
    int64_t begin = bus->free_ps[way] > now ? bus->free_ps[way] : now;
    bus->bytes[way] += (unsigned)bytes;
    return bus->free_ps[way] = begin + (int64_t)(bytes * bus->ps_per_byte + 0.5);
}

int64_t bl_host_bus_send(struct bl_host_bus *bus, enum bl_host_way way, int64_t now, int bytes) {
    int64_t end = take(bus, way, now, bytes);
    if (++bus->since[way] == ACKNOWLEDGED) {
        bus->since[way] = 0;
        take(bus, !way, now, ACKNOWLEDGE);
    }
    return end;
}

int bl_host_bus_part(uint64_t address, int bytes, int most) {
    int page = BL_HOST_PAGE - (int)(address % BL_HOST_PAGE);
    int part = most < page ? most : page;
    return bytes < part ? bytes : part;
}

static double least(double a, double b) { return a < b ? a : b; }

static int completion_of(const struct bl_host_settings *settings) {
    const int asked = settings->completion, most = settings->payload;
    return asked && asked < most ? asked : most;
}

int bl_host_bus_completion(const struct bl_host_bus *bus) { return completion_of(&bus->settings); }

double bl_host_port_read_limit(const struct bl_host_settings *settings) {
    const double share = (double)ACKNOWLEDGE / ACKNOWLEDGED, bytes = settings->request,
                 rate = bl_host_port_rate(settings);
    const int part = completion_of(settings);
    const double completions = part < settings->request ? bytes / part : 1;
    double down = bytes + completions * BL_HOST_BESIDE_SHORT + share,
           up = BL_HOST_BESIDE + completions * share;
    double tags = settings->tags * bytes / ((double)settings->read_ps * 1e-12 + down / rate);
    return least(rate * bytes / (down > up ? down : up), tags);
}

double bl_host_port_write_limit(const struct bl_host_settings *settings) {
    return bl_host_port_rate(settings) * settings->payload / (settings->payload + BL_HOST_BESIDE);
}
