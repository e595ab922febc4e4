// SPDX-License-Identifier: ISC
`default_nettype none
// Packets of one virtual channel in, each in a slot, until they leave by one of several ports, or
// by several: in the order in which they came (ORDER 0), or the oldest for each port (ORDER 1).
// Contract: s_write puts a word behind those of the packet that is being written, while `s_room`;
// s_next, with its last word, goes on to the next one, s_rewind begins the same one anew. s_show
// offers it, no sooner than with its first word, no later than with s_next, at port
// `s_port`, 0 up, with `s_vc`, its channel there; one that was shown ends with s_next, with s_bad
// if it is damaged. `m_some`, a bit a port: a packet is there, m_vc its channel; m_take, one bit,
// takes it and gives its slot back, as it is read from the next cycle on without a stop, behind
// what is still written and before what is written next; m_read reads a word, m_tdata in the next
// cycle; m_next, with the last word, ends it, and m_bad then says that it is damaged. With s_all,
// which needs COPIES, a packet is offered before its last word at all ports of `copies`, with their
// channels of copy_vc; it may be shown once more, with s_next, undamaged, at another port: each
// takes a copy of its own, and with the last one its slot is given back. `free`:
// packets for which there is room, that which is being written among them.
// Latency: 1 cycle from s_show to m_some. Throughput: a word a cycle, each side.
module bl_packet_store #(
    // bits of a word: 1 or more
    parameter WIDTH = 64,
    // log2 of the packets: 1..4
    parameter LOG_PACKETS = 3,
    // log2 of the words of a packet, rounded up: 1..11
    parameter LOG_WORDS = 5,
    // ports: 1..4
    parameter PORTS = 3,
    // bits of a channel's number: 1..2
    parameter VC_W = 1,
    // 0: first come, first out; 1: each port has a queue: 0..1
    parameter ORDER = 1,
    // 1: packets may be for several ports: 0..1
    parameter COPIES = 0
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire                  s_write,
    input  wire [WIDTH-1:0]      s_tdata,
    input  wire                  s_next,
    input  wire                  s_rewind,
    input  wire                  s_show,
    input  wire [1:0]            s_port,
    input  wire [VC_W-1:0]       s_vc,
    input  wire                  s_bad,
    input  wire                  s_all,
    input  wire [PORTS-1:0]      copies,
    input  wire [PORTS*VC_W-1:0] copy_vc,
    output wire                  s_room,
    output reg  [LOG_PACKETS:0]  free,
    output wire [PORTS-1:0]      m_some,
    output wire [PORTS*VC_W-1:0] m_vc,
    input  wire [PORTS-1:0]      m_take,
    input  wire                  m_read,
    output wire [WIDTH-1:0]      m_tdata,
    input  wire                  m_next,
    output wire                  m_bad
);
    localparam        PTR    = LOG_PACKETS;
    localparam [31:0] SLOTS  = 1 << LOG_PACKETS;

    generate
        if (WIDTH < 1) begin : g_check_width
            bl_packet_store_illegal_WIDTH illegal();
        end
        if (LOG_PACKETS < 1 || LOG_PACKETS > 4) begin : g_check_log_packets
            bl_packet_store_illegal_LOG_PACKETS illegal();
        end
        if (LOG_WORDS < 1 || LOG_WORDS > 11) begin : g_check_log_words
            bl_packet_store_illegal_LOG_WORDS illegal();
        end
        if (PORTS < 1 || PORTS > 4) begin : g_check_ports
            bl_packet_store_illegal_PORTS illegal();
        end
        if (VC_W < 1 || VC_W > 2) begin : g_check_vc_w
            bl_packet_store_illegal_VC_W illegal();
        end
        if (ORDER < 0 || ORDER > 1) begin : g_check_order
            bl_packet_store_illegal_ORDER illegal();
        end
        if (COPIES < 0 || COPIES > 1) begin : g_check_copies
            bl_packet_store_illegal_COPIES illegal();
        end
    endgenerate

    // ---- words ----
    reg  [LOG_WORDS-1:0] wword, rword;
    reg  [PTR-1:0]       rslot;                  // that is read
    wire [PTR-1:0]       wslot;                  // that is written
    wire [PTR-1:0]       head;                   // that is taken
    reg  [SLOTS-1:0]     damaged;
    reg                  s_open;                 // what is being written is shown
    wire                 taken = |m_take;
    reg                  spoilt, open;           // what is read: is damaged; is being written
    reg                  back;                   // a slot is given back
    reg                  shared;                 // what is being written was shown to several
    wire                 all     = (COPIES == 1) & s_all;
    wire                 stays;                  // it is for more ports than have taken it
    wire                 gives;                  // the last copy is taken, or was
    // it is taken while it is being written: then it takes no slot, unless it is for others, too
    wire                 meets = s_open & (head == wslot);
    wire                 ends   = s_next & (open | (taken & meets));
    wire                 passes = ends & ~stays;
    assign m_bad = spoilt;
    bl_block_ram #(.WIDTH(WIDTH), .LOG_DEPTH(PTR + LOG_WORDS)) memory (
        .clk(clk), .write(s_write), .waddr({wslot, wword}), .wdata(s_tdata), .read(m_read),
        .raddr({rslot, rword}), .rdata(m_tdata));
    always @(posedge clk) begin
        if (s_write) wword <= wword + 1'b1;
        if (s_next | s_rewind) wword <= {LOG_WORDS{1'b0}};
        if (m_read) rword <= rword + 1'b1;
        if (m_next | taken) rword <= {LOG_WORDS{1'b0}};
        if (taken) rslot <= head;
        if (s_show) damaged[wslot] <= 1'b0;
        if (s_next) damaged[wslot] <= s_bad;
        s_open <= (s_open | s_show) & ~s_next;
        open   <= (taken ? meets : open) & ~s_next;
        if (taken) spoilt <= damaged[head] & ~meets;
        if (ends) spoilt <= s_bad;
        back   <= gives;
        shared <= (shared | all) & ~s_next;
        free   <= free - {{PTR{1'b0}}, s_next & ~passes} + {{PTR{1'b0}}, back};
        if (rst) begin
            wword <= {LOG_WORDS{1'b0}};
            rword <= {LOG_WORDS{1'b0}};
            free  <= SLOTS[PTR:0];
            s_open <= 1'b0;
            shared <= 1'b0;
            open   <= 1'b0;
            back   <= 1'b0;
        end
    end

    // ---- slots, and who is next ----
    genvar p;
    generate
        if (ORDER == 0) begin : g_fifo
            (* ramstyle = "MLAB, no_rw_check", ram_style = "distributed" *)
            reg [VC_W+1:0] marks [0:SLOTS-1];    // {port, channel}
            reg [PTR:0]    wr, shown, rd;
            wire [1:0]     port;
            wire [VC_W-1:0] vc;
            wire           some = rd != shown;
            wire           several;              // the first one is for several ports,
            wire [PORTS-1:0] rest;               // and has not left by these
            assign {port, vc} = marks[rd[PTR-1:0]];
            if (COPIES == 1) begin : g_copies
                reg [SLOTS-1:0] alls, also;      // packets for several, for one more port
                reg [PORTS-1:0] done;
                assign several = alls[rd[PTR-1:0]];
                assign stays   = shared;
                // it leaves when it has ended, and no copy is left
                assign gives   = several ? some & (rd != wr) & ~(|(m_some & ~m_take))
                    : taken & ~meets;
                assign rest    = (copies | {PORTS{also[rd[PTR-1:0]]}}) & ~done;
                always @(posedge clk) begin
                    if (s_show) begin
                        alls[wr[PTR-1:0]] <= all | shared;
                        also[wr[PTR-1:0]] <= shared;
                    end
                    done <= (several & ~gives) ? done | m_take : {PORTS{1'b0}};
                    if (rst) done <= {PORTS{1'b0}};
                end
            end else begin : g_one
                assign several = 1'b0;
                assign stays   = 1'b0;
                assign gives   = taken & ~meets;
                assign rest    = {PORTS{1'b0}};
            end
            assign wslot  = wr[PTR-1:0];
            assign head   = rd[PTR-1:0];
            assign s_room = |free;
            for (p = 0; p < PORTS; p = p + 1) begin : g_port
                localparam [31:0] PORT = p;
                assign m_some[p] = some & (several ? rest[p] & (copies[p] | (port == PORT[1:0]))
                    : port == PORT[1:0]);
                assign m_vc[VC_W*p +: VC_W] = (several & copies[p]) ? copy_vc[VC_W*p +: VC_W] : vc;
            end
            always @(posedge clk) begin
                if (s_show) begin
                    marks[wr[PTR-1:0]] <= {s_port, s_vc};
                    if (~shared) shown <= shown + 1'b1;
                end
                if (s_next) wr <= wr + 1'b1;
                if (several ? gives : taken) rd <= rd + 1'b1;
                if (rst) begin
                    wr    <= {(PTR+1){1'b0}};
                    shown <= {(PTR+1){1'b0}};
                    rd    <= {(PTR+1){1'b0}};
                end
            end
        end else begin : g_queues
            reg  [SLOTS-1:0]     used;           // slots
            reg  [PTR-1:0]       slot, lowest;   // that is written; the lowest unused one
            reg                  has;
            wire [PORTS*PTR-1:0] heads;
            wire [PORTS-1:0]     mine;           // ports that what is shown is for
            wire [SLOTS-1:0]     unused = ~used & ~(has ? {{(SLOTS-1){1'b0}}, 1'b1} << slot
                : {SLOTS{1'b0}});
            reg  [PTR-1:0]       next;
            assign wslot  = slot;
            assign s_room = has;
            assign head   = next;
            always @* begin : choice
                integer i;
                lowest = {PTR{1'b0}};
                for (i = SLOTS - 1; i >= 0; i = i - 1) if (unused[i]) lowest = i[PTR-1:0];
                next = {PTR{1'b0}};
                for (i = 0; i < PORTS; i = i + 1)
                    if (m_take[i]) next = next | heads[PTR*i +: PTR];
            end
            always @(posedge clk) begin
                if (gives) used[head] <= 1'b0;
                if (s_next & ~passes) used[slot] <= 1'b1;
                if (s_next | ~has) begin
                    slot <= lowest;
                    has  <= |unused;
                end
                if (rst) begin
                    used <= {SLOTS{1'b0}};
                    slot <= {PTR{1'b0}};
                    has  <= 1'b1;
                end
            end
            if (COPIES == 1) begin : g_copies
                wire [SLOTS*PORTS-1:0] left;     // ports that a slot's packet is still for
                wire [PORTS-1:0] after = left[PORTS*head +: PORTS] & ~m_take;
                assign gives = taken & ~meets & ~(|after);
                assign stays = shared & (s_show | (|(meets ? after : left[PORTS*slot +: PORTS])));
                genvar i;
                for (i = 0; i < SLOTS; i = i + 1) begin : g_slot
                    localparam [31:0] SLOT = i;
                    reg [PORTS-1:0] ports;
                    assign left[PORTS*i +: PORTS] = ports;
                    always @(posedge clk)
                        if (rst) ports <= {PORTS{1'b0}};
                        else ports <= ((taken & (head == SLOT[PTR-1:0])) ? ports & ~m_take : ports)
                            | ((s_show & (slot == SLOT[PTR-1:0])) ? mine : {PORTS{1'b0}});
                end
            end else begin : g_one
                assign gives = taken & ~meets;
                assign stays = 1'b0;
            end
            for (p = 0; p < PORTS; p = p + 1) begin : g_port
                localparam [31:0] PORT = p;
                (* ramstyle = "MLAB, no_rw_check", ram_style = "distributed" *)
                reg [PTR+VC_W-1:0] queue [0:SLOTS-1];    // {slot, channel}
                reg [PTR:0]        wr, rd;
                wire [VC_W-1:0]    on = all ? copy_vc[VC_W*p +: VC_W] : s_vc;
                assign mine[p] = s_show & (all ? copies[p] : s_port == PORT[1:0]);
                assign m_some[p] = wr != rd;
                assign {heads[PTR*p +: PTR], m_vc[VC_W*p +: VC_W]} = queue[rd[PTR-1:0]];
                always @(posedge clk) begin
                    if (mine[p]) begin
                        queue[wr[PTR-1:0]] <= {slot, on};
                        wr <= wr + 1'b1;
                    end
                    if (m_take[p]) rd <= rd + 1'b1;
                    if (rst) begin
                        wr <= {(PTR+1){1'b0}};
                        rd <= {(PTR+1){1'b0}};
                    end
                end
            end
        end
    endgenerate

`ifdef FORMAL
    // Rule 1: a packet that is taken is one that was shown at that port and not taken, the oldest
    // of those (ORDER 1) or of all (ORDER 0), with its channel, and its words are those written.
    // Rule 2: no slot is given twice. Packets have one word here, of `f_id` and what it wants.
    reg              f_reset = 1'b0;
    reg [PTR:0]      f_in;                       // packets inside
    reg              f_reading, f_watch, f_shown, f_out, f_due;
    (* anyconst *) reg [WIDTH-1:0] f_value;
    (* anyconst *) reg [1:0]       f_port;
    (* anyconst *) reg [VC_W-1:0]  f_vc;
    reg              f_bad;
    reg [PTR:0]      f_queued;                   // packets of its port, or all, not taken
    reg [PTR:0]      f_before;                   // packets for its port in front of it, or all
    (* anyseq *) reg f_choose;
    wire             f_ours = f_choose & s_next & ~f_watch & ~f_out;
    wire [PORTS-1:0] f_mine = {{(PORTS-1){1'b0}}, 1'b1} << f_port;
    always @(posedge clk) begin
        f_reset   <= 1'b1;
        f_reading <= taken | (f_reading & ~m_next);
        f_in      <= f_in + {{PTR{1'b0}}, s_next} - {{PTR{1'b0}}, taken};
        if (f_ours) begin
            f_watch  <= 1'b1;
            f_bad   <= s_bad;
        end
        if (f_watch & (f_before == 0) & m_take[f_port]) f_watch <= 1'b0;
        f_out <= (f_watch & (f_before == 0) & m_take[f_port]) | (f_out & ~m_next);
        f_due <= f_out & m_read;
        if (f_ours)
            f_before <= f_queued - ((ORDER == 0) ? taken : m_take[f_port]);
        else if (f_watch && f_before != 0)
            f_before <= f_before - ((ORDER == 0) ? taken : m_take[f_port]);
        f_queued <= f_queued + ((ORDER == 0) ? s_next : s_next & (s_port == f_port))
            - ((ORDER == 0) ? taken : m_take[f_port]);
        if (rst) begin
            f_in      <= 0;
            f_reading <= 0;
            f_watch   <= 0;
            f_out     <= 0;
            f_due     <= 0;
            f_queued  <= 0;
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        if (f_reset) assume (!rst);
        assume (f_port < PORTS);
        assume (s_port < PORTS);
        assume (s_write == s_next && s_show == s_next);
        assume (!s_next || s_room);
        assume (!s_rewind && !s_all);
        assume ((m_take & (m_take - 1'b1)) == 0 && (m_take & ~m_some) == 0);
        assume (!taken || !f_reading || m_next);
        assume (m_next == f_reading && m_read == f_reading);
        if (f_ours) assume (s_port == f_port && s_vc == f_vc && s_tdata == f_value);
        if (f_reset) begin
            assert (f_in <= SLOTS[PTR:0]);
            assert (free == SLOTS[PTR:0] - f_in - {{PTR{1'b0}}, back});
            if (f_watch && f_before == 0)
                assert (m_some[f_port] && m_vc[VC_W*f_port +: VC_W] == f_vc);
            if (f_due) assert (m_tdata == f_value);
            if (f_out && m_next) assert (m_bad == f_bad);
        end
    end
`endif
endmodule
`default_nettype wire
