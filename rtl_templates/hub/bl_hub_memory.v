// SPDX-License-Identifier: ISC
`default_nettype none
// A hub's own memory: the target of writes, and what answers reads of it.
// Contract: TLPs as bl_hub_take says, at addresses from 0 on. A write changes the bytes that it
// enables; of one that is not all inside, nothing, and `beyond` tells of it. A read, a header
// alone, has completions of up to 2^LOG_PAYLOAD bytes, whose ends are multiples of 64 or the
// read's; one that is not all inside has a completion "unsupported request". m_tuser is
// s_read_tuser of the read. What was taken as a write is read by what is taken 2 cycles later.
// Latency: 5 cycles from a read to its first word. Throughput: a word of writes, and one of
// completions, a cycle.
module bl_hub_memory #(
    // log2 of the memory's words of 16 bytes: 6..16
    parameter LOG_WORDS = 12,
    // log2 of the bytes of the longest completion: 6..12
    parameter LOG_PAYLOAD = 8
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [15:0]  hub,
    // writes
    input  wire         s_tvalid,
    input  wire [127:0] s_tdata,
    input  wire         s_tlast,
    output reg          beyond,
    // reads, and their completions
    input  wire         s_read_tvalid,
    output wire         s_read_tready,
    input  wire [127:0] s_read_tdata,
    input  wire         s_read_tuser,
    output reg          m_tvalid,
    input  wire         m_tready,
    output reg  [127:0] m_tdata,
    output reg          m_tlast,
    output reg          m_tuser
);
    generate
        if (LOG_WORDS < 6 || LOG_WORDS > 16) begin : g_check_log_words
            bl_hub_memory_illegal_LOG_WORDS illegal();
        end
        if (LOG_PAYLOAD < 6 || LOG_PAYLOAD > 12) begin : g_check_log_payload
            bl_hub_memory_illegal_LOG_PAYLOAD illegal();
        end
    endgenerate

    localparam        LOG_UNITS = LOG_WORDS + 2;           // words of 4 bytes
    localparam [31:0] PART = 1 << (LOG_PAYLOAD - 2), NEAR = 4;

    // ---- a read that waits for the one before
    reg          waits, waits_user;
    reg  [127:0] waiting;
    wire         accepts;
    assign s_read_tready = ~waits;
    always @(posedge clk)
        if (rst) waits <= 1'b0;
        else waits <= waits ? ~accepts : s_read_tvalid;
    always @(posedge clk)
        if (~waits) {waits_user, waiting} <= {s_read_tuser, s_read_tdata};

    // ---- the fields of both headers
    wire [9:0]  w_length, r_length;
    wire [1:0]  w_translated, w_attributes, w_format, w_reserved3;
    wire [1:0]  r_translated, r_attributes, r_format, r_reserved3;
    wire        w_poisoned, w_digest, w_reserved1, w_reserved2;
    wire        r_poisoned, r_digest, r_reserved1, r_reserved2;
    wire [3:0]  w_reserved, w_first_keep, w_last_keep, r_reserved, r_first_keep, r_last_keep;
    wire [2:0]  w_traffic, r_traffic;
    wire [4:0]  w_kind, r_kind;
    wire [7:0]  w_tag, r_tag;
    wire [15:0] w_requester, r_requester;
    wire [31:0] w_address_high, r_address_high;
    wire [29:0] w_address_low, r_address_low;
    bl_tlp_header_unpack written (
        .header(s_tdata), .length(w_length), .translated(w_translated),
        .attributes(w_attributes), .poisoned(w_poisoned), .digest(w_digest),
        .reserved(w_reserved), .traffic(w_traffic), .reserved1(w_reserved1), .kind(w_kind),
        .format(w_format), .reserved2(w_reserved2), .first_keep(w_first_keep),
        .last_keep(w_last_keep), .tag(w_tag), .requester(w_requester),
        .address_high(w_address_high), .reserved3(w_reserved3), .address_low(w_address_low));
    bl_tlp_header_unpack asked (
        .header(waiting), .length(r_length), .translated(r_translated),
        .attributes(r_attributes), .poisoned(r_poisoned), .digest(r_digest),
        .reserved(r_reserved), .traffic(r_traffic), .reserved1(r_reserved1), .kind(r_kind),
        .format(r_format), .reserved2(r_reserved2), .first_keep(r_first_keep),
        .last_keep(r_last_keep), .tag(r_tag), .requester(r_requester),
        .address_high(r_address_high), .reserved3(r_reserved3), .address_low(r_address_low));
    wire [10:0] w_units  = {w_length == 10'd0, w_length}, r_units = {r_length == 10'd0, r_length};
    // the last unit of each, if it begins inside: the number of units less 1 has 10 bits
    wire [9:0]           w_more = w_length - 10'd1, r_more = r_length - 10'd1;
    wire [LOG_UNITS+2:0] w_end  = {3'd0, w_address_low[LOG_UNITS-1:0]}
                                + {{LOG_UNITS-7{1'b0}}, w_more};
    wire [LOG_UNITS+2:0] r_end  = {3'd0, r_address_low[LOG_UNITS-1:0]}
                                + {{LOG_UNITS-7{1'b0}}, r_more};
    wire w_inside = {w_address_high, w_address_low[29:LOG_UNITS]} == 0 & w_end[LOG_UNITS +: 3] == 0;
    wire r_inside = {r_address_high, r_address_low[29:LOG_UNITS]} == 0 & r_end[LOG_UNITS +: 3] == 0;

    // ---- writes: bank j takes unit (j - at) % 4 of a word
    reg                 first;               // the next word is a header
    reg                 fits, heads;         // of the write; its next word is the first of payload
    reg [LOG_UNITS-1:0] at;
    reg [10:0]          left;
    reg                 more;                // left is above 4
    reg [3:0]           first_keep, last_keep;
    reg [15:0]          keep;                // bytes of the word that are written
    reg [127:0]         put;
    reg [15:0]          put_keep;
    reg [4*LOG_WORDS-1:0] put_rows;          // of each bank
    always @* begin : enable
        integer j;
        keep = 16'd0;
        for (j = 0; j < 4; j = j + 1)
            if (more || left[2:0] > j[2:0])
                keep[4*j +: 4] = heads && j == 0 ? first_keep
                               : !more && left[2:0] == j[2:0] + 3'd1 ? last_keep : 4'd15;
    end
    always @(posedge clk)
        if (rst) begin
            first    <= 1'b1;
            put_keep <= 16'd0;
            beyond   <= 1'b0;
        end else begin
            if (s_tvalid) first <= s_tlast;
            beyond   <= s_tvalid & first & ~w_inside;
            put_keep <= 16'd0;
            if (s_tvalid & ~first & fits) begin : turn
                integer j;
                for (j = 0; j < 4; j = j + 1)
                    put_keep[4*j +: 4] <= keep[{j[1:0] - at[1:0], 2'd0} +: 4];
            end
        end
    always @(posedge clk) begin : rows
        integer j;
        if (s_tvalid & first) begin
            fits       <= w_inside;
            at         <= w_address_low[LOG_UNITS-1:0];
            left       <= w_units;
            more       <= w_units > 11'd4;
            first_keep <= w_first_keep;
            last_keep  <= w_last_keep;
        end else if (s_tvalid) begin
            at   <= at + {{LOG_UNITS-3{1'b0}}, 3'd4};
            left <= more ? left - 11'd4 : 11'd0;
            more <= left > 11'd8;
        end
        if (s_tvalid) heads <= first;
        for (j = 0; j < 4; j = j + 1) begin
            put[32*j +: 32] <= s_tdata[{j[1:0] - at[1:0], 5'd0} +: 32];
            put_rows[LOG_WORDS*j +: LOG_WORDS] <= at[LOG_UNITS-1:2]
                                                  + {{LOG_WORDS-1{1'b0}}, j[1:0] < at[1:0]};
        end
    end

    // ---- reads: of each completion its header, then its words
    reg                 busy, header_next, good;
    reg [LOG_UNITS-1:0] from;
    reg [10:0]          to_come, part;       // units of the read; of this completion,
    reg [10:0]          most;                // which has at most so many, if it begins
    reg                 last_word, last_part;
    reg [7:0]           tag;
    reg [15:0]          requester;
    reg                 user;
    reg                 clashes;             // a bank may be written where it would be read
    wire [11:0] spare   = {1'b0, most} - {1'b0, to_come};  // bit 11: it is not the last one
    wire [10:0] begun   = spare[11] ? most : to_come;
    wire        moves   = ~m_tvalid | m_tready;
    wire        issues  = busy & moves & (header_next | ~clashes);
    wire        ends    = header_next ? ~good : last_word;
    wire        over    = ends & (header_next | last_part);
    wire [127:0] completion;
    bl_completion_header_pack made (
        .length(good ? begun[9:0] : 10'd0), .translated(2'd0), .attributes(2'd0),
        .poisoned(1'b0), .digest(1'b0), .reserved(4'd0), .traffic(3'd0), .reserved1(1'b0),
        .kind(5'd10), .format(good ? 2'd2 : 2'd0), .reserved2(1'b0),
        .bytes({to_come[9:0], 2'b00}), .modified(1'b0), .status(good ? 3'd0 : 3'd1),
        .completer(hub), .low_address({from[4:0], 2'b00}), .reserved3(1'b0), .tag(tag),
        .requester(requester), .nothing(32'd0), .header(completion));
    assign accepts = ~busy | (issues & over);
    always @(posedge clk)
        if (rst) busy <= 1'b0;
        else if (accepts) busy <= waits;
    always @(posedge clk)
        if (accepts) begin
            header_next <= 1'b1;
            good        <= r_inside;
            from        <= r_address_low[LOG_UNITS-1:0];
            to_come     <= r_units;
            most        <= PART[10:0] - {7'd0, r_address_low[3:0]};
            tag         <= r_tag;
            requester   <= r_requester;
            user        <= waits_user;
        end else if (issues) begin
            header_next <= ends;
            if (header_next) begin
                part      <= begun;
                last_word <= most <= 11'd4 || to_come <= 11'd4;
                last_part <= ~spare[11];
                most      <= PART[10:0];     // all but the first begin at a multiple of 64 bytes
            end else begin
                last_word <= part <= 11'd8;
                from    <= from + {{LOG_UNITS-3{1'b0}}, ends ? part[2:0] : 3'd4};
                part    <= part - 11'd4;
                to_come <= to_come - (ends ? part : 11'd4);
            end
        end
    reg [4*LOG_WORDS-1:0] get_rows;
    reg [LOG_WORDS-1:0]   get_row;
    always @* begin : look
        integer j;
        get_rows = {4*LOG_WORDS{1'b0}};
        get_row  = {LOG_WORDS{1'b0}};
        for (j = 0; j < 4; j = j + 1) begin
            get_row = from[LOG_UNITS-1:2] + {{LOG_WORDS-1{1'b0}}, j[1:0] < from[1:0]};
            get_rows[LOG_WORDS*j +: LOG_WORDS] = get_row;
        end
    end
    // What is put in a cycle is from 1 row before to 2 behind what is read then, or it is another.
    wire [LOG_WORDS-1:0] apart = at[LOG_UNITS-1:2] - from[LOG_UNITS-1:2]
                               + {{LOG_WORDS-1{1'b0}}, 1'b1};
    always @(posedge clk) clashes <= s_tvalid & ~first & fits & apart < NEAR[LOG_WORDS-1:0];

    // ---- the banks, a byte wide, and what comes of them
    wire [127:0] got;
    genvar b;
    generate
        for (b = 0; b < 16; b = b + 1) begin : g_bank
            bl_block_ram #(.WIDTH(8), .LOG_DEPTH(LOG_WORDS)) bytes (
                .clk(clk), .write(put_keep[b]), .waddr(put_rows[LOG_WORDS*(b/4) +: LOG_WORDS]),
                .wdata(put[8*b +: 8]), .read(issues & ~header_next),
                .raddr(get_rows[LOG_WORDS*(b/4) +: LOG_WORDS]), .rdata(got[8*b +: 8]));
        end
    endgenerate
    reg         some, is_header, is_last, of_user;
    reg [127:0] said;
    reg [1:0]   turned;
    reg [127:0] straight;
    always @* begin : straighten
        integer j;
        straight = 128'd0;
        for (j = 0; j < 4; j = j + 1)
            straight[32*j +: 32] = got[{turned + j[1:0], 5'd0} +: 32];
    end
    always @(posedge clk)
        if (rst) {some, m_tvalid} <= 2'b00;
        else if (moves) begin
            some     <= issues;
            m_tvalid <= some;
        end
    always @(posedge clk)
        if (moves) begin
            is_header <= header_next;
            is_last   <= ends;
            of_user   <= user;
            said      <= completion;
            turned    <= from[1:0];
            m_tdata   <= is_header ? said : straight;
            m_tlast   <= is_last;
            m_tuser   <= of_user;
        end
    wire unused = &{1'b0, w_translated, w_attributes, w_format, w_reserved3, w_poisoned, w_digest,
                    w_reserved1, w_reserved2, w_reserved, w_traffic, w_kind, w_tag, w_requester,
                    r_translated, r_attributes, r_format, r_reserved3, r_poisoned, r_digest,
                    r_reserved1, r_reserved2, r_reserved, r_first_keep, r_last_keep, r_traffic,
                    r_kind, PART[31:11], begun[10], w_end[LOG_UNITS-1:0],
                    r_end[LOG_UNITS-1:0], spare[10:0], NEAR[31:LOG_WORDS], 1'b0};
endmodule
`default_nettype wire
