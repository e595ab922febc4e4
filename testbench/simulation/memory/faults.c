#include "simulation/memory/faults.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/carried/checked.h"
#include "ir/carried/node_model.h"

enum { LONGEST_NAME = 32, LONGEST_DELAY = 1000000 };

/* A number and the sign behind it, `end` for any. */
static bool number(const char **text, uint64_t most, char sign, uint64_t *value) {
    char *end;
    if (!isdigit((unsigned char)**text)) return false;
    *value = strtoull(*text, &end, 10);
    if (*value > most || (sign && *end != sign)) return false;
    *text = end + (sign != 0);
    return true;
}

/* NODE.CHANNEL:BEAT[:decerr] */
static bool read_beat(const char *text, struct bl_fault *fault) {
    uint64_t node, channel;
    if (!number(&text, 1000000, '.', &node) || !number(&text, 1000000, ':', &channel) ||
        !number(&text, INT64_MAX, 0, &fault->at))
        return false;
    fault->node = (int)node;
    fault->channel = (int)channel;
    fault->response = strcmp(text, ":decerr") == 0 ? BL_AXI_DECERR : BL_AXI_SLVERR;
    return !*text || strcmp(text, ":decerr") == 0 || strcmp(text, ":slverr") == 0;
}

/* NODE:CYCLE */
static bool read_reset(const char *text, struct bl_fault *fault) {
    uint64_t node;
    if (!number(&text, 1000000, ':', &node) || !number(&text, INT64_MAX, 0, &fault->at))
        return false;
    fault->node = (int)node;
    return !*text;
}

static const struct word {
    const char *name, *value, *help;
    enum bl_fault_kind kind;
    bool (*read)(const char *text, struct bl_fault *fault);
} words[] = {
    {"read-error", "NODE.CHANNEL:BEAT",
     "that word read, counted from 0, is answered with SLVERR (:decerr behind it: DECERR)",
     BL_FAULT_READ, read_beat},
    {"write-error", "NODE.CHANNEL:BEAT",
     "the burst with that word written is answered so, and the word is lost", BL_FAULT_WRITE,
     read_beat},
    {"reset", "NODE:CYCLE", "the node is reset that many cycles after the start, its memory is not",
     BL_FAULT_RESET, read_reset},
};
enum { WORDS = sizeof words / sizeof *words };

static bool read_late(const char *text, struct bl_faults *faults) {
    uint64_t value;
    if (!number(&text, LONGEST_DELAY, 0, &value)) return false;
    faults->late = (int)value;
    return !*text;
}

static const char *add(struct bl_faults *faults, char *word) {
    char *equals = strchr(word, '=');
    if (!equals)
        return "a fault is late=CYCLES, read-error=NODE.CHANNEL:BEAT, "
               "write-error=NODE.CHANNEL:BEAT "
               "or reset=NODE:CYCLE";
    *equals++ = 0;
    if (strcmp(word, "late") == 0)
        return read_late(equals, faults) ? NULL : "late=CYCLES, at most a million";
    for (int i = 0; i < WORDS; i++) {
        if (strcmp(words[i].name, word) != 0) continue;
        if (faults->count == BL_MOST_FAULTS) return "more than 16 faults";
        struct bl_fault *fault = &faults->items[faults->count++];
        *fault = (struct bl_fault){.kind = words[i].kind};
        if (words[i].read(equals, fault)) return NULL;
        return words[i].kind == BL_FAULT_RESET
                   ? "a reset is NODE:CYCLE"
                   : "a beat is NODE.CHANNEL:BEAT, or NODE.CHANNEL:BEAT:decerr";
    }
    return "there is no fault of this name";
}

const char *bl_faults_parse(const char *text, const struct bl_memory_kind **kind,
                            struct bl_faults *faults) {
    char name[LONGEST_NAME];
    size_t length = strcspn(text, ",");
    const char *wrong = NULL;
    *faults = (struct bl_faults){.ports = text[length] != 0};
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
             text);
    *kind = length < sizeof name ? bl_memory_find(name) : NULL;
    if (!*kind) return "there is no memory model of this name";
    char *copy = bl_zalloc(strlen(text + length) + 1, 1);
    strcpy(copy, text + length);
    for (char *part = *copy ? copy + 1 : NULL; part && !wrong;) {
        char *next = strchr(part, ',');
        if (next) *next++ = 0;
        wrong = add(faults, part);
        part = next;
    }
    bl_zfree(copy);
    return wrong;
}

const char *bl_faults_check(const struct bl_faults *faults, int nodes, int channels) {
    for (int i = 0; i < faults->count; i++) {
        const struct bl_fault *fault = &faults->items[i];
        if (fault->node >= nodes) return "a fault of a node that is not there";
        if (fault->kind != BL_FAULT_RESET && fault->channel >= channels)
            return "a fault of a channel that is not there";
    }
    return NULL;
}

void bl_faults_help(FILE *file) {
    for (int i = 0; i < WORDS; i++)
        fprintf(file, "  ,%s=%-*s %s\n", words[i].name, (int)(29 - strlen(words[i].name)),
                words[i].value, words[i].help);
    fprintf(file, "  ,late=%-25s answers come later, each by at most that many cycles\n", "CYCLES");
}
