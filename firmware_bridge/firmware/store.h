/* Where things are in the lasting memory, and how to wait for it at the start. */
#ifndef STORE_H
#define STORE_H

#include <stdint.h>

enum { STORED_ID = 0, STORED_ID_CHECK = 8, STORED_BOOTS = 10, STORED_CALIBRATION = 32 };

/* Both wait until the memory is ready. A byte that is right already is not written. */
uint8_t store_read(uint16_t at);
void store_write(uint16_t at, uint8_t value);

#endif
