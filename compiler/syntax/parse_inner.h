/* What parse.h has for the files of its folder alone. */
#ifndef BL_PARSE_INNER_H
#define BL_PARSE_INNER_H

#include <stdbool.h>

struct bl_declaration;
struct bl_expression;
struct bl_parser;
struct bl_part;
struct bl_part_row;
struct bl_setting;
struct bl_slice;
struct bl_vocabulary;

/* `what` for the message: where the function stands. */
struct bl_expression *bl_parse_expression(struct bl_parser *parser);
struct bl_slice *bl_parse_slice(struct bl_parser *parser, const char *what);
/* A block of parts with its braces. `where` for the message: "bus". */
struct bl_part *bl_parse_parts(struct bl_parser *parser, const struct bl_part_row *rows,
                               const char *where);
/* The same of parts that are settings. */
struct bl_part *bl_parse_settings(struct bl_parser *parser, const struct bl_setting *settings,
                                  const char *where);
/* The part of parser->rows whose word is next, or NULL; and whether it is a word of any part: then
 * a value before it has ended. */
const struct bl_part_row *bl_at_part(const struct bl_parser *parser);
bool bl_at_any_part(const struct bl_parser *parser);
/* Makes `blocks` from the vocabulary. */
void bl_parser_words(struct bl_parser *parser, const struct bl_vocabulary *vocabulary);
/* What stands behind the words `cluster`, `bus`, `traffic`, `transfer`
 *, `pipeline`, `stage` and `dma`. */
void bl_parse_cluster(struct bl_parser *parser, struct bl_declaration *declaration);
void bl_parse_own(struct bl_parser *parser, struct bl_declaration *declaration);
void bl_parse_dma(struct bl_parser *parser, struct bl_declaration *declaration);

#endif
