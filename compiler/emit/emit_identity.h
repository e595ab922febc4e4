/* Headers that know which text they are: where one stands behind another of the same name, its
   guard must not hide it. */
#ifndef BL_EMIT_IDENTITY_H
#define BL_EMIT_IDENTITY_H

struct bl_arena;
struct bl_text;

/* 16 digits, of the text. */
const char *bl_identity(struct bl_arena *arena, const struct bl_text *text);
/* Appends what `write` writes of `of`, whose holes `identity` are the identity of all the rest. */
void bl_emit_identified(struct bl_text *text, struct bl_arena *arena, const void *of,
                        void (*write)(struct bl_text *text, const void *of, const char *identity));

#endif
