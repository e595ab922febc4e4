/* Part numbers against the pattern of their family. Not by regexec, which calls a lack of memory
 * "no match". */
#include "part_pattern.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

enum { LONGEST = 62 };

/* Where a part of the pattern may begin and end in the text: a bit for each place. */
typedef uint64_t places;

static places alternatives(const char **pattern, const char *text, places from);

/* "[A-Z0-9]", behind its bracket. */
static bool in_class(const char **pattern, int letter) {
    bool in = false;
    for (; **pattern != ']'; ++*pattern) {
        int first = tolower((unsigned char)**pattern), last = first;
        if ((*pattern)[1] == '-' && (*pattern)[2] != ']')
            *pattern += 2, last = tolower((unsigned char)**pattern);
        in |= letter >= first && letter <= last;
    }
    ++*pattern;
    return in;
}

/* One character of the text: a class or a letter of the pattern. */
static places character(const char **pattern, const char *text, places from) {
    const char *at = *pattern, *next = at + 1;
    places to = 0;
    if (*at == '[') next = strchr(at, ']') + 1;
    for (int i = 0; text[i]; i++) {
        const char *class = at + 1;
        int letter = tolower((unsigned char)text[i]);
        if (*at == '[' ? in_class(&class, letter) : letter == tolower((unsigned char)*at))
            to |= (from >> i & 1) << (i + 1);
    }
    *pattern = next;
    return to;
}

static places atom(const char **pattern, const char *text, places from) {
    if (**pattern != '(') return character(pattern, text, from);
    ++*pattern;
    places to = alternatives(pattern, text, from);
    ++*pattern;
    return to;
}

static int count(const char **pattern) {
    int value = 0;
    while (isdigit((unsigned char)**pattern)) value = 10 * value + *(*pattern)++ - '0';
    return value;
}

/* "?", "*", "{2}", "{3,4}" or nothing. */
static void times(const char **pattern, int *low, int *high) {
    *low = *high = 1;
    if (**pattern == '?' || **pattern == '*') {
        *low = 0;
        *high = *(*pattern)++ == '?' ? 1 : LONGEST;
    } else if (**pattern == '{') {
        ++*pattern;
        *low = *high = count(pattern);
        if (**pattern == ',') ++*pattern, *high = count(pattern);
        ++*pattern;
    }
}

static places repeated(const char **pattern, const char *text, places from) {
    const char *start = *pattern;
    places at = atom(pattern, text, from);
    int low, high;
    times(pattern, &low, &high);
    places to = low ? 0 : from;
    for (int i = 1; i <= high && at; i++) {
        const char *again = start;
        if (i >= low) to |= at;
        at = atom(&again, text, at);
    }
    return to;
}

static places alternatives(const char **pattern, const char *text, places from) {
    places to = 0;
    for (;;) {
        places at = from;
        while (**pattern && **pattern != '|' && **pattern != ')') at = repeated(pattern, text, at);
        to |= at;
        if (**pattern != '|') return to;
        ++*pattern;
    }
}

bool bl_part_matches(const char *pattern, const char *text) {
    size_t length = strlen(text);
    return length <= LONGEST && alternatives(&pattern, text, 1) >> length & 1;
}
