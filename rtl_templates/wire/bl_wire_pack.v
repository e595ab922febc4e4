// SPDX-License-Identifier: ISC
`default_nettype none
// Flits into blocks of words: the data of up to RUN flits, packed, and behind them what is to be
// said of each, in the block's tail.
// Contract: flits are those of flit.def. Of data that is narrower than a word
// as many as fit share one, and wider data takes as many words as it needs, low bits first. What is
// not kept of it is zeros there: else nobody gives it, and the CRC, a value. A tail is 256 bits, or
// WIDTH where that is more, in words with `m_tail`, upper bits first. Of its fields (tail.def)
// `flits` and `block` are filled in here, the others by bl_wire_send. `block` (block.def) has an
// entry (entry.def) for each special flit; one that is not special has epoch and channel of the one
// before, all of its elements, and no end.
// A block ends with RUN flits, before a special one for which there is no entry, and with `close`
// when no flit is there or no `room`: a flit is begun only while there is that, for all of its
// words and a tail. m_* has no tready.
// Cut: s_tready, m_tvalid, m_tail and m_tdata are registers.
// Latency: 2 cycles. Throughput: 1 word a cycle.
module bl_wire_pack #(
    // elements in a flit: 1..16
    parameter ELEMS = 8,
    // bits in an element: 1..1024
    parameter ELEM_W = 32,
    // bits of a channel's number: 1..4
    parameter CHAN_W = 3,
    // bits in a word: 64..512, a power of two
    parameter WIDTH = 256,
    // flits in a block: 1..60
    parameter RUN = 32,
    // derived, leave alone: bits of a flit
    parameter FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              close,
    input  wire              room,
    input  wire              s_tvalid,
    output wire              s_tready,
    input  wire [FLIT_W-1:0] s_tdata,
    output reg               m_tvalid,
    output reg               m_tail,
    output reg  [WIDTH-1:0]  m_tdata
);
    localparam DATA_W = ELEMS * ELEM_W, ENTRY_W = ELEMS + CHAN_W + 2;
    localparam TAIL_W = (WIDTH > 256) ? WIDTH : 256, TAILS = TAIL_W / WIDTH;
    localparam WIRE_TAIL_BLOCK_AT = 96, BLOCK_W = TAIL_W - WIRE_TAIL_BLOCK_AT;
    localparam WIRE_BLOCK_ENTRIES_AT = CHAN_W + RUN + RUN + 1,
        POOL_W = BLOCK_W - WIRE_BLOCK_ENTRIES_AT, MOST_ENTRIES = POOL_W / ENTRY_W,
        ENTRIES = (MOST_ENTRIES < RUN) ? MOST_ENTRIES : RUN;
    localparam PARTS = (DATA_W + WIDTH - 1) / WIDTH, SHARE = (DATA_W > WIDTH) ? 1 : WIDTH / DATA_W;
    localparam [31:0] ENTRY_COUNT = ENTRIES, END_OF_TAIL = TAILS - 1;
    localparam [5:0] MOST = RUN, LAST_ENTRY = ENTRY_COUNT[5:0];
    localparam [31:0] PARTS_END = PARTS - 1, PLACES_END = SHARE - 1;
    localparam [8:0] LAST_PART = PARTS_END[8:0], LAST_PLACE = PLACES_END[8:0];
    localparam [2:0] LAST_TAIL = END_OF_TAIL[2:0];

    generate
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_wire_pack_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1 || ELEM_W > 1024) begin : g_check_elem_w
            bl_wire_pack_illegal_ELEM_W illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 4) begin : g_check_chan_w
            bl_wire_pack_illegal_CHAN_W illegal();
        end
        if (WIDTH != 64 && WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_wire_pack_illegal_WIDTH illegal();
        end
        if (RUN < 1 || RUN > 60) begin : g_check_run
            bl_wire_pack_illegal_RUN illegal();
        end
    endgenerate

    // ---- the flit and what it is beside the ones before ----
    wire              valid;
    wire [FLIT_W-1:0] flit;
    wire              take;
    bl_skid #(.WIDTH(FLIT_W)) stage (
        .clk(clk), .rst(rst), .s_tvalid(s_tvalid), .s_tready(s_tready), .s_tdata(s_tdata),
        .m_tvalid(valid), .m_tready(take), .m_tdata(flit));
    wire [ELEMS-1:0]  keep;
    wire [DATA_W-1:0] given;
    wire [CHAN_W-1:0] channel;
    wire              is_last, is_end, epoch;
    bl_flit_unpack #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W)) unpack (
        .flit(flit), .data(given), .keep(keep), .channel(channel), .is_last(is_last),
        .is_end(is_end), .epoch(epoch));
    wire [DATA_W-1:0] data;             // zeros where nothing is kept
    genvar            e;
    generate
        for (e = 0; e < ELEMS; e = e + 1) begin : g_kept
            assign data[e*ELEM_W +: ELEM_W] = given[e*ELEM_W +: ELEM_W] & {ELEM_W{keep[e]}};
        end
    endgenerate
    reg  [5:0]        count, used;
    reg  [CHAN_W:0]   now;              // {epoch, channel} of the flit before
    wire              begins  = ~(|count);
    wire              special = is_end | ~(&keep) | (~begins & (now != {epoch, channel}));

    // ---- what comes next: a part of a flit, the rest of a shared word, a part of the tail ----
    reg  [8:0] part, place;
    reg        tail, rest;
    reg  [2:0] turn;
    wire       fits = (count != MOST) & (~special | used != LAST_ENTRY);
    wire       in_flit = |part;
    wire       ends = ~begins & ~in_flit & (count == MOST | (valid & ~fits)
        | (close & ~(valid & room)));
    wire       data_go = valid & fits & (room | in_flit) & ~tail & ~rest & ~ends;
    wire       whole   = part == LAST_PART;
    assign     take    = data_go & whole;

    // ---- the tail's static bits ----
    reg  [CHAN_W:0]          base;
    reg  [RUN-1:0]           lasts, specials;
    reg  [POOL_W-1:0]        pool;
    wire [TAIL_W-1:0]        all;
    wire [BLOCK_W-1:0]       block;
    wire [ENTRY_W-1:0]       entry;
    integer                  i;
    bl_wire_entry_pack #(.ELEMS(ELEMS), .CHAN_W(CHAN_W)) pack_entry (
        .keep(keep), .channel(channel), .is_end(is_end), .epoch(epoch), .entry(entry));
    bl_wire_block_pack #(.CHAN_W(CHAN_W), .RUN(RUN), .POOL_W(POOL_W)) pack_block (
        .channel(base[CHAN_W-1:0]), .epoch(base[CHAN_W]), .lasts(lasts), .specials(specials),
        .entries(pool), .block(block));
    bl_wire_tail_pack #(.BLOCK_W(BLOCK_W)) pack_tail (
        .sum(32'd0), .credit(16'd0), .expected(16'd0), .number(16'd0), .flits(count), .kind(2'd0),
        .round(2'd0), .asks(1'b0), .asked_round(2'd0), .heard(1'b0), .reserved(2'd0),
        .block(block), .tail(all));
    always @(posedge clk) begin
        if (take) begin
            now <= {epoch, channel};
            if (begins) base <= {epoch, channel};
            for (i = 0; i < RUN; i = i + 1) if (count == i[5:0]) begin
                lasts[i]    <= is_last;
                specials[i] <= special;
            end
            for (i = 0; i < ENTRIES; i = i + 1)
                if (special && used == i[5:0]) pool[i*ENTRY_W +: ENTRY_W] <= entry;
            count <= count + 6'd1;
            used  <= used + {5'd0, special};
        end
        if (tail & (turn == LAST_TAIL)) begin
            lasts    <= {RUN{1'b0}};
            specials <= {RUN{1'b0}};
            pool     <= {POOL_W{1'b0}};
            count    <= 6'd0;
            used     <= 6'd0;
        end
        if (rst) begin
            lasts    <= {RUN{1'b0}};
            specials <= {RUN{1'b0}};
            pool     <= {POOL_W{1'b0}};
            count    <= 6'd0;
            used     <= 6'd0;
        end
    end

    // ---- words ----
    wire [PARTS*WIDTH-1:0] wide;
    wire [WIDTH-1:0]       word, tail_word;
    generate
        if (PARTS * WIDTH > DATA_W && SHARE == 1) begin : g_pad
            assign wide = {{(PARTS*WIDTH-DATA_W){1'b0}}, data};
        end else if (SHARE == 1) begin : g_exact
            assign wide = data;
        end else begin : g_shared
            integer k;
            reg [WIDTH-1:0] held, shared;
            always @* begin
                shared = (|place) ? held : {WIDTH{1'b0}};
                for (k = 0; k < SHARE; k = k + 1)
                    if (place == k[8:0] && ~rest) shared[k*DATA_W +: DATA_W] = data;
            end
            always @(posedge clk) if (take) held <= shared;
            assign wide = shared;
        end
        if (PARTS == 1) begin : g_one
            assign word = wide;
        end else begin : g_several
            assign word = wide[part*WIDTH +: WIDTH];
        end
        if (TAILS == 1) begin : g_tail
            assign tail_word = all;
        end else begin : g_tails
            assign tail_word = all[{29'd0, LAST_TAIL-turn}*WIDTH +: WIDTH];
        end
    endgenerate
    wire filled  = (place == LAST_PLACE);
    wire data_on = data_go & (~whole | filled);
    always @(posedge clk) begin
        m_tvalid <= data_on | rest | tail;
        m_tail   <= tail;
        m_tdata  <= tail ? tail_word : word;
        if (data_go) part <= whole ? 9'd0 : part + 9'd1;
        if (take) place <= filled ? 9'd0 : place + 9'd1;
        if (take & count == MOST - 6'd1) begin
            rest <= ~filled;
            tail <= filled;
        end else if (ends & ~rest & ~tail) begin
            rest <= |place;
            tail <= ~(|place);
        end
        if (rest) begin
            rest  <= 1'b0;
            tail  <= 1'b1;
            place <= 9'd0;
        end
        if (tail) begin
            turn <= (turn == LAST_TAIL) ? 3'd0 : turn + 3'd1;
            tail <= turn != LAST_TAIL;
        end
        if (rst) begin
            m_tvalid <= 1'b0;
            part     <= 9'd0;
            place    <= 9'd0;
            rest     <= 1'b0;
            tail     <= 1'b0;
            turn     <= 3'd0;
        end
    end
endmodule
`default_nettype wire
