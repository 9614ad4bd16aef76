/* The serial line of the board as a pseudo-terminal, with whatever happens to bytes on their way. */
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>
#include <stdint.h>

#include <sim_avr.h>

struct way {
    double drop;
    double flip;
    uint64_t bytes;
};

struct line {
    struct way to_host;
    struct way from_host;
    uint64_t unread;
};

extern struct line line;

void line_connect(avr_t *avr, const char *link);
void line_plug(void);
void line_unplug(void);

/* Its file, to be waited for; -1 while unplugged. */
int line_file(void);

/* Takes in what the host has sent; gives the controller the next byte; gives the host what there is. */
void line_read(void);
void line_feed(void);
void line_write(void);

/* What a reset makes the simulator forget. */
void line_reset(void);

#endif
