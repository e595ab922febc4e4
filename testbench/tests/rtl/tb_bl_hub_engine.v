// config:
// config: -Ptb_bl_hub_engine.STALL=1 -Ptb_bl_hub_engine.RUNS=15
// config: -Ptb_bl_hub_engine.STALL=1 -Ptb_bl_hub_engine.HOLD=1 -Ptb_bl_hub_engine.RUNS=4
// config: -Ptb_bl_hub_engine.TAGS=2 -Ptb_bl_hub_engine.LOG_REQUEST=7 -Ptb_bl_hub_engine.RUNS=8
// config: -Ptb_bl_hub_engine.TAGS=5 -Ptb_bl_hub_engine.LOG_REQUEST=12 -Ptb_bl_hub_engine.RUNS=15 -Ptb_bl_hub_engine.STALL=1
// long config: -Ptb_bl_hub_engine.STALL=1
// long config: -Ptb_bl_hub_engine.TAGS=2 -Ptb_bl_hub_engine.LOG_REQUEST=7
// long config: -Ptb_bl_hub_engine.TAGS=5 -Ptb_bl_hub_engine.LOG_REQUEST=12 -Ptb_bl_hub_engine.STALL=1
// Chains of random descriptors, and requests in registers, in blocks or not, with any difference of
// source and target, and a model of the host that answers reads in any order, with completions of
// up to 256 bytes, with pauses: every word comes to its place, nothing else is written, reads and
// writes cross no 4 KiB, no tag is used twice, the end is written behind all of it, and the host
// hears of each completion's place once. Then runs with a fault in one descriptor, in one answer,
// without one, or with one that comes when the next run has begun, and runs that are stopped: the
// code, the number, nothing of what is behind it, and no end. The engine then does the next run.
// With HOLD the writes do not leave for twice the time limit, in which no answer has room.
`timescale 1ns/1ps
`default_nettype none
module tb_bl_hub_engine;
    parameter TAGS = 32, LOG_REQUEST = 9, STALL = 0, RUNS = 30, HOLD = 0;
    localparam STEP = 60, RANGES = 6, WORDS = 32768;
    localparam [47:0] HOST = 48'h000100000000, TABLE = 48'h000101000000,
                      TARGET = 48'h400000000000;
    reg          clk = 0, rst = 1;
    reg  [47:0]  chain = 0, end_at = 0;
    reg  [31:0]  end_value = 0;
    reg  [21:0]  go = 0;
    reg  [15:0]  stop = 0;
    reg  [255:0] request = 0;
    reg  [3:0]   slot = 0;
    wire [31:0]  state, count;
    wire         irq, r_own, r_valid, w_valid, w_last, freed;
    reg          r_ready = 0, s_valid = 0, s_last = 0, w_ready = 1, m_freed = 0, s_freed = 0;
    wire [127:0] r_data, w_data;
    wire [127:0] completion;
    reg  [127:0] s_data = 0;
    // One place of 16 MiB is the target's, one of the sources', descriptors' or nobody's the hub's.
    reg  [23:0]  own = 0;
    wire [RANGES*97-1:0] ranges = {1'b0, 24'd0, own, own, 24'hffffff,
                                   {(RANGES-2){25'd0, 24'd0, 24'hffffff, 24'd0}},
                                   1'b0, 24'd0, 24'h400000, 24'h400000, 24'hffffff};
    always #5 clk = ~clk;
    bl_hub_engine #(.LOG_REQUEST(LOG_REQUEST), .TAGS(TAGS), .RANGES(RANGES), .STEP(STEP)) engine (
        .clk(clk), .rst(rst), .ranges(ranges), .chain(chain), .end_at(end_at),
        .end_value(end_value), .go(go), .stop(stop), .request(request), .slot(slot),
        .state(state), .count(count), .irq(irq), .m_read_tvalid(r_valid),
        .m_read_tready(r_ready), .m_read_tdata(r_data), .m_read_own(r_own),
        .s_tvalid(s_valid), .s_tdata(s_data), .s_tlast(s_last), .s_freed(s_freed),
        .freed(freed), .m_tvalid(w_valid), .m_tready(w_ready), .m_tdata(w_data),
        .m_tlast(w_last), .m_freed(m_freed));

    integer seed = 21, failures = 0, i, k, n, cycle = 0;
    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    task fail;
        input [8*40-1:0] what;
        begin
            failures = failures + 1;
            if (failures < 10) $display("run %0d, cycle %0d: %0s", n, cycle, what);
        end
    endtask

    // ---- memories: a source whose words are made of their addresses, descriptors, a target
    function [31:0] word;
        input [31:0] at;
        word = (at >> 2) * 32'h9e3779b1 ^ 32'h0badcafe;
    endfunction
    localparam NONE = 0, NEVER = 8, STOP = 9;
    reg  [255:0] table_of [0:31];
    reg  [31:0]  written [0:WORDS-1], wanted [0:WORDS-1];
    reg  [4:0]   owner [0:WORDS-1];           // whose word it is, from 1 on; 0: nobody's
    reg  [WORDS-1:0] is_written;
    integer      many, wrong_at, fault, end_seen, of_registers, at, place, passed, block, skip;
    reg  [47:0]  source [0:31];
    integer      reach [0:31];                // bytes of the source, from the first to the last
    wire [255:0] descriptor;
    reg  [47:0]  d_source, d_target, d_next;
    reg  [31:0]  d_size, d_source_stride, d_target_stride;
    reg  [15:0]  d_block;
    bl_chain_descriptor_pack described (
        .source_low(d_source[31:0]), .source_high(d_source[47:32]), .block(d_block),
        .target_low(d_target[31:0]), .target_high(d_target[47:32]), .next_high(d_next[47:32]),
        .next_low(d_next[31:0]), .size(d_size), .source_stride(d_source_stride),
        .target_stride(d_target_stride), .descriptor(descriptor));
    // Where descriptors lie: one behind the other, with places between them, or anywhere.
    integer      seat [0:31], order;
    task make_seats;
        begin
            order = of_registers ? 0 : draw(3);
            for (i = 0; i < 32; i = i + 1) begin
                table_of[i] = {8{$random(seed)}};
                seat[i] = order == 0 ? i : order == 1 ? (2 * i) % 32 : (13 * i) % 32;
            end
        end
    endtask
    // Descriptor i, whose target begins at word `at`; `at` is behind it then.
    task make_descriptor;
        begin
            d_size = 4 * (1 + draw(draw(2) ? 16 : 600));
            source[i] = HOST + 65536 * i + 4 * draw(500);
            d_source = source[i];
            d_target = TARGET + 4 * at;
            d_block = draw(2) ? 1 + draw(draw(2) ? 10 : 200) : 0;
            block = d_block != 0 ? d_block : d_size / 4;
            skip = draw(3);
            d_target_stride = 4 * (block + skip);
            // overlapping blocks of the source are as good as others
            d_source_stride = 4 * draw(2 * block);
            place = at;
            for (k = 0; k < d_size / 4; k = k + 1) begin
                passed = k / block;
                place = at + passed * (block + skip) + k % block;
                owner[place] = i + 1;
                wanted[place] = word(d_source + passed * d_source_stride + 4 * (k % block));
            end
            reach[i] = passed * d_source_stride + 4 * block;
            at = place + 1 + draw(8);
            d_next = of_registers || i == many - 1 ? 0 : TABLE + 32 * seat[i+1];
        end
    endtask
    task spoil_descriptor;
        case (fault)
        1: d_size = draw(2) ? 0 : d_size + 1 + draw(3);
        2: case (draw(d_block != 0 ? 4 : 2))
            0: d_source = d_source + 2;
            1: d_target = d_target + 1;
            2: d_source_stride = d_source_stride + 3;
            default: d_target_stride = d_target_stride + 2;
            endcase
        3: d_source = TARGET;
        4: d_target = HOST;
        5: d_next = TABLE + 16;
        7: if (d_block != 0 && d_size > 4 * d_block) d_target_stride = 32'h01000000;
           else d_target = TARGET + 48'h01000000;
        default: ;
        endcase
    endtask
    task make_run;
        begin
            of_registers = n % 6 < 4 && draw(2);
            own = draw(3) == 0 ? 24'hfffffe : draw(2) ? HOST[47:24] : TABLE[47:24];
            many = 1 + draw(of_registers ? 16 : 12);
            at = draw(16);
            is_written = 0;
            end_seen = 0;
            for (i = 0; i < WORDS; i = i + 1) owner[i] = 0;
            fault = n == 2 ? STOP : n % 6 == 4 ? NEVER : n % 3 == 2 ? 1 + draw(9) : NONE;
            wrong_at = draw(many);
            make_seats;
            for (i = 0; i < many; i = i + 1) begin
                make_descriptor;
                if (wrong_at == i) spoil_descriptor;
                #1 table_of[seat[i]] = descriptor;
            end
            end_at = TARGET + 4 * 32000;
            end_value = $random(seed);
        end
    endtask

    // ---- the host: reads on their way, and a completion at a time
    reg          out [0:31];
    reg  [47:0]  o_address [0:31];
    integer      o_left [0:31], o_wait [0:31], tag, part, at_word, parts, tries, bad;
    reg          o_late [0:31];                // given up, and still to be answered
    integer      lates = 0, hold = 0, holds = 0;
    integer      sending = -1, spoiled = 0, completions = 0, heard = 0, quiet = 0;
    bl_completion_header_pack made (
        .length(part[11:2]), .translated(2'd0), .attributes(2'd0), .poisoned(1'b0),
        .digest(1'b0), .reserved(4'd0), .traffic(3'd0), .reserved1(1'b0), .kind(5'd10),
        .format(bad ? 2'd0 : 2'd2), .reserved2(1'b0), .bytes(o_left[tag][11:0]),
        .modified(1'b0), .status(bad ? 3'd1 : 3'd0), .completer(16'd0),
        .low_address(o_address[tag][6:0]), .reserved3(1'b0), .tag(tag[7:0]),
        .requester(16'h0100), .nothing(32'd0), .header(completion));
    // Whose a read is, from 1 on: that in whose source it lies, or that which it fetches.
    integer whose, code;
    task find_whose;
        input [47:0] address;
        begin
            whose = 0;
            if (address >= TABLE) begin
                whose = 32;
                for (i = 0; i < many; i = i + 1)
                    if (seat[i] == (address - TABLE) / 32) whose = i + 1;
            end
            for (i = 0; i < many && address < TABLE; i = i + 1)
                if (whose == 0 && address >= source[i] && address < source[i] + reach[i])
                    whose = i + 1;
        end
    endtask
    // A descriptor's own read, or one of its source, is the bad one.
    task spoil;
        input [47:0] address;
        begin
            spoiled = whose;
            code = fault == 6 ? (address >= TABLE ? 11 : 6) : address >= TABLE ? 12 : 8;
        end
    endtask
    task take_read;
        integer length, asked;
        begin
            asked = r_data[47:40];
            length = r_data[9:0] == 0 ? 4096 : 4 * r_data[9:0];
            if (r_data[30:24] != 7'h20) fail("this is no read");
            if (r_own !== ({r_data[79:64], r_data[127:120]} == own)) fail("whose memory it is");
            if (asked >= TAGS) fail("a tag that there is not");
            else if (out[asked]) fail("a tag that is not free");
            out[asked] = 1;
            o_address[asked] = {r_data[79:64], r_data[127:98], 2'b00};
            o_left[asked] = length;
            o_wait[asked] = draw(60);
            if (asked != 0 && length > (1 << LOG_REQUEST)) fail("a read is too long");
            if (o_address[asked][11:0] + length > 4096) fail("a read crosses 4 KiB");
            if (o_late[asked]) fail("a tag that may still be answered");
            if (fault == NEVER && spoiled == 0 && draw(asked == 0 ? 2 : 4) == 0) begin
                o_late[asked] = draw(2);
                out[asked] = o_late[asked];
                // the engine gives up after at most 64 * STEP, and once more as long
                if (o_late[asked]) o_wait[asked] = (66 + draw(28)) * STEP;
                find_whose(o_address[asked]);
                spoil(o_address[asked]);
            end
        end
    endtask
    function [31:0] read_word;
        input [47:0] at;
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
                find_whose(o_address[tag]);
                bad = fault == 6 && spoiled == 0 && whose <= many && draw(4) == 0 && !o_late[tag];
                part = 64 << draw(3);
                part = o_left[tag] > part ? part - (o_address[tag] + part) % 64 : o_left[tag];
                if (bad) part = 0;
                parts = 1 + (part + 15) / 16;
                at_word = 0;
                sending = tag;
                if (bad) spoil(o_address[tag]);
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
            at_word = at_word + 1;
            if (at_word == parts) begin
                completions = completions + 1;
                o_address[sending] = o_address[sending] + part;
                o_left[sending] = o_left[sending] - part;
                if (bad || o_late[sending] || o_left[sending] == 0) out[sending] = 0;
                lates = lates + o_late[sending];
                o_late[sending] = 0;
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
    wire [31:0]  a_nothing, a_size, a_source_stride, a_target_stride;
    wire [47:0]  a_source, a_target, a_next;
    wire [15:0]  a_block;
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
        .descriptor(described_apart), .source_low(a_source[31:0]), .source_high(a_source[47:32]),
        .block(a_block), .target_low(a_target[31:0]), .target_high(a_target[47:32]),
        .next_high(a_next[47:32]), .next_low(a_next[31:0]), .size(a_size),
        .source_stride(a_source_stride), .target_stride(a_target_stride));
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
            if (described_apart !== 256'd0 + a_source + a_block * (256'd1 << 48)
                + a_target * (256'd1 << 64) + a_next[47:32] * (256'd1 << 112)
                + a_next[31:0] * (256'd1 << 128) + a_size * (256'd1 << 160)
                + a_source_stride * (256'd1 << 192) + a_target_stride * (256'd1 << 224))
                fail("a descriptor");
        end
    endtask

    // ---- what the engine writes
    reg  [47:0]  w_at;
    integer      w_left, w_word = 0, index, leaving = 0, since_error = 0;
    task take_payload;
        for (k = 0; k < 4; k = k + 1)
            if (w_left > 0) begin
                index = (w_at - TARGET) >> 2;
                if (w_at < TARGET || index >= WORDS) fail("a write elsewhere");
                else if (w_at == end_at) begin
                    end_seen = 1;
                    if (w_data[31:0] !== end_value) fail("the end's value");
                end else begin
                    if (is_written[index]) fail("a word is written twice");
                    if (owner[index] == 0) fail("a word that nobody has asked for");
                    if (w_data[32*k +: 32] !== wanted[index]) fail("a word is another one");
                    if (since_error > 80 && owner[index] > count) fail("a word behind the fault");
                    is_written[index] = 1;
                end
                w_at = w_at + 4;
                w_left = w_left - 1;
            end
    endtask
    task take_word;
        begin
            if (w_word == 0) begin
                w_at = {w_data[79:64], w_data[127:98], 2'b00};
                w_left = w_data[9:0];
                if (w_data[30:24] != 7'h60) fail("this is no write");
                if (w_data[35:32] != 15 || w_data[39:36] != (w_left == 1 ? 0 : 15))
                    fail("bytes that are not written");
                if (w_at[11:0] + 4 * w_left > 4096) fail("a write crosses 4 KiB");
                if (end_seen) fail("a write behind the end");
            end else take_payload;
            w_word = w_word + 1;
            if (w_last) begin
                if (w_left != 0) fail("a write is too short");
                w_word = 0;
                leaving = leaving + 1;
            end
        end
    endtask
    // Which requests have to be written: all in front of the one that it stopped at.
    integer whole, before;
    task look;
        begin
            before = fault == NONE ? many : count == 0 ? 0 : count - 1;
            for (i = 0; i < WORDS; i = i + 1)
                if (owner[i] != 0 && owner[i] <= before && !is_written[i])
                    fail("a word is missing");
            if (fault == NONE || state[31:24] == 0) begin
                if (!end_seen || state[31:24] != 0 || count != many) fail("the state");
                if (fault != NONE && fault != STOP && fault != 6 && fault != NEVER)
                    fail("it has not stopped");
            end else begin
                if (end_seen) fail("an end that there is not");
                if (state[31:24] != (fault == 6 || fault == NEVER ? code : fault)) fail("the code");
                if (count != (fault == 6 || fault == NEVER ? spoiled
                              : fault == STOP ? count : wrong_at + 1))
                    fail("the number");
            end
            if (n == 2 && state[31:24] != STOP) fail("it was not stopped");
            if ((fault == 6 || fault == NEVER) && spoiled != 0 && state[31:24] != code)
                fail("it has not seen the fault");
            if (state[16] || state[15:0] != go[15:0] || !irq) fail("it has not ended");
            if (completions != heard) fail("places that the host does not hear of");
        end
    endtask
    task put_registers;
        for (i = 0; i < many; i = i + 1) begin
            @(negedge clk) slot = i;
            request = {8{$random(seed)}};
            @(negedge clk) request = table_of[i];
            repeat (3) @(negedge clk) ;
        end
    endtask
    // The host's side of a cycle.
    task step;
        begin
            cycle = cycle + 1;
            since_error = state[31:24] == 0 || !state[16] ? 0 : since_error + 1;
            heard = heard + freed - s_freed;
            s_freed = draw(8) == 0;
            m_freed = leaving > 0 && (!STALL || draw(20) == 0);
            leaving = leaving - m_freed;
            // the time does not count where half of the places are taken
            if (holds < 2 * HOLD && hold == 0 && leaving >= 8 && draw(40) == 0) begin
                hold = 130 * STEP;
                holds = holds + 1;
            end
            if (hold > 0) begin
                hold = hold - 1;
                leaving = leaving + m_freed;
                m_freed = 0;
            end
            for (i = 0; i < 32; i = i + 1)
                if (o_wait[i] > 0 && !(o_late[i] && leaving >= 7)) o_wait[i] = o_wait[i] - 1;
            r_ready = draw(3) != 0;
            if (r_valid && r_ready) take_read;
            // only the end may wait: it comes behind all completions
            quiet = sending >= 0 || s_valid ? 0 : quiet + 1;
            w_ready = !STALL || quiet < 4 || draw(3) != 0;
            if (w_valid && w_ready) take_word;
            s_valid = 0;
            if (sending < 0 && quiet >= (w_valid ? 4 : 0) && hold == 0 && draw(2)) begin_completion;
            if (sending >= 0 && draw(4) != 0) drive_completion;
        end
    endtask
    integer until_stop;
    task run;
        begin
            if (of_registers) put_registers;
            chain = TABLE + 32 * seat[0];
            go = {many[4:0], of_registers[0], go[15:0] + 16'd1};
            spoiled = 0;
            whole = 0;
            // the third run is stopped before it can have ended
            until_stop = n == 2 ? 3 : 20 + draw(200 * many);
            while (whole < 80) begin
                @(negedge clk) step;
                whole = state[15:0] == go[15:0] && !state[16] ? whole + 1 : 0;
                if (leaving != 0) whole = 0;
                until_stop = until_stop - 1;
                if (fault == STOP && until_stop == 0) stop = go[15:0];
                if (cycle > 2000000) begin
                    fail("it stands still");
                    whole = 80;
                end
            end
            s_freed = 0;
            m_freed = 0;
        end
    endtask
    initial begin
        for (i = 0; i < 32; i = i + 1) begin
            out[i] = 0; o_late[i] = 0; o_wait[i] = 0; o_left[i] = 0; o_address[i] = 0;
        end
        tag = 0;
        part = 4;
        bad = 0;
        look_at_layouts;
        repeat (4) @(negedge clk);
        rst = 0;
        for (n = 0; n < RUNS && cycle <= 2000000; n = n + 1) begin
            make_run;
            run;
            look;
        end
        // a chain that begins nowhere, and one of no requests
        chain = TABLE + 8;
        go = go[15:0] + 16'd1;
        go[21:16] = 0;
        repeat (20) @(negedge clk);
        if (state[31:24] != 5 || state[16] || state[15:0] != go[15:0] || count != 0)
            fail("a chain that begins at no multiple of 32");
        if (HOLD != 0 && holds < 2) fail("no time without room");
        if (RUNS >= 30 && lates == 0) fail("no late answer");
        if (failures != 0) $display("FAIL %0d", failures);
        else $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
