/* What every trial has to say, for a reader and as JSON. */
#include <cjson/cJSON.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "stage_bench/trial_work.h"

enum { MOST_LINES = 24 };

/* ---- text */

void bl_trial_add_line(struct bl_text *text, const char *title, const char *words) {
    bl_text_add(text, "  %-8s %s\n", title, words);
}

/* Lines indented: the first ones, where a tool says much. */
void bl_trial_add_lines(struct bl_text *text, const char *lines) {
    int left = MOST_LINES;
    for (; *lines && left; left--) {
        int length = (int)strcspn(lines, "\n");
        bl_text_add(text, "           %.*s\n", length, lines);
        lines += length + (lines[length] != 0);
    }
    if (*lines) bl_text_add(text, "           ... and more: --json has all of it\n");
}

void bl_trial_add_broken(struct bl_text *text, const struct bl_trial_found *found) {
    if (!found->broken) return;
    size_t line = strcspn(found->broken, "\n");
    bl_text_add(text, "  %-8s %.*s\n", "WRONG", (int)line, found->broken);
    bl_trial_add_lines(text, found->broken + line + (found->broken[line] != 0));
}

static void add_remarks(struct bl_text *text, struct bl_arena *arena,
                        const struct bl_trial_found *found) {
    for (int i = 0; i < found->remarks.count; i++) {
        const struct bl_trial_remarks *remarks = &found->remarks.items[i];
        bl_trial_add_line(text, "warnings",
                          bl_format(arena, "%s: %d", remarks->tool, remarks->count));
        bl_trial_add_lines(text, remarks->text);
    }
    if (!found->remarks.count && !found->broken)
        bl_trial_add_line(text, "lint", "nothing from Verilator, Icarus, Yosys and the C compiler");
}

static void add_synthesis(struct bl_text *text, struct bl_arena *arena,
                          const struct bl_trial_found *found) {
    if (!found->synthesised) return;
    const char *latches = found->latches ? bl_format(arena, ", %d latches", found->latches) : "";
    bl_trial_add_line(text, "takes",
                      bl_format(arena, "%d LUT%s of 6 inputs, %d flip-flop%s%s; %d level%s of LUTs",
                                found->luts, bl_ending(found->luts, "s"), found->flip_flops,
                                bl_ending(found->flip_flops, "s"), latches, found->levels,
                                bl_ending(found->levels, "s")));
}

void bl_trial_add_found(struct bl_text *text, struct bl_arena *arena,
                        const struct bl_trial_found *found) {
    add_remarks(text, arena, found);
    add_synthesis(text, arena, found);
}

/* ---- JSON */

cJSON *bl_trial_json_broken(cJSON *object, const struct bl_trial_found *found) {
    if (!found->broken) return NULL;
    cJSON *broken = cJSON_AddObjectToObject(object, "broken");
    cJSON_AddStringToObject(broken, "text", found->broken);
    cJSON_AddStringToObject(broken, "said", found->broken_log ? found->broken_log : "");
    return broken;
}

static void add_json_remarks(cJSON *object, const struct bl_trial_found *found) {
    cJSON *remarks = cJSON_AddArrayToObject(object, "remarks");
    for (int i = 0; i < found->remarks.count; i++) {
        cJSON *remark = cJSON_CreateObject();
        cJSON_AddItemToArray(remarks, remark);
        cJSON_AddStringToObject(remark, "tool", found->remarks.items[i].tool);
        cJSON_AddNumberToObject(remark, "count", found->remarks.items[i].count);
        cJSON_AddStringToObject(remark, "text", found->remarks.items[i].text);
    }
}

static void add_json_synthesis(cJSON *object, const struct bl_trial_found *found) {
    if (!found->synthesised) return;
    cJSON *synthesis = cJSON_AddObjectToObject(object, "synthesis");
    cJSON_AddNumberToObject(synthesis, "luts", found->luts);
    cJSON_AddNumberToObject(synthesis, "flip_flops", found->flip_flops);
    cJSON_AddNumberToObject(synthesis, "latches", found->latches);
    cJSON_AddNumberToObject(synthesis, "levels", found->levels);
}

void bl_trial_json_found(cJSON *object, const struct bl_trial_found *found) {
    add_json_remarks(object, found);
    add_json_synthesis(object, found);
}
