// SPDX-License-Identifier: ISC
`default_nettype none
// A port of a hub on Altera's hard IP for PCI Express of Stratix IV (Avalon-ST, 128 bit).
// Contract: s_* is the hub's m_tlp_*, m_* its s_tlp_*, in clk; rx_st_* and tx_st_* are the IP's
// ports, in pld_clk. What the hub sends has no gap in a TLP, and what comes to it has none, as a
// TLP waits here for its last word. A TLP begins toward the hub when one of its SLOTS places is
// free; m_freed tells of one that is free again. CABLE: at the other end is another hub, and the
// places that are free again go there in messages of the vendor's type (code 7f, as many as the
// fourth double word says), which go between TLPs: when four are owed, or nothing else is sent;
// s_freed tells of those that came, and of void TLPs, which do not come to the other hub. What else
// comes of no memory stays here, too; `answered`: it was a completion, without an error. Else
// rx_st_ready makes the host wait. A word is sent READY_LATENCY cycles behind a ready one; what
// comes within 4 cycles of one that is not is taken. *_tuser goes with the last word: the TLP is
// void. What comes so had an error in the IP. What is sent so is marked by tx_st_err0, with
// the last word but one; of at most four words nothing is sent. Resets as bl_async_fifo wants them.
// A TLP has at most 256 bytes.
// Latency: to the IP 4 or 5 cycles of clk and 5 or 6 of pld_clk; from it 1 of pld_clk, 5 or 6 of
// clk and the TLP itself. Throughput: 1 word a cycle.
module bl_s4_port #(
    // whether another hub is at the other end: 0..1
    parameter CABLE = 1,
    // TLPs that the hub has room for: 2..255
    parameter SLOTS = 15,
    // of tx_st_ready0: 2..3
    parameter READY_LATENCY = 2
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         pld_clk,
    input  wire         pld_rst,
    input  wire         up,
    // the hub's
    input  wire         s_tvalid,
    output wire         s_tready,
    input  wire [127:0] s_tdata,
    input  wire         s_tlast,
    input  wire         s_tuser,
    output reg          s_freed,
    output wire         m_tvalid,
    output wire [127:0] m_tdata,
    output wire         m_tlast,
    output wire         m_tuser,
    input  wire         m_freed,
    output reg          answered,
    // the IP's
    output reg          rx_st_ready0,
    input  wire         rx_st_valid0,
    input  wire [127:0] rx_st_data0,
    input  wire         rx_st_sop0,
    input  wire         rx_st_eop0,
    input  wire         rx_st_empty0,
    input  wire         rx_st_err0,
    input  wire         tx_st_ready0,
    output reg          tx_st_valid0,
    output reg  [127:0] tx_st_data0,
    output reg          tx_st_sop0,
    output reg          tx_st_eop0,
    output reg          tx_st_empty0,
    output reg          tx_st_err0
);
    generate
        if (CABLE < 0 || CABLE > 1) begin : g_check_cable
            bl_s4_port_illegal_CABLE illegal();
        end
        if (SLOTS < 2 || SLOTS > 255) begin : g_check_slots
            bl_s4_port_illegal_SLOTS illegal();
        end
        if (READY_LATENCY < 2 || READY_LATENCY > 3) begin : g_check_ready_latency
            bl_s4_port_illegal_READY_LATENCY illegal();
        end
    endgenerate

    // ---- to the IP: TLPs of the hub, and between them messages of places that are free again
    localparam [31:0] SLOT = SLOTS, MESSAGE = 32'h34000000, CODE = 32'h0000007f;
    reg  [7:0]   owed;
    reg          midst;                          // in a TLP of the hub's
    wire         tells = CABLE != 0 & ~midst & (owed > 8'd3 | (owed != 8'd0 & ~s_tvalid));
    wire         a_ready, a_valid, a_last, a_user, a_empty, t_ready;
    wire [127:0] a_data;
    assign s_tready = a_ready & ~tells;
    bl_s4_align #(.TO_IP(1)) out (
        .clk(clk), .rst(rst), .s_tvalid(tells | s_tvalid), .s_tready(a_ready),
        .s_tdata(tells ? {24'd0, owed, 32'd0, CODE, MESSAGE} : s_tdata),
        .s_tlast(tells | s_tlast), .s_tuser(~tells & s_tuser), .m_tvalid(a_valid),
        .m_tready(t_ready), .m_tdata(a_data), .m_tlast(a_last), .m_tuser(a_user),
        .m_empty(a_empty));
    wire         voids = CABLE != 0 & s_tvalid & s_tready & s_tlast & s_tuser;
    always @(posedge clk)
        if (rst) begin
            owed  <= 8'd0;
            midst <= 1'b0;
        end else begin
            owed <= (tells & a_ready ? 8'd0 : owed) + {7'd0, m_freed & CABLE != 0};
            if (s_tvalid & s_tready) midst <= ~s_tlast;
        end

    // ---- in the IP's clock: a TLP begins when four words of it have come, or its last, as the
    // clocks of both sides differ by less than a word in a TLP: a queue beside it has an entry
    // then, which says whether it is void. A word goes when the next one is seen, or it is the
    // last.
    wire         t_valid, t_last, t_user, t_empty, n_ready, n_valid, n_void, unused_words;
    wire         unused_begun, unused_eight;
    wire [127:0] t_data;
    reg  [1:0]   words;                          // of the TLP that goes in, at most 3
    reg          was_begun;                      // it has more
    reg  [READY_LATENCY-2:0] readies;            // the last cycles' tx_st_ready0
    reg          follows, drops;                 // in a TLP; in one that is void
    reg          h_valid, h_first, h_last, h_empty;
    reg  [127:0] h_data;
    wire         enters = a_valid & t_ready;
    wire         goes   = h_valid & readies[READY_LATENCY-2] & (h_last | t_valid);
    wire         starts = t_valid & n_valid & ~follows;
    wire         loads  = (follows ? t_valid & ~drops : starts & ~n_void) & (~h_valid | goes);
    wire         skips  = follows ? t_valid & drops : starts & n_void;
    wire         leaves = loads | skips;
    bl_async_fifo #(.WIDTH(131), .LOG_DEPTH(5)) to_ip (
        .s_clk(clk), .s_rst(rst), .s_tvalid(a_valid), .s_tready(t_ready),
        .s_tdata({a_last, a_user, a_empty, a_data}), .s_empty(unused_words), .m_clk(pld_clk),
        .m_rst(pld_rst), .m_tvalid(t_valid), .m_tready(leaves),
        .m_tdata({t_last, t_user, t_empty, t_data}));
    bl_async_fifo #(.WIDTH(1), .LOG_DEPTH(5)) begun (
        .s_clk(clk), .s_rst(rst),
        .s_tvalid(enters & (words == 2'd3 ? ~was_begun : a_last)),
        .s_tready(n_ready), .s_tdata(a_last & a_user), .s_empty(unused_begun), .m_clk(pld_clk),
        .m_rst(pld_rst), .m_tvalid(n_valid), .m_tready(leaves & ~follows), .m_tdata(n_void));
    always @(posedge clk)
        if (rst) {was_begun, words} <= 3'd0;
        else if (enters) begin
            words     <= a_last ? 2'd0 : words + {1'b0, words != 2'd3};
            was_begun <= ~a_last & words == 2'd3;
        end
    integer i;
    always @(posedge pld_clk)
        if (pld_rst) begin
            tx_st_valid0 <= 1'b0;
            readies      <= {READY_LATENCY-1{1'b0}};
            h_valid      <= 1'b0;
            {follows, drops} <= 2'b00;
        end else begin
            tx_st_valid0 <= goes;
            readies[0]   <= tx_st_ready0;
            for (i = 1; i < READY_LATENCY - 1; i = i + 1) readies[i] <= readies[i-1];
            h_valid <= loads | (h_valid & ~goes);
            if (leaves) {follows, drops} <= {~t_last, ~t_last & skips};
        end
    always @(posedge pld_clk) begin
        if (loads) {h_first, h_last, h_empty, h_data} <= {~follows, t_last, t_empty, t_data};
        tx_st_data0  <= h_data;
        tx_st_sop0   <= h_first;
        tx_st_eop0   <= h_last;
        tx_st_empty0 <= h_last & h_empty;
        tx_st_err0   <= ~h_last & t_last & t_user;
    end

    // ---- from the IP: words that are on their way are counted, and of eight that have left the
    // queue its other side tells
    wire         r_ready, r_valid, r_last, r_user, r_goes, unused_all, eight, unused_left, e_ready;
    wire [127:0] r_data;
    reg  [2:0]   left;
    reg  [5:0]   coming;
    reg          wrong;                          // the TLP that comes, so far
    bl_async_fifo #(.WIDTH(130), .LOG_DEPTH(5)) from_ip (
        .s_clk(pld_clk), .s_rst(pld_rst), .s_tvalid(rx_st_valid0), .s_tready(r_ready),
        .s_tdata({rx_st_eop0, rx_st_err0 | wrong, rx_st_data0}), .s_empty(unused_all), .m_clk(clk),
        .m_rst(rst), .m_tvalid(r_valid), .m_tready(r_goes), .m_tdata({r_last, r_user, r_data}));
    bl_async_fifo #(.WIDTH(1), .LOG_DEPTH(3)) have_left (
        .s_clk(clk), .s_rst(rst), .s_tvalid(r_valid & r_goes & left == 3'd7), .s_tready(e_ready),
        .s_tdata(1'b1), .s_empty(unused_left), .m_clk(pld_clk), .m_rst(pld_rst),
        .m_tvalid(eight), .m_tready(1'b1), .m_tdata(unused_eight));
    always @(posedge clk)
        if (rst) left <= 3'd0;
        else left <= left + {2'd0, r_valid & r_goes};
    always @(posedge pld_clk)
        if (pld_rst) begin
            coming       <= 6'd0;
            rx_st_ready0 <= 1'b0;
            wrong        <= 1'b0;
        end else begin
            if (rx_st_valid0) wrong <= ~rx_st_eop0 & (rx_st_err0 | wrong);
            coming       <= coming + {5'd0, rx_st_valid0} - {2'd0, eight, 3'd0};
            rx_st_ready0 <= coming < 6'd25;
        end

    // ---- to the hub: a TLP as a whole, when it has room; what is of no memory stays here
    wire         b_valid, b_ready, b_last, b_user, b_empty, f_last, f_user, some;
    wire [127:0] b_data, f_data;
    reg  [5:0]   whole;
    reg  [7:0]   room, freed;
    reg          follow, gives;                  // in a TLP; in one for the hub
    wire         begins  = some & whole != 6'd0 & ~follow;
    wire         stays   = CABLE != 0 & f_data[28:24] != 5'd0;
    wire         is_credit = begins & stays & f_data[28:24] == 5'h14 & f_data[39:32] == CODE[7:0];
    wire         enters_hub = follow ? gives : begins & ~stays & up & room != 8'd0;
    wire         moves   = follow | (begins & (stays | (up & room != 8'd0)));
    bl_s4_align #(.TO_IP(0)) in (
        .clk(clk), .rst(rst), .s_tvalid(r_valid), .s_tready(r_goes), .s_tdata(r_data),
        .s_tlast(r_last), .s_tuser(r_user), .m_tvalid(b_valid), .m_tready(b_ready),
        .m_tdata(b_data), .m_tlast(b_last), .m_tuser(b_user), .m_empty(b_empty));
    bl_fifo #(.WIDTH(130), .LOG_DEPTH(5)) store (
        .clk(clk), .rst(rst), .s_tvalid(b_valid), .s_tready(b_ready),
        .s_tdata({b_last, b_user, b_data}), .m_tvalid(some), .m_tready(moves),
        .m_tdata({f_last, f_user, f_data}));
    assign m_tvalid = enters_hub;
    assign m_tdata  = f_data;
    assign m_tlast  = f_last;
    assign m_tuser  = f_last & f_user;
    always @(posedge clk)
        if (rst) begin
            whole    <= 6'd0;
            room     <= SLOT[7:0];
            freed     <= 8'd0;
            s_freed  <= 1'b0;
            answered <= 1'b0;
            {follow, gives} <= 2'b00;
        end else begin
            whole <= whole + {5'd0, b_valid & b_ready & b_last} - {5'd0, moves & f_last};
            room  <= room - {7'd0, enters_hub & ~follow} + {7'd0, m_freed};
            freed  <= freed - {7'd0, freed != 8'd0} + {7'd0, voids}
                   + (is_credit ? f_data[103:96] : 8'd0);
            s_freed  <= freed != 8'd0;
            answered <= begins & stays & f_data[28:24] == 5'd10 & f_data[47:45] == 3'd0;
            if (moves) {follow, gives} <= {~f_last, enters_hub & ~f_last};
        end
    wire unused = &{1'b0, unused_words, unused_begun, unused_all, unused_left, unused_eight,
                    n_ready, r_ready, e_ready, b_empty, rx_st_sop0, rx_st_empty0, SLOT[31:8],
                    CODE[31:8], 1'b0};
endmodule
`default_nettype wire
