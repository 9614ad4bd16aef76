/* Which board this is, and how often it has started. */
#ifndef IDENTITY_H
#define IDENTITY_H

#include <stdint.h>

#define ID_BYTES 8

/* Makes an id if the board has none, and counts the start. */
void identity_start(void);

const uint8_t *identity_id(void);
uint8_t identity_boots(void);

#endif
