#include "base/json.h"

#include <cjson/cJSON.h>
#include <string.h>
#include "base/carried/utf8.h"
#include "base/host_memory.h"
#include "base/text.h"

/* cJSON takes bytes as they are. Outside of strings all are ASCII. */
static void add_utf8(struct bl_text *text, const char *bytes) {
    for (size_t left = strlen(bytes); left;) {
        int count = bl_utf8_bytes(bytes, left);
        if (count) bl_text_bytes(text, bytes, (size_t)count);
        else bl_text_add(text, BL_BYTE_IN_JSON, (unsigned)(unsigned char)*bytes);
        if (!count) count = 1;
        bytes += count;
        left -= (size_t)count;
    }
}

void bl_json_add(struct bl_text *text, cJSON *root) {
    char *printed = bl_needed(cJSON_Print(root));
    cJSON_Delete(root);
    add_utf8(text, printed);
    bl_text_add(text, "\n");
    cJSON_free(printed);
}

void bl_json_print(FILE *file, cJSON *root) {
    struct bl_text text = {0};
    bl_json_add(&text, root);
    fwrite(text.bytes, 1, text.length, file);
    bl_text_free(&text);
}

void bl_json_string(struct bl_text *text, const char *bytes) {
    cJSON *string = cJSON_CreateString(bytes);
    char *printed = bl_needed(cJSON_PrintUnformatted(string));
    cJSON_Delete(string);
    add_utf8(text, printed);
    cJSON_free(printed);
}
