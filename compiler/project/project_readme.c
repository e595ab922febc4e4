/* README: what is left to connect, from the ports of the top that no pin has, the clocks and the
   vendor's IP of the project. */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "board/board.h"
#include "project/project.h"
#include "project/project_inner.h"
#include "project/project_ip.h"
#include "project/project_parts.h"
#include "project/project_top.h"

/* Ports whose names begin so, and what they are to be connected to; NULL: what the memory's port
   says. The first row that fits counts; the last has the empty prefix. */
static const struct side {
    const char *prefix, *to;
} sides[] = {
    {"memory_calibrated", NULL},
    {"memory_core_", NULL},
    {"memory_clk", NULL},
    {"mem", NULL},
    {"ip_clk_", "this clock, which you make: a PLL or the IP that has it"},
    {"m_link", "the sending side of the transceiver towards that node; flits, valid and ready; "
               "idle at the node of that number"},
    {"s_link", "the receiving side of the transceiver from that node; idle as well"},
    {"m_wire", "the user side of the serial core towards that node, through bl_seriallite_port or "
               "bl_aurora_port of boards/"},
    {"s_wire", "the user side of the serial core from that node"},
    {"s_axil_", "the master of the host's bridge that reaches registers, AXI4-Lite: a BAR of "
                "PCI Express"},
    {"m_axi_host_", "the slave of the host's bridge that reaches host memory, AXI4"},
    {"host_irq", "the interrupt input of the host's bridge"},
    {"m_mac_", "the transmit stream of the Ethernet MAC"},
    {"s_mac_", "the receive stream of the Ethernet MAC; s_mac_up: its link is up"},
    {"node_up", "whoever waits for the node, or nothing: it is out of reset"},
    {"pcie_ready", "the bridge's word that it is out of reset"},
    {"m_bus_", "the ring of the bus, with s_bus_*: docs/rsb.md"},
    {"s_bus_", "the ring of the bus, with m_bus_*: docs/rsb.md"},
    {"m_tlp_", "the transmit side of PCI Express at that port of the hub, whose clock is the "
               "core's; bl_s4_host_port and bl_s4_cable_port of boards/ are for generation 2, "
               "8 lanes and 250 MHz, with which bankloom joins them itself"},
    {"s_tlp_", "the receive side of it"},
    {"s_t", "what your circuit in the domain sends, an AXI4 stream"},
    {"m_t", "what your circuit in the domain receives, an AXI4 stream"},
    {"", "your circuit in the domain"},
};

static const struct side *side_of(const char *name) {
    const struct side *side = sides;
    while (strncmp(name, side->prefix, strlen(side->prefix))) side++;
    return side;
}

/* "mem0_*", "m_link3_*", "s_axil_*", "node_up": what is said of one port and of those beside it. */
static const char *group_of(const struct bl_project *project, const char *name) {
    size_t length = strlen(side_of(name)->prefix);
    bool digits = isdigit((unsigned char)name[length]);
    while (length && isdigit((unsigned char)name[length])) length++;
    if (digits && name[length] == '_') length++;
    bool all = !name[length] || !length || name[length - 1] != '_';
    return all ? name : bl_format(project->arena, "%.*s*", (int)length, name);
}

static const char *clock_words(const struct bl_project *project, int clock) {
    if (clock < 0) return "none";
    return bl_format(project->arena, "%s, %g MHz", project->clocks[clock].name,
                     project->clocks[clock].hertz / 1e6);
}

/* Words in lines of at most WIDE columns behind `indent` blanks. */
static void add_wrapped(struct bl_text *text, int indent, const char *words) {
    enum { WIDE = 92 };
    int column = 0;
    while (*words) {
        int length = (int)strcspn(words, " ");
        bool first = !column, fits = column + 1 + length <= WIDE;
        if (first || !fits) {
            bl_text_add(text, "%s%*s%.*s", first ? "" : "\n", indent, "", length, words);
            column = indent + length;
        } else {
            bl_text_add(text, " %.*s", length, words);
            column += 1 + length;
        }
        words += length + (words[length] == ' ');
    }
    bl_text_add(text, "\n");
}

/* Groups of a side that go by one clock. */
struct groups {
    const char *first, *last;
    int count, in, out; /* groups; their ports */
};

static struct groups groups_of(const struct bl_project *project, const struct side *side,
                               int clock) {
    struct groups groups = {0};
    for (int i = 0; i < project->opens.count; i++) {
        const struct bl_project_open *open = &project->opens.items[i];
        if (side_of(open->name) != side || open->clock != clock) continue;
        const char *group = group_of(project, open->name);
        if (!groups.last || strcmp(groups.last, group)) groups.count++;
        if (!groups.first) groups.first = group;
        groups.last = group;
        if (open->direction == BL_INPUT) groups.in++;
        else groups.out++;
    }
    return groups;
}

/* The lines of a side, one for each clock; false: it has no port. */
static bool add_side(const struct bl_project *project, struct bl_text *text,
                     const struct side *side) {
    bool any = false;
    for (int clock = -1; clock < project->clock_count; clock++) {
        struct groups groups = groups_of(project, side, clock);
        if (!groups.count) continue;
        const char *names = groups.count == 1
                                ? groups.first
                                : bl_format(project->arena, "%s ... %s", groups.first, groups.last);
        bl_text_add(text, "  %-26s %d in, %d out%s; clock: %s\n", names, groups.in, groups.out,
                    groups.count > 1 ? " together" : "", clock_words(project, clock));
        any = true;
    }
    return any;
}

static void add_opens(const struct bl_project *project, struct bl_text *text) {
    enum { SIDES = sizeof sides / sizeof *sides };
    bool any = false;
    bl_text_add(text,
                "\nWhat is left to connect: ports of %s that have no pin, the clock that\n"
                "they go by, and what they belong to\n",
                project->top);
    if (!project->opens.count) bl_text_add(text, "  nothing\n");
    for (int i = 0; i < SIDES; i++) {
        any |= add_side(project, text, &sides[i]);
        if (!any || (i + 1 < SIDES && sides[i + 1].to == sides[i].to)) continue;
        const char *memory = project->memory ? project->memory->controller : "a memory controller";
        add_wrapped(text, 6, sides[i].to ? sides[i].to : memory);
        any = false;
    }
}

/* Pins of the top whose place nobody has published. */
static void add_places(const struct bl_project *project, struct bl_text *text) {
    bool headed = false;
    for (int i = 0; i < project->pins.count; i++) {
        const struct bl_project_pin *pin = &project->pins.items[i];
        if (pin->pin) continue;
        if (!headed) bl_text_add(text, "\nPins whose place is not published: give them theirs\n");
        headed = true;
        bl_text_add(text, "  %s", pin->port);
        if (pin->width > 1) bl_text_add(text, ", %d wires", pin->width);
        if (pin->clock_ns > 0) bl_text_add(text, ", a clock of %g MHz", 1e3 / pin->clock_ns);
        bl_text_add(text, "\n");
    }
}

static const char *source_words(const struct bl_project *project,
                                const struct bl_project_clock *clock) {
    const char *pin = project->reference_port ? project->reference_port : "the board's clock";
    switch (clock->source) {
    case BL_FROM_PIN: return bl_format(project->arena, "the pin %s", pin);
    case BL_FROM_PLL: return bl_format(project->arena, "a PLL in the top, from %s", pin);
    case BL_FROM_MEMORY: return "the memory controller: port memory_clk";
    case BL_FROM_IP: return "IP in the top";
    case BL_FROM_OWN_PIN: return "a pin of its own, whose place you give";
    case BL_FROM_PORT: break;
    }
    return bl_format(project->arena, "nothing yet: port %s is yours to drive", clock->net);
}

static void add_clocks(const struct bl_project *project, struct bl_text *text) {
    bl_text_add(text, "\nClocks\n");
    for (int i = 0; i < project->clock_count; i++)
        bl_text_add(text, "  %-18s %g MHz, from %s\n", project->clocks[i].name,
                    project->clocks[i].hertz / 1e6, source_words(project, &project->clocks[i]));
}

/* IP that the top instantiates: by ip.sh, or by you. */
static void add_ip(const struct bl_project *project, struct bl_text *text) {
    struct bl_project_ip_file files[BL_IP_FILES];
    const struct bl_project_ip *row = bl_project_ip_of(project);
    bool made = bl_project_has_ip(project) && project->board->vendor == BL_VENDOR_INTEL &&
                !(row && row->write);
    if (!row && !made) return;
    bl_text_add(text, "\nIP that the top instantiates\n");
    if (made) bl_text_add(text, "  %-18s sh ip.sh makes it\n", "reset, PLL");
    for (int i = 0, count = row ? row->files(project, 0, files) : 0; i < count; i++)
        bl_text_add(text, "  %-18s %s, %s\n", files[i].module, files[i].path,
                    files[i].scripted ? "sh ip.sh makes it"
                                      : "yours to generate, as docs/boards.md says");
}

/* How the project is opened, by the board's tool. */
static const char *opening(const struct bl_project *project) {
    static const struct {
        const char *tool, *words;
    } tools[] = {
        {"quartus_pro", "Quartus Prime Pro: sh ip.sh where there is one, then open %s.qpf."},
        {"quartus", "Quartus Prime: sh ip.sh where there is one, then open %s.qpf."},
        {"vivado", "Vivado: vivado -source %s.tcl."},
        {"ise", "ISE: sh run.sh, or add the files of %s.prj and the .ucf to a project."},
        {"icestorm", "icestorm: make, which gives %s.bin."}};
    size_t i = 0;
    while (i + 1 < sizeof tools / sizeof *tools &&
           strcmp(tools[i].tool, project->board->family->tool))
        i++;
    const char *hole = strstr(tools[i].words, "%s");
    return bl_format(project->arena, "%.*s%s%s", (int)(hole - tools[i].words), tools[i].words,
                     project->top, hole + 2);
}

void bl_project_readme(struct bl_project *project) {
    struct bl_text *text = bl_project_file(project, "README");
    bl_text_add(text,
                "%s %s on %s, part %s. Written by bankloom.\n"
                "%s\nNo vendor's tool has read this project: what was tried instead is listed in "
                "docs/boards.md.\n",
                project->kind, project->name, project->board->word, project->board->part,
                opening(project));
    add_opens(project, text);
    add_places(project, text);
    add_ip(project, text);
    add_clocks(project, text);
}
