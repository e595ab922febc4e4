/* Pipelines: their statements and passes. */
#ifndef BL_PARSE_PIPELINE_H
#define BL_PARSE_PIPELINE_H

struct bl_declaration;
struct bl_parser;

/* What stands behind the word `pipeline`. */
void bl_parse_pipeline(struct bl_parser *parser, struct bl_declaration *declaration);

#endif
