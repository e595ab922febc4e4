// SPDX-License-Identifier: ISC
`default_nettype none
// Fetches the host's descriptors from a ring of 128 places of 32 bytes in its memory.
// Contract: `table_address` (a multiple of 32) and `posted`, the descriptors that the host has
// posted modulo 256, are levels; the n-th one lies in place n modulo 128, and at most 128 are
// posted and not fetched. They are read in bursts that end at multiples of 2^LOG_PIECE bytes and
// leave by m_* in order, for a queue of 2^LOG_ROOM descriptors: no more is asked for than there is
// room, and `freed` tells, a cycle each, that a place of it was freed. One burst is under way at a
// time. After a word that comes with an error nothing leaves and nothing is asked for; `failed` is
// high from then on until reset. AXI4: full-word INCR bursts. Outputs are registers but
// m_axi_rready.
// Latency: `posted` to arvalid 5 cycles, word to descriptor 1. Throughput: a descriptor a cycle of
// a burst.
module bl_dma_fetch #(
    // bits in a word of the host's bus: 64..1024, a power of two
    parameter DATA_W = 256,
    // log2 of the bytes of the longest burst, of 256 words at most:
    // max(5, log2(DATA_W / 8))..min(12, log2(DATA_W / 8) + 8)
    parameter LOG_PIECE = 9,
    // log2 of the descriptors that there is room for: 1..7
    parameter LOG_ROOM = 5
) (
    input  wire              clk,
    input  wire              rst,
    input  wire [63:0]       table_address,
    input  wire [7:0]        posted,
    output reg               failed,
    input  wire              freed,
    output reg               m_tvalid,
    input  wire              m_tready,
    output reg  [159:0]      m_tdata,
    output reg  [63:0]       m_axi_araddr,
    output reg  [7:0]        m_axi_arlen,
    output reg               m_axi_arvalid,
    input  wire              m_axi_arready,
    input  wire [DATA_W-1:0] m_axi_rdata,
    input  wire [1:0]        m_axi_rresp,
    input  wire              m_axi_rlast,
    input  wire              m_axi_rvalid,
    output wire              m_axi_rready
);
    function integer log2;
        input integer value;
        begin
            log2 = 0;
            while ((1 << log2) < value) log2 = log2 + 1;
        end
    endfunction

    localparam LOG_BYTES = log2(DATA_W / 8);
    localparam LOG_LANES = LOG_BYTES > 5 ? LOG_BYTES - 5 : 0;  // descriptors in a word
    localparam LOG_PARTS = LOG_BYTES < 5 ? 5 - LOG_BYTES : 0;  // words of a descriptor
    localparam LANE_W    = LOG_LANES > 0 ? LOG_LANES : 1;
    localparam LANES     = 1 << LOG_LANES;
    localparam [31:0] PIECE = 1 << (LOG_PIECE - 5);            // descriptors in a burst
    localparam [31:0] ROOM  = 1 << LOG_ROOM;
    localparam [31:0] LAST_LANE = LANES - 1;

    generate
        if (DATA_W < 64 || DATA_W > 1024 || (DATA_W & (DATA_W - 1)) != 0) begin : g_check_data_w
            bl_dma_fetch_illegal_DATA_W illegal();
        end
        if (LOG_PIECE < 5 || LOG_PIECE < LOG_BYTES || LOG_PIECE > 12
            || LOG_PIECE > LOG_BYTES + 8) begin : g_check_log_piece
            bl_dma_fetch_illegal_LOG_PIECE illegal();
        end
        if (LOG_ROOM < 1 || LOG_ROOM > 7) begin : g_check_log_room
            bl_dma_fetch_illegal_LOG_ROOM illegal();
        end
    endgenerate

    // ---- how many to ask for: what is due, to the ring's end, to the burst's end, what there is
    // room for; a step a cycle
    reg  [3:0]  step;                             // one-hot
    reg         waits;                            // for a burst
    reg  [7:0]  fetched, room, count;
    reg  [58:0] place;
    wire [7:0]  due      = posted - fetched;
    wire [7:0]  to_end   = 8'd128 - {1'b0, fetched[6:0]};
    wire [7:0]  offset   = place[7:0] & (PIECE[7:0] - 8'd1);
    wire [7:0]  to_piece = PIECE[7:0] - offset;
    wire        ask      = step[3];
    wire        over;                             // the burst's last word is taken

    // the words of `count` descriptors, less one
    wire [LANE_W-1:0] lane0 = LOG_LANES > 0 ? place[LANE_W-1:0] : {LANE_W{1'b0}};
    wire [10:0]       lanes = {3'd0, count} + {{(11-LANE_W){1'b0}}, lane0} - 11'd1;
    wire [10:0]       len   = LOG_PARTS > 0 ? ({3'd0, count} << LOG_PARTS) - 11'd1
                                            : lanes >> LOG_LANES;

    always @(posedge clk) begin
        if (step[0]) begin
            place <= table_address[63:5] + {52'd0, fetched[6:0]};
            count <= due > to_end ? to_end : due;
        end
        if (step[1] & count > to_piece) count <= to_piece;
        if (step[2] & count > room) count <= room;
        if (ask) begin
            m_axi_araddr <= {place, 5'd0} & ~(64'd0 | {58'd0, LAST_LANE[0], 5'd0}
                                              | {57'd0, LAST_LANE[1], 6'd0});
            m_axi_arlen  <= len[7:0];
        end
    end

    always @(posedge clk) begin
        step <= {step[2:0], 1'b0};
        if (step == 4'd0 & ~waits & ~failed & due != 8'd0 & room != 8'd0) step <= 4'd1;
        if (ask) begin
            fetched       <= fetched + count;
            waits         <= 1'b1;
            m_axi_arvalid <= 1'b1;
        end else if (m_axi_arready) m_axi_arvalid <= 1'b0;
        if (over) waits <= 1'b0;
        room <= room - (ask ? count : 8'd0) + {7'd0, freed};
        if (rst) begin
            step          <= 4'd0;
            fetched       <= 8'd0;
            waits         <= 1'b0;
            m_axi_arvalid <= 1'b0;
            room          <= ROOM[7:0];
        end
    end

    // ---- the words of a burst: one of several descriptors, or several of one
    reg  [7:0]        left;                       // descriptors of the burst
    wire              free = ~m_tvalid | m_tready;
    wire              whole, word_over;           // a descriptor is complete, and its word is done
    wire [159:0]      found;
    wire              error   = |m_axi_rresp;
    wire              deliver = m_axi_rvalid & free & whole;

    assign m_axi_rready = free & word_over;
    assign over = m_axi_rvalid & m_axi_rready & m_axi_rlast;

    generate
        if (LOG_LANES > 0) begin : g_lanes
            reg [LANE_W-1:0] lane;
            always @(posedge clk) begin
                if (ask) lane <= lane0;
                else if (deliver) lane <= lane + 1'b1;
            end
            assign whole     = 1'b1;
            assign word_over = lane == LAST_LANE[LANE_W-1:0] | left == 8'd1;
            assign found     = m_axi_rdata[256*lane +: 160];
        end else if (LOG_PARTS > 0) begin : g_parts
            reg [LOG_PARTS-1:0] part;
            reg [255-DATA_W:0]  before_it;        // its parts that have come, the last one on top
            wire [255:0]        all = {m_axi_rdata, before_it};
            always @(posedge clk) begin
                if (m_axi_rvalid & m_axi_rready) begin
                    before_it <= all[255:DATA_W];
                    part      <= part + 1'b1;
                end
                if (rst) part <= {LOG_PARTS{1'b0}};
            end
            assign whole     = &part;
            assign word_over = 1'b1;
            assign found     = all[159:0];
            wire unused_parts = &{1'b0, all};
        end else begin : g_word
            assign whole     = 1'b1;
            assign word_over = 1'b1;
            assign found     = m_axi_rdata[159:0];
        end
    endgenerate

    always @(posedge clk) begin
        if (ask) left <= count;
        else if (deliver) left <= left - 8'd1;
        if (free) m_tdata <= found;
        if (free) m_tvalid <= deliver & ~error & ~failed;
        if (m_axi_rvalid & m_axi_rready & error) failed <= 1'b1;
        if (rst) begin
            m_tvalid <= 1'b0;
            failed   <= 1'b0;
        end
    end

    wire unused = &{1'b0, table_address[4:0], m_axi_rdata, len, PIECE, ROOM, LAST_LANE, offset};
endmodule
`default_nettype wire
