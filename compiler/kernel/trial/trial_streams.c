/* The bench of a kernel in Verilog: its text and what it reads. */
#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/bits.h"
#include "base/text.h"
#include "emit/emit_own.h"
#include "emit/parts.h"
#include "kernel/trial/trial_inner.h"

enum {
    WORD = BL_KERNEL_GRANULE * BL_KERNEL_WORD_GRANULES,
    REST = 16 /* cycles between runs */
};

/* ---- its text */

/* Place `place` of a bundle. */
static const char *at(struct bl_arena *arena, const char *net, int bits, int place) {
    return bits == 1 ? bl_format(arena, "%s[%d]", net, place)
                     : bl_format(arena, "%s[%d:%d]", net, bits * (place + 1) - 1, bits * place);
}

/* The net of the bench for one of the module's ports: "in_data[511:256]". */
static const char *net_of(const struct bl_kernel_trial *trial,
                          const struct bl_kernel_header_port *port) {
    struct bl_arena *arena = trial->arena;
    const struct bl_kernel_ports *ports = &trial->ports;
    for (int i = 0; i < trial->own->argument_count; i++)
        if (!strcmp(port->name, bl_kernel_own_port(arena, trial->own, i)))
            return at(arena, "arguments", 32, i);
    for (int out = 0; out < 2; out++)
        for (int i = 0; i < (out ? ports->outs : ports->ins); i++) {
            const char *name = (out ? ports->out : ports->in)[i]->name,
                       *part = strrchr(port->name, '_');
            if (part && (size_t)(part - port->name) == strlen(name) &&
                !strncmp(port->name, name, strlen(name)))
                return at(arena, bl_format(arena, "%s_%s", out ? "out" : "in", part + 2),
                          port->bits, i);
        }
    return port->name;
}

static const char *connections(const struct bl_kernel_trial *trial) {
    struct bl_kernel_header header = bl_kernel_own_header(trial->arena, trial->kernels, trial->own);
    const char *text = "";
    for (int i = 0; i < header.count; i++)
        text = bl_own_connect(trial->arena, text, header.items[i].name,
                              net_of(trial, &header.items[i]));
    return text;
}

/* Words of a move at an input. */
static int words_of(int length, const struct bl_kernel_port *port) {
    return (length * port->bytes + WORD - 1) / WORD;
}

static int words_at(const struct bl_kernel_trial *trial, int port) {
    int words = 0;
    for (int i = 0; i < trial->moves.lengths.count; i++)
        words += words_of(trial->moves.lengths.items[i], trial->ports.in[port]);
    return words;
}

/* "32'd40, 32'd0": the first input's is the last of them. */
static const char *list_bases(const struct bl_kernel_trial *trial) {
    const char *text = "";
    for (int i = 0, base = 0; i < trial->ports.ins; base += words_at(trial, i++))
        text = bl_format(trial->arena, "32'd%d%s%s", base, i ? ", " : "", text);
    return text;
}

static void emit_bench(struct bl_text *text, const struct bl_kernel_trial *trial) {
    struct bl_parts parts = {.text = text,
                             .file = "kernel_trial.v",
                             .holes = {{"kernel", trial->own->name},
                                       {"connections", connections(trial)},
                                       {"bases", list_bases(trial)}}};
    int words = 0;
    for (int i = 0; i < trial->ports.ins; i++) words += words_at(trial, i);
    const struct {
        const char *hole;
        int value;
    } numbers[] = {{"ins", trial->ports.ins},
                   {"outs", trial->ports.outs},
                   {"arguments", trial->own->argument_count},
                   {"ins_width", bl_max(1, trial->ports.ins)},
                   {"outs_width", bl_max(1, trial->ports.outs)},
                   {"arguments_width", bl_max(1, trial->own->argument_count)},
                   {"runs", trial->moves.runs.count},
                   {"words", words},
                   {"plays", BL_KERNEL_PLAYS_COUNT},
                   {"limit", trial->limit},
                   {"rest", REST}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        bl_part_number(&parts, numbers[i].hole, numbers[i].value);
    bl_part(&parts, "bench");
}

static const char *add_port(struct bl_arena *arena, const char *text, bool in, int bits,
                            const char *name) {
    return bl_format(arena, "%s%s    %s wire %s%s", text, *text ? ",\n" : "",
                     in ? "input" : "output", bits > 1 ? bl_format(arena, "[%d:0] ", bits - 1) : "",
                     name);
}

void bl_kernel_emit_alone(struct bl_text *text, const struct bl_trial_work *work) {
    const struct bl_kernel_trial *trial = bl_kernel_trial_of(work);
    struct bl_arena *arena = work->arena;
    struct bl_kernel_header header = bl_kernel_own_header(arena, trial->kernels, trial->own);
    const char *ports = "", *connected = "";
    for (int i = 0; i < header.count; i++) {
        ports = add_port(arena, ports, header.items[i].in, header.items[i].bits,
                         header.items[i].name);
        connected = bl_own_connect(arena, connected, header.items[i].name, header.items[i].name);
    }
    bl_part(
        &(struct bl_parts){
            .text = text,
            .file = "kernel_trial.v",
            .holes = {{"kernel", trial->own->name}, {"ports", ports}, {"connections", connected}}},
        "alone");
}

/* ---- what it reads */

/* {tlast, tkeep, tdata} of a word that holds elements `from` to `to`. */
static void add_word(struct bl_text *text, const uint8_t *bytes, int count, bool last) {
    int granules = (count + BL_KERNEL_GRANULE - 1) / BL_KERNEL_GRANULE;
    bl_text_add(text, "%d%02x", last, (1u << granules) - 1);
    for (int i = WORD; i--;) bl_text_add(text, "%02x", i < count ? bytes[i] : 0xa5);
    bl_text_add(text, "\n");
}

static void add_words(struct bl_text *text, const struct bl_kernel_trial *trial, int port) {
    const uint8_t *bytes = trial->moves.elements[port];
    for (int i = 0; i < trial->moves.lengths.count; i++) {
        int left = trial->moves.lengths.items[i] * trial->ports.in[port]->bytes;
        for (; left > 0; left -= WORD, bytes += WORD)
            add_word(text, bytes, bl_min(left, WORD), left <= WORD);
        bytes += left;
    }
}

/* Granules of an output up to the end of a move. */
static int granules_to(const struct bl_kernel_trial *trial, int port, int move) {
    return trial->answers.out[port].ends[move] * trial->ports.out[port]->bytes / BL_KERNEL_GRANULE;
}

static void add_run(struct bl_text *text, const struct bl_kernel_trial *trial, int number) {
    const struct bl_kernel_moves_run *run = &trial->moves.runs.items[number];
    for (int i = 0; i < trial->ports.ins; i++) {
        int words = 0;
        for (int m = 0; m < run->moves; m++)
            words += words_of(trial->moves.lengths.items[m], trial->ports.in[i]);
        bl_text_add(text, "%x ", (unsigned)words);
    }
    for (int i = 0; i < trial->ports.outs; i++)
        bl_text_add(text, "%x ", (unsigned)granules_to(trial, i, run->moves - 1));
    for (int i = 0; i < trial->own->argument_count; i++)
        bl_text_add(text, "%" PRIx32 " ", run->arguments[i]);
    bl_text_add(text, "\n");
}

/* Writes the text, and frees it. */
static bool write_file(const struct bl_trial_work *work, const char *name, struct bl_text *text) {
    bool good = bl_trial_write(work, name, text);
    bl_text_free(text);
    return good;
}

bool bl_kernel_write_bench(const struct bl_trial_work *work) {
    const struct bl_kernel_trial *trial = bl_kernel_trial_of(work);
    struct bl_text bench = {0}, words = {0}, runs = {0};
    emit_bench(&bench, trial);
    for (int i = 0; i < trial->ports.ins; i++) add_words(&words, trial, i);
    for (int i = 0; i < trial->moves.runs.count; i++) add_run(&runs, trial, i);
    bool good = write_file(work, "bench.v", &bench);
    good &= write_file(work, "words.hex", &words);
    return write_file(work, "runs.hex", &runs) && good;
}

bool bl_kernel_judge_rows(struct bl_trial_work *work, const char *simulator) {
    struct bl_kernel_trial *trial = bl_kernel_trial_of(work);
    struct bl_kernel_seen *seen = &trial->seen[trial->seen_count];
    seen->simulator = simulator;
    if (!bl_kernel_judge(work->arena, &trial->ports, &trial->moves, &trial->answers,
                         bl_trial_text(work, "rows.txt"), &seen->verdict))
        return false;
    trial->seen_count++;
    return true;
}
