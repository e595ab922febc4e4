// The network of the bench with a seeded fault at its receiving side (FAULT, see `names` in run; 0:
// none). The faults strike lane 0 of node 1 once, at the word number STRIKE or at the first one
// that they fit, unless said otherwise.
`timescale 1ns/1ps
`default_nettype none
module net_under_test #(parameter FAULT = 0, NODES = 4, LANES = 4, ELEMS = 4, ELEM_W = 32,
                        PACKET_WORDS = 8, NODE_W = 2, CHAN_W = 2) (
    input  wire                                   clk, rst,
    output wire                                   any_lane, selects,
    output wire [9:0]                             promised,
    input  wire [NODES*LANES-1:0]                 s_net_tvalid,
    output wire [NODES*LANES-1:0]                 s_net_tready,
    input  wire [NODES*LANES*ELEMS*ELEM_W-1:0]    s_net_tdata,
    input  wire [NODES*LANES*ELEMS-1:0]           s_net_tkeep,
    input  wire [NODES*LANES-1:0]                 s_net_tlast,
    input  wire [NODES*LANES*(NODE_W+CHAN_W)-1:0] s_net_tdest,
    input  wire [NODES*LANES*2-1:0]               s_net_tuser,
    output wire [NODES*NODES-1:0]                 dst_ready,
    output reg  [NODES*LANES-1:0]                 m_net_tvalid,
    input  wire [NODES*LANES-1:0]                 m_net_tready,
    output reg  [NODES*LANES*ELEMS*ELEM_W-1:0]    m_net_tdata,
    output reg  [NODES*LANES*ELEMS-1:0]           m_net_tkeep,
    output reg  [NODES*LANES-1:0]                 m_net_tlast,
    output reg  [NODES*LANES*NODE_W-1:0]          m_net_tid,
    output reg  [NODES*LANES*2-1:0]               m_net_tuser,
    input  wire [NODES*LANES-1:0]                 rx_epoch, rx_any,
    input  wire [NODES*LANES*NODE_W-1:0]          rx_source
);
    localparam W = ELEMS * ELEM_W, HIT = LANES, STRIKE = 5;   // HIT: lane 0 of node 1
    localparam DROP = 1, SWAP = 2, DUPLICATE = 3, BIT = 4, LOST_END = 5, EARLY_END = 6,
        WRONG_LANE = 7, WRONG_SOURCE = 8, MIX_EPOCHS = 9, BLOCK_OTHERS = 10, NEVER_READY = 11,
        HALF_RATE = 12, IGNORE_SELECT = 13, LOST_LAST = 14, WITHDRAW = 15, FILL = 16;
    // what the fault makes of it; a register behind it, so that a fault is not just a withdrawn
    // offer
    reg  [NODES*LANES-1:0]        f_v, f_l, o_v = 0, o_l;
    reg  [NODES*LANES*W-1:0]      f_d, o_d;
    reg  [NODES*LANES*ELEMS-1:0]  f_k, o_k;
    reg  [NODES*LANES*NODE_W-1:0] f_id, o_id;
    reg  [NODES*LANES*2-1:0]      f_u, o_u;
    wire [NODES*LANES-1:0]        free = ~o_v | m_net_tready;
    integer                       i;
    wire [NODES*LANES-1:0]        v, l;
    wire [NODES*LANES*W-1:0]      d;
    wire [NODES*LANES*ELEMS-1:0]  k;
    wire [NODES*LANES*NODE_W-1:0] id;
    wire [NODES*LANES*2-1:0]      u;
    wire [NODES*NODES-1:0]        can;
    reg  [NODES*LANES-1:0]        r, r_fault;
    reg                           tick = 0, struck = 0, held = 0;
    reg  [W-1:0]                  held_d;
    reg  [ELEMS-1:0]              held_k;
    reg                           held_l;
    reg  [NODE_W-1:0]             held_id;
    reg  [1:0]                    held_u;
    integer                       count = 0, cycles = 0;
    wire                          due = count >= STRIKE && !struck && v[HIT];
    wire                          full = |k[HIT*ELEMS +: ELEMS];
    wire [NODES*LANES-1:0]        ones = {NODES*LANES{1'b1}};

    network #(.NODES(NODES), .LANES(LANES), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
              .PACKET_WORDS(PACKET_WORDS), .NODE_W(NODE_W), .CHAN_W(CHAN_W)) net (
        .clk(clk), .rst(rst), .any_lane(any_lane), .selects(selects), .promised(promised),
        .s_net_tvalid(s_net_tvalid), .s_net_tready(s_net_tready), .s_net_tdata(s_net_tdata),
        .s_net_tkeep(s_net_tkeep), .s_net_tlast(s_net_tlast), .s_net_tdest(s_net_tdest),
        .s_net_tuser(s_net_tuser), .dst_ready(can), .m_net_tvalid(v), .m_net_tready(r),
        .m_net_tdata(d), .m_net_tkeep(k), .m_net_tlast(l), .m_net_tid(id), .m_net_tuser(u),
        .rx_epoch((FAULT == MIX_EPOCHS) ? rx_epoch ^ {NODES*LANES{tick}} : rx_epoch),
        .rx_any((FAULT == IGNORE_SELECT) ? ones : rx_any), .rx_source(rx_source));

    // node 0 never sees node 1 ready
    assign dst_ready = (FAULT == NEVER_READY) ? can & ~(1 << 1) : can;

    always @* begin
        f_v  = v;
        f_d  = d;
        f_k  = k;
        f_l  = l;
        f_id = id;
        f_u  = u;
        r_fault = free;
        if (FAULT == DROP && due && full) begin
            f_v[HIT] = 0;
            r_fault[HIT] = 1;
        end
        if (FAULT == SWAP) begin
            if (due && full && !held) begin                              // keep this one back
                f_v[HIT] = 0;
                r_fault[HIT] = 1;
            end else if (held && tick) begin                             // after the next one
                f_v[HIT] = 1;
                {f_d[HIT*W +: W], f_k[HIT*ELEMS +: ELEMS], f_l[HIT], f_id[HIT*NODE_W +: NODE_W],
                 f_u[HIT*2 +: 2]} = {held_d, held_k, held_l, held_id, held_u};
                r_fault[HIT] = 0;
            end
        end
        if (FAULT == DUPLICATE && due && full) r_fault[HIT] = 0;
        if (FAULT == BIT && due && full) f_d[HIT*W+40] = ~d[HIT*W+40];
        if (FAULT == LOST_END && !struck && u[HIT*2]) f_u[HIT*2] = 0;
        if (FAULT == EARLY_END && due && !u[HIT*2]) f_u[HIT*2] = 1;
        if (FAULT == WRONG_SOURCE && due) f_id[HIT*NODE_W] = ~id[HIT*NODE_W];
        if (FAULT == WRONG_LANE && !struck && v[HIT] && v[HIT+1] && count >= STRIKE) begin
            f_d[HIT*W +: 2*W]         = {d[HIT*W +: W], d[(HIT+1)*W +: W]};
            f_k[HIT*ELEMS +: 2*ELEMS] = {k[HIT*ELEMS +: ELEMS], k[(HIT+1)*ELEMS +: ELEMS]};
        end
        if (FAULT == BLOCK_OTHERS && |(v & ~free)) begin
            f_v = 0;
            r_fault = 0;
        end
        if (FAULT == HALF_RATE && !tick) begin
            f_v = 0;
            r_fault = 0;
        end
        if (FAULT == LOST_LAST) f_l[HIT] = 0;
        if (FAULT == FILL && full) f_k[HIT*ELEMS +: ELEMS] = {ELEMS{1'b1}};
    end

    always @* begin
        {m_net_tvalid, m_net_tdata, m_net_tkeep, m_net_tlast, m_net_tid, m_net_tuser} =
            {o_v, o_d, o_k, o_l, o_id, o_u};
        if (FAULT == WITHDRAW && tick) m_net_tvalid[HIT] = 0;
        // the network itself, nothing between
        if (FAULT == 0) begin
            {m_net_tvalid, m_net_tdata, m_net_tkeep, m_net_tlast, m_net_tid, m_net_tuser} =
                {v, d, k, l, id, u};
            r = m_net_tready;
        end else r = r_fault;
    end
    always @(posedge clk) for (i = 0; i < NODES * LANES; i = i + 1) if (free[i]) begin
        o_v[i] <= f_v[i] & ~rst;
        o_l[i] <= f_l[i];
        o_d[i*W +: W] <= f_d[i*W +: W];
        o_k[i*ELEMS +: ELEMS] <= f_k[i*ELEMS +: ELEMS];
        o_id[i*NODE_W +: NODE_W] <= f_id[i*NODE_W +: NODE_W];
        o_u[i*2 +: 2] <= f_u[i*2 +: 2];
    end

    always @(posedge clk) begin
        if (v[HIT] && r[HIT]) count <= count + 1;
        case (FAULT)
            SWAP: begin
                if (due && full && !held) begin
                    {held_d, held_k, held_l, held_id, held_u} <= {d[HIT*W +: W],
                        k[HIT*ELEMS +: ELEMS], l[HIT], id[HIT*NODE_W +: NODE_W], u[HIT*2 +: 2]};
                    held <= 1;
                    struck <= 1;
                end
                if (held && !tick && v[HIT] && free[HIT]) tick <= 1;
                if (held && tick && free[HIT]) held <= 0;
            end
            DROP: if (due && full) struck <= 1;
            DUPLICATE, BIT: if (due && full && free[HIT]) struck <= 1;
            LOST_END: if (v[HIT] && u[HIT*2] && free[HIT]) struck <= 1;
            EARLY_END: if (due && !u[HIT*2] && free[HIT]) struck <= 1;
            WRONG_SOURCE: if (due && free[HIT]) struck <= 1;
            WRONG_LANE:
                if (v[HIT] && v[HIT+1] && count >= STRIKE && (free[HIT] || free[HIT+1]))
                    struck <= 1;
            WITHDRAW: begin
                if (o_v[HIT] && !m_net_tready[HIT] && count >= STRIKE) struck <= 1;
                tick <= o_v[HIT] && !m_net_tready[HIT] && count >= STRIKE && !struck;
            end
            // half of what the network promises
            HALF_RATE: begin
                tick   <= cycles + promised >= 2000;
                cycles <= (cycles + promised >= 2000) ? cycles + promised - 2000
                    : cycles + promised;
            end
            // in one cycle of 32 the other epoch is let through
            MIX_EPOCHS: begin
                cycles <= cycles + 1;
                tick   <= cycles % 32 == 0;
            end
            default: tick <= 0;
        endcase
    end
endmodule
`default_nettype wire
