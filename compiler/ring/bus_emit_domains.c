/* The bench of a whole bus with elements: the domains' clocks at the model's phases, and the
 * written transfers. */
#include "base/text.h"
#include "ring/bus_emit.h"
#include "ring/bus_run.h"

/* More than all transfers take one after the other, each refused a hundred times. */
static int64_t longest_ps(const struct bl_bus *bus) {
    int64_t sum = 0, last = 0;
    for (int i = 0; i < bus->transfer_count; i++) {
        const struct bl_bus_transfer *transfer = &bus->transfers[i];
        sum += (1000 + 16 * transfer->words) *
               (bl_bus_clock_ps(bus) + bl_bus_cells(bus) * (bus->delay_ps + 12 * bus->gate_ps));
        if (transfer->at_ps > last) last = transfer->at_ps;
    }
    return last + sum;
}

/* Times are whole femtoseconds. Clock 0 of domain 0 is EDGE after the end of the reset, as in the
   model, which takes what happens with an edge for before it; so is what comes from a table, as the
   tables' times are whole picoseconds. */
static void add_head(struct bl_text *text, const struct bl_bus *bus) {
    const struct bl_rsb_options ring = bl_bus_ring(bus);
    int64_t period = bl_bus_clock_ps(bus),
            clocks = bl_rsb_settle_ps(&ring, bl_bus_is_centralised(bus)) / period + 4;
    bl_text_add(
        text,
        "// The domains of %s with their elements, and %d transfers: every word arrives once, in order, at its element.\n"
        "// Written by bankloom.\n"
        "`timescale 1fs / 1fs\n"
        "`define BL_RANDOM_DELAY 1 + %lld\n"
        "`define BL_TIE 1\n"
        "`define BL_WIRE_DELAY %lld\n"
        "`define BL_CENTRE_DELAY %lld\n"
        "module %s_bench;\n"
        "    localparam DOMAINS = %d, ELEMENTS = %d, ENDS = DOMAINS * ELEMENTS, DEST_W = %d, ELEMENT_W = %d;\n"
        "    localparam WIDTH = 40, COUNT = %d;\n"
        "    localparam [63:0] PERIOD = 64'd%lld000, ZERO = 64'd%lld * PERIOD, EDGE = 500, PATIENCE = 64'd%lld000;\n\n",
        bus->symbol, bus->transfer_count, (long long)bus->gate_ps * 1000 - 1,
        (long long)bus->delay_ps * 1000, (long long)bl_bus_centre_wire_ps(bus) * 1000, bus->symbol,
        bus->domains, bus->elements, bl_bus_domain_bits(bus) + bl_bus_element_bits(bus),
        bl_bus_element_bits(bus), bus->transfer_count, (long long)period, (long long)clocks,
        (long long)longest_ps(bus));
}

static void add_transfers(struct bl_text *text, const struct bl_bus *bus) {
    bl_text_add(
        text,
        "    // Of each transfer: source and destination, counted through all domains; words; when it is asked for.\n"
        "    integer from [0:COUNT-1], to [0:COUNT-1], words [0:COUNT-1];\n"
        "    reg [63:0] at_ps [0:COUNT-1];\n"
        "    integer complete = 0;\n"
        "    initial begin\n");
    for (int i = 0; i < bus->transfer_count; i++) {
        const struct bl_bus_transfer *t = &bus->transfers[i];
        bl_text_add(text,
                    "        from[%d] = %d; to[%d] = %d; words[%d] = %d; at_ps[%d] = 64'd%lld;\n",
                    i, (t->from.domain - 1) * bus->elements + t->from.element - 1, i,
                    (t->to.domain - 1) * bus->elements + t->to.element - 1, i, t->words, i,
                    (long long)t->at_ps);
    }
    bl_text_add(text, "    end\n\n");
}

/* All resets end at once, as the model's. */
static void add_clocks(struct bl_text *text) {
    bl_text_add(text,
                "    initial m_ready = {ENDS{1'b1}};\n"
                "    always @(rst) domain_rst = {DOMAINS{rst}};\n"
                "    genvar k, e;\n"
                "    generate\n"
                "        for (k = 0; k < DOMAINS; k = k + 1) begin : g_domain\n"
                "            initial #(PERIOD / 1000 * k / DOMAINS * 1000 + EDGE) forever begin\n"
                "                clk[k] = 1'b1;\n"
                "                #(PERIOD / 2) clk[k] = 1'b0;\n"
                "                #(PERIOD - PERIOD / 2);\n"
                "            end\n"
                "        end\n");
}

static void add_elements(struct bl_text *text) {
    bl_text_add(
        text,
        "        for (e = 0; e < ENDS; e = e + 1) begin : g_end\n"
        "            localparam D = e / ELEMENTS;\n"
        "            integer i, place, id, next;\n"
        "            // words = {transfer, place}\n"
        "            initial #1 for (i = 0; i < COUNT; i = i + 1) if (from[i] == e) begin\n"
        "                while ($time < ZERO + at_ps[i] * 1000 || rst) @(posedge clk[D]);\n"
        "                for (place = 0; place < words[i]; place = place + 1) begin\n"
        "                    s_valid[e] <= 1'b1;\n"
        "                    s_last[e]  <= place == words[i] - 1;\n"
        "                    s_data[e*WIDTH +: WIDTH]          <= i << 20 | place;\n"
        "                    s_dest[e*DEST_W +: DEST_W] <= (to[i] / ELEMENTS) << ELEMENT_W | to[i] %% ELEMENTS;\n"
        "                    @(posedge clk[D]);\n"
        "                    while (!s_ready[e]) @(posedge clk[D]);\n"
        "                end\n"
        "                s_valid[e] <= 1'b0;\n"
        "            end\n"
        "            initial next = 0;\n"
        "            always @(posedge clk[D]) if (!rst && m_valid[e]) begin\n"
        "                id = m_data[e*WIDTH+20 +: 20];\n"
        "                if (id >= COUNT || to[id] != e || m_data[e*WIDTH +: 20] != next ||\n"
        "                    m_last[e] != (next == words[id] - 1)) begin\n"
        "                    $display(\"FAIL element %%0d gets word %%0d of transfer %%0d\", e,\n"
        "                             m_data[e*WIDTH +: 20], id + 1);\n"
        "                    $finish(0);\n"
        "                end\n"
        "                next = m_last[e] ? 0 : next + 1;\n"
        "                if (m_last[e]) begin\n"
        "                    $display(\"word %%0d %%0.3f\", id, ($time - ZERO - EDGE) * 1.0e-6);\n"
        "                    complete = complete + 1;\n"
        "                end\n"
        "            end\n"
        "        end\n"
        "    endgenerate\n\n");
}

void bl_bus_domains_bench(struct bl_text *text, const struct bl_bus *bus) {
    add_head(text, bus);
    bl_bus_ends(text, bus);
    add_transfers(text, bus);
    add_clocks(text);
    add_elements(text);
    bl_text_add(
        text,
        "    initial begin\n"
        "        #(ZERO) rst = 1'b0;\n"
        "        wait (complete == COUNT);\n"
        "        #(%d * PERIOD) if (complete == COUNT) $display(\"PASS %%0d transfers\", complete);\n"
        "        else $display(\"FAIL %%0d transfers complete\", complete);\n"
        "        $finish(0);\n"
        "    end\n"
        "    // +progress=N: a line after so many clocks\n"
        "    reg [63:0] every, clocks;\n"
        "    initial if ($value$plusargs(\"progress=%%d\", every) && every > 0) begin\n"
        "        #(ZERO) for (clocks = every; 1; clocks = clocks + every) begin\n"
        "            #(every * PERIOD) $display(\"at %%0d\", clocks);\n"
        "            $fflush;\n"
        "        end\n"
        "    end\n"
        "    initial #(PATIENCE) begin\n"
        "        $display(\"FAIL the bus stands: %%0d transfers complete\", complete);\n"
        "        $finish(0);\n"
        "    end\n"
        "endmodule\n",
        BL_BUS_AFTER);
}
