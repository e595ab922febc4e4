`default_nettype none
// Proof of a link of Ethernet: what bl_eth_tx_window of a node and bl_eth_rx_window of its peer
// know of each other's frames, over a wire that does what it likes with what was sent: it loses,
// repeats, holds back and reorders. A frame that arrives is one that was sent before; an
// acknowledge one that the receiver might have sent before; a report may say anything, and a place
// may lack.
module bl_eth_link #(
    // log2 of the places in the ring
    parameter LOG_WINDOW = 2,
    // frames that may be out
    parameter WINDOW = 3
) (
    input wire                     clk,
    input wire                     rst,
    input wire                     tick,
    input wire                     ready,
    input wire                     closes,
    input wire                     sends,
    input wire                     sends_again,
    input wire                     asks,
    input wire [LOG_WINDOW-1:0]    index,
    // what arrives
    input wire                     came,
    input wire [23:0]              seq,
    input wire                     asked,
    input wire                     held,
    input wire                     delivers,
    input wire                     ack_valid,
    input wire [23:0]              ack,
    input wire                     report_valid,
    input wire [(1<<LOG_WINDOW)-1:0] report
);
    localparam RING = 1 << LOG_WINDOW;
    wire                  room, empty, lone, jam, fresh, probe, quiet, failed, lags;
    wire [23:0]           acked, expected;
    wire [LOG_WINDOW:0]   out;
    wire [RING-1:0]       again, missing;
    wire [LOG_WINDOW-1:0] lag_index;
    wire                  opens = closes & room;
    wire                  keep, beyond, next, due, urgent, excess;
    wire [15:0]           credit;
    wire [3:0]            give;
    bl_eth_tx_window #(.LOG_WINDOW(LOG_WINDOW), .WINDOW(WINDOW), .TIMEOUT(1), .RETRIES(3)) sent (
        .clk(clk), .rst(rst), .tick(tick), .ready(ready), .wanted(1'b0), .peer_alive(1'b1),
        .opened(opens), .closed_old(1'b0), .closed_new(opens), .room(room), .empty(empty),
        .lone(lone), .jam(jam), .ack_valid(ack_valid), .ack(ack), .report_valid(report_valid),
        .report(report), .acked(acked), .out(out), .fresh(fresh), .sent_new(sends & fresh),
        .again(again), .sent_again(sends_again), .again_index(index), .probe(probe),
        .sent_probe(asks & probe), .quiet(quiet), .sent_any(sends), .failed(failed), .lags(lags),
        .lag_index(lag_index), .gave_back(lags));
    bl_eth_rx_window #(.LOG_WINDOW(LOG_WINDOW), .WINDOW(WINDOW), .LOG_BUFFER(4)) got (
        .clk(clk), .rst(rst), .tick(tick), .came(came), .seq(seq), .asked(asked), .keep(keep),
        .beyond(beyond), .held(held), .expected(expected), .next(next), .taken(delivers & next),
        .missing(missing), .due(due), .urgent(urgent), .ack_sent(asks),
        .missing_sent({RING{1'b0}}), .freed(4'd0), .credit(credit), .leaves(1'b0),
        .grant_valid(1'b0), .granted(16'd0), .excess(excess), .give(give));

`ifdef FORMAL
    // Rule 1: what is acknowledged was delivered, and what is delivered was sent.
    // Rule 2: of any frame: it was delivered once when a later one is expected, else not at all.
    // Rule 3: it is delivered when it has come and found a place, in the order of the numbers.
    (* anyconst *) wire [23:0] f_seq;
    reg         f_reset = 1'b0, f_came;
    reg  [23:0] f_sent;
    reg  [1:0]  f_delivered;
    wire        f_delivers = delivers & next & (expected == f_seq);
    always @(posedge clk) begin
        f_reset     <= 1'b1;
        f_sent      <= f_sent + (sends & fresh);
        f_came      <= f_came | (came & held & (seq == f_seq));
        f_delivered <= f_delivered + f_delivers;
        if (rst) begin
            f_sent      <= 24'd0;
            f_came      <= 1'b0;
            f_delivered <= 2'd0;
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        assume (!came || seq < f_sent);
        assume (!ack_valid || ack <= expected);
        if (f_reset) begin
            assert (acked + out == f_sent);
            assert (acked <= expected && expected <= f_sent);
            assert (f_delivered == (expected > f_seq));
            if (f_delivers) assert (f_came);
        end
    end
`endif
endmodule
`default_nettype wire
