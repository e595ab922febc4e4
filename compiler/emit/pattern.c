#include "emit/pattern.h"

#include <string.h>
#include "base/text.h"

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
