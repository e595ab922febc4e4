// SPDX-License-Identifier: ISC
`default_nettype none
// A channel's frames: a ring of rows in block RAM, where a frame counts once it is closed.
// Contract: `write` stores a row of the frame that is begun. `close` ends it, with its last row or
// behind it: with `keep` it is offered at m_frame_* and has s_bytes bytes in its first s_rows rows,
// without it its rows are forgotten. Of a frame of which a row came while `full` nothing is kept,
// and `lost` tells of it. A frame has at most half as many rows as the ring. s_tag stays with it.
// The rows of frames that have been offered are read in order: `rdata` shows the next one in the
// cycle behind `read` and until the next `read`.
// Cut: all that leaves is registers or memories.
// Latency: 1 cycle from `close` to m_frame_tvalid. Throughput: a row a cycle and a frame a cycle.
module bl_eth_store #(
    // bits in a row: 128..512, a power of two
    parameter WIDTH = 256,
    // log2 of the rows: 4..12
    parameter LOG_ROWS = 10,
    // bits that a frame brings along: 1..64
    parameter TAG_W = 1
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             write,
    input  wire [WIDTH-1:0] wdata,
    input  wire             close,
    input  wire             keep,
    input  wire [15:0]      s_bytes,
    input  wire [11:0]      s_rows,
    input  wire             s_last,
    input  wire [TAG_W-1:0] s_tag,
    output wire             full,
    output reg              lost,
    output wire             m_frame_tvalid,
    input  wire             m_frame_tready,
    output wire [15:0]      m_frame_bytes,
    output wire [11:0]      m_frame_rows,
    output wire             m_frame_last,
    output wire [TAG_W-1:0] m_frame_tag,
    input  wire             read,
    output wire [WIDTH-1:0] rdata
);
    localparam [31:0] ALMOST = (1 << LOG_ROWS) - 2;

    generate
        if (WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_eth_store_illegal_WIDTH illegal();
        end
        if (LOG_ROWS < 4 || LOG_ROWS > 12) begin : g_check_log_rows
            bl_eth_store_illegal_LOG_ROWS illegal();
        end
        if (TAG_W < 1 || TAG_W > 64) begin : g_check_tag_w
            bl_eth_store_illegal_TAG_W illegal();
        end
    endgenerate

    // places of the next row, of the frame that is begun, and of the next row that is read
    reg  [LOG_ROWS:0] at, tail, head;
    reg               crowded, missed;
    wire              list_ready;
    wire              miss   = missed | (write & full);
    wire              accept = close & keep & ~miss & list_ready;
    wire [LOG_ROWS:0] behind = tail + {1'b0, s_rows[LOG_ROWS-1:0]};
    wire [LOG_ROWS:0] used   = at - head;
    assign full = crowded | ~list_ready;

    always @(posedge clk) begin
        crowded <= used >= ALMOST[LOG_ROWS:0];
        missed  <= miss & ~close;
        lost    <= close & keep & ~accept;
        if (read) head <= head + 1'b1;
        if (accept) tail <= behind;
        if (close) at <= accept ? behind : tail;
        else if (write & ~full) at <= at + 1'b1;
        if (rst) begin
            at      <= {(LOG_ROWS+1){1'b0}};
            tail    <= {(LOG_ROWS+1){1'b0}};
            head    <= {(LOG_ROWS+1){1'b0}};
            crowded <= 1'b0;
            missed  <= 1'b0;
            lost    <= 1'b0;
        end
    end

    bl_block_ram #(.WIDTH(WIDTH), .LOG_DEPTH(LOG_ROWS)) ring (
        .clk(clk), .write(write & ~full), .waddr(at[LOG_ROWS-1:0]), .wdata(wdata), .read(read),
        .raddr(head[LOG_ROWS-1:0]), .rdata(rdata));
    bl_fifo #(.WIDTH(29 + TAG_W), .LOG_DEPTH(5)) list (
        .clk(clk), .rst(rst), .s_tvalid(accept), .s_tready(list_ready),
        .s_tdata({s_tag, s_last, s_rows, s_bytes}), .m_tvalid(m_frame_tvalid),
        .m_tready(m_frame_tready),
        .m_tdata({m_frame_tag, m_frame_last, m_frame_rows, m_frame_bytes}));

`ifdef FORMAL
    // Rule 1: of a frame that is offered any row is read unchanged, behind exactly the rows of
    // frames that were offered before and those in front of it in its own.
    // Rule 2: of a frame of which a row came while full none is read; a frame that was to be kept
    // is offered or reported lost.
    // Rule 3: a frame is offered while one was accepted and not taken.
    (* anyseq *) wire f_pick;
    reg            f_reset = 1'b0, f_track, f_offered, f_missed, f_shows, f_tells;
    reg            f_bit;
    reg [5:0]      f_frames;                       // accepted and not taken
    reg [LOG_ROWS:0] f_rows, f_begun, f_place;     // offered and not read; of the frame begun
    wire           f_has   = f_track & ~f_offered;
    wire           f_picks = f_pick & ~f_track & write & ~full;
    wire           f_takes = f_has | f_picks;
    wire [LOG_ROWS:0] f_own = f_has ? f_place : f_begun;
    wire           f_miss  = f_missed | (write & full);
    wire           f_out   = f_track & f_offered & read & (f_place == 0);
    always @(posedge clk) begin
        f_reset  <= 1'b1;
        f_missed <= f_miss & ~close;
        f_begun  <= close ? 0 : f_begun + write;
        f_rows   <= f_rows + (accept ? s_rows : 0) - read;
        f_frames <= f_frames + accept - (m_frame_tvalid & m_frame_tready);
        f_tells  <= close & keep & ~accept;
        f_shows  <= f_out;
        if (f_picks) begin
            f_track   <= 1'b1;
            f_offered <= 1'b0;
            f_bit     <= wdata[0];
            f_place   <= f_begun;
        end
        if (f_takes & close) begin
            f_track   <= accept & (f_own < s_rows);
            f_offered <= 1'b1;
            f_place   <= f_own + f_rows - read;
        end
        if (f_track & f_offered & read) f_place <= f_place - 1'b1;
        if (f_out) f_track <= 1'b0;
        if (rst) begin
            f_track  <= 1'b0;
            f_missed <= 1'b0;
            f_begun  <= 0;
            f_rows   <= 0;
            f_frames <= 0;
            f_shows  <= 1'b0;
            f_tells  <= 1'b0;
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        assume (!write || f_begun < (1 << (LOG_ROWS - 1)));
        assume (!(close && keep) || (s_rows != 0 && s_rows <= f_begun + write));
        assume (!read || f_rows != 0);
        if (f_reset) begin
            if (f_shows) assert (rdata[0] == f_bit);
            if (accept) assert (!f_miss);
            assert (lost == f_tells && (f_missed == missed));
            assert (f_rows <= (1 << LOG_ROWS));
            assert (m_frame_tvalid == (f_frames != 0));
        end
    end
`endif
endmodule
`default_nettype wire
