// The shim between node.h and the class that Verilator makes of cell_node.v.
#include "node.h"

#include "Vcell_node.h"

namespace {

struct Node {
    VerilatedContext context;
    Vcell_node top{&context};
};

void drive(Vcell_node &top, node_in &in) {
    top.s_tvalid = in.valid;
    top.freed = in.freed;
    top.table_word = in.table_word;
    top.s_first = top.s_parity = top.m_said = 0;
    for (int i = 0; i < CELL_LINKS; i++) {
        top.s_first |= static_cast<CData>(in.from[i].first << i);
        top.s_parity |= static_cast<CData>(in.from[i].parity << i);
        top.m_said |= static_cast<CData>(in.heard[i] << i);
        top.s_word[2 * i] = static_cast<uint32_t>(in.from[i].word);
        top.s_word[2 * i + 1] = static_cast<uint32_t>(in.from[i].word >> 32);
    }
}

void sample(const Vcell_node &top, node_out &out) {
    out.ready = top.s_tready;
    out.valid = top.m_tvalid;
    out.number = top.m_number;
    out.right = top.right;
    for (int i = 0; i < 8; i++) out.credit[i] = top.credit[i];
    out.table_taken = top.table_taken;
    out.sent = top.sent;
    out.again = top.again;
    out.cause = top.cause;
    for (int i = 0; i < CELL_LINKS; i++) {
        out.to[i].first = top.m_first >> i & 1;
        out.to[i].parity = top.m_parity >> i & 1;
        out.to[i].word = top.m_word[2 * i] | static_cast<uint64_t>(top.m_word[2 * i + 1]) << 32;
        out.says[i] = top.s_said >> i & 1;
    }
}

} // namespace

void *node_new(int number) {
    Node *node = new Node;
    node->top.node = static_cast<CData>(number);
    return node;
}

void node_delete(void *node) { delete static_cast<Node *>(node); }

void node_settle(void *node, int rst, node_in *in, node_out *out) {
    Vcell_node &top = static_cast<Node *>(node)->top;
    top.clk = top.link_clk = 0;
    top.rst = static_cast<CData>(rst);
    drive(top, *in);
    top.eval();
    sample(top, *out);
}

void node_clock(void *node, node_in *in, int later) {
    Vcell_node &top = static_cast<Node *>(node)->top;
    top.load = in->renumbered;
    for (; in->renumbered; in->renumbered &= in->renumbered - 1) {
        int peer = __builtin_ctzll(in->renumbered);
        top.s_number[peer] = in->number[peer];
    }
    top.clk = 1;
    if (!later) top.link_clk = 1;
    top.eval();
    if (!later) return;
    top.link_clk = 1;
    top.eval();
}
