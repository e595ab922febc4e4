#include "async/emit/stg_circuit_print.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "async/gates/gaps.h"
#include "async/verify/verify_print.h"
#include "base/arena.h"
#include "base/text.h"
#include "async/emit/emit_async.h"
#include "async/stg_circuit.h"

void bl_stg_circuit_print_verdict(struct bl_text *text, const struct bl_stg_circuit *circuit) {
    if (circuit->in_parts)
        bl_text_add(text, "more than %d states: verified signal by signal\n", BL_WHOLE_STATES);
    bl_verification_print(text, circuit->synthesis.netlist, &circuit->verification);
    if (!circuit->file_net) return;
    bl_text_add(text, "that was with two-way mutual exclusions in the place of larger ones; for "
                      "the graph as the file has it:\n");
    bl_verification_print(text, circuit->synthesis.netlist, &circuit->for_file);
}

/* Why the style has more state signals than the coding needs. */
static struct bl_gaps gaps_of(struct bl_arena *scratch, const struct bl_stg_circuit *circuit) {
    const struct bl_synthesis *synthesis = &circuit->synthesis;
    if (!synthesis->added || circuit->options.style != BL_STYLE_STANDARD_C)
        return (struct bl_gaps){0};
    return bl_gaps_find(scratch, synthesis->resolved);
}

static void print_gaps(struct bl_text *text, const struct bl_stg_circuit *circuit) {
    struct bl_arena *scratch = bl_arena_new();
    struct bl_gaps gaps = gaps_of(scratch, circuit);
    for (int i = 0; i < gaps.count; i++)
        bl_text_add(text, "without a monotonous cover: %s\n",
                    bl_gap_text(scratch, circuit->synthesis.resolved, &gaps.items[i]));
    bl_arena_free(scratch);
}

/* State signals that the coding took. */
static int count_coding(const struct bl_synthesis *synthesis) {
    return bl_ones(synthesis->spec->inserted) - synthesis->added;
}

/* "2 state signals inserted, the fewest that can do; 1 more for the style" */
static void add_signals(struct bl_text *text, const struct bl_stg_circuit *circuit) {
    const struct bl_coding *proven = &circuit->coding;
    int coding = count_coding(&circuit->synthesis);
    bl_text_add(text, "%d state signal%s inserted", coding, bl_ending(coding, "s"));
    if (coding)
        bl_text_add(text,
                    coding == proven->least ? ", the fewest that can do" : ", at least %d needed",
                    proven->least);
    if (coding > proven->least && proven->ended)
        bl_text_add(text, " (not decided whether %d can do: the exact search ended %s)",
                    proven->open, proven->ended);
    if (circuit->synthesis.added)
        bl_text_add(text, "; %d more for the style", circuit->synthesis.added);
}

void bl_stg_circuit_print(struct bl_text *text, const struct bl_stg_circuit *circuit) {
    int literals = circuit->synthesis.literals,
        tables = circuit->async ? bl_async_tables(circuit->async) : -1;
    print_gaps(text, circuit);
    bl_netlist_print(text, circuit->synthesis.netlist);
    bl_text_add(text, "%d literal%s", literals, bl_ending(literals, "s"));
    if (tables >= 0)
        bl_text_add(text, ", %d look-up table%s with reset", tables, bl_ending(tables, "s"));
    bl_text_add(text, circuit->async ? "; " : ", ");
    add_signals(text, circuit);
    if (circuit->async) bl_text_add(text, "; written to %s", circuit->folder);
    bl_text_add(text, "\n");
    if (circuit->async) bl_renames_print(text, &circuit->async->renames, "");
}

static void json_equations(cJSON *object, const struct bl_netlist *netlist) {
    struct bl_text text = {0};
    cJSON *list = cJSON_AddArrayToObject(object, "equations");
    char *rest = NULL;
    bl_netlist_print(&text, netlist);
    for (char *line = text.length ? strtok_r(text.bytes, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest)) {
        line[strlen(line) - 1] = 0; /* the semicolon */
        cJSON_AddItemToArray(list, cJSON_CreateString(line));
    }
    bl_text_free(&text);
}

static void json_state_signals(cJSON *object, const struct bl_stg_circuit *circuit) {
    const struct bl_spec *spec = circuit->synthesis.spec;
    cJSON *signals = cJSON_AddObjectToObject(object, "state_signals"),
          *names = cJSON_AddArrayToObject(signals, "names");
    for (int s = 0; s < spec->signal_count; s++)
        if (spec->inserted >> s & 1)
            cJSON_AddItemToArray(names, cJSON_CreateString(spec->names[s]));
    cJSON_AddNumberToObject(signals, "for_coding", count_coding(&circuit->synthesis));
    cJSON_AddNumberToObject(signals, "fewest_for_coding", circuit->coding.least);
    if (count_coding(&circuit->synthesis) > circuit->coding.least && circuit->coding.ended)
        cJSON_AddStringToObject(signals, "exact_search_ended", circuit->coding.ended);
    cJSON_AddNumberToObject(signals, "for_style", circuit->synthesis.added);
}

static void json_gaps(cJSON *object, const struct bl_stg_circuit *circuit) {
    struct bl_arena *scratch = bl_arena_new();
    struct bl_gaps gaps = gaps_of(scratch, circuit);
    cJSON *list = cJSON_AddArrayToObject(object, "without_monotonous_cover");
    for (int i = 0; i < gaps.count; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(bl_gap_text(
                                       scratch, circuit->synthesis.resolved, &gaps.items[i])));
    bl_arena_free(scratch);
}

static void json_files(cJSON *object, const struct bl_stg_circuit *circuit) {
    cJSON_AddStringToObject(object, "folder", circuit->folder);
    cJSON_AddBoolToObject(object, "written", circuit->file_count > 0);
    cJSON *list = cJSON_AddArrayToObject(object, "files");
    for (int i = 0; i < circuit->file_count; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(circuit->files[i]));
}

void bl_stg_circuit_add_json(const struct bl_stg_circuit *circuit, cJSON *object) {
    const struct bl_synthesis *synthesis = &circuit->synthesis;
    cJSON_AddStringToObject(object, "style", bl_gate_style_word(circuit->options.style));
    if (circuit->options.style == BL_STYLE_LUT)
        cJSON_AddNumberToObject(object, "table_inputs", circuit->options.lut_inputs);
    cJSON_AddBoolToObject(object, "made", synthesis->netlist != NULL);
    if (circuit->folder) json_files(object, circuit);
    if (!synthesis->netlist) return;
    json_equations(object, synthesis->netlist);
    cJSON_AddNumberToObject(object, "literals", synthesis->literals);
    if (circuit->async && bl_async_tables(circuit->async) >= 0)
        cJSON_AddNumberToObject(object, "luts", bl_async_tables(circuit->async));
    if (circuit->async) bl_renames_json(&circuit->async->renames, object);
    json_state_signals(object, circuit);
    json_gaps(object, circuit);
    cJSON_AddBoolToObject(object, "verified_in_parts", circuit->in_parts);
    bl_verification_add_json(synthesis->netlist, &circuit->verification,
                             cJSON_AddObjectToObject(object, "verification"));
    if (circuit->file_net)
        bl_verification_add_json(synthesis->netlist, &circuit->for_file,
                                 cJSON_AddObjectToObject(object, "verification_for_file"));
}
