// A hub, and at each of its ports what sends writes and what looks at those that come, all of it
// synthesizable, so that a simulator needs no delays. Phases: 4,096 cycles with words that wait at
// all outputs, and as many with words that wait at the host alone; twice as many with a light load;
// four times with places that are given back late. `flows`: four streams of long writes without a
// common output, and nothing waits. `over`: all that was sent could have come. `latency`: from the
// first word that comes to the first that leaves. Counts: writes for other ports, all that came to
// a port, what differs between sent and came, nobody's, dropped by the hub, reports, errors by
// their kind (of hub_sink, the last one of hub_source), and the cycle of the first.
`timescale 1ns/1ps
`default_nettype none
module hub_ports #(
    parameter SLOTS = 15, LOG_WORDS = 8
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [31:0]  seed,
    input  wire [31:0]  count,
    input  wire         flows,
    output wire         over,
    output reg  [31:0]  cycle,
    output reg  [31:0]  latency,
    output reg  [31:0]  first_wrong,
    output reg  [31:0]  came,
    output reg  [31:0]  missing,
    output reg  [31:0]  nobodys,
    output wire [31:0]  dropped,
    output reg  [31:0]  reports,
    output reg  [287:0] wrong
);
    wire [3:0]   s_tvalid, s_tlast, m_freed, m_tvalid, m_tready, m_tlast, m_tuser, s_freed, rests;
    wire [511:0] s_tdata, m_tdata, port_sent, port_came;
    wire [127:0] port_nobodys, port_reports;
    wire [31:0]  port_wrong;
    wire [3:0]   port_twice;

    // ---- the ranges: the lowest, the highest, what is added, and the mask, of N twice, E, W and S
    localparam WORDS = 20;
    localparam [WORDS*32-1:0] RANGES = {
        32'h0fffc000, 32'h0e000000, 32'h0d3fc000, 32'h0c40c000,
        32'h17ffc000, 32'h16000000, 32'h15408000, 32'h14408000,
        32'h13ffc000, 32'h12000000, 32'h11404000, 32'h10404000,
        32'h07fff000, 32'h06c09000, 32'h05401000, 32'h04401000,
        32'h03fff000, 32'h02c00000, 32'h01400000, 32'h00400000};
    reg  [5:0]  written;
    reg  [31:0] table_word;
    wire [31:0] table_taken;
    wire        wrong_table = table_word[31] == table_taken[31] & table_word != table_taken;
    reg  [3:0]  settles;
    wire        waits = settles != 4'd15;
    always @(posedge clk)
        if (rst) begin
            written    <= 6'd0;
            table_word <= 32'd0;
            settles    <= 4'd0;
        end else if (written != WORDS) begin
            if (table_word[31] == table_taken[31]) begin
                table_word <= {~table_word[31], RANGES[32*written +: 31]};
                written    <= written + 6'd1;
            end
        end else if (waits) settles <= settles + 4'd1;

    // ---- phases, and the end
    reg [9:0] quiet;
    reg       entered, left;                // the first word of all
    assign over = quiet == 10'd1023;
    always @(posedge clk)
        if (rst) begin
            cycle   <= 32'd0;
            latency <= 32'd0;
            {entered, left} <= 2'd0;
            quiet   <= 10'd0;
        end else begin
            if (!over && !waits) cycle <= cycle + 32'd1;
            if (s_tvalid != 4'd0) entered <= 1'b1;
            if (m_tvalid != 4'd0) left <= 1'b1;
            if ((entered | s_tvalid != 4'd0) & ~left & m_tvalid == 4'd0)
                latency <= latency + 32'd1;
            if (m_tvalid != 4'd0 || rests != 4'd15 || waits) quiet <= 10'd0;
            else if (!over) quiet <= quiet + 10'd1;
        end

    // ---- all counts
    always @* begin : sum
        integer i, k;
        came    = 32'd0;
        missing = 32'd0;
        nobodys = 32'd0;
        reports = 32'd0;
        for (i = 0; i < 4; i = i + 1) begin
            nobodys = nobodys + port_nobodys[32*i +: 32];
            reports = reports + port_reports[32*i +: 32];
            for (k = 0; k < 4; k = k + 1) begin
                came = came + port_came[32*(4*i+k) +: 32];
                if (port_came[32*(4*i+k) +: 32] != port_sent[32*(4*k+i) +: 32])
                    missing = missing + 32'd1;
            end
        end
    end
    always @(posedge clk) begin : errors
        integer i;
        if (rst) begin
            wrong       <= 288'd0;
            first_wrong <= 32'd0;
        end else begin
            for (i = 0; i < 8; i = i + 1)
                wrong[32*i +: 32] <= wrong[32*i +: 32] + {31'd0, port_wrong[i]}
                    + {31'd0, port_wrong[8+i]} + {31'd0, port_wrong[16+i]}
                    + {31'd0, port_wrong[24+i]};
            if (port_twice != 4'd0 || wrong_table) wrong[287:256] <= wrong[287:256] + 32'd1;
            if (first_wrong == 32'd0 && (port_wrong != 32'd0 || port_twice != 4'd0))
                first_wrong <= cycle;
        end
    end

    genvar p;
    generate
        for (p = 0; p < 4; p = p + 1) begin : g_port
            localparam [31:0] PORT = p;
            hub_source #(.PORT(p), .SLOTS(SLOTS)) source (
                .clk(clk), .rst(rst | waits), .light(cycle[13] & ~flows), .flows(flows),
                .seed(seed + (PORT + 32'd1) * 32'h9e3779b1), .count(count),
                .sent(port_sent[128*p +: 128]), .nobodys(port_nobodys[32*p +: 32]),
                .over(rests[p]), .freed(m_freed[p]), .twice(port_twice[p]),
                .m_tvalid(s_tvalid[p]), .m_tdata(s_tdata[128*p +: 128]), .m_tlast(s_tlast[p]));
            hub_sink #(.PORT(p), .SLOTS(SLOTS)) sink (
                .clk(clk), .rst(rst), .stall((cycle[12] | p == 0) & ~flows), .slow(cycle[14]),
                .flows(flows),
                .seed(seed + (PORT + 32'd5) * 32'h85ebca6b), .came(port_came[128*p +: 128]),
                .reports(port_reports[32*p +: 32]), .wrong(port_wrong[8*p +: 8]),
                .freed(s_freed[p]), .s_tvalid(m_tvalid[p]), .s_tready(m_tready[p]),
                .s_tdata(m_tdata[128*p +: 128]), .s_tlast(m_tlast[p]), .s_tuser(m_tuser[p]));
        end
    endgenerate
    bl_hub #(.LOG_WORDS(LOG_WORDS), .SLOTS(SLOTS), .LOG_SLICE(38), .LOG_HOLD(5)) hub (
        .clk(clk), .rst(rst), .node(16'd0), .table_word(table_word), .table_taken(table_taken),
        .dropped(dropped), .chain(48'd0), .end_at(48'd0), .end_value(32'd0), .go(22'd0),
        .stop(16'd0), .request(256'd0), .slot(4'd0), .state(), .count(), .irq(),
        .m_axil_awaddr(), .m_axil_awvalid(), .m_axil_awready(1'b0), .m_axil_wdata(),
        .m_axil_wstrb(), .m_axil_wvalid(), .m_axil_wready(1'b0), .m_axil_bresp(2'd0),
        .m_axil_bvalid(1'b0), .m_axil_bready(), .m_axil_araddr(), .m_axil_arvalid(),
        .m_axil_arready(1'b0), .m_axil_rdata(32'd0), .m_axil_rresp(2'd0), .m_axil_rvalid(1'b0),
        .m_axil_rready(), .report_chain(), .report_store(), .s_up(4'd15), .m_drained(),
        .s_tvalid(s_tvalid), .s_tdata(s_tdata), .s_tlast(s_tlast), .s_tuser(4'd0),
        .m_freed(m_freed), .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tdata(m_tdata),
        .m_tlast(m_tlast), .m_tuser(m_tuser), .s_freed(s_freed));
endmodule
`default_nettype wire
