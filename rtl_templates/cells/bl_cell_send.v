// SPDX-License-Identifier: ISC
`default_nettype none
// The sending end of a link between nodes: cells of several virtual channels, each kept until the
// next hop has it, and sent again when a word came damaged.
// Contract: `take` says that a cell for `take_vc` will come, which needs `room`: that channel's.
// Its words come as s_write, the first one with s_first, the last one with s_last, without a gap;
// with s_bad beside s_last the cell is damaged and counts for nothing. On the link a cell's words
// follow each other, one a cycle; m_parity makes the ones of m_word, m_first and itself an even
// number, but for the last word of a cell that was bad before it was on the link. Cells follow
// each other IDLE cycles apart; channels take turns, and a cell begins when the next hop has said
// that there is room for it. s_say is the other way's wire (bl_cell_hear), {again, vc, expected,
// room}. `failed`: nothing was heard for SILENCE cycles, or a cell does not get over
// (bl_cell_sent). Nothing is sent while `hold`.
// Latency: 5 cycles from s_first to m_first. Throughput: a word a cycle.
module bl_cell_send #(
    // bits of a word: 16..1024
    parameter WORD_W = 64,
    // words of a cell: 17..1025
    parameter CELL_WORDS = 17,
    // virtual channels: 1..4
    parameter VCS = 2,
    // log2 of the cells of a virtual channel that are kept: 2..4
    parameter LOG_CELLS = 3,
    // cycles without a word of the next hop, until cells are sent again: 16..65535
    parameter TIMEOUT = 256,
    // times in a row: 1..65535
    parameter RETRIES = 1000,
    // cycles without a word of the next hop, until the link has failed: 64..1048575
    parameter SILENCE = 100000,
    // cycles between cells, at least: 0..8
    parameter IDLE = 0,
    // derived, leave alone: bits of a virtual channel's number
    parameter VC_W = (VCS <= 2) ? 1 : 2
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              hold,
    output wire [VCS-1:0]    room,
    input  wire              take,
    input  wire [VC_W-1:0]   take_vc,
    input  wire              s_write,
    input  wire              s_first,
    input  wire              s_last,
    input  wire              s_bad,
    input  wire [VC_W-1:0]   s_vc,
    input  wire [WORD_W-1:0] s_tdata,
    output reg               m_first,
    output reg  [WORD_W-1:0] m_word,
    output reg               m_parity,
    input  wire              s_says,
    input  wire              s_say,
    output reg               failed
);
    localparam CELL_HEADER_NUMBER_AT = 0, CELL_HEADER_NUMBER_W = 4;
    localparam [31:0] CELLS = 1 << LOG_CELLS, LAST = CELL_WORDS - 1, LONG = SILENCE;
    localparam LOG_WORDS = (CELL_WORDS <= 32) ? 5 : (CELL_WORDS <= 64) ? 6
        : (CELL_WORDS <= 128) ? 7 : (CELL_WORDS <= 256) ? 8 : (CELL_WORDS <= 512) ? 9
        : (CELL_WORDS <= 1024) ? 10 : 11;
    localparam QUIET_W = (SILENCE < 1024) ? 10 : (SILENCE < 4096) ? 12 : (SILENCE < 16384) ? 14
        : (SILENCE < 65536) ? 16 : (SILENCE < 262144) ? 18 : 20;
    localparam LOG_VCS = (VCS <= 1) ? 0 : (VCS <= 2) ? 1 : 2;
    localparam PTR = LOG_CELLS, STATUS_W = 9 + VC_W;

    generate
        if (WORD_W < 16 || WORD_W > 1024) begin : g_check_word_w
            bl_cell_send_illegal_WORD_W illegal();
        end
        if (CELL_WORDS < 17 || CELL_WORDS > 1025) begin : g_check_cell_words
            bl_cell_send_illegal_CELL_WORDS illegal();
        end
        if (VCS < 1 || VCS > 4) begin : g_check_vcs
            bl_cell_send_illegal_VCS illegal();
        end
        if (LOG_CELLS < 2 || LOG_CELLS > 4) begin : g_check_log_cells
            bl_cell_send_illegal_LOG_CELLS illegal();
        end
        if (TIMEOUT < 16 || TIMEOUT > 65535) begin : g_check_timeout
            bl_cell_send_illegal_TIMEOUT illegal();
        end
        if (RETRIES < 1 || RETRIES > 65535) begin : g_check_retries
            bl_cell_send_illegal_RETRIES illegal();
        end
        if (SILENCE < 64 || SILENCE > 1048575) begin : g_check_silence
            bl_cell_send_illegal_SILENCE illegal();
        end
        if (IDLE < 0 || IDLE > 8) begin : g_check_idle
            bl_cell_send_illegal_IDLE illegal();
        end
    endgenerate

    // ---- what the other end says ----
    wire            heard, again;
    wire [VC_W-1:0] heard_vc;
    wire [3:0]      expected, its_room;
    bl_cell_hear #(.BITS(STATUS_W)) hear (
        .clk(clk), .rst(rst), .s_tvalid(s_says), .s_say(s_say), .heard(heard),
        .what({again, heard_vc, expected, its_room}));

    // ---- the cell that is sent: channels take turns ----
    reg                 sending;
    reg  [VC_W-1:0]     vc;                      // its channel
    reg  [LOG_WORDS-1:0] word;                   // its word that is read
    wire                last = sending & (word == LAST[LOG_WORDS-1:0]);
    wire [VCS-1:0]      ready, bads;
    reg  [VC_W-1:0]     turn;                    // the channel whose cell is next
    wire                calm;                    // the cycles between cells have passed
    wire                begins = (|ready) & ~hold & calm;
    wire [VCS*4-1:0]    numbers;
    wire [VCS*PTR-1:0]  writes, reads;           // slots
    wire [VCS-1:0]      stuck;
    always @* begin : choice
        integer i;
        turn = {VC_W{1'b0}};
        for (i = VCS - 1; i >= 0; i = i - 1) if (ready[i]) turn = i[VC_W-1:0];
        for (i = VCS - 1; i >= 0; i = i - 1) if (ready[i] && i[VC_W-1:0] > vc) turn = i[VC_W-1:0];
    end
    generate
        if (IDLE == 0) begin : g_gapless
            assign calm = ~sending | last;
        end else begin : g_idle
            localparam [31:0] GAP = IDLE - 1;
            reg [2:0] rest;
            assign calm = ~sending & ~(|rest);
            always @(posedge clk)
                if (rst) rest <= 3'd0;
                else rest <= sending ? GAP[2:0] : rest - {2'd0, |rest};
        end
    endgenerate
    genvar              c;
    generate
        for (c = 0; c < VCS; c = c + 1) begin : g_vc
            localparam [31:0] VC = c;
            // slots: that is written, behind those that are shown, that is read, oldest kept
            reg  [PTR:0]     wr, shown, rd, freed;
            reg  [CELLS-1:0] damaged;            // slots that are bad
            reg  [3:0]       acked;              // cells that have come and are still kept
            reg  [PTR:0]     places;             // for cells that nobody was promised
            wire [3:0]       came;
            wire             may, back;
            wire             settled = ~(|acked);
            wire             its   = sending & (vc == VC[VC_W-1:0]);
            wire             write = s_write & (s_vc == VC[VC_W-1:0]);
            wire             over  = its & last;
            wire             starts = begins & (turn == VC[VC_W-1:0]);
            wire             there = rd != shown;
            wire             skips = there & ~its & damaged[rd[PTR-1:0]];
            // the place behind the last one that is read, where the next one is
            wire [PTR:0]     after = rd + {{PTR{1'b0}}, over};
            wire             step  = (freed != wr)
                & (damaged[freed[PTR-1:0]] ? (freed != rd) : ~settled);
            // there, or it begins to come
            assign ready[c] = may & ((after != shown) ? ~damaged[after[PTR-1:0]]
                : write & s_first);
            assign bads[c] = damaged[rd[PTR-1:0]];
            assign room[c]  = |places;
            assign writes[PTR*c +: PTR] = wr[PTR-1:0];
            assign reads[PTR*c +: PTR]  = rd[PTR-1:0];
            bl_cell_sent #(.TIMEOUT(TIMEOUT), .RETRIES(RETRIES)) sent (
                .clk(clk), .rst(rst), .may(may), .number(numbers[4*c +: 4]), .begins(starts),
                .ends(over), .bad(bads[c]), .heard(heard & (heard_vc == VC[VC_W-1:0])),
                .expected(expected), .room(its_room), .again(again), .came(came),
                .settled(settled), .back(back), .failed(stuck[c]));
            always @(posedge clk) begin
                if (write & s_first) begin
                    shown <= shown + 1'b1;
                    damaged[wr[PTR-1:0]] <= 1'b0;
                end
                if (write & s_last) begin
                    wr <= wr + 1'b1;
                    damaged[wr[PTR-1:0]] <= s_bad;
                end
                rd     <= back ? freed : after + {{PTR{1'b0}}, skips};
                freed  <= freed + {{PTR{1'b0}}, step};
                acked  <= acked + came - {3'd0, step & ~damaged[freed[PTR-1:0]]};
                places <= places + {{PTR{1'b0}}, step}
                    - {{PTR{1'b0}}, take & (take_vc == VC[VC_W-1:0])};
                if (rst) begin
                    wr      <= {(PTR+1){1'b0}};
                    shown   <= {(PTR+1){1'b0}};
                    rd      <= {(PTR+1){1'b0}};
                    freed   <= {(PTR+1){1'b0}};
                    damaged <= {CELLS{1'b0}};
                    acked   <= 4'd0;
                    places  <= CELLS[PTR:0];
                end
            end
        end
    endgenerate

    // ---- one memory for all channels ----
    wire [WORD_W-1:0] rdata;
    wire [LOG_WORDS-1:0] wplace;                 // word that is written
    reg  [LOG_WORDS-1:0] wword;
    wire [LOG_VCS+PTR+LOG_WORDS-1:0] waddr, raddr;
    assign wplace = s_first ? {LOG_WORDS{1'b0}} : wword;
    generate
        if (VCS == 1) begin : g_one
            assign waddr = {writes, wplace};
            assign raddr = {reads, word};
        end else begin : g_more
            assign waddr = {s_vc, writes[PTR*s_vc +: PTR], wplace};
            assign raddr = {vc, reads[PTR*vc +: PTR], word};
        end
    endgenerate
    bl_block_ram #(.WIDTH(WORD_W), .LOG_DEPTH(LOG_VCS + PTR + LOG_WORDS)) memory (
        .clk(clk), .write(s_write), .waddr(waddr), .wdata(s_tdata), .read(sending),
        .raddr(raddr), .rdata(rdata));

    // ---- the word that is read, behind the memory ----
    reg              r_valid, r_first, r_bad;
    reg  [3:0]       number, r_number;
    reg  [WORD_W-1:0] r_word;
    always @* begin
        r_word = rdata;
        if (r_first) r_word[CELL_HEADER_NUMBER_AT +: CELL_HEADER_NUMBER_W] = r_number;
        if (~r_valid) r_word = {WORD_W{1'b0}};
    end
    reg [QUIET_W-1:0] quiet;
    always @(posedge clk) begin
        wword <= wplace + {{(LOG_WORDS-1){1'b0}}, s_write};
        if (begins) begin
            vc     <= turn;
            number <= numbers[4*turn +: 4];
        end
        sending  <= begins | (sending & ~last);
        word     <= (begins | ~sending) ? {LOG_WORDS{1'b0}} : word + 1'b1;
        r_valid  <= sending;
        r_first  <= sending & ~(|word);
        r_bad   <= last & bads[vc];
        r_number <= number;
        m_first  <= r_first;
        m_word   <= r_word;
        m_parity <= r_first ^ r_bad ^ (^r_word);
        quiet    <= heard ? {QUIET_W{1'b0}} : quiet + 1'b1;
        failed   <= failed | (|stuck) | (quiet == LONG[QUIET_W-1:0]);
        if (rst) begin
            sending <= 1'b0;
            vc      <= {VC_W{1'b0}};
            r_valid <= 1'b0;
            r_first <= 1'b0;
            r_bad  <= 1'b0;
            m_first <= 1'b0;
            m_word  <= {WORD_W{1'b0}};
            m_parity <= 1'b0;
            quiet   <= {QUIET_W{1'b0}};
            failed  <= 1'b0;
        end
    end
endmodule
`default_nettype wire
