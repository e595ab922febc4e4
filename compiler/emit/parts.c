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

/* The bytes of the name when `text` begins with a hole, else 0. */
static size_t name_length(const char *text) {
    if (text[0] != '@' || text[1] != '{') return 0;
    size_t length = strspn(text + 2, "abcdefghijklmnopqrstuvwxyz0123456789_");
    return text[2 + length] == '}' ? length : 0;
}

/* What is written into the hole of that name; NULL: nothing was set. */
static const char *value_of(const struct bl_parts *parts, const char *name, size_t length) {
    for (int i = 0; i < BL_HOLES && parts->holes[i].name; i++) {
        const struct bl_hole *hole = &parts->holes[i];
        if (strncmp(hole->name, name, length) || hole->name[length]) continue;
        return hole->value ? hole->value : *parts->numbers[i] ? parts->numbers[i] : NULL;
    }
    return NULL;
}

static void add_hole(const struct bl_parts *parts, const char *part, const char *name,
                     size_t length) {
    const char *value = value_of(parts, name, length);
    if (!value) {
        fprintf(stderr, "bankloom: internal fault: emit/text/%s, part `%s`: @{%.*s} is not set\n",
                parts->file ? parts->file : "", part, (int)length, name);
        abort();
    }
    bl_text_bytes(parts->text, value, strlen(value));
}

static void fill(const struct bl_parts *parts, const char *part, const char *text) {
    while (*text) {
        size_t plain = strcspn(text, "@"), length = name_length(text + plain);
        if (text[plain] && !length) plain++;
        bl_text_bytes(parts->text, text, plain);
        text += plain;
        if (!length) continue;
        add_hole(parts, part, text + 2, length);
        text += length + 3;
    }
}

void bl_parts_fill(const struct bl_parts *parts, const char *text) { fill(parts, "", text); }

void bl_part(const struct bl_parts *parts, const char *name) {
    fill(parts, name, find(parts->file, name));
}

/* The place of a hole, which has no value from now on. */
static int place_of(struct bl_parts *parts, const char *hole) {
    int place = 0;
    while (place < BL_HOLES && parts->holes[place].name && strcmp(parts->holes[place].name, hole))
        place++;
    if (place == BL_HOLES) {
        fprintf(stderr, "bankloom: internal fault: emit/text/%s: no place for @{%s}\n", parts->file,
                hole);
        abort();
    }
    parts->holes[place] = (struct bl_hole){hole, NULL};
    *parts->numbers[place] = 0;
    return place;
}

void bl_part_set(struct bl_parts *parts, const char *hole, const char *value) {
    parts->holes[place_of(parts, hole)].value = value;
}

void bl_part_number(struct bl_parts *parts, const char *hole, long long number) {
    snprintf(parts->numbers[place_of(parts, hole)], BL_HOLE_NUMBER, "%lld", number);
}

void bl_part_real(struct bl_parts *parts, const char *hole, double number, int decimals) {
    char *place = parts->numbers[place_of(parts, hole)];
    if (snprintf(place, BL_HOLE_NUMBER, "%.*f", decimals, number) >= BL_HOLE_NUMBER) abort();
}
