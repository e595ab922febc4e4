// The fields of a flit, and of what ends of channels say to each other: joined and taken apart, at
// places that this bench has of its own.
// config: -Ptb_bl_flit.ELEMS=8 -Ptb_bl_flit.ELEM_W=32 -Ptb_bl_flit.CHAN_W=3
// config: -Ptb_bl_flit.ELEMS=3 -Ptb_bl_flit.ELEM_W=50 -Ptb_bl_flit.CHAN_W=1 -Ptb_bl_flit.TAG_W=3
`timescale 1ns/1ps
module tb_bl_flit;
    parameter ELEMS = 8, ELEM_W = 32, CHAN_W = 3, LOG_DEPTH = 9, TAG_W = 8;
    localparam DATA_W = ELEMS * ELEM_W, CHAN = DATA_W + ELEMS, FLIT_W = CHAN + CHAN_W + 3;
    localparam TAG = LOG_DEPTH + 1, SAY_W = TAG + TAG_W + 2;
    reg  [FLIT_W-1:0] bits;
    wire [FLIT_W-1:0] flit, got;
    wire [SAY_W-1:0]  say, got_say;
    bl_flit_pack #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W)) pack (
        .data(bits[DATA_W-1:0]), .keep(bits[DATA_W +: ELEMS]), .channel(bits[CHAN +: CHAN_W]),
        .is_last(bits[FLIT_W-3]), .is_end(bits[FLIT_W-2]), .epoch(bits[FLIT_W-1]), .flit(flit));
    bl_flit_unpack #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W)) unpack (
        .flit(bits), .data(got[DATA_W-1:0]), .keep(got[DATA_W +: ELEMS]),
        .channel(got[CHAN +: CHAN_W]), .is_last(got[FLIT_W-3]), .is_end(got[FLIT_W-2]),
        .epoch(got[FLIT_W-1]));
    bl_channel_say_pack #(.LOG_DEPTH(LOG_DEPTH), .TAG_W(TAG_W)) pack_say (
        .count(bits[LOG_DEPTH:0]), .tag(bits[TAG +: TAG_W]), .whole(bits[SAY_W-2]),
        .is_grant(bits[SAY_W-1]), .say(say));
    bl_channel_say_unpack #(.LOG_DEPTH(LOG_DEPTH), .TAG_W(TAG_W)) unpack_say (
        .say(bits[SAY_W-1:0]), .count(got_say[LOG_DEPTH:0]), .tag(got_say[TAG +: TAG_W]),
        .whole(got_say[SAY_W-2]), .is_grant(got_say[SAY_W-1]));

    // a row of words
    localparam ROWS = 4, ROW_W = FLIT_W + (ROWS - 1) * DATA_W, KEEP = ROWS * DATA_W;
    reg  [ROW_W-1:0] row_bits;
    wire [ROW_W-1:0] row, got_row;
    bl_eth_row_pack #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W), .ROW_WORDS(ROWS)) pack_row (
        .words(row_bits[KEEP-1:0]), .keep(row_bits[KEEP +: ELEMS]),
        .channel(row_bits[KEEP+ELEMS +: CHAN_W]), .is_last(row_bits[ROW_W-3]),
        .is_end(row_bits[ROW_W-2]), .epoch(row_bits[ROW_W-1]), .row(row));
    bl_eth_row_unpack #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W), .ROW_WORDS(ROWS))
        unpack_row (
        .row(row_bits), .words(got_row[KEEP-1:0]), .keep(got_row[KEEP +: ELEMS]),
        .channel(got_row[KEEP+ELEMS +: CHAN_W]), .is_last(got_row[ROW_W-3]),
        .is_end(got_row[ROW_W-2]), .epoch(got_row[ROW_W-1]));

    integer seed = 6, i, k, failed = 0;
    initial begin
        for (i = 0; i < 200; i = i + 1) begin
            for (k = 0; k < FLIT_W; k = k + 32) bits = {bits, $random(seed)};
            #1 if (flit !== bits || got !== bits) failed = failed + 1;
            for (k = 0; k < ROW_W; k = k + 32) row_bits = {row_bits, $random(seed)};
            #1 if (row !== row_bits || got_row !== row_bits) failed = failed + 1;
            if (say !== bits[SAY_W-1:0] || got_say !== bits[SAY_W-1:0]) failed = failed + 1;
        end
        if (failed != 0) $display("FAIL %0d", failed);
        else $display("PASS");
        $finish(0);
    end
endmodule
