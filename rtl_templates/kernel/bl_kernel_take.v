// SPDX-License-Identifier: ISC
`default_nettype none
// The receiving end of a channel in a kernel: takes moves out of a stream of granules of 32 bits.
// Contract: s_axis_* takes words with 1 or more granules from lane 0 up, tkeep a bit for each. s_*
// takes a command: how many granules make a move (1 or more); four more wait behind the one under
// way. m_axis_* gives the granules packed from lane 0 up: all words full but the last one, which
// has tlast. What a move leaves of a word stays for the next one. Without a command no word is
// taken, but with drop: then words and what is left of one go, and dropped says how many granules
// went in the cycle before. m_axis_*, dropped and s_tready are registers; m_axis_tready, drop and
// s_axis_tkeep reach s_axis_tready.
// Latency: 1 cycle from the word that fills or ends one, 1 more if that word filled the one before;
// from the command 3. Throughput: 1 word a cycle; 2 cycles more a command at most.
module bl_kernel_take #(
    // bits in a word: 64..1024, a power of two
    parameter DATA_W = 256
) (
    input  wire                 clk,
    input  wire                 rst,
    // commands
    input  wire                 s_tvalid,
    output wire                 s_tready,
    input  wire [31:0]          s_length,
    // the channel
    input  wire                 s_axis_tvalid,
    output wire                 s_axis_tready,
    input  wire [DATA_W-1:0]    s_axis_tdata,
    input  wire [DATA_W/32-1:0] s_axis_tkeep,
    input  wire                 drop,
    output reg  [15:0]          dropped,
    // moves
    output wire                 m_axis_tvalid,
    input  wire                 m_axis_tready,
    output wire [DATA_W-1:0]    m_axis_tdata,
    output wire [DATA_W/32-1:0] m_axis_tkeep,
    output wire                 m_axis_tlast
);
    localparam LANES  = DATA_W / 32;
    localparam LANE_W = (DATA_W <= 64) ? 1 : (DATA_W <= 128) ? 2 : (DATA_W <= 256) ? 3
        : (DATA_W <= 512) ? 4 : 5;
    localparam LOG_MOVES = 2;                     // commands behind the one under way

    generate
        if (DATA_W < 64 || DATA_W > 1024 || (DATA_W & (DATA_W - 1)) != 0) begin : g_check_data_w
            bl_kernel_take_illegal_DATA_W illegal();
        end
    endgenerate

    reg  [LANE_W:0] count;
    integer         lane;
    always @* begin
        count = {{LANE_W{1'b0}}, 1'b1};
        for (lane = 1; lane < LANES; lane = lane + 1)
            if (s_axis_tkeep[lane]) count = lane[LANE_W:0] + 1'b1;
    end

    wire        next_valid, next_ready;
    wire [31:0] next_length;
    bl_fifo #(.WIDTH(32), .LOG_DEPTH(LOG_MOVES)) commands (
        .clk(clk), .rst(rst), .s_tvalid(s_tvalid), .s_tready(s_tready), .s_tdata(s_length),
        .m_tvalid(next_valid), .m_tready(next_ready), .m_tdata(next_length));

    // ---- what is left between moves
    wire            dropping = drop & next_ready & ~next_valid;
    wire [LANE_W:0] rest;

    bl_kernel_pack #(.DATA_W(DATA_W)) pack (
        .clk(clk), .rst(rst), .s_tvalid(next_valid), .s_tready(next_ready), .s_length(next_length),
        .s_lead({LANE_W{1'b0}}), .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready),
        .s_axis_tdata(s_axis_tdata), .s_axis_tfrom({LANE_W{1'b0}}), .s_axis_tcount(count),
        .s_axis_trest(rest), .drop(dropping),
        .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready), .m_axis_tdata(m_axis_tdata),
        .m_axis_tkeep(m_axis_tkeep), .m_axis_tlast(m_axis_tlast));

    always @(posedge clk)
        dropped <= dropping & s_axis_tvalid & ~rst ? {{(15-LANE_W){1'b0}}, rest} : 16'd0;

    wire unused = &{1'b0, s_axis_tkeep[0]};
endmodule
`default_nettype wire
