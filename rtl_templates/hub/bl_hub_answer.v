// SPDX-License-Identifier: ISC
`default_nettype none
// What a host asks its hub itself: the registers of the node, as a master of AXI4-Lite, and reads,
// each of which has an answer.
// Contract: TLPs as bl_hub_take says. Where address bits 47..16 are 0x80000000 stands the block of
// registers, at bits 15..0: a write of one word writes a register with its enabled bytes, a longer
// one nothing; a read of one word has a completion (bl_completion_header) with the register. Any
// other read, and one that AXI answers with an error, has a completion without data, "unsupported
// request". A bit of `refused` tells of each write that no register took: [0] of one that is none
// of these, [1] of one that AXI has answered with an error. They are done one after the other; a
// read waits for the answers to all writes.
// Latency: 2 cycles from a write's last word to AXI4-Lite. Throughput: a write in 2 cycles.
module bl_hub_answer (
    input  wire         clk,
    input  wire         rst,
    input  wire [15:0]  hub,
    // TLPs of the host
    input  wire         s_tvalid,
    output wire         s_tready,
    input  wire [127:0] s_tdata,
    input  wire         s_tlast,
    output reg  [1:0]   refused,
    // completions
    output reg          m_tvalid,
    input  wire         m_tready,
    output reg  [127:0] m_tdata,
    output reg          m_tlast,
    // AXI4-Lite
    output reg  [15:0]  m_axil_awaddr,
    output reg          m_axil_awvalid,
    input  wire         m_axil_awready,
    output reg  [31:0]  m_axil_wdata,
    output reg  [3:0]   m_axil_wstrb,
    output reg          m_axil_wvalid,
    input  wire         m_axil_wready,
    input  wire [1:0]   m_axil_bresp,
    input  wire         m_axil_bvalid,
    output wire         m_axil_bready,
    output reg  [15:0]  m_axil_araddr,
    output reg          m_axil_arvalid,
    input  wire         m_axil_arready,
    input  wire [31:0]  m_axil_rdata,
    input  wire [1:0]   m_axil_rresp,
    input  wire         m_axil_rvalid,
    output wire         m_axil_rready
);
    localparam [31:0] REGISTERS = 32'h80000000;  // address bits 47..16
    localparam [2:0]  DONE = 3'd0, UNSUPPORTED = 3'd1;

    // ---- what is asked
    wire [9:0]  length;
    wire [1:0]  translated, attributes, format, reserved3;
    wire        poisoned, digest, reserved1, reserved2;
    wire [3:0]  reserved, first_keep, last_keep;
    wire [2:0]  traffic;
    wire [4:0]  kind;
    wire [7:0]  tag;
    wire [15:0] requester;
    wire [31:0] address_high;
    wire [29:0] address_low;
    bl_tlp_header_unpack came (
        .header(s_tdata), .length(length), .translated(translated), .attributes(attributes),
        .poisoned(poisoned), .digest(digest), .reserved(reserved), .traffic(traffic),
        .reserved1(reserved1), .kind(kind), .format(format), .reserved2(reserved2),
        .first_keep(first_keep), .last_keep(last_keep), .tag(tag), .requester(requester),
        .address_high(address_high), .reserved3(reserved3), .address_low(address_low));
    wire        one_word = length == 10'd1 && format[0] && address_high[31:16] == 16'd0
                         && {address_high[15:0], address_low[29:14]} == REGISTERS && !poisoned;
    localparam [2:0] HEADER = 3'd0, WORD = 3'd1, WAITS = 3'd2, READS = 3'd3, SAYS = 3'd4,
                     DATA = 3'd5;
    reg  [2:0]  state;
    reg         writes;                      // the words are a register's
    reg  [1:0]  owed;                        // answers to writes
    reg  [31:0] value;
    wire        free  = ~m_axil_awvalid & ~m_axil_wvalid & ~owed[1];
    wire        takes = s_tvalid & s_tready;
    wire        write = takes & state == WORD & writes & s_tlast;
    assign s_tready      = state == HEADER | (state == WORD & (free | ~writes));
    assign m_axil_bready = 1'b1;
    assign m_axil_rready = 1'b1;

    // ---- the completion of a read
    reg  [9:0]  r_length;
    reg  [3:0]  r_keep;
    reg  [7:0]  r_tag;
    reg  [15:0] r_requester, r_address;
    reg  [2:0]  r_status;
    wire [127:0] completion;
    wire        good = r_status == DONE;
    bl_completion_header_pack made (
        .length(good ? 10'd1 : 10'd0), .translated(2'd0), .attributes(2'd0), .poisoned(1'b0),
        .digest(1'b0), .reserved(4'd0), .traffic(3'd0), .reserved1(1'b0), .kind(5'd10),
        .format(good ? 2'd2 : 2'd0), .reserved2(1'b0), .bytes({r_length, 2'b00}),
        .modified(1'b0), .status(r_status), .completer(hub), .low_address(r_address[6:0]),
        .reserved3(1'b0), .tag(r_tag), .requester(r_requester), .nothing(32'd0),
        .header(completion));

    always @(posedge clk)
        if (rst) begin
            state          <= HEADER;
            m_tvalid       <= 1'b0;
            m_axil_awvalid <= 1'b0;
            m_axil_wvalid  <= 1'b0;
            m_axil_arvalid <= 1'b0;
            owed           <= 2'd0;
            refused        <= 2'd0;
        end else begin
            refused <= {m_axil_bvalid & m_axil_bresp[1], takes & s_tlast & state == WORD & ~writes};
            if (m_axil_awready) m_axil_awvalid <= 1'b0;
            if (m_axil_wready)  m_axil_wvalid  <= 1'b0;
            if (m_axil_arready) m_axil_arvalid <= 1'b0;
            if (m_tready)       m_tvalid       <= 1'b0;
            if (write) {m_axil_awvalid, m_axil_wvalid} <= 2'b11;
            owed <= owed + {1'b0, write} - {1'b0, m_axil_bvalid};
            case (state)
            HEADER: if (s_tvalid) state <= ~s_tlast ? WORD : format[1] ? HEADER
                                         : one_word ? WAITS : SAYS;
            WORD: if (takes & s_tlast) state <= HEADER;
            WAITS: if (free & owed == 2'd0) begin
                m_axil_arvalid <= 1'b1;
                state          <= READS;
            end
            READS: if (m_axil_rvalid) state <= SAYS;
            SAYS: if (~m_tvalid | m_tready) begin
                m_tvalid <= 1'b1;
                state    <= good ? DATA : HEADER;
            end
            default: if (m_tready) begin
                m_tvalid <= 1'b1;
                state    <= HEADER;
            end
            endcase
        end
    always @(posedge clk) begin
        if (state == HEADER) begin
            writes        <= one_word & format[1];
            r_length      <= length;
            r_keep        <= first_keep;
            r_tag         <= tag;
            r_requester   <= requester;
            r_address     <= {address_low[13:0], 2'b00};
            r_status      <= UNSUPPORTED;
        end
        if (write) begin
            m_axil_awaddr <= r_address;
            m_axil_wdata  <= s_tdata[31:0];
            m_axil_wstrb  <= r_keep;
        end
        if (state == WAITS) m_axil_araddr <= r_address;
        if (state == READS) begin
            value    <= m_axil_rdata;
            r_status <= m_axil_rresp[1] ? UNSUPPORTED : DONE;
        end
        if ((state == SAYS && (~m_tvalid | m_tready)) || (state == DATA && m_tready)) begin
            m_tdata <= state == DATA ? {96'd0, value} : completion;
            m_tlast <= state == DATA | ~good;
        end
    end
    wire unused = &{1'b0, translated, attributes, digest, reserved, traffic, reserved1, kind,
                    reserved2, last_keep, reserved3, m_axil_bresp[0], m_axil_rresp[0], 1'b0};
endmodule
`default_nettype wire
