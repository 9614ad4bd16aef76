/* What the board tells the host, of itself and when asked. */
#ifndef REPORTS_H
#define REPORTS_H

#include <stdint.h>

/* So many channels in one frame. The board hears nothing while it writes one: 128 bytes can wait meanwhile. */
#define RAW_AT_ONCE 20
#define CALIBRATION_AT_ONCE 32

void reports_start(void);

void report_hello(void);
void report_ack(uint8_t type, uint8_t seq, uint8_t result);
void report_calibration(uint8_t first, uint8_t count);

/* A snapshot at the end of this scan. */
void reports_want_snapshot(void);

/* RAW after every so many scans; 0: none. */
void reports_set_raw(uint8_t every);

/* At the end of a scan: a snapshot, the status and RAW where they are due. */
void reports_end_scan(uint32_t now);

/* Sends more of RAW as soon as there is room. */
void reports_step(void);

#endif
