/* What stands behind the words `kernel`, `channel` and `group`. */
#ifndef BL_PARSE_KERNEL_H
#define BL_PARSE_KERNEL_H

struct bl_declaration;
struct bl_parser;
struct bl_rule_tree;
struct bl_text;

/* bl_kind_word.parse of the three words. */
void bl_parse_kernel(struct bl_parser *parser, struct bl_declaration *declaration);
void bl_parse_channel(struct bl_parser *parser, struct bl_declaration *declaration);
void bl_parse_group(struct bl_parser *parser, struct bl_declaration *declaration);
/* In the language itself, with the word. */
void bl_group_tree_print(struct bl_text *text, const struct bl_declaration *declaration);
void bl_kernel_tree_print(struct bl_text *text, const struct bl_declaration *declaration);
void bl_channel_tree_print(struct bl_text *text, const struct bl_declaration *declaration);
/* `peer < nodes` */
void bl_rule_print(struct bl_text *text, const struct bl_rule_tree *rule);

#endif
