// The clock of the bench of a hub's ports: runs until all that was sent could have come, and says
// what came and what was wrong with it.
// usage: ports COUNT [SEED [flows | +ARGUMENT...]]     COUNT writes of each port for the others,
// with flows long ones to one each. Exit status 1 when a write is lost, is not as it was, or
// overtakes another one of its pair.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "Vhub_ports.h"

namespace {

const char *const kinds[] = {"order",  "header", "payload", "length", "void",
                             "gap",    "room",   "bubble",  "places given back"};

// Cycles at the end in which nothing has come: hub_ports.v says `over` then.
const uint32_t quiet = 1023;

void clock(Vhub_ports &top) {
    top.clk = 0;
    top.eval();
    top.clk = 1;
    top.eval();
}

void start(Vhub_ports &top) {
    top.rst = 1;
    for (int i = 0; i < 8; i++) clock(top);
    top.rst = 0;
}

// A TLP takes at most 200 cycles of a port, and usually a dozen.
bool run(Vhub_ports &top, uint32_t count) {
    const uint64_t most = 100000 + uint64_t{count} * 200;
    for (uint64_t i = 0; i < most && !top.over; i++) clock(top);
    return top.over;
}

bool report(const Vhub_ports &top, uint32_t count, bool over) {
    bool right = over && !top.missing && top.dropped == top.nobodys && (top.flows || top.reports);
    std::printf("%llu writes for other ports, %u came to a port, %u for nobody, %u dropped\n",
                4ULL * count, top.came, top.nobodys, top.dropped);
    std::printf("%u pairs of ports with writes missing, %u reports, %u cycles\n", top.missing,
                top.reports, top.cycle);
    if (top.flows)
        std::printf("first word out after %u cycles; a write takes %.2f\n", top.latency,
                    static_cast<double>(top.cycle - quiet) / count);
    for (int i = 0; i < 9; i++) {
        if (!top.wrong[i]) continue;
        right = false;
        std::printf("wrong: %s, %u times; the first error in cycle %u\n", kinds[i], top.wrong[i],
                    top.first_wrong);
    }
    if (!over) std::puts("it stands still");
    std::puts(right ? "PASS" : "FAIL");
    return right;
}

} // namespace

int main(int argc, char **argv) {
    VerilatedContext context;
    context.commandArgs(argc, argv);
    Vhub_ports top{&context};
    const uint32_t count = argc > 1 ? static_cast<uint32_t>(std::atol(argv[1])) : 1000;
    top.count = count;
    top.seed = argc > 2 ? static_cast<uint32_t>(std::atol(argv[2])) : 1;
    top.flows = argc > 3 && !std::strcmp(argv[3], "flows");
    start(top);
    const bool over = run(top, count);
    const bool right = report(top, count, over);
    top.final();
    return right ? 0 : 1;
}
