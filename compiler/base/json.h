/* Documents of JSON. */
#ifndef BL_JSON_H
#define BL_JSON_H

#include <stdio.h>

struct bl_text;
struct cJSON;

/* Adds the document and the end of a line, and frees it. What its strings have that is no UTF-8, of
 * the name of a file or of bytes of a source, is shown as utf8.h says: the document always is. */
void bl_json_add(struct bl_text *text, struct cJSON *root);
/* The same into a file. */
void bl_json_print(FILE *file, struct cJSON *root);

/* Bytes as a string of JSON, with its quotes. */
void bl_json_string(struct bl_text *text, const char *bytes);

#endif
