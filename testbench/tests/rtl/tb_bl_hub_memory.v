// config:
// config: -Ptb_bl_hub_memory.STALL=1
// config: -Ptb_bl_hub_memory.LOG_PAYLOAD=6 -Ptb_bl_hub_memory.LOG_WORDS=7
// Random reads of a hub's memory, of any place and size, each beside writes to what it does not
// read, often in the same words: completions are of the bytes that the bench keeps, no longer than
// the payload, end at multiples of 64 or with the read, and say what is still to come. What is not
// all inside is not written, and its read unsupported. Then reads in a row: a word a cycle, and a
// header.
`timescale 1ns/1ps
`default_nettype none
module tb_bl_hub_memory;
    parameter STALL = 0, LOG_WORDS = 8, LOG_PAYLOAD = 8, COUNT = 1500;
    localparam BYTES = 16 << LOG_WORDS, PAYLOAD = 1 << LOG_PAYLOAD;
    reg          clk = 0, rst = 1;
    reg          s_tvalid = 0, s_tlast = 0, r_tvalid = 0, r_user = 0, m_tready = 1;
    reg  [127:0] s_tdata = 0, r_tdata = 0;
    wire         beyond, r_tready, m_tvalid, m_tlast, m_tuser;
    wire [127:0] m_tdata;
    always #2 clk = ~clk;
    bl_hub_memory #(.LOG_WORDS(LOG_WORDS), .LOG_PAYLOAD(LOG_PAYLOAD)) memory (
        .clk(clk), .rst(rst), .hub(16'h0100), .s_tvalid(s_tvalid), .s_tdata(s_tdata),
        .s_tlast(s_tlast), .beyond(beyond), .s_read_tvalid(r_tvalid), .s_read_tready(r_tready),
        .s_read_tdata(r_tdata), .s_read_tuser(r_user), .m_tvalid(m_tvalid), .m_tready(m_tready),
        .m_tdata(m_tdata), .m_tlast(m_tlast), .m_tuser(m_tuser));

    integer seed = 3, failures = 0, n, i, k, cycle = 0, begun;
    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    task fail;
        input [8*40-1:0] what;
        begin
            failures = failures + 1;
            if (failures < 10) $display("read %0d: %0s", n, what);
        end
    endtask
    reg [7:0] kept [0:BYTES-1];
    integer   lost = 0, reported = 0;
    always @(posedge clk) begin
        cycle <= cycle + 1;
        if (beyond) reported = reported + 1;
    end
    always @(negedge clk) m_tready = !STALL || draw(3) == 0;

    // ---- the read that is under way, and what comes of it
    integer     r_at = 0, r_left = 0, part = 0, word = 0, inside = 1;
    reg         open = 0, in_a_row = 0;
    reg [7:0]   tag;
    reg [15:0]  requester;
    reg [127:0] wanted;
    always @(posedge clk) if (m_tvalid & m_tready & ~rst & ~in_a_row) begin
        if (!open) fail("a word of nothing");
        if (m_tuser !== r_user) fail("whose it is");
        if (word == 0) begin
            part = inside ? (PAYLOAD - r_at % 64 < r_left ? PAYLOAD - r_at % 64 : r_left) : 0;
            wanted = 128'd0;
            wanted[9:0] = part / 4;
            wanted[30:29] = inside ? 2 : 0;
            wanted[28:24] = 10;
            wanted[43:32] = r_left;
            wanted[47:45] = inside ? 0 : 1;
            wanted[63:48] = 16'h0100;
            wanted[70:64] = r_at;
            wanted[79:72] = tag;
            wanted[95:80] = requester;
            if (m_tdata !== wanted) fail("the header");
            if (m_tlast !== (inside ? 1'b0 : 1'b1)) fail("its last word");
        end else begin
            for (k = 0; k < 16 && k < part; k = k + 1)
                if (m_tdata[8*k +: 8] !== kept[r_at + k]) fail("a byte");
            r_at = r_at + (part < 16 ? part : 16);
            r_left = r_left - (part < 16 ? part : 16);
            part = part < 16 ? 0 : part - 16;
            if (m_tlast !== (part == 0)) fail("the last word");
        end
        word = m_tlast ? 0 : word + 1;
        if (m_tlast && (!inside || r_left == 0)) open = 0;
    end
    task ask;
        input integer at, units;
        begin
            @(negedge clk);
            r_at = at;
            r_left = 4 * units;
            inside = at + 4 * units <= BYTES;
            tag = draw(256);
            requester = draw(65536);
            open = 1;
            r_tvalid = 1;
            r_user = draw(2);
            r_tdata = 0;
            r_tdata[9:0] = units;
            r_tdata[30:29] = 1;
            r_tdata[47:40] = tag;
            r_tdata[63:48] = requester;
            r_tdata[127:96] = at;
            @(posedge clk);
            while (!r_tready) @(posedge clk);
            @(negedge clk) r_tvalid = 0;
        end
    endtask

    // ---- a write that touches nothing of the read
    integer at, units, unit;
    reg [3:0] first, last, enabled;
    reg [127:0] header;
    task write;
        begin
            units = 1 + draw(draw(2) ? 5 : 40);
            at = 4 * draw(draw(8) == 0 ? BYTES / 4 : 60);
            if (draw(12) == 0) at = BYTES - 4 * draw(units + 1);
            while (open && at < r_at + r_left && at + 4 * units > r_at) begin
                at = 4 * draw(BYTES / 4);
                units = 1 + draw(4);
            end
            first = draw(4) ? 15 : draw(16);
            last = units == 1 ? 0 : draw(4) ? 15 : draw(16);
            header = 0;
            header[9:0] = units;
            header[30:29] = 3;
            header[39:32] = {last, first};
            header[127:96] = at;
            if (draw(20) == 0) header[64 + draw(32)] = 1;
            if (header[95:64] != 0 || at + 4 * units > BYTES) lost = lost + 1;
            @(negedge clk) s_tvalid = 1;
            s_tdata = header;
            s_tlast = 0;
            for (unit = 0; unit < units; unit = unit + 4) begin
                while (draw(6) == 0) @(negedge clk) s_tvalid = 0;
                @(negedge clk) s_tvalid = 1;
                s_tdata = {$random(seed), $random(seed), $random(seed), $random(seed)};
                s_tlast = unit + 4 >= units;
                for (i = 0; i < 16; i = i + 1) begin
                    enabled = unit + i / 4 == 0 ? first : unit + i / 4 == units - 1 ? last
                            : unit + i / 4 < units ? 15 : 0;
                    if (enabled[i % 4] && header[95:64] == 0 && at + 4 * units <= BYTES)
                        kept[at + 4 * unit + i] = s_tdata[8*i +: 8];
                end
            end
            @(negedge clk) s_tvalid = 0;
        end
    endtask
    initial begin
        n = 0;
        repeat (4) @(negedge clk);
        rst = 0;
        // all of it has a value
        for (at = 0; at < BYTES; at = at + 16) begin
            header = 0;
            header[9:0] = 4;
            header[30:29] = 3;
            header[39:32] = 8'hff;
            header[127:96] = at;
            @(negedge clk) s_tvalid = 1;
            s_tdata = header;
            s_tlast = 0;
            @(negedge clk) s_tdata = {4{at}};
            s_tlast = 1;
            for (i = 0; i < 16; i = i + 1) kept[at + i] = s_tdata[8*i +: 8];
        end
        @(negedge clk) s_tvalid = 0;
        for (n = 0; n < COUNT; n = n + 1) begin
            repeat (2) @(negedge clk);
            ask(4 * draw(draw(4) ? 60 : BYTES / 4), 1 + draw(draw(2) ? 8 : 128));
            while (open && draw(4) != 0) write;
            while (open) @(negedge clk);
            if (draw(3) == 0) write;
        end
        repeat (8) @(negedge clk);
        if (reported != lost || lost == 0) fail("the count of those beyond");
        begun = cycle;
        in_a_row = 1;
        for (n = 0; n < 16 && !STALL; n = n + 1) ask(0, 2 * PAYLOAD / 4);
        if (!STALL && cycle - begun > 16 * 2 * (PAYLOAD / 16 + 1) + 8) fail("a pause");
        if (failures != 0) $display("FAIL %0d", failures);
        else $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
