#include "async/verify/verify_gates.h"

#include <string.h>

#include "base/arena.h"

static bool same_grants(const struct bl_stg *net, const struct bl_stg_mutex *mutex, const char *one,
                        const char *two) {
    const char *first = net->signals[mutex->grant[0]].name,
               *second = net->signals[mutex->grant[1]].name;
    return (!strcmp(first, one) && !strcmp(second, two)) ||
           (!strcmp(first, two) && !strcmp(second, one));
}

bool bl_mutex_is_early(const struct bl_stg *net, const struct bl_netlist *netlist, int gate) {
    const char *one = netlist->gates[gate].name,
               *two = netlist->gates[netlist->gates[gate].partner].name;
    for (int i = 0; i < net->mutex_count; i++)
        if (same_grants(net, &net->mutexes[i], one, two))
            return net->mutexes[i].protocol == BL_STG_EARLY;
    return false;
}

static const char *wrong_cover(const struct bl_netlist *netlist, const struct bl_cover *cover) {
    if (cover->input_count > 64) return "has a cover of more than 64 variables";
    for (int i = 0; i < cover->input_count; i++)
        if (cover->inputs[i] < 0 || cover->inputs[i] >= netlist->gate_count)
            return "looks at a gate that is not there";
    for (int i = 0; i < cover->cube_count; i++) {
        const struct bl_cube *cube = &cover->cubes[i];
        uint64_t all = cover->input_count == 64 ? ~(uint64_t)0
                                                : ((uint64_t)1 << cover->input_count) - 1;
        if ((cube->care & ~all) || (cube->value & ~cube->care))
            return "has a product of variables that are not there";
    }
    return NULL;
}

static const char *wrong_mutex(const struct bl_netlist *netlist, int gate) {
    const struct bl_gate *row = &netlist->gates[gate];
    if (row->partner < 0 || row->partner >= netlist->gate_count || row->partner == gate)
        return "has no partner";
    const struct bl_gate *partner = &netlist->gates[row->partner];
    if (partner->kind != BL_GATE_MUTEX || partner->partner != gate)
        return "is not the partner of its partner";
    if (row->set.input_count != 1 || row->set.cube_count != 1 || row->set.cubes->care != 1 ||
        row->set.cubes->value != 1)
        return "is a grant whose request is not one signal";
    if (row->initial && partner->initial) return "is granted together with its partner after reset";
    return NULL;
}

static const char *wrong_gate(const struct bl_netlist *netlist, int gate) {
    const struct bl_gate *row = &netlist->gates[gate];
    if (row->kind == BL_GATE_INPUT) return NULL;
    const char *wrong = wrong_cover(netlist, &row->set);
    if (!wrong && row->kind == BL_GATE_HOLD) wrong = wrong_cover(netlist, &row->reset);
    if (!wrong && row->kind == BL_GATE_MUTEX) wrong = wrong_mutex(netlist, gate);
    if (!wrong && row->kind == BL_GATE_FUNCTION && row->lut_inputs &&
        row->set.input_count > row->lut_inputs)
        wrong = "has more inputs than its look-up table";
    return wrong;
}

/* Gates that `gate` looks at, into `from`; returns how many (some perhaps twice). */
static int sources(const struct bl_netlist *netlist, int gate, int *from) {
    const struct bl_gate *row = &netlist->gates[gate];
    int count = 0;
    if (row->kind == BL_GATE_INPUT) return 0;
    for (int i = 0; i < row->set.input_count; i++) from[count++] = row->set.inputs[i];
    for (int i = 0; i < row->reset.input_count && row->kind == BL_GATE_HOLD; i++)
        from[count++] = row->reset.inputs[i];
    if (row->kind != BL_GATE_MUTEX) return count;
    from[count++] = row->partner;
    from[count++] = netlist->gates[row->partner].set.inputs[0];
    return count;
}

static bool is_repeated(const int *list, int index) {
    for (int i = 0; i < index; i++)
        if (list[i] == list[index]) return true;
    return false;
}

static void find_fanout(struct bl_arena *arena, struct bl_gates *gates) {
    int count = gates->netlist->gate_count, from[128];
    gates->fan_start = BL_NEW(arena, int, count + 2);
    for (int pass = 0; pass < 2; pass++) {
        int *next = gates->fan_start + 1; /* first counts, then ends */
        for (int gate = 0; gate < count; gate++)
            for (int i = 0, sum = sources(gates->netlist, gate, from); i < sum; i++) {
                if (is_repeated(from, i)) continue;
                if (pass) gates->fanout[next[from[i]]++] = gate;
                else next[from[i] + 1]++;
            }
        if (pass) break;
        for (int gate = 1; gate <= count; gate++)
            gates->fan_start[gate + 1] += gates->fan_start[gate];
        gates->fanout = BL_NEW(arena, int, gates->fan_start[count + 1] + 1);
    }
}

struct bl_gates *bl_gates_new(struct bl_arena *arena, const struct bl_stg *net,
                              const struct bl_netlist *netlist) {
    struct bl_gates *gates = BL_NEW(arena, struct bl_gates, 1);
    gates->netlist = netlist;
    gates->words = (netlist->gate_count + 63) / 64;
    gates->early = BL_NEW(arena, bool, netlist->gate_count + 1);
    for (int i = 0; i < netlist->gate_count && !gates->wrong; i++) {
        gates->wrong = wrong_gate(netlist, i);
        gates->wrong_gate = i;
        if (!gates->wrong && netlist->gates[i].kind == BL_GATE_MUTEX)
            gates->early[i] = bl_mutex_is_early(net, netlist, i);
    }
    if (!gates->wrong) find_fanout(arena, gates);
    return gates;
}

static bool covers(const struct bl_cover *cover, const uint64_t *values) {
    uint64_t now = 0;
    for (int i = 0; i < cover->input_count; i++)
        now |= (uint64_t)bl_gates_value(values, cover->inputs[i]) << i;
    for (int i = 0; i < cover->cube_count; i++)
        if ((now & cover->cubes[i].care) == cover->cubes[i].value) return true;
    return false;
}

bool bl_gates_next(const struct bl_gates *gates, const uint64_t *values, int gate) {
    const struct bl_gate *row = &gates->netlist->gates[gate];
    switch (row->kind) {
    case BL_GATE_INPUT: break;
    case BL_GATE_FUNCTION: return covers(&row->set, values);
    case BL_GATE_HOLD:
        return covers(&row->set, values) ||
               (bl_gates_value(values, gate) && !covers(&row->reset, values));
    case BL_GATE_MUTEX:
        if (!bl_gates_value(values, row->set.inputs[0])) return false;
        if (!bl_gates_value(values, row->partner)) return true;
        return gates->early[gate] &&
               !bl_gates_value(values, gates->netlist->gates[row->partner].set.inputs[0]);
    }
    return bl_gates_value(values, gate);
}

bool bl_gates_fights(const struct bl_gates *gates, const uint64_t *values, int gate) {
    const struct bl_gate *row = &gates->netlist->gates[gate];
    return row->kind == BL_GATE_HOLD && covers(&row->set, values) && covers(&row->reset, values);
}
