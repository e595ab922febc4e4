`default_nettype none
// Proof of the room in the collector's banks, apart from its data: an environment that stops
// offering at the last permitted moment.
module bl_collector_room #(
    // elements offered in a cycle
    parameter PORTS = 2,
    // elements in a word
    parameter ELEMS = 2,
    // log2 of the elements in a bank
    parameter LOG_BANK = 4
) (
    input wire             clk,
    input wire             rst,
    input wire [PORTS-1:0] offer,
    input wire             ready
);
    reg [3:0]        recent;
    reg              begun = 1'b0;
    reg [9:0]        inside;
    wire             go, done, valid, last;
    wire [ELEMS-1:0] keep;
    wire [ELEMS-1:0] data;
    wire [PORTS-1:0] offered = (go || recent != 4'd0) ? offer : {PORTS{1'b0}};
    reg [5:0]        in, out;
    integer          i;

    bl_collector #(.PORTS(PORTS), .ELEMS(ELEMS), .ELEM_W(1), .LOG_BANK(LOG_BANK)) collector (
        .clk(clk), .rst(rst), .s_valid(offered), .s_data({PORTS{1'b0}}), .s_last(1'b0), .go(go),
        .done(done), .m_axis_tvalid(valid), .m_axis_tready(ready), .m_axis_tdata(data),
        .m_axis_tkeep(keep), .m_axis_tlast(last));

    always @* begin
        in  = 0;
        out = 0;
        for (i = 0; i < PORTS; i = i + 1) in = in + offered[i];
        for (i = 0; i < ELEMS; i = i + 1) out = out + (valid & ready & keep[i]);
    end
    always @(posedge clk) begin
        begun  <= 1'b1;
        recent <= rst ? 4'd0 : {recent[2:0], go};
        inside <= rst ? 10'd0 : inside + in - out;
    end
    // Rule 1: the banks, which are filled in turn, never hold more than 2^LOG_BANK - 1 elements
    // each.
    always @* begin
        if (!begun) assume (rst);
        else assert (inside <= PORTS * ((1 << LOG_BANK) - 1));
    end
endmodule
`default_nettype wire
