#define _POSIX_C_SOURCE 200809L
#include "simulation/records/records.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/carried/checked.h"
#include "base/carried/counted.h"
#include "base/carried/files.h"
#include "ir/carried/golden.h"

enum { CHUNK = 4096 /* records read or written at a time */ };

struct bl_records bl_records_of(const int *bytes, int columns, uint64_t count) {
    struct bl_records records = {.count = count, .column_count = columns};
    for (int i = 0; i < columns; i++) {
        records.bytes[i] = bytes[i];
        records.items[i] = bl_zalloc(count, (size_t)bytes[i]);
    }
    return records;
}

struct bl_records bl_records_new(const struct bl_bench_program *program, uint64_t count) {
    int bytes[BL_BENCH_COLUMNS];
    for (int i = 0; i < program->column_count; i++) bytes[i] = program->columns[i].bytes;
    return bl_records_of(bytes, program->column_count, count);
}

void bl_records_free(struct bl_records *records) {
    for (int i = 0; i < records->column_count; i++) bl_zfree(records->items[i]);
    *records = (struct bl_records){0};
}

static bl_wide records_get(const struct bl_records *records, int column, uint64_t index) {
    return bl_element(records->items[column], records->bytes[column], index);
}

void bl_records_set(struct bl_records *records, int column, uint64_t index, bl_wide value) {
    uint8_t *to = records->items[column] + index * (unsigned)records->bytes[column];
    for (int i = 0; i < records->bytes[column]; i++) to[i] = (uint8_t)(value >> 8 * i);
}

static size_t record_size(const struct bl_bench_program *program) {
    size_t size = 0;
    for (int i = 0; i < program->column_count; i++) size += (size_t)program->columns[i].bytes;
    return size;
}

/* Between `count` packed records and the columns from record `first` on. */
static void unpack(struct bl_records *records, uint64_t first, const uint8_t *packed,
                   size_t count) {
    for (size_t r = 0; r < count; r++)
        for (int i = 0; i < records->column_count; i++) {
            memcpy(records->items[i] + (first + r) * (unsigned)records->bytes[i], packed,
                   (size_t)records->bytes[i]);
            packed += records->bytes[i];
        }
}

static size_t pack(const struct bl_records *records, uint64_t first, uint8_t *packed,
                   size_t count) {
    uint8_t *to = packed;
    for (size_t r = 0; r < count; r++)
        for (int i = 0; i < records->column_count; i++) {
            memcpy(to, records->items[i] + (first + r) * (unsigned)records->bytes[i],
                   (size_t)records->bytes[i]);
            to += records->bytes[i];
        }
    return (size_t)(to - packed);
}

static bool read_all(struct bl_records *records, FILE *file, size_t size) {
    uint8_t *packed = bl_zalloc(CHUNK, size);
    uint64_t done = 0;
    while (done < records->count) {
        size_t wanted = records->count - done < CHUNK ? (size_t)(records->count - done) : CHUNK;
        if (fread(packed, size, wanted, file) != wanted) break;
        unpack(records, done, packed, wanted);
        done += wanted;
    }
    bl_zfree(packed);
    return done == records->count;
}

/* Why it is no file of records of `size` bytes; nothing where it is one, of *count. */
static const char *count_records(FILE *file, size_t size, uint64_t *count, char *room,
                                 size_t room_size) {
    struct stat about;
    if (!file || fstat(fileno(file), &about) != 0) return strerror(errno);
    if (!S_ISREG(about.st_mode)) return "not a regular file";
    *count = (uint64_t)about.st_size / size;
    uint64_t more = (uint64_t)about.st_size % size;
    if (!more) return NULL;
    snprintf(room, room_size,
             "truncated: %" PRIu64 " byte%s are %" PRIu64 " record%s of %zu byte%s and %" PRIu64
             " byte%s more",
             (uint64_t)about.st_size, bl_ending(about.st_size, "s"), *count,
             bl_ending((int64_t)*count, "s"), size, bl_ending((int64_t)size, "s"), more,
             bl_ending((int64_t)more, "s"));
    return room;
}

bool bl_records_count(const struct bl_bench_program *program, const char *path, uint64_t *count,
                      const char *before, FILE *report) {
    char room[160];
    FILE *file = fopen(path, "rb");
    const char *why = count_records(file, record_size(program), count, room, sizeof room);
    if (why) fprintf(report, "%s%s: %s\n", before, path, why);
    if (file) fclose(file);
    return !why;
}

bool bl_records_read(struct bl_records *records, const struct bl_bench_program *program,
                     const char *path, FILE *report) {
    char room[160];
    uint64_t count = 0;
    size_t size = record_size(program);
    FILE *file = fopen(path, "rb");
    const char *why = count_records(file, size, &count, room, sizeof room);
    *records = why ? (struct bl_records){0} : bl_records_new(program, count);
    if (!why && !read_all(records, file, size)) {
        why = ferror(file) ? strerror(errno) : "it became shorter while it was read";
        bl_records_free(records);
    }
    if (why) fprintf(report, "%s: %s", path, why);
    if (file) fclose(file);
    return !why;
}

struct writing {
    const struct bl_records *records;
    bool (*stop)(void *user);
    void *user;
};

/* For bl_file_write. */
static int write_all(FILE *file, void *user) {
    const struct writing *writing = user;
    const struct bl_records *records = writing->records;
    size_t size = 0;
    for (int i = 0; i < records->column_count; i++) size += (size_t)records->bytes[i];
    uint8_t *packed = bl_zalloc(CHUNK, size);
    int error = 0;
    for (uint64_t done = 0; !error && done < records->count; done += CHUNK) {
        size_t wanted = records->count - done < CHUNK ? (size_t)(records->count - done) : CHUNK;
        size_t bytes = pack(records, done, packed, wanted);
        errno = 0;
        if (fwrite(packed, 1, bytes, file) != bytes) error = errno ? errno : EIO;
        else if (writing->stop && writing->stop(writing->user)) error = -1;
    }
    bl_zfree(packed);
    return error;
}

bool bl_records_write(const struct bl_records *records, const char *path, bool (*stop)(void *user),
                      void *user, FILE *report) {
    struct writing writing = {records, stop, user};
    int error = bl_file_write(path, write_all, &writing);
    if (error > 0) fprintf(report, "%s: cannot write the result: %s", path, strerror(error));
    if (error < 0) fprintf(report, "%s: interrupted, nothing was written", path);
    return !error;
}

bool bl_records_in_range(const struct bl_records *records, const struct bl_bench_program *program,
                         const int *bits, const char *path, FILE *report) {
    for (int i = 0; i < records->column_count; i++) {
        if (!bits[i] || bits[i] >= BL_WIDE_BITS) continue;
        bl_wide most = bl_wide_ones(bits[i]);
        for (uint64_t r = 0; r < records->count; r++) {
            bl_wide value = records_get(records, i, r);
            char text[BL_WIDE_TEXT], limit[BL_WIDE_TEXT];
            if (value <= most) continue;
            fprintf(report, "%s: record %" PRIu64 ": %s is %s, outside the declared range 0..%s",
                    path, r, program->columns[i].name, bl_wide_text(text, value),
                    bl_wide_text(limit, most));
            return false;
        }
    }
    return true;
}
