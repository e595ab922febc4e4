/* Values as Yosys prints them, for readers. */
#ifndef BL_SYNTH_WORDS_H
#define BL_SYNTH_WORDS_H

struct bl_text;

/* Adds a parameter's value: a number in decimal when it fits 64 bits ("s32'0..0101" is 5), else as
 * it is. */
void bl_add_value(struct bl_text *text, const char *value);

#endif
