void good(void) {}
