/* A synthesis as one JSON document; docs/commands.md describes it. */
#ifndef BL_SYNTH_JSON_H
#define BL_SYNTH_JSON_H

struct bl_synth;
struct bl_text;

/* Appends one JSON document. */
void bl_synth_print_json(struct bl_text *text, const struct bl_synth *synth);

#endif
