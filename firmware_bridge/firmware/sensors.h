/* From what the converter gives to what lies on the board. */
#ifndef SENSORS_H
#define SENSORS_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"

#define TARE_SCANS 16

/* No sensor gives less than 0.3 V or more than 4.7 V: it is torn off, shorted, or not there. */
#define FAULT_BELOW 61
#define FAULT_ABOVE 962

/* Without a checker a sensor gives 2.05 V to 2.95 V; beyond that something lies on it. */
#define TARE_LEAST 420
#define TARE_MOST 604

enum taring { NOT_TARING, TARING, TARED, NOT_EMPTY };

void sensors_start(void);

/* Takes what one channel gives in this scan. */
void sensors_take(uint8_t channel, uint16_t value);

/* Ends the scan. */
enum taring sensors_end_scan(void);

/* Whether what is reported has changed since it was asked last; none has before the second scan. */
bool sensors_have_changed(void);

/* Two slots as a snapshot holds them. */
uint8_t sensors_pair(uint8_t pair);

/* What a channel gave last; not to be asked while taring. */
uint16_t sensors_value(uint8_t channel);

uint8_t sensors_faulty(void);

/* Averages the next scans into a new tare. */
void sensors_tare(void);

bool sensors_are_taring(void);

#endif
