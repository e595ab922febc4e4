// SPDX-License-Identifier: ISC
`default_nettype none
// The chained engine of a hub: moves what descriptors in the host's memory say from that memory, or
// a GPU's, into the window, by reads of the host's bus whose completions go on as writes.
// Contract: another number in `go` than in state[15:0] starts the chain whose first descriptor lies
// at `chain`. Each descriptor (bl_chain_descriptor) is fetched while the one before is read. Reads
// have at most 2^LOG_REQUEST bytes and cross no 4 KiB of source or target, so that a completion
// (bl_completion_header) becomes one write, with the target's address; completions of several reads
// come in any order. When all have gone, `end_value` is written at `end_at`, unless that is 0; then
// state[15:0] is `go`; state[16]: it runs. state[31:24] is then 0, or why the chain stopped, and
// `count` the descriptors, or the number of the one that it stopped at: 1 a size of 0 or no
// multiple of 4, 2 source or target no multiple of 4, 3 a source in the window, 4 a target below
// it, 5 a descriptor that is no multiple of 32, 6 a completion with an error. Then nothing is read
// behind it, though what was asked for goes on, and the end is not written.
// Latency: 8 cycles from `go` to the first read; a completion goes on a cycle later. Throughput: 1
// word a cycle.
module bl_hub_engine #(
    // log2 of the bytes of the longest read: 7..12
    parameter LOG_REQUEST = 9,
    // reads on their way, the fetch of a descriptor among them: 2..32
    parameter TAGS = 32,
    // log2 of the bus address from which on it is the window: 33..63
    parameter LOG_WINDOW = 46
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [63:0]  chain,
    input  wire [63:0]  end_at,
    input  wire [31:0]  end_value,
    input  wire [15:0]  go,
    output wire [31:0]  state,
    output reg  [31:0]  count,
    output reg          m_read_tvalid,
    input  wire         m_read_tready,
    output wire [127:0] m_read_tdata,
    input  wire         s_tvalid,
    output wire         s_tready,
    input  wire [127:0] s_tdata,
    input  wire         s_tlast,
    output reg          m_tvalid,
    input  wire         m_tready,
    output reg  [127:0] m_tdata,
    output reg          m_tlast
);
    generate
        if (LOG_REQUEST < 7 || LOG_REQUEST > 12) begin : g_check_log_request
            bl_hub_engine_illegal_LOG_REQUEST illegal();
        end
        if (TAGS < 2 || TAGS > 32) begin : g_check_tags
            bl_hub_engine_illegal_TAGS illegal();
        end
        if (LOG_WINDOW < 33 || LOG_WINDOW > 63) begin : g_check_log_window
            bl_hub_engine_illegal_LOG_WINDOW illegal();
        end
    endgenerate

    localparam [31:0] REQUEST = 1 << LOG_REQUEST;
    localparam [4:0]  FETCH   = 5'd0;  // the tag of descriptors

    // ---- completions: those of reads go on, those of a descriptor do not
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
    reg          first;                       // the next word is a header
    reg          of_fetch;                    // the words are a descriptor's
    reg          half;                        // its first word has come
    reg  [127:0] fetched;
    reg  [63:0]  ends [0:31];                 // of each tag: where the target of its read ends,
    reg  [31:0]  numbers [0:31];              // and its descriptor
    reg  [31:0]  busy;                        // tags of reads on their way
    wire         is_fetch = first ? c_tag[4:0] == FETCH : of_fetch;
    wire         bad      = c_status != 3'd0 || c_poisoned;
    wire         keeps    = first ? !is_fetch && !bad : !of_fetch;
    wire         room     = ~m_tvalid | m_tready;
    wire         takes    = s_tvalid & s_tready;
    reg          closes;                      // the words are the last of a read, with this tag:
    reg  [4:0]   closed;
    wire         is_last  = bad || c_bytes == {c_length, 2'b00};
    wire [63:0]  place    = ends[c_tag[4:0]] - {51'd0, c_bytes == 12'd0, c_bytes};
    assign s_tready = room;

    // ---- the writes
    reg          end_header, end_word;        // the end is to be written
    wire [127:0] write;
    wire         at_end   = end_header;
    wire [63:0]  address  = at_end ? end_at : place;
    wire [9:0]   length   = at_end ? 10'd1 : c_length;
    bl_tlp_header_pack made (
        .length(length), .translated(2'd0), .attributes(2'd0), .poisoned(1'b0), .digest(1'b0),
        .reserved(4'd0), .traffic(3'd0), .reserved1(1'b0), .kind(5'd0), .format(2'd3),
        .reserved2(1'b0), .first_keep(4'd15), .last_keep(length == 10'd1 ? 4'd0 : 4'd15),
        .tag(at_end ? 8'd0 : c_tag), .requester(16'd0), .address_high(address[63:32]),
        .reserved3(2'd0), .address_low(address[31:2]), .header(write));
    always @(posedge clk)
        if (rst) begin
            m_tvalid <= 1'b0;
            first    <= 1'b1;
            of_fetch <= 1'b0;
            half     <= 1'b0;
        end else begin
            if (room) m_tvalid <= (s_tvalid & keeps) | end_header | end_word;
            if (takes) first <= s_tlast;
            if (takes & first) of_fetch <= is_fetch | bad;
            if (takes) half <= ~first & of_fetch & ~half;
        end
    always @(posedge clk)
        if (room) begin
            m_tdata <= end_word ? {96'd0, end_value} : first ? write : s_tdata;
            m_tlast <= end_word | (s_tlast & ~end_header);
        end
    always @(posedge clk) begin
        if (takes & ~first & ~half) fetched <= s_tdata;
        if (takes & first) {closes, closed} <= {~is_fetch & is_last, c_tag[4:0]};
    end

    // ---- descriptors
    wire [31:0] d_source_low, d_source_high, d_target_low, d_target_high, d_size, d_reserved;
    wire [31:0] d_next_low, d_next_high;
    reg  [255:0] next;                        // the one that was fetched
    bl_chain_descriptor_unpack read_it (
        .descriptor(next), .source_low(d_source_low), .source_high(d_source_high),
        .target_low(d_target_low), .target_high(d_target_high), .size(d_size),
        .reserved(d_reserved), .next_low(d_next_low), .next_high(d_next_high));
    reg         running, has_next, wants, fetching, has;
    reg  [15:0] started, done;
    reg  [7:0]  error;
    reg  [63:0] fetch_at, source, target;
    reg  [31:0] left;
    wire        comes  = takes & s_tlast & of_fetch & half & fetching;
    wire        failed = takes & first & bad;
    wire [63:0] d_next = {d_next_high, d_next_low};
    wire        d_at_window = d_source_high[31:LOG_WINDOW-32] != 0;
    wire        d_in_window = d_target_high[31:LOG_WINDOW-32] != 0;
    wire [7:0]  wrong  = d_size == 32'd0 || d_size[1:0] != 2'd0 ? 8'd1
                       : d_source_low[1:0] != 2'd0 || d_target_low[1:0] != 2'd0 ? 8'd2
                       : d_at_window ? 8'd3
                       : !d_in_window ? 8'd4
                       : d_next_low[4:0] != 5'd0 ? 8'd5 : 8'd0;
    wire        begins = ~running & go != done;
    wire        opens  = running & has_next & ~has & error == 8'd0;
    wire        over   = running & ~wants & ~fetching & ~has_next & ~has & busy == 32'd0
                       & ~m_read_tvalid & ~end_header & ~end_word & first & ~s_tvalid;
    reg         ended;                        // the end has been written
    assign state = {error, 7'd0, running, done};

    // ---- reads: how many bytes the next has, and a free tag, are known a cycle before it goes
    reg         sized, found, step;
    reg  [12:0] to_source, to_target, bytes;
    reg  [4:0]  tag;
    wire [12:0] nearer = to_source < to_target ? to_source : to_target;
    wire [12:0] longest = nearer < REQUEST[12:0] ? nearer : REQUEST[12:0];
    wire        free   = ~m_read_tvalid | m_read_tready;
    wire        asks   = free & wants & ~fetching;
    wire        reads  = free & ~asks & has & sized & found & error == 8'd0;
    reg  [63:0] r_address;
    reg  [9:0]  r_length;
    reg  [4:0]  r_tag;
    bl_tlp_header_pack asked (
        .length(r_length), .translated(2'd0), .attributes(2'd0), .poisoned(1'b0), .digest(1'b0),
        .reserved(4'd0), .traffic(3'd0), .reserved1(1'b0), .kind(5'd0), .format(2'd1),
        .reserved2(1'b0), .first_keep(4'd15), .last_keep(r_length == 10'd1 ? 4'd0 : 4'd15),
        .tag({3'd0, r_tag}), .requester(16'h0100), .address_high(r_address[63:32]),
        .reserved3(2'd0), .address_low(r_address[31:2]), .header(m_read_tdata));
    reg  [4:0]  lowest;
    reg         some;
    always @* begin : find
        integer i;
        lowest = 5'd0;
        some   = 1'b0;
        for (i = TAGS - 1; i > 0; i = i - 1)
            if (!busy[i]) begin
                lowest = i[4:0];
                some   = 1'b1;
            end
    end
    always @(posedge clk)
        if (rst) begin
            m_read_tvalid <= 1'b0;
            {sized, step, found} <= 3'd0;
        end else begin
            if (free) m_read_tvalid <= asks | reads;
            step   <= has & ~step & ~sized & ~opens;
            if (reads | ~has) sized <= 1'b0;
            else if (step) sized <= 1'b1;
            found <= some & ~reads;
        end
    always @(posedge clk) begin
        to_source <= 13'd4096 - {1'b0, source[11:0]};
        to_target <= 13'd4096 - {1'b0, target[11:0]};
        if (step) bytes <= left < {19'd0, longest} ? left[12:0] : longest;
        tag <= lowest;
        if (free) begin
            r_address <= asks ? fetch_at : source;
            r_length  <= asks ? 10'd8 : bytes[11:2];
            r_tag     <= asks ? FETCH : tag;
        end
        if (reads) ends[tag] <= target + {51'd0, bytes};
        if (reads) numbers[tag] <= count;
    end
    integer k;
    always @(posedge clk)
        if (rst) busy <= 32'd0;
        else for (k = 1; k < 32; k = k + 1) begin
            if (reads && tag == k[4:0]) busy[k] <= 1'b1;
            else if (takes && s_tlast && (first ? !is_fetch && is_last && c_tag[4:0] == k[4:0]
                                                : closes && closed == k[4:0]))
                busy[k] <= 1'b0;
        end

    // ---- from the start to the end
    always @(posedge clk)
        if (rst) begin
            {running, has_next, wants, fetching, has} <= 5'd0;
            {end_header, end_word, ended} <= 3'd0;
            done  <= 16'd0;
            error <= 8'd0;
        end else begin
            if (begins) begin
                running <= 1'b1;
                wants   <= chain[4:0] == 5'd0;
                error   <= chain[4:0] == 5'd0 ? 8'd0 : 8'd5;
                ended   <= 1'b0;
            end
            if (asks) begin
                wants    <= 1'b0;
                fetching <= 1'b1;
            end
            if (comes) begin
                has_next <= 1'b1;
                fetching <= 1'b0;
            end
            if (failed) begin
                if (error == 8'd0) error <= 8'd6;
                wants <= 1'b0;
                if (is_fetch) fetching <= 1'b0;
            end
            if (opens) begin
                has_next <= 1'b0;
                has      <= wrong == 8'd0;
                wants    <= wrong == 8'd0 && d_next != 64'd0 && !failed;
                if (!failed) error <= wrong;
            end else if (running && error != 8'd0) has_next <= 1'b0;
            if (reads) has <= left != {19'd0, bytes};
            else if (error != 8'd0) has <= 1'b0;
            if (over) begin
                end_header <= error == 8'd0 && end_at != 64'd0 && !ended;
                ended      <= 1'b1;
                if (ended || error != 8'd0 || end_at == 64'd0) begin
                    running <= 1'b0;
                    done    <= started;
                end
            end
            if (room) begin
                if (end_header) end_header <= 1'b0;
                end_word <= end_header;
            end
        end
    always @(posedge clk) begin
        if (begins) fetch_at <= chain;
        if (begins) count <= 32'd0;
        if (begins) started <= go;
        if (comes) next <= {s_tdata, fetched};
        if (opens) begin
            source   <= {d_source_high, d_source_low};
            target   <= {d_target_high, d_target_low};
            left     <= d_size;
            fetch_at <= d_next;
            count    <= count + 32'd1;
        end
        if (failed && error == 8'd0) count <= is_fetch ? count + 32'd1 : numbers[c_tag[4:0]];
        if (reads) begin
            source <= source + {51'd0, bytes};
            target <= target + {51'd0, bytes};
            left   <= left - {19'd0, bytes};
        end
    end
    wire unused = &{1'b0, c_translated, c_attributes, c_digest, c_reserved, c_traffic,
                    c_reserved1, c_kind, c_format, c_reserved2, c_modified, c_completer,
                    c_low_address, c_reserved3, c_tag[7:5], c_requester, c_nothing, d_reserved,
                    REQUEST[31:13], address[1:0], r_address[1:0], 1'b0};
endmodule
`default_nettype wire
