/* What stands in the block of a cluster, a bus and its traffic: parts, each with a word in front.
   Settings are those of the vocabulary; all other parts are grammar and stand here. */
#ifndef BL_PARSE_PARTS_H
#define BL_PARSE_PARTS_H

struct bl_declaration;
struct bl_parser;

/* What stands behind the words `bus` and `traffic`. */
void bl_parse_bus(struct bl_parser *parser, struct bl_declaration *declaration);
void bl_parse_traffic(struct bl_parser *parser, struct bl_declaration *declaration);

#endif
