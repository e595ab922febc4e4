`default_nettype none
// One lane of the receiving side of an exchange: one stream out of what its sources send, ended when all of them have ended.
// Contract: s_* is one lane of the network port, `s_index` the number of the beat's source within the lane, `s_wrong` a beat that does not belong
// here. A source ends with its end mark, or, with use_sizes=1, when as many elements as its first word says have come. The stream out has
// no empty beat but possibly the last one; after it the lane is ready for the next epoch. `select`: the source whose turn it is in order.
// `error` stays set after a beat of an ended source, of another epoch, of another lane, or with more elements than announced.
// Cut: all outputs but s_tready are registers, s_tready follows from registers.
// Latency: 2 clocks. Throughput: 1 word a clock.
module bl_recv_lane #(
    // sources of the lane, power of two, 1..32
    parameter SOURCES = 1,
    // bits in a word, at least COUNT_W
    parameter WORD_W = 256,
    // elements in a word, 1..16
    parameter ELEMS = 8,
    // bits of a size in elements, 1..64
    parameter COUNT_W = 32,
    // derived, leave alone: bits of a source's number within the lane
    parameter INDEX_W = (SOURCES <= 2) ? 1 : (SOURCES <= 4) ? 2 : (SOURCES <= 8) ? 3 : (SOURCES <= 16) ? 4 : 5
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               epoch,
    input  wire               use_sizes,
    input  wire               s_tvalid,
    output wire               s_tready,
    input  wire [WORD_W-1:0]  s_tdata,
    input  wire [ELEMS-1:0]   s_tkeep,
    input  wire [1:0]         s_tuser,
    input  wire [INDEX_W-1:0] s_index,
    input  wire               s_wrong,
    output reg  [INDEX_W-1:0] select,
    output wire               m_tvalid,
    input  wire               m_tready,
    output wire [WORD_W-1:0]  m_tdata,
    output wire [ELEMS-1:0]   m_tkeep,
    output wire               m_tlast,
    output reg                error
);
    generate
        if (SOURCES < 1 || SOURCES > 32 || (SOURCES & (SOURCES - 1)) != 0 || COUNT_W < 1 || COUNT_W > 64 || WORD_W < COUNT_W
            || ELEMS < 1 || ELEMS > 16) begin : g_check
            bl_recv_lane_illegal_parameter illegal();
        end
    endgenerate
    // Only the low bits of what remains are compared with the elements of a beat; `near` says that the rest is zero. It may be one beat old,
    // which does no harm: a beat takes at most a quarter of what the low bits can count.
    localparam LOW_W  = (ELEMS <= 8) ? 6 : 7;
    localparam LEFT_W = (COUNT_W > LOW_W) ? COUNT_W : LOW_W + 1;

    // ---- the beat in hand, its elements counted ----
    reg               valid, some, empty, wrong;   // some: it has an element; empty: taken as a size, it is zero
    reg [WORD_W-1:0]  data;
    reg [ELEMS-1:0]   keep;
    reg [1:0]         user;
    reg [INDEX_W-1:0] index;
    reg [LOW_W-1:0]   count, arriving;
    wire              ready;
    wire              step = valid & ready;

    always @* begin : popcount
        integer e;
        arriving = {LOW_W{1'b0}};
        for (e = 0; e < ELEMS; e = e + 1) arriving = arriving + {{(LOW_W-1){1'b0}}, s_tkeep[e]};
    end

    assign s_tready = ~valid | ready;

    always @(posedge clk) begin
        if (s_tready) begin
            data  <= s_tdata;
            keep  <= s_tkeep;
            user  <= s_tuser;
            index <= s_index;
            wrong <= s_wrong;
            count <= arriving;
            some  <= |s_tkeep;
            empty <= ~|s_tdata[COUNT_W-1:0];
        end
    end
    always @(posedge clk) begin
        if (rst)           valid <= 1'b0;
        else if (s_tready) valid <= s_tvalid;
    end

    // ---- what is known of every source ----
    wire [SOURCES-1:0]       mine, ended, sized, near;
    wire [SOURCES*LOW_W-1:0] lows;
    reg  [LOW_W-1:0]         low;
    always @* begin : choose
        integer n;
        low = {LOW_W{1'b0}};
        for (n = 0; n < SOURCES; n = n + 1) low = low | (lows[n*LOW_W +: LOW_W] & {LOW_W{mine[n]}});
    end
    wire [LEFT_W-1:0] size    = {{(LEFT_W-COUNT_W){1'b0}}, data[COUNT_W-1:0]};
    wire              is_size = use_sizes & ~(|(sized & mine));
    wire              is_near = |(near & mine);
    wire              ends    = use_sizes ? (is_size ? empty : is_near & (low == count)) : user[0];
    wire              finish  = ends & (&(ended | mine));   // the last source of the lane ends
    wire              over    = use_sizes & ~is_size & is_near & (low < count);

    genvar j;
    generate
        for (j = 0; j < SOURCES; j = j + 1) begin : g_source
            localparam [31:0] NUMBER = j;
            reg              has_ended, has_size, is_close;
            reg [LEFT_W-1:0] left;
            if (SOURCES == 1) begin : g_alone
                assign mine[j] = 1'b1;
            end else begin : g_among
                assign mine[j] = index == NUMBER[INDEX_W-1:0];
            end
            assign ended[j] = has_ended;
            assign sized[j] = has_size;
            assign near[j]  = is_close;
            assign lows[j*LOW_W +: LOW_W] = left[LOW_W-1:0];
            always @(posedge clk) begin
                if (rst | (step & finish)) begin
                    has_ended <= 1'b0;
                    has_size  <= 1'b0;
                end else if (step & mine[j]) begin
                    has_ended <= has_ended | ends;
                    has_size  <= 1'b1;
                end
            end
            always @(posedge clk) begin
                if (step & mine[j]) left <= is_size ? size : left - {{(LEFT_W-LOW_W){1'b0}}, count};
                is_close <= (step & mine[j] & is_size) ? ~|size[LEFT_W-1:LOW_W] : ~|left[LEFT_W-1:LOW_W];
            end
        end
    endgenerate

    always @(posedge clk) begin
        if (rst) begin
            select <= {INDEX_W{1'b0}};
            error  <= 1'b0;
        end else if (step) begin
            if (finish)    select <= {INDEX_W{1'b0}};
            else if (ends) select <= index + 1'b1;
            error <= error | wrong | (user[1] != epoch) | (|(ended & mine)) | over;
        end
    end

    bl_skid #(.WIDTH(WORD_W + ELEMS + 1)) stage (
        .clk(clk), .rst(rst), .s_tvalid(valid & (finish | (some & ~is_size))), .s_tready(ready),
        .s_tdata({finish, keep & {ELEMS{~is_size}}, data}), .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tdata({m_tlast, m_tkeep, m_tdata}));
endmodule
`default_nettype wire
