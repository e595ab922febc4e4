#include "lower/lower_control.h"

#include "lower/lower_nets.h"
#include "lower/lowering.h"
#include "node/ports.h"
#include "lower/lowering_inner.h"

/* The node's own number: senders and staggered readers look at it, and nothing else does. */
static void node_number(struct bl_lowering *lo, bool staggers) {
    bool used = lo->node->carrier.joined || staggers;
    bl_circuit_net(lo->circuit, 32, NULL, "node_number");
    int low = used ? lo->node_bits : 0;
    if (used)
        bl_circuit_net(lo->circuit, low, bl_format(lo->arena, "node_number[%d:0]", low - 1),
                       "node");
    bl_circuit_net(lo->circuit, 32 - low, bl_format(lo->arena, "node_number[31:%d]", low),
                   "unused_node_number");
}

/* The port of the registers, or, where there is none, nets that the network's circuit drives. */
static void connect_host(struct bl_lowering *lo, struct bl_instance *registers) {
    const struct bl_pins pins = bl_node_registers(lo->arena);
    for (int i = 0; i < pins.count; i++) {
        const struct bl_pin *pin = &pins.items[i];
        const char *name = bl_format(lo->arena, "%s_%s", pin->interface, pin->role);
        if (!bl_node_has_register_port(lo->node))
            bl_circuit_net(lo->circuit, pin->width, NULL, "%s", name);
        bl_instance_connect(lo->circuit, registers, name, "%s", name);
    }
}

void bl_lower_registers(struct bl_lowering *lo, bool staggers) {
    struct bl_circuit *circuit = lo->circuit;
    bl_circuit_net(circuit, lo->node->registers->config_words * 32, NULL, "settings");
    bl_circuit_net(circuit, lo->node->registers->read_words * 32, NULL, "read_words");
    node_number(lo, staggers);
    static const char *const flags[] = {"start", "busy", "done"};
    for (int i = 0; i < 3; i++) bl_circuit_net(circuit, 1, NULL, "%s", flags[i]);
    static const char *const kept[] = {"faults", "read_errors", "write_errors"};
    for (int i = 0; i < 3; i++) bl_circuit_net(circuit, i ? 32 : 7, NULL, "%s", kept[i]);
    bl_circuit_net(circuit, 1, NULL, "was_reset");
    bl_circuit_net(circuit, BL_CLOCK_W, NULL, "clocks");
    struct bl_instance *inst = bl_circuit_instance(circuit, "bl_registers", "registers",
                                                   "what the host sees", lo->program->range);
    bl_instance_set(circuit, inst, "READ_WORDS", lo->node->registers->read_words);
    bl_instance_set(circuit, inst, "WRITE_WORDS", lo->node->registers->config_words);
    bl_instance_connect(circuit, inst, "clk", "clk");
    bl_instance_connect(circuit, inst, "rst", "rst");
    connect_host(lo, inst);
    for (int i = 0; i < 3; i++)
        bl_instance_connect(circuit, inst, flags[i], "%s", i == 1 ? "unfinished" : flags[i]);
    for (int i = 0; i < 3; i++) bl_instance_connect(circuit, inst, kept[i], "%s", kept[i]);
    bl_instance_connect(circuit, inst, "was_reset", "was_reset");
    bl_instance_connect(circuit, inst, "network_cause", "network_cause");
    bl_instance_connect(circuit, inst, "node", "node_number");
    bl_instance_connect(circuit, inst, "clocks", "clocks");
    bl_instance_connect(circuit, inst, "settings", "settings");
    bl_instance_connect(circuit, inst, "status_words", "read_words");
}

/* A start is looked at while no run is under way. After reset a histogram clears its counters
   first; a start that comes earlier waits for it, and the node is busy meanwhile. */
static const char *start_signal(struct bl_lowering *lo) {
    bl_circuit_net(lo->circuit, 1, "start & ~unfinished", "begins");
    bl_circuit_net(lo->circuit, 1, lo->route->counter ? "busy | start_waits" : "busy",
                   "unfinished");
    if (!lo->route->counter) return "begins";
    bl_circuit_net(lo->circuit, 1, NULL, "count_busy");
    bl_circuit_net(lo->circuit, 1, NULL, "start_waits");
    bl_circuit_net(lo->circuit, 1, NULL, "go");
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_start_gate", "start_gate",
                                                   "the counters are clear before the first step",
                                                   lo->program->range);
    static const char *const ports[] = {"clk", "rst", "go"};
    for (int i = 0; i < 3; i++) bl_instance_connect(lo->circuit, inst, ports[i], "%s", ports[i]);
    bl_instance_connect(lo->circuit, inst, "start", "begins");
    bl_instance_connect(lo->circuit, inst, "waiting", "start_waits");
    bl_instance_connect(lo->circuit, inst, "ready", "~count_busy");
    return "go";
}

static void sequencer(struct bl_lowering *lo) {
    struct bl_circuit *circuit = lo->circuit;
    int steps = lo->plan->step_count, width = bl_max(1, bl_log2(steps));
    bl_circuit_net(circuit, width, NULL, "step");
    bl_circuit_net(circuit, 1, NULL, "step_start");
    bl_circuit_net(circuit, 1, NULL, "step_done");
    const char *start = start_signal(lo);
    struct bl_instance *inst = bl_circuit_instance(circuit, "bl_sequencer", "sequencer",
                                                   "one step after the other", lo->program->range);
    bl_instance_set(circuit, inst, "STEPS", steps);
    bl_instance_set(circuit, inst, "STEP_W", width);
    bl_instance_set(circuit, inst, "CLOCK_W", BL_CLOCK_W);
    static const char *const ports[] = {"clk",       "rst",  "step", "step_start",
                                        "step_done", "busy", "done", "clocks"};
    bl_instance_connect(circuit, inst, "start", "%s", start);
    for (int i = 0; i < 8; i++) bl_instance_connect(circuit, inst, ports[i], "%s", ports[i]);
    bl_instance_connect(circuit, inst, "stop", "network_stopped");
    if (steps == 1) {
        bl_circuit_net(circuit, 1, "step", "unused_step");
        return;
    }
    for (int i = 0; i < steps; i++)
        bl_circuit_net(circuit, 1, bl_format(lo->arena, "step == %d'd%d", width, i), "step_%d", i);
}

const char *bl_lower_count(struct bl_lowering *lo, const struct bl_version *version) {
    const struct bl_register *reg = bl_regmap_count(lo->node->registers, version);
    if (!version->source) return bl_format(lo->arena, "elements_%s", version->symbol);
    return bl_format(lo->arena, "settings[%d:%d]", (reg->word + reg->words) * 32 - 1,
                     reg->word * 32);
}

/* Where a plane of what a stage reads or writes begins; the last one stands for what is not there.
 */
static uint64_t plane_base(const struct bl_lowering *lo, const struct bl_stage *stage, int plane) {
    for (int i = 0;; i++) {
        const struct bl_version *version = stage->versions[i];
        int planes = bl_column_planes(&lo->program->cluster, version->column);
        const struct bl_place *place = &lo->plan->places[version->id];
        bool last = i + 1 == stage->version_count;
        if (plane < planes || last)
            return place->base + (uint64_t)bl_min(plane, planes - 1) * place->plane;
        plane -= planes;
    }
}

/* For strips, what is read first is what the table is made from. */
static uint64_t read_base(const struct bl_lowering *lo, const struct bl_chain *chain, int column) {
    if (!chain->table) return plane_base(lo, chain->read, column);
    return plane_base(lo, column ? chain->read : chain->table_read, 0);
}

static uint64_t write_base(const struct bl_lowering *lo, const struct bl_chain *chain, int column) {
    bool there = chain->write && column < bl_stage_planes(&lo->program->cluster, chain->write);
    return there ? plane_base(lo, chain->write, column) : 0;
}

static const char *base(struct bl_lowering *lo, uint64_t address) {
    return bl_format(lo->arena, "%d'd%llu", BL_ADDRESS_BITS, (unsigned long long)address);
}

static void by_step(struct bl_lowering *lo, const char *name, int width, const char **values) {
    bl_circuit_net(lo->circuit, width, bl_lower_by_step(lo, values), "%s", name);
}

/* Counts of what earlier steps wrote, kept for the steps that read it and for the host. */
static void captured_counts(struct bl_lowering *lo) {
    for (int s = 0; s < lo->plan->step_count; s++)
        for (int i = 0; lo->route->chains[s].write && i < lo->route->chains[s].write->version_count;
             i++) {
            const struct bl_version *version = lo->route->chains[s].write->versions[i];
            int width = lo->lanes * BL_COUNT_W;
            bl_circuit_net(lo->circuit, width, NULL, "elements_%s", version->symbol);
            struct bl_instance *inst = bl_circuit_instance(
                lo->circuit, "bl_capture", bl_format(lo->arena, "counter_of_%s", version->symbol),
                bl_format(lo->arena, "elements of %s in every channel", version->name),
                version->range);
            bl_instance_set(lo->circuit, inst, "WIDTH", width);
            bl_instance_connect(lo->circuit, inst, "clk", "clk");
            const char *in_step = bl_lower_steps(lo, bl_step_bit(s));
            bl_instance_connect(lo->circuit, inst, "take", "%s%sstep_done & ~step_start",
                                in_step ? in_step : "", in_step ? " & " : "");
            bl_instance_connect(lo->circuit, inst, "d", "write_count");
            bl_instance_connect(lo->circuit, inst, "q", "elements_%s", version->symbol);
        }
}

static void read_registers(struct bl_lowering *lo) {
    for (int i = 0; i < lo->node->registers->count; i++) {
        const struct bl_register *reg = &lo->node->registers->items[i];
        if (reg->config) continue;
        const char *value = reg->net       ? reg->net
                            : reg->version ? bl_lower_count(lo, reg->version)
                                           : bl_format(lo->arena, "counts_by_%s",
                                                       reg->counted->product->symbol);
        bl_circuit_assign(lo->circuit,
                          bl_format(lo->arena, "read_words[%d:%d]",
                                    (reg->word + reg->words) * 32 - 1, reg->word * 32),
                          "%s", value);
    }
}

/* The side that the lanes read from in every step. */
static const char *read_side(const struct bl_lowering *lo) {
    return lo->route->swaps ? "side" : lo->plan->steps[0].read_side ? "1'b1" : "1'b0";
}

/* bl_faults keeps what the memory and the other nodes have answered until the next start. */
static void fault_keeper(struct bl_lowering *lo) {
    struct bl_circuit *circuit = lo->circuit;
    struct bl_instance *inst = bl_circuit_instance(circuit, "bl_faults", "fault_keeper",
                                                   "what has gone wrong since the start",
                                                   lo->program->range);
    bl_circuit_net(circuit, 2 * lo->lanes, NULL, "channel_read_errors");
    bl_circuit_net(circuit, 2 * lo->lanes, NULL, "channel_write_errors");
    bl_circuit_net(circuit, 1, NULL, "strays");
    bl_circuit_net(circuit, 1, NULL, "received_invalid");
    bl_circuit_net(circuit, 1, NULL, lo->route->exchange ? "failed" : "unused_failed");
    bl_instance_set(circuit, inst, "LANES", lo->lanes);
    bl_instance_connect(circuit, inst, "clk", "clk");
    bl_instance_connect(circuit, inst, "rst", "rst");
    bl_instance_connect(circuit, inst, "clear", "begins");
    bl_instance_connect(circuit, inst, "side", "%s", read_side(lo));
    bl_instance_connect(circuit, inst, "read_failed", "read_failed");
    bl_instance_connect(circuit, inst, "write_failed", lo->route->write ? "write_failed" : "%d'd0",
                        lo->lanes);
    bl_instance_connect(circuit, inst, "stray",
                        lo->route->write ? "|{read_stray, write_stray}" : "|read_stray");
    bl_instance_connect(circuit, inst, "invalid", lo->route->exchange ? "receive_invalid" : "1'b0");
    bl_instance_connect(circuit, inst, "other",
                        "|{overflow_word, error_word, network_stopped, was_reset}");
    bl_instance_connect(circuit, inst, "read_errors", "channel_read_errors");
    bl_instance_connect(circuit, inst, "write_errors", "channel_write_errors");
    bl_instance_connect(circuit, inst, "strays", "strays");
    bl_instance_connect(circuit, inst, "received", "received_invalid");
    bl_instance_connect(circuit, inst, "failed", lo->route->exchange ? "failed" : "unused_failed");
}

static void faults(struct bl_lowering *lo) {
    bl_circuit_heading(
        lo->circuit,
        "faults: the exchange's protocol was broken, until reset; all others until the next start");
    bl_circuit_net(lo->circuit, 32,
                   lo->route->write
                       ? bl_format(lo->arena, "{%d'd0, write_overflow}", 32 - lo->lanes)
                       : "32'd0",
                   "overflow_word");
    bl_circuit_net(lo->circuit, 32, lo->route->exchange ? "{31'd0, receive_error}" : "32'd0",
                   "error_word");
    fault_keeper(lo);
    static const char *const channels[] = {"read_errors", "write_errors"};
    for (int i = 0; i < 2; i++)
        bl_circuit_assign(lo->circuit, channels[i], "%schannel_%s%s",
                          lo->lanes < 16 ? bl_format(lo->arena, "{%d'd0, ", 32 - 2 * lo->lanes)
                                         : "",
                          channels[i], lo->lanes < 16 ? "}" : "");
    bl_circuit_assign(
        lo->circuit, "faults",
        "{network_stopped, strays, |channel_write_errors, |channel_read_errors, received_invalid, "
        "|error_word, |overflow_word}");
}

/* A step is over when nothing of it is under way on this node. */
static void step_done(struct bl_lowering *lo) {
    const char *text = "~|read_busy";
    if (lo->route->write) text = bl_format(lo->arena, "%s & ~|write_busy", text);
    if (lo->route->counter) text = bl_format(lo->arena, "%s & ~count_busy", text);
    for (int i = 0; i < lo->route->units.count; i++)
        if (lo->route->units.items[i]->own)
            text = bl_format(lo->arena, "%s & ~|%s_busy", text, lo->route->units.items[i]->name);
    const char *exchanges = lo->route->exchange ? bl_lower_steps(lo, lo->route->exchange->steps)
                                                : NULL;
    if (lo->route->exchange)
        text = bl_format(lo->arena,
                         exchanges ? "%s & ((send_done & receive_done) | ~%s)"
                                   : "%s & send_done & receive_done",
                         text, exchanges);
    bl_circuit_assign(lo->circuit, "step_done", "%s", text);
}

/* Where the planes of every step lie, SIDE_base0 and so on, and the number of the last one,
   SIDE_last. */
static void planes_by_step(struct bl_lowering *lo, const char *side, bool write) {
    int planes = write ? lo->route->write_planes : lo->route->read_planes,
        steps = lo->plan->step_count;
    const char **values = BL_NEW(lo->arena, const char *, steps);
    for (int c = 0; c < planes; c++) {
        for (int s = 0; s < steps; s++)
            values[s] = base(lo, write ? write_base(lo, &lo->route->chains[s], c)
                                       : read_base(lo, &lo->route->chains[s], c));
        by_step(lo, bl_format(lo->arena, "%s_base%d", side, c), BL_ADDRESS_BITS, values);
    }
    if (planes == 1) return;
    for (int s = 0; s < steps; s++) {
        const struct bl_chain *chain = &lo->route->chains[s];
        int last = write && !chain->write ? 0
                   : write                ? bl_stage_planes(&lo->program->cluster, chain->write) - 1
                   : chain->table         ? 1
                                          : chain->planes - 1;
        values[s] = bl_format(lo->arena, "%d'd%d", bl_tid_bits(planes), last);
    }
    by_step(lo, bl_format(lo->arena, "%s_last", side), bl_tid_bits(planes), values);
}

static const struct bl_stage *first_read(const struct bl_chain *chain) {
    return chain->table ? chain->table_read : chain->read;
}

static void step_numbers(struct bl_lowering *lo) {
    const char **counts = BL_NEW(lo->arena, const char *, lo->plan->step_count);
    for (int s = 0; s < lo->plan->step_count; s++)
        counts[s] = bl_lower_count(lo, first_read(&lo->route->chains[s])->versions[0]);
    bl_circuit_heading(lo->circuit, "what differs from step to step: regions, counts, sides");
    planes_by_step(lo, "read", false);
    by_step(lo, "read_elements", lo->lanes * BL_COUNT_W, counts);
    bl_circuit_net(lo->circuit, 1, "&{1'b0, read_elements, settings}", "unused_count_bits");
    if (lo->route->write) planes_by_step(lo, "write", true);
}

static void sides(struct bl_lowering *lo) {
    if (!lo->route->swaps) return;
    const char **values = BL_NEW(lo->arena, const char *, lo->plan->step_count);
    for (int s = 0; s < lo->plan->step_count; s++)
        values[s] = lo->plan->steps[s].read_side ? "1'b1" : "1'b0";
    by_step(lo, "side", 1, values);
}

static bool staggers(const struct bl_plan *plan) {
    for (int i = 0; plan->program->cluster.nodes > 1 && i < plan->step_count; i++)
        if (plan->steps[i].stagger) return true;
    return false;
}

void bl_lower_control(struct bl_lowering *lo) {
    bl_circuit_heading(lo->circuit, "registers and the sequence of steps");
    bl_lower_registers(lo, staggers(lo->plan));
    sequencer(lo);
    static const char *const of_reader[] = {"read_busy", "read_failed", "read_stray"};
    for (int i = 0; i < 3; i++) bl_circuit_net(lo->circuit, lo->lanes, NULL, "%s", of_reader[i]);
    if (lo->route->write) {
        bl_circuit_net(lo->circuit, lo->lanes, NULL, "write_failed");
        bl_circuit_net(lo->circuit, lo->lanes, NULL, "write_stray");
        bl_circuit_net(lo->circuit, lo->lanes, NULL, "write_busy");
        bl_circuit_net(lo->circuit, lo->lanes, NULL, "write_overflow");
        bl_circuit_net(lo->circuit, lo->lanes * BL_COUNT_W, NULL, "write_count");
    }
    static const char *const exchange[] = {"send_done", "receive_done", "receive_error",
                                           "receive_invalid"};
    for (int i = 0; lo->route->exchange && i < 4; i++)
        bl_circuit_net(lo->circuit, 1, NULL, "%s", exchange[i]);
    for (int i = 0; i < lo->route->units.count; i++)
        if (lo->route->units.items[i]->own)
            bl_circuit_net(lo->circuit, lo->lanes, NULL, "%s_busy",
                           lo->route->units.items[i]->name);
    captured_counts(lo);
    step_numbers(lo);
    sides(lo);
    faults(lo);
    read_registers(lo);
    step_done(lo);
}
