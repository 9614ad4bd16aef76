/* Tare and threshold of each channel: in use at once, and stored for ever a byte at a time. */
#ifndef CALIBRATION_H
#define CALIBRATION_H

#include <stdbool.h>
#include <stdint.h>

#define DEFAULT_TARE 512
/* 161 mV, which is 10 mT at 16 mV/mT: above the side lobes of wide magnets. */
#define DEFAULT_THRESHOLD 33

/* Takes what is stored; a channel whose record is damaged gets the defaults. */
void calibration_start(void);

uint16_t calibration_tare(uint8_t channel);
uint16_t calibration_threshold(uint8_t channel);
void calibration_set(uint8_t channel, uint16_t tare, uint16_t threshold);

/* Stores the next byte that is not stored yet, if the memory is ready. */
void calibration_step(void);

bool calibration_is_stored(void);

/* Whether a byte could not be stored when storing came to its end last. */
bool calibration_has_failed(void);

#endif
