/* Which contacts of which boards the cables join, one a line. */
#ifndef BL_ONBOARD_CABLES_H
#define BL_ONBOARD_CABLES_H

struct bl_arena;
struct bl_bus;
struct bl_text;

/* Appends the list, a wire a line, from output to input. */
void bl_onboard_cables(struct bl_text *text, struct bl_arena *arena, const struct bl_bus *bus);

#endif
