#include "simulation/run/bench_faults.h"

#include <stdio.h>
#include <string.h>

#include "base/carried/checked.h"

static bool of_host(const char *item) { return !strncmp(item, "host-", 5); }

/* The items of a list that are the host's, or those that are not; NULL: there are none. Free with
   bl_zfree. */
static char *part(const char *text, bool host) {
    char *list = bl_zalloc(strlen(text) + 2, 1);
    bool any = false;
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, ",");
        if (of_host(at) == host) {
            if (any) strcat(list, ",");
            strncat(list, at, length);
            any = true;
        }
        at += length;
        if (!*at) break;
    }
    if (any) return list;
    bl_zfree(list);
    return NULL;
}

static const char *parse_host(const char *list, const struct bl_bench_program *program,
                              struct bl_bench_faults *faults) {
    if (!list) return NULL;
    faults->host_set = true;
    if (!program->host) return "the nodes have no host port";
    const char *wrong = bl_host_faults_parse(list, &faults->host);
    if (wrong) snprintf(faults->why, sizeof faults->why, "`%s`: %s", list, wrong);
    return wrong ? faults->why : NULL;
}

static const char *parse_medium(const char *list, const struct bl_bench_program *program,
                                struct bl_bench_faults *faults) {
    if (!list) return NULL;
    const struct bl_medium_place place = {program->nodes, program->fault_ports};
    faults->medium_set = true;
    return bl_medium_faults_parse(list, program->model->medium, place, &faults->medium);
}

/* ---- words that nobody has */

static bool is_word(const char *word, const char *item) {
    const size_t length = strcspn(item, "=,");
    return strlen(word) == length && !strncmp(word, item, length);
}

/* Faults of the network between the nodes, ended by a word of NULL. */
static const struct bl_medium_fault *of_network(const struct bl_bench_program *program) {
    static const struct bl_medium_fault none;
    const struct bl_medium_kind *medium = program->model->medium;
    return medium && medium->faults ? medium->faults : &none;
}

static bool is_known(const struct bl_bench_program *program, const char *item) {
    for (const struct bl_medium_fault *row = of_network(program); row->word; row++)
        if (is_word(row->word, item)) return true;
    for (int i = 0; program->host && i < BL_HOST_FAULTS; i++)
        if (is_word(bl_host_fault_rows[i].word, item)) return true;
    return false;
}

/* Appends a word to a message of BL_MEDIUM_WHY bytes. */
static void add(char *text, const char *before, const char *word) {
    const size_t used = strlen(text);
    snprintf(text + used, BL_MEDIUM_WHY - used, "%s%s", before, word);
}

static const char *refuse(const struct bl_bench_program *program, const char *item, char *text) {
    const char *before = "; there are ";
    const size_t length = strcspn(item, "=,");
    snprintf(text, BL_MEDIUM_WHY, "unknown fault `%.*s`", length < 60 ? (int)length : 60, item);
    for (const struct bl_medium_fault *row = of_network(program); row->word; row++, before = ", ")
        add(text, before, row->word);
    for (int i = 0; program->host && i < BL_HOST_FAULTS; i++, before = ", ")
        add(text, before, bl_host_fault_rows[i].word);
    return text;
}

/* Those of a network or of a host that there is not at all are refused as such. */
static bool is_of_none(const struct bl_bench_program *program, const char *item) {
    return of_host(item) ? !program->host : !of_network(program)->word;
}

static const char *find_unknown(const char *text, const struct bl_bench_program *program,
                                char *why) {
    for (const char *at = text;; at++) {
        if (!is_of_none(program, at) && !is_known(program, at)) return refuse(program, at, why);
        at += strcspn(at, ",");
        if (!*at) return NULL;
    }
}

const char *bl_bench_faults_parse(const char *text, const struct bl_bench_program *program,
                                  struct bl_bench_faults *faults) {
    *faults = (struct bl_bench_faults){.medium_set = false};
    const char *unknown = text ? find_unknown(text, program, faults->why) : NULL;
    if (!text || unknown) return unknown;
    char *host = part(text, true), *medium = part(text, false);
    const char *wrong = parse_host(host, program, faults);
    if (!wrong) wrong = parse_medium(medium, program, faults);
    bl_zfree(host);
    bl_zfree(medium);
    return wrong;
}
