/* What the templates of a node's side of the bus take. Constants are Yosys' counts of the control
   logic. */
#include "templates/cost.h"

void bl_cost_rsb_connector(struct bl_costing *to, const int *p) {
    const int number = p[0], width = p[1], lines = p[2], beats = (width + lines - 1) / lines;
    bl_cost_choose(to, beats, lines);
    to->cost.lut[3] += 12;
    to->cost.lut[4] += 12;
    to->cost.lut[6] += 8;
    to->cost.carry += 8;
    to->cost.ff += number + lines * (1 + beats) + 50;
}

/* What comes in, or the node's own flit, is chosen for every peer; flits of all peers are gathered
 * twice. */
void bl_cost_rsb_links(struct bl_costing *to, const int *p) {
    const int nodes = p[0], node = p[1], flit = p[2], owed = p[3] + 2;
    bl_cost_gather(to, nodes, 2 * flit + 4 + node);
    to->cost.lut[3] += nodes * flit;
    to->cost.lut[4] += nodes * (owed + 6);
    to->cost.lut[6] += 12;
    to->cost.carry += 8;
    to->cost.ff += 2 * flit + 2 * node + nodes * (owed + 5) + 20;
    BL_COST_BELOW(to, 1, "bl_rotor", nodes);
}
