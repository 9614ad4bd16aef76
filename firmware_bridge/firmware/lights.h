/* The lights: off, on, blinking. */
#ifndef LIGHTS_H
#define LIGHTS_H

#include <stdint.h>

void lights_start(void);

/* Takes two bits for each light; those that are not mentioned go out. */
void lights_set(const uint8_t *states, uint8_t length);

/* Shows what is to be shown now. */
void lights_show(uint32_t now);

#endif
