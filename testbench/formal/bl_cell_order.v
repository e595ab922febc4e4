`default_nettype none
// Proof of a link of cells, one virtual channel: bl_cell_sent, a way for cells and one for
// messages, both of any delay, on which anything may be lost but nothing overtakes, and
// bl_cell_got. A cell is its number on the link, and its true one, which nothing but the rules
// looks at.
module bl_cell_order #(
    // cells, and messages, that may be on their way
    parameter LINE = 2,
    // cells that the next hop has room for: 1..8
    parameter PLACES = 2
) (
    input wire       clk,
    input wire       rst,
    input wire       wants,                      // a cell begins if it may
    input wire       ends,                       // the one that is being sent has left,
    input wire       bad,                        // or does not count,
    input wire       loses,                      // and is lost,
    input wire       arrives,                    // the oldest on its way arrives,
    input wire       fine,                       // and is undamaged
    input wire       gives,                      // one that was accepted is passed on
    input wire       lost,                       // something else came damaged
    input wire       tells,                      // a message leaves without news
    input wire       waits,                      // what came is not settled yet
    input wire       hears,                      // the oldest message arrives,
    input wire       drops                       // or is lost
);
    wire       may, back, failed, take, say, again;
    wire [3:0] number, expected, came;
    reg        busy;                             // a cell is being sent: {true number, number}
    reg  [9:0] leaver;                           // true number, of 6 bits
    reg  [9:0] cells [0:LINE-1];
    reg  [14:0] messages [0:LINE-1];             // {true number, again, expected, room}
    reg  [2:0] many, said;                       // on their way
    reg  [5:0] reader, kept;                     // true number: next to be read; oldest kept
    reg  [5:0] accepted;                         // true number: next to be accepted
    reg  [3:0] inside;                           // accepted and not passed on
    wire       room   = inside != PLACES;
    wire       begins = wants & may & (~busy | ends);
    wire       leaves = busy & ends;
    wire       comes  = arrives & (many != 0);
    wire       hear   = hears & (said != 0);
    wire [9:0] first  = cells[0];
    wire [14:0] message = messages[0];
    wire       good   = comes & take & fine;
    wire       given  = gives & (inside != 0);

    bl_cell_sent #(.TIMEOUT(16), .RETRIES(65535)) sent (
        .clk(clk), .rst(rst), .may(may), .number(number), .begins(begins), .ends(leaves),
        .bad(bad), .heard(hear & ~drops), .expected(message[7:4]), .room(message[3:0]),
        .again(message[8]), .came(came), .settled(~waits), .back(back), .failed(failed));
    // A cell begins and ends in one cycle here: words between change nothing.
    bl_cell_got got (
        .clk(clk), .rst(rst), .begins(comes), .number(first[3:0]), .room(room), .take(take),
        .ends(comes & take), .fine(fine), .lost(lost & ~comes), .expected(expected), .say(say),
        .again(again));

`ifdef FORMAL
    // Rule 1: the cell that is accepted is the next one that was not: nothing is lost, nothing
    // comes twice, and the order stays. Rule 2: a cell is given back after it was accepted. Rule 3:
    // for the next cell there is always room. Rule 4: what the next hop says is believed, or else
    // nothing would go on.
    reg        f_reset = 1'b0;
    integer    k;
    wire [5:0] f_ahead = accepted - kept;
    wire       f_room_cells = many != LINE || comes;
    wire       f_room_said  = said != LINE || hear;
    wire [3:0] f_next = expected + (good ? 4'd1 : 4'd0);
    wire [3:0] f_inside = inside + (good ? 4'd1 : 4'd0) - (given ? 4'd1 : 4'd0);
    wire       f_says = (say | tells) & f_room_said;
    always @(posedge clk) begin
        f_reset <= 1'b1;
        if (begins) begin
            leaver <= {reader + (leaves & ~bad), number};
            busy   <= 1'b1;
        end
        if (leaves && !begins) busy <= 1'b0;
        kept   <= kept + came;
        reader <= back ? kept : reader + (leaves & ~bad);
        accepted <= accepted + {5'd0, good};
        inside   <= f_inside;
        for (k = 0; k < LINE; k = k + 1) begin
            if (comes && k + 1 < LINE) cells[k] <= cells[k+1 < LINE ? k+1 : k];
            if (leaves && !loses && !bad && k == many - comes) cells[k] <= leaver;
            if (hear && k + 1 < LINE) messages[k] <= messages[k+1 < LINE ? k+1 : k];
            if (f_says && k == said - hear)
                messages[k] <= {accepted + {5'd0, good}, say & again, f_next,
                                PLACES[3:0] - f_inside};
        end
        many <= many - comes + (leaves && !loses && !bad);
        said <= said - hear + f_says;
        if (rst) begin
            busy <= 0;
            many <= 0;
            said <= 0;
            reader <= 0;
            kept <= 0;
            accepted <= 0;
            inside <= 0;
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        if (f_reset) assume (!rst);
        assume (!(leaves && !loses && !bad) || f_room_cells);
        if (f_reset) begin
            if (good) assert (first[9:4] == accepted);
            assert (f_ahead <= 6'd8);
            if (comes && first[9:4] == accepted) assert (room);
            if (hear && !drops) assert (kept + came == message[14:9]);
        end
    end
`endif
endmodule
`default_nettype wire
