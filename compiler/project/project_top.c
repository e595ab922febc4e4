#include "project/project_top.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/arena.h"
#include "board/board.h"
#include "ir/network.h"
#include "project/project.h"
#include "project/project_inner.h"
#include "project/project_ip.h"

static bool is(const struct bl_project *project, const char *tool) {
    return !strcmp(project->board->family->tool, tool);
}

static bool xilinx(const struct bl_project *project) {
    return project->board->vendor == BL_VENDOR_XILINX;
}

struct bl_project_pin *bl_project_pin(struct bl_project *project, const char *port, int bit,
                                      const char *pin, const char *standard) {
    struct bl_project_pin *item = BL_APPEND(project->arena, &project->pins);
    *item = (struct bl_project_pin){.port = port, .bit = bit, .pin = pin, .standard = standard};
    return item;
}

static void add_clock_pin(struct bl_project *project, const char *port, int number, bool negative) {
    const struct bl_board_clock *clock = &project->board->clocks.items[project->reference];
    *BL_APPEND(project->arena,
               &project->pins) = (struct bl_project_pin){.port = port,
                                                         .bit = -1,
                                                         .pin = clock->pins.items[number],
                                                         .standard = clock->standard,
                                                         .negative = negative,
                                                         .is_clock = true};
}

/* The board's clock on its pins, as a net. */
static void reference_pins(struct bl_project *project) {
    if (project->reference < 0) return;
    const struct bl_board_clock *clock = &project->board->clocks.items[project->reference];
    struct bl_circuit *top = project->top_circuit;
    bool pair = clock->pins.count == 2;
    project->reference_port = bl_format(
        project->arena, pair && xilinx(project) ? "pin_%s_p" : "pin_%s", clock->name);
    project->reference_net = project->reference_port;
    bl_circuit_port(top, BL_INPUT, 1, "%s", project->reference_port);
    add_clock_pin(project, project->reference_port, 0, false);
    if (pair && !xilinx(project)) add_clock_pin(project, project->reference_port, 1, true);
    if (!pair || !xilinx(project)) return;
    const char *other = bl_format(project->arena, "pin_%s_n", clock->name);
    bl_circuit_port(top, BL_INPUT, 1, "%s", other);
    add_clock_pin(project, other, 1, false);
    project->reference_net = bl_circuit_net(top, 1, NULL, "ref_clk");
    struct bl_instance *inst = bl_circuit_instance(top, "bl_clock_pair", "clock_pair",
                                                   "the board's clock", (struct bl_range){0});
    bl_instance_connect(top, inst, "pin_p", "%s", project->reference_port);
    bl_instance_connect(top, inst, "pin_n", "%s", other);
    bl_instance_connect(top, inst, "clk", "%s", project->reference_net);
}

/* Whether a clock of the node is made by the PLL, and by which of its outputs. */
static int pll_output(struct bl_project *project, double hertz) {
    project->pll_hertz[project->pll_count] = hertz;
    return project->pll_count++;
}

static bool has_mmcm(const struct bl_project *project) { return is(project, "vivado"); }

static enum bl_clock_source source_of(const struct bl_project *project, int number, double hertz) {
    if (bl_project_ip_clock(project, number)) return BL_FROM_IP;
    if (number >= project->node->own_clocks && number < project->node->clock_count)
        return BL_FROM_PORT; /* it comes with a link */
    if (bl_project_pin_clock(project, number)) return BL_FROM_OWN_PIN;
    if (number == project->node->memory_clock && project->node->memory.channels)
        return BL_FROM_MEMORY;
    if (project->node->cluster->network.row->window) return BL_FROM_PORT; /* of the links' IP */
    if (project->reference < 0) return BL_FROM_PORT;
    if (project->board->clocks.items[project->reference].hertz == hertz) return BL_FROM_PIN;
    bool made = is(project, "quartus_pro") || has_mmcm(project);
    return made && project->pll_count < BL_PLL_OUTPUTS ? BL_FROM_PLL : BL_FROM_PORT;
}

static void choose_reference(struct bl_project *project) {
    project->reference = -1;
    for (int i = project->board->clocks.count - 1; i >= 0; i--)
        if (project->board->clocks.items[i].pins.count) project->reference = i;
}

/* Whether the constraints call something else so, or may: pins, outputs of the PLL, what an IP core
   makes, groups of crossings, the groups that ISE knows by itself. */
static bool is_taken(const char *name) {
    static const char *const begins[] = {"pin_", "made_", "mac_", "node_"},
                             *const groups[] = {"FFS",         "RAMS",       "PADS",  "LATCHES",
                                                "DSPS",        "MULTS",      "HSIOS", "CPUS",
                                                "BRAMS_PORTA", "BRAMS_PORTB"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (!strncmp(name, begins[i], strlen(begins[i]))) return true;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (!strcasecmp(name, groups[i])) return true;
    return (*name == 'x' || *name == 'X') && isdigit((unsigned char)name[1]);
}

/* With "node_" in front where something else may have the name. */
static const char *clock_name(struct bl_arena *arena, const char *name) {
    return is_taken(name) ? bl_format(arena, "node_%s", name) : name;
}

/* The clocks of a pipeline's node. */
static void name_clocks(struct bl_project *project) {
    const struct bl_cluster *cluster = project->node->cluster;
    project->clock_count = project->node->clock_count;
    project->clocks = BL_NEW(project->arena, struct bl_project_clock,
                             project->clock_count + BL_IP_CLOCKS);
    for (int i = 0; i < project->clock_count; i++) {
        project->clocks[i] = (struct bl_project_clock){
            .name = clock_name(project->arena, project->node->clock_names[i]),
            .hertz = cluster->clocks[project->node->clock_numbers[i]].hertz};
    }
    if (bl_project_ip_of(project)) bl_project_ip_of(project)->add_clocks(project);
}

/* Where every clock comes from. */
static void choose_clocks(struct bl_project *project) {
    for (int i = 0; i < project->clock_count; i++) {
        struct bl_project_clock *mine = &project->clocks[i];
        double hertz = mine->hertz;
        mine->output = -1;
        mine->source = source_of(project, i, hertz);
        if (i == project->node->memory_clock && bl_board_memory_makes_clock(project->board))
            mine->hertz = project->board->memory.hertz;
        bool given = mine->source == BL_FROM_MEMORY && project->memory->wants_clock &&
                     project->reference >= 0;
        if (mine->source == BL_FROM_PLL || given) mine->output = pll_output(project, hertz);
    }
    if (!project->pll_count || !has_mmcm(project)) return;
    double reference = project->board->clocks.items[project->reference].hertz;
    if (bl_pll_solve(&project->pll, reference, project->pll_hertz, project->pll_count, 600e6,
                     1200e6))
        return;
    project->pll_count = 0; /* no exact settings: the clock is for the user to make */
    for (int i = 0; i < project->clock_count; i++)
        if (project->clocks[i].source == BL_FROM_PLL) project->clocks[i].source = BL_FROM_PORT;
}

void bl_project_open(struct bl_project *project, enum bl_direction direction, int width,
                     const char *name, int clock, bool is_clock) {
    bl_circuit_port(project->top_circuit, direction, width, "%s", name);
    *BL_APPEND(project->arena, &project->opens) = (struct bl_project_open){
        .name = name, .direction = direction, .width = width, .clock = clock, .is_clock = is_clock};
}

static void pll_instance(struct bl_project *project) {
    struct bl_circuit *top = project->top_circuit;
    bl_circuit_net(top, 1, NULL, "locked");
    bl_circuit_net(top, 3, NULL, "made_clk");
    bl_circuit_net(top, 1, "&{1'b0, made_clk}", "unused_made_clk");
    struct bl_instance *inst = bl_circuit_instance(
        top, has_mmcm(project) ? "bl_clock_mmcm" : "bl_pll", "board_pll",
        "the node's clocks, from the board's", (struct bl_range){0});
    if (has_mmcm(project)) {
        bl_instance_set(top, inst, "PERIOD_PS",
                        llround(1e12 / project->board->clocks.items[project->reference].hertz));
        bl_instance_set(top, inst, "MULTIPLY", project->pll.multiply);
        bl_instance_set(top, inst, "DIVIDE", project->pll.divide);
        for (int i = 0; i < 3; i++)
            bl_instance_set(top, inst, bl_format(project->arena, "OUT_%d", i), project->pll.out[i]);
        bl_instance_connect(top, inst, "ref_clk", "%s", project->reference_net);
        for (int i = 0; i < 3; i++)
            bl_instance_connect(top, inst, bl_format(project->arena, "clk_%d", i), "made_clk[%d]",
                                i);
    } else {
        bl_instance_connect(top, inst, "refclk", "%s", project->reference_net);
        bl_instance_connect(top, inst, "rst", "1'b0");
        for (int i = 0; i < project->pll_count; i++)
            bl_instance_connect(top, inst, bl_format(project->arena, "outclk_%d", i),
                                "made_clk[%d]", i);
        if (project->pll_count < 3)
            bl_circuit_assign(top, bl_format(project->arena, "made_clk[2:%d]", project->pll_count),
                              "%d'd0", 3 - project->pll_count);
    }
    bl_instance_connect(top, inst, "locked", "locked");
}

/* The clocks as nets of the top, and the ports of those that come from IP. */
static void clock_nets(struct bl_project *project) {
    struct bl_circuit *top = project->top_circuit;
    bl_circuit_heading(top, "clocks");
    for (int i = 0; i < project->clock_count; i++) {
        struct bl_project_clock *clock = &project->clocks[i];
        if (clock->source == BL_FROM_MEMORY) clock->net = "memory_clk";
        else if (clock->source == BL_FROM_PIN) clock->net = project->reference_net;
        else if (clock->source == BL_FROM_IP)
            clock->net = bl_circuit_net(top, 1, NULL, "ip_clk_%s", clock->name);
        else if (clock->source == BL_FROM_OWN_PIN) bl_project_clock_on_pin(project, clock);
        else if (clock->source == BL_FROM_PORT)
            clock->net = bl_format(project->arena, "ip_clk_%s", clock->name);
        else
            clock->net = bl_circuit_net(top, 1,
                                        bl_format(project->arena, "made_clk[%d]", clock->output),
                                        "pll_clk_%s", clock->name);
        if (clock->source == BL_FROM_MEMORY || clock->source == BL_FROM_PORT)
            bl_project_open(project, BL_INPUT, 1, clock->net, i, true);
        if (clock->source != BL_FROM_MEMORY || clock->output < 0) continue;
        bl_project_open(project, BL_OUTPUT, 1, "memory_core_clk", -1, true);
        bl_project_open(project, BL_OUTPUT, 1, "memory_core_locked", -1, false);
        bl_circuit_assign(top, "memory_core_clk", "made_clk[%d]", clock->output);
        bl_circuit_assign(top, "memory_core_locked", "locked");
    }
}

/* Reset by the button, while the PLL has not locked, and on Stratix 10 until all of the device is
 * configured. */
void bl_project_reset(struct bl_project *project, const char *more, int log_clocks) {
    struct bl_circuit *top = project->top_circuit;
    const char *request = project->pll_count ? "~locked" : "1'b0";
    bl_circuit_heading(top, "reset");
    if (project->board->resets.count && project->board->resets.items[0].pins.count == 1) {
        const struct bl_board_signal *button = &project->board->resets.items[0];
        const char *port = bl_format(project->arena, "pin_%s", button->name);
        bl_circuit_port(top, BL_INPUT, 1, "%s", port);
        bl_project_pin(project, port, -1, button->pins.items[0], button->standard);
        request = bl_format(project->arena, "%s | %s%s", request, button->active_high ? "" : "~",
                            port);
    }
    if (!strcmp(project->board->family->word, "stratix10")) {
        bl_circuit_net(top, 1, NULL, "ninit_done");
        struct bl_instance *release = bl_circuit_instance(top, "bl_reset_release", "configuration",
                                                          "the vendor's Reset Release IP",
                                                          (struct bl_range){0});
        bl_instance_connect(top, release, "ninit_done", "ninit_done");
        request = bl_format(project->arena, "%s | ninit_done", request);
    }
    if (more) request = bl_format(project->arena, "%s | %s", request, more);
    bl_circuit_net(top, 1, NULL, "rst");
    struct bl_instance *inst = bl_circuit_instance(
        top, "bl_board_reset", "board_reset", "long enough for all clocks", (struct bl_range){0});
    if (log_clocks) bl_instance_set(top, inst, "LOG_CLOCKS", log_clocks);
    bl_instance_connect(top, inst, "clk", "%s", project->clocks[0].net);
    bl_instance_connect(top, inst, "request", "%s", request);
    bl_instance_connect(top, inst, "rst", "rst");
}

static void led_ports(struct bl_project *project, const struct bl_board_signal *led,
                      const char *port) {
    bl_circuit_port(project->top_circuit, BL_OUTPUT, led->pins.count, "%s", port);
    for (int bit = 0; bit < led->pins.count; bit++)
        bl_project_pin(project, port, led->pins.count > 1 ? bit : -1, led->pins.items[bit],
                       led->standard);
}

void bl_project_lights(struct bl_project *project, const char *calibrated, const char *error,
                       const char *waiting) {
    struct bl_circuit *top = project->top_circuit;
    const struct bl_board *board = project->board;
    int count = 0, polarity = 0;
    const char *all = NULL;
    for (int i = 0; i < board->leds.count && count + board->leds.items[i].pins.count <= 16; i++) {
        const struct bl_board_signal *led = &board->leds.items[i];
        const char *port = bl_format(project->arena, "pin_%s", led->name);
        led_ports(project, led, port);
        all = all ? bl_format(project->arena, "%s, %s", port, all) : port;
        if (led->active_high) polarity |= ((1 << led->pins.count) - 1) << count;
        count += led->pins.count;
    }
    if (!count) {
        bl_circuit_net(top, 1, error, "unused_memory_error");
        return;
    }
    bl_circuit_heading(top, "lights");
    struct bl_instance *inst = bl_circuit_instance(top, "bl_board_status", "board_lights",
                                                   "a sign of life, the memory, the node",
                                                   (struct bl_range){0});
    bl_instance_set(top, inst, "LEDS", count);
    bl_instance_set(top, inst, "ACTIVE_HIGH", polarity);
    bl_instance_connect(top, inst, "clk", "%s", project->clocks[0].net);
    bl_instance_connect(top, inst, "rst", "%s", waiting);
    bl_instance_connect(top, inst, "calibrated", "%s", calibrated);
    bl_instance_connect(top, inst, "error", "%s", error);
    bl_instance_connect(top, inst, "led", "{%s}", all);
}

/* The clock of a port of the shell, in project->clocks; -1 for what goes by none. A port without a
 * word about it would be left out of all timing. */
static int clock_of(const struct bl_project *project, const struct bl_port *port) {
    if (port->clock && !*port->clock) return -1;
    for (int i = 0; port->clock && i < project->node->clock_count; i++)
        if (!strcmp(port->clock, project->node->clocks[i])) return i;
    fprintf(stderr, "bankloom: internal fault: port %s of %s has no known clock\n", port->name,
            project->shell);
    abort();
}

static void shell_instance(struct bl_project *project) {
    struct bl_circuit *top = project->top_circuit;
    bl_circuit_heading(top, "the node with its memory ports");
    bl_circuit_net(top, 1, NULL, "memory_error");
    struct bl_instance *inst = bl_circuit_instance(top, project->shell, "board_shell", NULL,
                                                   (struct bl_range){0});
    for (int i = 0; i < project->shell_circuit->ports.count; i++) {
        const struct bl_port *port = &project->shell_circuit->ports.items[i];
        const char *net = port->name;
        for (int c = 0; c < project->node->clock_count; c++)
            if (!strcmp(net, project->node->clocks[c])) net = project->clocks[c].net;
        if (!strcmp(net, "rst") && project->joint) net = project->joint->node_rst;
        const char *joined = project->joint
                                 ? project->joint->net(project, project->joint->user, port->name)
                                 : NULL;
        const struct bl_project_ip *ip = bl_project_ip_of(project);
        const char *of_ip = ip ? ip->net(project, port->name) : NULL;
        if (!project->node->memory.channels && !strcmp(net, "memory_calibrated")) of_ip = "1'b1";
        if (joined) net = joined;
        if (of_ip) {
            bl_instance_connect(top, inst, port->name, "%s", of_ip);
            continue;
        }
        if (net == port->name && strcmp(net, "rst") && strcmp(net, "memory_error"))
            bl_project_open(project, port->direction, port->width, net, clock_of(project, port),
                            false);
        bl_instance_connect(top, inst, port->name, "%s", net);
    }
}

void bl_project_clocks(struct bl_project *project) {
    choose_reference(project);
    choose_clocks(project);
    bool used = project->pll_count > 0;
    for (int i = 0; i < project->clock_count; i++) used |= project->clocks[i].source == BL_FROM_PIN;
    if (!used) project->reference = -1;
    reference_pins(project);
    if (project->pll_count) pll_instance(project);
    clock_nets(project);
}

void bl_project_top(struct bl_project *project) {
    project->top_circuit = bl_circuit_new(
        project->arena, project->top,
        bl_format(project->arena, "Pipeline %s on %s: what has no pin is for the vendor's IP.",
                  project->circuit->name, project->board->word));
    const struct bl_project_ip *ip = bl_project_ip_of(project);
    name_clocks(project);
    bl_project_clocks(project);
    if (ip) ip->nets(project);
    if (project->joint) project->joint->reset(project, project->joint->user);
    else bl_project_reset(project, ip ? ip->reset : NULL, 0);
    shell_instance(project);
    if (ip) ip->place(project);
    if (project->joint) project->joint->finish(project, project->joint->user);
    const char *error = "memory_error";
    if (project->joint) error = bl_format(project->arena, "%s | %s", error, project->joint->error);
    bl_project_lights(project, project->node->memory.channels ? "memory_calibrated" : "1'b1", error,
                      "~node_up");
    bl_circuit_check_names(project->shell_circuit);
    bl_circuit_check_names(project->top_circuit);
}
