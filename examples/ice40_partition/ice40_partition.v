`default_nettype none
// A complete design for the iCE40HX8K breakout board: keys of two memory channels go through a
// crossbar to the channel that their lowest bit names, over and over with other keys, and every
// result is checked.
// Contract: the pins of boards/ice40_hx8k. led[0] blinks, led[1] is on after a round whose result
// was right, led[2] from the first wrong one on, led[7:3] is the number of rounds so far, modulo
// 32. The path of the data: fill -> memory -> bl_reader -> bl_crossbar -> bl_writer -> memory ->
// check, all but the ends from rtl_templates/.
module ice40_partition #(
    // log2 of the cycles in half a blink: 4..31
    parameter LOG_BLINK = 22
) (
    input  wire       clk,
    output wire [7:0] led
);
    generate
        if (LOG_BLINK < 4 || LOG_BLINK > 31) begin : g_check
            ice40_partition_illegal_parameter illegal();
        end
    endgenerate

    // the board has no reset: the device wakes up with the values that the registers are declared
    // with
    reg [3:0]         wake = 4'd0;
    wire              rst = ~wake[3];
    reg [LOG_BLINK:0] blink;
    always @(posedge clk) begin
        if (rst) wake <= wake + 1'b1;
        blink <= rst ? {(LOG_BLINK+1){1'b0}} : blink + 1'b1;
    end

    // ---- one round: fill, move, check, judge
    localparam [1:0] FILL = 2'd0, MOVE = 2'd1, CHECK = 2'd2, JUDGE = 2'd3;
    reg  [1:0] state;
    reg        begun, good, bad;
    reg  [4:0] rounds;
    wire [1:0] fill_busy, read_busy, write_busy, check_busy, stray, short_of;
    wire       still = |fill_busy | (|read_busy) | (|write_busy) | (|check_busy);
    wire       fill  = (state == FILL) & ~begun;
    wire       move  = (state == MOVE) & ~begun;
    wire       check = (state == CHECK) & ~begun;
    wire       wrong = (|stray) | (|short_of);

    always @(posedge clk) begin
        if (rst) begin
            state  <= FILL;
            begun  <= 1'b0;
            good   <= 1'b0;
            bad    <= 1'b0;
            rounds <= 5'd0;
        end else if (state == JUDGE) begin
            state  <= FILL;
            good   <= ~wrong;
            bad    <= bad | wrong;
            rounds <= rounds + 1'b1;
        end else if (~begun) begin
            begun <= 1'b1;
        end else if (~still & ~fill & ~move & ~check) begin
            begun <= 1'b0;
            state <= state + 1'b1;
        end
    end

    assign led = {rounds, bad, good, blink[LOG_BLINK]};

    // ---- the channels
    // keys of each class that channel 0 and channel 1 were filled with
    wire [19:0] had0, had1;
    wire [47:0] digest0, digest1;
    wire [3:0]  tkeep_in, tkeep_out;
    wire [31:0] tdata_in, tdata_out;
    wire [1:0]  tvalid_in, tready_in, tlast_in, tvalid_out, tready_out, tlast_out;

    genvar c;
    generate
        for (c = 0; c < 2; c = c + 1) begin : g_channel
            // the source: 256 words
            wire        f_awvalid, f_awready, f_wlast, f_wvalid, f_wready, f_bvalid;
            wire [15:0] f_wdata;
            wire [11:0] r_araddr;
            wire [7:0]  r_arlen;
            wire        r_arvalid, r_arready, r_rlast, r_rvalid, r_rready, r_tid, r_failed, r_stray;
            wire [15:0] r_rdata;

            bl_ice40_fill #(.SEED((c == 0) ? 16'hACE1 : 16'h5EED)) fill_source (
                .clk(clk), .rst(rst), .start(fill), .busy(fill_busy[c]), .count0(had0[10*c +: 10]),
                .count1(had1[10*c +: 10]), .digest0(digest0[24*c +: 24]),
                .digest1(digest1[24*c +: 24]), .m_axi_awvalid(f_awvalid), .m_axi_awready(f_awready),
                .m_axi_wdata(f_wdata), .m_axi_wlast(f_wlast), .m_axi_wvalid(f_wvalid),
                .m_axi_wready(f_wready), .m_axi_bvalid(f_bvalid));

            bl_ice40_memory #(.ADDR_W(12), .DATA_W(16), .LOG_WORDS(8)) source (
                .clk(clk), .rst(rst), .s_axi_awaddr(12'd0), .s_axi_awvalid(f_awvalid),
                .s_axi_awready(f_awready), .s_axi_wdata(f_wdata), .s_axi_wstrb(2'b11),
                .s_axi_wlast(f_wlast), .s_axi_wvalid(f_wvalid), .s_axi_wready(f_wready),
                .s_axi_bvalid(f_bvalid), .s_axi_bready(1'b1), .s_axi_araddr(r_araddr),
                .s_axi_arlen(r_arlen), .s_axi_arvalid(r_arvalid), .s_axi_arready(r_arready),
                .s_axi_rdata(r_rdata), .s_axi_rlast(r_rlast), .s_axi_rvalid(r_rvalid),
                .s_axi_rready(r_rready));

            bl_reader #(.ADDR_W(12), .DATA_W(16), .BURST_BEATS(8), .COUNT_W(12), .LOG_QUEUE(6),
                        .STREAMS(1), .STREAM_WORDS(8), .ELEM_W(8)) read (
                .clk(clk), .rst(rst), .start(move), .base(12'd0), .last_column(1'b0),
                .count(12'd512), .offset(12'd0),
                .busy(read_busy[c]), .failed(r_failed), .stray(r_stray), .m_axi_rresp(2'b00),
                .m_axi_araddr(r_araddr), .m_axi_arlen(r_arlen), .m_axi_arvalid(r_arvalid),
                .m_axi_arready(r_arready), .m_axi_rdata(r_rdata), .m_axi_rlast(r_rlast),
                .m_axi_rvalid(r_rvalid), .m_axi_rready(r_rready), .m_axis_tvalid(tvalid_in[c]),
                .m_axis_tready(tready_in[c]), .m_axis_tdata(tdata_in[16*c +: 16]),
                .m_axis_tkeep(tkeep_in[2*c +: 2]), .m_axis_tlast(tlast_in[c]), .m_axis_tid(r_tid));

            // the target: 512 words, room for all keys
            wire [11:0] w_awaddr, w_count;
            wire [7:0]  w_awlen;
            wire [15:0] w_wdata;
            wire [1:0]  w_wstrb;
            wire        w_awvalid, w_awready, w_wlast, w_wvalid, w_wready, w_bvalid, w_bready,
                w_overflow, w_failed, w_stray;
            wire [9:0]  k_araddr;
            wire [7:0]  k_arlen;
            wire        k_arvalid, k_arready, k_rlast, k_rvalid;
            wire [15:0] k_rdata;

            bl_writer #(.ADDR_W(12), .DATA_W(16), .BURST_BEATS(8), .COUNT_W(12), .LOG_QUEUE(6),
                        .STREAMS(1), .ELEM_W(8), .MAX_OUTSTANDING(2)) write (
                .clk(clk), .rst(rst), .start(move), .clear(fill), .base(12'd0), .last_column(1'b0),
                .capacity(12'd1024), .busy(write_busy[c]), .failed(w_failed), .stray(w_stray),
                .m_axi_bresp(2'b00), .count(w_count),
                .overflow(w_overflow), .s_axis_tvalid(tvalid_out[c]), .s_axis_tready(tready_out[c]),
                .s_axis_tdata(tdata_out[16*c +: 16]), .s_axis_tkeep(tkeep_out[2*c +: 2]),
                .s_axis_tlast(tlast_out[c]), .s_axis_tid(1'b0), .m_axi_awaddr(w_awaddr),
                .m_axi_awlen(w_awlen), .m_axi_awvalid(w_awvalid), .m_axi_awready(w_awready),
                .m_axi_wdata(w_wdata), .m_axi_wstrb(w_wstrb), .m_axi_wlast(w_wlast),
                .m_axi_wvalid(w_wvalid), .m_axi_wready(w_wready),
                .m_axi_bvalid(w_bvalid), .m_axi_bready(w_bready));

            bl_ice40_memory #(.ADDR_W(12), .DATA_W(16), .LOG_WORDS(9)) target (
                .clk(clk), .rst(rst), .s_axi_awaddr(w_awaddr), .s_axi_awvalid(w_awvalid),
                .s_axi_awready(w_awready), .s_axi_wdata(w_wdata), .s_axi_wstrb(w_wstrb),
                .s_axi_wlast(w_wlast), .s_axi_wvalid(w_wvalid), .s_axi_wready(w_wready),
                .s_axi_bvalid(w_bvalid), .s_axi_bready(w_bready), .s_axi_araddr({2'd0, k_araddr}),
                .s_axi_arlen(k_arlen), .s_axi_arvalid(k_arvalid), .s_axi_arready(k_arready),
                .s_axi_rdata(k_rdata), .s_axi_rlast(k_rlast), .s_axi_rvalid(k_rvalid),
                .s_axi_rready(1'b1));

            wire [23:0] found;
            bl_ice40_check #(.CLASS(c)) check_target (
                .clk(clk), .rst(rst), .start(check), .count(w_count[10:0]), .busy(check_busy[c]),
                .stray(stray[c]), .digest(found), .m_axi_araddr(k_araddr), .m_axi_arlen(k_arlen),
                .m_axi_arvalid(k_arvalid), .m_axi_arready(k_arready),
                .m_axi_rdata(k_rdata), .m_axi_rlast(k_rlast), .m_axi_rvalid(k_rvalid));

            // as many keys, and the same, as both sources had for this channel
            wire [23:0] expected =
                (c == 0) ? digest0[23:0] + digest0[47:24] : digest1[23:0] + digest1[47:24];
            wire [10:0] number   = (c == 0) ? {1'b0, had0[9:0]} + {1'b0, had0[19:10]}
                : {1'b0, had1[9:0]} + {1'b0, had1[19:10]};
            assign short_of[c] = w_overflow | (found != expected) | (w_count != {1'b0, number});
            wire unused = &{1'b0, r_tid, w_awlen, r_failed, r_stray, w_failed, w_stray};
        end
    endgenerate

    bl_crossbar #(.INPUTS(2), .OUTPUTS(2), .ELEMS(2), .ELEM_W(8), .DEST_W(1), .ORDERED(0),
                  .LOG_DEPTH(3)) crossbar (
        .clk(clk), .rst(rst), .s_axis_tvalid(tvalid_in), .s_axis_tready(tready_in),
        .s_axis_tdata(tdata_in), .s_axis_tkeep(tkeep_in), .s_axis_tlast(tlast_in),
        .s_axis_tdest({tdata_in[24], tdata_in[16], tdata_in[8], tdata_in[0]}),
        .m_axis_tvalid(tvalid_out), .m_axis_tready(tready_out), .m_axis_tdata(tdata_out),
        .m_axis_tkeep(tkeep_out),
        .m_axis_tlast(tlast_out));
endmodule
`default_nettype wire
