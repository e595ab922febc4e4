`default_nettype none
// Proof that a ring of hubs never fills up: HUBS outputs, each a bl_hub_give with what passes on
// and what comes in, a buffer behind each, and places that come back after any time. TLPs are of a
// word: those between change nothing.
module bl_hub_ring #(
    // hubs of the ring
    parameter HUBS = 3,
    // TLPs in a buffer
    parameter SLOTS = 2
) (
    input wire            clk,
    input wire            rst,
    input wire [HUBS-1:0] comes,    // the host of a hub wants to write
    input wire [HUBS-1:0] leaves,   // the oldest of a buffer is for this hub's host, if it
                                    // is asked; else it goes on
    input wire [HUBS-1:0] arrives,  // a TLP gets over the link
    input wire [HUBS-1:0] returns   // a place gets back over it
);
    wire [HUBS-1:0] m_tvalid, m_tlast, m_tuser, goes_on, enters, takes, freed;
    wire [HUBS*128-1:0] m_tdata;
    reg  [3:0] held [0:HUBS-1];     // of the buffer of a hub
    reg  [3:0] away [0:HUBS-1];     // on the link to it
    reg  [3:0] back [0:HUBS-1];     // places on the link back from it
    genvar h;
    generate
        for (h = 0; h < HUBS; h = h + 1) begin : g_hub
            localparam NEXT = (h + 1) % HUBS;
            wire some  = held[h] != 4'd0;
            wire gets  = arrives[h] & away[h] != 4'd0;
            wire gone  = some & (leaves[h] | goes_on[h]);
            wire moves = m_tvalid[h];
            assign freed[h] = returns[NEXT] & back[NEXT] != 4'd0;
            bl_hub_give #(.INPUTS(2), .PASSES(1), .BUBBLE(1), .SLOTS(SLOTS)) give (
                .clk(clk), .rst(rst), .s_tvalid({comes[h], some & ~leaves[h]}),
                .s_tready({enters[h], goes_on[h]}), .s_tdata(256'd0), .s_tlast(2'b11),
                .s_tuser(2'b00),
                .m_tvalid(m_tvalid[h]), .m_tready(1'b1), .m_tdata(m_tdata[128*h +: 128]),
                .m_tlast(m_tlast[h]), .m_tuser(m_tuser[h]), .freed(freed[h]));
            assign takes[NEXT] = moves;
            always @(posedge clk)
                if (rst) begin
                    held[h] <= 4'd0;
                    away[h] <= 4'd0;
                    back[h] <= 4'd0;
                end else begin
                    held[h] <= held[h] + {3'd0, gets} - {3'd0, gone};
                    away[h] <= away[h] + {3'd0, takes[h]} - {3'd0, gets};
                    back[h] <= back[h] + {3'd0, gone} - {3'd0, returns[h] & back[h] != 4'd0};
                end
        end
    endgenerate

`ifdef FORMAL
    // Rule 1: a buffer has room for what comes.
    // Rule 2: some place of the ring is always free, at a buffer or on its way back: a TLP that
    // goes on finds it, and a ring's TLPs wait for nothing else.
    reg f_past = 1'b0;
    integer f_k, f_all;
    always @(posedge clk) f_past <= 1'b1;
    always @* begin
        if (!f_past) assume (rst);
        f_all = 0;
        for (f_k = 0; f_k < HUBS; f_k = f_k + 1) begin
            f_all = f_all + held[f_k] + away[f_k] + m_tvalid[(f_k + HUBS - 1) % HUBS];
            if (f_past)
                assert (held[f_k] + away[f_k] + back[f_k] + m_tvalid[(f_k + HUBS - 1) % HUBS]
                        <= SLOTS);
        end
        if (f_past) assert (f_all < HUBS * SLOTS);
    end
`endif
    wire unused = &{1'b0, m_tdata, m_tlast, m_tuser, enters, 1'b0};
endmodule
`default_nettype wire
