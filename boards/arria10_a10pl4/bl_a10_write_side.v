// SPDX-License-Identifier: ISC
`default_nettype none
// The writes of one side, the host's or the kernels', over the write data mover of Intel's
// Avalon-MM DMA for PCI Express: the words of a burst are kept until the mover has pulled them.
// Contract: s_axi_* is a slave for writes: full-word INCR bursts of at most 2^LOG_WORDS words, one
// id, responses in order. Of every four bytes the strobes keep all or none, and those that are kept
// in a word are side by side: a word of which this does not hold is not written, and its burst is
// answered with SLVERR. m_* offers a descriptor of each run of bytes that are kept, when all of
// them are in the memory: place in it, bus address, length, an id of FIRST_ID up that no descriptor
// without a status has. local_address, a place below bit 24, is read in each cycle with
// local_read. status_*: the mover's status of an id of this side. A burst is answered when the
// status of all its runs has come; one without `done` makes the answer SLVERR. A status of nothing
// that is outstanding, or no status for 2^LOG_TIMEOUT cycles while one is due: `failed` is high
// until rst, nothing is offered any more, and every burst is answered with SLVERR. rst: while the
// mover owes nothing. m_* comes from a queue, bvalid is a register; wready sees wstrb.
// Latency: last word to m_tvalid 2 cycles, status to bvalid 3, local_read to local_data 1.
// Throughput: 1 word a cycle.
module bl_a10_write_side #(
    // bits in a word of the mover: 128 or 256, 32 or more in proofs
    parameter MOVER_W = 256,
    // bits in a word of s_axi: MOVER_W or twice as many
    parameter DATA_W = 256,
    // log2 of the words in the memory: 2..12
    parameter LOG_WORDS = 9,
    // log2 of the descriptors that wait: 1..6
    parameter LOG_QUEUE = 4,
    // log2 of the descriptors without a status: 1..6
    parameter LOG_SLOTS = 6,
    // the side's first id: 0 or 128
    parameter FIRST_ID = 0,
    // log2 of the cycles without a status after which the mover is given up: 2..30
    parameter LOG_TIMEOUT = 24
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [63:0]         s_axi_awaddr,
    input  wire [7:0]          s_axi_awlen,
    input  wire                s_axi_awvalid,
    output wire                s_axi_awready,
    input  wire [DATA_W-1:0]   s_axi_wdata,
    input  wire [DATA_W/8-1:0] s_axi_wstrb,
    input  wire                s_axi_wlast,
    input  wire                s_axi_wvalid,
    output wire                s_axi_wready,
    output wire [1:0]          s_axi_bresp,
    output reg                 s_axi_bvalid,
    input  wire                s_axi_bready,
    // descriptors
    output wire                m_tvalid,
    input  wire                m_tready,
    output wire [159:0]        m_tdata,
    // what the mover reads
    input  wire                local_read,
    input  wire [23:0]         local_address,
    output wire [MOVER_W-1:0]  local_data,
    // its status words
    input  wire                status_valid,
    input  wire [7:0]          status_id,
    input  wire                status_done,
    output reg                 failed
);
    localparam LANES     = DATA_W / MOVER_W;
    localparam LOG_MOVER = MOVER_W <= 32 ? 2 : MOVER_W <= 64 ? 3 : MOVER_W <= 128 ? 4 : 5;
    localparam LOG_BYTES = LOG_MOVER + (LANES > 1 ? 1 : 0);
    localparam GRANULES  = DATA_W / 32;
    localparam GRANULE_W = LOG_BYTES - 2 > 0 ? LOG_BYTES - 2 : 1;
    localparam SLOTS     = 1 << LOG_SLOTS;
    localparam SIDE      = 24;                    // the bit of a local address that names the side
    localparam LENGTH_W  = LOG_WORDS + LOG_BYTES - 1;          // of a run, in granules
    localparam [LOG_WORDS:0]   ALL   = 1 << LOG_WORDS;
    localparam [7:0]           FIRST = FIRST_ID;

    generate
        if (MOVER_W < 32 || MOVER_W > 256 || (MOVER_W & (MOVER_W - 1)) != 0) begin : g_check_mover_w
            bl_a10_write_side_illegal_MOVER_W illegal();
        end
        if (DATA_W != MOVER_W && DATA_W != 2 * MOVER_W) begin : g_check_data_w
            bl_a10_write_side_illegal_DATA_W illegal();
        end
        if (LOG_WORDS < 2 || LOG_WORDS > 12) begin : g_check_log_words
            bl_a10_write_side_illegal_LOG_WORDS illegal();
        end
        if (LOG_QUEUE < 1 || LOG_QUEUE > 6) begin : g_check_log_queue
            bl_a10_write_side_illegal_LOG_QUEUE illegal();
        end
        if (LOG_SLOTS < 1 || LOG_SLOTS > 6) begin : g_check_log_slots
            bl_a10_write_side_illegal_LOG_SLOTS illegal();
        end
        if (FIRST_ID != 0 && FIRST_ID != 128) begin : g_check_first_id
            bl_a10_write_side_illegal_FIRST_ID illegal();
        end
        if (LOG_TIMEOUT < 2 || LOG_TIMEOUT > 30) begin : g_check_log_timeout
            bl_a10_write_side_illegal_LOG_TIMEOUT illegal();
        end
    endgenerate

    // ---- a word: which granules it keeps, and whether that can be said in one run
    reg  [GRANULES-1:0]  keep, mixed;
    reg  [GRANULE_W-1:0] lowest;
    reg  [GRANULE_W:0]   count;
    integer i;
    always @* begin
        lowest = {GRANULE_W{1'b0}};
        count  = {(GRANULE_W+1){1'b0}};
        for (i = 0; i < GRANULES; i = i + 1) begin
            keep[i]  = |s_axi_wstrb[4*i +: 4];
            mixed[i] = keep[i] & ~(&s_axi_wstrb[4*i +: 4]);
            count    = count + {{GRANULE_W{1'b0}}, keep[i]};
        end
        for (i = GRANULES - 1; i >= 0; i = i - 1) if (keep[i]) lowest = i[GRANULE_W-1:0];
    end
    wire [GRANULES-1:0] begins = keep & ~(keep << 1);          // the first of those side by side
    wire                odd    = |mixed | (|(begins & (begins - 1'b1)));
    wire                some   = |keep & ~odd;

    // ---- bursts that are under way
    wire        aw_listed;
    wire [63:0] aw_addr;
    reg  [7:0]  beat;
    wire        accept = s_axi_wvalid & s_axi_wready;
    wire [63:0] word_addr = {aw_addr[63:LOG_BYTES], {LOG_BYTES{1'b0}}}
        + ({56'd0, beat} << LOG_BYTES);

    bl_fifo #(.WIDTH(64), .LOG_DEPTH(2)) requests (
        .clk(clk), .rst(rst), .s_tvalid(s_axi_awvalid), .s_tready(s_axi_awready),
        .s_tdata(s_axi_awaddr), .m_tvalid(aw_listed), .m_tready(accept & s_axi_wlast),
        .m_tdata(aw_addr));

    // ---- the run that grows: of `length` granules, none yet, or ended
    reg  [LOG_WORDS:0]    put, room, held;        // held: words since the last run that was given
    reg  [LENGTH_W-1:0]   length;
    reg  [31:0]           from;
    reg  [63:0]           to;
    reg                   touches, ended, wrong;
    wire                  begun   = |length;
    wire                  goes_on = touches & keep[0];
    wire                  breaks  = begun & some & ~goes_on & ~ended;
    wire                  free;                   // a slot and a place in the queue
    wire                  give    = (ended | breaks & aw_listed & s_axi_wvalid) & free;
    wire [31:0]           place   = ({{(31-LOG_WORDS){1'b0}}, put} << LOG_BYTES)
        | {{(30-GRANULE_W){1'b0}}, lowest, 2'b00};
    wire [LENGTH_W-1:0]   more    = {{(LENGTH_W-GRANULE_W-1){1'b0}}, count}
        & {LENGTH_W{some}};

    assign s_axi_wready = aw_listed & (|room) & ~breaks & (~ended | free);

    always @(posedge clk) begin
        if (accept) begin
            beat <= s_axi_wlast ? 8'd0 : beat + 8'd1;
            put  <= put + 1'b1;
            if (some & (~begun | ended)) begin
                from <= place;
                to   <= word_addr | {{(62-GRANULE_W){1'b0}}, lowest, 2'b00};
            end
            touches <= some & keep[GRANULES-1];
            ended   <= s_axi_wlast;
            wrong   <= odd | wrong & ~give;
            length  <= (give ? {LENGTH_W{1'b0}} : length) + more;
            held    <= (give ? {(LOG_WORDS+1){1'b0}} : held) + 1'b1;
        end else if (give) begin
            ended   <= 1'b0;
            wrong   <= 1'b0;
            touches <= 1'b0;
            length  <= {LENGTH_W{1'b0}};
            held    <= {(LOG_WORDS+1){1'b0}};
        end
        if (rst) begin
            beat    <= 8'd0;
            put     <= {(LOG_WORDS+1){1'b0}};
            held    <= {(LOG_WORDS+1){1'b0}};
            length  <= {LENGTH_W{1'b0}};
            touches <= 1'b0;
            ended   <= 1'b0;
            wrong   <= 1'b0;
        end
    end

    // ---- runs that were given: {last of its burst, wrong, words of the memory}
    reg  [LOG_SLOTS-1:0] slot, head;
    reg  [SLOTS-1:0]     due, bad;                // whose status is due; whose status was bad
    wire                 list_ready, queue_ready, listed, head_last, head_wrong;
    wire [LOG_WORDS:0]   head_held;
    wire                 ask   = give & begun & ~failed;
    wire [7:0]           id    = FIRST | {{(8-LOG_SLOTS){1'b0}}, slot};
    wire [159:0]         descriptor;
    assign free = list_ready & (failed | queue_ready & ~due[slot]);

    bl_dma_descriptor_pack pack (
        .source_low({{(31-SIDE){1'b0}}, FIRST[7], from[SIDE-1:0]}), .source_high(32'd0),
        .target_low(to[31:0]), .target_high(to[63:32]),
        .length({{(18-LENGTH_W){1'b0}}, length}), .id(id), .reserved(6'd0),
        .descriptor(descriptor));

    wire offered;
    assign m_tvalid = offered & ~failed;
    bl_fifo #(.WIDTH(160), .LOG_DEPTH(LOG_QUEUE)) queue (
        .clk(clk), .rst(rst), .s_tvalid(ask), .s_tready(queue_ready), .s_tdata(descriptor),
        .m_tvalid(offered), .m_tready(m_tready & ~failed), .m_tdata(m_tdata));

    wire space = ~s_axi_bvalid | s_axi_bready;
    wire drop  = listed & (failed | ~due[head]) & (space | ~head_last);
    bl_fifo #(.WIDTH(LOG_WORDS + 3), .LOG_DEPTH(LOG_SLOTS)) list (
        .clk(clk), .rst(rst), .s_tvalid(give), .s_tready(list_ready),
        .s_tdata({ended, wrong, held}), .m_tvalid(listed), .m_tready(drop),
        .m_tdata({head_last, head_wrong, head_held}));

    reg  errors, answer;                          // of the burst so far; of the one that is shown
    wire error = errors | head_wrong | bad[head] | failed;
    assign s_axi_bresp = {answer, 1'b0};

    always @(posedge clk) begin
        if (give) slot <= slot + 1'b1;
        if (drop) head <= head + 1'b1;
        if (drop) errors <= error & ~head_last;
        room <= room - {{LOG_WORDS{1'b0}}, accept}
            + (drop ? head_held : {(LOG_WORDS+1){1'b0}});
        if (space) answer <= error;
        if (space) s_axi_bvalid <= drop & head_last;
        if (rst) begin
            slot   <= {LOG_SLOTS{1'b0}};
            head   <= {LOG_SLOTS{1'b0}};
            errors <= 1'b0;
            room   <= ALL;
            s_axi_bvalid <= 1'b0;
        end
    end

    // ---- status
    wire [LOG_SLOTS-1:0] said   = status_id[LOG_SLOTS-1:0];
    wire                 known  = due[said] & status_id == (FIRST | {{(8-LOG_SLOTS){1'b0}}, said});
    wire [SLOTS-1:0]     one    = {{(SLOTS-1){1'b0}}, 1'b1};
    wire [SLOTS-1:0]     opens  = one << slot, closes = one << said;
    reg [LOG_TIMEOUT-1:0] clock;
    wire late = &clock;

    always @(posedge clk) begin
        due <= (due | (opens & {SLOTS{ask}})) & ~(closes & {SLOTS{status_valid}});
        bad <= (bad & ~(opens & {SLOTS{give}})) | (closes & {SLOTS{status_valid & ~status_done}});
        clock  <= (status_valid | ~(|due)) ? {LOG_TIMEOUT{1'b0}} : clock + 1'b1;
        failed <= failed | late | status_valid & ~known;
        if (rst) begin
            due    <= {SLOTS{1'b0}};
            bad    <= {SLOTS{1'b0}};
            clock  <= {LOG_TIMEOUT{1'b0}};
            failed <= 1'b0;
        end
    end

    // ---- the memory, a lane for each word of the mover
    wire [DATA_W-1:0] shown;
    reg               second;                     // the lane that was read
    genvar lane;
    generate
        for (lane = 0; lane < LANES; lane = lane + 1) begin : g_lane
            bl_block_ram #(.WIDTH(MOVER_W), .LOG_DEPTH(LOG_WORDS)) memory (
                .clk(clk), .write(accept), .waddr(put[LOG_WORDS-1:0]),
                .wdata(s_axi_wdata[MOVER_W*lane +: MOVER_W]), .read(local_read),
                .raddr(local_address[LOG_BYTES +: LOG_WORDS]),
                .rdata(shown[MOVER_W*lane +: MOVER_W]));
        end
        if (LANES > 1) begin : g_two
            always @(posedge clk) if (local_read) second <= local_address[LOG_MOVER];
            assign local_data = second ? shown[DATA_W-1 -: MOVER_W] : shown[MOVER_W-1:0];
        end else begin : g_one
            always @(posedge clk) second <= 1'b0;
            assign local_data = shown[MOVER_W-1:0];
        end
    endgenerate

    wire unused = &{1'b0, s_axi_awlen, aw_addr[LOG_BYTES-1:0], local_address, second, ALL,
                    from[31:SIDE]};

`ifdef FORMAL
    // Words of two granules, bursts of one word or two, two of them. The mover keeps the contract:
    // a status for each descriptor that it was given.
    // Rule 1: each granule that is kept is in one descriptor, once, at its place in the memory and
    // at its address; none that is not kept is in any; a descriptor has no more than its burst.
    // Rule 2: a burst is answered once, in order, not before all that it keeps was given to the
    // mover and had its status; a response stays until it is taken. Rule 3: `failed` rises for no
    // other cause than time; an error is answered only behind a status without `done`, odd strobes
    // or a failure. Rule 4: an id that is given has no status due, and is not one of the IP's own.
    (* anyconst *) reg [2:0] f_word;              // of those that are taken
    (* anyconst *) reg       f_lane;
    reg                 f_past = 1'b0, f_late, f_bad, f_odd, f_held, f_resp;
    reg                 f_kept, f_skipped, f_sent, f_done;     // what has become of the granule
    reg [LOG_WORDS-1:0] f_place;
    reg [63:0]          f_to;
    reg [2:0]           f_words, f_aws, f_ws, f_bs, f_burst;   // counts; the granule's burst
    reg [SLOTS-1:0]     f_given;
    reg [LOG_SLOTS-1:0] f_slot;
    wire [LOG_SLOTS-1:0] f_asks = m_tdata[146 +: LOG_SLOTS];
    wire [63:0] f_from_at = m_tdata[63:0], f_to_at = m_tdata[127:64];
    wire [17:0] f_length = m_tdata[145:128];
    wire [63:0] f_off = f_to - f_to_at;
    wire        f_in = f_off[1:0] == 0 && f_off[63:2] < f_length;
    wire [63:0] f_at = f_from_at + f_off;         // where the descriptor has it in the memory
    wire        f_takes = m_tvalid & m_tready;
    wire        f_now = accept && f_words == f_word;
    always @(posedge clk) begin
        f_past <= 1'b1;
        f_late <= (f_late | late) & ~rst;
        f_bad  <= (f_bad | status_valid & ~status_done) & ~rst;
        f_odd  <= (f_odd | accept & odd) & ~rst;
        f_held <= s_axi_bvalid & ~s_axi_bready & ~rst;
        f_resp <= s_axi_bresp[1];
        if (accept) f_words <= f_words + 1'b1;
        if (accept & s_axi_wlast) f_ws <= f_ws + 1'b1;
        if (s_axi_awvalid & s_axi_awready) f_aws <= f_aws + 1'b1;
        if (s_axi_bvalid & s_axi_bready) f_bs <= f_bs + 1'b1;
        if (f_now) begin
            f_kept    <= keep[f_lane] & ~odd;
            f_skipped <= ~keep[f_lane] | odd;
            f_place   <= put[LOG_WORDS-1:0];
            f_to      <= word_addr + (f_lane ? 64'd4 : 64'd0);
            f_burst   <= f_ws;
        end
        if (f_takes) f_given[f_asks] <= 1'b1;
        if (f_takes & f_kept & f_in) {f_sent, f_slot} <= {1'b1, f_asks};
        if (status_valid) f_given[said] <= 1'b0;
        if (status_valid & f_sent & said == f_slot) f_done <= 1'b1;
        if (rst) {f_words, f_aws, f_ws, f_bs, f_kept, f_skipped, f_sent, f_done} <= 0;
        if (rst) f_given <= 0;
    end
    always @* begin
        assume (rst == !f_past);
        // bursts one behind the other, so that an address is one of one granule
        assume (!s_axi_awvalid | (f_aws < 2 && s_axi_awaddr == {57'd0, f_aws, 4'd0}));
        assume (!accept | (f_words < 4 && f_ws < 2));
        assume (beat == 0 | s_axi_wlast);
        assume (!status_valid | (status_id == (FIRST | said) && f_given[said]));
        if (f_past) begin
            if (m_tvalid & (f_kept | f_skipped) & f_in) begin
                assert (f_kept && !f_sent);
                assert (f_at[LOG_WORDS+LOG_BYTES-1:0] == {f_place, f_lane, 2'b00});
            end
            if (m_tvalid) begin
                assert (f_length != 0 && f_length <= 4);
                assert (due[f_asks] && !f_given[f_asks] && !(&m_tdata[152:146]));
            end
            if (s_axi_bvalid & f_kept & f_bs == f_burst & ~f_late) assert (f_sent && f_done);
            if (s_axi_bvalid) assert (f_bs < f_ws);
            if (f_held) assert (s_axi_bvalid && f_resp == s_axi_bresp[1]);
            if (~f_late) assert (~failed);
            if (s_axi_bvalid & ~f_late & ~f_bad & ~f_odd) assert (~s_axi_bresp[1]);
        end
    end
`endif
endmodule
`default_nettype wire
