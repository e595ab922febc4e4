#include "ir/names/words.h"

#include <string.h>

/* In each list words with blanks between them; a star stands for any characters. */
static const char verilog[] =
    "always and assign automatic begin buf bufif0 bufif1 case casex casez cell cmos config "
    "deassign "
    "default defparam design disable edge else end endcase endconfig endfunction endgenerate "
    "endmodule endprimitive endspecify endtable endtask event for force forever fork function "
    "generate genvar highz0 highz1 if ifnone incdir include initial inout input instance integer "
    "join "
    "large liblist library localparam macromodule medium module nand negedge nmos nor "
    "noshowcancelled "
    "not notif0 notif1 or output parameter pmos posedge primitive pull0 pull1 pulldown pullup "
    "pulsestyle_ondetect pulsestyle_onevent rcmos real realtime reg release repeat rnmos rpmos "
    "rtran "
    "rtranif0 rtranif1 scalared showcancelled signed small specify specparam strong0 strong1 "
    "supply0 "
    "supply1 table task time tran tranif0 tranif1 tri tri0 tri1 triand trior trireg unsigned use "
    "uwire vectored wait wand weak0 weak1 while wire wor xnor xor";

/* At its end classes of the package std, and words of Icarus. */
static const char systemverilog[] =
    "accept_on alias always_comb always_ff always_latch assert assume before bind bins binsof bit "
    "break byte chandle checker class clocking const constraint context continue cover covergroup "
    "coverpoint cross dist do endchecker endclass endclocking endgroup endinterface endpackage "
    "endprogram endproperty endsequence enum eventually expect export extends extern final "
    "first_match foreach forkjoin global iff ignore_bins illegal_bins implements implies import "
    "inside int interconnect interface intersect join_any join_none let local logic longint "
    "matches "
    "modport nettype new nexttime null package packed priority program property protected pure "
    "rand "
    "randc randcase randsequence ref reject_on restrict return s_always s_eventually s_nexttime "
    "s_until s_until_with sequence shortint shortreal soft solve static string strong struct super "
    "sync_accept_on sync_reject_on tagged this throughout timeprecision timeunit type typedef "
    "union "
    "unique unique0 until until_with untyped var virtual void wait_order weak wildcard with within "
    "mailbox process randomize semaphore std bool wreal";

static const char c[] =
    "alignas alignof asm auto bool break case char const constexpr continue default do double else "
    "enum extern false float for fortran goto if inline int long nullptr register restrict return "
    "short signed sizeof static static_assert struct switch thread_local true typedef typeof "
    "typeof_unqual union unsigned void volatile while";

static const char cpp[] =
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t "
    "char32_t class co_await co_return co_yield compl concept const const_cast consteval constexpr "
    "constinit continue decltype default delete do double dynamic_cast else enum explicit export "
    "extern false float for friend goto if inline int long mutable namespace new noexcept not "
    "not_eq "
    "nullptr operator or or_eq private protected public register reinterpret_cast requires return "
    "short signed sizeof static static_assert static_cast struct switch template this thread_local "
    "throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t "
    "while "
    "xor xor_eq";

static const char macros[] =
    "ATOMIC_* BOOL_MAX BOOL_WIDTH BUFSIZ CHAR_BIT CHAR_MAX CHAR_MIN CHAR_WIDTH CLOCKS_PER_SEC "
    "CMPLX* "
    "DBL_* DEC32_* DEC64_* DEC128_* DECIMAL_DIG DEC_EVAL_METHOD DEC_INFINITY DEC_NAN EOF "
    "EXIT_FAILURE "
    "EXIT_SUCCESS FE_* FILENAME_MAX FLT_* FOPEN_MAX FP_* HUGE_VAL* I INFINITY INT8_* INT16_* "
    "INT32_* "
    "INT64_* INTMAX_* INTPTR_* INT_* LC_* LDBL_* LLONG_* LONG_* L_ctermid L_cuserid L_tmpnam "
    "MATH_* "
    "MB_CUR_MAX MB_LEN_MAX NAN NDEBUG NULL ONCE_FLAG_INIT PRI* PTRDIFF_* P_tmpdir RAND_MAX "
    "RENAME_* "
    "RSIZE_MAX SCHAR_* SCN* SEEK_* SHRT_* SIG* SIZE_MAX SIZE_WIDTH SSIZE_MAX TIME_UTC "
    "TIME_MONOTONIC "
    "TIME_ACTIVE TIME_THREAD_ACTIVE TMP_MAX TSS_DTOR_ITERATIONS UCHAR_* UINT* ULLONG_* ULONG_* "
    "USHRT_* WCHAR_* WEOF WINT_* and and_eq assert bitand bitor bool compl complex errno false "
    "i386 "
    "imaginary linux math_errhandling noreturn not not_eq offsetof or or_eq static_assert stderr "
    "stdin stdout thread_local true unix unreachable xor xor_eq E2BIG EACCES EADDRINUSE "
    "EADDRNOTAVAIL "
    "EADV EAFNOSUPPORT EAGAIN EALREADY EBADE EBADF EBADFD EBADMSG EBADR EBADRQC EBADSLT EBFONT "
    "EBUSY "
    "ECANCELED ECHILD ECHRNG ECOMM ECONNABORTED ECONNREFUSED ECONNRESET EDEADLK EDEADLOCK "
    "EDESTADDRREQ EDOM EDOTDOT EDQUOT EEXIST EFAULT EFBIG EHOSTDOWN EHOSTUNREACH EHWPOISON EIDRM "
    "EILSEQ EINPROGRESS EINTR EINVAL EIO EISCONN EISDIR EISNAM EKEYEXPIRED EKEYREJECTED "
    "EKEYREVOKED "
    "EL2HLT EL2NSYNC EL3HLT EL3RST ELIBACC ELIBBAD ELIBEXEC ELIBMAX ELIBSCN ELNRNG ELOOP "
    "EMEDIUMTYPE "
    "EMFILE EMLINK EMSGSIZE EMULTIHOP ENAMETOOLONG ENAVAIL ENETDOWN ENETRESET ENETUNREACH ENFILE "
    "ENOANO ENOBUFS ENOCSI ENODATA ENODEV ENOENT ENOEXEC ENOKEY ENOLCK ENOLINK ENOMEDIUM ENOMEM "
    "ENOMSG ENONET ENOPKG ENOPROTOOPT ENOSPC ENOSR ENOSTR ENOSYS ENOTBLK ENOTCONN ENOTDIR "
    "ENOTEMPTY "
    "ENOTNAM ENOTRECOVERABLE ENOTSOCK ENOTSUP ENOTTY ENOTUNIQ ENXIO EOPNOTSUPP EOVERFLOW "
    "EOWNERDEAD "
    "EPERM EPFNOSUPPORT EPIPE EPROTO EPROTONOSUPPORT EPROTOTYPE ERANGE EREMCHG EREMOTE EREMOTEIO "
    "ERESTART ERFKILL EROFS ESHUTDOWN ESOCKTNOSUPPORT ESPIPE ESRCH ESRMNT ESTALE ESTRPIPE ETIME "
    "ETIMEDOUT ETOOMANYREFS ETXTBSY EUCLEAN EUNATCH EUSERS EWOULDBLOCK EXDEV EXFULL";

static const char types[] =
    "FILE atomic_* blkcnt_t blksize_t char8_t char16_t char32_t clock_t clockid_t cnd_t cookie_*_t "
    "constraint_handler_t dev_t div_t double_t errno_t fenv_t femode_t fexcept_t float_t fpos_t "
    "gid_t "
    "id_t imaxdiv_t ino_t int*_t jmp_buf ldiv_t lldiv_t loff_t locale_t max_align_t mbstate_t "
    "memory_order mode_t mtx_t nlink_t nullptr_t obstack off_t off64_t once_flag pid_t posix "
    "ptrdiff_t rsize_t sig_atomic_t size_t ssize_t std suseconds_t thrd_start_t thrd_t time_t "
    "timer_t "
    "tss_dtor_t tss_t uid_t uint*_t useconds_t va_list wchar_t wctrans_t wctype_t wint_t key_t "
    "fsid_t "
    "caddr_t daddr_t quad_t u_*_t u_char u_short u_int u_long ushort uint ulong fd_set fd_mask "
    "pthread_*_t register_t lconv timespec timeval timezone tm itimerspec sched_param sigevent "
    "fd_set "
    "random_data drand48_data";

static const char verilator[] =
    "abort asm atomic_cancel atomic_commit atomic_noexcept bit_vector cdecl complex const_iterator "
    "const_reference deque far huge import interrupt list map module multimap multiset near "
    "override "
    "pascal queue reference requires sc_clock sc_in sc_inout sc_out sc_signal sensitive "
    "sensitive_neg "
    "sensitive_pos set stack synchronized transaction_safe transaction_safe_dynamic type_info "
    "uint8_t "
    "uint16_t uint32_t vector";

static const char calls[] = "cnd epoll fts fts64 iconv mq pidfd pthread_* sem shm";

static const char *const lists_by_bit[] = {verilog, systemverilog, c,         cpp,
                                           macros,  types,         verilator, calls};

/* Whether the word is this row, of `length` characters and perhaps with one star. */
static bool is_row(const char *row, size_t length, const char *word, size_t letters) {
    const char *star = memchr(row, '*', length);
    if (!star) return length == letters && !memcmp(row, word, length);
    size_t front = (size_t)(star - row), back = length - front - 1;
    return letters >= front + back && !memcmp(row, word, front) &&
           !memcmp(star + 1, word + letters - back, back);
}

static bool has(const char *list, const char *word) {
    size_t letters = strlen(word);
    for (size_t length; *list; list += length + (list[length] == ' ')) {
        length = strcspn(list, " ");
        if (is_row(list, length, word, letters)) return true;
    }
    return false;
}

bool bl_word_reserved(const char *word, unsigned lists) {
    for (unsigned i = 0; i < sizeof lists_by_bit / sizeof *lists_by_bit; i++)
        if (lists >> i & 1 && has(lists_by_bit[i], word)) return true;
    return false;
}
