/* Words that C, C++ or Verilog reserve: the names that go into the written files as they are cannot be among them. */
#include <stdlib.h>
#include <string.h>
#include "check.h"

struct word { const char *text; enum bl_word_language language; };

/* In the order of strcmp. */
static const struct word WORDS[] = {
    {"NULL", BL_WORD_C},    {"accept_on", BL_WORD_VERILOG},    {"alias", BL_WORD_VERILOG},    {"alignas", BL_WORD_CPP},
    {"alignof", BL_WORD_CPP},    {"always", BL_WORD_VERILOG},    {"always_comb", BL_WORD_VERILOG},    {"always_ff", BL_WORD_VERILOG},
    {"always_latch", BL_WORD_VERILOG},    {"and", BL_WORD_CPP},    {"asm", BL_WORD_C},    {"assert", BL_WORD_VERILOG},
    {"assign", BL_WORD_VERILOG},    {"assume", BL_WORD_VERILOG},    {"auto", BL_WORD_C},    {"before", BL_WORD_VERILOG},
    {"begin", BL_WORD_VERILOG},    {"bind", BL_WORD_VERILOG},    {"bins", BL_WORD_VERILOG},    {"binsof", BL_WORD_VERILOG},
    {"bit", BL_WORD_VERILOG},    {"bitand", BL_WORD_CPP},    {"bitor", BL_WORD_CPP},    {"bool", BL_WORD_C},
    {"break", BL_WORD_C},    {"buf", BL_WORD_VERILOG},    {"bufif0", BL_WORD_VERILOG},    {"bufif1", BL_WORD_VERILOG},
    {"byte", BL_WORD_VERILOG},    {"case", BL_WORD_C},    {"casex", BL_WORD_VERILOG},    {"casez", BL_WORD_VERILOG},
    {"catch", BL_WORD_CPP},    {"cell", BL_WORD_VERILOG},    {"chandle", BL_WORD_VERILOG},    {"char", BL_WORD_C},
    {"checker", BL_WORD_VERILOG},    {"class", BL_WORD_CPP},    {"clocking", BL_WORD_VERILOG},    {"cmos", BL_WORD_VERILOG},
    {"compl", BL_WORD_CPP},    {"config", BL_WORD_VERILOG},    {"const", BL_WORD_C},    {"constexpr", BL_WORD_CPP},
    {"constraint", BL_WORD_VERILOG},    {"context", BL_WORD_VERILOG},    {"continue", BL_WORD_C},    {"cover", BL_WORD_VERILOG},
    {"covergroup", BL_WORD_VERILOG},    {"coverpoint", BL_WORD_VERILOG},    {"cross", BL_WORD_VERILOG},    {"deassign", BL_WORD_VERILOG},
    {"decltype", BL_WORD_CPP},    {"default", BL_WORD_C},    {"defparam", BL_WORD_VERILOG},    {"delete", BL_WORD_CPP},
    {"design", BL_WORD_VERILOG},    {"disable", BL_WORD_VERILOG},    {"dist", BL_WORD_VERILOG},    {"do", BL_WORD_C},
    {"double", BL_WORD_C},    {"dynamic_cast", BL_WORD_CPP},    {"edge", BL_WORD_VERILOG},    {"else", BL_WORD_C},
    {"end", BL_WORD_VERILOG},    {"endcase", BL_WORD_VERILOG},    {"endchecker", BL_WORD_VERILOG},    {"endclass", BL_WORD_VERILOG},
    {"endclocking", BL_WORD_VERILOG},    {"endconfig", BL_WORD_VERILOG},    {"endfunction", BL_WORD_VERILOG},
    {"endgenerate", BL_WORD_VERILOG},
    {"endgroup", BL_WORD_VERILOG},    {"endinterface", BL_WORD_VERILOG},    {"endmodule", BL_WORD_VERILOG},
    {"endpackage", BL_WORD_VERILOG},
    {"endprimitive", BL_WORD_VERILOG},    {"endprogram", BL_WORD_VERILOG},    {"endproperty", BL_WORD_VERILOG},
    {"endsequence", BL_WORD_VERILOG},
    {"endspecify", BL_WORD_VERILOG},    {"endtable", BL_WORD_VERILOG},    {"endtask", BL_WORD_VERILOG},    {"enum", BL_WORD_C},
    {"event", BL_WORD_VERILOG},    {"expect", BL_WORD_VERILOG},    {"explicit", BL_WORD_CPP},    {"export", BL_WORD_CPP},
    {"extends", BL_WORD_VERILOG},    {"extern", BL_WORD_C},    {"false", BL_WORD_C},    {"final", BL_WORD_VERILOG},
    {"first_match", BL_WORD_VERILOG},    {"float", BL_WORD_C},    {"for", BL_WORD_C},    {"force", BL_WORD_VERILOG},
    {"foreach", BL_WORD_VERILOG},    {"forever", BL_WORD_VERILOG},    {"fork", BL_WORD_VERILOG},    {"forkjoin", BL_WORD_VERILOG},
    {"friend", BL_WORD_CPP},    {"function", BL_WORD_VERILOG},    {"generate", BL_WORD_VERILOG},    {"genvar", BL_WORD_VERILOG},
    {"global", BL_WORD_VERILOG},    {"goto", BL_WORD_C},    {"highz0", BL_WORD_VERILOG},    {"highz1", BL_WORD_VERILOG},
    {"if", BL_WORD_C},    {"iff", BL_WORD_VERILOG},    {"ifnone", BL_WORD_VERILOG},    {"ignore_bins", BL_WORD_VERILOG},
    {"illegal_bins", BL_WORD_VERILOG},    {"implements", BL_WORD_VERILOG},    {"implies", BL_WORD_VERILOG},    {"import", BL_WORD_VERILOG},
    {"incdir", BL_WORD_VERILOG},    {"include", BL_WORD_VERILOG},    {"initial", BL_WORD_VERILOG},    {"inline", BL_WORD_C},
    {"inout", BL_WORD_VERILOG},    {"input", BL_WORD_VERILOG},    {"inside", BL_WORD_VERILOG},    {"instance", BL_WORD_VERILOG},
    {"int", BL_WORD_C},    {"integer", BL_WORD_VERILOG},    {"interconnect", BL_WORD_VERILOG},    {"interface", BL_WORD_VERILOG},
    {"intersect", BL_WORD_VERILOG},    {"join", BL_WORD_VERILOG},    {"join_any", BL_WORD_VERILOG},    {"join_none", BL_WORD_VERILOG},
    {"large", BL_WORD_VERILOG},    {"let", BL_WORD_VERILOG},    {"liblist", BL_WORD_VERILOG},    {"library", BL_WORD_VERILOG},
    {"local", BL_WORD_VERILOG},    {"localparam", BL_WORD_VERILOG},    {"logic", BL_WORD_VERILOG},    {"long", BL_WORD_C},
    {"longint", BL_WORD_VERILOG},    {"macromodule", BL_WORD_VERILOG},    {"main", BL_WORD_C},    {"matches", BL_WORD_VERILOG},
    {"medium", BL_WORD_VERILOG},    {"modport", BL_WORD_VERILOG},    {"module", BL_WORD_VERILOG},    {"mutable", BL_WORD_CPP},
    {"namespace", BL_WORD_CPP},    {"nand", BL_WORD_VERILOG},    {"negedge", BL_WORD_VERILOG},    {"nettype", BL_WORD_VERILOG},
    {"new", BL_WORD_CPP},    {"nmos", BL_WORD_VERILOG},    {"noexcept", BL_WORD_CPP},    {"nor", BL_WORD_VERILOG},
    {"noshowcancelled", BL_WORD_VERILOG},    {"not", BL_WORD_CPP},    {"notif0", BL_WORD_VERILOG},    {"notif1", BL_WORD_VERILOG},
    {"nullptr", BL_WORD_CPP},    {"operator", BL_WORD_CPP},    {"or", BL_WORD_CPP},    {"output", BL_WORD_VERILOG},
    {"package", BL_WORD_VERILOG},    {"packed", BL_WORD_VERILOG},    {"parameter", BL_WORD_VERILOG},    {"pmos", BL_WORD_VERILOG},
    {"posedge", BL_WORD_VERILOG},    {"primitive", BL_WORD_VERILOG},    {"priority", BL_WORD_VERILOG},    {"private", BL_WORD_CPP},
    {"program", BL_WORD_VERILOG},    {"property", BL_WORD_VERILOG},    {"protected", BL_WORD_CPP},    {"public", BL_WORD_CPP},
    {"pull0", BL_WORD_VERILOG},    {"pull1", BL_WORD_VERILOG},    {"pulldown", BL_WORD_VERILOG},    {"pullup", BL_WORD_VERILOG},
    {"pulsestyle_ondetect", BL_WORD_VERILOG},    {"pulsestyle_onevent", BL_WORD_VERILOG},    {"pure", BL_WORD_VERILOG},
    {"rand", BL_WORD_VERILOG},
    {"randc", BL_WORD_VERILOG},    {"randcase", BL_WORD_VERILOG},    {"randsequence", BL_WORD_VERILOG},    {"rcmos", BL_WORD_VERILOG},
    {"real", BL_WORD_VERILOG},    {"realtime", BL_WORD_VERILOG},    {"ref", BL_WORD_VERILOG},    {"reg", BL_WORD_VERILOG},
    {"register", BL_WORD_C},    {"reinterpret_cast", BL_WORD_CPP},    {"reject_on", BL_WORD_VERILOG},    {"release", BL_WORD_VERILOG},
    {"restrict", BL_WORD_C},    {"return", BL_WORD_C},    {"rnmos", BL_WORD_VERILOG},    {"rpmos", BL_WORD_VERILOG},
    {"rtran", BL_WORD_VERILOG},    {"rtranif0", BL_WORD_VERILOG},    {"rtranif1", BL_WORD_VERILOG},    {"scalared", BL_WORD_VERILOG},
    {"sequence", BL_WORD_VERILOG},    {"short", BL_WORD_C},    {"shortint", BL_WORD_VERILOG},    {"shortreal", BL_WORD_VERILOG},
    {"showcancelled", BL_WORD_VERILOG},    {"signed", BL_WORD_C},    {"sizeof", BL_WORD_C},    {"small", BL_WORD_VERILOG},
    {"soft", BL_WORD_VERILOG},    {"solve", BL_WORD_VERILOG},    {"specify", BL_WORD_VERILOG},    {"specparam", BL_WORD_VERILOG},
    {"static", BL_WORD_C},    {"static_assert", BL_WORD_CPP},    {"static_cast", BL_WORD_CPP},    {"string", BL_WORD_VERILOG},
    {"strong", BL_WORD_VERILOG},    {"strong0", BL_WORD_VERILOG},    {"strong1", BL_WORD_VERILOG},    {"struct", BL_WORD_C},
    {"super", BL_WORD_VERILOG},    {"supply0", BL_WORD_VERILOG},    {"supply1", BL_WORD_VERILOG},    {"switch", BL_WORD_C},
    {"tagged", BL_WORD_VERILOG},    {"task", BL_WORD_VERILOG},    {"template", BL_WORD_CPP},    {"this", BL_WORD_CPP},
    {"thread_local", BL_WORD_CPP},    {"throw", BL_WORD_CPP},    {"time", BL_WORD_VERILOG},    {"timeprecision", BL_WORD_VERILOG},
    {"timeunit", BL_WORD_VERILOG},    {"tran", BL_WORD_VERILOG},    {"tranif0", BL_WORD_VERILOG},    {"tranif1", BL_WORD_VERILOG},
    {"tri", BL_WORD_VERILOG},    {"tri0", BL_WORD_VERILOG},    {"tri1", BL_WORD_VERILOG},    {"triand", BL_WORD_VERILOG},
    {"trior", BL_WORD_VERILOG},    {"trireg", BL_WORD_VERILOG},    {"true", BL_WORD_C},    {"try", BL_WORD_CPP},
    {"type", BL_WORD_VERILOG},    {"typedef", BL_WORD_C},    {"typeid", BL_WORD_CPP},    {"typename", BL_WORD_CPP},
    {"union", BL_WORD_C},    {"unique", BL_WORD_VERILOG},    {"unique0", BL_WORD_VERILOG},    {"unsigned", BL_WORD_C},
    {"until", BL_WORD_VERILOG},    {"untyped", BL_WORD_VERILOG},    {"use", BL_WORD_VERILOG},    {"using", BL_WORD_CPP},
    {"var", BL_WORD_VERILOG},    {"vectored", BL_WORD_VERILOG},    {"virtual", BL_WORD_CPP},    {"void", BL_WORD_C},
    {"volatile", BL_WORD_C},    {"wait", BL_WORD_VERILOG},    {"wait_order", BL_WORD_VERILOG},    {"wand", BL_WORD_VERILOG},
    {"wchar_t", BL_WORD_CPP},    {"weak", BL_WORD_VERILOG},    {"weak0", BL_WORD_VERILOG},    {"weak1", BL_WORD_VERILOG},
    {"while", BL_WORD_C},    {"wildcard", BL_WORD_VERILOG},    {"wire", BL_WORD_VERILOG},    {"with", BL_WORD_VERILOG},
    {"within", BL_WORD_VERILOG},    {"wor", BL_WORD_VERILOG},    {"xnor", BL_WORD_VERILOG},    {"xor", BL_WORD_CPP},
};

static int compare(const void *key, const void *word) { return strcmp(key, ((const struct word *)word)->text); }

static const struct word *find_word(const char *text) {
    return bsearch(text, WORDS, sizeof WORDS / sizeof WORDS[0], sizeof WORDS[0], compare);
}

bool bl_is_reserved(const char *text, enum bl_word_language last) {
    const struct word *word = find_word(text);
    return word && word->language <= last;
}

void bl_check_reserved(struct bl_check *check, struct bl_name name, enum bl_word_language last) {
    static const char *const languages[] = {"C", "C++", "Verilog"};
    if (!name.symbol) return;
    const struct word *word = find_word(name.symbol->text);
    if (last == BL_WORD_VERILOG && !strncmp(name.symbol->text, "bl_", 3))
        bl_report(check->diags, BL_MSG_FOREIGN_WORD, name.range, name.symbol->text, "the templates, which all begin with bl_");
    if (word && word->language <= last) bl_report(check->diags, BL_MSG_FOREIGN_WORD, name.range, word->text, languages[word->language]);
}
