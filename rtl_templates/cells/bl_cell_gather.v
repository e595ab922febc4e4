// SPDX-License-Identifier: ISC
`default_nettype none
// Gathers flits for cells: those of each peer in a ring of its own in the memory.
// Contract: a cell has flits of one channel and one epoch, of any packets, and all but its last one
// have all elements and no `end`; what is not kept of a flit's data is zeros. It is complete behind
// a flit that is not like that, before one of another channel or epoch, and with FLITS flits. While
// no other cell of the peer is complete, and the way to the peer is `idle`, it is also complete at
// the end of a packet, and when nothing has come for it in 32 to 64 cycles. `whole`: peers of which
// a cell is complete that was not taken; `take` takes the oldest, number `taken` of the ring.
// `meta` says of a cell, {flits, epoch, end, channel, keep}, keep of the last flit; `read` reads a
// flit's data, in the next cycle. `gone`: the oldest that was taken is not needed any more.
// Cut: s_tready follows from s_tvalid. Latency: 2 cycles from a flit to `whole`. Throughput: a flit
// a cycle.
module bl_cell_gather #(
    // nodes: 2..64
    parameter NODES = 4,
    // bits of a node's number: log2(NODES)..6
    parameter NODE_W = 2,
    // elements in a word: 1..16
    parameter ELEMS = 1,
    // bits in an element: 1..1024
    parameter ELEM_W = 32,
    // bits of a channel's number: 1..4
    parameter CHAN_W = 2,
    // flits in a cell: 1..64
    parameter FLITS = 16,
    // derived, leave alone: bits of a flit, of what is known of a cell
    parameter FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3,
    parameter META_W = 9 + CHAN_W + ELEMS
) (
    input  wire                    clk,
    input  wire                    rst,
    // flits by peer
    input  wire [NODES-1:0]        s_tvalid,
    output wire [NODES-1:0]        s_tready,
    input  wire [NODES*FLIT_W-1:0] s_tdata,
    // cells by peer
    input  wire [NODES-1:0]        idle,
    output wire [NODES-1:0]        whole,
    input  wire [NODES-1:0]        take,
    output wire [NODES*3-1:0]      taken,
    input  wire [NODES-1:0]        gone,
    // of one of them
    input  wire [NODE_W-1:0]       peer,
    input  wire [2:0]              cell_number,
    output wire [META_W-1:0]       meta,
    input  wire                    read,
    input  wire [NODE_W-1:0]       read_peer,
    input  wire [2:0]              read_cell,
    input  wire [5:0]              read_flit,
    output wire [ELEMS*ELEM_W-1:0] rdata
);
    localparam DATA_W = ELEMS * ELEM_W;
    localparam PLACE_W = (FLITS <= 2) ? 1 : (FLITS <= 4) ? 2 : (FLITS <= 8) ? 3 : (FLITS <= 16) ? 4
        : (FLITS <= 32) ? 5 : 6;
    localparam COUNT_W = PLACE_W + 1;            // of flits in a cell
    localparam [31:0] LAST = FLITS - 1;

    generate
        if (NODES < 2 || NODES > 64 || NODES > (1 << NODE_W)) begin : g_check_nodes
            bl_cell_gather_illegal_NODES illegal();
        end
        if (NODE_W < 1 || NODE_W > 6) begin : g_check_node_w
            bl_cell_gather_illegal_NODE_W illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_cell_gather_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1 || ELEM_W > 1024) begin : g_check_elem_w
            bl_cell_gather_illegal_ELEM_W illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 4) begin : g_check_chan_w
            bl_cell_gather_illegal_CHAN_W illegal();
        end
        if (FLITS < 1 || FLITS > 64) begin : g_check_flits
            bl_cell_gather_illegal_FLITS illegal();
        end
    endgenerate

    reg  [4:0]        pause;
    wire              tick = &pause;             // cells are complete for which nothing came

    // ---- which peer's flit is next ----
    reg  [NODES-1:0]  above;
    wire [NODES-1:0]  room;
    wire [NODES-1:0]  offers = s_tvalid & room;
    wire [NODES-1:0]  first  = |(offers & above) ? offers & above : offers;
    wire [NODES-1:0]  one    = first & (~first + 1'b1);
    assign s_tready = one;
    reg               w_valid;                   // it, in the next cycle
    reg  [NODES-1:0]  w_peer;
    reg  [NODE_W-1:0] w_number, number;
    reg  [FLIT_W-1:0] w_flit, flit;
    always @* begin : choice
        integer i;
        number = {NODE_W{1'b0}};
        flit   = {FLIT_W{1'b0}};
        for (i = 0; i < NODES; i = i + 1) if (one[i]) begin
            number = number | i[NODE_W-1:0];
            flit   = flit | s_tdata[i*FLIT_W +: FLIT_W];
        end
    end
    always @(posedge clk) begin
        if (|one) above <= ~(one | (one - 1'b1));
        w_valid  <= |one;
        w_peer   <= one;
        w_number <= number;
        w_flit   <= flit;
        pause    <= pause + 1'b1;
        if (rst) begin
            above   <= {NODES{1'b0}};
            w_valid <= 1'b0;
            pause   <= 5'd0;
        end
    end
    wire [DATA_W-1:0] data;
    wire [ELEMS-1:0]  keep;
    wire [CHAN_W-1:0] channel;
    wire              is_last, is_end, epoch;
    bl_flit_unpack #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W)) unpack (
        .flit(w_flit), .data(data), .keep(keep), .channel(channel), .is_last(is_last),
        .is_end(is_end), .epoch(epoch));

    // ---- what becomes of it ----
    wire [NODES*3-1:0] ats;                      // its cell, of the ring
    wire [NODES*COUNT_W-1:0] counts;                // flits of that cell in front of it
    genvar             p;
    generate
        for (p = 0; p < NODES; p = p + 1) begin : g_peer
            reg  [3:0]      wr, rd, freed;       // cells: that is open, taken next, not gone
            reg             open, quiet;
            reg  [COUNT_W-1:0] count;
            reg  [CHAN_W:0] tag;
            wire            hit     = w_valid & w_peer[p];
            wire [3:0]      used    = wr - freed;
            wire            goes_on = open & (tag == {epoch, channel});
            wire            closes  = hit & open & ~goes_on;
            wire [COUNT_W-1:0] front = goes_on ? count : {COUNT_W{1'b0}};
            wire            lone    = (wr == rd) & idle[p];
            wire            ends    = hit & (is_end | ~(&keep) | (front == LAST[COUNT_W-1:0])
                | (is_last & lone));
            wire            stale   = tick & quiet & open & ~hit & lone;
            wire [3:0]      at      = wr + {3'd0, closes};
            assign room[p]  = used <= (hit ? 4'd4 : 4'd6);
            assign whole[p] = wr != rd;
            assign taken[3*p +: 3]  = rd[2:0];
            assign ats[3*p +: 3]    = at[2:0];
            assign counts[COUNT_W*p +: COUNT_W] = front;
            always @(posedge clk) begin
                wr <= at + {3'd0, ends | stale};
                if (take[p]) rd    <= rd + 1'b1;
                if (gone[p]) freed <= freed + 1'b1;
                open <= (open | hit) & ~ends & ~stale;
                if (hit) begin
                    count <= front + 1'b1;
                    tag   <= {epoch, channel};
                end
                quiet <= ~hit & (quiet | tick);
                if (rst) begin
                    wr    <= 4'd0;
                    rd    <= 4'd0;
                    freed <= 4'd0;
                    open  <= 1'b0;
                    quiet <= 1'b0;
                end
            end
        end
    endgenerate
    // Zeros where nothing is kept: else nobody gives it, and the parity, a value.
    wire [DATA_W-1:0] kept;
    genvar            e;
    generate
        for (e = 0; e < ELEMS; e = e + 1) begin : g_kept
            assign kept[e*ELEM_W +: ELEM_W] = data[e*ELEM_W +: ELEM_W] & {ELEM_W{keep[e]}};
        end
    endgenerate
    wire [2:0] w_cell  = ats[3*w_number +: 3];
    wire [COUNT_W-1:0] w_count = counts[COUNT_W*w_number +: COUNT_W];
    wire [COUNT_W-1:0] w_flits = w_count + 1'b1;
    wire [7:0]         flits   = {{(8-COUNT_W){1'b0}}, w_flits};

    (* ramstyle = "MLAB, no_rw_check", ram_style = "distributed" *)
    reg [META_W-1:0] metas [0:(8<<NODE_W)-1];
    always @(posedge clk)
        if (w_valid) metas[{w_number, w_cell}] <= {flits[6:0], epoch, is_end, channel, keep};
    assign meta = metas[{peer, cell_number}];
    bl_block_ram #(.WIDTH(DATA_W), .LOG_DEPTH(NODE_W + 3 + PLACE_W)) memory (
        .clk(clk), .write(w_valid), .waddr({w_number, w_cell, w_count[PLACE_W-1:0]}),
        .wdata(kept), .read(read), .raddr({read_peer, read_cell, read_flit[PLACE_W-1:0]}),
        .rdata(rdata));
    wire unused = &{1'b0, read_flit, w_count, flits, 1'b0};
endmodule
`default_nettype wire
