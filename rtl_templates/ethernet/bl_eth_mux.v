// SPDX-License-Identifier: ISC
`default_nettype none
// Joins the frames of all channels at the MAC's port: the multiplexer.
// Contract: the channels' bl_eth_stores offer whole frames, whose rows are read ahead of the port
// without a pause, so that no frame has a gap. All channels that wait get as many bytes of the
// wire, preamble, padding, FCS and gap counted. Nothing is begun without `up`. A frame of channel i
// goes to to_address[48*i +: 48] and has the number to_id[8*i +: 8], a number of its joining, which
// is another one each time that open[i] rises, and the units of 4 bytes of the channel since then,
// modulo 2^24. Without open[i] none of its frames is begun; its address stands from 4 cycles before
// it rises until the last frame has left. `address`, `ethertype` and `session` change in reset
// only.
// Latency: 7 cycles from s_frame_tvalid to m_mac_tvalid.
// Throughput: a word a cycle, frames without a pause between them.
module bl_eth_mux #(
    // channels: 1..16
    parameter CHANNELS = 4,
    // bits of the MAC's port and of a row: 128..512, a power of two
    parameter WIDTH = 256,
    // bytes by which a debt falls: 64..4096, a power of two
    parameter QUANTUM = 512
) (
    input  wire                      clk,
    input  wire                      rst,
    input  wire                      up,
    input  wire [47:0]               address,
    input  wire [15:0]               ethertype,
    input  wire [15:0]               session,
    input  wire [48*CHANNELS-1:0]    to_address,
    input  wire [8*CHANNELS-1:0]     to_id,
    input  wire [CHANNELS-1:0]       open,
    input  wire [CHANNELS-1:0]       s_frame_tvalid,
    output wire [CHANNELS-1:0]       s_frame_tready,
    input  wire [16*CHANNELS-1:0]    s_frame_bytes,
    input  wire [12*CHANNELS-1:0]    s_frame_rows,
    input  wire [CHANNELS-1:0]       s_frame_last,
    output wire [CHANNELS-1:0]       read,
    input  wire [WIDTH*CHANNELS-1:0] rdata,
    output wire                      m_mac_tvalid,
    input  wire                      m_mac_tready,
    output wire [WIDTH-1:0]          m_mac_tdata,
    output wire [WIDTH/8-1:0]        m_mac_tkeep,
    output wire                      m_mac_tlast
);
    localparam LOG_AHEAD = 4, FRAME_W = 117;

    generate
        if (CHANNELS < 1 || CHANNELS > 16) begin : g_check_channels
            bl_eth_mux_illegal_CHANNELS illegal();
        end
        if (WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_eth_mux_illegal_WIDTH illegal();
        end
        if (QUANTUM < 64 || QUANTUM > 4096 || (QUANTUM & (QUANTUM - 1)) != 0)
            begin : g_check_quantum
            bl_eth_mux_illegal_QUANTUM illegal();
        end
    endgenerate

    // ---- which channel's frame is next ----
    wire [CHANNELS-1:0] one;
    wire                start;                   // the chosen frame's rows are read from now on
    reg                 n_valid, n_new;
    reg  [CHANNELS-1:0] n_one;
    reg  [FRAME_W-1:0]  n_frame;
    wire                take = ~n_valid | start;
    assign s_frame_tready = one;
    // units of each channel until now, number of its joining; {of the frame, last, address, number,
    // rows, bytes}
    reg  [24*CHANNELS-1:0] units;
    reg  [8*CHANNELS-1:0]  joins;
    reg  [CHANNELS-1:0]    opened;
    reg  [FRAME_W-1:0]     frame;
    always @* begin : length_of
        integer i;
        frame = {FRAME_W{1'b0}};
        for (i = 0; i < CHANNELS; i = i + 1) if (one[i])
            frame = frame | {joins[8*i +: 8], units[24*i +: 24], s_frame_last[i],
                             to_address[48*i +: 48], to_id[8*i +: 8],
                             s_frame_rows[12*i +: 12], s_frame_bytes[16*i +: 16]};
    end

    always @(posedge clk) begin : count
        integer i;
        for (i = 0; i < CHANNELS; i = i + 1) begin
            opened[i] <= open[i];
            if (open[i] & ~opened[i]) begin
                units[24*i +: 24] <= 24'd0;
                joins[8*i +: 8]   <= joins[8*i +: 8] + 1'b1;
            end else if (one[i])
                units[24*i +: 24] <= units[24*i +: 24] + {10'd0, s_frame_bytes[16*i+2 +: 14]};
            if (rst) begin
                opened[i]       <= 1'b0;
                joins[8*i +: 8] <= 8'd0;
            end
        end
    end

    // what it takes of the wire: 30 bytes of headers, 4 of FCS, 20 of preamble and gap, 84 at least
    reg                 charge;
    reg  [CHANNELS-1:0] charge_one;
    reg  [15:0]         charge_bytes;
    bl_drr_arbiter #(.CHANNELS(CHANNELS), .QUANTUM(QUANTUM)) fair (
        .clk(clk), .rst(rst), .take(take),
        .waits(up ? s_frame_tvalid & open & opened : {CHANNELS{1'b0}}),
        .one(one), .charge(charge), .charge_one(charge_one), .charge_bytes(charge_bytes));

    always @(posedge clk) begin
        if (take) begin
            n_valid <= |one;
            n_one   <= one;
            n_frame <= frame;
        end
        n_new        <= |one;
        charge       <= n_new;
        charge_one   <= n_one;
        charge_bytes <= (n_frame[15:0] < 16'd30) ? 16'd84 : n_frame[15:0] + 16'd54;
        if (rst) begin
            n_valid <= 1'b0;
            n_new   <= 1'b0;
            charge  <= 1'b0;
        end
    end

    // ---- its rows: read, gathered, and put into a queue ----
    reg                 busy;
    reg  [CHANNELS-1:0] r_one, g_one;
    reg  [11:0]         r_more;                  // rows behind the next one
    reg  [LOG_AHEAD:0]  space;                   // of the queue, less what is on its way
    wire                reads   = busy & (|space);
    wire                list_ready, row_valid, rows_ready, pop;
    wire [WIDTH-1:0]    row;
    reg                 g_valid, h_valid;
    reg  [WIDTH-1:0]    gathered, h_row;
    assign start = n_valid & list_ready & (~busy | (reads & (r_more == 12'd0)));
    assign read  = reads ? r_one : {CHANNELS{1'b0}};
    always @* begin : choice
        integer i;
        gathered = {WIDTH{1'b0}};
        for (i = 0; i < CHANNELS; i = i + 1)
            gathered = gathered | (g_one[i] ? rdata[WIDTH*i +: WIDTH] : {WIDTH{1'b0}});
    end

    always @(posedge clk) begin
        if (start) begin
            busy   <= 1'b1;
            r_one  <= n_one;
            r_more <= n_frame[27:16] - 1'b1;
        end else if (reads) begin
            busy   <= r_more != 12'd0;
            r_more <= r_more - 1'b1;
        end
        g_valid <= reads;
        g_one   <= r_one;
        h_valid <= g_valid;
        h_row   <= gathered;
        space   <= space + {{LOG_AHEAD{1'b0}}, pop} - {{LOG_AHEAD{1'b0}}, reads};
        if (rst) begin
            busy    <= 1'b0;
            g_valid <= 1'b0;
            h_valid <= 1'b0;
            space   <= {1'b1, {LOG_AHEAD{1'b0}}};
        end
    end

    bl_fifo #(.WIDTH(WIDTH), .LOG_DEPTH(LOG_AHEAD)) rows (
        .clk(clk), .rst(rst), .s_tvalid(h_valid), .s_tready(rows_ready), .s_tdata(h_row),
        .m_tvalid(row_valid), .m_tready(pop), .m_tdata(row));

    // ---- frames for the port: begun with their first row, the others come one a cycle ----
    wire                l_valid, f_ready, f_last, f_read;
    wire [FRAME_W-1:0]  l_frame;
    reg                 f_listed;
    reg  [FRAME_W-1:0]  f_frame;
    wire [47:0]         f_address;
    wire [7:0]          f_id, f_join;
    wire [23:0]         f_units;
    wire [15:0]         f_bytes, f_word;
    wire [11:0]         f_rows;
    wire [47:0]         to_wire, from_wire;
    wire [15:0]         type_wire;
    wire [127:0]        header;
    reg                 f_begun;
    reg  [WIDTH-1:0]    f_row;
    wire                f_valid = f_listed & (f_begun | row_valid);
    wire                f_next  = ~f_listed | (f_valid & f_ready);
    assign {f_join, f_units, f_last, f_address, f_id, f_rows, f_bytes} = f_frame;
    // the port reads a word behind the rows where the head pushes the last bytes that far
    assign pop = f_read & (f_word < {4'd0, f_rows});
    bl_fifo #(.WIDTH(FRAME_W), .LOG_DEPTH(3)) list (
        .clk(clk), .rst(rst), .s_tvalid(start), .s_tready(list_ready), .s_tdata(n_frame),
        .m_tvalid(l_valid), .m_tready(f_next), .m_tdata(l_frame));

    always @(posedge clk) begin
        f_begun <= f_valid & ~f_ready & ~rst & (f_begun | f_read);
        if (f_read) f_row <= row;
        f_listed <= (f_next ? l_valid : f_listed) & ~rst;
        if (f_next) f_frame <= l_frame;
    end

    bl_byte_swap #(.BYTES(6)) order_to (.s(f_address), .m(to_wire));
    bl_byte_swap #(.BYTES(6)) order_from (.s(address), .m(from_wire));
    bl_byte_swap #(.BYTES(2)) order_type (.s(ethertype), .m(type_wire));
    bl_eth_header_pack pack (
        .kind(4'd4), .epoch(1'b0), .is_end(1'b0), .is_last(f_last), .probe(1'b0),
        .session(session), .seq(f_units), .acknowledge(24'd0), .credit({8'd0, f_join}), .id(f_id),
        .keep(16'd0), .length(f_bytes), .header(header));
    bl_eth_out #(.WIDTH(WIDTH)) out (
        .clk(clk), .rst(rst), .s_frame_tvalid(f_valid), .s_frame_tready(f_ready),
        .s_frame_head({header, type_wire, from_wire, to_wire}), .s_frame_length(f_bytes),
        .s_frame_inline(1'b0), .s_frame_data(128'd0), .read(f_read), .rword(f_word),
        .rdata(f_row), .m_mac_tvalid(m_mac_tvalid), .m_mac_tready(m_mac_tready),
        .m_mac_tdata(m_mac_tdata), .m_mac_tkeep(m_mac_tkeep), .m_mac_tlast(m_mac_tlast));
    wire unused = &{1'b0, rows_ready, 1'b0};
endmodule
`default_nettype wire
