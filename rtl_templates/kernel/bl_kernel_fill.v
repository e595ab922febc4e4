// SPDX-License-Identifier: ISC
`default_nettype none
// A source of moves that reads nothing: a value, again and again.
// Contract: s_* takes a command: the value and how many granules of 32 bits make a move (1 or
// more); four more wait behind the one under way. m_axis_* gives them packed from lane 0 up, tkeep
// a bit for each: all words full but the last one, which has tlast. Outputs are registers.
// Latency: 2 cycles. Throughput: 1 word a cycle; 1 cycle more a command.
module bl_kernel_fill #(
    // bits in a word: 64..1024, a power of two
    parameter DATA_W = 256
) (
    input  wire                 clk,
    input  wire                 rst,
    // commands
    input  wire                 s_tvalid,
    output wire                 s_tready,
    input  wire [31:0]          s_value,
    input  wire [31:0]          s_length,
    // moves
    output reg                  m_axis_tvalid,
    input  wire                 m_axis_tready,
    output wire [DATA_W-1:0]    m_axis_tdata,
    output reg  [DATA_W/32-1:0] m_axis_tkeep,
    output reg                  m_axis_tlast
);
    localparam        LANES = DATA_W / 32;
    localparam        BITS  = (LANES <= 2) ? 1 : (LANES <= 4) ? 2 : (LANES <= 8) ? 3
        : (LANES <= 16) ? 4 : 5;
    localparam [31:0] WORD  = LANES;
    localparam        LOG_MOVES = 2;   // commands behind the one under way

    generate
        if (DATA_W < 64 || DATA_W > 1024 || (DATA_W & (DATA_W - 1)) != 0) begin : g_check_data_w
            bl_kernel_fill_illegal_DATA_W illegal();
        end
    endgenerate

    reg  [31:0] value, left;       // granules behind the word that is offered
    wire        step = ~m_axis_tvalid | m_axis_tready;
    wire        next_valid;
    wire [31:0] next_value, next_length;
    wire        next_ready = step & (left == 32'd0), takes = next_valid & next_ready;
    wire [31:0] next = takes ? next_length : left;
    wire        full = |next[31:BITS];
    wire        ends = ~full | (next == WORD);
    integer     l;

    bl_fifo #(.WIDTH(64), .LOG_DEPTH(LOG_MOVES)) commands (
        .clk(clk), .rst(rst), .s_tvalid(s_tvalid), .s_tready(s_tready),
        .s_tdata({s_value, s_length}), .m_tvalid(next_valid), .m_tready(next_ready),
        .m_tdata({next_value, next_length}));

    assign m_axis_tdata = {LANES{value}};

    always @(posedge clk) begin
        if (takes) value <= next_value;
        if (step) begin
            m_axis_tvalid <= next != 32'd0;
            m_axis_tlast  <= ends;
            left          <= ends ? 32'd0 : next - WORD;
            for (l = 0; l < LANES; l = l + 1)
                m_axis_tkeep[l] <= full | (next[BITS-1:0] > l[BITS-1:0]);
        end
        if (rst) begin
            m_axis_tvalid <= 1'b0;
            left          <= 32'd0;
        end
    end
endmodule
`default_nettype wire
