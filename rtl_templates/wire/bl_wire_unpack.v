// SPDX-License-Identifier: ISC
`default_nettype none
// Blocks of words into flits: the reverse of bl_wire_pack.
// Contract: s_block is of a tail of bl_wire_pack `flits` and `block`; its words come at s_word,
// before or behind it. m_flit has no tready.
// Cut: m_flit_* are registers; s_*_tready follow from registers and s_*_tvalid.
// Latency: 2 cycles. Throughput: a flit or a word a cycle.
module bl_wire_unpack #(
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
    parameter FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3,
    // derived, leave alone: where a block's bits begin in a tail, how many they are
    parameter WIRE_TAIL_BLOCK_AT = 96,
    parameter BLOCK_W = ((WIDTH > 256) ? WIDTH : 256) - WIRE_TAIL_BLOCK_AT
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               s_block_tvalid,
    output wire               s_block_tready,
    input  wire [5:0]         s_block_flits,
    input  wire [BLOCK_W-1:0] s_block_tdata,
    input  wire               s_word_tvalid,
    output wire               s_word_tready,
    input  wire [WIDTH-1:0]   s_word_tdata,
    output reg                m_flit_tvalid,
    output wire [FLIT_W-1:0]  m_flit_tdata
);
    localparam DATA_W = ELEMS * ELEM_W, ENTRY_W = ELEMS + CHAN_W + 2;
    localparam WIRE_BLOCK_ENTRIES_AT = CHAN_W + RUN + RUN + 1,
        POOL_W = BLOCK_W - WIRE_BLOCK_ENTRIES_AT;
    localparam PARTS = (DATA_W + WIDTH - 1) / WIDTH, SHARE = (DATA_W > WIDTH) ? 1 : WIDTH / DATA_W;
    localparam [31:0] PARTS_END = PARTS - 1, PLACES_END = SHARE - 1;
    localparam [8:0] LAST_PART = PARTS_END[8:0], LAST_PLACE = PLACES_END[8:0];

    generate
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_wire_unpack_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1 || ELEM_W > 1024) begin : g_check_elem_w
            bl_wire_unpack_illegal_ELEM_W illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 4) begin : g_check_chan_w
            bl_wire_unpack_illegal_CHAN_W illegal();
        end
        if (WIDTH != 64 && WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_wire_unpack_illegal_WIDTH illegal();
        end
        if (RUN < 1 || RUN > 60) begin : g_check_run
            bl_wire_unpack_illegal_RUN illegal();
        end
    endgenerate

    // ---- the block in hand: what is left of its tail ----
    reg  [5:0]        left;
    reg  [CHAN_W:0]   now;
    reg  [RUN-1:0]    lasts, specials;
    reg  [POOL_W-1:0] pool;
    reg  [8:0]        part, place;
    wire              whole  = part == LAST_PART;
    wire              go     = (|left) & s_word_tvalid;
    wire              flit   = go & whole;
    wire              ends   = flit & left == 6'd1;
    assign s_word_tready  = (|left) & (~whole | place == LAST_PLACE | left == 6'd1);
    assign s_block_tready = ~(|left) | ends;
    wire              load   = s_block_tvalid & s_block_tready;
    wire              special = specials[0];
    wire [ELEMS-1:0]  entry_keep;
    wire [CHAN_W-1:0] entry_channel, first_channel;
    wire              entry_end, entry_epoch, first_epoch;
    wire [RUN-1:0]    all_lasts, all_specials;
    wire [POOL_W-1:0] all_entries;
    bl_wire_entry_unpack #(.ELEMS(ELEMS), .CHAN_W(CHAN_W)) unpack_entry (
        .entry(pool[ENTRY_W-1:0]), .keep(entry_keep), .channel(entry_channel),
        .is_end(entry_end), .epoch(entry_epoch));
    bl_wire_block_unpack #(.CHAN_W(CHAN_W), .RUN(RUN), .POOL_W(POOL_W)) unpack_block (
        .block(s_block_tdata), .channel(first_channel), .epoch(first_epoch), .lasts(all_lasts),
        .specials(all_specials), .entries(all_entries));
    wire [ELEMS-1:0]  keep   = special ? entry_keep : {ELEMS{1'b1}};
    wire [CHAN_W:0]   where  = special ? {entry_epoch, entry_channel} : now;
    wire              is_end = special & entry_end;
    always @(posedge clk) begin
        if (flit) begin
            left     <= left - 6'd1;
            now      <= where;
            lasts    <= lasts >> 1;
            specials <= specials >> 1;
            if (special) pool <= pool >> ENTRY_W;
        end
        if (go) part <= whole ? 9'd0 : part + 9'd1;
        if (flit) place <= (ends | place == LAST_PLACE) ? 9'd0 : place + 9'd1;
        if (load) begin
            left     <= s_block_flits;
            now      <= {first_epoch, first_channel};
            lasts    <= all_lasts;
            specials <= all_specials;
            pool     <= all_entries;
        end
        if (rst) begin
            left  <= 6'd0;
            part  <= 9'd0;
            place <= 9'd0;
        end
    end

    // ---- data ----
    wire [DATA_W-1:0] data;
    generate
        if (PARTS * WIDTH > SHARE * DATA_W) begin : g_rest
            wire unused_rest = &{1'b0, s_word_tdata[WIDTH-1 -: PARTS*WIDTH-SHARE*DATA_W], 1'b0};
        end
        if (PARTS == 1) begin : g_share
            if (SHARE == 1) begin : g_one
                assign data = s_word_tdata[DATA_W-1:0];
            end else begin : g_several
                assign data = s_word_tdata[place*DATA_W +: DATA_W];
            end
        end else begin : g_parts
            reg  [(PARTS-1)*WIDTH-1:0] low;
            integer                    k;
            assign data = {s_word_tdata[DATA_W-(PARTS-1)*WIDTH-1:0], low};
            always @(posedge clk)
                for (k = 0; k < PARTS - 1; k = k + 1)
                    if (go & part == k[8:0]) low[k*WIDTH +: WIDTH] <= s_word_tdata;
        end
    endgenerate
    reg  [DATA_W-1:0] m_data;
    reg  [ELEMS-1:0]  m_keep;
    reg  [CHAN_W:0]   m_where;
    reg               m_last, m_end;
    bl_flit_pack #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W)) pack (
        .data(m_data), .keep(m_keep), .channel(m_where[CHAN_W-1:0]), .is_last(m_last),
        .is_end(m_end), .epoch(m_where[CHAN_W]), .flit(m_flit_tdata));
    always @(posedge clk) begin
        m_flit_tvalid <= flit;
        m_data        <= data;
        m_keep        <= keep;
        m_where       <= where;
        m_last        <= lasts[0];
        m_end         <= is_end;
        if (rst) m_flit_tvalid <= 1'b0;
    end
endmodule
`default_nettype wire
