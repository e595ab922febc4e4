#include "check/modules/modules.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/arena.h"
#include "base/near.h"
#include "base/text.h"
#include "base/tools/cache.h"
#include "base/tools/toolchain.h"
#include "base/tools/tools.h"
#include "ir/program.h"

#define WORD_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"

enum {
    SHORTEST_END = 6 /* letters of a mistyped `endmodule` */,
    MOST_SECONDS = 20,
    MOST_KEPT = 2000 /* files, hashes among them */
};
static const struct bl_tool_limits limits = {MOST_SECONDS, (size_t)2 << 30, (size_t)64 << 20};

/* The module that has an instance of the one asked about, as a circuit has it; no file of the
 * user's has one whose name begins so. */
#define AROUND "bl_stage_use"

bool bl_modules_have(const struct bl_modules *modules, const char *name) {
    for (int i = 0; i < modules->all.count; i++)
        if (!strcmp(modules->all.items[i].name, name)) return true;
    return false;
}

bool bl_modules_parameter(const struct bl_modules *modules, const char *name) {
    for (int i = 0; i < modules->has.count; i++)
        if (!strcmp(modules->has.items[i], name)) return true;
    return false;
}

/* ---- kept answers: a document of our own */

static const char *words_of(struct bl_arena *arena, const struct bl_modules *modules) {
    const char *text = modules->name;
    for (int i = 0; i < modules->parameter_count; i++)
        text = bl_format(arena, "%s %s=%" PRId64, text, modules->parameters[i].name,
                         modules->parameters[i].value);
    return text;
}

/* Another Yosys may read otherwise: it is known by its size and age. */
static const char *place_of(struct bl_arena *arena, const struct bl_modules *modules,
                            const char *yosys) {
    const char *folder = bl_cache_below(arena, "stages");
    struct stat status;
    if (!folder || stat(yosys, &status)) return NULL;
    const char *words = bl_format(arena, "1 %s %" PRIu64 " %lld %lld", words_of(arena, modules),
                                  (uint64_t)XXH3_64bits(modules->text, modules->length),
                                  (long long)status.st_size, (long long)status.st_mtime);
    XXH128_hash_t hash = XXH3_128bits(words, strlen(words));
    return bl_format(arena, "%s/%016" PRIx64 "%016" PRIx64 ".json", folder, (uint64_t)hash.high64,
                     (uint64_t)hash.low64);
}

static cJSON *as_json(const struct bl_modules *modules) {
    cJSON *object = cJSON_CreateObject(), *all = cJSON_AddObjectToObject(object, "modules"),
          *ports = cJSON_AddObjectToObject(object, "ports"),
          *parameters = cJSON_AddObjectToObject(object, "parameters");
    for (int i = 0; i < modules->all.count; i++)
        cJSON_AddNumberToObject(all, modules->all.items[i].name, modules->all.items[i].line);
    for (int i = 0; i < modules->ports.count; i++) {
        const struct bl_module_port *port = &modules->ports.items[i];
        cJSON *row = cJSON_AddObjectToObject(ports, port->name);
        cJSON_AddBoolToObject(row, "input", port->input);
        cJSON_AddBoolToObject(row, "output", port->output);
        cJSON_AddNumberToObject(row, "bits", port->bits);
    }
    for (int i = 0; i < modules->has.count; i++)
        cJSON_AddTrueToObject(parameters, modules->has.items[i]);
    return object;
}

static void keep(struct bl_arena *arena, const struct bl_modules *modules, const char *place) {
    cJSON *object = as_json(modules);
    char *printed = cJSON_PrintUnformatted(object);
    struct bl_text text = {0};
    const char *slash = strrchr(place, '/'),
               *made = bl_format(arena, "%.*sscratch-%ld-%s", (int)(slash + 1 - place), place,
                                 (long)getpid(), slash + 1);
    if (printed) bl_text_add(&text, "%s\n", printed);
    if (!printed || bl_text_save(&text, made) || bl_cache_put(arena, made, place)) unlink(made);
    bl_text_free(&text);
    cJSON_free(printed);
    cJSON_Delete(object);
}

static cJSON *read_json(const char *path) {
    struct bl_text text = {0};
    cJSON *object = bl_read_file(&text, path) || !text.length
                        ? NULL
                        : cJSON_ParseWithLength(text.bytes, text.length);
    bl_text_free(&text);
    return object;
}

static bool is_kept(struct bl_arena *arena, struct bl_modules *modules, const char *place) {
    cJSON *object = place && bl_cache_intact(arena, place) ? read_json(place) : NULL, *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(object, "modules")) *
        BL_APPEND(arena, &modules->all) = (struct bl_module_place){bl_strdup(arena, item->string),
                                                                   item->valueint};
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(object, "ports")) *
        BL_APPEND(arena, &modules->ports) = (struct bl_module_port){
        bl_strdup(arena, item->string), cJSON_IsTrue(cJSON_GetObjectItem(item, "input")),
        cJSON_IsTrue(cJSON_GetObjectItem(item, "output")),
        (int)cJSON_GetNumberValue(cJSON_GetObjectItem(item, "bits"))};
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(object, "parameters")) *
        BL_APPEND(arena, &modules->has) = bl_strdup(arena, item->string);
    cJSON_Delete(object);
    return object;
}

/* ---- asking Yosys. Files in memory: nothing is left over when bankloom is ended. */

enum part { PART_USER, PART_AROUND, PART_READ, PART_ELABORATED, PARTS };

struct asked {
    struct bl_modules *modules;
    const char *place; /* in the cache, or NULL */
    int files[PARTS];
};

struct asking {
    struct bl_arena *arena;
    struct asked *items;
    int count, capacity;
};

static const char *path_of(struct bl_arena *arena, int file) {
    return bl_format(arena, "/proc/self/fd/%d", file);
}

static int memory_file(const char *bytes, size_t length) {
    int file = memfd_create("bankloom", 0);
    for (size_t done = 0; file >= 0 && done < length;) {
        ssize_t count = write(file, bytes + done, length - done);
        if (count <= 0) break;
        done += (size_t)count;
    }
    return file;
}

/* "module bl_stage_use; range #(.LOW(3)) bl_stage (); endmodule" */
static const char *around(struct bl_arena *arena, const struct bl_modules *modules) {
    const char *text = "", *between = "";
    for (int i = 0; i < modules->parameter_count; i++, between = ", ")
        text = bl_format(arena, "%s%s.%s(%" PRId64 ")", text, between, modules->parameters[i].name,
                         modules->parameters[i].value);
    return bl_format(arena, "module " AROUND "; %s %s%s%sbl_stage (); endmodule\n", modules->name,
                     *text ? "#(" : "", text, *text ? ") " : "");
}

static void open_files(struct bl_arena *arena, struct asked *asked) {
    const char *text = around(arena, asked->modules);
    asked->files[PART_USER] = memory_file(asked->modules->text, asked->modules->length);
    asked->files[PART_AROUND] = memory_file(text, strlen(text));
    asked->files[PART_READ] = memory_file("", 0);
    asked->files[PART_ELABORATED] = memory_file("", 0);
}

static void close_files(const struct asked *asked) {
    for (int i = 0; i < PARTS; i++)
        if (asked->files[i] >= 0) close(asked->files[i]);
}

/* First what the file says, then what the module becomes with the parameters that it is given. */
static void add_script(struct bl_text *script, const struct asked *asked) {
    bl_text_add(script,
                "read_verilog /proc/self/fd/%d\n"
                "design -push-copy\n"
                "delete */p:* */c:* */m:*\n"
                "write_json /proc/self/fd/%d\n"
                "design -pop\n"
                "read_verilog /proc/self/fd/%d\n"
                "hierarchy -check -top " AROUND "\n"
                "delete */p:*\n"
                "write_json /proc/self/fd/%d\n"
                "design -reset\n",
                asked->files[PART_USER], asked->files[PART_READ], asked->files[PART_AROUND],
                asked->files[PART_ELABORATED]);
}

/* ---- what it answered */

/* "/proc/self/fd/7:2.1-18.10" */
static int line_of(const cJSON *module) {
    const char *place = cJSON_GetStringValue(
                   cJSON_GetObjectItem(cJSON_GetObjectItem(module, "attributes"), "src")),
               *colon = place ? strrchr(place, ':') : NULL;
    return colon ? atoi(colon + 1) : 0;
}

static void take_read(struct bl_arena *arena, struct bl_modules *modules, const cJSON *document) {
    const cJSON *module, *item;
    cJSON_ArrayForEach(module, cJSON_GetObjectItem(document, "modules")) {
        const char *name = bl_strdup(arena, module->string);
        *BL_APPEND(arena, &modules->all) = (struct bl_module_place){name, line_of(module)};
        if (strcmp(module->string, modules->name)) continue;
        cJSON_ArrayForEach(item,
                           cJSON_GetObjectItemCaseSensitive(module, "parameter_default_values")) *
            BL_APPEND(arena, &modules->has) = bl_strdup(arena, item->string);
    }
}

static void take_ports(struct bl_arena *arena, struct bl_modules *modules, const cJSON *module) {
    const cJSON *port;
    cJSON_ArrayForEach(port, cJSON_GetObjectItem(module, "ports")) {
        const char *direction = cJSON_GetStringValue(cJSON_GetObjectItem(port, "direction"));
        *BL_APPEND(arena, &modules->ports) = (struct bl_module_port){
            .name = bl_strdup(arena, port->string),
            .input = direction && strcmp(direction, "output"),
            .output = direction && strcmp(direction, "input"),
            .bits = cJSON_GetArraySize(cJSON_GetObjectItem(port, "bits"))};
    }
}

/* The module that the instance around is of; NULL when there is no answer. */
static const cJSON *instance_of(const cJSON *document) {
    const cJSON *modules = cJSON_GetObjectItem(document, "modules"),
                *top = cJSON_GetObjectItemCaseSensitive(modules, AROUND),
                *cell = cJSON_GetObjectItem(cJSON_GetObjectItem(top, "cells"), "bl_stage");
    const char *type = cJSON_GetStringValue(cJSON_GetObjectItem(cell, "type"));
    return type ? cJSON_GetObjectItemCaseSensitive(modules, type) : NULL;
}

/* Whether all was answered. */
static bool take(struct bl_arena *arena, struct asked *asked) {
    struct bl_modules *modules = asked->modules;
    cJSON *read = read_json(path_of(arena, asked->files[PART_READ])),
          *elaborated = read_json(path_of(arena, asked->files[PART_ELABORATED]));
    const cJSON *module = instance_of(elaborated);
    take_read(arena, modules, read);
    take_ports(arena, modules, module);
    cJSON_Delete(read);
    cJSON_Delete(elaborated);
    if (module && asked->place) keep(arena, modules, asked->place);
    return module;
}

/* The user's file has its own name in what is said of it. */
static const char *renamed(struct bl_arena *arena, const char *said, const struct asked *asked) {
    const char *path = path_of(arena, asked->files[PART_USER]), *text = "", *at;
    for (; (at = strstr(said, path)); said = at + strlen(path))
        text = bl_format(arena, "%s%.*s%s", text, (int)(at - said), said, asked->modules->path);
    return bl_format(arena, "%s%s", text, said);
}

static const char *endmodule_of(const void *list, int number) {
    (void)list;
    return number ? NULL : "endmodule";
}

/* A file that ends inside a module: where that begins, and what may stand for its end. Comments are
 * looked at like the rest. */
static void take_open_module(struct bl_arena *arena, struct bl_modules *modules) {
    const char *text = modules->text, *near = NULL;
    int line = 1, open = 0, near_line = 0;
    for (size_t i = 0, length; i < modules->length; i += length ? length : 1) {
        line += text[i] == '\n';
        length = strspn(text + i, WORD_LETTERS);
        const char *word = bl_strndup(arena, text + i, length);
        if (!strcmp(word, "module")) open = line;
        else if (!strcmp(word, "endmodule")) open = 0;
        else if (open && length > SHORTEST_END && bl_near(word, endmodule_of, NULL)) {
            near = word;
            near_line = line;
        }
    }
    if (!open) return;
    modules->line = open;
    modules->error = near ? bl_format(arena, "this module has no `endmodule`; line %d has `%s`",
                                      near_line, near)
                          : "this module has no `endmodule`";
}

/* The last line "FILE:LINE: ERROR: text" or "ERROR: text". */
static void take_error(struct bl_arena *arena, const struct asked *asked, const char *log) {
    static const char word[] = "ERROR: ";
    const char *line = NULL, *path = path_of(arena, asked->files[PART_USER]);
    for (const char *at = log; (at = strstr(at, word)); at++) line = at;
    if (!line) return;
    const char *begin = line;
    while (begin > log && begin[-1] != '\n') begin--;
    size_t length = strlen(path);
    if (!strncmp(begin, path, length) && begin[length] == ':')
        asked->modules->line = atoi(begin + length + 1);
    const char *text = line + strlen(word);
    size_t letters = strcspn(text, "\n");
    if (letters && text[letters - 1] == '.') letters--;
    asked->modules->error = renamed(arena, bl_strndup(arena, text, letters), asked);
    if (strstr(asked->modules->error, "end of file")) take_open_module(arena, asked->modules);
}

static const char *ended_by(struct bl_arena *arena, int status) {
    if (status == 128 + SIGXCPU || status == 128 + SIGKILL)
        return "it takes too long; does a module instantiate itself without end?";
    return bl_format(
        arena, "it ended with status %d; does a module instantiate itself without end?", status);
}

static void refuse(struct bl_arena *arena, const struct asked *asked, int log, int status) {
    struct bl_text text = {0};
    bl_read_file(&text, path_of(arena, log));
    bl_text_bytes(&text, "", 1);
    if (status < 128) take_error(arena, asked, text.bytes);
    if (!asked->modules->error) asked->modules->error = ended_by(arena, status);
    bl_text_free(&text);
}

/* The first that Yosys refuses ends it. How many are done with then. */
static int ask(struct asking *asking, int first) {
    struct bl_text script = {0};
    for (int i = first; i < asking->count; i++) add_script(&script, &asking->items[i]);
    int file = memory_file(script.bytes, script.length), log = memory_file("", 0), i = first;
    const char *const command[] = {"yosys", "-q", "-s", path_of(asking->arena, file), NULL};
    int status = bl_tool_run_limited(command, path_of(asking->arena, log), &limits);
    while (i < asking->count && take(asking->arena, &asking->items[i])) i++;
    if (i < asking->count) refuse(asking->arena, &asking->items[i++], log, status);
    bl_text_free(&script);
    if (file >= 0) close(file);
    if (log >= 0) close(log);
    return i;
}

static void ask_all(struct asking *asking) {
    for (int i = 0; i < asking->count; i++) open_files(asking->arena, &asking->items[i]);
    for (int done = 0; done < asking->count;) done = ask(asking, done);
    for (int i = 0; i < asking->count; i++) close_files(&asking->items[i]);
    const char *folder = asking->count ? bl_cache_below(asking->arena, "stages") : NULL;
    if (folder) bl_cache_tidy(folder, MOST_KEPT);
}

bool bl_modules_read(struct bl_arena *arena, struct bl_modules *const *all, int count) {
    const char *yosys = bl_tool_path(arena, &bl_tool_yosys);
    struct asking asking = {.arena = arena};
    for (int i = 0; i < count && yosys; i++) {
        const char *place = place_of(arena, all[i], yosys);
        if (!is_kept(arena, all[i], place))
            *BL_APPEND(arena, &asking) = (struct asked){.modules = all[i], .place = place};
    }
    ask_all(&asking);
    return yosys;
}
