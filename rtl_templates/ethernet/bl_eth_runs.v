// SPDX-License-Identifier: ISC
`default_nettype none
// Runs of words for frames: rows of words of all peers, each peer's into a run of its own in the
// memory. Without rows, ROW_WORDS = 1, a row is a flit.
// Contract: a run is words of one channel and one epoch, of any packets, and all but its last word
// have all elements and no `end`. It is closed behind a word that is not like that, before a word
// of another channel or epoch, and when it is full. For want of words it is closed as soon as it
// could leave: behind a row of less than ROW_WORDS words, at the end of a packet while nothing of
// the peer is on its way (`lone`), and when nothing has come for it in IDLE to 2 IDLE cycles, no
// other run waits in front of it (`jam`) and no `part` of a row is held.
// A peer's runs are opened in order, and the memory's place of run number i is given by open_*, i
// modulo 2^LOG_WINDOW. closed_old and closed_new count the runs that are complete, one each. With
// every word that is written `meta` says what is known of the run: {words, epoch, end, channel,
// keep}, of the last word.
// `room`: the peer may open three more runs; `empty`: it holds no slot; both may be two cycles
// late. A peer that holds none finds one free whatever the others do, and what goes on with a run
// that is open is taken though none is free.
// Cut: what leaves is registers; s_tready follows from s_tvalid.
// Latency: 2 cycles from a row to `write`. Throughput: a row a cycle.
module bl_eth_runs #(
    // nodes: 2..16
    parameter NODES = 4,
    // bits of a node's number: log2(NODES)..4
    parameter NODE_W = 2,
    // elements in a word: 1..16
    parameter ELEMS = 8,
    // bits in an element: 1..1024
    parameter ELEM_W = 32,
    // bits of a channel's number: 1..4
    parameter CHAN_W = 2,
    // bits of a word in memory: max(8, ELEMS * ELEM_W)..16384, a power of two
    parameter WORD_W = 256,
    // words in a run: 1..2047
    parameter RUN_WORDS = 46,
    // bits of a slot's number: 1..11
    parameter SLOT_W = 4,
    // log2 of the runs of a peer that may be in the memory: 2..6
    parameter LOG_WINDOW = 4,
    // cycles without a word that close a run: 3..4096
    parameter IDLE = 32,
    // words in a row: 1..min(64, RUN_WORDS), a power of two
    parameter ROW_WORDS = 1,
    // derived, leave alone: bits of a row, of what is said of a run
    parameter ETH_ROW_W = ROW_WORDS * ELEMS * ELEM_W + ELEMS + CHAN_W + 3,
    parameter META_W = 11 + 2 + CHAN_W + ELEMS
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [NODES-1:0]        self,
    // rows by peer: {epoch, end, last, channel, keep, words}, and how many they are
    input  wire [NODES-1:0]        s_tvalid,
    output wire [NODES-1:0]        s_tready,
    input  wire [NODES*ETH_ROW_W-1:0]  s_tdata,
    input  wire [NODES*7-1:0]      s_twords,
    input  wire [NODES-1:0]        part,
    // slots
    input  wire [NODES-1:0]        room,
    input  wire [NODES-1:0]        empty,
    input  wire [NODES-1:0]        lone,
    input  wire [NODES-1:0]        jam,
    input  wire [SLOT_W:0]         free,
    input  wire [SLOT_W-1:0]       slot,
    output wire                    take,
    // memory
    output reg                     write,
    output reg  [SLOT_W-1:0]       wslot,
    output reg  [10:0]             wword,
    output reg  [ROW_WORDS*WORD_W-1:0] wdata,
    output reg  [META_W-1:0]       meta,
    // runs by peer
    output reg  [NODES-1:0]        opened,
    output reg  [NODE_W-1:0]       open_peer,
    output reg  [LOG_WINDOW-1:0]   open_index,
    output reg  [SLOT_W-1:0]       open_slot,
    output reg  [NODES-1:0]        closed_old,
    output reg  [NODES-1:0]        closed_new
);
    localparam DATA_W = ELEMS * ELEM_W, TAG_W = CHAN_W + 1;
    localparam ETH_ROW_CHANNEL_AT = ROW_WORDS * ELEMS * ELEM_W + ELEMS,
        ETH_ROW_EPOCH_AT = ROW_WORDS * ELEMS * ELEM_W + ELEMS + CHAN_W + 2;

    generate
        if (NODES < 2 || NODES > 16 || NODES > (1 << NODE_W)) begin : g_check_nodes
            bl_eth_runs_illegal_NODES illegal();
        end
        if (NODE_W < 1 || NODE_W > 4) begin : g_check_node_w
            bl_eth_runs_illegal_NODE_W illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_eth_runs_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1 || ELEM_W > 1024) begin : g_check_elem_w
            bl_eth_runs_illegal_ELEM_W illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 4) begin : g_check_chan_w
            bl_eth_runs_illegal_CHAN_W illegal();
        end
        if (WORD_W < DATA_W || WORD_W < 8 || WORD_W > 16384 || (WORD_W & (WORD_W - 1)) != 0)
            begin : g_check_word_w
            bl_eth_runs_illegal_WORD_W illegal();
        end
        if (RUN_WORDS < 1 || RUN_WORDS > 2047) begin : g_check_run_words
            bl_eth_runs_illegal_RUN_WORDS illegal();
        end
        if (SLOT_W < 1 || SLOT_W > 11) begin : g_check_slot_w
            bl_eth_runs_illegal_SLOT_W illegal();
        end
        if (LOG_WINDOW < 2 || LOG_WINDOW > 6) begin : g_check_log_window
            bl_eth_runs_illegal_LOG_WINDOW illegal();
        end
        if (IDLE < 3 || IDLE > 4096) begin : g_check_idle
            bl_eth_runs_illegal_IDLE illegal();
        end
        if (ROW_WORDS < 1 || ROW_WORDS > 64 || ROW_WORDS > RUN_WORDS
            || (ROW_WORDS & (ROW_WORDS - 1)) != 0) begin : g_check_row_words
            bl_eth_runs_illegal_ROW_WORDS illegal();
        end
    endgenerate

    localparam [31:0] FULL = RUN_WORDS / ROW_WORDS - 1, PAUSE = IDLE - 1, ROW = ROW_WORDS;

    reg  [11:0] pause;                           // at a tick those are closed that want for words
    wire        tick = pause == PAUSE[11:0];

    // ---- which peer's row is next ----
    reg  [NODES-1:0]  above;                     // peers behind the one that was taken last
    reg               w_valid;                   // its row, in the next cycle
    reg  [NODES-1:0]  w_peer;
    reg  [NODE_W-1:0] w_number;
    reg  [ETH_ROW_W-1:0]  w_row;
    reg  [6:0]        w_words;
    wire [NODES-1:0]  hit  = w_valid ? w_peer : {NODES{1'b0}};
    wire [NODES-1:0]  idle = empty & ~opened & ~hit;
    reg  [SLOT_W:0]   kept;                      // slots for peers that hold none
    always @* begin : count_idle
        integer i;
        kept = {{SLOT_W{1'b0}}, w_valid};
        for (i = 0; i < NODES; i = i + 1) kept = kept + {{SLOT_W{1'b0}}, idle[i] & ~self[i]};
    end
    // Rows that wait for a run that is open and will be in the next cycle, too. They were offered a
    // cycle ago, so that nothing of them is in s_tready.
    reg  [NODES-1:0] open, joins;
    reg  [TAG_W-1:0] tags [0:NODES-1];
    wire [NODES-1:0] one;
    wire [NODES-1:0] open_to = room & ~self
        & ((free > kept) ? {NODES{1'b1}} : (free > {{SLOT_W{1'b0}}, w_valid}) ? idle
           : {NODES{1'b0}});
    wire [NODES-1:0] offers  = (s_tvalid & open_to) | joins;
    wire [NODES-1:0] first   = |(offers & above) ? offers & above : offers;
    assign one      = first & (~first + 1'b1);
    assign s_tready = one;

    reg  [NODE_W-1:0] number;
    reg  [ETH_ROW_W-1:0]  row;
    reg  [6:0]        words;
    always @* begin : choice
        integer i;
        number = {NODE_W{1'b0}};
        row    = {ETH_ROW_W{1'b0}};
        words  = 7'd0;
        for (i = 0; i < NODES; i = i + 1) if (one[i]) begin
            number = number | i[NODE_W-1:0];
            row    = row | s_tdata[i*ETH_ROW_W +: ETH_ROW_W];
            words  = words | s_twords[i*7 +: 7];
        end
    end

    // ---- what becomes of it ----
    reg  [NODES-1:0]      quiet;
    reg  [SLOT_W-1:0]     slots  [0:NODES-1];
    reg  [10:0]           counts [0:NODES-1];    // rows
    reg  [LOG_WINDOW-1:0] nexts  [0:NODES-1];
    wire                  w_epoch, w_end, w_last;
    wire [CHAN_W-1:0]     w_channel;
    wire [ELEMS-1:0]      w_keep;
    wire [ROW_WORDS*DATA_W-1:0] w_data;
    bl_eth_row_unpack #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W), .ROW_WORDS(ROW_WORDS))
        unpack (
        .row(w_row), .words(w_data), .keep(w_keep), .channel(w_channel), .is_last(w_last),
        .is_end(w_end), .epoch(w_epoch));
    wire                  w_open  = |(open & w_peer);
    wire                  goes_on = w_open & (tags[w_number] == {w_epoch, w_channel});
    wire [10:0]           count   = goes_on ? counts[w_number] : 11'd0;
    wire [SLOT_W-1:0]     place   = goes_on ? slots[w_number] : slot;
    wire                  ends    = w_end | ~(&w_keep) | (count == FULL[10:0])
        | (w_last & |(lone & w_peer)) | (w_words != ROW[6:0]);
    wire [15:0]           before_it = {5'd0, count} * ROW[15:0];   // words
    assign take = w_valid & ~goes_on;

    genvar k;
    generate
        for (k = 0; k < NODES; k = k + 1) begin : g_join
            wire [TAG_W-1:0] tag = {s_tdata[k*ETH_ROW_W+ETH_ROW_EPOCH_AT],
                s_tdata[k*ETH_ROW_W+ETH_ROW_CHANNEL_AT +: CHAN_W]};
            always @(posedge clk)
                joins[k] <= s_tvalid[k] & ~one[k] & open[k] & ~hit[k] & (tags[k] == tag)
                    & ~tick & ~(pause + 1'b1 == PAUSE[11:0]);
        end
    endgenerate

    // ---- runs for which nothing comes ----
    wire [NODES-1:0] stale = tick ? open & quiet & ~jam & ~part & ~hit : {NODES{1'b0}};

    wire [ROW_WORDS*WORD_W-1:0] padded;
    generate
        for (k = 0; k < ROW_WORDS; k = k + 1) begin : g_pad
            assign padded[k*WORD_W +: WORD_W] = {{(WORD_W-DATA_W){1'b0}},
                                                 w_data[k*DATA_W +: DATA_W]};
        end
    endgenerate

    always @(posedge clk) begin : steps
        integer i;
        if (|one) above <= ~(one | (one - 1'b1));
        w_valid  <= |one;
        w_peer   <= one;
        w_number <= number;
        w_row    <= row;
        w_words  <= words;

        pause <= tick ? 12'd0 : pause + 1'b1;
        quiet <= (tick ? {NODES{1'b1}} : quiet) & ~hit;
        open  <= (open | hit) & ~(ends ? hit : {NODES{1'b0}}) & ~stale;
        if (w_valid) begin
            counts[w_number] <= count + 1'b1;
            slots[w_number]  <= place;
            tags[w_number]   <= {w_epoch, w_channel};
            if (~goes_on) nexts[w_number] <= nexts[w_number] + 1'b1;
        end

        opened     <= goes_on ? {NODES{1'b0}} : hit;
        open_peer  <= w_number;
        open_index <= nexts[w_number];
        open_slot  <= slot;
        closed_old <= ((w_open & ~goes_on) ? hit : {NODES{1'b0}}) | stale;
        closed_new <= ends ? hit : {NODES{1'b0}};
        meta       <= {before_it[10:0] + {4'd0, w_words}, w_epoch, w_end, w_channel, w_keep};

        write <= w_valid;
        wslot <= place;
        wword <= count;
        wdata <= padded;
        if (rst) begin
            above      <= {NODES{1'b0}};
            w_valid    <= 1'b0;
            write      <= 1'b0;
            open       <= {NODES{1'b0}};
            pause      <= 12'd0;
            opened     <= {NODES{1'b0}};
            closed_old <= {NODES{1'b0}};
            closed_new <= {NODES{1'b0}};
            for (i = 0; i < NODES; i = i + 1) nexts[i] <= {LOG_WINDOW{1'b0}};
        end
    end
    wire unused = &{1'b0, before_it, 1'b0};
endmodule
`default_nettype wire
