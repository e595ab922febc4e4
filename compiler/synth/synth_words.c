#include "synth/synth_words.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* The digits behind "s32'" or "32'", or NULL. */
static const char *binary_digits(const char *value) {
    const char *quote = strchr(value, '\'');
    const char *digits = quote ? quote + 1 : NULL;
    return digits && *digits && strspn(digits, "01") == strlen(digits) && strlen(digits) <= 64
               ? digits
               : NULL;
}

void bl_add_value(struct bl_text *text, const char *value) {
    const char *digits = binary_digits(value);
    uint64_t number = digits ? strtoull(digits, NULL, 2) : 0;
    bool negative = digits && *value == 's' && *digits == '1';
    if (!digits) bl_text_add(text, "%s", value);
    else if (negative && strlen(digits) < 64)
        bl_text_add(text, "%lld", (long long)(int64_t)(number - (UINT64_C(1) << strlen(digits))));
    else if (negative) bl_text_add(text, "%lld", (long long)(int64_t)number);
    else bl_text_add(text, "%llu", (unsigned long long)number);
}
