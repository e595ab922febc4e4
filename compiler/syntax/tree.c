/* Printing the tree as source text, and of which kind its program is. */
#include "syntax/tree.h"

#include "base/text.h"

const char *bl_name_text(struct bl_name name) { return name.symbol ? name.symbol->text : "?"; }

static const char *sign_text(enum bl_token_kind sign) {
    switch (sign) {
    case BL_TOKEN_PLUS: return "+";
    case BL_TOKEN_MINUS: return "-";
    case BL_TOKEN_STAR: return "*";
    case BL_TOKEN_SLASH: return "/";
    case BL_TOKEN_PERCENT: return "%";
    case BL_TOKEN_SHIFT_LEFT: return "<<";
    default: return ">>";
    }
}

/* In brackets unless it is a leaf, so that no rule of precedence is needed to read it. */
static void print_operand(struct bl_text *text, const struct bl_expression *operand) {
    bool brackets = operand->kind == BL_EXPRESSION_BINARY || operand->kind == BL_EXPRESSION_NEGATE;
    bl_text_add(text, brackets ? "(" : "");
    bl_expression_print(text, operand);
    bl_text_add(text, brackets ? ")" : "");
}

static void print_number(struct bl_text *text, const struct bl_expression *expression) {
    bl_text_bytes(text, expression->number.text, expression->length);
    if (expression->number.unit)
        bl_text_add(text, " %s%s", expression->number.unit->text,
                    expression->per_second ? "/s" : "");
}

void bl_expression_print(struct bl_text *text, const struct bl_expression *expression) {
    switch (expression->kind) {
    case BL_EXPRESSION_BAD: bl_text_add(text, "?"); break;
    case BL_EXPRESSION_NUMBER: print_number(text, expression); break;
    case BL_EXPRESSION_NAME: bl_text_add(text, "%s", expression->name->text); break;
    case BL_EXPRESSION_CALL:
        bl_text_add(text, "%s(", bl_name_text(expression->call.function));
        bl_expression_print(text, expression->call.argument);
        bl_text_add(text, ")");
        break;
    case BL_EXPRESSION_NEGATE:
        bl_text_add(text, "-");
        print_operand(text, expression->binary.left);
        break;
    case BL_EXPRESSION_BINARY:
        print_operand(text, expression->binary.left);
        bl_text_add(text, " %s ", sign_text(expression->sign));
        print_operand(text, expression->binary.right);
        break;
    }
}

static void print_slices(struct bl_text *text, const struct bl_slice *slice, const char *between) {
    for (; slice; slice = slice->next) {
        bl_slice_print(text, slice, false);
        if (slice->next) bl_text_add(text, "%s", between);
    }
}

static void print_of(struct bl_text *text, const struct bl_slice *slice) {
    static const struct {
        const char *open, *between, *close;
    } signs[] = {[BL_OF_JOIN] = {"{", ", ", "}"},
                 [BL_OF_XOR] = {"(", " ^ ", ")"},
                 [BL_OF_CALL] = {"(", ", ", ")"}};
    if (slice->of == BL_OF_NAME || slice->of == BL_OF_CALL)
        bl_text_add(text, "%s", bl_name_text(slice->name));
    if (slice->of == BL_OF_NAME) return;
    bl_text_add(text, "%s", signs[slice->of].open);
    print_slices(text, slice->parts, signs[slice->of].between);
    bl_text_add(text, "%s", signs[slice->of].close);
}

void bl_slice_print(struct bl_text *text, const struct bl_slice *slice, bool whole) {
    print_of(text, slice);
    if (whole || slice->kind == BL_SLICE_WHOLE) return;
    bl_text_add(text, "[");
    bl_expression_print(text, slice->first);
    if (slice->second) {
        bl_text_add(text, slice->kind == BL_SLICE_WIDTH ? " +: " : " : ");
        bl_expression_print(text, slice->second);
    }
    bl_text_add(text, "]");
}

static void print_stage(struct bl_text *text, const struct bl_stage_tree *stage) {
    const struct bl_stage_words *words = bl_stage_words(stage->kind);
    bool named = words->versions;
    if (stage->kind == BL_OWN) {
        bl_text_add(text, "%s", bl_name_text(stage->own));
        return;
    }
    bl_text_add(text, named ? "%s " : "%s(", words->word);
    print_slices(text, stage->arguments, ", ");
    bl_text_add(text, named ? "" : ")");
    if (words->makes) bl_text_add(text, " as %s", bl_name_text(stage->as));
}

static void print_pass(struct bl_text *text, const struct bl_statement *pass) {
    bl_text_add(text, pass->pass.broken ? "pass { ? " : "pass { ");
    for (const struct bl_stage_tree *stage = pass->pass.stages; stage; stage = stage->next) {
        print_stage(text, stage);
        bl_text_add(text, stage->next ? " -> " : "");
    }
    bl_text_add(text, " }\n");
}

static void print_statements(struct bl_text *text, const struct bl_statement *statement,
                             int indent);

static void print_repeat(struct bl_text *text, const struct bl_statement *statement, int indent) {
    bl_text_add(text, "repeat %s in ", bl_name_text(statement->name));
    bl_expression_print(text, statement->repeat.first);
    bl_text_add(text, statement->repeat.below ? "..<" : "..");
    bl_expression_print(text, statement->repeat.last);
    bl_text_add(text, " {\n");
    print_statements(text, statement->repeat.body, indent + 4);
    bl_text_add(text, "%*s}\n", indent, "");
}

static void print_named(struct bl_text *text, const struct bl_statement *statement) {
    const char *name = bl_name_text(statement->name);
    if (statement->kind == BL_STATEMENT_CONST) {
        bl_text_add(text, "const %s = ", name);
        bl_expression_print(text, statement->value);
    } else if (statement->kind == BL_STATEMENT_LET) {
        bl_text_add(text, "let %s = ", name);
        bl_slice_print(text, statement->slice, false);
    } else {
        bl_text_add(text, "partition %s by ", name);
        bl_slice_print(text, statement->partition.node, false);
        bl_text_add(text, ", ");
        bl_slice_print(text, statement->partition.channel, false);
    }
    bl_text_add(text, ";\n");
}

static void print_statements(struct bl_text *text, const struct bl_statement *statement,
                             int indent) {
    for (; statement; statement = statement->next) {
        bl_text_add(text, "%*s", indent, "");
        if (statement->kind == BL_STATEMENT_PASS) print_pass(text, statement);
        else if (statement->kind == BL_STATEMENT_REPEAT) print_repeat(text, statement, indent);
        else print_named(text, statement);
    }
}

static void print_parts(struct bl_text *text, const struct bl_part *part, int indent) {
    for (; part; part = part->next) {
        bl_text_add(text, "%*s%s", indent, "", bl_name_text(part->word));
        if (part->label.symbol)
            bl_text_add(text, part->quoted ? " \"%s\"" : " %s", part->label.symbol->text);
        if (part->of) {
            bl_text_add(text, " ");
            bl_expression_print(text, part->of);
        }
        if (part->value) {
            bl_text_add(text, " ");
            bl_expression_print(text, part->value);
        }
        if (part->phase) {
            bl_text_add(text, " phase ");
            bl_expression_print(text, part->phase);
        }
        if (part->last) {
            bl_text_add(text, "..");
            bl_expression_print(text, part->last);
        }
        for (const struct bl_more *more = part->more; more; more = more->next) {
            bl_text_add(text, ", ");
            bl_expression_print(text, more->value);
        }
        if (part->block) {
            bl_text_add(text, " {\n");
            print_parts(text, part->parts, indent + 4);
            bl_text_add(text, "%*s}\n", indent, "");
        } else bl_text_add(text, ";\n");
    }
}

static void print_record(struct bl_text *text, const struct bl_declaration *declaration) {
    bl_text_add(text, "record %s {\n", bl_name_text(declaration->name));
    for (const struct bl_field *field = declaration->fields; field; field = field->next)
        bl_text_add(text, "    %s: %s;\n", bl_name_text(field->name), bl_name_text(field->type));
    bl_text_add(text, "}\n");
}

static void print_takes(struct bl_text *text, const struct bl_field *field) {
    bl_text_add(text, "(");
    for (; field; field = field->next)
        bl_text_add(text, "%s: %s%s", bl_name_text(field->name), bl_name_text(field->type),
                    field->next ? ", " : "");
    bl_text_add(text, ")");
}

static void print_own(struct bl_text *text, const struct bl_declaration *declaration) {
    const struct bl_own_tree *own = declaration->own;
    bl_text_add(text, "stage %s ", bl_name_text(declaration->name));
    print_takes(text, own->takes);
    if (own->makes) bl_text_add(text, " -> ");
    if (own->makes) print_takes(text, own->makes);
    bl_text_add(text, own->keeps ? " keeps {\n" : " {\n");
    print_parts(text, own->parts, 4);
    bl_text_add(text, "}\n");
}

void bl_declaration_parts_print(struct bl_text *text, const struct bl_declaration *declaration) {
    bool named = declaration->name.range.file;
    const char *word = declaration->word ? declaration->word->word : "cluster";
    bl_text_add(text, "%s%s%s {\n", word, named ? " " : "",
                named ? bl_name_text(declaration->name) : "");
    print_parts(text, declaration->parts, 4);
    bl_text_add(text, "}\n");
}

void bl_pipeline_tree_print(struct bl_text *text, const struct bl_declaration *declaration) {
    const struct bl_pipeline_tree *pipeline = declaration->body;
    bl_text_add(text, "pipeline %s(%s: %s) on %s {\n", bl_name_text(declaration->name),
                bl_name_text(pipeline->input), bl_name_text(pipeline->record),
                bl_name_text(pipeline->cluster));
    print_statements(text, pipeline->body, 4);
    bl_text_add(text, "}\n");
}

static void print_dma(struct bl_text *text, const struct bl_declaration *declaration) {
    bl_text_add(text, "dma %s on %s {\n", bl_name_text(declaration->name),
                bl_name_text(declaration->dma->cluster));
    print_parts(text, declaration->dma->parts, 4);
    bl_text_add(text, "}\n");
}

static void print_import(struct bl_text *text, const struct bl_declaration *declaration) {
    bl_text_add(text, "import \"%s\";\n",
                declaration->import.path ? declaration->import.path : "?");
}

static void print_const(struct bl_text *text, const struct bl_declaration *declaration) {
    bl_text_add(text, "const %s = ", bl_name_text(declaration->name));
    bl_expression_print(text, declaration->value);
    bl_text_add(text, ";\n");
}

static void print_declaration(struct bl_text *text, const struct bl_declaration *declaration) {
    switch (declaration->kind) {
    case BL_DECLARATION_IMPORT: print_import(text, declaration); break;
    case BL_DECLARATION_CONST: print_const(text, declaration); break;
    case BL_DECLARATION_CLUSTER: bl_declaration_parts_print(text, declaration); break;
    case BL_DECLARATION_RECORD: print_record(text, declaration); break;
    case BL_DECLARATION_OWN: print_own(text, declaration); break;
    case BL_DECLARATION_DMA: print_dma(text, declaration); break;
    case BL_DECLARATION_PROGRAM: declaration->word->print(text, declaration); break;
    }
}

void bl_tree_print(struct bl_text *text, const struct bl_tree *tree) {
    for (const struct bl_declaration *declaration = tree->declarations; declaration;
         declaration = declaration->next)
        print_declaration(text, declaration);
}

static bool has(const struct bl_tree *tree, const struct bl_kind *kind) {
    for (const struct bl_declaration *declaration = tree->declarations; declaration;
         declaration = declaration->next) {
        if (declaration->of == kind) return true;
        if (declaration->kind == BL_DECLARATION_IMPORT && declaration->import.tree &&
            has(declaration->import.tree, kind))
            return true;
    }
    return false;
}

static bool has_dma(const struct bl_tree *tree) {
    for (const struct bl_declaration *declaration = tree->declarations; declaration;
         declaration = declaration->next)
        if (declaration->kind == BL_DECLARATION_DMA ||
            (declaration->kind == BL_DECLARATION_IMPORT && declaration->import.tree &&
             has_dma(declaration->import.tree)))
            return true;
    return false;
}

static const struct bl_kind *kind_alone(void) {
    for (int i = 0; i < bl_kind_count; i++)
        if (bl_kinds[i]->alone) return bl_kinds[i];
    return NULL;
}

const struct bl_kind *bl_tree_kind(const struct bl_tree *tree) {
    for (int i = 1; i < bl_kind_count; i++)
        if (has(tree, bl_kinds[i])) return bl_kinds[i];
    if (has(tree, bl_kinds[0])) return bl_kinds[0];
    return has_dma(tree) ? kind_alone() : NULL;
}
