// SPDX-License-Identifier: ISC
`default_nettype none
// Notifies nodes of their writes that were lost at this hub: a write 8 MiB into the hub's quarter
// of the source's slice, where its memory is not, whose word is {code [8], this node [8], 0 [15],
// of its engine [1]}.
// Contract: event i of EVENTS is `lost` with its source (bl_hub_source); `down`: because of a
// cable, code 2, else nobody has the address, code 1. Each node and kind of source has its turn
// every 32 PACE cycles: then it is notified of what was lost since the last turn, with one write,
// of code 2 where there is both. `place` is address bits 47..24 of such writes to this node.
// Latency: up to 32 PACE cycles. Throughput: a report in PACE cycles.
module bl_hub_report #(
    // sources of losses: 1..16
    parameter EVENTS = 8,
    // log2 of the bytes of a node's slice: 26..46
    parameter LOG_SLICE = 36,
    // log2 of the bus address at which the window begins: 33..63
    parameter LOG_WINDOW = 46,
    // cycles of a turn: 4..256
    parameter PACE = 16
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [15:0]          node,
    output wire [23:0]          place,
    input  wire [EVENTS-1:0]    lost,
    input  wire [EVENTS-1:0]    down,
    input  wire [EVENTS*6-1:0]  source,
    output reg                  m_tvalid,
    input  wire                 m_tready,
    output wire [127:0]         m_tdata,
    output reg                  m_tlast
);
    generate
        if (EVENTS < 1 || EVENTS > 16) begin : g_check_events
            bl_hub_report_illegal_EVENTS illegal();
        end
        if (LOG_SLICE < 26 || LOG_SLICE > 46) begin : g_check_log_slice
            bl_hub_report_illegal_LOG_SLICE illegal();
        end
        if (LOG_WINDOW < 33 || LOG_WINDOW > 63) begin : g_check_log_window
            bl_hub_report_illegal_LOG_WINDOW illegal();
        end
        if (PACE < 4 || PACE > 256) begin : g_check_pace
            bl_hub_report_illegal_PACE illegal();
        end
    endgenerate

    localparam [63:0] WINDOW = 64'd1 << LOG_WINDOW;
    localparam [63:0] QUARTER = (64'd3 << (LOG_SLICE - 2)) | 64'h800000;
    wire [63:0] own = WINDOW + ({60'd0, node[3:0]} << LOG_SLICE) + QUARTER;
    assign place = own[47:24];

    // ---- what is to be reported, {engine, node}
    reg  [31:0] nobodys, cuts;
    reg  [31:0] more_nobodys, more_cuts;
    reg  [4:0]  turn;
    reg  [7:0]  wait_left;
    reg  [3:0]  to;
    reg         of_engine, by_cut;
    wire        due = wait_left == 8'd0 & ~m_tvalid;
    wire [31:0] now = 32'd1 << turn;
    wire        begins = due & |((nobodys | cuts) & now);
    always @* begin : gather
        integer i;
        more_nobodys = 32'd0;
        more_cuts    = 32'd0;
        for (i = 0; i < EVENTS; i = i + 1) begin
            if (lost[i] & ~source[6*i+5] & ~down[i])
                more_nobodys = more_nobodys | 32'd1 << source[6*i +: 5];
            if (lost[i] & ~source[6*i+5] & down[i])
                more_cuts = more_cuts | 32'd1 << source[6*i +: 5];
        end
    end
    localparam [31:0] PACES = PACE - 1;
    always @(posedge clk)
        if (rst) begin
            nobodys   <= 32'd0;
            cuts      <= 32'd0;
            turn      <= 5'd0;
            wait_left <= PACES[7:0];
            m_tvalid  <= 1'b0;
            m_tlast   <= 1'b0;
        end else begin
            nobodys   <= (nobodys & ~(now & {32{begins}})) | more_nobodys;
            cuts      <= (cuts & ~(now & {32{begins}})) | more_cuts;
            wait_left <= due ? PACES[7:0] : wait_left - {7'd0, wait_left != 8'd0};
            if (due) turn <= turn + 5'd1;
            if (begins) m_tvalid <= 1'b1;
            else if (m_tready & m_tlast) m_tvalid <= 1'b0;
            if (m_tvalid & m_tready) m_tlast <= ~m_tlast;
        end
    always @(posedge clk)
        if (begins) begin
            {of_engine, to} <= turn;
            by_cut          <= |(cuts & now);
        end

    wire [63:0]  address = WINDOW + ({60'd0, to} << LOG_SLICE) + QUARTER;
    wire [127:0] header;
    bl_tlp_header_pack made (
        .length(10'd1), .translated(2'd0), .attributes(2'd0), .poisoned(1'b0), .digest(1'b0),
        .reserved(4'd0), .traffic(3'd0), .reserved1(1'b0), .kind(5'd0), .format(2'd3),
        .reserved2(1'b0), .first_keep(4'd15), .last_keep(4'd0), .tag(8'd255),
        .requester(16'd0), .address_high(address[63:32]), .reserved3(2'd0),
        .address_low(address[31:2]), .header(header));
    assign m_tdata = m_tlast ? {96'd0, by_cut ? 8'd2 : 8'd1, node[7:0], 15'd0, of_engine} : header;
    wire unused = &{1'b0, own[63:48], own[23:0], node[15:4], address[1:0], 1'b0};
endmodule
`default_nettype wire
