module good #(
    parameter LIMIT = 1 // a comment with (brackets
) (
    input wire clk, en,
    input wire [31:0] key,
    output reg [7:0] bucket
);
    always @(posedge clk) if (en) bucket <= key[7:0] + LIMIT;
endmodule
module narrow (input wire [15:0] key, output wire keep); assign keep = key[0]; endmodule
module blind (input wire [31:0] key); endmodule
