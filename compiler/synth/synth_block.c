/* The block RAM of an ALM family, for Yosys: one port that writes, one that reads into a register,
 * of one clock. */
#include "base/bits.h"
#include "base/text.h"
#include "board/fabric.h"

void bl_fabric_block_rules(struct bl_text *text, const struct bl_fabric_block *block) {
    bl_text_add(text, "bram %s\n  init 0\n", block->name);
    for (int width = block->width, words = block->depth; width; width /= 2, words *= 2)
        bl_text_add(text, "  abits %d @x%d\n  dbits %d @x%d\n", bl_log2(words), width, width,
                    width);
    bl_text_add(text,
                "  groups 2\n  ports 1 1\n  wrmode 1 0\n  enable 1 1\n  transp 0 0\n  clocks 1 1\n "
                " clkpol 1 1\nendbram\n"
                "match %s\n  min efficiency 5\n  make_transp\nendmatch\n",
                block->name);
}

void bl_fabric_block_module(struct bl_text *text, const struct bl_fabric_block *block) {
    bl_text_add(text,
                "module %s (CLK1, A1ADDR, A1DATA, A1EN, B1ADDR, B1DATA, B1EN);\n"
                "    parameter CFG_ABITS = 1;\n    parameter CFG_DBITS = 1;\n"
                "    parameter CFG_ENABLE_A = 1;\n    parameter CFG_ENABLE_B = 1;\n"
                "    input CLK1, A1EN, B1EN;\n    input [CFG_ABITS-1:0] A1ADDR, B1ADDR;\n    input "
                "[CFG_DBITS-1:0] A1DATA;\n"
                "    output [CFG_DBITS-1:0] B1DATA;\nendmodule\n",
                block->name);
}
