/* Copies of kernels: what makes a descriptor of each, and the way to the node's DMA. */
#include "base/arena.h"
#include "ir/dma.h"
#include "kernel/carried/kernel_facts.h"
#include "kernel/lower/lower_inner.h"

enum { DESCRIPTOR = 160, CLOCKS = 32, RESULT = 8 };

/* ---- between the copies and the DMA */

static const struct {
    const char *name;
    int width;
    bool each; /* copy has its own */
} nets[] = {{"tvalid", 1, true}, {"tready", 1, true},       {"tdata", DESCRIPTOR, true},
            {"done", 1, true},   {"clocks", CLOCKS, false}, {"result", RESULT, false}};
enum { NETS = sizeof nets / sizeof *nets };

void bl_kernel_copy_nets(struct bl_kernel_lowering *kl) {
    for (int write = 0; write < 2; write++) {
        int count = bl_kernel_count_copies(kl->kernels, write, NULL);
        for (int i = 0; i < NETS && count; i++)
            bl_circuit_net(kl->lo->circuit, nets[i].width * (nets[i].each ? count : 1), NULL,
                           "copy_%s_%s", write ? "write" : "read", nets[i].name);
    }
}

/* A copy while its circuit is made. */
struct copy {
    struct bl_kernel_lowering *kl;
    const struct bl_kernel *kernel;
    const char *prefix;
    const struct bl_kernel_move *move;
    int number;         /* among the kernel's moves */
    int reader, writer; /* among its readers, and its writers */
    bool write;         /* the host's bus */
    struct bl_instance *inst;
};

static const char *of(const struct copy *c, const char *net) {
    return bl_format(c->kl->lo->arena, "%s_%s", c->prefix, net);
}
static void connect(const struct copy *c, const char *port, const char *net) {
    bl_instance_connect(c->kl->lo->circuit, c->inst, port, "%s", net);
}

static void connect_dma(const struct copy *c) {
    static const char *const ports[NETS] = {"m_tvalid", "m_tready", "m_tdata",
                                            "done",     "clocks",   "result"};
    struct bl_arena *arena = c->kl->lo->arena;
    int place = bl_kernel_count_copies(c->kl->kernels, c->write, c->move),
        count = bl_kernel_count_copies(c->kl->kernels, c->write, NULL);
    bl_instance_set(c->kl->lo->circuit, c->inst, "ID", bl_dma_usual()->kernels.first + place);
    for (int i = 0; i < NETS; i++) {
        const char *net = bl_format(arena, "copy_%s_%s", c->write ? "write" : "read", nets[i].name);
        connect(c, ports[i],
                nets[i].each ? bl_kernel_at(arena, net, nets[i].width, place, count) : net);
    }
}

/* ---- between the copies and their kernel */

static int ends_before(const struct bl_kernel_end *ends, int place) {
    int count = 0;
    for (int i = 0; i < place; i++) count += bl_kernel_at_memory(ends[i]);
    return count;
}

/* One of the kernel's nets for its readers, or its writers. */
static const char *of_side(const struct copy *c, bool write, const char *what) {
    const char *net = of(c, bl_format(c->kl->lo->arena, "%s_%s", write ? "write" : "read", what));
    return bl_kernel_at(c->kl->lo->arena, net, 1, write ? c->writer : c->reader,
                        write ? bl_kernel_writers(c->kernel) : bl_kernel_readers(c->kernel));
}

/* The reader's and the writer's command are given together, and end together. */
static void connect_commands(const struct copy *c) {
    struct bl_circuit *circuit = c->kl->lo->circuit;
    connect(c, "s_tvalid", of_side(c, false, "tvalid"));
    connect(c, "s_tready", of_side(c, false, "tready"));
    bl_circuit_assign(circuit, of_side(c, true, "tready"), "%s", of_side(c, false, "tready"));
    const char *source = of(c, "read_address"), *target = of(c, "write_address");
    connect(c, "s_source", c->write ? source : bl_kernel_bus_address(c->kl, source));
    connect(c, "s_target", c->write ? bl_kernel_bus_address(c->kl, target) : target);
    connect(c, "s_length", of(c, "read_length"));
    bl_circuit_net(circuit, 1,
                   bl_format(c->kl->lo->arena, "&{1'b0, %s, %s}", of_side(c, true, "tvalid"),
                             of(c, "write_length")),
                   "unused_%s_copy%d", c->prefix, c->number);
    connect(c, "ended", of_side(c, false, "taken"));
    bl_circuit_assign(circuit, of_side(c, true, "done"), "%s", of_side(c, false, "taken"));
    connect(c, "read_failed", of_side(c, false, "failed"));
    connect(c, "write_failed", of_side(c, true, "failed"));
}

/* What the kernel's steps see of it. */
static void connect_cycles(const struct copy *c) {
    static const struct {
        const char *port, *net;
        int width;
    } seen[] = {{"active", "active", 1}, {"last_clocks", "cycles", CLOCKS}};
    for (int i = 0; i < 2; i++) {
        const char *net = bl_format(c->kl->lo->arena, "%s_copy%d_%s", c->prefix, c->number,
                                    seen[i].net);
        if (!bl_kernel_awaits_copy(c->kernel, c->number))
            net = bl_circuit_net(c->kl->lo->circuit, seen[i].width, NULL, "unused_%s", net);
        connect(c, seen[i].port, net);
    }
}

/* A move of one word, which goes through the kernel's switch. */
static void connect_move(const struct copy *c) {
    struct bl_circuit *circuit = c->kl->lo->circuit;
    struct bl_arena *arena = c->kl->lo->arena;
    const int sources = c->kernel->source_count, targets = c->kernel->target_count;
    const char *source = of(c, "source"), *target = of(c, "target"), *unused = "1'b0";
    static const struct {
        const char *name, *value;
        int width;
    } parts[] = {{"tdata", "256'd0", BL_KERNEL_WORD_BITS},
                 {"tkeep", "8'd1", BL_KERNEL_WORD_GRANULES},
                 {"tlast", "1'b1", 1}};
    connect(
        c, "m_axis_tvalid",
        bl_kernel_at(arena, bl_format(arena, "%s_tvalid", source), 1, c->move->source, sources));
    connect(
        c, "m_axis_tready",
        bl_kernel_at(arena, bl_format(arena, "%s_tready", source), 1, c->move->source, sources));
    for (int i = 0; i < 3; i++) {
        bl_circuit_assign(circuit,
                          bl_kernel_at(arena, bl_format(arena, "%s_%s", source, parts[i].name),
                                       parts[i].width, c->move->source, sources),
                          "%s", parts[i].value);
        unused = bl_format(arena, "%s, %s", unused,
                           bl_kernel_at(arena, bl_format(arena, "%s_%s", target, parts[i].name),
                                        parts[i].width, c->move->target, targets));
    }
    bl_circuit_assign(
        circuit,
        bl_kernel_at(arena, bl_format(arena, "%s_tready", target), 1, c->move->target, targets),
        "1'b1");
    bl_circuit_net(circuit, 1,
                   bl_format(arena, "&{%s, %s}", unused,
                             bl_kernel_at(arena, bl_format(arena, "%s_tvalid", target), 1,
                                          c->move->target, targets)),
                   "unused_%s_copied%d", c->prefix, c->number);
}

static int channel_of(const struct copy *c, struct bl_kernel_end end) {
    const struct bl_kernel_memory *memory = &c->kl->kernels->memories[end.number];
    return bl_kernel_memory_row(memory)->on_bus ? 0 : memory->number;
}

void bl_kernel_lower_copy(struct bl_kernel_lowering *kl, const struct bl_kernel *kernel,
                          const char *prefix, int number) {
    const struct bl_kernel_move *move = &kernel->moves[number];
    struct copy c = {.kl = kl, .kernel = kernel, .prefix = prefix, .move = move, .number = number};
    c.write = bl_kernel_copies_to_bus(kl->kernels, move);
    c.reader = ends_before(kernel->sources, move->source);
    c.writer = ends_before(kernel->targets, move->target);
    c.inst = bl_kernel_instance(kl, "bl_kernel_descriptor",
                                bl_format(kl->lo->arena, "%s_copy%d", prefix, number),
                                c.write ? "a copy from the card" : "a copy to the card");
    bl_instance_set(kl->lo->circuit, c.inst, "ADDR_W", BL_ADDRESS_BITS);
    bl_instance_set(kl->lo->circuit, c.inst, "SOURCE_CHANNEL", channel_of(&c, move->from));
    bl_instance_set(kl->lo->circuit, c.inst, "TARGET_CHANNEL", channel_of(&c, move->to));
    connect_commands(&c);
    connect_dma(&c);
    connect_cycles(&c);
    connect_move(&c);
}
