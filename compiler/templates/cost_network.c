/* What the templates of rtl_templates/network take. Constants are Yosys' counts of the control
 * logic. */
#include "templates/cost.h"

#include "base/bits.h"
#include "ir/flit.h"

static int most(int a, int b) { return a > b ? a : b; }

void bl_cost_flit_pack(struct bl_costing *to, const int *p) { (void)to, (void)p; }
void bl_cost_flit_unpack(struct bl_costing *to, const int *p) { (void)to, (void)p; }

void bl_cost_rotor(struct bl_costing *to, const int *p) {
    const int requests = p[0];
    if (requests < 2) return;
    to->cost.lut[4] += 1.5 * requests;
    to->cost.lut[6] += requests * (requests - 1) / 3.0;
    to->cost.ff += 2 * requests - 1;
}

void bl_cost_link_loop(struct bl_costing *to, const int *p) {
    const int nodes = p[0], flit = p[2];
    bl_cost_choose(to, 2, nodes * (flit + 5.0));
    to->cost.lut[4] += 7.0 * nodes;
    to->cost.ff += nodes * (flit + 5.0);
}

void bl_cost_alltoallv_recv(struct bl_costing *to, const int *p) {
    const int nodes = p[0], lanes = p[1], elems = p[2], width = p[3], count = p[4];
    to->cost.lut[4] += 2;
    to->cost.lut[6] += lanes + 1;
    to->cost.ff += lanes + 3;
    BL_COST_BELOW(to, lanes, "bl_recv_lane", nodes / bl_common_divisor(nodes, lanes), elems * width,
                  elems, count);
}

void bl_cost_alltoallv_send(struct bl_costing *to, const int *p) {
    const int nodes = p[0], lanes = p[1], elems = p[2], width = p[3], packet = p[4], count = p[5],
              flows = lanes * (nodes / bl_common_divisor(nodes, lanes));
    const int dest = most(bl_log2(nodes), 1) + most(bl_log2(lanes), 1);
    to->cost.lut[4] += 3;
    to->cost.lut[6] += (flows + lanes) / 5.0;
    to->cost.ff += 2;
    BL_COST_BELOW(to, flows, "bl_send_flow", elems * width, elems, count);
    BL_COST_BELOW(to, lanes, "bl_send_lane", flows / lanes, elems * width, elems, dest, packet);
}

void bl_cost_lane_join(struct bl_costing *to, const int *p) {
    const int lanes = p[0], elems = p[1], width = p[2], count = p[3],
              turn = most(bl_log2(lanes), 1);
    bl_cost_choose(to, lanes, elems * width + elems + 2);
    to->cost.lut[2] += lanes + 2;
    to->cost.lut[4] += 2 * lanes + turn;
    to->cost.lut[6] += elems / 6.0 + 2;
    to->cost.carry += (lanes - 1) * count;
    to->cost.ff += (lanes - 1) * count + lanes - 1 + turn;
    BL_COST_BELOW(to, 1, "bl_skid", elems * width + elems + 1);
    BL_COST_BELOW(to, 1, "bl_packer", elems, width);
}

void bl_cost_recv_lane(struct bl_costing *to, const int *p) {
    const int sources = p[0], width = p[1], elems = p[2], count = p[3];
    const int index = most(bl_log2(sources), 1), few = elems <= 8 ? 6 : 7;
    to->cost.lut[3] += 15;
    to->cost.lut[4] += 15 + elems + (count + 2) * sources;
    to->cost.lut[5] += 15;
    to->cost.lut[6] += 5;
    if (sources > 1) bl_cost_gather(to, sources, few + 16);
    to->cost.carry += few + 2 + count * sources;
    to->cost.ff += width + elems + bl_log2(elems) + 10 + (sources > 1 ? 2 * index : 0) +
                   (count + 3) * sources;
    BL_COST_BELOW(to, 1, "bl_skid", width + elems + 1);
}

void bl_cost_send_flow(struct bl_costing *to, const int *p) {
    const int width = p[0], elems = p[1], count = p[2];
    to->cost.lut[2] += elems + 3;
    to->cost.lut[3] += count + 1;
    to->cost.lut[4] += 4;
    to->cost.lut[5] += 5;
    to->cost.lut[6] += 3;
    to->cost.ff += width + elems + 5;
}

void bl_cost_send_lane(struct bl_costing *to, const int *p) {
    const int flows = p[0], width = p[1], elems = p[2], dest = p[3];
    bl_cost_gather(to, flows, width + elems + dest);
    to->cost.lut[2] += 13;
    to->cost.lut[4] += 5 + flows;
    to->cost.lut[6] += 2;
    to->cost.carry += 8;
    to->cost.ff += width + elems + dest + 13;
    BL_COST_BELOW(to, 1, "bl_rotor", flows);
}

void bl_cost_port_crossing(struct bl_costing *to, const int *p) {
    const int nodes = p[0], lanes = p[1], elems = p[2], width = p[3], bits = p[4];
    const int node = most(bl_log2(nodes), 1), channel = most(bl_log2(lanes), 1),
              select = lanes * (node + 2);
    to->cost.lut[4] += select / 2.0;
    to->cost.ff += 3 * select + 3;
    BL_COST_BELOW(to, lanes, "bl_async_fifo", node + channel + 3 + elems + elems * width, bits);
    BL_COST_BELOW(to, lanes, "bl_async_fifo", node + 3 + elems + elems * width, bits);
    BL_COST_BELOW(to, 1, "bl_async_fifo", select, 2);
    BL_COST_BELOW(to, 1, "bl_synchroniser", nodes, 2);
}

/* Lanes that share a link and links that share a lane are, with LANE_REACH, those whose numbers
   differ by multiples of the greatest common divisor of both; where each shares several of the
   other, each pair of them has queues. */
void bl_cost_endpoint(struct bl_costing *to, const int *p) {
    const int nodes = p[0], lanes = p[1], elems = p[2], width = p[3], buffer = p[4], reach = p[5],
              packet = p[6], turn = p[7];
    const int node = most(bl_log2(nodes), 1), channel = most(bl_log2(lanes), 1),
              word = elems * width;
    const int both = bl_common_divisor(nodes, lanes);
    const int sharing = reach ? lanes / both : lanes, sources = reach ? nodes / both : nodes;
    const int flit = bl_flit_width(elems, width, channel);
    const int queues = reach && sharing > 1 && sources > 1 ? nodes * sharing : 0;
    to->cost.lut[4] += most(nodes, lanes) + 2.0 * nodes * (sources > 1);
    to->cost.lut[6] += 1.2 * most(nodes, lanes);
    to->cost.ff += nodes;
    BL_COST_BELOW(to, nodes, "bl_endpoint_out", sharing, flit, flit - 3, buffer, packet, turn);
    BL_COST_BELOW(to, nodes, "bl_fifo_block", flit, buffer);
    BL_COST_BELOW(to, lanes, "bl_endpoint_lane", sources, word + elems + 3, word + elems, node);
    BL_COST_BELOW(to, queues, "bl_endpoint_queue", flit, packet);
    BL_COST_BELOW(to, queues, "bl_fifo", word + elems + 3, 5);
}

void bl_cost_endpoint_queue(struct bl_costing *to, const int *p) {
    const int width = p[0], packet = p[1], depth = most(bl_log2(2 * packet + 4), 5);
    to->cost.lut[4] += depth + 4;
    to->cost.ff += depth + 2;
    BL_COST_BELOW(to, 1, "bl_fifo", width, depth);
}

void bl_cost_endpoint_out(struct bl_costing *to, const int *p) {
    const int lanes = p[0], width = p[1], buffer = p[3], credits = buffer > 4 ? buffer + 1 : 5;
    bl_cost_gather(to, lanes, width);
    to->cost.lut[3] += credits;
    to->cost.lut[5] += credits;
    to->cost.lut[6] += 2 + 2 * (lanes > 1);
    to->cost.ff += credits + 7;
    BL_COST_BELOW(to, 1, "bl_rotor", lanes);
    BL_COST_BELOW(to, 1, "bl_skid", width);
    if (lanes < 2 || p[5] < 2) return;
    to->cost.carry += 22;
    to->cost.ff += 11;
}

void bl_cost_endpoint_lane(struct bl_costing *to, const int *p) {
    const int sources = p[0], width = p[1], number = p[3];
    if (sources < 2) return;
    bl_cost_gather(to, sources, width);
    to->cost.lut[4] += 2 + number + sources;
    BL_COST_BELOW(to, 1, "bl_rotor", sources);
    BL_COST_BELOW(to, 1, "bl_skid", width + number);
}
