// SPDX-License-Identifier: ISC
`default_nettype none
// The engine of a hub: moves what requests in registers, or descriptors in the host's memory, say
// from that memory, or a GPU's, into the window, by reads of the host's bus whose completions go on
// as writes.
// Contract: another number in go[15:0] than in state[15:0] starts a run: with go[16] of the
// registers from 0 to go[21:17] - 1, else of the chain that begins at `chain` (bl_hub_requests).
// Reads (bl_hub_split) are such that each completion (bl_completion_header) becomes one write, with
// the target's address; completions of several reads come in any order. When all have gone,
// `end_value` is written at `end_at`, unless that is 0; then state[15:0] is the run's number, and
// `irq` is 1 until the next begins. state[16]: it runs. state[31:24] is then 0, or why it stopped,
// and `count` the requests, or the number of the one that it stopped at: 1 to 5, 7, 10 as
// bl_hub_split says, 5 also where the chain begins, 6 a completion with an error, 8 none in the
// time of 32 to 64 * STEP cycles in which less than half of the PLACES were taken by writes that
// have not left, after which its tag is used again 64 * STEP later at the earliest, 11 and 12 the
// same of a descriptor, 9 the number in `stop` was the run's. Then nothing is read behind it, what
// requests behind it have asked for is not written, nor is the end. m_read_own: the read is of the
// last range, that of the hub's own memory. Completions that nobody waits for are dropped. They
// come without pauses for which there is room: `freed` tells the host of a completion's place, or
// of that which `s_freed` tells of; m_tready is 1 for what they become, and `m_freed` tells of a
// write that has left.
// Latency: 3 cycles from `go` to the first read of registers; a completion goes on 2 cycles later.
// Throughput: 1 word a cycle.
module bl_hub_engine #(
    // log2 of the bytes of the longest read: 7..12
    parameter LOG_REQUEST = 9,
    // reads on their way, the fetch of a descriptor among them: 2..32
    parameter TAGS = 32,
    // log2 of the bus address from which on it is the window: 33..47
    parameter LOG_WINDOW = 46,
    // ranges of addresses in it: 1..8
    parameter RANGES = 6,
    // cycles between two looks for late completions, of a tag each: 2..16777215
    parameter STEP = 390,
    // log2 of the bytes of a node's slice of the window: 26..46
    parameter LOG_SLICE = 36,
    // of 4 KiB in a host's memory: 1..1048576
    parameter HOST_PAGES = 16384,
    // GPUs of a host: 0..2
    parameter GPUS = 0,
    // of 4 KiB in each of their memories: 1..1048576
    parameter GPU_PAGES = 4096,
    // of 4 KiB in a hub's memory: 1..256
    parameter OWN_PAGES = 16,
    // completions that there is room for at the host's port: 1..255
    parameter PLACES = 15
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [RANGES*97-1:0] ranges,
    input  wire [47:0]          chain,
    input  wire [47:0]          end_at,
    input  wire [31:0]          end_value,
    input  wire [21:0]          go,
    input  wire [15:0]          stop,
    input  wire [255:0]         request,
    input  wire [3:0]           slot,
    output wire [31:0]          state,
    output reg  [31:0]          count,
    output wire                 irq,
    output reg                  m_read_tvalid,
    input  wire                 m_read_tready,
    output wire [127:0]         m_read_tdata,
    output reg                  m_read_own,
    input  wire                 s_tvalid,
    input  wire [127:0]         s_tdata,
    input  wire                 s_tlast,
    input  wire                 s_freed,
    output reg                  freed,
    output reg                  m_tvalid,
    input  wire                 m_tready,
    output reg  [127:0]         m_tdata,
    output reg                  m_tlast,
    input  wire                 m_freed
);
    generate
        if (LOG_REQUEST < 7 || LOG_REQUEST > 12) begin : g_check_log_request
            bl_hub_engine_illegal_LOG_REQUEST illegal();
        end
        if (TAGS < 2 || TAGS > 32) begin : g_check_tags
            bl_hub_engine_illegal_TAGS illegal();
        end
        if (LOG_WINDOW < 33 || LOG_WINDOW > 47) begin : g_check_log_window
            bl_hub_engine_illegal_LOG_WINDOW illegal();
        end
        if (RANGES < 1 || RANGES > 8) begin : g_check_ranges
            bl_hub_engine_illegal_RANGES illegal();
        end
        if (STEP < 2 || STEP > 16777215) begin : g_check_step
            bl_hub_engine_illegal_STEP illegal();
        end
        if (LOG_SLICE < 26 || LOG_SLICE > 46) begin : g_check_log_slice
            bl_hub_engine_illegal_LOG_SLICE illegal();
        end
        if (HOST_PAGES < 1 || HOST_PAGES > 1048576) begin : g_check_host_pages
            bl_hub_engine_illegal_HOST_PAGES illegal();
        end
        if (GPUS < 0 || GPUS > 2) begin : g_check_gpus
            bl_hub_engine_illegal_GPUS illegal();
        end
        if (GPU_PAGES < 1 || GPU_PAGES > 1048576) begin : g_check_gpu_pages
            bl_hub_engine_illegal_GPU_PAGES illegal();
        end
        if (OWN_PAGES < 1 || OWN_PAGES > 256) begin : g_check_own_pages
            bl_hub_engine_illegal_OWN_PAGES illegal();
        end
        if (PLACES < 1 || PLACES > 255) begin : g_check_places
            bl_hub_engine_illegal_PLACES illegal();
        end
    endgenerate

    localparam [4:0] FETCH = 5'd0;  // the tag of descriptors
    localparam [7:0] NOWHERE = 8'd5, ANSWERED = 8'd6, LATE = 8'd8, STOPPED = 8'd9,
                     FETCH_ANSWERED = 8'd11, FETCH_LATE = 8'd12;

    // ---- completions, a cycle behind: those of reads go on, those of a descriptor do not
    reg          first;                       // the next word is a header
    reg          x_valid, x_first, x_last;
    reg  [127:0] x_data;
    reg  [9:0]   x_length;
    reg  [12:0]  x_bytes;
    reg  [7:0]   x_tag;
    reg          bad, is_last;                // its answer is an error; the last of its read
    wire [9:0]  c_length;
    wire [1:0]  c_translated, c_attributes, c_format;
    wire        c_poisoned, c_digest, c_reserved1, c_reserved2, c_modified, c_reserved3;
    wire [3:0]  c_reserved;
    wire [2:0]  c_traffic, c_status;
    wire [4:0]  c_kind;
    wire [11:0] c_bytes;
    wire [15:0] c_completer, c_requester;
    wire [6:0]  c_low_address;
    wire [7:0]  c_tag;
    wire [31:0] c_nothing;
    bl_completion_header_unpack came (
        .header(s_tdata), .length(c_length), .translated(c_translated),
        .attributes(c_attributes), .poisoned(c_poisoned), .digest(c_digest),
        .reserved(c_reserved), .traffic(c_traffic), .reserved1(c_reserved1), .kind(c_kind),
        .format(c_format), .reserved2(c_reserved2), .bytes(c_bytes), .modified(c_modified),
        .status(c_status), .completer(c_completer), .low_address(c_low_address),
        .reserved3(c_reserved3), .tag(c_tag), .requester(c_requester), .nothing(c_nothing));
    reg  [47:0]  ends [0:31];                 // of each tag: where the target of its read ends,
    reg  [31:0]  numbers [0:31];              // and its request
    reg  [31:0]  busy;                        // tags of reads on their way,
    reg  [31:0]  away;                        // and of those given up, which may still be answered
    reg          keeps, of_fetch, half;       // its words go on; are a descriptor's, the second
    reg  [127:0] fetched;
    reg          closes;                      // they are the last of a read, with this tag:
    reg  [4:0]   closed;
    wire         header   = x_valid & x_first;
    wire         known    = busy[x_tag[4:0]] && x_tag[7:5] == 3'd0;
    wire         is_fetch = x_tag[4:0] == FETCH;
    wire         good     = known & ~bad;
    wire         failed   = header & known & bad;
    wire         got      = x_valid & ~x_first & of_fetch & half;
    // The read ends with this word.
    wire         over_one = x_first ? is_last & x_tag[7:5] == 3'd0 : closes;  // if it is busy
    wire [4:0]   over_tag = x_first ? x_tag[4:0] : closed;
    wire         over_now = x_valid & x_last & ~x_first & closes;
    always @(posedge clk)
        if (rst) begin
            first   <= 1'b1;
            x_valid <= 1'b0;
            {keeps, of_fetch, half, closes} <= 4'd0;
        end else begin
            x_valid <= s_tvalid;
            if (s_tvalid) first <= s_tlast;
            if (x_valid) half <= ~x_first & of_fetch & ~half;
            if (header) begin
                keeps    <= good & ~is_fetch;
                of_fetch <= good & is_fetch;
                closes   <= known & is_last;
            end
        end
    always @(posedge clk) begin
        x_first  <= first;
        x_last   <= s_tlast;
        x_data   <= s_tdata;
        x_length <= c_length;
        x_bytes  <= {c_bytes == 12'd0, c_bytes};
        x_tag    <= c_tag;
        bad      <= c_status != 3'd0 || c_poisoned;
        is_last  <= c_status != 3'd0 || c_poisoned || c_bytes == {c_length, 2'b00};
        if (header) closed <= x_tag[4:0];
        if (x_valid & ~half) fetched <= x_data;
    end

    // ---- the writes
    reg          drops;
    reg  [47:0]  x_end;                       // of the tag
    reg  [31:0]  x_number;
    reg          end_header, end_word;        // the end is to be written
    reg  [7:0]   error;
    wire [47:0]  place    = x_end - {35'd0, x_bytes};
    wire [47:0]  address  = end_header ? end_at : place;
    wire [9:0]   length   = end_header ? 10'd1 : x_length;
    wire [127:0] write;
    bl_tlp_header_pack made (
        .length(length), .translated(2'd0), .attributes(2'd0), .poisoned(1'b0), .digest(1'b0),
        .reserved(4'd0), .traffic(3'd0), .reserved1(1'b0), .kind(5'd0), .format(2'd3),
        .reserved2(1'b0), .first_keep(4'd15), .last_keep(length == 10'd1 ? 4'd0 : 4'd15),
        .tag(end_header ? 8'd0 : x_tag), .requester(16'd0),
        .address_high({16'd0, address[47:32]}), .reserved3(2'd0), .address_low(address[31:2]),
        .header(write));
    wire drop   = x_first ? error != 8'd0 && count < x_number : drops;
    wire passes = x_valid & (x_first ? good & ~is_fetch : keeps) & ~drop;
    wire room   = ~m_tvalid | m_tready;
    wire end_goes = end_header & error == 8'd0;             // what stops it may have come with it
    always @(posedge clk)
        if (rst) begin
            drops    <= 1'b0;
            m_tvalid <= 1'b0;
        end else begin
            if (x_valid) drops <= drop;
            if (room) m_tvalid <= passes | end_goes | end_word;
        end
    always @(posedge clk) begin
        x_end    <= ends[c_tag[4:0]];
        x_number <= numbers[c_tag[4:0]];
        if (room) begin
            m_tdata <= end_word ? {96'd0, end_value} : end_header | x_first ? write : x_data;
            m_tlast <= end_word | (x_last & ~end_header);
        end
    end

    // ---- room at the host's port: of a completion when its write has left, or it became none
    reg  [8:0] held, owed;                    // writes that have not left; places to be reported
    reg        end_in;                        // the last of them is the end
    reg        became_none;
    wire       enters  = m_tvalid & m_tready & m_tlast;
    wire       of_end  = end_in && held == 9'd1;
    always @(posedge clk)
        if (rst) begin
            {held, owed} <= 18'd0;
            {end_in, freed, became_none} <= 3'd0;
        end else begin
            held  <= held + {8'd0, enters} - {8'd0, m_freed};
            owed  <= owed + {8'd0, became_none} + {8'd0, m_freed & ~of_end}
                   - {8'd0, ~s_freed & owed != 9'd0};
            freed <= s_freed | owed != 9'd0;
            became_none <= x_valid & x_last & ~passes;
            if (end_word & room) end_in <= 1'b1;
            else if (m_freed & of_end) end_in <= 1'b0;
        end

    // ---- requests, and the reads of each
    reg         running;
    reg  [15:0] started, done;
    wire        begins = ~running && go[15:0] != done && held == 9'd0 && ~m_tvalid;
    wire        stops  = error != 8'd0;
    wire        nowhere = ~go[16] && chain[4:0] != 5'd0;
    wire        ended_fetch = over_now & of_fetch;
    wire        ask, asks, unread, q_valid, q_early, q_ready, q_failed, q_dry, r_valid, r_own;
    wire        reads, idle;
    wire [47:0] ask_at, r_source, r_end;
    wire [255:0] q_data;
    wire [12:0] r_bytes;
    wire [7:0]  wrong;
    bl_hub_requests requests (
        .clk(clk), .rst(rst), .request(request), .slot(slot), .runs(running),
        .begins(begins & ~nowhere), .of_registers(go[16]), .total(go[21:17]), .chain(chain),
        .stops(stops), .ask(ask), .ask_at(ask_at), .asked(asks), .got(got), .ended(ended_fetch),
        .unread(unread), .descriptor({x_data, fetched}), .m_tvalid(q_valid), .m_tready(q_ready),
        .m_tdata(q_data), .m_early(q_early), .failed(q_failed), .dry(q_dry));
    bl_hub_split #(
        .LOG_REQUEST(LOG_REQUEST), .LOG_WINDOW(LOG_WINDOW), .RANGES(RANGES), .LOG_SLICE(LOG_SLICE),
        .HOST_PAGES(HOST_PAGES), .GPUS(GPUS), .GPU_PAGES(GPU_PAGES), .OWN_PAGES(OWN_PAGES)) split (
        .clk(clk), .rst(rst), .ranges(ranges), .stops(stops), .s_tvalid(q_valid),
        .s_tready(q_ready), .s_tdata(q_data), .s_early(q_early), .m_tvalid(r_valid),
        .m_tready(reads), .m_source(r_source), .m_own(r_own), .m_end(r_end),
        .m_bytes(r_bytes), .wrong(wrong), .idle(idle));

    // ---- a free tag is known a cycle before its read goes
    reg         found;
    reg  [4:0]  tag, lowest;
    reg  [47:0] a_address;
    reg  [9:0]  a_length;
    reg  [4:0]  a_tag;
    localparam  OWN = 97 * (RANGES - 1);
    wire        own  = (ask_at[47:24] & ranges[OWN +: 24]) == ranges[OWN+24 +: 24];
    wire        some = ~(&away[TAGS-1:1]);
    wire        free = ~m_read_tvalid;        // reads are many cycles apart
    assign asks  = free & ask & ~away[FETCH];
    assign reads = free & ~asks & r_valid & found;
    bl_tlp_header_pack asked (
        .length(a_length), .translated(2'd0), .attributes(2'd0), .poisoned(1'b0), .digest(1'b0),
        .reserved(4'd0), .traffic(3'd0), .reserved1(1'b0), .kind(5'd0), .format(2'd1),
        .reserved2(1'b0), .first_keep(4'd15), .last_keep(a_length == 10'd1 ? 4'd0 : 4'd15),
        .tag({3'd0, a_tag}), .requester(16'h0100), .address_high({16'd0, a_address[47:32]}),
        .reserved3(2'd0), .address_low(a_address[31:2]), .header(m_read_tdata));
    always @* begin : find
        integer i;
        lowest = 5'd0;
        for (i = TAGS - 1; i > 0; i = i - 1)
            if (!away[i]) lowest = i[4:0];
    end
    always @(posedge clk)
        if (rst) {m_read_tvalid, found} <= 2'd0;
        else begin
            if (free | m_read_tready) m_read_tvalid <= asks | reads;
            found <= some & ~reads;
        end
    always @(posedge clk) begin
        tag <= lowest;
        if (free) begin
            a_address <= asks ? ask_at : r_source;
            a_length  <= asks ? {4'd0, 6'd32 - {1'b0, ask_at[6:2]}} : r_bytes[11:2];
            a_tag     <= asks ? FETCH : tag;
            m_read_own <= asks ? own : r_own;
        end
        if (reads) ends[tag] <= r_end;
        if (reads) numbers[tag] <= count;
    end

    // ---- late completions: a look at each tag in turn. One that finds it busy for the second time
    // gives it up; it is free again when two more have found it so
    reg  [23:0] clock;
    reg  [4:0]  look;
    reg  [31:0] seen;
    reg         looks;                        // clock is 0
    // Where half of the places are taken by writes that have not left, the host may have no room
    // for an answer, and the time does not count.
    localparam [31:0] HALF = (PLACES + 1) / 2;
    reg         crowded;
    always @(posedge clk) crowded <= {23'd0, held} >= HALF;
    wire        late     = looks & busy[look] & seen[look];
    wire        is_late  = late && look != FETCH;
    wire [31:0] of_late   = numbers[look];
    localparam [23:0] PAUSE = STEP - 1;
    always @(posedge clk)
        if (rst) begin
            clock <= PAUSE;
            looks <= 1'b0;
            look  <= 5'd0;
        end else begin
            looks <= clock == 24'd1 & ~crowded;
            if (looks) clock <= PAUSE;
            else if (~crowded) clock <= clock - 24'd1;
            if (looks) look <= look + 5'd1;
        end
    integer k;
    always @(posedge clk)
        if (rst) begin
            busy <= 32'd0;
            away <= 32'd0;
            seen <= 32'd0;
        end else for (k = 0; k < 32; k = k + 1) begin
            if (k == 0 ? asks : reads && tag == k[4:0]) begin
                busy[k] <= 1'b1;
                away[k] <= 1'b1;
                seen[k] <= 1'b0;
            end else begin
                if (x_valid && x_last && over_one && over_tag == k[4:0]) begin
                    busy[k] <= 1'b0;
                    if (busy[k]) away[k] <= 1'b0;
                end
                if (looks && look == k[4:0]) begin
                    seen[k] <= away[k] & ~seen[k];
                    if (seen[k]) busy[k] <= 1'b0;
                    if (seen[k] & ~busy[k]) away[k] <= 1'b0;
                end
            end
        end
    assign unread = (failed & is_fetch) | (late && look == FETCH);

    // ---- from the start to the end
    reg         ended;                        // the end has been written
    reg         late_fetch;
    // No read is on its way but one, whose last word this is: what is behind it may follow at once.
    reg         lone;
    wire        none = busy == 32'd0;
    wire        over = running & idle & ~m_read_tvalid & ~end_header & ~end_word
                     & (stops ? none : q_dry & (none | (lone & over_now)));
    always @(posedge clk) lone <= ~rst & (busy & (busy - 32'd1)) == 32'd0;
    wire        opens = q_valid & q_ready;
    wire        unfetched = q_failed & idle;
    wire        may_stop = running && error == 8'd0 && !ended && !end_header;
    // What stops it, the latest to be known last: an answer with an error, if its tag is one of a
    // read's on its way; none, or a bad one, to a fetch; all else.
    wire        fails    = may_stop & failed & ~is_fetch;
    wire        runs_dry = may_stop & ~is_late & wrong == 8'd0 & unfetched;
    wire [7:0]  error_else = begins ? (nowhere ? NOWHERE : 8'd0)
                           : !may_stop ? error
                           : is_late ? LATE
                           : wrong != 8'd0 ? wrong
                           : stop == started ? STOPPED : 8'd0;
    wire [7:0]  error_rest = !runs_dry ? error_else : late_fetch ? FETCH_LATE : FETCH_ANSWERED;
    assign state = {error, 7'd0, running, done};
    assign irq   = ~running && done != 16'd0;
    always @(posedge clk)
        if (rst) begin
            {running, ended} <= 2'd0;
            {end_header, end_word} <= 2'd0;
            done  <= 16'd0;
            error <= 8'd0;
        end else begin
            if (begins) running <= 1'b1;
            if (begins) ended   <= 1'b0;
            error <= fails ? ANSWERED : error_rest;
            if (over) begin
                end_header <= error == 8'd0 && end_at != 48'd0 && !ended;
                ended      <= 1'b1;
                if (ended || error != 8'd0 || end_at == 48'd0) begin
                    running <= 1'b0;
                    done    <= started;
                end
            end
            if (room) begin
                if (end_header) end_header <= 1'b0;
                end_word <= end_goes;
            end
        end
    wire        fine       = running && error == 8'd0;
    wire        counts     = opens || (wrong == 8'd0 && unfetched);
    wire [31:0] count_more = count + 32'd1;
    wire [31:0] count_else = fine && is_late ? of_late : fine && counts ? count_more : count;
    always @(posedge clk) begin
        if (begins) started <= go[15:0];
        if (unread) late_fetch <= ~failed;
        if (begins) count <= 32'd0;
        else count <= fine & failed & ~is_fetch ? x_number : count_else;
    end
    wire unused = &{1'b0, c_translated, c_attributes, c_digest, c_reserved, c_traffic,
                    c_reserved1, c_kind, c_format, c_reserved2, c_modified, c_completer,
                    c_low_address, c_reserved3, c_requester, c_nothing, place[1:0], address[1:0],
                    a_address[1:0], r_bytes[1:0], r_bytes[12], 1'b0};
`ifdef FORMAL
    // Assumed: what is set does not change while it runs, a request stands four cycles. Completions
    // are whole, those with an error have no data. Those of a read come when it was taken, in
    // order, and are what is left of it. Writes of them find m_tready 1; m_freed tells of those
    // that entered.
    // Rule 1: a read has whole words, not none and no more than REQUEST, or 128 of descriptors; it
    // crosses no 4 KiB; its tag is of no other read on its way. It stays until it is taken.
    // Rule 2: the writes of a read are where its target is, one behind the other, up to its end;
    // each is whole, none is lost, and it stays until it is taken.
    // Rule 3: once it has stopped nothing is read and no end is written, and nothing that requests
    // behind the one that it stopped at have asked for.
    // Rule 4: the end is written once, and the run is over, when all reads have been answered.
    // Rule 5: `freed` tells of each completion once, s_freed aside.
    // Rule 6: descriptors come while they are fetched, and no run begins or ends before.
    localparam [31:0] F_REQUEST = 1 << LOG_REQUEST;
    (* anyconst *) reg [4:0] f_tag;           // the reads with it are watched
    reg         f_past = 1'b0;
    reg         f_running, f_out, f_sent, f_fetching, f_of_end, f_ended;
    reg         f_read_waits, f_waits, f_passes;
    reg         f_freed;
    reg  [1:0]  f_stood;                      // cycles that the register's request has
    reg  [259:0] f_asked;
    reg  [7:0]  f_beats, f_arrived, f_returned, f_away;
    reg  [12:0] f_left;                       // bytes of the watched read that have not come
    reg  [47:0] f_at;                         // where the next write of it is
    reg  [31:0] f_number;                     // its request
    reg  [128:0] f_read, f_write;
    reg  [RANGES*97+47:0] f_set;
    wire        f_starts = tag == f_tag & reads;
    wire [12:0] f_bytes  = {c_bytes == 12'd0, c_bytes};
    wire        f_fault  = c_status != 3'd0;
    wire [8:0]  f_words  = {1'b0, c_length[9:2]} + {8'd0, c_length[1:0] != 2'd0};
    wire        f_ours   = x_valid & x_first & x_tag == {3'd0, f_tag} & f_out;
    wire        f_over   = x_valid & x_last & over_one & over_tag == f_tag;
    wire [12:0] f_read_end = {1'b0, a_address[11:0]} + {1'b0, a_length, 2'b00};
    always @(posedge clk) begin
        f_past     <= 1'b1;
        f_running  <= running & ~rst;
        f_set      <= {ranges, end_at};
        f_read     <= {m_read_own, m_read_tdata};
        f_write    <= {m_tlast, m_tdata};
        f_read_waits <= m_read_tvalid & ~m_read_tready & ~rst;
        f_waits    <= m_tvalid & ~m_tready & ~rst;
        f_freed    <= s_freed & ~rst;
        f_asked    <= {slot, request};
        f_stood    <= rst || f_asked != {slot, request} ? 2'd0
                    : f_stood + {1'b0, f_stood != 2'd3};
        if (room) f_of_end <= end_header | end_word;
        if (s_tvalid) f_beats <= first ? f_words[7:0] : f_beats - 8'd1;
        if (x_valid & x_first) f_passes <= passes;
        if (f_starts) begin
            f_left   <= r_bytes;
            f_at     <= r_end - {35'd0, r_bytes};
            f_number <= count;
        end else if (f_ours) begin
            f_left <= f_left - {1'b0, x_length, 2'b00};
            f_at   <= f_at + {36'd0, x_length, 2'b00};
        end
        if (rst) {f_out, f_sent, f_fetching, f_ended} <= 4'd0;
        else begin
            f_out      <= f_starts | (f_out & ~f_over);
            f_sent     <= (m_read_tvalid & m_read_tready & a_tag == f_tag) | (f_sent & ~f_over);
            f_fetching <= asks | (f_fetching & ~ended_fetch & ~unread);
            f_ended    <= ~begins & (f_ended | end_word);
        end
        if (rst) {f_arrived, f_returned, f_away} <= 24'd0;
        else begin
            f_arrived <= f_arrived + {7'd0, s_tvalid & s_tlast};
            f_returned    <= f_returned + {7'd0, freed & ~f_freed};
            f_away    <= f_away + {7'd0, enters} - {7'd0, m_freed};
        end
    end
    always @* begin
        if (!f_past) assume (rst);
        if (begins & go[16]) assume (f_stood == 2'd3 && f_asked == {slot, request});
        if (f_past && running) assume (f_set == {ranges, end_at});
        assume (f_tag != FETCH && {27'd0, f_tag} < TAGS);
        if (s_tvalid && first) begin
            assume (s_tlast == f_fault && c_length != 10'd0);
            if (c_tag == {3'd0, f_tag}) assume (f_sent || (!f_out && !f_starts));
            if (c_tag == {3'd0, f_tag} && f_sent && !f_fault)
                assume (f_bytes == (f_ours ? f_left - {1'b0, x_length, 2'b00} : f_left)
                        && {1'b0, c_length, 2'b00} <= f_bytes);
        end else if (s_tvalid) assume (s_tlast == (f_beats == 8'd1));
        if (m_tvalid && !f_of_end) assume (m_tready);
        if (m_freed) assume (f_away != 8'd0);
        if (f_past && !rst) begin
            // rule 1
            if (m_read_tvalid) begin
                assert (a_length != 10'd0 && f_read_end <= 13'd4096 && a_address[1:0] == 2'd0);
                assert ({20'd0, a_length, 2'b00} <= (a_tag == FETCH ? 32'd128 : F_REQUEST));
            end
            if (asks) assert (!f_fetching);
            if (reads) assert (tag != FETCH && {27'd0, tag} < TAGS && !(f_starts && f_out));
            if (f_read_waits) assert (m_read_tvalid && f_read == {m_read_own, m_read_tdata});
            // rule 2
            if (f_ours && good && !drop)
                assert (passes && address == f_at && length == x_length && x_bytes == f_left);
            if (x_valid && !x_first) assert (passes == f_passes);
            if (passes) assert (room && !end_header && !end_word);
            if (f_waits) assert (m_tvalid && f_write == {m_tlast, m_tdata});
            // rule 3
            if (stops) assert (!asks && !reads && !end_word && !(f_of_end && m_tvalid));
            if (f_ours && passes && stops) assert (f_number <= count);
            // rule 4
            if (end_header) assert (!f_out && !f_fetching && !f_ended && !m_read_tvalid);
            if (f_running && !running)
                assert (!f_out && (stops || f_set[47:0] == 48'd0 || f_ended));
            // rule 5
            assert (f_returned <= f_arrived);
            if (!x_valid && !became_none && !m_tvalid && f_away == 8'd0 && owed == 9'd0 && !freed)
                assert (f_returned == f_arrived);
            // rule 6
            if (got) assert (f_fetching);
            if (begins || (f_running && !running)) assert (!f_fetching);
        end
    end
`endif
endmodule
`default_nettype wire
