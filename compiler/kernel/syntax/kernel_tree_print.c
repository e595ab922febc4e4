/* The tree of kernels and channels, in the language itself. */
#include <string.h>

#include "base/text.h"
#include "kernel/syntax/collectives.h"
#include "kernel/syntax/kernel_tree.h"
#include "kernel/syntax/parse_kernel.h"

static void print_nodes(struct bl_text *text, const struct bl_nodes_tree *nodes) {
    if (!nodes->first) {
        bl_text_add(text, nodes->any ? "any" : "all");
        return;
    }
    bl_expression_print(text, nodes->first);
    if (!nodes->last) return;
    bl_text_add(text, "..");
    bl_expression_print(text, nodes->last);
}

void bl_rule_print(struct bl_text *text, const struct bl_rule_tree *rule) {
    const char *sign = bl_token_kind_text(rule->sign); /* in quotes */
    bl_expression_print(text, rule->left);
    bl_text_add(text, " %.*s ", (int)strlen(sign) - 2, sign + 1);
    bl_expression_print(text, rule->right);
}

void bl_channel_tree_print(struct bl_text *text, const struct bl_declaration *declaration) {
    const struct bl_channel_tree *channel = declaration->body;
    bl_text_add(text, "channel %s: %s from ", bl_name_text(declaration->name),
                bl_name_text(channel->type));
    print_nodes(text, &channel->from);
    bl_text_add(text, " to ");
    print_nodes(text, &channel->to);
    if (!channel->buffer && !channel->send.symbol && !channel->unreliable.line) {
        bl_text_add(text, ";\n");
        return;
    }
    bl_text_add(text, " {\n");
    if (channel->buffer) {
        bl_text_add(text, "    buffer ");
        bl_expression_print(text, channel->buffer);
        bl_text_add(text, ";\n");
    }
    if (channel->send.symbol) bl_text_add(text, "    send %s;\n", bl_name_text(channel->send));
    if (channel->unreliable.line) bl_text_add(text, "    unreliable;\n");
    bl_text_add(text, "}\n");
}

static void print_count(struct bl_text *text, const struct bl_end_tree *end) {
    if (!end->count) return;
    bl_text_add(text, "(");
    if (end->address) {
        bl_expression_print(text, end->address);
        bl_text_add(text, ", ");
    }
    bl_expression_print(text, end->count);
    bl_text_add(text, ")");
}

static void print_memory(struct bl_text *text, const struct bl_end_tree *end) {
    bl_text_add(text, "%s(", bl_name_text(end->name));
    bl_expression_print(text, end->address);
    bl_text_add(text, ", ");
    bl_expression_print(text, end->count);
    bl_text_add(text, ")");
}

static void print_collective(struct bl_text *text, const struct bl_collective_tree *tree) {
    bl_text_add(text, "%s ", tree->row->word);
    if (tree->row->combines) bl_text_add(text, "%s ", bl_name_text(tree->operator));
    bl_text_add(text, "%s ", bl_name_text(tree->type));
    print_memory(text, &tree->from);
    if (tree->row->two) bl_text_add(text, " -> ");
    if (tree->row->two) print_memory(text, &tree->to);
    if (tree->row->root) bl_text_add(text, " %s ", tree->row->root);
    if (tree->row->root) bl_expression_print(text, tree->root);
    bl_text_add(text, ";\n");
}

static void print_end(struct bl_text *text, const struct bl_end_tree *end) {
    static const char *const words[] = {"read ", "write ", "send ", "recv ", "", "fill", "drop"};
    bl_text_add(text, "%s%s", words[end->word],
                end->word < BL_END_FILL ? bl_name_text(end->name) : "");
    print_count(text, end);
    if (!end->node) return;
    bl_text_add(text, end->word == BL_END_SEND ? " to " : " from ");
    bl_expression_print(text, end->node);
}

static void print_rule(struct bl_text *text, const struct bl_rule_tree *rule) {
    bl_text_add(text, "    require ");
    bl_rule_print(text, rule);
    bl_text_add(text, ";\n");
}

static void print_moves(struct bl_text *text, const struct bl_move_tree *move, int depth) {
    for (; move; move = move->next) {
        bl_text_add(text, "%*s", 4 * depth, "");
        if (move->kind == BL_TREE_WAIT || move->kind == BL_TREE_BARRIER) {
            bl_text_add(text, "%s;\n", move->kind == BL_TREE_WAIT ? "wait" : "barrier");
            continue;
        }
        if (move->kind == BL_TREE_COLLECTIVE) {
            print_collective(text, move->collective);
            continue;
        }
        if (move->kind == BL_TREE_REPEAT) {
            bl_text_add(text, "repeat %s in ", bl_name_text(move->counter));
            bl_expression_print(text, move->first);
            bl_text_add(text, move->below ? "..<" : "..");
            bl_expression_print(text, move->last);
            bl_text_add(text, " {\n");
            print_moves(text, move->body, depth + 1);
            bl_text_add(text, "%*s}\n", 4 * depth, "");
            continue;
        }
        print_end(text, &move->from);
        bl_text_add(text, " -> ");
        print_end(text, &move->to);
        bl_text_add(text, ";\n");
    }
}

static void print_port(struct bl_text *text, const struct bl_port_tree *port) {
    bl_text_add(text, "    %s %s: %s", port->in ? "in" : "out", bl_name_text(port->name),
                bl_name_text(port->type));
    if (port->of.symbol) bl_text_add(text, " per ");
    if (port->move) bl_text_add(text, "move of ");
    if (port->per > 1) bl_text_add(text, "%lld ", (long long)port->per);
    if (port->of.symbol) bl_text_add(text, "%s", bl_name_text(port->of));
    if (port->after) bl_text_add(text, " after %lld", (long long)port->after);
    bl_text_add(text, ";\n");
}

void bl_kernel_tree_print(struct bl_text *text, const struct bl_declaration *declaration) {
    const struct bl_kernel_tree *kernel = declaration->body;
    bl_text_add(text, "kernel %s on %s", bl_name_text(declaration->name),
                bl_name_text(kernel->cluster));
    if (kernel->nodes.first) {
        bl_text_add(text, " node ");
        print_nodes(text, &kernel->nodes);
    }
    bl_text_add(text, " (");
    for (const struct bl_field *field = kernel->arguments; field; field = field->next)
        bl_text_add(text, "%s: %s%s", bl_name_text(field->name), bl_name_text(field->type),
                    field->next ? ", " : "");
    bl_text_add(text, ") ");
    if (kernel->verilog.symbol)
        bl_text_add(text, "verilog \"%s\" golden \"%s\" ", bl_name_text(kernel->verilog),
                    bl_name_text(kernel->golden));
    bl_text_add(text, "{\n");
    for (const struct bl_port_tree *port = kernel->ports; port; port = port->next)
        print_port(text, port);
    for (const struct bl_rule_tree *rule = kernel->rules; rule; rule = rule->next)
        print_rule(text, rule);
    print_moves(text, kernel->body, 1);
    bl_text_add(text, "}\n");
}

void bl_group_tree_print(struct bl_text *text, const struct bl_declaration *declaration) {
    const struct bl_group_tree *group = declaration->body;
    bl_text_add(text, "group %s {\n", bl_name_text(declaration->name));
    for (const struct bl_start_tree *start = group->starts; start; start = start->next) {
        bl_text_add(text, "    start %s", bl_name_text(start->kernel));
        if (start->at) bl_text_add(text, " node ");
        if (start->at) bl_expression_print(text, start->at->right);
        bl_text_add(text, ";\n");
    }
    for (const struct bl_rule_tree *rule = group->rules; rule; rule = rule->next)
        print_rule(text, rule);
    bl_text_add(text, "}\n");
}
