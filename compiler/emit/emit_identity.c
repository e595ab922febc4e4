#include "emit/emit_identity.h"

#include <xxhash.h>

#include "base/arena.h"
#include "base/text.h"

const char *bl_identity(struct bl_arena *arena, const struct bl_text *text) {
    return bl_format(arena, "%016llx",
                     (unsigned long long)XXH3_64bits(text->bytes, text->length));
}

void bl_emit_identified(struct bl_text *text, struct bl_arena *arena, const void *of,
                        void (*write)(struct bl_text *text, const void *of,
                                      const char *identity)) {
    struct bl_text anonymous = {0};
    write(&anonymous, of, "");
    write(text, of, bl_identity(arena, &anonymous));
    bl_text_free(&anonymous);
}
