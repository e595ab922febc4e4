// A carrier's connections to what carried.vh declares.
        .clk(clk), .rst(rst), .s_flit_tvalid(leave_valid), .s_flit_tready(leave_ready), .s_flit_tdata(leave_data), .m_credit(credit),
        .m_flit_tvalid(arrive_valid), .m_flit_tdata(arrive_data), .s_credit(freed),
        .stop(1'b0), .stopped()
