// SPDX-License-Identifier: ISC
`default_nettype none
// Writes a dense stream to the columns of a memory channel in bursts, one column or several in
// turns.
// Contract: `start` (one cycle, while not busy) takes `base` (byte addresses of the columns,
// multiples of a burst, column 0 in the low bits), `capacity` (elements that fit into a column;
// only whole words of it are used) and `last_column` (0..STREAMS-1: columns 0..last_column are
// written). s_axis is taken from the cycle after start until the tlast of the last column. Every
// beat keeps all elements, but the last one with elements keeps a contiguous low part; a beat
// without elements is not written. s_axis_tid is the column of a word; columns take turns after
// BURST_BEATS words or a multiple of them, column 0 first, and each ends with tlast. Where
// last_column is 0 there is column 0 alone, whatever s_axis_tid is.
// A burst is gathered before it is offered, so WVALID never drops inside one; the last burst is
// shorter. Words beyond `capacity` are dropped and set `overflow`, which stays until `clear` or
// reset. `busy` from the cycle after start until the last write response; `count` (elements written
// to column 0) is valid then until the next start. `failed` is high in the cycle after a response
// that is not OKAY, `stray` in the cycle after one that no burst was waiting for.
// AXI4: full-word INCR bursts, one id; at most MAX_OUTSTANDING bursts without a response, of which
// 32 at most wait for AWREADY; a burst's data may come before its address is taken. m_axi_bready is
// always high. All paths are cut by registers; AW and W are offered from queues in distributed or
// block RAM.
// Latency: last word of a burst to AWVALID 1 cycle, to its WVALID 2 cycles (1 if LOG_QUEUE <= 5).
// Throughput: 1 word a cycle.
module bl_writer #(
    // width of a byte address, bits: max(4, log2(BURST_BEATS * DATA_W / 8) + 1)..64
    parameter ADDR_W = 29,
    // width of a memory word, bits: max(8, 2 * ELEM_W)..1024, ELEM_W times a power of two
    parameter DATA_W = 256,
    // beats of a full burst, of 4 KiB at most: 1..min(256, 32768 / DATA_W), a power of two
    parameter BURST_BEATS = 4,
    // width of a count of elements, bits: log2(DATA_W / ELEM_W) + 1..31
    parameter COUNT_W = 28,
    // log2 of the words in the queue, which holds two bursts: max(2, log2(BURST_BEATS) + 1)..20
    parameter LOG_QUEUE = 6,
    // columns: 1..64
    parameter STREAMS = 1,
    // width of a column's number, bits: max(1, log2(STREAMS))..8
    parameter TID_W = 1,
    // width of an element, bits: 8..DATA_W / 2, a multiple of 8
    parameter ELEM_W = 32,
    // bursts without a response: 2..256
    parameter MAX_OUTSTANDING = 32
) (
    input  wire                     clk,
    input  wire                     rst,
    // command
    input  wire                     start,
    input  wire                     clear,
    input  wire [STREAMS*ADDR_W-1:0] base,
    input  wire [TID_W-1:0]         last_column,
    input  wire [COUNT_W-1:0]       capacity,
    output reg                      busy,
    output wire [COUNT_W-1:0]       count,
    output reg                      overflow,
    output reg                      failed,
    output reg                      stray,
    // stream
    input  wire                     s_axis_tvalid,
    output wire                     s_axis_tready,
    input  wire [DATA_W-1:0]        s_axis_tdata,
    input  wire [DATA_W/ELEM_W-1:0] s_axis_tkeep,
    input  wire                     s_axis_tlast,
    input  wire [TID_W-1:0]         s_axis_tid,
    // memory
    output wire [ADDR_W-1:0]        m_axi_awaddr,
    output wire [7:0]               m_axi_awlen,
    output wire                     m_axi_awvalid,
    input  wire                     m_axi_awready,
    output wire [DATA_W-1:0]        m_axi_wdata,
    output wire [DATA_W/8-1:0]      m_axi_wstrb,
    output wire                     m_axi_wlast,
    output wire                     m_axi_wvalid,
    input  wire                     m_axi_wready,
    input  wire [1:0]               m_axi_bresp,
    input  wire                     m_axi_bvalid,
    output wire                     m_axi_bready
);
    function integer log2;
        input integer value;
        begin
            log2 = 0;
            while ((1 << log2) < value) log2 = log2 + 1;
        end
    endfunction

    localparam ELEMS            = DATA_W / ELEM_W;
    localparam LOG_ELEMS        = log2(ELEMS);
    localparam NUM_W            = STREAMS > 1 ? log2(STREAMS) : 1;
    localparam WORDS_W          = COUNT_W - LOG_ELEMS;
    localparam LOG_BURST_BYTES  = log2(BURST_BEATS * DATA_W / 8);
    localparam [31:0] FULL_LEN  = BURST_BEATS - 1;
    localparam LOG_LISTED       = 5;    // bursts in the queues of AW and W
    localparam UNDER_W          = log2(MAX_OUTSTANDING + 1);
    localparam [31:0] MOST      = MAX_OUTSTANDING - 1;
    localparam [UNDER_W-1:0] NO_BURSTS  = {UNDER_W{1'b0}};
    localparam [UNDER_W-1:0] ONE_BURST  = NO_BURSTS + 1'b1;
    localparam [ADDR_W-1:0]  STEP_BYTES = {{(ADDR_W-1){1'b0}}, 1'b1} << LOG_BURST_BYTES;
    localparam [WORDS_W-1:0] NO_WORDS   = {WORDS_W{1'b0}};
    localparam [WORDS_W-1:0] ONE_WORD   = NO_WORDS + 1'b1;
    localparam [WORDS_W-1:0] TWO_WORDS  = ONE_WORD + ONE_WORD;

    generate
        if (ADDR_W < 4 || ADDR_W <= LOG_BURST_BYTES || ADDR_W > 64) begin : g_check_address
            bl_writer_illegal_ADDR_W illegal();
        end
        if (STREAMS < 1 || STREAMS > 64) begin : g_check_streams
            bl_writer_illegal_STREAMS illegal();
        end
        if (TID_W < NUM_W || TID_W > 8) begin : g_check_tid
            bl_writer_illegal_TID_W illegal();
        end
        if (ELEMS * ELEM_W != DATA_W || (1 << LOG_ELEMS) != ELEMS
            || ELEMS < 2 || DATA_W < 8 || DATA_W > 1024 || ELEM_W % 8 != 0) begin : g_check_word
            bl_writer_illegal_DATA_W illegal();
        end
        if ((1 << log2(BURST_BEATS)) != BURST_BEATS || BURST_BEATS > 256
            || BURST_BEATS * DATA_W > 32768) begin : g_check_burst
            bl_writer_illegal_BURST_BEATS illegal();
        end
        if ((1 << LOG_QUEUE) < 2 * BURST_BEATS || LOG_QUEUE < 2
            || LOG_QUEUE > 20) begin : g_check_queue
            bl_writer_the_queue_must_hold_two_bursts_and_at_most_2_to_the_20_words complaint();
        end
        if (WORDS_W < 1 || COUNT_W > 31) begin : g_check_count
            bl_writer_illegal_COUNT_W illegal();
        end
        if (MAX_OUTSTANDING < 2 || MAX_OUTSTANDING > 256) begin : g_check_outstanding
            bl_writer_illegal_MAX_OUTSTANDING illegal();
        end
    endgenerate

    // ---- the stream: which words count, and where a burst ends
    reg                taking;            // between start and the last tlast
    reg  [TID_W-1:0]   end_column;        // the last column of this run
    reg                blocked;           // MAX_OUTSTANDING bursts are under way
    reg  [7:0]         fill;              // words of the burst being gathered
    // of each column: there is room for a word, for one more only
    wire [STREAMS-1:0] opens, fulls;
    wire [STREAMS*ADDR_W-1:0] addrs;      // of each column: of the burst being gathered
    wire               queue_ready, aw_ready, w_ready;
    // the burst that is gathered can be listed
    wire               listable = MAX_OUTSTANDING <= (1 << LOG_LISTED) | (aw_ready & w_ready);

    localparam [TID_W-1:0] COLUMN0 = {TID_W{1'b0}};
    wire [TID_W-1:0] column = end_column == COLUMN0 ? COLUMN0 : s_axis_tid;
    wire [NUM_W-1:0] place = column[NUM_W-1:0];
    wire taken    = s_axis_tvalid & s_axis_tready;
    wire some     = s_axis_tkeep[0];                      // a word keeps a low part
    wire open     = opens[place];
    wire store    = taken & some & open;
    wire full     = fulls[place];                        // the last word that fits
    wire complete = (store & (fill == FULL_LEN[7:0] | full))
        | (taken & s_axis_tlast & ((some & open) | fill != 8'd0));
    wire finished = taken & s_axis_tlast & column == end_column;

    assign s_axis_tready = taking & ~blocked & queue_ready & listable;

    genvar c;
    generate
        for (c = 0; c < STREAMS; c = c + 1) begin : g_column
            localparam [31:0]  NUMBER = c;
            wire               mine = column == NUMBER[TID_W-1:0];
            reg  [WORDS_W-1:0] left;          // words that still fit
            reg                left_any, left_one;
            reg  [ADDR_W-1:0]  addr;
            assign opens[c] = left_any;
            assign fulls[c] = left_one;
            assign addrs[c*ADDR_W +: ADDR_W] = addr;
            always @(posedge clk) begin
                if (complete & mine) addr <= addr + STEP_BYTES;
                if (store & mine) begin
                    left     <= left - ONE_WORD;
                    left_any <= ~left_one;
                    left_one <= left == TWO_WORDS;
                end
                if (start) begin
                    addr     <= base[c*ADDR_W +: ADDR_W];
                    left     <= capacity[COUNT_W-1:LOG_ELEMS];
                    left_any <= capacity[COUNT_W-1:LOG_ELEMS] != NO_WORDS;
                    left_one <= capacity[COUNT_W-1:LOG_ELEMS] == ONE_WORD;
                end
            end
        end
    endgenerate

    always @(posedge clk) begin
        if (complete) fill <= 8'd0;
        else if (store) fill <= fill + 8'd1;
        if (finished) taking <= 1'b0;
        if (taken & some & ~open) overflow <= 1'b1;
        if (clear) overflow <= 1'b0;
        if (start) begin
            taking     <= 1'b1;
            fill       <= 8'd0;
            end_column <= STREAMS > 1 ? last_column : COLUMN0;
        end
        if (rst) begin
            taking   <= 1'b0;
            overflow <= 1'b0;
        end
    end

    // ---- elements written to column 0: full words, and those of the last one
    reg [WORDS_W-1:0]   words;
    reg [LOG_ELEMS-1:0] rest;

    // of a contiguous low part that is not all of a word
    reg [LOG_ELEMS-1:0] kept;
    integer             elem;
    always @* begin
        kept = {LOG_ELEMS{1'b0}};
        for (elem = 1; elem < ELEMS; elem = elem + 1)
            if (s_axis_tkeep[elem-1] && !s_axis_tkeep[elem]) kept = kept | elem[LOG_ELEMS-1:0];
    end

    assign count = {words, rest};

    always @(posedge clk) begin
        if (start) begin
            words <= NO_WORDS;
            rest  <= {LOG_ELEMS{1'b0}};
        end else if (store & column == COLUMN0) begin
            if (s_axis_tkeep[ELEMS-1]) words <= words + ONE_WORD;
            else rest <= kept;
        end
    end

    // ---- the queues: words, and one entry per burst for each of AW and W
    wire                    word_shown, burst_shown, word_taken;
    wire [7:0]              burst_len;
    wire [DATA_W+ELEMS-1:0] word;
    reg  [7:0]              beat;

    generate
        if (LOG_QUEUE <= 5) begin : g_small
            bl_fifo #(.WIDTH(DATA_W + ELEMS), .LOG_DEPTH(LOG_QUEUE)) queue (
                .clk(clk), .rst(rst), .s_tvalid(store), .s_tready(queue_ready),
                .s_tdata({s_axis_tkeep, s_axis_tdata}),
                .m_tvalid(word_shown), .m_tready(word_taken), .m_tdata(word));
        end else begin : g_block
            bl_fifo_block #(.WIDTH(DATA_W + ELEMS), .LOG_DEPTH(LOG_QUEUE)) queue (
                .clk(clk), .rst(rst), .s_tvalid(store), .s_tready(queue_ready),
                .s_tdata({s_axis_tkeep, s_axis_tdata}),
                .m_tvalid(word_shown), .m_tready(word_taken), .m_tdata(word));
        end
    endgenerate

    wire [7:0] len = fill - {7'd0, ~(some & open)}; // beats - 1 of the burst that completes

    bl_fifo #(.WIDTH(ADDR_W + 8), .LOG_DEPTH(LOG_LISTED)) addresses (
        .clk(clk), .rst(rst), .s_tvalid(complete), .s_tready(aw_ready),
        .s_tdata({len, addrs[place*ADDR_W +: ADDR_W]}),
        .m_tvalid(m_axi_awvalid), .m_tready(m_axi_awready), .m_tdata({m_axi_awlen, m_axi_awaddr}));

    bl_fifo #(.WIDTH(8), .LOG_DEPTH(LOG_LISTED)) bursts (
        .clk(clk), .rst(rst), .s_tvalid(complete), .s_tready(w_ready), .s_tdata(len),
        .m_tvalid(burst_shown), .m_tready(word_taken & m_axi_wlast), .m_tdata(burst_len));

    assign m_axi_wvalid = burst_shown & word_shown;
    assign m_axi_wlast  = beat == burst_len;
    assign m_axi_wdata  = word[DATA_W-1:0];
    assign word_taken   = m_axi_wvalid & m_axi_wready;

    always @(posedge clk) begin
        if (word_taken) beat <= m_axi_wlast ? 8'd0 : beat + 8'd1;
        if (rst) beat <= 8'd0;
    end

    genvar e;
    generate
        for (e = 0; e < ELEMS; e = e + 1) begin : g_strobe
            assign m_axi_wstrb[e*(ELEM_W/8) +: ELEM_W/8] = {(ELEM_W/8){word[DATA_W+e]}};
        end
    endgenerate

    // ---- bursts under way: from the last word gathered to the response
    reg  [UNDER_W-1:0] under_way;
    wire               answered = m_axi_bvalid & under_way != NO_BURSTS;
    assign m_axi_bready = 1'b1;

    always @(posedge clk) begin
        failed <= answered & m_axi_bresp != 2'b00 & ~rst;
        stray  <= m_axi_bvalid & ~answered & ~rst;
        if (complete & ~answered) under_way <= under_way + ONE_BURST;
        if (answered & ~complete) under_way <= under_way - ONE_BURST;
        if (complete & ~answered) blocked <= under_way >= MOST[UNDER_W-1:0];
        if (answered & ~complete) blocked <= 1'b0;
        if (start) busy <= 1'b1;
        else if (~taking & under_way == NO_BURSTS) busy <= 1'b0;
        if (rst) begin
            under_way <= NO_BURSTS;
            blocked   <= 1'b0;
            busy      <= 1'b0;
        end
    end

    wire unused = &{1'b0, capacity, FULL_LEN, MOST, last_column, s_axis_tid};

`ifdef FORMAL
    // The memory answers only bursts whose address and data it has taken; the stream is as the
    // contract asks for it.
    // Rule 1: AW and W stay, unchanged, until they are taken; WVALID does not drop inside a burst.
    // Rule 2: the n-th word on W is the n-th word that was stored, with its strobes, for any n; the
    // n-th burst has awlen + 1 of them.
    // Rule 3: bursts of a column follow each other in steps of a full burst from its base; no burst
    // is longer than BURST_BEATS.
    // Rule 4: at most MAX_OUTSTANDING bursts are under way, and busy is low only when none is.
    // Rule 5: `failed` follows every response that is not OKAY and nothing else, `stray` never
    // rises.
    // Rule 6: a burst whose words have come is offered on AW and on W within 2 cycles, as long as
    // fewer than MAX_OUTSTANDING are under way.
    (* anyconst *) reg [3:0] f_pick;       // a word, and a burst
    (* anyconst *) reg [TID_W-1:0] f_column;
    reg [TID_W-1:0]  f_whose [0:15];       // of every burst gathered: its column
    // bursts, and those of the column whose address was taken
    reg [3:0]        f_gathered, f_place;
    reg [3:0]        f_stored, f_sent, f_addresses, f_bursts, f_answers, f_beat;
    (* anyconst *) reg [STREAMS*ADDR_W-1:0] f_base;
    wire [ADDR_W-1:0] f_column_base = f_base[f_column*ADDR_W +: ADDR_W];
    wire             f_mine = f_whose[f_addresses] == f_column;
    reg              f_past = 1'b0, f_aw_waits, f_w_waits, f_inside, f_started, f_ended, f_failed;
    reg [ADDR_W+7:0] f_aw;
    reg [DATA_W+DATA_W/8:0] f_w;
    reg [DATA_W+ELEMS-1:0] f_word;
    reg [7:0]        f_aw_len, f_w_len;
    reg [1:0]        f_aw_rests, f_w_rests;
    integer f_i;
    always @(posedge clk) begin
        f_past     <= 1'b1;
        f_aw_waits <= m_axi_awvalid & ~m_axi_awready & ~rst;
        f_w_waits  <= m_axi_wvalid & ~m_axi_wready & ~rst;
        f_failed   <= m_axi_bvalid & m_axi_bresp != 0 & ~rst;
        f_aw       <= {m_axi_awaddr, m_axi_awlen};
        f_w        <= {m_axi_wdata, m_axi_wstrb, m_axi_wlast};
        f_aw_rests <= rst || m_axi_awvalid || f_gathered == f_addresses
            || f_addresses - f_answers >= MAX_OUTSTANDING ? 0 : f_aw_rests + !(&f_aw_rests);
        f_w_rests  <= rst || m_axi_wvalid || f_gathered == f_bursts
            || f_bursts - f_answers >= MAX_OUTSTANDING ? 0 : f_w_rests + !(&f_w_rests);
        if (start) f_started <= 1'b1;
        if (finished) f_ended <= 1'b1;
        if (store) begin
            f_stored <= f_stored + 1'b1;
            if (f_stored == f_pick) f_word <= {s_axis_tkeep, s_axis_tdata};
        end
        if (complete) begin
            f_gathered          <= f_gathered + 1'b1;
            f_whose[f_gathered] <= column;
        end
        if (m_axi_awvalid & m_axi_awready) begin
            f_addresses <= f_addresses + 1'b1;
            if (f_mine) f_place <= f_place + 1'b1;
            if (f_addresses == f_pick) f_aw_len <= m_axi_awlen;
        end
        if (word_taken) begin
            f_sent   <= f_sent + 1'b1;
            f_inside <= ~m_axi_wlast;
            f_beat   <= m_axi_wlast ? 0 : f_beat + 1'b1;
            if (m_axi_wlast) begin
                f_bursts <= f_bursts + 1'b1;
                if (f_bursts == f_pick) f_w_len <= {4'd0, f_beat};
            end
        end
        if (m_axi_bvalid) f_answers <= f_answers + 1'b1;
        if (rst) begin
            f_started   <= 1'b0;
            f_ended     <= 1'b0;
            f_stored    <= 0;
            f_sent      <= 0;
            f_addresses <= 0;
            f_gathered  <= 0;
            f_place     <= 0;
            f_bursts    <= 0;
            f_answers   <= 0;
            f_inside    <= 1'b0;
            f_beat      <= 0;
        end
    end
    always @* begin
        assume (rst == !f_past);
        assume (!(start & f_started));
        assume (base == f_base);
        assume (f_column < STREAMS && last_column < STREAMS && s_axis_tid < STREAMS);
        assume (f_stored != 15);
        assume (!m_axi_bvalid | (f_answers != f_addresses && f_answers != f_bursts));
        for (f_i = 1; f_i < ELEMS; f_i = f_i + 1) assume (!s_axis_tkeep[f_i] | s_axis_tkeep[f_i-1]);
        if (f_past) begin
            if (f_aw_waits) assert (m_axi_awvalid && f_aw == {m_axi_awaddr, m_axi_awlen});
            if (f_w_waits) assert (m_axi_wvalid && f_w == {m_axi_wdata, m_axi_wstrb, m_axi_wlast});
            if (f_inside) assert (m_axi_wvalid);
            assert (f_sent <= f_stored && f_aw_rests <= 2 && f_w_rests <= 2);
            assert (failed == f_failed && !stray);
            if (m_axi_wvalid && f_sent == f_pick) begin
                assert (f_pick < f_stored && m_axi_wdata == f_word[DATA_W-1:0]);
                for (f_i = 0; f_i < ELEMS; f_i = f_i + 1)
                    assert (m_axi_wstrb[f_i*(ELEM_W/8)] == f_word[DATA_W+f_i]);
            end
            if (f_addresses > f_pick && f_bursts > f_pick) assert (f_aw_len == f_w_len);
            if (m_axi_awvalid) begin
                assert (m_axi_awlen < BURST_BEATS);
                if (f_mine) assert (m_axi_awaddr == f_column_base + (f_place << LOG_BURST_BYTES));
            end
            assert (f_bursts - f_answers <= MAX_OUTSTANDING
                    && f_addresses - f_answers <= MAX_OUTSTANDING && under_way <= MAX_OUTSTANDING);
            assert (!taking | ~f_ended);
            if (f_started & ~busy)
                assert (f_ended && f_addresses == f_answers && f_bursts == f_answers
                        && f_sent == f_stored && ~m_axi_awvalid & ~m_axi_wvalid);
        end
    end
`endif
endmodule
`default_nettype wire
