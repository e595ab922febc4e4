// The shim between ports.h and the class that Verilator makes of ethernet_ports.v.
#include "ports.h"

#include <cstring>

#include "Vethernet_ports.h"

namespace {

struct Ports {
    VerilatedContext context;
    Vethernet_ports top{&context};
    int nodes, width;
};

template <class Wide> void put(Wide &wide, int node, uint64_t value) {
    wide[2 * node] = static_cast<uint32_t>(value);
    wide[2 * node + 1] = static_cast<uint32_t>(value >> 32);
}

template <class Wide> uint64_t get(const Wide &wide, int node) {
    return wide[2 * node] | static_cast<uint64_t>(wide[2 * node + 1]) << 32;
}

void drive(Ports &ports, int node, ports_in &in) {
    Vethernet_ports &top = ports.top;
    const int words = ports.width / 32;
    put(top.mac_in, node, in.mac);
    if (in.mac & PORTS_IN_TVALID) {
        put(top.mac_in_keep, node, in.keep);
        std::memcpy(&top.mac_in_data[node * words], in.data, 4U * words);
    }
    put(top.end_in, node, in.end);
    put(top.freed, node, in.freed);
    for (int peer = 0; in.offered >> peer; peer++) {
        if (!(in.offered >> peer & 1)) continue;
        top.s_tag[node * ports.nodes + peer] = in.tag[peer];
        top.s_side[node * ports.nodes + peer] = in.side[peer];
    }
    in.offered = 0;
}

void sample(const Ports &ports, int node, ports_out &out) {
    const Vethernet_ports &top = ports.top;
    const int words = ports.width / 32;
    out.mac = get(top.mac_out, node);
    out.end = get(top.end_out, node);
    out.credit = get(top.credit, node);
    out.word = get(top.m_word, node);
    out.count = get(top.counts, node);
    if (!(out.mac & PORTS_OUT_TVALID)) return;
    out.keep = get(top.mac_out_keep, node);
    std::memcpy(out.data, &top.mac_out_data[node * words], 4U * words);
}

} // namespace

void *ports_new(int nodes, int width) {
    Ports *ports = new Ports;
    ports->nodes = nodes;
    ports->width = width;
    return ports;
}

void ports_delete(void *instance) {
    Ports *ports = static_cast<Ports *>(instance);
    ports->top.final();
    delete ports;
}

void ports_settle(void *instance, int rst, ports_in *in, ports_out *out) {
    Ports &ports = *static_cast<Ports *>(instance);
    ports.top.clk = 0;
    ports.top.rst = static_cast<CData>(rst);
    for (int node = 0; node < ports.nodes; node++) drive(ports, node, in[node]);
    ports.top.eval();
    for (int node = 0; node < ports.nodes; node++) sample(ports, node, out[node]);
}

void ports_clock(void *instance) {
    Ports &ports = *static_cast<Ports *>(instance);
    ports.top.clk = 1;
    ports.top.eval();
}
