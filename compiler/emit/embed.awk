# Makes the C table of compiler/emit/parts.h from files of parts: awk -f embed.awk FILE...
# A line that ends in @\ and the next are one.
BEGIN {
    print "#include \"emit/parts.h\"\n#pragma GCC diagnostic ignored \"-Woverlength-strings\""
    print "const struct bl_embedded bl_embedded_parts[] = {"
}
FNR == 1 {
    file = FILENAME
    gsub(/.*\/|\.in$/, "", file)
    inside = 0
}
/^@@ / {
    if (open) print "    },"
    printf "    {\"%s\", \"%s\", \"\"\n", file, substr($0, 4)
    open = inside = 1
    next
}
inside {
    if (goes_on) sub(/^[ \t]+/, "")
    goes_on = sub(/@\\$/, "")
    gsub(/[\\"?]/, "\\\\&")
    printf "        \"%s%s\"\n", $0, goes_on ? "" : "\\n"
}
END {
    if (open) print "    },"
    print "    {0, 0, 0},\n};"
}
