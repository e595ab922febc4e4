// A DMA descriptor put together and taken apart: every field lies where docs/dma.md has it, worked
// out as a sum of numbers, and comes back as it was.
// config:
`timescale 1ns/1ps
module tb_bl_dma_descriptor;
    reg  [31:0]  source_low, source_high, target_low, target_high;
    reg  [17:0]  length;
    reg  [7:0]   id;
    reg  [5:0]   reserved;
    wire [159:0] packed_it;
    reg  [159:0] summed, given;
    wire [31:0]  u_source_low, u_source_high, u_target_low, u_target_high;
    wire [17:0]  u_length;
    wire [7:0]   u_id;
    wire [5:0]   u_reserved;
    bl_dma_descriptor_pack pack (
        .source_low(source_low), .source_high(source_high), .target_low(target_low),
        .target_high(target_high), .length(length), .id(id), .reserved(reserved),
        .descriptor(packed_it));
    bl_dma_descriptor_unpack unpack (
        .source_low(u_source_low), .source_high(u_source_high), .target_low(u_target_low),
        .target_high(u_target_high), .length(u_length), .id(u_id), .reserved(u_reserved),
        .descriptor(given));
    integer seed = 3, i, failed = 0;
    initial begin
        for (i = 0; i < 2000; i = i + 1) begin
            source_low = $random(seed);
            source_high = $random(seed);
            target_low = $random(seed);
            target_high = $random(seed);
            {length, id, reserved} = $random(seed);
            // one field alone, too
            if (i % 8 < 7) begin
                if (i % 8 != 0) source_low = 0;
                if (i % 8 != 1) source_high = 0;
                if (i % 8 != 2) target_low = 0;
                if (i % 8 != 3) target_high = 0;
                if (i % 8 != 4) length = 0;
                if (i % 8 != 5) id = 0;
                if (i % 8 != 6) reserved = 0;
            end
            summed = 160'd0 + source_low + source_high * (160'd1 << 32)
                + target_low * (160'd1 << 64) + target_high * (160'd1 << 96)
                + length * (160'd1 << 128) + id * (160'd1 << 146)
                + reserved * (160'd1 << 154);
            given = summed;
            #1;
            if (packed_it !== summed) failed = failed + 1;
            if (u_source_low !== source_low || u_source_high !== source_high
                || u_target_low !== target_low || u_target_high !== target_high
                || u_length !== length || u_id !== id || u_reserved !== reserved)
                failed = failed + 1;
        end
        if (failed != 0) $display("FAIL %0d descriptors", failed);
        else $display("PASS");
        $finish(0);
    end
endmodule
