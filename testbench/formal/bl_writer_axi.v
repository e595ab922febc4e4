`default_nettype none
// AXI4's rules for what bl_writer drives (IHI 0022), whatever its commands, its stream and its
// memory do, for 16 cycles.
// Rule 1 (A3.1.2): AWVALID and WVALID are low after reset. Rule 2 (A3.2.1): both stay, with what
// goes with them, until they are taken.
// Rule 3 (A3.4.1): a burst has 1 to BURST_BEATS words and begins on a multiple of them, hence stays
// within 4 KB, and WLAST ends its words by then; that the n-th burst on W has as many words as the
// n-th address says is proven for bounded time in bl_writer. Rule 4 (A3.3.1): BREADY waits for
// nothing. Assumed: the contract of bl_writer for commands and stream, and a memory that answers
// only what it has taken.
module bl_writer_axi #(
    // as those of bl_writer, small
    parameter STREAMS = 1,
    parameter TID_W = 1
) (
    input wire       clk, rst, start, clear, tvalid, tlast, awready, wready, bvalid,
    input wire [TID_W-1:0] last_column, tid,
    input wire [STREAMS*5-1:0] base,
    input wire [3:0] capacity,
    input wire [15:0] tdata,
    input wire [1:0] tkeep, bresp
);
    wire        busy, overflow, failed, stray, tready, awvalid, wvalid, wlast, bready;
    wire [3:0]  count;
    wire [4:0]  awaddr;
    wire [7:0]  awlen;
    wire [15:0] wdata;
    wire [1:0]  wstrb;
    bl_writer #(.ADDR_W(5), .DATA_W(16), .ELEM_W(8), .BURST_BEATS(2), .COUNT_W(4), .LOG_QUEUE(2),
                .MAX_OUTSTANDING(2), .STREAMS(STREAMS), .TID_W(TID_W)) dut (
        .clk(clk), .rst(rst), .start(start), .clear(clear), .base(base), .last_column(last_column),
        .capacity(capacity), .busy(busy), .count(count), .overflow(overflow), .failed(failed),
        .stray(stray),
        .s_axis_tvalid(tvalid), .s_axis_tready(tready), .s_axis_tdata(tdata), .s_axis_tkeep(tkeep),
        .s_axis_tlast(tlast), .s_axis_tid(tid),
        .m_axi_awaddr(awaddr), .m_axi_awlen(awlen), .m_axi_awvalid(awvalid),
        .m_axi_awready(awready), .m_axi_wdata(wdata), .m_axi_wstrb(wstrb), .m_axi_wlast(wlast),
        .m_axi_wvalid(wvalid), .m_axi_wready(wready),
        .m_axi_bresp(bresp), .m_axi_bvalid(bvalid), .m_axi_bready(bready));

    reg         f_past = 1'b0, f_rst, f_aw_waits, f_w_waits;
    reg  [12:0] f_aw;
    reg  [18:0] f_w;
    // bursts of which the address, or the data, or both were taken, and that were not answered
    reg  [2:0]  f_addresses, f_bursts;
    reg         f_beat;                   // words of the burst on W
    always @(posedge clk) begin
        f_past     <= 1'b1;
        f_rst      <= rst;
        f_aw_waits <= awvalid & ~awready & ~rst;
        f_w_waits  <= wvalid & ~wready & ~rst;
        f_aw       <= {awaddr, awlen};
        f_w        <= {wdata, wstrb, wlast};
        f_addresses <= rst ? 0 : f_addresses + (awvalid & awready) - bvalid;
        f_bursts    <= rst ? 0 : f_bursts + (wvalid & wready & wlast) - bvalid;
        f_beat      <= rst ? 0 : wvalid & wready ? ~wlast : f_beat;
    end
    integer f_c;
    always @* begin
        if (!f_past) assume (rst);
        assume (!start || !busy);
        assume (last_column < STREAMS && tid < STREAMS);
        for (f_c = 0; f_c < STREAMS; f_c = f_c + 1) assume (!base[f_c*5 +: 2]);
        assume (!tkeep[1] || tkeep[0]);
        assume (!bvalid || (f_addresses != 0 && f_bursts != 0));
        if (f_past) begin
            if (f_rst) assert (!awvalid && !wvalid);
            if (f_aw_waits) assert (awvalid && {awaddr, awlen} == f_aw);
            if (f_w_waits) assert (wvalid && {wdata, wstrb, wlast} == f_w);
            if (awvalid) assert (awlen < 2 && awaddr[1:0] == 0);
            if (wvalid && f_beat) assert (wlast);
            assert (bready);
        end
    end
endmodule
`default_nettype wire
