`default_nettype none
// Proof of barriers of all nodes: bl_cell_barrier in each, and ways between node 0 and the others
// on which cells stay as long as they like, of different barriers in any order; a cell for all goes
// on, when it arrives, to the node behind.
module bl_cell_barriers #(
    parameter NODES = 3,
    // 0: node 0 says it over both links; 1: over one, to node 1, which nodes 2 and up follow
    parameter CHAIN = 0,
    parameter BARRIERS = 2
) (
    input wire                      clk,
    input wire                      rst,
    input wire [NODES*BARRIERS-1:0] wants,       // kernels enter, if they are not there
    input wire [2*NODES-1:0]        takes,       // what is asked for goes on its way
    input wire [NODES-1:0]          comes,       // by node: one arrives there,
    input wire [2*NODES-1:0]        from         // of the node, and at others of the barrier
);
    localparam NODE_W = 2, CHAN_W = 1, ALL = NODES * BARRIERS;
    localparam [1:0] COPIES = CHAIN ? 2'b01 : 2'b11;
    reg  [ALL-1:0]         inside;               // entered, and not left
    reg  [2*ALL-1:0]       rounds_in, rounds_out;    // how often, modulo 4
    reg  [ALL-1:0]         entering, leaving;    // cells on their way, by node
    wire [ALL-1:0]         enters = wants & ~inside, leaves;
    wire [2*NODES-1:0]     valid, taken = valid & takes;
    wire [NODES-1:0]       says;
    wire [NODES*CHAN_W-1:0] number;
    reg  [NODES-1:0]       s_enter, s_leave;
    reg  [NODES*CHAN_W-1:0] s_number;
    reg  [ALL-1:0]         gone;                 // of those on their way: it arrives
    genvar n;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : g_node
            localparam [31:0] NODE = n;
            bl_cell_barrier #(.NODES(NODES), .NODE_W(NODE_W), .CHAN_W(CHAN_W),
                .BARRIERS(BARRIERS)) barrier (
                .clk(clk), .rst(rst), .node(NODE[NODE_W-1:0]), .way(2'd1), .copies(COPIES),
                .enters(enters[BARRIERS*n +: BARRIERS]), .leaves(leaves[BARRIERS*n +: BARRIERS]),
                .s_enter(s_enter[n]), .s_leave(s_leave[n]), .s_number(s_number[n +: 1]),
                .m_valid(valid[2*n +: 2]), .m_leaves(says[n]),
                .m_number(number[n +: 1]), .m_take(taken[2*n +: 2]));
        end
    endgenerate
    // Node 0 gets a cell of node `from`, the others one of barrier `from`.
    integer p, b, at;
    always @* begin
        {s_enter, s_leave} = {2*NODES{1'b0}};
        s_number = {NODES{1'b0}};
        gone = {ALL{1'b0}};
        for (p = 1; p < NODES; p = p + 1) for (b = 0; b < BARRIERS; b = b + 1) begin
            at = BARRIERS * p + b;
            if (comes[0] && from[1:0] == p && entering[at] && !s_enter[0]) begin
                s_enter[0]  = 1'b1;
                s_number[0] = b;
                gone[at]    = 1'b1;
            end
            if (comes[p] && from[2*p +: 2] == b && leaving[at]) begin
                s_leave[p]  = 1'b1;
                s_number[p] = b;
                gone[at]    = 1'b1;
            end
        end
    end

`ifdef FORMAL
    // Rule 1: who leaves does so when all have entered, as often as it leaves, and was there. Rule
    // 2: nobody is notified twice, or before. Rule 3: while all are at a barrier something goes on.
    reg        f_reset = 1'b0;
    reg [ALL-1:0] f_entered = {ALL{1'b0}};       // in the cycle before
    reg [1:0]  f_ahead;
    reg        f_all, f_any;
    integer    k, l, m, c, to;
    always @(posedge clk) begin
        f_reset   <= 1'b1;
        f_entered <= enters;
        inside    <= (inside | enters) & ~leaves;
        entering  <= entering & ~gone;
        leaving   <= leaving & ~gone;
        for (k = 0; k < 2 * NODES; k = k + 1) if (taken[k]) begin
            if (k < 2) leaving[BARRIERS*(k+1) + number[0]] <= 1'b1;
            else entering[BARRIERS*(k/2) + number[k/2]] <= 1'b1;
        end
        if (CHAIN) for (k = BARRIERS; k < ALL - BARRIERS; k = k + 1)
            if (leaving[k] & gone[k]) leaving[k+BARRIERS] <= 1'b1;
        for (k = 0; k < ALL; k = k + 1) begin
            rounds_in[2*k +: 2]  <= rounds_in[2*k +: 2] + enters[k];
            rounds_out[2*k +: 2] <= rounds_out[2*k +: 2] + leaves[k];
        end
        if (rst) begin
            inside     <= {ALL{1'b0}};
            entering   <= {ALL{1'b0}};
            leaving    <= {ALL{1'b0}};
            rounds_in  <= {2*ALL{1'b0}};
            rounds_out <= {2*ALL{1'b0}};
            f_entered  <= {ALL{1'b0}};
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        if (f_reset && !rst) begin
            for (m = 0; m < ALL; m = m + 1) if (leaves[m]) begin
                assert (inside[m]);
                for (l = m % BARRIERS; l < ALL; l = l + BARRIERS) begin
                    f_ahead = rounds_in[2*l +: 2] - rounds_out[2*m +: 2];
                    assert (f_ahead == 2'd1 || f_ahead == 2'd2);
                end
            end
            for (m = 0; m < 2 * NODES; m = m + 1) if (valid[m]) begin
                to = m + 1;
                if (m < 2) begin
                    assert (says[0]);
                    assert (inside[BARRIERS*to + number[0]]);
                    assert (!leaving[BARRIERS*to + number[0]]);
                end else begin
                    assert (!says[m/2]);
                    assert (inside[BARRIERS*(m/2) + number[m/2]]);
                    assert (!entering[BARRIERS*(m/2) + number[m/2]]);
                end
            end
            for (c = 0; c < BARRIERS; c = c + 1) begin
                f_all = 1'b1;
                f_any = |valid;
                for (m = c; m < ALL; m = m + BARRIERS) begin
                    f_all = f_all & inside[m];
                    f_any = f_any | entering[m] | leaving[m] | leaves[m] | f_entered[m];
                end
                assert (!f_all || f_any);
            end
        end
    end
`endif
endmodule
`default_nettype wire
