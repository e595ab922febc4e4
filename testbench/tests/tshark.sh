# shellcheck shell=sh disable=SC2154
# Read by tests with `.`: tshark with the dissector of a build. From version 4.4 on it runs no Lua
# script for root, so root has it run by nobody, who has to read what is in $work.
dissect() { # OPTION...
    if [ "$(id -u)" -ne 0 ]; then
        HOME=$work LC_ALL=C tshark "$@"
        return
    fi
    chmod 755 "$work"
    setpriv --reuid 65534 --regid 65534 --clear-groups env HOME=/ LC_ALL=C tshark "$@"
}
