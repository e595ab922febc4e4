// SPDX-License-Identifier: ISC
`default_nettype none
// The root complex of a cable between two hubs: it gives its own end, and the endpoint at the other
// one, what a BIOS gives.
// Contract: out of reset it writes to configuration, each time when the one before was `answered`:
// to the hard IP's own space (type 0) its numbers of buses, the window as what lies behind it, the
// payload of 2^LOG_PAYLOAD bytes and its command; then to the endpoint's (type 1, bus 1) its first
// BAR, where the window is, the payload, and last its command, with which it may send. What is not
// answered is written again after 2^LOG_PATIENCE cycles. `done` stays. m_* are TLPs as a hub's.
// Latency: does not apply. Throughput: a write in 3 cycles and its answer's time.
module bl_s4_root #(
    // log2 of the window's bytes: 27..46
    parameter LOG_WINDOW = 39,
    // log2 of the bytes of the longest payload: 7..8
    parameter LOG_PAYLOAD = 8,
    // log2 of the cycles after which a write is repeated: 8..30
    parameter LOG_PATIENCE = 20
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         answered,
    output wire         m_tvalid,
    input  wire         m_tready,
    output wire [127:0] m_tdata,
    output wire         m_tlast,
    output reg          done
);
    generate
        if (LOG_WINDOW < 27 || LOG_WINDOW > 46) begin : g_check_log_window
            bl_s4_root_illegal_LOG_WINDOW illegal();
        end
        if (LOG_PAYLOAD < 7 || LOG_PAYLOAD > 8) begin : g_check_log_payload
            bl_s4_root_illegal_LOG_PAYLOAD illegal();
        end
        if (LOG_PATIENCE < 8 || LOG_PATIENCE > 30) begin : g_check_log_patience
            bl_s4_root_illegal_LOG_PATIENCE illegal();
        end
    endgenerate

    // The window begins at 2^46; of its last byte bits 31..20 are always ones.
    localparam [63:0] FIRST = 64'h0000400000000000;
    localparam [63:0] LAST  = FIRST + (64'd1 << LOG_WINDOW) - 64'd1;
    localparam [31:0] PAYLOAD = (LOG_PAYLOAD - 7) << 5;
    localparam [3:0]  STEPS = 4'd10, OWN = 4'd6;  // OWN of them to the own space
    // Registers by the numbers of their double words.
    localparam [9:0]  COMMAND = 10'h001, BAR = 10'h004, BAR_HIGH = 10'h005, BUSES = 10'h006;
    localparam [9:0]  RANGE = 10'h009, FROM = 10'h00a, TO = 10'h00b, CONTROL = 10'h022;

    reg  [3:0]  step;
    reg         sends, second, waits;
    reg  [9:0]  register;
    reg  [31:0] value;
    reg  [LOG_PATIENCE-1:0] patience;
    always @* begin
        case (step)
            4'd0:    {register, value} = {BUSES, 32'h00010100};
            4'd1:    {register, value} = {RANGE, LAST[31:20], 4'h1, FIRST[31:20], 4'h1};
            4'd2:    {register, value} = {FROM, FIRST[63:32]};
            4'd3:    {register, value} = {TO, LAST[63:32]};
            4'd4:    {register, value} = {CONTROL, PAYLOAD};
            4'd5:    {register, value} = {COMMAND, 32'h00000006};
            4'd6:    {register, value} = {BAR, FIRST[31:0]};
            4'd7:    {register, value} = {BAR_HIGH, FIRST[63:32]};
            4'd8:    {register, value} = {CONTROL, PAYLOAD};
            default: {register, value} = {COMMAND, 32'h00000006};
        endcase
    end
    wire        other  = step >= OWN;
    wire [31:0] kind   = other ? 32'h45000001 : 32'h44000001;
    wire [31:0] target = {7'd0, other, 8'd0, 4'd0, register, 2'b00};
    assign m_tvalid = sends;
    assign m_tlast  = second;
    assign m_tdata  = second ? {96'd0, value} : {32'd0, target, 24'd0, 8'h0f, kind};
    always @(posedge clk)
        if (rst) begin
            {sends, second, waits, done} <= 4'd0;
            step     <= 4'd0;
            patience <= {LOG_PATIENCE{1'b0}};
        end else begin
            patience <= waits ? patience + 1'b1 : {LOG_PATIENCE{1'b0}};
            if (~sends & ~waits & ~done) sends <= 1'b1;
            if (sends & m_tready) begin
                second <= ~second;
                if (second) {sends, waits} <= 2'b01;
            end
            if (waits & answered) begin
                waits <= 1'b0;
                step  <= step + 4'd1;
                done  <= step == STEPS - 4'd1;
            end else if (&patience) waits <= 1'b0;
        end
    wire unused = &{1'b0, LAST[19:0], FIRST[19:0], 1'b0};
endmodule
`default_nettype wire
