/* Frames to the host, in a ring that an interrupt empties. */
#ifndef OUTBOX_H
#define OUTBOX_H

#include <stdbool.h>
#include <stdint.h>

/* So many that indexes wrap by themselves and are read in one instruction. */
#define OUTBOX_BYTES 256

/* Around a payload: two zero bytes, a byte of COBS, type, sequence number and check. */
#define OUTBOX_AROUND 7

void outbox_start(void);

/* A frame is written between begin and end; end says whether there was room for the whole of it. */
void outbox_begin(uint8_t type);
void outbox_u8(uint8_t value);
void outbox_u16(uint16_t value);
void outbox_u32(uint32_t value);
bool outbox_end(void);

/* Sends a line of text between frames. */
void outbox_text(const char *text);

/* Whether a frame with so many bytes of payload has room, whatever its bytes are. */
bool outbox_has_room(uint8_t payload);

bool outbox_is_empty(void);

/* How many frames were given up. */
uint16_t outbox_given_up(void);

/* The next byte to send, or -1; for the interrupt. */
int16_t outbox_next(void);

#endif
