/* Reads a YAML file and prints every scalar with the path to it: "targets/board/toplevel =
   sort_board". Status 1 and a message when the file is not YAML, or a mapping has a key twice. */
#include <stdio.h>
#include <string.h>
#include <yaml.h>

static yaml_document_t document;

static int print(yaml_node_t *node, const char *path) {
    char inner[4096];
    if (node->type == YAML_SCALAR_NODE) {
        printf("%s = %s\n", path, (const char *)node->data.scalar.value);
        return 0;
    }
    if (node->type == YAML_SEQUENCE_NODE) {
        for (yaml_node_item_t *item = node->data.sequence.items.start;
             item < node->data.sequence.items.top; item++) {
            snprintf(inner, sizeof inner, "%s/-", path);
            if (print(yaml_document_get_node(&document, *item), inner)) return 1;
        }
        return 0;
    }
    for (yaml_node_pair_t *pair = node->data.mapping.pairs.start;
         pair < node->data.mapping.pairs.top; pair++) {
        const char *key =
            (const char *)yaml_document_get_node(&document, pair->key)->data.scalar.value;
        for (yaml_node_pair_t *other = node->data.mapping.pairs.start; other < pair; other++)
            if (!strcmp(key, (const char *)yaml_document_get_node(&document, other->key)
                                 ->data.scalar.value)) {
                fprintf(stderr, "%s/%s is there twice\n", path, key);
                return 1;
            }
        snprintf(inner, sizeof inner, "%s%s%s", path, *path ? "/" : "", key);
        if (print(yaml_document_get_node(&document, pair->value), inner)) return 1;
    }
    return 0;
}

int main(int argc, char **argv) {
    yaml_parser_t parser;
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file || !yaml_parser_initialize(&parser)) return 2;
    yaml_parser_set_input_file(&parser, file);
    if (!yaml_parser_load(&parser, &document) || !yaml_document_get_root_node(&document)) {
        fprintf(stderr, "%s:%zu: %s\n", argv[1], parser.problem_mark.line + 1,
                parser.problem ? parser.problem : "empty");
        return 1;
    }
    int status = print(yaml_document_get_root_node(&document), "");
    yaml_document_delete(&document);
    yaml_parser_delete(&parser);
    fclose(file);
    return status;
}
