/* Fills a page's template. */
#include "sweep/page/sweep_fill.h"

#include <cjson/cJSON.h>
#include <string.h>
#include "sweep/sweep.h"

/* Where a name is looked up: an object and what is around it; the outermost scope is that of the
 * whole template. */
struct scope {
    const cJSON *value;
    const struct scope *around;
};
struct part {
    const char *begin, *end;
};

enum mode { WHOLE, SECTION, SKIPPED };
static const char *fill(struct bl_text *text, const char *at, const char *end,
                        const struct scope *scope, enum mode mode);

static const cJSON *look_up(const struct scope *scope, struct part name) {
    char word[64];
    size_t length = (size_t)(name.end - name.begin);
    if (length >= sizeof word) return NULL;
    memcpy(word, name.begin, length);
    word[length] = 0;
    if (!strcmp(word, ".")) return scope->value;
    for (; scope; scope = scope->around) {
        const cJSON *found = cJSON_GetObjectItemCaseSensitive(scope->value, word);
        if (found) return found;
    }
    return NULL;
}

static void add_value(struct bl_text *text, const cJSON *value, bool raw) {
    if (cJSON_IsNumber(value)) bl_text_add(text, "%.10g", value->valuedouble);
    if (!cJSON_IsString(value)) return;
    if (raw) bl_text_add(text, "%s", value->valuestring);
    else bl_text_escaped(text, value->valuestring);
}

static bool is_something(const cJSON *value) {
    if (!value || cJSON_IsFalse(value) || cJSON_IsNull(value)) return false;
    return !cJSON_IsArray(value) || cJSON_GetArraySize(value);
}

/* The section whose inside begins at `at`: written as often as its value says. Returns the
 * character behind its end mark, or NULL. */
static const char *section(struct bl_text *text, const char *at, const char *end,
                           const struct scope *scope, struct part name, bool write) {
    const cJSON *value = look_up(scope, name), *item;
    bool shown = write && is_something(value) == (name.begin[-1] == '#');
    const char *after = fill(text, at, end, scope, SKIPPED);
    if (!shown) return after;
    if (name.begin[-1] == '#' && cJSON_IsArray(value)) {
        cJSON_ArrayForEach(item, value) fill(text, at, end, &(struct scope){item, scope}, SECTION);
        return after;
    }
    return fill(text, at, end, cJSON_IsObject(value) ? &(struct scope){value, scope} : scope,
                SECTION);
}

/* Writes up to `end` or the end mark of the section that is open. Returns the character behind it;
 * NULL when a section is not closed. */
static const char *fill(struct bl_text *text, const char *at, const char *end,
                        const struct scope *scope, enum mode mode) {
    bool write = mode != SKIPPED;
    while (at) {
        const char *open = strstr(at, "{{");
        if (!open || open >= end) break;
        if (write) bl_text_bytes(text, at, (size_t)(open - at));
        bool raw = open[2] == '{';
        struct part name = {open + 2 + raw, strstr(open, raw ? "}}}" : "}}")};
        if (!name.end) return NULL;
        at = name.end + 2 + raw;
        if (*name.begin == '/') return at;
        if (*name.begin == '#' || *name.begin == '^') {
            name.begin++;
            at = section(text, at, end, scope, name, write);
        } else if (write) add_value(text, look_up(scope, name), raw);
    }
    if (!at || mode != WHOLE) return NULL;
    bl_text_bytes(text, at, (size_t)(end - at));
    return end;
}

bool bl_sweep_fill(struct bl_text *text, const char *template, const struct cJSON *content) {
    return fill(text, template, template + strlen(template), &(struct scope){content, NULL}, WHOLE);
}
