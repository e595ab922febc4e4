// SPDX-License-Identifier: ISC
`default_nettype none
// Ring of packets: a packet that is written may be forgotten, one that was read may be read again.
// Contract: s_write puts a word behind those of the packet that is being written, while `s_room`;
// s_next, with its last word or behind it, goes on to the next one, s_rewind begins the same one
// anew. s_commit shows it to the reader, with s_next or from its first word on, if the reader is no
// faster. `s_mark` is kept with s_commit. m_some: a packet is there that was
// not taken; m_mark is its mark, m_take takes it. m_read reads the next word of the oldest one that
// was taken, m_tdata in the next cycle; m_next goes on to the packet behind it; m_free gives as
// many back, the oldest first; m_back goes back to the oldest that was not given back, which is to
// be taken once more.
// Latency: 1 cycle from s_commit to m_some. Throughput: a word a cycle, each side.
module bl_packet_ring #(
    // bits of a word: 1 or more
    parameter WIDTH = 64,
    // bits of a mark: 1 or more
    parameter MARK_W = 4,
    // log2 of the packets: 1..4
    parameter LOG_PACKETS = 3,
    // log2 of the words of a packet, rounded up: 1..11
    parameter LOG_WORDS = 5
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 s_write,
    input  wire [WIDTH-1:0]     s_tdata,
    input  wire                 s_commit,
    input  wire [MARK_W-1:0]    s_mark,
    input  wire                 s_next,
    input  wire                 s_rewind,
    output wire                 s_room,
    output wire                 m_some,
    output wire [MARK_W-1:0]    m_mark,
    input  wire                 m_take,
    input  wire                 m_read,
    output wire [WIDTH-1:0]     m_tdata,
    input  wire                 m_next,
    input  wire                 m_back,
    input  wire [LOG_PACKETS:0] m_free
);
    localparam        PTR   = LOG_PACKETS;
    localparam [31:0] FULL  = 1 << LOG_PACKETS;

    generate
        if (WIDTH < 1) begin : g_check_width
            bl_packet_ring_illegal_WIDTH illegal();
        end
        if (MARK_W < 1) begin : g_check_mark_w
            bl_packet_ring_illegal_MARK_W illegal();
        end
        if (LOG_PACKETS < 1 || LOG_PACKETS > 4) begin : g_check_log_packets
            bl_packet_ring_illegal_LOG_PACKETS illegal();
        end
        if (LOG_WORDS < 1 || LOG_WORDS > 11) begin : g_check_log_words
            bl_packet_ring_illegal_LOG_WORDS illegal();
        end
    endgenerate

    (* ramstyle = "MLAB, no_rw_check", ram_style = "distributed" *)
    reg [MARK_W-1:0] marks [0:(1<<LOG_PACKETS)-1];

    // packets: that is written, before which all are shown; that is looked at, read, given back
    reg  [PTR:0]         wr, shown, looked, rd, freed;
    reg  [LOG_WORDS-1:0] wword, rword;
    wire [PTR:0]         wr_next    = wr + 1'b1;
    wire [PTR:0]         freed_next = freed + m_free;

    bl_block_ram #(.WIDTH(WIDTH), .LOG_DEPTH(LOG_PACKETS + LOG_WORDS)) memory (
        .clk(clk), .write(s_write), .waddr({wr[PTR-1:0], wword}), .wdata(s_tdata), .read(m_read),
        .raddr({rd[PTR-1:0], rword}), .rdata(m_tdata));
    assign s_room = wr != (freed ^ FULL[PTR:0]);
    assign m_some = looked != shown;
    assign m_mark = marks[looked[PTR-1:0]];

    always @(posedge clk) begin
        if (s_commit) marks[wr[PTR-1:0]] <= s_mark;
        if (s_write) wword <= wword + 1'b1;
        if (s_next | s_rewind) wword <= {LOG_WORDS{1'b0}};
        if (s_next) wr <= wr_next;
        if (s_commit) shown <= wr_next;
        if (m_read) rword <= rword + 1'b1;
        if (m_next | m_back) rword <= {LOG_WORDS{1'b0}};
        if (m_next) rd <= rd + 1'b1;
        if (m_take) looked <= looked + 1'b1;
        freed <= freed_next;
        if (m_back) begin
            rd     <= freed_next;
            looked <= freed_next;
        end
        if (rst) begin
            wr     <= {(PTR+1){1'b0}};
            shown  <= {(PTR+1){1'b0}};
            wword  <= {LOG_WORDS{1'b0}};
            rd     <= {(PTR+1){1'b0}};
            looked <= {(PTR+1){1'b0}};
            freed  <= {(PTR+1){1'b0}};
            rword  <= {LOG_WORDS{1'b0}};
        end
    end

`ifdef FORMAL
    // Packets are shown with their last word.
    // Rule 1: word f_word of packet f_number is, whenever it is read, what was written last as that
    // word of that packet; its mark is the one of its s_commit.
    // Rule 2: no packet is there that was not shown; none is overwritten that was not given back.
    (* anyconst *) reg [2:0]           f_number;
    (* anyconst *) reg [LOG_WORDS-1:0] f_word;
    reg [2:0]           f_in = 3'd0, f_looked = 3'd0, f_rd = 3'd0, f_freed = 3'd0;
    reg [LOG_WORDS:0]   f_words = 0, f_reads = 0;        // of the packet
    reg [WIDTH-1:0]     f_value;
    reg [MARK_W-1:0]    f_mark;
    reg                 f_has = 1'b0, f_due = 1'b0;
    reg                 f_running = 1'b0;
    wire [2:0]          f_inside  = f_in - f_freed;
    wire [2:0]          f_behind  = f_rd - f_freed;
    always @(posedge clk) begin
        f_running <= 1'b1;
        f_due     <= 1'b0;
        if (f_running) begin
            if (s_write) f_words <= f_words + 1'b1;
            if (s_next || s_rewind) f_words <= 0;
            if (s_next) f_in <= f_in + 1'b1;
            if (s_write && f_in == f_number && f_words == f_word) begin
                f_value <= s_tdata;
                f_has   <= 1'b1;
            end
            if (s_rewind && f_in == f_number) f_has <= 1'b0;
            if (s_commit && f_in == f_number) f_mark <= s_mark;
            if (m_read) f_reads <= f_reads + 1'b1;
            if (m_next || m_back) f_reads <= 0;
            f_due   <= m_read && f_rd == f_number && f_reads == f_word && f_has;
            f_freed <= f_freed + m_free;
            f_rd     <= m_back ? f_freed + m_free : f_rd + m_next;
            f_looked <= m_back ? f_freed + m_free : f_looked + m_take;
        end
    end
    always @* begin
        assume (rst == !f_running);
        assume (!s_write || (s_room && !f_words[LOG_WORDS]));
        assume (s_commit == s_next && !(s_next && (s_rewind || !s_write)));
        assume (!(s_rewind && s_write));
        assume (!m_take || m_some);
        assume (!m_read || (f_rd != f_looked && !f_reads[LOG_WORDS]));
        assume (!m_next || f_rd != f_looked);
        assume (m_free <= 1 && (m_free == 0 || f_behind != 0));
        assume (f_in != 3'd7);
        if (f_running) begin
            assert (f_inside <= (1 << LOG_PACKETS));
            if (s_room) assert (f_inside < (1 << LOG_PACKETS));
            if (m_some) assert (f_in != f_looked);
            if (f_due) assert (m_tdata == f_value);
            if (m_some && f_looked == f_number) assert (m_mark == f_mark);
        end
    end
`endif
endmodule
`default_nettype wire
