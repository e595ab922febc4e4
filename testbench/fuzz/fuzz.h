/* Fuzzing in process: what the targets (target_NAME.c) share. A target is linked with
   fuzz_common.c, and with mutate.c where its input is text; by clang with libFuzzer for `make bench
   NAME=fuzz`, and by any compiler with replay.c, which runs files, for `make test`. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The target: one input. What it finds wrong itself it tells fuzz_fault; a return means that the
 * command would have ended with 0, 1 or 2. */
void fuzz_target(const uint8_t *data, size_t size);

/* Where everything goes that the compiler prints. stdout and stderr stand for it, too. */
extern FILE *fuzz_sink;

/* The program is wrong, and not its input: prints the words and ends as a crash. */
_Noreturn void fuzz_fault(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A number of the input alone, for what a target chooses besides. */
uint32_t fuzz_hash(const uint8_t *data, size_t size);

/* The input eaten up from the front, byte by byte: zeros behind its end. */
struct fuzz_bytes {
    const uint8_t *at, *end;
};
uint64_t fuzz_take(struct fuzz_bytes *bytes, int count);

struct bl_diags;
/* Every error is of a source. */
void fuzz_check_places(const struct bl_diags *diags);
/* Prints errors and warnings in both forms. */
void fuzz_print_diags(const struct bl_diags *diags);

#endif
