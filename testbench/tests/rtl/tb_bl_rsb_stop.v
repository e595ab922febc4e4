// config: -Ptb_bl_rsb_stop.FIRST=0
// config: -Ptb_bl_rsb_stop.FIRST=1
// The token is held for DELAY tables where there is something to do, passes elsewhere, and is not
// let go again by what s_busy does while it is here. Every table takes one unit.
`define BL_RANDOM_DELAY 1
module tb_bl_rsb_stop;
    parameter FIRST = 0;
    localparam DELAY = 6;
    reg     token, busy;
    wire    out, stops;
    integer wrong, took;

    // seen as in other cells: the edge that an operation waits for rises
    wire s_token = token ^ (FIRST != 0);
    wire m_token = out ^ (FIRST != 0), m_stops = stops ^ (FIRST != 0);
    bl_rsb_stop #(.DELAY(DELAY), .FIRST(FIRST)) dut (
        .s_token(s_token), .s_busy(busy), .m_stops(stops), .m_token(out));

    task expect_in(input value, input integer units);
        begin
            took = 0;
            while (m_token !== value && took < 100) begin
                #1 took = took + 1;
            end
            // a unit may pass before the tables of it have been looked at
            if (took < units || took > units + 1) begin
                wrong = wrong + 1;
                $display("at %0t: %0d units, not %0d", $time, took, units);
            end
        end
    endtask
    task expect_stays(input value, input integer units);
        for (took = 0; took < units; took = took + 1) #1 if (m_token !== value) begin
            wrong = wrong + 1;
            $display("at %0t: moves", $time);
        end
    endtask

    initial begin
        wrong = 0;
        token = 0;
        busy  = 0;
        #20 if (m_token !== 1'b0 || m_stops !== 1'b0) wrong = wrong + 1;
        token = 1; expect_in(1, 1);                     // passes
        if (m_stops) wrong = wrong + 1;
        busy  = 1; expect_stays(1, 20);                 // something to do from the next time on
        token = 0; expect_in(0, 1);
        expect_stays(0, 20);
        token = 1; expect_in(1, DELAY + 2);             // held
        if (!m_stops) wrong = wrong + 1;
        busy  = 0; expect_stays(1, 20);                 // done
        if (!m_stops) wrong = wrong + 1;
        token = 0; expect_in(0, 1);
        #3 if (m_stops) wrong = wrong + 1;
        busy  = 1;
        #3 token = 1; expect_stays(0, 3);               // cut short: the next one takes all again
        token = 0; expect_stays(0, 20);
        token = 1; expect_in(1, DELAY + 2);
        if (wrong == 0) $display("PASS");
        else $display("FAIL %0d", wrong);
        $finish(0);
    end
endmodule
