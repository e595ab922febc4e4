#include "explain/graph_style.h"

#include "base/text.h"

static const char ink[] = "#1b2530", faint[] = "#55606b";

void bl_graph_begin(struct bl_text *text, const char *name, const char *words, const char *note) {
    bl_text_add(text, "digraph \"");
    bl_text_escaped(text, name);
    bl_text_add(
        text,
        "\" {\n  graph [fontname=\"Helvetica,Arial,sans-serif\" fontsize=11 fontcolor=\"%s\" "
        "bgcolor=\"#ffffff\" "
        "rankdir=TB compound=true nodesep=0.18 ranksep=0.32 pad=0.12 labelloc=t labeljust=l "
        "label=<<FONT POINT-SIZE=\"10\" COLOR=\"%s\">",
        ink, faint);
    bl_text_escaped(text, words);
    if (note) bl_text_add(text, "<BR ALIGN=\"LEFT\"/>%s<BR ALIGN=\"LEFT\"/>", note);
    bl_text_add(text,
                "</FONT>> style=rounded color=\"" BL_GRAPH_FRAME "\"];\n"
                "  node [fontname=\"Helvetica,Arial,sans-serif\" fontsize=11 fontcolor=\"%s\" "
                "color=\"" BL_GRAPH_FRAME "\" shape=box "
                "style=\"filled,rounded\" fillcolor=\"#ffffff\" margin=\"0.12,0.06\" height=0.3];\n"
                "  edge [fontname=\"Helvetica,Arial,sans-serif\" fontsize=9 fontcolor=\"%s\" "
                "color=\"#55606b\" arrowsize=0.6];\n",
                ink, faint);
}

void bl_graph_begin_label(struct bl_text *text) {
    bl_text_add(
        text, "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLPADDING=\"0\" CELLSPACING=\"1\"><TR><TD>");
}

void bl_graph_end_title(struct bl_text *text) { bl_text_add(text, "</TD></TR>"); }

void bl_graph_small(struct bl_text *text, const char *words) {
    if (!words) return;
    bl_text_add(text, "<TR><TD><FONT POINT-SIZE=\"9\" COLOR=\"%s\">", faint);
    bl_text_escaped(text, words);
    bl_text_add(text, "</FONT></TD></TR>");
}

void bl_graph_frame(struct bl_text *text, const char *title, const char *small) {
    bl_text_add(text,
                "      label=<<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLPADDING=\"0\" "
                "CELLSPACING=\"3\"><TR><TD>%s</TD>"
                "<TD VALIGN=\"BOTTOM\"><FONT POINT-SIZE=\"9\" COLOR=\"%s\">",
                title, faint);
    bl_text_escaped(text, *small ? small : " "); /* dot takes no empty font */
    bl_text_add(text, "</FONT></TD></TR></TABLE>>; pencolor=\"" BL_GRAPH_FRAME "\"; "
                      "style=rounded; labeljust=l; margin=7;");
}
