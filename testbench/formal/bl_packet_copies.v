`default_nettype none
// Proof of packets for several ports: bl_packet_store with COPIES, packets of two words, one of
// which is watched: its first word is 1, that of all others 0.
module bl_packet_copies #(
    parameter ORDER = 0,
    parameter PORTS = 3
) (
    input wire             clk,
    input wire             rst,
    input wire             s_write,
    input wire             s_next,
    input wire             s_show,
    input wire             s_all,
    input wire             s_bad,
    input wire             s_rewind,
    input wire [1:0]       s_port,
    input wire             s_vc,
    input wire             chooses,              // it is the one that is watched
    input wire [PORTS-1:0] copies,
    input wire [PORTS-1:0] copy_vc,
    input wire [PORTS-1:0] m_take
);
    reg              shown, shared, written, its, chosen;    // of what is being written
    reg              reads, second, due;         // its first word, its second; that is there
    reg  [1:0]       age;                        // cycles since it was shown
    reg  [PORTS-1:0] wants, held_copies, held_copy_vc, by;   // ports that wait for the watched one
    reg              vc, bad, by_vc;
    wire [PORTS-1:0] some, m_vc;
    wire [1:0]       free;
    wire             room, data, m_bad;
    wire             first   = s_write & ~written;
    wire             watched = first ? chooses & ~chosen : its;
    wire [PORTS-1:0] one     = {{(PORTS-1){1'b0}}, 1'b1} << s_port;
    bl_packet_store #(.WIDTH(1), .LOG_PACKETS(1), .LOG_WORDS(1), .PORTS(PORTS), .VC_W(1),
        .ORDER(ORDER), .COPIES(1)) store (
        .clk(clk), .rst(rst), .s_write(s_write), .s_tdata(watched), .s_next(s_next),
        .s_rewind(s_rewind), .s_show(s_show), .s_port(s_port), .s_vc(s_vc), .s_bad(s_bad),
        .s_all(s_all), .copies(copies), .copy_vc(copy_vc), .s_room(room), .free(free),
        .m_some(some), .m_vc(m_vc), .m_take(m_take), .m_read(reads | second), .m_tdata(data),
        .m_next(second), .m_bad(m_bad));

`ifdef FORMAL
    // Rule 1: the watched packet leaves by a port only if it was shown there and has not left
    // there, with the channel that it has there, and what is said of its damage is right. Rule 2:
    // when nothing is offered any more it has left by all ports that it was shown at, its first
    // word unchanged, and all slots are free.
    reg       f_reset = 1'b0;
    reg [1:0] f_rest;                            // cycles in which nothing was there
    reg       f_all;                             // the watched one is for several
    wire      f_idle = ~(|some) & ~s_write & ~written & ~reads & ~second & ~due;
    wire      f_came = due & data;
    always @(posedge clk) begin
        f_reset <= 1'b1;
        written <= (written | s_write) & ~s_next & ~s_rewind;
        shown   <= (shown | s_show) & ~s_next;
        shared  <= (shared | (s_show & s_all)) & ~s_next;
        age     <= shown ? age + 1'b1 : 2'd0;
        its     <= watched;
        if (first & watched) chosen <= 1'b1;
        if (s_rewind & its) chosen <= 1'b0;
        if (watched & s_show & ~s_all) vc <= s_vc;
        if (watched & s_next) bad <= s_bad;
        wants <= (wants & ~(f_came ? by : {PORTS{1'b0}}))
            | ((watched & s_show) ? (s_all ? copies : one) : {PORTS{1'b0}});
        reads  <= |m_take;
        second <= reads;
        due    <= reads;
        if (|m_take) by <= m_take;
        if (|m_take) by_vc <= |(m_take & m_vc);
        held_copies  <= copies;
        held_copy_vc <= copy_vc;
        f_rest <= f_idle ? f_rest + {1'b0, ~f_rest[1]} : 2'd0;
        if (rst) begin
            {written, shown, shared, its, chosen, reads, second, due} <= 8'd0;
            wants  <= {PORTS{1'b0}};
            f_rest <= 2'd0;
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        if (f_reset) assume (!rst && copies == held_copies && copy_vc == held_copy_vc);
        assume (s_port < PORTS && !copies[PORTS-1] && |copies);
        assume (!s_next || (s_write && written));
        assume (!s_write || s_next || (!written && room && !s_rewind));
        assume (!s_rewind || (written && !shown && !s_write && !s_show));
        // shown behind its first word, and again with its last one, or with that alone
        assume (!s_show || (written && (!shown || (shared && s_next))));
        assume (!s_all || (s_show && !shown && !s_next));
        assume (!s_next || shown || s_show);
        assume (!s_next || (shared ? s_show != s_bad : !(s_bad && s_show)));
        if (shared && s_show) assume (s_port == PORTS - 1);
        // its words come without a stop, before they are read
        if (shown && age == 2'd1) assume (s_next);
        assume ((m_take & (m_take - 1'b1)) == 0 && (m_take & ~some) == 0);
        assume (!(|m_take) || !reads);
        if (f_reset) begin
            assert (free <= 2'd2);
            if (f_came) begin
                assert ((wants & by) != 0);
                assert (by_vc == ((|(by & copies) && f_all) ? |(by & copy_vc) : vc));
                assert (m_bad == bad);
            end
            if (f_rest[1]) assert (wants == 0 && free == 2'd2);
        end
    end
    always @(posedge clk) if (watched & s_show & ~shown) f_all <= s_all;
`endif
endmodule
`default_nettype wire
