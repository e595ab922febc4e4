#include "emit/emit_shim.h"

#include "base/text.h"

/* Ports are written and read through overloads, so that the text does not depend on their widths.
 */
static const char helpers[] =
    "namespace {\n\n"
    "template <std::size_t WORDS> void put(VlWide<WORDS>& port, const uint32_t* value) {\n"
    "    for (std::size_t i = 0; i < WORDS; ++i) port[i] = value[i];\n"
    "}\n"
    "inline void put(QData& port, const uint32_t* value) { port = value[0] | static_cast<QData>(value[1]) << 32; }\n"
    "inline void put(IData& port, const uint32_t* value) { port = value[0]; }\n"
    "inline void put(SData& port, const uint32_t* value) { port = static_cast<SData>(value[0]); }\n"
    "inline void put(CData& port, const uint32_t* value) { port = static_cast<CData>(value[0]); }\n\n"
    "template <std::size_t WORDS> void get(const VlWide<WORDS>& port, uint32_t* value) {\n"
    "    for (std::size_t i = 0; i < WORDS; ++i) value[i] = port[i];\n"
    "}\n"
    "inline void get(QData port, uint32_t* value) {\n"
    "    value[0] = static_cast<uint32_t>(port);\n"
    "    value[1] = static_cast<uint32_t>(port >> 32);\n"
    "}\n"
    "inline void get(IData port, uint32_t* value) { value[0] = port; }\n"
    "inline void get(SData port, uint32_t* value) { value[0] = port; }\n"
    "inline void get(CData port, uint32_t* value) { value[0] = port; }\n\n";

/* Payloads are copied only when they are valid: that is most of the time in a busy node, and never
 * in an idle one. */
static const char channel_macros[] =
    "#define CHANNEL_IN(J) \\\n"
    "    do { \\\n"
    "        const bl_axi_in& axi = in->axi[J]; \\\n"
    "        top.m_axi_ch##J##_arready = axi.arready; \\\n"
    "        top.m_axi_ch##J##_rvalid = axi.rvalid; \\\n"
    "        top.m_axi_ch##J##_rlast = axi.rlast; \\\n"
    "        top.m_axi_ch##J##_awready = axi.awready; \\\n"
    "        top.m_axi_ch##J##_wready = axi.wready; \\\n"
    "        top.m_axi_ch##J##_bvalid = axi.bvalid; \\\n"
    "        top.m_axi_ch##J##_rresp = axi.rresp; \\\n"
    "        top.m_axi_ch##J##_bresp = axi.bresp; \\\n"
    "        if (axi.rvalid) put(top.m_axi_ch##J##_rdata, axi.rdata); \\\n"
    "    } while (0)\n\n"
    "#define CHANNEL_OUT(J) \\\n"
    "    do { \\\n"
    "        bl_axi_out& axi = out->axi[J]; \\\n"
    "        axi.arvalid = top.m_axi_ch##J##_arvalid; \\\n"
    "        axi.rready = top.m_axi_ch##J##_rready; \\\n"
    "        axi.awvalid = top.m_axi_ch##J##_awvalid; \\\n"
    "        axi.wvalid = top.m_axi_ch##J##_wvalid; \\\n"
    "        axi.bready = top.m_axi_ch##J##_bready; \\\n"
    "        if (axi.arvalid) { \\\n"
    "            axi.araddr = top.m_axi_ch##J##_araddr; \\\n"
    "            axi.arlen = top.m_axi_ch##J##_arlen; \\\n"
    "        } \\\n"
    "        if (axi.awvalid) { \\\n"
    "            axi.awaddr = top.m_axi_ch##J##_awaddr; \\\n"
    "            axi.awlen = top.m_axi_ch##J##_awlen; \\\n"
    "        } \\\n"
    "        if (axi.wvalid) { \\\n"
    "            axi.wlast = top.m_axi_ch##J##_wlast; \\\n"
    "            axi.wstrb = top.m_axi_ch##J##_wstrb; \\\n"
    "            get(top.m_axi_ch##J##_wdata, axi.wdata); \\\n"
    "        } \\\n"
    "    } while (0)\n\n";

static const char link_macros[] =
    "#define LINK_IN(D) \\\n"
    "    do { \\\n"
    "        const bl_link_in& link = in->link[D]; \\\n"
    "        top.m_link##D##_tready = link.tready; \\\n"
    "        top.m_link##D##_credit = link.credit; \\\n"
    "        top.s_link##D##_tvalid = link.tvalid; \\\n"
    "        if (link.tvalid) put(top.s_link##D##_tdata, link.tdata); \\\n"
    "    } while (0)\n\n"
    "#define LINK_OUT(D) \\\n"
    "    do { \\\n"
    "        bl_link_out& link = out->link[D]; \\\n"
    "        link.tvalid = top.m_link##D##_tvalid; \\\n"
    "        link.credit = top.s_link##D##_credit; \\\n"
    "        if (link.tvalid) get(top.m_link##D##_tdata, link.tdata); \\\n"
    "    } while (0)\n\n";

static const char bus_functions[] = "void bus_in(Top& top, const bl_sim_bus_in& bus) {\n"
                                    "    top.s_bus_told = bus.told;\n"
                                    "    top.s_bus_busy = bus.busy;\n"
                                    "    top.s_bus_path = bus.path;\n"
                                    "    top.s_bus_ack = bus.ack;\n"
                                    "    put(top.s_bus_line, bus.line);\n"
                                    "}\n\n"
                                    "void bus_out(const Top& top, bl_sim_bus_out& bus) {\n"
                                    "    bus.wish = top.m_bus_wish;\n"
                                    "    bus.number = top.m_bus_number;\n"
                                    "    bus.ack = top.m_bus_ack;\n"
                                    "    get(top.m_bus_line, bus.line);\n"
                                    "}\n\n";

static const char no_bus[] = "void bus_in(Top&, const bl_sim_bus_in&) {}\n"
                             "void bus_out(const Top&, bl_sim_bus_out&) {}\n\n";

static const char registers[] = "void registers_in(Top& top, const bl_reg_in& reg) {\n"
                                "    top.s_axil_awvalid = reg.awvalid;\n"
                                "    top.s_axil_awaddr = reg.awaddr & ADDRESS_MASK;\n"
                                "    top.s_axil_wvalid = reg.wvalid;\n"
                                "    top.s_axil_wdata = reg.wdata;\n"
                                "    top.s_axil_wstrb = reg.wstrb;\n"
                                "    top.s_axil_bready = reg.bready;\n"
                                "    top.s_axil_arvalid = reg.arvalid;\n"
                                "    top.s_axil_araddr = reg.araddr & ADDRESS_MASK;\n"
                                "    top.s_axil_rready = reg.rready;\n"
                                "}\n\n"
                                "void registers_out(const Top& top, bl_reg_out& reg) {\n"
                                "    reg.awready = top.s_axil_awready;\n"
                                "    reg.wready = top.s_axil_wready;\n"
                                "    reg.bvalid = top.s_axil_bvalid;\n"
                                "    reg.arready = top.s_axil_arready;\n"
                                "    reg.rvalid = top.s_axil_rvalid;\n"
                                "    reg.rdata = top.s_axil_rdata;\n"
                                "    reg.bresp = top.s_axil_bresp;\n"
                                "    reg.rresp = top.s_axil_rresp;\n"
                                "}\n\n";

/* Verilator's own VCD file gives up with the program when a write fails, and can wait for itself
   for ever on the way: this one remembers the failure. Its FST writer is compiled with fst_files.h
   and throws; one that has is not called again, nor closed. */
static const char dumps[] =
    "#if VM_TRACE_FST\n"
    "class Dump final {\n"
    "    VerilatedFstC* const fst = new VerilatedFstC;\n"
    "    int failure = 0;\n"
    "    template <class Action> void attempt(Action action) {\n"
    "        try {\n"
    "            if (!failure) action();\n"
    "        } catch (int error) { failure = error ? error : EIO; }\n"
    "    }\n"
    "public:\n"
    "    ~Dump() {\n"
    "        if (!failure) delete fst;\n"
    "    }\n"
    "    VerilatedFstC* writer() { return fst; }\n"
    "    void open(const char* path) {\n"
    "        attempt([&] { fst->open(path); });\n"
    "        if (!failure && !fst->isOpen()) failure = errno ? errno : EIO;\n"
    "    }\n"
    "    void dump(uint64_t time_ps) { attempt([&] { fst->dump(time_ps); }); }\n"
    "    void close() { attempt([&] { fst->close(); }); }\n"
    "    int error() const { return failure; }\n"
    "};\n"
    "#elif VM_TRACE\n"
    "class File final : public VerilatedVcdFile {\n"
    "public:\n"
    "    int error = 0;\n"
    "    bool open(const std::string& name) override {\n"
    "        if (VerilatedVcdFile::open(name)) return true;\n"
    "        error = errno;\n"
    "        return false;\n"
    "    }\n"
    "    ssize_t write(const char* bytes, ssize_t length) override {\n"
    "        if (error) return length;\n"
    "        const ssize_t written = VerilatedVcdFile::write(bytes, length);\n"
    "        if (written >= 0 || errno == EINTR) return written;\n"
    "        if (errno == EAGAIN) return poll(nullptr, 0, 1), written;\n"
    "        error = errno;\n"
    "        return length;\n"
    "    }\n"
    "};\n"
    "class Dump final {\n"
    "    File file;\n"
    "    VerilatedVcdC vcd{&file};\n"
    "public:\n"
    "    VerilatedVcdC* writer() { return &vcd; }\n"
    "    void open(const char* path) { vcd.open(path); }\n"
    "    void dump(uint64_t time_ps) { vcd.dump(time_ps); }\n"
    "    void close() { vcd.close(); }\n"
    "    int error() const { return file.error; }\n"
    "};\n"
    "#endif\n\n";

static const char life[] = "struct Node {\n"
                           "    VerilatedContext context;\n"
                           "    Top top{&context};\n"
                           "#if VM_TRACE\n"
                           "    Dump* dump = nullptr;\n"
                           "#endif\n"
                           "};\n\n"
                           "void* create(const void* /* like */) {\n"
                           "    Node* node = new Node;\n"
                           "#if VM_TRACE\n"
                           "    node->context.traceEverOn(true);\n"
                           "    node->context.timeunit(-12);\n"
                           "    node->context.timeprecision(-12);\n"
                           "#endif\n"
                           "    clocks_low(node->top);\n"
                           "    return node;\n"
                           "}\n\n"
                           "void destroy(void* instance) {\n"
                           "    Node* node = static_cast<Node*>(instance);\n"
                           "    node->top.final();\n"
                           "    delete node;\n"
                           "}\n\n";

static const char clocking[] =
    "void settle(void* instance, unsigned edges, const bl_node_in* in, bl_node_out* out) {\n"
    "    Top& top = static_cast<Node*>(instance)->top;\n"
    "    clocks_low(top);\n"
    "    top.rst = in->rst;\n"
    "    if (edges & CORE) registers_in(top, in->reg);\n"
    "    if (edges & MEMORY) channels_in(top, in);\n"
    "    if (edges & LINKS) links_in(top, in), bus_in(top, in->bus);\n"
    "    top.eval();\n"
    "    if (edges & CORE) registers_out(top, out->reg);\n"
    "    if (edges & MEMORY) channels_out(top, out);\n"
    "    if (edges & LINKS) links_out(top, out), bus_out(top, out->bus);\n"
    "}\n\n"
    "void clock(void* instance, unsigned edges) {\n"
    "    Top& top = static_cast<Node*>(instance)->top;\n"
    "    clocks_rise(top, edges);\n"
    "    top.eval();\n"
    "}\n\n";

static const char tracing[] =
    "#if VM_TRACE\n"
    "int trace(void* instance, const char* path, int on, int64_t time_ps) {\n"
    "    Node* node = static_cast<Node*>(instance);\n"
    "    if (on && !node->dump) {\n"
    "        node->dump = new Dump;\n"
    "        node->top.trace(node->dump->writer(), 99);\n"
    "        node->dump->open(path);\n"
    "    }\n"
    "    if (!node->dump) return 0;\n"
    "    if (on && !node->dump->error()) node->dump->dump(static_cast<uint64_t>(time_ps));\n"
    "    if (on) return node->dump->error();\n"
    "    node->dump->close();\n"
    "    const int error = node->dump->error();\n"
    "    delete node->dump;\n"
    "    node->dump = nullptr;\n"
    "    return error;\n"
    "}\n"
    "constexpr const char* TRACE_KIND = VM_TRACE_FST ? \"fst\" : \"vcd\";\n"
    "#else\n"
    "constexpr int (*trace)(void*, const char*, int, int64_t) = nullptr;\n"
    "constexpr const char* TRACE_KIND = nullptr;\n"
    "#endif\n\n"
    "}\n\n";

/* One function with a line per channel or link. */
static void emit_all(struct bl_text *text, const char *head, const char *macro, const char *unused,
                     int count) {
    bl_text_add(text, "%s {\n", head);
    for (int i = 0; i < count; i++) bl_text_add(text, "    %s(%d);\n", macro, i);
    if (!count) bl_text_add(text, "    %s;\n", unused);
    bl_text_add(text, "}\n\n");
}

/* The clock ports, and which of them the other ports belong to. */
static void emit_clocks(struct bl_text *text, const struct bl_node_shape *shape) {
    bl_text_add(text, "constexpr unsigned CORE = 1u, MEMORY = 1u << %d, LINKS = 1u << %d;\n\n",
                shape->memory_clock, shape->link_clock);
    bl_text_add(text, "inline void clocks_low(Top& top) {\n");
    for (int i = 0; i < shape->clock_count; i++)
        bl_text_add(text, "    top.%s = 0;\n", shape->clocks[i]);
    bl_text_add(text, "}\n\ninline void clocks_rise(Top& top, unsigned edges) {\n");
    for (int i = 0; i < shape->clock_count; i++)
        bl_text_add(text, "    if (edges >> %d & 1) top.%s = 1;\n", i, shape->clocks[i]);
    bl_text_add(text, "}\n\n");
}

static void emit_head(struct bl_text *text, const struct bl_node_shape *shape) {
    bl_text_add(
        text, "// Verilator's model of %s behind the face of node_model.h. Written by bankloom.\n",
        shape->top);
    bl_text_add(
        text,
        "#include <cerrno>\n#include <cstddef>\n#include <cstdint>\n\n#include \"Vbl_%s.h\"\n#include \"verilated.h\"\n",
        shape->top);
    bl_text_add(
        text,
        "#if VM_TRACE_FST\n#include \"verilated_fst_c.h\"\n#elif VM_TRACE\n#include <poll.h>\n"
        "#include \"verilated_vcd_c.h\"\n#endif\n\nextern \"C\" {\n#include \"simulation/core/node_model.h\"\n"
        "extern const struct bl_sim_bus_kind bl_sim_bus_events;\n}\n\n");
    bl_text_bytes(text, helpers, sizeof helpers - 1);
    bl_text_add(text, "using Top = Vbl_%s;\nconstexpr uint32_t ADDRESS_MASK = 0x%x;\n\n",
                shape->top, (1u << shape->register_address_bits) - 1);
    emit_clocks(text, shape);
}

static void emit_model(struct bl_text *text, const struct bl_node_shape *shape) {
    bl_text_add(text, "extern \"C\" {\nextern const struct bl_node_model bl_node_model_%s;\n",
                shape->top);
    bl_text_add(text,
                "const struct bl_node_model bl_node_model_%s = {\"%s\", %d, %d, %d, %d, %d, %d, "
                "%d, %d, %d, create, destroy, settle, clock, trace, TRACE_KIND, %s, %d};\n}\n",
                shape->top, shape->top, shape->channels, shape->links, shape->word_bytes,
                (shape->flit_bits + 7) / 8, shape->payload_bytes, shape->clock_count,
                shape->memory_clock, shape->link_clock, shape->memory_shared,
                shape->bus_lines ? "&bl_sim_bus_events" : "nullptr", shape->bus_lines);
}

void bl_emit_shim(struct bl_text *text, const struct bl_node_shape *shape) {
    emit_head(text, shape);
    bl_text_bytes(text, channel_macros, sizeof channel_macros - 1);
    bl_text_bytes(text, link_macros, sizeof link_macros - 1);
    bl_text_bytes(text, registers, sizeof registers - 1);
    if (shape->bus_lines) bl_text_bytes(text, bus_functions, sizeof bus_functions - 1);
    else bl_text_bytes(text, no_bus, sizeof no_bus - 1);
    emit_all(text, "void channels_in(Top& top, const bl_node_in* in)", "CHANNEL_IN",
             "(void)top, (void)in", shape->channels);
    emit_all(text, "void channels_out(const Top& top, bl_node_out* out)", "CHANNEL_OUT",
             "(void)top, (void)out", shape->channels);
    emit_all(text, "void links_in(Top& top, const bl_node_in* in)", "LINK_IN",
             "(void)top, (void)in", shape->links);
    emit_all(text, "void links_out(const Top& top, bl_node_out* out)", "LINK_OUT",
             "(void)top, (void)out", shape->links);
    bl_text_bytes(text, dumps, sizeof dumps - 1);
    bl_text_bytes(text, life, sizeof life - 1);
    bl_text_bytes(text, clocking, sizeof clocking - 1);
    bl_text_bytes(text, tracing, sizeof tracing - 1);
    emit_model(text, shape);
}
