# Makes the C table of compiler/emit/parts.h from files of parts: awk -f embed.awk FILE...
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
    gsub(/[\\"?]/, "\\\\&")
    printf "        \"%s\\n\"\n", $0
}
END {
    if (open) print "    },"
    print "    {0, 0, 0},\n};"
}
