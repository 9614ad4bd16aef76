/* All that the firmware wants of a controller. A port is one file with these functions and a main. */
#ifndef HAL_H
#define HAL_H

#include <stdbool.h>
#include <stdint.h>

/* Milliseconds since the start. */
uint32_t hal_millis(void);

/* Begins to measure a sensor. */
void hal_measure(uint8_t channel);

/* Waits for what was begun: 0 to 1023. */
uint16_t hal_measured(void);

/* The next byte from the host, or -1. */
int16_t hal_receive(void);

/* How many bytes from the host were lost since the start; stops at 65535. */
uint16_t hal_lost_bytes(void);

/* Tells that the outbox has something to send: from now on outbox_next is called for each byte. */
void hal_transmit(void);

/* A bit for each button that is held down now, bouncing as it may. */
uint8_t hal_buttons(void);

/* Shows a bit for each light, the first one in the lowest bit of the first byte. */
void hal_lights(const uint8_t *bits);

/* The lasting memory: 1024 bytes at least. Read and write only when it is ready. */
bool hal_store_ready(void);
uint8_t hal_store_read(uint16_t at);
void hal_store_write(uint16_t at, uint8_t value);

/* Why the board has started: see enum cause. */
uint8_t hal_cause(void);

/* Something that nobody can foretell. */
uint8_t hal_noise(void);

/* Keeps the watchdog quiet. */
void hal_alive(void);

/* Waits until something may have happened: a byte has come, a millisecond is over. */
void hal_idle(void);

/* Starts anew. */
void hal_restart(void);

#endif
