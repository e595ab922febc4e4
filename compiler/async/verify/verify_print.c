#include "async/verify/verify_print.h"

#include <cjson/cJSON.h>

#include "base/text.h"
#include "base/vcd.h"
#include "async/verify/verify.h"

static const char *edge_word(const struct bl_netlist *netlist, const struct bl_verify_event *event,
                             char *room, size_t size) {
    snprintf(room, size, "%s%c", netlist->gates[event->gate].name, event->value ? '+' : '-');
    return room;
}

void bl_verification_print(struct bl_text *text, const struct bl_netlist *netlist,
                           const struct bl_verification *verification) {
    bl_text_add(text, "%s: %s", netlist->name, bl_fault_word(verification->fault));
    if (verification->reason) bl_text_add(text, ": %s", verification->reason);
    bl_text_add(text, " (%d gate%s, %d state%s, %lld move%s, %d marking%s)\n", netlist->gate_count,
                bl_ending(netlist->gate_count, "s"), verification->state_count,
                bl_ending(verification->state_count, "s"), (long long)verification->arc_count,
                bl_ending(verification->arc_count, "s"), verification->marking_count,
                bl_ending(verification->marking_count, "s"));
    if (!verification->fault || verification->fault == BL_FAULT_SHAPE ||
        verification->fault == BL_FAULT_LIMIT)
        return;
    bl_text_add(text, "    after reset:");
    for (int i = 0; i < netlist->gate_count; i++)
        bl_text_add(text, " %s=%d", netlist->gates[i].name, netlist->gates[i].initial);
    bl_text_add(text, "\n    then:");
    for (int i = 0; i < verification->trace_length; i++) {
        const struct bl_verify_event *event = &verification->trace[i];
        bl_text_add(text, " %s%c", netlist->gates[event->gate].name, event->value ? '+' : '-');
    }
    bl_text_add(text, verification->trace_length ? "\n" : " nothing\n");
}

void bl_verification_add_json(const struct bl_netlist *netlist,
                              const struct bl_verification *verification, cJSON *root) {
    cJSON_AddStringToObject(root, "circuit", netlist->name);
    cJSON_AddBoolToObject(root, "correct", verification->fault == BL_FAULT_NONE);
    cJSON_AddStringToObject(root, "verdict", bl_fault_word(verification->fault));
    if (verification->reason) cJSON_AddStringToObject(root, "reason", verification->reason);
    if (verification->gate >= 0)
        cJSON_AddStringToObject(root, "gate", netlist->gates[verification->gate].name);
    cJSON_AddNumberToObject(root, "states", verification->state_count);
    cJSON_AddNumberToObject(root, "moves", (double)verification->arc_count);
    cJSON_AddNumberToObject(root, "markings", verification->marking_count);
    if (verification->fault) {
        cJSON *trace = cJSON_AddArrayToObject(root, "trace");
        char room[512];
        for (int i = 0; i < verification->trace_length; i++)
            cJSON_AddItemToArray(trace, cJSON_CreateString(edge_word(
                                            netlist, &verification->trace[i], room, sizeof room)));
    }
}

enum { EVENT_NS = 10 };

void bl_verification_vcd(struct bl_text *text, const struct bl_netlist *netlist,
                         const struct bl_verification *verification) {
    char code[BL_VCD_CODE], fault[BL_VCD_CODE];
    bl_vcd_code(netlist->gate_count, fault);
    bl_text_add(text, "$comment %s: %s $end\n$timescale 1ns $end\n$scope module %s $end\n",
                bl_fault_word(verification->fault),
                verification->reason ? verification->reason : "nothing is wrong", netlist->name);
    for (int i = 0; i < netlist->gate_count; i++)
        bl_text_add(text, "$var wire 1 %s %s $end\n", bl_vcd_code(i, code), netlist->gates[i].name);
    bl_text_add(text,
                "$var wire 1 %s fault $end\n$upscope $end\n$enddefinitions $end\n#0\n$dumpvars\n",
                fault);
    for (int i = 0; i < netlist->gate_count; i++)
        bl_text_add(text, "%d%s\n", netlist->gates[i].initial, bl_vcd_code(i, code));
    bl_text_add(text, "0%s\n$end\n", fault);
    for (int i = 0; i < verification->trace_length; i++) {
        const struct bl_verify_event *event = &verification->trace[i];
        bl_text_add(text, "#%d\n%d%s\n", EVENT_NS * (i + 1), event->value,
                    bl_vcd_code(event->gate, code));
    }
    if (verification->fault)
        bl_text_add(text, "#%d\n1%s\n", EVENT_NS * verification->trace_length + 1, fault);
    bl_text_add(text, "#%d\n", EVENT_NS * (verification->trace_length + 2));
}
