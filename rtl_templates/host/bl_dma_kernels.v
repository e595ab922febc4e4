// SPDX-License-Identifier: ISC
`default_nettype none
// The copies of a node's kernels in front of one module of the DMA: their descriptors one after
// another, and each completion to its own.
// Contract: s_* takes a descriptor of each of PORTS copies; port i's has id FIRST + i. m_* gives
// them, those that wait in turns. s_done_* takes completions {clocks, result, id} in every cycle;
// `done` has, a cycle long, the bit of the port whose id it is, with `clocks` and `result`. Outputs
// are registers but s_tready.
// Latency: 1 cycle each way. Throughput: a descriptor a cycle; one that waits is the next but
// PORTS - 1 at most.
module bl_dma_kernels #(
    // copies: 1..64
    parameter PORTS = 2,
    // the id of port 0: 128..255 - PORTS
    parameter FIRST = 128
) (
    input  wire                 clk,
    input  wire                 rst,
    // copies
    input  wire [PORTS-1:0]     s_tvalid,
    output wire [PORTS-1:0]     s_tready,
    input  wire [PORTS*160-1:0] s_tdata,
    output reg  [PORTS-1:0]     done,
    output reg  [31:0]          clocks,
    output reg  [7:0]           result,
    // the DMA's module
    output reg                  m_tvalid,
    input  wire                 m_tready,
    output reg  [159:0]         m_tdata,
    input  wire                 s_done_tvalid,
    output wire                 s_done_tready,
    input  wire [47:0]          s_done_tdata
);
    localparam [7:0] FIRST_ID = FIRST;

    generate
        if (PORTS < 1 || PORTS > 64) begin : g_check_ports
            bl_dma_kernels_illegal_PORTS illegal();
        end
        if (FIRST < 128 || FIRST + PORTS > 255) begin : g_check_first
            bl_dma_kernels_illegal_FIRST illegal();
        end
    endgenerate

    reg  [PORTS*128-1:0] low;          // of descriptors, and what is above
    reg  [PORTS*32-1:0]  high;
    wire [159:0]         chosen;
    wire                 open = ~m_tvalid | m_tready;
    wire [7:0]           id   = s_done_tdata[7:0];
    integer              i, k;

    assign s_done_tready = 1'b1;

    always @*
        for (i = 0; i < PORTS; i = i + 1)
            {high[32*i +: 32], low[128*i +: 128]} = s_tdata[160*i +: 160];

    bl_axi_arbiter #(.PORTS(PORTS), .A_W(128), .B_W(32)) turns (
        .clk(clk), .rst(rst), .open(open), .waits(s_tvalid), .one(s_tready),
        .s_data_a(low), .s_data_b(high), .data(chosen));

    always @(posedge clk) begin
        if (open) begin
            m_tvalid <= |s_tvalid;
            m_tdata  <= chosen;
        end
        for (k = 0; k < PORTS; k = k + 1)
            done[k] <= s_done_tvalid & (id == FIRST_ID + k[7:0]);
        clocks <= s_done_tdata[47:16];
        result <= s_done_tdata[15:8];
        if (rst) begin
            m_tvalid <= 1'b0;
            done     <= {PORTS{1'b0}};
        end
    end

`ifdef FORMAL
    // Rule 1: m_* is what was taken from a port, and stays until it is taken. Rule 2: a port that
    // waits is taken among the next PORTS. Rule 3: a completion reaches the port whose id it has,
    // and no other, in the next cycle.
    (* anyconst *) reg [5:0] f_port;
    reg         f_past = 1'b0, f_pending = 1'b0, f_done = 1'b0;
    reg [159:0] f_data;
    reg [7:0]   f_id;
    reg [39:0]  f_rest;
    reg [6:0]   f_others = 7'd0;               // taken while f_port waits
    integer     f_i;
    always @(posedge clk) begin
        f_past <= 1'b1;
        f_pending <= ~rst & ((|s_tready) | (m_tvalid & ~m_tready));
        for (f_i = 0; f_i < PORTS; f_i = f_i + 1)
            if (s_tready[f_i]) f_data <= s_tdata[160*f_i +: 160];
        f_done <= s_done_tvalid & ~rst;
        {f_rest, f_id} <= s_done_tdata;
        if (~s_tvalid[f_port] | s_tready[f_port]) f_others <= 7'd0;
        else if (|s_tready) f_others <= f_others + 7'd1;
        if (rst) f_others <= 7'd0;
    end
    always @* begin
        assume (rst == !f_past && f_port < PORTS);
        if (f_past) begin
            assert (m_tvalid == f_pending);
            if (m_tvalid) assert (m_tdata == f_data);
            assert (f_others < PORTS);
            assert (done[f_port] == (f_done & (f_id == FIRST_ID + f_port)));
            if (|done) assert ({clocks, result} == f_rest);
            assert (!(|(done & (done - 1'b1))));
        end
    end
`endif
endmodule
`default_nettype wire
