// SPDX-License-Identifier: ISC
`default_nettype none
// Addresses and numbers of a host's bus, as its BIOS gives them, and those that a hub has: between
// port N of a hub and bl_s4_port.
// Contract: s_* comes of the host, without a gap; bits 16 and 17 of a header say that a request is
// of the BAR of the window, or of that of the registers. Such a one gets a header of four double
// words with the place in that BAR behind where a hub has it, 2^46 or 2^47. m_*, to the host, gets
// the number of the bus and the device, `busdev`, of any clock, in place of the hub's. s_tready is
// m_tready. n_* are the hub's side.
// Latency: from the host 1 cycle, to it 0. Throughput: 1 word a cycle.
module bl_s4_host #(
    // log2 of the window's bytes: 27..46
    parameter LOG_WINDOW = 39
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [12:0]  busdev,
    // from the host to the hub
    input  wire         s_tvalid,
    input  wire [127:0] s_tdata,
    input  wire         s_tlast,
    input  wire         s_tuser,
    output reg          n_tvalid,
    output reg  [127:0] n_tdata,
    output reg          n_tlast,
    output reg          n_tuser,
    // from the hub to the host
    input  wire         h_tvalid,
    output wire         h_tready,
    input  wire [127:0] h_tdata,
    input  wire         h_tlast,
    output wire         m_tvalid,
    input  wire         m_tready,
    output wire [127:0] m_tdata,
    output wire         m_tlast
);
    generate
        if (LOG_WINDOW < 27 || LOG_WINDOW > 46) begin : g_check_log_window
            bl_s4_host_illegal_LOG_WINDOW illegal();
        end
    endgenerate

    localparam [63:0] WINDOW = 64'h0000400000000000, INSIDE = (64'd1 << LOG_WINDOW) - 64'd1;
    localparam [47:0] REGISTERS = 48'h800000000000;
    wire [63:0] address = s_tdata[29] ? {s_tdata[95:64], s_tdata[127:96]}
                                      : {32'd0, s_tdata[95:64]};
    wire [63:0] placed  = s_tdata[17] ? {16'd0, REGISTERS[47:16], address[15:0]}
                                      : WINDOW | (address & INSIDE);
    wire        of_bar  = s_tdata[28:24] == 5'd0 & (|s_tdata[17:16]);
    reg         in_tlp;
    always @(posedge clk)
        if (rst) begin
            in_tlp   <= 1'b0;
            n_tvalid <= 1'b0;
        end else begin
            n_tvalid <= s_tvalid;
            if (s_tvalid) in_tlp <= ~s_tlast;
        end
    always @(posedge clk) begin
        n_tlast <= s_tlast;
        n_tuser <= s_tuser;
        n_tdata <= s_tdata;
        if (~in_tlp) n_tdata[19:16] <= 4'd0;
        if (~in_tlp & of_bar) begin
            n_tdata[29]     <= 1'b1;
            n_tdata[95:64]  <= placed[63:32];
            n_tdata[127:96] <= placed[31:0];
        end
    end

    wire [12:0] numbers;
    reg         sent;                            // the header of what goes
    bl_synchroniser #(.WIDTH(13)) known (.clk(clk), .s(busdev), .m(numbers));
    always @(posedge clk)
        if (rst) sent <= 1'b0;
        else if (h_tvalid & m_tready) sent <= ~h_tlast;
    assign h_tready = m_tready;
    assign m_tvalid = h_tvalid;
    assign m_tlast  = h_tlast;
    assign m_tdata  = {h_tdata[127:64], sent ? h_tdata[63:48] : {numbers, 3'd0}, h_tdata[47:0]};
    wire unused = &{1'b0, REGISTERS[15:0], 1'b0};
endmodule
`default_nettype wire
