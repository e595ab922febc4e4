#include "base/near.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { MOST_LETTERS = 31, SHORT_WORD = 4, SHORTEST_BEGINNING = 3 };

static int letters_of(const char *word) {
    size_t letters = strlen(word);
    return letters > MOST_LETTERS ? MOST_LETTERS : (int)letters;
}

/* Letters that must be changed, added, dropped or swapped with a neighbour to turn one word into
 * the other. */
static int distance(const char *a, const char *b) {
    int table[MOST_LETTERS + 1][MOST_LETTERS + 1], la = letters_of(a), lb = letters_of(b);
    for (int i = 0; i <= la; i++)
        for (int j = 0; j <= lb; j++) {
            int best = i && j ? table[i - 1][j - 1] + (a[i - 1] != b[j - 1]) : i + j;
            if (i && table[i - 1][j] + 1 < best) best = table[i - 1][j] + 1;
            if (j && table[i][j - 1] + 1 < best) best = table[i][j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                table[i - 2][j - 2] + 1 < best)
                best = table[i - 2][j - 2] + 1;
            table[i][j] = best;
        }
    return table[la][lb];
}

/* The only word that begins so, or NULL. */
static const char *begins_so(const char *word, bl_word_of *word_of, const void *list) {
    const char *found = NULL, *other;
    size_t length = strlen(word);
    for (int i = 0; length >= SHORTEST_BEGINNING && (other = word_of(list, i)); i++) {
        if (strncmp(other, word, length)) continue;
        if (found) return NULL;
        found = other;
    }
    return found;
}

const char *bl_near(const char *word, bl_word_of *word_of, const void *list) {
    const char *found = begins_so(word, word_of, list), *other;
    int nearest = letters_of(word) > SHORT_WORD ? 3 : 2;
    if (found) return found;
    for (int i = 0; (other = word_of(list, i)); i++) {
        int away = distance(word, other);
        if (away >= nearest) continue;
        found = other;
        nearest = away;
    }
    return found;
}
