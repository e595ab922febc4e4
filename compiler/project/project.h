/* Projects for the vendors' tools: project/ of a build, made from the node's circuit and the
 * board's description alone. */
#ifndef BL_PROJECT_H
#define BL_PROJECT_H

#include <stdbool.h>
#include "base/tools/toolchain.h"
#include "emit/parts.h"
#include "ir/circuit.h"
#include "lower/lower.h"
#include "output/output.h"

struct bl_board;

/* Signals of a memory port, seen from the node: name, direction, width in bits or one of these. */
enum { BL_PORT_WORD = -1, BL_PORT_STROBES = -2, BL_PORT_ADDRESS = -3 };
struct bl_memory_signal {
    const char *name;
    enum bl_direction direction;
    int width;
    const char *role; /* NULL: as the name */
};

/* How a family's memory controller is met: the module of boards/ between the node's channel and the
 * controller's user side. */
struct bl_memory_port {
    const char *family, *protocol; /* of the board; NULL: any */
    const char *folder, *module;   /* boards/FOLDER/MODULE.v */
    const char *prefix;            /* of the module's ports on that side: "m_axi", "amm" */
    const char *kind;              /* of the interface in Platform Designer: "axi4", "avalon" */
    int width;                     /* bytes of a word that it takes; 0: any */
    bool wants_clock;              /* the controller is given its user clock and hands it back */
    const char *controller;        /* what to connect, in the vendor's words */
    const struct bl_memory_signal *signals;
    int signal_count;
};

enum bl_clock_source {
    BL_FROM_PIN,
    BL_FROM_PLL,
    BL_FROM_MEMORY /* the controller's user clock */,
    BL_FROM_PORT /* nothing makes it */,
    BL_FROM_IP /* IP of the top */,
    BL_FROM_OWN_PIN /* a pin of the program's clock, not in the description */
};

/* A clock of the node. */
struct bl_project_clock {
    const char *name; /* in the constraints: the program's, or node_ and that */
    const char *net;  /* in the board's top */
    double hertz;     /* the program's, or that of a controller that makes it */
    enum bl_clock_source source;
    int output; /* of the PLL; -1: none */
};

/* What holds a pin when nothing drives it from outside. */
enum bl_pin_idle {
    BL_PIN_OPEN,
    BL_PIN_DRIVEN /* an output */,
    BL_PIN_PULLED_DOWN,
    BL_PIN_TERMINATED /* an input pair, the positive one */,
    BL_PIN_OF_PAIR /* the negative one */
};

/* A bit of a port of the board's top on a pin of the package. */
struct bl_project_pin {
    const char *port, *pin, *standard; /* pin NULL: nobody has published it */
    int bit; /* -1: not a vector, or a whole one of `width` bits without a pin */
    int width;
    bool negative; /* of a pair */
    bool is_clock; /* of the board; all others go by no clock */
    enum bl_pin_idle idle;
    /* From the pin to the gates that `net` of the top leads to, or from that which drives it; most
       0: any time, as of buttons and lights. */
    double most_ns;
    const char *net;
    double clock_ns; /* period of a clock that comes in here with data; 0: none does */
};

/* A port of the board's top that vendor IP is to drive or take: no pin. */
struct bl_project_open {
    const char *name;
    enum bl_direction direction;
    int width;
    int clock; /* in clocks; -1: any */
    bool is_clock;
};

enum bl_crossing_kind { BL_CROSS_FIFO, BL_CROSS_BITS, BL_CROSS_GATE };

/* An instance to constrain; in `path` segments are parted by '/', and [*] stands for the rounds of
 * a generate loop. */
struct bl_project_crossing {
    enum bl_crossing_kind kind;
    const char *path;
    int from, to; /* in clocks; from -1 for BITS: any other; both -1 for GATE */
};

/* Reference * multiply / divide / out[i] is clock i. */
enum { BL_PLL_OUTPUTS = 3 };
struct bl_pll {
    int multiply, divide, out[BL_PLL_OUTPUTS], count;
};

struct bl_project {
    struct bl_arena *arena;
    struct bl_output *output;
    const char *system;         /* what it belongs to: the cluster, or the bus */
    const char *kind, *name;    /* "Pipeline", "Kernel" or "Cluster" and its name, for people */
    const struct bl_node *node; /* with nothing in it, and circuit, memory and shell NULL: it is
                                   that of a bus */
    const struct bl_board *board;
    const struct bl_circuit *circuit; /* of the node */
    const struct bl_memory_port *memory;
    const struct bl_project_joint *joint;
    const char *without;     /* a generate block of these modules that is not built; NULL: none */
    const char *gates;       /* the instance that has all asynchronous gates; NULL: each is found */
    const char *shell, *top; /* modules: the node with its memory ports; with the board's clocks,
                                reset and lights */
    struct bl_circuit *shell_circuit, *top_circuit;
    struct bl_project_clock *clocks; /* of the node */
    int clock_count;
    int reference; /* in board->clocks: the one that the PLL takes, or that is used as it is; -1:
                      none has pins */
    const char *reference_net;  /* in the top */
    const char *reference_port; /* its (positive) port */
    double pll_hertz[BL_PLL_OUTPUTS];
    int pll_count;     /* outputs of the PLL; 0: none */
    struct bl_pll pll; /* MMCM only */
    struct {
        struct bl_project_pin *items;
        int count, capacity;
    } pins;
    struct {
        struct bl_project_open *items;
        int count, capacity;
    } opens;
    struct {
        struct bl_project_crossing *items;
        int count, capacity;
    } crossings;
    struct {
        const char **items;
        int count, capacity;
    } files; /* Verilog, relative to project/ */
    struct {
        const char **items;
        int count, capacity;
    } tops; /* of them those that the top has and the shell has not */
};

/* What else stands in the top of a pipeline's node: it makes the resets, among them the node's, and
   takes ports of the shell that would be open. */
struct bl_project_joint {
    const char *top;
    void (*reset)(struct bl_project *project, void *user);
    const char *node_rst, *error; /* nets; the second lights up, with the memory's */
    /* The net of a shell's port; NULL: the port is open. */
    const char *(*net)(struct bl_project *project, void *user, const char *port);
    void (*finish)(struct bl_project *project, void *user); /* behind the shell */
    const char *without, *gates;                            /* as of bl_project */
    void *user;
};

/* Adds project/ to the output, whose rtl/ is complete. Without a joint (NULL) the top is the node
   alone. False after a message on stderr. */
bool bl_project_add(struct bl_output *output, const struct bl_node *node,
                    const struct bl_circuit *circuit, const struct bl_home *home,
                    const struct bl_project_joint *joint);

/* What is written once both modules are there: project/ and the core file. False after a message on
 * stderr. */
bool bl_project_write(struct bl_project *project, const struct bl_home *home);

#endif
