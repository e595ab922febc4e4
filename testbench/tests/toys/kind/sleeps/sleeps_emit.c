/* What is written of a list of sleeps. */
#include "kind/sleeps/sleeps.h"

#include "base/text.h"
#include "ir/program.h"

void bl_sleeps_say(struct bl_text *text, const struct bl_sleeps *sleeps) {
    for (int i = 0; i < sleeps->count; i++)
        bl_text_add(text, "sleep %d ends in cycle %lld\n", i + 1,
                    (long long)bl_sleeps_end(sleeps, i));
}

void bl_sleeps_verilog(struct bl_text *text, const struct bl_sleeps *sleeps) {
    bl_text_add(text,
                "`default_nettype none\n"
                "module sleeps_%s (\n"
                "    input wire clk,\n"
                "    input wire rst,\n"
                "    output wire awake,\n"
                "    output wire done\n"
                ");\n"
                "    reg [31:0] place, cycles, slept;\n"
                "    always @*\n"
                "        case (place)\n",
                sleeps->name);
    for (int i = 0; i < sleeps->count; i++)
        bl_text_add(text, "        32'd%d: cycles = 32'd%lld;\n", i,
                    (long long)bl_sleep_cycles(&sleeps->items[i]));
    bl_text_add(text,
                "        default: cycles = 32'd0;\n"
                "        endcase\n"
                "    assign awake = slept == cycles && !done;\n"
                "    assign done = place == 32'd%d;\n"
                "    always @(posedge clk)\n"
                "        if (rst) begin\n"
                "            place <= 32'd0;\n"
                "            slept <= 32'd1;\n"
                "        end else if (!done) begin\n"
                "            place <= awake ? place + 32'd1 : place;\n"
                "            slept <= awake ? 32'd1 : slept + 32'd1;\n"
                "        end\n"
                "endmodule\n"
                "`default_nettype wire\n",
                sleeps->count);
}

void bl_sleeps_bench(struct bl_text *text, const struct bl_sleeps *sleeps) {
    bl_text_add(text,
                "`timescale 1ps/1ps\n"
                "module sleeps_%s_bench;\n"
                "    reg clk = 1'b0, rst = 1'b1;\n"
                "    wire awake, done;\n"
                "    integer cycle = 0, ended = 0;\n"
                "    sleeps_%s sleeps (.clk(clk), .rst(rst), .awake(awake), .done(done));\n"
                "    always #%d clk = !clk;\n"
                "    always @(negedge clk)\n"
                "        if (rst) rst <= cycle != 0;\n"
                "    always @(posedge clk) begin\n"
                "        if (!rst) cycle = cycle + 1;\n"
                "        if (!rst && awake) begin\n"
                "            ended = ended + 1;\n"
                "            $display(\"sleep %%0d ends in cycle %%0d\", ended, cycle);\n"
                "        end\n"
                "        if (!rst && done) $finish(0);\n"
                "    end\n"
                "endmodule\n",
                sleeps->name, sleeps->name, BL_SLEEPS_PERIOD_PS / 2);
}

void bl_sleeps_graph(struct bl_text *text, const struct bl_sleeps *sleeps) {
    bl_text_add(text, "digraph {\n    rankdir=LR\n    node [shape=box]\n");
    for (int i = 0; i < sleeps->count; i++) {
        bl_text_add(text, "    s%d [label=\"", i);
        bl_text_time(text, sleeps->items[i].ps);
        bl_text_add(text, "\"]\n");
        if (i) bl_text_add(text, "    s%d -> s%d\n", i - 1, i);
    }
    bl_text_add(text, "}\n");
}
