/* C++, and included in front of Verilator's FST writer alone (-include): that writer does not look
   at whether its writes succeed. With these in place of the library's it throws the errno value of
   the first that does not; the caller catches it and never calls the writer again. */
#ifndef BL_FST_FILES_H
#define BL_FST_FILES_H

#include <cerrno>
#include <cstdio>

#include "verilated.h"
#include "verilated_fst_c.h"

/* fwrite for GTKWave's writer; throws errno when the file takes less. */
static inline std::size_t bl_fst_fwrite(const void *bytes, std::size_t size, std::size_t count,
                                        FILE *file) {
    errno = 0;
    const std::size_t written = std::fwrite(bytes, size, count, file);
    if (written != count && size) throw static_cast<int>(errno);
    return written;
}

/* The same, flushing. */
static inline int bl_fst_fflush(FILE *file) {
    errno = 0;
    if (std::fflush(file)) throw static_cast<int>(errno);
    return 0;
}

#define fwrite bl_fst_fwrite
#define fflush bl_fst_fflush

#endif
