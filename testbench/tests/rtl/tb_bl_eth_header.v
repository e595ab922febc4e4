// A frame's header put together and taken apart, byte by byte as docs/ethernet.md has it; numbers
// turned round for the wire; the numbers of events.
// config:
`timescale 1ns/1ps
module tb_bl_eth_header;
    reg  [3:0]   kind;
    reg          epoch, is_end, is_last, probe;
    reg  [15:0]  session, credit, keep, length;
    reg  [23:0]  seq, acknowledge;
    reg  [7:0]   id;
    wire [127:0] header;
    reg  [127:0] bytes;
    wire [3:0]   u_kind;
    wire         u_epoch, u_is_end, u_is_last, u_probe;
    wire [15:0]  u_session, u_credit, u_keep, u_length;
    wire [23:0]  u_seq, u_acknowledge;
    wire [7:0]   u_id;
    bl_eth_header_pack pack (
        .kind(kind), .epoch(epoch), .is_end(is_end), .is_last(is_last), .probe(probe),
        .session(session), .seq(seq), .acknowledge(acknowledge), .credit(credit), .id(id),
        .keep(keep), .length(length), .header(header));
    bl_eth_header_unpack unpack (
        .kind(u_kind), .epoch(u_epoch), .is_end(u_is_end), .is_last(u_is_last), .probe(u_probe),
        .session(u_session), .seq(u_seq), .acknowledge(u_acknowledge), .credit(u_credit),
        .id(u_id), .keep(u_keep), .length(u_length), .header(bytes));

    reg  [127:0] number;
    wire [7:0]   one;
    wire [47:0]  six;
    wire [127:0] sixteen;
    bl_byte_swap #(.BYTES(1)) turn_one (.s(number[7:0]), .m(one));
    bl_byte_swap #(.BYTES(6)) turn_six (.s(number[47:0]), .m(six));
    bl_byte_swap #(.BYTES(16)) turn_sixteen (.s(number), .m(sixteen));

    reg  [11:0]  in;
    reg  [4:0]   sent;
    wire [3:0]   in_number;
    wire [2:0]   sent_number;
    bl_eth_receive_event receive_event (
        .in_data(in[0]), .in_had(in[1]), .in_no_place(in[2]), .in_report(in[3]),
        .in_greeting(in[4]), .in_session(in[5]), .in_illegal(in[6]), .in_ahead(in[7]),
        .in_credit(in[8]), .in_bad(in[9]), .in_not_mine(in[10]), .in_nobody(in[11]),
        .number(in_number));
    bl_eth_send_event send_event (
        .data(sent[0]), .again(sent[1]), .probe(sent[2]), .report(sent[3]), .greeting(sent[4]),
        .number(sent_number));

    integer seed = 5, i, k, failed = 0;
    task byte_is; input integer at; input [7:0] value; begin
        bytes[8*at +: 8] = value;
    end endtask
    task fails; input [8*20-1:0] what; begin
        if (failed == 0) $display("FAIL %0s in round %0d", what, i);
        failed = 1;
    end endtask
    initial begin
        for (i = 0; i < 1000; i = i + 1) begin
            {kind, epoch, is_end, is_last, probe, session, id} = $random(seed);
            {seq, probe, is_last} = $random(seed);
            {acknowledge, epoch} = $random(seed);
            {credit, keep} = $random(seed);
            length = $random(seed);
            // multi-byte fields have the first byte of the wire on top
            byte_is(0, kind + 16 * epoch + 32 * is_end + 64 * is_last + 128 * probe);
            byte_is(1, session / 256);
            byte_is(2, session % 256);
            byte_is(3, seq / 65536);
            byte_is(4, seq / 256 % 256);
            byte_is(5, seq % 256);
            byte_is(6, acknowledge / 65536);
            byte_is(7, acknowledge / 256 % 256);
            byte_is(8, acknowledge % 256);
            byte_is(9, credit / 256);
            byte_is(10, credit % 256);
            byte_is(11, id);
            byte_is(12, keep / 256);
            byte_is(13, keep % 256);
            byte_is(14, length / 256);
            byte_is(15, length % 256);
            number = {$random(seed), $random(seed), $random(seed), $random(seed)};
            in = i % 13 == 12 ? 0 : 1 << (i % 13);
            sent = i % 6 == 5 ? 0 : 1 << (i % 6);
            #1;
            if (header !== bytes) fails("pack");
            if ({u_kind, u_epoch, u_is_end, u_is_last, u_probe, u_session, u_seq, u_acknowledge,
                u_credit, u_id, u_keep, u_length} !== {kind, epoch, is_end, is_last, probe,
                session, seq, acknowledge, credit, id, keep, length}) fails("unpack");
            for (k = 0; k < 16; k = k + 1) begin
                if (sixteen[8*k +: 8] !== number[8*(15-k) +: 8]) fails("order");
                if (k < 6 && six[8*k +: 8] !== number[8*(5-k) +: 8]) fails("order");
            end
            if (one !== number[7:0]) fails("order");
            if (in_number !== (i % 13 == 12 ? 0 : i % 13 + (i % 13 > 8
                ? 3 : 0))) fails("receive event");
            if (sent_number !== (i % 6 == 5 ? 0 : i % 6)) fails("send event");
        end
        if (failed == 0) $display("PASS");
        $finish(0);
    end
endmodule
