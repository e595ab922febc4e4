#include "lower/lower_memory.h"

#include <string.h>
#include "ir/carried/axi.h"
#include "ir/port.h"
#include "lower/lower_nets.h"
#include "lower/lowering.h"
#include "lower/lowering_inner.h"
#include "node/ports.h"
#include "plan/size/buffers.h"
#include "plan/size/crossings.h"

static const struct bl_signal read_half[] = {BL_AXI4_READ(BL_SIGNAL_IN, BL_SIGNAL_OUT)},
                              write_half[] = {BL_AXI4_WRITE(BL_SIGNAL_IN, BL_SIGNAL_OUT)};

/* A half of a channel: the reading one or the writing one. */
struct half {
    const struct bl_signal *signals;
    int count;
};
static struct half half_of(bool write) {
    return write ? (struct half){write_half, sizeof write_half / sizeof *write_half}
                 : (struct half){read_half, sizeof read_half / sizeof *read_half};
}

static int width_of(const struct bl_lowering *lo, int width) {
    return bl_axi_width(width, BL_ADDRESS_BITS, lo->word_bits / 8);
}

void bl_lower_half(struct bl_lowering *lo, struct bl_instance *inst, const char *prefix,
                   const char *target, bool write) {
    const struct half half = half_of(write);
    for (int i = 0; i < half.count; i++)
        bl_instance_connect(lo->circuit, inst,
                            bl_format(lo->arena, "%s_%s", prefix, half.signals[i].name), "%s_%s",
                            target, half.signals[i].name);
}

/* What a half that no step uses drives and ignores. */
static void idle_half(struct bl_lowering *lo, int channel, bool write) {
    const struct half half = half_of(write);
    const char *inputs = NULL;
    for (int i = 0; i < half.count; i++) {
        const struct bl_signal *signal = &half.signals[i];
        const char *name = bl_format(lo->arena,
                                     lo->program->cluster.host ? "pipe%d_%s" : "m_axi_ch%d_%s",
                                     channel, signal->name);
        if (signal->direction == BL_OUTPUT)
            bl_circuit_assign(lo->circuit, name, "%d'd0", width_of(lo, signal->width));
        else inputs = inputs ? bl_format(lo->arena, "%s, %s", inputs, name) : name;
    }
    bl_circuit_net(lo->circuit, 1, bl_format(lo->arena, "&{1'b0, %s}", inputs), "unused_ch%d_%s",
                   channel, write ? "write" : "read");
}

static void half_nets(struct bl_lowering *lo, const char *prefix, bool write) {
    const struct half half = half_of(write);
    for (int i = 0; i < half.count; i++)
        bl_circuit_net(lo->circuit, width_of(lo, half.signals[i].width), NULL, "%s_%s", prefix,
                       half.signals[i].name);
}

const char *bl_lower_channel(struct bl_lowering *lo, int channel, bool write) {
    const char *port = bl_format(lo->arena, "m_axi_ch%d", channel),
               *inner = bl_format(lo->arena, "ch%d", channel);
    if (!lo->memory_crosses) return port;
    half_nets(lo, inner, write);
    bl_lower_channel_crossing(lo, channel, write, inner, port);
    return inner;
}

void bl_lower_channel_crossing(struct bl_lowering *lo, int channel, bool write, const char *inner,
                               const char *port) {
    struct bl_instance *inst = bl_circuit_instance(
        lo->circuit, write ? "bl_write_crossing" : "bl_read_crossing",
        bl_format(lo->arena, "%s_crossing_ch%d", write ? "write" : "read", channel),
        bl_format(lo->arena, "channel %d, %s: to the memory's clock", channel,
                  write ? "written" : "read"),
        lo->program->cluster.memory.range);
    bl_instance_set(lo->circuit, inst, "ADDR_W", BL_ADDRESS_BITS);
    bl_instance_set(lo->circuit, inst, "DATA_W", lo->word_bits);
    bl_instance_set(lo->circuit, inst, "LOG_DEPTH", BL_CROSSING_LOG_DEPTH);
    bl_instance_connect(lo->circuit, inst, "clk", "clk");
    bl_instance_connect(lo->circuit, inst, "rst", "rst");
    bl_instance_connect(lo->circuit, inst, "mem_clk", "%s", lo->memory.clock);
    bl_instance_connect(lo->circuit, inst, "mem_rst", "%s", lo->memory.reset);
    bl_lower_half(lo, inst, "s_axi", inner, write);
    bl_lower_half(lo, inst, "m_axi", port, write);
}

/* What the pipeline's side of a half of a channel is called. */
static const char *channel_half(struct bl_lowering *lo, int channel, bool write) {
    return lo->program->cluster.host ? bl_format(lo->arena, "pipe%d", channel)
                                     : bl_lower_channel(lo, channel, write);
}

static void side_switch(struct bl_lowering *lo, int lane, const char *reader, const char *writer) {
    const char *halves[2][2];
    for (int s = 0; s < 2; s++)
        for (int half = 0; half < 2; half++)
            halves[s][half] = channel_half(lo, lane + s * lo->lanes, half);
    half_nets(lo, reader, false);
    half_nets(lo, writer, true);
    struct bl_instance *inst = bl_circuit_instance(
        lo->circuit, "bl_side_switch", bl_format(lo->arena, "sides_lane%d", lane),
        bl_format(lo->arena, "lane %d: channels %d and %d take turns", lane, lane,
                  lane + lo->lanes),
        lo->program->cluster.memory.range);
    bl_instance_set(lo->circuit, inst, "ADDR_W", BL_ADDRESS_BITS);
    bl_instance_set(lo->circuit, inst, "DATA_W", lo->word_bits);
    bl_instance_connect(lo->circuit, inst, "side", "side");
    bl_lower_half(lo, inst, "s_axi", reader, false);
    bl_lower_half(lo, inst, "s_axi", writer, true);
    for (int s = 0; s < 2; s++)
        for (int half = 0; half < 2; half++)
            bl_lower_half(lo, inst, bl_format(lo->arena, "m%d_axi", s), halves[s][half], half);
}

/* The reader's and the writer's names of a lane's channel: the ports themselves, or nets before the
 * switch. */
static void lane_channels(struct bl_lowering *lo, int lane, const char **reader,
                          const char **writer) {
    int read_side = lo->plan->steps[0].read_side;
    if (lo->route->swaps) {
        *reader = bl_format(lo->arena, "reader%d", lane);
        *writer = bl_format(lo->arena, "writer%d", lane);
        side_switch(lo, lane, *reader, *writer);
        return;
    }
    *reader = channel_half(lo, lane + read_side * lo->lanes, false);
    *writer = lo->route->write ? channel_half(lo, lane + !read_side * lo->lanes, true) : NULL;
    idle_half(lo, lane + read_side * lo->lanes, true);
    idle_half(lo, lane + !read_side * lo->lanes, false);
    if (!lo->route->write) idle_half(lo, lane + !read_side * lo->lanes, true);
}

static void memory_settings(struct bl_lowering *lo, struct bl_instance *inst) {
    bl_instance_set(lo->circuit, inst, "ADDR_W", BL_ADDRESS_BITS);
    bl_instance_set(lo->circuit, inst, "DATA_W", lo->word_bits);
    bl_instance_set(lo->circuit, inst, "BURST_BEATS", lo->burst_words);
    bl_instance_set(lo->circuit, inst, "COUNT_W", BL_LANE_COUNT_BITS);
    bl_instance_set(lo->circuit, inst, "ELEM_W", lo->plain.elem_bits);
    bl_instance_connect(lo->circuit, inst, "clk", "clk");
    bl_instance_connect(lo->circuit, inst, "rst", "rst");
}

/* What a reader or writer says of its answers: a bit for each lane. */
static void answers(struct bl_lowering *lo, struct bl_instance *inst, const char *unit, int lane) {
    static const char *const ports[] = {"failed", "stray"};
    for (int i = 0; i < 2; i++)
        bl_instance_connect(lo->circuit, inst, ports[i], "%s",
                            bl_lower_bit(lo, bl_format(lo->arena, "%s_%s", unit, ports[i]), lane));
}

static int turn_words(const struct bl_lowering *lo) {
    return lo->route->strips ? lo->program->cluster.memory.strip : lo->plan->accesses.turn_words;
}

const char *bl_lower_tid(struct bl_lowering *lo, const char *stream, int planes, int lane) {
    int bits = bl_tid_bits(planes);
    if (bits == 1) return bl_lower_bit(lo, bl_format(lo->arena, "%s_tid", stream), lane);
    return bl_format(lo->arena, "%s_tid[%d:%d]", stream, (lane + 1) * bits - 1, lane * bits);
}

/* How many planes a reader or a writer takes in turn, and where they lie. */
static void plane_settings(struct bl_lowering *lo, struct bl_instance *inst, const char *side,
                           int planes) {
    const char *bases = bl_format(lo->arena, "%s_base0", side);
    for (int c = 1; c < planes; c++) bases = bl_format(lo->arena, "%s_base%d, %s", side, c, bases);
    bl_instance_set(lo->circuit, inst, "STREAMS", planes);
    bl_instance_set(lo->circuit, inst, "TID_W", bl_tid_bits(planes));
    bl_instance_connect(lo->circuit, inst, "base", planes > 1 ? "{%s}" : "%s", bases);
    bl_instance_connect(lo->circuit, inst, "last_column", planes > 1 ? "%s_last" : "1'b0", side);
}

/* log2 of the words of a queue that the plan has sized. */
static int log_queue(const struct bl_lowering *lo, const char *name) {
    return bl_log2(bl_plan_buffer(lo->plan, name)->depth);
}

static void reader(struct bl_lowering *lo, int lane, const char *channel) {
    struct bl_circuit *circuit = lo->circuit;
    const struct bl_stage *stage = lo->route->chains[0].read;
    struct bl_instance *inst = bl_circuit_instance(
        circuit, "bl_reader", bl_format(lo->arena, "read_lane%d", lane), "read", stage->range);
    memory_settings(lo, inst);
    bl_instance_set(circuit, inst, "LOG_QUEUE", log_queue(lo, "reader queue"));
    plane_settings(lo, inst, "read", lo->route->read_planes);
    bl_instance_set(circuit, inst, "STREAM_WORDS", turn_words(lo));
    bl_instance_connect(circuit, inst, "start", "step_start");
    bl_instance_connect(circuit, inst, "count", "read_elements[%d:%d]",
                        lane * BL_COUNT_W + BL_LANE_COUNT_BITS - 1, lane * BL_COUNT_W);
    bl_instance_connect(circuit, inst, "offset", "read_offset[%d:%d]",
                        (lane + 1) * BL_LANE_COUNT_BITS - 1, lane * BL_LANE_COUNT_BITS);
    bl_instance_connect(circuit, inst, "busy", "%s", bl_lower_bit(lo, "read_busy", lane));
    answers(lo, inst, "read", lane);
    bl_lower_half(lo, inst, "m_axi", channel, false);
    bl_lower_connect(lo, inst, "m_axis", lo->route->read, lane, 1);
    bl_instance_connect(circuit, inst, "m_axis_tid", "%s",
                        lo->route->read_planes > 1
                            ? bl_lower_tid(lo, "read", lo->route->read_planes, lane)
                            : bl_lower_bit(lo, "unused_read_tid", lane));
}

static void writer(struct bl_lowering *lo, int lane, const char *channel) {
    struct bl_circuit *circuit = lo->circuit;
    const struct bl_stage *stage = NULL;
    for (int i = 0; i < lo->plan->step_count && !stage; i++) stage = lo->route->chains[i].write;
    struct bl_instance *inst = bl_circuit_instance(
        circuit, "bl_writer", bl_format(lo->arena, "write_lane%d", lane), "write", stage->range);
    memory_settings(lo, inst);
    bl_instance_set(circuit, inst, "LOG_QUEUE", log_queue(lo, "writer queue"));
    bl_instance_set(circuit, inst, "MAX_OUTSTANDING", lo->plan->accesses.write_bursts);
    plane_settings(lo, inst, "write", lo->route->write_planes);
    const char *writes = "step_start";
    bl_step_set steps = 0;
    for (int i = 0; i < lo->plan->step_count; i++)
        if (lo->route->chains[i].write) steps |= bl_step_bit(i);
    if (bl_lower_steps(lo, steps))
        writes = bl_format(lo->arena, "step_start & %s", bl_lower_steps(lo, steps));
    bl_instance_connect(circuit, inst, "start", "%s", writes);
    bl_instance_connect(circuit, inst, "clear", "begins");
    bl_instance_connect(circuit, inst, "capacity", "%d'd%llu", BL_LANE_COUNT_BITS,
                        (unsigned long long)(lo->plan->places[stage->versions[0]->id].plane * 8 /
                                             (unsigned)lo->plain.elem_bits));
    bl_instance_connect(circuit, inst, "busy", "%s", bl_lower_bit(lo, "write_busy", lane));
    bl_instance_connect(circuit, inst, "count", "write_count[%d:%d]",
                        lane * BL_COUNT_W + BL_LANE_COUNT_BITS - 1, lane * BL_COUNT_W);
    bl_circuit_assign(circuit,
                      bl_format(lo->arena, "write_count[%d:%d]", (lane + 1) * BL_COUNT_W - 1,
                                lane * BL_COUNT_W + BL_LANE_COUNT_BITS),
                      "%d'd0", BL_COUNT_W - BL_LANE_COUNT_BITS);
    bl_instance_connect(circuit, inst, "overflow", "%s", bl_lower_bit(lo, "write_overflow", lane));
    answers(lo, inst, "write", lane);
    bl_lower_connect(lo, inst, "s_axis", lo->route->write, lane, 1);
    bl_instance_connect(circuit, inst, "s_axis_tid", "%s",
                        lo->route->write_planes > 1
                            ? bl_lower_tid(lo, "write", lo->route->write_planes, lane)
                            : "1'b0");
    bl_lower_half(lo, inst, "m_axi", channel, true);
}

/* Where each lane begins to read: zero, or staggered in the steps that may. */
static void offsets(struct bl_lowering *lo) {
    bl_step_set steps = 0;
    for (int i = 0; i < lo->plan->step_count; i++)
        if (lo->plan->steps[i].stagger) steps |= bl_step_bit(i);
    int width = lo->lanes * BL_LANE_COUNT_BITS;
    if (!steps) {
        bl_circuit_net(lo->circuit, width, bl_format(lo->arena, "%d'd0", width), "read_offset");
        return;
    }
    bl_circuit_net(lo->circuit, width, NULL, "staggered");
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_stagger", "stagger",
                                                   "every channel begins at a place of its own",
                                                   lo->route->chains[0].read->range);
    bl_instance_set(lo->circuit, inst, "NODES", lo->nodes);
    bl_instance_set(lo->circuit, inst, "NODE_W", bl_max(1, lo->node_bits));
    bl_instance_set(lo->circuit, inst, "LANES", lo->lanes);
    bl_instance_set(lo->circuit, inst, "LANE_W", bl_max(1, lo->lane_bits));
    bl_instance_set(lo->circuit, inst, "COUNT_W", BL_COUNT_W);
    bl_instance_set(lo->circuit, inst, "OFFSET_W", BL_LANE_COUNT_BITS);
    bl_instance_set(lo->circuit, inst, "LOG_ELEMS", bl_log2(lo->plain.elems));
    bl_instance_set(lo->circuit, inst, "LOG_BURST", bl_log2(lo->burst_words));
    bl_instance_connect(lo->circuit, inst, "clk", "clk");
    bl_instance_connect(lo->circuit, inst, "node", "%s", lo->nodes > 1 ? "node" : "1'b0");
    bl_instance_connect(lo->circuit, inst, "count", "read_elements");
    bl_instance_connect(lo->circuit, inst, "offset", "staggered");
    const char *open = bl_lower_steps(lo, steps);
    bl_circuit_net(lo->circuit, width,
                   open ? bl_format(lo->arena, "%s ? staggered : %d'd0", open, width) : "staggered",
                   "read_offset");
}

/* The column of the words that are written: of the unzip that serves the step. */
static void write_tid(struct bl_lowering *lo) {
    const char **values = BL_NEW(lo->arena, const char *, lo->plan->step_count), *any = NULL;
    for (int s = 0; s < lo->plan->step_count && !any; s++) any = lo->route->unzips[s];
    if (!any) return;
    for (int s = 0; s < lo->plan->step_count; s++)
        values[s] = bl_format(lo->arena, "%s_tid",
                              lo->route->unzips[s] ? lo->route->unzips[s] : any);
    bl_circuit_net(lo->circuit, lo->lanes * bl_tid_bits(lo->route->write_planes),
                   bl_lower_by_step(lo, values), "write_tid");
}

void bl_lower_read(struct bl_lowering *lo) {
    bl_circuit_heading(
        lo->circuit,
        "memory: lane i reads channel i of one half and writes channel i of the other");
    lo->writer_channels = BL_NEW(lo->arena, const char *, lo->lanes);
    offsets(lo);
    bl_lower_declare(lo, lo->route->read);
    bl_circuit_net(lo->circuit, lo->lanes * bl_tid_bits(lo->route->read_planes), NULL, "%s",
                   lo->route->read_planes > 1 ? "read_tid" : "unused_read_tid");
    for (int lane = 0; lane < lo->lanes; lane++) {
        const char *read_channel;
        lane_channels(lo, lane, &read_channel, &lo->writer_channels[lane]);
        reader(lo, lane, read_channel);
    }
    bl_lower_slices(lo, lo->route->read);
}

void bl_lower_write(struct bl_lowering *lo) {
    if (!lo->route->write) return;
    bl_circuit_heading(lo->circuit, "what is written");
    bl_lower_declare(lo, lo->route->write);
    write_tid(lo);
    for (int lane = 0; lane < lo->lanes; lane++) writer(lo, lane, lo->writer_channels[lane]);
}
