/* The command line: one table of verbs. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "base/arena.h"
#include "base/carried/checked.h"
#include "base/exit_status.h"
#include "base/host_memory.h"
#include "base/near.h"
#include "command/cmd_boards.h"
#include "command/cmd_check.h"
#include "command/cmd_stage.h"
#include "command/cmd_stg.h"
#include "command/cmd_sweep.h"
#include "command/cmd_synth.h"
#include "command/help_settings.h"
#include "command/kinds.h"
#include "command/options/options.h"
#include "kernel/command/cmd_kernel.h"
#include "kind/kinds.h"

#ifndef BL_VERSION
#define BL_VERSION "development"
#endif

struct verb {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
};

static int cmd_help(int argc, char **argv);
static int cmd_version(int argc, char **argv);
static int unknown(const char *word);

static const struct verb verbs[] = {
    {"check", bl_cmd_check, "report every error of a program"},
    {"explain", bl_cmd_explain,
     "say which passes were fused by which rule, why not, what each buffer is for and what is "
     "predicted"},
    {"build", bl_cmd_build, "write Verilog, host stubs, golden model and bench into a folder"},
    {"run", bl_cmd_run,
     "simulate the whole cluster, cycle by cycle, and compare the result with the golden model"},
    {"graph", bl_cmd_graph, "draw the program before and after fusion"},
    {"boards", bl_cmd_boards, "list the boards, or describe one of them"},
    {"stg", bl_cmd_stg, "check a signal transition graph"},
    {"stage", bl_cmd_stage, "test the user-defined stages of a program, or begin a new one"},
    {"kernel", bl_cmd_kernel, "test the RTL kernels of a program, or begin a new one"},
    {"synth", bl_cmd_synth,
     "synthesise a node with Yosys and report its share of the board's device"},
    {"sweep", bl_cmd_sweep,
     "simulate and synthesise every combination of fusions and cluster shapes side by side"},
    {"help", cmd_help, "print this, the options of a verb, or all `settings`"},
    {"version", cmd_version, "print the version"},
};
enum { VERBS = sizeof verbs / sizeof *verbs };

static const struct verb *find(const char *name) {
    for (int i = 0; i < VERBS; i++)
        if (!strcmp(verbs[i].name, name)) return &verbs[i];
    return NULL;
}

static void print_help(FILE *file) {
    fputs("usage: bankloom VERB FILE.loom [options]\n\n", file);
    for (int i = 0; i < VERBS; i++) fprintf(file, "  %-8s %s\n", verbs[i].name, verbs[i].help);
    struct bl_arena *arena = bl_arena_new();
    fprintf(file,
            "\ncheck, explain, build, run and graph take a program with %s, too; their options "
            "differ.\n",
            bl_kind_list(arena, 1));
    fprintf(file, "'bankloom VERB --help' lists the options of a verb. Start with:\n  %s\n",
            bl_help_text(arena, "bankloom run examples/counting_sort/counting_sort.loom"));
    bl_arena_free(arena);
}

static int help_settings(int argc, char **argv) {
    bool json = argc == 2 && !strcmp(argv[1], "--json");
    if (argc > 1 && !json) {
        fprintf(stderr, "bankloom help settings: it takes --json alone, not '%s'\n", argv[1]);
        return BL_EXIT_USAGE;
    }
    bl_help_settings(json);
    return BL_EXIT_OK;
}

static int cmd_help(int argc, char **argv) {
    char *ask[] = {NULL, "--help", NULL};
    const struct verb *verb = argc > 1 ? find(argv[1]) : NULL;
    if (argc > 1 && !strcmp(argv[1], "settings")) return help_settings(argc - 1, argv + 1);
    if (argc > 1 && !verb) return unknown(argv[1]);
    if (verb && verb->run != cmd_help && verb->run != cmd_version) {
        ask[0] = argv[1];
        return verb->run(2, ask);
    }
    print_help(stdout);
    return BL_EXIT_OK;
}

static int cmd_version(int argc, char **argv) {
    (void)argc, (void)argv;
    puts("bankloom " BL_VERSION);
    return BL_EXIT_OK;
}

static const char *verb_of(const void *list, int number) {
    return number < VERBS ? ((const struct verb *)list)[number].name : NULL;
}

static int unknown(const char *word) {
    const char *near = bl_near(word, verb_of, verbs);
    fprintf(stderr, "bankloom: there is no verb '%s'", word);
    if (near) fprintf(stderr, "; did you mean '%s'?", near);
    fputs("\n'bankloom --help' lists the verbs.\n", stderr);
    return BL_EXIT_USAGE;
}

static int dispatch(int argc, char **argv) {
    if (argc < 2) {
        print_help(stderr);
        return BL_EXIT_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) return cmd_help(argc - 1, argv + 1);
    if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V"))
        return cmd_version(argc - 1, argv + 1);
    const struct verb *verb = find(argv[1]);
    return verb ? verb->run(argc - 1, argv + 1) : unknown(argv[1]);
}

/* What was printed has to arrive: a full disk shows when the last of it is written. */
static int finish_output(int status) {
    errno = 0;
    bool lost = ferror(stdout);
    if (fclose(stdout) == 0 && !lost) return status;
    fprintf(stderr, "bankloom: cannot write to standard output: %s\n",
            errno ? strerror(errno) : "an earlier part was lost");
    return status == BL_EXIT_OK ? BL_EXIT_FAILED : status;
}

struct words {
    int argc;
    char **argv;
    int status;
};

static void dispatch_words(void *argument) {
    struct words *words = argument;
    words->status = dispatch(words->argc, words->argv);
}

/* What a model of the simulation cannot do ends the program, in the thread of the verb. */
static int guarded(int argc, char **argv) {
    struct words words = {argc, argv, BL_EXIT_FAILED};
    struct bl_failure failure;
    if (!bl_guarded(dispatch_words, &words, &failure))
        fprintf(stderr, "bankloom: %s\n", failure.text);
    return words.status;
}

int main(int argc, char **argv) {
    bl_watch_libraries();
    bl_keep_freed();
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is reported like a full disk */
    return finish_output(guarded(argc, argv));
}
