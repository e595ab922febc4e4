// SPDX-License-Identifier: ISC
`default_nettype none
// A node's links over serial cores: a bl_wire_link for every peer. What the node sends to itself
// stays in it, and the wire of its own number is not used.
// Contract: s_* and m_* are the endpoint's links by peer (docs/networks.md, "The carrier"),
// m_wire_* and s_wire_* the wires by peer. The carrier stops with a cause, 1 + p: peer p is silent,
// 65 + p: it was restarted. Then it falls silent itself, so that all nodes see the end.
// Cut: as of bl_wire_link; m_tvalid follows from registers.
// Latency: as of bl_wire_link; to itself 1 cycle. Throughput: 1 flit a cycle and link, each way.
module bl_wire_links #(
    // nodes: 2..64
    parameter NODES = 8,
    // bits of a node's number: log2(NODES)..6
    parameter NODE_W = 3,
    // elements in a flit: 1..16
    parameter ELEMS = 8,
    // bits in an element: 1..1024
    parameter ELEM_W = 32,
    // bits of a channel's number: 1..4
    parameter CHAN_W = 3,
    // bits in a word: 64..512, a power of two
    parameter WIDTH = 256,
    // flits in a block: 1..min(60, 4096 / (1 + ELEMS * ELEM_W / WIDTH))
    parameter RUN = 32,
    // log2 of the words that may be on their way, two blocks at least:
    // max(6, log2(2 * RUN * (1 + ELEMS * ELEM_W / WIDTH) + 8))..14
    parameter LOG_RING = 9,
    // cycles without a block after which a tail goes out alone: 64..65535
    parameter TIMEOUT = 1024,
    // cycles without anything until the peer counts as silent: 64..1073741823
    parameter SILENCE = 20000000,
    // derived, leave alone: bits of a flit
    parameter FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [NODE_W-1:0]       node,
    // the endpoint, by peer
    input  wire [NODES-1:0]        s_tvalid,
    output wire [NODES-1:0]        s_tready,
    input  wire [NODES*FLIT_W-1:0] s_tdata,
    input  wire [NODES*4-1:0]      s_credit,
    output wire [NODES-1:0]        m_tvalid,
    output wire [NODES*FLIT_W-1:0] m_tdata,
    output wire [NODES*4-1:0]      m_credit,
    output reg                     stopped,
    output reg  [7:0]              cause,
    // the serial cores, by peer
    input  wire [NODES-1:0]        up,
    output wire [NODES-1:0]        m_wire_tvalid,
    input  wire [NODES-1:0]        m_wire_tready,
    output wire [NODES*WIDTH-1:0]  m_wire_tdata,
    output wire [NODES-1:0]        m_wire_tlast,
    input  wire [NODES-1:0]        s_wire_tvalid,
    input  wire [NODES*WIDTH-1:0]  s_wire_tdata,
    input  wire [NODES-1:0]        s_wire_tlast
);
    localparam BLOCK = RUN * (1 + ELEMS * ELEM_W / WIDTH);     // words without a tail, at most
    generate
        if (NODES < 2 || NODES > 64 || NODES > (1 << NODE_W)) begin : g_check_nodes
            bl_wire_links_illegal_NODES illegal();
        end
        if (NODE_W < 1 || NODE_W > 6) begin : g_check_node_w
            bl_wire_links_illegal_NODE_W illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_wire_links_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1 || ELEM_W > 1024) begin : g_check_elem_w
            bl_wire_links_illegal_ELEM_W illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 4) begin : g_check_chan_w
            bl_wire_links_illegal_CHAN_W illegal();
        end
        if (WIDTH != 64 && WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_wire_links_illegal_WIDTH illegal();
        end
        if (RUN < 1 || RUN > 60 || BLOCK > 4096) begin : g_check_run
            bl_wire_links_illegal_RUN illegal();
        end
        if (LOG_RING < 6 || LOG_RING > 14 || 2 * BLOCK + 8 > (1 << LOG_RING))
            begin : g_check_log_ring
            bl_wire_links_illegal_LOG_RING illegal();
        end
        if (TIMEOUT < 64 || TIMEOUT > 65535) begin : g_check_timeout
            bl_wire_links_illegal_TIMEOUT illegal();
        end
        if (SILENCE < 64 || SILENCE > 1073741823) begin : g_check_silence
            bl_wire_links_illegal_SILENCE illegal();
        end
    endgenerate

    wire             ended = |cause;
    wire [NODES-1:0] restarted, silent;
    genvar p;
    generate
        for (p = 0; p < NODES; p = p + 1) begin : g_peer
            localparam [31:0] PEER = p;
            wire              self = node == PEER[NODE_W-1:0];
            wire              ready, came;
            wire [FLIT_W-1:0] flit;
            wire [3:0]        gives;
            bl_wire_link #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W), .WIDTH(WIDTH),
                .RUN(RUN), .LOG_RING(LOG_RING), .TIMEOUT(TIMEOUT), .SILENCE(SILENCE)) link (
                .clk(clk), .rst(rst), .stop(ended), .restarted(restarted[p]), .silent(silent[p]),
                .s_tvalid(s_tvalid[p] & ~self), .s_tready(ready),
                .s_tdata(s_tdata[p*FLIT_W +: FLIT_W]), .s_credit(s_credit[p*4 +: 4]),
                .m_tvalid(came), .m_tdata(flit), .m_credit(gives), .up(up[p] & ~self),
                .m_wire_tvalid(m_wire_tvalid[p]), .m_wire_tready(m_wire_tready[p]),
                .m_wire_tdata(m_wire_tdata[p*WIDTH +: WIDTH]), .m_wire_tlast(m_wire_tlast[p]),
                .s_wire_tvalid(s_wire_tvalid[p] & ~self),
                .s_wire_tdata(s_wire_tdata[p*WIDTH +: WIDTH]), .s_wire_tlast(s_wire_tlast[p]));
            // to itself
            reg              loop_valid;
            reg [3:0]        loop_credit;
            reg [FLIT_W-1:0] loop;
            always @(posedge clk) begin
                loop_valid  <= s_tvalid[p] & ~ended;
                loop_credit <= s_credit[p*4 +: 4];
                loop        <= s_tdata[p*FLIT_W +: FLIT_W];
                if (rst) begin
                    loop_valid  <= 1'b0;
                    loop_credit <= 4'd0;
                end
            end
            assign s_tready[p] = ~ended & (self | ready);
            assign m_tvalid[p] = ~ended & (self ? loop_valid : came);
            assign m_tdata[p*FLIT_W +: FLIT_W] = self ? loop : flit;
            assign m_credit[p*4 +: 4] = self ? loop_credit : gives;
        end
    endgenerate

    // ---- why it stops ----
    reg [7:0] why;
    integer   i;
    always @* begin
        why = 8'd0;
        for (i = NODES - 1; i >= 0; i = i - 1) begin
            if (silent[i])    why = 8'd1 + i[7:0];
            if (restarted[i]) why = 8'd65 + i[7:0];
        end
    end
    always @(posedge clk) begin
        if (~ended) cause <= why;
        stopped <= ended;
        if (rst) begin
            cause   <= 8'd0;
            stopped <= 1'b0;
        end
    end
endmodule
`default_nettype wire
