// SPDX-License-Identifier: ISC
`default_nettype none
// What ends at a hub itself: writes of its memory, and what its host asks it; and the engine's
// reads of that memory.
// Contract: TLPs as bl_hub_take says. `s_*` are writes of the memory, at addresses from 0 on, or,
// with s_asked, what bl_hub_answer takes; with s_load in its place a read of the memory, which has
// bl_hub_memory's completions. A read's place in the memory is its address without those of the
// bits 47..24 that `mask` has. The engine's reads, headers alone, go to the memory, with
// s_read_own, or on to the host, and completions of both come back to it, a TLP at a time, with
// their places, s_freed, as bl_hub_merge says. `beyond` tells of a write that is not all inside of
// the memory, `refused` as bl_hub_answer says.
// Latency: 0 cycles between engine and host, else as the two say. Throughput: 1 word a cycle.
module bl_hub_local #(
    // log2 of the memory's words of 16 bytes: 6..16
    parameter LOG_MEMORY = 12,
    // log2 of the bytes of the longest completion: 6..12
    parameter LOG_PAYLOAD = 8,
    // completions of it that the engine has room for: 1..255
    parameter PLACES = 15
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [15:0]  hub,
    input  wire [23:0]  mask,
    input  wire         s_tvalid,
    output wire         s_tready,
    input  wire [127:0] s_tdata,
    input  wire         s_tlast,
    input  wire         s_asked,
    input  wire         s_load,
    output wire         beyond,
    output wire [1:0]   refused,
    // completions to the host
    output wire         m_tvalid,
    input  wire         m_tready,
    output wire [127:0] m_tdata,
    output wire         m_tlast,
    // the engine's reads, and those that are the host's
    input  wire         s_read_tvalid,
    output wire         s_read_tready,
    input  wire [127:0] s_read_tdata,
    input  wire         s_read_own,
    output wire         m_read_tvalid,
    input  wire         m_read_tready,
    output wire [127:0] m_read_tdata,
    // completions of the host, which never wait, and all of the engine's
    input  wire         s_answer_tvalid,
    input  wire [127:0] s_answer_tdata,
    input  wire         s_answer_tlast,
    input  wire         s_freed,
    output wire         freed,
    output wire         m_answer_tvalid,
    output wire [127:0] m_answer_tdata,
    output wire         m_answer_tlast,
    // registers
    output wire [15:0]  m_axil_awaddr,
    output wire         m_axil_awvalid,
    input  wire         m_axil_awready,
    output wire [31:0]  m_axil_wdata,
    output wire [3:0]   m_axil_wstrb,
    output wire         m_axil_wvalid,
    input  wire         m_axil_wready,
    input  wire [1:0]   m_axil_bresp,
    input  wire         m_axil_bvalid,
    output wire         m_axil_bready,
    output wire [15:0]  m_axil_araddr,
    output wire         m_axil_arvalid,
    input  wire         m_axil_arready,
    input  wire [31:0]  m_axil_rdata,
    input  wire [1:0]   m_axil_rresp,
    input  wire         m_axil_rvalid,
    output wire         m_axil_rready
);
    generate
        if (LOG_MEMORY < 6 || LOG_MEMORY > 16) begin : g_check_log_memory
            bl_hub_local_illegal_LOG_MEMORY illegal();
        end
        if (LOG_PAYLOAD < 6 || LOG_PAYLOAD > 12) begin : g_check_log_payload
            bl_hub_local_illegal_LOG_PAYLOAD illegal();
        end
        if (PLACES < 1 || PLACES > 255) begin : g_check_places
            bl_hub_local_illegal_PLACES illegal();
        end
    endgenerate

    // ---- the memory: the host's reads before the engine's
    wire         asks, reads;
    wire         c_valid, c_ready, c_last, c_user, a_valid, a_ready, a_last;
    wire [127:0] c_data, a_data;
    wire         host_reads = s_tvalid & s_load;
    wire [127:0] read;                       // as the memory has it, from address 0 on
    bl_hub_place from_zero (
        .mask(mask), .header(host_reads ? s_tdata : s_read_tdata), .moved(read));
    bl_hub_memory #(.LOG_WORDS(LOG_MEMORY), .LOG_PAYLOAD(LOG_PAYLOAD)) memory (
        .clk(clk), .rst(rst), .hub(hub), .s_tvalid(s_tvalid & ~s_asked), .s_tdata(s_tdata),
        .s_tlast(s_tlast), .beyond(beyond),
        .s_read_tvalid(host_reads | (s_read_tvalid & s_read_own)), .s_read_tready(reads),
        .s_read_tdata(read), .s_read_tuser(host_reads),
        .m_tvalid(c_valid), .m_tready(c_ready), .m_tdata(c_data), .m_tlast(c_last),
        .m_tuser(c_user));
    bl_hub_answer answer (
        .clk(clk), .rst(rst), .hub(hub), .s_tvalid(s_tvalid & s_asked & ~s_load),
        .s_tready(asks), .s_tdata(s_tdata), .s_tlast(s_tlast), .refused(refused),
        .m_tvalid(a_valid), .m_tready(a_ready), .m_tdata(a_data), .m_tlast(a_last),
        .m_axil_awaddr(m_axil_awaddr),
        .m_axil_awvalid(m_axil_awvalid), .m_axil_awready(m_axil_awready),
        .m_axil_wdata(m_axil_wdata), .m_axil_wstrb(m_axil_wstrb),
        .m_axil_wvalid(m_axil_wvalid), .m_axil_wready(m_axil_wready),
        .m_axil_bresp(m_axil_bresp), .m_axil_bvalid(m_axil_bvalid),
        .m_axil_bready(m_axil_bready), .m_axil_araddr(m_axil_araddr),
        .m_axil_arvalid(m_axil_arvalid), .m_axil_arready(m_axil_arready),
        .m_axil_rdata(m_axil_rdata), .m_axil_rresp(m_axil_rresp),
        .m_axil_rvalid(m_axil_rvalid), .m_axil_rready(m_axil_rready));
    assign s_tready      = ~s_asked | (s_load ? reads : asks);
    assign s_read_tready = s_read_own ? reads & ~host_reads : m_read_tready;
    assign m_read_tvalid = s_read_tvalid & ~s_read_own;
    assign m_read_tdata  = s_read_tdata;

    // ---- completions
    wire host_takes, engine_takes;
    assign c_ready = c_user ? host_takes : engine_takes;
    bl_hub_join to_host (
        .clk(clk), .rst(rst), .s_tvalid(a_valid), .s_tready(a_ready), .s_tdata(a_data),
        .s_tlast(a_last), .t_tvalid(c_valid & c_user), .t_tready(host_takes), .t_tdata(c_data),
        .t_tlast(c_last), .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tdata(m_tdata),
        .m_tlast(m_tlast));
    bl_hub_merge #(.LOG_PAYLOAD(LOG_PAYLOAD), .PLACES(PLACES)) to_engine (
        .clk(clk), .rst(rst), .s_tvalid(s_answer_tvalid), .s_tdata(s_answer_tdata),
        .s_tlast(s_answer_tlast), .s_freed(s_freed), .freed(freed), .t_tvalid(c_valid & ~c_user),
        .t_tready(engine_takes), .t_tdata(c_data), .t_tlast(c_last),
        .m_tvalid(m_answer_tvalid), .m_tdata(m_answer_tdata), .m_tlast(m_answer_tlast));
endmodule
`default_nettype wire
