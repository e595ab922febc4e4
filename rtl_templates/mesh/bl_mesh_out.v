`default_nettype none
// The sending end of one link of the mesh: takes whole packets from the lanes that reach it, as long as the peer's buffer has room.
// Contract: `request[k]`: lane k offers a flit for this link (may only fall after `take[k]`); `take[k]`: this link takes what lane k offers, if it
// does. A packet keeps the link until its last flit. The peer's buffer holds 2^LOG_BUFFER flits; m_link_credit is the count of flits that it
// freed. `dst_ready`: credits for one packet of PACKET_WORDS from each lane and four flits more, or a quarter of the buffer if that is less.
// Cut: m_link_*, dst_ready and take are registers or follow from them; request reaches the link register's enable.
// Latency: 1 clock. Throughput: 1 flit a clock; a lane that is alone is never delayed, several share without a gap.
module bl_mesh_out #(
    // lanes that reach this link, 1..16
    parameter LANES = 1,
    // bits in a flit, 2 or more
    parameter FLIT_W = 270,
    // the bit of a flit that marks the last one of a packet, below FLIT_W
    parameter LAST_BIT = 267,
    // log2 of the flits in the peer's buffer, 1..12
    parameter LOG_BUFFER = 8,
    // longest packet in flits, 1..256
    parameter PACKET_WORDS = 16
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [LANES-1:0]        request,
    input  wire [LANES*FLIT_W-1:0] offer,
    output wire [LANES-1:0]        take,
    output reg                     dst_ready,
    output wire                    m_link_tvalid,
    input  wire                    m_link_tready,
    output wire [FLIT_W-1:0]       m_link_tdata,
    input  wire [3:0]              m_link_credit
);
    function integer log2_up;   // log2 of the smallest power of two that is not below `value`
        input integer value;
        integer width;
        begin
            width = 0;
            while ((1 << width) < value) width = width + 1;
            log2_up = width;
        end
    endfunction
    localparam WANTED   = log2_up(PACKET_WORDS * LANES + 4);
    localparam MOST     = (LOG_BUFFER > 2) ? LOG_BUFFER - 2 : 0;
    localparam ROOM_LOG = (WANTED < MOST) ? WANTED : MOST;
    localparam COUNT_W  = (LOG_BUFFER > 4) ? LOG_BUFFER + 1 : 5;

    generate
        if (LANES < 1 || LANES > 16 || FLIT_W < 2 || LAST_BIT < 0 || LAST_BIT >= FLIT_W || LOG_BUFFER < 1 || LOG_BUFFER > 12
            || PACKET_WORDS < 1 || PACKET_WORDS > 256) begin : g_check
            bl_mesh_out_illegal_parameter illegal();
        end
    endgenerate

    wire [LANES-1:0] granted;
    wire             ready;
    reg                 in_packet;      // in the middle of a packet
    // Credits minus one in two's complement: its sign says that there are none.
    reg  [COUNT_W-1:0] credits;
    reg  [3:0]       returned;
    wire             go     = ready & ~credits[COUNT_W-1];
    wire             asked  = |(request & granted);
    wire             send   = asked & go;
    reg  [FLIT_W-1:0] flit;
    wire             last   = flit[LAST_BIT];

    assign take = granted & {LANES{go}};

    always @* begin : choose
        integer k;
        flit = {FLIT_W{1'b0}};
        for (k = 0; k < LANES; k = k + 1) flit = flit | (offer[k*FLIT_W +: FLIT_W] & {FLIT_W{granted[k]}});
    end

    bl_rotor #(.REQUESTS(LANES)) rotor (
        .clk(clk), .rst(rst), .request(request), .move((send & last) | (~asked & ~in_packet)), .grant(granted));

    bl_skid #(.WIDTH(FLIT_W)) stage (
        .clk(clk), .rst(rst), .s_tvalid(send), .s_tready(ready), .s_tdata(flit),
        .m_tvalid(m_link_tvalid), .m_tready(m_link_tready), .m_tdata(m_link_tdata));

    always @(posedge clk) begin
        if (rst) begin
            in_packet <= 1'b0;
            credits   <= {{(COUNT_W-LOG_BUFFER){1'b0}}, {LOG_BUFFER{1'b1}}};
            returned  <= 4'd0;
            dst_ready <= 1'b0;
        end else begin
            if (send) in_packet <= ~last;
            returned  <= m_link_credit;
            credits   <= credits + {{(COUNT_W-4){1'b0}}, returned} - {{(COUNT_W-1){1'b0}}, send};
            dst_ready <= ~credits[COUNT_W-1] & (|credits[COUNT_W-2:ROOM_LOG]);
        end
    end
endmodule
`default_nettype wire
