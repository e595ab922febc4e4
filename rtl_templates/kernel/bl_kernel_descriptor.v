// SPDX-License-Identifier: ISC
`default_nettype none
// A copy of a kernel, between the host's bus and a channel of the card: each command becomes a DMA
// descriptor, whose completion ends it.
// Contract: s_* takes a command: byte addresses, of a card's channel within it, and words of 32
// bits (1..2^18 - 1). m_* gives it as the descriptor with this ID, source and target of a card
// above their channel's number. `done` says that a descriptor of this ID was completed, with its
// `result` and `clocks` (bl_dma_mover). For each command m_axis_* offers a move of one word, which
// says that it has begun; `ended` says, a cycle long, that it is over. read_failed, write_failed:
// one ended with an error, until reset. `active`: commands that have not ended; last_clocks: the
// cycles of the last one that has. Outputs are registers.
// Latency: command to descriptor 1 cycle, completion to `ended` 1. Throughput: a command every
// second cycle; 15 at most have not ended, or not begun as a move.
module bl_kernel_descriptor #(
    // id of its descriptors: 128..254
    parameter ID = 128,
    // bits of an address in a channel: 2..31
    parameter ADDR_W = 28,
    // the card's channel that is read, or 0: 0..65535
    parameter SOURCE_CHANNEL = 0,
    // the card's channel that is written, or 0: 0..65535
    parameter TARGET_CHANNEL = 0
) (
    input  wire         clk,
    input  wire         rst,
    // commands
    input  wire         s_tvalid,
    output wire         s_tready,
    input  wire [63:0]  s_source,
    input  wire [63:0]  s_target,
    input  wire [31:0]  s_length,
    // descriptors
    output reg          m_tvalid,
    input  wire         m_tready,
    output wire [159:0] m_tdata,
    // completions
    input  wire         done,
    input  wire [31:0]  clocks,
    input  wire [7:0]   result,
    output reg          ended,
    output reg          read_failed,
    output reg          write_failed,
    output reg          active,
    output reg  [31:0]  last_clocks,
    // moves
    output reg          m_axis_tvalid,
    input  wire         m_axis_tready
);
    localparam [7:0]  NUMBER = ID;
    localparam [31:0] SOURCE = SOURCE_CHANNEL, TARGET = TARGET_CHANNEL;
    localparam [7:0]  READ_ERROR = 8'd4, DONE = 8'd0;   // results of bl_dma_mover

    generate
        if (ID < 128 || ID > 254) begin : g_check_id
            bl_kernel_descriptor_illegal_ID illegal();
        end
        if (ADDR_W < 2 || ADDR_W > 31) begin : g_check_addr_w
            bl_kernel_descriptor_illegal_ADDR_W illegal();
        end
        if (SOURCE_CHANNEL < 0 || SOURCE_CHANNEL >= 65536) begin : g_check_source_channel
            bl_kernel_descriptor_illegal_SOURCE_CHANNEL illegal();
        end
        if (TARGET_CHANNEL < 0 || TARGET_CHANNEL >= 65536) begin : g_check_target_channel
            bl_kernel_descriptor_illegal_TARGET_CHANNEL illegal();
        end
    endgenerate

    reg  [3:0]  out, shown;            // commands that have not ended, and whose move has not begun
    reg         open;                  // room for one more of them
    reg  [63:0] source, target;
    reg  [17:0] length;
    wire        take = s_tvalid & s_tready, begins = m_axis_tvalid & m_axis_tready;
    wire [3:0]  out_next   = out + {3'd0, take} - {3'd0, done},
                shown_next = shown + {3'd0, take} - {3'd0, begins};
    wire        unused_length = &{1'b0, s_length[31:18]};

    assign s_tready = open & ~m_tvalid;

    bl_dma_descriptor_pack pack (
        .source_low(source[31:0]), .source_high(source[63:32]), .target_low(target[31:0]),
        .target_high(target[63:32]), .length(length), .id(NUMBER), .reserved(6'd0),
        .descriptor(m_tdata));

    always @(posedge clk) begin
        if (take) begin
            source <= s_source | ({32'd0, SOURCE} << ADDR_W);
            target <= s_target | ({32'd0, TARGET} << ADDR_W);
            length <= s_length[17:0];
        end
        m_tvalid      <= take | (m_tvalid & ~m_tready);
        out           <= out_next;
        open          <= ~(&out_next) & ~(&shown_next);
        active        <= |out_next;
        shown         <= shown_next;
        m_axis_tvalid <= |shown_next;
        ended         <= done;
        if (done) last_clocks <= clocks;
        read_failed   <= read_failed | (done & (result == READ_ERROR));
        write_failed  <= write_failed | (done & (result != READ_ERROR) & (result != DONE));
        if (rst) begin
            m_tvalid      <= 1'b0;
            out           <= 4'd0;
            open          <= 1'b1;
            active        <= 1'b0;
            shown         <= 4'd0;
            m_axis_tvalid <= 1'b0;
            ended         <= 1'b0;
            read_failed   <= 1'b0;
            write_failed  <= 1'b0;
            last_clocks   <= 32'd0;
        end
    end

`ifdef FORMAL
    // Rule 1: a command that was taken is offered as one descriptor, with its addresses, length and
    // this ID, and stays until it is taken. Rule 2: `active` exactly while a command has not ended;
    // never more than 15. Rule 3: as many moves are offered as commands were taken. Rule 4: `ended`
    // is the cycle behind `done`, a failure stays.
    reg        f_past = 1'b0;
    reg [4:0]  f_out = 5'd0, f_moves = 5'd0;
    reg        f_pending = 1'b0, f_take, f_failed = 1'b0;
    reg [63:0] f_source, f_target;
    reg [17:0] f_length;
    always @(posedge clk) begin
        f_past    <= 1'b1;
        f_take    <= take & ~rst;
        f_out     <= rst ? 5'd0 : f_out + take - done;
        f_moves   <= rst ? 5'd0 : f_moves + take - begins;
        f_pending <= ~rst & (take | (f_pending & ~m_tready));
        f_failed  <= ~rst & (read_failed | write_failed);
        if (take) {f_source, f_target, f_length} <= {s_source, s_target, s_length[17:0]};
    end
    always @* begin
        assume (rst == !f_past);
        // at most one completion a command, behind its descriptor
        if (f_out - m_tvalid == 0) assume (~done);
        if (f_past) begin
            assert (m_tvalid == f_pending);
            if (m_tvalid) begin
                assert (m_tdata[63:0] == (f_source | ({32'd0, SOURCE} << ADDR_W)));
                assert (m_tdata[127:64] == (f_target | ({32'd0, TARGET} << ADDR_W)));
                assert (m_tdata[145:128] == f_length && m_tdata[153:146] == NUMBER);
            end
            assert (f_out == out && active == (f_out != 0) && f_moves == shown);
            assert (m_axis_tvalid == (f_moves != 0));
            assert (open == (out != 4'd15 && shown != 4'd15));
            if (f_failed) assert (read_failed | write_failed);
        end
    end
`endif
endmodule
`default_nettype wire
