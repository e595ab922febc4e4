/* How texts are changed: beside libFuzzer's own changes of bytes, whole lines, words and blocks, so
   that most of what comes out gets through the parser. */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "fuzz.h"

enum { LONGEST = 16384, MOST_PIECES = 4096 };

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t most, unsigned seed);

/* A part of a text. */
struct piece {
    size_t at, length;
};
struct pieces {
    struct piece items[MOST_PIECES];
    int count;
};

static uint64_t state;

static unsigned below(size_t limit) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return limit ? (unsigned)((state >> 33) % limit) : 0;
}

static void add(struct pieces *pieces, size_t at, size_t end) {
    if (pieces->count < MOST_PIECES && end > at)
        pieces->items[pieces->count++] = (struct piece){at, end - at};
}

/* Lines, and statements within a line. */
static void find_lines(struct pieces *pieces, const uint8_t *data, size_t size) {
    size_t start = 0;
    pieces->count = 0;
    for (size_t i = 0; i < size; i++)
        if (data[i] == '\n' || data[i] == ';' || data[i] == '{' || data[i] == '}')
            add(pieces, start, i + 1), start = i + 1;
    add(pieces, start, size);
}

static bool of_word(int byte) { return isalnum(byte) || byte == '_' || byte == '.'; }

static void find_words(struct pieces *pieces, const uint8_t *data, size_t size) {
    pieces->count = 0;
    for (size_t i = 0; i < size;) {
        size_t start = i;
        while (i < size && of_word(data[i])) i++;
        if (i > start) add(pieces, start, i);
        else if (!isspace(data[i++])) add(pieces, start, i);
    }
}

/* A block with its braces and the words before them. */
static void find_blocks(struct pieces *pieces, const uint8_t *data, size_t size) {
    size_t open[64], line = 0;
    int depth = 0;
    pieces->count = 0;
    for (size_t i = 0; i < size; i++) {
        if (data[i] == '\n' || data[i] == ';') line = i + 1;
        if (data[i] == '{' && depth < 64) open[depth++] = line, line = i + 1;
        if (data[i] == '}' && depth > 0) add(pieces, open[--depth], i + 1), line = i + 1;
    }
}

/* Puts `length` bytes in the place of a piece. Returns the new size; the old one when there is no
 * room. */
static size_t replace(uint8_t *data, size_t size, size_t most, struct piece piece,
                      const uint8_t *bytes, size_t length) {
    uint8_t copy[LONGEST];
    if (length > LONGEST || size - piece.length + length > most) return size;
    memcpy(copy, bytes, length);
    memmove(data + piece.at + length, data + piece.at + piece.length,
            size - piece.at - piece.length);
    memcpy(data + piece.at, copy, length);
    return size - piece.length + length;
}

/* A number near one where something ends. */
static size_t change_number(uint8_t *data, size_t size, size_t most, struct piece piece) {
    static const char *const numbers[] = {"0",
                                          "1",
                                          "2",
                                          "3",
                                          "4",
                                          "5",
                                          "7",
                                          "8",
                                          "9",
                                          "15",
                                          "16",
                                          "17",
                                          "31",
                                          "32",
                                          "33",
                                          "63",
                                          "64",
                                          "65",
                                          "100",
                                          "127",
                                          "128",
                                          "255",
                                          "256",
                                          "511",
                                          "512",
                                          "1000",
                                          "1023",
                                          "1024",
                                          "4096",
                                          "65535",
                                          "65536",
                                          "1000000",
                                          "2147483647",
                                          "2147483648",
                                          "4294967296",
                                          "9223372036854775807",
                                          "9223372036854775808",
                                          "1e9",
                                          "1e300",
                                          "0.5",
                                          "0.001",
                                          "6.25",
                                          "150"};
    const char *number = numbers[below(sizeof numbers / sizeof *numbers)];
    return replace(data, size, most, piece, (const uint8_t *)number, strlen(number));
}

static size_t change_word(struct pieces *pieces, uint8_t *data, size_t size, size_t most) {
    find_words(pieces, data, size);
    if (!pieces->count) return size;
    struct piece piece = pieces->items[below((size_t)pieces->count)],
                 other = pieces->items[below((size_t)pieces->count)];
    if (isdigit(data[piece.at]) && below(2)) return change_number(data, size, most, piece);
    /* another word of the same kind, when one is met soon */
    for (int i = 0; i < 20 && !isalpha(data[piece.at]) != !isalpha(data[other.at]); i++)
        other = pieces->items[below((size_t)pieces->count)];
    return replace(data, size, most, piece, data + other.at, other.length);
}

/* Removes a piece, copies it elsewhere, or puts it in the place of another. */
static size_t move_piece(struct pieces *pieces, uint8_t *data, size_t size, size_t most) {
    if (!pieces->count) return size;
    struct piece piece = pieces->items[below((size_t)pieces->count)],
                 other = pieces->items[below((size_t)pieces->count)];
    switch (below(4)) {
    case 0: return replace(data, size, most, piece, data, 0);
    case 1:
        return replace(data, size, most, (struct piece){other.at, 0}, data + piece.at,
                       piece.length);
    case 2:
        return replace(data, size, most, (struct piece){piece.at, 0}, data + piece.at,
                       piece.length);
    default:
        return other.at + other.length <= piece.at || piece.at + piece.length <= other.at
                   ? replace(data, size, most, other, data + piece.at, piece.length)
                   : size;
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
    static struct pieces pieces;
    state = seed;
    for (unsigned turns = 1 + below(3); turns > 0; turns--) {
        switch (below(8)) {
        case 0:
        case 1:
        case 2: size = change_word(&pieces, data, size, most); break;
        case 3:
        case 4:
            find_lines(&pieces, data, size);
            size = move_piece(&pieces, data, size, most);
            break;
        case 5:
            find_blocks(&pieces, data, size);
            size = move_piece(&pieces, data, size, most);
            break;
        default: size = LLVMFuzzerMutate(data, size, most); break;
        }
    }
    return size;
}

/* The first, with a line or a block of the second in it. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t most, unsigned seed) {
    static struct pieces mine, other;
    state = seed;
    if (a_size > most) return 0;
    memcpy(out, a, a_size);
    (below(2) ? find_lines : find_blocks)(&mine, a, a_size);
    (below(2) ? find_lines : find_blocks)(&other, b, b_size);
    if (!mine.count || !other.count) return a_size;
    struct piece to = mine.items[below((size_t)mine.count)],
                 from = other.items[below((size_t)other.count)];
    if (below(2)) to.length = 0;
    return replace(out, a_size, most, to, b + from.at, from.length);
}
