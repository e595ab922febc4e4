#include "check/verilog_ports.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* Behind blanks and comments. */
static const char *skip(const char *at) {
    for (;;) {
        const char *begin = at;
        while (isspace((unsigned char)*at)) at++;
        if (!strncmp(at, "//", 2)) at += strcspn(at, "\n");
        if (!strncmp(at, "/*", 2)) {
            const char *end = strstr(at + 2, "*/");
            at = end ? end + 2 : at + strlen(at);
        }
        if (at == begin) return at;
    }
}

static size_t word_length(const char *at) {
    size_t length = 0;
    if (!isalpha((unsigned char)*at) && *at != '_') return 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_' || at[length] == '$') length++;
    return length;
}

static bool is_word(const char *at, const char *word) {
    size_t length = word_length(at);
    return length == strlen(word) && !strncmp(at, word, length);
}

/* Behind what stands here: a word, or one character. */
static const char *step(const char *at) {
    size_t length = word_length(at);
    return skip(at + (length ? length : 1));
}

/* Behind a group of brackets that opens here. */
static const char *behind_group(const char *at) {
    int open = 0;
    do {
        open += (*at == '(') - (*at == ')');
        at = step(at);
    } while (*at && open);
    return at;
}

/* Behind "module NAME", or NULL. */
static const char *find_module(const char *at, const char *name) {
    for (at = skip(at); *at; at = step(at))
        if (is_word(at, "module") && is_word(step(at), name)) return step(step(at));
    return NULL;
}

/* "[31:0]" from its bracket on: its bits, or -1. */
static int range_bits(const char *at) {
    char *end;
    const char *digits = skip(at + 1);
    long high = strtol(digits, &end, 10);
    const char *colon = skip(end);
    if (end == digits || *colon != ':') return -1;
    long low = strtol(skip(colon + 1), &end, 10);
    return *skip(end) == ']' && low == 0 && high >= 0 && high < 1 << 20 ? (int)high + 1 : -1;
}

static bool is_kind(const char *at) {
    return is_word(at, "wire") || is_word(at, "reg") || is_word(at, "signed") ||
           is_word(at, "logic");
}

static void take_ports(struct bl_arena *arena, const char *at, struct bl_module_ports *ports) {
    struct bl_module_port port = {0};
    bool directed = false;
    for (; *at && *at != ')'; at = step(at)) {
        bool input = is_word(at, "input"), output = is_word(at, "output");
        if (input || output) {
            port = (struct bl_module_port){.output = output, .bits = 1};
            directed = true;
        } else if (*at == '[') {
            port.bits = range_bits(at);
            while (*at && *at != ']') at++;
            if (!*at) return;
        } else if (word_length(at) && !is_kind(at) && directed) {
            port.name = bl_strndup(arena, at, word_length(at));
            *BL_APPEND(arena, ports) = port;
        }
    }
}

bool bl_verilog_ports(struct bl_arena *arena, const char *text, const char *name,
                      struct bl_module_ports *ports) {
    const char *at = find_module(text, name);
    if (!at) return false;
    if (*at == '#') at = behind_group(step(at));
    if (*at == '(') take_ports(arena, step(at), ports);
    return true;
}

bool bl_verilog_assigns(const char *text, const char *name, const char *parameter) {
    const char *at = find_module(text, name);
    for (; at && *at && !is_word(at, "endmodule"); at = step(at))
        if (is_word(at, parameter) && *step(at) == '=') return true;
    return false;
}
