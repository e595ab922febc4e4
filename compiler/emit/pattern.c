#include "pattern.h"

#include <ctype.h>
#include <string.h>
#include "arena.h"
#include "text.h"

void bl_pattern_add(struct bl_text *text, const struct bl_pattern *pattern, const char *format) {
    while (*format) {
        size_t plain = strcspn(format, "$");
        bl_text_bytes(text, format, plain);
        format += plain;
        if (!*format) return;
        const char *value = pattern->values[(unsigned char)format[1] & 127];
        if (value) bl_text_bytes(text, value, strlen(value));
        else bl_text_bytes(text, "$", 1);
        format += value ? 2 : 1;
    }
}

const char *bl_upper(struct bl_arena *arena, const char *word) {
    char *upper = bl_strdup(arena, word);
    for (char *at = upper; *at; at++) *at = (char)toupper((unsigned char)*at);
    return upper;
}
