// config: -Ptb_bl_cell_gather.FLITS=4
// config: -Ptb_bl_cell_gather.FLITS=1
// When a cell of bl_cell_gather is complete: with FLITS flits, behind one with `end` or with
// elements that are not kept, before one of another channel, at the end of a packet while nothing
// waits, and when nothing has come for 32 to 64 cycles; what is said of it, and its data.
`timescale 1ns/1ps
`default_nettype none
module tb_bl_cell_gather;
    parameter FLITS = 4;
    localparam NODES = 3, ELEMS = 2, ELEM_W = 8, CHAN_W = 2, FLIT_W = 23, META_W = 13;
    reg                    clk = 0, rst = 1, read = 0;
    reg  [NODES-1:0]       valid = 0, take = 0, gone = 0;
    wire [NODES-1:0]       ready, whole;
    reg  [NODES*FLIT_W-1:0] data = 0;
    wire [NODES*3-1:0]     taken;
    reg  [2:0]             number = 0;
    reg  [5:0]             place = 0;
    wire [META_W-1:0]      meta;
    wire [15:0]            rdata;
    integer                failures = 0, wanted = 0, k, since;
    always #5 clk = ~clk;
    bl_cell_gather #(.NODES(NODES), .NODE_W(2), .ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W),
                     .FLITS(FLITS)) dut (
        .clk(clk), .rst(rst), .s_tvalid(valid), .s_tready(ready), .s_tdata(data),
        .idle(3'b111), .whole(whole), .take(take), .taken(taken), .gone(gone), .peer(2'd2),
        .cell_number(number),
        .meta(meta),
        .read(read), .read_peer(2'd2), .read_cell(number), .read_flit(place), .rdata(rdata));

    // A flit for peer 2; bytes of its data are its value and its complement.
    task send;
        input [7:0] value;
        input [1:0] channel;
        input [1:0] keep;
        input       is_last, is_end;
        begin
            valid[2] <= 1;
            data[2*FLIT_W +: FLIT_W] <= {1'b0, is_end, is_last, channel, keep, ~value, value};
            @(posedge clk);
            while (!ready[2]) @(posedge clk);
            valid[2] <= 0;
            #1;
        end
    endtask
    // Within so many cycles a cell is complete, with these flits from `value` up.
    task expect_cell;
        input integer least, most, flits;
        input [7:0]   value;
        input [1:0]   channel;
        input [1:0]   keep;
        input         is_end;
        begin
            since = 0;
            while (!whole[2] && since < 200) begin
                @(posedge clk) #1;
                since = since + 1;
            end
            if (since < least || since > most) begin
                $display("complete after %0d cycles, not %0d to %0d", since, least, most);
                failures = failures + 1;
            end
            number = taken[8:6];
            take[2] = 1;
            @(posedge clk) #1;
            take[2] = 0;
            if (meta !== {flits[6:0], 1'b0, is_end, channel, keep}) begin
                $display("said of it: %b", meta);
                failures = failures + 1;
            end
            for (k = 0; k < flits; k = k + 1) begin
                place = k;
                read = 1;
                @(posedge clk) #1;
                read = 0;
                if (rdata[7:0] !== value + k
                    || rdata[15:8] !== ((k < flits - 1 || keep[1]) ? ~rdata[7:0] : 8'd0))
                    failures = failures + 1;
            end
            gone[2] = 1;
            @(posedge clk) #1;
            gone[2] = 0;
        end
    endtask

    initial begin
        repeat (3) @(posedge clk);
        #1 rst = 0;
        if (FLITS > 1) begin
            for (k = 0; k < FLITS; k = k + 1) send(k, 1, 3, 0, 0);
            expect_cell(0, 3, FLITS, 0, 1, 3, 0);
            send(20, 1, 3, 0, 0);
            send(21, 1, 3, 0, 1);
            expect_cell(0, 3, 2, 20, 1, 3, 1);
            send(30, 1, 1, 0, 0);
            expect_cell(0, 3, 1, 30, 1, 1, 0);
            send(40, 1, 3, 0, 0);
            send(50, 2, 3, 0, 0);
            send(51, 2, 3, 1, 0);
            expect_cell(0, 3, 1, 40, 1, 3, 0);
            // the end of a packet closes a cell only when nothing waits: here one does
            expect_cell(20, 64, 2, 50, 2, 3, 0);
            send(60, 2, 3, 1, 0);
            expect_cell(0, 3, 1, 60, 2, 3, 0);
            send(70, 2, 3, 0, 0);
            expect_cell(28, 66, 1, 70, 2, 3, 0);
        end
        else for (wanted = 0; wanted < 20; wanted = wanted + 1) begin
            send(wanted, wanted, 3, 0, 0);
            expect_cell(0, 3, 1, wanted, wanted, 3, 0);
        end
        // the ring of a peer that nobody takes from fills, and holds up no other
        valid[2] <= 1;
        repeat (60 * FLITS) @(posedge clk);
        #1 if (ready[2]) failures = failures + 1;
        valid[1] = 1;
        #1 if (!ready[1]) failures = failures + 1;
        if (failures != 0) $display("FAIL %0d", failures);
        else $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
