/* What may have been meant by a word that was mistyped. */
#ifndef BL_NEAR_H
#define BL_NEAR_H

/* The words among which one was meant, by their number; NULL behind the last. */
typedef const char *bl_word_of(const void *list, int number);

/* The word nearest to `word`: one that it is the beginning of, if only one is, else one that a
   letter or two turn it into (one, of words of up to four letters). NULL: none is near. */
const char *bl_near(const char *word, bl_word_of *word_of, const void *list);

#endif
