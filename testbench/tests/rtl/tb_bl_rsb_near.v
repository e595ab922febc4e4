// config: -Ptb_bl_rsb_near.NUMBER=3
// config: -Ptb_bl_rsb_near.NUMBER=4
// With every number on the lines exactly the cell with that number is meant.
module tb_bl_rsb_near;
    parameter NUMBER = 4;
    reg  [NUMBER-1:0]    number;
    wire [3:0]           near;
    wire [2**NUMBER-1:0] meant;
    integer              i, wrong;

    bl_rsb_near #(.NUMBER(NUMBER)) dut (.s_number(number), .m_near(near));

    genvar k;
    generate
        for (k = 0; k < 2**NUMBER; k = k + 1) begin : g_cell
            wire [13:0] unused;
            bl_rarb_cell #(.NUMBER(NUMBER), .DOMAIN(k), .NEAR(1)) rarb (
                .rst(1'b1), .s_request(1'b0), .m_notified(unused[0]), .m_busy(unused[1]),
                .m_own_cw(unused[2]), .m_own_ccw(unused[3]), .m_end_cw(unused[4]),
                .m_end_ccw(unused[5]),
                .m_pass_cw(unused[6]), .m_pass_ccw(unused[7]),
                .s_number(number), .s_near(near), .s_left(1'b0), .s_left_na(1'b0), .s_token(1'b0),
                .m_left(unused[8]), .m_left_na(unused[9]), .s_right(1'b0), .s_right_na(1'b0),
                .m_right(unused[10]), .m_right_na(unused[11]), .m_token(unused[12])
            );
            assign unused[13] = 1'b0;
            assign meant[k] = rarb.meant;
        end
    endgenerate

    initial begin
        wrong = 0;
        for (i = 0; i < 2**NUMBER; i = i + 1) begin
            number = i;
            #10 if (meant !== 1 << i) begin
                wrong = wrong + 1;
                $display("number %0d: cells %b are meant", i, meant);
            end
        end
        if (wrong == 0) $display("PASS");
        else $display("FAIL %0d numbers", wrong);
        $finish(0);
    end
endmodule
