// config:
// config: -Ptb_bl_hub_engine.STALL=1
// config: -Ptb_bl_hub_engine.TAGS=2 -Ptb_bl_hub_engine.LOG_REQUEST=7
// config: -Ptb_bl_hub_engine.TAGS=5 -Ptb_bl_hub_engine.LOG_REQUEST=12 -Ptb_bl_hub_engine.STALL=1
// Chains of random descriptors, any difference of source and target, and a model of the host that
// answers reads in any order, with completions of up to 256 bytes: every word comes to its place,
// nothing else is written, reads and writes cross no 4 KiB, no tag is used twice, and the end is
// written behind all of it. Then chains with a fault in one descriptor, or in one answer: the code,
// the number, nothing of what is behind it, and no end. The engine then runs the next chain.
`timescale 1ns/1ps
`default_nettype none
module tb_bl_hub_engine;
    parameter TAGS = 32, LOG_REQUEST = 9, STALL = 0, CHAINS = 24;
    localparam [63:0] HOST = 64'h0000000100000000, TABLE = 64'h0000000100800000,
                      TARGET = 64'h0000400000000000;
    reg          clk = 0, rst = 1;
    reg  [63:0]  chain = 0, end_at = 0;
    reg  [31:0]  end_value = 0;
    reg  [15:0]  go = 0;
    wire [31:0]  state, count;
    wire         r_valid, s_ready, w_valid, w_last;
    reg          r_ready = 0, s_valid = 0, s_last = 0, w_ready = 0;
    wire [127:0] r_data, w_data;
    wire [127:0] completion;
    reg  [127:0] s_data = 0;
    always #5 clk = ~clk;
    bl_hub_engine #(.LOG_REQUEST(LOG_REQUEST), .TAGS(TAGS)) engine (
        .clk(clk), .rst(rst), .chain(chain), .end_at(end_at), .end_value(end_value), .go(go),
        .state(state), .count(count), .m_read_tvalid(r_valid), .m_read_tready(r_ready),
        .m_read_tdata(r_data), .s_tvalid(s_valid), .s_tready(s_ready), .s_tdata(s_data),
        .s_tlast(s_last), .m_tvalid(w_valid), .m_tready(w_ready), .m_tdata(w_data),
        .m_tlast(w_last));

    integer seed = 21, failures = 0, i, k, n, cycle = 0;
    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    task fail;
        input [8*40-1:0] what;
        begin
            failures = failures + 1;
            if (failures < 10) $display("chain %0d, cycle %0d: %0s", n, cycle, what);
        end
    endtask

    // ---- memories: a source whose words are made of their addresses, descriptors, a target
    function [31:0] word;
        input [31:0] at;
        word = (at >> 2) * 32'h9e3779b1 ^ 32'h0badcafe;
    endfunction
    reg  [255:0] table_of [0:63];
    reg  [31:0]  written [0:65535];
    reg  [65535:0] is_written;
    integer      many, wrong_at, wrong_code, fault, end_seen, words_written, after_end;
    reg  [63:0]  source [0:63], target [0:63];
    reg  [31:0]  size [0:63];
    wire [255:0] descriptor;
    reg  [63:0]  d_source, d_target, d_next;
    reg  [31:0]  d_size;
    bl_chain_descriptor_pack described (
        .source_low(d_source[31:0]), .source_high(d_source[63:32]), .target_low(d_target[31:0]),
        .target_high(d_target[63:32]), .size(d_size), .reserved(32'd0), .next_low(d_next[31:0]),
        .next_high(d_next[63:32]), .descriptor(descriptor));
    task make_chain;
        integer at;
        begin
            many = 1 + draw(8);
            at = draw(16);
            is_written = 0;
            words_written = 0;
            end_seen = 0;
            fault = n % 3 == 2 ? 1 + draw(6) : 0;
            wrong_at = draw(many);
            for (i = 0; i < many; i = i + 1) begin
                size[i] = 4 * (1 + draw(draw(2) ? 16 : 1500));
                source[i] = HOST + 8192 * i + 4 * draw(500);
                target[i] = TARGET + 4 * at;
                at = at + size[i] / 4 + draw(8);
                d_source = source[i];
                d_target = target[i];
                d_size = size[i];
                d_next = i == many - 1 ? 0 : TABLE + 32 * (i + 1);
                if (fault != 0 && wrong_at == i)
                    case (fault)
                    1: d_size = draw(2) ? 0 : d_size + 1 + draw(3);
                    2: if (draw(2)) d_source = d_source + 2;
                       else d_target = d_target + 1;
                    3: d_source = TARGET;
                    4: d_target = HOST;
                    5: d_next = TABLE + 16;
                    default: ;
                    endcase
                #1 table_of[i] = descriptor;
            end
            end_at = TARGET + 4 * 60000;
            end_value = $random(seed);
        end
    endtask

    // ---- the host: reads on their way, and a completion at a time
    reg          out [0:31];
    reg  [63:0]  o_address [0:31];
    integer      o_left [0:31], o_wait [0:31], tag, part, sent, at_word, parts, tries, bad;
    reg  [31:0]  c_word [0:3];
    integer      sending = -1, spoiled = 0;
    bl_completion_header_pack made (
        .length(part[11:2]), .translated(2'd0), .attributes(2'd0), .poisoned(1'b0),
        .digest(1'b0), .reserved(4'd0), .traffic(3'd0), .reserved1(1'b0), .kind(5'd10),
        .format(bad ? 2'd0 : 2'd2), .reserved2(1'b0), .bytes(o_left[tag][11:0]),
        .modified(1'b0), .status(bad ? 3'd1 : 3'd0), .completer(16'd0),
        .low_address(o_address[tag][6:0]), .reserved3(1'b0), .tag(tag[7:0]),
        .requester(16'h0100), .nothing(32'd0), .header(completion));
    task take_read;
        integer length, asked;
        begin
            asked = r_data[47:40];
            length = r_data[9:0] == 0 ? 4096 : 4 * r_data[9:0];
            if (r_data[30:24] != 7'h20) fail("this is no read");
            if (asked >= TAGS) fail("a tag that there is not");
            else if (out[asked]) fail("a tag that is not free");
            out[asked] = 1;
            o_address[asked] = {r_data[95:64], r_data[127:98], 2'b00};
            o_left[asked] = length;
            o_wait[asked] = draw(60);
            if (asked != 0 && length > (1 << LOG_REQUEST)) fail("a read is too long");
            if (o_address[asked][11:0] + length > 4096) fail("a read crosses 4 KiB");
        end
    endtask
    function [31:0] read_word;
        input [63:0] at;
        read_word = at >= TABLE ? table_of[(at - TABLE) >> 5][32*((at >> 2) & 7) +: 32]
                                : word(at[31:0]);
    endfunction
    task begin_completion;
        begin
            tag = -1;
            for (tries = 0; tries < 8 && tag < 0; tries = tries + 1) begin
                k = draw(TAGS);
                if (out[k] && o_wait[k] == 0) tag = k;
            end
            if (tag >= 0) begin
                bad = fault == 6 && tag != 0 && spoiled == 0 && draw(4) == 0;
                part = o_left[tag] > 256 ? 256 - (o_address[tag] + 256) % 64 : o_left[tag];
                if (bad) part = 0;
                parts = 1 + (part + 15) / 16;
                at_word = 0;
                sending = tag;
                // which descriptor's: that in whose source it lies
                if (bad) spoiled = 1 + many;
                for (i = 0; i < many && bad; i = i + 1)
                    if (o_address[tag] >= source[i] && o_address[tag] < source[i] + size[i]
                        && spoiled > many) spoiled = i + 1;
                #1 ;
            end else tag = 0;
        end
    endtask
    task drive_completion;
        begin
            s_valid = 1;
            s_last = at_word == parts - 1;
            if (at_word == 0) s_data = completion;
            else for (k = 0; k < 4; k = k + 1)
                s_data[32*k +: 32] = read_word(o_address[sending] + 16 * (at_word - 1) + 4 * k);
        end
    endtask
    task sent_word;
        begin
            at_word = at_word + 1;
            if (at_word == parts) begin
                o_address[sending] = o_address[sending] + part;
                o_left[sending] = o_left[sending] - part;
                if (bad || o_left[sending] == 0) out[sending] = 0;
                sending = -1;
            end
        end
    endtask

    // ---- the modules that take headers and descriptors apart
    wire [9:0]   a_length;
    wire [1:0]   a_translated, a_attributes, a_format;
    wire         a_poisoned, a_digest, a_reserved1, a_reserved2, a_modified, a_reserved3;
    wire [3:0]   a_reserved;
    wire [2:0]   a_traffic, a_status;
    wire [4:0]   a_kind;
    wire [11:0]  a_bytes;
    wire [15:0]  a_completer, a_requester;
    wire [6:0]   a_low_address;
    wire [7:0]   a_tag;
    wire [31:0]  a_nothing, a_size, a_rest;
    wire [63:0]  a_source, a_target, a_next;
    reg  [127:0] apart;
    reg  [255:0] described_apart;
    bl_completion_header_unpack taken (
        .header(apart), .length(a_length), .translated(a_translated),
        .attributes(a_attributes), .poisoned(a_poisoned), .digest(a_digest),
        .reserved(a_reserved), .traffic(a_traffic), .reserved1(a_reserved1), .kind(a_kind),
        .format(a_format), .reserved2(a_reserved2), .bytes(a_bytes), .modified(a_modified),
        .status(a_status), .completer(a_completer), .low_address(a_low_address),
        .reserved3(a_reserved3), .tag(a_tag), .requester(a_requester), .nothing(a_nothing));
    bl_chain_descriptor_unpack read_back (
        .descriptor(described_apart), .source_low(a_source[31:0]), .source_high(a_source[63:32]),
        .target_low(a_target[31:0]), .target_high(a_target[63:32]), .size(a_size),
        .reserved(a_rest), .next_low(a_next[31:0]), .next_high(a_next[63:32]));
    task look_at_layouts;
        for (i = 0; i < 200; i = i + 1) begin
            apart = {$random(seed), $random(seed), $random(seed), $random(seed)};
            described_apart = {apart, ~apart};
            #1 if (apart !== 128'd0 + a_length + a_translated * 128'd1024
                   + a_attributes * 128'd4096 + a_poisoned * 128'd16384 + a_digest * 128'd32768
                   + a_reserved * 128'd65536 + a_traffic * 128'd1048576
                   + a_reserved1 * 128'd8388608 + a_kind * (128'd1 << 24)
                   + a_format * (128'd1 << 29) + a_reserved2 * (128'd1 << 31)
                   + a_bytes * (128'd1 << 32) + a_modified * (128'd1 << 44)
                   + a_status * (128'd1 << 45) + a_completer * (128'd1 << 48)
                   + a_low_address * (128'd1 << 64) + a_reserved3 * (128'd1 << 71)
                   + a_tag * (128'd1 << 72) + a_requester * (128'd1 << 80)
                   + a_nothing * (128'd1 << 96)) fail("the header of a completion");
            if (described_apart !== 256'd0 + a_source + a_target * (256'd1 << 64)
                + a_size * (256'd1 << 128) + a_rest * (256'd1 << 160)
                + a_next * (256'd1 << 192)) fail("a descriptor");
        end
    endtask

    // ---- what the engine writes
    reg  [63:0]  w_at;
    integer      w_left, w_word = 0, index;
    task take_word;
        begin
            if (w_word == 0) begin
                w_at = {w_data[95:64], w_data[127:98], 2'b00};
                w_left = w_data[9:0];
                if (w_data[30:24] != 7'h60) fail("this is no write");
                if (w_data[35:32] != 15 || w_data[39:36] != (w_left == 1 ? 0 : 15))
                    fail("bytes that are not written");
                if (w_at[11:0] + 4 * w_left > 4096) fail("a write crosses 4 KiB");
                if (end_seen) fail("a write behind the end");
            end else
                for (k = 0; k < 4; k = k + 1)
                    if (w_left > 0) begin
                        index = (w_at - TARGET) >> 2;
                        if (w_at < TARGET || index > 65535) fail("a write elsewhere");
                        else begin
                            if (is_written[index]) fail("a word is written twice");
                            is_written[index] = 1;
                            written[index] = w_data[32*k +: 32];
                            if (w_at == end_at) end_seen = 1;
                            else words_written = words_written + 1;
                        end
                        w_at = w_at + 4;
                        w_left = w_left - 1;
                    end
            w_word = w_word + 1;
            if (w_last) begin
                if (w_left != 0) fail("a write is too short");
                w_word = 0;
            end
        end
    endtask
    integer total, whole;
    task look;
        begin
            total = 0;
            for (i = 0; i < (fault == 0 ? many : wrong_at); i = i + 1)
                for (k = 0; k < size[i] / 4; k = k + 1) begin
                    index = ((target[i] - TARGET) >> 2) + k;
                    if (fault == 6) begin
                        if (is_written[index] && written[index] !== word(source[i] + 4 * k))
                            fail("a word is another one");
                    end else if (!is_written[index] || written[index] !== word(source[i] + 4 * k))
                        fail("a word is missing, or another one");
                    total = total + 1;
                end
            if (fault == 0) begin
                if (total != words_written) fail("more was written than was asked for");
                if (!end_seen || written[60000] !== end_value) fail("the end");
                if (state[31:24] != 0 || count != many) fail("the state");
            end else if (fault != 6 || spoiled) begin
                if (end_seen) fail("an end that there is not");
                if (state[31:24] != fault) fail("the code");
                if (count != (fault == 6 ? spoiled : wrong_at + 1))
                    fail("the descriptor's number");
                if (fault != 6 && total != words_written) fail("something behind it was written");
            end
            if (state[16] || state[15:0] != go) fail("it has not ended");
        end
    endtask
    task run;
        begin
            chain = TABLE;
            go = go + 1;
            spoiled = 0;
            k = 0;
            whole = 0;
            while (whole < 20) begin
                @(negedge clk) cycle = cycle + 1;
                whole = state[15:0] == go && !state[16] ? whole + 1 : 0;
                for (i = 0; i < 32; i = i + 1) if (o_wait[i] > 0) o_wait[i] = o_wait[i] - 1;
                r_ready = draw(3) != 0;
                if (r_valid && r_ready) take_read;
                w_ready = !STALL || draw(3) != 0;
                if (w_valid && w_ready) take_word;
                if (sending < 0) s_valid = 0;
                if (sending < 0 && draw(2)) begin_completion;
                if (sending >= 0) begin
                    drive_completion;
                    #1 if (s_ready) sent_word;
                end
                if (cycle > 2000000) begin
                    fail("it stands still");
                    whole = 20;
                end
            end
        end
    endtask
    initial begin
        for (i = 0; i < 32; i = i + 1) begin
            out[i] = 0; o_wait[i] = 0; o_left[i] = 0; o_address[i] = 0;
        end
        tag = 0;
        part = 4;
        bad = 0;
        look_at_layouts;
        repeat (4) @(negedge clk);
        rst = 0;
        for (n = 0; n < CHAINS; n = n + 1) begin
            make_chain;
            @(negedge clk) run;
            look;
        end
        // a chain that begins nowhere
        chain = TABLE + 8;
        go = go + 1;
        repeat (20) @(negedge clk);
        if (state[31:24] != 5 || state[16] || state[15:0] != go || count != 0)
            fail("a chain that begins at no multiple of 32");
        if (failures != 0) $display("FAIL %0d", failures);
        else $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
