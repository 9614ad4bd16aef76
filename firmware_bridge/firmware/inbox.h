/* Frames from the host, out of whatever bytes come. */
#ifndef INBOX_H
#define INBOX_H

#include <stdbool.h>
#include <stdint.h>

struct frame {
    uint8_t type;
    uint8_t seq;
    uint16_t check;
    uint8_t length;
    const uint8_t *payload;
};

enum received { NOTHING_YET, A_FRAME, A_QUESTION };

void inbox_start(void);

/* Takes a byte, and tells what it completes. */
enum received inbox_take(uint8_t byte);

/* The frame that was completed last; to be read before the next byte is taken. */
const struct frame *inbox_frame(void);

/* Counts something from the host that is no frame. */
void inbox_count_bad(void);

uint16_t inbox_bad(void);

#endif
