/* A kernel's circuit, its ends, and the switch between them. */
#include <string.h>

#include "base/arena.h"
#include "kernel/carried/kernel_facts.h"
#include "kernel/kernel_program.h"
#include "kernel/lower/kernel_cost.h"
#include "kernel/lower/lower_inner.h"

static const char *const STREAM[] = {"tvalid", "tready", "tdata", "tkeep", "tlast"};
enum { PARTS = 5, TREADY = 1, TLAST = 4 };
static const int WIDTHS[PARTS] = {1, 1, BL_KERNEL_WORD_BITS, BL_KERNEL_WORD_GRANULES, 1};

/* A kernel while its circuit is made. */
struct ends {
    struct bl_kernel_lowering *kl;
    struct bl_lowering *lo;
    const struct bl_kernel *kernel;
    const char *prefix; /* of its nets: "kernel_start" */
};

static const char *net(struct ends *e, const char *what) {
    return bl_format(e->lo->arena, "%s_%s", e->prefix, what);
}

static void connect(struct ends *e, struct bl_instance *inst, const char *port, const char *what) {
    bl_instance_connect(e->lo->circuit, inst, port, "%s", net(e, what));
}

static void declare(struct ends *e, int width, const char *what) {
    bl_circuit_net(e->lo->circuit, width, NULL, "%s", net(e, what));
}

/* A part of the stream at a place of the bundle of sources, or of targets. */
static const char *slice(struct ends *e, const char *bundle, int part, int place) {
    bool source = !strcmp(bundle, "source");
    return bl_kernel_at(
        e->lo->arena, bl_format(e->lo->arena, "%s_%s_%s", e->prefix, bundle, STREAM[part]),
        WIDTHS[part], place, source ? e->kernel->source_count : e->kernel->target_count);
}

/* The streams at the switch, a bundle for the sources and one for the targets. */
static void declare_bundle(struct ends *e, const char *bundle, int count) {
    for (int i = 0; i < PARTS; i++)
        bl_circuit_net(e->lo->circuit, count * WIDTHS[i], NULL, "%s_%s_%s", e->prefix, bundle,
                       STREAM[i]);
}

static void declare_commands(struct ends *e) {
    const struct bl_kernel *kernel = e->kernel;
    int sources = kernel->source_count, targets = kernel->target_count;
    declare(e, sources, "to_tvalid");
    declare(e, sources, "to_tready");
    declare(e, sources * bl_kernel_end_bits(targets), "to");
    declare(e, targets, "from_tvalid");
    declare(e, targets, "from_tready");
    declare(e, targets * bl_kernel_end_bits(sources), "from");
    declare(e, 1, "idle");
    declare(e, 1, "busy");
    declare(e, 64, "clocks");
    bl_kernel_owed_nets(e->kl, e->kernel, e->prefix);
}

static void declare_memory_side(struct ends *e, const char *side, const char *end, int count) {
    declare(e, count, bl_format(e->lo->arena, "%s_tvalid", side));
    declare(e, count, bl_format(e->lo->arena, "%s_tready", side));
    declare(e, 64, bl_format(e->lo->arena, "%s_address", side));
    declare(e, 32, bl_format(e->lo->arena, "%s_length", side));
    declare(e, count, bl_format(e->lo->arena, "%s_%s", side, end));
    declare(e, count, bl_format(e->lo->arena, "%s_failed", side));
}

static void connect_memory_side(struct ends *e, struct bl_instance *inst, const char *side,
                                const char *end) {
    const char *const words[] = {"tvalid", "tready", "address", "length", end, "failed"};
    for (int i = 0; i < 6; i++) {
        const char *port = bl_format(e->lo->arena, "%s_%s", side, words[i]);
        connect(e, inst, port, port);
    }
}

/* ---- channels of any nodes: where moves go, and from whom they come */

/* Commands for those ends of a kernel. */
static const struct joins {
    const char *word, *channel; /* of the kernel's ports, and of the channel's nets */
    bool source;
    int (*count)(const struct bl_kernels *kernels, const struct bl_kernel *kernel);
    const char *values[3]; /* ends with NULL */
} joins[] = {{"aim", "to", false, bl_kernel_aims, {"node"}},
             {"await", "from", true, bl_kernel_awaits, {"node", "length"}}};
enum { JOINS = sizeof joins / sizeof *joins };

static const char *of_join(struct ends *e, const struct joins *join, const char *what) {
    return bl_format(e->lo->arena, "%s_%s", join->word, what);
}

static void declare_joins(struct ends *e, const struct joins *join) {
    int count = join->count(e->kl->kernels, e->kernel);
    if (!count) return;
    declare(e, count, of_join(e, join, "tvalid"));
    declare(e, count, of_join(e, join, "tready"));
    for (int i = 0; join->values[i]; i++) declare(e, 32, of_join(e, join, join->values[i]));
}

static void connect_joins(struct ends *e, struct bl_instance *inst, const struct joins *join) {
    if (!join->count(e->kl->kernels, e->kernel)) return;
    connect(e, inst, of_join(e, join, "tvalid"), of_join(e, join, "tvalid"));
    connect(e, inst, of_join(e, join, "tready"), of_join(e, join, "tready"));
    for (int i = 0; join->values[i]; i++)
        connect(e, inst, of_join(e, join, join->values[i]), of_join(e, join, join->values[i]));
}

/* Command number `number` of the kernel, at the channel. */
static void assign_join(struct ends *e, const struct joins *join, const char *channel, int number) {
    struct bl_circuit *circuit = e->lo->circuit;
    int count = join->count(e->kl->kernels, e->kernel);
    const char *stream = bl_format(e->lo->arena, "channel_%s_%s", channel, join->channel),
               *valid = bl_kernel_at(e->lo->arena, net(e, of_join(e, join, "tvalid")), 1, number,
                                     count),
               *ready = bl_kernel_at(e->lo->arena, net(e, of_join(e, join, "tready")), 1, number,
                                     count);
    bl_circuit_assign(circuit, bl_format(e->lo->arena, "%s_tvalid", stream), "%s", valid);
    bl_circuit_assign(circuit, ready, "%s_tready", stream);
    for (int i = 0; join->values[i]; i++)
        bl_circuit_assign(circuit, bl_format(e->lo->arena, "%s_%s", stream, join->values[i]), "%s",
                          net(e, of_join(e, join, join->values[i])));
}

static void assign_joins(struct ends *e, const struct joins *join) {
    const struct bl_kernel_end *ends = join->source ? e->kernel->sources : e->kernel->targets;
    int count = join->source ? e->kernel->source_count : e->kernel->target_count;
    for (int i = 0, number = 0; i < count; i++) {
        if (!bl_kernel_at_channel(ends[i])) continue;
        const struct bl_kernel_channel *channel = &e->kl->kernels->channels[ends[i].number];
        if (channel->any) assign_join(e, join, channel->name, number++);
    }
}

static void declare_all(struct ends *e) {
    int takes = bl_kernel_takes(e->kernel);
    declare_commands(e);
    declare_bundle(e, "source", e->kernel->source_count);
    declare_bundle(e, "target", e->kernel->target_count);
    int readers = bl_kernel_readers(e->kernel), writers = bl_kernel_writers(e->kernel);
    if (readers) declare_memory_side(e, "read", "taken", readers);
    if (writers) declare_memory_side(e, "write", "done", writers);
    int fills = bl_kernel_fills(e->kernel);
    for (int i = 0; i < 2 && takes; i++) declare(e, takes, i ? "take_tready" : "take_tvalid");
    if (takes) declare(e, 32, "take_length");
    for (int i = 0; i < 2 && fills; i++) declare(e, fills, i ? "fill_tready" : "fill_tvalid");
    for (int i = 0; i < 2 && fills; i++) declare(e, 32, i ? "fill_length" : "fill_value");
    for (int i = 0; i < JOINS; i++) declare_joins(e, &joins[i]);
    for (int i = 0; i < e->kernel->move_count; i++) {
        if (!bl_kernel_awaits_copy(e->kernel, i)) continue;
        declare(e, 1, bl_format(e->lo->arena, "copy%d_active", i));
        declare(e, 32, bl_format(e->lo->arena, "copy%d_cycles", i));
    }
}

static bool has_base(struct ends *e, int memory) {
    return bl_kernel_memory_row(&e->kl->kernels->memories[memory])->on_bus &&
           (bl_kernel_uses(e->kernel, memory, false) || bl_kernel_uses(e->kernel, memory, true));
}

/* What it sees of a copy that it waits for. */
static void connect_awaited(struct ends *e, struct bl_instance *inst, int move) {
    if (!bl_kernel_awaits_copy(e->kernel, move)) return;
    for (int i = 0; i < 2; i++) {
        const char *name = bl_format(e->lo->arena, "copy%d_%s", move, i ? "cycles" : "active");
        connect(e, inst, name, name);
    }
}

/* What the host gives and reads. */
static void connect_registers(struct ends *e, struct bl_instance *inst) {
    struct bl_circuit *circuit = e->lo->circuit;
    for (int i = 0; i < e->kernel->argument_count; i++) {
        const char *name = e->kernel->arguments[i];
        int number = (int)(e->kernel - e->kl->kernels->kernels);
        bl_instance_connect(circuit, inst, bl_format(e->lo->arena, "argument_%s", name), "%s",
                            bl_kernel_argument_net(e->lo->arena, number, name));
    }
    for (int i = 0; i < e->kl->kernels->memory_count; i++) {
        const char *name = e->kl->kernels->memories[i].name;
        if (!has_base(e, i)) continue;
        bl_instance_connect(circuit, inst, bl_format(e->lo->arena, "base_%s", name),
                            "{memory_%s_base_high, memory_%s_base_low}", name, name);
        bl_instance_connect(circuit, inst, bl_format(e->lo->arena, "limit_%s", name),
                            "memory_%s_limit", name);
    }
    bl_instance_connect(circuit, inst, "node", "node_number");
    bl_instance_connect(circuit, inst, "go", "%s[15:0]", net(e, "go"));
    connect(e, inst, "state", "state");
    connect(e, inst, "clocks", "clocks");
    bl_kernel_connect_owed(e->kl, e->kernel, e->prefix, inst);
    bl_circuit_assign(circuit, net(e, "clocks_low"), "%s[31:0]", net(e, "clocks"));
    bl_circuit_assign(circuit, net(e, "clocks_high"), "%s[63:32]", net(e, "clocks"));
}

static void control(struct ends *e) {
    static const char *const ports[] = {"to_tvalid",   "to_tready", "to",   "from_tvalid",
                                        "from_tready", "from",      "idle", "busy"};
    static const char *const takes[] = {"take_tvalid", "take_tready", "take_length"},
                             *const fills[] = {"fill_tvalid", "fill_tready", "fill_value",
                                               "fill_length"};
    struct bl_instance *inst = bl_kernel_instance(
        e->kl, bl_kernel_module(e->lo->arena, e->lo->program, e->kernel), e->prefix,
        bl_format(e->lo->arena, "the moves of kernel %s", e->kernel->name));
    inst->written = true;
    inst->takes = bl_kernel_cost(e->lo->arena, e->kl->kernels, e->kernel);
    connect_registers(e, inst);
    for (size_t i = 0; i < sizeof ports / sizeof *ports; i++) connect(e, inst, ports[i], ports[i]);
    if (bl_kernel_readers(e->kernel)) connect_memory_side(e, inst, "read", "taken");
    if (bl_kernel_writers(e->kernel)) connect_memory_side(e, inst, "write", "done");
    for (int i = 0; i < 3 && bl_kernel_takes(e->kernel); i++) connect(e, inst, takes[i], takes[i]);
    for (int i = 0; i < 4 && bl_kernel_fills(e->kernel); i++) connect(e, inst, fills[i], fills[i]);
    for (int i = 0; i < JOINS; i++) connect_joins(e, inst, &joins[i]);
    for (int i = 0; i < e->kernel->move_count; i++) connect_awaited(e, inst, i);
}

/* ---- ends */

static void connect_stream(struct ends *e, struct bl_instance *inst, const char *port,
                           const char *bundle, int place) {
    for (int i = 0; i < PARTS; i++)
        bl_instance_connect(e->lo->circuit, inst, bl_format(e->lo->arena, "%s_%s", port, STREAM[i]),
                            "%s", slice(e, bundle, i, place));
}

/* A reader or writer of a kernel. */
struct side {
    bool write;
    int place;         /* among its sources, or targets */
    int number, count; /* among its readers, or writers */
    const char *word;  /* "read" */
};

/* Counts ends of a kernel at a port, those before place `end` of its sources or targets. */
static int ends_before(const struct ends *e, const struct bl_kernel *kernel, bool write, int end,
                       const struct bl_kernel_axi *axi) {
    const struct bl_kernel_end *ends = write ? kernel->targets : kernel->sources;
    int count = 0;
    for (int i = 0; i < end; i++)
        count += bl_kernel_at_memory(ends[i]) && !bl_kernel_copies_at(kernel, write, i) &&
                 bl_kernel_axi(e->kl, ends[i].number) == axi;
    return count;
}

/* The place of a reader or writer among all at its port. */
static int place_at_port(const struct ends *e, const struct side *side,
                         const struct bl_kernel_axi *axi) {
    int place = ends_before(e, e->kernel, side->write, side->place, axi);
    for (const struct bl_kernel *kernel = e->kl->kernels->kernels; kernel != e->kernel; kernel++)
        place += ends_before(e, kernel, side->write,
                             side->write ? kernel->target_count : kernel->source_count, axi);
    return place;
}

/* One of the kernel's bundles for its readers, or writers. */
static const char *of_side(struct ends *e, const struct side *side, const char *what) {
    return bl_kernel_at(e->lo->arena, net(e, bl_format(e->lo->arena, "%s_%s", side->word, what)), 1,
                        side->number, side->count);
}

static struct bl_instance *memory_end(struct ends *e, const struct side *side,
                                      const struct bl_kernel_axi *axi) {
    struct bl_circuit *circuit = e->lo->circuit;
    struct bl_instance *inst = bl_kernel_instance(
        e->kl, side->write ? "bl_kernel_write" : "bl_kernel_read",
        bl_format(e->lo->arena, "%s_%s%d", e->prefix, side->write ? "writer" : "reader",
                  side->number),
        bl_format(e->lo->arena, "%s %s", side->write ? "to" : "from", axi->about));
    bl_instance_set(circuit, inst, "DATA_W", BL_KERNEL_WORD_BITS);
    bl_instance_set(circuit, inst, "LOG_PIECE", axi->sizes->log_piece);
    bl_instance_connect(circuit, inst, "s_tvalid", "%s", of_side(e, side, "tvalid"));
    bl_instance_connect(circuit, inst, "s_tready", "%s", of_side(e, side, "tready"));
    connect(e, inst, "s_address", bl_format(e->lo->arena, "%s_address", side->word));
    connect(e, inst, "s_length", bl_format(e->lo->arena, "%s_length", side->word));
    bl_instance_connect(circuit, inst, "failed", "%s", of_side(e, side, "failed"));
    bl_kernel_connect_axi(e->kl, inst, axi, side->write, place_at_port(e, side, axi));
    return inst;
}

static void reader(struct ends *e, int place, int number) {
    const struct side side = {false, place, number, bl_kernel_readers(e->kernel), "read"};
    const struct bl_kernel_axi *axi = bl_kernel_axi(e->kl, e->kernel->sources[place].number);
    struct bl_instance *inst = memory_end(e, &side, axi);
    bl_instance_set(e->lo->circuit, inst, "LOG_QUEUE", axi->sizes->log_queue);
    connect_stream(e, inst, "m_axis", "source", place);
    bl_circuit_assign(e->lo->circuit, of_side(e, &side, "taken"), "%s & %s & %s",
                      slice(e, "source", 0, place), slice(e, "source", TREADY, place),
                      slice(e, "source", TLAST, place));
}

static void writer(struct ends *e, int place, int number) {
    const struct side side = {true, place, number, bl_kernel_writers(e->kernel), "write"};
    struct bl_instance *inst = memory_end(e, &side,
                                          bl_kernel_axi(e->kl, e->kernel->targets[place].number));
    bl_instance_connect(e->lo->circuit, inst, "done", "%s", of_side(e, &side, "done"));
    connect_stream(e, inst, "s_axis", "target", place);
}

const char *bl_kernel_outer_net(struct bl_kernel_lowering *kl, struct bl_kernel_end end,
                                bool source, int part) {
    struct bl_arena *arena = kl->lo->arena;
    const struct bl_kernels *kernels = kl->kernels;
    const char *way = source ? "received" : "sent";
    if (bl_kernel_at_channel(end))
        return bl_format(arena, "channel_%s_%s_%s", kernels->channels[end.number].name, way,
                         STREAM[part]);
    if (bl_kernel_at_peer(end))
        return bl_kernel_at(arena, bl_format(arena, "bundles_%s_%s", way, STREAM[part]),
                            WIDTHS[part], end.number, kernels->bundle_count * kernels->nodes);
    return bl_format(arena, "port_%s_%s", kernels->ports[end.number].name, STREAM[part]);
}

/* Moves out of what comes in. */
static void take(struct ends *e, int place, int number) {
    struct bl_instance *inst = bl_kernel_instance(
        e->kl, "bl_kernel_take", bl_format(e->lo->arena, "%s_take%d", e->prefix, number),
        "moves out of a stream");
    struct bl_circuit *circuit = e->lo->circuit;
    int takes = bl_kernel_takes(e->kernel);
    bl_instance_set(circuit, inst, "DATA_W", BL_KERNEL_WORD_BITS);
    bl_instance_connect(circuit, inst, "s_tvalid", "%s",
                        bl_kernel_at(e->lo->arena, net(e, "take_tvalid"), 1, number, takes));
    bl_instance_connect(circuit, inst, "s_tready", "%s",
                        bl_kernel_at(e->lo->arena, net(e, "take_tready"), 1, number, takes));
    connect(e, inst, "s_length", "take_length");
    bl_kernel_connect_dropped(e->kl, inst, e->kernel->sources[place]);
    for (int i = 0; i < TLAST; i++)
        bl_instance_connect(circuit, inst, bl_format(e->lo->arena, "s_axis_%s", STREAM[i]), "%s",
                            bl_kernel_outer_net(e->kl, e->kernel->sources[place], true, i));
    connect_stream(e, inst, "m_axis", "source", place);
}

/* A value, as long as the move. */
static void fill(struct ends *e, int place, int number) {
    struct bl_instance *inst = bl_kernel_instance(
        e->kl, "bl_kernel_fill", bl_format(e->lo->arena, "%s_fill%d", e->prefix, number),
        "a value");
    int fills = bl_kernel_fills(e->kernel);
    bl_instance_set(e->lo->circuit, inst, "DATA_W", BL_KERNEL_WORD_BITS);
    bl_instance_connect(e->lo->circuit, inst, "s_tvalid", "%s",
                        bl_kernel_at(e->lo->arena, net(e, "fill_tvalid"), 1, number, fills));
    bl_instance_connect(e->lo->circuit, inst, "s_tready", "%s",
                        bl_kernel_at(e->lo->arena, net(e, "fill_tready"), 1, number, fills));
    connect(e, inst, "s_value", "fill_value");
    connect(e, inst, "s_length", "fill_length");
    connect_stream(e, inst, "m_axis", "source", place);
}

/* What comes is taken, and looked at by nobody. */
static void drop(struct ends *e, int place) {
    const char *text = "1'b0";
    for (int i = 0; i < PARTS; i++)
        if (i != TREADY)
            text = bl_format(e->lo->arena, "%s, %s", text, slice(e, "target", i, place));
    bl_circuit_assign(e->lo->circuit, slice(e, "target", TREADY, place), "1'b1");
    bl_circuit_net(e->lo->circuit, 1, bl_format(e->lo->arena, "&{%s}", text), "unused_%s_drop%d",
                   e->prefix, place);
}

/* A target that is no memory: a channel's sending end, or an input of a module. */
static void give(struct ends *e, int place) {
    for (int i = 0; i < PARTS; i++) {
        const char *stream = bl_kernel_outer_net(e->kl, e->kernel->targets[place], false, i);
        const char *target = slice(e, "target", i, place);
        bl_circuit_assign(e->lo->circuit, i == TREADY ? target : stream, "%s",
                          i == TREADY ? stream : target);
    }
}

static void sources(struct ends *e) {
    int readers = 0, takes = 0, fills = 0;
    for (int i = 0; i < e->kernel->source_count; i++)
        if (bl_kernel_copies_at(e->kernel, false, i)) readers++;
        else if (bl_kernel_at_memory(e->kernel->sources[i])) reader(e, i, readers++);
        else if (e->kernel->sources[i].kind == BL_KERNEL_AT_VALUE) fill(e, i, fills++);
        else take(e, i, takes++);
}

static void targets(struct ends *e) {
    int writers = 0;
    for (int i = 0; i < e->kernel->target_count; i++)
        if (bl_kernel_copies_at(e->kernel, true, i)) writers++;
        else if (bl_kernel_at_memory(e->kernel->targets[i])) writer(e, i, writers++);
        else if (e->kernel->targets[i].kind == BL_KERNEL_AT_NOTHING) drop(e, i);
        else give(e, i);
}

/* The pairs that moves name: bit t * sources + s for source s and target t. */
static const char *mask(struct ends *e) {
    enum { DIGIT = 32 };
    const int sources = e->kernel->source_count, bits = sources * e->kernel->target_count;
    uint32_t *digits = BL_NEW(e->lo->arena, uint32_t, bits / DIGIT + 1);
    const char *text = "";
    for (int i = 0; i < e->kernel->move_count; i++) {
        int bit = e->kernel->moves[i].target * sources + e->kernel->moves[i].source;
        digits[bit / DIGIT] |= UINT32_C(1) << bit % DIGIT;
    }
    for (int i = 0; i * DIGIT < bits; i++)
        text = bl_format(e->lo->arena, "%d'h%lx%s%s", bl_min(DIGIT, bits - i * DIGIT),
                         (unsigned long)digits[i], i ? ", " : "", text);
    return bits > DIGIT ? bl_format(e->lo->arena, "{%s}", text) : text;
}

static void switch_between(struct ends *e) {
    static const char *const commands[] = {"to_tvalid",   "to_tready",   "to",
                                           "from_tvalid", "from_tready", "from"};
    struct bl_instance *inst = bl_kernel_instance(e->kl, "bl_kernel_switch",
                                                  bl_format(e->lo->arena, "%s_switch", e->prefix),
                                                  "sources to targets");
    struct bl_circuit *circuit = e->lo->circuit;
    bl_instance_set(circuit, inst, "SOURCES", e->kernel->source_count);
    bl_instance_set(circuit, inst, "TARGETS", e->kernel->target_count);
    bl_instance_set(circuit, inst, "DATA_W", BL_KERNEL_WORD_BITS);
    bl_instance_set_bits(circuit, inst, "MASK", mask(e));
    for (int i = 0; i < 6; i++)
        connect(e, inst, bl_format(e->lo->arena, "s_%s", commands[i]), commands[i]);
    for (int i = 0; i < PARTS; i++) {
        connect(e, inst, bl_format(e->lo->arena, "s_axis_%s", STREAM[i]),
                bl_format(e->lo->arena, "source_%s", STREAM[i]));
        connect(e, inst, bl_format(e->lo->arena, "m_axis_%s", STREAM[i]),
                bl_format(e->lo->arena, "target_%s", STREAM[i]));
    }
    connect(e, inst, "idle", "idle");
}

void bl_kernel_lower_one(struct bl_kernel_lowering *kl, const struct bl_kernel *kernel) {
    struct ends ends = {.kl = kl,
                        .lo = kl->lo,
                        .kernel = kernel,
                        .prefix = bl_format(kl->lo->arena, "kernel_%s", kernel->name)};
    bl_circuit_heading(kl->lo->circuit, bl_format(kl->lo->arena, "kernel %s", kernel->name));
    declare_all(&ends);
    control(&ends);
    sources(&ends);
    for (int i = 0; i < kernel->move_count; i++)
        if (kernel->moves[i].copies) bl_kernel_lower_copy(kl, kernel, ends.prefix, i);
    switch_between(&ends);
    targets(&ends);
    bl_kernel_lower_owed(kl, kernel, ends.prefix);
    for (int i = 0; i < JOINS; i++) assign_joins(&ends, &joins[i]);
}
