# Only declarations.
.outputs b # error: E4002 W4204
