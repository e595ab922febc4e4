#include "fuzz.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"

FILE *fuzz_sink;

/* The process's own stderr, and whether the target runs: then an exit is the compiler's. */
static FILE *words;
static bool inside;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

void fuzz_fault(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("fuzz: ", words);
    vfprintf(words, format, arguments);
    va_end(arguments);
    fputc('\n', words);
    abort();
}

uint32_t fuzz_hash(const uint8_t *data, size_t size) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++) hash = (hash ^ data[i]) * 16777619u;
    return hash ^ hash >> 15;
}

uint64_t fuzz_take(struct fuzz_bytes *bytes, int count) {
    uint64_t value = 0;
    for (int i = 0; i < count && bytes->at < bytes->end; i++)
        value |= (uint64_t)*bytes->at++ << 8 * i;
    return value;
}

void fuzz_check_places(const struct bl_diags *diags) {
    for (int i = 0; i < diags->count; i++)
        if (diags->items[i].severity == BL_ERROR && !diags->items[i].range.file)
            fuzz_fault("an error without a place: %s: %s", diags->items[i].code,
                       diags->items[i].text);
}

void fuzz_print_diags(const struct bl_diags *diags) {
    bl_diags_print(diags, fuzz_sink, true);
    bl_diags_print_json(diags, fuzz_sink);
}

static void ended(void) {
    if (inside) fuzz_fault("the compiler ended the process");
}

/* What FUZZ_SEED names is done once in a while, to show that it is found. */
static void seed(const char *kind) {
    static int calls;
    static const char shown[] = "1234567";
    if (!kind || ++calls < 50) return;
    char *volatile hidden = malloc(8); /* no compiler sees its size */
    volatile char *bytes = hidden;
    int large = 2147483647;
    if (!bytes) abort();
    memcpy((char *)bytes, shown, sizeof shown);
    if (!strcmp(kind, "overflow")) bytes[8 + calls % 2] = 1;
    if (!strcmp(kind, "undefined")) large += calls, bytes[0] = (char)large;
    if (!strcmp(kind, "hang"))
        for (;;) bytes[0]++;
    if (!strcmp(kind, "exit")) exit(3);
    if (!strcmp(kind, "fault")) fuzz_fault("a seeded fault");
    if (!strcmp(kind, "leak")) bytes = hidden = NULL;
    free((char *)bytes);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    words = fdopen(dup(STDERR_FILENO), "w");
    fuzz_sink = fopen("/dev/null", "w");
    if (!words || !fuzz_sink) abort();
    setvbuf(words, NULL, _IONBF, 0);
    stdout = stderr = fuzz_sink;
    atexit(ended);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    inside = true;
    seed(getenv("FUZZ_SEED"));
    fuzz_target(data, size);
    inside = false;
    return 0;
}
