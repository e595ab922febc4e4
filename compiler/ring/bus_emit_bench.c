/* The bench of an arbiter: plays wishes one by one and compares the answers with those of the event
 * model. */
#include "base/text.h"
#include "ring/bus_emit.h"
#include "simulation/ring/rsb_bus.h"

static void add_head(struct bl_text *text, const struct bl_bus *bus, int cells) {
    const struct bl_rsb_options ring = bl_bus_ring(bus);
    double unit = (double)bus->gate_ps,
           settle = 0.8 * (double)bl_rsb_settle_ps(&ring, bl_bus_is_centralised(bus)) / unit;
    char gate[32], delay[32];
    bl_text_add(
        text,
        "// Plays wishes to %s_arbiter, one after the other, and compares every answer with that of the event model:\n"
        "// +wishes=FILE, lines \"cell number way tie at took\"; number -1: given up;\n"
        "// way 0 none, 1 clockwise, 2 counter-clockwise;\n"
        "// at: when after reset, took: until the answer, by the model and in units of time.\n"
        "// A look-up table takes one unit of time, %s; a segment takes %s.\n"
        "// Written by bankloom.\n"
        "`timescale 1ns / 1fs\n"
        "`define BL_RANDOM_DELAY 1\n"
        "`define BL_WIRE_DELAY %.6f\n"
        "`define BL_CENTRE_DELAY %.6f\n"
        "module %s_arbiter_bench;\n"
        "    localparam CELLS = %d, NUMBER = %d;\n"
        "    localparam real SETTLE = %.1f, UNIT_NS = %.6f;\n\n",
        bus->symbol, bl_bus_time(gate, bus->gate_ps), bl_bus_time(delay, bus->delay_ps),
        (double)bus->delay_ps / unit, (double)bl_bus_centre_wire_ps(bus) / unit, bus->symbol, cells,
        bl_bus_number_bits(bus), settle, unit * 1e-3);
}

static void add_arbiter(struct bl_text *text, const struct bl_bus *bus) {
    bl_text_add(
        text,
        "    reg                     rst = 1'b1;\n"
        "    reg  [CELLS-1:0]        wish = {CELLS{1'b0}};\n"
        "    reg  [CELLS*NUMBER-1:0] number = {CELLS*NUMBER{1'b0}};\n"
        "    wire [CELLS-1:0]        told, busy, own_cw, own_ccw, grant_cw, grant_ccw;\n"
        "    wire [CELLS-1:0]        end_cw, end_ccw, pass_cw, pass_ccw;\n"
        "    %s_arbiter dut (\n"
        "        .rst(rst), .s_wish(wish), .s_number(number), .m_told(told), .m_busy(busy),\n"
        "        .m_own_cw(own_cw), .m_own_ccw(own_ccw), .m_grant_cw(grant_cw), .m_grant_ccw(grant_ccw),\n"
        "        .m_end_cw(end_cw), .m_end_ccw(end_ccw), .m_pass_cw(pass_cw), .m_pass_ccw(pass_ccw)\n"
        "    );\n\n",
        bus->symbol);
}

static void add_play(struct bl_text *text) {
    bl_text_add(
        text,
        "    reg [8*1024-1:0] name;\n"
        "    integer file, cell_k, target, way, tie, got, lines, every;\n"
        "    real zero, at, took, moved, own, sum, off;\n"
        "    reg same;\n"
        "    always @(told) moved = $realtime;\n\n"
        "    // The wish of one cell, when the model had it; its answer, or the end of all patience.\n"
        "    task play;\n"
        "        begin\n"
        "            if (zero + at - 1.0 > $realtime) #(zero + at - 1.0 - $realtime);\n"
        "            if (target >= 0) number[cell_k*NUMBER +: NUMBER] = target;\n"
        "            #1 wish[cell_k] = target >= 0;\n"
        "            while (told[cell_k] !== wish[cell_k] && $realtime < zero + at + 4 * SETTLE) #1;\n"
        "            own = moved - zero - at;\n"
        "            sum = sum + own;\n"
        "            if (own - took > off) off = own - took;\n"
        "            if (took - own > off) off = took - own;\n"
        "            #(SETTLE);\n"
        "            got = (own_cw[cell_k] && grant_cw[cell_k]) ? 1 : (own_ccw[cell_k] && grant_ccw[cell_k]) ? 2 : 0;\n"
        "        end\n"
        "    endtask\n\n"
        "    initial begin\n"
        "        if (!$value$plusargs(\"wishes=%%s\", name)) begin $display(\"FAIL which wishes?\"); $finish(0); end\n"
        "        if (!$value$plusargs(\"progress=%%d\", every)) every = 0;   // a line after so many wishes\n"
        "        file = $fopen(name, \"r\");\n"
        "        lines = 0;\n"
        "        sum = 0.0;\n"
        "        off = 0.0;\n"
        "        same = 1'b1;\n"
        "        #(SETTLE) rst = 1'b0;\n"
        "        zero = $realtime;\n"
        "        while (same &&\n"
        "               $fscanf(file, \"%%d %%d %%d %%d %%f %%f\\n\", cell_k, target, way, tie, at, took) == 6) begin\n"
        "            play;\n"
        "            if ((told[cell_k] !== (target >= 0) || got !== way) && !tie) begin\n"
        "                $display(\"FAIL wish %%0d: cell %%0d to %%0d: way %%0d, the model's is %%0d; told %%b\",\n"
        "                         lines + 1, cell_k, target, got, way, told[cell_k]);\n"
        "                $finish(0);\n"
        "            end\n"
        "            same = told[cell_k] === (target >= 0) && got === way;\n"
        "            lines = lines + 1;\n"
        "            if (every > 0 && lines %% every == 0) begin $display(\"at %%0d\", lines); $fflush; end\n"
        "        end\n"
        "        if (lines == 0) $display(\"FAIL no wishes\");\n"
        "        else begin\n"
        "            if (!same) $display(\"a tie fell otherwise, or lasts: what follows is not compared\");\n"
        "            $display(\n"
        "                \"PASS %%0d answers agree, %%0.2f ns from wish to answer, %%0.2f ns at most from the model's\",\n"
        "                lines, sum * UNIT_NS / lines, off * UNIT_NS);\n"
        "        end\n"
        "        $finish(0);\n"
        "    end\n"
        "endmodule\n");
}

void bl_bus_bench(struct bl_text *text, const struct bl_bus *bus) {
    add_head(text, bus, bl_bus_cells(bus));
    add_arbiter(text, bus);
    add_play(text);
}
