`default_nettype none
// Proof of a link of cells, one virtual channel: bl_cell_sent, a way for cells and one for
// messages, both of any delay, on which anything may be lost but nothing overtakes, and
// bl_cell_got. A cell is its number on the link, and its true one, which nothing but the rules
// looks at.
module bl_cell_order #(
    // cells, and messages, that may be on their way
    parameter LINE = 2
) (
    input wire       clk,
    input wire       rst,
    input wire       wants,                      // a cell begins if it may
    input wire       ends,                       // the one that is being sent has left,
    input wire       loses,                      // and is lost,
    input wire       arrives,                    // the oldest on its way arrives,
    input wire       room, fine,                 // and finds room, and is undamaged
    input wire       lost,                       // something else came damaged
    input wire       hears,                      // the oldest message arrives,
    input wire       drops                       // or is lost
);
    wire       may, back, failed, take, say;
    wire [2:0] number, expected;
    wire [2:0] free;
    wire [1:0] kind;
    reg        busy;                             // a cell is being sent: {true number, number}
    reg  [6:0] leaver;
    reg  [6:0] cells [0:LINE-1];
    reg  [4:0] messages [0:LINE-1];
    reg  [2:0] many, said;                       // on their way
    reg  [3:0] reader, kept;                     // true number: next to be read; oldest kept
    reg  [3:0] accepted;                         // true number: next to be accepted
    wire       begins = wants & may & (~busy | ends);
    wire       leaves = busy & ends;
    wire       comes  = arrives & (many != 0);
    wire       hear   = hears & (said != 0);
    wire [6:0] first  = cells[0];
    wire [4:0] message = messages[0];
    wire       good   = comes & take & fine;

    bl_cell_sent #(.TIMEOUT(16), .RETRIES(65535)) sent (
        .clk(clk), .rst(rst), .may(may), .number(number), .begins(begins), .ends(leaves),
        .heard(hear & ~drops), .expected(message[2:0]), .again(message[4:3] != 2'd0),
        .damaged(message[4]), .free(free), .back(back), .failed(failed));
    // A cell begins and ends in one cycle here: words between change nothing.
    bl_cell_got got (
        .clk(clk), .rst(rst), .begins(comes), .number(first[2:0]), .room(room), .take(take),
        .ends(comes & take), .fine(fine), .lost(lost & ~comes), .expected(expected), .say(say),
        .kind(kind));

`ifdef FORMAL
    // Rule 1: the cell that is accepted is the next one that was not: nothing is lost, nothing
    // comes twice, and the order stays. Rule 2: a cell is given back after it was accepted.
    reg        f_reset = 1'b0;
    integer    k;
    wire [3:0] f_ahead = accepted - kept;
    wire       f_room_cells = many != LINE || comes;
    wire       f_room_said  = said != LINE || hear;
    wire [2:0] f_told = expected + (good ? 3'd1 : 3'd0);
    always @(posedge clk) begin
        f_reset <= 1'b1;
        if (begins) begin
            leaver   <= {reader, number};
            busy   <= 1'b1;
        end
        if (leaves && !begins) busy <= 1'b0;
        kept   <= kept + free;
        reader <= back ? kept + free : reader + begins;
        accepted <= accepted + good;
        for (k = 0; k < LINE; k = k + 1) begin
            if (comes && k + 1 < LINE) cells[k] <= cells[k+1 < LINE ? k+1 : k];
            if (leaves && !loses && k == many - comes) cells[k] <= leaver;
            if (hear && k + 1 < LINE) messages[k] <= messages[k+1 < LINE ? k+1 : k];
            if (say && k == said - hear && f_room_said) messages[k] <= {kind, f_told};
        end
        many <= many - comes + (leaves && !loses);
        said <= said - hear + (say && f_room_said);
        if (rst) begin
            busy <= 0;
            many <= 0;
            said <= 0;
            reader <= 0;
            kept <= 0;
            accepted <= 0;
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        if (f_reset) assume (!rst);
        assume (!(leaves && !loses) || f_room_cells);
        if (f_reset) begin
            if (good) assert (first[6:3] == accepted);
            assert (f_ahead <= 4'd4);
        end
    end
`endif
endmodule
`default_nettype wire
