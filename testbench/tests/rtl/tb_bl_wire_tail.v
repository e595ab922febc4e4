// The fields of a wire's tail, of the block's part of it, and of an entry of that: joined and taken
// apart, at places that this bench has of its own.
// config: -Ptb_bl_wire_tail.ELEMS=8 -Ptb_bl_wire_tail.CHAN_W=3 -Ptb_bl_wire_tail.RUN=32
// config: -Ptb_bl_wire_tail.ELEMS=3 -Ptb_bl_wire_tail.CHAN_W=1 -Ptb_bl_wire_tail.RUN=60 -Ptb_bl_wire_tail.BLOCK_W=416
`timescale 1ns/1ps
module tb_bl_wire_tail;
    parameter ELEMS = 8, CHAN_W = 3, RUN = 32, BLOCK_W = 160;
    localparam POOL_W = BLOCK_W - 1 - CHAN_W - 2 * RUN, ENTRY_W = ELEMS + CHAN_W + 2;
    localparam TAIL_W = 96 + BLOCK_W;
    reg  [TAIL_W-1:0]  tail;
    wire [TAIL_W-1:0]  joined, got;
    wire [BLOCK_W-1:0] block, got_block;
    wire [ENTRY_W-1:0] entry, got_entry;
    bl_wire_tail_pack #(.BLOCK_W(BLOCK_W)) pack (
        .sum(tail[31:0]), .credit(tail[47:32]), .expected(tail[63:48]), .number(tail[79:64]),
        .flits(tail[85:80]), .kind(tail[87:86]), .round(tail[89:88]), .asks(tail[90]),
        .asked_round(tail[92:91]), .heard(tail[93]), .reserved(tail[95:94]),
        .block(tail[96 +: BLOCK_W]), .tail(joined));
    bl_wire_tail_unpack #(.BLOCK_W(BLOCK_W)) unpack (
        .tail(tail), .sum(got[31:0]), .credit(got[47:32]), .expected(got[63:48]),
        .number(got[79:64]), .flits(got[85:80]), .kind(got[87:86]), .round(got[89:88]),
        .asks(got[90]), .asked_round(got[92:91]), .heard(got[93]), .reserved(got[95:94]),
        .block(got[96 +: BLOCK_W]));
    bl_wire_block_pack #(.CHAN_W(CHAN_W), .RUN(RUN), .POOL_W(POOL_W)) pack_block (
        .channel(tail[0 +: CHAN_W]), .epoch(tail[CHAN_W]), .lasts(tail[1+CHAN_W +: RUN]),
        .specials(tail[1+CHAN_W+RUN +: RUN]), .entries(tail[1+CHAN_W+2*RUN +: POOL_W]),
        .block(block));
    bl_wire_block_unpack #(.CHAN_W(CHAN_W), .RUN(RUN), .POOL_W(POOL_W)) unpack_block (
        .block(tail[BLOCK_W-1:0]), .channel(got_block[0 +: CHAN_W]), .epoch(got_block[CHAN_W]),
        .lasts(got_block[1+CHAN_W +: RUN]), .specials(got_block[1+CHAN_W+RUN +: RUN]),
        .entries(got_block[1+CHAN_W+2*RUN +: POOL_W]));
    bl_wire_entry_pack #(.ELEMS(ELEMS), .CHAN_W(CHAN_W)) pack_entry (
        .keep(tail[0 +: ELEMS]), .channel(tail[ELEMS +: CHAN_W]), .is_end(tail[ELEMS+CHAN_W]),
        .epoch(tail[ELEMS+CHAN_W+1]), .entry(entry));
    bl_wire_entry_unpack #(.ELEMS(ELEMS), .CHAN_W(CHAN_W)) unpack_entry (
        .entry(tail[ENTRY_W-1:0]), .keep(got_entry[0 +: ELEMS]),
        .channel(got_entry[ELEMS +: CHAN_W]), .is_end(got_entry[ELEMS+CHAN_W]),
        .epoch(got_entry[ELEMS+CHAN_W+1]));

    integer seed = 5, i, k, failed = 0;
    initial begin
        for (i = 0; i < 200; i = i + 1) begin
            for (k = 0; k < TAIL_W; k = k + 32) tail = {tail, $random(seed)};
            #1 if (joined !== tail || got !== tail) failed = failed + 1;
            if (block !== tail[BLOCK_W-1:0] || got_block !== tail[BLOCK_W-1:0])
                failed = failed + 1;
            if (entry !== tail[ENTRY_W-1:0] || got_entry !== tail[ENTRY_W-1:0])
                failed = failed + 1;
        end
        if (failed != 0) $display("FAIL %0d", failed);
        else $display("PASS");
        $finish(0);
    end
endmodule
