/* The bench of a whole bus: every end sends packets to others, every word is checked. */
#include "base/text.h"
#include "ring/bus_emit.h"
#include "ring/bus_explain.h"
#include "simulation/ring/rsb.h"

enum { IDLE_CLOCKS = 1000 };

/* After this long without a word nothing will come. */
static int64_t patience_ps(const struct bl_bus *bus) {
    int cells = bl_bus_cells(bus);
    int64_t wait = bl_bus_is_centralised(bus)
                       ? bl_bus_centre_wait_ps(cells, bus->delay_ps, bus->gate_ps)
                       : bl_bus_wait_ps(cells, bus->delay_ps, bus->gate_ps);
    return 4 * wait + (int64_t)(IDLE_CLOCKS * 1e12 / bus->clock_hertz);
}

static void add_head(struct bl_text *text, const struct bl_bus *bus) {
    long long gate = bus->gate_ps * 1000, spread = gate / 3;
    char table[32], delay[32];
    bl_text_add(
        text,
        "// Packets over bus %s: every %s sends some to others, and takes a word in two clocks. Every word has to come "
        "once, unchanged,\n"
        "// in order, where it should, and the packets whole. Every look-up table takes %s, a third more or less; a "
        "segment takes %s.\n"
        "// Written by bankloom.\n"
        "`timescale 1fs / 1fs\n"
        "`define BL_RANDOM_DELAY %lld + %lld\n"
        "`define BL_WIRE_DELAY %lld\n"
        "`define BL_CENTRE_DELAY %lld\n"
        "module %s_bench;\n",
        bus->symbol, bus->elements > 1 ? "element" : "domain", bl_bus_time(table, bus->gate_ps),
        bl_bus_time(delay, bus->delay_ps), 2 * spread + 1, gate - spread - 1,
        (long long)bus->delay_ps * 1000, (long long)bl_bus_centre_wire_ps(bus) * 1000, bus->symbol);
    bl_text_add(
        text,
        "    localparam DOMAINS = %d, ELEMENTS = %d, ENDS = DOMAINS * ELEMENTS, DEST_W = %d, ELEMENT_W = %d;\n"
        "    localparam PACKETS = %d, WIDTH = 32;\n"
        "    localparam [63:0] PERIOD = 64'd%.0f, RESET = 64'd%lld000, PATIENCE = 64'd%lld000;\n\n",
        bus->domains, bus->elements, bl_bus_domain_bits(bus) + bl_bus_element_bits(bus),
        bl_bus_element_bits(bus), bus->elements > 1 ? 6 : 4, 1e15 / bus->clock_hertz,
        (long long)bl_bus_reset_ps(bus), (long long)patience_ps(bus));
}

static void add_end(struct bl_text *text, const struct bl_bus *bus, int domain, int element) {
    static const char *const rows[][2] = {{"s", "tvalid"}, {"s", "tready"}, {"s", "tlast"},
                                          {"m", "tvalid"}, {"m", "tready"}, {"m", "tlast"}};
    int end = (domain - 1) * bus->elements + element - 1;
    for (int i = 0; i < 6; i++) {
        bl_text_add(text, i % 3 ? ", .%s_" : ",\n        .%s_", rows[i][0]);
        bl_bus_stream(text, bus, domain, element);
        bl_text_add(text, "_%s(%s_%s[%d])", rows[i][1], rows[i][0], rows[i][1] + 1, end);
    }
    bl_text_add(text, ",\n        .s_");
    bl_bus_stream(text, bus, domain, element);
    bl_text_add(text, "_tdata(s_data[%d*WIDTH +: WIDTH]), .s_", end);
    bl_bus_stream(text, bus, domain, element);
    bl_text_add(text, "_tdest(s_dest[%d*DEST_W +: DEST_W]), .m_", end);
    bl_bus_stream(text, bus, domain, element);
    bl_text_add(text, "_tdata(m_data[%d*WIDTH +: WIDTH])", end);
}

void bl_bus_ends(struct bl_text *text, const struct bl_bus *bus) {
    bl_text_add(text,
                "    reg                   rst = 1'b1;\n"
                "    reg  [DOMAINS-1:0]     clk = 0, domain_rst = {DOMAINS{1'b1}};\n"
                "    reg  [ENDS-1:0]        s_valid = 0, s_last = 0, m_ready = 0;\n"
                "    reg  [ENDS*WIDTH-1:0]     s_data = 0;\n"
                "    reg  [ENDS*DEST_W-1:0] s_dest = 0;\n"
                "    wire [ENDS-1:0]        s_ready, m_valid, m_last;\n"
                "    wire [ENDS*WIDTH-1:0]     m_data;\n\n"
                "    %s #(.WIDTH(WIDTH)) dut (\n        .rst(rst)",
                bus->symbol);
    for (int d = 1; d <= bus->domains; d++) {
        bl_text_add(text, ",\n        .d%d_clk(clk[%d]), .d%d_rst(domain_rst[%d])", d, d - 1, d,
                    d - 1);
        for (int e = 1; e <= bus->elements; e++) add_end(text, bus, d, e);
    }
    bl_text_add(text, "\n    );\n\n");
}

static const char send[] =
    "    integer sent = 0, received = 0, words = 0, moved = 0, finished = 0;\n"
    "    reg [15:0] next_out [0:ENDS*ENDS-1], next_in [0:ENDS*ENDS-1];     // packets from a to b, a * ENDS + b\n"
    "    integer i;\n"
    "    initial for (i = 0; i < ENDS * ENDS; i = i + 1) begin\n"
    "        next_out[i] = 0;\n"
    "        next_in[i]  = 0;\n"
    "    end\n\n"
    "    // The first two packets go to both neighbours, others a domain, then two away, both ways.\n"
    "    function integer target_of(input integer me, input integer packet);\n"
    "        integer far, distance;\n"
    "        begin\n"
    "            far      = packet / 2 + (ELEMENTS > 1 ? 0 : 1);\n"
    "            distance = far == 0 ? 1 : far * ELEMENTS;\n"
    "            target_of = (me + (packet % 2 == 0 ? distance : 3 * ENDS - distance)) % ENDS;\n"
    "        end\n"
    "    endfunction\n\n"
    "    genvar d, e;\n"
    "    generate\n"
    "        // Clocks of their own, none faster than the bus was made for; resets that fall one by one.\n"
    "        for (d = 0; d < DOMAINS; d = d + 1) begin : g_domain\n"
    "            always #(PERIOD / 2 + PERIOD * d / 64) clk[d] = !clk[d];\n"
    "            initial begin\n"
    "                wait (!rst);\n"
    "                repeat (6 + d) @(posedge clk[d]);\n"
    "                domain_rst[d] <= 1'b0;\n"
    "            end\n"
    "        end\n\n"
    "        // A word: {from, to, number of the packet, last, place}.\n"
    "        for (e = 0; e < ENDS; e = e + 1) begin : g_end\n"
    "            localparam D = e / ELEMENTS;\n"
    "            integer packet, place, count, target;\n"
    "            initial begin\n"
    "                wait (!domain_rst[D]);\n"
    "                for (packet = 0; packet < PACKETS; packet = packet + 1) begin\n"
    "                    target = target_of(e, packet);\n"
    "                    count  = target == e ? 0 : 1 + (e + packet) % 5;\n"
    "                    if (count != 0) sent = sent + 1;\n"
    "                    for (place = 0; place < count; place = place + 1) begin\n"
    "                        s_valid[e] <= 1'b1;\n"
    "                        s_last[e]  <= place == count - 1;\n"
    "                        s_data[e*WIDTH +: WIDTH] <= e << 24 | target << 16 | next_out[e*ENDS+target] << 8 | (place == count - 1) << 7 "
    "| place;\n"
    "                        s_dest[e*DEST_W +: DEST_W] <= (target / ELEMENTS) << ELEMENT_W | target % ELEMENTS;\n"
    "                        @(posedge clk[D]);\n"
    "                        while (!s_ready[e]) @(posedge clk[D]);\n"
    "                    end\n"
    "                    s_valid[e] <= 1'b0;\n"
    "                    if (count != 0) next_out[e*ENDS+target] = next_out[e*ENDS+target] + 1;\n"
    "                end\n"
    "                finished = finished + 1;\n"
    "            end\n\n";

static const char receive[] =
    "            integer    at = 0;\n"
    "            reg [7:0]  from;\n"
    "            wire [31:0] word = m_data[e*WIDTH +: WIDTH];\n"
    "            always @(posedge clk[D]) if (!domain_rst[D]) begin\n"
    "                m_ready[e] <= !m_ready[e];\n"
    "                if (m_valid[e] !== 1'b0 && m_ready[e]) begin\n"
    "                    if (at == 0) from = word[31:24];\n"
    "                    if (m_valid[e] !== 1'b1 || word[31:24] !== from || word[23:16] !== e ||\n"
    "                        word[15:8] !== next_in[word[31:24]*ENDS+e][7:0] || word[7] !== m_last[e] || word[6:0] !== at) begin\n"
    "                        $display(\"FAIL word %h, last %b, is no. %0d of a packet at end %0d\", word, m_last[e], at, e);\n"
    "                        $finish(0);\n"
    "                    end\n"
    "                    words = words + 1;\n"
    "                    at    = m_last[e] ? 0 : at + 1;\n"
    "                    if (m_last[e]) begin\n"
    "                        next_in[from*ENDS+e] = next_in[from*ENDS+e] + 1;\n"
    "                        received = received + 1;\n"
    "                    end\n"
    "                end\n"
    "            end\n"
    "        end\n"
    "    endgenerate\n\n"
    "    initial begin\n"
    "        #(2 * RESET + 8 * PERIOD) rst = 1'b0;\n"
    "        moved = -1;\n"
    "        while (moved != words && (finished != ENDS || received != sent)) begin\n"
    "            moved = words;\n"
    "            for (i = 0; i < 64 && (finished != ENDS || received != sent); i = i + 1) #(PATIENCE / 64);\n"
    "        end\n"
    "        #(64 * PERIOD);\n"
    "        if (received == 0 || received != sent || finished != ENDS) $display(\"FAIL %0d packets sent, %0d received\", sent, "
    "received);\n"
    "        else $display(\"PASS %0d packets, %0d words\", received, words);\n"
    "        $finish(0);\n"
    "    end\n"
    "endmodule\n";

void bl_bus_packets(struct bl_text *text, const struct bl_bus *bus) {
    add_head(text, bus);
    bl_bus_ends(text, bus);
    bl_text_bytes(text, send, sizeof send - 1);
    bl_text_bytes(text, receive, sizeof receive - 1);
}
