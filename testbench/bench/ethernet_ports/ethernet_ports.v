// SPDX-License-Identifier: ISC
`default_nettype none
// The reliable Ethernet ports of all nodes, for a bench that is written in C: bl_ethernet as it is,
// with pins that all have 64 bits or more for each node.
// Contract: a flit is known by its tag, from which all its elements are made, and its side:
// {channel [23:20], epoch, end, last, keep[15:0]}. `m_word` is {side, tag} of the flit that comes
// from another node, `exact` says that all its elements are those of the tag.
//   mac_in  {up, tuser, tlast, tvalid, tready}           mac_out {tlast, tvalid}
//   end_in  {count_select, session, tvalid[15:0]}
//   end_out {exact, stopped, cause, tvalid[15:0], tready[15:0]}
//   freed, credit: 4 bits for each peer
// Node OTHER has another build.
// Latency: that of bl_ethernet.
module ethernet_ports #(
    parameter NODES = 2, NODE_W = 1, ELEMS = 8, ELEM_W = 32, CHAN_W = 2, WIDTH = 256,
    RUN_WORDS = 46, LOG_WINDOW = 4, WINDOW = 14, SEND_FRAMES = 17, RECV_FRAMES = 21,
    TIMEOUT = 3125, RETRIES = 100, PATIENCE = 1536, LOG_BUFFER = 10, OTHER = 16
) (
    input  wire                      clk, rst,
    input  wire [NODES*64-1:0]       mac_in, mac_in_keep,
    input  wire [NODES*WIDTH-1:0]    mac_in_data,
    output wire [NODES*64-1:0]       mac_out, mac_out_keep,
    output wire [NODES*WIDTH-1:0]    mac_out_data,
    input  wire [NODES*64-1:0]       end_in, freed,
    input  wire [NODES*NODES*32-1:0] s_tag, s_side,
    output wire [NODES*64-1:0]       end_out, credit, m_word, counts
);
    localparam DATA_W = ELEMS * ELEM_W, FLIT_W = DATA_W + ELEMS + CHAN_W + 3, BYTES = WIDTH / 8;
    genvar n, p, e;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : g_node
            localparam [31:0] NODE = n;
            wire [NODES*FLIT_W-1:0] s_flits, m_flits;
            wire [NODES-1:0]        ready, valid;
            wire [NODES*4-1:0]      gives;
            wire                    stopped, to_valid, to_last;
            wire [7:0]              cause;
            wire [BYTES-1:0]        to_keep;
            wire [31:0]             count;
            for (p = 0; p < NODES; p = p + 1) begin : g_peer
                wire [31:0] tag  = s_tag[(n*NODES+p)*32 +: 32];
                wire [31:0] side = s_side[(n*NODES+p)*32 +: 32];
                wire [DATA_W-1:0] data;
                for (e = 0; e < ELEMS; e = e + 1) begin : g_element
                    localparam [31:0] E = e;
                    assign data[e*ELEM_W +: ELEM_W] = tag ^ (E * 32'h9e3779b9);
                end
                assign s_flits[p*FLIT_W +: FLIT_W] = {side[18], side[17], side[16],
                    side[20 +: CHAN_W], side[ELEMS-1:0], data};
            end
            // of one peer at a time: others than the node itself share the receiver's memory
            reg [FLIT_W-1:0] flit;
            integer          i;
            always @* begin
                flit = {FLIT_W{1'b0}};
                for (i = 0; i < NODES; i = i + 1) if (valid[i] && i != n)
                    flit = flit | m_flits[i*FLIT_W +: FLIT_W];
            end
            wire [31:0]       got = flit[31:0];
            wire [DATA_W-1:0] same;
            for (e = 0; e < ELEMS; e = e + 1) begin : g_compare
                localparam [31:0] E = e;
                assign same[e*ELEM_W +: ELEM_W] = got ^ (E * 32'h9e3779b9);
            end
            wire              exact = same == flit[DATA_W-1:0];
            wire [15:0]       keep;
            wire [3:0]        channel;
            assign keep    = {{(16-ELEMS){1'b0}}, flit[DATA_W +: ELEMS]};
            assign channel = {{(4-CHAN_W){1'b0}}, flit[DATA_W+ELEMS +: CHAN_W]};
            assign m_word[n*64 +: 64]  = {8'd0, channel, 1'b0, flit[FLIT_W-1], flit[FLIT_W-2],
                                          flit[FLIT_W-3], keep, got};
            assign end_out[n*64 +: 64] = {22'd0, exact, stopped, cause, {(16-NODES){1'b0}}, valid,
                                          {(16-NODES){1'b0}}, ready};
            assign credit[n*64 +: 64]  = {{(64-4*NODES){1'b0}}, gives};
            assign counts[n*64 +: 64]  = {32'd0, count};
            assign mac_out[n*64 +: 64] = {62'd0, to_last, to_valid};
            assign mac_out_keep[n*64 +: 64] = {{(64-BYTES){1'b0}}, to_keep};
            bl_ethernet #(.NODES(NODES), .NODE_W(NODE_W), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
                .CHAN_W(CHAN_W), .WIDTH(WIDTH), .RUN_WORDS(RUN_WORDS), .LOG_WINDOW(LOG_WINDOW),
                .WINDOW(WINDOW), .SEND_FRAMES(SEND_FRAMES), .RECV_FRAMES(RECV_FRAMES),
                .TIMEOUT(TIMEOUT), .RETRIES(RETRIES), .PATIENCE(PATIENCE),
                .LOG_BUFFER(LOG_BUFFER), .HASH_LOW(n == OTHER ? 32'd1 : 32'd0)) port (
                .clk(clk), .rst(rst), .node(NODE[NODE_W-1:0]), .s_tvalid(end_in[n*64 +: NODES]),
                .s_tready(ready), .s_tdata(s_flits), .s_credit(freed[n*64 +: 4*NODES]),
                .m_tvalid(valid), .m_tdata(m_flits), .m_credit(gives), .stopped(stopped),
                .cause(cause), .session(end_in[n*64+16 +: 16]), .ethertype(16'h88b5),
                .select(8'd0), .address_low(32'd0), .address_high(16'd0), .address_write(1'b0),
                .count_select(end_in[n*64+32 +: 16]), .count(count), .count_shown(),
                .m_mac_tvalid(to_valid), .m_mac_tready(mac_in[n*64]),
                .m_mac_tdata(mac_out_data[n*WIDTH +: WIDTH]), .m_mac_tkeep(to_keep),
                .m_mac_tlast(to_last), .s_mac_up(mac_in[n*64+4]),
                .s_mac_tvalid(mac_in[n*64+1]), .s_mac_tdata(mac_in_data[n*WIDTH +: WIDTH]),
                .s_mac_tkeep(mac_in_keep[n*64 +: BYTES]), .s_mac_tlast(mac_in[n*64+2]),
                .s_mac_tuser(mac_in[n*64+3]));
        end
    endgenerate
endmodule
`default_nettype wire
