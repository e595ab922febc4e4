/* `transfer`: reading and printing it. */
#ifndef BL_PARSE_BUS_H
#define BL_PARSE_BUS_H

struct bl_declaration;
struct bl_parser;

/* What stands behind the word `transfer`. */
void bl_parse_transfer(struct bl_parser *parser, struct bl_declaration *declaration);

#endif
