`default_nettype none
// AXI4's rules for what bl_reader drives (IHI 0022), whatever its commands, its stream's taker and
// its memory do, over any number of runs. Rule 1 (A3.1.2): ARVALID is low after reset. Rule 2
// (A3.2.1): ARVALID stays, with ARADDR and ARLEN, until ARREADY. Rule 3 (A3.4.1): a burst has 1 to
// BURST_BEATS words, begins at a word and stays within BURST_BEATS words, hence within 4 KB.
// Assumed: the contract of bl_reader for commands: start only while not busy, bases on bursts.
module bl_reader_axi #(
    // as those of bl_reader, small
    parameter STREAMS = 1,
    parameter TID_W = 1
) (
    input wire       clk, rst, start, arready, rlast, rvalid, tready,
    input wire [TID_W-1:0] last_column,
    input wire [STREAMS*5-1:0] base,
    input wire [3:0] count, offset,
    input wire [7:0] rdata,
    input wire [1:0] rresp
);
    wire       busy, failed, stray, arvalid, rready, tvalid, tlast;
    wire [TID_W-1:0] tid;
    wire [4:0] araddr;
    wire [7:0] arlen, tdata;
    wire [1:0] tkeep;
    bl_reader #(.ADDR_W(5), .DATA_W(8), .ELEM_W(4), .BURST_BEATS(2), .COUNT_W(4), .LOG_QUEUE(2),
                .STREAM_WORDS(2), .STREAMS(STREAMS), .TID_W(TID_W)) dut (
        .clk(clk), .rst(rst), .start(start), .base(base), .last_column(last_column), .count(count),
        .offset(offset),
        .busy(busy), .failed(failed), .stray(stray),
        .m_axi_araddr(araddr), .m_axi_arlen(arlen), .m_axi_arvalid(arvalid),
        .m_axi_arready(arready), .m_axi_rdata(rdata), .m_axi_rresp(rresp), .m_axi_rlast(rlast),
        .m_axi_rvalid(rvalid), .m_axi_rready(rready),
        .m_axis_tvalid(tvalid), .m_axis_tready(tready), .m_axis_tdata(tdata), .m_axis_tkeep(tkeep),
        .m_axis_tlast(tlast), .m_axis_tid(tid));

    reg        f_past = 1'b0, f_rst, f_waits;
    reg [12:0] f_ar;
    always @(posedge clk) begin
        f_past  <= 1'b1;
        f_rst   <= rst;
        f_waits <= arvalid & ~arready & ~rst;
        f_ar    <= {araddr, arlen};
    end
    integer f_c;
    always @* begin
        if (!f_past) assume (rst);
        assume (!start || !busy);
        assume (last_column < STREAMS && !offset[0]);
        for (f_c = 0; f_c < STREAMS; f_c = f_c + 1) assume (!base[f_c*5]);
        if (f_past) begin
            if (f_rst) assert (!arvalid);
            if (f_waits) assert (arvalid && {araddr, arlen} == f_ar);
            if (arvalid) assert (arlen < 2 && (arlen == 0 || !araddr[0]));
        end
    end
endmodule
`default_nettype wire
