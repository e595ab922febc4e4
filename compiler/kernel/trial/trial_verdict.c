#include "kernel/trial/trial_verdict.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bits.h"

enum {
    GRANULES = BL_KERNEL_WORD_GRANULES,
    WORD = BL_KERNEL_GRANULE * GRANULES,
    DIGITS = 2 * WORD,
    AGREE = 8, /* elements that must agree where some are left out, or come again */
    FAR = 256  /* elements that may be left out, or come again */
};

/* A word that came out. */
struct word {
    uint8_t bytes[WORD];
    uint32_t unknown; /* a bit for each byte */
    char last;        /* '0', '1', or 'x' */
    int granules;     /* ones of tkeep from the lowest up; -1: it is something else */
};

/* A line of what the bench wrote. */
struct event {
    char what[16];
    int port, cycle;
    struct word word;
};

/* A play while it is judged. */
struct judged {
    struct bl_arena *arena;
    const struct bl_kernel_ports *ports;
    const struct bl_kernel_moves *moves;
    const struct bl_kernel_answers *answers;
    struct bl_kernel_verdict *verdict;
    struct {
        struct event *items;
        int count, capacity;
    } events;
    struct side {
        int elements, words; /* so far */
        int move, begin;     /* the one that is under way, and its first element */
        int first, last;     /* cycles of the first move's first and last word, */
        int first_words;     /* and its words */
    } in[BL_KERNEL_OWN_PORTS], out[BL_KERNEL_OWN_PORTS];
};

/* ---- reading */

static int nibble(char digit, bool *unknown) {
    static const char digits[] = "0123456789abcdef";
    const char *at = digit ? strchr(digits, digit) : NULL;
    *unknown = !at;
    return at ? (int)(at - digits) : 0;
}

static void read_data(struct word *word, const char *text) {
    for (int i = 0; i < WORD; i++) {
        const char *digits = text + DIGITS - 2 * (i + 1);
        bool high, low;
        word->bytes[i] = (uint8_t)(nibble(digits[0], &high) << 4);
        word->bytes[i] |= (uint8_t)nibble(digits[1], &low);
        word->unknown |= (uint32_t)(high || low) << i;
    }
}

/* Bits, the highest first. */
static int read_keep(const char *text) {
    int ones = 0;
    while (ones < GRANULES && text[GRANULES - 1 - ones] == '1') ones++;
    for (int i = ones; i < GRANULES; i++)
        if (text[GRANULES - 1 - i] != '0') return -1;
    return ones ? ones : -1;
}

/* Whether the line can be read. */
static bool read_event(const char *line, struct event *event) {
    char last[2], keep[GRANULES + 1], data[DIGITS + 1];
    *event = (struct event){.port = -1};
    if (sscanf(line, "%15s", event->what) != 1) return false;
    if (!strcmp(event->what, "stands") || !strcmp(event->what, "end") ||
        !strcmp(event->what, "play"))
        return sscanf(line, "%*s %d", &event->cycle) == 1;
    if (strcmp(event->what, "out"))
        return sscanf(line, "%*s %d %d", &event->port, &event->cycle) == 2;
    if (sscanf(line, "%*s %d %d %1s %8s %64s", &event->port, &event->cycle, last, keep, data) !=
            5 ||
        strlen(keep) != GRANULES || strlen(data) != DIGITS)
        return false;
    event->word.last = *last == '0' || *last == '1' ? *last : 'x';
    event->word.granules = read_keep(keep);
    read_data(&event->word, data);
    return true;
}

/* The events of one play, up to its end; where the next one begins, or NULL. */
static const char *read_play(struct judged *judged, const char *rows) {
    judged->events.count = 0;
    while (*rows) {
        struct event event;
        if (!read_event(rows, &event)) return NULL;
        rows += strcspn(rows, "\n");
        rows += *rows != 0;
        if (!strcmp(event.what, "play")) continue;
        *BL_APPEND(judged->arena, &judged->events) = event;
        if (!strcmp(event.what, "end")) return rows;
    }
    return NULL;
}

/* ---- what is wrong */

static bool tell(struct judged *judged, enum bl_kernel_fault fault, const struct event *event) {
    struct bl_kernel_verdict *verdict = judged->verdict;
    verdict->fault = fault;
    verdict->port = event->port;
    verdict->cycle = event->cycle;
    return false;
}

static const struct bl_kernel_given *given_of(const struct judged *judged, int port) {
    return &judged->answers->out[port];
}

static int out_bytes(const struct judged *judged, int port) {
    return judged->ports->out[port]->bytes;
}

/* An element that the golden function gave. */
static const uint8_t *wanted(const struct judged *judged, int port, int element) {
    return given_of(judged, port)->bytes.items + (size_t)element * (size_t)out_bytes(judged, port);
}

/* The elements of the output from this event on, one behind the other; how many. */
static int flatten(const struct judged *judged, int from, uint8_t *bytes, int most) {
    int count = 0, port = judged->events.items[from].port;
    for (int i = from; i < judged->events.count; i++) {
        const struct event *event = &judged->events.items[i];
        if (strcmp(event->what, "out") || event->port != port || event->word.granules < 0) continue;
        int size = event->word.granules * BL_KERNEL_GRANULE;
        if (count + size > most) break;
        memcpy(bytes + count, event->word.bytes, (size_t)size);
        count += size;
    }
    return count / out_bytes(judged, port);
}

/* Whether `count` elements are those that the golden function gives from `element` on. */
static bool agrees(const struct judged *judged, int port, int element, const uint8_t *bytes,
                   int count) {
    int there = given_of(judged, port)->calls.count;
    if (element < 0 || count < 1 || element + count > there) return false;
    return !memcmp(wanted(judged, port, element), bytes,
                   (size_t)count * (size_t)out_bytes(judged, port));
}

/* By how many elements what comes is ahead of what should, or behind; 0: neither. */
static int shift(const struct judged *judged, int from, int skip, int element) {
    int port = judged->events.items[from].port, bytes = out_bytes(judged, port);
    int most = (2 * FAR + AGREE) * bytes;
    uint8_t *got = BL_NEW(judged->arena, uint8_t, most + 1);
    int count = flatten(judged, from, got, most) - skip,
        behind = given_of(judged, port)->calls.count - element;
    for (int by = 1; by <= FAR; by++) {
        if (agrees(judged, port, element + by, got + skip * bytes,
                   bl_min(AGREE, bl_min(count, behind - by))) &&
            bl_min(count, behind - by) > 1)
            return by;
        if (agrees(judged, port, element - by, got + skip * bytes, bl_min(AGREE, count)) &&
            count > 1)
            return -by;
    }
    return 0;
}

static bool tell_value(struct judged *judged, int number, int inside) {
    const struct event *event = &judged->events.items[number];
    struct bl_kernel_verdict *verdict = judged->verdict;
    const struct side *side = &judged->out[event->port];
    int bytes = out_bytes(judged, event->port), by;
    verdict->word = side->words;
    verdict->element = side->elements + inside;
    memcpy(verdict->got, event->word.bytes + inside * bytes, (size_t)bytes);
    verdict->unknown = (uint16_t)(event->word.unknown >> inside * bytes & ((1u << bytes) - 1));
    by = verdict->unknown ? 0 : shift(judged, number, inside, verdict->element);
    verdict->count = abs(by);
    return tell(judged,
                by > 0   ? BL_KERNEL_LACKS
                : by < 0 ? BL_KERNEL_REPEATS
                         : BL_KERNEL_VALUE,
                event);
}

/* ---- words */

static void note_first(struct side *side, int move, int cycle) {
    if (move) return;
    if (!side->first_words++) side->first = cycle;
    side->last = cycle;
}

/* The bench gives inputs as they should be. */
static void follow_input(struct judged *judged, const struct event *event) {
    struct side *side = &judged->in[event->port];
    int end = side->begin + judged->moves->lengths.items[side->move];
    note_first(side, side->move, event->cycle);
    side->words++;
    side->elements = bl_min(end, side->elements + WORD / judged->ports->in[event->port]->bytes);
    if (side->elements < end) return;
    side->begin = end;
    side->move++;
}

/* Calls of the golden function whose elements all went in. */
static int calls_in(const struct judged *judged) {
    int calls = judged->moves->calls;
    for (int i = 0; i < judged->ports->ins; i++) calls = bl_min(calls, judged->in[i].elements);
    return calls;
}

/* The next move of the output that has any elements. */
static int end_of_move(const struct judged *judged, struct side *side, int port) {
    const int *ends = given_of(judged, port)->ends;
    while (ends[side->move] <= side->elements) side->move++;
    return ends[side->move];
}

static bool check_elements(struct judged *judged, int number, int count) {
    const struct event *event = &judged->events.items[number];
    const struct side *side = &judged->out[event->port];
    int bytes = out_bytes(judged, event->port);
    for (int i = 0; i < count; i++)
        if ((event->word.unknown >> i * bytes & ((1u << bytes) - 1)) ||
            memcmp(event->word.bytes + i * bytes, wanted(judged, event->port, side->elements + i),
                   (size_t)bytes))
            return tell_value(judged, number, i);
    return true;
}

static bool check_output(struct judged *judged, int number) {
    const struct event *event = &judged->events.items[number];
    const struct word *word = &event->word;
    struct side *side = &judged->out[event->port];
    const struct bl_kernel_given *given = given_of(judged, event->port);
    judged->verdict->word = side->words;
    judged->verdict->element = side->elements;
    if (word->granules < 0) return tell(judged, BL_KERNEL_KEEP, event);
    if (side->elements == given->calls.count) return tell(judged, BL_KERNEL_EXTRA, event);
    int end = end_of_move(judged, side, event->port), left = end - side->elements,
        got = word->granules * BL_KERNEL_GRANULE / out_bytes(judged, event->port),
        full = WORD / out_bytes(judged, event->port);
    if (!check_elements(judged, number, bl_min(got, left))) return false;
    if (got > left) return tell(judged, BL_KERNEL_LONG, event);
    if (given->calls.items[side->elements + got - 1] >= calls_in(judged))
        return tell(judged, BL_KERNEL_EARLY, event);
    if (got < left && got < full) return tell(judged, BL_KERNEL_SHORT, event);
    if (word->last != (got == left ? '1' : '0')) return tell(judged, BL_KERNEL_LAST, event);
    note_first(side, side->move, event->cycle);
    side->elements += got;
    side->words++;
    return true;
}

/* Which port something is missing at. */
static bool tell_stands(struct judged *judged, const struct event *event) {
    struct event found = *event;
    for (int i = 0; i < judged->ports->outs; i++) {
        const struct bl_kernel_given *given = given_of(judged, i);
        int wanted = judged->out[i].elements;
        if (wanted == given->calls.count || given->calls.items[wanted] >= calls_in(judged))
            continue;
        found.port = i;
        judged->verdict->element = wanted;
        judged->verdict->word = judged->out[i].words;
        return tell(judged, BL_KERNEL_STANDS_OUT, &found);
    }
    for (int i = 0; i < judged->ports->ins && found.port < 0; i++)
        if (judged->in[i].elements == calls_in(judged)) found.port = i;
    judged->verdict->word = judged->in[found.port].words;
    judged->verdict->element = judged->in[found.port].elements;
    return tell(judged, BL_KERNEL_STANDS_IN, &found);
}

static bool check_event(struct judged *judged, int number) {
    static const struct {
        const char *what;
        enum bl_kernel_fault fault;
    } faults[] = {{"changed", BL_KERNEL_CHANGED},
                  {"unknown_in", BL_KERNEL_UNKNOWN_IN},
                  {"unknown_out", BL_KERNEL_UNKNOWN_OUT},
                  {"spills", BL_KERNEL_SPILLS}};
    const struct event *event = &judged->events.items[number];
    if (!strcmp(event->what, "in")) follow_input(judged, event);
    if (!strcmp(event->what, "out")) return check_output(judged, number);
    if (!strcmp(event->what, "stands")) return tell_stands(judged, event);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        if (strcmp(event->what, faults[i].what)) continue;
        if (event->what[0] == 'c') judged->verdict->word = judged->out[event->port].words;
        return tell(judged, faults[i].fault, event);
    }
    return true;
}

/* ---- all plays */

/* Below 0: one word has none. */
static double rate(const struct side *side) {
    int cycles = side->last - side->first;
    return cycles ? (double)(side->first_words - 1) / cycles : -1;
}

static void measure(struct judged *judged) {
    struct bl_kernel_verdict *verdict = judged->verdict;
    int in = judged->in[0].first, out = -1;
    for (int i = 0; i < judged->ports->ins; i++) {
        in = bl_min(in, judged->in[i].first);
        verdict->rate_in[i] = rate(&judged->in[i]);
    }
    for (int i = 0; i < judged->ports->outs; i++) {
        const struct side *side = &judged->out[i];
        if (side->first_words && (out < 0 || side->first < out)) out = side->first;
        verdict->rate_out[i] = rate(side);
    }
    verdict->latency = out < 0 ? -1 : out - in;
}

bool bl_kernel_judge(struct bl_arena *arena, const struct bl_kernel_ports *ports,
                     const struct bl_kernel_moves *moves, const struct bl_kernel_answers *answers,
                     const char *rows, struct bl_kernel_verdict *verdict) {
    *verdict = (struct bl_kernel_verdict){.fault = BL_KERNEL_RIGHT};
    for (int play = 0; play < BL_KERNEL_PLAYS_COUNT; play++) {
        struct judged judged = {arena, ports, moves, answers, verdict, {0}, {{0}}, {{0}}};
        verdict->play = (enum bl_kernel_play)play;
        rows = read_play(&judged, rows);
        if (!rows) return false;
        for (int i = 0; i < judged.events.count; i++)
            if (!check_event(&judged, i)) return true;
        if (play == BL_KERNEL_PLAY_FULL) measure(&judged);
    }
    return true;
}
