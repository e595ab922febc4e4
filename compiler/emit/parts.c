#include "emit/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *find(const char *file, const char *part) {
    for (const struct bl_embedded *row = bl_embedded_parts; row->file; row++)
        if (!strcmp(row->file, file) && !strcmp(row->part, part)) return row->text;
    fprintf(stderr, "bankloom: internal fault: emit/text/%s has no part `%s`\n", file, part);
    abort();
}

void bl_parts_fill(const struct bl_parts *parts, const char *text) {
    while (*text) {
        size_t plain = strcspn(text, "$");
        bl_text_bytes(parts->text, text, plain);
        text += plain;
        if (!*text) return;
        const char *value = parts->values[(unsigned char)text[1] & 127];
        if (value) bl_text_bytes(parts->text, value, strlen(value));
        else bl_text_bytes(parts->text, "$", 1);
        text += value ? 2 : 1;
    }
}

void bl_part(const struct bl_parts *parts, const char *name) {
    bl_parts_fill(parts, find(parts->file, name));
}

/* Where the number of a hole is written, and from now on its value. */
static char *number_of(struct bl_parts *parts, char hole) {
    const char **value = &parts->values[(unsigned char)hole & 127];
    int slot = 0;
    while (slot < parts->number_count && *value != parts->numbers[slot]) slot++;
    if (slot == (int)(sizeof parts->numbers / sizeof *parts->numbers)) abort();
    if (slot == parts->number_count) parts->number_count++;
    *value = parts->numbers[slot];
    return parts->numbers[slot];
}

void bl_part_number(struct bl_parts *parts, char hole, long long number) {
    snprintf(number_of(parts, hole), sizeof *parts->numbers, "%lld", number);
}

void bl_part_real(struct bl_parts *parts, char hole, double number, int decimals) {
    int length = (int)sizeof *parts->numbers;
    if (snprintf(number_of(parts, hole), (size_t)length, "%.*f", decimals, number) >= length)
        abort();
}
