/* Buttons: debounced, and each event told until the host has seen it. */
#ifndef BUTTONS_H
#define BUTTONS_H

#include <stdint.h>

#define EVENTS_KEPT 8
#define RESEND_MS 100

void buttons_start(void);

/* Looks at the buttons once a scan, and tells what is to be told. */
void buttons_scan(uint32_t now);

/* The host has seen the event of this number. */
void buttons_seen(uint16_t number);

/* How many events were given up. */
uint16_t buttons_given_up(void);

#endif
